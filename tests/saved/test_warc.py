"""WARC files: their pages, and what becomes of broken records."""

from __future__ import annotations

import gzip
import lzma
import sys
import zlib
from collections import Counter

import pytest
from saved_kit import PAGE, URL, chunked, members, names, read, record, stream_of

from fpcrawl.exceptions import UsageError
from fpcrawl.saved import warc

INFO = (
    b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Type: application/warc-fields\r\n"
    b"Content-Length: 12\r\n\r\nsoftware: x\n\r\n\r\n"
)


def parsed(data, max_bytes=1_000_000):
    left_out = Counter()
    found = list(warc.read_warc(stream_of(data), "w", max_bytes, left_out))
    return [getattr(page, "reason", None) or page.body for page in found], left_out


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.warc", INFO + record() + record(kind="resource")),
        ("a.warc.gz", members(INFO, record(), record(kind="resource"))),
        ("b.warc.gz", gzip.compress(INFO + record() + record(kind="resource"))),
        ("a.warc.xz", lzma.compress(INFO + record() + record(kind="resource"))),
    ],
    # Packed data holds the time; every process must name the tests alike.
    ids=["plain", "members", "gz", "xz"],
)
def test_pages_of_a_warc_file(tmp_path, name, data):
    (tmp_path / name).write_bytes(data)
    _, good, bad = read(tmp_path)
    assert not bad
    assert names(good) == [f"{name}#2", f"{name}#3"]
    assert [(page.url, page.body) for page in good] == [(URL, PAGE)] * 2
    assert good[0].http_charset == "utf-8"


def test_what_is_no_page_is_left_out_by_its_kind():
    data = (
        record(http=b"HTTP/1.1 404 Not Found")
        + record(http=b"HTTP/2 301")
        + record(http=b"nonsense")
        + record(kind="request")
        + record(kind="metadata")
        + record().replace(b"Type: text/html; ", b"Type: text/css;  ")
        + record().replace(b"Content-Type: text/html;", b"Content-Tape: text/html;")
        + record(body=b"just words").replace(
            b"Content-Type: text/html;", b"Content-Tape: text/html;"
        )
        + record(http=b"HTTP/2 200")
    )
    found, left_out = parsed(data)
    assert found == [PAGE, PAGE]
    assert left_out == {"status_404": 1, "status_301": 1, "status_none": 1, "not_html": 2}


def test_encodings_of_transfer_and_content_are_undone():
    packed = gzip.compress(PAGE)
    squeezed = zlib.compress(PAGE)
    pieces = b"Transfer-Encoding: chunked"
    data = (
        record(body=chunked(PAGE), headers=[pieces])
        + record(body=packed, headers=[b"Content-Encoding: gzip"])
        + record(body=chunked(packed), headers=[pieces, b"Content-Encoding: gzip"])
        + record(body=squeezed, headers=[b"Content-Encoding: deflate"])
        + record(body=squeezed[2:-4], headers=[b"Content-Encoding: deflate"])
        + record(headers=[b"Content-Encoding: gzip"])
        + record(headers=[b"Content-Encoding: br"])
    )
    found, _ = parsed(data)
    assert found == [PAGE] * 7


def test_an_encoding_that_cannot_be_undone_is_told():
    data = (
        record(body=b"\x1f\x8b\x08" + b"\xff" * 30, headers=[b"Content-Encoding: gzip"])
        + record(body=b"\x0b\x02\x80abc\x03", headers=[b"Content-Encoding: br"])
        + record()
    )
    found, _ = parsed(data)
    assert found == ["corrupt", "corrupt", PAGE]


def test_reading_goes_on_behind_broken_records():
    data = record() + b"garbage\r\nmore of it\r\n\r\n" + record(body=b"<p>2")
    data += record(body=b"<p>3").replace(b"Content-Length", b"Content-Width")
    data += record(body=b"<p>4")
    found, _ = parsed(data)
    assert found == [PAGE, "bad_record", b"<p>2", "bad_record", b"<p>4"]


def test_a_file_cut_off_keeps_the_records_before_the_cut(tmp_path):
    (tmp_path / "1.warc").write_bytes((record() + record())[:-60])
    (tmp_path / "2.warc.gz").write_bytes(members(record(), record())[:-20])
    _, good, bad = read(tmp_path)
    assert names(good) == ["1.warc#1", "2.warc.gz#1"]
    assert bad == [("1.warc#2", "bad_record"), ("2.warc.gz#2", "corrupt")]


def test_a_length_that_lies_costs_few_records():
    found, _ = parsed(record(length=9_999) + record() * 60)
    assert found[0] == "bad_record" or isinstance(found[0], bytes)
    assert found.count(PAGE) > 25


def test_headers_without_an_end_are_given_up(monkeypatch):
    monkeypatch.setattr(warc, "_MAX_HEADER_BYTES", 5_000)
    endless = b"WARC/1.0\r\n" + b"A: b\r\n" * 4_000 + b"\r\n\r\n"
    found, _ = parsed(endless + record())
    assert found == ["bad_record", PAGE]


def test_what_is_called_warc_and_is_none(tmp_path):
    (tmp_path / "1.warc").write_bytes(b"\0\1\2 nothing of the kind" * 100)
    (tmp_path / "2.warc").write_bytes(b"")
    _, good, bad = read(tmp_path)
    assert not good
    assert bad == [("1.warc", "bad_record"), ("2.warc", "empty")]


def test_a_large_page_is_cut_and_the_next_one_read():
    found, _ = parsed(record(body=b"<p>" + b"a" * 300_000) + record(), max_bytes=1_000)
    assert len(found[0]) == 1_000
    assert found[1] == PAGE


def test_without_warcio_the_message_says_how_to_get_it(tmp_path, monkeypatch):
    (tmp_path / "1.warc").write_bytes(record())
    monkeypatch.setitem(sys.modules, "warcio.recordloader", None)
    with pytest.raises(UsageError, match=r"pip install 'fpcrawl\[warc\]'"):
        read(tmp_path)
