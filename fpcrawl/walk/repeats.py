"""Pages that a run has read before at another address, and pages that are not there."""

from __future__ import annotations

import re
from collections import OrderedDict
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from fpcrawl.extraction.text import squeeze
from fpcrawl.pages.urls import url_key
from fpcrawl.walk.content import content_digest
from fpcrawl.walk.pagination import is_same_list, page_number

if TYPE_CHECKING:
    from fpcrawl.walk.reading import Reading
    from fpcrawl.walk.twins import TwinRules

__all__ = ["Repeats", "Trap"]

#: ``beyond_end``: a page number after the last shows the last page again. ``session``: a part of
#: the address that can be anything. ``parameters``: an order or a filter of what is known.
#: ``soft_404``: a page that says, with a good status, that there is none. ``twin``: the same
#: thread or list at an address of another kind.
Trap = Literal["beyond_end", "session", "parameters", "soft_404", "twin"]

#: Pages remembered in memory.
MEMORY = 50_000
#: A message that something is not there is no longer than this, in characters.
_SHORT = 600
_MISSING = re.compile(
    r"(?<!\d)404(?!\d)|\b(?:page|topic|thread|forum|board|file|article|content)s?\b.{0,40}"
    r"\b(?:not (?:be )?found|(?:does|do)(?: not|n.t) exist|no longer (?:exists?|available)|missing)"
    r"|\bnot found|不存在|找不到|未找到|沒有找到|没有找到|已被删除|已被刪除|见つかりません"
    r"|見つかりません|存在しません|nicht gefunden|existiert nicht|introuvable|n.existe pas"
    r"|no se encontr|no existe|не найден|не существует|không tìm thấy|không tồn tại",
    re.IGNORECASE,
)


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

    def judge(self, reading: Reading, *, turned: bool) -> Trap | None:
        """Tell whether a page that is read for the first time shows nothing of its own.

        Parameters
        ----------
        reading
            The page, with its role and its rows.
        turned
            Whether it was asked for as a further page of its list.
        """
        if reading.role not in {"thread", "home"} and _is_missing(reading):
            return "soft_404"
        url = reading.page.url
        first = self.register(reading)
        if first == url or reading.role == "article":
            return None
        kind = self._kind(reading, first, url)
        # What no pager led to, as the page with a certain post, is no end of one.
        return "twin" if kind == "beyond_end" and not turned else kind

    def register(self, reading: Reading) -> str:
        """Remember a page; return the address where its content was seen first."""
        url = reading.page.url
        digest = content_digest(reading)
        if digest is None:
            return url
        if reading.role == "thread" or reading.rows:
            self.twins.observe(url, digest)
        first = self._first.setdefault(digest, url)
        if len(self._first) > MEMORY:
            self._first.popitem(last=False)
        return first

    def _kind(self, reading: Reading, first: str, url: str) -> Trap:
        rule = self.twins.differing_rule(first, url)
        if rule is not None:
            return "parameters" if "?" in rule else "session"
        if is_same_list(first, url) and url_key(first) != url_key(url):
            numbered = page_number(url) or page_number(first)
            if numbered or urlsplit(first).path != urlsplit(url).path:
                return "beyond_end"
            return "parameters"
        return "soft_404" if reading.role == "other" else "twin"


def _is_missing(reading: Reading) -> bool:
    """Tell whether a page says that what was asked for is not there."""
    if reading.rows:
        return False
    heads = [reading.page.title]
    heads += ["".join(element.itertext()) for element in reading.page.root.iter("h1")]
    if any(len(head) <= 120 and _MISSING.search(head) for head in map(squeeze, heads)):
        return reading.posts is None or reading.posts.author_path is None
    if reading.tree.text_len[0] > 2 * _SHORT:
        return False
    text = squeeze(reading.tree.text(0))
    return len(text) <= _SHORT and bool(_MISSING.search(text))
