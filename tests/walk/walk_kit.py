"""A site of our own, and a walker that stands on it."""

from __future__ import annotations

from extraction_kit import html_page, page_of

from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.pages.urls import SiteScope
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.roles import decide
from fpcrawl.walk.walker import Context, Walker, WalkRules

HOST = "http://f.example"

TITLES = {
    1: "My kettle boils over and over",
    2: "Which pot for rice and beans?",
    3: "The lid is lost, what now?",
    4: "Vinegar or lemon against lime?",
}


def thread_link(number):
    return f"{HOST}/thread-{number}.html"


def index_body(replies=(4, 0, 31, 2), more=""):
    rows = "".join(
        f'<tr><td class="t"><a href="/thread-{n}.html">{title}</a></td>'
        f'<td><a href="/user/u{n}">u{n}</a></td><td>{replies[n - 1]}</td>'
        f"<td>2024-04-2{n} 10:00</td></tr>"
        for n, title in TITLES.items()
    )
    return f'<h1>Kitchen</h1><table class="list">{rows}</table>{more}'


def home_body():
    return "".join(
        f'<div class="board"><h3><a href="/forum-{n}.html">Board of the {name}</a></h3>'
        f"<p>All about {name}, old and new</p></div>"
        for n, name in enumerate(["kettles", "pots", "pans", "lids"], 1)
    )


PAGER = (
    '<div class="pager"><a href="/forum-5.html?page=1">1</a><a href="/forum-5.html?page=2">2</a>'
    '<a href="/forum-5.html?page=3">3</a><a href="/forum-5.html?page=2">Next</a></div>'
)


def reading_of(body, path="/forum-5.html", role=None, title="Kitchen", head="", **decided):
    page = page_of(html_page(body, title, head), HOST + path)
    reading = read_structure(page, LayoutBook())
    if role is None:
        decide(reading, decided.pop("family", None), decided.pop("expected", None), **decided)
    else:
        reading.role = role
    return reading


def walker_with(**rules):
    return Walker(SiteScope(f"{HOST}/"), WalkRules(**{"kind": "forum", **rules}))


def steps_of(walker, reading, context=None):
    context = context or Context()
    if reading.role in {"index", "home"}:
        reading.rows = walker.thread_rows(reading, context)
    return walker.steps(reading, context)


def paths_of(steps):
    return [step.url.removeprefix(HOST) for step in steps]
