"""Whether what a page shows stands in its margin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.vocabulary import MARGINS, is_called_margin

if TYPE_CHECKING:
    from fpcrawl.extraction.posts.span import RecordGroup
    from fpcrawl.extraction.tree import PageTree

__all__ = ["in_margin", "stands_beside"]


def in_margin(tree: PageTree, group: RecordGroup) -> bool:
    """Whether records stand beside what the page shows, not their times in feet of their own."""
    first = group.spans[0]
    around = tree.ancestors(first.time.node) if len(group.spans) > 1 else []
    feet = [i for i in around if tree.tag(i) == "footer" and i > first.start]
    return stands_beside(tree, feet[-1] if feet else first.time.node)


def stands_beside(tree: PageTree, i: int) -> bool:
    """Whether an element stands in the margin of a page: by its tag, or by what it is called."""
    return any(
        tree.tag(above) in MARGINS or is_called_margin(tree.nodes[above])
        for above in tree.ancestors(i)
    )
