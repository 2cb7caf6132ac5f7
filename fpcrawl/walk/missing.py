"""Pages that say, with whatever status, that there is no such page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lxml.etree import XPath

from fpcrawl.extraction.text import squeeze

if TYPE_CHECKING:
    from fpcrawl.extraction.tree import PageTree
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
#: Rows of threads beside what says that another is gone.
_ROWS = 2
#: The box in which a site is searched; its page may be the result of a search as a whole.
_SEARCH = re.compile(r"(?:^|[-_ ])search(?:$|[-_ ])", re.IGNORECASE)
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
    if len(text) > _SHORT or not _MISSING.search(text):
        return False
    # What is said in several elements, or in a link, stands in no row.
    told = _told(reading.tree, _SHORT)
    return not told or not all(_is_of_others(reading.tree, text) for text in told)


def _told(tree: PageTree, most: int) -> list[Any]:
    """Texts of at most so many characters, not in links, that say that something is missing."""
    found = _UNLINKED(tree.nodes[0])
    pieces = ((text, squeeze(str(text))) for text in (found if isinstance(found, list) else []))
    return [text for text, said in pieces if len(said) <= most and _MISSING.search(said)]


def _is_of_others(tree: PageTree, text: Any) -> bool:
    """Tell whether a text is not about the page: it stands in a row or in the box of a search."""
    element = text.getparent()
    if text.is_tail:
        element = element.getparent()
    i = tree.number.get(element, -1)
    return _is_of_row(tree, i) or _is_of_search(tree, i)


def _is_of_search(tree: PageTree, i: int) -> bool:
    """Tell whether an element is what the search of a site says when it finds nothing."""
    return any(
        _SEARCH.search(f"{tree.nodes[j].get('class') or ''} {tree.nodes[j].get('id') or ''}")
        for j in (i, *tree.ancestors(i))
        if j > 0 and tree.tag(j) not in {"body", "main"}
    )


def _is_of_row(tree: PageTree, i: int) -> bool:
    """Tell whether an element is one of several rows: of a list, what is left of a thread."""
    while i > 0:
        rows = [j for j in tree.children(tree.parent[i]) if tree.sig[j] == tree.sig[i]]
        if sum(j != i and tree.link_len[j] > 0 for j in rows) >= _ROWS:
            return True
        i = tree.parent[i]
    return False


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
    told = _told(tree, _NOTICE)
    return reading.prose <= _NOTICE and not all(_is_of_others(tree, text) for text in told)
