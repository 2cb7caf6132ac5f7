"""Whether the times of records come in an order."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from fpcrawl.pages.dates import parse_epoch, parse_time

if TYPE_CHECKING:
    from datetime import datetime

    from fpcrawl.extraction.segment import RecordGroup
    from fpcrawl.extraction.tree import PageTree, TimeNode
    from fpcrawl.pages.dates import DateOrder

__all__ = ["order_of_times", "seconds_of"]

#: Times of a group that are compared, and those that tell nothing for being too few.
MOST_TIMES, ENOUGH_TIMES = 40, 3
#: Share of the steps that go one way where times are in order.
IN_ORDER = 0.9


def order_of_times(tree: PageTree, group: RecordGroup) -> float:
    """Tell how well times fit posts: posts follow each other, members join as they like.

    Parameters
    ----------
    tree
        The page.
    group
        Records; their first times are looked at.

    Returns
    -------
    float
        A factor, 1 when they rise or fall or are too few to tell.
    """
    now = tree.page.fetched
    moments = [seconds_of(span.time, now) for span in group.spans[:MOST_TIMES]]
    known = [moment for moment in moments if moment is not None]
    if len(known) < ENOUGH_TIMES:
        return 1.0
    rises = sum(a <= b for a, b in pairwise(known))
    falls = sum(a >= b for a, b in pairwise(known))
    steps = len(known) - 1
    if rises == falls:
        # All the same: the day of the page, or of its last change.
        return 0.9
    return 1.0 if max(rises, falls) >= IN_ORDER * steps else 0.7


def seconds_of(time: TimeNode, now: datetime, order: DateOrder | None = None) -> float | None:
    """Return the moment that a time tells, in seconds since the epoch.

    Parameters
    ----------
    order
        How to read 03/04/2018, see :func:`~fpcrawl.pages.dates.parse_time`.
    """
    for raw in (time.full, time.raw):
        if raw:
            parsed = parse_epoch(raw) or parse_time(raw, now=now, order=order)
            if parsed is not None and parsed.instant is not None:
                return parsed.instant.timestamp()
    return None
