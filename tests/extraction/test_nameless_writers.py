"""Writers without an account: all called alike, marked as guests, or shown by a picture alone."""

from __future__ import annotations

import pytest
from extraction_kit import NAMES, TIMES, WORDS, column, group_of, html_page, posts_of, rows

from fpcrawl.extraction.names.usernames import are_nameless, without_mark
from fpcrawl.extraction.posts.layout import LayoutBook

PAGES = [NAMES.index(name) for name in NAMES]
HEAD = '<div class="a"><p>{name} <i>{when}</i> No.{n}</p><div>{said}</div></div>'
CELL = (
    "<tr><td>{name}<br><small>Posts: {n}</small></td><td><i>{when}</i><div>{said}</div></td></tr>"
)


def thread(shape, name):
    def post(n):
        return shape.format(name=name(n), when=TIMES[n], said=WORDS[n], n=n + 40)

    html = rows(post)
    return html_page(f"<table>{html}</table>" if shape.startswith("<tr") else html)


@pytest.mark.parametrize("shape", [HEAD, CELL])
@pytest.mark.parametrize("dress", ["<b>{}</b>", '<span class="name">{}</span>'])
@pytest.mark.parametrize("name", ["Anonymous", "名無しさん", "匿名", "Аноним", "Anónimo", "익명"])
def test_all_can_be_called_what_a_board_calls_those_without_a_name(shape, dress, name):
    posts = posts_of(thread(shape, lambda _: dress.format(name)))
    assert column(posts, "author") == [name] * 4
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize("label", ["Answered", "Bolukax"])
def test_other_words_that_come_again_are_no_names(label):
    assert column(posts_of(thread(HEAD, lambda _: f"<b>{label}</b>")), "author") == [None] * 4


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["Anonymous", "Anonymous"], True),
        (["Anonymous Coward"], True),
        (["名無しさん@お腹いっぱい。"], True),
        (["Anonymous", "anna"], False),
        (["anna", "anna"], False),
        ([], False),
    ],
)
def test_names_of_those_who_give_none(texts, expected):
    assert are_nameless(texts) is expected


@pytest.mark.parametrize(
    ("shown", "name"),
    [
        ("anna (Guest)", "anna"),
        ("anna [Гость]", "anna"),
        ("anna (Lund)", "anna (Lund)"),
        ("anna (---.bbs.example)", "anna"),
        ("anna (192.168.1.xxx)", "anna"),
        ("anna (10.1.2)", "anna (10.1.2)"),
        ("Anna K. (anna_k)", "Anna K. (anna_k)"),
        ("(Guest)", "(Guest)"),
        ("anna", "anna"),
    ],
)
def test_a_mark_in_brackets_is_no_part_of_the_name(shown, name):
    assert without_mark(shown) == name


BARE = "<tr><td>{n}</td><td>{name}<br>{when}</td><td>{said}</td></tr>"


@pytest.mark.parametrize("shape", [HEAD, CELL, BARE])
def test_the_name_of_a_guest_is_dressed_otherwise_and_no_link(shape):
    def name(n):
        if n == 2:
            return f"<span>{NAMES[n]}</span> (Guest)"
        return f'<b><a href="/user/{PAGES[n]}">{NAMES[n]}</a></b>'

    assert column(posts_of(thread(shape, name)), "author") == NAMES


@pytest.mark.parametrize(
    ("member", "guest"),
    [
        ('<a href="/user/{}" class="w">{}</a>', '<span class="w">{}</span> (Guest)'),
        ('<b><a href="/user/{}" class="w">{}</a></b>', '<span class="w">{}</span> (Guest)'),
        (
            '<a href="/user/{0}"><img src="/a/7.png" alt=""></a> <a href="/user/{0}">{1}</a>',
            '<span class="username">{}</span> (Guest)',
        ),
    ],
)
@pytest.mark.parametrize("members", [{0}, {0, 2}, {1, 2}, {0, 1, 3}])
@pytest.mark.parametrize("shape", [HEAD, CELL])
def test_some_of_those_who_write_are_members(member, guest, members, shape):
    def name(n):
        if n in members:
            return member.format(PAGES[n], NAMES[n])
        return guest.format(NAMES[n])

    assert column(posts_of(thread(shape, name)), "author") == NAMES


def test_whom_somebody_answers_who_is_hidden_did_not_write():
    def name(n):
        if n == 1:
            return f'<em>Hidden</em> <a href="/user/{PAGES[0]}">in reply to {NAMES[0]}</a>'
        return f'<span class="username">{NAMES[n]}</span>'

    assert column(posts_of(thread(HEAD, name)), "author")[1] in {None, "Hidden"}


def test_what_is_called_an_author_and_says_whom_one_answers_is_no_name():
    def name(n):
        if n == 1:
            return f'Hidden <span class="author-answered">in reply to {NAMES[0]}</span>'
        return f'<a href="/user/{PAGES[n]}">{NAMES[n]}</a>'

    assert column(posts_of(thread(HEAD, name)), "author")[1] in {None, "Hidden"}


def test_an_advert_behind_a_post_did_not_write_it():
    def name(n):
        if n in {0, 1}:
            return f'<a href="/user/{PAGES[n]}">{NAMES[n]}</a>'
        return f'<span class="username">{NAMES[n]}</span> (Guest)'

    advert = '<div>Advert: <a href="http://ads.example/7">Bestbolts</a></div>'
    html = thread(HEAD, name).replace(f"{WORDS[2]}", f"{WORDS[2]}</div>{advert}<div>", 1)
    assert column(posts_of(html), "author") == NAMES


@pytest.mark.parametrize("mark", ["(Guest)", "(游客)", "[away]"])
def test_a_mark_before_the_time_is_no_name_where_most_are_no_members(mark):
    def name(n):
        to = f'<a href="/user/{PAGES[n]}">'
        if n == 0:
            return f'{to}<img src="/a/7.png" alt=""></a> {to}{NAMES[n]}</a> [{TIMES[n]}]'
        return f'<span class="y">{NAMES[n]}</span> {mark} [{TIMES[n]}]'

    shape = '<div class="x"><div class="y" id="p{n}">{name}</div><div class="z">{said}</div></div>'
    assert column(posts_of(thread(shape, name)), "author") == NAMES


@pytest.mark.parametrize(
    "said", ['alt="{}"', 'alt="" title="{}"', 'alt="{}\'s avatar"', 'alt="Avatar: {}"']
)
def test_a_picture_tells_who_wrote(said):
    def face(n):
        return f'<a href="/user/{PAGES[n]}"><img src="/a/{n}.png" {said.format(NAMES[n])}></a>'

    posts = posts_of(thread(HEAD, face))
    assert column(posts, "author") == NAMES
    assert column(posts, "author_url") == [f"http://f.example/user/{n}" for n in PAGES]


@pytest.mark.parametrize(
    ("said", "page"), [("Avatar", "/user/{}"), ("One of us", "/user/{}"), ("anna{}", "/pots/{}")]
)
def test_what_is_said_of_all_pictures_is_no_name(said, page):
    def face(n):
        return f'<a href="{page.format(n)}"><img src="/a/{n}.png" alt="{said.format(n)}"></a>'

    assert column(posts_of(thread(HEAD, face)), "author") == [None] * 4


def test_a_part_of_a_time_is_no_name_where_names_stood_before():
    def post(n, name):
        when, clock = TIMES[n].split()
        head = f"<div>{name} <span>{when}</span> <span>{clock}</span></div>"
        return f'<div id="p{n + 7}">{head}<div>{WORDS[n]}</div></div>'

    book = LayoutBook()
    group = group_of(html_page(rows(lambda n: post(n, f"<span>{NAMES[n]}</span>"))))
    book.learn_from(group.layouts)
    html = html_page(post(0, '<a href="/user/0">anna</a>'))
    assert column(posts_of(html, book), "author") == ["anna"]


def test_a_link_that_shows_the_posts_of_one_writer_is_no_name():
    buttons = '<a href="/thread-77.html?author=3">Bolukax</a> <a href="/report?p=7">Ziregux</a>'
    html = f"<div id=p7><p>anna, {TIMES[0]}</p><div>{WORDS[0]}</div><div>{buttons}</div></div>"
    (post,) = posts_of(html_page(html))
    assert post.author != "Bolukax"
