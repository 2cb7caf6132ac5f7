"""Lines of the log for pages: short, and made only where somebody sees them."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import pytest
from scrapy import Request, Spider
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler
from twisted.python.failure import Failure

from fpcrawl.exceptions import StateAway, StateError
from fpcrawl.extensions.logformat import QuietLogFormatter
from fpcrawl.items import PageItem
from fpcrawl.walk.walker import Context

URL = "http://forum.example.com/thread-1.html"
RESPONSE = HtmlResponse(URL, body=b"<p>words</p>", request=Request(URL))


def formatter(level: object) -> QuietLogFormatter:
    return QuietLogFormatter.from_crawler(get_crawler(settings_dict={"LOG_LEVEL": level}))


def item() -> PageItem:
    now = datetime(2026, 5, 1, tzinfo=UTC)
    return PageItem(url=URL, lease=1, context=Context(), report=None, now=now)


@pytest.mark.parametrize("level", ["DEBUG", "debug", 10, None])
def test_pages_are_told_at_debug_by_their_address(level) -> None:
    log = formatter(level)
    spider = Spider("forum")
    told = log.scraped(item(), RESPONSE, spider)
    assert told is not None
    assert URL in told["msg"] % told["args"]
    assert "words" not in told["msg"] % told["args"]
    assert log.crawled(RESPONSE.request, RESPONSE, spider) is not None


@pytest.mark.parametrize("level", ["INFO", "WARNING", 20])
def test_above_debug_no_line_is_made(level) -> None:
    log = formatter(level)
    spider = Spider("forum")
    assert log.scraped(item(), RESPONSE, spider) is None
    assert log.crawled(RESPONSE.request, RESPONSE, spider) is None


def test_an_item_of_another_kind_is_told_as_scrapy_does() -> None:
    told = formatter("DEBUG").scraped({"name": "x"}, RESPONSE, Spider("other"))
    assert told is not None
    assert "Scraped" in told["msg"]


@pytest.mark.parametrize(
    ("error", "level", "lines"),
    [
        (StateError("the disk is full"), logging.DEBUG, 1),
        (StateAway("no answer"), logging.DEBUG, 0),
        (ValueError("a fault"), logging.ERROR, 0),
    ],
)
def test_what_the_state_meets_is_told_in_a_line(error, level, lines, caplog) -> None:
    log, spider = formatter("INFO"), Spider("forum")
    caplog.set_level("INFO")
    of_item = log.item_error(item(), error, RESPONSE, spider)
    of_page = log.spider_error(Failure(error), RESPONSE.request, RESPONSE, spider)
    for told in (of_item, of_page):
        assert told["level"] == level
        assert URL in told["msg"] % told["args"]
    assert len(caplog.messages) == 2 * lines
    assert all(URL in line and "the disk is full" in line for line in caplog.messages)
