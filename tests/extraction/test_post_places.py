"""Posts whose fields stand in places that need telling apart."""

from __future__ import annotations

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
    tree_of,
)

from fpcrawl.extraction.layout import LayoutBook
from fpcrawl.extraction.opening import form_of


def rows(make, count=4):
    return "".join(make(n) for n in range(count))


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


@pytest.mark.parametrize("label", ["With us since", '<i title="Joined"></i>', "Da dal"])
def test_the_day_of_joining_is_not_when_a_post_was_written(label):
    posts = posts_of(joined_thread(label))
    assert column(posts, "published") == ISO
    assert column(posts, "body_text") == WORDS


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


def test_words_that_stand_loose_between_heads_are_bodies():
    page = html_page(
        "<div id='all'>"
        + rows(
            lambda n: (
                f"""<p class="head"><strong>{NAMES[n]}</strong> wrote on {TIMES[n]}</p>
            <h3>Title {n}</h3>{WORDS[n]}<br>and more of it<br>"""
            )
        )
        + "</div><div class='foot'>All rights kept</div>"
    )
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == [f"{words}\nand more of it" for words in WORDS]


def test_words_behind_the_head_within_one_element_are_a_body():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="item"><b>{NAMES[n]}</b> says:<br>
            <small>{TIMES[n]}</small><br>{WORDS[n]}<br></div>"""
            )
        )
    )
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_a_name_in_the_line_of_the_time_is_the_author():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><div class="body">{WORDS[n]}</div>
            <div class="meta">Posted on {TIMES[n]} by {NAMES[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_names_without_link_or_class_head_their_records():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="entry"><dl><dt><strong>{NAMES[n]}</strong></dt>
            <dd class="rank"><strong>Member</strong></dd></dl><p class="date">{TIMES[n]}</p>
            <div class="words">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


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


def test_an_opening_post_in_other_boxes_belongs_to_its_answers():
    def fields(n):
        return f"""<div class="name"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
        <time class="stamp">{TIMES[n]}</time></div><div class="message">{WORDS[n]}</div>"""

    answers = "".join(
        f'<li class="answer"><div class="in">{fields(n)}</div></li>' for n in (1, 2, 3)
    )
    page = html_page(
        f"<section class='question'><h1>Which oil?</h1>{fields(0)}</section><ul>{answers}</ul>"
    )
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_the_line_below_a_heading_is_no_opening_post():
    posts = rows(
        lambda n: (
            f"""<div class="post"><ul class="head"><li><a href="/user/{NAMES[n]}">{NAMES[n]}
        </a></li><li class="at"><time class="dt">{TIMES[n]}</time></li></ul>
        <div class="body">{WORDS[n]}</div></div>"""
        )
    )
    page = html_page(
        f"""<div class="top"><h1>A small thread about lathes</h1><ul class="head">
        <li><a href="/user/{NAMES[0]}">{NAMES[0]}</a></li>
        <li class="at"><time class="dt">{TIMES[0]}</time></li></ul></div>{posts}"""
    )
    assert column(posts_of(page), "body_text") == WORDS


def test_answers_inside_what_they_answer_are_records_of_their_own():
    def comment(n, inner=""):
        return f"""<ul class="msg" id="c{n}"><li class="head"><b class="name">{NAMES[n]}</b>
        <i>{TIMES[n]}</i></li><li class="words">{WORDS[n]}{inner}</li></ul>"""

    page = html_page(f"<h1>Lathes</h1>{comment(0, comment(1))}{comment(2)}{comment(3)}")
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_a_body_in_pieces_is_read_whole():
    quote = (
        "<table class='quote'><tr><td>Somebody said so before me, at some length.</td></tr></table>"
    )

    def cell(n):
        pieces = f'<span class="postbody">{WORDS[n]}</span>'
        return (f'<span class="postbody"></span>{quote}' if n % 2 else "") + pieces

    page = html_page(
        "<table>"
        + rows(
            lambda n: (
                f"""<tr><td><b class="name">{NAMES[n]}</b></td><td><table>
            <tr><td>Posted: {TIMES[n]}</td></tr><tr><td><hr></td></tr>
            <tr><td>{cell(n)}</td></tr></table></td></tr>"""
            )
        )
        + "</table>"
    )
    posts = posts_of(page)
    assert all(words in post.body_text for words, post in zip(WORDS, posts, strict=True))
    assert "Somebody said so" in posts[1].body_text


def test_what_stands_below_a_rule_is_a_signature():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><a class="author" href="/u/{NAMES[n]}">{NAMES[n]}</a>
            <i class="when">{TIMES[n]}</i><div class="body">{WORDS[n]}<br>_________________<br>
            I turn, therefore I am {n}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "body_text") == WORDS


def test_a_post_alone_on_its_page_is_bounded_by_the_box_that_says_so():
    page = html_page(
        f"""<div class="all"><h1>A small thread</h1><div class="bar">Pages: 1</div>
        <div id="post_17"><div class="who"><a href="/user/{NAMES[0]}">{NAMES[0]}</a></div>
        <div class="it"><div class="head"><i>{TIMES[0]}</i> #1</div><div class="post_body">
        {WORDS[0]}</div></div></div><div class="foot">Similar threads and what else there is to
        read on this board, written at length for those who have the time for it.</div></div>"""
    )
    posts = posts_of(page)
    assert column(posts, "author") == NAMES[:1]
    assert column(posts, "body_text") == WORDS[:1]


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


def answers_of(*numbers):
    """Answers whose name, time and words stand in boxes of their own names."""
    return (
        "<ul>"
        + "".join(
            f"""<li class="answer"><a class="who" href="/people/{NAMES[n]}{n}/">{NAMES[n]}</a>
        <i class="when">{TIMES[n]}</i><div class="said">{WORDS[n]}</div></li>"""
            for n in numbers
        )
        + "</ul>"
    )


QUESTION_HEAD = f"""<div class="from"><a href="/people/{NAMES[0]}0/">{NAMES[0]}</a>
    <span class="asked">{TIMES[0]}</span></div>"""


@pytest.mark.parametrize(
    "question",
    [
        f"<div class='topic'>{QUESTION_HEAD}<div class='doc'>{WORDS[0]}</div></div>",
        f"<div class='topic'>{QUESTION_HEAD}</div><div class='topic-content'>{WORDS[0]}</div>",
        (
            f"<div class='topic'><h1>Oil?</h1>{QUESTION_HEAD}<p>{WORDS[0][:40]}</p>"
            f"<p>{WORDS[0][40:]}</p></div>"
        ),
    ],
    ids=["in one box", "in a box named so", "paragraphs"],
)
def test_an_opening_post_whose_name_leads_to_a_member_is_read(question):
    posts = posts_of(html_page(f"<h1>Which oil?</h1>{question}{answers_of(1, 2, 3)}"))
    assert column(posts, "author") == NAMES
    assert column(posts, "published") == ISO
    assert "".join(posts[0].body_text.split()) == "".join(WORDS[0].split())


@pytest.mark.parametrize(
    "head",
    [
        f"<div class='head'>{QUESTION_HEAD}</div><div class='t'>3 replies, 7 people follow</div>",
        f"<div class='head'>{QUESTION_HEAD}<h2>23 replies to this topic so far</h2></div>",
        f"<div class='head'>{QUESTION_HEAD}<p><a href='/1'>Links that lead on</a></p></div>",
        (
            "<div class='top'>It is 2024-04-30 18:00. <a href='/people/eve/'>Eve</a> looks"
            " after all of you, as she did last year.</div>"
        ),
        f"<p>Since {TIMES[0]} nobody has come here, which is why we moved to another place.</p>",
    ],
    ids=["tools", "heading", "links", "clock", "prose"],
)
def test_the_head_of_a_thread_is_no_opening_post(head):
    posts = posts_of(html_page(f"<h1>Which oil?</h1>{head}{answers_of(1, 2, 3)}"))
    assert column(posts, "author") == NAMES[1:]
    assert column(posts, "body_text") == WORDS[1:]


def test_what_a_head_says_of_the_first_post_is_no_other_post():
    head = f"<div class='head'>{QUESTION_HEAD}<div class='content'>{WORDS[3]}</div></div>"
    posts = posts_of(html_page(f"<h1>Which oil?</h1>{head}{answers_of(0, 1, 2)}"))
    assert column(posts, "body_text") == WORDS[:3]


@pytest.mark.parametrize(
    ("url", "known", "alike"),
    [
        ("/people/zed/", ["/people/ann/", "/people/anita/"], True),
        ("/people/zed", ["/people/ann"], True),
        ("/people/zed/posts", ["/people/ann"], False),
        ("/u77", ["/u10185", "/u10219"], True),
        ("/user", ["/u10185", "/u10219"], False),
        ("/space-uid-9.html", ["/space-uid-3.html"], True),
        ("/home.php?mod=space&uid=9", ["/home.php?mod=space&uid=12"], True),
        ("/home.php?mod=logout", ["/home.php?mod=space&uid=12"], False),
        ("/about", ["/ann", "/bob"], False),
        ("/@zed", ["/@ann", "/@bob"], True),
        ("/people/zed", [], False),
        ("/people/zed", [".elsewhere/people/ann", "/people/bob"], False),
    ],
)
def test_addresses_of_members_are_alike(url, known, alike):
    host = "http://f.example"
    form = form_of({host + one for one in known})
    assert bool(form and form.fullmatch(host + url)) is alike


def test_members_of_sites_that_have_nothing_in_common_are_not_alike():
    assert form_of({"http://f.example/u/2", "https://g.example/"}) is None
    assert form_of({"http://f.example/u/2", "ftp://g.example/"}) is None


def hidden_card(n):
    return f"""<div class="card" style="display: none"><dl><dt>Number</dt><dd>{1000 + n}</dd>
        <dt>Member since the day on which</dt><dd>2019-0{n + 1}-11</dd>
        <dt>Has written so far</dt><dd>{17 * n + 3} posts and been thanked {n} times</dd>
        <dt>Lives where nobody</dt><dd>{"looks " * (20 + n)}</dd></dl></div>"""


def test_the_hidden_card_of_a_member_is_not_what_he_wrote():
    posts = rows(
        lambda n: (
            f"""<div class="post"><div class="side"><a class="name" href="/u/{NAMES[n]}">
        {NAMES[n]}</a>{hidden_card(n)}</div><div class="at">{TIMES[n]}</div>
        <div class="txt">{WORDS[n]}</div></div>"""
        )
    )
    found = posts_of(html_page(posts))
    assert column(found, "author") == NAMES
    assert column(found, "published") == ISO
    assert column(found, "body_text") == WORDS


def test_posts_that_are_all_hidden_are_read_all_the_same():
    posts = rows(
        lambda n: (
            f"""<div class="post"><a class="name" href="/u/{NAMES[n]}">{NAMES[n]}</a>
        <i class="at">{TIMES[n]}</i><div class="txt" style="display:none">{WORDS[n]}</div></div>"""
        )
    )
    assert column(posts_of(html_page(posts)), "body_text") == WORDS


def test_cells_of_counts_are_no_words():
    page = rows(
        lambda n: (
            f"""<tr class="row"><td class="t"><a href="/thread-{n + 100}.html">{WORDS[n]}</a></td>
        <td class="by"><a href="/user/{NAMES[n]}">{NAMES[n]}</a></td>
        <td class="n">{12441 + 997 * n}</td><td class="at">{TIMES[n]}</td></tr>"""
        )
    )
    group = group_of(html_page(f"<table>{page}</table>"))
    assert group is None or group.title_share > 0.9


def test_days_are_not_what_somebody_says_of_days():
    def row(n):
        told = f"于2019-0{n + 1}-18开始" if n < 2 else "很久以前开始"
        return f"""<div class="item">
        <a class="title" href="/news/{n}.html">{WORDS[n % 4][:20]}{n}</a>
        <p class="lead">{told}</p><span class="day">2024年4月1{n}日 10:45</span></div>"""

    group = group_of(html_page(rows(row, 6)))
    said = [post for post in group.posts if post.body is not None]
    assert not [post for post in said if post.time.raw.startswith("2019")]


def test_the_place_where_a_writer_lives_heads_no_post():
    posts = rows(
        lambda n: (
            f"""<article class="post"><div class="user">
        <h4><a class="username" href="/members/{n}/">{NAMES[n]}</a></h4>
        <dl><dt>Home</dt><dd><a href="/where?it={NAMES[n]}">Town of {NAMES[n]}</a>
        </dd></dl></div><div class="main"><time>{TIMES[n]}</time>
        <div class="text">{WORDS[n]} {WORDS[n]}</div></div></article>"""
        )
    )
    group = group_of(html_page(posts))
    assert group.title_share == 0
    assert len(group.posts) == 4


def test_a_title_between_a_name_and_what_was_said_last_heads_a_row():
    page = rows(
        lambda n: (
            f"""<li class="row"><div class="by"><a class="username" href="/user/{NAMES[n]}">
        {NAMES[n]}</a></div><div class="main"><h3><a href="/topic/{n}">{WORDS[n][:30]}</a></h3>
        <time>{TIMES[n]}</time></div><div class="last">{WORDS[3 - n]} {WORDS[n]}</div></li>"""
        )
    )
    assert group_of(html_page(f"<ul>{page}</ul>")).title_share == 1


def test_a_name_heads_no_post_however_short_that_is():
    posts = rows(
        lambda n: (
            f"""<div class="post"><a class="username" href="/u1018{n}">{NAMES[n]}{n}</a>
        <i>{TIMES[n]}</i><div class="text">{WORDS[n][:12]}</div></div>"""
        )
    )
    assert group_of(html_page(posts)).title_share == 0


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


@pytest.mark.parametrize("words", ["", "<script>fill('ad')</script>"])
def test_an_advertisement_dressed_as_the_post_before_it_is_none(words):
    posts = [div_post(n, attributes=f'id="post_{9000 + 7 * n}"') for n in range(4)]
    advert = div_post(1, words=words, name="Sponsored", time="today", attributes='id="post_9007"')
    found = posts_of(html_page("".join([*posts[:2], advert, *posts[2:]])))
    assert column(found, "author") == NAMES
    assert column(found, "post_id") == ["9000", "9007", "9014", "9021"]
    assert column(found, "floor") == [1, 2, 3, 4]


def test_empty_posts_of_their_own_and_pictures_alone_stay():
    posts = [
        div_post(n, words=words, attributes=f'id="post_{9000 + 7 * min(n, 2)}"')
        for n, words in enumerate([WORDS[0], "", WORDS[2], '<img src="/kettle.jpg">'])
    ]
    assert column(posts_of(html_page("".join(posts))), "author") == NAMES


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


def _dated(n: int, words: str) -> str:
    """The day stands in an element of its own, the time of the day behind it."""
    name = f"""<a href="/user/{NAMES[n]}">{NAMES[n]}</a>"""
    return f"""<div class="post" id="p{n}"><div class="who">{name}
      </div><div class="what"><div class="head"><span class="date"><span>{TIMES[n][:10]}</span>,
      {TIMES[n][11:]}</span></div><div class="said">{words}</div></div></div>"""


def test_the_time_of_the_day_is_not_what_a_short_post_says():
    book = LayoutBook()
    book.learn_from(group_of(html_page(rows(lambda n: _dated(n, WORDS[n])))).layouts)
    assert column(posts_of(html_page(_dated(1, "RT")), book), "body_text") == ["RT"]
    short = html_page(_dated(0, "Up") + _dated(1, "RT"))
    assert column(posts_of(short), "body_text") == ["Up", "RT"]


def test_a_link_in_what_somebody_says_does_not_number_his_post():
    said = f'{WORDS[0]} <a href="http://tea.example/p/123456">http://tea.example/p/123456</a>'
    (post,) = posts_of(html_page(div_post(0, words=said)))
    assert post.body_text.endswith("123456")
    assert post.post_id is None


def _owned(names: list[str]) -> str:
    """Posts whose boxes say which are of the member who began the thread."""
    posts = "".join(
        f"""<li class="{"owner" if name == names[0] else "other"}-post" data-pid="{800 + n}"
        data-timestamp="{1_709_546_400_000 + 600_000 * n}"><div class="who"><b class="username">
        <a href="/user/{name}">{name}</a></b> <a class="link" href="/post/{800 + n}"><span
        class="ago" title="2024-03-04T10:{10 * n:02d}:00Z"></span></a></div>
        <div class="content">{WORDS[n]}</div></li>"""
        for n, name in enumerate(names)
    )
    return html_page(f'<ul class="posts">{posts}</ul>')


@pytest.mark.parametrize("names", [["anna", "bert", "anna", "carla"], ["anna", "bert", "carla"]])
def test_posts_of_one_member_do_not_hide_those_of_the_others(names):
    book = LayoutBook()
    book.learn_from(group_of(_owned(["dora", "dora"])).layouts)
    assert column(posts_of(_owned(names), book), "author") == names


def test_cells_of_one_class_are_told_apart_by_their_order():
    page = html_page(
        rows(
            lambda n: (
                f"""<table class="post"><tr><td class="head" colspan="2">Re: kettles</td></tr>
            <tr><td class="cell"><a href="/user/{NAMES[n]}">{NAMES[n]}</a><br>Member<br>
            Posts: {7 * n + 3}</td><td class="cell">{WORDS[n]}</td></tr>
            <tr><td class="foot" colspan="2">{TIMES[n]}</td></tr></table>"""
            )
        )
    )
    assert column(posts_of(page), "body_text") == WORDS


def test_a_panel_that_differs_in_its_numbers_is_no_body():
    short = ["ok", "same", "+1", "no"]
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
            <div class="panel">Level {n + 20}, wrote {n * 713 + 9} of {n * 31} in the city</div>
            <span>{TIMES[n]}</span><div class="say">{short[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "body_text") == short


def test_posts_that_differ_in_their_numbers_alone_are_posts():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
            <p>Likes {["kettles", "pots", "lids", "cups"][n]} a lot</p>
            <span>{TIMES[n]}</span><div class="content">Word number {n}.</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "body_text") == [f"Word number {n}." for n in range(4)]


def test_boxes_side_by_side_are_the_paragraphs_of_a_body():
    more = ["<div>Second.</div><div><br></div><div>Third.</div>", "", "", ""]
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
            <span>{TIMES[n]}</span><div class="text"><div>{WORDS[n]}</div>{more[n]}</div></div>"""
            )
        )
    )
    bodies = column(posts_of(page), "body_text")
    assert bodies[0].split("\n")[-1] == "Third."
    assert bodies[1:] == WORDS[1:]


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


def test_who_began_the_thread_is_named_by_a_link_of_another_class():
    mark = ["", "", ' class="began"', ""]
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><a href="/~{NAMES[n]}"{mark[n]}>{NAMES[n]}</a>
            <a href="/c/{n}"><time datetime="{TIMES[n]}">{9 - n} weeks ago</time></a>
            <div class="text">{WORDS[n]}</div></div>"""
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


def test_two_members_of_one_name_do_not_hide_the_names():
    names = ["gone", "gone", "bert", "carla", "dora", "emil"]
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><h4><a href="/t/7#p{n}">About kettles {n}</a></h4>
            <a href="/id/{n}">{names[n]}</a><span>2024-03-0{n + 1} 10:00</span>
            <div class="text">{WORDS[n % 4]} {n}</div></div>"""
            ),
            6,
        )
    )
    assert column(posts_of(page), "author") == names


def test_an_opening_post_whose_unlinked_name_is_of_the_class_of_the_others():
    answers = rows(
        lambda n: (
            f"""<div class="comment"><span class="nick">{NAMES[n]}</span>
        <span class="at">{TIMES[n]}</span><p class="say">{WORDS[n]}</p></div>"""
        )
    )
    opening = "Since the new year my kettle whistles in two voices, low and high."
    page = html_page(
        f"""<h1>Kettles</h1><div class="view"><div class="info"><span class="nick">zoe</span>
        <i class="clock">2024-03-01 09:00</i></div><div class="article"><p>{opening}</p></div></div>
        <div class="comments">{answers}</div>"""
    )
    posts = posts_of(page)
    assert column(posts, "author") == ["zoe", *NAMES]
    assert posts[0].body_text == opening


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
