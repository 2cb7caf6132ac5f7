"""What stands where names do, or beside one, and is none, nor a part of it."""

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
    tree_of,
)

from fpcrawl.extraction.names.barenames import without_number
from fpcrawl.extraction.names.usernames import is_name


def test_a_place_that_is_empty_in_some_records_is_none_of_names():
    ranks = ["Elder", "", "Keeper", "Elder", "Keeper", "Elder"]
    page = html_page(
        "".join(
            f"""<div class="entry"><p><b>{ranks[n]}</b></p><p><i>2024-03-04 1{n}:00</i></p>
            <div class="words">{WORDS[n % 4]}</div></div>"""
            for n in range(6)
        )
    )
    assert column(posts_of(page), "author") == [None] * 6


def test_the_letter_in_place_of_a_picture_is_no_name():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><a href="/user/{NAMES[n]}"><span>{NAMES[n][0].upper()}
            </span> <i>Online</i></a><div><a href="/user/{NAMES[n]}">{NAMES[n]}</a></div>
            <i class="when">{TIMES[n]}</i><div class="body">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


@pytest.mark.parametrize(
    ("box", "authors"), [("title", [None, None]), ("from", ["New York", "Oslo"])]
)
def test_what_a_box_calls_a_title_is_no_name_however_short(box, authors):
    page = "".join(
        f"""<div class="entry"><div class="{box}"><a href="/{place}.html">{place}</a></div>
        <div class="date">{TIMES[n]}</div><div class="body">{WORDS[n]}</div></div>"""
        for n, place in enumerate(("New York", "Oslo"))
    )
    assert [post.author for post in group_of(html_page(page)).posts] == authors


def _answer(n: int, *, question: bool = False) -> str:
    """An answer that somebody else has edited, with comments of others below it."""
    readers = [f"reader{(n + k) % 5}" for k in range(4)]
    comments = "".join(
        f'<li class="comment"><span class="copy">{who} has a word to add about number {n}.</span>'
        f' <a class="comment-user" href="/users/{who}">{who}</a>'
        f' <span class="comment-date">Mar {8 + n}, 2024 at 10:0{k}</span></li>'
        for k, who in enumerate(readers)
    )
    edited = (
        f"""<div class="user-info"><div class="when">edited {TIMES[n]}</div>
        <div class="details"><a href="/users/editor{n}">editor{n}</a></div></div>"""
        if n % 2 == 0
        else ""
    )
    box = "question" if question else "answer"
    return f"""<div class="{box}" id="{box}-{700 + n}"><div class="layout">
      <div class="{box}-cell"><div class="prose">{WORDS[n]}</div>{edited}
      <div class="user-info"><div class="when">answered <span>{TIMES[n]}</span></div>
      <div class="details" itemprop="author" itemscope><a href="/users/{NAMES[n]}">{NAMES[n]}</a>
      </div></div></div>
      <div class="side"><div class="comments"><ul class="comments-list">{comments}</ul></div>
      <a href="#">Add a comment</a></div></div></div>"""


def test_neither_who_comments_nor_who_edits_is_the_author():
    found = posts_of(html_page(rows(lambda n: _answer(n, question=n == 0))))
    assert column(found, "author") == NAMES
    assert column(found, "body_text") == WORDS


def test_a_button_behind_a_name_is_no_part_of_it():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><div class="author"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
            <small>[ <a href="/pm/{n}">PM</a> ]</small></div><span>{TIMES[n]}</span>
            <div class="text">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_a_courtesy_behind_a_name_is_no_part_of_it():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><p class="userName"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
            さん</p><span>{TIMES[n]}</span><div class="text">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


@pytest.mark.parametrize(
    "named",
    [
        '<a href="/user/{0}"><b>{0}</b></a> <a href="/user/{0}" title="page">•</a>',
        '<a href="/user/{0}"><span>{0}</span> <span>@{0}</span></a>',
    ],
)
def test_a_dot_or_an_account_behind_a_name_is_no_part_of_it(named):
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><p class="userName">{named.format(NAMES[n])}</p>
            <span>{TIMES[n]}</span><div class="text">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_a_picture_that_leads_to_a_member_makes_no_name_of_the_box_around_it():
    def who(name):
        page = f"/member.php?uid={NAMES.index(name)}"
        return (
            f'<b><span><a href="{page}">{name}</a></span></b> '
            f'<a href="{page}"><img src="/on.png"></a><br><i>Cook</i>'
        )

    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><div class="author_information">{who(NAMES[n])}</div>
            <span>{TIMES[n]}</span><div class="text">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_the_age_of_a_post_with_its_day_in_a_tooltip_is_no_title():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><b class="nick">{NAMES[n]}</b>
            <a title="0{n + 4}.03.2024 10:0{n}:00" href="/message/{n}">{9 - n} hafta</a>
            <span class="text">{WORDS[n]}</span></div>"""
            )
        )
    )
    assert group_of(page).title_share == 0.0
    assert column(posts_of(page), "author") == NAMES


def test_a_button_beside_the_name_of_who_began_the_thread_is_no_part_of_it():
    def post(n):
        button = '<button title="Topic Starter">OP</button> ' if NAMES[n] == "anna" else ""
        return f"""<div class="post"><h3 class="author"><strong>{button}
        <span style="color:#">{NAMES[n]}</span></strong></h3><span class="date">{TIMES[n]}</span>
        <div class="content">{WORDS[n]}</div></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


@pytest.mark.parametrize("mark", ["ID:w2BYY{}", "Lv.{}", "{}级"])
def test_what_stands_for_no_name_is_none(mark):
    html = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><a class="u" href="/who/{NAMES[n]}">{NAMES[n]}</a>
            <a class="uid" href="/who/{NAMES[n]}/profile">{mark.format(n + 7)}</a>
            <span class="when">{TIMES[n]}</span><div class="said">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(html), "author") == NAMES


def test_a_text_in_which_some_show_an_address_is_no_name():
    def push(n):
        said = (
            f'<a href="http://i.example/{n}.jpg">http://i.example/{n}.jpg</a>' if n == 2 else "so"
        )
        return f"""<div class="push"><span class="hl tag">推 </span>
          <span class="f3 push-userid">{NAMES[n % 4]}</span><span class="f3 push-content">{said}
          </span><span class="when">2024-03-04 10:1{n}</span></div>"""

    posts = posts_of(html_page("".join(map(push, range(6)))))
    assert column(posts, "author") == [NAMES[n % 4] for n in range(6)]


@pytest.mark.parametrize("tags", ["tags/", "/tag/", "/category/"])
def test_the_tags_of_a_text_did_not_write_it(tags):
    def text(n):
        of = ("boats", "fishing", "boats", "nets")[n]
        return f"""<div class="entry"><div class="about"><span class="day">{TIMES[n]}</span> by
        <span class="author">{NAMES[n]}</span>, in <span class="of"><a href="{tags}{of}">{of}</a>,
        <a href="{tags}lake">lake</a></span></div><p>{WORDS[n]}</p></div>"""

    assert column(posts_of(html_page(rows(text))), "author") == NAMES


@pytest.mark.parametrize("door", ["/user/login?to=%2Ft%2F7", "/entry.php?do=register", "/sign-in"])
def test_the_button_of_those_who_may_not_answer_names_nobody(door):
    html = "".join(
        f"""<div class="comment"><div class="when">Sent by <span class="username">{NAMES[n]}</span>
        on {TIMES[n]}</div><div class="content"><p>{WORDS[n]}</p></div>
        <ul class="links"><li><a href="{door}">Log in</a> to answer</li></ul></div>"""
        for n in range(3)
    )
    assert [p.author for p in group_of(html_page(html)).posts] == NAMES[:3]


def test_a_board_is_not_who_wrote_in_it_last():
    html = "".join(
        f"""<tr class="row"><td><div class="name"><a href="/forum/{n}">{board}</a></div>
        <div class="about">{WORDS[n]}</div></td><td>{n + 12}</td><td class="last">By
        <span class="username">{NAMES[n]}</span> {TIMES[n]}</td></tr>"""
        for n, board in enumerate(["Kettles", "Pots and pans", "Lids"])
    )
    group = group_of(html_page(f"<table><tbody>{html}</tbody></table>"))
    assert ([p.author for p in group.posts], group.title_share) == (NAMES[:3], 1.0)


def test_what_leads_to_pages_like_this_one_is_nobody():
    def row(n):
        return f"""<div class="board"><div class="name"><a href="/f/1{n}">{NAMES[n]}</a></div>
        <div class="desc">{WORDS[n]}</div><p><a href="/t/8{n}">A lid</a> {TIMES[n]}</p></div>"""

    posts = posts_of(html_page(rows(row)), url="http://f.example/f/2")
    assert not set(column(posts, "author")) & set(NAMES)
    posts = posts_of(html_page(rows(row)), url="http://f.example/t/2")
    assert column(posts, "author") == NAMES


@pytest.mark.parametrize(
    ("author", "name"),
    [
        (
            """<span itemprop="author" itemscope><a itemprop="url" href="/u/{0}">
            <span itemprop="name">{0}</span></a> (The {0})</span>""",
            "{0} (The {0})",
        ),
        (
            """<span itemprop="author" itemscope><a itemprop="url" href="/u/{0}">
            <span itemprop="name">{0}</span></a> <i>12 posts</i></span>""",
            "{0}",
        ),
        (
            """<div class="user-details" itemprop="author" itemscope><a href="/users/{0}">{0}</a>
            <span class="d-none" itemprop="name">{0}</span><i>3,000</i><b>2</b></div>""",
            "{0}",
        ),
    ],
    ids=["full name", "count", "score"],
)
def test_what_else_is_told_of_a_declared_author_is_no_part_of_the_name(author, name):
    def post(n):
        return f"""<div class="post" id="p{n}">{author.format(NAMES[n])}
        <time datetime="{TIMES[n]}">{TIMES[n]}</time><div class="text">{WORDS[n]}</div></div>"""

    found = column(posts_of(html_page(rows(post))), "author")
    assert found == [name.format(shown) for shown in NAMES]


@pytest.mark.parametrize("text", ["积分：1000", "Posts: 12,345", "http://f.example/a"])
def test_what_is_counted_of_a_member_is_no_name(text):
    assert not is_name(text)
    assert is_name("R2: D2")


def test_a_cell_that_heads_another_names_nobody():
    def letter(n):
        return f"""<table class="box"><tr><th>{("Sender", "Office")[n % 2]}</th><td>{NAMES[n]}</td>
            <th>Sent</th><td>{TIMES[n]}</td></tr><tr><th>Words</th>
            <td><div class="con">{WORDS[n]}</div></td></tr></table>"""

    posts = posts_of(html_page(f"<div>{rows(letter)}</div>"))
    assert column(posts, "author") == NAMES


def test_an_account_in_brackets_behind_a_name_is_not_the_name():
    def post(n):
        return f"""<div class="post"><div class="head">von <span class="name">{NAMES[n]}</span>
            <span class="username">(<a href="/user/show/x{n}">{NAMES[n]}_{n}</a>)</span>
            <i class="date">{TIMES[n]}</i></div><div class="text">{WORDS[n]}</div></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


@pytest.mark.parametrize(
    ("href", "shown"), [("/~anna", "anna"), ("/u/71", "anna (71)"), ("/~anna71", "anna (71)")]
)
def test_the_number_of_a_member_is_no_part_of_a_name_that_the_address_tells(href, shown):
    tree = tree_of(f'<b><a href="{href}">anna (71)</a></b>')
    assert without_number(tree, tree.tags.index("b"), "anna (71)") == shown


def test_the_titles_of_posts_are_no_names_and_dashes_behind_names_none_of_them():
    def post(n):
        title = f'<h3><a href="#p{n}">{"Re: " * (n > 0)}Which oil?</a></h3>'
        head = f"{title}<p>{NAMES[n]} &raquo; <span>{TIMES[n]}</span></p>"
        return f'<div id="p{n}">{head}<div>{WORDS[n]}</div></div>'

    for count in (2, 4):
        page = html_page(f"<h1>Which oil?</h1>{rows(post, count)}", title="Which oil?")
        assert column(posts_of(page), "author") == NAMES[:count]


def test_what_stands_behind_the_words_is_no_name_when_it_is_the_same_everywhere():
    def post(n):
        words = f"<div><p><span>{TIMES[n]}</span></p><div><p>{WORDS[n]}</p></div></div>"
        return f'<div class="row" id="p{n}">{words}<div>Answer</div></div>'

    assert column(posts_of(html_page(rows(post))), "author") == [None] * 4


def test_the_word_before_a_time_is_no_name_where_names_stand_behind_the_words():
    posts = posts_of(
        html_page(
            rows(
                lambda n: (
                    f"""<div class="row"><div class="said"><p class="at"><span>发表于 {TIMES[n]}
                    </span></p><div class="words">{WORDS[n]}</div></div>
                    <div class="profile"><b>{NAMES[n]}</b></div></div>"""
                )
            )
        )
    )
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize("told", ["来自： {}", "From: {}", "from {}"])
@pytest.mark.parametrize("votes", ["", "<div><a href='/v?p={0}'>+</a> <span>{0}</span></div>"])
def test_where_a_post_comes_from_is_not_who_wrote_it(told, votes):
    places = ["Lund", "Oban", "Lund", "Graz"]
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="q">{votes.format(n + 7)}{NAMES[n]} &middot;
            <small>{TIMES[n]}</small> <span>{told.format(places[n])}</span></div>
            <div class="w">{WORDS[n]}</div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


@pytest.mark.parametrize("badges", [["OP", "", "", "OP"], ["Pilot", "", "Cook", ""]])
def test_a_badge_behind_a_name_in_a_labelled_cell_is_no_part_of_it(badges):
    shown = [f" <span class='b'>{badge}</span>" if badge else "" for badge in badges]
    page = html_page(
        rows(
            lambda n: (
                f"""<table><tr id="p{n}"><th>Author</th>
            <td><span class="x">{NAMES[n]}</span>{shown[n]}</td></tr>
            <tr><th>Date</th><td><span>{TIMES[n]}</span></td></tr>
            <tr><td colspan="2" class="g">{WORDS[n]}</td></tr></table>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


@pytest.mark.parametrize("who", ['<a href="/u/{0}">{0}</a>', "<b>{0}</b>", "{0}"])
def test_who_likes_a_post_is_not_who_wrote_it(who):
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="q"><div class="h">{who.format(NAMES[n])}</div>
            <div class="t">{TIMES[n]}</div><div class="w">{WORDS[n]}</div>
            <div class="l"><a href="/u/dora">dora</a>, <a href="/u/{n}">emil{n}</a> like this.</div>
            </div>"""
            )
        )
    )
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize("count", ["1,20{n}", "総合スコア200{n}", "Level {n}", "{n}k"])
def test_what_is_counted_in_the_link_of_a_name_is_no_part_of_it(count):
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><div class="words">{WORDS[n]}</div>
            <p>{TIMES[n]} <a href="/user/{NAMES[n]}"><img src="a.png"><span>{NAMES[n]}</span>
            <span>{count.format(n=n + 1)}</span></a></p></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


@pytest.mark.parametrize(
    ("shown", "names"),
    [
        ([f"{name}さん" for name in NAMES], NAMES),
        ([f"{name} 님" for name in NAMES], NAMES),
        (["熊さん", "bert", "carla", "熊さん"], ["熊さん", "bert", "carla", "熊さん"]),
    ],
)
def test_courtesy_that_all_are_called_with_is_no_part_of_names(shown, names):
    posts = posts_of(
        html_page(
            rows(
                lambda n: (
                    f"""<div class="post"><p><a href="/user/{n}">{shown[n]}</a> {TIMES[n]}</p>
                <div class="words">{WORDS[n]}</div></div>"""
                )
            )
        )
    )
    assert column(posts, "author") == names


@pytest.mark.parametrize("number", ["[第 {n} 楼] 网友 ", "【{n}楼】Guest ", "[#{n}] Visitor "])
def test_the_number_of_a_post_makes_no_name_of_the_word_before_the_name(number):
    page = html_page(
        rows(
            lambda n: (
                f"""<table><tr><td>{number.format(n=n + 1)}<b>{NAMES[n]}</b> (61.15{n}.*.*)
            {TIMES[n]}</td></tr><tr><td>{WORDS[n]}</td></tr></table>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_what_numbers_the_records_beside_their_times_names_nobody():
    html = rows(
        lambda n: (
            f"<div class='a'><div class='b'><div class='c'>{NAMES[n]}</div><div class='d'>"
            f"<span>B{n + 1}</span><span> · </span><i>{TIMES[n]}</i></div></div>"
            f"<div class='e'><span>{WORDS[n]}</span></div></div>"
        )
    )
    assert column(posts_of(html), "author") == NAMES


def test_who_liked_some_of_the_posts_did_not_write_them():
    # In the place of those who liked a post the others have their button.
    def post(n):
        liked = f'<a href="/u/{n + 5}">vera{n}</a>, <a href="/u/{n + 9}">ivan</a> оценили'
        return f"""<div id="p{n + 60}"><div><p><time>{TIMES[n]}</time></p><div><p>{WORDS[n]}</p>
        </div>{f"<div>{liked}</div>" if n else ""}<div><a href="/reply?p={n + 60}">Ответить</a>
        | <a href="/report?p={n + 60}">Жалоба</a></div></div><div><b>{NAMES[n]}</b></div></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


def test_a_link_beside_the_time_is_no_name_of_another_kind():
    def post(n):
        head = f'<a href="/users/{n}">{NAMES[n]}</a> <a href="/t/1/{n}">Lids</a>'
        links = f'<i>{TIMES[n]} <a href="/t/1/{n}">link</a></i>'
        return f"<div><div>{head} {links}</div><p>{WORDS[n]}</p></div>"

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


def test_votes_against_a_post_are_not_who_wrote_it():
    names = [*NAMES[:3], "dora"]

    def post(n):
        votes = f'<div><a href="/up">▲</a> <span>{n // 2 - 8}</span> <a href="/down">▼</a></div>'
        again = f'{names[n]}<div style="display:none"><b>{names[n]}</b><br>Posts: {n}7</div>'
        return f"""<div id="p{n + 70}"><div>{votes}<div><b>{names[n]}</b></div>
            <div>{again}</div></div>
            <div><a href="#p{n + 70}">[{TIMES[n]}]</a> <span>from Lund</span></div>
            <div><div>{WORDS[n]}</div></div></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == names


def test_where_somebody_is_can_be_dressed_as_his_name_and_nearer_to_the_time():
    def post(n):
        votes = f'<div><a href="/up">▲</a> <b>{n + 8}</b> <a href="/down">▼</a></div>'
        return f"""<div id="p{n + 70}"><div>{votes}<span>{NAMES[n]}</span></div>
            <div>[{TIMES[n]}] <span>from {("Lund", "Oban")[n % 2]}</span></div>
            <div><p>{WORDS[n]}</p></div></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


@pytest.mark.parametrize(
    "said",
    [
        ("谢谢！", "有新消息吗？", "做得真好！", "火车站后面的门。"),
        ("Thanks!", "Really?", "Bravo!", "Behind the old mill…"),
    ],
)
def test_posts_of_a_word_or_two_are_no_names(said):
    def post(n):
        votes = f'<div><a href="/up?{n}">▲</a> <span>{n - 1}</span></div>'
        return (
            f'<li id="p{n + 70}" class="one"><cite>{votes}{NAMES[n]}</cite> '
            f'<small>{TIMES[n]}</small><div class="words"><p>{said[n]}</p></div></li>'
        )

    posts = posts_of(html_page(f"<ol>{rows(post)}</ol>"))
    assert not {*column(posts, "author")} & {*said}


@pytest.mark.parametrize(
    "answers", ["in reply to", "en respuesta a", "Antwort auf", "в ответ на", "回复"]
)
def test_whom_somebody_answers_did_not_write(answers):
    def post(n):
        to = f'<span class="in-reply">{answers} {NAMES[n - 1]}</span> '
        head = f"#{n + 1} {NAMES[n]} {to}<span>{TIMES[n]}</span>"
        return f"""<p class="headline" id="p{n}7">{head}</p>
        <blockquote><p>{WORDS[n]}</p></blockquote>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


def test_whom_somebody_answers_is_no_part_of_his_name():
    def post(n):
        to = f'<span class="in-reply">in reply to {NAMES[n - 1]}</span>' * (n > 0)
        return f"""<tr><td colspan="2">{TIMES[n]}</td></tr>
        <tr><td class="member">{NAMES[n]} {to}</td><td class="text">{WORDS[n]}</td></tr>"""

    assert column(posts_of(html_page(f"<table>{rows(post)}</table>")), "author") == NAMES


def test_behind_a_name_that_is_marked_another_link_is_no_name():
    def post(n):
        mark = ' class="began-it"' if n == 1 else ""
        return f"""<li><div class="line"><a href="/~{NAMES[n]}"><img alt=""></a>
        <a{mark} href="/~{NAMES[n]}">{NAMES[n]}</a> <span>{TIMES[n]}</span> |
        <a href="/c/{n}9">address</a></div><div class="words">{WORDS[n]}</div></li>"""

    assert column(posts_of(html_page(f"<ol>{rows(post)}</ol>")), "author") == NAMES


def test_names_in_links_can_end_as_sentences_do():
    told = zip(["Pans!", "Who?", "carla"], TIMES, WORDS, strict=False)
    posts = posts_of(
        html_page(
            "".join(
                f'<div class="post" id="p{n}"><a href="/x.php?id={n}">{name}</a> <i>{time}</i>'
                f'<div class="text">{words}</div></div>'
                for n, (name, time, words) in enumerate(told)
            )
        )
    )
    assert column(posts, "author") == ["Pans!", "Who?", "carla"]
