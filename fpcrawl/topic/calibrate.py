"""From which relevance on a page is kept, learnt from a few pages a person has judged."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import erfc, exp, log, sqrt
from statistics import pstdev
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["DEFAULT_ETA", "Calibration", "calibrate", "why_unsure"]

#: Where nothing else is known: measured on three link graphs, of two Chinese manuals and an
#: English encyclopedia, with topics of 10 to 300 terms, where the best were between 0.03 and
#: 0.1. Nothing was held out, and few terms want less: a few judged pages beat it.
DEFAULT_ETA = 0.04
_SLACK = 0.9
#: With so many pages of either kind the threshold is learnt from their distributions: where a
#: single page happens to lie then moves it little.
_ENOUGH = 10
#: How far each page is spread, in standard deviations of all scores' logarithms; scores below
#: the faintest are alike.
_SPREAD, _FAINTEST, _STEPS = 0.4, 1e-3, 200
#: For each page on the topic there are so many others that are as hard to tell as those that
#: were rejected.
_OTHERS = 3.0
#: Fewer pages of a kind, and pages parted hardly better than by a toss (0.5), tell no threshold.
_LEAST_PAGES = 5
_LEAST_PRECISION = 0.6


@dataclass(frozen=True, slots=True)
class Calibration:
    """A threshold and what it does with the pages it was learnt from.

    Attributes
    ----------
    eta
        Pages with at least this relevance are kept.
    precision, recall
        Of the kept pages, the share that was accepted; of the accepted, the share that is
        kept. As if there were as many accepted pages as rejected ones; ``None`` where there
        are none to tell.
    accepted, rejected
        Numbers of pages.
    """

    eta: float
    precision: float | None
    recall: float | None
    accepted: int
    rejected: int


def calibrate(
    accepted: Sequence[float], rejected: Sequence[float], *, default: float = DEFAULT_ETA
) -> Calibration:
    """Return the threshold with the best F of the pages' relevances.

    However many examples of each kind there are: people show more of what they want than of
    what they do not. With ten or more of either kind it is the best one for pages that are
    distributed as these are, with three rejected for one accepted (a crawl meets more of
    those). Of fewer, either kind counts half; it lies in the middle between the pages it
    parts, and where several do equally well, in the widest gap. With accepted pages only it
    is a little below the least of them, with rejected pages only a little above the greatest,
    and without pages the default.

    Parameters
    ----------
    accepted, rejected
        Relevances of judged pages.
    default
        Threshold where no page tells another.

    Raises
    ------
    ValueError
        When a relevance is no number in [0, 1].
    """
    if not all(0 <= score <= 1 for score in (*accepted, *rejected)):
        raise ValueError("relevances are in [0, 1]")
    if accepted and rejected:
        few = min(len(accepted), len(rejected)) < _ENOUGH
        eta = (_best if few else _likely)(accepted, rejected)
    elif accepted:
        eta = min(accepted) * _SLACK
    elif rejected:
        # All that is known: this is too little.
        eta = max(default, min(1.0, max(rejected) / _SLACK))
    else:
        eta = default
    precision, recall = _rates(accepted, rejected, eta)
    return Calibration(eta, precision, recall, len(accepted), len(rejected))


def why_unsure(found: Calibration) -> str:
    """Return why a threshold should not be relied on; empty when it may be."""
    if min(found.accepted, found.rejected) < _LEAST_PAGES:
        return (
            f"there are {found.accepted} accepted and {found.rejected} rejected pages; "
            f"{_LEAST_PAGES} of either kind are needed"
        )
    if found.precision is None or found.precision < _LEAST_PRECISION:
        return "the accepted and the rejected pages score alike: they share the topic's terms"
    return ""


def _best(accepted: Sequence[float], rejected: Sequence[float]) -> float:
    scores = sorted({*accepted, *rejected})
    # Below all, then in each gap. Above all nothing is kept, which helps nobody.
    cuts = [(scores[0] * _SLACK, 0.0)]
    # The middle of two neighbouring numbers may be the lower one.
    cuts += [((a + b) / 2 if (a + b) / 2 > a else b, b - a) for a, b in pairwise(scores)]
    return max(cuts, key=lambda cut: (_f(accepted, rejected, cut[0]), cut[1]))[0]


def _likely(accepted: Sequence[float], rejected: Sequence[float]) -> float:
    """Return the best threshold for the distributions that the scores stand for."""
    on, off = ([log(max(score, _FAINTEST)) for score in each] for each in (accepted, rejected))
    low, high = min(*on, *off), max(*on, *off)
    width = sqrt(2) * _SPREAD * pstdev([*on, *off])
    if not width:
        return _best(accepted, rejected)
    best, found = -1.0, low
    for step in range(_STEPS + 1):
        at = low + (high - low) * step / _STEPS
        kept, wrong = (
            sum([erfc((at - score) / width) for score in each]) / (2 * len(each))
            for each in (on, off)
        )
        # F of precision kept / (kept + others wrong) and recall kept.
        f = 2 * kept / (1 + kept + _OTHERS * wrong)
        if f > best:
            best, found = f, at
    return min(1.0, exp(found))


def _f(accepted: Sequence[float], rejected: Sequence[float], eta: float) -> float:
    precision, recall = _rates(accepted, rejected, eta)
    if not precision or not recall:
        return 0.0
    return round(2 * precision * recall / (precision + recall), 12)


def _rates(
    accepted: Sequence[float], rejected: Sequence[float], eta: float
) -> tuple[float | None, float | None]:
    if not accepted:
        return None, None
    kept = sum(score >= eta for score in accepted) / len(accepted)
    if not rejected:
        return None, kept
    wrong = sum(score >= eta for score in rejected) / len(rejected)
    return (kept / (kept + wrong) if kept + wrong else None), kept
