"""Threads whose opening stands elsewhere."""

from __future__ import annotations

from extraction_kit import (
    NAMES,
    TIMES,
    WORDS,
    html_page,
    rows,
)

QUESTION_HEAD = f"""<div class="from"><a href="/people/{NAMES[0]}0/">{NAMES[0]}</a>
    <span class="asked">{TIMES[0]}</span></div>"""


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


def member(n):
    link = f"/profile.php?id={NAMES[n]}"
    return f"""<a class="nick" href="{link}">{NAMES[n]}</a><span class="menu">
        <a href="/note.php?to={NAMES[n]}">note</a><a href="{link}">about me</a></span>"""


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


def korean_board(words, answers=""):
    """A text whose writer is known by a class alone, with counts in its head, as in Korea."""
    return html_page(
        f"""<div class="articleView"><div class="articleSubject"><h1>주전자가 넘칩니다</h1></div>
        <div class="articleInfo"><div class="articleWriter"><span>{NAMES[0]}</span></div>
        <div class="articleDate">{TIMES[0]}</div><div>조회: 4,175<br>추천: 11</div></div>
        <div class="articleContent"><div class="contentBody">{words}</div></div></div>{answers}"""
    )


def told_thread(line, cut):
    def post(n):
        head = f'<h4><a href="/user/{NAMES[n]}">{NAMES[n]}</a></h4><h6>{TIMES[n][:cut]}</h6>'
        words = f'<div class="main"><div class="post-content">{WORDS[n]}</div></div>'
        return f'<div class="post">{"" if n == 0 else f"<div>{head}</div>"}{words}</div>'

    head, answers = f"<h3>Lids</h3><div>{line}</div>", rows(lambda n: post(n + 1), 3)
    return html_page(f'<div class="box">{head}{post(0)}</div><div class="box">{answers}</div>')


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
