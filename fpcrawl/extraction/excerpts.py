"""Pages that show pieces of several threads: the boards of imageboards."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.segment import Span
    from fpcrawl.extraction.tree import PageTree

__all__ = ["are_excerpts"]

#: Share of the records whose own address must be told.
MOST = 0.8
_ENDING = re.compile(r"/$|\.\w{2,5}$")
_LAST_NUMBER = re.compile(r"(\d+)\D*$")


def are_excerpts(tree: PageTree, spans: Sequence[Span], post_ids: Sequence[str | None]) -> bool:
    """Whether records are posts of several threads, one thread after the other.

    Each has a link to itself, with its number behind the "#", on the page of its thread; a
    page of which several are, and none is the page that shows them.

    Parameters
    ----------
    post_ids
        Number of each record, as :func:`fpcrawl.extraction.numbers.find_post_ids` tells.
    """
    homes = [
        home
        for span, post_id in zip(spans, post_ids, strict=True)
        if post_id is not None and (home := _home(tree, span, post_id)) is not None
    ]
    different = set(homes)
    if len(homes) < MOST * len(spans) or not 1 < len(different) < len(homes):
        return False
    here = _ENDING.sub("", urlsplit(tree.page.url).path)
    if here and any(home.startswith(here) for home in different):
        # The pages of one thread, by which its posts are numbered otherwise than shown.
        return False
    return len(list(groupby(homes))) == len(different)


def _home(tree: PageTree, span: Span, post_id: str) -> str | None:
    """Return the path of the page on which a record says that it stands."""
    for root in span.roots:
        for i in range(root, tree.end[root]):
            href = tree.nodes[i].get("href") if tree.tag(i) == "a" else None
            if not href or "#" not in href:
                continue
            address, _, fragment = href.partition("#")
            told = _LAST_NUMBER.search(fragment)
            if address and told is not None and told[1] == post_id:
                home: str = urlsplit(urljoin(tree.page.base_url, address)).path
                return home
    return None
