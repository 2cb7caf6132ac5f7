"""Names of guests, who have no page and often no element as members have."""

from __future__ import annotations

import pytest
from extraction_kit import (
    NAMES,
    TIMES,
    WORDS,
    column,
    html_page,
    posts_of,
    rows,
)


def test_a_guest_has_a_name_without_a_link():
    def name(n):
        linked = f'<a href="/user/{n}">{NAMES[n]}</a>' if n != 2 else NAMES[n]
        return f'<span class="poster">{linked}</span>'

    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post">{name(n)}<i class="when">{TIMES[n]}</i>
            <div class="body">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_a_guest_has_a_name_where_the_box_of_others_holds_a_script():
    boxes = [
        f'<a class="big" href="/user/{name}">{name}</a><script>menu("{name}")</script>'
        for name in NAMES
    ]
    boxes[1] = "walter"
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><div id="menu{n}">{boxes[n]}</div><span>{TIMES[n]}</span>
            <div class="text">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == ["anna", "walter", "carla", "anna"]


def test_a_guest_is_named_where_members_are_by_what_is_no_link():
    kind = ["a href='/u/5'", "span", "a href='/u/7'", "span"]
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><div><{kind[n]} class="who">{NAMES[n]}</{kind[n].split()[0]}>
            <small>{TIMES[n]}</small></div><div class="text">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_the_loose_name_of_a_guest_is_declared_to_machines_beside_it():
    """A box for who edited a post, here without a name, stands ahead of that of its author."""

    def name(n):
        declared = f'<meta itemprop="name" content="{NAMES[n]}">'
        if n == 2:
            return f"{NAMES[n]}{declared}"
        return f'<a href="/user/{NAMES[n]}">{NAMES[n]}</a>{declared}<b>{n + 1}.{n}k</b>'

    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><div class="text">{WORDS[n]}</div><span>{TIMES[n]}</span>
            {'<div class="who"></div>' * (n in {0, 3})}
            <div class="who" itemprop="author" itemscope>{name(n)}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_a_button_is_not_the_name_of_a_guest():
    names = ['<a href="/user/anna">anna</a>', "", '<a href="/user/carla">carla</a>', ""]
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post">{names[n]}<a class="cite" href="/quote/{n}">Zitieren</a>
            <span>{TIMES[n]}</span><div class="text">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == ["anna", None, "carla", None]


@pytest.mark.parametrize(
    ("member", "guest"),
    [
        ('by <a href="/user/{0}">{0}</a>', "by {0}"),
        ('<i class="x"></i><a href="/user/{0}">{0}</a> <i>*</i>', '<i class="x"></i>{0}'),
        ('<a href="/user/{0}">{0}</a> said...<br>', "{0}\nsaid...<br>"),
    ],
)
def test_a_guest_is_named_where_members_are(member, guest):
    def post(n):
        name = (guest if n == 1 else member).format(NAMES[n])
        return f"""<div class="post"><div class="by">{name}<i></i> <time>{TIMES[n]}</time>
            </div><div class="text">{WORDS[n]}</div></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


@pytest.mark.parametrize("guests", [{0}, {0, 2, 3}])
@pytest.mark.parametrize("by", ['<span class="by">by {}</span>', "by {}"])
def test_what_says_whose_a_post_is_is_no_part_of_a_guests_name(by, guests):
    def post(n):
        member = f'<a href="/~{NAMES[n]}">{NAMES[n]} (12{n})</a>'
        name = by.format(NAMES[n] if n in guests else member)
        return f"""<div class="post"><div class="details">{name}
            <span class="when">on {TIMES[n]}</span></div><div class="text">{WORDS[n]}</div></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


@pytest.mark.parametrize("by", ["Submitted by", "Gespeichert von", "Soumis par"])
def test_a_guests_name_stands_in_an_element_between_by_and_a_weekday(by):
    guests = [f"{name} (not verified)" for name in ("anna", "bert", "carla", "dora")]

    def post(n):
        day = f"{'Mon Tue Wed Thu'.split()[n]}, 03/0{4 + n}/2024 - 10:00"
        mark = f"<mark data-comment-timestamp='{1709546400 + 86400 * n}'></mark>"
        return f"""<article class="comment">{mark}
        <footer><p class="line">{by} <span>{guests[n]}</span> on {day}</p></footer>
        <div class="content"><p>{WORDS[n]}</p></div></article>"""

    assert column(posts_of(rows(post)), "author") == guests


@pytest.mark.parametrize("mark", ["", " (Guest)", " [Invitado]"])
def test_the_mark_of_a_guest_makes_no_phrase_of_a_plain_name(mark):
    def post(n):
        name = ("Rosa M", f"the_tinker{mark}")[n]
        return f"""<div class="ts" id="p7{n}"><span class="uy">{name}</span><div class="gz">
        <div>{WORDS[n]}</div></div><span class="wp"><small>{TIMES[n]}</small></span></div>"""

    assert column(posts_of(html_page(rows(post, 2))), "author") == ["Rosa M", "the_tinker"]


def test_a_guest_has_a_name_in_a_box_of_another_kind_than_members():
    def post(n):
        member = f'<span class="who"><a class="member" href="/u/{n}">{NAMES[n]}</a></span>'
        name = f'<span class="guest">{NAMES[n]}</span>' if n % 2 else member
        return f"""<article><header><h2>Answer of {NAMES[n]}</h2>{name}
        <span class="day">{TIMES[n]}</span></header><p>{WORDS[n]}</p></article>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


@pytest.mark.parametrize(
    ("member", "guest"),
    [
        (
            '<b><a href="/u/{n}" class="username">{name}</a></b>',
            '<span class="username">{name}</span>',
        ),
        (
            '<a href="/u/{n}" class="username">{name}</a>',
            '<strong><span class="username">{name}</span></strong>',
        ),
    ],
)
def test_names_of_members_or_of_guests_can_be_in_bold(member, guest):
    def post(n):
        name = (guest if n == 1 else member).format(n=n, name=NAMES[n])
        mark = " (Guest)" if n == 1 else ""
        return f"""<div class="media" id="p7{n}"><div class="side"><img src="/{n}.png"></div>
        <div class="text"><h4>{name}{mark} <small>{TIMES[n]}</small></h4>{WORDS[n]}</div></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


@pytest.mark.parametrize("linked", [{2}, {0, 3}])
def test_most_can_be_guests_beside_members_whose_names_are_links(linked):
    names = ["anna", "bert", "carla", "dora", "bert"]

    def post(n):
        guest = f"<span>{names[n]}</span> (Guest)"
        who = f'<a href="/profile/{n + 4}">{names[n]}</a>' if n in linked else guest
        return f"""<div id="p{n + 60}"><div>{who}<br><small>Posts: {n}7</small></div>
        <div><span>Posted on {TIMES[n % 4]}</span></div><div><p>{WORDS[n % 4]}</p></div></div>"""

    assert column(posts_of(html_page(rows(post, 5))), "author") == names


def test_numbers_ahead_of_names_and_times_behind_them_differ_beside_the_dressed_names_of_guests():
    def post(n):
        guest = n in {1, 3}
        who = (
            f"<span>{NAMES[n]}</span> (Guest)"
            if guest
            else f'<b><a href="/u/{n}">{NAMES[n]}</a></b>'
        )
        head = f'<p id="p{n + 60}">#{n + 1} {who} {TIMES[n]}</p>'
        return f"{head}<blockquote>{WORDS[n]}</blockquote>"

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


def test_a_guest_has_a_name_where_menus_hang_from_those_of_members():
    def name(n):
        if n == 2:
            return f"<span class='user guest'><b>{NAMES[n]}</b></span>"
        deeds = (
            f"<ul><li><a href='/user/{n}'>Profile</a></li><li><a href='/find/{n}'>Posts</a></li>"
        )
        return (
            f"<div class='menu'><a class='user' href='/user/{n}'><b>{NAMES[n]}</b></a>{deeds}</div>"
        )

    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><i class="when">{TIMES[n]}</i><div class="side">
            <div class="who">{name(n)}</div><p>Member</p></div><div class="body">{WORDS[n]}</div>
            </div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES
