"""Whether the times of records come in an order."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from fpcrawl.pages.dates import guess_order, parse_epoch, parse_time

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fpcrawl.extraction.posts.span import RecordGroup
    from fpcrawl.extraction.tree import PageTree, TimeNode
    from fpcrawl.pages.dates import DateOrder

__all__ = [
    "MOST_AFTER",
    "leave_out_years",
    "moment_told",
    "order_of_times",
    "seconds_of",
    "seconds_on",
]

#: Times of a group that are compared, and those that tell nothing for being too few.
MOST_TIMES, ENOUGH_TIMES = 40, 3
#: Share of the steps that go one way where times are in order.
IN_ORDER = 0.9
#: How long after another time one without a year is at most; a bit of the year before it is left,
#: as minutes are cut and the days of other zones begin earlier.
MOST_AFTER = timedelta(days=350)
_LETTER_TIME = re.compile(r"(?=.{0,80}\b(?:19|20)\d\d\b)[^\d]{0,20}[^\W\d_]{3}", re.DOTALL)
_NO_YEAR = re.compile(r"\W{0,3}\d{1,2}[-/.]\d{1,2}\s+\d{1,2}:\d\d(?::\d\d)?\W{0,3}")


def leave_out_years(times: Sequence[str | None]) -> bool:
    """Tell whether the times below an opening post never have a year, however old it is.

    Software that leaves out the year of this year writes all times alike; here the first one
    has a year and names its month, as in the head of a letter, and the others are numbers.
    """
    if len(times) < 2 or not times[0] or not _LETTER_TIME.match(times[0]):
        return False
    return all(time is not None and _NO_YEAR.fullmatch(time) for time in times[1:])


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
    if rises == falls == steps:
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


def moment_told(time: TimeNode) -> float | str:
    """Return the moment that a time tells scripts, however it writes it, else what it shows."""
    told = time.full
    if told is None:
        return time.raw
    epoch = parse_epoch(told)
    if epoch is not None and epoch.instant is not None:
        return epoch.instant.timestamp()
    try:
        moment = datetime.fromisoformat(told.strip())
    except ValueError:
        return told
    # Without a zone it is none that others can be compared with.
    return moment.timestamp() if moment.tzinfo is not None else told


def seconds_on(tree: PageTree) -> Callable[[TimeNode], float | None]:
    """Return what :func:`seconds_of` tells of the times of a page, in its own order of days."""
    now = tree.page.fetched
    order = guess_order((time.full or time.raw for time in tree.times), now)
    return partial(seconds_of, now=now, order=order)
