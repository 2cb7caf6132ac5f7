"""Compares the records of a crawl with the truth of the site, page by page."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.scoring import FOUND_BODY_F1, GotPost, PageScore, body_score, score_page

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks._sitetruth import SiteTruth, TruePage, TrueThread

__all__ = ["JudgedPage", "Records", "flatten", "judge_records"]


@dataclass(frozen=True, slots=True)
class JudgedPage:
    """A reachable page of a thread, the records that belong to it, and their score."""

    thread: int
    page: TruePage
    gots: tuple[GotPost, ...]
    score: PageScore


@dataclass(frozen=True, slots=True)
class Records:
    """All records of one kind, judged.

    Attributes
    ----------
    stray
        Records of addresses that show no thread, with the address.
    elsewhere
        Number of records of pages that are not judged: of the other kind, or not
        reachable. They count neither for nor against.
    repeated
        Lines whose key a later line had again; only the last of a key is judged.
    """

    pages: tuple[JudgedPage, ...]
    stray: tuple[tuple[GotPost, str], ...]
    elsewhere: int
    repeated: int

    @property
    def extracted_threads(self) -> set[int]:
        """Indexes of the threads of which at least one post was found."""
        return {page.thread for page in self.pages if page.score.pairs}


def flatten(kind: str, rows: Iterable[dict[str, Any]]) -> list[tuple[GotPost, str, str]]:
    """Return ``(record, own address, thread address)`` of feed lines, in their order.

    An article gives one record for itself and one for each comment.
    """
    out: list[tuple[GotPost, str, str]] = []
    for row in rows:
        url = str(row.get("url") or "")
        thread = str(row.get("thread_url") or url)
        out.append((_got(row, len(out)), url or thread, thread))
        if kind == "news":
            out += [
                (_got(comment, number), url, thread)
                for number, comment in enumerate(row.get("comments") or (), len(out))
            ]
    return out


def _got(row: dict[str, Any], ref: int) -> GotPost:
    post_id = row.get("post_id")
    return GotPost(
        author=row.get("author"),
        time=row.get("published"),
        body=row.get("body_text") or "",
        time_raw=row.get("published_raw"),
        post_id=None if post_id is None else str(post_id),
        ref=ref,
    )


def judge_records(kind: str, rows: Iterable[dict[str, Any]], truth: SiteTruth) -> Records:
    """Judge the lines of a feed against the reachable pages of the threads of a kind."""
    by_thread: dict[int, list[tuple[GotPost, str]]] = defaultdict(list)
    stray: list[tuple[GotPost, str]] = []
    elsewhere = 0
    lines = list(rows)
    latest = {str(row.get("key") or f"line {number}"): row for number, row in enumerate(lines)}
    for got, url, thread_url in flatten(kind, latest.values()):
        place = truth.place(thread_url)
        if place is None or place.role == "board":
            place = truth.place(url)
        if place is None or place.role == "board":
            stray.append((got, thread_url))
        elif truth.threads[place.item].kind != kind:
            elsewhere += 1
        else:
            by_thread[place.item].append((got, url))
    judged: list[JudgedPage] = []
    for index, thread in enumerate(truth.threads):
        if thread.kind != kind or not thread.reachable:
            continue
        groups = _by_page(index, thread, by_thread.get(index, ()), truth)
        elsewhere += sum(len(groups.get(p.number, ())) for p in thread.pages if not p.reachable)
        for page in thread.reachable:
            gots = groups.get(page.number, [])
            judged.append(JudgedPage(index, page, tuple(gots), score_page(page.posts, gots)))
    return Records(tuple(judged), tuple(stray), elsewhere, len(lines) - len(latest))


def _by_page(
    index: int, thread: TrueThread, gots: Sequence[tuple[GotPost, str]], truth: SiteTruth
) -> dict[int, list[GotPost]]:
    """Group the records of a thread by the page they stand on, in output order.

    The site's post id tells the page, else the best fitting body, else the address, else
    the record before. None of this is scored: it only finds what to compare with.
    """
    if len(thread.pages) == 1:
        return {thread.pages[0].number: [got for got, _ in gots]}
    by_id = {post.post_id: page.number for page in thread.pages for post in page.posts}
    groups: dict[int, list[GotPost]] = defaultdict(list)
    current = 1
    for got, url in gots:
        current = (
            by_id.get(got.post_id if got.post_id is not None else "")
            or _page_by_body(thread, got, index, url, truth)
            or current
        )
        groups[current].append(got)
    return groups


def _page_by_body(
    thread: TrueThread, got: GotPost, index: int, url: str, truth: SiteTruth
) -> int | None:
    place = truth.place(url)
    addressed = place.page if place is not None and place.item == index else None
    best: tuple[float, bool, int] | None = None
    for page in thread.pages:
        score = max((body_score(got.body, post.bodies) for post in page.posts), default=0.0)
        rank = (score, page.number == addressed, -page.number)
        if score >= FOUND_BODY_F1 and (best is None or rank > best):
            best = rank
    return -best[2] if best is not None else addressed
