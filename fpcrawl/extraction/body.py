"""The author's own words in a post's body, without what the software writes around them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.text import squeeze, text_of

if TYPE_CHECKING:
    from lxml.html import HtmlElement

__all__ = ["body_text", "furniture_of", "quoted_author"]

_QUOTE_CLASS = re.compile(r"quot|zitat", re.IGNORECASE)
_HEAD_CLASS = re.compile(r"cite|quot\w*[-_]?(?:head|author|title|by)|attribution", re.IGNORECASE)
_ATTRIBUTION = re.compile(
    r"(?:\b(?:wrote|said|posted|originally posted by|quote from|quote|schrieb|a écrit|escribió|ha scritto)\b"
    r"|写道|发表于|發表於|说道|引用|のとき)",
    re.IGNORECASE,
)
_AUTHOR_BEFORE = re.compile(
    r"(?:quote(?: from|d?:)?|originally posted by|引用[:：]?)?\s*[:：]?\s*(.{1,40}?)\s*"
    r"(?:\b(?:wrote|said|schrieb|on \w|a écrit|escribió)\b|写道|发表于|發表於|说道|[:：]|$)",
    re.IGNORECASE,
)
_CODE_HEAD = re.compile(
    r"^(?:code|代码|代碼|php code|quelltext|código|код)?\s*[:：]?\s*"
    r"(?:\[?\s*(?:select(?: all)?|copy(?: code)?|expand|复制代码|複製代碼|全选)\s*\]?\s*)*$",
    re.IGNORECASE,
)
_CODE_FOOT = re.compile(r"^(?:复制代码|複製代碼|copy code|select all)$", re.IGNORECASE)
_EDIT_NOTE = re.compile(
    r"^\W{0,3}(?:last (?:edited|modified)|edited (?:by|on|\d)|this post (?:was|has been) (?:last )?(?:edited|modified)"
    r"|本帖最后由|本帖最後由|最后编辑|此帖.{0,6}被.{0,30}编辑|编辑于).{0,140}$",
    re.IGNORECASE | re.DOTALL,
)
MAX_HEAD = 120
_HEAD_TAGS = frozenset({"cite", "div", "p", "span", "font", "a", "b", "strong", "em", "small", "h4", "h5", "header", "legend"})


def furniture_of(body: HtmlElement) -> set[HtmlElement]:
    """Elements of a body that the software wrote: heads of quotations and code, edit notes."""
    out: set[HtmlElement] = set()
    for element in body.iter("blockquote", "q", "div", "pre", "code", "i", "em", "span", "p", "small"):
        tag = element.tag
        if tag in {"blockquote", "q"} or (tag == "div" and _QUOTE_CLASS.search(element.get("class") or "")):
            head = _quote_head(element)
            # Boards that copy "X wrote" into the post itself leave it in plain elements.
            if head is not None and (head.tag == "cite" or _HEAD_CLASS.search(head.get("class") or "")):
                out.add(head)
        elif tag in {"pre", "code"}:
            out.update(_code_heads(element, body))
        if element is not body and len(element) < 8 and tag not in {"pre", "code"}:
            text = element.text or ""
            if (len(text) > 3 or len(element)) and _EDIT_NOTE.match(_short(element)):
                out.add(element)
    return out


def _short(element: HtmlElement) -> str:
    text = squeeze("".join(element.itertext()))
    return text if len(text) <= 200 else ""


def _quote_head(element: HtmlElement) -> HtmlElement | None:
    cite = element.find("cite")
    if cite is None and len(element) and element[0].tag == "div":
        cite = element[0].find("cite")
    if cite is not None:
        return cite
    if (element.text or "").strip() or not len(element):
        return None
    first = element[0]
    if first.tag in _HEAD_TAGS:
        text = squeeze("".join(first.itertext()))
        if 0 < len(text) <= MAX_HEAD and _ATTRIBUTION.search(text):
            return first
    return None


def _code_heads(code: HtmlElement, body: HtmlElement) -> list[HtmlElement]:
    out: list[HtmlElement] = []
    node = code
    for _ in range(3):
        if node is body:
            break
        before, after = node.getprevious(), node.getnext()
        if before is not None and isinstance(before.tag, str):
            text = squeeze("".join(before.itertext()))
            if 0 < len(text) <= 40 and _CODE_HEAD.match(text):
                out.append(before)
        if after is not None and isinstance(after.tag, str):
            text = squeeze("".join(after.itertext()))
            if 0 < len(text) <= 20 and _CODE_FOOT.match(text):
                out.append(after)
        above = node.getparent()
        if above is None:
            break
        node = above
    return out


def body_text(body: HtmlElement) -> str:
    """Text of a body, quotations included, the software's words left out."""
    return text_of(body, furniture_of(body))


def quoted_author(body: HtmlElement) -> str | None:
    """Author that the first quotation of a body names."""
    for element in body.iter("blockquote", "q", "div"):
        if element.tag == "div" and not _QUOTE_CLASS.search(element.get("class") or ""):
            continue
        head = _quote_head(element)
        if head is None:
            continue
        match = _AUTHOR_BEFORE.match(squeeze("".join(head.itertext())))
        name = match.group(1).strip() if match else ""
        return name or None
    return None
