"""Addresses that are no content, and content that only sounds like them."""

from __future__ import annotations

import pytest

from fpcrawl.walk.chrome import is_chrome

HOST = "http://f.example"


@pytest.mark.parametrize(
    "address",
    [
        "/login",
        "/login.php?return=/",
        "/member.php/register",
        "/member.php?mod=logging&action=login",
        "/forum.php?mod=post&action=reply&tid=3",
        "/ucp.php?mode=register",
        "/search/?q=x",
        "/wp-login.php",
        "/users/17",
        "/u/anna",
        "/t/5/print",
        "/viewtopic.php?t=5&view=print",
        "/viewforum.php?f=2&sort=views",
        "/forum-2.html?orderby=replies",
        "/t/5?mobile=2",
        "/forum.php?mod=redirect&tid=3&pid=9",
        "/a.jpg",
        "/feed",
        "/feed/",
        "/comments/feed/",
        "/files/manual.PDF",
        "/thread.php?t=4&goto=newpost",
        "/index.php?action=markread",
        "/x?print",
    ],
)
def test_chrome(address):
    assert is_chrome(HOST + address)


def test_an_address_that_cannot_be_split_is_chrome():
    assert is_chrome("http://[f.example/")


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/thread-5-1-1.html",
        "/viewtopic.php?t=5&start=20",
        "/viewtopic.php?p=5",
        "/forum.php?mod=viewthread&tid=3&page=2",
        "/forum/help/",
        "/forum/help-and-questions/12",
        "/terms/",
        "/t/terms-of-service/9",
        "/board/members-only/",
        "/forum/search-engines/",
        "/t/login-problems/5",
        "/t/how-do-i-register-my-kettle/5",
        "/news/online-shops.html",
        "/news/2024/03/share-prices-fall/",
        "/t/5?page=2",
        "/index.php?topic=5.20",
        "/index.php?board=3.0",
        "/a.jpg.html",
        "/thread.php?pid=5",
    ],
)
def test_content(address):
    assert not is_chrome(HOST + address)


@pytest.mark.parametrize(
    "address",
    ["/forum/misc/", "/boards/style/", "/forum/recent/12", "/news/online/", "/forum/language/4"],
)
def test_boards_named_like_an_action_are_content(address):
    assert not is_chrome(HOST + address)
