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
    records_of,
    rows,
    tree_of,
)

from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.extraction.posts.readgroup import SETTLED

QUESTION_HEAD = f"""<div class="from"><a href="/people/{NAMES[0]}0/">{NAMES[0]}</a>
    <span class="asked">{TIMES[0]}</span></div>"""


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


OPENING = "Since the new year my kettle whistles in two voices, low and high."


BOARD = "http://f.example/board.php?b=free&no=7"


def board_page(head, lang="ko", times=TIMES):
    """Answers by linked members below a text that is dressed otherwise."""
    ids = {name: n + 70 for n, name in enumerate(dict.fromkeys(NAMES))}
    answers = rows(
        lambda n: (
            f"""<tr class="answer"><td><a class="nick-link" href="/who?id={ids[NAMES[n]]}">
            {NAMES[n]}</a></td><td class="say"><div class="text">{WORDS[n]}</div>
            <span class="at">{times[n]}</span></td></tr>"""
        )
    )
    page = html_page(
        f"""<div class="top">{head}</div><div class="view_content"><p>{OPENING}</p></div>
        <table class="answers">{answers}</table>"""
    )
    return page.replace("<html>", f'<html lang="{lang}">', 1)


def test_the_class_of_an_unlinked_name_tells_who_wrote_the_opening_post():
    head = f'<b class="nick">zoe</b><p>IP *.* <i class="reg">{TIMES[0][:10]} (09:12:05)</i></p>'
    posts = posts_of(board_page(head))
    assert column(posts, "author") == ["zoe", *NAMES]
    assert posts[0].published == "2024-03-04T09:12:05+00:00"
    assert posts[0].body_text == OPENING


def test_the_name_of_a_board_in_a_heading_wrote_no_opening_post():
    head = f'<h2 class="board-name">kettles</h2><i class="reg">{TIMES[0][:10]} 09:12</i>'
    assert column(posts_of(board_page(head)), "author") == NAMES


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


def test_a_short_post_alone_is_not_given_the_words_of_a_box_behind_it():
    page = html_page(
        f"""<div class="post"><a href="/member/zoe">zoe</a> <span class="at">{TIMES[0]}</span>
        <p>{OPENING}</p></div><div class="aside-content">Rules of this place: be kind to each
        other, and do not sell anything here, or elsewhere. {" ".join(WORDS)}</div>"""
    )
    (post,) = posts_of(page)
    assert post.body_text == OPENING


def test_a_single_answer_of_a_known_layout_has_its_opening_post():
    question = f"<div class='topic'>{QUESTION_HEAD}<div class='doc'>{WORDS[0]}</div></div>"
    book = LayoutBook()
    answered = html_page(f"<h1>Which oil?</h1>{question}{answers_of(1, 2, 3)}")
    book.learn(group_of(answered, book).layouts[0])
    posts = posts_of(html_page(f"<h1>Which oil?</h1>{question}{answers_of(2)}"), book)
    assert column(posts, "author") == [NAMES[0], NAMES[2]]
    assert column(posts, "body_text") == [WORDS[0], WORDS[2]]


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


def member(n):
    link = f"/profile.php?id={NAMES[n]}"
    return f"""<a class="nick" href="{link}">{NAMES[n]}</a><span class="menu">
        <a href="/note.php?to={NAMES[n]}">note</a><a href="{link}">about me</a></span>"""


BOARD = "http://f.example/board.php?b=free&no=7"


def commented_page(answers):
    """An article with the board's next ones and its comments below, as in boards of Korea."""
    comments = "".join(
        f"""<article><header><h2>{NAMES[n]}: comment</h2>{member(n)}
        <span class="at">{TIMES[n]}</span></header><div class="said">{WORDS[n]}</div></article>"""
        for n in answers
    )
    around = "".join(
        f"""<li><a href="/board.php?b=free&no={n}">Another kettle, number {n}</a>
        <span class="day">24.03.0{n}</span></li>"""
        for n in (6, 8)
    )
    return html_page(
        f"""<article><h2>Which oil?</h2><section><h2>Info</h2><div class="info">
        <span class="label">작성자</span> {member(0)} <strong class="date">{TIMES[0]}</strong>
        </div><ul class="user_buttons"><li><a href="/board.php?b=free">List</a></li></ul></section>
        <section><h2>Text</h2><div id="v_con"><p>{WORDS[0]}</p></div></section>
        <ul class="around">{around}</ul><section>{comments}</section></article>
        <dl><dt>Today</dt><dd>12</dd><dt>Yesterday</dt><dd>17</dd></dl>"""
    )


def test_the_words_of_an_opening_post_are_told_by_an_id_and_its_writer_by_the_first_link():
    posts = posts_of(commented_page((1, 2, 3)), url=BOARD)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_days_beside_the_titles_of_other_pages_are_not_when_a_lone_post_was_written():
    (post,) = records_of(commented_page(()), "thread", url=BOARD)
    assert (post.author, post.body_text) == (NAMES[0], WORDS[0])
    assert post.published_raw == TIMES[0]


def linked_thread(answers):
    """An opening whose writer is known as one by where the name leads to, and answers."""
    items = "".join(
        f"""<div class="item"><div class="data"><div class="line"><div><a href="/u/{NAMES[n]}">
        {NAMES[n]}</a></div><span class="dim">{TIMES[n][:10]}</span></div>
        <p></p><p>{WORDS[n]}</p></div></div>"""
        for n in answers
    )
    return html_page(
        f"""<div class="topic"><div class="main"><h1>Which oil?</h1><div class="date">By
        <a href="/u/{NAMES[0]}">{NAMES[0]}</a> at {TIMES[0][:10]}, read 24 times</div></div></div>
        <div class="topic-content"><p>{WORDS[0]}</p><p>{WORDS[0]}</p></div>{items}"""
    )


def test_where_the_name_of_a_single_answer_leads_tells_who_wrote_the_opening_post():
    book = LayoutBook()
    book.learn_from(group_of(linked_thread((1, 2, 3))).layouts)
    posts = posts_of(linked_thread((1,)), book)
    assert column(posts, "author") == NAMES[:2]
    assert posts[1].body_text == WORDS[1]


def test_an_empty_paragraph_before_the_first_is_not_the_body():
    answers = posts_of(linked_thread((1, 2, 3)))[1:]
    assert column(answers, "body_text") == WORDS[1:]


def test_a_table_between_loose_paragraphs_is_written_by_their_writer():
    cells = "".join(f"<tr><td>kettle {n}</td><td>{n} litres</td></tr>" for n in (1, 2))
    html = linked_thread((1, 2, 3)).replace(
        f"<p></p><p>{WORDS[2]}</p>", f"<p>{WORDS[2]}</p><table>{cells}</table><p>That is all.</p>"
    )
    said = posts_of(html)[2].body_text
    assert "kettle 2" in said
    assert said.endswith("That is all.")


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


@pytest.mark.parametrize(("own", "count"), [("limited say words", 2), ("limited say words", 4)])
def test_the_words_of_an_opening_post_can_wear_one_class_more(own, count):
    def post(n):
        return f"""<div class="post"><div class="who"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
            </div><div class="in"><article class="{"say words" if n else own}">{WORDS[n]}</article>
            <div class="bar"><i class="when">{TIMES[n]}</i><b>#{n + 1}</b></div></div></div>"""

    posts = posts_of(html_page(f"<div>{rows(post, count)}</div>"))
    assert column(posts, "body_text") == WORDS[:count]


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


def korean_board(words, answers=""):
    """A text whose writer is known by a class alone, with counts in its head, as in Korea."""
    return html_page(
        f"""<div class="articleView"><div class="articleSubject"><h1>주전자가 넘칩니다</h1></div>
        <div class="articleInfo"><div class="articleWriter"><span>{NAMES[0]}</span></div>
        <div class="articleDate">{TIMES[0]}</div><div>조회: 4,175<br>추천: 11</div></div>
        <div class="articleContent"><div class="contentBody">{words}</div></div></div>{answers}"""
    )


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


def test_the_words_of_an_opening_are_its_box_also_where_they_are_one_paragraph():
    answer = f"""<ul><li id="cmt1"><div class="info"><div class="nickname">
        <a href="javascript:void(0)" class="nickname">{NAMES[1]}</a></div>
        <span class="date">({TIMES[1]})</span></div><div class="content">{WORDS[1]}</div></li>
        </ul>"""
    tree = tree_of(korean_board(f"<div>{WORDS[0]}</div>", answer))
    found = find_posts(tree, LayoutBook())
    assert [tree.sig[post.body] for post in found.posts] == ["div.contentbody", "div.content"]


def test_names_of_boxes_written_in_humps_tell_the_words_of_an_opening():
    answers = rows(
        lambda n: (
            f"""<div class="answer"><div class="answerBody"><p>{WORDS[n]}</p></div>
        <p>{TIMES[n]} <a class="user" href="/users/{NAMES[n]}">{NAMES[n]}</a></p></div>"""
        )
    )
    asked = "How long does a kettle last where the water is hard, and what helps?"
    page = html_page(
        f"""<main><div class="head"><h1>Hard water</h1><a href="/users/dora">dora</a>
        <ul><li>2024-03-04 09:00</li></ul></div><div class="questionBody"><p>{asked}</p></div>
        {answers}</main>"""
    )
    posts = posts_of(page)
    assert column(posts, "body_text") == [asked, *WORDS]
    assert column(posts, "author") == ["dora", *NAMES]


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


def told_thread(line, cut):
    def post(n):
        head = f'<h4><a href="/user/{NAMES[n]}">{NAMES[n]}</a></h4><h6>{TIMES[n][:cut]}</h6>'
        words = f'<div class="main"><div class="post-content">{WORDS[n]}</div></div>'
        return f'<div class="post">{"" if n == 0 else f"<div>{head}</div>"}{words}</div>'

    head, answers = f"<h3>Lids</h3><div>{line}</div>", rows(lambda n: post(n + 1), 3)
    return html_page(f'<div class="box">{head}{post(0)}</div><div class="box">{answers}</div>')


@pytest.mark.parametrize("name", ["zoe", "x", "山田"])
@pytest.mark.parametrize("cut", [16, 10], ids=["minutes", "days"])
def test_an_opening_whose_writer_and_time_are_told_in_plain_text_has_the_box_of_its_answers(
    name, cut
):
    posts = posts_of(told_thread(f"Submitted by {name} on {TIMES[0]}", cut))
    assert column(posts, "author") == [name, *NAMES[1:]]
    assert column(posts, "body_text") == WORDS
    assert posts[0].published == ISO[0]


@pytest.mark.parametrize("line", [f"Last seen {TIMES[0]}", "Submitted by zoe on 2024-03-04 23:00"])
def test_a_line_that_names_nobody_or_tells_of_later_opens_no_thread(line):
    assert column(posts_of(told_thread(line, 16)), "author") == NAMES[1:]


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


ASKED, ANSWERED = "水壶的盖子关上以后为什么漏水呢？", "我的也是一样，把盖子打开以后就都好了。"
SIGNED_BELOW = "<div class='hf'>____________________<br>河边的朋友每天都喝两壶很好的茶。</div>"


def plain_question(*, badge="", head="", answered=True):
    """Return a page of unmarked names, in numbered boxes whose own names tell nothing."""
    times = TIMES[0], TIMES[3]

    def fields(n, box, badge=""):
        name, words = ("老王", "小木匠")[n], (ASKED, ANSWERED)[n]
        return f"""<div class="{box}">{name} {badge} <a href="#p5{n}" class="zr"><i>{times[n]}</i>
            </a></div><div class="mw"><div class="tb">{words}</div></div>{SIGNED_BELOW}"""

    answer = f'<ul class="ls"><li id="p51">{fields(1, "vd")}</li></ul>' if answered else ""
    top = f'<div class="gp">{head}老王, {times[0]} · 回复: 1 · 查看: 1391</div>' if head else ""
    opening = f'<div id="p50">{fields(0, "kq", badge)}</div>'
    return html_page(f'<div class="ny"><h1>漏水</h1>{top}{opening}{answer}</div>')


@pytest.mark.parametrize("badge", ["", "<b>楼主</b>"])
@pytest.mark.parametrize("head", ["发起人： ", "作成者: ", "Started by "])
@pytest.mark.parametrize("answered", [True, False])
def test_the_head_of_a_thread_tells_whose_unmarked_name_stands_before_a_short_question(
    badge, head, answered
):
    posts = posts_of(plain_question(badge=badge, head=head, answered=answered))
    assert column(posts, "author") == ["老王", "小木匠"][: 1 + answered]
    assert column(posts, "body_text") == [ASKED, ANSWERED][: 1 + answered]


def test_what_stands_alike_before_two_times_of_numbered_posts_is_no_name():
    page = plain_question(head="发起人： ").replace("小木匠", "老王")
    assert "老王" not in column(posts_of(page), "author")[1:]
    assert posts_of(plain_question(head="x ").replace("小木匠", "发表于"))[-1].author is None


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
