"""The address of a thread that was entered by the address of a post on it."""

from __future__ import annotations

import pytest
from walk_kit import HOST, reading_of, walker_with

from fpcrawl.walk.walker import Context

TITLE = "Which lid fits the old pot?"
POSTS = "".join(
    f"""<div class="post" id="p{n}5"><a class="user" href="/user/{name}">{name}</a>
    <span class="date">2024-03-0{n} 10:00</span><p>{name} has said a word on it.</p></div>"""
    for n, name in enumerate(["anna", "bert", "carla"], 1)
)


def entered(path, links):
    reading = reading_of(f"{links}{POSTS}", path, "thread", f"{TITLE} - Kettles")
    return walker_with().placed(reading, Context("thread", "Lids"))


@pytest.mark.parametrize(
    ("path", "own"),
    [
        ("/topic.cgi?post=35", "/topic.cgi?id=4"),
        ("/index.cgi?topic=4.msg35", "/index.cgi?topic=4.0"),
    ],
)
def test_the_title_of_a_thread_links_to_it(path, own):
    placed = entered(path, f'<h2><a href="{own}">{TITLE}</a></h2>')
    assert placed.thread_url == HOST + own
    assert placed.board == "Lids"


@pytest.mark.parametrize(
    ("path", "links"),
    [
        # The page itself, its board, another script.
        ("/topic.cgi?id=4", f'<h2><a href="/topic.cgi?id=4">{TITLE}</a></h2>'),
        ("/topic.cgi?post=35", '<a href="/topic.cgi?board=2">Lids</a>'),
        ("/topic.cgi?post=35", f'<a href="/board.cgi?id=4">{TITLE}</a>'),
        # At its own address: a board of the same name, another thread, a page for printers.
        ("/topic.cgi?id=4", f'<h2><a href="/topic.cgi?board=2">{TITLE}</a></h2>'),
        ("/topic.cgi?f=2&id=4", f'<a href="/topic.cgi?f=2&id=9">{TITLE}</a><h2>{TITLE}</h2>'),
        ("/topic.cgi?id=4", f'<h2><a href="/topic.cgi?id=4&print=1">{TITLE}</a></h2>'),
        # One of several pages: which of them it is, the link does not tell.
        (
            "/topic.cgi?post=35",
            f'<a href="/topic.cgi?id=4">{TITLE}</a><i><a href="/topic.cgi?id=4&start=10">2</a></i>',
        ),
    ],
)
def test_other_links_are_not_its_address(path, links):
    assert entered(path, links).thread_url is None
