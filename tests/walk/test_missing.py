"""Pages that say that there is no such page."""

from __future__ import annotations

import pytest
from extraction_kit import div_thread, page_of
from walk_kit import HOST, home_body, index_body, reading_of

from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.walk.families import Family
from fpcrawl.walk.missing import is_bare_notice, says_missing
from fpcrawl.walk.reading import read_structure

MENU = '<p><a href="/">Home</a> <a href="/news">News</a> <a href="/about">About us</a></p>'


@pytest.mark.parametrize(
    "text",
    [
        "The topic you asked for does not exist.",
        "抱歉，您要查看的文章不存在或正在审核",
        "Cette page est introuvable",
    ],
)
def test_a_family_of_articles_does_not_make_a_message_one(text):
    family = Family("/a-{n}.html", fetched=9, useful=9, roles={"article": 8.0})
    body = f"{MENU}<div><p>{text}</p></div>"
    reading = reading_of(body, "/a-99.html", family=family, expected="article", kind="news")
    assert reading.role == reading.own_role == "other"
    assert "it says that there is no such page" in reading.why


@pytest.mark.parametrize(
    "body",
    [
        "",
        MENU,
        home_body(),
        index_body(),
        # A thread about such messages is named in a link.
        index_body().replace("The lid is lost, what now?", "Page not found, what now?"),
        f"<p>My kettle says 404 not found when I ask it for tea. {'It did so before. ' * 12}</p>",
    ],
)
def test_other_pages_say_no_such_thing(body):
    assert not is_bare_notice(reading_of(body, role="other", title="Kitchen"))


def test_posts_about_such_messages_are_posts():
    html = div_thread(2).replace("</h1>", " page not found</h1>")
    assert not is_bare_notice(read_structure(page_of(html, f"{HOST}/t-1.html"), LayoutBook()))


@pytest.mark.parametrize("gone", ["(本文已被刪除) [ann]", "This topic does not exist any more"])
def test_what_is_left_of_a_thread_in_a_short_list_is_no_message(gone):
    row = '<div class="row"><div class="name">{}</div><div>11/0{}</div></div>'
    titles = ("Which oil?", "A kettle that hums", "Lids for pots", "Where is the lid?")
    links = [f'<a href="/home-ware/{n}.html">{title}</a>' for n, title in enumerate(titles, 7)]
    body = "".join(row.format(said, n) for n, said in enumerate([*links, gone], 1))
    assert reading_of(body, "/home-ware/index.html").role == "index"
    assert reading_of(f"{MENU}<div>{gone}</div>", "/home-ware/index.html").role == "other"


def test_a_start_page_is_no_message():
    reading = reading_of("<p>No boards found: not found</p>", "/", expected="home")
    assert reading.role == "home"


def test_what_a_search_says_that_found_nothing_is_not_about_its_page():
    search = '<div class="site-search"><p>没有找到内容</p></div>'
    text = "<h1>The old ferry</h1><p>It has been taken out of the water for the winter.</p>"
    assert not says_missing(reading_of(f"{MENU}{search}{text}", role="article"))
    assert says_missing(reading_of(f"{MENU}<div><p>没有找到内容</p></div>", role="other"))
