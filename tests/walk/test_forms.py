"""Login forms of several makes: which fields, what goes along, how it is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

import pytest

from fpcrawl.pages.parse import read_page
from fpcrawl.walk.forms import (
    LoginForm,
    fill,
    login_form,
    login_links,
    names_login,
    shows_account,
    shows_entrance,
)

if TYPE_CHECKING:
    from fpcrawl.pages.page import Page

URL = "https://bbs.example.com/forum/login?next=%2F"


def page(body: str, charset: str = "utf-8") -> Page:
    return read_page(f"<html><body>{body}</body>".encode(charset), URL, http_charset=charset)


def form(body: str, charset: str = "utf-8") -> LoginForm:
    found = login_form(page(body, charset))
    assert found is not None
    return found


def sent(found: LoginForm, **more: str) -> list[tuple[str, str]]:
    body = fill(found, "me", "pässword&1", more).body.decode()
    return parse_qsl(body, keep_blank_values=True, encoding=found.charset)


def test_tokens_selections_and_the_button_go_along() -> None:
    found = form(
        """<form action="enter.php?x=1" method=post><input type=hidden name=token value="a&amp;b">
        <input name=username><input type=password name=pass>
        <select name=question><option value=0>none<option value=1>mother</select>
        <input type=checkbox name=autologin value=yes><input type=checkbox name=hide value=1>
        <input type=radio name=r value=1><input type=radio name=r value=2 checked>
        <input type=submit name=login value="Log in"><input type=submit name=other value="x">
        <input type=reset name=no><input disabled name=off value=1></form>"""
    )
    assert found.action == "https://bbs.example.com/forum/enter.php?x=1"
    assert found.method == "POST"
    assert sent(found) == [
        ("token", "a&b"), ("question", "0"), ("autologin", "yes"), ("r", "2"),
        ("login", "Log in"), ("username", "me"), ("pass", "pässword&1"),
    ]  # fmt: skip
    assert ("question", "1") in sent(found, question="1")
    assert sent(found, answer="Rex")[-1] == ("answer", "Rex")


def test_the_form_that_registers_or_searches_is_not_taken() -> None:
    found = form(
        """<form action=/search><input name=q></form>
        <form action=/register method=post><input name=user><input name=mail><input type=password
        name=a><input type=password name=b></form>
        <form action=/session method=post><input type=email name=mail><input type=password name=pw>
        </form>"""
    )
    assert (found.action, found.user, found.password) == (
        "https://bbs.example.com/session", "mail", "pw",
    )  # fmt: skip
    assert login_form(page("<form><input name=q></form>")) is None
    assert login_form(page("<form><input type=password name=pw></form>")) is None


def test_what_is_sent_is_in_the_charset_of_the_form() -> None:
    body = "<form method=post><input name=用户><input type=password name=p></form>"
    found = form(body + "<p>" + "这是一个论坛的登录页面。" * 20 + "</p>", "gb18030")
    data = fill(found, "张三", "x", {}).body
    assert b"%D5%C5%C8%FD" in data
    found = form(body.replace("<form ", "<form accept-charset='utf-8' "))
    assert b"%E5%BC%A0%E4%B8%89" in fill(found, "张三", "x", {}).body


def test_a_multipart_form_is_sent_as_one() -> None:
    found = form(
        '<form method=post enctype="multipart/form-data"><input name=u>'
        "<input type=password name=p></form>"
    )
    filled = fill(found, "me", "--fpcrawl-form", {})
    mark = filled.content_type.partition("boundary=")[2]
    assert mark not in "--fpcrawl-form"
    parts = filled.body.split(f"--{mark}".encode())
    assert [part.rpartition(b"\r\n\r\n")[2] for part in parts[1:-1]] == [
        b"me\r\n", b"--fpcrawl-form\r\n",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("inside", "captcha"),
    [
        ("<input name=seccodeverify><img src=code.php>", "seccodeverify"),
        ('<div class="g-recaptcha" data-sitekey=x></div>', "widget"),
        ('<input type=hidden name=seccodehash value=1>', None),
    ],
)  # fmt: skip
def test_a_captcha_is_seen(inside: str, captcha: str | None) -> None:
    body = f"<form method=post><input name=user><input type=password name=p>{inside}</form>"
    assert form(body).captcha == captcha


def test_a_form_tells_no_secret_when_printed() -> None:
    filled = fill(form("<form method=post><input name=u><input type=password name=p></form>"),
                  "me", "s3cret", {})  # fmt: skip
    assert "s3cret" not in repr(filled)


@pytest.mark.parametrize(
    ("url", "is_login"),
    [
        ("https://x.example/login", True),
        ("https://x.example/user/login/?next=/t/1", True),
        ("https://x.example/member.php?mod=logging&action=login", True),
        ("https://x.example/ucp.php?mode=login", True),
        ("https://x.example/index.php?action=login", True),
        ("https://x.example/wp-login.php", True),
        ("https://x.example/thread/login-trouble", False),
        ("https://x.example/search?q=how+to+login+here+please", False),
        ("https://x.example/t/logging-roads-of-the-north", False),
    ],
)
def test_addresses_of_login_pages(url: str, is_login: bool) -> None:
    assert names_login(url) is is_login


@pytest.mark.parametrize(
    "text",
    ["Log in", "Sign in", "登录", "登入", "ログイン", "Connexion", "Se connecter", "Anmelden",
     "Войти", "Вход", "Iniciar sesión", "Đăng nhập"],
)  # fmt: skip
def test_links_that_lead_in(text: str) -> None:
    found = page(f'<a href="/faq">Help</a><a href="/x/7">{text}</a><a href="/login">{text}</a>')
    assert login_links(found) == ["https://bbs.example.com/login", "https://bbs.example.com/x/7"]
    assert shows_entrance(found)
    assert not shows_account(found)


@pytest.mark.parametrize(
    "html",
    ['<a href="/x">Log out</a>', '<a href="/x">Logout [ me ]</a>', '<a href="/a?do=logout">x</a>',
     '<a href="javascript:void(0)">退出</a>', "<button>Abmelden</button>",
     '<form action="/logout" method=post></form>', '<input type=submit value="Выход">',
     '<a href="/x">Đăng xuất</a>', '<a href="/x">ログアウト</a>', '<a href="/x">Cerrar sesión</a>',
     '<a href="/x">Déconnexion</a>'],
)  # fmt: skip
def test_what_shows_that_one_is_inside(html: str) -> None:
    assert shows_account(page(f"<p>Hello</p>{html}"))
    assert not shows_account(page("<p>Hello</p><a href='/t/1'>How to log out of it all</a>"))
