"""Tables of one cell, which old pages and mails have where others have a box."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fpcrawl.extraction.tree import PageTree

__all__ = ["unframe"]


def unframe(tree: PageTree) -> None:
    """Give tables of one cell the signatures of boxes.

    Row and cell are no levels of any path. A table, or a cell, with a name of its own is left as it
    is: it can be the only row of a list on this page.
    """
    for i in [i for i, tag in enumerate(tree.tags) if tag == "table"]:
        chain = _only_cell(tree, i)
        names = {tree.sig[j].partition(".")[2] for j in chain if tree.tags[j] in {"table", "td"}}
        if len(names) == 1:
            tree.sig[i] = "div" + tree.sig[i].removeprefix("table")
            for j in chain[1:]:
                tree.sig[j] = ""


def _only_cell(tree: PageTree, i: int) -> list[int]:
    """Return a table of a single cell, the cell, and what stands between; empty of another."""
    chain = [i]
    for below in ("tbody", "tr", "td"):
        last = chain[-1]
        j = last + 1
        if j >= len(tree.tags) or tree.end[j] != tree.end[last]:
            return []
        if tree.tags[j] == below:
            chain.append(j)
        elif below != "tbody":
            return []
    return chain
