"""Other ways to read an article, for comparison: trafilatura, and two of our own making.

``readability`` and ``newspaper`` are short implementations from the published descriptions of
those programs: paragraphs give points to what holds them, and the element with most of them,
less what it has in links, is the body.
"""

from __future__ import annotations

import logging
import math
import re
from typing import TYPE_CHECKING, cast

import trafilatura
from lxml import html

from benchmarks._articledata import GotArticle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.html import HtmlElement

    from benchmarks._articledata import ArticlePage
    from fpcrawl.pages import Page

__all__ = ["PEERS"]

_UNLIKELY = re.compile(
    r"combx|comment|community|disqus|extra|foot|header|menu|remark|rss|shoutbox|sidebar|sponsor"
    r"|ad-break|agegate|pagination|pager|popup|tweet|twitter|related|share|social",
    re.IGNORECASE,
)
_MAYBE = re.compile(r"and|article|body|column|main|shadow|content", re.IGNORECASE)
_GOOD = re.compile(
    r"article|body|content|entry|hentry|main|page|post|text|blog|story", re.IGNORECASE
)
_BAD = re.compile(
    r"combx|comment|com-|contact|foot|masthead|media|meta|outbrain|promo|related|scroll|shoutbox"
    r"|sidebar|sponsor|shopping|tags|tool|widget|hidden|banner",
    re.IGNORECASE,
)
_BYLINE = re.compile(r"byline|author|dateline|writtenby|p-author", re.IGNORECASE)
_CUTS = re.compile(r"\s+[|\-–—\\/>»]\s+|\s*[_|]\s*")
_COMMAS = re.compile("[,，、]")
_DATE_IN_URL = re.compile(r"/((?:19|20)\d\d)[/-]?([01]\d)[/-]?([0-3]\d)(?!\d)")
_STOPWORDS = frozenset(
    """
    a about after all also an and are as at be been but by can for from had has have he her his i
    if in into is it its more no not of on one or other out she so some that the their them there
    they this to up was we were what when which who will with would you der die das und ist nicht
    mit von den ein eine auf im dem des les et est pas que pour une dans el los las por con para
    """.split()
)
_CJK_STOP = re.compile("[的了在是我有和就不人都一也很到说要去你会着看好这のはをにがでとも]")


def _attributes(element: HtmlElement) -> str:
    return f"{element.get('class') or ''} {element.get('id') or ''}"


def _text(element: HtmlElement) -> str:
    return " ".join("".join(element.itertext()).split())


def _linked(element: HtmlElement) -> float:
    whole = len(_text(element)) or 1
    return sum(len(_text(link)) for link in element.iter("a")) / whole


def _tree(page: Page) -> HtmlElement:
    root = html.fromstring(html.tostring(page.root))
    dropped = ("script", "style", "noscript", "form", "select", "iframe")
    for element in list(cast("Iterator[HtmlElement]", root.iter(*dropped))):
        if element.getparent() is not None:
            element.drop_tree()
    return root


def _paragraphs(elements: Iterator[HtmlElement], least: int) -> str:
    texts = (_text(e) for e in elements)
    return "\n".join(text for text in texts if len(text) >= least)


def _words_of(element: HtmlElement) -> str:
    """All words of an element, a line for each paragraph or run outside paragraphs."""
    for block in element.iter("p", "div", "br", "li", "h2", "h3", "h4", "td", "blockquote"):
        block.tail = "\n" + (block.tail or "")
    lines = (" ".join(line.split()) for line in "".join(element.itertext()).split("\n"))
    return "\n".join(filter(None, lines))


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
    for element in list(root.iter("div", "section", "ul", "aside", "table", "p", "header", "nav")):
        told = _attributes(element)
        unlikely = _UNLIKELY.search(told) and not _MAYBE.search(told)
        if (unlikely or element.tag == "nav") and element.getparent() is not None:
            element.drop_tree()
    points: dict[HtmlElement, float] = {}
    for element in root.iter("p", "td", "pre", "div"):
        text = _text(element) if element.tag != "div" else (element.text or "").strip()
        if len(text) < 25:
            continue
        worth = 1.0 + len(_COMMAS.findall(text)) + min(len(text) // 100, 3)
        for level, above in enumerate(element.iterancestors()):
            if level > 2 or above.tag in {"body", "html"}:
                break
            if above not in points:
                points[above] = _first_points(above)
            points[above] += worth / (1, 2, 6)[level]
    title = _cut_title(page.title)
    published = _of_meta(page, "article:published_time", "datepublished", "dc.date")
    if not points:
        return GotArticle(title, author, published)
    for element in points:
        points[element] *= 1.0 - _linked(element)
    best = max(points, key=lambda e: points[e])
    kept = []
    for sibling in best.getparent() if best.getparent() is not None else [best]:
        points_enough = points.get(sibling, 0.0) >= max(10.0, points[best] * 0.2)
        paragraph = sibling.tag == "p" and len(_text(sibling)) > 80 and _linked(sibling) < 0.25
        if sibling is best or points_enough or paragraph:
            kept.append(sibling)
    words = "\n".join(_words_of(element) for element in kept)
    return GotArticle(title, author, published, words)


def _first_points(element: HtmlElement) -> float:
    told = _attributes(element)
    points = 25.0 * bool(_GOOD.search(told)) - 25.0 * bool(_BAD.search(told))
    points += {"div": 5, "article": 5, "pre": 3, "td": 3, "blockquote": 3}.get(element.tag, 0)
    return points - (3 if element.tag in {"ol", "ul", "dl", "dd", "dt", "li", "form"} else 0)


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
    points: dict[HtmlElement, float] = {}
    for place, element in enumerate(root.iter("p", "pre", "td")):
        text = _text(element)
        stops = sum(word in _STOPWORDS for word in text.lower().split())
        stops += len(_CJK_STOP.findall(text))
        if stops <= 2 or _linked(element) > 0.5:
            continue
        worth = stops + 10.0 / math.sqrt(place + 1)
        for above, share in zip(element.iterancestors(), (1.0, 0.5), strict=False):
            points[above] = points.get(above, 0.0) + worth * share
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
    if not points:
        return GotArticle(title, author, published)
    best = max(points, key=lambda e: points[e])
    return GotArticle(title, author, published, _paragraphs(best.iter("p", "pre", "td"), 2))


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
