"""What stands ahead of posts, or beside them, and opens no thread."""

from __future__ import annotations

import pytest
from extraction_kit import (
    ISO,
    NAMES,
    TIMES,
    WORDS,
    column,
    group_of,
    html_page,
    posts_of,
    records_of,
    rows,
    tree_of,
)
from opening_kit import (
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
from fpcrawl.extraction.posts.readgroup import SETTLED


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


def test_a_heading_with_a_label_before_the_title_is_no_opening_post():
    def name(n):
        return f'<a class="username" href="/members/{n}">{NAMES[n]}</a>'

    def time(n):
        return f'<a class="quiet" href="/t/77"><time class="date">{TIMES[n]}</time></a>'

    def post(n):
        text = f'<div class="text"><article class="body"><div>{WORDS[n]}</div></article></div>'
        return f"""<article class="message"><section><h4 class="who">{name(n)}</h4></section>
        <div class="main"><header class="by"><div>{time(n)}</div></header>{text}</div></article>"""

    title = """<div class="title"><h1><span class="label">Copper kettles and pans</span>
    A small thread about lids</h1></div>"""
    head = f"""<div class="page-head"><div class="in">{title}<div class="told"><ul>
    <li>{name(0)}</li><li>{time(0)}</li></ul></div></div></div>"""
    posts = posts_of(html_page(f"{head}<div>{rows(post)}</div>", title="A small thread about lids"))
    assert column(posts, "body_text") == WORDS


def test_what_a_head_says_of_the_first_post_is_no_other_post():
    head = f"<div class='head'>{QUESTION_HEAD}<div class='content'>{WORDS[3]}</div></div>"
    posts = posts_of(html_page(f"<h1>Which oil?</h1>{head}{answers_of(0, 1, 2)}"))
    assert column(posts, "body_text") == WORDS[:3]


def test_the_name_of_a_board_in_a_heading_wrote_no_opening_post():
    head = f'<h2 class="board-name">kettles</h2><i class="reg">{TIMES[0][:10]} 09:12</i>'
    assert column(posts_of(board_page(head)), "author") == NAMES


def test_a_short_post_alone_is_not_given_the_words_of_a_box_behind_it():
    page = html_page(
        f"""<div class="post"><a href="/member/zoe">zoe</a> <span class="at">{TIMES[0]}</span>
        <p>{OPENING}</p></div><div class="aside-content">Rules of this place: be kind to each
        other, and do not sell anything here, or elsewhere. {" ".join(WORDS)}</div>"""
    )
    (post,) = posts_of(page)
    assert post.body_text == OPENING


@pytest.mark.parametrize("said", ["It cost me a bolt.", OPENING, "水壶一直漏水，怎么修？"])
@pytest.mark.parametrize("count", ["· 2,401 views", "· 2401 次阅读", "Просмотров: 18"])
def test_the_count_of_readers_behind_a_time_is_no_post(count, said):
    """A post that stands alone below its head, and a line that asks for an account."""
    page = html_page(
        f"""<h1>Which oil?</h1><div class="info"><a class="user-name" href="/zoe">zoe</a>
        <abbr title="2024-03-04T10:00:00Z">long ago</abbr> {count}</div>
        <div class="card"><div class="card-body markdown"><p>{said} {said}</p></div></div>
        <div class="card"><div class="card-body">You need to <a href="/account/sign_in">log in</a>
        to answer, or <a href="/account/sign_up">register</a> here first.</div></div>"""
    )
    (post,) = posts_of(page)
    assert (post.author, post.body_text) == ("zoe", f"{said} {said}")


def test_a_time_told_in_a_lone_post_is_not_when_it_was_written():
    said = "Since 2023-03-05 14:20 the kettle leaks, and nobody here knows which bolt it is."
    page = html_page(
        f"""<h1>Which oil?</h1><div class="info"><a class="user-name" href="/zoe">zoe</a>
        <abbr title="2024-03-04T10:00:00Z">long ago</abbr> · 12 views</div>
        <div class="card"><div class="card-body markdown"><p>{said}</p></div></div>"""
    )
    (post,) = posts_of(page)
    assert (post.published[:16], post.body_text) == ("2024-03-04T10:00", said)


def test_days_beside_the_titles_of_other_pages_are_not_when_a_lone_post_was_written():
    (post,) = records_of(commented_page(()), "thread", url=BOARD)
    assert (post.author, post.body_text) == (NAMES[0], WORDS[0])
    assert post.published_raw == TIMES[0]


def test_an_empty_paragraph_before_the_first_is_not_the_body():
    answers = posts_of(linked_thread((1, 2, 3)))[1:]
    assert column(answers, "body_text") == WORDS[1:]


def board_below(words, marked="here", url="/free/{0}"):
    """A text without an answer above the list of its board, where its own row is marked."""
    items = "".join(
        f"""<tr class="{marked if n == 2 else ""}"><td class="no">{9 - n}</td><td class="name">
        <a href="{url.format(70 + n)}">A kettle that hums number {n}</a></td><td class="author">
        <a class="member" href="#menu">{NAMES[n % 4]}</a></td><td
        class="{"seen" if n == 2 else "day"}">2024.03.0{n + 1}</td><td>{n}{n}1</td></tr>"""
        for n in range(6)
    )
    return html_page(
        f"""<div class="head"><div class="top"><span class="dated">{TIMES[1]}</span>
        <h1><a href="/free/72">A kettle that hums</a></h1></div><div class="line"><div class="by">
        <a class="member_1" href="#menu">{NAMES[1]}</a></div><div class="by right"><span>Readers
        <b>7</b></span></div></div></div>
        <div class="rd_body"><article><div class="document_72 text_content">{words}</div></article>
        </div><div class="below"><table class="board"><tbody>{items}</tbody></table></div>
        <div class="foot">{WORDS[0] * 4}</div>"""
    )


@pytest.mark.parametrize("known", [False, True])
def test_the_row_of_a_page_in_the_list_below_it_is_no_post(known):
    book = LayoutBook()
    if known:
        answered = html_page(
            rows(
                lambda n: (
                    f"""<li class="note"><a class="member" href="/u/{n}">{NAMES[n]}</a>
                    <span class="on">{TIMES[n]}</span><p class="said">{WORDS[n]}</p></li>"""
                )
            )
        )
        for _ in range(9):
            book.learn_from(group_of(answered).layouts)
        assert book.support >= SETTLED
    (post,) = records_of(
        board_below("It hums at night, and nobody knows why."),
        "thread",
        url="http://f.example/free/72",
        book=book,
    )
    assert (post.author, post.body_text) == (NAMES[1], "It hums at night, and nobody knows why.")
    assert post.published_raw == TIMES[1]


@pytest.mark.parametrize(
    "mark", ["공지", "필독", "Angeheftet", "Épinglé", "Fijado", "Закреплено", "置顶"]
)
def test_the_marks_of_rows_that_are_kept_at_the_top_are_nobodys_words(mark):
    items = "".join(
        f"""<tr class="kept"><td>{mark}</td><td><a href="/free/{70 + n}"><b>A kettle that hums
        number {n}</b></a></td><td><a class="member" href="#menu">{NAMES[n]}</a></td>
        <td class="day">2024.03.0{n + 1}</td></tr>"""
        for n in range(2)
    )
    group = group_of(html_page(f"<table><tbody>{items}</tbody></table>"))
    assert (group.body_path, group.title_share) == (None, 1.0)


def test_a_time_beside_what_is_not_shown_is_in_no_row():
    page = board_below("It hums at night, and nobody knows why.")
    words = "".join(f"<p>{said}</p>" for said in WORDS * 20)
    shown = f"<noscript><div><b>{NAMES[0]}</b> <i>{TIMES[0]}</i>{words}</div></noscript>"
    tree = tree_of(page.replace("</body>", f"<noscript>No scripts</noscript>{shown}</body>"))
    assert any(tree.tag(i) == "noscript" for i in range(len(tree.nodes)))
    assert find_posts(tree, LayoutBook()) is not None


def test_what_is_dressed_in_the_line_of_a_heading_is_nobody():
    answers = "".join(
        f'<li><p class="m"><b>{NAMES[n]}</b> {TIMES[n]}</p><div class="r">{WORDS[n]}</div></li>'
        for n in (1, 2, 3)
    )
    page = html_page(
        f"""<h1>Which oil?</h1><p>Opened {TIMES[0]}, last post by <b>anna</b></p>
        <ul>{answers}</ul>"""
    )
    assert column(posts_of(page), "body_text") == WORDS[1:]


def test_a_note_on_the_age_of_a_thread_is_not_its_opening_post():
    def post(n):
        return f"""<div class="cell"><b><a href="/user/{NAMES[n]}">{NAMES[n]}</a></b>
            <i title="{TIMES[n]}">57 days ago</i><p class="said">{WORDS[n]}</p></div>"""

    head = f"""<div class="box"><div class="top"><h1>A small thread</h1><small>
        <a href="/user/{NAMES[0]}">{NAMES[0]}</a> <i title="{TIMES[0]}">58 days ago</i></small>
        </div><div class="old">This thread was opened 58 days ago and a lot of what is told in it
        can be another way by now.</div><div class="cell"><div class="content"><p>{WORDS[0]}</p>
        </div></div></div>"""
    posts = posts_of(html_page(head + f'<div class="box">{"".join(map(post, (1, 2, 3)))}</div>'))
    assert column(posts, "body_text") == WORDS


def test_what_says_who_began_the_thread_is_no_name_of_an_opening_post():
    def head(n, badge=""):
        return f"""<div class="head"><div class="votes"><a href="/up">▲</a> <b>{n}</b></div>
            {NAMES[n]}
            {badge} <span>{TIMES[n]}</span></div><div class="said">{WORDS[n]}</div>
            <div class="likes"><a href="/u/7">zoe</a>, <a href="/u/8">yan</a> like this.</div>"""

    opening = f'<div class="top">{head(0, "<i class=b>OP</i>")}</div>'
    answers = rows(lambda n: f'<li class="answer">{head(n + 1)}</li>', 3)
    posts = posts_of(html_page(f'<div class="all">{opening}<ul>{answers}</ul></div>'))
    assert column(posts, "author") == NAMES


def test_who_is_said_to_have_begun_a_thread_is_no_member_named_above_its_title():
    def head(n, badge=""):
        return f"""<div class="who-{min(n, 1)}">{NAMES[n]} {badge} <span><span>{TIMES[n]}</span>
            </span>
            </div><div class="{"said" if n else "words"}"><p>{WORDS[n]}</p></div>"""

    online = rows(lambda n: f'<li><a href="/u/{n}">{NAMES[n]}</a></li>')
    info = f'<div class="info">Started by {NAMES[0]}, {TIMES[0]} · Replies: 3 · Views: 665</div>'
    opening = f'<div class="top">{head(0, "<i class=b>OP</i>")}</div>'
    answers = rows(lambda n: f'<li class="answer">{head(n + 1)}</li>', 3)
    posts = posts_of(
        html_page(f"<ul>{online}</ul><h1>Lids</h1>{info}{opening}<ul class='all'>{answers}</ul>")
    )
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_the_title_in_the_head_of_an_opening_post_is_not_its_words():
    def post(n):
        return f"""<tr class="reply"><td><a class="nick" href="/user/{NAMES[n]}">{NAMES[n]}</a></td>
            <td><div class="said">{WORDS[n]}</div></td><td><i class="at">{TIMES[n]}</i></td></tr>"""

    head = f"""<div class="main"><div class="top"><h4 class="subject"><span class="subject_text">Why
        does a kettle boil over whenever the lid is closed?</span></h4><div class="by">
        <strong class="nick">{NAMES[0]}</strong> <span class="member_no">(256)</span>
        <span class="date">{TIMES[0]}</span></div></div><div class="view"><div class="view_content">
        <p>{WORDS[0]}</p></div></div></div>"""
    posts = posts_of(html_page(f"{head}<table>{''.join(map(post, (1, 2, 3)))}</table>"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_a_form_for_answers_is_no_words_of_a_question():
    ask = "Your answer. By clicking on the button you agree to all that we wrote elsewhere. " * 2
    page = html_page(
        f"""<div class="main"><div class="head"><span class="asked" title="{TIMES[0]}">Asked</span>
        </div><div class="question"><div class="words"><p>{WORDS[0]}</p></div><div class="sign">
        <div class="user"><a href="/users/7/anna">anna</a></div></div></div><div class="answers">
        <p>Sorted by:</p><form><textarea></textarea><p>{ask}</p></form></div></div>"""
    )
    assert column(posts_of(page), "body_text") == WORDS[:1]


def test_a_hidden_copy_of_the_first_post_is_no_post_of_its_own():
    copy = f"""<div class="hidden"><div><a href="/people/{NAMES[0]}0/">{NAMES[0][0]}</a></div>
    <div class="message-body">{WORDS[0]}</div></div>
    <meta itemprop="datePublished" content="{ISO[0]}">"""
    posts = posts_of(html_page(f"<div>{copy}{answers_of(0, 1, 2, 3)}</div>"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize("several", [False, True])
def test_the_writer_of_an_opening_is_known_by_a_class_alone_and_counts_are_no_words(several):
    words = f"<div>{WORDS[0]}</div>" + (f"<div>{WORDS[1]}</div>" if several else "")
    answers = "".join(
        f"""<li id="cmt{n}"><div class="info"><div class="nickname">{NAMES[n]}</div>
        <span class="date">{TIMES[n]}</span></div><div class="content">{WORDS[n]}</div></li>"""
        for n in (1, 2, 3)
    )
    for below, number in ((f"<ul>{answers}</ul>", 4), ("", 1)):
        posts = posts_of(korean_board(words, below))
        assert column(posts, "author") == NAMES[:number]
        assert posts[0].body_text.split("\n\n") == WORDS[: 1 + several]


def test_a_row_among_the_latest_posts_of_other_threads_is_no_opening():
    def row(n):
        return f"""<li><b>{NAMES[n]}</b> <a href="/forum/2/topic/{n + 11}">Kettles of Lund {n}</a>
        <div>{WORDS[n][:20]}…</div><small>2024-02-0{n + 1} 12:00</small></li>"""

    def post(n):
        return f"""<table id="p{n + 50}"><tr><td>by <strong>{NAMES[n]}</strong></td>
        <td><span>{TIMES[n]}</span></td></tr><tr><td><small>Member</small></td>
        <td>{WORDS[n]}<br></td></tr></table>"""

    html = f"""<table><tr><td><h3>Last posts</h3><ul>{rows(row)}</ul></td>
    <td><h1>A small thread</h1>{rows(post, 2)}</td></tr></table>"""
    posts = posts_of(html_page(html), url="http://f.example/forum/2/topic/11")
    assert column(posts, "published") == ISO[:2]


@pytest.mark.parametrize("n", [0, 2], ids=["first page", "further page"])
def test_a_line_that_counts_answers_and_views_of_the_thread_is_no_post(n):
    def post(n):
        by = f'<div><b><a href="/author/{n}/">{NAMES[n]}</a></b></div>  · <small>{TIMES[n]}</small>'
        return f'<div id="p{n + 70}">{by}</div><div><p>{WORDS[n]}</p></div>'

    info = f"<div>Started by {NAMES[0]}, {TIMES[0]} · Replies: 3 · Views: 1,246</div>"
    posts = posts_of(html_page(f"<h1>Lids</h1>{info}{post(n)}{post(n + 1)}"))
    assert column(posts, "author") == NAMES[n : n + 2]
    assert column(posts, "body_text") == WORDS[n : n + 2]


@pytest.mark.parametrize("line", [f"Last seen {TIMES[0]}", "Submitted by zoe on 2024-03-04 23:00"])
def test_a_line_that_names_nobody_or_tells_of_later_opens_no_thread(line):
    assert column(posts_of(told_thread(line, 16)), "author") == NAMES[1:]


def test_what_stands_above_the_heading_that_names_the_page_is_no_opening_post():
    online = rows(lambda n: f'<li><a href="/profile/{n}">{NAMES[n]} of Lathe</a></li>')
    latest = rows(
        lambda n: (
            f"""<li><b>emil</b> <a href="/forum/2/topic/{n + 11}">Kettles of Lund {n}</a>
        <div>{WORDS[n][:30]}…</div><small>{TIMES[n]}</small></li>"""
        )
    )
    post = f"""<table class="post" id="p71"><tr><td><a href="/profile/1">{NAMES[1]}</a></td>
    <td><span>{TIMES[2]}</span></td></tr><tr><td></td><td><p>{WORDS[1]}</p></td></tr></table>"""
    html = f"""<table><tr><td><ul>{online}</ul><h3>Latest</h3><ul>{latest}</ul></td>
    <td><h1>Lids of old</h1>{post}</td></tr></table>"""
    posts = posts_of(html_page(html, "Lids of old"), url="http://f.example/forum/2/topic/31?p=2")
    assert column(posts, "author") == [NAMES[1]]
    assert column(posts, "body_text") == [WORDS[1]]


@pytest.mark.parametrize("answers", [1, 2, 3])
def test_an_opening_is_no_whole_thread_since_it_says_more_than_its_answers(answers):
    head = '<h3><a href="/t/7#p{}">Re: Kettles that whistle</a></h3>'
    said = [("ben", "Try salt."), ("cleo", "Same here."), ("dora", "Thanks!")][:answers]
    words = "It boils over and over, although I clean it each week with vinegar and a brush. " * 2
    posts = "".join(
        f'<div class="answer">{head.format(n)}<a href="/u/{n}">{name}</a> '
        f"<span>2026-03-0{n + 2} 11:00</span><p>{text}</p></div>"
        for n, (name, text) in enumerate(said)
    )
    page = html_page(
        "<h1>Kettles that whistle</h1>"
        '<div class="question"><a href="/u/9">anna</a> <span>2026-03-01 10:00</span>'
        f"<p>{words}</p></div>{posts}"
    )
    found = posts_of(page)
    assert column(found, "author") == ["anna", *(name for name, _ in said)]
    assert column(found, "body_text") == [words.strip(), *(text for _, text in said)]


@pytest.mark.parametrize("label", ["Owned by:", "Assignee", "负责人："])
def test_who_sees_to_a_thread_has_not_written_its_opening_post(label):
    who = '<a class="who-author" href="/query?{}={}">{}</a>'
    comments = rows(
        lambda n: (
            f"""<div class="change"><h3>Comment by <span class="who-author">{NAMES[n]}</span>,
        <i>{TIMES[n]}</i></h3><div class="comment"><p>{WORDS[n]}</p></div></div>"""
        )
    )
    ticket = f"""<div id="ticket"><p>Opened <i>2024-03-01 09:00</i></p><table><tr>
        <th>Reported by:</th><td>{who.format("reporter", "zoe", "zoe")}</td>
        <th>{label}</th><td>{who.format("owner", NAMES[1], NAMES[1])}</td></tr></table>
        <div class="description"><p>My kettle whistles in two voices, low.</p></div></div>"""
    posts = posts_of(html_page(f"<h1>Two voices</h1>{ticket}<div>{comments}</div>"))
    assert column(posts, "author") == ["zoe", *NAMES]


@pytest.mark.parametrize(
    "below",
    [
        f"<div class='signature'>{OPENING}</div>",
        f"<div>____________________<br>{OPENING}</div>",
        f"<div><hr>{OPENING}</div>",
        f"<div><i>Last edited by {NAMES[0]}, {TIMES[1]}</i></div>",
    ],
)
def test_what_stands_below_the_words_of_an_opening_is_not_all_it_says(below):
    def fields(n, kind):
        name = f'<a href="/user/{NAMES[n]}">{NAMES[n]}</a>'
        return f"""<div class="{kind}-meta">by {name} <span>{TIMES[n]}</span>
        </div><div class="{kind}-body"><div>{WORDS[n][:23]}</div></div>"""

    answers = "".join(f'<li class="answer">{fields(n, "answer")}</li>' for n in (1, 2, 3))
    page = html_page(f"<h1>Which oil?</h1><div>{fields(0, 'topic')}{below}</div><ul>{answers}</ul>")
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == [words[:23] for words in WORDS]


def test_who_liked_an_opening_has_not_written_it():
    def fields(n, kind):
        card = f'<div style="display:none"><b>{NAMES[n]}</b><br>Posts: {90 + n}</div>'
        return f"""<div class="{kind}-info">{NAMES[n]}{card} <a href="#p{n}">{TIMES[n]}</a></div>
            <div class="{kind}-body"><div>{WORDS[n]}</div></div>"""

    likes = '<div><a href="/user/7">dora</a>, <a href="/user/8">emil</a> like this</div>'
    answers = rows(lambda n: f'<li id="p7{n + 1}">{fields(n + 1, "answer")}{likes}</li>', 3)
    opening = f'<div id="p70">{fields(0, "topic")}{likes}</div>'
    posts = posts_of(html_page(f"<h1>Lids</h1>{opening}<ul>{answers}</ul>"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_what_stands_alike_before_two_times_of_numbered_posts_is_no_name():
    page = plain_question(head="发起人： ").replace("小木匠", "老王")
    assert "老王" not in column(posts_of(page), "author")[1:]
    assert posts_of(plain_question(head="x ").replace("小木匠", "发表于"))[-1].author is None


@pytest.mark.parametrize("count", [1, 4])
@pytest.mark.parametrize("label", ["最后由", "last reply by", "letzte Antwort von"])
def test_who_answered_last_has_not_begun_a_thread(label, count):
    def user(n, name):
        return f'<a class="user" href="/u{n}">{name}</a>'

    def day(n):
        return f'<abbr title="2024-03-0{n + 2}T10:0{n}:00+08:00">2024年03月0{n + 2}日</abbr>'

    answers = rows(
        lambda n: (
            f"""<div class="reply" id="reply-{n}7"><div class="infos"><div class="info">
        <span class="name">{user(n, NAMES[n])}</span> <a class="time" href="#r{n}">{day(n)}</a>
        </div><div class="words"><p>{WORDS[n]}</p></div></div></div>"""
        ),
        count,
    )
    last = f" · {label} {user(count - 1, NAMES[count - 1])} @ {day(count - 1)}"
    head = f'<div class="info">{user(9, "zoe")} <i>·</i> {day(-1)}{last} · <b>12 views</b></div>'
    words = '<div class="words"><p>My kettle whistles in two voices, low.</p></div>'
    opening = f'<div class="topic"><div class="head"><h1>Two voices</h1>{head}</div>{words}</div>'
    posts = posts_of(html_page(f"{opening}<div class='items'>{answers}</div>"))
    assert column(posts, "author") == ["zoe", *NAMES[:count]]
