"""What it costs to read a page by a template, beside lxml's parse of it and beside a browser.

Templates are learnt of each group's pages as a crawl labels them, by structure. Then each page
is parsed, read by the XPath template from the tree that this left, and read by the SoftMealy
template from its source, one after the other, several times over; a page's time is the median
of its rounds in processor time, the figures are medians over the pages. ``rendered`` is the
whole extraction with a browser, by the clock on the wall: parse, layout, network.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, TypeVar

from lxml import html as lxml_html

from benchmarks._threadpages import demo_pages, folder_pages
from benchmarks.common import BenchError, bench_keys, emit, peak_mb, run_bench
from fpcrawl.exceptions import PageError, RenderError
from fpcrawl.extraction.place import Place
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.extraction.templates.assemble import assemble
from fpcrawl.extraction.templates.labels import label_posts
from fpcrawl.extraction.templates.model import LabelledPage, Sheet
from fpcrawl.extraction.templates.softmealy_induce import induce_softmealy
from fpcrawl.extraction.templates.xpath_induce import induce_xpath
from fpcrawl.extraction.treebuild import build_tree
from fpcrawl.extraction.visual.classify import Classifier, network_name, shipped_classifier
from fpcrawl.extraction.visual.render import ChromiumRenderer, find_browser
from fpcrawl.pages import read_page
from fpcrawl.pages.charset import text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks._threadpages import ThreadPage
    from fpcrawl.extraction.templates.learn import Inducer
    from fpcrawl.extraction.templates.model import Template
    from fpcrawl.pages import Page

__all__ = ["main"]

LEARNT = 10
"""Pages of a group that its templates are learnt of, at most."""
_PER_GROUP = 14
_ROUNDS = 5
_RENDERED = 16
_PAGE_BYTES = 60_000
_KINDS: dict[str, Inducer] = {"xpath": induce_xpath, "softmealy": induce_softmealy}
_T = TypeVar("_T")


@dataclass(slots=True)
class _Group:
    """Pages of one template, what was learnt of them, and what reading them took."""

    pages: list[ThreadPage] = field(default_factory=list)
    templates: dict[str, Template] = field(default_factory=dict)


@dataclass(slots=True)
class _Timed:
    """One page: seconds of each round by step, and the records each kind read."""

    n_bytes: int
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    records: dict[str, int] = field(default_factory=dict)

    def median_ms(self, step: str) -> float:
        """Median of the rounds, in ms."""
        return 1e3 * median(self.seconds[step])


def _label(page: Page, source: str) -> LabelledPage | None:
    tree = build_tree(page)
    group = find_posts(tree, LayoutBook())
    records = label_posts(tree, group) if group is not None else []
    return LabelledPage(tree, source, "thread", records) if records else None


def _open(page: ThreadPage) -> tuple[Page, str] | None:
    try:
        read = read_page(page.body, page.url, http_charset=page.charset, fetched=page.fetched)
    except PageError:
        return None
    return read, text_of(page.body, read.charset)


def _learn(group: _Group) -> None:
    labelled = []
    for page in group.pages[:LEARNT]:
        opened = _open(page)
        label = _label(*opened) if opened is not None else None
        if label is not None:
            labelled.append(label)
    for kind, induce in _KINDS.items():
        template = induce(labelled) if labelled else None
        if template is not None:
            group.templates[kind] = template


def _clocked(timed: _Timed, step: str, work: Callable[[], _T]) -> _T:
    # Parsers leave circles behind; to free them is not the next step's work.
    gc.collect(0)
    start = time.process_time()
    result = work()
    timed.seconds[step].append(time.process_time() - start)
    return result


def _round(page: ThreadPage, opened: tuple[Page, str], group: _Group, timed: _Timed) -> None:
    read, source = opened
    _clocked(timed, "parse", partial(lxml_html.document_fromstring, page.body))
    place = Place(read.url, read.url, read.fetched)
    for kind, template in group.templates.items():
        sheet = (
            Sheet(read.base_url, root=read.root)
            if kind == "xpath"
            else Sheet(read.base_url, source=source)
        )
        found = _clocked(timed, kind, partial(template.read, sheet))
        timed.records[kind] = len(found)
        _clocked(timed, f"{kind}_to_records", partial(assemble, found, "thread", read, place))


def _rendered(pages: Sequence[ThreadPage]) -> dict[str, Any]:
    """Time the extraction with a browser; ``None`` for its ms where there is none."""
    if find_browser() is None or not pages:
        return {"ms": None, "pages": 0}
    try:
        classifier = shipped_classifier()
    except FileNotFoundError:  # a checkout in which nothing was trained
        classifier = Classifier({})
    seen = network_name("forum", rendered=True) in classifier.networks
    times, layouts, failed = [], [], 0
    with ChromiumRenderer() as renderer:
        for number, page in enumerate([pages[0], *pages]):
            start = time.perf_counter()
            read = read_page(page.body, page.url, http_charset=page.charset, fetched=page.fetched)
            tree = build_tree(read)
            before = time.perf_counter()
            try:
                layout = renderer.render(tree)
            except RenderError:
                failed += 1
                continue
            laid_out = time.perf_counter()
            if seen:
                classifier.read(tree, layout)
            else:
                find_posts(tree, LayoutBook())
            if number:  # the first one pays for the browser's start
                times.append(time.perf_counter() - start)
                layouts.append(laid_out - before)
    return {
        "ms": round(1e3 * median(times), 1) if times else None,
        "layout_ms": round(1e3 * median(layouts), 1) if layouts else None,
        "read_by": "network" if seen else "structure",
        "pages": len(times),
        "failed": failed,
    }


def _result(timed: Sequence[_Timed], rendered: dict[str, Any]) -> dict[str, Any]:
    steps = {
        step: [t.median_ms(step) for t in timed if step in t.seconds]
        for step in ("parse", *_KINDS, *(f"{kind}_to_records" for kind in _KINDS))
    }
    ms: dict[str, float | None] = {
        step: round(median(values), 3) if values else None for step, values in steps.items()
    }
    ms["rendered"] = rendered["ms"]
    out: dict[str, Any] = {"ms": ms}
    for kind in _KINDS:
        both = [t for t in timed if kind in t.seconds]
        ratios = [t.median_ms(kind) / t.median_ms("parse") for t in both]
        whole = [
            (t.median_ms(kind) + t.median_ms(f"{kind}_to_records")) / t.median_ms("parse")
            for t in both
        ]
        scaled = [t.median_ms(kind) * _PAGE_BYTES / t.n_bytes for t in both]
        out[f"ratio_{kind}_vs_parse"] = round(median(ratios), 4) if ratios else None
        out[f"ratio_{kind}_with_records_vs_parse"] = round(median(whole), 4) if whole else None
        out[f"{kind}_ms_per_60_kb"] = round(median(scaled), 3) if scaled else None
        out[f"ratio_rendered_vs_{kind}"] = (
            round(rendered["ms"] / ms[kind], 1) if rendered["ms"] and ms[kind] else None
        )
        out[f"{kind}_pages"] = len(both)
        out[f"{kind}_records"] = sum(t.records[kind] for t in both)
    out["rendering"] = rendered
    out["page_bytes"] = int(median(t.n_bytes for t in timed))
    return out


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark.

    Raises
    ------
    BenchError
        When data are missing or malformed, or hold no page of a thread that can be read.
    """
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.template_speed",
        description="Times templates beside lxml's parse of the same pages, and beside a browser.",
        epilog="example: python -m benchmarks.template_speed --data ../shared/forums --json",
    )
    parser.add_argument("--data", type=Path, help="a data folder (default: the demo's pages)")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument("--limit", type=int, default=_PER_GROUP, help="pages of a template")
    parser.add_argument("--rounds", type=int, default=_ROUNDS, help="times each page is read")
    parser.add_argument("--no-baselines", action="store_true", help="do without the browser")
    args = parser.parse_args(argv)
    if args.limit < 1 or args.rounds < 1:
        raise BenchError("--limit and --rounds are at least 1")
    started = time.perf_counter()
    pages = folder_pages(args.data, args.limit) if args.data else demo_pages(args.limit)
    groups: defaultdict[str, _Group] = defaultdict(_Group)
    for page in pages:
        groups[page.group].pages.append(page)
    timed: list[_Timed] = []
    for name, group in groups.items():
        _learn(group)
        print(f"{name}: {len(group.pages)} pages, {[*group.templates]}", file=sys.stderr)
        for page in group.pages:
            opened = _open(page)
            if opened is None:
                continue
            timed.append(_Timed(len(page.body)))
            for _ in range(args.rounds):
                _round(page, opened, group, timed[-1])
    if not timed:
        raise BenchError("not one page that can be read")
    sample = pages[:: max(1, len(pages) // _RENDERED)][:_RENDERED]
    rendered = _rendered([] if args.no_baselines else sample)
    result = {
        **_result(timed, rendered),
        "templates": len(groups),
        **bench_keys(
            "template_speed",
            str(args.data or "demo"),
            len(timed),
            time.perf_counter() - started,
            peak_mb(),
        ),
    }
    emit(result, as_json=args.json)
    return 0


if __name__ == "__main__":
    run_bench(main)
