"""Other ways to read an article, for comparison: trafilatura, and two of our own making.

``readability`` and ``newspaper`` are short implementations from the published descriptions of
those programs; their bodies are those of :mod:`benchmarks._textpeers`.
"""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, cast

import trafilatura
from lxml import html

from benchmarks._articledata import GotArticle
from benchmarks._textpeers import newspaper_text, readability_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.html import HtmlElement

    from benchmarks._articledata import ArticlePage
    from fpcrawl.pages import Page

__all__ = ["PEERS"]

_BYLINE = re.compile(r"byline|author|dateline|writtenby|p-author", re.IGNORECASE)
_CUTS = re.compile(r"\s+[|\-–—\\/>»]\s+|\s*[_|]\s*")
_DATE_IN_URL = re.compile(r"/((?:19|20)\d\d)[/-]?([01]\d)[/-]?([0-3]\d)(?!\d)")


def _attributes(element: HtmlElement) -> str:
    return f"{element.get('class') or ''} {element.get('id') or ''}"


def _text(element: HtmlElement) -> str:
    return " ".join("".join(element.itertext()).split())


def _tree(page: Page) -> HtmlElement:
    root = html.fromstring(html.tostring(page.root))
    dropped = ("script", "style", "noscript", "form", "select", "iframe")
    for element in list(cast("Iterator[HtmlElement]", root.iter(*dropped))):
        if element.getparent() is not None:
            element.drop_tree()
    return root


def _of_meta(page: Page, *names: str) -> str | None:
    return next((page.meta[name] for name in names if page.meta.get(name)), None)


def read_trafilatura(_page: Page, body: bytes, source: ArticlePage) -> GotArticle:
    """Read with trafilatura, its own metadata included."""
    found = trafilatura.bare_extraction(
        body, url=source.url if source.has_url else None, with_metadata=True
    )
    if found is None or isinstance(found, dict):
        return GotArticle()
    return GotArticle(found.title, found.author, found.date, found.text or "")


def read_readability(page: Page, _body: bytes, _source: ArticlePage) -> GotArticle:
    """Read as readability describes it: points of paragraphs, then the neighbours."""
    root = _tree(page)
    author = _of_meta(page, "author", "dc.creator")
    for element in root.iter():
        if author or not isinstance(element.tag, str):
            continue
        if element.get("rel") == "author" or _BYLINE.search(_attributes(element)):
            author = _text(element) if 0 < len(_text(element)) < 100 else None
    title = _cut_title(page.title)
    published = _of_meta(page, "article:published_time", "datepublished", "dc.date")
    return GotArticle(title, author, published, readability_text(page))


def _cut_title(title: str) -> str:
    cut = _CUTS.split(title)
    if len(cut) > 1:
        best = max(cut, key=len)
        if len(best) > 10 or len(title) < 20:
            return best.strip()
    return title


def read_newspaper(page: Page, _body: bytes, source: ArticlePage) -> GotArticle:
    """Read as newspaper describes it: paragraphs count by their stop words."""
    root = _tree(page)
    title = _newspaper_title(page, root)
    author = _of_meta(page, "author", "article:author", "dc.creator", "byl")
    if not author:
        named = root.xpath("//*[@rel='author' or @itemprop='author' or @class='byline']")
        author = next((_text(e) for e in named if 0 < len(_text(e)) < 80), None)
    published = _of_meta(
        page, "article:published_time", "og:published_time", "datepublished", "pubdate", "date"
    )
    in_url = _DATE_IN_URL.search(source.url)
    if in_url is not None:
        published = "-".join(in_url.groups())
    return GotArticle(title, author, published, newspaper_text(page))


def _newspaper_title(page: Page, root: HtmlElement) -> str:
    heads = [text for text in map(_text, root.iter("h1")) if len(text) > 2]
    declared = page.meta.get("og:title", "")
    for head in sorted(heads, key=len, reverse=True):
        if head.lower() in page.title.lower() or head == declared:
            return head
    return declared or max(_CUTS.split(page.title), key=len).strip()


logging.getLogger("trafilatura").setLevel(logging.CRITICAL)

#: Name -> reader of a parsed page and its bytes.
PEERS: dict[str, Callable[[Page, bytes, ArticlePage], GotArticle]] = {
    "trafilatura": read_trafilatura,
    "readability": read_readability,
    "newspaper": read_newspaper,
}
