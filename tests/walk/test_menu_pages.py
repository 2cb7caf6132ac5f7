"""What menus name, and a name above few words, are no articles where they tell no time."""

from __future__ import annotations

import pytest
from walk_kit import reading_of

from fpcrawl.walk.families import Family

WORDS = "Whoever wants the letters of the harbour gets them at six in the morning, but Sundays. "
STORY = f"<p>{WORDS * 4}</p><p>{WORDS * 3}</p>"
MENU = {
    "/": "Start",
    "/boats/": "Boats",
    "/letters/": "Letters by mail",
    "/crew/": "Work with us",
    "/stars/": "Stars",
}


def menu(pages=None, tag="ul"):
    links = (f'<li><a href="{path}">{name}</a></li>' for path, name in (pages or MENU).items())
    return f"<{tag}>{''.join(links)}</{tag}>"


def page(path="/letters/", *, text=STORY, time="", above=None, title="Letters by mail", **given):
    above = menu() if above is None else above
    body = f'<div class="top">{above}</div><div class="in"><h1>{title}</h1>{time}{text}</div>'
    return reading_of(body, path, title=title, kind=given.pop("kind", "news"), **given)


@pytest.mark.parametrize("expected", [None, "index", "article"])
@pytest.mark.parametrize("path", ["/letters/", "/crew/"])
def test_what_menus_name_is_no_article_and_says_nothing_of_its_family(path, expected):
    reading = page(path, expected=expected, title=f"{MENU[path]}, at last")
    assert (reading.role, reading.own_weight) == ("other", 0.0)
    assert "menus of the site name it, and it tells no time" in reading.why


def test_what_prints_or_sends_an_article_leads_to_it_beside_other_buttons():
    above = menu(MENU | {"/letters/": "Print", "/stars/": "Send"})
    assert page(above=above).role == "article"


@pytest.mark.parametrize(
    ("path", "title", "links"),
    [
        # Pages of one text, the languages of a site, sizes of letters.
        ("/letters/", "Top 10 letters of 1 day", ["1", "2", "3", "4", "5"]),
        ("/letters/", "Garden letters", ["EN", "DE", "FR", "ES"]),
        ("/letters/", "A letter by mail", ["A", "B", "C", "D"]),
        ("/letters/", "Letterboxes", ["Letter", "Boats", "Crew", "Stars"]),
    ],
)
def test_a_menu_calls_a_page_by_words_of_its_title(path, title, links):
    paths = [path, "/boats/", "/crew/", "/stars/", "/nets/"]
    above = menu({"/": "Start"} | dict(zip(paths, links, strict=False)))
    assert page(path, title=title, above=above).role == "article"


def test_a_menu_can_say_more_than_the_title_of_a_page():
    assert page(title="Letters").role == "other"


@pytest.mark.parametrize(
    ("html", "role"),
    [
        ("{}", "article"),
        ('<div class="menu">{}</div>', "other"),
        ("<nav>{}</nav>", "other"),
        # Texts like it, in the margin.
        ("<aside><nav>{}</nav></aside>", "article"),
        ('<div class="sidebar"><p></p>{}</div>', "article"),
    ],
)
@pytest.mark.parametrize("linked", [True, False])
def test_texts_that_are_listed_beside_a_text_are_no_menu(html, role, linked):
    names = {f"/on-{name}/": f"On {name}" for name in ("letters", "boats", "nets", "gulls", "tar")}
    listed = menu(names)
    if not linked:
        listed = listed.replace('<a href="/on-letters/">On letters</a>', "<b>On letters</b>")
    assert page("/on-letters/", title="On letters", above=html.format(listed)).role == role


def test_a_sentence_is_no_writer():
    assert page("/people/letters/", title="信在早上六点到，星期天没有", above="").role == "article"


@pytest.mark.parametrize(
    ("given", "head"),
    [
        ({"time": "<p>3 May 2024, 10:15</p>"}, ""),
        ({}, '<meta property="article:published_time" content="2024-05-03T10:15:00Z">'),
        ({}, '<script type="application/ld+json">{"@type": "NewsArticle"}</script>'),
    ],
)
def test_what_tells_its_time_is_an_article_though_menus_name_it(given, head):
    assert page(head=head, **given).role == "article"


def test_a_time_in_the_margin_is_that_of_others():
    aside = "<aside><p>Ferry late again, 3 May 2024</p></aside>"
    assert page(text=STORY + aside).role == "other"


def test_what_no_menu_names_is_an_article():
    assert page("/why-letters-come-late/", title="Why letters come late").role == "article"


@pytest.mark.parametrize(
    "pages",
    [
        # Where the page stands.
        {"/": "Start", "/news/": "News", "/news/mail/": "Mail", "/news/mail/letters/": "Letters"},
        # Titles of articles.
        {
            f"/news/mail/{name}/": f"The {name} come at six in the morning now"
            for name in ("papers", "boats", "letters", "gulls", "nets")
        },
        # Too few of them to be a menu.
        {"/": "Start", "/news/mail/letters/": "Letters", "/boats/": "Boats"},
    ],
)
def test_other_links_than_menus_say_nothing(pages):
    reading = page("/news/mail/letters/", above=menu(pages, "ol"), title="Why letters come late")
    assert reading.role == "article"


@pytest.mark.parametrize(("path", "role"), [("/letters/", "other"), ("/stars/", "article")])
def test_a_menu_can_name_the_page_without_a_link(path, role):
    # Where it ends with the name it can tell where the page stands.
    name = MENU[path]
    above = menu().replace(f'<a href="{path}">{name}</a>', f"<b>{name}</b>")
    assert page(path, above=above, title=name).role == role


def test_a_heading_above_links_names_the_page_in_no_menu():
    body = f"<div><h1>Letters by mail</h1>{menu({f'/{n}/': n * 3 for n in 'abcd'})}</div>{STORY}"
    assert reading_of(body, "/l/", title="Letters by mail", kind="news").role == "article"


@pytest.mark.parametrize("start", ["https://share.example/to/", "#"])
def test_buttons_and_contents_are_no_menu(start):
    links = "".join(f'<li><a href="{start}{n}">To {n}</a></li>' for n in ("ann", "bob", "cy", "di"))
    above = f'<ul>{links}<li><a href="/letters/">Link</a></li><li><a href="{start}e">Eve</a></li>'
    assert page(above=f"{above}</ul>").role == "article"


def test_a_menu_has_nothing_but_links():
    named = "".join(
        f'<p><a href="{path}">{name}</a> is what some of us read every morning of the week.</p>'
        for path, name in MENU.items()
    )
    assert page(above=named, title="Why letters come late").role == "article"


@pytest.mark.parametrize("title", ["Ann Moss", "A bag of cloth", "李明"])
def test_a_name_and_few_words_are_no_article(title):
    reading = page("/names/moss/", text=f"<p>{WORDS}</p>", title=title)
    assert (reading.role, reading.own_weight) == ("other", 0.0)
    assert "it has a name and few words, and tells no time" in reading.why


@pytest.mark.parametrize(
    "given",
    [
        {"time": "<p>3 May 2024, 10:15</p>"},
        # A list of articles has it.
        {"expected": "article"},
        {"title": "Ann Moss leaves the harbour"},
        {"text": STORY},
    ],
)
def test_short_articles_are_articles(given):
    given = {"title": "Ann Moss", "text": f"<p>{WORDS * 2}</p>", **given}
    assert page("/names/moss/", **given).role == "article"


@pytest.mark.parametrize(
    ("title", "text"),
    [("港口的信今天没有来", "信在早上六点到。" * 9), ("港口的信", "信在早上六点到。" * 30)],
)
def test_short_news_in_ideographs_are_articles(title, text):
    assert page("/news/7", text=f"<p>{text}</p>", title=title, above="").role == "article"
    assert page("/news/7", text=f"<p>{text[:99]}</p>", title="港口的信", above="").role == "other"


@pytest.mark.parametrize(
    "title",
    ["The man who saved the nets", "The Man Who Saved the Nets", "信在早上六点到星期天没有"],
)
def test_a_title_that_is_no_name_is_that_of_an_article(title):
    assert page("/people/letters/", title=title, above="").role == "article"


@pytest.mark.parametrize(
    "title", ["Ann Moss - writes on nets and gulls", "李明 记者", "Ann van Moss"]
)
def test_a_name_is_told_with_what_its_bearer_does(title):
    assert page("/people/letters/", title=title, above="").role == "other"


@pytest.mark.parametrize("expected", [None, "article"])
@pytest.mark.parametrize("path", ["/staff/ann-moss/", "/auteurs/7", "/people/ann-moss"])
def test_a_page_about_a_writer_is_no_article(path, expected):
    reading = page(path, title="Ann Moss, Reporter", expected=expected)
    assert (reading.role, reading.own_weight) == ("other", 0.0)
    assert "its address is that of somebody who writes, and it tells no time" in reading.why


@pytest.mark.parametrize(
    "given",
    [
        {"title": "Ann Moss leaves the harbour for the hills"},
        {"time": "<p>3 May 2024, 10:15</p>"},
        {"family": Family("/people/{s}", fetched=5, useful=5, roles={"article": 4.0})},
        {"path": "/category/people/ann-moss/"},
    ],
)
def test_what_stands_in_a_section_called_like_writers_is_an_article(given):
    given = {"path": "/people/ann-moss/", "title": "Ann Moss, Reporter", **given}
    assert page(**given).role == "article"
