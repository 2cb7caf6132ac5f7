"""A crawl that cannot be begun asks for nothing."""

from __future__ import annotations

import asyncio
import logging

import pytest
from scrapy.exceptions import CloseSpider
from scrapy.utils.test import get_crawler

from fpcrawl.exceptions import StateAway, StateError
from fpcrawl.exit_codes import OTHER, exit_code
from fpcrawl.scheduling.state import when_back
from fpcrawl.spiders.forum import ForumSpider


@pytest.fixture
def spider():
    crawler = get_crawler(ForumSpider, {"FPCRAWL_READER": "inline"})
    return ForumSpider.from_crawler(crawler, site="http://forum.example/")


def opened(spider, error):
    def fail():
        raise error

    spider._open = fail
    with pytest.raises(CloseSpider) as found:
        asyncio.run(spider._opened())
    assert not spider.is_open
    spider.save_knowledge()  # what was never loaded is not written over
    return found.value.reason


def test_without_its_state(spider):
    assert opened(spider, StateError("disk I/O error")) == "state_error"


def test_for_another_reason_which_is_told_whole(spider, caplog):
    with caplog.at_level(logging.ERROR):
        reason = opened(spider, ZeroDivisionError("a bug"))
    assert exit_code(reason) == OTHER
    [record] = caplog.records
    assert record.getMessage() == "http://forum.example/ cannot be crawled"
    assert "a bug" in str(record.exc_info[1])


def test_nobody_waits_for_a_server_once_the_crawl_is_to_stop(spider):
    calls = []

    def ask():
        calls.append(None)
        spider.crawler.crawling = len(calls) < 2
        raise StateAway("Redis does not answer", 0.0)

    with pytest.raises(StateAway):
        asyncio.run(when_back(spider.crawler, ask))
    assert len(calls) == 2
