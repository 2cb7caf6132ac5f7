"""Expanding a topic library (ETFL 2.3): from lexicons, from documents, from its description.

What is found is proposed: a person accepts or rejects it (``scrapy topic review``).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from math import log2
from typing import TYPE_CHECKING

from fpcrawl.exceptions import SourceError
from fpcrawl.topic.candidates import Evidence, Phrases
from fpcrawl.topic.library import TopicTerm, term_key
from fpcrawl.topic.vectors import DocumentFrequencies, page_counts, weighted_terms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from fpcrawl.topic.candidates import Candidate
    from fpcrawl.topic.lexicon.base import Lexicon
    from fpcrawl.topic.library import Relation, TopicLibrary
    from fpcrawl.topic.model import TopicPage
    from fpcrawl.topic.sources.base import DocumentSource

__all__ = [
    "DocumentRules",
    "Found",
    "from_documents",
    "from_examples",
    "from_lexicon",
    "from_text",
    "weights_by_examples",
]

#: Weight of a word beside the one it was found for.
_LIKE: dict[Relation, float] = {"synonym": 0.9, "hyponym": 0.7, "hypernym": 0.4}
#: The strongest word of the documents beside the words that a person wrote.
_TOP_OF_DOCUMENTS = 0.9
_TOP_OF_TEXT = 0.8
#: Of many words that say a little each, most say it by chance.
_SHARPER = 1.5
#: A word says no more for standing so many times as often on accepted pages.
_MOST_LIFT = 64.0
#: A source that fails so many times in a row is asked no more.
_MOST_FAILURES = 5
#: With fewer rejected pages nothing is told by what stands on them.
_ENOUGH_REJECTED = 10
#: What a person wrote says something, and the name a little more, whatever the examples hold.
_LEAST_OF_KNOWN = 0.05
_LEAST_OF_NAME = 0.2


def from_lexicon(
    library: TopicLibrary,
    lexicon: Lexicon,
    *,
    most_per_term: int = 6,
    wider: int = 1,
    narrower: int = 6,
) -> list[TopicTerm]:
    """Return words that a lexicon knows for the accepted terms: same, near wider and narrower.

    Parameters
    ----------
    most_per_term
        Synonyms of a term at most.
    wider, narrower
        Wider and narrower words of a term at most; the nearest.
    """
    out: dict[str, TopicTerm] = {}
    for term in library.static:
        found: list[tuple[Relation, Sequence[str]]] = [
            ("synonym", lexicon.synonyms(term.term)[:most_per_term]),
            ("hyponym", lexicon.hyponyms(term.term)[:narrower]),
            ("hypernym", lexicon.hypernyms(term.term)[:wider]),
        ]
        for relation, words in found:
            for word in words:
                proposed = TopicTerm(
                    word,
                    term.kind,
                    _weight(term.weight * _LIKE[relation]),
                    lexicon.name,
                    None,
                    term.term,
                    relation,
                )
                known = out.get(proposed.key)
                if proposed.key and (known is None or known.weight < proposed.weight):
                    out[proposed.key] = proposed
    return _new(library, out.values())


def from_text(
    library: TopicLibrary,
    cut: Callable[[str], Sequence[str]],
    *,
    background: DocumentFrequencies | None = None,
    most: int = 30,
) -> list[TopicTerm]:
    """Return words of the topic's description."""
    counts = Counter(cut(library.text))
    weights = weighted_terms(counts, frequencies=background, size=most)
    known = _known_words(library, cut)
    return _new(
        library,
        (
            TopicTerm(term, weight=_weight(_TOP_OF_TEXT * weight), source="text", accepted=None)
            for term, weight in weights.items()
            if term not in known
        ),
    )


@dataclass(frozen=True, slots=True)
class DocumentRules:
    """How many documents are asked for, and what is taken from them.

    Attributes
    ----------
    pages_per_term
        L of the paper: best pages of each term.
    most_terms
        Terms asked for, the weightiest.
    most
        Words and phrases proposed at most.
    least_pages
        A word stands on so many of the pages found.
    least_lift
        A word stands so many times as often on the pages found as on others.
    background_pages
        Pages about anything that the source is asked for, to tell common words.
    """

    pages_per_term: int = 10
    most_terms: int = 40
    most: int = 120
    least_pages: int = 3
    least_lift: float = 2.0
    background_pages: int = 2_000


@dataclass(slots=True)
class Found:
    """What documents gave.

    Attributes
    ----------
    terms
        Proposed terms, the weightiest first.
    pages
        Different pages that were looked at.
    faults
        What a source could not do, each once.
    failed
        Whether it answered nothing that it was asked.
    """

    terms: list[TopicTerm] = field(default_factory=list)
    pages: int = 0
    faults: list[str] = field(default_factory=list)
    failed: bool = False

    def why_nothing(self, rules: DocumentRules) -> str:
        """Return why pages that were found gave no term; empty where they gave some."""
        if self.terms or self.faults:
            return ""
        if self.pages < rules.least_pages:
            return (
                f"pages with the topic's terms: {self.pages} (copies count once);"
                f" a word is proposed that stands on {rules.least_pages} of them"
            )
        return f"no further word tells the {self.pages} pages with the topic's terms from others"


def from_documents(
    library: TopicLibrary,
    source: DocumentSource,
    cut: Callable[[str], Sequence[str]],
    rules: DocumentRules = DocumentRules(),
    *,
    background: DocumentFrequencies | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Found:
    """Return words of the pages that a source finds for the accepted terms: eq. (8).

    It is asked for each term together with the name of the topic, so that a word of several
    meanings is met in the right one. What a word counts is the mean, over the pages of all
    terms, of its block-weighted frequency times its idf.

    Parameters
    ----------
    background
        In how many pages of all words stand; without it the source is asked for some.
    tell
        Told before each question what is done.
    """
    found = Found()
    common = DocumentFrequencies()
    troubles: dict[str, list[str]] = {}
    answers, in_a_row = 0, 0
    seen: set[str] = set()
    if background is not None:
        common.merge(background)
    else:
        tell(f"{source.name}: pages about anything")
        try:
            for page in source.sample(rules.background_pages):
                seen.add(page.url)
                common.add(page_counts(page))
        except SourceError as error:
            troubles[str(error)] = ["pages about anything"]
    evidence, phrases = Evidence(), Phrases()
    looked: set[str] = set()
    texts: set[int] = set()
    terms = sorted(library.static, key=lambda one: -library.weight_of(one))
    for term in terms[: rules.most_terms]:
        tell(f"{source.name}: {term.term}")
        try:
            pages = source.find(_query(library.name, term.term), rules.pages_per_term)
        except SourceError as error:
            troubles.setdefault(str(error), []).append(term.term)
            in_a_row += 1
            if in_a_row == _MOST_FAILURES:
                break
            continue
        answers, in_a_row = answers + 1, 0
        for page in pages[: rules.pages_per_term]:
            if page.url in looked or not page.blocks:
                continue
            looked.add(page.url)
            # What stands under two addresses says no more than once.
            text = hash(tuple(block.terms for block in page.blocks if block.kind == "content"))
            if text in texts:
                continue
            texts.add(text)
            evidence.add(page)
            phrases.add(page)
            if page.url not in seen:
                common.add(page_counts(page))
    found.faults = [
        f"{what[0]}: {told}" if len(what) == 1 else f"{told} ({len(what)} times)"
        for told, what in troubles.items()
    ]
    if in_a_row == _MOST_FAILURES:
        found.faults.append("it was asked for no further terms")
    found.failed = not answers
    found.pages = len(texts)
    found.terms = _proposed(library, source.name, cut, evidence, phrases, common, rules)
    return found


def from_examples(
    library: TopicLibrary,
    accepted: Sequence[TopicPage],
    rejected: Sequence[TopicPage],
    cut: Callable[[str], Sequence[str]],
    rules: DocumentRules = DocumentRules(),
    *,
    background: DocumentFrequencies | None = None,
) -> list[TopicTerm]:
    """Return words of pages that a person has found to be on the topic, weightiest first.

    Parameters
    ----------
    accepted, rejected
        Those pages, and pages that the person does not want.
    background
        In how many further pages words stand.
    """
    phrases = Phrases()
    for page in accepted:
        phrases.add(page)
    known = _known_words(library, cut)
    least = min(rules.least_pages, max(1, len(accepted) // 3))
    told = _telling(accepted, rejected, background)
    informed = any(one.lift > 1 for one in told)
    good = [
        one
        for one in told
        if one.pages >= least
        and one.term not in known
        and (one.lift >= rules.least_lift or not informed)
    ]
    good = phrases.merged(good[: 2 * rules.most], least)[: rules.most]
    return _new(
        library,
        (
            TopicTerm(
                one.term,
                weight=_weight(one.score),
                source="examples",
                accepted=None,
                note=_why(one, len(accepted)),
            )
            for one in good
        ),
    )


def weights_by_examples(
    library: TopicLibrary,
    accepted: Sequence[TopicPage],
    rejected: Sequence[TopicPage],
    cut: Callable[[str], Sequence[str]],
    *,
    background: DocumentFrequencies | None = None,
    also_set: bool = False,
) -> dict[str, float]:
    """Return what the terms of a library say by pages that a person has judged.

    Terms to which the person gave a weight other than 1 keep it and are left out, unless
    ``also_set``; so are unconfirmed terms that stand on none of the pages. Empty when there are
    too few pages that are not on the topic to tell.
    """
    told = _telling(accepted, rejected, background)
    if not any(one.lift > 1 for one in told):
        return {}
    says = {one.term: one.score for one in told}
    out = {}
    for term in (*library.static, *library.dynamic):
        words = cut(term.term)
        if not words or (term.weight_is_set and not also_set):
            continue
        # A phrase says as much as the word of it that says most.
        weight = max(says.get(word, 0.0) for word in words)
        least = _LEAST_OF_KNOWN if term.accepted else 0.0
        if term_key(term.term) == term_key(library.name):
            least = _LEAST_OF_NAME
        if max(weight, least) > 0:
            out[term.term] = _weight(max(weight, least))
    return out


def _telling(
    accepted: Sequence[TopicPage],
    rejected: Sequence[TopicPage],
    background: DocumentFrequencies | None,
) -> list[Candidate]:
    """Return what each word of the accepted pages says, the largest 1.

    That is, sharpened, the root of eq. (8) times the logarithm of how much more often it stands
    on accepted pages than on rejected ones: both kinds come from the same searches, so what is
    common there is what misleads.
    """
    if not accepted:
        return []
    evidence, common = Evidence(), DocumentFrequencies()
    for page in accepted:
        evidence.add(page)
        common.add(page_counts(page))
    for page in rejected:
        common.add(page_counts(page))
    if background is not None and len(rejected) < _ENOUGH_REJECTED:
        common.merge(background)
    found = evidence.candidates(common, least_pages=1, least_lift=1.0)
    # Lift is 1 where nothing is known of other pages.
    informed = any(one.lift > 1 for one in found)
    says = {
        one: one.score**0.5 * (log2(min(one.lift, _MOST_LIFT)) if informed else 1.0)
        for one in found
        if one.lift > 1 or not informed
    }
    top = max(says.values(), default=1.0)
    told = [replace(one, score=(its / top) ** _SHARPER) for one, its in says.items()]
    return sorted(told, key=lambda one: (-one.score, one.term))


def _proposed(
    library: TopicLibrary,
    source: str,
    cut: Callable[[str], Sequence[str]],
    evidence: Evidence,
    phrases: Phrases,
    common: DocumentFrequencies,
    rules: DocumentRules,
) -> list[TopicTerm]:
    pages = evidence.pages
    ranked = evidence.candidates(
        common,
        least_pages=rules.least_pages,
        least_lift=rules.least_lift,
        without=_known_words(library, cut),
    )
    ranked = phrases.merged(ranked[: 2 * rules.most], rules.least_pages)[: rules.most]
    top = ranked[0].score if ranked else 1.0
    terms = (
        TopicTerm(
            one.term,
            weight=_weight(_TOP_OF_DOCUMENTS * one.score / top),
            source=source,
            accepted=None,
            note=_why(one, pages),
        )
        for one in ranked
    )
    return _new(library, terms)


def _why(one: Candidate, pages: int) -> str:
    often = f", {one.lift:.1f} times as often as elsewhere" if one.lift > 1 else ""
    return f"on {one.pages} of {pages} pages{often}"


def _query(name: str, term: str) -> str:
    if term_key(name) in term_key(term):
        return term
    return f"{name} {term}"


def _known_words(library: TopicLibrary, cut: Callable[[str], Sequence[str]]) -> set[str]:
    """Return the words of all terms, in the form in which pages hold them."""
    terms = [*(term.term for term in library), library.name]
    # Parts of longer terms may be terms of their own.
    return {words[0] for words in map(cut, terms) if len(words) == 1}


def _weight(value: float) -> float:
    return min(max(round(value, 3), 0.001), 1.0)


def _new(library: TopicLibrary, terms: Iterable[TopicTerm]) -> list[TopicTerm]:
    name = term_key(library.name)
    new = {term.key: term for term in terms if term.term not in library and term.key != name}
    return sorted(new.values(), key=lambda term: (-term.weight, term.term))
