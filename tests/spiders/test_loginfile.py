"""Login files as people have them, and what is wrong with others."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from fpcrawl.exceptions import UsageError
from fpcrawl.spiders.loginfile import read_login

if TYPE_CHECKING:
    from pathlib import Path

SITE = "https://bbs.example.com/forum/"
NOW = 1_772_625_600.0


def write(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)
    return str(path)


@pytest.mark.parametrize(
    "text",
    [
        'user = "me@x"\npassword = "a#b \\"c\\" %d"\nurl = "https://bbs.example.com/in"\nq = 1\n',
        '[login]\nuser = me@x\npassword = a#b "c" %d\nurl: https://bbs.example.com/in\nq=1\n',
        'user = me@x\npassword = a#b "c" %d\nurl = https://bbs.example.com/in\nq=1\n',
        json.dumps({"username": "me@x", "password": 'a#b "c" %d', "q": 1,
                    "url": "https://bbs.example.com/in"}),
    ],
    ids=["toml", "ini", "plain", "json"],
)  # fmt: skip
def test_user_and_password_in_any_shape(tmp_path: Path, text: str) -> None:
    login = read_login(write(tmp_path / "login", text), SITE, NOW)
    found = login.credentials
    assert found is not None
    assert (found.user, found.password) == ("me@x", 'a#b "c" %d')
    assert (found.url, found.more) == ("https://bbs.example.com/in", {"q": "1"})
    assert not login.exposed
    assert "me@x" not in repr(login) + repr(found)


def test_cookies_of_a_browser(tmp_path: Path) -> None:
    lines = (
        "# Netscape HTTP Cookie File\n\n"
        f".example.com\tTRUE\t/\tTRUE\t{NOW + 60:.0f}\twide\t1\n"
        "#HttpOnly_bbs.example.com\tFALSE\t/forum\tFALSE\t0\tsid\t\n"
        f"bbs.example.com\tFALSE\t/\tFALSE\t{NOW - 60:.0f}\told\t3\n"
    )
    first, second = read_login(write(tmp_path / "a", lines), SITE, NOW).cookies
    assert (first.name, first.domain, first.host_only, first.secure) == (
        "wide", ".example.com", False, True,
    )  # fmt: skip
    assert (second.name, second.path, second.expires, second.host_only) == (
        "sid", "/forum", None, True,
    )  # fmt: skip
    entries = [
        {"name": "sid", "value": "x", "domain": "bbs.example.com", "hostOnly": True},
        {"name": "w", "value": "y", "domain": ".example.com", "expirationDate": NOW + 60.5},
        {"name": "p", "value": "z", "domain": "bbs.example.com", "expires": -1},
        {"name": "q", "value": "z", "domain": "bbs.example.com", "expires": 10**400},
    ]
    plain = read_login(write(tmp_path / "b", json.dumps(entries)), SITE, NOW).cookies
    stored = write(tmp_path / "c", json.dumps({"cookies": entries, "origins": []}))
    assert read_login(stored, SITE, NOW).cookies == plain
    assert [(c.name, c.expires, c.host_only) for c in plain] == [
        ("sid", None, True), ("w", NOW + 60.5, False), ("p", None, True),
        ("q", None, True),
    ]  # fmt: skip
    assert '"y"' not in repr(plain)
    assert "'y'" not in repr(plain)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no user"),
        ("user = 'hush'", "has no password"),
        ("password = 'hush'", "has no user"),
        ('{"user": "a", "password": hush}', "no valid JSON"),
        ('[{"value": "hush"}]', "entry 1 is no cookie"),
        ('["hush"]', "entry 1 is no cookie"),
        ('{"a": "hush"}', "neither cookies nor"),
        ("user=a\npassword=hush\nurl=javascript:1", "no web address"),
        ('user="a"\npassword="hush"\nmore=[1]', "must be text"),
        ('[{"name": "a", "value": "hush", "domain": "x.example"}]', "no cookie for bbs."),
    ],
)
def test_what_is_wrong_is_told_without_what_it_holds(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(UsageError) as caught:
        read_login(write(tmp_path / "login", text), SITE, NOW)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "hush" not in str(caught.value)


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00user")
    for name, message in (("nothing", "cannot read"), ("binary", "UTF-8"), (".", "no file")):
        with pytest.raises(UsageError, match=message):
            read_login(str(tmp_path / name), SITE, NOW)


def test_a_changed_file_is_another_login_and_others_may_not_read_it(tmp_path: Path) -> None:
    path = tmp_path / "login"
    first = read_login(write(path, "user = a\npassword = b"), SITE, NOW)
    assert read_login(str(path), SITE, NOW).identity == first.identity
    write(path, "user = a\npassword = bc")
    path.chmod(0o640)
    second = read_login(str(path), SITE, NOW)
    assert second.identity != first.identity
    assert second.exposed
