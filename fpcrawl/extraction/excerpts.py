"""Pages that show pieces of several threads: the boards of imageboards."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from fpcrawl.extraction.text import weight_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.segment import Span
    from fpcrawl.extraction.tree import PageTree

__all__ = ["are_excerpts"]

#: Share of the records whose own address must be told.
MOST = 0.8
#: Weight of the title of a thread.
MIN_TITLE = 8
_ENDING = re.compile(r"/$|\.\w{2,5}$")
_LAST_NUMBER = re.compile(r"(\d+)\D*$")


def are_excerpts(tree: PageTree, spans: Sequence[Span], post_ids: Sequence[str | None]) -> bool:
    """Whether records are posts of several threads.

    Each has a link to itself, with its number behind the "#", on the page of its thread; a
    page of which several are, and none is the page that shows them. One thread stands after the
    other, or the links are called after the threads: what was written last.

    Parameters
    ----------
    post_ids
        Number of each record, as :func:`fpcrawl.extraction.numbers.find_post_ids` tells.
    """
    links = [
        link
        for span, post_id in zip(spans, post_ids, strict=True)
        if post_id is not None and (link := _own_link(tree, span, post_id)) is not None
    ]
    homes = [home for home, _ in links]
    different = set(homes)
    if len(homes) < MOST * len(spans) or not 1 < len(different) < len(homes):
        return False
    here = _ENDING.sub("", urlsplit(tree.page.url).path)
    if here and any(home.startswith(here) for home in different):
        # The pages of one thread, by which its posts are numbered otherwise than shown.
        return False
    if len(list(groupby(homes))) == len(different):
        return True
    titles = {title for _, title in links}
    return len(set(links)) == len(titles) == len(different) and all(
        weight_of(title) >= MIN_TITLE for title in titles
    )


def _own_link(tree: PageTree, span: Span, post_id: str) -> tuple[str, str] | None:
    """Return the path of the page on which a record says that it stands, and what it is called."""
    for root in span.roots:
        for i in range(root, tree.end[root]):
            href = tree.nodes[i].get("href") if tree.tag(i) == "a" else None
            if not href or "#" not in href:
                continue
            address, _, fragment = href.partition("#")
            told = _LAST_NUMBER.search(fragment)
            if address and told is not None and told[1] == post_id:
                return urlsplit(urljoin(tree.page.base_url, address)).path, tree.text(i)
    return None
