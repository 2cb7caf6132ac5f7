"""Pages of the demo, broken at random: what is left of them is read without an error."""

from __future__ import annotations

import random
import re
from functools import cache
from urllib.parse import urljoin

import pytest
from demo_kit import BASE, Shown
from lxml import html
from reader_kit import job_of

from fpcrawl.reader.desk import ReadingDesk
from fpcrawl.reader.setup import DeskSetup
from fpcrawl.walk.walker import Context, WalkRules

TAGS = (
    b"a b blockquote br center div dl dt dd form font h1 h2 hr li noscript option p pre script"
    b" section select span style svg table td template textarea time tr ul"
).split()
DIGITS = ("", "１", "٣", "²", "①", "七", "9" * 20)
ADDRESSES = ("", "#", "?", "//", "http://[::1", "http://a:99999/", "/%zz", "javascript:x", "x:y")
REPEATED = (b"<br>", b"&nbsp;", b"2024-01-01 10:00 ", b"<a href=/u/1>ann</a> ", b"- ", b"\xe3\x80")
PAGES_A_SEED = 24


@cache
def demo_pages():
    """Addresses and bodies of pages of all kinds, from the start page on."""
    shown = Shown(threads_per_board=4)
    pages, ahead, kinds = [], [f"{BASE}/"], set()
    while ahead and len(pages) < 60:
        url = ahead.pop(0)
        kind = re.sub(r"\d+", "", url).partition("?")[0].rsplit("-", 3)[0]
        if kind in kinds:
            continue
        kinds.add(kind)
        reply = shown.get(url)
        if reply.status == 200 and bytes(reply.body).lstrip()[:1] == b"<":
            pages.append((url, bytes(reply.body)))
            links = html.fromstring(bytes(reply.body)).xpath("//a/@href")
            ahead += [u for u in (urljoin(url, link) for link in links) if u.startswith(BASE)]
    return pages


def broken(body, rng):
    """Return a page with some of its source lost, moved, said again or exchanged."""
    for _ in range(rng.choice((1, 2, 5, 20))):
        at = rng.randrange(len(body) + 1)
        end = min(len(body), at + rng.choice((1, 5, 50, 500)))
        match rng.randrange(10):
            case 0:
                body = body[:at] + body[end:]
            case 1:
                body = body[:end] + body[at:end] * rng.choice((1, 30)) + body[end:]
            case 2:
                tag = rng.choice((b"<%b>", b"</%b>")) % rng.choice(TAGS)
                body = body[:at] + tag * rng.choice((1, 1, 300)) + body[at:]
            case 3:
                body = re.sub(rb"</%b\s*>" % rng.choice(TAGS), b"", body)
            case 4:
                one, other = rng.choice(TAGS), rng.choice(TAGS)
                body = re.sub(rb"(</?)%b(?=[\s>])" % one, rb"\g<1>" + other, body)
            case 5:
                body = re.sub(rb"\d", rng.choice(DIGITS).encode(), body)
            case 6:
                address = b'href="%b"' % rng.choice(ADDRESSES).encode()
                body = re.sub(rb'href="[^"]*"', address, body, count=rng.choice((0, 3)))
            case 7:
                body = body[:at] + rng.randbytes(8) + body[at:]
            case 8:
                body = body[:at] + rng.choice(REPEATED) * rng.choice((3, 200)) + body[at:]
            case _:
                body = body[:at]
    return body


@pytest.mark.parametrize("seed", range(16))
def test_a_broken_page_is_read_without_an_error(seed):
    rng = random.Random(seed)
    rules = WalkRules(rng.choice(("forum", "news")))
    desk = ReadingDesk(DeskSetup(f"{BASE}/", "127.0.0.1", rules))
    for url, body in rng.choices(demo_pages(), k=PAGES_A_SEED):
        context = Context(role=rng.choice((None, "home", "board")))
        job = job_of(broken(body, rng), url, context, wants_clock=True, wants_doors=True)
        report = desk.read(job)
        assert report.extraction_error is None
        assert report.clustering_error is None


def test_the_pages_are_of_many_kinds():
    assert len(demo_pages()) > 20
