"""Labels for templates of lists, from what the structure of a page tells of their rows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.lists.rowtitles import title_of
from fpcrawl.extraction.lists.sticky import SIGN_ATTRIBUTES
from fpcrawl.extraction.pieces import number_of
from fpcrawl.extraction.rowwords import says_sticky
from fpcrawl.extraction.templates.labels import attribute_with
from fpcrawl.extraction.templates.model import LabelledRecord, Mark
from fpcrawl.extraction.text import squeeze

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.lists.row import Row
    from fpcrawl.extraction.tree import PageTree

__all__ = ["label_rows"]

#: Attributes that may tell what an element does not show.
_SAYING = ("title", "alt", "aria-label", "datetime")
_AMOUNT = re.compile(r"(?<![\d.])\d[\d,]*(?:\.\d+)?(?:\s*[kKmM万](?![A-Za-z]))?(?!\d)")


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
    # A title can be a part of what leads to its thread.
    around = (i for i in (link, *tree.ancestors(link)) if i >= row.root)
    leads = next(((i, href) for i in around if (href := tree.nodes[i].get("href"))), None)
    if leads is not None:
        fields["url"] = [Mark(leads[0], leads[1], "href")]
    title = title_of(row.link)
    marks = {
        "title": _place(tree, link, title) if title else None,
        "author": _place(tree, row.author_node, row.author)
        if row.author and row.author_node is not None
        else None,
        "views": _figure(tree, row.views_node, row.views),
    }
    if row.replies is not None and row.opening:
        marks["posts"] = _figure(tree, row.replies_node, row.replies + 1)
    else:
        marks["replies"] = _figure(tree, row.replies_node, row.replies)
    if row.last_post is not None:
        time = row.last_post
        raw = squeeze(time.raw)
        # "<b>Today</b> at 10:00"; a time that stands in an attribute alone is not shown.
        marks["last_post"] = next(
            (Mark(i, raw) for i in (time.node, tree.parent[time.node]) if raw in tree.text(i)), None
        )
        if time.full is not None:
            marks["last_post_full"] = attribute_with(tree, time.node, time.full)
    if row.sticky and row.sticky_node is not None:
        marks["sticky"] = _sign(tree, row.sticky_node)
    fields.update({name: [mark] for name, mark in marks.items() if mark is not None})
    return record


def _roots(tree: PageTree, row: Row) -> list[int]:
    """Sibling elements that hold a row."""
    roots = []
    i = row.root
    while i < row.end:
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
            if said and value in said:
                return Mark(i, value, name)
    return None


def _figure(tree: PageTree, node: int | None, value: int | None) -> Mark | None:
    """Where a number stands, as it is written, in the text of an element or in its tooltip."""
    if node is None or value is None:
        return None
    for text, name in ((tree.text(node), None), (tree.nodes[node].get("title") or "", "title")):
        for match in _AMOUNT.finditer(text):
            if number_of(match.group()) == value:
                return Mark(node, match.group(), name)
    return None


def _sign(tree: PageTree, node: int) -> Mark | None:
    """Name or words of an element that say that a row is kept at the top."""
    element = tree.nodes[node]
    for name in SIGN_ATTRIBUTES:
        value = element.get(name)
        if not value or not says_sticky(value):
            continue
        if name == "class":
            value = next((token for token in value.split() if says_sticky(token)), value)
        return Mark(node, value, name)
    text = tree.text(node)
    return Mark(node, text) if says_sticky(text) else None
