"""Bodies that are not packed as their header says."""

from __future__ import annotations

import gzip
import logging
import zlib

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from fpcrawl.middlewares.compression import BadEncoding, TolerantCompressionMiddleware
from fpcrawl.middlewares.compression import UnpackedTooLarge as TooLarge
from fpcrawl.scheduling.outcomes import judge
from fpcrawl.store.model import Outcome

PAGE = b"<html><body><p>Kettles and pans</p></body></html>"
LIMIT = 100_000


def unpack(body: bytes, *encodings: str, flags=()):
    crawler = get_crawler(settings_dict={"DOWNLOAD_MAXSIZE": LIMIT})
    request = Request("http://forum.example/here")
    headers = {"Content-Encoding": list(encodings), "Content-Type": "text/html"}
    response = HtmlResponse(request.url, body=body, headers=headers, flags=list(flags))
    return TolerantCompressionMiddleware.from_crawler(crawler).process_response(request, response)


def plain(body: bytes) -> bytes:
    return body


def twice(body: bytes) -> bytes:
    return gzip.compress(zlib.compress(body))


@pytest.mark.parametrize(
    ("pack", "encodings"),
    [
        (gzip.compress, ["gzip"]),
        (zlib.compress, ["Deflate"]),
        (twice, ["deflate, gzip"]),
        (gzip.compress, ["utf-8, gzip"]),
        (gzip.compress, ["gzip", "none"]),
        (plain, ["UTF-8"]),
        (plain, ["none", "identity"]),
        (plain, [""]),
    ],
)
def test_what_names_no_packing_is_left_out(caplog, pack, encodings: list[str]) -> None:
    response = unpack(pack(PAGE), *encodings)
    assert response.body == PAGE
    assert "Content-Encoding" not in response.headers
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("name", ["gzip", "deflate", "br", "zstd", "gzip, br"])
def test_a_body_that_is_not_packed_so_is_named_and_tried_later(name: str) -> None:
    with pytest.raises(BadEncoding) as met:
        unpack(PAGE, name)
    assert judge(met.value) == (Outcome.FAILED, "bad_encoding")
    assert unpack(PAGE, name, flags=["dataloss"]).body == PAGE


def test_a_bomb_is_too_large() -> None:
    with pytest.raises(TooLarge) as met:
        unpack(gzip.compress(b"a" * 100 * LIMIT), "gzip")
    assert judge(met.value) == (Outcome.DROPPED, "too_large")


def test_the_project_uses_it_in_place_of_the_other() -> None:
    settings = Settings()
    settings.setmodule("fpcrawl.settings")
    used = settings.getwithbase("DOWNLOADER_MIDDLEWARES")
    other = "scrapy.downloadermiddlewares.httpcompression.HttpCompressionMiddleware"
    assert used[other] is None
    assert used["fpcrawl.middlewares.compression.TolerantCompressionMiddleware"] == 590
