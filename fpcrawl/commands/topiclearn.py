"""What ``scrapy topic`` learns from pages that a person has judged."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fpcrawl.exceptions import UsageError
from fpcrawl.topic.calibrate import calibrate, why_unsure
from fpcrawl.topic.expand import weights_by_examples
from fpcrawl.topic.judged import held_out_scores, in_both

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fpcrawl.commands.topicdesk import TopicDesk
    from fpcrawl.topic.calibrate import Calibration
    from fpcrawl.topic.library import TopicLibrary
    from fpcrawl.topic.model import TopicPage

    Judged = Sequence[tuple[str, TopicPage]]

__all__ = ["Learnt", "learn", "learnt_lines", "refuse_in_both"]

_SHOWN = 3
_LEAST_ETA = 0.0001


@dataclass(frozen=True, slots=True)
class Learnt:
    """What judged pages have taught a topic.

    Attributes
    ----------
    found
        The threshold, and what it does with the pages.
    eta
        The topic's threshold now; ``None`` = none, as before.
    unsure
        Why nothing was learnt; empty when it was.
    weights
        Terms whose weights changed: before and now.
    kept
        Terms whose weights stay because a person has set them.
    """

    found: Calibration
    eta: float | None
    unsure: str = ""
    weights: dict[str, tuple[float, float]] = field(default_factory=dict)
    kept: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return plain data for ``--json``."""
        return {
            "eta": self.eta,
            "learnt": not self.unsure,
            "why_not": self.unsure or None,
            "precision": self.found.precision,
            "recall": self.found.recall,
            "accepted": self.found.accepted,
            "rejected": self.found.rejected,
            "weights": {
                term: {"before": before, "now": now} for term, (before, now) in self.weights.items()
            },
            "weights_kept": list(self.kept),
        }


def learn(
    library: TopicLibrary,
    desk: TopicDesk,
    good: Judged,
    bad: Judged,
    *,
    keep_weights: bool = False,
    all_weights: bool = False,
) -> Learnt:
    """Learn from judged pages what the terms weigh and from which score on a page is kept.

    Parameters
    ----------
    library
        Changed, unless the pages tell too little.
    good, bad
        Where the pages on the topic, and the others, stand, and the pages.
    keep_weights
        Learn the threshold alone.
    all_weights
        Weigh also the terms whose weights a person has set.

    Raises
    ------
    UsageError
        When a page is among both.
    """
    refuse_in_both(good, bad)
    on, off = ([page for _, page in pages] for pages in (good, bad))
    tried = library.copy()
    cut = desk.segmenter.cut
    weights: dict[str, float] = {}
    if keep_weights:
        score = desk.score_by(tried)
        scores = [score(page) for page in on], [score(page) for page in off]
    else:
        weights = weights_by_examples(tried, on, off, cut, also_set=all_weights)
        for term, weight in weights.items():
            tried.weigh(term, weight)
        scores = held_out_scores(tried, on, off, cut, desk.score_by, also_set=all_weights)
    found = calibrate(*scores)
    unsure = why_unsure(found)
    if unsure:
        return Learnt(found, library.eta, unsure)
    before = {term.term: term.weight for term in (*library.static, *library.dynamic)}
    for term, weight in weights.items():
        library.weigh(term, weight)
    # A page that shares no word with the topic is on it for another reason.
    library.eta = max(round(found.eta, 4), _LEAST_ETA)
    changed = {
        term: (before[term], weight) for term, weight in weights.items() if before[term] != weight
    }
    kept = () if all_weights else tuple(one.term for one in library.static if one.weight_is_set)
    kept = tuple(before) if keep_weights else tuple(one for one in kept if one not in weights)
    return Learnt(found, library.eta, "", changed, kept)


def refuse_in_both(good: Judged, bad: Judged) -> None:
    """Refuse pages that are on the topic and off it.

    Raises
    ------
    UsageError
        When there are some.
    """
    both = in_both(good, bad)
    if both:
        shown = [one if one == other else f"{one} (as {other})" for one, other in both]
        raise UsageError(f"accepted and rejected too: {_first(shown)}")


def learnt_lines(told: Learnt) -> Iterator[str]:
    """Yield what was learnt."""
    found = told.found
    of = f"of {found.accepted} accepted and {found.rejected} rejected pages"
    if told.unsure:
        stays = "none is set" if told.eta is None else f"{told.eta:.4f} stays"
        yield f"no threshold was learnt ({stays}), nor weights: {told.unsure}"
        return
    rates = [
        f"{name} {value:.2f}"
        for name, value in (("precision", found.precision), ("recall", found.recall))
        if value is not None
    ]
    yield f"on the topic from {told.eta:.4f}, {of}{': ' if rates else ''}{', '.join(rates)}"
    for term, (before, now) in told.weights.items():
        yield f"  {term}: weight {before:.3f} -> {now:.3f}"
    if told.kept:
        yield f"  weights kept: {_first(told.kept, 12)}"


def _first(words: Sequence[str], most: int = _SHOWN) -> str:
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more
