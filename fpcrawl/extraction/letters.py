"""Letters that archives of mailing lists show in the page itself, without a box.

Pipermail: a heading, the name in bold, the address, the time, links to other letters, and the
words as plain text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.vocabulary import HEADINGS, can_be_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.tree import PageTree

__all__ = ["letter_around", "writer_of"]

_NAME_TAGS = frozenset({"a", "b", "em", "strong"})


def letter_around(tree: PageTree, time_node: int) -> list[int]:
    """Return the elements of the letter that a time belongs to, from below its heading.

    Its words are the last. Empty where the time stands in no such letter.
    """
    above = [time_node, *tree.ancestors(time_node)]
    body = next((i for i in above if tree.tag(i) == "body"), None)
    if body is None or body == time_node:
        return []
    kids = tree.children(body)
    at = kids.index(above[above.index(body) - 1])
    stop = next((n for n in range(at + 1, len(kids)) if tree.tag(kids[n]) == "pre"), None)
    if stop is None or not tree.plain_len(kids[stop]):
        return []
    heads = (n for n in range(at, -1, -1) if tree.tag(kids[n]) in HEADINGS)
    return kids[next(heads, -1) + 1 : stop + 1]


def writer_of(tree: PageTree, roots: Sequence[int], time_node: int) -> int | None:
    """Return the element of the name that a letter begins with."""
    if len(roots) < 2 or tree.tag(roots[-1]) != "pre":
        return None
    for root in roots:
        if root >= time_node or tree.holds(root, time_node):
            break
        text = tree.text(root)
        if tree.tag(root) in _NAME_TAGS and can_be_name(text) and text[-1] not in ":：":
            return root
    return None
