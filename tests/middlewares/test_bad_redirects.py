"""Redirects that lead to no address of a page."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from scrapy import Request
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from fpcrawl.middlewares.walls import BadRedirect, LoginRedirectMiddleware
from fpcrawl.scheduling.outcomes import judge
from fpcrawl.store.model import Outcome


def follow(location: str | bytes, **options):
    # Of robots.txt, whose redirects nobody else looks at.
    request = Request("http://forum.example/robots.txt", callback=NO_CALLBACK, **options)
    response = Response(request.url, status=302, headers={"Location": location})
    middleware = LoginRedirectMiddleware(SimpleNamespace())
    return asyncio.run(middleware.process_response(request, response)) is response


@pytest.mark.parametrize(
    "location",
    [
        "javascript:history.back()",
        "https://",
        "http://[::1",
        "http://forum.example:99999/",
        "http://forum.example:port/",
        "mailto:ann@forum.example",
        b"data:text/html,\xff",
    ],
)
def test_what_is_no_address_is_named_and_tried_later(location: str | bytes) -> None:
    with pytest.raises(BadRedirect) as met:
        follow(location)
    assert judge(met.value) == (Outcome.FAILED, "bad_redirect")


@pytest.mark.parametrize("location", ["", "/here", "?a=b", "//other.example/", "/" + "x" * 3000])
def test_other_redirects_pass(location: str) -> None:
    assert follow(location)


def test_who_follows_no_redirects_gets_them_as_they_are() -> None:
    assert follow("javascript:history.back()", meta={"dont_redirect": True})
