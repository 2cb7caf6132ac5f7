"""Feeds and sitemaps: lists of addresses that a site offers to machines."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from lxml import etree

from fpcrawl.exceptions import PageError
from fpcrawl.extraction.text import squeeze
from fpcrawl.pages.httpdate import http_date
from fpcrawl.pages.urls import canonical_url, join_url

if TYPE_CHECKING:
    from fpcrawl.pages.page import Page

__all__ = ["Source", "SourceEntry", "feeds_of", "read_source"]

#: Entries read of one feed or sitemap, the newest of those that tell their time.
MAX_ENTRIES = 2000
#: Bytes of a sitemap, unpacked: the protocol's own bound.
MAX_BYTES = 52_428_800
#: Feeds of one page that are read.
MAX_FEEDS = 2
_FEED_TYPES = ("application/rss+xml", "application/atom+xml")
_KINDS: dict[str, Literal["feed", "sitemap", "sitemaps"]] = {
    "rss": "feed",
    "rdf": "feed",
    "feed": "feed",
    "urlset": "sitemap",
    "sitemapindex": "sitemaps",
}
_ENTRY_TAGS = frozenset({"item", "entry", "url", "sitemap"})
_TIME_TAGS = frozenset({"pubdate", "published", "updated", "lastmod", "date"})


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """An address with the time at which it was new or changed, if that is told."""

    url: str
    title: str = ""
    time: datetime | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """What was read: ``feed`` and ``sitemap`` name pages, ``sitemaps`` name sitemaps."""

    kind: Literal["feed", "sitemap", "sitemaps"]
    entries: tuple[SourceEntry, ...]


def feeds_of(page: Page) -> list[str]:
    """Addresses of the feeds that a page names as its own; those of comments are left out."""
    out: dict[str, None] = {}
    for link in page.root.iter("link"):
        if "alternate" not in (link.get("rel") or "").lower().split():
            continue
        if (link.get("type") or "").lower().strip() not in _FEED_TYPES:
            continue
        words = f"{link.get('title') or ''} {link.get('href') or ''}".lower()
        if "comment" in words or "评论" in words:
            continue
        url = canonical_url(join_url(page.base_url, link.get("href") or ""))
        if url:
            out[url] = None
    return list(out)[:MAX_FEEDS]


def read_source(body: bytes, url: str) -> Source:
    """Read an RSS or Atom feed, a sitemap or an index of sitemaps, plain or gzipped.

    Parameters
    ----------
    body
        As served.
    url
        Where it was, for relative addresses.

    Raises
    ------
    PageError
        It is none of these (reason ``no_source``).
    """
    if body[:2] == b"\x1f\x8b":
        try:
            body = zlib.decompressobj(wbits=31).decompress(body, MAX_BYTES)
        except zlib.error as error:
            raise PageError("no_source", f"not a gzip file: {error}") from error
    parser = etree.XMLParser(
        recover=True, resolve_entities=False, no_network=True, huge_tree=False, remove_comments=True
    )
    try:
        root = etree.fromstring(body.lstrip(), parser)
    except etree.XMLSyntaxError as error:
        raise PageError("no_source", str(error)) from error
    kind = _KINDS.get(_tag(root)) if root is not None else None
    if kind is None:
        raise PageError("no_source", "neither a feed nor a sitemap")
    found: dict[str, SourceEntry] = {}
    for element in root.iter(etree.Element):
        if _tag(element) in _ENTRY_TAGS:
            entry = _entry(element, url)
            if entry is not None:
                found.setdefault(entry.url, entry)
    never = datetime.min.replace(tzinfo=UTC)
    entries = sorted(found.values(), key=lambda entry: entry.time or never, reverse=True)
    return Source(kind, tuple(entries[:MAX_ENTRIES]))


def _tag(element: etree._Element) -> str:
    name = element.tag
    return name.rpartition("}")[2].lower() if isinstance(name, str) else ""


def _entry(element: etree._Element, base: str) -> SourceEntry | None:
    address = title = ""
    moment: datetime | None = None
    for child in element:
        tag, text = _tag(child), (child.text or "").strip()
        if tag in {"link", "loc"}:
            if (child.get("rel") or "alternate") == "alternate":
                address = address or text or child.get("href") or ""
        elif tag in {"guid", "id"} and not address and text.startswith("http"):
            if child.get("isPermaLink") != "false":
                address = text
        elif tag == "title":
            title = squeeze(child.text or "")
        elif tag in _TIME_TAGS:
            moment = moment or _moment(text)
    clean = canonical_url(join_url(base, address)) if address else ""
    return SourceEntry(clean, title, moment) if clean else None


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return http_date(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)
