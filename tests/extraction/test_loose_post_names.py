"""Names that no element holds: they stand loose in a line or a cell."""

from __future__ import annotations

import pytest
from extraction_kit import (
    NAMES,
    TIMES,
    WORDS,
    column,
    group_of,
    html_page,
    posts_of,
    rows,
)

from fpcrawl.extraction.posts.layout import LayoutBook


def test_the_number_of_a_post_before_a_loose_name_is_no_part_of_it():
    def post(n):
        head = f'<p class="head">#{n + 1} {NAMES[n]} <span>{TIMES[n]}</span></p>'
        return f"{head}<blockquote>{WORDS[n]}</blockquote>"

    group, book = group_of(html_page(rows(post))), LayoutBook()
    assert column(group.posts, "author") == NAMES
    book.learn_from(group.layouts)
    assert column(posts_of(html_page(post(3)), book), "author") == NAMES[3:]


RANKED = '<div class="more">Member<br>Posts: {n}7</div>'


DETAILS = "<br>Posts: {n}7<br>Joined: 2019-0{m}-11"


def loose_post(n, before="", details=DETAILS):
    told = details.format(n=n, m=n + 1)
    return f"""<table class="post"><tr><td class="who">{before}{NAMES[n]}{told}</td><td><p
        class="head">{TIMES[n]}</p><div class="said">{WORDS[n]}</div></td></tr></table>"""


@pytest.mark.parametrize("before", ["", '<img src="/face.png"><br>', '<a name="p7"></a>'])
@pytest.mark.parametrize("details", [DETAILS, RANKED, '<div class="more">Posts: {n}7</div>'])
def test_a_name_can_stand_loose_before_what_is_told_of_its_bearer(before, details):
    page = html_page(rows(lambda n: loose_post(n, before, details)))
    assert column(posts_of(page), "author") == NAMES


def test_where_names_stand_loose_a_lone_post_has_one_too():
    book = LayoutBook()
    book.learn_from(group_of(html_page(rows(loose_post)), book).layouts)
    (post,) = posts_of(html_page(loose_post(1)), book)
    assert post.author == NAMES[1]
    assert column(posts_of(html_page(loose_post(1))), "author") == [None]


@pytest.mark.parametrize(
    ("behind", "named"),
    [
        ("&nbsp;-&nbsp;{}", True),
        (' · <a href="http://{}.example/">{}</a>', True),
        # Signs that a time has itself, and words that come again, part no name from it.
        ("-{}", False),
        (" - Reply", False),
    ],
)
def test_a_name_can_stand_loose_behind_the_time_of_its_line(behind, named):
    def item(n):
        shown = behind.format(NAMES[n], NAMES[n])
        return f"<dt><span>{TIMES[n]}{shown}</span></dt><dd><p>{WORDS[n]}</p></dd>"

    posts = posts_of(html_page(f"<dl>{rows(item)}</dl>"))
    assert column(posts, "author") == (NAMES if named else [None] * len(NAMES))
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize("behind", ["\n&nbsp;-&nbsp;\n{}\n", " | {}", " {}", " - Reply"])
@pytest.mark.parametrize("day", ["{0}", "March {0[9]}, 2024"])
def test_a_name_can_stand_loose_behind_the_element_of_a_time(behind, day):
    def item(n):
        line = f"<span>{day.format(TIMES[n])}</span>{behind.format(NAMES[n])}"
        return f"<div><div><div>{line}</div></div><div><p>{WORDS[n]}</p></div></div>"

    # Only what parts them tells that words behind a day are a name.
    named = "{}" in behind and (behind != " {}" or day == "{0}")
    assert column(posts_of(html_page(rows(item))), "author") == (NAMES if named else [None] * 4)


@pytest.mark.parametrize("linked", [(1,), (0, 2, 3)])
def test_who_has_a_page_of_his_own_has_a_link_where_names_of_others_stand_loose(linked):
    def item(n):
        link = f'<a href="http://{NAMES[n]}.example/" rel="nofollow">{NAMES[n]}</a>'
        name = link if n in linked else NAMES[n]
        head = f"<h4>\n{name}\n<span>on {TIMES[n]}</span></h4>"
        return f"<div>{head}<div><p>{WORDS[n]}</p></div></div>"

    assert column(posts_of(html_page(rows(item))), "author") == NAMES


def test_a_time_loose_before_its_subject_is_no_name():
    page = html_page(
        rows(
            lambda n: (
                f"""<table class="post"><tr><td class="head">Posted {TIMES[n]}<b>Re: lids</b>
            </td></tr><tr><td><div class="said">{WORDS[n]}</div></td></tr></table>"""
            )
        )
    )
    assert column(posts_of(page), "author") == [None] * len(NAMES)


def test_the_number_of_a_post_that_links_to_it_is_no_name():
    link = '<a href="/post/90{0}">#{0}</a></p>'.format
    page = html_page(rows(lambda n: loose_post(n).replace("</p>", link(n + 25), 1), 2))
    assert column(posts_of(page), "author") == NAMES[:2]


@pytest.mark.parametrize("badges", [["OP", "", "", "OP"], ["Pilot", "Cook", "Cook", "Pilot"]])
def test_a_badge_behind_a_loose_name_is_no_part_of_it(badges):
    shown = [f" <span>{badge}</span>" if badge else "" for badge in badges]
    page = html_page(
        rows(
            lambda n: (
                f"""<section><h3>{NAMES[n]}{shown[n]}</h3><p>{TIMES[n]}</p>
            <div>{WORDS[n]}</div></section>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


@pytest.mark.parametrize(
    "head",
    [
        "<h4>{name}{to} <small>{time}</small></h4>",
        "<table><tr><td>{time}</td></tr><tr><td>{name}{to}</td></tr></table>",
    ],
)
def test_whom_a_post_answers_stands_behind_the_loose_name_of_who_wrote_it(head):
    answered = ["", *(f" <span>in reply to {name}</span>" for name in NAMES)]
    page = html_page(
        rows(
            lambda n: (
                f"""<div>{head.format(name=NAMES[n], to=answered[n], time=TIMES[n])}
            <div>{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_a_name_stands_loose_behind_the_box_of_votes_in_a_heading():
    def post(n):
        votes = f'<div class="votes"><a href="/up">▲</a> <span>{n + 7}</span></div>'
        head = f'<h3>{votes}{NAMES[n]}</h3><p class="time"><a href="#p{n}">[{TIMES[n]}]</a></p>'
        return f'<section id="p{n + 70}">{head}<div class="said"><p>{WORDS[n]}</p></div></section>'

    posts = posts_of(html_page(rows(post)))
    assert column(posts, "author") == NAMES


@pytest.mark.parametrize(
    ("parting", "names"), [("", NAMES), ("· [", NAMES), ("posted ", [None] * 4)]
)
def test_a_loose_name_stands_between_votes_and_the_hour(parting, names):
    def post(n):
        votes = f'<div class="v"><a href="/up">▲</a> <span>{n + 7}</span></div>'
        name = names[n] or "Reply"
        answers = f"<i>in reply to {names[0]}</i> " if n == 1 and names[0] else ""
        return f"""<div class="head" id="p7{n}">{votes}{name} {answers}{parting}{TIMES[n]}</div>
            <div class="w">{WORDS[n]}</div>"""

    assert column(posts_of(html_page(rows(post))), "author") == names


def test_a_column_of_loose_names_is_none_of_the_words_beside_it():
    said = [
        "慎重な人が値段を調べました。",
        "港の店は夏から金具を売っています。",
        "友人は門を売ります。",
        "どうも！",
    ]

    def post(n):
        badge = f"<i>返信先: {NAMES[n - 1]}</i>" if n else "<i>OP</i>"
        card = f"""<div style="display:none"><b>{NAMES[n]}</b><br>最終ログイン: 03-09 10:0{n}<br>
            投稿: {n}7<br><a href="/message?to={n}">メッセージ</a></div>"""
        return f"""<tr class="head" id="p{n + 70}"><td colspan="2"><span>{TIMES[n]}</span></td></tr>
            <tr><td class="who">投稿者: <strong>{NAMES[n]}</strong> {badge}{card}</td>
            <td class="text"><p>{said[n]}</p></td></tr>"""

    posts = posts_of(html_page(f"<table>{rows(post)}</table>"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == said


def test_a_number_and_votes_can_stand_before_a_loose_name_in_a_line():
    def post(n):
        votes = f'<span><a href="/up?{n}">▲</a> <span>{n + 5}</span></span>'
        badge = "<i>OP</i> " if n == 0 else ""
        return f"""<p class="h" id="p{n + 70}">#{n + 1} {votes}{NAMES[n]} {badge}
        <span>Posted {TIMES[n]}</span></p><blockquote><div>{WORDS[n]}</div></blockquote>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


@pytest.mark.parametrize(
    ("behind", "named"), [(" <i>{}</i>", True), (", who knew it. <i>{}</i>", False)]
)
def test_a_linked_name_between_long_words_and_the_time_signs_them(behind, named):
    def comment(n):
        name = f'<a href="/user/{n % 3}">{NAMES[n]}</a>'
        words = f"<span>{WORDS[n]} {WORDS[0]} {WORDS[1]}</span>"
        return f'<div class="comment">{words} – {name}{behind.format(TIMES[n])}</div>'

    posts = posts_of(html_page(rows(comment)))
    assert column(posts, "author") == (NAMES if named else [None] * 4)
