"""Labels for templates of lists, from what the structure of a page tells of their rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.rowtitles import title_of
from fpcrawl.extraction.templates.labels import attribute_with
from fpcrawl.extraction.templates.model import LabelledRecord, Mark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.listing import Row
    from fpcrawl.extraction.tree import PageTree

__all__ = ["label_rows"]

#: Attributes that may tell what an element does not show.
_SAYING = ("title", "alt", "aria-label", "datetime")


def label_rows(tree: PageTree, rows: Sequence[Row]) -> list[LabelledRecord]:
    """Label the rows of a list: what they say, and where it stands.

    Parameters
    ----------
    tree
        A numbered page.
    rows
        Its rows, read.
    """
    return [_label(tree, row) for row in rows if row.link.element in tree.number]


def _label(tree: PageTree, row: Row) -> LabelledRecord:
    record = LabelledRecord(_roots(tree, row))
    fields = record.fields
    link = tree.number[row.link.element]
    href = tree.nodes[link].get("href")
    if href:
        fields["url"] = [Mark(link, href, "href")]
    title = title_of(row.link)
    if title and (mark := _place(tree, link, title)) is not None:
        fields["title"] = [mark]
    if row.author and row.author_node is not None:
        author = _place(tree, row.author_node, row.author)
        if author is not None:
            fields["author"] = [author]
    for name, node in (("replies", row.replies_node), ("views", row.views_node)):
        shown = _number_shown(tree, node) if node is not None else None
        if shown is not None:
            fields[name] = [shown]
    if row.last_post is not None:
        time = row.last_post
        mark = _place(tree, time.node, time.raw) or Mark(time.node, time.raw)
        fields["last_post"] = [mark]
        full = attribute_with(tree, time.node, time.full) if time.full is not None else None
        if full is not None:
            fields["last_post_full"] = [full]
    if row.sticky and row.sticky_node is not None:
        fields["sticky"] = [_sign(tree, row.sticky_node)]
    return record


def _roots(tree: PageTree, row: Row) -> list[int]:
    """Sibling elements that hold a row."""
    roots = []
    i = row.root
    while i < row.end and i < len(tree.nodes):
        roots.append(i)
        i = tree.end[i]
    return roots


def _place(tree: PageTree, node: int, value: str) -> Mark | None:
    """Where a value stands: in the text of an element, else in an attribute at or below it."""
    if value in tree.text(node):
        return Mark(node, value)
    for i in range(node, tree.end[node]):
        for name in _SAYING:
            said = tree.nodes[i].get(name)
            if said and value in " ".join(said.split()):
                return Mark(i, value, name)
    return None


def _number_shown(tree: PageTree, node: int) -> Mark | None:
    """Figures as they are written, in the text of an element or else in its tooltip."""
    ...


def _sign(tree: PageTree, node: int) -> Mark:
    """What says that a row is kept at the top."""
    ...
