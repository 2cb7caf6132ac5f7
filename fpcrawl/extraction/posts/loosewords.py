"""Words that no element holds, where records have more of them than of those that one does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.bodies.bareboxes import are_inset_words
from fpcrawl.extraction.posts.loose import SIDES, find_among, find_loose
from fpcrawl.extraction.vocabulary import is_phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fpcrawl.extraction.posts.loose import LooseBody
    from fpcrawl.extraction.posts.postgroup import RawPost
    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree

__all__ = ["set_loose", "starts_of"]

#: How many times the characters of bodies in elements those of loose ones must be.
LOOSER = 1.5
#: The same where these elements are such as stand among words: tables, lists, code.
LOOSER_AMONG = 0.5
#: Share of posts that have words in the element of bodies where it is that of all.
MOST_TOLD = 0.8
#: Signatures of what words are dressed in within a line.
_DRESS = frozenset({"b", "cite", "em", "i", "strong", "u"})


def starts_of(tree: PageTree, spans: list[Span], bodies: Mapping[int, int]) -> dict[int, int]:
    """Return where the words of records begin: in elements of their own, or loose behind others.

    Parameters
    ----------
    bodies
        The elements, by record.
    """
    loose = find_loose(tree, spans, {})
    told = sum(tree.plain_len(i) for i in bodies.values())
    if _chars_of(loose) > LOOSER * told:
        return {n: tree.end[body.head] for n, body in loose.items()}
    return dict(bodies)


def set_loose(tree: PageTree, spans: list[Span], posts: list[RawPost], chars: int) -> int:
    """Read words that no element holds, where they are more than those that one does.

    Returns
    -------
    int
        Their characters, 0 when the posts were left as they are.
    """
    named = {n: raw.author_node for n, raw in enumerate(posts) if raw.author_node is not None}
    loose = find_loose(tree, spans, named)
    total = _chars_of(loose)
    pieces = _are_pieces(tree, posts)
    if len(spans) > 1 and (pieces or not _have_bodies(tree, posts)):
        among = max((find_among(tree, spans, named, side) for side in SIDES), key=_chars_of)
        least = max(total, chars) if pieces else total
        if _chars_of(among) > LOOSER * least and _are_among(tree, posts, among):
            # Elements hold pieces of some bodies, and the whole of none.
            loose, total, chars = among, _chars_of(among), 0
    share = LOOSER_AMONG if _are_insets(tree, posts, loose) else LOOSER
    if total <= share * chars and not _are_dressed(tree, posts, loose):
        return 0
    for n, raw in enumerate(posts):
        raw.loose = loose.get(n)
        raw.body, raw.more = (raw.loose.head, []) if raw.loose is not None else (None, [])
    return max(total, chars + 1)


def _are_pieces(tree: PageTree, posts: list[RawPost]) -> bool:
    """Whether all that was taken for bodies are phrases in paragraphs of more words."""
    bodies = [raw.body for raw in posts if raw.body is not None]
    return bool(bodies) and all(
        is_phrase(tree.nodes[i], named=True) and tree.tag(tree.parent[i]) == "p" for i in bodies
    )


def _have_bodies(tree: PageTree, posts: list[RawPost]) -> bool:
    """Whether hardly a post has no words in the element of bodies."""
    told = sum(raw.body is not None and tree.text_len[raw.body] > 0 for raw in posts)
    return told > MOST_TOLD * len(posts)


def _chars_of(loose: dict[int, LooseBody]) -> int:
    return sum(body.chars for body in loose.values())


def _are_among(tree: PageTree, posts: list[RawPost], loose: dict[int, LooseBody]) -> bool:
    """Whether the bodies that elements hold stand where the loose ones do, too.

    Else there stands what is told of those who wrote them.
    """
    return all(
        n in loose and raw.body in loose[n].elements(tree)
        for n, raw in enumerate(posts)
        if raw.body is not None and tree.text_len[raw.body]
    )


def _are_dressed(tree: PageTree, posts: list[RawPost], loose: dict[int, LooseBody]) -> bool:
    """Whether what was taken for bodies are dressed words among loose ones: what is quoted.

    They can also be the first of phrases between the heads of posts.
    """
    bodies = [(raw, raw.body) for raw in posts if raw.body is not None]
    dressed = all(tree.sig[i] in _DRESS for _, i in bodies)
    pieces = dressed or all(
        i in raw.roots and is_phrase(tree.nodes[i], named=True) for raw, i in bodies
    )
    return pieces and bool(loose) and _are_among(tree, posts, loose)


def _are_insets(tree: PageTree, posts: list[RawPost], loose: dict[int, LooseBody]) -> bool:
    """Whether what was taken for bodies are tables, lists, code or quotations among loose words."""
    bodies = [raw.body for raw in posts if raw.body is not None]
    insets = bool(bodies) and all(are_inset_words(tree, i) for i in bodies)
    return insets and bool(loose) and _are_among(tree, posts, loose)
