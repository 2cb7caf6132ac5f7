"""A page that has been read once, and what everybody asks of it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from fpcrawl.pages.tongue import language_of
from fpcrawl.pages.urls import canonical_url, join_url
from fpcrawl.patterns import late

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.html import HtmlElement

    from fpcrawl.pages.charset import CharsetDecision
    from fpcrawl.pages.links import Link
    from fpcrawl.pages.state.content import StateContent

__all__ = ["Page"]

_LANG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,2}")
_KANA = re.compile(r"[\u3040-\u30ff]")
_HANGUL = late(r"[\uac00-\ud7a3]")
_HAN = late(r"[\u4e00-\u9fff]")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_SPACE = re.compile(r"\s+")
_SAMPLE_CHARS = 20_000
#: So much of it is looked at for words of a language.
_WORDS_CHARS = 8_000
_MAX_TITLE = 500


class Page:
    """One page: its tree and the facts read from it. Made by :func:`read_page`.

    Parameters
    ----------
    url
        Canonical address of the page.
    root
        The ``<html>`` element. Nothing is dropped from the tree: scripts stay.
    charset
        How the bytes were read.
    fetched
        When it was fetched, aware; the present in UTC if not given.
    site_time
        The site's own clock at that moment (its Date header), aware.
    limits_hit
        Names of the limits the page ran into: ``bytes``, ``nodes``, ``depth``, ``time``,
        ``attributes``, ``parser``.
    n_bytes
        Length of the body as received, in bytes.

    Attributes
    ----------
    base_url
        What relative links are resolved against (``<base href>`` or the address).
    links_skipped
        Links that were malformed, too long or beyond the cap; known once ``links`` was read.
    state
        What it held for its scripts alone and now stands in its tree, ``None`` on most pages.
    """

    __slots__ = (
        "_lang",
        "_links",
        "_meta",
        "_title",
        "base_url",
        "charset",
        "fetched",
        "limits_hit",
        "links_skipped",
        "n_bytes",
        "root",
        "site_time",
        "state",
        "url",
    )

    def __init__(
        self,
        url: str,
        root: HtmlElement,
        charset: CharsetDecision,
        *,
        fetched: datetime | None = None,
        site_time: datetime | None = None,
        limits_hit: tuple[str, ...] = (),
        n_bytes: int = 0,
    ) -> None:
        self.url = url
        self.root = root
        self.charset = charset
        self.fetched = fetched or datetime.now(UTC)
        self.site_time = site_time
        self.limits_hit = limits_hit
        self.n_bytes = n_bytes
        self.base_url = _base_url(root, url)
        self.links_skipped = 0
        self.state: StateContent | None = None
        self._links: list[Link] | None = None
        self._meta: dict[str, str] | None = None
        self._title: str | None = None
        self._lang: str | None = None

    def __repr__(self) -> str:
        return f"<Page {self.url} {self.n_bytes} bytes>"

    @property
    def title(self) -> str:
        """Text of ``<title>`` with white space collapsed; empty when there is none."""
        if self._title is None:
            self._title = ""
            for element in self.root.iter("title"):
                parent = element.getparent()
                if parent is not None and parent.tag == "svg":
                    continue
                text = _SPACE.sub(" ", "".join(element.itertext())).strip()
                if text:
                    self._title = text[:_MAX_TITLE]
                    break
        return self._title

    @property
    def meta(self) -> dict[str, str]:
        """Content of ``<meta>`` by lower-case name or property, the first of each.

        ``canonical``, ``next`` and ``prev`` hold the absolute address of such a
        ``<link rel>`` where the page has one.
        """
        if self._meta is None:
            self._meta = _read_meta(self.root, self.base_url)
        return self._meta

    @property
    def lang(self) -> str:
        """Language: ``zh``, ``en``, ...; from the text's script, then ``<html lang>``.

        Where that says nothing, or English, the commonest words of the text do. Empty when
        nothing tells. The script of the text wins over the attribute, since templates often
        keep the attribute of their makers.
        """
        if self._lang is None:
            self._lang = _guess_lang(self.root)
        return self._lang

    @property
    def links(self) -> list[Link]:
        """The page's http(s) links in document order, see :func:`page_links`."""
        if self._links is None:
            from fpcrawl.pages.links import page_links  # noqa: PLC0415  (links needs Page)

            self._links = page_links(self)
        return self._links


def _base_url(root: HtmlElement, url: str) -> str:
    for element in root.iter("base"):
        href = (element.get("href") or "").strip()
        if not href:
            continue
        joined = join_url(url, href)
        # A base may end in a file name that relative links replace: only check it.
        return joined if canonical_url(joined) else url
    return url


def _read_meta(root: HtmlElement, base_url: str) -> dict[str, str]:
    meta: dict[str, str] = {}
    for element in root.iter("meta"):
        get = element.get
        name = get("property") or get("name") or get("itemprop") or get("http-equiv")
        # Some pages write "value", which browsers pass over and people do not.
        content = get("content") or get("value")
        if name and content:
            meta.setdefault(name.strip().lower(), content.strip())
    for element in root.iter("link"):
        rel = (element.get("rel") or "").lower().split()
        href = element.get("href")
        if not rel or not href:
            continue
        for name in ("canonical", "next", "prev"):
            if name in rel and name not in meta:
                address = canonical_url(join_url(base_url, href))
                if address:
                    meta[name] = address
    return meta


def _sample_text(root: HtmlElement) -> str:
    parts: list[str] = []
    size = 0
    skip = {"script", "style", "noscript", "template"}
    for element in root.iter():
        tag = element.tag
        text = None if not isinstance(tag, str) or tag in skip else element.text
        for piece in (text, element.tail):
            if piece and not piece.isspace():
                parts.append(piece[:2000])
                size += len(parts[-1])
        if size > _SAMPLE_CHARS:
            break
    return "".join(parts)


def _guess_lang(root: HtmlElement) -> str:
    declared = ""
    found = _LANG.match((root.get("lang") or root.get("xml:lang") or "").strip())
    if found:
        declared = found.group().lower().replace("_", "-").split("-")[0]
    text = _sample_text(root)
    # Letters of each script, against all that is not a space.
    count: Callable[[re.Pattern[str]], int] = partial(_count, text)
    han, kana, hangul, cyrillic = count(_HAN), count(_KANA), count(_HANGUL), count(_CYRILLIC)
    size = max(1, len(text) - text.count(" "))
    if (han + kana) / size > 0.1 and kana > 0.15 * han:
        return "ja"
    if hangul / size > 0.1 and hangul > han:
        return "ko"
    if han / size > 0.1:
        return "zh"
    if cyrillic / size > 0.3:
        return declared if declared in {"ru", "uk", "bg", "sr", "be", "mk", "kk"} else "ru"
    if declared in {"zh", "ja", "ko", "ru"} and size > 500:
        # Declared by the template, yet the text has next to none of that script.
        declared = "" if han + kana + hangul + cyrillic == 0 else declared
    if declared in {"", "en"}:
        # The attribute of templates, of which many are made in English.
        return language_of(text[:_WORDS_CHARS]) or declared
    return declared


def _count(text: str, pattern: re.Pattern[str]) -> int:
    return len(pattern.findall(text))
