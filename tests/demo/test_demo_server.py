"""The demo behind a socket: validators, logins, robots, control, faults, the command."""

from __future__ import annotations

import http.client
import json
import re
import signal
import socket
import ssl
import subprocess
import sys
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest
from demo_kit import START
from protego import Protego

from fpcrawl.demo.faults import FAULTS, Fault, Faults, parse_fault
from fpcrawl.demo.server import DemoConfig, HttpServer, Serving, serving

if TYPE_CHECKING:
    from collections.abc import Iterator


class Client:
    """A keep-alive client that keeps cookies when told to."""

    def __init__(self, demo: Serving) -> None:
        self.http = http.client.HTTPConnection(demo.server.host, demo.server.port, timeout=20)
        self.jar: dict[str, str] = {}

    def ask(
        self, method: str, target: str, body: str | None = None, **headers: str
    ) -> tuple[http.client.HTTPResponse, bytes]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.jar:
            named["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.jar.items())
        self.http.request(method, target, body, named)
        response = self.http.getresponse()
        data = response.read()
        for cookie in response.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.jar[name] = value
        return response, data

    def get(self, target: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
        return self.ask("GET", target, **headers)

    def control(self, name: str, /, **params: Any) -> dict[str, Any]:
        response, data = self.ask("POST", f"/_control/{name}", json.dumps(params))
        return {"status": response.status, **json.loads(data)}


@contextmanager
def client_of(demo: Serving) -> Iterator[Client]:
    client = Client(demo)
    with closing(client.http):
        yield client


@pytest.fixture(scope="module")
def demo() -> Iterator[Serving]:
    with serving(DemoConfig(freeze=True)) as running:
        yield running


@pytest.fixture
def client(demo: Serving) -> Iterator[Client]:
    with client_of(demo) as one:
        yield one


def test_connections_are_kept_and_heads_have_no_body(client: Client) -> None:
    first, _ = client.get("/")
    sock = client.http.sock
    second, data = client.ask("HEAD", "/news/")
    assert client.http.sock is sock
    assert (first.status, second.status, data) == (200, 200, b"")
    assert int(second.headers["Content-Length"]) > 1000
    assert second.headers["Date"] == "Wed, 04 Mar 2026 12:00:00 GMT"
    assert client.get("/no/such/page")[0].status == 404
    assert client.ask("DELETE", "/news/")[0].status == 405


@pytest.mark.parametrize(
    "target",
    ["/classic/", "/divs/forum.php?id=1", "/nest/thread-12-1-1.html", "/news/", "/latte/c/x/4"],
)
def test_unchanged_pages_are_not_sent_again(client: Client, target: str) -> None:
    response, data = client.get(target)
    tag, changed = response.headers["ETag"], response.headers["Last-Modified"]
    assert data
    for headers in ({"If_None_Match": tag}, {"If_Modified_Since": changed}):
        again, nothing = client.get(target, **headers)
        assert (again.status, nothing) == (304, b"")
        assert again.headers["ETag"] == tag
    assert client.get(target, If_None_Match='"other"', If_Modified_Since=changed)[0].status == 200
    assert client.get(target, If_Modified_Since="yesterday, or so")[0].status == 200


def test_a_reply_makes_its_pages_new() -> None:
    with serving(DemoConfig(freeze=True)) as demo, client_of(demo) as client:
        view = demo.server.site.views["terms"]
        thread = view.family.threads[12]
        targets = [view.root, view.board_path(thread.board), view.thread_path(thread)]
        tags = [client.get(t)[0].headers["ETag"] for t in targets]
        assert client.control("advance", seconds=60)["now"] == START + 60
        line = client.control("reply", family="terms", thread=12, text="你好\n再见", author="新人")
        assert (line["body_text"], line["author"]) == ("你好\n再见", "新人")
        assert line["published"] == "2026-03-04T12:01:00+00:00"
        for target, tag in zip(targets, tags, strict=True):
            response, _ = client.get(target, If_None_Match=tag)
            assert response.status == 200
            assert response.headers["Last-Modified"] == "Wed, 04 Mar 2026 12:01:00 GMT"
        since = client.get("/_truth/posts?since=2026-03-04T12:01:00")[1].decode().splitlines()
        assert [json.loads(one)["post_id"] for one in since] == [line["post_id"]]


def test_control_edits_deletes_opens_and_dresses() -> None:
    with serving(DemoConfig(freeze=True)) as demo, client_of(demo) as client:
        thread = client.control("thread", family="plaza", board=1, title="Hear me", text="One.")
        path = thread["url"].removeprefix(demo.base)
        assert path.startswith("/plaza/t/hear-me-")
        post = next(
            json.loads(one)
            for one in client.get("/_truth/posts?family=plaza")[1].decode().splitlines()
            if json.loads(one)["thread_url"] == thread["url"]
        )["post_id"]
        client.control("edit", family="plaza", post=post, text="Two.")
        page = client.get(path)[1].decode()
        assert "Two." in page
        assert "One." not in page
        assert '<article class="post"' in page
        assert client.control("skin", family="plaza", skin=1)["skin"] == 1
        assert '<article class="post"' not in client.get(path)[1].decode()
        assert client.control("delete", family="plaza", post=post)["deleted"]
        assert client.get(path)[0].status == 404
        assert client.get("/plaza/c/photography")[0].status == 200
        live = client.control("advance", seconds=86400, live=True)["now"]
        fresh = client.get(f"/_truth/posts?since={START + 1}")[1].decode().splitlines()
        assert live == START + 86400
        assert len(fresh) > 20
        assert client.control("crawl-delay", seconds=2)["status"] == 200
        assert b"Crawl-delay: 2" in client.get("/robots.txt")[1]


@pytest.mark.parametrize(
    ("name", "params", "message"),
    [
        ("reply", {"family": "nest"}, "missing parameter thread"),
        ("reply", {"family": "nest", "thread": 0}, "no thread 0"),
        ("skin", {"family": "moon", "skin": 1}, "no family"),
        ("touch-up", {"family": "moon"}, "no family"),
        ("fault", {"name": "flood", "rate": 1}, "no fault 'flood'"),
        ("advance", {"seconds": -1}, "backwards"),
        ("dance", {}, "no such control"),
    ],
)
def test_control_says_what_is_wrong(
    client: Client, name: str, params: dict[str, Any], message: str
) -> None:
    answer = client.control(name, **params)
    assert answer["status"] in (400, 404)
    assert message in answer["error"]
    assert client.get(f"/_control/{name}")[0].status == 405


@pytest.mark.parametrize(
    ("board", "form"),
    [
        ("/classic/viewforum.php?f=4", "/classic/login.php"),
        ("/nest/forum-5-1.html", "/nest/member.php?mod=logging&action=login"),
    ],
)
def test_a_login_board_opens_after_the_form(client: Client, board: str, form: str) -> None:
    response, page = client.get(board)
    if response.status == 302:
        response, page = client.get(response.headers["Location"])
    charset = "gbk" if "nest" in board else "latin-1"
    text = page.decode(charset)
    token = re.findall(r'name="token" value="(\w+)"', text)[0]
    back = re.findall(r'name="back" value="([^"]*)"', text)[0].replace("&amp;", "&")
    assert back == board
    wrong = urlencode({"token": "0", "username": "demo", "password": "demo"})
    assert client.ask("POST", form, wrong)[0].status == 403
    wrong = urlencode({"token": token, "username": "demo", "password": "guess"})
    assert client.ask("POST", form, wrong)[0].status == 200
    right = urlencode({"token": token, "username": "demo", "password": "demo", "back": back})
    response, _ = client.ask("POST", form, right)
    assert (response.status, response.headers["Location"]) == (302, board)
    _, inside = client.get(board)
    assert b'name="password"' not in inside
    link = re.findall(r'href="([^"]*(?:viewtopic|thread-)[^"]*)"', inside.decode(charset))[0]
    inner, data = client.get(link.replace("&amp;", "&"))
    assert inner.status == 200
    assert b'name="password"' not in data
    client.jar.clear()
    response, data = client.get(link.replace("&amp;", "&"))
    assert response.status == 302 or b'name="password"' in data
    offsite = urlencode({"token": token, "username": "demo", "password": "demo", "back": "//x/"})
    client.jar[f"{board.split('/')[1]}_sid"] = "fixed"
    assert client.ask("POST", form, offsite)[0].status == 403


def test_robots_keep_out_what_the_truth_calls_out_of_reach(client: Client) -> None:
    rules = Protego.parse(client.get("/robots.txt")[1].decode())
    lines = [json.loads(one) for one in client.get("/_truth/posts")[1].decode().splitlines()]
    shut = {p["thread_url"] for p in lines if not rules.can_fetch(p["thread_url"], "x")}
    assert shut
    assert not any(p["reachable"] for p in lines if p["thread_url"] in shut)
    boards = [json.loads(one) for one in client.get("/_truth/boards")[1].decode().splitlines()]
    assert [b["name"] for b in boards if not rules.can_fetch(b["url"], "x")] == ["旧档案"]
    assert not any(rules.can_fetch(f"http://h{p}", "x") for p in ("/_truth/posts", "/_control/x"))


def test_the_log_tells_who_asked_what(client: Client) -> None:
    client.control("clear-log")
    client.get("/divs/?x=1", User_Agent="tester/1")
    lines = [json.loads(one) for one in client.get("/_truth/log")[1].decode().splitlines()]
    asked = next(line for line in lines if line["path"] == "/divs/?x=1")
    assert (asked["user_agent"], asked["status"]) == ("tester/1", 200)
    assert asked["monotonic"] > 0
    assert client.get("/_truth/posts?since=noon")[0].status == 400
    assert client.get("/_truth/nothing")[0].status == 404


@pytest.mark.parametrize("name", FAULTS)
def test_faults_break_answers_until_they_are_switched_off(demo: Serving, name: str) -> None:
    with client_of(demo) as client:
        assert client.control("fault", name=name, rate=1, seconds=0.2)["status"] == 200
        try:
            if name == "reset":
                with pytest.raises(ConnectionResetError):
                    client.get("/latte/")
                client.http.close()
            elif name == "truncated":
                with pytest.raises(http.client.IncompleteRead):
                    client.get("/latte/")
                client.http.close()
            else:
                response, data = client.get("/latte/")
                if name in ("503", "429"):
                    assert response.headers["Retry-After"] == "1"
                if name == "wrong-charset":
                    assert response.headers["Content-Type"] == "text/html; charset=gbk"
                if name.isdigit():
                    assert response.status == int(name)
                else:
                    assert "编程问答" in data.decode()
            assert client.get("/robots.txt")[0].status == 200
        finally:
            client.control("fault", name=name, rate=0)
        assert client.get("/latte/")[0].headers["Content-Type"] == "text/html; charset=utf-8"


def test_a_fault_hits_its_share_and_spares_the_next_try() -> None:
    faults = Faults(3, (Fault("500", 0.3),))
    targets = [f"/nest/thread-{n}-1-1.html" for n in range(1000)]
    first = [faults.choose(target) for target in targets]
    second = [faults.choose(target) for target in targets]
    hit = sum(fault is not None for fault in first)
    assert 240 <= hit <= 360
    assert not any(a and b for a, b in zip(first, second, strict=True))
    again = Faults(3, (Fault("500", 0.3),))
    assert [again.choose(target) for target in targets] == first
    assert all(again.choose(path) is None for path in ("/robots.txt", "/_truth/now") * 50)
    only = Faults(3, (Fault("500", 1.0, prefix="/robots.txt"),))
    assert only.choose("/robots.txt") is not None
    assert only.choose("/nest/") is None


@pytest.mark.parametrize("text", ["flood=1", "500=2", "500=x", "500=nan", "=1"])
def test_bad_faults_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="fault"):
        parse_fault(text)


@pytest.mark.parametrize(
    "text",
    ["GET http://x/ HTTP/1.1\r\n\r\n", "\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n"],
)
def test_garbage_is_refused(demo: Serving, text: str) -> None:
    with socket.create_connection((demo.server.host, demo.server.port), timeout=10) as raw:
        raw.sendall(text.encode())
        assert b" 400 " in raw.makefile("rb").read()


def test_who_asks_by_https_is_told_at_once(demo: Serving) -> None:
    context = ssl.create_default_context()
    with (
        socket.create_connection((demo.server.host, demo.server.port), timeout=10) as raw,
        pytest.raises(ssl.SSLError),
    ):
        context.wrap_socket(raw, server_hostname="localhost")


def test_only_loopback_addresses_are_served() -> None:
    with pytest.raises(ValueError, match="loopback"):
        HttpServer("0.0.0.0")


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.parametrize("module", [["fpcrawl.demo"], ["scrapy", "demo"]])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_command_says_where_it_is_and_stops_cleanly(
    module: list[str], number: signal.Signals
) -> None:
    with start("-m", *module, "--port", "0", "--freeze") as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.fullmatch(r"fpcrawl demo: http://127\.0\.0\.1:(\d+)/\n", line)
            assert found
            with closing(http.client.HTTPConnection("127.0.0.1", int(found[1]))) as http_:
                http_.request("GET", "/")
                assert http_.getresponse().read().startswith(b"<!doctype html>")
            process.send_signal(number)
            out, err = process.communicate(timeout=20)
        finally:
            process.kill()
    assert (process.returncode, out, err) == (0, "fpcrawl demo: stopped after 1 requests\n", "")


def test_a_used_port_is_one_line_and_exit_code_2() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        with start("-m", "scrapy", "demo", "--port", port) as process:
            out, err = process.communicate(timeout=30)
    assert process.returncode == 2
    assert out == ""
    assert err == f"fpcrawl demo: cannot serve on 127.0.0.1:{port}: Address already in use\n"


@pytest.mark.parametrize(
    "arguments", [["--port", "x"], ["--fault", "flood=1"], ["--days", "0"], ["--speed", "fast"]]
)
def test_bad_arguments_exit_with_2_and_no_traceback(arguments: list[str]) -> None:
    with start("-m", "fpcrawl.demo", *arguments) as process:
        _, err = process.communicate(timeout=30)
    assert process.returncode == 2
    assert "Traceback" not in err
    assert arguments[0] in err


def test_the_help_has_an_example() -> None:
    with start("-m", "scrapy", "demo", "--help") as process:
        out, _ = process.communicate(timeout=30)
    assert "scrapy demo --port 8700 --speed 600" in out


def test_a_login_ends_after_so_many_pages(demo: Serving) -> None:
    with client_of(demo) as client:
        assert client.control("session", requests=-1)["status"] == 400
        assert client.control("session", requests=3)["session_requests"] == 3
        try:
            form = "/classic/login.php"
            for _ in range(2):
                text = client.get(form)[1].decode("latin-1")
                token = re.findall(r'name="token" value="(\w+)"', text)[0]
                client.ask(
                    "POST",
                    form,
                    urlencode({"token": token, "username": "demo", "password": "demo"}),
                )
                pages = [client.get("/classic/viewforum.php?f=4") for _ in range(5)]
                assert [page[0].status for page in pages] == [200, 200, 200, 302, 302]
                assert b"Log out" in pages[0][1]
                assert b"Log in" in client.get("/classic/")[1]
        finally:
            client.control("session", requests=0)


def test_who_logs_out_is_a_guest_again(demo: Serving) -> None:
    with client_of(demo) as client:
        form = "/nest/member.php?mod=logging&action=login"
        token = re.findall(r'name="token" value="(\w+)"', client.get(form)[1].decode("gbk"))[0]
        client.ask(
            "POST", form, urlencode({"token": token, "username": "demo", "password": "demo"})
        )
        assert "退出" in client.get("/nest/")[1].decode("gbk")
        assert client.get("/nest/logout")[0].status == 302
        assert "退出" not in client.get("/nest/")[1].decode("gbk")


def test_some_forums_only() -> None:
    config = DemoConfig(freeze=True, days=1, families=("plaza", "nest"))
    with serving(config) as demo, client_of(demo) as client:
        assert set(demo.server.world.families) == {"plaza", "nest"}
        shown = client.ask("GET", "/")[1].decode()
        assert client.ask("GET", "/classic/")[0].status == 404
    assert "plaza/" in shown
    assert "classic/" not in shown
    with pytest.raises(ValueError, match="no forum nowhere"):
        serving(DemoConfig(families=("nowhere", "plaza")))
