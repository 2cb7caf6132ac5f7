"""How strange it is that lists show nothing new."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fpcrawl.revisit.past import PastVisit

__all__ = ["Silence", "last_news", "silence_of"]


@dataclass(frozen=True, slots=True)
class Silence:
    """Visits to one list that found nothing new.

    Attributes
    ----------
    expected
        New rows that were to be expected at them.
    surprise
        Minus the natural logarithm of the probability that there were none. Those of lists
        that know nothing of each other add up.
    """

    expected: float = 0.0
    surprise: float = 0.0


def last_news(visits: Sequence[PastVisit]) -> float | None:
    """Return when a visit last found new rows; the first one, to which all are new, does not count.

    Parameters
    ----------
    visits
        Oldest first.
    """
    return next((visit.time for visit in reversed(visits[1:]) if visit.new), None)


def silence_of(
    visits: Sequence[PastVisit],
    since: float,
    until: float,
    *,
    usual: Callable[[float, float], float] | None = None,
    scatter: float = 1.0,
) -> Silence:
    """Tell how strange it is that nothing new was found in a time.

    What was to be expected is told by the visits up to `since`, and not by what is known now: a
    model that has learnt meanwhile that nothing comes any more is surprised by nothing. Counts
    are Poisson with an unknown level; little known is little surprise.

    Parameters
    ----------
    visits
        Those remembered, oldest first.
    since, until
        The time; epoch seconds. ``until`` is that of the last visit: where nobody looked,
        nothing was to be found.
    usual
        Gives what usually comes between two moments, up to a factor; none = all hours are alike.
    scatter
        Variance of the counts over their mean.
    """
    between = usual or (lambda begin, end: end - begin)
    known = [visit for visit in visits if visit.time <= since]
    if until <= since or len(known) < 2:
        return Silence()
    found = sum(visit.new for visit in known[1:])
    if known[-1].time == since:
        found -= 1  # the time begins with a row: that one would count for too much
    watched = between(known[0].time, known[-1].time)
    ahead = between(since, until)
    if found <= 0 or not 0 < watched < math.inf or not 0 < ahead < math.inf:
        return Silence()
    expected = found * ahead / watched
    return Silence(expected, found / max(scatter, 1.0) * math.log1p(ahead / watched))
