"""Whether the stretches of a page that a method calls records are the true posts (figure 7).

A stretch is right for a post when it holds at least four fifths of the post's body and the
body of no other post, one to one and in order. A stretch with two posts in it is wrong for
both; the body of a post that another one quotes does not count as another's, nor do words so
few that they stand anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.scoring import FOUND_BODY_F1, f1, tokens

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Sequence

    from benchmarks.scoring import TruePost

__all__ = ["PlaceScore", "score_places", "summarise_places"]

_TELLING = 8
"""Tokens from which on a body is not met by chance."""
_HELD = 0.95
"""Share of another post's tokens from which on a stretch holds that post too."""


@dataclass(frozen=True, slots=True)
class PlaceScore:
    """Stretches of one page that are right, that were given, and posts there are."""

    right: int
    given: int
    posts: int


def _held(body: Counter[str], text: Counter[str]) -> float:
    size = body.total()
    return (body & text).total() / size if size else 1.0


def score_places(truths: Sequence[TruePost], texts: Sequence[str]) -> PlaceScore:
    """Judge the records of one page.

    Parameters
    ----------
    texts
        All text of each record, in page order.
    """
    # The shorter body asks for less: with the words it quotes, or without.
    bodies = [min(map(tokens, true.bodies), key=lambda body: body.total()) for true in truths]
    whole = [max(map(tokens, true.bodies), key=lambda body: body.total()) for true in truths]
    best = [0] * (len(texts) + 1)
    shapes = [tokens(text) for text in texts]
    clear = [_clear(bodies, whole, shape) for shape in shapes]
    for i in range(len(truths) - 1, -1, -1):
        row = [0] * (len(texts) + 1)
        for j in range(len(texts) - 1, -1, -1):
            right = i in clear[j] and _held(bodies[i], shapes[j]) >= FOUND_BODY_F1
            row[j] = max(best[j], row[j + 1], (1 + best[j + 1]) if right else 0)
        best = row
    return PlaceScore(best[0], len(texts), len(truths))


def _clear(
    bodies: Sequence[Counter[str]], whole: Sequence[Counter[str]], text: Counter[str]
) -> set[int]:
    """Return the posts of which a stretch can be the record: it holds nobody else's words."""
    held = [
        n
        for n, body in enumerate(bodies)
        if body.total() >= _TELLING and _held(body, text) >= _HELD
    ]
    return {
        n
        for n in range(len(bodies))
        if all(other == n or _held(bodies[other], whole[n]) >= _HELD for other in held)
    }


def summarise_places(pages: Iterable[PlaceScore]) -> dict[str, float]:
    """Return precision, recall and F1 over all pages."""
    pages = list(pages)
    right = sum(page.right for page in pages)
    given = sum(page.given for page in pages)
    posts = sum(page.posts for page in pages)
    return {
        "location_precision": round(right / given, 4) if given else 0.0,
        "location_recall": round(right / posts, 4) if posts else 0.0,
        "location_f1": round(f1(right, given, posts), 4),
    }
