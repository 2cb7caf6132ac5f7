from __future__ import annotations

import http.client
import itertools
import lzma
import socket
import urllib.parse

import pytest

from benchmarks import _replay
from benchmarks._recording import address_key, load_recording, sorted_key
from benchmarks.common import BenchError


def ask(replay, path, method="GET"):
    connection = http.client.HTTPConnection("127.0.0.1", replay.port, timeout=10)
    connection.request(method, path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("/v.php?f=2&sid=0123456789abcdef0123456789abcdef", "/v.php?f=2"),
        ("/v.php?sid=0123456789abcdef0123456789abcdef&f=2", "/v.php?f=2"),
        ("/i.php?PHPSESSID=abcdefghij0123456789;topic=1.0", "/i.php?topic=1.0"),
        ("/i.php?s=0123456789abcdef0123456789abcdef", "/i.php"),
        ("/?s=linux", "/?s=linux"),
        ("/?pass=0123456789abcdef0123456789abcdef", "/?pass=0123456789abcdef0123456789abcdef"),
        ("/%e6%9c%ba%7e", "/%E6%9C%BA~"),
        ("/机", "/%E6%9C%BA"),
        ("/a?b=%2f%41", "/a?b=%2FA"),
    ],
)
def test_address_key(path, key):
    assert address_key(path) == key


def test_sorted_key_does_not_mind_the_order():
    assert sorted_key("http://h/a?b=1&a=2#x") == sorted_key("http://h/a?a=2&b=1")
    assert sorted_key("http://h/a?b=1") != sorted_key("http://h/a?b=2")


def test_serves_what_was_recorded(builder):
    session = "0123456789abcdef0123456789abcdef"
    builder.page(
        f"/s?sid={session}&f=1",
        "机床".encode("gbk"),
        ("Content-Type", "text/html; charset=gbk"),
        ("Set-Cookie", "a=1; path=/"),
        ("Set-Cookie", "b=2"),
        ("ETag", '"x"'),
        ("Date", "Fri, 20 Nov 2026 21:36:55 GMT"),
        ("X-Powered-By", "PHP"),
        ("Transfer-Encoding", "identity"),
    )
    folder = builder.write()
    with _replay.start(folder) as replay:
        assert replay.url == builder.origin + "/"
        answer, body = ask(replay, f"/s?f=1&sid={'f' * 32}")
        assert (answer.status, body.decode("gbk")) == (200, "机床")
        assert answer.headers["Content-Type"] == "text/html; charset=gbk"
        assert answer.headers.get_all("Set-Cookie") == ["a=1; path=/", "b=2"]
        assert answer.headers["ETag"] == '"x"'
        assert answer.headers["Date"] == "Fri, 20 Nov 2026 21:36:55 GMT"
        assert answer.headers["X-Powered-By"] is None
        answer, _ = ask(replay, "/last/1")
        assert (answer.status, answer.headers["Location"]) == (
            302,
            builder.origin + "/t/1?page=2#p3",
        )
        assert ask(replay, "/nowhere")[0].status == 404
        assert ask(replay, "/robots.txt")[1].startswith(b"User-agent")
        answer, body = ask(replay, "/b/1", "HEAD")
        assert (answer.status, body) == (200, b"")
        assert ask(replay, "/b/1", "POST")[0].status == 405
        log = replay.log()
        assert [(e["path"], e["status"]) for e in log][1:] == [
            ("/last/1", 302),
            ("/nowhere", 404),
            ("/robots.txt", 200),
            ("/b/1", 200),
        ]
        assert log[0]["record"].startswith("/s?sid=")
        assert all(a["t"] <= b["t"] for a, b in itertools.pairwise(log))
        assert replay.counters() == {
            "requests": 5,
            "addresses": 5,
            "by_status": {"200": 3, "302": 1, "404": 1},
        }


def test_robots_not_recorded_is_404(builder):
    builder.answers = [a for a in builder.answers if a[0] != "/robots.txt"]
    with _replay.start(builder.write()) as replay:
        assert ask(replay, "/robots.txt")[0].status == 404


def test_another_port_rewrites_absolute_links(builder):
    quoted = urllib.parse.quote(builder.origin, safe="")
    builder.page("/abs", f'<a href="{builder.origin}/b/1">x</a><a href="/?u={quoted}">y</a>')
    with _replay.start(builder.write(), port=0) as replay:
        assert replay.url != builder.origin + "/"
        _, body = ask(replay, "/abs")
        assert f'"{replay.url}b/1"'.encode() in body
        assert builder.origin.rpartition(":")[2].encode() not in body
        assert ask(replay, "/last/1")[0].headers["Location"] == f"{replay.url}t/1?page=2#p3"


def test_pipelined_and_broken_requests(builder):
    with (
        _replay.start(builder.write()) as replay,
        socket.create_connection(("127.0.0.1", replay.port), timeout=10) as sock,
    ):
        head = f" HTTP/1.1\r\nHost: 127.0.0.1:{replay.port}\r\n"
        sock.sendall(
            f"POST /x{head}Content-Length: 3\r\n\r\nabc"
            f"GET /t/2{head}\r\nGET /gone{head}Connection: close\r\n\r\n".encode()
        )
        data = b""
        while chunk := sock.recv(65536):
            data += chunk
        assert [data[m : m + 3] for m in range(len(data)) if data[m - 9 : m] == b"HTTP/1.1 "] == [
            b"405",
            b"200",
            b"404",
        ]
        with socket.create_connection(("127.0.0.1", replay.port), timeout=10) as other:
            other.sendall(b"nonsense\r\n\r\n")
            assert other.recv(100).startswith(b"HTTP/1.1 400")


def test_delay(builder):
    with _replay.start(builder.write(), delay_ms=30) as replay:
        for _ in range(2):
            assert ask(replay, "/t/2")[0].status == 200
        times = [entry["t"] for entry in replay.log()]
        assert times[1] - times[0] >= 0.03


def test_port_in_use_is_one_clear_line(builder):
    folder = builder.write()
    with (
        _replay.start(folder) as replay,
        pytest.raises(BenchError) as caught,
        _replay.start(folder),
    ):
        pytest.fail("two servers on one port")
    assert str(caught.value).startswith(f"port {replay.port} of 127.0.0.1 is in use")


def test_unreadable_recordings_are_clear_errors(builder, tmp_path):
    with pytest.raises(BenchError, match=r"holds no site\.warc\.xz"):
        load_recording(tmp_path)
    folder = builder.write()
    file = folder / "site.warc.xz"
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BenchError, match="cannot be read"):
        load_recording(folder)
    for content in (b"this is no WARC file\r\n" * 9, b""):
        file.write_bytes(lzma.compress(content))
        with pytest.raises(BenchError, match=r"cannot be read|holds no responses"):
            load_recording(folder)


def test_of_two_records_of_one_page_the_good_one_answers(builder):
    builder.page("/d?sid=" + "a" * 32, "error", status="503 Busy")
    builder.page("/d?sid=" + "b" * 32, "fine")
    recording = load_recording(builder.write())
    assert recording.find("/d").body == b"fine"
    assert recording.find("/d?sid=" + "a" * 32).status == 503
    assert recording.find("/d?page=2") is None


def test_html_is_served_in_a_disguise(builder):
    page = '<p class="post-body" id="post-7">a <a href="/post-body">b</a></p>'
    builder.page("/page", page)
    builder.page("/feed", page.encode(), ("Content-Type", "application/xml"))
    with _replay.start(builder.write(), disguise="bare") as replay:
        assert ask(replay, "/page")[1].decode() == '<p>a <a href="/post-body">b</a></p>'
        assert ask(replay, "/feed")[1].decode() == page
