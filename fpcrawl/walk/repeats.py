"""Pages that a run has read before at another address, and pages that are not there."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from fpcrawl.pages.urls import url_key
from fpcrawl.walk.pagination import is_same_list, page_number

if TYPE_CHECKING:
    from fpcrawl.walk.content import PageContent
    from fpcrawl.walk.twins import TwinRules

__all__ = ["Repeats", "Trap"]

#: ``beyond_end``: a page number after the last shows the last page again. ``session``: a part of
#: the address that can be anything. ``parameters``: an order or a filter of what is known.
#: ``soft_404``: a page that says, with a good status, that there is none. ``twin``: the same
#: thread or list at an address of another kind.
Trap = Literal["beyond_end", "session", "parameters", "soft_404", "twin"]

#: Pages remembered in memory.
MEMORY = 50_000
#: Names under which the same rows were met after which they are a block that all pages show.
BLOCK = 3


class Repeats:
    """What this run has read, by content.

    Parameters
    ----------
    twins
        Learns from the pairs found here.
    """

    def __init__(self, twins: TwinRules) -> None:
        self.twins = twins
        self._first: OrderedDict[bytes, str] = OrderedDict()
        self._named: OrderedDict[bytes, set[bytes]] = OrderedDict()

    def judge(self, content: PageContent, *, turned: bool) -> Trap | None:
        """Tell whether a page that is read for the first time shows nothing of its own.

        Parameters
        ----------
        content
            What it shows.
        turned
            Whether it was asked for as a further page of its list.
        """
        if content.is_missing:
            return "soft_404"
        url = content.url
        first = self.register(content)
        if first == url or (content.role == "article" and turned):
            # What stands above the parts of an article can be longer than they are.
            return None
        kind = self._kind(content, first, url)
        # What no pager led to, as the page with a certain post, is no end of one.
        return "twin" if kind == "beyond_end" and not turned else kind

    def register(self, content: PageContent) -> str:
        """Remember a page; return the address where its content was seen first."""
        url, digest = content.url, content.digest
        if digest is not None and self._is_block(content):
            # The list itself is shorter than the block, and is none of what tells the page.
            digest = content.words_digest
        if digest is None:
            return url
        if content.role in {"thread", "article"} or content.has_rows:
            self.twins.observe(url, digest)
        first = self._first.setdefault(digest, url)
        if len(self._first) > MEMORY:
            self._first.popitem(last=False)
        return first

    def _is_block(self, content: PageContent) -> bool:
        """Remember the rows of a list; tell whether lists of other names have shown the same."""
        if content.rows_digest is None or content.digest is None:
            return False
        names = self._named.setdefault(content.rows_digest, set())
        if len(names) < BLOCK:
            names.add(content.digest)
        if len(self._named) > MEMORY:
            self._named.popitem(last=False)
        return len(names) >= BLOCK

    def _kind(self, content: PageContent, first: str, url: str) -> Trap:
        rule = self.twins.differing_rule(first, url)
        if rule is not None:
            return "parameters" if "?" in rule else "session"
        if is_same_list(first, url) and url_key(first) != url_key(url):
            numbered = page_number(url) or page_number(first)
            if numbered or urlsplit(first).path != urlsplit(url).path:
                return "beyond_end"
            return "parameters"
        return "soft_404" if content.role == "other" else "twin"
