"""The links of a page with what stands around them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from fpcrawl.pages.scripted import scripted_addresses
from fpcrawl.pages.shapes import url_shape
from fpcrawl.pages.urls import canonical_url

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from fpcrawl.pages.page import Page

__all__ = ["MAX_LINKS", "Link", "page_links"]

MAX_LINKS = 5_000

_MAX_TEXT = 300
_MAX_NODES = 64
# A page with fewer plain links has other ways on.
_FEW_LINKS = 5
# So many addresses of one shape in attributes are rows of a list.
_ROWS = 3
#: An option of a pager.
_COUNTED = re.compile(r"\D{0,12}(\d{1,5})\D{0,6}(?:/\s?\d{1,5})?")
_UNSEEN = frozenset(["script", "style", "template"])
_NAV_TAGS = frozenset(["nav", "header", "footer"])
# A header or footer within one of these is that of a post or an article.
_CONTENT_TAGS = frozenset(["article", "main", "section", "li", "td", "blockquote"])
_NAV_ROLES = frozenset(["navigation", "banner", "contentinfo", "menubar", "menu"])
_NAV_NAME = re.compile(
    r"(?:(?:site|main|page|top|global|primary|secondary|user|mobile|sub|bottom)[-_]?)?"
    r"(?:nav(?:bar|igation|list|links|menu)?|menu(?:bar|s)?|header|footer|sidebar|breadcrumbs?|"
    r"crumbs?|topbar)",
    re.IGNORECASE,
)
# What the title of a row is called, and who else has a name.
_TITLE_NAME = re.compile(r"(?:^|[\s_-])(?:title|name|subject|headline)(?:$|\s)", re.IGNORECASE)
_OTHER_NAME = re.compile(
    r"user|author|member|poster|nick|login|first|last|full|screen|display|file|site|group|sub[-_]",
    re.IGNORECASE,
)
_HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
_COVER_NAME = re.compile(r"overlay|stretched|cover(?!t)|full[-_]?link", re.IGNORECASE)
# Elements around a link that covers its row without a word of its own.
_ROW_LEVELS = 3
_ROW_NODES = 32
_TITLE_NODES = 12
_TITLES = 3
_ROOT_TAGS = frozenset(["html", "body"])
_PLAIN_RELATIVE = re.compile(r"[^:/?#\\\s]+(?:[/?#][^\\]*)?$")
_STROKES = re.compile(r"^((?:https?:)?)/{3,}", re.IGNORECASE)
_OTHER_SCHEME = re.compile(r"(?!https?:)[A-Za-z][A-Za-z0-9+.-]{0,20}:", re.IGNORECASE)
# Tag path, classes of the two nearest elements, in navigation, in content.
_Place = tuple[str, str, bool, bool]


@dataclass(slots=True)
class Link:
    """One link of a page.

    Attributes
    ----------
    url
        Canonical absolute address.
    text
        Visible text with white space collapsed; where there is none, the text of its
        image or its title. At most 300 characters.
    rel
        The ``rel`` attribute in lower case.
    path
        Tags from the root down to the link, then the classes of its two nearest
        ancestors: links with one path are made by one piece of a template.
    in_nav
        Within navigation, header, footer or side bar of the page, by tag, role, class or id.
    n
        Position among the page's links, in document order.
    fragment
        The fragment of the address, which ``url`` has not; empty when there is none.
    scripted
        From a script or an attribute; such links come after the others.
    """

    url: str
    text: str
    title: str
    rel: str
    nofollow: bool
    element: HtmlElement = field(repr=False)
    path: str
    in_nav: bool
    n: int
    fragment: str = ""
    scripted: bool = False


def page_links(page: Page) -> list[Link]:
    """Return the http(s) links of a page in document order, at most 5,000.

    Links to a mere place on the page (``#top``) and to other schemes are left out. Those
    that are malformed, overlong or beyond the cap are counted in ``page.links_skipped``.

    Addresses in scripts and other attributes count where they are the only way on: no
    plain link has the address, and few have one of its shape.
    """
    out: list[Link] = []
    scripts: list[HtmlElement] = []
    skipped = 0
    resolve = _Resolver(page.base_url, page.charset.encoding)
    places: dict[HtmlElement, _Place] = {}
    for element in page.root.iter("a", "area", "frame"):
        href = element.get("href") or element.get("src")
        if not href:
            continue
        target = resolve(href)
        if target is None:
            if href[:12].lstrip()[:2] in {"ja", "Ja", "JA"}:
                scripts.append(element)
            continue
        if not target or len(out) >= MAX_LINKS:
            skipped += 1
            continue
        parent = element.getparent()
        if parent is None:
            continue
        out.append(_link(element, parent, href, target, len(out), places))
    for element, href, target in _only_ways(page, resolve, out, scripts):
        parent = element.getparent()
        if parent is not None and len(out) < MAX_LINKS:
            link = _link(element, parent, href, target, len(out), places)
            link.scripted = True
            out.append(link)
    page.links_skipped = skipped
    return out


def _link(
    element: HtmlElement,
    parent: HtmlElement,
    href: str,
    target: str,
    n: int,
    places: dict[HtmlElement, _Place],
) -> Link:
    path, classes, in_nav, _ = _place(parent, places)
    title = element.get("title") or ""
    rel = (element.get("rel") or "").lower()
    written = element.tag == "script"
    if written:
        rel = "next"
    return Link(
        url=target,
        text=""
        if written
        else _text(element) or _other_text(element, title) or _row_title(element),
        title=title,
        rel=rel,
        nofollow="nofollow" in rel,
        element=element,
        path=f"{path}/{element.tag}|{classes}",
        in_nav=in_nav,
        n=n,
        fragment=href.rpartition("#")[2][:200] if "#" in href else "",
    )


def _only_ways(
    page: Page, resolve: _Resolver, plain: list[Link], scripts: list[HtmlElement]
) -> list[tuple[HtmlElement, str, str]]:
    """Return elements, addresses as written and in full, of what no plain link leads to."""
    found: dict[str, tuple[HtmlElement, str, str]] = {}
    for element, href in scripted_addresses(page.root, scripts):
        target = resolve(href)
        if target and target != page.url:
            found.setdefault(target, (element, href, target))
    if not found:
        return []
    known = {link.url for link in plain}
    shapes = Counter(url_shape(target) for target in found if target not in known)
    alike = Counter(shapes)
    for target in known:
        shape = url_shape(target)
        if shape in shapes:
            shapes[shape] -= 1
    own = url_shape(page.url)
    out = []
    for way in found.values():
        element, _, target = way
        shape = url_shape(target)
        turns = element.tag == "option" and _is_of_pager(element)
        if target in known or (shapes[shape] <= 0 and not turns):
            continue
        # Lists to jump to all boards stand on every page; a pager leads to pages like this.
        # Attributes serve scripts too, which fetch pieces of a page: only rows of a list.
        few = len(plain) < _FEW_LINKS
        if element.tag == "option":
            wanted = few or shape == own or turns
        elif element.tag in {"a", "area", "meta", "script"} or element.get("onclick"):
            wanted = True
        else:
            wanted = few or alike[shape] >= _ROWS
        if wanted:
            out.append(way)
    return out


def _is_of_pager(option: HtmlElement) -> bool:
    """Whether the options beside one count from 1: "Page 1", "Page 2"."""
    beside = option.getparent()
    if beside is None:
        return False
    said = (_COUNTED.fullmatch(_text(other).strip()) for other in beside.iter("option"))
    return all(n and int(n[1]) == k for k, n in enumerate(islice(said, _ROWS), 1))


class _Resolver:
    """Makes addresses of one page canonical: ``None`` no link, ``""`` a malformed one."""

    __slots__ = ("_base", "_encoding", "_folder", "_known", "_origin", "_path")

    def __init__(self, base: str, encoding: str) -> None:
        self._base = base
        # Queries are in the encoding of the page, but never in UTF-16.
        self._encoding = "utf-8" if encoding.startswith("utf-") else encoding
        self._known: dict[str, str | None] = {}
        self._path = base.partition("#")[0].partition("?")[0]
        start = self._path.find("/", self._path.find("://") + 3)
        self._origin = self._path[:start] if start > 0 else self._path
        self._folder = self._path[: self._path.rfind("/") + 1] if start > 0 else self._path + "/"

    def __call__(self, href: str) -> str | None:
        try:
            return self._known[href]
        except KeyError:
            target = self._known[href] = self._resolve(href)
            return target

    def _resolve(self, href: str) -> str | None:
        href = href.strip()
        if not href or href[0] == "#":
            return None
        if "\\" in href:
            path, mark, rest = href.partition("?")
            href = path.replace("\\", "/") + mark + rest
        if "///" in href[:9]:
            # Browsers take any number of strokes for two.
            href = _STROKES.sub(r"\1//", href)
        try:
            if href[0] == "/" and href[1:2] != "/":
                absolute = self._origin + href
            elif href[0] == "?":
                absolute = self._path + href
            elif href[:7].lower() == "http://" or href[:8].lower() == "https://":
                absolute = href
            elif _PLAIN_RELATIVE.match(href):
                absolute = self._folder + href
            elif _OTHER_SCHEME.match(href):
                return None
            else:
                absolute = urljoin(self._base, href)
        except ValueError:
            return ""
        return canonical_url(absolute, self._encoding)


@lru_cache(maxsize=4096)
def _names_navigation(names: str) -> bool:
    return any(_NAV_NAME.fullmatch(name) for name in names.split())


def _place(element: HtmlElement, places: dict[HtmlElement, _Place]) -> _Place:
    """Return where links below ``element`` stand."""
    known = places.get(element)
    if known is not None:
        return known
    chain = [element]
    node = element.getparent()
    while node is not None:
        known = places.get(node)
        if known is not None:
            break
        chain.append(node)
        node = node.getparent()
    path, classes, in_nav, in_content = known or ("", "", False, False)
    for node in reversed(chain):
        tag = node.tag
        get = node.get
        names = get("class")
        if tag in _CONTENT_TAGS:
            in_content = True
        if not in_nav and tag not in _ROOT_TAGS:
            in_nav = (
                (tag in _NAV_TAGS and (tag == "nav" or not in_content))
                or (names is not None and not in_content and _names_navigation(names[:200]))
                or get("role") in _NAV_ROLES
                or (not in_content and _names_navigation((get("id") or "")[:50]))
            )
        path = f"{path}/{tag}" if path else str(tag)
        classes = f"{classes.rpartition('>')[2]}>{' '.join(names.split()) if names else ''}"
        known = places[node] = (path, classes, in_nav, in_content)
    return (path, classes, in_nav, in_content)


def _text(element: HtmlElement) -> str:
    text = _texts(element) if len(element) else element.text
    if not text:
        return ""
    return " ".join(text[: 4 * _MAX_TEXT].split())[:_MAX_TEXT]


def _texts(element: HtmlElement) -> str:
    """Return the text within ``element``, of its first nodes: hostile links nest."""
    parts: list[str] = []
    for node in islice(element.iter(), _MAX_NODES):
        if node.text and node.tag not in _UNSEEN and isinstance(node.tag, str):
            parts.append(node.text)
        if node.tail and node is not element:
            parts.append(node.tail)
    return "".join(parts)


def _other_text(element: HtmlElement, title: str) -> str:
    text: str | None = None
    for node in islice(element.iter(), _MAX_NODES):
        if node.tag == "img":
            text = node.get("alt") or node.get("title")
            if text:
                break
    text = text or title or element.get("aria-label") or element.get("alt") or ""
    return " ".join(text[: 4 * _MAX_TEXT].split())[:_MAX_TEXT]


def _row_title(element: HtmlElement) -> str:
    """Return the title beside an empty link that covers its row: one of several like it.

    A link can also be called what covers something.
    """
    row = element.getparent()
    if len(element) or row is None:
        return ""
    if _COVER_NAME.search(element.get("class") or "") and (text := _title_in(row)):
        return text
    for _ in range(_ROW_LEVELS):
        above = row.getparent()
        if above is None or row.tag in _ROOT_TAGS:
            return ""
        if any(_is_like(row, other) for other in (row.getnext(), row.getprevious())):
            return _title_in(row)
        row = above
    return ""


def _is_like(row: HtmlElement, other: HtmlElement | None) -> bool:
    """Whether two rows are made by one piece of a template, and both have such a link."""
    if other is None or other.tag != row.tag:
        return False
    if (other.get("class") or "").split()[:1] != (row.get("class") or "").split()[:1]:
        return False
    links = (node for node in islice(other.iter(), _ROW_NODES) if node.tag == "a")
    return any(not len(link) and not (link.text or "").strip() for link in links)


def _title_in(row: HtmlElement) -> str:
    for node in islice(filter(_is_named_title, islice(row.iter(), _ROW_NODES)), _TITLES):
        if all(inner.tag != "a" for inner in islice(node.iter(), _TITLE_NODES)):
            text = _text(node)
            if text:
                return text
    return ""


def _is_named_title(node: HtmlElement) -> bool:
    names = node.get("class") if isinstance(node.tag, str) else None
    if names is not None and _TITLE_NAME.search(names) and not _OTHER_NAME.search(names):
        return True
    return node.tag in _HEADINGS
