"""``python -m benchmarks.articles``: title, author, date and body of recorded articles.

Every figure is a mean over the pages of which the truth is known in that field. ``f1_body`` and
``f1_title`` are token F1; ``title_exact`` is the share of titles that are equal but for white
space. Several authors are a set: the figure is F1 of the names found and the true ones, each
equal after trimming, in lower case, without "By" before it. A date is right or wrong to the day
(or the month or year, where the truth tells no more), as written or in the truth's own zone.
A true body that begins with its own title counts with or without it, whichever fits better.
"""

from __future__ import annotations

import argparse
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks._articledata import MANIFEST, GotArticle, load_articles, score
from benchmarks._articlepeers import PEERS
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
from fpcrawl.extraction.build import Place
from fpcrawl.extraction.extractor import Found, StructureExtractor
from fpcrawl.extraction.records import Article
from fpcrawl.extraction.tree import build_tree
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


def _explain(source: ArticlePage, got: GotArticle, scores: dict[str, float]) -> None:
    """Tell what went wrong on a page, on standard error."""
    true = source.truth
    head = f"{source.id}:"
    if scores.get("body", 1.0) < 0.93:
        best = max(true.bodies, key=lambda body: len(body) * -1)
        found, right = tokens(got.body), tokens(best)
        both = (found & right).total()
        precision = both / (found.total() or 1)
        recall = both / (right.total() or 1)
        print(f"{head} body {scores['body']:.3f} p {precision:.2f} r {recall:.2f}", file=sys.stderr)
        _lines("  + ", got.body, best)
        _lines("  - ", best, got.body)
    if scores.get("title", 1.0) < 1.0:
        print(f"{head} title {got.title!r} instead of {true.title!r}", file=sys.stderr)
    if scores.get("author", 1.0) < 1.0:
        print(f"{head} author {got.author!r} instead of {sorted(true.authors)}", file=sys.stderr)
    if scores.get("date", 1.0) < 1.0:
        days = sorted(true.days)
        print(f"{head} date {got.published!r} instead of {days}", file=sys.stderr)


def _lines(mark: str, text: str, other: str, most: int = 4) -> None:
    """Print the longest lines of a text that another has not."""
    bare = "".join(other.split())
    extra = [line for line in text.splitlines() if "".join(line.split()) not in bare]
    for line in sorted(extra, key=len, reverse=True)[:most]:
        print(f"{mark}{line.strip()[:110]}", file=sys.stderr)


def _print_table(report: _Report) -> None:
    names = ("body", "title", "author", "date")
    print(f"\n{'':40}{'pages':>6}{''.join(f'{n:>8}' for n in names)}", file=sys.stderr)
    rows = [
        (f"{kind} {g} {r}", s)
        for kind, groups in report.by.items()
        for g, readers in sorted(groups.items())
        for r, s in readers.items()
    ]
    for label, scores in [*rows, *((f"all {r}", s) for r, s in report.total.items())]:
        keys = scores.keys()
        cells = "".join(
            f"{'-' if keys[f'f1_{n}'] is None else keys[f'f1_{n}']!s:>8}" for n in names
        )
        print(f"{label[:39]:40}{scores.pages:>6}{cells}", file=sys.stderr)
    print(file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.articles",
        description="Reads recorded articles and compares title, author, date and body with "
        "the truth.",
        epilog="example: python -m benchmarks.articles --data ../shared/corpora --json",
    )
    parser.add_argument("--data", type=Path, required=True, help="a data folder, or many below")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument("--limit", type=int, help="only N articles of a folder")
    parser.add_argument("--no-baselines", action="store_true", help="leave out the other readers")
    parser.add_argument("--explain", action="store_true", help="show what went wrong, page by page")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark.

    Raises
    ------
    BenchError
        When data are missing or malformed, or no folder has articles with a truth.
    """
    args = _parser().parse_args(argv)
    started = time.monotonic()
    now = datetime.now(UTC)
    readers = [OWN, *([] if args.no_baselines else PEERS)]
    report = _Report(readers)
    seconds = dict.fromkeys(readers, 0.0)
    used = []
    skipped = 0
    for folder in data_folders(args.data, MANIFEST):
        sources = load_articles(folder, args.limit)
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
                if args.explain and reader == OWN:
                    _explain(source, got, scores)
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
