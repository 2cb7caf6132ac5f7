"""Records come out the same, whoever read the page."""

from __future__ import annotations

from dataclasses import replace

import pytest
from xpath_kit import NOW, demo_pages, page_of, place_at

from fpcrawl.extraction.build import build_posts, count_in, read_of
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.extraction.records import record_dict
from fpcrawl.extraction.templates.assemble import assemble
from fpcrawl.extraction.templates.model import ReadRecord
from fpcrawl.extraction.templates.xpath_induce import induce_xpath
from fpcrawl.extraction.text import html_of

PAGE = page_of("<html><body></body></html>")


@pytest.mark.parametrize("family", ["divs", "nest", "latte"])
def test_a_template_and_structure_make_the_same_posts(family):
    pages = demo_pages(family, 0, 8)
    template = induce_xpath(pages)
    compared = 0
    for labelled in pages:
        tree = labelled.tree
        group = find_posts(tree, LayoutBook())
        if [raw.roots for raw in group.posts] != [record.roots for record in labelled.records]:
            continue
        place = place_at(tree.page.url, now=NOW)
        mine = assemble(template.read(labelled.sheet), "thread", tree.page, place, template="x-1")
        for one, other in zip(mine, build_posts(tree, group, place), strict=True):
            assert one.template == "x-1"
            assert one.confidence == 1.0
            same = replace(one, template=other.template, confidence=other.confidence)
            if other.author_url is None or same.floor != other.floor:
                continue  # what structure did not see is no matter here
            assert record_dict(same) == record_dict(other)
            compared += 1
    assert compared > 10


def test_a_body_cut_out_of_the_source_makes_the_same_post():
    labelled = demo_pages("nest", 0, 4)
    for page in labelled:
        tree = page.tree
        group = find_posts(tree, LayoutBook())
        reads = [read_of(tree, raw) for raw in group.posts]
        place = place_at(tree.page.url)
        cut = [ReadRecord(r.values, html=html_of(r.body)) for r in reads]
        ones = assemble(cut, "thread", tree.page, place)
        others = assemble(reads, "thread", tree.page, place)
        for one, other in zip(ones, others, strict=True):
            assert record_dict(one) == record_dict(other)


def test_a_post_needs_a_body_or_text_and_counts_its_floor():
    reads = [
        ReadRecord({"author": "anna", "time": "2024-03-04 10:00"}, text="First words"),
        ReadRecord({"author": "bert", "time": "2024-03-04 11:00"}),
        ReadRecord({"author": "reply", "time": "no time at all"}, text="Third"),
        ReadRecord({"time": "2024-03-04 12:00"}, text="This post has been deleted."),
    ]
    posts = assemble(reads, "thread", PAGE, place_at(template="kept"), confidence=0.5)
    assert [(p.floor, p.author, p.published, p.body_text) for p in posts[:2]] == [
        (1, "anna", "2024-03-04T10:00+00:00", "First words"),
        (3, None, None, "Third"),
    ]
    assert posts[1].published_raw == "no time at all"
    assert {p.template for p in posts} == {"kept"}
    assert {p.confidence for p in posts} == {0.5}


def test_an_empty_copy_of_a_post_is_none_and_has_no_floor():
    reads = [
        ReadRecord({"author": "anna", "post_id": "7"}, html="<p>First words</p>"),
        ReadRecord({"author": "Sponsored", "post_id": "7"}, html="<p></p>"),
        ReadRecord({"author": "bert", "post_id": "8"}, html="<p>Second</p>"),
        ReadRecord({"author": "carla", "post_id": "8"}, html='<p><img src="/a.jpg"></p>'),
    ]
    posts = assemble(reads, "thread", PAGE, place_at())
    assert [(p.floor, p.author) for p in posts] == [(1, "anna"), (2, "bert"), (3, "carla")]


def test_the_full_form_of_a_time_is_preferred():
    values = {"time": "an hour ago", "time_full": "2024-03-04T10:00:00Z", "floor": "#7"}
    (post,) = assemble([ReadRecord(values, text="x")], "thread", PAGE, place_at())
    assert post.published == "2024-03-04T10:00:00+00:00"
    assert post.published_raw == "an hour ago"
    assert post.floor == 7


def test_rows_become_threads():
    values = {
        "url": "t.php?id=3",
        "title": " On  kettles ",
        "author": "anna",
        "replies": "1,234 replies",
        "views": "5.6k",
        "last_post": "2024-03-04 10:00",
        "sticky": "Sticky",
    }
    rows = [ReadRecord(values), ReadRecord({"title": "no address"}), ReadRecord({"url": "t/4"})]
    one, other = assemble(rows, "index", PAGE, place_at(board="Kitchen"))
    assert one.url == "http://f.example/t.php?id=3"
    assert (one.title, one.author, one.replies, one.views) == ("On kettles", "anna", 1234, 5600)
    assert (one.last_post, one.sticky) == ("2024-03-04T10:00+00:00", True)
    assert (other.title, other.replies, other.sticky) == (None, None, False)


def test_the_record_of_an_article_becomes_one():
    page = page_of(
        "<html><body><div><p>One <a href='/x'>link</a></p><p>Two</p></div></body></html>"
    )
    body = [page.root.find(".//div")]
    values = {"title": "On kettles", "author": "anna", "time": "4 March 2024"}
    (article,) = assemble([ReadRecord(values, body)], "article", page, place_at(), template="t")
    assert (article.title, article.author, article.published) == (
        "On kettles",
        "anna",
        "2024-03-04",
    )
    assert "One link" in article.body_text
    assert article.links == ["http://f.example/x"]
    assert article.template == "t"
    assert assemble([ReadRecord(values)], "article", page, place_at()) == []
    assert assemble([], "article", page, place_at()) == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        ("1,234", 1234),
        ("1 234 567", 1234567),
        ("3.4k", 3400),
        ("32.3k", 32300),
        ("1.2M views", 1200000),
        ("3万", 30000),
        ("Replies: 7", 7),
        ("7 km", 7),
        ("none", None),
        ("", None),
        (None, None),
    ],
)
def test_counts_are_read_as_lists_show_them(text, number):
    assert count_in(text) == number
