"""Which candidates of a page are its posts, told by the known posts of the page."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.extraction.visual.candidates import CandidateGroup

__all__ = ["KnownPost", "known_posts", "label_candidates"]

#: Share of the words of a body that has to be in a record.
HELD = 0.9
#: Shorter bodies have to be the text of an element: "+1" stands in many places.
SHORT = 12
#: A record may hold so much more than the tightest candidate with the same post, as a share
#: and in characters; what holds more than the second pair is none, between them nobody says.
TIGHT, LOOSE = (1.25, 80), (2.0, 300)

_SPACE = re.compile(r"\s+")
_TOKEN = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+")


@dataclass(frozen=True, slots=True)
class KnownPost:
    """A post that is known to be on a page, white space removed.

    Attributes
    ----------
    bodies
        Its words, and where known those without what it quotes: either will do.
    times
        Its time in all forms that are known to be shown.
    """

    author: str
    bodies: tuple[str, ...]
    words: tuple[Counter[str], ...]
    times: frozenset[str] = frozenset()


def known_posts(posts: Iterable[Mapping[str, Any]]) -> list[KnownPost]:
    """Read posts of a manifest; those without a body are left out."""
    out = []
    for post in posts:
        texts = [str(post[name]) for name in ("body", "body_own") if post.get(name)]
        bodies = tuple(dict.fromkeys(filter(None, map(_squeezed, texts))))
        if bodies:
            words = tuple(Counter(_TOKEN.findall(text)) for text in texts)
            author = _squeezed(str(post.get("author") or ""))
            shown = (str(post.get(name) or "") for name in ("time_shown", "time_attr", "time"))
            out.append(KnownPost(author, bodies, words, frozenset(map(_squeezed, shown)) - {""}))
    return out


def label_candidates(
    tree: PageTree, groups: Sequence[CandidateGroup], posts: Sequence[KnownPost]
) -> tuple[NDArray[np.float64], list[int]]:
    """Say of each candidate whether it is one whole post.

    Parameters
    ----------
    tree
        The page.
    groups
        Its candidates.
    posts
        Its posts.

    Returns
    -------
    tuple
        For each span of each group, in their order: 1 for a post, 0 for another thing, NaN
        where it cannot be said; and the number of the post that it
        may be, -1 for none.
    """
    spans = [span for group in groups for span in group.spans]
    labels = np.zeros(len(spans))
    numbers = [-1] * len(spans)
    alone: dict[int, list[tuple[int, int]]] = {}
    for n, span in enumerate(spans):
        held = _one_of(posts, _held(tree, span, posts), span)
        if held is not None:
            size = sum(tree.text_len[root] for root in span.roots)
            size -= sum(tree.text_len[hole] for hole in span.holes)
            alone.setdefault(held, []).append((max(size, 1), n))
    for number, members in alone.items():
        least = min(size for size, _ in members)
        for size, n in members:
            if size <= TIGHT[0] * least + TIGHT[1]:
                labels[n] = 1.0
            elif size <= LOOSE[0] * least + LOOSE[1]:
                labels[n] = np.nan
            else:
                continue
            numbers[n] = number
    return labels, numbers


def _held(tree: PageTree, span: Span, posts: Sequence[KnownPost]) -> list[int]:
    """Numbers of the posts that a candidate holds."""
    parts = []
    for root in span.roots:
        text = tree.text(root)
        if len(span.roots) > 1:
            # Words of a post without an element of their own stand between its rows.
            text = f"{text} {tree.nodes[root].tail or ''}"
        for hole in span.holes:
            if tree.holds(root, hole):
                text = text.replace(tree.text(hole), " ", 1)
        parts.append(text)
    whole = " ".join(parts)
    squeezed = _squeezed(whole)
    words: Counter[str] | None = None
    own: set[str] | None = None
    out: list[int] = []
    for n, post in enumerate(posts):
        if post.author not in squeezed:
            continue
        least = min(map(len, post.bodies))
        if least > len(squeezed):
            continue
        if least < SHORT:
            if own is None:
                own = _pieces(tree, span)
            held = any(body in own for body in post.bodies)
        else:
            held = any(body in squeezed for body in post.bodies)
            if not held:
                words = words if words is not None else Counter(_TOKEN.findall(whole))
                held = any((w & words).total() >= HELD * w.total() for w in post.words)
        if held:
            out.append(n)
    return out


def _one_of(posts: Sequence[KnownPost], held: list[int], span: Span) -> int | None:
    """Which post a candidate is: what it holds beside it are quotations, or the same again."""
    shown = {_squeezed(text) for text in (span.time.raw, span.time.full) if text}
    for n in sorted(held, key=lambda n: (posts[n].times.isdisjoint(shown), -_size(posts[n]))):
        whole = posts[n].bodies[0]
        if all(min(posts[m].bodies, key=len) in whole for m in held):
            return n
    return None


def _size(post: KnownPost) -> int:
    return len(post.bodies[0])


def _pieces(tree: PageTree, span: Span) -> set[str]:
    """Short texts that are all of an element, or stand directly in it."""
    out: set[str] = set()
    for root in span.roots:
        for i in range(root, tree.end[root]):
            if any(tree.holds(hole, i) for hole in span.holes):
                continue
            element = tree.nodes[i]
            if 0 < tree.text_len[i] <= 2 * SHORT:
                out.add(_squeezed(tree.text(i)))
            out.add(_squeezed((element.text or "")[: 4 * SHORT]))
            out.add(_squeezed((element.tail or "")[: 4 * SHORT]))
    return out


def _squeezed(text: str) -> str:
    return _SPACE.sub("", text)
