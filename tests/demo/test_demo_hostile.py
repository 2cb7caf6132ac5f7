"""The hostile pages are as bad as they promise, and their board links to all of them."""

from __future__ import annotations

import http.client
import itertools
import re
import signal
import subprocess
import sys
from contextlib import closing

import pytest

from fpcrawl.demo.exchange import Request
from fpcrawl.demo.hostile import BIG_BYTES, DEPTH, Hostile
from fpcrawl.demo.server import DemoConfig, HttpServer, Serving, serving


@pytest.fixture
def hostile() -> Hostile:
    return Hostile("/hostile/")


def get(hostile: Hostile, path: str) -> tuple[int, dict[str, str], bytes]:
    reply = hostile.handle(Request("GET", f"/hostile/{path}", {"host": "127.0.0.1:99"}))
    assert isinstance(reply.body, bytes)
    return reply.status, dict(reply.headers), reply.body


def test_the_board_links_to_every_trap(hostile: Hostile) -> None:
    links = re.findall(rb'href="/hostile/([^"]+)"', get(hostile, "")[2])
    assert len(links) == 14
    for link in links:
        reply = hostile.handle(Request("GET", f"/hostile/{link.decode()}"))
        assert reply.status in (200, 302)
    assert get(hostile, "nothing")[0] == 404
    assert get(hostile, "sane")[2].count(b'class="post"') == 3


def test_pages_are_big_deep_empty_and_binary(hostile: Hostile) -> None:
    big = hostile.handle(Request("GET", "/hostile/big.html"))
    assert not isinstance(big.body, bytes)
    assert sum(map(len, big.body)) == big.length == BIG_BYTES == 60 * 1024 * 1024
    assert get(hostile, "deep.html")[2].count(b"<div>") == DEPTH == 200_000
    assert get(hostile, "empty.html")[2] == b""
    assert b"\x00" in get(hostile, "binary.html")[2]
    endless = hostile.handle(Request("GET", "/hostile/endless.html"))
    assert not isinstance(endless.body, bytes)
    assert sum(map(len, itertools.islice(endless.body, 10_000))) > 10_000_000


def test_redirects_and_pagers_never_end(hostile: Hostile) -> None:
    path, seen = "loop/a", []
    for _ in range(4):
        path = get(hostile, path)[1]["Location"].removeprefix("/hostile/")
        seen.append(path)
    assert seen == ["loop/b", "loop/a", "loop/b", "loop/a"]
    assert get(hostile, "forever/7")[1]["Location"] == "/hostile/forever/8"
    assert get(hostile, "away")[1]["Location"] == "http://localhost:99/hostile/elsewhere.html"
    assert b"/hostile/pages/1000001" in get(hostile, "pages/1000000")[2]
    assert b"/hostile/calendar/2026-04-01" in get(hostile, "calendar/2026-03-01")[2]
    assert get(hostile, "calendar/9999-12-31")[0] == 404
    first, second = (re.findall(rb"/s/(\w+)/", get(hostile, "s/start/list")[2]) for _ in range(2))
    assert not {*first} & {*second}


def test_they_are_served_alone_and_in_the_demo() -> None:
    alone = HttpServer()
    alone.handler = Hostile().handle
    with Serving(alone) as served:
        with closing(http.client.HTTPConnection(alone.host, alone.port)) as client:
            client.request("GET", "/big.html")
            assert len(client.getresponse().read()) == BIG_BYTES
        with closing(http.client.HTTPConnection(alone.host, alone.port)) as client:
            client.request("GET", "/endless.html")
            response = client.getresponse()
            assert len(response.read(3_000_000)) == 3_000_000
            response.close()
        assert served.url == f"http://127.0.0.1:{alone.port}/"
    with (
        serving(DemoConfig(freeze=True, hostile=True)) as demo,
        closing(http.client.HTTPConnection("127.0.0.1", demo.server.port)) as client,
    ):
        client.request("GET", "/hostile/")
        assert b"Trap board" in client.getresponse().read()
        client.request("GET", "/")
        assert b"/hostile/" in client.getresponse().read()


def test_the_module_serves_them_until_it_is_told_to_stop() -> None:
    command = [sys.executable, "-m", "fpcrawl.demo.hostile", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as it:
        try:
            assert it.stdout is not None
            line = it.stdout.readline()
            it.send_signal(signal.SIGTERM)
            out, err = it.communicate(timeout=20)
        finally:
            it.kill()
    assert re.fullmatch(r"fpcrawl hostile: http://127\.0\.0\.1:\d+/\n", line)
    assert (it.returncode, out, err) == (0, "fpcrawl hostile: stopped\n", "")
