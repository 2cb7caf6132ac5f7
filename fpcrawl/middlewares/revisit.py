"""Come back to lists when they have changed: for any Scrapy project, without the rest of fpcrawl.

``DOWNLOADER_MIDDLEWARES = {"fpcrawl.middlewares.revisit.RevisitMiddleware": 543}`` and requests
with ``meta={"fp_role": "index"}``; see docs/revisit.md.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from cssselect import SelectorError
from parsel import Selector
from scrapy import signals
from scrapy.exceptions import IgnoreRequest
from scrapy.http import TextResponse

from fpcrawl.exceptions import PageError, UsageError
from fpcrawl.extraction.lists.ages import ages_of
from fpcrawl.middlewares.conditional import ask_if_changed
from fpcrawl.pages.urls import canonical_url, join_url, url_key
from fpcrawl.pipelines.revisit import watch_from_settings
from fpcrawl.reader.listpage import read_list_page
from fpcrawl.revisit.rows import ListRow, row_key, row_of
from fpcrawl.revisit.watch import MODEL_PREFIX, ROWS_PREFIX
from fpcrawl.scheduling.state import get_state
from fpcrawl.settings.zone import site_zone
from fpcrawl.spiders.responses import charset_of, header, site_time

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from twisted.python.failure import Failure

__all__ = ["NotDue", "RevisitMiddleware"]

logger = logging.getLogger(__name__)

_DUE_PREFIX = "due/"
_OK, _NOT_MODIFIED = 200, 304


class NotDue(IgnoreRequest):
    """It is not yet time to come back to a list.

    Attributes
    ----------
    not_before
        When it is; a request of the frontier waits there until then.
    """

    reason = "not_due"
    put_back = True

    def __init__(self, message: str, not_before: float) -> None:
        super().__init__(message)
        self.not_before = not_before


class RevisitMiddleware:
    """Drops requests for lists that are not due, and learns from the answers when they will be.

    Raises
    ------
    UsageError
        When a setting makes no sense.
    StateError
        When ``FPCRAWL_STATE_DIR`` cannot be used.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        settings = crawler.settings
        self._selector = settings.get("FPCRAWL_REVISIT_ROWS", "")
        if self._selector and not _is_selector(self._selector):
            raise UsageError(f"FPCRAWL_REVISIT_ROWS: {self._selector!r} is neither CSS nor XPath")
        self._zone = site_zone(settings)
        self._name = str(crawler.spidercls.name)
        # fpcrawl's own crawls plan where they store.
        self._plans_itself = getattr(crawler.spidercls, "plans_lists", False)
        self._state = get_state(crawler)
        self._watch = watch_from_settings(settings, self._state.values, self._name)
        self._validators: dict[str, dict[str, str]] = {}
        self._before: WeakKeyDictionary[Request, dict[str, Any]] = WeakKeyDictionary()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RevisitMiddleware:
        """Make the middleware of a crawler."""
        middleware = cls(crawler)
        crawler.signals.connect(middleware.spider_error, signal=signals.spider_error)
        crawler.signals.connect(middleware.spider_closed, signal=signals.spider_closed)
        return middleware

    # -- requests

    async def process_request(self, request: Request) -> None:
        """Ask only for what may have changed; raises :class:`NotDue` before its time."""
        if not self._is_list(request):
            return
        name = self._due_name(request)
        known = self._state.values.get(name) or {}
        due = known.get("due", 0.0)
        request.meta["fp_due"] = due
        if due > self._state.clock() and not request.meta.get("fp_again"):
            self._count("not_due")
            wait_s = due - self._state.clock()
            raise NotDue(f"{request.url} is due in {wait_s:.0f} s", due)
        known = self._validators.get(name, known)
        ask_if_changed(request, known.get("etag"), known.get("last_modified"))

    # -- responses

    async def process_response(self, request: Request, response: Response) -> Response:
        """Note what a list shows, and when to come back to it."""
        if not self._is_list(request) or response.status not in {_OK, _NOT_MODIFIED}:
            return response
        url, now = _address(request), self._state.clock()
        links: dict[str, str] = {}
        rows: list[ListRow] = []
        if response.status == _OK:
            if not isinstance(response, TextResponse):
                return response
            try:
                rows = self._rows(request, response, links)
            except (PageError, SelectorError, ValueError) as error:
                self._count("unreadable")
                logger.warning("%s: no list can be read: %s", response.url, error)
        names = [f"{prefix}{self._name}/{url}" for prefix in (MODEL_PREFIX, ROWS_PREFIX)]
        names.append(self._due_name(request))
        values = self._state.values
        self._before[request] = {name: values.get(name) for name in names}
        with self._state.transaction():
            fresh: frozenset[str] = frozenset()
            overflowed, understood = False, True
            if response.status == _NOT_MODIFIED:
                self._count("unchanged")
                due = self._watch.unchanged(url, now)
            else:
                shift_s = now - site_time(response).timestamp()
                due, sighting = self._watch.seen(url, rows, now, shift_s=shift_s)
                fresh, overflowed = sighting.fresh, sighting.overflowed
                understood = sighting.visit.rows > 0
                self._count("visits" if understood else "no_list")
            # What tells an unchanged page is kept when the run has ended well: a page whose
            # callback was killed must be sent again.
            values.set(names[-1], {"due": due})
        self._validators[names[-1]] = _validators(response) if understood else {}
        new = [link for key, link in links.items() if key in fresh]
        self._count("new_links", len(new))
        told = {"fp_due": due, "fp_new_links": new, "fp_overflowed": overflowed}
        request.meta.update(told)
        return response

    def _rows(
        self, request: Request, response: TextResponse, links: dict[str, str]
    ) -> list[ListRow]:
        """Return the rows of a list; fills their addresses in."""
        selector = request.meta.get("fp_rows") or self._selector
        if selector:
            for address in _selected(response, selector):
                links.setdefault(row_key(url_key(address) or address), address)
            return [ListRow(key) for key in links]
        now = site_time(response)
        kind = (header(response, "Content-Type") or "").lower()
        page = read_list_page(
            response.body,
            canonical_url(response.url) or response.url,
            site_time=now,
            http_charset=charset_of(kind),
            zone=self._zone,
        )
        if page.wall is not None:
            self._count(f"wall_{page.wall.kind}")
        ages = ages_of(page.threads, now)
        rows = [row_of(thread, ages) for thread in page.threads]
        for row, thread in zip(rows, page.threads, strict=True):
            links.setdefault(row.key, thread.url)
        return rows

    # -- the end of a visit

    def spider_error(self, failure: Failure, response: Response) -> None:  # noqa: ARG002
        """Forget a visit whose callback failed: the list is asked for again at once."""
        request = response.request
        before = self._before.pop(request, None) if request is not None else None
        if before is None:
            return
        self._count("undone")
        with self._state.transaction():
            for name, value in before.items():
                self._validators.pop(name, None)
                self._state.values.set(name, value)

    def spider_closed(self) -> None:
        """Keep the validators of what was read."""
        values = self._state.values
        with self._state.transaction():
            for name, validators in self._validators.items():
                values.set(name, {**(values.get(name) or {}), **validators})

    def _is_list(self, request: Request) -> bool:
        return not self._plans_itself and request.meta.get("fp_role") == "index"

    def _due_name(self, request: Request) -> str:
        return f"{_DUE_PREFIX}{self._name}/{_address(request)}"

    def _count(self, what: str, n: int = 1) -> None:
        assert self._crawler.stats is not None
        self._crawler.stats.inc_value(f"fpcrawl/revisit/{what}", n)


def _address(request: Request) -> str:
    """Address by which a list is known: what was asked for before any redirect."""
    url = str((request.meta.get("redirect_urls") or [request.url])[0])
    return canonical_url(url) or url


def _validators(response: Response) -> dict[str, str]:
    named = {
        "etag": header(response, "ETag"),
        "last_modified": header(response, "Last-Modified"),
    }
    return {name: value for name, value in named.items() if value}


def _is_xpath(selector: str) -> bool:
    return selector.lstrip("(").startswith(("/", "./"))


def _is_selector(selector: str) -> bool:
    blank = Selector("<a></a>")
    try:
        blank.xpath(selector) if _is_xpath(selector) else blank.css(selector)
    except (SelectorError, ValueError):
        return False
    return True


def _selected(response: TextResponse, selector: str) -> list[str]:
    """Return the addresses that a selector finds: links, what holds one, or attributes."""
    found = response.xpath(selector) if _is_xpath(selector) else response.css(selector)
    out = []
    for one in found:
        if isinstance(one.root, str):
            href: str | None = one.root
        else:
            href = one.attrib.get("href") or one.xpath(".//a[@href][1]/@href").get()
        if href:
            out.append(join_url(response.url, href))
    return list(filter(None, out))
