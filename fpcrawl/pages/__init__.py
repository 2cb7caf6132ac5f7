"""A page's bytes to its facts: charset, tree, URLs, links and dates."""

from __future__ import annotations

from fpcrawl.pages.charset import CharsetDecision, decide_charset, decode_body
from fpcrawl.pages.dates import ParsedTime, TimeMatch, find_times, parse_epoch, parse_time
from fpcrawl.pages.limits import PageLimits
from fpcrawl.pages.links import Link, page_links
from fpcrawl.pages.page import Page
from fpcrawl.pages.parse import read_page
from fpcrawl.pages.urls import (
    SiteScope,
    canonical_url,
    url_key,
    url_numbers,
    url_shape,
    validate_site_url,
)

__all__ = [
    "CharsetDecision",
    "Link",
    "Page",
    "PageLimits",
    "ParsedTime",
    "SiteScope",
    "TimeMatch",
    "canonical_url",
    "decide_charset",
    "decode_body",
    "find_times",
    "page_links",
    "parse_epoch",
    "parse_time",
    "read_page",
    "url_key",
    "url_numbers",
    "url_shape",
    "validate_site_url",
]
