"""Puts into a page what it holds for its scripts alone, as a browser would show it.

Only where the page's own markup says next to nothing: who reads the page then finds links,
titles and words where they are on any page.
"""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING

from lxml import etree
from lxml.html import fragment_fromstring

from fpcrawl.pages.dates import find_times
from fpcrawl.pages.slowparse import NOT_XML
from fpcrawl.pages.state.choosing import choose
from fpcrawl.pages.state.embedded import embedded_values, has_data
from fpcrawl.pages.state.naming import Names
from fpcrawl.pages.state.objects import Objects
from fpcrawl.pages.state.people import fill_names
from fpcrawl.pages.state.texts import letters_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

    from fpcrawl.pages.page import Page
    from fpcrawl.pages.state.content import StateContent, StatePost, StateRow

__all__ = ["show_state"]

#: Characters outside links from which on a page says enough by itself, and below which it is
#: bare: an application whose frame alone is there.
ENOUGH, BARE = 1_500, 400
#: Characters of a link that is no button.
TITLE = 20
#: Characters of a ``noscript`` element that holds a page, and pieces of it that are counted.
PLAIN_PAGE, MAX_PIECES = 600, 2_000
#: Letters at the end or the beginning of a text by which it is found on the page.
END = 24
#: Times of a page that shows records of its own.
MIN_TIMES = 2
_UNSEEN = frozenset({"script", "style", "template", "select", "option", "textarea", "head", "svg"})
_SILENT = _UNSEEN | {"noscript"}
_UNCOUNTED = _UNSEEN | {"a", "button", "label"}
#: Elements that stand in no link, and levels in which one is looked for.
_BLOCKS = frozenset({"p", "td", "body", "article", "section", "main"})
LEVELS = 6


def show_state(page: Page, source: bytes) -> None:
    """Put what the data of a page holds into its tree, if the page does not show it.

    Parameters
    ----------
    page
        A page that was just parsed.
    source
        Its bytes.
    """
    root = page.root
    if not has_data(root, source):
        return
    fill_names(root)
    body = root.find("body")
    body = root if body is None else body
    shown = _plain_chars(body)
    if shown >= ENOUGH:
        return
    objects = Objects.of(embedded_values(root))
    if not objects.groups and not objects.alone:
        return
    titles = [page.title, page.meta.get("og:title", ""), page.meta.get("twitter:title", "")]
    site = page.meta.get("og:site_name", "")
    titles = [title for title in titles if title]
    names = Names(page.url, page.base_url, titles, site, bare=shown < BARE)
    content = choose(objects, names)
    if content is None or _is_needless(content, body):
        return
    _show(content, body)
    page.state = content


def _plain_chars(body: HtmlElement) -> int:
    """Characters that a page shows outside links and buttons, as far as that matters.

    Links as long as titles make a list: they count twice.
    """
    total = 0
    for element in body.iter():
        text = element.text
        if text and not text.isspace():
            own = len(text.strip())
            if not _is_uncounted(element):
                total += own
            elif own >= TITLE and element.tag not in _SILENT and isinstance(element.tag, str):
                total += 2 * own
        tail = element.tail
        if tail and not tail.isspace() and element is not body:
            total += len(tail.strip())
        if total >= ENOUGH:
            break
    return total


def _is_uncounted(element: HtmlElement) -> bool:
    """Whether what an element says is unseen, or part of a link or a button."""
    for _ in range(LEVELS):
        tag = element.tag
        if not isinstance(tag, str) or tag in _UNCOUNTED:
            return True
        if tag == "noscript":
            return not _is_plain_page(element)
        above = element.getparent()
        if above is None or tag in _BLOCKS:
            return False
        element = above
    return False


def _is_plain_page(noscript: HtmlElement) -> bool:
    return sum(map(len, islice(noscript.itertext(), MAX_PIECES))) >= PLAIN_PAGE


def _is_needless(content: StateContent, body: HtmlElement) -> bool:
    """Whether the page shows what its data holds, or shows something else.

    It shows the ends of half the texts, or the titles; or not even how one of them begins or
    ends, but times: what it holds of others then is for something beside it.
    """
    if content.kind == "index":
        told = [row.title for row in content.rows]
    else:
        told = [post.html for post in content.posts]
    texts = list(_texts(body))
    said = letters_of("".join(texts))
    letters = [letters_of(text) for text in told]
    shown = sum(bool(text) and text[-END:] in said for text in letters)
    if 2 * shown >= len(letters):
        return True
    if shown or any(text and text[:END] in said for text in letters):
        return False
    times = sum(1 for _ in islice(body.iter("time"), MIN_TIMES))
    times += sum(len(find_times(text.strip())) for text in texts[:MAX_PIECES] if text.strip())
    return times >= MIN_TIMES


def _texts(body: HtmlElement) -> Iterator[str]:
    """Texts of a page in their order, without those of scripts."""
    walk = etree.iterwalk(body, events=("start", "end"))
    for event, element in walk:
        if event == "end":
            yield element.tail or ""
        elif element.tag in _UNSEEN or (element.tag == "noscript" and not _is_plain_page(element)):
            walk.skip_subtree()
        else:
            yield element.text or ""


def _show(content: StateContent, body: HtmlElement) -> None:
    make = body.makeelement
    main = make("main")
    if content.title:
        _add(main, "h1", content.title)
    if content.kind == "index":
        rows = etree.SubElement(main, "ul", {"class": "threads"})
        for row in content.rows:
            _add_row(rows, row)
    else:
        holder = main
        is_article = content.kind == "article"
        if is_article:
            _declare(main, content)
        for n, post in enumerate(content.posts):
            if n == 1 and (is_article or content.beneath):
                holder = etree.SubElement(main, "section", {"class": "comments", "id": "comments"})
            alone = not n and (is_article or content.beneath)
            _add_post(holder, post, "article" if alone else "post")
    if content.further:
        _add(main, "a", "Next", {"href": content.further, "rel": "next"})
    (etree.SubElement(body, "body") if body.tag == "html" else body).append(main)


def _declare(main: HtmlElement, content: StateContent) -> None:
    """Declare an article as JSON-LD does, so that who reads it needs no guess."""
    first = content.posts[0]
    told: dict[str, object] = {"@type": "NewsArticle", "datePublished": first.time}
    if content.title:
        told["headline"] = content.title
    if first.author:
        told["author"] = {"@type": "Person", "name": first.author}
    _add(main, "script", json.dumps(told), {"type": "application/ld+json"})


def _add(
    above: HtmlElement, tag: str, text: str, attributes: dict[str, str] | None = None
) -> HtmlElement:
    told = {name: NOT_XML.sub("", value) for name, value in (attributes or {}).items()}
    element = etree.SubElement(above, tag, told)
    element.text = NOT_XML.sub("", text)
    return element


def _add_row(rows: HtmlElement, row: StateRow) -> None:
    item = etree.SubElement(rows, "li", {"class": "thread"})
    _add(_add(item, "h3", ""), "a", row.title, {"href": row.url, "class": "title"})
    if row.author:
        _add(item, "span", row.author, {"class": "author"})
    if row.time:
        _add(item, "time", row.time, {"datetime": row.time})
    if row.replies is not None:
        _add(item, "span", f"{row.replies} replies", {"class": "replies"})
    if row.views is not None:
        _add(item, "span", f"{row.views} views", {"class": "views"})
    for part in item:
        part.tail = " "


def _add_post(holder: HtmlElement, post: StatePost, kind: str) -> None:
    tag = "article" if kind == "article" else "div"
    attributes = {"class": kind}
    if post.post_id:
        attributes["id"] = f"{kind}-{post.post_id}"
    box = etree.SubElement(holder, tag, {n: NOT_XML.sub("", v) for n, v in attributes.items()})
    head = etree.SubElement(box, "div", {"class": "byline"})
    if post.author:
        link = {"href": post.author_url} if post.author_url else {}
        name = _add(head, "a" if link else "span", post.author, {"class": "author", **link})
        name.tail = " "
    _add(head, "time", post.time, {"datetime": post.time})
    words = etree.SubElement(box, "div", {"class": "content"})
    try:
        said = fragment_fromstring(NOT_XML.sub("", post.html), create_parent="div")
    except (etree.LxmlError, ValueError):
        return
    words.text = said.text
    words.extend(list(said))
