"""A saved page before it is parsed, and one that cannot be read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.pages.limits import PageLimits
from fpcrawl.pages.parse import read_page
from fpcrawl.pages.urls import canonical_url

if TYPE_CHECKING:
    from fpcrawl.pages.page import Page

__all__ = ["NO_ADDRESS", "SavedPage", "Unread", "load_saved"]

#: Stands for the address of a page that was saved without one (RFC 2606).
NO_ADDRESS = "http://page.invalid/"
_HEAD_BYTES = 4096
#: What browsers and mirroring programs note at the top of a page they save.
_NOTED = re.compile(
    rb"<!--\s{0,9}(?:saved from url=\(\d{1,6}\)|mirrored from\s{1,9})"
    rb"((?:https?://)?[^\s<>\"']{4,2000})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class SavedPage:
    """A page as it was saved.

    Attributes
    ----------
    path
        File it stands in, with ``#N`` for the N-th record or line of a file of many.
    id
        What its list calls it, else the path.
    url
        Its address; empty when it was saved without one.
    http_charset
        ``charset`` of the Content-Type header it came with.
    site
        The site that its list names; empty when it names none.
    """

    path: str
    id: str
    url: str
    body: bytes
    http_charset: str | None = None
    site: str = ""


@dataclass(frozen=True, slots=True)
class Unread:
    """A page, or a part of a file, that could not be read.

    Attributes
    ----------
    reason
        Short and stable: ``missing``, ``unreadable`` (the system refuses), ``corrupt``
        (compression), ``bad_record`` (WARC), ``bad_line`` (JSON Lines), ``no_html``,
        ``empty``, ``binary``, ``failed``.
    detail
        For people.
    """

    path: str
    id: str
    reason: str
    detail: str = ""


def load_saved(saved: SavedPage, limits: PageLimits = PageLimits()) -> Page:  # noqa: B008  (frozen)
    """Parse a saved page.

    A page without an address gets the one that it declares itself, by a note of the program
    that saved it or its canonical link, else :data:`NO_ADDRESS`.

    Raises
    ------
    fpcrawl.exceptions.PageError
        With reason ``empty`` or ``binary``.
    """
    url = saved.url or _noted(saved.body)
    page = read_page(saved.body, url or NO_ADDRESS, http_charset=saved.http_charset, limits=limits)
    if not url:
        declared = page.meta.get("canonical") or canonical_url(page.meta.get("og:url", ""))
        if declared and not declared.startswith(NO_ADDRESS):
            # What the page links to is read against it, unless a <base> says otherwise.
            if page.base_url == page.url:
                page.base_url = declared
            page.url = declared
    return page


def _noted(body: bytes) -> str:
    found = _NOTED.search(body, 0, _HEAD_BYTES)
    if not found:
        return ""
    address = found.group(1).decode("utf-8", "replace")
    return canonical_url(address if "://" in address else f"http://{address}") or ""
