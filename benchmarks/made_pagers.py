"""``python -m benchmarks.made_pagers``: the way on from pages of lists drawn by a seed.

Each page is read alone, as a crawl reads it that has seen no other of the list.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from benchmarks._madebench import run_made
from benchmarks._madepagers import make_page
from benchmarks._pagebench import print_figures
from benchmarks.common import run_bench
from benchmarks.made_lists import read_alone
from fpcrawl.pages.urls import url_key
from fpcrawl.walk.pagination import next_page
from fpcrawl.walk.walker import Context

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks._madepagers import MadePage

__all__ = ["PageResult", "judge_page", "main", "read_ways"]

_COLUMNS = {
    "index_share": "index",
    "reached_share": "reached",
    "ended_share": "ended",
    "next_page_share": "next",
    "stray_steps": "strays",
}


@dataclass(slots=True)
class PageResult:
    """What was made of one page.

    Attributes
    ----------
    onward
        Whether the page after it was found, or on a last page, that there is none.
    next
        Whether exactly that was told to be the next page.
    strays
        Steps that lead to no page of the list.
    """

    made: MadePage
    role: str
    onward: bool
    next: bool
    strays: int
    faults: list[str] = field(default_factory=list)


def read_ways(made: MadePage) -> tuple[str, str | None, list[tuple[str, int]]]:
    """Read a page; return its role, its next page, and steps to others with their numbers."""
    reading, walker = read_alone(made.html, made.url)
    steps = walker.further_pages(reading, Context("index", page=made.number))
    told = next_page(reading.pages, made.url)
    return reading.role, told, [(step.url, step.context.page) for step in steps]


def judge_page(
    made: MadePage, role: str, told: str | None, steps: Sequence[tuple[str, int]]
) -> PageResult:
    """Compare where a page was found to lead with where it leads."""
    keys = {url_key(url) for url, _ in steps}
    if made.next is None:
        onward = all(number <= made.number for _, number in steps)
    else:
        onward = url_key(made.next) in keys
    right = (told and url_key(told)) == (made.next and url_key(made.next))
    strays = sorted(keys - {url_key(url) for url in made.urls})
    result = PageResult(made, role, onward, right, len(strays))
    if role != "index":
        result.faults.append(f"role: {role!r} instead of 'index'")
    if not onward:
        result.faults.append(f"onward: {list(steps)[:5]} instead of {made.next}")
    if not right:
        result.faults.append(f"next: {told} instead of {made.next}")
    result.faults += [f"stray: {url}" for url in strays]
    return result


def figures(results: Sequence[PageResult]) -> dict[str, Any]:
    """Return the figures of a number of pages; ``None`` where there was nothing to judge."""
    inner = [result.onward for result in results if result.made.next is not None]
    last = [result.onward for result in results if result.made.next is None]
    return {
        "index_share": _share([result.role == "index" for result in results]),
        "reached_share": _share(inner),
        "ended_share": _share(last),
        "next_page_share": _share([result.next for result in results]),
        "stray_steps": sum(result.strays for result in results),
    }


def _share(right: Sequence[bool]) -> float | None:
    return round(sum(right) / len(right), 4) if right else None


def _grouped(results: Sequence[PageResult], aspect: str) -> dict[str, list[PageResult]]:
    out: dict[str, list[PageResult]] = {}
    for result in results:
        out.setdefault(result.made.shape[aspect], []).append(result)
    return dict(sorted(out.items()))


def _print_table(groups: dict[str, list[PageResult]]) -> None:
    lines = []
    for label, part in groups.items():
        keys = figures(part)
        lines.append((label, len(part), [keys[name] for name in _COLUMNS]))
    print_figures(list(_COLUMNS.values()), lines)


def _judged(seed: int) -> tuple[PageResult, str]:
    made = make_page(seed)
    result = judge_page(made, *read_ways(made))
    if result.faults:
        result.faults.insert(0, f"page {made.number} of {made.pages}: {made.url}")
    return result, f"{made.urls}{made.number}"


def _told(results: Sequence[PageResult]) -> dict[str, Any]:
    pagers, forms = _grouped(results, "pager"), _grouped(results, "form")
    _print_table(forms)
    _print_table({**pagers, "all": [*results]})
    return {
        **figures(results),
        "per_pager": {name: figures(part) for name, part in pagers.items()},
        "per_form": {name: figures(part) for name, part in forms.items()},
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark; raises :class:`~benchmarks.common.BenchError` for odd numbers."""
    description = "Makes pages of lists with pagers drawn by a seed and reads each alone."
    return run_made("made_pagers", "pagers", description, _judged, _told, argv)


if __name__ == "__main__":
    run_bench(main)
