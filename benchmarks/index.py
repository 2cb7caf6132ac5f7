"""``python -m benchmarks.index``: the rows of recorded lists, field by field.

A field is judged on the folders whose pages show it: there most of its true values can be
found around their rows. What a page does not show nobody can extract; ``*_labelled`` beside
each figure counts those values too. Values invented where none is shown count against it.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import UTC
from typing import TYPE_CHECKING, Any

from benchmarks._fewer import pages_cut
from benchmarks._indextruth import (
    FIELDS,
    TrueRow,
    load_rows,
    plain,
    right_time,
    shown_fields,
    windows,
)
from benchmarks._pagebench import data_parser, print_figures
from benchmarks._walkpages import MANIFEST, load_folder
from benchmarks._walkthrough import read_folder, row_keys
from benchmarks.common import (
    BenchError,
    bench_keys,
    data_folders,
    data_hash,
    emit,
    peak_mb,
    run_bench,
)
from benchmarks.scoring import FieldCount, author_matches, f1
from fpcrawl.extraction.build import build_threads
from fpcrawl.extraction.clock import observe_page
from fpcrawl.extraction.place import Place
from fpcrawl.pages.siteclock import SiteClock
from fpcrawl.pages.urls import url_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks._fewer import Cut
    from benchmarks._walkpages import WalkFolder
    from fpcrawl.extraction.records import Thread
    from fpcrawl.walk.reading import Reading

#: A field is shown where so large a share of its true values stands around the rows.
SHOWN_SHARE = 0.8
_TABLE = ("url", *FIELDS)


@dataclass(slots=True)
class ListPage:
    """One list: true rows and what was made of them.

    Attributes
    ----------
    pairs
        True rows, each with the extracted one of the same address.
    got
        Extracted rows, all of them.
    right, shown
        For each true row: fields that were read rightly, fields that its page shows.
    """

    id: str
    role: str
    pairs: list[tuple[TrueRow, Thread | None]]
    got: list[Thread]
    right: list[set[str]] = field(default_factory=list)
    shown: list[dict[str, bool]] = field(default_factory=list)

    def count(self, name: str, shown: frozenset[str]) -> FieldCount:
        """Count a field, of which only what is in ``shown`` is labelled."""
        if name == "url":
            hits = sum(thread is not None for _, thread in self.pairs)
            return FieldCount(hits, len(self.got), len(self.pairs))
        labelled = sum(row.labelled(name) for row, _ in self.pairs) if name in shown else 0
        hits = sum(name in right for right in self.right) if name in shown else 0
        return FieldCount(hits, sum(_value(t, name) is not None for t in self.got), labelled)


@dataclass(slots=True)
class IndexScore:
    """Figures of a number of lists."""

    pages: int = 0
    rows: int = 0
    f1: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    labelled: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    sticky: Counter[str] = field(default_factory=Counter)

    def add(self, page: ListPage, shown: frozenset[str]) -> None:
        """Count one list."""
        self.pages += 1
        self.rows += len(page.pairs)
        known = frozenset(n for n in FIELDS if any(row.labelled(n) for row, _ in page.pairs))
        for name in _TABLE:
            if name != "url" and name not in known:
                continue
            for names, out in ((shown, self.f1), (known, self.labelled)):
                count = page.count(name, names)
                # Where nothing is to be read and nothing was, there is nothing to judge.
                if count.extracted or count.labelled:
                    out[name].append(count.f1)
        self.sticky["got"] += sum(bool(thread.sticky) for thread in page.got)
        self.sticky["true"] += sum(row.sticky for row, _ in page.pairs)
        self.sticky["hits"] += sum(
            row.sticky and thread is not None and bool(thread.sticky) for row, thread in page.pairs
        )

    def keys(self) -> dict[str, Any]:
        """Return the figures; ``None`` for what had nothing to judge."""
        out: dict[str, Any] = {"pages": self.pages, "rows": self.rows}
        for name in _TABLE:
            out[f"f1_{name}"] = _mean(self.f1[name])
        for name in FIELDS:
            out[f"f1_{name}_labelled"] = _mean(self.labelled[name])
        sticky = self.sticky
        judged = sticky["got"] + sticky["true"]
        out["sticky_f1"] = (
            round(f1(sticky["hits"], sticky["got"], sticky["true"]), 4) if judged else None
        )
        return {**out, "sticky_rows": sticky["true"], "sticky_extracted": sticky["got"]}


def _mean(values: list[float]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None


def _value(thread: Thread, name: str) -> object:
    return getattr(thread, "last_post" if name == "last_post_time" else name)


def read_lists(folder: WalkFolder, truth: dict[str, tuple[TrueRow, ...]]) -> list[ListPage]:
    """Read a folder in the order of a crawl; return its lists.

    Raises
    ------
    BenchError
        When a page cannot be read.
    """
    clocks: dict[str, SiteClock] = {}
    out = []
    for page, reading in read_folder(folder):
        clock = clocks.setdefault(page.site, SiteClock())
        observe_page(clock, reading.tree, page.fetched)
        rows = truth.get(page.id)
        if rows is None:
            continue
        place = Place(page.site, page.url, page.fetched, zone=clock.zone or UTC, order=clock.order)
        threads = build_threads(reading.rows, reading.tree, place)
        out.append(_judge(page.id, reading, threads, rows))
    return out


def _judge(
    name: str, reading: Reading, threads: list[Thread], rows: tuple[TrueRow, ...]
) -> ListPage:
    found = {url_key(row.link.url): row.link for row in reading.rows}
    keys = row_keys(reading.page, [(row.url, row.title) for row in rows], found)
    by_key = {url_key(thread.url): thread for thread in threads}
    places: dict[str, list[int]] = defaultdict(list)
    for link in reading.page.links:
        places[url_key(link.url)].append(link.n)
    page = ListPage(
        name, reading.role, [(row, by_key.get(key)) for row, key in zip(rows, keys, strict=True)],
        threads,
    )  # fmt: skip
    around = windows(reading.page, keys, places)
    for (row, thread), window in zip(page.pairs, around, strict=True):
        page.shown.append(shown_fields(row, window))
        page.right.append(_right(row, thread, window) if thread is not None else set())
    return page


def _right(row: TrueRow, thread: Thread, window: Sequence[str]) -> set[str]:
    judged = {
        "title": bool(row.title) and plain(thread.title or "") == plain(row.title),
        "author": author_matches(row.author, thread.author),
        "replies": row.replies is not None and thread.replies == row.replies,
        "views": row.views is not None and thread.views == row.views,
        "last_post_time": row.last_post_time is not None
        and right_time(row, thread.last_post, thread.last_post_raw, window),
    }
    return {name for name, right in judged.items() if right}


def fields_shown(pages: Iterable[ListPage]) -> frozenset[str]:
    """Return the fields that the lists of a folder show."""
    there, labelled = Counter[str](), Counter[str]()
    for page in pages:
        for fields in page.shown:
            labelled.update(fields.keys())
            there.update(name for name, shown in fields.items() if shown)
    return frozenset(name for name, n in labelled.items() if there[name] >= SHOWN_SHARE * n)


def _explain(name: str, pages: Sequence[ListPage], shown: frozenset[str], most: int) -> None:
    """Print rows that went wrong, ``most`` of each field."""
    told: Counter[str] = Counter()

    def tell(kind: str, text: str) -> None:
        told[kind] += 1
        if told[kind] <= most:
            print(f"{name}: {kind}: {text}", file=sys.stderr)

    for page in pages:
        extra = len(page.got) - sum(thread is not None for _, thread in page.pairs)
        if extra:
            tell("url", f"{page.id}: {extra} rows too many ({page.role})")
        for (row, thread), right in zip(page.pairs, page.right, strict=True):
            if thread is None:
                tell("url", f"{page.id}: no row for {row.url} ({page.role})")
                continue
            for what in FIELDS:
                value = _value(thread, what)
                if (what in shown and row.labelled(what) and what not in right) or (
                    what not in shown and value is not None and page.shown[0].get(what) is not None
                ):
                    true = getattr(row, what)
                    tell(what, f"{page.id} {row.url}: {value!r} instead of {true!r}")
            if bool(thread.sticky) != row.sticky:
                tell("sticky", f"{page.id} {row.url}: {thread.sticky} instead of {row.sticky}")


def _print_table(scores: dict[str, IndexScore], hidden: dict[str, list[str]]) -> None:
    names = [*(f"f1_{name}" for name in _TABLE), "sticky_f1"]
    print_figures(
        [*_TABLE, "sticky"],
        [
            (label, score.pages, [score.keys()[name] for name in names])
            for label, score in scores.items()
        ],
    )
    for name, fields in hidden.items():
        if fields:
            print(f"{name}: not shown: {', '.join(fields)}", file=sys.stderr, flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark.

    Raises
    ------
    BenchError
        When data are missing or malformed, or no folder has the truth this needs.
    """
    parser = data_parser(
        "index",
        "Reads recorded lists and compares their rows with the truth, by field.",
        explain="each field",
    )
    args = parser.parse_args(argv)
    started = time.monotonic()
    folders = data_folders(args.data, MANIFEST)
    per_folder: dict[str, IndexScore] = {}
    per_software: dict[str, IndexScore] = {}
    hidden: dict[str, list[str]] = {}
    total = IndexScore()
    used = []
    cuts: list[Cut | None] = []
    for folder in folders:
        truth = load_rows(folder, args.disguise)
        loaded = load_folder(folder, args.limit, args.disguise) if truth else None
        if loaded is None or not any(page.id in truth for page in loaded.pages):
            continue
        used.append(folder)
        cuts += [page.cut for page in loaded.pages]
        pages = read_lists(loaded, truth)
        shown = fields_shown(pages)
        known = {name for page in pages for fields in page.shown for name in fields}
        hidden[loaded.name] = sorted(known - shown)
        if args.explain:
            _explain(loaded.name, pages, shown, args.explain)
        scores = (
            per_folder.setdefault(loaded.name, IndexScore()),
            per_software.setdefault(loaded.software, IndexScore()),
            total,
        )
        for page in pages:
            for score in scores:
                score.add(page, shown)
    if not used:
        raise BenchError(f"{args.data} tells the rows of no list (truth.threads)")
    _print_table({**per_folder, "all": total}, hidden)
    seconds = time.monotonic() - started
    result = {
        **total.keys(),
        **bench_keys("index", str(args.data), total.pages, seconds, peak_mb()),
        "disguise": args.disguise,
        **pages_cut(args.disguise, cuts),
        "data_sha256": data_hash(used),
        "skipped_folders": len(folders) - len(used),
        "not_shown": {name: fields for name, fields in hidden.items() if fields},
        "per_software": {name: score.keys() for name, score in per_software.items()},
        "per_folder": {name: score.keys() for name, score in per_folder.items()},
    }
    emit(result, as_json=args.json)
    return 0


if __name__ == "__main__":
    run_bench(main)
