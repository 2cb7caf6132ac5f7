"""Addresses that are no content, and content that only sounds like them."""

from __future__ import annotations

import pytest

from fpcrawl.walk.chrome import carried_by, dress_of, is_chrome, is_member, names_help

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
        "/tickets/3/?take",
        "/doku.php?id=start&do=revisions",
        "/doku.php?id=start&rev=1795803937",
        "/index.php?title=Lids&oldid=7",
        "/Ticket/Display.html?Action=Take&id=13",
        "/wp-login.php",
        "/users/17",
        "/u/anna",
        "/t/5/print",
        "/viewtopic.php?t=5&view=print",
        "/viewforum.php?f=2&sort=views",
        "/forum.php?f=2&sortfield=lastpost&sortorder=desc",
        "/post.cgi?action=replyquote&topic=5&postno=2",
        "/index.php?act=report_post&p=5",
        "/messanger.asp?action=new&touser=anna",
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
        "/x?edit=true&day=3",
        "/index.php?action=recent;start=10",
        "/a/12-kettles?tmpl=component&print=1",
        "/list?kw=kettles",
        "/messages/12",
        "/messages/new.html",
        "/messages.php?thread=5",
        "/message.php?topic=5",
        "/message_boards/messages/new",
        "/go/login",
        "/category/login",
        "/list.php?sort=1",
        "/?f=2&sort=1",
        "/?sort=date",
        "/t/5/share",
        "/index.php/component/mailto/?link=7f3a",
        "/comment/votes/12/up/",
        "/topic/follow/lids/",
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
        "/index.php?showtopic=5&st=15",
        "/a.asp?B=7&ID=88&q=2",
        "/index.php?action=profile_of_a_town",
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
        "/f?kw=%E5%92%96%E5%95%A1&ie=utf-8",
        "/messages/12.html",
        "/forum/messages.aspx?TopicID=12",
        "/-/message_boards/message/12",
        "/go/share",
        "/category/share",
        "/?sort=1",
        "/tags/print",
        "/list.php?page=2&query=&user=",
    ],
)
def test_content(address):
    assert not is_chrome(HOST + address)


@pytest.mark.parametrize(
    "address",
    [
        "/bbs/board.php?id=space&no=9",
        "/forum/misc/",
        "/boards/style/",
        "/forum/recent/12",
        "/news/online/",
        "/forum/language/4",
    ],
)
def test_boards_named_like_an_action_are_content(address):
    assert not is_chrome(HOST + address)


@pytest.mark.parametrize(
    "address",
    [
        "/users/17",
        "/u/anna",
        "/user/5/replies",
        "/member.php?action=profile&uid=5",
        "/memberlist.php?mode=viewprofile&u=5",
        "/index.php?action=profile;u=5",
        "/home.php?mod=space&uid=5&do=profile",
        "/space-uid-5.html",
        "/membre17.html",
        "/userlist.php",
        "/space-username-anna.html",
        "/user-12.html",
        "/member.php-u=5.html",
        "/profile.php?id=3",
        "/memberlist.php",
    ],
)
def test_members(address):
    assert is_member(HOST + address)
    assert is_chrome(HOST + address)


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/user/login/?next=/user/5/",
        "/member.php?mod=logging&action=login",
        "/users/search?q=anna",
        "/topic/5/a-guide-for-users",
        "/user-guide.html",
        "/board/members-only/",
        "/bbs/board.php?id=space&no=900",
        "/bbs/board.php?bo_table=users",
    ],
)
def test_no_members(address):
    assert not is_member(HOST + address)


def test_an_address_that_cannot_be_split_is_no_member():
    assert not is_member("http://[f.example/")
    assert not names_help("http://[f.example/")


@pytest.mark.parametrize(
    ("address", "chrome"),
    [
        ("/?s=kettle", True),
        ("/?s=12", False),
        ("/?q=kettle", True),
        ("/?q=node/12", False),
        ("/?author=ann", True),
        ("/?auth=3", True),
        ("/list.php?keyword=kettle&page=2", True),
        ("/viewthread.php?action=printable&tid=3", True),
        ("/viewonline.php", True),
    ],
)
def test_searches_and_authors(address, chrome):
    assert is_chrome(HOST + address) is chrome


@pytest.mark.parametrize(
    ("address", "helps"),
    [
        ("/faq", True),
        ("/app.php/help/faq", True),
        ("/index.php?action=help", True),
        ("/rules.html", True),
        ("/forum/help/12", False),
        ("/t/help-me/5", False),
        ("/forum/help-and-questions/", False),
    ],
)
def test_help(address, helps):
    assert names_help(HOST + address) is helps


def test_what_all_links_of_a_pager_carry_is_no_reordering():
    pages = [f"{HOST}/forum?f=4&order=desc&page={n}" for n in (2, 3)]
    assert is_chrome(pages[0])
    assert not is_chrome(pages[0], carried_by(pages))
    assert is_chrome(f"{HOST}/forum?f=4&order=asc&page=2", carried_by(pages))
    assert not carried_by([*pages, f"{HOST}/forum?f=4&page=4"])
    assert not carried_by([])
    # An action is none of a list's choices.
    jumps = [f"{HOST}/t?topic=5.{n};prev_next=next" for n in (20, 40)]
    assert is_chrome(jumps[0], carried_by(jumps))


def test_what_dresses_a_page_and_its_links_is_no_reason():
    links = [f"{HOST}/t?tid={n}&mobile=2" for n in range(5)]
    other = f"{HOST}/t?tid=9&theme=dark"
    assert dress_of(f"{HOST}/", links) == {"mobile=2"}
    assert not is_chrome(links[0], dress_of(f"{HOST}/", links))
    assert is_chrome(other, dress_of(f"{HOST}/", [*links, other]))
    assert not is_chrome(other, dress_of(f"{HOST}/?theme=dark", links))
    # One link to the site's other face.
    assert is_chrome(links[0], dress_of(f"{HOST}/", links[:1]))
