"""What lists call the threads they lead to, where these do not say it themselves."""

from __future__ import annotations

import pytest
from extraction_kit import NAMES, TIMES, WORDS
from walk_kit import HOST, TITLES, index_body, reading_of, steps_of, thread_link, walker_with

from fpcrawl.extraction.lists.listing import rows_of
from fpcrawl.walk.listed import ListedTitles, listed_title
from fpcrawl.walk.walker import Context, Walker

HOME = '<a href="/">Kettleworks</a>'
BOARD = '<div class="breadcrumb"><a href="/">Start</a> &gt; <a href="/forum-5.html">Lids</a></div>'
LIDS = "Lids for all the pots we have"
POSTS = "".join(
    f'<div class="post"><b class="who">{name}</b> <i>{time}</i><div class="w">{words}</div></div>'
    for name, time, words in zip(NAMES, TIMES, WORDS, strict=True)
)


def title_of(body, title, listed, board=None, site_names=("Kettleworks",)):
    reading = reading_of(f"{body}{POSTS}", "/thread-1.html", "thread", title)
    reading.site_names = site_names
    return Walker.title_of(reading, Context("thread", board, listed=listed))


def test_rows_give_their_title_to_the_request():
    context = {step.url: step.context for step in steps_of(walker_with(), reading_of(index_body()))}
    for number, title in TITLES.items():
        told = context[thread_link(number)]
        assert told.listed == title
        assert Context.from_meta(told.to_meta()) == told


def test_what_links_say_of_many_things_is_no_title():
    cards = "".join(
        f'<div><p>Some words on kettle {n}</p><a href="/thread-{n}.html">{text}</a></div>'
        for n, text in enumerate(["See all", "See all", "A kettle hums", "12 comments"], 1)
    )
    titles = ListedTitles(reading_of(cards, "/", "home"))
    assert [titles.of(thread_link(n)) for n in (1, 2, 3, 4)] == [
        *(None, None, "A kettle hums", None)
    ]


def test_what_most_rows_say_is_no_title():
    rows = "".join(
        f"<tr><td>{name}</td><td>2024-04-2{n} 10:00</td><td>"
        f'<a href="/topic.cgi?post={n}5"><img alt="The latest post"></a></td></tr>'
        for n, name in enumerate(["Kettles", "Pots", "Pans"], 1)
    )
    reading = reading_of(f"<table>{rows}</table>", "/", "home")
    reading.rows = list(rows_of(reading.tree, reading.lists[0])) if reading.lists else []
    assert len(reading.rows) == 3
    assert ListedTitles(reading).of(f"{HOST}/topic.cgi?post=15") is None


def test_two_threads_of_a_short_list_can_be_called_alike():
    walker = walker_with()
    rows = "".join(
        f'<tr><td><a href="/thread-{n}.html">{title}</a></td><td>a</td><td>2024-04-2{n}</td></tr>'
        for n, title in enumerate([LIDS, LIDS, "Pans"], 1)
    )
    reading = reading_of(f"<table>{rows}</table>", role="index")
    reading.rows = walker.thread_rows(reading, Context("index"))
    assert ListedTitles(reading).of(thread_link(1)) == LIDS


def test_a_title_that_links_to_its_thread_by_another_parameter_is_the_threads():
    body = f'<a href="/topic.cgi?id=3">{LIDS}</a>{POSTS}'
    reading = reading_of(body, "/topic.cgi?post=25", "thread", f"{LIDS} - Kettleworks")
    assert Walker.title_of(reading, Context("thread", listed="The latest post")) == LIDS


@pytest.mark.parametrize("text", [None, "", "2024", "Reply", "Page 3", "»", "Words " * 50])
def test_texts_that_name_nothing(text):
    assert listed_title(text) is None


@pytest.mark.parametrize(
    ("body", "title", "listed", "found"),
    [
        # Titles of the site on each page, with and without a heading.
        (HOME, "Kettleworks", LIDS, LIDS),
        (f"<h1>{HOME}</h1>", "Kettleworks", LIDS, LIDS),
        # Those of the board.
        (f"{HOME}<h1>Small pots</h1>", "Small pots - Kettleworks", LIDS, LIDS),
        (f"{BOARD}<h1>Lids</h1>", "Lids - Kettleworks", "A kettle hums", "A kettle hums"),
        # What is cut short, with and without the whole of it on the page.
        (HOME, "Kettleworks", "Lids for all the…", "Lids for all the…"),
        (f"{HOME}<div>{LIDS}</div>", "Kettleworks", "Lids for all the...", LIDS),
        # A page that says what it shows is believed.
        (f"{HOME}<h1>{LIDS}</h1>", "Kettleworks", "Pots (moved)", LIDS),
        (HOME, f"{LIDS} - Kettleworks", "Lids for all the…", LIDS),
        (f"{HOME}<h1>[Sold] {LIDS}</h1>", f"[Sold] {LIDS} - Kettleworks", LIDS, f"[Sold] {LIDS}"),
        # A title that leads to the thread at another address is its own, and no board's.
        (f'<h1><a href="/thread-2.html">{LIDS}</a></h1>', LIDS, f"Re: {LIDS}", LIDS),
        (
            '<h1><a href="/pots/">Teapots</a></h1>',
            "Teapots",
            "Which lids fit teapots?",
            "Which lids fit teapots?",
        ),
    ],
)
def test_titles_that_only_a_list_tells(body, title, listed, found):
    assert title_of(body, title, listed, "Small pots") == found


def test_words_of_a_post_are_no_title_that_was_cut():
    cut = f"{WORDS[0][:20]}…"
    assert title_of(HOME, "Kettleworks", cut) == cut


def test_a_further_page_knows_the_title_of_the_list():
    pager = '<a href="/thread-1.html?page=2">2</a>'
    body = f"{HOME}{POSTS}{pager}"
    reading = reading_of(body, "/thread-1.html", "thread", "Kettleworks")
    reading.site_names = ["Kettleworks"]
    (step,) = steps_of(walker_with(), reading, Context("thread", listed=LIDS))
    assert (step.context.thread_url, step.context.page) == (f"{HOST}/thread-1.html", 2)
    assert (step.context.thread_title, step.context.listed) == (LIDS, None)
