"""What a page declares of itself, and records made of nothing else."""

from __future__ import annotations

import json
import time

import pytest
from extraction_kit import WORDS, column, html_page, page_of, records_of

from fpcrawl.extraction.declared import declared_article, declared_posts, ld_objects


def ld(data):
    text = data if isinstance(data, str) else json.dumps(data)
    return f'<script type="application/ld+json">{text}</script>'


def page(data, **meta):
    head = "".join(f'<meta property="{name}" content="{value}">' for name, value in meta.items())
    return page_of(html_page("<p>x</p>", head=head + ld(data)))


THREAD = {
    "@context": "https://schema.org",
    "@type": "DiscussionForumPosting",
    "headline": "Kettle boils over",
    "author": {"@type": "Person", "name": "anna"},
    "datePublished": "2024-03-04T10:00:00+08:00",
    "text": WORDS[0],
    "comment": [
        {
            "@type": "Comment",
            "author": [{"name": "bert"}, {"name": "carla"}],
            "dateCreated": "2024-03-04T11:00:00+08:00",
            "text": WORDS[1],
            "comment": {"@type": ["Comment"], "author": "dora", "text": WORDS[2]},
        },
        {"@type": "Rating", "text": "5"},
        {"@type": "Comment", "text": WORDS[3]},
    ],
}


def test_posts_of_a_thread_come_in_page_order():
    posts = declared_posts(page(THREAD))
    assert column(posts, "text") == WORDS
    assert column(posts, "author") == ["anna", "bert, carla", "dora", None]
    assert posts[0].title == "Kettle boils over"


def test_a_page_of_nothing_else_gives_the_declared_posts():
    html = html_page("<div id=app>Loading</div>", head=ld({"@graph": [{"@id": "x"}, THREAD]}))
    posts = records_of(html, "thread", thread_title="Kettle boils over")
    assert column(posts, "body_text") == WORDS
    assert column(posts, "floor") == [1, 2, 3, 4]
    assert posts[0].published == "2024-03-04T10:00:00+08:00"
    assert column(posts, "published")[2:] == [None, None]
    assert column(posts, "template") == ["json-ld"] * 4
    later = records_of(html, "thread", page=2)
    assert column(later, "floor") == [None] * 4
    assert len(set(column(posts + later, "key"))) == 8


@pytest.mark.parametrize(
    ("address", "expected"),
    [("/kettles/7#post-1", WORDS[1:]), ("/kettles/7?page=2#post-5", WORDS), (None, WORDS)],
)
def test_a_further_page_that_declares_the_opening_does_not_hold_it(address, expected):
    data = {**THREAD, "url": address and f"http://f.example{address}"}
    html = html_page("<div id=app>Loading</div>", head=ld(data))
    url = "http://f.example/kettles/7?page=2"
    assert column(records_of(html, "thread", page=2, url=url), "body_text") == expected
    assert column(records_of(html, "thread", url=url), "body_text") == WORDS


@pytest.mark.parametrize(
    "data",
    [
        "",
        "{",
        "null",
        "[]",
        '"text"',
        pytest.param("[" * 100_000, id="endless"),
        '{"@type": []}',
        '{"@type": {"a": 1}}',
        '{"@type": "DiscussionForumPosting"}',
        '{"@type": "DiscussionForumPosting", "text": 5, "author": 7, "comment": "x"}',
    ],
)
def test_malformed_declarations_are_no_posts(data):
    assert declared_posts(page(data)) == []
    found = declared_article(page(data))
    assert (found.author, found.published, found.text) == (None, None, None)


def test_objects_are_bounded():
    assert len(list(ld_objects(page([{"a": n} for n in range(5000)])))) == 2000


def is_read_in_one_go(make):
    """Whether ten times the length costs about that more, and no square: in any of some tries."""

    def seconds(length):
        given = page(make(length))
        start = time.process_time()
        assert list(ld_objects(given)) == []
        return time.process_time() - start

    seconds(1000)
    # A busy machine can make one try dear; it cannot make a square cheap.
    return any(seconds(100_000) < 30 * max(seconds(10_000), 0.005) for _ in range(6))


def test_a_long_list_costs_as_much_as_it_is_long():
    assert is_read_in_one_go(lambda length: [0] * length)


def test_an_article_declares_itself():
    data = {
        "@type": ["NewsArticle"],
        "headline": "  New  kettle ",
        "author": [{"name": "Ann Smith"}],
        "datePublished": "2024-03-04T10:00:00Z",
        "articleBody": "Words.",
    }
    found = declared_article(page(data))
    assert (found.title, found.author, found.published, found.text) == (
        "New kettle",
        "Ann Smith",
        "2024-03-04T10:00:00Z",
        "Words.",
    )


def test_meta_elements_stand_in():
    found = declared_article(
        page(
            "{}",
            **{
                "article:published_time": "2024-03-04T10:00:00Z",
                "article:author": "https://n.example/ann",
                "author": "Ann",
                "og:title": "New kettle",
            },
        )
    )
    assert found.published == "2024-03-04T10:00:00Z"
    assert found.title == "New kettle"
    assert found.author is None
    assert found.meta_author == "Ann"


def test_names_of_meta_elements_in_wide_use():
    found = declared_article(page("{}", ArticleTitle="New kettle", pdate="20240304"))
    assert (found.title, found.published) == ("New kettle", "20240304")
    assert declared_article(page("{}", **{"dcterms.created": "2024-03-04"})).published == (
        "2024-03-04"
    )


NEWS = {
    "@type": "NewsArticle",
    "headline": "New kettle",
    "author": {"name": "Ann Smith"},
    "datePublished": "2024-03-04T10:00:00Z",
}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ";"),
        ("<!-- ", " -->"),
        ("//<![CDATA[\n", "\n//]]>"),
        ("/*<![CDATA[*/", "/*]]>*/"),
    ],
)
def test_what_stands_around_json_is_no_part_of_it(before, after):
    found = declared_article(page(f"{before}{json.dumps(NEWS)}{after}"))
    assert found.author == "Ann Smith"


def test_commas_too_many_are_left_out_but_not_in_texts():
    text = (
        '{"@type": "NewsArticle", "headline": "Odd: ,] and \\",} too", "author": ["Ann Lee", ],\n}'
    )
    found = declared_article(page(text))
    assert (found.title, found.author) == ('Odd: ,] and ",} too', "Ann Lee")


@pytest.mark.parametrize("piece", ['\\"', '"', ",", ", ", "[", "//", "<!--", ";"])
def test_broken_json_costs_as_much_as_it_is_long(piece):
    assert is_read_in_one_go(lambda length: '{"a": ' + piece * length + "x")


@pytest.mark.parametrize(
    "kind", ["application/ld+json; charset=utf-8", "Application/LD+JSON", " application/ld+json "]
)
def test_a_type_can_be_written_in_other_ways(kind):
    head = f'<script type="{kind}">{json.dumps(NEWS)}</script>'
    assert declared_article(page_of(html_page("", head=head))).author == "Ann Smith"


OTHER = {**NEWS, "headline": "Old kettle", "author": "Bo Lee"}


@pytest.mark.parametrize(
    "data",
    [
        [{"@type": "ItemList", "itemListElement": [{"item": OTHER}]}, NEWS],
        [{**NEWS, "mentions": [OTHER]}],
        [OTHER, NEWS],
        [OTHER, {**NEWS, "headline": "Sold", "url": "/thread-77.html"}],
        [OTHER, {**NEWS, "headline": "Sold", "mainEntityOfPage": {"@id": "/thread-77.html"}}],
        [{"itemListElement": [OTHER, NEWS]}],
    ],
    ids=["list first", "mentions", "title", "address", "main entity", "both in a list"],
)
def test_of_several_articles_the_page_s_own_counts(data):
    given = page_of(html_page("<h1>New kettle</h1>", head=ld(data)))
    assert declared_article(given).author == "Ann Smith"


def test_an_article_that_only_a_list_tells_of_is_not_the_page_s():
    data = {"@type": "ItemList", "itemListElement": [{"item": OTHER}]}
    assert declared_article(page(data)).author is None


@pytest.mark.parametrize("date", ["1709546400", 1709546400, 1709546400000, 1709546400.0])
def test_seconds_since_the_epoch_are_a_time(date):
    given = html_page(
        "<h1>New kettle</h1>" + "<p>Words of it.</p>" * 9, head=ld({**NEWS, "datePublished": date})
    )
    (found,) = records_of(given, "article")
    assert found.published == "2024-03-04T10:00:00+00:00"


@pytest.mark.parametrize("date", [float("inf"), -5, True, 10**30, {"a": 1}])
def test_other_numbers_are_no_time(date):
    assert declared_article(page({**NEWS, "datePublished": date})).published is None


def test_titles_and_names_are_told_without_entities():
    given = page(
        {**NEWS, "headline": "Bell&#039;s last ring", "author": "Ann &amp; Bo"},
        **{"og:title": "&amp;#8216;Sold&amp;#8217;"},
    )
    found = declared_article(given)
    assert (found.titles, found.author) == (["‘Sold’", "Bell's last ring"], "Ann & Bo")


def test_the_day_of_a_film_counts_where_the_page_is_about_it():
    film = {"@type": "VideoObject", "name": "New kettle", "uploadDate": "2024-03-04"}
    head = ld(film)
    assert declared_article(page_of(html_page("<h1>New kettle</h1>", head=head))).published
    assert not declared_article(page_of(html_page("<h1>Old kettle</h1>", head=head))).published
