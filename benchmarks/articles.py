"""``python -m benchmarks.articles``: title, author, date and body of recorded articles.

Every figure is a mean over the pages of which the truth is known in that field. ``f1_body`` and
``f1_title`` are token F1; ``title_exact`` is the share of titles that are equal but for white
space. Several authors are a set: the figure is F1 of the names found and the true ones, each
equal after trimming, in lower case, without "By" before it. A date is right or wrong to the day
(or the month or year, where the truth tells no more), as written or in the truth's own zone.
A true body that begins with its own title counts with or without it, whichever fits better.
"""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from benchmarks._articledata import MANIFEST, GotArticle, load_articles, score
from benchmarks._articlepeers import PEERS
from benchmarks._pagebench import data_parser, print_figures
from benchmarks.common import (
    BenchError,
    bench_keys,
    data_folders,
    data_hash,
    emit,
    peak_mb,
    run_bench,
)
from benchmarks.scoring import tokens
from fpcrawl.exceptions import FpcrawlError
from fpcrawl.extraction.extractor import Found, StructureExtractor
from fpcrawl.extraction.place import Place
from fpcrawl.extraction.records import Article
from fpcrawl.extraction.treebuild import build_tree
from fpcrawl.pages import read_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks._articledata import ArticlePage
    from fpcrawl.pages import Page

FIELDS = ("body", "title", "title_exact", "author", "date")
_KEYS = {"title_exact": "title_exact"}
OWN = "fpcrawl"


class Scores:
    """Sums of the scores of a number of pages."""

    def __init__(self) -> None:
        self.pages = 0
        self.sums = dict.fromkeys(FIELDS, 0.0)
        self.counts = dict.fromkeys(FIELDS, 0)

    def add(self, scores: dict[str, float]) -> None:
        """Count a page."""
        self.pages += 1
        for name, value in scores.items():
            self.sums[name] += value
            self.counts[name] += 1

    def keys(self) -> dict[str, Any]:
        """Return the figures; a field that no page has a truth for is ``None``."""
        out: dict[str, Any] = {"pages": self.pages}
        for name in FIELDS:
            count = self.counts[name]
            key = _KEYS.get(name, f"f1_{name}")
            out[key] = round(self.sums[name] / count, 4) if count else None
        return out

    def counted(self) -> dict[str, int]:
        """Return how many pages each field was judged on."""
        return {name: self.counts[name] for name in FIELDS if name != "title_exact"}


def read_own(page: Page, now: datetime) -> GotArticle:
    """Read an article as the extraction pipeline does once it knows that it is one."""
    tree = build_tree(page)
    host = page.url.partition("://")[2].partition("/")[0]
    place = Place(host, page.url, now, zone=UTC)
    records = StructureExtractor().extract(Found(tree, "article", None, []), place)
    for record in records:
        if isinstance(record, Article):
            return GotArticle(record.title, record.author, record.published, record.body_text)
    return GotArticle()


def _parse(source: ArticlePage, body: bytes, now: datetime) -> Page:
    try:
        return read_page(body, source.url, http_charset=source.charset, fetched=now, site_time=now)
    except FpcrawlError as error:
        raise BenchError(f"{source.file}: {error}") from error


class _Report:
    """All figures, by reader and by group of pages."""

    def __init__(self, readers: Sequence[str]) -> None:
        self.total = {name: Scores() for name in readers}
        self.by: dict[str, dict[str, dict[str, Scores]]] = {"lang": {}, "folder": {}}

    def add(self, source: ArticlePage, lang: str, reader: str, scores: dict[str, float]) -> None:
        self.total[reader].add(scores)
        for kind, group in (("lang", lang), ("folder", source.folder)):
            groups = self.by[kind].setdefault(group, {})
            groups.setdefault(reader, Scores()).add(scores)

    def keys(self, kind: str, reader: str) -> dict[str, Any]:
        """Figures of a reader by language or by folder."""
        return {
            group: readers[reader].keys()
            for group, readers in sorted(self.by[kind].items())
            if reader in readers
        }


def _explain(source: ArticlePage, got: GotArticle, scores: dict[str, float]) -> list[str]:
    """Return what went wrong on a page, nothing where it is all right."""
    true = source.truth
    told = []
    if scores.get("body", 1.0) < 0.93:
        best = min(true.bodies, key=len)
        found, right = tokens(got.body), tokens(best)
        both = (found & right).total()
        precision = both / (found.total() or 1)
        recall = both / (right.total() or 1)
        told.append(f"body {scores['body']:.3f} p {precision:.2f} r {recall:.2f}")
        told += [*_lines("  + ", got.body, best), *_lines("  - ", best, got.body)]
    if scores.get("title", 1.0) < 1.0:
        told.append(f"title {got.title!r} instead of {true.title!r}")
    if scores.get("author", 1.0) < 1.0:
        told.append(f"author {got.author!r} instead of {sorted(true.authors)}")
    if scores.get("date", 1.0) < 1.0:
        told.append(f"date {got.published!r} instead of {sorted(true.days)}")
    return told


def _lines(mark: str, text: str, other: str, most: int = 4) -> list[str]:
    """Return the longest lines of a text that another has not."""
    bare = "".join(other.split())
    extra = [line for line in text.splitlines() if "".join(line.split()) not in bare]
    longest = sorted(extra, key=len, reverse=True)[:most]
    return [f"{mark}{line.strip()[:110]}" for line in longest]


def _print_table(report: _Report) -> None:
    names = ("body", "title", "author", "date")
    rows = [
        (f"{kind} {group} {reader}", scores)
        for kind, groups in report.by.items()
        for group, readers in sorted(groups.items())
        for reader, scores in readers.items()
    ]
    rows += [(f"all {reader}", scores) for reader, scores in report.total.items()]
    print_figures(
        names,
        [
            (label, scores.pages, [scores.keys()[f"f1_{name}"] for name in names])
            for label, scores in rows
        ],
        width=40,
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark.

    Raises
    ------
    BenchError
        When data are missing or malformed, or no folder has articles with a truth.
    """
    parser = data_parser(
        "articles",
        "Reads recorded articles and compares title, author, date and body with the truth.",
        explain="pages that went wrong",
        data="corpora",
        retold=False,
    )
    args = parser.parse_args(argv)
    started = time.monotonic()
    now = datetime.now(UTC)
    readers = [OWN, *([] if args.no_baselines else PEERS)]
    report = _Report(readers)
    seconds = dict.fromkeys(readers, 0.0)
    used = []
    skipped = 0
    to_show = args.explain
    for folder in data_folders(args.data, MANIFEST):
        sources = load_articles(folder, args.limit, args.disguise)
        if not sources:
            skipped += 1
            continue
        used.append(folder)
        for source in sources:
            body = source.body()
            page = _parse(source, body, source.fetched or now)
            lang = page.lang or source.lang or "unknown"
            for reader in readers:
                before = time.perf_counter()
                if reader == OWN:
                    got = read_own(page, source.fetched or now)
                else:
                    got = PEERS[reader](page, body, source)
                seconds[reader] += time.perf_counter() - before
                scores = score(source.truth, got)
                report.add(source, lang, reader, scores)
                told = _explain(source, got, scores) if reader == OWN and to_show else []
                if told:
                    to_show -= 1
                    print("\n".join([f"{source.id}:", *told]), file=sys.stderr)
    if not used:
        raise BenchError(
            f"{args.data} holds no article of which a title, author, date or body is known "
            "(page_type article or comments, truth.title, .author, .date, .body): nothing to judge"
        )
    _print_table(report)
    own = report.total[OWN]
    by_lang = report.keys("lang", OWN)
    result = {
        **{k: v for k, v in own.keys().items() if k != "pages"},
        "f1_body_zh": by_lang.get("zh", {}).get("f1_body"),
        **bench_keys("articles", str(args.data), own.pages, time.monotonic() - started, peak_mb()),
        "disguise": args.disguise,
        "data_sha256": data_hash(used),
        "judged": own.counted(),
        "skipped_folders": skipped,
        "ms_per_page": {r: round(1000 * s / (own.pages or 1), 2) for r, s in seconds.items()},
        "by_lang": by_lang,
        "by_folder": report.keys("folder", OWN),
        "baselines": {
            name: {
                **report.total[name].keys(),
                "by_lang": report.keys("lang", name),
                "by_folder": report.keys("folder", name),
            }
            for name in readers
            if name != OWN
        },
    }
    emit(result, as_json=args.json)
    return 0


if __name__ == "__main__":
    run_bench(main)
