"""Opening posts that stand elsewhere than their answers."""

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
    rows,
    tree_of,
)
from opening_kit import (
    ANSWERED,
    ASKED,
    BOARD,
    OPENING,
    QUESTION_HEAD,
    answers_of,
    board_page,
    commented_page,
    korean_board,
    linked_thread,
    plain_question,
    told_thread,
)

from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.extraction.vocabulary import BODY_CLASS


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


def test_the_class_of_an_unlinked_name_tells_who_wrote_the_opening_post():
    head = f'<b class="nick">zoe</b><p>IP *.* <i class="reg">{TIMES[0][:10]} (09:12:05)</i></p>'
    posts = posts_of(board_page(head))
    assert column(posts, "author") == ["zoe", *NAMES]
    assert posts[0].published == "2024-03-04T09:12:05+00:00"
    assert posts[0].body_text == OPENING


def test_short_years_of_answers_are_read_as_the_language_of_the_page_does():
    head = '<b class="nick">zoe</b><i class="reg">2024.03.04 09:12</i>'
    short = [f"24.03.0{5 + n} 10:00" for n in range(4)]
    assert column(posts_of(board_page(head, times=short)), "author") == ["zoe", *NAMES]


@pytest.mark.parametrize("beside", ["<span class='ip'>Lathe</span>", "· 3180 readers"])
def test_a_post_alone_whose_head_is_a_box_of_its_own(beside):
    page = html_page(
        f"""<h1>Kettles</h1><div class="head"><a href="/member/zoe">zoe</a>
        <span class="at">{TIMES[0]}</span> {beside}</div>
        <div class="topic-content"><p>{OPENING}</p></div><div class="aside-content">Rules of
        this place: be kind to each other, and do not sell anything here.</div>"""
    )
    (post,) = posts_of(page)
    assert (post.author, post.body_text) == ("zoe", OPENING)


def test_a_single_answer_of_a_known_layout_has_its_opening_post():
    question = f"<div class='topic'>{QUESTION_HEAD}<div class='doc'>{WORDS[0]}</div></div>"
    book = LayoutBook()
    answered = html_page(f"<h1>Which oil?</h1>{question}{answers_of(1, 2, 3)}")
    book.learn(group_of(answered, book).layouts[0])
    posts = posts_of(html_page(f"<h1>Which oil?</h1>{question}{answers_of(2)}"), book)
    assert column(posts, "author") == [NAMES[0], NAMES[2]]
    assert column(posts, "body_text") == [WORDS[0], WORDS[2]]


def test_answers_as_old_as_their_opening_post():
    def fields(n, box):
        return f"""<div class="{box}"><a class="who" href="/people/{NAMES[n]}/">{NAMES[n]}</a>
        <i class="when">3 months ago</i><div class="{box}-content">{WORDS[n]}</div></div>"""

    answers = "".join(f"<li>{fields(n, 'answer')}</li>" for n in (1, 2, 3))
    page = html_page(f"<h1>Which oil?</h1>{fields(0, 'topic')}<ul>{answers}</ul>")
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def signed_below(n, box):
    return f"""<div class="{box}"><div class="{box}-content"><p>{WORDS[n]}</p></div>
        <span class="{box}-meta">asked <i class="when">{TIMES[n]}</i> by
        <a class="who" href="/user/{NAMES[n]}">{NAMES[n]}</a></span></div>"""


@pytest.mark.parametrize("answered", [True, False])
def test_a_question_that_is_signed_below_its_words(answered):
    answers = "".join(f"<div>{signed_below(n, 'answer')}</div>" for n in (1, 2, 3))
    page = html_page(
        f"<h1>Which oil?</h1><div class='q'>{signed_below(0, 'question')}</div>"
        + f"<section>{answers}</section>" * answered
    )
    posts = posts_of(page)
    assert column(posts, "author") == (NAMES if answered else NAMES[:1])
    assert column(posts, "body_text") == (WORDS if answered else WORDS[:1])


def test_the_words_of_an_opening_post_are_told_by_an_id_and_its_writer_by_the_first_link():
    posts = posts_of(commented_page((1, 2, 3)), url=BOARD)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_where_the_name_of_a_single_answer_leads_tells_who_wrote_the_opening_post():
    book = LayoutBook()
    book.learn_from(group_of(linked_thread((1, 2, 3))).layouts)
    posts = posts_of(linked_thread((1,)), book)
    assert column(posts, "author") == NAMES[:2]
    assert posts[1].body_text == WORDS[1]


def test_a_table_between_loose_paragraphs_is_written_by_their_writer():
    cells = "".join(f"<tr><td>kettle {n}</td><td>{n} litres</td></tr>" for n in (1, 2))
    html = linked_thread((1, 2, 3)).replace(
        f"<p></p><p>{WORDS[2]}</p>", f"<p>{WORDS[2]}</p><table>{cells}</table><p>That is all.</p>"
    )
    said = posts_of(html)[2].body_text
    assert "kettle 2" in said
    assert said.endswith("That is all.")


def letter_page(words, answered=()):
    """Return a post with a head of labels and loose words, as boards of terminals show it."""
    line = '<div class="metaline"><span class="tag">{}</span><span class="told">{}</span></div>'
    told = [("作者", "ann (Ann of Kettles)"), ("看板", "Kitchen"), ("標題", "[問卦] 水壺")]
    head = "".join(line.format(*pair) for pair in (*told, ("時間", "Sun Dec 26 23:34:48 2021")))
    pushes = "".join(
        f"""<div class="push"><span class="tag">推 </span><span class="who">{NAMES[n]}</span>
        <span class="said">: {WORDS[n]}</span><span class="on"> {time}
        </span></div>"""
        for n, time in enumerate(answered)
    )
    sent = '<span class="f2">※ 發信站: 廚房站(kitchen.example), 來自: 192.0.2.7 (水壺)\n</span>'
    return html_page(f'<div id="main" class="screen">{head}\n{words}\n\n--\n{sent}{pushes}</div>')


def test_a_short_opening_with_a_head_like_a_letters_is_read():
    posts = posts_of(letter_page("水壺壞了，怎麼辦？", ["12/26 23:40", "12/27 10:00"]))
    assert column(posts, "author") == ["ann", *NAMES[:2]]
    assert posts[0].body_text == "水壺壞了，怎麼辦？"


def test_so_it_is_when_nobody_has_answered_yet():
    (post,) = posts_of(letter_page("水壺壞了，怎麼辦？有人試過嗎？"))
    assert (post.author, post.published) == ("ann", "2021-12-26T23:34:48+00:00")
    assert post.body_text == "水壺壞了，怎麼辦？有人試過嗎？"


def test_answers_that_never_have_a_year_follow_the_one_before_them():
    times = ["12/26 23:40", "12/31 10:00", "01/02 08:00", "03/05 09:00"]
    posts = posts_of(letter_page("水壺壞了，怎麼辦？有人試過嗎？", times))
    assert [post.published[:10] for post in posts] == [
        "2021-12-26",
        "2021-12-26",
        "2021-12-31",
        "2022-01-02",
        "2022-03-05",
    ]


def test_answers_without_a_year_below_a_post_written_alike_are_of_this_year():
    posts = posts_of(html_page(rows(lambda n: div_post(n, time=f"0{n + 1}-02 10:00"))))
    assert {post.published[:4] for post in posts} == {"2024"}
    times = ["2021-12-26 10:00", "01-02 10:00", "02-02 10:00", "03-02 10:00"]
    posts = posts_of(html_page(rows(lambda n: div_post(n, time=times[n]))))
    assert [post.published[:4] for post in posts] == ["2021", "2024", "2024", "2024"]


@pytest.mark.parametrize("tag", ["b", "cite", "strong"])
def test_an_opening_post_whose_name_is_only_dressed_belongs_to_its_answers(tag):
    def head(n):
        return f"<{tag}>{NAMES[n]}</{tag}> {TIMES[n]}"

    answers = "".join(
        f'<li><p class="m">{head(n)}</p><div class="r">{WORDS[n]}</div></li>' for n in (1, 2, 3)
    )
    page = html_page(
        f"""<h1>Which oil?</h1><div class="op"><div class="info">{head(0)}</div>
        <div class="content">{WORDS[0]}</div></div><h3>3 replies</h3><ul>{answers}</ul>"""
    )
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize(("own", "count"), [("limited say words", 2), ("limited say words", 4)])
def test_the_words_of_an_opening_post_can_wear_one_class_more(own, count):
    def post(n):
        return f"""<div class="post"><div class="who"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
            </div><div class="in"><article class="{"say words" if n else own}">{WORDS[n]}</article>
            <div class="bar"><i class="when">{TIMES[n]}</i><b>#{n + 1}</b></div></div></div>"""

    posts = posts_of(html_page(f"<div>{rows(post, count)}</div>"))
    assert column(posts, "body_text") == WORDS[:count]


def test_an_opening_post_by_a_name_that_is_declared():
    def post(n):
        return f"""<div class="comment"><footer><p class="by">{NAMES[n]}</p><p class="at">{TIMES[n]}
            </p></footer><div class="words"><p>{WORDS[n]}</p></div></div>"""

    name = f'<span typeof="schema:Person" property="schema:name">{NAMES[0]}</span>'
    head = f"""<article class="node"><header><div class="meta"><span>By {name}</span>
        {TIMES[0]}</div></header><div class="content"><div class="body"><p>{WORDS[0]}</p></div>
        <section>{"".join(map(post, (1, 2, 3)))}</section></div></article>"""
    posts = posts_of(html_page(head))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_an_opening_post_of_somebody_named_with_courtesy():
    def post(n):
        return f"""<div class="{"reply" if n else "topic"}"><div class="head"><p class="userName">
            <a href="/user/{NAMES[n]}">{NAMES[n]}</a>さん</p><p class="date">{TIMES[n]}</p></div>
            <p class="said">{WORDS[n]}</p></div>"""

    posts = posts_of(html_page(f"<div>{post(0)}</div><div>{rows(lambda n: post(n + 1), 3)}</div>"))
    assert column(posts, "author") == NAMES


def test_who_is_said_to_have_begun_a_thread_names_an_opening_in_boxes_of_its_own():
    def post(n, kind):
        return f"""<div class="{kind}-head">{NAMES[n]} <a href="#p7{n}"><i>{TIMES[n]}</i></a></div>
            <div class="{kind}-body">{WORDS[n]}</div>"""

    info = f'<div class="info">Started by {NAMES[0]}, {TIMES[0]} · Replies: 3 · Views: 665</div>'
    answers = rows(lambda n: f'<li id="p7{n + 1}">{post(n + 1, "reply")}</li>', 3)
    opening = f'<div id="p70" class="top">{post(0, "topic")}</div>'
    for body, count in ((f"{opening}<ul>{answers}</ul>", 4), (opening, 1)):
        posts = posts_of(html_page(f"<h1>Lids</h1>{info}{body}"))
        assert column(posts, "author") == NAMES[:count]
        assert column(posts, "body_text") == WORDS[:count]


@pytest.mark.parametrize("badge", ["", "<span>Pilot</span>"])
def test_an_opening_without_any_class_is_like_its_answers_below_its_box(badge):
    def post(n, tag, words):
        return f"""<{tag} id="p7{n}"><div><span>{NAMES[n]}</span> {badge} {TIMES[n]}
            <span>from Lund</span></div><div><div><p>{words}</p></div></div></{tag}>"""

    answers = rows(lambda n: post(n + 1, "li", WORDS[n + 1]), 3)
    opening = post(0, "div", "Does it fit?")
    posts = posts_of(html_page(f"<h1>Lids</h1>{opening}<ul>{answers}</ul>"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == ["Does it fit?", *WORDS[1:]]


def test_an_opening_post_of_the_day_and_the_writer_of_the_first_answer():
    """It has words of its own: the head of a thread, of its first post, has none."""

    def answer(n, day=TIMES[1][:10]):
        return f"""<div class="answer"><span class="author">{NAMES[0]}</span>
            <em class="at">{day}</em><div class="text">{WORDS[n]}</div></div>"""

    def page(words):
        head = f'<p class="by">By <span class="author">{NAMES[0]}</span>, {TIMES[0][:10]}</p>'
        answers = f"<section>{answer(1)}{answer(2)}{answer(3, TIMES[3][:10])}</section>"
        return html_page(f"<div><h1>Which oil?</h1>{head}{words}{answers}</div>")

    told = posts_of(page(f'<div class="question-content"><p>{WORDS[0]}</p></div>'))
    assert column(told, "body_text") == WORDS
    assert column(posts_of(page("<p>Read the rules of this board.</p>")), "body_text") == WORDS[1:]


def test_an_opening_post_of_the_day_and_the_writer_of_a_single_answer():
    """Attributes tell that both are not of one minute."""

    def record(kind, n):
        day, clock = TIMES[n].split()
        return f"""<div class="{kind}"><div class="{kind}-content"><p>{WORDS[n]}</p></div>
            <p>by <a class="who" href="/user/anna">anna</a> <time datetime="{day}T{clock}">{day}
            </time></p></div>"""

    page = html_page(f"<h1>Which oil?</h1>{record('question', 0)}{record('answer', 1)}")
    assert column(posts_of(page), "body_text") == WORDS[:2]


@pytest.mark.parametrize("count", [2, 4])
def test_the_words_of_a_question_can_be_the_heading_of_its_page(count):
    def record(n, words):
        return f"""<div class="item"><div class="user-info"><p class="user-name">
            <a href="/user/{NAMES[n]}">{NAMES[n]}</a></p><p class="date-wrap">
            <span class="date-of">{TIMES[n]}</span></p></div>{words}</div>"""

    def answer(n):
        return record(n, f'<div class="block"><p class="block-text wide">{WORDS[n]}</p></div>')

    beside = '<p class="about">Kettles, 17 readers</p>'
    question = record(0, f'<h1 class="block-text">{WORDS[0]}</h1>{beside}')
    answers = "".join(map(answer, range(1, count)))
    page = html_page(f'<div id="que">{question}</div><div id="ans">{answers}</div>')
    assert column(posts_of(page), "body_text") == WORDS[:count]


def test_the_words_of_the_best_answer_have_a_name_of_their_own():
    def answer(n):
        kind = "best" if n == 1 else "answer"
        return f"""<div class="{kind}-box"><div class="bd"><div class="line">
            <a class="who" href="/user/{NAMES[n]}">{NAMES[n]}</a><span class="at">{TIMES[n]}</span>
            <div class="{kind}-text">{WORDS[n]}</div></div></div></div>"""

    question = f"""<div class="ask"><h1>Which kettle?</h1><div class="text">{WORDS[0]}</div>
        <a href="/user/{NAMES[0]}">{NAMES[0]}</a> <span class="day">{TIMES[0]}</span></div>"""
    page = html_page(f'{question}<div class="all">{answer(1)}{answer(2)}{answer(3)}</div>')
    assert column(posts_of(page), "body_text") == WORDS


def test_the_words_of_a_question_have_a_name_of_their_own_in_a_box_like_the_others():
    def cells(n, name, box=""):
        return f"""<table class="{box}"><tr><td><b>{n + 3}</b></td><td><div class="in">
        <div class="{name}-body">{WORDS[n]}</div><div class="tags"><a href="/t/lids">lids</a></div>
        <div class="signs"><div class="sign"><p>{name}ed <b>{TIMES[n]}</b></p>
        <a href="/users/{n}/{NAMES[n]}">{NAMES[n]}</a></div></div></div></td></tr></table>"""

    answers = "".join(
        f'<a name="{n}"></a><div class="answer">{cells(n, "answer")}</div>' for n in (1, 2, 3)
    )
    top = f"<h1>Lids</h1><div>{cells(0, 'question', 'question')}<div><h2>3 answers</h2></div>"
    posts = posts_of(html_page(f"{top}{answers}</div>"))
    assert column(posts, "body_text") == WORDS
    assert column(posts, "author") == NAMES


def test_the_words_of_an_opening_are_its_box_also_where_they_are_one_paragraph():
    answer = f"""<ul><li id="cmt1"><div class="info"><div class="nickname">
        <a href="javascript:void(0)" class="nickname">{NAMES[1]}</a></div>
        <span class="date">({TIMES[1]})</span></div><div class="content">{WORDS[1]}</div></li>
        </ul>"""
    tree = tree_of(korean_board(f"<div>{WORDS[0]}</div>", answer))
    found = find_posts(tree, LayoutBook())
    assert [tree.sig[post.body] for post in found.posts] == ["div.contentbody", "div.content"]


@pytest.mark.parametrize("name", ["tableOfContents", "readTextile"])
def test_other_names_in_humps_tell_no_words(name):
    assert BODY_CLASS.search(f"box {name}") is None


@pytest.mark.parametrize("name", ["questionBody", "writeContents"])
def test_names_of_boxes_written_in_humps_tell_the_words_of_an_opening(name):
    answers = rows(
        lambda n: (
            f"""<div class="answer"><div class="answerBody"><p>{WORDS[n]}</p></div>
        <p>{TIMES[n]} <a class="user" href="/users/{NAMES[n]}">{NAMES[n]}</a></p></div>"""
        )
    )
    asked = "How long does a kettle last where the water is hard, and what helps?"
    page = html_page(
        f"""<main><div class="head"><h1>Hard water</h1><a href="/users/dora">dora</a>
        <ul><li>2024-03-04 09:00</li></ul></div><div class="{name}"><p>{asked}</p></div>
        {answers}</main>"""
    )
    posts = posts_of(page)
    assert column(posts, "body_text") == [asked, *WORDS]
    assert column(posts, "author") == ["dora", *NAMES]


@pytest.mark.parametrize("name", ["zoe", "x", "山田"])
@pytest.mark.parametrize("cut", [16, 10], ids=["minutes", "days"])
def test_an_opening_whose_writer_and_time_are_told_in_plain_text_has_the_box_of_its_answers(
    name, cut
):
    posts = posts_of(told_thread(f"Submitted by {name} on {TIMES[0]}", cut))
    assert column(posts, "author") == [name, *NAMES[1:]]
    assert column(posts, "body_text") == WORDS
    assert posts[0].published == ISO[0]


@pytest.mark.parametrize(("words", "read"), [("topic-content", WORDS[0]), ("tools", None)])
def test_the_words_of_an_opening_in_a_box_of_another_name_are_its_own(words, read):
    def head(n, before="", after=""):
        name = f'<a href="/u/{n + 1}/">{NAMES[n]}</a><br>'
        line = f'<p class="muted">{name}<span>{before}{TIMES[n]}{after}</span></p>'
        return f'<div class="meta row"><div class="col">{line}</div></div>'

    def answer(n):
        own = f'<div class="reply-content"><p>{WORDS[n]}</p></div>'
        return f'<li class="item">{head(n)}{own}</li>'

    at = head(0, "Posted ", ' in <a class="own" href="/n/5/">Pots</a>, ')
    opening = f'{at}<div class="{words}"><p>{WORDS[0]}</p></div>'
    html = f"""<div class="panel"><div class="inner"><h1>Lids</h1>{opening}</div></div>
    <div class="panel"><ul>{rows(lambda n: answer(n + 1), 3)}</ul></div>"""
    tree = tree_of(html_page(html))
    posts = find_posts(tree, LayoutBook()).posts
    told = [tree.text(post.body) if post.body is not None else None for post in posts]
    assert told == [read, *WORDS[1:]]


@pytest.mark.parametrize("badge", ["", "<b>楼主</b>"])
@pytest.mark.parametrize("head", ["发起人： ", "作成者: ", "Started by "])
@pytest.mark.parametrize("answered", [True, False])
def test_the_head_of_a_thread_tells_whose_unmarked_name_stands_before_a_short_question(
    badge, head, answered
):
    posts = posts_of(plain_question(badge=badge, head=head, answered=answered))
    assert column(posts, "author") == ["老王", "小木匠"][: 1 + answered]
    assert column(posts, "body_text") == [ASKED, ANSWERED][: 1 + answered]


def test_a_name_in_bold_in_the_line_of_an_opening_is_nearer_to_it_than_one_of_those_who_answered():
    def post(n, kind):
        return f"""<div class="{kind}-meta"><b>{NAMES[n]}</b>: [{TIMES[n]}]</div>
        <div class="{kind}-body">{WORDS[n]}</div>"""

    answers = rows(lambda n: f'<li id="p7{n + 1}">{post(n + 1, "answer")}</li>', 3)
    online = f"<div><h3>Online</h3><ul><li><a href='/u/2'>{NAMES[2]}</a></li></ul></div>"
    page = html_page(
        f'{online}<h1>Lids</h1><div id="p70">{post(0, "topic")}</div><ul>{answers}</ul>'
    )
    posts = posts_of(page.replace(f"<b>{NAMES[0]}</b>", "<b>dora</b>", 1))
    assert column(posts, "author") == ["dora", *NAMES[1:]]


@pytest.mark.parametrize("label", ["Author", "작성자", "作者", "Autor:"])
def test_a_guest_who_began_a_thread_is_named_behind_a_label(label):
    answers = rows(
        lambda n: (
            f"""<article><header><a class="member" href="/u/{n}">{NAMES[n]}</a>
        <time>{TIMES[n]}</time></header>
        <div class="answer-text"><p>{WORDS[n]}</p></div></article>"""
        )
    )
    opening = f"""<section><span>{label}</span> <strong><i class="guest">zoe</i></strong>
        <b class="day">2024-03-01 09:00</b></section>
        <section><div id="content"><p>My kettle whistles in two voices, low.</p></div></section>"""
    posts = posts_of(html_page(f"<h1>Two voices</h1>{opening}<div>{answers}</div>"))
    assert column(posts, "author") == ["zoe", *NAMES]


def _columned(n, when=""):
    return f"""<div class="page"><div class="page-author"><a class="id" href="/user/{n + 80}">
        {NAMES[n]}</a><span>{n * 130 + 20} points</span></div><div class="page-publish">
        <div class="limit">{WORDS[n]}</div><ul class="bar">{when}<li>Quote</li></ul></div></div>"""


@pytest.mark.parametrize("like", [True, False])
def test_an_opening_built_as_its_answers_tells_its_time_in_the_head_of_the_thread(like):
    first = _columned(0) if like else _columned(0).replace('"limit"', '"advert"')
    answers = "".join(_columned(n, f"<li>{TIMES[n]}</li><li>#{n + 1}</li>") for n in (1, 2, 3))
    head = f"<div class='top'><h1>Lids</h1><ul><li>{TIMES[0]}</li><li>3,210</li></ul></div>"
    posts = posts_of(html_page(f"<div>{head}{first}{answers}</div>", "Lids"))
    assert column(posts, "author") == NAMES[not like :]
    assert column(posts, "body_text") == WORDS[not like :]


@pytest.mark.parametrize("counts", ["Views: 512 / Votes: 3", "조회수: 512 / 추천수: 3"])
def test_the_line_that_counts_who_read_an_opening_is_its_own(counts):
    def answer(n):
        return f"""<div class="line" id="c{n + 70}"><b><a class="nick">{NAMES[n]}</a></b>
            <font class="day">{TIMES[n]}</font><div class="said">{WORDS[n]}</div></div>"""

    head = f"""<div class="info"><h1>Lids</h1><div class="box"><span class="name">
        <a class="nick" href="#">{NAMES[0]}</a></span><br>Written: {TIMES[0]}<br>{counts}</div>
        </div><table><tr><td class="board-contents">{WORDS[0]}</td></tr></table>"""
    answers = "".join(map(answer, (1, 2, 3)))
    posts = posts_of(html_page(f"{head}<div>{answers}</div>", "Lids"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize("digits", [16, 10])
def test_the_best_answer_above_all_is_not_the_opening(digits):
    def answer(n, best=""):
        return f"""<dl class="item{best}"><dt><span class="nick">{NAMES[n]}</span>
            <i>{TIMES[n][:digits]}</i></dt><dd class="said">{WORDS[n]}</dd></dl>"""

    head = f"""<div class="info"><h1>Lids</h1><a class="writer" href="#">dora</a>
        <span class="date">2024-03-04 09:00</span></div><div class="content">{WORDS[0]}</div>"""
    answers = "".join(map(answer, (1, 2, 3)))
    best = f"<div class='best'>{answer(2, ' best')}</div>"
    posts = posts_of(html_page(f"<div>{head}</div>{best}<div>{answers}</div>", "Lids"))
    assert column(posts, "author") == ["dora", *NAMES[1:]]
    assert column(posts, "body_text") == WORDS


def test_a_quick_answer_that_repeats_the_opening_is_not_it_shown_again():
    def post(n, kind, time, words, head=""):
        name = "zoe" if head else NAMES[n]
        return f"""<div class="{kind}"><div class="who"><a href="/user/{n}">{name}</a></div>{head}
            <div class="content">{words}</div><div class="foot">{time}</div></div>"""

    first = post(9, "post", f"on {TIMES[0]}", WORDS[0], "<h1>Lids</h1>")
    said = [f"{WORDS[0]} So do I.", *WORDS[1:]]
    answers = rows(lambda n: post(n, "answer", TIMES[n], said[n]))
    posts = posts_of(html_page(f"{first}{answers}", "Lids"))
    assert column(posts, "body_text") == [WORDS[0], *said]


@pytest.mark.parametrize("apart", [True, False])
def test_words_in_an_element_like_those_of_the_answers_stand_by_the_name(apart):
    def answer(n):
        return f"""<div class="re"><div><a href="/user/{n}">{NAMES[n]}</a> <i>{TIMES[n]}</i></div>
            <div class="mx">{WORDS[n]}</div></div>"""

    head = f"<p>by <a href='/user/0'>{NAMES[0]}</a> <span>{TIMES[0]}</span></p>"
    words = f'<div class="mx">{WORDS[0]}</div>'
    words = f'<div class="rules"><b>Be kind</b>{words}</div>' if apart else words
    answers = "".join(map(answer, (1, 2, 3)))
    posts = posts_of(html_page(f"<h1>Lids</h1>{head}{words}{answers}", "Lids"))
    assert column(posts, "author") == NAMES[apart:]
