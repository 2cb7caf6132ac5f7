"""The same five threads in the shapes that boards give their lists."""

from __future__ import annotations

from extraction_kit import html_page, page_of

from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.walk.families import FamilyTable
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.threadlist import list_rows

INDEX = "http://f.example/forum-5"
TITLES = [
    "Please read the rules",
    "Kettle boils over",
    "Which pot for rice",
    "Lid lost",
    "Pan hums",
]
STARTERS = ["ann", "bert", "carl", "ann", "dora"]
POSTERS = ["zoe", "carl", "yan", "ann", "xu"]
REPLIES = [41, 5, 17, 0, 3]
VIEWS = [1204, 312, 88, 13, 950]
BEGUN = [f"2024-03-0{n} 10:00" for n in (1, 5, 4, 3, 2)]
LAST = [
    "2024-03-02 11:10",
    "2024-03-09 09:30",
    "2024-03-08 08:20",
    "2024-03-03 10:00",
    "2024-03-07 23:15",
]


def table_with_heads(n):
    pages = f'<span>[ <a href="/t/{n}?p=2">2</a> <a href="/t/{n}?p=3">3</a> ]</span>'
    return f"""<tr class="row{n % 2} {"isticky" if n == 0 else ""}"><td class="tcl">
    <div class="icon {"icon-sticky" if n == 0 else ""}"><div class="nosize">{n + 1}</div></div>
    <div>{"<span class='stickytext'>Sticky: </span>" if n == 0 else ""}
    <a href="/t/{n}">{TITLES[n]}</a>
    <span class="byuser">by {STARTERS[n]}</span> {pages if n == 0 else ""}</div></td>
    <td class="tc2">{REPLIES[n]}</td><td class="tc3">{VIEWS[n]:,}</td>
    <td class="tcr"><a href="/p/{n + 90}">{LAST[n]}:00</a>
    <span class="byuser">by {POSTERS[n]}</span></td></tr>"""


def blocks_with_pairs(n):
    jump = f'<span class="jump"><a href="/t/{n}/page-2">2</a></span>' if n % 2 else ""
    pinned = "<ul><li><i class='status'></i><span class='only-read'>Sticky</span></li></ul>"
    return f"""<div class="item {"is-sticky" if n == 0 else ""}">
    <div class="cell cell--icon"><a href="/members/{STARTERS[n]}.{n}/" class="avatar">
    <img src="/a/{n}.png" alt="{STARTERS[n]}"></a></div>
    <div class="cell cell--main">{pinned if n == 0 else ""}
    <div class="title"><a href="/t/{n}/">{TITLES[n]}</a></div>
    <div class="minor"><ul><li><a href="/members/{STARTERS[n]}.{n}/">{STARTERS[n]}</a></li>
    <li class="begun"><a href="/t/{n}/"><time datetime="{BEGUN[n]}">{BEGUN[n]}</time></a></li></ul>
    {jump}</div></div>
    <div class="cell cell--meta"><dl class="pairs"><dt>Replies</dt><dd>{REPLIES[n]}</dd></dl>
    <dl class="pairs minor"><dt>Views</dt><dd>{VIEWS[n]}</dd></dl></div>
    <div class="cell cell--new">
    <a href="/t/{n}/latest"><time datetime="{LAST[n]}">{LAST[n]}</time></a>
    <div class="minor"><a href="/members/{POSTERS[n]}.7{n}/">{POSTERS[n]}</a></div></div></div>"""


def lines_with_words(n):
    return f"""<li class="bit {"sticky" if n == 0 else "nonsticky"}">
    <h3><a href="/t/{n}">{TITLES[n]}</a></h3>
    <div class="meta"><span class="label">Started by <a href="/member.php?u={n}">{STARTERS[n]}</a>,
    {BEGUN[n]}</span></div>
    <ul class="stats"><li>Replies: <a href="/who/{n}">{REPLIES[n]}</a></li>
    <li>Views: {VIEWS[n]:,}</li></ul>
    <dl class="lastpost"><dt>Last Post By</dt>
    <dd><a href="/member.php?u=7{n}"><strong>{POSTERS[n]}</strong></a></dd>
    <dd>{LAST[n][:10]}, <span class="time">{LAST[n][11:]}</span></dd></dl></li>"""


def chinese_cells(n):
    pin = '<img src="/i/pin.gif" alt="置顶">' if n == 0 else ""
    return f"""<tr><td>{pin}<a href="/t/{n}">{TITLES[n]}</a></td>
    <td><a href="/space-uid-{n}.html">{STARTERS[n]}</a><em>{BEGUN[n]}</em></td>
    <td><a href="/t/{n}">{REPLIES[n]}</a><em>{VIEWS[n]}</em></td>
    <td><a href="/space-uid-7{n}.html">{POSTERS[n]}</a><em>{LAST[n]}</em></td></tr>"""


def one_line(n):
    return f"""<div class="cell"><a href="/member/{STARTERS[n]}"><img src="/a/{n}.png" alt=""></a>
    <span class="item"><a href="/t/{n}">{TITLES[n]}</a></span>
    <span class="info">{"<i class='fa fa-thumb-tack'></i>" if n == 0 else ""}
    <strong><a href="/member/{STARTERS[n]}">{STARTERS[n]}</a></strong> • <span>{LAST[n]}</span> •
    最后回复来自 <strong><a href="/member/{POSTERS[n]}">{POSTERS[n]}</a></strong></span>
    <a class="count" href="/t/{n}#reply{REPLIES[n]}">{REPLIES[n]}</a>
    <i class="fa fa-eye"></i><b>{VIEWS[n]}</b></div>"""


def two_rows(n):
    return f"""<tr><td>{n + 1}.</td><td class="{"pinned" if n == 0 else "plain"}">
    <a href="/t/{n}">{TITLES[n]}</a></td></tr>
    <tr><td></td><td class="sub"><span class="score">{n * 7 + 2} points</span> by
    <a href="/user?id={STARTERS[n]}">{STARTERS[n]}</a> {LAST[n]} | <a href="/hide?id={n}">hide</a> |
    {VIEWS[n]} views | <a href="/t/{n}">{REPLIES[n]} comments</a></td></tr>
    <tr class="space"></tr>"""


def tooltips(n):
    return f"""<tr><td>{"<b>Pinned</b>" if n == 0 else ""}
    <div><a href="/t/{n}">{TITLES[n]}</a></div>
    <div><span onclick="window.open('member.php?u={n}', '_self')">{STARTERS[n]}</span></div></td>
    <td title="Replies: {REPLIES[n]}, Views: {VIEWS[n]}">
    <div>{LAST[n][:10]} <span>{LAST[n][11:]}</span><br>
    by <a href="member.php?u=7{n}">{POSTERS[n]}</a>
    <a href="/t/{n}#last"><img src="/i/l.gif" alt="Go to last post"></a></div></td>
    <td><a href="#">{REPLIES[n]}</a></td><td>{VIEWS[n]}</td></tr>"""


HEADS = "<tr><th>Topic</th><th>Replies</th><th>Views</th><th>Last post</th></tr>"
CHINESE = "<table><tr><td>主题</td><td>作者</td><td>回复/查看</td><td>最后发表</td></tr></table>"
SHAPES = {
    "table with heads": (table_with_heads, f"<table>{HEADS}", "</table>"),
    "blocks with pairs": (blocks_with_pairs, "<div>", "</div>"),
    "lines with words": (lines_with_words, "<ol>", "</ol>"),
    "chinese cells": (chinese_cells, f"{CHINESE}<table>", "</table>"),
    "one line": (one_line, "<div>", "</div>"),
    "two rows": (two_rows, "<table>", "</table>"),
    "tooltips": (tooltips, "<table>", "</table>"),
}


def list_of(shape, count=5):
    """Return the page of a shape, with its first rows."""
    row, before, after = SHAPES[shape]
    return before + "".join(map(row, range(count))) + after


def rows_in(html, url=INDEX):
    reading = read_structure(page_of(html_page(html), url), LayoutBook())
    return reading.tree, list_rows(reading, FamilyTable())
