"""Boards for members only: by form, by cookies, with sessions that end, and in vain."""

from __future__ import annotations

import json
import sqlite3
import urllib.request
from contextlib import closing
from http.cookiejar import CookieJar
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest
from compare import compare
from e2e_kit import Demo, Ended, Site, crawl, records, waiting_rows

from fpcrawl.demo.exchange import Reply, text_reply
from fpcrawl.pages.parse import read_page
from fpcrawl.walk.forms import fill, login_form

if TYPE_CHECKING:
    from pathlib import Path

    from fpcrawl.demo.exchange import Request

pytestmark = pytest.mark.slow

WORLD: dict[str, Any] = {"days": 5, "threads_per_board": 6}
NO_PAUSE = {"FPCRAWL_LOGIN_PAUSE_S": "0"}
#: Long enough to be found by chance nowhere.
SECRET = "Wr0ng-horse-battery-staple"


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
    assert waiting_rows(directory) == []
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
            tmp_path, "forum", f"site={demo.url}{family}/", f"login={file}", settings=NO_PAUSE
        )
        assert_complete(ended, tmp_path, demo, family)
    assert ended.stat("fpcrawl/session/lost") >= 2
    assert ended.stat("fpcrawl/session/logins") >= 3


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
        file = login_file(tmp_path, user="demo", password="demo")
        ended = crawl(tmp_path, "forum", site, f"login={file}", settings=NO_PAUSE)
        assert_complete(ended, tmp_path, demo, "nest")


def test_the_secrets_of_a_login_that_works_are_told_nowhere(tmp_path: Path) -> None:
    """The form of a site of the test's own, whose password nobody could guess from its pages."""
    members = [f"/topic/{n}" for n in range(1, 4)]

    def respond(request: Request) -> Reply:
        inside = request.cookies.get("pass") == "let-me-in"
        if request.path == "/robots.txt":
            return text_reply(404, "none")
        if request.path == "/signin" and request.method == "POST":
            right = request.form.get("mail") == "who@example.org"
            if right and request.form.get("secret") == SECRET and request.form.get("csrf") == "7":
                reply = Reply(302, b"", headers=[("Location", "/")])
                reply.headers.append(("Set-Cookie", "pass=let-me-in; Path=/; HttpOnly"))
                return reply
        if request.path == "/signin" or (request.path in members and not inside):
            return text_reply(
                200,
                '<title>Sign in</title><form method="post" action="/signin"><h1>Sign in</h1>'
                '<input type="hidden" name="csrf" value="7"><input type="email" name="mail">'
                '<input type="password" name="secret"><button>Sign in</button></form>',
            )
        door = '<a href="/bye">Sign out</a>' if inside else '<a href="/signin">Sign in</a>'
        if request.path == "/":
            rows = "".join(
                f'<li><a href="{path}">Talk number {n} about the harbour lights</a> by Ann,'
                f" 2026-03-0{n} 10:00, {n} replies</li>"
                for n, path in enumerate(members, 1)
            )
            return text_reply(200, f"<title>Harbour</title><p>{door}</p><ul>{rows}</ul>")
        if request.path in members:
            posts = "".join(
                f'<div class="post"><b class="author">Ann{n}</b> <i>2026-03-04 1{n}:00</i>'
                f'<div class="body">The lamp of pier {n} on {request.path} is out again, and '
                f"nobody has come to look at it since the storm of number {n}.</div></div>"
                for n in range(3)
            )
            return text_reply(200, f"<title>Harbour talk</title><p>{door}</p>{posts}")
        return text_reply(404, "nothing")

    with Site(respond) as site:
        file = login_file(tmp_path, email="who@example.org", password=SECRET)
        ended = crawl(
            tmp_path, "forum", f"site={site.url}", f"login={file}",
            settings={**NO_PAUSE, "LOG_LEVEL": "DEBUG", "COOKIES_DEBUG": "1"},
        )  # fmt: skip
    assert (ended.code, ended.err) == (0, "")
    ended.assert_clean()
    assert {row["thread_url"] for row in records(tmp_path)} == {site.base + m for m in members}
    assert_not_told(tmp_path, SECRET, "who@example.org")
    for path in tmp_path.glob("*.log"):
        assert "let-me-in" not in path.read_text(), "the log opens the account"
    with closing(sqlite3.connect(tmp_path / ".fpcrawl" / "fpcrawl.sqlite3")) as db:
        kept = db.execute("SELECT value FROM named WHERE name LIKE 'session/%'").fetchall()
    assert "let-me-in" in kept[0][0], "the next run needs the cookie"


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
