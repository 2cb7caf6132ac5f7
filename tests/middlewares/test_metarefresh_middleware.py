"""A page is decoded for a refresh only where it may have one."""

from __future__ import annotations

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from fpcrawl.middlewares.metarefresh import QuickMetaRefreshMiddleware

REFRESH = '<meta http-equiv="{}" content="0; url=/there">'


def answered(body: bytes, **kwargs):
    crawler = get_crawler(settings_dict={"METAREFRESH_MAXDELAY": 100})
    middleware = QuickMetaRefreshMiddleware.from_crawler(crawler)
    request = Request("http://forum.example/here")
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


def test_the_project_uses_it_in_place_of_the_other():
    settings = Settings()
    settings.setmodule("fpcrawl.settings")
    used = settings.getwithbase("DOWNLOADER_MIDDLEWARES")
    assert used["scrapy.downloadermiddlewares.redirect.MetaRefreshMiddleware"] is None
    order = used["fpcrawl.middlewares.metarefresh.QuickMetaRefreshMiddleware"]
    # Behind the decompression, before redirects by status.
    assert order < used["scrapy.downloadermiddlewares.httpcompression.HttpCompressionMiddleware"]
