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
    "data",
    [
        "",
        "{",
        "null",
        "[]",
        '"text"',
        "[" * 100_000,
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


def test_a_long_list_costs_as_much_as_it_is_long():
    def seconds(length):
        given = page([0] * length)
        start = time.process_time()
        assert list(ld_objects(given)) == []
        return time.process_time() - start

    seconds(1000)
    assert seconds(100_000) < 30 * max(seconds(10_000), 0.005)


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
