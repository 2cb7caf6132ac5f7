"""Boards for members only: by form, by cookies, with sessions that end, and in vain."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from http.cookiejar import CookieJar
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest
from compare import compare
from e2e_kit import ROOT, Demo, Ended, Site, crawl, parked_urls, records, start, waiting_rows

from fpcrawl.demo.exchange import Reply, text_reply
from fpcrawl.pages.parse import read_page
from fpcrawl.walk.forms import fill, login_form

if TYPE_CHECKING:
    from pathlib import Path

    from fpcrawl.demo.exchange import Request

pytestmark = pytest.mark.slow

WORLD: dict[str, Any] = {"days": 5, "threads_per_board": 6}
NO_PAUSE = {"FPCRAWL_LOGIN_PAUSE_S": "0"}
#: So that two workers come to the same time.
SLOWLY = {"CONCURRENT_REQUESTS_PER_DOMAIN": "2", "DOWNLOAD_DELAY": "0.15"}
#: Long enough to be found by chance nowhere.
SECRET = "Wr0ng-horse-battery-staple"
MAIL = "who-is-it@example.org"


def members_posts(demo: Demo, family: str) -> list[dict[str, Any]]:
    """Every post that a member can see, and no other."""
    return [
        post
        for post in demo.truth("posts")
        if post["family"] == family and not post["deleted"] and (post["reachable"] or post["login"])
    ]


def login_file(directory: Path, **values: str) -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / "login.toml"
    path.write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in values.items()))
    path.chmod(0o600)
    return path


def assert_complete(ended: Ended, directory: Path, demo: Demo, family: str) -> None:
    assert (ended.code, ended.err) == (0, ""), ended.log[-3000:]
    ended.assert_clean()
    assert [*waiting_rows(directory), *parked_urls(directory)] == []
    truth = members_posts(demo, family)
    assert any(post["login"] for post in truth)
    compare(records(directory), truth, [family]).assert_same_posts()


def assert_not_told(directory: Path, *secrets: str) -> None:
    """Look for secrets in every file that a crawl left, but the one that holds them."""
    for path in directory.rglob("*"):
        if path.is_file() and path.name != "login.toml":
            data = path.read_bytes()
            for secret in secrets:
                assert secret.encode() not in data, path
                assert urlencode({"": secret})[1:].encode() not in data, path


@pytest.mark.parametrize("family", ["classic", "nest"])
def test_a_board_for_members_is_read_by_form(tmp_path: Path, family: str) -> None:
    with Demo(**WORLD) as demo:
        file = login_file(tmp_path, user="demo", password="demo")
        site = f"site={demo.url}{family}/"
        ended = crawl(tmp_path, "forum", site, f"login={file}", settings=NO_PAUSE)
        assert_complete(ended, tmp_path, demo, family)
        assert ended.stat("fpcrawl/session/logins") == 1
        # The next run comes with the cookies of this one.
        again = crawl(
            tmp_path, "forum", site, f"login={file}", "max_pages=3",
            settings={**NO_PAUSE, "FPCRAWL_REVISIT_START_S": "0", "FPCRAWL_REVISIT_MIN_S": "0"},
        )  # fmt: skip
        assert again.code == 0
        assert again.stat("fpcrawl/session/logins") == 0


def cookie_file(demo: Demo, family: str, path: Path, *, netscape: bool) -> Path:
    """Log in by hand and save what a browser would have."""
    jar = CookieJar()
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(jar)
    )
    form_url = f"{demo.url}{family}/login.php"
    with opener.open(form_url, timeout=30) as answer:
        form = login_form(read_page(answer.read(), form_url))
    assert form is not None
    sent = fill(form, "demo", "demo", {})
    with opener.open(urllib.request.Request(sent.url, sent.body), timeout=30) as answer:
        assert b"Log out" in answer.read()
    if netscape:
        lines = ["# Netscape HTTP Cookie File"]
        lines += [
            f"#HttpOnly_{c.domain}\tFALSE\t{c.path}\tFALSE\t0\t{c.name}\t{c.value}" for c in jar
        ]
        path.write_text("\n".join(lines) + "\n")
    else:
        cookies = [
            {"name": c.name, "value": c.value, "domain": c.domain, "path": c.path, "session": True}
            for c in jar
        ]
        path.write_text(json.dumps(cookies))
    path.chmod(0o644)
    return path


@pytest.mark.parametrize("netscape", [True, False], ids=["netscape", "json"])
def test_a_board_for_members_is_read_by_cookies(tmp_path: Path, netscape: bool) -> None:
    with Demo(**WORLD) as demo:
        file = cookie_file(demo, "classic", tmp_path / "cookies", netscape=netscape)
        ended = crawl(tmp_path, "forum", f"site={demo.url}classic/", f"login={file}")
        assert_complete(ended, tmp_path, demo, "classic")
    assert ended.lines_of("can be read by others"), "others may read the file"


@pytest.mark.parametrize(("family", "pages"), [("classic", 12), ("nest", 17)])
def test_a_session_that_ends_is_renewed_and_no_page_is_lost(
    tmp_path: Path, family: str, pages: int
) -> None:
    with Demo(**WORLD, session_requests=pages) as demo:
        file = login_file(tmp_path, user="demo", password="demo")
        ended = crawl(
            tmp_path, "forum", f"site={demo.url}{family}/", f"login={file}",
            settings={**NO_PAUSE, "CONCURRENT_REQUESTS_PER_DOMAIN": "4"},
        )  # fmt: skip
        assert_complete(ended, tmp_path, demo, family)
    assert ended.stat("fpcrawl/session/lost") >= 2
    assert ended.stat("fpcrawl/session/logins") >= 3


def test_two_workers_share_a_session_and_one_of_them_renews_it(tmp_path: Path) -> None:
    pages = 12
    with Demo(**WORLD, session_requests=pages) as demo:
        file = login_file(tmp_path, user="demo", password="demo")
        site = f"site={demo.url}classic/"
        running = [
            start(tmp_path, "forum", site, f"login={file}", settings={**NO_PAUSE, **SLOWLY})
            for _ in range(2)
        ]
        ended = [one.wait(240) for one in running]
        assert_complete(ended[0], tmp_path, demo, "classic")
        assert_complete(ended[1], tmp_path, demo, "classic")
        member_pages = [path for path in demo.asked() if "login.php" not in path]
    read = [one.stat("fpcrawl/pages/thread") for one in ended]
    assert min(read) > 0, "both took part"
    logins = sum(one.stat("fpcrawl/session/logins") for one in ended)
    assert 2 <= logins <= len(member_pages) / pages + 2, "not one for each of them"


def test_a_wrong_password_ends_the_crawl_and_is_not_sent_again(tmp_path: Path) -> None:
    with Demo(**WORLD) as demo:
        file = login_file(tmp_path, user="Miraculous-user", password=SECRET)
        site = f"site={demo.url}classic/"
        ended = crawl(
            tmp_path, "forum", site, f"login={file}",
            settings={**NO_PAUSE, "LOG_LEVEL": "DEBUG", "COOKIES_DEBUG": "1"},
        )  # fmt: skip
        assert ended.code == 7
        assert ended.err.count("\n") == 1
        assert "did not accept user and password" in ended.err
        assert records(tmp_path) == []
        tried = len([path for path in demo.asked() if "login.php" in path])
        second = crawl(tmp_path, "forum", site, f"login={file}", settings=NO_PAUSE)
        assert second.code == 7
        assert "not tried again" in second.err
        assert len([path for path in demo.asked() if "login.php" in path]) == tried
        assert_not_told(tmp_path, SECRET, "Miraculous-user")
        login_file(tmp_path, user="demo", password="demo")
        third = crawl(tmp_path, "forum", site, f"login={file}", settings=NO_PAUSE)
        assert_complete(third, tmp_path, demo, "classic")


def test_what_a_guest_could_not_read_comes_with_the_login(tmp_path: Path) -> None:
    with Demo(**WORLD) as demo:
        site = f"site={demo.url}nest/"
        ended = crawl(tmp_path, "forum", site)
        assert ended.code == 0
        ended.assert_clean()
        truth = members_posts(demo, "nest")
        guests = [post for post in truth if not post["login"]]
        compare(records(tmp_path), guests, ["nest"]).assert_same_posts()
        assert ended.stat("fpcrawl/walls/login") >= 1
        assert len(ended.lines_of("A wall (login)")) == 1
        board = next(b for b in demo.truth("boards") if b["family"] == "nest" and b["login"])
        assert board["url"] in parked_urls(tmp_path)
        assert "login_wanted" in status(tmp_path)
        file = login_file(tmp_path, user="demo", password="demo")
        ended = crawl(tmp_path, "forum", site, f"login={file}", settings=NO_PAUSE)
        assert_complete(ended, tmp_path, demo, "nest")


class Harbour:
    """A small forum of the test's own; its password is guessed from no page of it.

    ``sends`` = members' pages redirect to the form, at an address that does not say what it is.
    ``wall`` is what is shown first, so many times, in the place of each thread.
    """

    def __init__(self, *, sends: bool = False, wall: str = "", times: int = 0) -> None:
        self.sends, self.wall, self.left = sends, wall, times
        self.threads = [f"/topic/{n}" for n in range(1, 6)]

    def __call__(self, request: Request) -> Reply:
        path, inside = request.path, request.cookies.get("pass") == "let-me-in"
        if path == "/door/7" and request.method == "POST":
            form = request.form
            if (form.get("mail"), form.get("secret"), form.get("csrf")) == (MAIL, SECRET, "7"):
                reply = Reply(302, b"", headers=[("Location", "/")])
                reply.headers.append(("Set-Cookie", "pass=let-me-in; Path=/; HttpOnly"))
                return reply
        if path == "/door/7":
            return text_reply(
                200,
                '<title>Sign in</title><form method="post" action="/door/7"><h1>Sign in</h1>'
                '<input type="hidden" name="csrf" value="7"><input type="email" name="mail">'
                '<input type="password" name="secret"><button>Sign in</button></form>',
            )
        door = '<a href="/bye">Sign out</a>' if inside else '<a href="/door/7">Sign in</a>'
        if path == "/":
            rows = "".join(
                f'<li><a href="{path}">Talk number {n} about the harbour lights</a> by Ann,'
                f" 2026-03-0{n} 10:00, {n} replies</li>"
                for n, path in enumerate(self.threads, 1)
            )
            return text_reply(200, f"<title>Harbour</title><p>{door}</p><ul>{rows}</ul>")
        if path not in self.threads:
            return text_reply(404, "nothing")
        if self.wall:
            if self.left > 0:
                self.left -= 1
                return text_reply(200, f"<title>Harbour</title><p>{self.wall}</p>")
        elif not inside and self.sends:
            return Reply(302, b"", headers=[("Location", "/door/7")])
        elif not inside:
            return text_reply(200, "<title>Harbour</title><p>You must log in to read this.</p>")
        posts = "".join(
            f'<div class="post"><b class="author">Ann{n}</b> <i>2026-03-04 1{n}:00</i>'
            f'<div class="body">The lamp of pier {n} on {path} is out again, and '
            f"nobody has come to look at it since the storm of number {n}.</div></div>"
            for n in range(3)
        )
        return text_reply(200, f"<title>Harbour talk</title><p>{door}</p>{posts}")


def threads_read(directory: Path, site: Site) -> list[str]:
    return sorted({row["thread_url"].removeprefix(site.base) for row in records(directory)})


def test_the_secrets_of_a_login_that_works_are_told_nowhere(tmp_path: Path) -> None:
    harbour = Harbour()
    with Site(harbour) as site:
        file = login_file(tmp_path, email=MAIL, password=SECRET)
        ended = crawl(
            tmp_path, "forum", f"site={site.url}", f"login={file}",
            settings={**NO_PAUSE, "LOG_LEVEL": "DEBUG", "COOKIES_DEBUG": "1"},
        )  # fmt: skip
        assert threads_read(tmp_path, site) == harbour.threads
    assert (ended.code, ended.err) == (0, "")
    ended.assert_clean()
    assert_not_told(tmp_path, SECRET, MAIL)
    for path in tmp_path.glob("*.log"):
        assert "let-me-in" not in path.read_text(), "the log opens the account"
    with closing(sqlite3.connect(tmp_path / ".fpcrawl" / "fpcrawl.sqlite3")) as db:
        kept = db.execute("SELECT value FROM named WHERE name LIKE 'session/%'").fetchall()
    assert "let-me-in" not in kept[0][0], "the state opens the account"
    assert json.loads(kept[0][0])["sealed"], "the next run needs the cookie"


def test_pages_that_redirect_to_a_login_are_not_lost(tmp_path: Path) -> None:
    harbour = Harbour(sends=True)
    with Site(harbour) as site:
        for _ in range(2):  # a guest may come more than once
            ended = crawl(tmp_path, "forum", f"site={site.url}")
            assert ended.code == 0
            assert records(tmp_path) == []
        file = login_file(tmp_path, user=MAIL, password=SECRET)
        ended = crawl(tmp_path, "forum", f"site={site.url}", f"login={file}", settings=NO_PAUSE)
        ended.assert_clean()
        assert threads_read(tmp_path, site) == harbour.threads
    assert waiting_rows(tmp_path) == []


def test_a_limit_that_passes_costs_no_page(tmp_path: Path) -> None:
    harbour = Harbour(wall="Too many requests. Slow down, please.", times=4)
    with Site(harbour) as site:
        ended = crawl(tmp_path, "forum", f"site={site.url}")
        ended.assert_clean()
        assert threads_read(tmp_path, site) == harbour.threads
    assert ended.stat("fpcrawl/walls/rate_limited") == 4
    assert len(ended.lines_of("A wall (rate_limited)")) == 1


def test_pages_refused_for_a_while_are_read_by_a_later_run(tmp_path: Path) -> None:
    harbour, refused = Harbour(wall="No matter"), []
    harbour.threads = [f"/topic/{n}" for n in range(1, 61)]
    refused += harbour.threads

    def respond(request: Request) -> Reply:
        if request.path in refused:
            return text_reply(403, "<title>403</title><h1>Forbidden</h1>")
        return harbour(request)

    with Site(respond) as site:

        def run(again_s: str) -> int:
            site.log.clear()
            settings = {"FPCRAWL_WALLED_AGAIN_S": again_s}
            crawl(tmp_path, "forum", f"site={site.url}", settings=settings).assert_clean()
            return sum(path.startswith("/topic/") for path in site.log)

        def run_later() -> int:
            # Long enough that a slow run does not find them due twice.
            time.sleep(2.1)
            return run("2")

        first = run("1")
        assert first < 10, "a guest need not ask for all that is refused"
        assert len(parked_urls(tmp_path)) == 60
        assert run("0") == 0, "never is never"
        assert run("600") == 0, "not so soon"
        assert 0 < run_later() < 10, "the wall stands"
        assert run("600") == 0, "not so soon again"
        refused[:] = refused[:10]
        run_later()
        assert len(threads_read(tmp_path, site)) == 50, "the wall has fallen for all but ten"
        refused.clear()
        run_later()
        assert threads_read(tmp_path, site) == sorted(harbour.threads)
    assert waiting_rows(tmp_path) == parked_urls(tmp_path) == []


def test_a_site_that_shows_nothing_but_a_captcha_is_told(tmp_path: Path) -> None:
    page = "<title>Security check</title><p>Please complete the captcha below to go on.</p>"
    with Site(lambda _: text_reply(200, page)) as site:
        ended = crawl(tmp_path, "forum", f"site={site.url}")
        assert len(site.log) < 20
    assert ended.code == 8
    assert "captcha" in ended.err
    assert records(tmp_path) == []
    assert "wall_captcha" in status(tmp_path)


def test_a_list_read_before_that_wants_a_login_now_is_told(tmp_path: Path) -> None:
    soon = {f"FPCRAWL_REVISIT_{name}_S": "1" for name in ("MIN", "START", "MAX")}
    harbour, closed = Harbour(wall="No matter"), []
    harbour.threads = [f"/topic/{n}" for n in range(1, 13)]

    def respond(request: Request) -> Reply:
        if request.path in closed:
            return text_reply(200, "<title>Harbour</title><p>You must log in to read this.</p>")
        if request.path == "/":
            boards = "".join(f'<li><a href="/pier/{n}">Talk of pier {n}</a></li>' for n in (1, 2))
            return text_reply(200, f"<title>Harbour</title><ul>{boards}</ul>")
        if not request.path.startswith("/pier/"):
            return harbour(request)
        rows = "".join(
            f'<li><a href="{path}">Talk number {n} about the harbour lights</a> by Ann,'
            f" 2026-03-0{n % 9 + 1} 10:00, {n} replies</li>"
            for n, path in enumerate(harbour.threads, 1)
            if n % 2 == int(request.path[-1]) % 2
        )
        return text_reply(200, f"<title>Harbour pier</title><ul>{rows}</ul>")

    with Site(respond) as site:
        crawl(tmp_path, "forum", f"site={site.url}", settings=soon)
        assert json.loads(status(tmp_path))["crawls"][0]["walled_lists"] == []
        closed.append("/pier/2")
        time.sleep(1.2)  # the lists become due
        ended = crawl(tmp_path, "forum", f"site={site.url}", settings=soon)
        told = json.loads(status(tmp_path))["crawls"][0]
        assert told["walled_lists"] == [f"{site.base}/pier/2"]
        assert "lists_want_login" in [warning["kind"] for warning in told["warnings"]]
        assert ended.lines_of("parked", "1 lists until there is a login")


def status(directory: Path) -> str:
    command = [sys.executable, "-m", "scrapy", "status", "--json", "--state", ".fpcrawl"]
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT), "SCRAPY_SETTINGS_MODULE": "fpcrawl.settings"
    }  # fmt: skip
    return subprocess.run(
        command, cwd=directory, env=environment, check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot read"),
        ("", "has no user"),
        ("user = 'me'\n", "has no password"),
        ("{'user': ", "no valid JSON"),
        ("[]", "neither cookies nor"),
        ('[{"name": "a", "value": "b", "domain": "elsewhere.example"}]', "no cookie for 127.0.0.1"),
        ("127.0.0.1\tFALSE\t/\tFALSE\t86400\tsid\tx\n", "has expired"),
    ],
)  # fmt: skip
def test_a_bad_login_file_is_refused_at_start(
    tmp_path: Path, content: str | None, message: str
) -> None:
    file = tmp_path / "login"
    if content is not None:
        file.write_text(content)
    ended = crawl(tmp_path, "forum", "site=http://127.0.0.1:9/", f"login={file}")
    assert ended.code == 2
    assert message in ended.err
    assert ended.err.count("\n") == 1
