"""Pages that only go on to another; one is decoded only where it may."""

from __future__ import annotations

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from fpcrawl.middlewares.metarefresh import QuickMetaRefreshMiddleware

REFRESH = '<meta http-equiv="{}" content="0; url=/there">'


def answered(body: bytes, asked=(), **kwargs):
    crawler = get_crawler(settings_dict={"METAREFRESH_MAXDELAY": 100})
    middleware = QuickMetaRefreshMiddleware.from_crawler(crawler)
    request = Request("http://forum.example/here", meta={"redirect_urls": list(asked)})
    response = HtmlResponse(request.url, body=body, request=request, **kwargs)
    return middleware.process_response(request, response), response


@pytest.mark.parametrize("charset", ["utf-8", "gb18030", "utf-16", "utf-32"])
@pytest.mark.parametrize("name", ["refresh", "Refresh"])
def test_a_refresh_is_followed_whatever_its_writing(charset, name):
    page = f"<html><head><title>搬家</title>{REFRESH.format(name)}</head></html>"
    found, _ = answered(page.encode(charset), encoding=charset)
    assert isinstance(found, Request)
    if "16" not in charset and "32" not in charset:  # there addresses are garbled anyway
        assert found.url == "http://forum.example/there"


def test_a_page_without_is_not_decoded():
    found, response = answered("<html><p>今日は".encode() * 500)
    assert found is response
    assert response._cached_ubody is None


def test_the_word_in_a_text_is_no_refresh():
    found, response = answered(b"<html><p>refresh the page")
    assert found is response


HERE = "http://forum.example/here"


@pytest.mark.parametrize(
    ("to", "asked", "cookie", "follows"),
    [
        ("/here", [], False, False),
        ("/here#top", [], False, False),
        ("/here", [], True, True),
        ("/here", [HERE], True, False),
        ("/here", ["http://forum.example/"], True, True),
        ("/there", [HERE], False, True),
        ("javascript:history.back()", [], False, False),
        ("http://[::1", [], False, False),
    ],
)
def test_a_page_that_loads_itself_anew_is_read(to, asked, cookie, follows):
    page = f'<meta http-equiv="refresh" content="60; url={to}"><p>Kettles'.encode()
    headers = {"Set-Cookie": "seen=1"} if cookie else {}
    found, response = answered(page, asked, headers=headers)
    assert (found is not response) is follows


@pytest.mark.parametrize(
    "script",
    [
        "<script>location='/there'</script>",
        '<script type="text/javascript"> window.location.href = "/there"; </script>',
        "<SCRIPT language=javascript><!--\ndocument.location.replace('there');\n//--></SCRIPT>",
        "<script>window.top.location.assign('\\/there')</script>",
        "<noscript>on</noscript><script src=a.js></script><script>self.location='there'</script>",
    ],
)
def test_a_script_that_only_goes_on_is_followed(script):
    page = f"<html><head><title>Board</title>{script}</head><body></body></html>"
    found, _ = answered(page.encode(), encoding="utf-8")
    assert isinstance(found, Request)
    assert found.url == "http://forum.example/there"
    assert found.meta["redirect_urls"] == [HERE]


@pytest.mark.parametrize(
    "page",
    [
        "<script>if (top != self) location = '/there'</script>",
        "<script>alert('No such thread'); location.href = '/there'</script>",
        "<script>function go() { location.href = '/there' }</script>",
        "<script>location.href = '/there?' + Math.random()</script>",
        "<script>document.cookie = 'a=1'; location.href = '/there'</script>",
        "<script>var location = '/there'</script>",
        "<!-- <script>location = '/there'</script> -->",
        "<noscript><script>location = '/there'</script></noscript>",
        "<script src=a.js>location = '/there'</script>",
        "<script>location = 'javascript:history.back()'</script>",
        "<script>location = '/login?next=here'</script>",
        "<script>location = '/here'</script>",
        "<script>location = '/there'</script>" + "<p>Kettles and pots." * 300,
        "<p>The words location = '/there' in a text",
    ],
)
def test_other_scripts_are_not(page):
    found, response = answered(page.encode(), encoding="utf-8")
    assert found is response


def test_a_script_on_a_page_that_is_gone_is_not_followed():
    found, response = answered(b"<script>location = '/'</script>", status=404)
    assert found is response


def test_the_project_uses_it_in_place_of_the_other():
    settings = Settings()
    settings.setmodule("fpcrawl.settings")
    used = settings.getwithbase("DOWNLOADER_MIDDLEWARES")
    assert used["scrapy.downloadermiddlewares.redirect.MetaRefreshMiddleware"] is None
    order = used["fpcrawl.middlewares.metarefresh.QuickMetaRefreshMiddleware"]
    # Behind the decompression, before redirects by status.
    assert order < used["fpcrawl.middlewares.compression.TolerantCompressionMiddleware"]
