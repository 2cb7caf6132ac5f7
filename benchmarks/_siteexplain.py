"""Tells what went wrong on a site: the first failing cases of each sort, and their counts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from benchmarks._siterequests import shape_of
from benchmarks.scoring import (
    GotPost,
    TruePost,
    author_matches,
    body_score,
    parse_time,
    time_matches,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks._sitecrawl import CrawlRun
    from benchmarks._siterecords import JudgedPage, Records
    from benchmarks._siterequests import Requests
    from benchmarks._sitetruth import SiteTruth

__all__ = ["explain"]

_EXCERPT = 100
_AROUND = 30
_SHOW_DIFFERENCE = 0.3
_PER_PAGE = 2


class _Cases:
    """Collects cases of one sort; shows the first few, at most two of one page."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.shapes: Counter[str] = Counter()
        self.pages: set[str] = set()
        self.count = 0
        self._cases: list[tuple[str, str]] = []

    def add(self, page: str, text: str, shape: str = "") -> None:
        self.count += 1
        self.pages.add(page)
        self._cases.append((page, text))
        if shape:
            self.shapes[shape] += 1

    def lines(self, limit: int) -> Iterator[str]:
        if not self.count:
            return
        yield f"--- {self.title}: {self.count} on {len(self.pages)} pages"
        for shape, count in self.shapes.most_common(5):
            yield f"    {count:5} x {shape}"
        shown: Counter[str] = Counter()
        for page, text in self._cases:
            if shown.total() >= limit:
                break
            if shown[page] < _PER_PAGE:
                if not shown[page]:
                    yield f"  {page}"
                shown[page] += 1
                yield from (f"    {line}" for line in text.splitlines())


def explain(
    kind: str,
    truth: SiteTruth,
    requests: Requests,
    records: Records,
    run: CrawlRun,
    limit: int,
) -> list[str]:
    """Return lines that show the first ``limit`` failing cases of every sort."""
    lines = [f"=== {truth.name}, {kind}: what went wrong"]
    sorts = [
        *_walk_cases(kind, truth, requests, records),
        *_record_cases(records),
    ]
    for cases in sorts:
        lines += cases.lines(limit)
    for title, shapes in (
        ("trap requests", requests.trap_shapes),
        ("duplicate requests", requests.duplicate_shapes),
        ("log", run.complaints),
    ):
        if shapes:
            lines.append(f"--- {title}: {shapes.total()}")
            lines += [f"    {count:5} x {shape}" for shape, count in shapes.most_common(limit)]
    if len(lines) == 1:
        lines.append("nothing")
    return lines


def _walk_cases(kind: str, truth: SiteTruth, requests: Requests, records: Records) -> list[_Cases]:
    boards = _Cases("board pages never fetched")
    threads = _Cases("threads never fetched")
    pages = _Cases("further thread pages never fetched")
    silent = _Cases("threads fetched, no post of theirs extracted")
    board_of = {board.url: index for index, board in enumerate(truth.boards)}
    for index, board in enumerate(truth.boards):
        if board.kind == kind:
            for number, url in enumerate(board.pages, 1):
                if (index, number) not in requests.board_pages:
                    boards.add(board.url, f"page {number} of {len(board.pages)}: {url}")
    extracted = records.extracted_threads
    for index, thread in enumerate(truth.threads):
        if thread.kind != kind or not thread.reachable:
            continue
        missing = [p for p in thread.reachable if (index, p.number) not in requests.fetched]
        if len(missing) == len(thread.reachable):
            known = (board_of.get(thread.board_url or "", -1), 1) in requests.board_pages
            threads.add(
                thread.board_url or "no board",
                f"{thread.url}  {_short(thread.title, 50)}{' (sticky)' if thread.sticky else ''}",
                f"its board was {'' if known else 'not '}fetched",
            )
            continue
        for page in missing:
            pages.add(thread.url, f"page {page.number} of {len(thread.pages)}: {page.url}")
        if index not in extracted:
            silent.add(thread.url, repr(_short(thread.title, 60)), shape_of(thread.url))
    return [boards, threads, pages, silent]


def _record_cases(records: Records) -> list[_Cases]:
    missing = _Cases("posts not found")
    extra = _Cases("records that are no post of their page")
    author = _Cases("wrong author")
    time = _Cases("wrong time")
    body = _Cases("body found, not equal")
    stray = _Cases("records of addresses that show no thread")
    for judged in records.pages:
        if not judged.gots:
            if judged.score.labelled and judged.thread in records.extracted_threads:
                missing.add(judged.page.url, f"all {judged.score.labelled} posts", "whole page")
            continue
        _page_cases(judged, missing, extra, author, time, body)
    for got, url in records.stray:
        stray.add(url, _describe(got), shape_of(url))
    return [missing, extra, author, time, body, stray]


def _page_cases(
    judged: JudgedPage, missing: _Cases, extra: _Cases, author: _Cases, time: _Cases, body: _Cases
) -> None:
    url, posts, gots = judged.page.url, judged.page.posts, judged.gots
    found = {pair.true for pair in judged.score.pairs}
    used = {pair.got for pair in judged.score.pairs}
    for number, true in enumerate(posts):
        if number not in found:
            missing.add(url, *_missing(number, true, gots, used))
    for number, got in enumerate(gots):
        if number not in used:
            best = max((body_score(got.body, t.bodies) for t in posts), default=0.0)
            doubled = "doubles a found post" if best >= 0.8 else f"best F1 {best:.1f}"
            extra.add(url, _describe(got), doubled)
    for pair in judged.score.pairs:
        true, got = posts[pair.true], gots[pair.got]
        place = f"post {pair.true + 1}"
        if true.author and not author_matches(true.author, got.author):
            shape = "no author" if not got.author else f"{_short(got.author, 30)!r} given"
            author.add(url, f"{place}: {true.author!r} is right, got {got.author!r}", shape)
        if true.time and not time_matches(true.time, got, shows_minute=true.shows_minute):
            text = f"{place}: {true.time} is right, got {got.time} from {_short(got.time_raw)!r}"
            time.add(url, text, _time_shape(true.time, got))
        if pair.body < 1.0:
            body.add(url, f"{place}, F1 {pair.body:.3f}\n{_difference(true, got)}")


def _missing(
    number: int, true: TruePost, gots: Iterable[GotPost], used: set[int]
) -> tuple[str, str]:
    ranked = [(body_score(g.body, true.bodies), n, g) for n, g in enumerate(gots)]
    text = f"post {number + 1} by {true.author!r}: {_short(true.bodies[0])!r}"
    best = max(ranked, key=lambda item: item[:2], default=None)
    if best is None or best[0] < 0.1:
        return text, "nothing like it extracted"
    score, index, got = best
    text += f"\n  nearest record, F1 {score:.2f}: {_describe(got)}"
    if score >= _SHOW_DIFFERENCE:
        text += "\n" + _difference(true, got)
    if score >= 0.8:
        return text, "like it, but " + ("another post's" if index in used else "out of order")
    long = len(got.body) > len(true.bodies[0])
    return text, f"nearest body too {'long' if long else 'short'}"


def _time_shape(true: str, got: GotPost) -> str:
    if not got.time:
        return "no time" + (" though raw text" if got.time_raw else "")
    right, value = parse_time(true), parse_time(got.time)
    if right is None or value is None:
        return "not comparable"
    if value[1] != right[1]:
        return f"only to the {value[1]}"
    naive = [
        moment.replace(tzinfo=None, second=0, microsecond=0) for moment in (right[0], value[0])
    ]
    minutes = round((naive[1] - naive[0]).total_seconds() / 60)
    if not minutes:
        return f"clock right, offset {got.time[-6:]} for {true[-6:]}"
    return f"clock off by {minutes:+d} min" if abs(minutes) < 1500 else "clock off by days"


def _difference(true: TruePost, got: GotPost) -> str:
    """Show both bodies around the place where they part."""
    best = max(true.bodies, key=lambda body: body_score(got.body, [body]))
    a, b = " ".join(best.split()), " ".join(got.body.split())
    at = next(
        (i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b))
    )
    begin = max(0, at - _AROUND)
    sides = [
        f"  {name} ({len(text)}): ...{text[begin : at + 50]!r}"
        for name, text in (("true", a), ("got ", b))
    ]
    return "\n".join(sides)


def _describe(got: GotPost) -> str:
    return f"{got.author!r} {got.time or got.time_raw!r} {_short(got.body)!r}"


def _short(text: str | None, limit: int = _EXCERPT) -> str | None:
    if text is None:
        return None
    text = " ".join(text.split())
    return text if len(text) <= limit else f"{text[:limit]}..."
