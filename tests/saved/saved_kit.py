"""Pages and archives of our own making."""

from __future__ import annotations

import gzip
import io

from fpcrawl.saved import SavedPages

PAGE = (
    b"<!doctype html><html><head><title>A kettle</title></head><body><p>It boils.</p></body></html>"
)
URL = "http://f.example/t/1"


def record(url=URL, body=PAGE, kind="response", http=b"HTTP/1.1 200 OK", headers=(), length=None):
    """One WARC record as bytes; a resource has no HTTP headers."""
    lines = [b"Content-Type: text/html; charset=utf-8", *headers]
    block = body
    content_type = b"text/html"
    if kind == "response":
        block = b"\r\n".join([http, *lines]) + b"\r\n\r\n" + body
        content_type = b"application/http; msgtype=response"
    head = b"\r\n".join(
        [
            b"WARC/1.0",
            b"WARC-Type: " + kind.encode(),
            b"WARC-Target-URI: " + url.encode(),
            b"Content-Type: " + content_type,
            b"Content-Length: %d" % (len(block) if length is None else length),
        ]
    )
    return head + b"\r\n\r\n" + block + b"\r\n\r\n"


def chunked(body):
    return b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)


def members(*records):
    """Each record packed by itself, as crawlers write .warc.gz."""
    return b"".join(map(gzip.compress, records))


def read(*paths, **changes):
    """Return what is found below paths: pages, and what could not be read."""
    pages = SavedPages(list(paths), **changes)
    found = list(pages)
    good = [page for page in found if hasattr(page, "body")]
    bad = [(page.path.rpartition("/")[2], page.reason) for page in found if hasattr(page, "reason")]
    return pages, good, bad


def names(good):
    return [page.path.rpartition("/")[2] for page in good]


def stream_of(data):
    return io.BufferedReader(io.BytesIO(data))
