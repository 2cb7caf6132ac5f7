"""How busy a board is now, beside its usual curve: a bank of gamma-Poisson filters."""

from __future__ import annotations

import math
import struct
from functools import cache
from typing import Any

__all__ = ["MEMORIES", "LevelBank"]

#: Memories of the filters, in events: from what happened today to "the curve is right".
MEMORIES = (20.0, 60.0, 200.0, 1000.0, 100_000.0)
#: A filter's record of good forecasts fades by 1/e over so many expected events.
_RECORD_EVENTS = 3000.0
#: What a new board's level is worth, in events: nearly nothing.
_VAGUE = 0.1
#: A filter that is out of favour keeps so much, to come back when things change.
_LEAST_WEIGHT = 0.002
#: A filter with less than this share of the best one's weight begins anew, with that share.
_OUT_OF_FAVOUR = 0.02
_RETURN = 0.2
#: How likely it is, before a visit, that the level has changed to any other since the last one,
#: and what is known of it then, in events.
_CHANGE = 0.01
_ANEW = 10.0
#: A page that is full against all expectation may hide half as much again.
_SURPRISE = 2.0
_HIDDEN = 1.5


class LevelBank:
    """The level L of a board: events come at L times its curve.

    Each filter holds a gamma distribution of L with shape a and rate b. After n events where
    the curve expected e, a grows by n and b by e; then both shrink so that a is at most the
    filter's memory. The filters are mixed by how well each has lately foretold the counts
    (negative binomial likelihood, discounted).

    Parameters
    ----------
    memories
        In events; without any the level is always 1.
    level
        Where to begin, with next to no confidence.

    References
    ----------
    West, Harrison: Bayesian forecasting and dynamic models, 1997, for discounted memories.
    Raftery, Karny, Ettler: online prediction under model uncertainty via dynamic model
    averaging, 2010, for the mixing.
    """

    __slots__ = ("_memories", "_moments", "_opened", "_packed", "seen")

    def __init__(self, memories: tuple[float, ...] = MEMORIES, level: float = 1.0) -> None:
        self._memories = memories
        even = 1 / max(len(memories), 1)
        # Those of a saved bank are read when they are needed: a plan needs only the moments.
        self._packed: bytes | None = None
        self._opened: list[list[float]] = [[_VAGUE, _VAGUE / level, even] for _ in memories]
        self._moments: tuple[float, float] | None = None
        #: Whether anything was ever observed.
        self.seen = not memories

    @property
    def _filters(self) -> list[list[float]]:
        if self._packed is not None:
            numbers = _format(self._memories).unpack(self._packed)
            self._opened = [list(numbers[i : i + 3]) for i in range(0, len(numbers), 3)]
            self._packed = None
        return self._opened

    @property
    def mean(self) -> float:
        """The level."""
        return self.moments()[0]

    @property
    def spread(self) -> float:
        """The variance of the level, relative to the square of its mean."""
        return self.moments()[1]

    def moments(self) -> tuple[float, float]:
        """Return :attr:`mean` and :attr:`spread`."""
        if self._moments is None:
            self._moments = self._mixed()
        return self._moments

    def _mixed(self) -> tuple[float, float]:
        if not self._filters:
            return 1.0, 0.0
        mean = square = 0.0
        for a, b, weight in self._filters:
            part = weight * a / b
            mean += part
            square += part * (a + 1) / b
        return mean, max(square / (mean * mean) - 1, 0.0)

    def observe(self, events: float, expected: float, *, fano: float, at_least: bool) -> float:
        """Learn from a count; return what it is taken for (more than it says, if censored).

        Parameters
        ----------
        events
            The count.
        expected
            What the curve alone expected, above zero.
        fano
            How much more than a Poisson count counts of this board vary: so much less each
            one says.
        at_least
            The true count may be larger.
        """
        if not self._filters:
            return events
        if at_least:
            events = self._censored(events, expected, fano)
        filters, mean = self._filters, self.mean
        fade = math.exp(-expected * mean / _RECORD_EVENTS)
        logs = [
            fade * math.log(w) + _log_likelihood(events, expected, a, b) / fano
            for a, b, w in filters
        ]
        a, b = _ANEW, _ANEW / mean
        changed = math.log(_CHANGE) + _log_likelihood(events, expected, a, b) / fano
        top = max(*logs, changed)
        weights = [max(math.exp(x - top), _LEAST_WEIGHT) for x in logs]
        for one, memory, weight in zip(filters, self._memories, weights, strict=True):
            one[:] = [one[0] + events / fano, one[1] + expected / fano, weight]
            shrink = min(1.0, memory / one[0])
            one[0] *= shrink
            one[1] *= shrink
        self._restart()
        if self.seen:
            self._begin_anew(a + events / fano, b + expected / fano, math.exp(changed - top))
        total = sum(one[2] for one in filters)
        for one in filters:
            one[2] /= total
        self.seen = True
        self._moments = None
        return events

    def _begin_anew(self, a: float, b: float, weight: float) -> None:
        """Let the filter that is most out of favour hold that the level has just changed.

        If that is likelier than what it holds. So a great change is believed at the first
        visit. The longest memory stays.
        """
        worst = min(self._filters[1:-1], key=lambda one: one[2], default=None)
        if worst is not None and worst[2] < weight:
            worst[:] = [a, b, weight]

    def _restart(self) -> None:
        """Let filters that a change has put out of favour go on from the best one.

        So their memory grows anew from where the change was. The longest stays: what it
        holds is that the board comes back to its curve.
        """
        best = max(self._filters, key=lambda one: one[2])
        for one in self._filters[1:-1]:
            if one[2] < _OUT_OF_FAVOUR * best[2] and one[0] > best[0]:
                one[:] = [best[0], best[1], _RETURN * best[2]]

    def _censored(self, events: float, expected: float, fano: float) -> float:
        """Return the count to be expected, given that it is at least so large."""
        level, spread = self.moments()
        mean = expected * level
        deviation = math.sqrt(mean * fano + mean * mean * spread)
        away = (events - 0.5 - mean) / deviation
        if away > _SURPRISE:  # the level is another, and may be any
            return events * _HIDDEN
        tail = 0.5 * math.erfc(away / math.sqrt(2))
        density = math.exp(-away * away / 2) / math.sqrt(2 * math.pi)
        return max(events, mean + deviation * density / tail)

    def rebase(self, ratio: float, events: float) -> None:
        """Go on under a new curve.

        Parameters
        ----------
        ratio
            The new curve's events in a week over the old curve's.
        events
            On how many events the new curve rests: so sure is the filter with the longest
            memory that the curve's own level holds.
        """
        for one in self._filters:
            one[1] *= ratio
        self._moments = None
        if self._filters and events > 0:
            sure = min(self._memories[-1], max(events, self._filters[-1][0]))
            self._filters[-1][:2] = [sure, sure]

    def dump(self) -> list[Any]:
        """Return plain data: the moments, then the filters as text."""
        packed = self._packed
        if packed is None:
            packed = _format(self._memories).pack(*(x for one in self._opened for x in one))
        return [*self.moments(), packed.hex()]

    @classmethod
    def load(cls, data: Any, memories: tuple[float, ...], *, seen: bool) -> LevelBank:
        """Make the bank again from what :meth:`dump` returned, anew under other memories.

        Raises
        ------
        TypeError, ValueError
            When it is something else.
        """
        mean, spread, text = data
        moments, packed = (float(mean), float(spread)), bytes.fromhex(text)
        if not (0 < moments[0] < math.inf and 0 <= moments[1] < math.inf):
            raise ValueError(f"no level: {data!r}")
        if len(packed) != _format(memories).size:
            bank = cls(memories)
        else:
            bank = cls(())
            bank._memories, bank._moments, bank._packed = memories, moments, packed
        bank.seen = seen or not memories
        return bank

    @classmethod
    def of(cls, filters: list[list[float]]) -> LevelBank:
        """Make a bank of filters: shape, rate and weight of each.

        Raises
        ------
        TypeError, ValueError
            When they are something else.
        """
        if not isinstance(filters, list):
            raise TypeError(f"no levels: {filters!r}")
        bank = cls((math.inf,) * len(filters))
        bank._opened = [[float(a), float(b), float(weight)] for a, b, weight in filters]
        if not all(0 < x < math.inf for one in bank._opened for x in one):
            raise ValueError(f"no levels: {filters!r}")
        return bank


@cache
def _format(memories: tuple[float, ...]) -> struct.Struct:
    return struct.Struct(f"<{3 * len(memories)}d")


def _log_likelihood(events: float, expected: float, a: float, b: float) -> float:
    return (
        math.lgamma(events + a)
        - math.lgamma(a)
        - math.lgamma(events + 1)
        + a * math.log(b / (b + expected))
        + events * math.log(expected / (b + expected))
    )
