"""Posts whose fields stand in places that need telling apart."""

from __future__ import annotations

from datetime import datetime

import pytest
from extraction_kit import (
    ISO,
    NAMES,
    TIMES,
    WORDS,
    column,
    div_post,
    group_of,
    html_page,
    posts_of,
    records_of,
    rows,
    tree_of,
)

from fpcrawl.extraction.posts.layout import LayoutBook


def joined_thread(label):
    """Each author's day of joining stands beside the name, before the time of the post."""
    return html_page(
        rows(
            lambda n: (
                f"""<div class="post"><div class="who"><a href="/user/{NAMES[n]}">{NAMES[n]}
            </a><dl><dt>{label}</dt><dd>{2004 + (7 * n) % 5}-03-1{n}</dd></dl></div>
            <span class="when">{TIMES[n]}</span><div class="text">{WORDS[n]}</div></div>"""
            )
        )
    )


@pytest.mark.parametrize(
    "label",
    [
        "<b>Joined:</b> ",
        "<b>Joined</b>: ",
        "<i>Posts: </i>7<br><i>Joined: </i>",
        "Posts: 7<br>Joined:<br>",
    ],
)
def test_a_label_can_stand_in_an_element_before_a_loose_day(label):
    def post(n):
        return f"""<tr><td><p><b><a href="/user/{NAMES[n]}">{NAMES[n]}</a></b><br>
            {label}2019-01-0{n + 1}<br></p></td><td><p><a href="#{n}"><img></a>Re: it {TIMES[n]}</p>
            <div class="body">{WORDS[n]}</div></td></tr>"""

    posts = posts_of(html_page(f"<table>{rows(post)}</table>"))
    assert column(posts, "published") == ISO
    assert column(posts, "author") == NAMES


@pytest.mark.parametrize("label", ["With us since", '<i title="Joined"></i>', "Da dal"])
def test_the_day_of_joining_is_not_when_a_post_was_written(label):
    posts = posts_of(joined_thread(label))
    assert column(posts, "published") == ISO
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize(
    "changed",
    [
        "<time itemprop='dateModified'>{}</time>",
        "<em>Zuletzt aktualisiert: {}</em>",
        "<em>Dernière mise à jour : {}</em>",
        "<em>Обновлено: {}</em>",
    ],
)
def test_when_a_post_was_changed_is_not_when_it_was_written(changed):
    later = "<div class='late'>" + changed.format("2024-04-2{0} 10:00") + "</div>"
    page = html_page(rows(lambda n: div_post(n, extra=later.format(n))))
    assert column(posts_of(page), "published") == ISO
    posts = rows(lambda n: f"<p>{NAMES[n]}: {WORDS[n]}</p>{later.format(n)}")
    assert group_of(html_page(posts)) is None


def test_cells_without_classes_are_told_apart_by_their_order():
    page = html_page(
        rows(
            lambda n: (
                f"""<table id="post{40 + n}"><tr><td>{TIMES[n]}</td><td></td></tr>
            <tr><td><div><a href="/user/{NAMES[n]}">{NAMES[n]}</a></div>
            <div>Of the town of Lathe since long ago, number {n}</div></td>
            <td><div>{WORDS[n]}</div></td></tr></table>"""
            )
        )
    )
    posts = posts_of(page)
    assert column(posts, "body_text") == WORDS
    assert column(posts, "author") == NAMES


def test_cells_dressed_alike_in_several_rows_of_one_post_are_told_apart():
    def post(n):
        title = "A small thread" if n == 0 else ""
        changed = f"<br><br>[Edited on 2024-04-2{n} by {NAMES[n]}]" if n == 1 else ""
        signed = "<br><br><hr>Of the town of Lathe<br>since long ago" if n != 2 else ""
        return f"""<tr><td rowspan="3" class="cell"><font class="who"><b>{NAMES[n]}</b></font>
          <div class="card">Member<br>***<hr>Posts: {31 + 7 * n}<br>Mood: of the sea</div></td>
          <td class="cell"><table><tr><td class="small"><a href="#p{n + 7}">*</a> posted on
          {TIMES[n]}</td><td class="small"><a href="/quote?p={n + 7}">Quote</a></td></tr></table>
          </td></tr>
          <tr><td class="cell"><font class="subject"><b>{title}</b></font><br><br>
          <font class="words">{WORDS[n]}</font>{changed}{signed}<br></td></tr>
          <tr><td class="cell"><a href="/find?u={NAMES[n]}"><img src="find.gif"></a></td></tr>"""

    head = "<tr class='head'><td>Author:</td><td>Subject: A small thread</td></tr>"
    page = html_page(f"<table>{head}{rows(post)}</table>")
    posts = posts_of(page, thread_title="A small thread")
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS
    assert column(posts, "published") == ISO


def test_paragraphs_behind_days_that_others_tell_of_name_nobody():
    told = ["没人回答，于是我把豆腐尝了尝。", "最后大家把锅盖借走了。"]
    paragraphs = "".join(
        f"<p>{WORDS[n]} On 2019-07-1{n} we met, and I still tell of it.</p><p>{told[n]}</p>"
        f"<p>{WORDS[n + 1]}</p>"
        for n in range(2)
    )
    group = group_of(html_page(f"<main><div class='words'>{paragraphs}</div></main>"))
    assert [post.author for post in group.posts] == [None, None]


@pytest.mark.parametrize("words", ["Two kettles<hr>", "<font>Two kettles</font> hum<hr>"])
def test_a_line_that_an_author_draws_ends_nothing(words):
    page = html_page(rows(lambda n: div_post(n, words=f"{words}{WORDS[n]}")))
    assert all(
        x.endswith(y) for x, y in zip(column(posts_of(page), "body_text"), WORDS, strict=True)
    )


def test_a_page_kept_for_readers_without_scripts_is_the_page():
    posts = rows(
        lambda n: (
            f"""<div class="post"><a class="author" href="/u/{NAMES[n]}">{NAMES[n]}</a>
        <time datetime="{ISO[n]}">{TIMES[n]}</time><div class="body">{WORDS[n]} {"And so on. " * 9}
        </div></div>"""
        )
    )
    page = html_page(f"<div id='app'></div><noscript><h1>Lathes</h1>{posts}</noscript>")
    assert column(posts_of(page), "author") == NAMES


@pytest.mark.parametrize(("beside", "read"), [("Lathes", True), ("All about lathes. " * 20, False)])
def test_a_short_list_for_readers_without_scripts_is_read_where_it_is_the_page(beside, read):
    links = "".join(f'<li><a href="/t/{n}">Lathe {n} hums</a></li>' for n in range(6))
    page = html_page(f"<p>{beside}</p><noscript><ul>{links}</ul></noscript>")
    assert ("li" in tree_of(page).sig) is read


def test_a_notice_for_readers_without_scripts_is_no_part_of_the_page():
    posts = rows(
        lambda n: (
            f"""<div class="post"><a class="author" href="/u/{NAMES[n]}">{NAMES[n]}</a>
        <span class="when">{TIMES[n]}</span><div class="body"><noscript>Switch it on</noscript>
        {WORDS[n]}</div></div>"""
        )
    )
    assert column(posts_of(html_page(posts)), "body_text") == WORDS


def test_a_time_with_a_raised_ordinal_is_one_time():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
            <span class="when">Mar {4 + n}<sup>th</sup>, 2024 at 10:3{n}am</span>
            <div class="text">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "published") == [
        f"2024-03-0{4 + n}T10:3{n}+00:00" for n in range(4)
    ]


def test_a_time_in_two_elements_is_one_time():
    page = html_page(
        rows(
            lambda n: (
                f"""<li class="post"><a class="author" href="/u/{NAMES[n]}">{NAMES[n]}</a>
            <span class="date">{TIMES[n].split()[0]},&nbsp;<span class="time">{TIMES[n].split()[1]}
            </span></span><div class="body">{WORDS[n]}</div></li>"""
            )
        )
    )
    assert column(posts_of(page), "published") == ISO


@pytest.mark.parametrize(
    ("line", "raws"),
    [
        ("<b>9:00am</b> on <b>2 May 2024</b>", ["9:00am on 2 May 2024"]),
        ("<b>3 May 2024 9:00am</b> <b>2 May 2024</b>", ["3 May 2024 9:00am", "2 May 2024"]),
        ("<b>9:00am</b> <b>but sold on 2 May 2024</b>", ["2 May 2024"]),
    ],
)
def test_the_hour_of_a_day_stands_right_ahead_of_it(line, raws):
    words = "and there were so many words behind it that no line of a time could hold them all"
    assert [time.raw for time in tree_of(f"<p>{line} {words}</p>").times] == raws


def test_a_time_in_two_elements_below_a_name_in_the_same_cell_is_one_time():
    page = html_page(
        "<table>"
        + rows(
            lambda n: (
                f"""<tr><td>by <b>{NAMES[n]}</b><br><span>{TIMES[n].split()[0]}</span>
            <span>{TIMES[n].split()[1]}</span></td><td>{WORDS[n]}</td></tr>"""
            )
        )
        + "</table>"
    )
    assert column(posts_of(page), "published") == ISO


def test_the_comma_behind_a_name_is_none_of_it():
    page = html_page(
        "<dl>"
        + rows(lambda n: f"<dt>{NAMES[n]}, <i>{TIMES[n]}</i></dt><dd>{WORDS[n]}</dd>")
        + "</dl>"
    )
    assert column(posts_of(page), "author") == NAMES


def test_answers_inside_what_they_answer_are_records_of_their_own():
    def comment(n, inner=""):
        return f"""<ul class="msg" id="c{n}"><li class="head"><b class="name">{NAMES[n]}</b>
        <i>{TIMES[n]}</i></li><li class="words">{WORDS[n]}{inner}</li></ul>"""

    page = html_page(f"<h1>Lathes</h1>{comment(0, comment(1))}{comment(2)}{comment(3)}")
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_a_page_of_nothing_but_comments_gives_posts():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="comment"><a class="author" href="/u/{NAMES[n]}">{NAMES[n]}</a>
            <i class="when">{TIMES[n]}</i><div class="body">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(records_of(page, "comments"), "body_text") == WORDS


def test_days_are_not_what_somebody_says_of_days():
    def row(n):
        told = f"于2019-0{n + 1}-18开始" if n < 2 else "很久以前开始"
        return f"""<div class="item">
        <a class="title" href="/news/{n}.html">{WORDS[n % 4][:20]}{n}</a>
        <p class="lead">{told}</p><span class="day">2024年4月1{n}日 10:45</span></div>"""

    group = group_of(html_page(rows(row, 6)))
    said = [post for post in group.posts if post.body is not None]
    assert not [post for post in said if post.time.raw.startswith("2019")]


def test_lone_times_do_not_crowd_out_short_answers():
    lone = "".join(
        f"<div class='note{n}'><b class='k{n}'>2024-04-1{n} 09:00</b> {WORDS[n % 4] * 3}</div>"
        for n in range(7)
    )
    answers = "".join(
        f"""<div class="answer"><a class="who" href="/people/{NAMES[n]}{n}/">{NAMES[n]}</a>
        <i class="when">{TIMES[n]}</i><div class="said">{WORDS[n][:14]}</div></div>"""
        for n in range(4)
    )
    group = group_of(html_page(f"{lone}<div>{answers}</div>"))
    assert [post.author for post in group.posts] == NAMES


def test_a_time_shown_twice_is_the_head_of_a_post_both_times():
    def post(n):
        time = f'<time datetime="{ISO[n]}">{TIMES[n]}</time>'
        return f"""<div class="post"><div class="small">
        <a class="name" href="/u/{NAMES[n]}">{NAMES[n]}</a> {time}</div><div class="box">
        <div class="meta">Report Share Posted {time}</div>
        <div class="inner"><div class="txt">{WORDS[n]}</div><div class="foot">Quote</div>
        </div></div></div>"""

    found = posts_of(html_page(rows(post)))
    assert column(found, "body_text") == WORDS
    assert column(found, "published") == ISO


def test_a_link_in_what_somebody_says_does_not_number_his_post():
    said = f'{WORDS[0]} <a href="http://tea.example/p/123456">http://tea.example/p/123456</a>'
    (post,) = posts_of(html_page(div_post(0, words=said)))
    assert post.body_text.endswith("123456")
    assert post.post_id is None


def test_a_time_that_an_attribute_of_an_unknown_element_tells_in_full():
    page = html_page(
        rows(
            lambda n: (
                f"""<article class="message"><meta itemprop="datePublished" content="{ISO[n]}">
            <a href="/user/{NAMES[n]}">{NAMES[n]}</a><div class="content"><header><a href="#p{n}">
            <x-time date="{ISO[n]}">{n + 4}. März 2024</x-time></a></header>
            <div class="text">{WORDS[n]}</div><footer>Melden {n}</footer></div></article>"""
            )
        )
    )
    posts = posts_of(page)
    assert column(posts, "published") == ISO
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize("ids", ["", 'id="post-7{}"'])
def test_a_post_among_the_best_answers_is_not_counted_twice(ids):
    def post(n):
        return div_post(n, attributes=ids.format(n))

    best = f"<div class='best'><h3>Best answers</h3>{post(2)}</div>"
    page = html_page(f"<h1>Which oil?</h1>{post(0)}{best}{post(1)}{post(2)}{post(3)}")
    posts = posts_of(page)
    assert column(posts, "body_text") == WORDS
    assert column(posts, "floor") == [1, 2, 3, 4]


def test_whoever_sends_the_same_words_twice_has_two_posts():
    posts = [div_post(n, words=WORDS[1], attributes=f'id="post-7{n}"') for n in (0, 1, 1)]
    twice = "".join(posts).replace("post-71", "post-79", 1)
    assert len(posts_of(html_page(f"<h1>Which oil?</h1>{twice}"))) == 3


def twice_dated(n, name):
    """The time stands there for wide screens and for narrow ones."""
    return f"""<li class="post"><div class="side"><div class="heading">{name}</div>
        <span class="rank">Members</span></div><div class="head">
        <a class="when wide" href="/t/7/{n}"><time datetime="{TIMES[n]}">March {n}, noon</time></a>
        <a class="when narrow" href="/t/7/{n}">March {n}, noon</a></div>
        <div class="text"><p>{WORDS[n]}</p><p>It began on 14 March 2022.</p></div></li>"""


def test_a_time_shown_for_wide_and_for_narrow_screens_is_one():
    page = html_page(
        "<ul>"
        + rows(lambda n: twice_dated(n, f'<a href="/u/{NAMES[n]}/">{NAMES[n]}</a>'))
        + "</ul>"
    )
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert [text.split("\n")[0] for text in column(posts, "body_text")] == WORDS
    assert [published[:16] for published in column(posts, "published")] == [i[:16] for i in ISO]


def test_a_name_without_a_link_is_declared():
    def name(n):
        if n == 2:
            return f'<span class="gone" itemprop="author">{NAMES[n]}</span>'
        return f'<a href="/u/{NAMES[n]}/"><span itemprop="author">{NAMES[n]}</span></a>'

    page = html_page("<ul>" + rows(lambda n: twice_dated(n, name(n))) + "</ul>")
    assert column(posts_of(page), "author") == NAMES


def test_the_day_in_the_head_of_a_thread_is_no_opening_post():
    head = f"""<div class="card"><a class="item" href="/u/{NAMES[0]}/">{NAMES[0]}</a>
        <span class="day">2024-03-04</span></div><div class="content">12 answers by 7</div>"""
    page = html_page(
        head
        + "<ul>"
        + rows(lambda n: twice_dated(n, f'<a class="item" href="/u/{NAMES[n]}/">{NAMES[n]}</a>'))
        + "</ul>"
    )
    assert column(posts_of(page), "author") == NAMES


@pytest.mark.parametrize("first", [1, 2])
def test_an_opening_post_without_a_floor_has_that_before_its_answers(first):
    def post(n):
        floor = f"<a class='floor' href='#'>#{n - 1 + first}</a>" if n else ""
        return div_post(n, extra=f"<div class='foot'>{floor}</div>")

    posts = posts_of(html_page("".join(map(post, range(8)))))
    assert column(posts, "floor") == list(range(first - 1, first + 7))
    assert len(set(column(posts, "key"))) == 8


def test_a_post_is_never_number_nought():
    threads = [
        posts_of(
            html_page(
                rows(lambda n: div_post(n, attributes=f'id="post-{n and start + n}"'))  # noqa: B023
            ),
            url=f"http://f.example/thread-{start}.html",
        )
        for start in (500, 700)
    ]
    assert column(threads[0], "post_id") == [None, "501", "502", "503"]
    assert len(set(column(threads[0] + threads[1], "key"))) == 8


@pytest.mark.parametrize("wrong", ["", " in turn"])
def test_every_second_row_can_have_a_class_of_its_own(wrong):
    def row(n):
        kind = (" class='hla'" if n % 2 else "") if not wrong else (" class='b'" if n > 1 else "")
        return f"""<li{kind}><div class="nav"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
            <a class="when">{TIMES[n]}</a></div><div class="said">{WORDS[n]}</div></li>"""

    posts = posts_of(html_page(f"<ul class='list'>{rows(row)}</ul>"))
    assert column(posts, "body_text") == (WORDS[:2] if wrong else WORDS)


def test_times_of_this_week_and_older_ones_stand_in_one_or_two_elements():
    def row(n):
        day, clock = TIMES[n].split()
        told = f"<i class='day'>{day}</i> <i class='clock'>{clock}</i>"
        if n < 2:
            told = f"<i class='friendly' title='{TIMES[n]}'>yesterday</i>"
        return f"""<div class="row"><a class="user" href="/user/{n}">{NAMES[n]}</a>
            <p class="dates"><span class="datetime">{told}</span></p>
            <div class="said">{WORDS[n]}</div></div>"""

    posts = posts_of(html_page(f"<div>{rows(row)}</div>"))
    assert column(posts, "body_text") == WORDS
    assert [post.published[:16].replace("T", " ") for post in posts] == TIMES


@pytest.mark.parametrize("kind", ["message-body", "article-text"])
def test_a_heading_and_a_menu_are_no_words_of_a_lone_post(kind):
    html = html_page(
        f"""<div class="view"><div class="head"><a class="author" href="/user/7">gita</a>
        <h1 class="message-subject"><span>A kettle that is lost near the bridge</span></h1>
        <p class="dates">2024-03-09 10:00</p><div class="action-menu"><ul>
        <li>Mark as New</li><li>Subscribe to the feed</li><li>Report content</li></ul></div></div>
        <div class="{kind}"><p>{WORDS[1]}</p></div></div>"""
    )
    found = [post.body_text for post in records_of(html, "thread")]
    assert found == [WORDS[1]] if kind == "message-body" else WORDS[1] not in found


def test_what_a_head_tells_of_a_member_is_not_the_opening_post():
    html = html_page(
        f"""<div class="top"><h4>Which oil?</h4><div class="info"><p><strong class="nick">
        <a href="/user/7">gita</a></strong></p><p>Days here: <b>834</b> | LV.<b>12</b></p>
        <p>Votes <span>0</span> | Read 8833 | Power 899</p>
        <p>on <span class="date">2024-03-01 10:00:00</span></p></div></div>
        <div class="view"><div class="view_content"><p>{" ".join(WORDS)}</p></div></div>
        <div class="answers">{rows(div_post)}</div>"""
    )
    posts = posts_of(html)
    assert column(posts, "author")[0] == "gita"
    assert posts[0].body_text == " ".join(WORDS)


def test_a_time_of_the_box_of_a_post_does_not_hide_where_its_words_begin():
    def post(n):
        seconds = int(datetime.fromisoformat(ISO[n]).timestamp())
        return f"""<li class="post" data-published="{seconds}"><div class="in">
            <div class="who"><a class="author" href="/user/{n}">{NAMES[n]}</a></div>
            <div class="content"><div class="head"><i class="when">{TIMES[n]}</i> <a>#{n + 1}</a>
            <h2>Oil for number {n}</h2></div><div class="text">{WORDS[n]}</div>
            <div class="foot">Tags: {NAMES[3 - n]} and {n} others</div></div></div></li>"""

    posts = posts_of(html_page(f"<ul>{rows(post)}</ul>"))
    assert column(posts, "body_text") == WORDS
    assert [post.published[:10] for post in posts] == [time[:10] for time in TIMES]


def test_answers_to_answers_stand_in_boxes_of_other_names():
    def said(kind, n):
        return f"""<li class="entry"><div class="{kind}_info"><b class="nick">{NAMES[n]}</b>
            <p class="said">{WORDS[n]}</p><div class="fr"><span class="when">{TIMES[n]}</span>
            </div></div></li>"""

    def more(n):
        return f'<li><div class="box"><ul class="more_list">{said("more", n)}</ul></div></li>'

    answers = said("answer", 0) + more(1) + said("answer", 2) + more(3)
    posts = posts_of(html_page(f'<ul class="answer_list">{answers}</ul>'))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_a_letter_is_told_by_the_clock_of_the_site_not_by_the_senders():
    def row(n):
        day, clock = TIMES[n].split()
        ahead = f"{day}, {int(clock[:2]) + 3}:{clock[3:]}"
        return f"""<div class="mail"><div class="who"><h2 class="name">{NAMES[n]}</h2></div>
            <div class="when"><span title="Sent: {ahead}">{clock}</span></div>
            <div class="said">{WORDS[n]}</div></div>"""

    posts = posts_of(html_page(rows(row)))
    assert column(posts, "published") == ISO


def test_a_day_is_no_name():
    def row(n):
        day = f'<span class="day">\n {n + 4} Mar\n</span>'
        return f"""<div class="mail"><div class="top"><div class="when">{day}<div class="time">
            <span title="{TIMES[n]}">{TIMES[n][-5:]}</span></div></div></div>
            <div class="said">{WORDS[n]}</div></div>"""

    assert column(posts_of(html_page(rows(row))), "author") == [None] * 4


@pytest.mark.parametrize("heading", [True, False])
def test_the_link_of_a_title_names_nobody(heading):
    def row(n):
        link = f'<a class="thread-title" href="/thread/{n}x">{WORDS[n][:30]}</a>'
        if heading:
            link = f'<h2 class="post-title"><a href="/thread/{n}x">{WORDS[n][:30]}</a></h2>'
        return f"""<div class="row"><div>{link}<br><span class="sender">by {NAMES[n]}</span>
            <span class="when">{TIMES[n]}</span></div><div class="start">{WORDS[n]}</div></div>"""

    group = group_of(html_page("".join(map(row, range(2)))))
    assert group.title_share == 1.0
    assert "title" not in (group.author_path or "")


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("dash", ["-", " / ", "→"])
def test_a_second_time_behind_a_dash_is_when_the_post_was_changed(count, dash):
    def post(n):
        changed = f'{dash}<span class="on">2024-03-09 08:1{n}</span>' if n % 2 == 0 else ""
        return f"""<div class="message"><div class="who"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
        </div><div class="said"><small><i></i><span class="on">{TIMES[n]}</span>{changed}
        <a href="#{n + 40}" id="{n + 40}">#{n + 40}</a></small>
        <div class="text">{WORDS[n]}</div></div></div>"""

    posts = posts_of(html_page(f"<h1>Which oil?</h1>{rows(post, count)}"))
    assert column(posts, "published") == ISO[:count]
    assert column(posts, "body_text") == WORDS[:count]


def test_a_question_and_its_one_answer_stand_in_boxes_of_one_kind():
    def head(n):
        return f"""<div class="line"><a class="who" href="/u/{NAMES[n]}"><b>{NAMES[n]}</b></a>
            <span class="when">{TIMES[n]}</span></div>"""

    words = [f'<article class="text"><p>{words}</p><p>Or not?</p></article>' for words in WORDS]
    html = f"""<div class="col"><div class="card"><div class="in"><h1>A small thread</h1>{head(0)}
        <div class="line"><i>3 up</i><div class="fill">{words[0]}</div></div></div></div>
        <div class="card"><h5>1 answer</h5><div class="list"><div class="item"><div class="one">
        <div class="fill"><div class="line">{head(1)}</div>{words[1]}</div></div></div></div>"""
    posts = posts_of(html_page(html))
    assert column(posts, "author") == NAMES[:2]
    assert [post.body_text.split("\n")[0] for post in posts] == WORDS[:2]


def test_days_that_go_back_and_forth_are_no_times_of_posts():
    joined = ["2009-04-11", "2016-08-30", "2009-04-11"]

    def post(n):
        changed = "" if n else f" (changed: {TIMES[n]})"
        return f"""<tr><td class="who"><p><a href="/user/{n % 2}">{NAMES[n % 2]}</a></p>
        <p>{joined[n]}</p></td><td><div class="info"><a href="/quote/{n}">Quote</a>
        {TIMES[n]}{changed}</div><div class="text">{WORDS[n]}</div></td></tr>"""

    posts = posts_of(html_page(f"<table>{rows(post, 3)}</table>"))
    assert column(posts, "published") == ISO[:3]


def test_columns_of_a_grid_are_told_apart_by_their_further_classes():
    def post(n):
        return f"""<article class="post"><header class="columns top">{TIMES[n]}</header>
        <div class="columns side">{NAMES[n]}<p class="since">Since: May 2011, posts: 9</p></div>
        <div class="columns main">{WORDS[n]}</div></article>"""

    posts = posts_of(html_page(rows(post)))
    assert (column(posts, "author"), column(posts, "body_text")) == (NAMES, WORDS)


def test_cells_of_one_class_are_told_apart_by_the_label_of_a_name():
    def post(n):
        cells = (f'<a href="msg{n}">msg{n} (view)</a>', f"Author: {NAMES[n]}", f"Date: {TIMES[n]}")
        row = "".join(f'<div class="cell">{inner}</div>' for inner in cells)
        return f'<div class="row">{row}</div><div><pre class="msg">{WORDS[n]}</pre></div>'

    posts = posts_of(html_page(rows(post)))
    assert (column(posts, "author"), column(posts, "body_text")) == (NAMES, WORDS)


@pytest.mark.parametrize("names", ["span{}", "col-xs-12 col-sm-{}"])
def test_columns_that_differ_in_their_widths_alone_are_told_apart(names):
    who, said, when = (names.format(width) for width in (3, 7, 2))

    def thread(numbers):
        return html_page(
            "".join(
                f"""<div class="row"><div class="{who}"><div><img src="/faces/{n}.png"></div>
                <div><p>{NAMES[n]}</p></div></div><div class="{said}"><div>{WORDS[n]}</div></div>
                <div class="{when}"><p><a href="#{n}">#{n + 1}</a></p><p>{TIMES[n]}</p></div></div>
                <hr>"""
                for n in numbers
            )
        )

    book = LayoutBook()
    group = group_of(thread(range(4)), book)
    book.learn_from(group.layouts)
    posts = posts_of(thread([2]), book)
    assert (column(posts, "author"), column(posts, "body_text")) == (NAMES[2:3], WORDS[2:3])
