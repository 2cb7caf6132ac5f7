"""Places of a page that are named after what readers say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fpcrawl.extraction.tree import PageTree

__all__ = ["is_comment_area"]

_COMMENTS = r"comment|cmt|评论|評論|kommentar|coment[aá]ri|комментар"
_AREA = re.compile(rf"{_COMMENTS}|repl(?:y|ies)|respon|留言|回复|跟帖|discuss", re.IGNORECASE)
_STRICT_AREA = re.compile(_COMMENTS, re.IGNORECASE)
#: Elements above a record in which the name of its place is looked for.
AROUND = 5


def is_comment_area(tree: PageTree, root: int, *, strict: bool = False) -> bool:
    """Whether the place of a record is named after comments.

    Parameters
    ----------
    strict
        Whether replies and discussions, which forums have too, do not count.
    """
    around = [root, *tree.ancestors(root, AROUND)]
    names = " ".join(
        f"{e.get('class') or ''} {e.get('id') or ''}"
        for e in (tree.nodes[i] for i in around)
        if e.tag != "body"
    )
    return bool((_STRICT_AREA if strict else _AREA).search(names))
