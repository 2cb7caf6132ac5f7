"""Hours that stand below the heading of their day: posts of one day, as talk is often kept."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from itertools import groupby, pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from fpcrawl.extraction.daytimes import MAX_CLOCK, is_clock
from fpcrawl.extraction.vocabulary import AUTHOR_HREF, POST_ID
from fpcrawl.pages.dates import find_times, parse_time

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = ["below_days"]

#: So many days, one of more hours, say that these are of the days above them; else numbers do.
MANY_DAYS = 2
#: Times built alike elsewhere from which on posts can be what tells those.
MANY_ELSEWHERE = 2
#: Characters between a day and the place with the number of the first post below it.
MAX_BETWEEN = 24


class _Day(NamedTuple):
    """The box of a day, where what it heads ends, and hours below it."""

    box: int
    end: int
    hours: list[int]


def below_days(tree: PageTree, times: list[TimeNode]) -> list[TimeNode]:
    """Return the times of a page with hours in the place of the headings of their days.

    A day is a heading of what follows it if it stands alone in its box, and another day or nothing
    stands between it and the hour. All hours built alike must have one, and those of a day must
    run one way. Hours that posts tell of, as those of a meeting, stand behind words of these, or
    beside nobody's name.

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
    hours = [replace(day, node=i, raw=hour, full=_at(day, hour)) for i, hour, day in shown]
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
        days = _days(tree, boxes, hours) if told.isdisjoint(hours) else None
        if not days or not _run_one_way(tree, days, heads):
            continue
        own = {heads[day.box].node for day in days}
        others = [time.node for time in times if time.node not in own]
        if _are_numbered(tree, days) or _are_of_posts(tree, days, others):
            out |= {i: heads[day.box] for day in days for i in day.hours}
    return out


def _days(tree: PageTree, boxes: Sequence[int], hours: Sequence[int]) -> list[_Day] | None:
    """Return the days that head some hours, ``None`` where one has none above it in its box."""
    above = ((boxes[bisect_left(boxes, i) - 1], i) for i in hours)
    days = {box: [i for _, i in those] for box, those in groupby(above, key=itemgetter(0))}
    ends = (*list(days)[1:], len(tree.nodes))
    out = [
        _Day(box, min(end, tree.end[tree.parent[box]]), days[box])
        for box, end in zip(days, ends, strict=True)
    ]
    return out if all(day.hours[-1] < day.end for day in out) else None


def _head_box(tree: PageTree, time: TimeNode) -> int | None:
    """Return the outermost element that says a day and nothing else, ``None`` without one."""
    if ":" in f"{time.raw}{time.full}" or tree.text_len[time.node] != len(time.raw):
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


def _are_numbered(tree: PageTree, days: Sequence[_Day]) -> bool:
    """Whether all hours have the number of a post ahead of them, the first right behind its day."""
    for day in days:
        last = tree.end[day.box]
        for hour in day.hours:
            number = next((i for i in range(last, hour) if _has_number(tree, i)), None)
            if number is None:
                return False
            if hour == day.hours[0] and _chars(tree, last, number) > MAX_BETWEEN:
                return False
            last = hour
    return True


def _has_number(tree: PageTree, i: int) -> bool:
    """Whether an element has the number of a post: a box, or a place to link to."""
    name = tree.nodes[i].get("id") or tree.nodes[i].get("name")
    return bool(name) and POST_ID.fullmatch(name) is not None


def _are_of_posts(tree: PageTree, days: Sequence[_Day], others: Sequence[int]) -> bool:
    """Whether days and hours without numbers are those of posts, and none that posts tell of.

    Posts begin with who and when, and days with their first post.

    Parameters
    ----------
    others
        Elements of the other times of the page.
    """
    if not sum(len(day.hours) for day in days) > len(days) >= MANY_DAYS:
        return False
    areas = {tree.parent[day.box] for day in days}
    if len(areas) == len(days) and any(_chars(tree, tree.parent[day.box], day.box) for day in days):
        return False  # the days are those of posts, behind the names of these
    ahead = sum(_chars(tree, tree.end[day.box], day.hours[0]) for day in days)
    behind = sum(_chars(tree, day.hours[0], day.end) for day in days)
    if ahead > behind:
        return False
    elsewhere = (i for i in others if areas.isdisjoint(tree.ancestors(i)))
    alike = Counter(tree.lower_path(i, 2) for i in elsewhere)
    return max(alike.values(), default=0) < MANY_ELSEWHERE or _are_signed(tree, days)


def _are_signed(tree: PageTree, days: Sequence[_Day]) -> bool:
    """Whether a link to a member's page stands before or behind each hour."""
    for day in days:
        bounds = (tree.end[day.box], *day.hours, day.end)
        for start, stop in zip(bounds, bounds[2:], strict=False):
            links = (i for i in range(start, stop) if tree.tag(i) == "a")
            if not any(AUTHOR_HREF.search(tree.nodes[i].get("href") or "") for i in links):
                return False
    return True


def _chars(tree: PageTree, start: int, stop: int) -> int:
    """Characters from the beginning of an element to that of another."""
    out = 0
    for i in range(start, stop):
        out += len((tree.nodes[i].text or "").strip())
        if tree.end[i] <= stop:
            out += len((tree.nodes[i].tail or "").strip())
    return out


def _run_one_way(tree: PageTree, days: Sequence[_Day], heads: Mapping[int, TimeNode]) -> bool:
    """Whether the hours below each day rise on all days, or fall on all."""
    now = tree.page.fetched
    steps = []
    for day in days:
        head = heads[day.box]
        told = [parse_time(_at(head, tree.text(i)), now=now) for i in day.hours]
        for before, after in pairwise(told):
            if before is None or after is None:
                return False
            steps.append(after.instant - before.instant)
    none = timedelta()
    return all(step >= none for step in steps) or all(step <= none for step in steps)


def _at(day: TimeNode, hour: str) -> str:
    """Return a day with an hour of it."""
    return f"{day.full or day.raw} {hour}"
