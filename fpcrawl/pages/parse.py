"""A body to a :class:`Page`, at a bounded cost whatever the body is."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, cast

from lxml import etree
from lxml import html as lxml_html

from fpcrawl.exceptions import PageError
from fpcrawl.pages.charset import decide_charset, text_of
from fpcrawl.pages.limits import PageLimits
from fpcrawl.pages.ownelements import plain_elements
from fpcrawl.pages.page import Page
from fpcrawl.pages.slowparse import parse_bounded
from fpcrawl.pages.state.showing import show_state
from fpcrawl.pages.unfolding import unfolded
from fpcrawl.pages.urls import canonical_url

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from lxml.html import HtmlElement

    from fpcrawl.pages.charset import CharsetDecision

__all__ = ["read_page"]

# libxml2 stops reading at this depth unless told that the document may be huge.
_LIBXML_DEPTH = 256
_CHUNK_BYTES = 32_768
_ONE_SHOT_BYTES = 65_536
# A start tag with n attributes costs n squared: 13,000 (64 KB of them) take half a second.
_MAX_SEPARATORS = 6_000
_SEPARATOR = re.compile(rb"[\s/\"']")
_TAG = re.compile(rb"<[A-Za-z!?]")
_CONTROL = bytes(set(range(32)) - set(b"\t\n\r\f\x1b")) + b"\x7f"
_CONTROL_SHARE = 0.05
#: Elements of a head, and those of them that content never is.
_HEAD_ONLY = frozenset({"base", "link", "meta", "script", "style", "title"})
_HEAD_TAGS = _HEAD_ONLY | {"basefont", "bgsound", "noframes", "noscript", "object", "template"}
_HEAD_BYTES = 8192
_MAGIC = (
    b"%PDF-", b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"\x1f\x9d", b"\x89PNG", b"GIF87a",
    b"GIF89a", b"\xff\xd8\xff", b"\x7fELF", b"Rar!\x1a", b"7z\xbc\xaf", b"BZh91AY",
    b"\x28\xb5\x2f\xfd", b"\xfd7zXZ", b"wOFF", b"wOF2", b"OggS\0", b"ID3\x03", b"ID3\x04",
    b"\0\0\x01\0", b"SQLite format 3\0", b"\xd0\xcf\x11\xe0", b"fLaC", b"\x1aE\xdf\xa3",
    b"II*\0", b"MM\0*", b"\0asm", b"CWS", b"FWS", b"!<arch>",
)  # fmt: skip
# Browsers ignore the slash in <html lang="en" />, libxml2 ends the page there.
_CLOSED = re.compile(rb"(<(?:html|body)(?:\s[^<>]{0,500})?)/>", re.IGNORECASE)
_PAGE_END = re.compile(rb"</html\b", re.IGNORECASE)
_ENDS = re.compile(rb"</(?:html|body)(?:\s[^<>]{0,100})?>", re.IGNORECASE)
#: The start of an element that can show something; many sites hang scripts on a whole page.
_SHOWN = re.compile(rb"<(?!(?:iframe|img|link|meta|noscript|script|style)\b)[a-z]", re.IGNORECASE)
_GLYPH = re.compile(r"(?:^|\s)material-(?:icons?|symbols)(?:-\w+)*(?:\s|$)")
_MAX_GLYPH = 60
# One class for all elements. The look-up of lxml.html is a Python function called for each
# element, which doubles the cost of walking a tree.
_CLASSES = etree.ElementDefaultClassLookup(
    element=lxml_html.HtmlElement,
    comment=lxml_html.HtmlComment,
    pi=lxml_html.HtmlProcessingInstruction,
    entity=lxml_html.HtmlEntity,
)

#: A comment without a word, and its characters.
_MAX_MARK = 12
_MARK = re.compile(rb"<!--[^\w<>\x80-\xff]{0,%d}-->" % _MAX_MARK)
_MARK_TAG = "fpcrawl-mark"

#: The start of an element that the site has made up: HTML has none with a hyphen in its name.
_OWN_ELEMENT = re.compile(rb"<[A-Za-z][A-Za-z0-9]*-")


def read_page(
    body: bytes,
    url: str,
    *,
    http_charset: str | None = None,
    fetched: datetime | None = None,
    site_time: datetime | None = None,
    limits: PageLimits = PageLimits(),  # noqa: B008  (frozen)
    clock: Callable[[], float] = time.monotonic,
) -> Page:
    """Read a body into a page.

    Parameters
    ----------
    body
        The bytes as received, without any Content-Encoding.
    url
        Where they came from, absolute.
    http_charset
        ``charset`` of the Content-Type header.
    fetched, site_time
        Moment of fetching, and the Date header; aware.
    limits
        What is read of a huge or hostile page; ``Page.limits_hit`` tells what was cut.
    clock
        Seconds that only go forward, for ``limits.max_seconds``.

    Raises
    ------
    PageError
        With reason ``empty`` or ``binary``. Nothing else.
    """
    head = body[:_HEAD_BYTES]
    if not body or (len(body) == len(head) and not body.strip()) or not body.strip(b" \t\r\n\f\0"):
        raise PageError("empty", url)
    hit: list[str] = []
    whole = len(body)
    if whole > limits.max_bytes:
        body = body[: limits.max_bytes]
        hit.append("bytes")
    charset = decide_charset(body, http_charset)
    if _is_binary(head, charset):
        raise PageError("binary", url)
    data = unfolded(_utf8(body, charset))
    cut = _node_cut(data, limits.max_nodes)
    if cut < len(data):
        data = data[:cut]
        hit.append("nodes")
    if _CLOSED.search(data, 0, _HEAD_BYTES) is not None:
        data = _CLOSED.sub(rb"\1 >", data[:_HEAD_BYTES]) + data[_HEAD_BYTES:]
    root = _parse(_joined(data), limits, clock, hit)
    _open_body(root)
    if b"material-" in data:
        _drop_glyphs(root)
    if _OWN_ELEMENT.search(data) is not None:
        plain_elements(root)
    if _MARK.search(data) is not None:
        _without_marks(root)
    page = Page(
        canonical_url(url) or url,
        root,
        charset,
        fetched=fetched,
        site_time=site_time,
        limits_hit=tuple(dict.fromkeys(hit)),
        n_bytes=whole,
    )
    show_state(page, data)
    return page


def _joined(data: bytes) -> bytes:
    """Take the ends out of a page that goes on behind them, as one put together of others does.

    Browsers show all of it, libxml2 drops what stands behind ``</html>``.
    Source: https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-body-insertion-mode
    """
    end = _PAGE_END.search(data)
    if end is None or _SHOWN.search(data, end.end()) is None:
        return data
    return _ENDS.sub(b"", data)


def _open_body(root: HtmlElement) -> None:
    """Put into the body what libxml2 leaves in the head: it opens none for what it does not know.

    Pages without the tags that may be left out begin with ``<header>`` or ``<main>`` behind the
    title. Source: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead
    """
    head = root.find("head")
    if head is None:
        return
    children = list(head)
    first = next((n for n, child in enumerate(children) if _is_content(child)), None)
    if first is None:
        return
    body = root.find("body")
    if body is None:
        body = etree.SubElement(root, "body")
    body[:0] = [child for child in children[first:] if child.tag not in _HEAD_ONLY]


def _is_content(element: HtmlElement) -> bool:
    return isinstance(element.tag, str) and element.tag not in _HEAD_TAGS


def _drop_glyphs(root: HtmlElement) -> None:
    """Take away the names that an icon font turns into pictures: "chat_bubble_outline".

    Nobody sees them. Source: https://developers.google.com/fonts/docs/material_icons
    """
    for element in root.iter("i", "span"):
        if len(element.text or "") <= _MAX_GLYPH and _GLYPH.search(element.get("class") or ""):
            element.text = None


def _without_marks(root: HtmlElement) -> None:
    """Take away comments without a word, which part texts: "Posted by <!-- -->ann".

    React, Vue and their like write them where two values meet, for their own use.
    Source: https://react.dev/reference/react-dom/server/renderToString
    """
    for comment in list(root.iter(etree.Comment)):
        text, parent = comment.text or "", comment.getparent()
        if parent is None or len(text) > _MAX_MARK or any(map(str.isalnum, text)):
            continue
        mark = root.makeelement(_MARK_TAG)
        mark.tail = comment.tail
        parent.replace(comment, mark)
    # All at once: to join texts one by one takes as long as their length squared.
    etree.strip_tags(root, _MARK_TAG)


def _is_binary(head: bytes, charset: CharsetDecision) -> bool:
    if head.startswith(_MAGIC) or (
        head[:4] == b"RIFF" and head[8:12] in {b"WEBP", b"AVI ", b"WAVE"}
    ):
        return True
    if head[4:8] == b"ftyp" and not head[:1].isalpha():
        return True
    if charset.encoding.startswith(("utf-16", "utf-32")):
        return False
    return len(head) - len(head.translate(None, _CONTROL)) > max(8, _CONTROL_SHARE * len(head))


def _utf8(body: bytes, charset: CharsetDecision) -> bytes:
    """Return the body as UTF-8; libxml2 believes no declaration in it then."""
    if charset.encoding == "utf-8" and not charset.broken:
        return body[3:] if body.startswith(b"\xef\xbb\xbf") else body
    if body.isascii() and charset.encoding not in {"iso2022_jp", "hz"}:
        return body
    # Lone surrogates, which some codecs give, are no characters.
    return text_of(body, charset).encode("utf-8", "replace")


def _node_cut(data: bytes, max_nodes: int) -> int:
    """Return how many bytes of ``data`` hold at most ``max_nodes`` tags."""
    if data.count(b"<") <= max_nodes or data.count(b"<") - data.count(b"</") <= max_nodes:
        return len(data)
    for n, found in enumerate(_TAG.finditer(data)):
        if n >= max_nodes:
            return found.start()
    return len(data)


def _parse(
    data: bytes, limits: PageLimits, clock: Callable[[], float], hit: list[str]
) -> HtmlElement:
    deadline = clock() + limits.max_seconds
    root: HtmlElement | None = None
    if limits.max_depth >= _LIBXML_DEPTH:
        try:
            if len(data) <= _ONE_SHOT_BYTES:
                root = _one_shot(data)
                done = True
            else:
                root, done = _watched(data, deadline, clock, hit)
        except (etree.LxmlError, ValueError):
            root, done = None, False
        if done and (root is None or _last(root)[0] < _LIBXML_DEPTH - 1):
            return _as_html(root)
    return parse_bounded(data, limits, deadline, clock, hit)


def _one_shot(data: bytes) -> HtmlElement | None:
    parser = etree.HTMLParser(encoding="utf-8")
    parser.set_element_class_lookup(_CLASSES)
    # Typed as never None, but a body of mere comments has no root.
    return cast("HtmlElement | None", etree.fromstring(data, parser))


def _watched(
    data: bytes, deadline: float, clock: Callable[[], float], hit: list[str]
) -> tuple[HtmlElement | None, bool]:
    """Parse in chunks; give up (``False``) when a start tag grows beyond all measure.

    While a tag is open the tree stands still, however much is fed.
    """
    parser = etree.HTMLPullParser(events=("start",), tag="html", encoding="utf-8")
    parser.set_element_class_lookup(_CLASSES)
    root: HtmlElement | None = None
    before = _progress(None)
    separators = 0
    for start in range(0, len(data), _CHUNK_BYTES):
        chunk = data[start : start + _CHUNK_BYTES]
        parser.feed(chunk)
        if root is None:
            root = next((element for _, element in parser.read_events()), None)
        now = _progress(root)
        if now == before:
            separators += len(chunk) - len(_SEPARATOR.sub(b"", chunk))
            if separators > _MAX_SEPARATORS:
                return None, False
        else:
            before, separators = now, 0
        if clock() > deadline:
            hit.append("time")
            break
    return cast("HtmlElement | None", parser.close()), True


def _progress(root: HtmlElement | None) -> tuple[HtmlElement | None, int, int]:
    """Return the last element with the sizes of its texts; it moves when the tree grows."""
    if root is None:
        return None, 0, 0
    _, last = _last(root)
    return last, len(last.text or ""), len(last.tail or "")


def _last(root: HtmlElement) -> tuple[int, HtmlElement]:
    """Return depth and element at the end of the tree: where libxml2 stopped, if it did."""
    depth, node = 1, root
    while True:
        child = next(node.iterchildren(reversed=True), None)
        if child is None:
            return depth, node
        depth, node = depth + 1, child


def _as_html(root: HtmlElement | None) -> HtmlElement:
    if root is not None and root.tag == "html":
        return root
    page = lxml_html.HTMLParser(encoding="utf-8").makeelement("html")
    body = etree.SubElement(page, "body")
    if root is not None:
        body.append(root)
    return cast("HtmlElement", page)
