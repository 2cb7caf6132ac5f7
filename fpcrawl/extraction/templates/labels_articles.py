"""Labels of an article's parts for templates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.labels import attribute_with
from fpcrawl.extraction.templates.model import LabelledRecord, Mark
from fpcrawl.extraction.text import squeeze, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.articles.articles import RawArticle
    from fpcrawl.extraction.tree import PageTree

__all__ = ["label_article"]

#: Share of an article's words that its element has to hold, to stand for the body.
WHOLE = 0.8


def label_article(
    tree: PageTree, raw: RawArticle, comments: Sequence[tuple[int, int]] = ()
) -> LabelledRecord | None:
    """Label the parts of an article where they stand on its page.

    Values are what the page shows: a name or time that it only declares has no label.

    Parameters
    ----------
    tree
        The page.
    raw
        What was found on it, see :func:`~fpcrawl.extraction.articles.articles.read_article`.
    comments
        Stretches of the page that are comments; those inside the article are its holes.

    Returns
    -------
    LabelledRecord or None
        ``None`` when no element holds the body.
    """
    if raw.prose < 0 or not _holds_text(tree, raw.prose, raw.text):
        return None
    fields: dict[str, list[Mark]] = {"body": [Mark(raw.prose)]}
    if raw.heading >= 0 and raw.title:
        shown = tree.text(raw.heading)
        title = raw.title if raw.title in shown else raw.shown
        if title and title in shown:
            fields["title"] = [Mark(raw.heading, title)]
    writers = [_name_mark(tree, node, raw.writers.names) for node in raw.writers.nodes]
    if told := [mark for mark in writers if mark is not None]:
        fields["author"] = told
    time = raw.published.node
    if time is not None:
        fields["time"] = [Mark(time.node, time.raw)]
        full = attribute_with(tree, time.node, time.full) if time.full is not None else None
        if full is not None:
            fields["time_full"] = [full]
    root = _root(tree, [mark.node for marks in fields.values() for mark in marks])
    holes = [a for a, _ in comments if tree.holds(root, a) and a != root]
    return LabelledRecord([root], fields, holes)


def _holds_text(tree: PageTree, i: int, text: str) -> bool:
    """Whether an element holds the lines of a text, nearly all."""
    held = "".join(text_of(tree.nodes[i]).split())
    lines = ["".join(line.strip("-| ").split()) for line in text.splitlines()]
    total = sum(map(len, lines))
    return sum(len(line) for line in lines if line in held) >= WHOLE * total > 0


def _name_mark(tree: PageTree, node: int, names: Sequence[str]) -> Mark | None:
    """Where names stand in an element: from the first to the last as it shows them."""
    shown = squeeze(tree.text(node))
    places = [(shown.find(name), name) for name in names if name in shown]
    if not places:
        return None
    first = min(places)[0]
    last, name = max(places)
    return Mark(node, shown[first : last + len(name)])


def _root(tree: PageTree, nodes: Sequence[int]) -> int:
    """Smallest element that holds several."""
    first, last = min(nodes), max(nodes)
    root = first
    while root > 0 and not tree.holds(root, last):
        root = tree.parent[root]
    return root
