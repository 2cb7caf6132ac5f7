"""A crawl on a topic: what it has seen, how near that was, and where it goes next."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from fpcrawl.exceptions import StateError
from fpcrawl.topic.background import AlikePages
from fpcrawl.topic.blocks import text_page
from fpcrawl.topic.calibrate import DEFAULT_ETA
from fpcrawl.topic.growth import Growth
from fpcrawl.topic.relevance import TopicScorer
from fpcrawl.topic.vectors import DocumentFrequencies
from fpcrawl.topic.widening import Widening

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from fpcrawl.topic.growth import GrowthRules
    from fpcrawl.topic.hypernyms import Hypernyms
    from fpcrawl.topic.library import TopicLibrary
    from fpcrawl.topic.model import CrawlModel, Topic, TopicPage
    from fpcrawl.topic.segment import Segmenter
    from fpcrawl.topic.widening import Widened, WideningRules

__all__ = ["Seen", "Standing", "TopicCourse"]

_VERSION = 1
#: Pages over which the harvest of late is reckoned.
LATE = 100
#: Pages, and terms of them all, that are kept to be judged again when the topic is widened.
REPLAYED_PAGES, REPLAYED_TERMS = 200, 400_000
#: Terms whose frequencies are remembered, and are kept between runs.
FREQUENCIES, SAVED_FREQUENCIES = 100_000, 20_000
#: A topic of so many terms is not made better by those found while crawling (measured).
MANY_TERMS = 30
#: Matched terms that are told of a page.
TOLD_TERMS = 10


@dataclass(frozen=True, slots=True)
class Seen:
    """What a page is to the topic.

    Attributes
    ----------
    score
        How near it is, in [0, 1].
    is_on_topic
        Whether that is near enough.
    terms
        Terms of the topic that it holds, those that gave most first.
    worth
        What the crawl model takes it for, in [0, 1]: on the same scale as the priorities.
    priorities
        Of addresses whose worth is new or has changed, in [0, 1].
    added, widened
        What was done to the topic, a line for each thing.
    """

    score: float
    is_on_topic: bool
    terms: tuple[str, ...]
    worth: float
    priorities: Mapping[str, float]
    added: tuple[str, ...] = ()
    widened: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a crawl on a topic stands.

    Attributes
    ----------
    name, word
        The topic's name, and the word it was widened to (the same while it was not).
    eta
        From which score on a page is on the topic.
    pages, on_topic
        Pages with content of their own that were judged, and those on the topic.
    harvest, harvest_late
        Share of pages on the topic, of all and of the last hundred.
    mean_score
        Of all of them.
    steps
        How often the topic was widened.
    grown
        Terms added while crawling.
    of_all_sites
        Whether these are figures of all sites of a seeds file, not of one.
    """

    name: str
    word: str
    model: str
    eta: float
    pages: int
    on_topic: int
    harvest: float
    harvest_late: float
    mean_score: float
    steps: int
    grown: int
    of_all_sites: bool = False

    @classmethod
    def of_state(cls, state: Mapping[str, Any]) -> Standing:
        """Read it off what :meth:`TopicCourse.to_json` gave.

        Raises
        ------
        StateError
            When it is of another version.
        """
        try:
            if state["version"] != _VERSION:
                raise StateError("topic: saved by another version")
            return cls(**state["standing"])
        except (KeyError, TypeError) as error:
            raise StateError(f"topic: no such state: {error!r}") from None


class TopicCourse:
    """Judges the pages of a crawl and says what their links are worth.

    Two things look at a page. How near it is to the library, by which it is kept or not, is
    ETFL's relevance (:mod:`fpcrawl.topic.relevance`); it hangs on nothing but the page and the
    library, with the terms that were found while crawling. Where to go next says the crawl
    model. When the topic is widened the model looks at the wider one; pages are kept that are
    near to the wider one too if ``keeps_wider`` says so, else the wider search only finds the
    way to more pages of the narrow topic.

    Parameters
    ----------
    library
        What the crawl is about.
    segmenter
        What cuts the pages.
    make_model
        Makes the crawl model of a topic.
    now
        Seconds of the clock by which pages are told.
    eta
        From which score on a page is on the topic; ``None`` = what the library says, else the
        default.
    widening, hypernyms
        When the topic is widened, and to what; both or none.
    growth
        How terms are found while the crawl goes on; ``None`` = not at all.
    keeps_wider
        Whether pages that are near to the widened topic are on the topic.
    """

    def __init__(
        self,
        library: TopicLibrary,
        segmenter: Segmenter,
        make_model: Callable[[Topic], CrawlModel],
        now: float,
        *,
        eta: float | None = None,
        widening: WideningRules | None = None,
        hypernyms: Hypernyms | None = None,
        growth: GrowthRules | None = None,
        keeps_wider: bool = False,
    ) -> None:
        self.library = library
        self.eta = eta if eta is not None else (library.eta or DEFAULT_ETA)
        self._segmenter = segmenter
        self._make = make_model
        self._topic = library.topic(segmenter.cut)
        self._model = make_model(self._topic)
        self._frequencies = DocumentFrequencies(FREQUENCIES)
        self._hypernyms = hypernyms
        self._keeps_wider = keeps_wider
        self._widening = Widening(widening, self._topic, now) if widening is not None else None
        self._alike = AlikePages()
        self._growth: Growth | None = None
        if growth is not None:
            self._growth = Growth(library, segmenter.cut, growth, alike=self._alike)
        self._static = self._extended = self._scorer_of(library, {})
        self._next_growth = 0
        self._word = self._topic.name
        self._pages = self._on_topic = 0
        self._sum = 0.0
        self._late: deque[int] = deque(maxlen=LATE)
        self._recent: deque[TopicPage] = deque()
        self._recent_terms = 0

    def _scorer_of(self, library: TopicLibrary, wider: Mapping[str, float]) -> TopicScorer:
        weights = {**wider, **library.weights()}
        return TopicScorer(weights, library.concepts(), self._segmenter, self._frequencies)

    def _judge_anew(self) -> None:
        """Judge by the terms found so far and, if its pages are kept, by the wider topic."""
        wider = self._wider() if self._keeps_wider else {}
        grown = self._growth is not None and self._growth.terms
        if not grown and not wider:
            self._extended = self._static
            return
        library = self._growth.library() if self._growth is not None else self.library
        self._extended = self._scorer_of(library, wider)

    def _wider(self) -> dict[str, float]:
        """Return the terms that widening brought, as its words are written."""
        if self._widening is None or not self._widening.steps:
            return {}
        weights = self._widening.topic.weights
        return {term: weights[term] for term in weights.keys() - self._topic.weights.keys()}

    def page_of_titles(self, url: str, titles: Sequence[tuple[str, str]]) -> TopicPage:
        """Return a feed as a page: what it names, each address with its title."""
        return text_page("", "", self._segmenter, url=url, links=titles)

    def see(
        self, page: TopicPage, now: float, wall_s: float, *, own: bool, inherited: float = 0.0
    ) -> Seen:
        """Take note of a fetched page.

        Parameters
        ----------
        now
            Seconds of any clock that does not run backwards.
        wall_s
            Seconds since the epoch, for the log.
        own
            Whether it has content of its own; lists lead to it and are not counted.
        inherited
            Score of the thread or article of which it is a further page.
        """
        static = self._static.see(page)
        found = static if self._extended is self._static else self._extended.score(page)
        score = min(max(found.relevance, inherited, 0.0), 1.0)
        is_on_topic = score >= self.eta
        judgement = self._model.see(page)
        priorities = dict(judgement.priorities)
        self._remember(page)
        added: tuple[str, ...] = ()
        widened = ""
        if own:
            self._count(score, is_on_topic=is_on_topic)
            added = self._grow(page, static.relevance, wall_s)
            step = self._widen(now, is_on_topic=is_on_topic)
            if step is not None:
                widened = f"{step.old} is widened to {step.new}: {step.reason}"
                priorities |= self._replay()
        terms = tuple(term for term, _ in found.matched[:TOLD_TERMS])
        worth = min(max(judgement.relevance, 0.0), 1.0)
        return Seen(score, is_on_topic, terms, worth, priorities, added, widened)

    def _count(self, score: float, *, is_on_topic: bool) -> None:
        self._pages += 1
        self._on_topic += is_on_topic
        self._sum += score
        self._late.append(int(is_on_topic))

    # -- terms found while crawling

    def _grow(self, page: TopicPage, relevance: float, wall_s: float) -> tuple[str, ...]:
        if self._growth is None:
            return ()
        changes = self._growth.note(page, relevance, wall_s)
        if changes:
            self._take_grown()
        return tuple(map(str, changes))

    def _take_grown(self) -> None:
        growth = self._growth
        self._judge_anew()
        if growth is None or not growth.terms:
            return
        # A model that is made anew costs time: less often the more pages have taught.
        if len(self.library.static) < MANY_TERMS and growth.pages >= self._next_growth:
            self._next_growth = 2 * growth.pages
            self._rebuild()

    # -- a wider topic

    def _remember(self, page: TopicPage) -> None:
        if self._widening is None:
            return
        self._recent.append(page)
        self._recent_terms += _size(page)
        while len(self._recent) > REPLAYED_PAGES or self._recent_terms > REPLAYED_TERMS:
            self._recent_terms -= _size(self._recent.popleft())

    def _widen(self, now: float, *, is_on_topic: bool) -> Widened | None:
        if self._widening is None or self._hypernyms is None:
            return None
        self._widening.note(is_on_topic, now)
        if not self._widening.due(now):
            return None
        step = self._widening.widen(now, self._hypernyms.choose)
        if step is not None:
            self._word = step.new
            self._judge_anew()
            self._rebuild()
        return step

    def _current(self) -> Topic:
        """Return the topic that the model follows: with what was found, and widened."""
        grown = self._growth.library() if self._growth is not None else self.library
        topic = grown.topic(self._segmenter.cut)
        wider = self._wider()
        if self._widening is None or not wider:
            return topic
        weights = dict(topic.weights)
        for term, weight in wider.items():
            # A model knows words, not phrases.
            for word in self._segmenter.cut(term):
                weights[word] = max(weight, weights.get(word, 0.0))
        return replace(self._widening.topic, weights=weights)

    def _rebuild(self) -> None:
        """Have a model of the present topic go on with what the old one has learnt, if it can."""
        learnt = self._model.to_json()
        self._model = self._make(self._current())
        with suppress(StateError):
            self._model.restore(learnt)

    def _replay(self) -> dict[str, float]:
        """Judge the latest pages again; return what their links are worth now."""
        out: dict[str, float] = {}
        for page in self._recent:
            out |= self._model.see(page).priorities
        return out

    @property
    def standing(self) -> Standing:
        """How the crawl stands."""
        pages = max(self._pages, 1)
        return Standing(
            name=self._topic.name,
            word=self._word,
            model=self._model.name,
            eta=self.eta,
            pages=self._pages,
            on_topic=self._on_topic,
            harvest=round(self._on_topic / pages, 4),
            harvest_late=round(sum(self._late) / max(len(self._late), 1), 4),
            mean_score=round(self._sum / pages, 4),
            steps=self._widening.steps if self._widening is not None else 0,
            grown=len(self._growth.terms) if self._growth is not None else 0,
        )

    def to_json(self) -> dict[str, Any]:
        """Return what the next run needs to go on."""
        return {
            "version": _VERSION,
            "standing": asdict(self.standing),
            "sum": round(self._sum, 6),
            "late": list(self._late),
            "frequencies": self._frequencies.to_json(SAVED_FREQUENCIES),
            "widening": self._widening.to_json() if self._widening is not None else None,
            "alike": self._alike.to_json() if self._growth is not None else None,
            "growth": self._growth.to_json() if self._growth is not None else None,
            "model": self._model.to_json(),
        }

    def restore(self, state: dict[str, Any], now: float) -> tuple[str, ...]:
        """Go on from what :meth:`to_json` gave, as far as it fits.

        Returns
        -------
        tuple of str
            What does not, a line for each part: it begins anew.

        Raises
        ------
        StateError
            When it is of another version or topic.
        """
        standing = Standing.of_state(state)
        if standing.name != self._topic.name:
            raise StateError(f"topic: saved for {standing.name}, not {self._topic.name}")
        self._pages, self._on_topic = standing.pages, standing.on_topic
        self._sum = float(state.get("sum", 0.0))
        self._late.extend(state.get("late", ()))
        lost: list[str] = []

        def take(name: str, part: Callable[[dict[str, Any]], None]) -> None:
            if state.get(name):
                try:
                    part(state[name])
                except StateError as error:
                    lost.append(str(error))

        take("frequencies", self._frequencies.restore)
        if self._widening is not None:
            widening = self._widening
            take("widening", lambda saved: widening.restore(saved, now))
            self._word = widening.topic.name
        if self._growth is not None:
            take("alike", self._alike.restore)
            take("growth", self._growth.restore)
            if self._growth.terms:
                self._next_growth = 2 * self._growth.pages
        self._judge_anew()
        self._model = self._make(self._current())
        take("model", self._model.restore)
        return tuple(lost)


def _size(page: TopicPage) -> int:
    return sum(len(block.terms) for block in page.blocks) + 4 * len(page.links)
