"""Growing the dynamic library while a crawl runs (ETFL's DTFL), held by the static one.

Words learnt from pages would lead to pages like those, and these to others: a topic that
drifts. So a page teaches only when the *static* library finds it on the topic, what is learnt
weighs less than what a person wrote, and there is not much of it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from fpcrawl.exceptions import StateError, TopicError
from fpcrawl.topic.calibrate import DEFAULT_ETA
from fpcrawl.topic.candidates import Candidate, Evidence
from fpcrawl.topic.library import TopicLibrary, TopicTerm
from fpcrawl.topic.vectors import DocumentFrequencies, page_counts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from fpcrawl.topic.background import AlikePages
    from fpcrawl.topic.model import TopicPage

__all__ = ["Grown", "Growth", "GrowthRules"]

_VERSION = 2
#: A term that is known stays while it does this much of what a new one has to.
_STAYS = 0.6
_LOG = 500
#: Pages kept until enough like them are known.
_HELD = 40
_COMMON = "pages off the topic hold it as well"


@dataclass(frozen=True, slots=True)
class GrowthRules:
    """How the dynamic library grows.

    Attributes
    ----------
    guard
        A page teaches when its relevance to the static library is at least this: twice the
        topic's eta, so that it is clearly on the topic. Below half of this it is off it.
    least_pages
        Pages that have to teach before anything is learnt.
    every
        Pages that teach between two looks.
    least_share
        A term stands on this share of the pages that teach, and on three at least.
    least_lift
        A term stands so many times as often on them as on other pages.
    most_terms
        Terms learnt at most.
    most_mass
        What the learnt terms weigh together at most beside the static ones (sums of squares).
    """

    guard: float = 2 * DEFAULT_ETA
    least_pages: int = 10
    every: int = 10
    least_share: float = 0.15
    least_lift: float = 3.0
    most_terms: int = 40
    most_mass: float = 0.5


@dataclass(frozen=True, slots=True)
class Grown:
    """An entry of the log: a term that was learnt or given up, and why.

    Attributes
    ----------
    at
        Seconds since the epoch.
    """

    at: float
    term: str
    what: Literal["added", "dropped"]
    why: str

    def __str__(self) -> str:
        return f"{self.what} {self.term!r}: {self.why}"


class Growth:
    """Learns terms from the pages of a crawl.

    Parameters
    ----------
    library
        The topic; it is not changed, see :meth:`library`.
    cut
        The segmenter's, by which the pages are cut.
    rules
        When and how much.
    alike
        What the pages of the crawl are compared with, kept here; without it all pages count
        as made alike.

    Attributes
    ----------
    log
        The latest changes, oldest first.
    """

    def __init__(
        self,
        library: TopicLibrary,
        cut: Callable[[str], Sequence[str]],
        rules: GrowthRules = GrowthRules(),
        *,
        alike: AlikePages | None = None,
    ) -> None:
        self._library = library
        self._rules = rules
        self._alike = alike
        self._background = DocumentFrequencies(50_000) if alike is None else alike.frequencies
        self._held: deque[TopicPage] = deque(maxlen=_HELD)
        self._evidence = Evidence(5_000)
        self._terms: dict[str, TopicTerm] = {}
        self._next = rules.least_pages
        # What a person has decided on, one way or the other, is not learnt.
        self._known = {word for term in library for word in cut(term.term)}
        self._known.update(cut(library.name))
        self.log: deque[Grown] = deque(maxlen=_LOG)

    @property
    def terms(self) -> tuple[TopicTerm, ...]:
        """The terms learnt, the weightiest first."""
        return tuple(self._terms.values())

    @property
    def pages(self) -> int:
        """Pages that have taught."""
        return self._evidence.pages

    def library(self) -> TopicLibrary:
        """Return the extended library: the topic's terms and those learnt."""
        out = self._library.copy()
        for term in self._terms.values():
            out.add(term)
        return out

    def note(self, page: TopicPage, static_relevance: float, now: float) -> list[Grown]:
        """Take note of a page that was fetched.

        Parameters
        ----------
        static_relevance
            Of the page to the static library alone, in [0, 1].
        now
            Seconds since the epoch, for the log.

        Returns
        -------
        list of Grown
            What has changed; mostly nothing.
        """
        changes: list[Grown] = []
        if self._alike is None:
            self._background.add(page_counts(page))
        if not page.blocks:
            return changes
        if static_relevance >= self._rules.guard:
            self._near(page)
        elif static_relevance < self._rules.guard / 2:
            # What lies between is perhaps on the topic, and tells of neither.
            changes += self._other(page, now)
        if self._evidence.pages >= self._next:
            self._next = self._evidence.pages + self._rules.every
            changes += self._look(now)
        return changes

    def _near(self, page: TopicPage) -> None:
        if self._alike is not None:
            if not self._alike.is_known(page.url):
                self._held.append(page)
                return
            self._alike.add_near(page.url, page_counts(page))
        self._evidence.add(page)

    def _other(self, page: TopicPage, now: float) -> list[Grown]:
        """Take note of a page off the topic; give up the terms that it shows to be common."""
        if self._alike is None:
            return []
        terms = page_counts(page)
        self._alike.add_other(page.url, terms)
        held, self._held = self._held, deque(maxlen=_HELD)
        for one in held:
            self._near(one)
        common = [term for term in self._terms if term in terms and self._is_common(term)]
        for term in common:
            del self._terms[term]
        changes = [Grown(now, term, "dropped", _COMMON) for term in common]
        self.log.extend(changes)
        return changes

    def _is_common(self, term: str) -> bool:
        """Tell whether a term is so common on other pages of some shape that it says little."""
        share = self._alike.common_share(term) if self._alike is not None else 0.0
        return share > 0 and self._evidence.share(term) < _STAYS * self._rules.least_lift * share

    def _look(self, now: float) -> list[Grown]:
        rules = self._rules
        pages = self._evidence.pages
        least = max(3.0, rules.least_share * pages)
        found = [
            one
            for one in self._evidence.candidates(
                self._background,
                least_pages=max(2, int(_STAYS * least)),
                least_lift=_STAYS * rules.least_lift,
                without=self._known,
                elsewhere=self._alike.share_elsewhere if self._alike is not None else None,
            )
            # Of fewer other pages nothing can be said; that is lift 1.
            if one.lift > 1
            and (one.term in self._terms or (one.pages >= least and one.lift >= rules.least_lift))
            and not self._is_common(one.term)
        ][: rules.most_terms]
        top = found[0].score if found else 1.0
        learnt = {one.term: self._term(one, one.score / top) for one in found}
        changes = [
            Grown(now, term, "dropped", "other words say more by now")
            for term in self._terms
            if term not in learnt
        ]
        changes += [
            Grown(now, term, "added", one.note)
            for term, one in learnt.items()
            if term not in self._terms
        ]
        self._terms = self._weighed(learnt)
        self.log.extend(changes)
        return changes

    def _term(self, one: Candidate, share: float) -> TopicTerm:
        why = (
            f"on {one.pages} of {self._evidence.pages} pages on the topic, "
            f"{one.lift:.1f} times as often as elsewhere"
        )
        return TopicTerm(one.term, weight=share, source="crawl", accepted=None, note=why)

    def _weighed(self, learnt: dict[str, TopicTerm]) -> dict[str, TopicTerm]:
        """Return the terms, lighter where all together would outweigh the static library."""
        weigh = self._library.weight_of
        static = sum(weigh(term) ** 2 for term in self._library.static)
        dynamic = sum(weigh(term) ** 2 for term in learnt.values())
        scale = 1.0
        if dynamic > 0:
            scale = min(1.0, (self._rules.most_mass * static / dynamic) ** 0.5)
        return {
            name: replace(term, weight=min(max(round(term.weight * scale, 4), 0.0001), 1.0))
            for name, term in learnt.items()
        }

    def to_json(self) -> dict[str, Any]:
        """Return what was learnt, bounded in size."""
        out = {
            "version": _VERSION,
            "evidence": self._evidence.to_json(),
            "next": self._next,
            "terms": [term.to_json() for term in self._terms.values()],
            "log": [asdict(one) for one in self.log],
        }
        if self._alike is None:
            out["background"] = self._background.to_json(20_000)
        return out

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what :meth:`to_json` gave; terms that the topic has by now are left out.

        Raises
        ------
        StateError
            When it is malformed or of another version.
        """
        try:
            if state["version"] != _VERSION:
                raise StateError(f"grown terms of version {state['version']!r}")
            terms = [TopicTerm.from_json(term) for term in state["terms"]]
            log = [Grown(**one) for one in state["log"]]
            following = int(state["next"])
            evidence = Evidence(self._evidence.capacity)
            evidence.restore(state["evidence"])
            if self._alike is None:
                self._background.restore(state["background"])
        except (KeyError, TypeError, ValueError, TopicError) as error:
            raise StateError(f"malformed grown terms: {error!r}") from error
        self._evidence, self._next = evidence, following
        self._terms = {one.term: one for one in terms if one.term not in self._known}
        self.log = deque(log, maxlen=_LOG)
