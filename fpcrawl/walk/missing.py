"""Pages that say, with whatever status, that there is no such page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lxml.etree import XPath

from fpcrawl.extraction.text import squeeze

if TYPE_CHECKING:
    from fpcrawl.walk.reading import Reading

__all__ = ["is_bare_notice", "says_missing"]

#: A message that something is not there is no longer than this, in characters.
_SHORT = 600
#: Nor is the sentence that says so, and all prose of a page that says nothing else.
_NOTICE = 120
_MISSING = re.compile(
    r"(?<!\d)404(?!\d)|\b(?:page|topic|thread|forum|board|file|article|content)s?\b.{0,40}"
    r"\b(?:not (?:be )?found|(?:does|do)(?: not|n.t) exist|no longer (?:exists?|available)|missing)"
    r"|\bnot found|不存在|找不到|未找到|沒有找到|没有找到|已被删除|已被刪除|见つかりません"
    r"|見つかりません|存在しません|nicht gefunden|existiert nicht|introuvable|n.existe pas"
    r"|no se encontr|no existe|не найден|не существует|không tìm thấy|không tồn tại",
    re.IGNORECASE,
)
#: Words of a page that are no link.
_UNLINKED = XPath("descendant::text()[not(ancestor::a or ancestor::script or ancestor::style)]")


def says_missing(reading: Reading) -> bool:
    """Tell whether a page says that what was asked for is not there.

    Parameters
    ----------
    reading
        A page; one with rows says nothing of the kind.
    """
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


def is_bare_notice(reading: Reading) -> bool:
    """Tell whether a page holds nothing but the message that something is not there.

    Parameters
    ----------
    reading
        What the page's own structure says.
    """
    posts, tree = reading.posts, reading.tree
    if tree.text_len[0] > 2 * _SHORT or (posts is not None and posts.body_path is not None):
        return False
    # A link can be the title of a thread about such messages.
    found = _UNLINKED(tree.nodes[0])
    texts = [squeeze(str(text)) for text in found] if isinstance(found, list) else []
    notice = any(len(text) <= _NOTICE and _MISSING.search(text) for text in texts)
    return notice and reading.prose <= _NOTICE
