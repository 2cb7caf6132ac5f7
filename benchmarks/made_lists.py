"""``python -m benchmarks.made_lists``: rows of lists of threads drawn by a seed, field by field.

Each list is read alone, as the first page that a crawl sees of a site. The same seed makes the
same page.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from benchmarks._madebench import run_made
from benchmarks._maderows import LIST_URL, make_list
from benchmarks._pagebench import print_figures
from benchmarks._rowlayouts import ROW_LAYOUTS
from benchmarks._rowparts import LIST_NOW
from benchmarks.common import run_bench
from benchmarks.scoring import author_matches, parse_time
from fpcrawl.extraction.build import build_threads
from fpcrawl.extraction.clock import observe_page
from fpcrawl.extraction.place import Place
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.pages import read_page
from fpcrawl.pages.siteclock import SiteClock
from fpcrawl.pages.urls import SiteScope, url_key
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.roles import decide
from fpcrawl.walk.walker import Context, Walker, WalkRules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks._maderows import MadeList, MadeRow
    from fpcrawl.extraction.records import Thread
    from fpcrawl.walk.reading import Reading

__all__ = [
    "ListResult",
    "judge_list",
    "main",
    "read_alone",
    "read_list",
]

_FIELDS = ("title", "author", "replies", "views", "last_post_time")


@dataclass(slots=True)
class ListResult:
    """What was made of one list.

    Attributes
    ----------
    right
        Field -> found rows of which it is right.
    faults
        What went wrong, a line each.
    """

    made: MadeList
    role: str
    found: int = 0
    extra: int = 0
    right: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def read_alone(html: str, url: str, kind: str = "forum") -> tuple[Reading, Walker]:
    """Read a page as the first of a site; return what was made of it and the walker."""
    page = read_page(html.encode(), url, fetched=LIST_NOW, site_time=LIST_NOW)
    reading = read_structure(page, LayoutBook())
    decide(reading, None, None, kind=kind)
    walker = Walker(SiteScope(url), WalkRules(kind))
    walker.read_list(reading, Context())
    return reading, walker


def read_list(made: MadeList) -> tuple[str, list[Thread]]:
    """Read a list as the walk reads it; return its role and its rows."""
    reading, _ = read_alone(made.html, LIST_URL)
    clock = SiteClock()
    observe_page(clock, reading.tree, LIST_NOW)
    site = urlsplit(LIST_URL).netloc
    place = Place(site, LIST_URL, LIST_NOW, zone=clock.zone or UTC, order=clock.order)
    return reading.role, build_threads(reading.rows, reading.tree, place)


def judge_list(made: MadeList, role: str, threads: Iterable[Thread]) -> ListResult:
    """Compare the rows that were read with those that are there."""
    result = ListResult(made, role)
    if role != "index":
        result.faults.append(f"role: {role!r} instead of 'index'")
    got = {url_key(thread.url): thread for thread in threads}
    for row in made.rows:
        thread = got.pop(url_key(urljoin(LIST_URL, row.path)), None)
        if thread is None:
            result.faults.append(f"url: no row for {row.path} ({row.title})")
            continue
        result.found += role == "index"
        _judge_row(result, row, thread)
    result.extra = len(got)
    result.faults += [f"url: no such row: {thread.url}" for thread in got.values()]
    return result


def _judge_row(result: ListResult, row: MadeRow, thread: Thread) -> None:
    judged = {
        "title": (thread.title == row.title, thread.title, row.title),
        "author": (author_matches(row.author, thread.author), thread.author, row.author),
        "replies": (thread.replies == row.replies, thread.replies, row.replies),
        "views": (thread.views == row.views, thread.views, row.views),
        "last_post_time": (_right_time(row, thread.last_post), thread.last_post_raw, row.shown),
    }
    for name, (right, value, true) in judged.items():
        if right:
            result.right[name] += result.role == "index"
        else:
            result.faults.append(f"{name}: {value!r} instead of {true!r} ({row.path})")


def _right_time(row: MadeRow, got: str | None) -> bool:
    parsed = parse_time(got)
    if parsed is None:
        return False
    value = parsed[0] if parsed[0].tzinfo else parsed[0].replace(tzinfo=UTC)
    return abs(value - row.last) <= row.within


def figures(results: Sequence[ListResult]) -> dict[str, Any]:
    """Return the figures of a number of lists; ``None`` where nothing was found to judge."""
    rows = sum(len(result.made.rows) for result in results)
    found = sum(result.found for result in results)
    out: dict[str, Any] = {
        "lists": len(results),
        "rows": rows,
        "index_share": _share(sum(result.role == "index" for result in results), len(results)),
        "found_share": _share(found, rows),
        "extra_rows": sum(result.extra for result in results),
    }
    for name in _FIELDS:
        out[f"right_{name}"] = _share(sum(result.right[name] for result in results), found)
    return out


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _by_layout(results: Sequence[ListResult]) -> dict[str, dict[str, Any]]:
    out = {}
    for layout in ROW_LAYOUTS:
        part = [result for result in results if result.made.layout == layout]
        if part:
            out[layout] = figures(part)
    return out


def _print_table(per_layout: dict[str, dict[str, Any]], total: dict[str, Any]) -> None:
    names = ["found_share", *(f"right_{name}" for name in _FIELDS)]
    print_figures(
        ["found", *("last" if name == "last_post_time" else name for name in _FIELDS)],
        [
            (label, keys["lists"], [keys[name] for name in names])
            for label, keys in {**per_layout, "all": total}.items()
        ],
    )


def _judged(seed: int) -> tuple[ListResult, str]:
    made = make_list(seed)
    return judge_list(made, *read_list(made)), str(made.rows)


def _told(results: Sequence[ListResult]) -> dict[str, Any]:
    total, per_layout = figures(results), _by_layout(results)
    _print_table(per_layout, total)
    return {**total, "per_layout": per_layout}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark; raises :class:`~benchmarks.common.BenchError` for odd numbers."""
    description = "Makes lists of threads of shapes drawn by a seed and reads each alone."
    return run_made("made_lists", "lists", description, _judged, _told, argv)


if __name__ == "__main__":
    run_bench(main)
