"""Hours that stand below the heading of their day: posts of one day, as talk is often kept."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from fpcrawl.extraction.daytimes import MAX_CLOCK, is_clock
from fpcrawl.extraction.vocabulary import POST_ID
from fpcrawl.pages.dates import find_times, parse_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = ["below_days"]

#: So many days, one of more hours, say that these are of the days above them; else numbers do.
MANY_DAYS = 2


def below_days(tree: PageTree, times: list[TimeNode]) -> list[TimeNode]:
    """Return the times of a page with hours in the place of the headings of their days.

    A day is a heading of what follows it if it stands alone in its box, and another day or nothing
    stands between it and the hour. All hours built alike must have one, and those of a day must
    run one way.

    Parameters
    ----------
    tree
        A numbered page.
    times
        Its times, in order.
    """
    days = _days_of_hours(tree, times)
    if not days:
        return times
    heads = {day.node for day in days.values()}
    shown = ((i, tree.text(i), day) for i, day in days.items())
    hours = [replace(d, node=i, raw=hour, full=f"{d.raw} {hour}") for i, hour, d in shown]
    rest = (time for time in times if time.node not in heads)
    return sorted((*rest, *hours), key=lambda time: time.node)


def _days_of_hours(tree: PageTree, times: Sequence[TimeNode]) -> dict[int, TimeNode]:
    """Return elements that show an hour alone, with the day that heads them."""
    heads = {box: time for time in times if (box := _head_box(tree, time)) is not None}
    if not heads:
        return {}
    boxes = sorted(heads)
    kinds: dict[str, list[int]] = {}
    for i, length in enumerate(tree.text_len):
        if 0 < length <= MAX_CLOCK and tree.end[i] == i + 1 and i > boxes[0]:
            text = tree.text(i)
            if ":" in text and is_clock(text):
                kinds.setdefault(tree.lower_path(i, 2), []).append(i)
    told = {time.node for time in times}
    out: dict[int, TimeNode] = {}
    for hours in kinds.values():
        if not told.isdisjoint(hours):
            continue
        above = [boxes[bisect_left(boxes, i) - 1] for i in hours]
        if not all(tree.holds(tree.parent[box], i) for box, i in zip(above, hours, strict=True)):
            continue
        days = len(set(above))
        told_twice = len(hours) > days >= MANY_DAYS
        begins = map(max, (tree.end[box] for box in above), (0, *hours))
        if not told_twice and not all(map(partial(_is_numbered, tree), begins, hours)):
            continue
        if _run_one_way(tree, hours, above):
            out |= {i: heads[box] for i, box in zip(hours, above, strict=True)}
    return out


def _head_box(tree: PageTree, time: TimeNode) -> int | None:
    """Return the outermost element that says a day and nothing else, ``None`` without one."""
    if ":" in time.raw or time.full or tree.text_len[time.node] != len(time.raw):
        return None
    match = next(iter(find_times(time.raw)), None)
    told = parse_time(time.raw, now=tree.page.fetched)
    if match is None or told is None or told.precision != "day":
        return None
    if match.relative and any(map(str.isdigit, time.raw)):
        return None  # an age: "2 days ago"
    box = time.node
    while (above := tree.parent[box]) >= 0 and tree.text_len[above] == tree.text_len[box]:
        box = above
    return box if above >= 0 and tree.tag(box) not in {"a", "span"} else None


def _is_numbered(tree: PageTree, start: int, stop: int) -> bool:
    """Whether one of some elements has the number of a post: a box, or a place to link to."""
    told = (e.get("id") or e.get("name") for e in tree.nodes[start:stop])
    return any(name and POST_ID.fullmatch(name) for name in told)


def _run_one_way(tree: PageTree, hours: Sequence[int], above: Sequence[int]) -> bool:
    """Whether the hours below each day rise on all days, or fall on all."""
    minutes = [_minute(tree.text(i)) for i in hours]
    days = list(zip(above, minutes, strict=True))
    steps = [after - before for (one, before), (other, after) in pairwise(days) if one == other]
    return all(step >= 0 for step in steps) or all(step <= 0 for step in steps)


def _minute(clock: str) -> int:
    """Return the minute of the day that a clock shows: "9:05 pm"."""
    hour, _, rest = clock.strip().lower().partition(":")
    digits = "".join(filter(str.isdigit, hour)) or "0"
    late = 12 * ("p" in rest) + int(digits) % (12 if "m" in rest else 24)
    return 60 * late + int("".join(filter(str.isdigit, rest[:2])) or 0)
