"""When a topic that finds too little is widened, and what the wider topic is.

The decision needs no clock of its own: every call is told the time, in seconds of any clock that
does not run backwards. A replay may count pages instead.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from fpcrawl.exceptions import StateError
from fpcrawl.topic.model import Topic

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fpcrawl.topic.hypernyms import HypernymChoice

__all__ = ["Widened", "Widening", "WideningRules", "widen_topic"]

_VERSION = 1


@dataclass(frozen=True, slots=True)
class WideningRules:
    """When to widen and how far.

    Attributes
    ----------
    enough
        With so many relevant pages nothing is widened any more.
    quiet_s
        So long no relevant page may have come (the paper: 15 seconds).
    quiet_pages
        So many pages must have been judged meanwhile: a polite crawl fetches few in 15 seconds.
    patience
        Nor may the pages judged meanwhile be fewer than this times the mean distance of two
        relevant pages so far; with 4 a crawl that still finds some is widened by chance once
        in fifty gaps.
    max_steps
        So often at most (the paper: once).
    share
        Weight of the words of a step beside those of the step before, below 1.
    max_terms
        So many terms at most come with one step.
    """

    enough: int = 1000
    quiet_s: float = 15.0
    quiet_pages: int = 30
    patience: float = 4.0
    max_steps: int = 1
    share: float = 0.5
    max_terms: int = 100

    def __post_init__(self) -> None:
        if not 0.0 < self.share < 1.0:
            raise ValueError("share must lie between 0 and 1")
        if min(self.enough, self.quiet_s, self.quiet_pages, self.max_steps, self.max_terms) < 0:
            raise ValueError("limits of widening must not be negative")


@dataclass(frozen=True, slots=True)
class Widened:
    """One widening, for the log and for the model that is built anew.

    Attributes
    ----------
    step
        Which one it is, from 1.
    old, new
        The topic word before and after.
    topic
        The wider topic.
    reason
        Why now and why this word, one line.
    """

    step: int
    old: str
    new: str
    topic: Topic
    reason: str


@dataclass(frozen=True, slots=True)
class _Counts:
    word: str
    steps: int = 0
    relevant: int = 0  # in all
    judged_here: int = 0  # since the last step
    relevant_here: int = 0
    quiet: int = 0  # pages since the last relevant one, or since the last step
    used: tuple[str, ...] = ()
    ended: bool = False  # there is nothing wider


class Widening:
    """Watches how many relevant pages a crawl finds and says when its topic is too narrow.

    Parameters
    ----------
    rules
        When and how far.
    topic
        What the crawl is about.
    now
        The time at which the crawl begins or goes on, in seconds.
    """

    def __init__(self, rules: WideningRules, topic: Topic, now: float) -> None:
        self.rules = rules
        self._topic = topic
        self._counts = _Counts(topic.name, used=(topic.name,))
        self._since = now

    @property
    def topic(self) -> Topic:
        """The topic as it is now."""
        return self._topic

    @property
    def steps(self) -> int:
        """How often it was widened."""
        return self._counts.steps

    @property
    def relevant(self) -> int:
        """Relevant pages found so far."""
        return self._counts.relevant

    def note(self, relevant: bool, now: float) -> None:
        """Take note of one judged page."""
        counts = self._counts
        if relevant:
            self._since = now
        self._counts = replace(
            counts,
            relevant=counts.relevant + relevant,
            judged_here=counts.judged_here + 1,
            relevant_here=counts.relevant_here + relevant,
            quiet=0 if relevant else counts.quiet + 1,
        )

    def due(self, now: float, *, idle: bool = False) -> bool:
        """Tell whether the topic is to be widened.

        Parameters
        ----------
        now
            The time, in seconds.
        idle
            Whether the crawl has nothing left to fetch that is worth it; then it need not wait.
        """
        rules, counts = self.rules, self._counts
        if counts.ended or counts.steps >= rules.max_steps or counts.relevant >= rules.enough:
            return False
        return idle or (now - self._since >= rules.quiet_s and counts.quiet >= self._pages_needed())

    def widen(
        self,
        now: float,
        choose: Callable[[str, tuple[str, ...]], HypernymChoice | None],
        related: Callable[[str], Mapping[str, float]] | None = None,
    ) -> Widened | None:
        """Widen the topic by one step; ``None`` when there is no wider word, for good.

        Parameters
        ----------
        now
            The time, in seconds.
        choose
            Gives the wider word of the topic word, but none of those named;
            :meth:`fpcrawl.topic.hypernyms.Hypernyms.choose`.
        related
            Gives terms of the wider word and their weights, as of a description of it.
        """
        counts = self._counts
        choice = choose(counts.word, counts.used)
        if choice is None:
            self._counts = replace(counts, ended=True)
            return None
        step = counts.steps + 1
        why = (
            f"{counts.relevant} relevant pages, none in {now - self._since:.0f} s and "
            f"{counts.quiet} pages; {choice.reason}"
        )
        terms = related(choice.wider) if related is not None else {}
        self._topic = widen_topic(
            self._topic,
            choice.wider,
            terms,
            ceiling=self.rules.share**step,
            max_terms=self.rules.max_terms,
        )
        used = (*counts.used, choice.wider)
        self._counts = _Counts(choice.wider, step, counts.relevant, used=used)
        self._since = now
        return Widened(step, counts.word, choice.wider, self._topic, why)

    def to_json(self) -> dict[str, Any]:
        """Return what the next run needs to go on."""
        topic = {
            "name": self._topic.name,
            "weights": dict(self._topic.weights),
            "text": self._topic.text,
        }
        counts = asdict(self._counts) | {"used": list(self._counts.used)}
        return {"version": _VERSION, "topic": topic, "counts": counts}

    def restore(self, state: dict[str, Any], now: float) -> None:
        """Go on from what :meth:`to_json` gave; the quiet time begins anew.

        Raises
        ------
        StateError
            When it is of another version, of another topic, or no such state.
        """
        if not isinstance(state, dict) or state.get("version") != _VERSION:
            raise StateError("widening: saved by another version")
        try:
            counts = _Counts(**state["counts"] | {"used": tuple(map(str, state["counts"]["used"]))})
            numbers = (
                counts.steps,
                counts.relevant,
                counts.judged_here,
                counts.relevant_here,
                counts.quiet,
            )
            if not all(isinstance(number, int) and number >= 0 for number in numbers):
                raise StateError("widening: its counts are no counts")
            topic = Topic(
                str(state["topic"]["name"]),
                {str(term): float(weight) for term, weight in state["topic"]["weights"].items()},
                str(state["topic"]["text"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise StateError(f"widening: no such state: {error!r}") from None
        if not counts.used or counts.used[0] != self._counts.used[0]:
            raise StateError("widening: saved for another topic")
        self._counts, self._topic, self._since = counts, topic, now

    def _pages_needed(self) -> float:
        counts = self._counts
        if not counts.relevant_here:
            return self.rules.quiet_pages
        found_until_then = counts.judged_here - counts.quiet
        gap = found_until_then / counts.relevant_here
        return max(self.rules.quiet_pages, self.rules.patience * gap)


def widen_topic(
    topic: Topic,
    wider: str,
    related: Mapping[str, float],
    *,
    ceiling: float,
    max_terms: int = 100,
) -> Topic:
    """Return the topic under a wider word; what it held before keeps its weights.

    Parameters
    ----------
    topic
        The narrower one.
    wider
        Its new name, which becomes a term of it.
    related
        Further terms of the wider word, by weight; scaled so that the largest is ``ceiling``.
    ceiling
        The largest weight of a new term.
    max_terms
        So many new terms at most, the heaviest first.
    """
    largest = max(related.values(), default=0.0)
    new = {
        term: ceiling * weight / largest
        for term, weight in sorted(related.items(), key=lambda item: (-item[1], item[0]))
        if weight > 0.0
    }
    new = {wider: ceiling} | {term: weight for term, weight in new.items() if term != wider}
    weights = dict(topic.weights)
    for term, weight in list(new.items())[:max_terms]:
        weights[term] = max(weight, weights.get(term, 0.0))
    top = max(weights.values(), default=1.0) or 1.0
    return Topic(wider, {term: weight / top for term, weight in weights.items()}, topic.text)
