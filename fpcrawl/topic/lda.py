"""ESVSM 1.1: a topic as subtopics of its description, by latent Dirichlet allocation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.exceptions import UsageError
from fpcrawl.topic.vectors import is_term

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = ["Subtopic", "passages", "subtopic_weights", "subtopics"]

SUBTOPICS = 10
TERMS = 20
_ROUNDS = 50
_PASSAGE_WORDS = 40
_MOST_PASSAGES = 2_000
_MOST_TERMS = 5_000
_SENTENCE_END = re.compile(r"[。！？!?；;]+|\.(?=\s)|\n+")


@dataclass(frozen=True, slots=True)
class Subtopic:
    """One of the things that a description is about.

    Attributes
    ----------
    share
        p(z|d): its part of the description.
    terms
        Its likeliest words w with p(w|z), likeliest first.
    """

    share: float
    terms: tuple[tuple[str, float], ...]


def passages(text: str, cut: Callable[[str], Iterable[str]]) -> list[list[str]]:
    """Return the terms of a text in passages of whole sentences, of some 40 words."""
    out: list[list[str]] = []
    current: list[str] = []
    for sentence in _SENTENCE_END.split(text):
        current += [word for word in cut(sentence) if is_term(word)]
        if len(current) >= _PASSAGE_WORDS:
            out.append(current)
            current = []
            if len(out) == _MOST_PASSAGES:
                break
    if current:
        out.append(current)
    return out


def subtopics(
    texts: Sequence[Sequence[str]], *, count: int = SUBTOPICS, terms: int = TERMS, seed: int = 0
) -> tuple[Subtopic, ...]:
    """Return the subtopics of some passages, largest first.

    One text gives no stable model; its passages do better. The same passages and seed give the
    same subtopics.

    Parameters
    ----------
    texts
        Terms of each passage.
    count, terms
        Number of subtopics and of their terms.
    seed
        Of the random numbers.

    Raises
    ------
    UsageError
        When scikit-learn is not installed.
    """
    frequency: dict[str, int] = {}
    for words in texts:
        for word in words:
            frequency[word] = frequency.get(word, 0) + 1
    ranked = sorted(frequency, key=lambda word: (-frequency[word], word))[:_MOST_TERMS]
    if not ranked:
        return ()
    try:
        from scipy.sparse import csr_matrix  # noqa: PLC0415 - only those pay who use it
        from sklearn.decomposition import LatentDirichletAllocation  # noqa: PLC0415
    except ImportError:
        raise UsageError(
            "subtopics (esvsm) need scikit-learn: pip install 'fpcrawl[topic]'"
        ) from None
    place = {word: number for number, word in enumerate(ranked)}
    rows = [row for row, words in enumerate(texts) for word in words if word in place]
    columns = [place[word] for words in texts for word in words if word in place]
    table = csr_matrix(
        ([1.0] * len(rows), (rows, columns)), shape=(len(texts), len(ranked)), dtype=float
    )
    model = LatentDirichletAllocation(
        n_components=count, max_iter=_ROUNDS, learning_method="batch", random_state=seed
    )
    lengths = np.asarray(table.sum(axis=1)).ravel()
    shares = lengths @ model.fit_transform(table) / lengths.sum()
    likely = model.components_ / model.components_.sum(axis=1, keepdims=True)
    found = []
    for number in sorted(range(count), key=lambda n: (-shares[n], n)):
        best = np.argsort(-likely[number], kind="stable")[:terms]
        kept = tuple((ranked[n], float(likely[number][n])) for n in best)
        found.append(Subtopic(float(shares[number]), kept))
    return tuple(found)


def subtopic_weights(found: Sequence[Subtopic]) -> dict[str, float]:
    """Return p(w|d) of the subtopics' terms, eq. (1), the largest as 1."""
    weights: dict[str, float] = {}
    for subtopic in found:
        for term, likely in subtopic.terms:
            weights[term] = weights.get(term, 0.0) + subtopic.share * likely
    most = max(weights.values(), default=1.0)
    ranked = sorted(weights.items(), key=lambda item: (-item[1], item[0]))
    return {term: weight / most for term, weight in ranked}
