"""Scoring pages that a person has judged, as if they were new."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.topic.expand import weights_by_examples

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fpcrawl.topic.library import TopicLibrary
    from fpcrawl.topic.model import TopicPage
    from fpcrawl.topic.vectors import DocumentFrequencies

    Score = Callable[[TopicPage], float]

__all__ = ["held_out_scores", "in_both"]

_FOLDS = 5


def held_out_scores(
    library: TopicLibrary,
    accepted: Sequence[TopicPage],
    rejected: Sequence[TopicPage],
    cut: Callable[[str], Sequence[str]],
    score_by: Callable[[TopicLibrary], Score],
    *,
    background: DocumentFrequencies | None = None,
    also_set: bool = False,
) -> tuple[list[float], list[float]]:
    """Return the scores of judged pages, each by what the other pages teach.

    Pages score higher by a library that was weighed by them than others like them will: a
    threshold learnt from that would be too high. So they are parted in five, and each part is
    scored by a library that was weighed by the rest.

    Parameters
    ----------
    library
        Weighed by all of the pages; it is not changed.
    accepted, rejected
        The pages.
    cut
        The segmenter's.
    score_by
        Gives what scores a page by a library.
    background, also_set
        As in :func:`fpcrawl.topic.expand.weights_by_examples`.

    Returns
    -------
    tuple
        Scores of the accepted and of the rejected pages, in their order.
    """
    if len(accepted) < 2:
        score = score_by(library)
        return [score(page) for page in accepted], [score(page) for page in rejected]
    scores: tuple[dict[int, float], dict[int, float]] = ({}, {})
    folds = min(_FOLDS, len(accepted))
    for fold in range(folds):
        taught = [
            [page for place, page in enumerate(pages) if place % folds != fold]
            for pages in (accepted, rejected)
        ]
        score = score_by(
            _weighed(library, taught[0], taught[1], cut, background, also_set=also_set)
        )
        for out, pages in zip(scores, (accepted, rejected), strict=True):
            for place in range(fold, len(pages), folds):
                out[place] = score(pages[place])
    good, bad = scores
    return [good[place] for place in sorted(good)], [bad[place] for place in sorted(bad)]


def in_both(
    accepted: Sequence[tuple[str, TopicPage]], rejected: Sequence[tuple[str, TopicPage]]
) -> list[tuple[str, str]]:
    """Return which pages were judged both ways: by their address, or by what stands on them.

    Parameters
    ----------
    accepted, rejected
        Where the pages stand, and the pages.

    Returns
    -------
    list
        Where each stands among the accepted and among the rejected ones.
    """
    known: dict[object, str] = {}
    for place, page in rejected:
        known.setdefault(page.url, place)
        if page.blocks:
            known.setdefault(_content(page), place)
    out = []
    for place, page in accepted:
        other = known.get(page.url) or (known.get(_content(page)) if page.blocks else None)
        if other is not None:
            out.append((place, other))
    return out


def _content(page: TopicPage) -> object:
    return tuple((block.kind, tuple(block.terms)) for block in page.blocks)


def _weighed(
    library: TopicLibrary,
    accepted: Sequence[TopicPage],
    rejected: Sequence[TopicPage],
    cut: Callable[[str], Sequence[str]],
    background: DocumentFrequencies | None,
    *,
    also_set: bool,
) -> TopicLibrary:
    out = library.copy()
    weights = weights_by_examples(
        out, accepted, rejected, cut, background=background, also_set=also_set
    )
    for term in library:
        if term.term in weights:
            out.weigh(term.term, weights[term.term])
        elif weights and term.source == "examples":
            # It is there for the pages that are held out.
            out.remove(term.term)
    if library.name in weights:
        out.weigh(library.name, weights[library.name])
    return out
