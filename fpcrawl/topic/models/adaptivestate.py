"""What the adaptive model has learnt, as JSON and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fpcrawl.exceptions import StateError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fpcrawl.topic.models.adaptive import AdaptiveModel
    from fpcrawl.topic.models.rows import TermRows, Vocabulary

__all__ = ["load", "save"]

_TERMS = 40_000
_LINKS = 60_000
_TEXTS = 300
_ANCHOR_TERMS = 12


def save(model: AdaptiveModel) -> dict[str, Any]:
    """Return what a model has learnt: the latest links, and the terms of the latest pages."""
    graph = model.graph
    start = max(graph.links - _LINKS, 0)
    sources, targets = graph.sources[start:], graph.targets[start:]
    texts = [
        (node, row)
        for row, node in enumerate(model.page_nodes, model.pages.first)
        if node >= 0 and row >= model.pages.count - _TEXTS
    ]
    named = np.unique(np.concatenate([sources, targets, np.array([n for n, _ in texts], np.int32)]))
    place = {int(number): new for new, number in enumerate(named)}
    kept = (graph.relevance, graph.text, graph.plain, graph.expected, graph.told)
    anchors = [int(row) for row in graph.anchors[start:]]
    about = enumerate(graph.surroundings[start:].tolist())
    anchor_place = {row: new for new, row in enumerate(dict.fromkeys(anchors))}
    return {
        "model": model.name,
        "version": model.VERSION,
        "seen": model.seen,
        "grown_at": model.grown_at,
        "learnt_at": model.learnt_at,
        "best": model.best,
        "best_plain": model.best_plain,
        "grown": {term: round(weight, 5) for term, weight in model.grown.items()},
        "documents": model.words.documents,
        "terms": model.words.to_json(_TERMS),
        "learner": model.learner.to_json(),
        "pages": [
            [
                graph.urls[number],
                int(graph.fetched[number]),
                *(round(float(array[number]), 5) for array in kept),
            ]
            for number in named
        ],
        "texts": [[place[node], _terms(model.words, model.pages, row)] for node, row in texts],
        "anchors": [
            _terms(model.words, model.anchor_rows, row, _ANCHOR_TERMS) for row in anchor_place
        ],
        "links": [
            [place[int(one)], place[int(other)], anchor_place[row]]
            for one, other, row in zip(sources, targets, anchors, strict=True)
        ],
        "surroundings": [
            [link, list(_terms(model.words, model.around_rows, row))]
            for link, row in about
            if row >= model.around_rows.first
        ],
    }


def _terms(
    words: Vocabulary, rows: TermRows, row: int, most: int | None = None
) -> dict[str, float]:
    if row < rows.first:
        return {}
    numbers, weights = rows.row(row)
    pairs = list(zip(numbers.tolist(), weights.tolist(), strict=True))[:most]
    return {words.names[number]: round(weight, 4) for number, weight in pairs}


def load(model: AdaptiveModel, state: Mapping[str, Any]) -> None:
    """Give a new model what :func:`save` returned.

    Raises
    ------
    StateError
        When it is malformed.
    """
    try:
        _load(model, state)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise StateError(f"malformed state of a crawl model: {error!r}") from error


def _load(model: AdaptiveModel, state: Mapping[str, Any]) -> None:
    graph, words = model.graph, model.words
    words.restore(int(state["documents"]), {str(t): int(n) for t, n in state["terms"].items()})
    for url, fetched, relevance, text, plain, expected, told in state["pages"]:
        number = graph.number(str(url))
        graph.fetched[number] = bool(fetched)
        graph.relevance[number], graph.text[number] = float(relevance), float(text)
        graph.plain[number] = float(plain)
        graph.expected[number], graph.told[number] = float(expected), float(told)
    for terms in state["anchors"]:
        model.anchor_rows.add(*words.row({str(t): float(w) for t, w in terms.items()}))
    links = np.asarray(state["links"], np.int64).reshape(-1, 3)
    limits = (len(graph), len(graph), model.anchor_rows.count)
    if len(links) and ((links < 0).any() or (links >= limits).any()):
        raise ValueError("a link of no page or no text")
    # States of earlier versions tell none.
    about = {int(link): tuple(map(str, words)) for link, words in state.get("surroundings", ())}
    for number, (source, target, row) in enumerate(links.tolist()):
        graph.link(source, [target], [row], [model.around_row(about.get(number, ()))])
    for node, terms in state["texts"]:
        if not 0 <= node < len(graph):
            raise ValueError("a text of no page")
        model.pages.add(*words.row({str(t): float(w) for t, w in terms.items()}))
        model.page_nodes.append(int(node))
    model.page_nodes = model.page_nodes[-(model.pages.count - model.pages.first) :]
    model.grown = {str(term): float(weight) for term, weight in state["grown"].items()}
    model.seen, model.grown_at = int(state["seen"]), int(state["grown_at"])
    model.best_plain = float(state["best_plain"])
    model.learnt_at, model.best = int(state["learnt_at"]), float(state["best"])
    model.learner.restore(state["learner"])
    model.weigh_topic()
