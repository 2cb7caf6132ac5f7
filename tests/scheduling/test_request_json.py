from __future__ import annotations

import json

import pytest
import scrapy
from hypothesis import given
from hypothesis import strategies as st
from scrapy.http.request import NO_CALLBACK

from fpcrawl.scheduling.requests import (
    RequestFormatError,
    decode_request,
    encode_request,
    slot_key,
)


class SomeSpider(scrapy.Spider):
    name = "tested"

    def page(self, response):
        pass

    def failed(self, failure):
        pass


SPIDER = SomeSpider()


def there_and_back(request: scrapy.Request, errback=None) -> scrapy.Request:
    payload = json.dumps(encode_request(request, SPIDER, errback))
    return decode_request(request.url, payload, request.priority, SPIDER)


def test_a_full_request_comes_back() -> None:
    request = scrapy.Request(
        "http://a.example/x?y=1",
        SPIDER.page,
        method="POST",
        headers={"X-Many": ["1", "2"], "Referer": "http://a.example/"},
        body=b"\xff\x00bytes",
        cookies={"c": "d"},
        meta={"fp_role": "thread", "deep": {"list": [1, None, "中"]}, "fp_lease": 7},
        cb_kwargs={"k": 1},
        priority=-3,
        encoding="gbk",
        dont_filter=True,
        flags=["f"],
    )
    again = there_and_back(request, SPIDER.failed)
    assert again.callback == SPIDER.page
    assert again.errback == SPIDER.failed
    assert again.meta == {"fp_role": "thread", "deep": {"list": [1, None, "中"]}}
    for name in ("url", "method", "headers", "body", "cookies", "cb_kwargs", "priority"):
        assert getattr(again, name) == getattr(request, name), name
    assert (again.encoding, again.dont_filter, again.flags) == ("gbk", True, ["f"])


@given(
    st.binary(),
    st.dictionaries(st.text(), st.none() | st.booleans() | st.integers() | st.text()),
    st.integers(-5, 5),
)
def test_any_body_and_plain_meta_come_back(body: bytes, meta: dict, priority: int) -> None:
    meta = {key: value for key, value in meta.items() if not key.startswith(("fp_", "download_"))}
    request = scrapy.Request("http://a.example/", body=body, meta=meta, priority=priority)
    again = there_and_back(request)
    assert (again.body, again.meta, again.priority) == (body, meta, priority)


def test_a_plain_request_is_short() -> None:
    assert encode_request(scrapy.Request("http://a.example/"), SPIDER, None) == {}


def test_no_callback_is_kept() -> None:
    request = scrapy.Request("http://a.example/", callback=NO_CALLBACK)
    assert there_and_back(request).callback is NO_CALLBACK


@pytest.mark.parametrize(
    "request_",
    [
        scrapy.Request("http://a.example/", callback=lambda response: None),
        scrapy.Request("http://a.example/", callback=SomeSpider().page),
        scrapy.Request("http://a.example/", meta={"x": object()}),
        scrapy.Request("http://a.example/", meta={"x": b"bytes"}),
        scrapy.Request("http://a.example/", cb_kwargs={"x": {1, 2}}),
    ],
)
def test_what_cannot_be_stored_is_refused(request_: scrapy.Request) -> None:
    with pytest.raises(RequestFormatError):
        encode_request(request_, SPIDER, None)


@pytest.mark.parametrize("payload", ["", "[1]", '{"callback": "gone"}', '{"unknown": 1}', "{"])
def test_what_does_not_fit_the_spider_is_refused(payload: str) -> None:
    with pytest.raises(RequestFormatError):
        decode_request("http://a.example/", payload, 0, SPIDER)


def test_what_middlewares_added_does_not_stop_a_follow_up() -> None:
    request = scrapy.Request("http://a.example/", meta={"x": object(), "y": 1})
    assert encode_request(request, SPIDER, None, lenient=True) == {"meta": {"y": 1}}


def test_slots_that_scrapy_noted_are_found_anew() -> None:
    def key(url: str, **meta) -> str:
        return slot_key(scrapy.Request(url, meta=meta))

    assert key("http://a.example:81/x") == "a.example"
    assert key("http://a.example/", download_slot="mine") == "mine"
    moved = {"download_slot": "a.example", "redirect_urls": ["http://a.example/"]}
    assert key("http://b.example/", **moved) == "b.example"
    custom = {**moved, "download_slot": "mine"}
    assert key("http://b.example/", **custom) == "mine"
