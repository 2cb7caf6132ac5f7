"""The topic library (ETFL 2): the terms of a topic, what a person said of them, their weights."""

from __future__ import annotations

import unicodedata
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from fpcrawl.exceptions import TopicError
from fpcrawl.topic.model import Topic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

__all__ = [
    "CLASS_WEIGHTS",
    "DYNAMIC_SHARE",
    "Relation",
    "TermClass",
    "TopicLibrary",
    "TopicTerm",
    "term_key",
]

TermClass = Literal["subject", "technical", "judgement"]
"""Who or what acts; the words of the trade; what makes a page worth reading (ETFL eq. 10)."""
Relation = Literal["", "synonym", "hypernym", "hyponym", "related"]
"""What a term is to the one that it was found for; ``related`` ones stood in its documents."""

#: A judgement word (illegal, cheaper, recalled) says little of what a page is about.
CLASS_WEIGHTS: dict[TermClass, float] = {"subject": 1.0, "technical": 1.0, "judgement": 0.5}
#: What a term that nobody has confirmed counts, beside one that somebody has: enough to reach
#: pages that the confirmed words miss, too little to carry a page alone (measured).
DYNAMIC_SHARE = 0.35
#: Relations whose words stand for the concept itself before anybody has said so.
_ALIKE = ("synonym",)


def term_key(term: str) -> str:
    """Return by what two spellings of a term are one: width, case and white space do not count."""
    return " ".join(unicodedata.normalize("NFKC", term).casefold().split())


@dataclass(frozen=True, slots=True)
class TopicTerm:
    """A term of a topic.

    Attributes
    ----------
    term
        As a person writes it; may be of several words.
    kind
        Its class.
    weight
        How much it says, in (0, 1].
    source
        Where it is from: ``user``, ``text``, ``crawl``, the name of a lexicon or of a source
        of documents.
    accepted
        What a person said of it; ``None`` = nothing yet.
    of, relation
        The term it was found for, and what it is to that; empty when it stands for itself.
    note
        A person's remark, or why it was added.
    """

    term: str
    kind: TermClass = "technical"
    weight: float = 1.0
    source: str = "user"
    accepted: bool | None = True
    of: str = ""
    relation: Relation = ""
    note: str = ""

    @property
    def key(self) -> str:
        """By what it is found."""
        return term_key(self.term)

    @property
    def weight_is_set(self) -> bool:
        """Whether its weight counts as a person's: of a word of theirs, and other than 1."""
        return self.source == "user" and self.weight != 1.0

    def to_json(self) -> dict[str, Any]:
        """Return plain data; what is empty is left out."""
        return {name: value for name, value in asdict(self).items() if value != ""}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TopicTerm:
        """Return what :meth:`to_json` wrote.

        Raises
        ------
        TopicError
            When it is no term.
        """
        try:
            term = cls(**data)
            sound = (
                isinstance(term.term, str)
                and bool(term.key)
                and term.kind in get_args(TermClass)
                and term.relation in get_args(Relation)
                and 0 < term.weight <= 1
                and term.accepted in (True, False, None)
            )
        except TypeError as error:
            raise TopicError(f"not a term: {data!r}") from error
        if not sound:
            raise TopicError(f"not a term: {data!r}")
        return term


class TopicLibrary:
    """The terms of a topic: those that a person wrote or accepted, and those that were found.

    Accepted terms are the static library of ETFL; those of which nobody has said anything are
    the dynamic one and count :attr:`dynamic_share` of their weight; rejected ones are kept, so
    that they are not proposed again, and count nothing.

    Parameters
    ----------
    name
        The word, or the few words, that name the topic; it is a term itself.
    text
        A description, may be empty.
    terms
        In any order; of two with one spelling the first stays.
    eta
        Relevance from which a page is on the topic, in (0, 1); ``None`` = the default of the
        relevance.
    class_weights
        What a term of each class counts.
    dynamic_share
        What an unconfirmed term counts beside a confirmed one, in [0, 1].
    revision
        Counts how often the file was written by a tool.
    """

    def __init__(
        self,
        name: str,
        text: str = "",
        terms: Iterable[TopicTerm] = (),
        *,
        eta: float | None = None,
        class_weights: Mapping[TermClass, float] | None = None,
        dynamic_share: float = DYNAMIC_SHARE,
        revision: int = 0,
    ) -> None:
        self.name = name
        self.text = text
        self.eta = eta
        self.class_weights: dict[TermClass, float] = {**CLASS_WEIGHTS, **(class_weights or {})}
        self.dynamic_share = dynamic_share
        self.revision = revision
        self._terms: dict[str, TopicTerm] = {}
        for term in terms:
            self._terms.setdefault(term.key, term)

    # -- looking

    def __iter__(self) -> Iterator[TopicTerm]:
        return iter(self._terms.values())

    def __len__(self) -> int:
        return len(self._terms)

    def __contains__(self, term: str) -> bool:
        return term_key(term) in self._terms

    def get(self, term: str) -> TopicTerm | None:
        """Return a term by its spelling."""
        return self._terms.get(term_key(term))

    @property
    def static(self) -> list[TopicTerm]:
        """What a person wrote or accepted; the name is among it unless it was rejected."""
        out = [term for term in self if term.accepted]
        if self.name and self.name not in self:
            out.insert(0, TopicTerm(self.name, "subject", source="name"))
        return out

    @property
    def dynamic(self) -> list[TopicTerm]:
        """What was found and nobody has decided on."""
        return [term for term in self if term.accepted is None]

    @property
    def rejected(self) -> list[TopicTerm]:
        """What a person does not want."""
        return [term for term in self if term.accepted is False]

    # -- changing

    def add(self, term: TopicTerm) -> bool:
        """Add a term, unless it is known: what a person said of it stays.

        Returns
        -------
        bool
            Whether it is new.
        """
        if not term.key or term.key in self._terms:
            return False
        if term.key == term_key(self.name) and not term.accepted:
            return False
        self._terms[term.key] = term
        return True

    def put(self, term: TopicTerm) -> None:
        """Add a term or replace the one of its spelling."""
        self._terms[term.key] = term

    def decide(self, term: str, accepted: bool | None) -> None:
        """Note what a person says of a term.

        Raises
        ------
        KeyError
            When it is not in the library.
        """
        key = term_key(term)
        self._terms[key] = replace(self._terms[key], accepted=accepted)

    def weigh(self, term: str, weight: float) -> None:
        """Set what a term weighs; the name becomes a term that is written down.

        Raises
        ------
        KeyError
            When it is neither in the library nor its name.
        """
        key = term_key(term)
        if key not in self._terms and key == term_key(self.name):
            self._terms[key] = TopicTerm(self.name, "subject", source="name")
        self._terms[key] = replace(self._terms[key], weight=weight)

    def remove(self, term: str) -> None:
        """Forget a term, if it is there."""
        self._terms.pop(term_key(term), None)

    def copy(self) -> TopicLibrary:
        """Return a library of its own with the same content."""
        return TopicLibrary(
            self.name,
            self.text,
            tuple(self),
            eta=self.eta,
            class_weights=self.class_weights,
            dynamic_share=self.dynamic_share,
            revision=self.revision,
        )

    # -- what others work with

    def weight_of(self, term: TopicTerm) -> float:
        """Return what a term counts, with its class and whether it was confirmed."""
        if term.accepted is False:
            return 0.0
        share = 1.0 if term.accepted else self.dynamic_share
        return term.weight * share * self.class_weights.get(term.kind, 1.0)

    def weights(self) -> dict[str, float]:
        """Return the terms as they are written and what each counts; the largest is 1.

        Terms that stand for another one (:meth:`concepts`) are left out: that one counts as much
        as the weightiest of them.
        """
        concepts = self.concepts()
        out: dict[str, float] = {}
        for term in (*self.static, *self.dynamic):
            concept = concepts[term.term]
            weight = self.weight_of(term)
            out[concept] = max(weight, out.get(concept, 0.0))
        top = max(out.values(), default=0.0)
        return {term: weight / top for term, weight in out.items()} if top > 0 else {}

    def groups(self) -> dict[str, tuple[str, ...]]:
        """Return the concepts and the terms that stand for each, itself first."""
        out: dict[str, list[str]] = {}
        for term, concept in self.concepts().items():
            group = out.setdefault(concept, [])
            group.insert(0, term) if term == concept else group.append(term)
        return {concept: tuple(group) for concept, group in out.items()}

    def concepts(self) -> dict[str, str]:
        """Return for each term that counts the one by which it is replaced in a page.

        A synonym, a wider or a narrower word that a person accepted stands for the term it was
        found for; of unconfirmed ones only synonyms do. Every other term stands for itself.
        """
        counting = {term.key: term for term in (*self.static, *self.dynamic)}
        out = {}
        for term in counting.values():
            at, seen = term, {term.key}
            while at.of and _stands_for(at) and (head := counting.get(term_key(at.of))) is not None:
                if head.key in seen:
                    break
                seen.add(head.key)
                at = head
            out[term.term] = at.term
        return out

    def topic(self, cut: Callable[[str], Sequence[str]] | None = None) -> Topic:
        """Return the topic as crawl models see it.

        Parameters
        ----------
        cut
            The segmenter's, by which the pages are cut too: a term of several words then counts
            by each of its words, together as much as alone. Without it terms stay whole.
        """
        weights = self.weights()
        if cut is not None:
            # Models that replace no concepts meet the synonyms as they are written.
            concepts = self.concepts()
            spread: dict[str, float] = {}
            for term, concept in concepts.items():
                words = dict.fromkeys(cut(term))
                for word in words:
                    share = weights.get(concept, 0.0) / len(words) ** 0.5
                    spread[word] = max(spread.get(word, 0.0), share)
            weights = {word: weight for word, weight in spread.items() if weight > 0}
        top = max(weights.values(), default=1.0)
        return Topic(self.name, {word: one / top for word, one in weights.items()}, self.text)

    # -- state

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "name": self.name,
            "text": self.text,
            "terms": [term.to_json() for term in self],
            "eta": self.eta,
            "class_weights": dict(self.class_weights),
            "dynamic_share": self.dynamic_share,
            "revision": self.revision,
        }


def _stands_for(term: TopicTerm) -> bool:
    if term.relation in ("", "related"):
        return False
    return term.accepted is True or term.relation in _ALIKE
