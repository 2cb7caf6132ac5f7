"""Posts and threads that pages tell their scripts in documents of JSON:API."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest
from extraction_kit import NAMES, WORDS, column, html_page, page_of, place_at

from fpcrawl.extraction.build import threads_of
from fpcrawl.extraction.extractor import Found, StructureExtractor
from fpcrawl.extraction.posts.jsonapi import api_posts, api_threads
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.templates.model import ReadRecord
from fpcrawl.walk.content import content_digest
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.roles import decide

TIMES = [f"2024-03-0{n}T10:00:00+00:00" for n in (4, 5, 6, 7)]


def link(kind, number):
    return {"data": {"type": kind, "id": str(number)}}


def post(n, **changes):
    attributes = {"number": n + 1, "created-at": TIMES[n], "contentHtml": f"<p>{WORDS[n]}</p>"}
    return {
        "type": "posts",
        "id": str(70 + n),
        "attributes": {**attributes, **changes},
        "relationships": {"user": link("users", n)},
    }


def users():
    return [
        {"type": "users", "id": str(n), "attributes": {"displayName": name}}
        for n, name in enumerate(NAMES)
    ]


def thread_document(*posts):
    own = [{"type": "posts", "id": one["id"]} for one in posts]
    return {
        "data": {
            "type": "discussions",
            "id": "7",
            "attributes": {"title": "Which oil?"},
            "relationships": {"posts": {"data": own}, "user": link("users", 0)},
        },
        "included": [*reversed(posts), *users()],
    }


def page_with(document, body="<div id=app></div>", *, kind="application/json"):
    told = json.dumps({"session": {}, "payload": {"document": document}})
    return page_of(html_page(f'{body}<script type="{kind}">{told}</script>'))


def records_of(page, **place):
    reading = read_structure(page, LayoutBook())
    decide(reading, None, None)
    found = Found(reading.tree, reading.role, reading.posts, [], told=reading.told)
    return list(StructureExtractor().extract(found, place_at(page.url, **place)))


@pytest.mark.parametrize("shown", ["", "It began on 2023-06-01 08:15, I think. "])
def test_posts_of_a_page_that_shows_no_times(shown):
    said = "".join(
        f"<article><h3>{name}</h3><div><p>{shown}{text} {text} {text}</p></div></article><hr>"
        for name, text in zip(NAMES, WORDS, strict=True)
    )
    page = page_with(thread_document(*map(post, range(4))), f"<h1>Which oil?</h1>{said}")
    posts = records_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS
    assert column(posts, "published") == TIMES
    assert column(posts, "post_id") == ["70", "71", "72", "73"]
    assert column(posts, "floor") == [1, 2, 3, 4]
    assert column(posts, "template") == ["json-api"] * 4


def test_what_is_no_post_of_the_thread_is_left_out():
    notice = post(1, contentHtml=None, content={"sticky": True})
    hidden, other = post(2, isHidden=True), post(3)
    document = thread_document(post(0), notice, hidden)
    document["included"].append(other)
    assert column(records_of(page_with(document)), "post_id") == ["70"]


def test_what_a_page_shows_is_taken_where_that_is_more():
    posts = "".join(
        f"<div class=post><b class=author>{NAMES[n]}</b> <time datetime='{TIMES[n]}'>"
        f"then</time><div class=text>{WORDS[n]}</div></div>"
        for n in range(4)
    )
    page = page_with(thread_document(post(0), post(1)), posts)
    assert column(records_of(page), "template") == [None] * 4


def test_pages_of_short_posts_in_scripts_are_not_the_same_page():
    digests = set()
    for n in range(4):
        reading = read_structure(page_with(thread_document(post(n))), LayoutBook())
        decide(reading, None, "thread")
        digests.add(content_digest(reading))
    assert len(digests) == 4


@pytest.mark.parametrize(
    "break_it",
    [
        lambda d: d.update(data=[d["data"]]),  # a list: these are not the posts of one thread
        lambda d: d.update(data=None),
        lambda d: d.update(included={}),
        lambda d: d["data"].update(relationships=[]),
        lambda d: d["data"]["relationships"].update(posts="none"),
        lambda d: d["included"].__setitem__(0, 5),
        lambda d: d["included"][0].update(attributes=None),
        lambda d: d["included"][0]["attributes"].update({"created-at": None}),
        lambda d: d["included"][0]["attributes"].update({"contentHtml": 7.5}),
    ],
)
def test_documents_of_another_kind_give_no_posts(break_it):
    document = deepcopy(thread_document(post(0)))
    break_it(document)
    assert api_posts(page_with(document)) == []


@pytest.mark.parametrize(
    "text", ["", "{", '{"attributes": [' + "[" * 9000, '"attributes included"']
)
def test_what_is_no_json_gives_no_posts(text):
    page = page_of(html_page(f'<script type="application/json">{text} "included"</script>'))
    assert api_posts(page) == api_threads(page) == []


def test_a_post_without_its_writer_has_no_author():
    document = thread_document(post(0))
    document["included"] = document["included"][:1]
    (read,) = api_posts(page_with(document, kind="application/vnd.api+json; charset=utf-8"))
    assert "author" not in read.values


def listed(n, title, **changes):
    attributes = {"title": title, "commentCount": n + 1, "lastPostedAt": TIMES[n], **changes}
    return {
        "type": "discussions",
        "id": str(n),
        "attributes": attributes,
        "relationships": {"user": link("users", n)},
    }


def test_rows_that_show_nothing_but_titles_get_what_scripts_are_told():
    document = {
        "data": [listed(0, "Oil"), listed(1, "Lids", isSticky=True), {"id": 5}, "x"],
        "included": users(),
    }
    page = page_with(document)
    rows = [
        ReadRecord({"url": f"/d/{n}", "title": t}) for n, t in enumerate(["Oil", "Lids", "Rope"])
    ]
    threads = threads_of(rows, page, place_at(page.url))
    assert column(threads, "replies") == [0, 1, None]
    assert column(threads, "last_post") == [*TIMES[:2], None]
    assert column(threads, "author") == [*NAMES[:2], None]
    assert column(threads, "sticky") == [False, True, False]
    # A list that shows them is right about itself.
    rows[2].values["replies"] = "4"
    assert column(threads_of(rows, page, place_at(page.url)), "replies") == [None, None, 4]


def test_links_to_other_posts_make_no_list_of_a_thread_that_its_scripts_are_told_of():
    said = "".join(
        f'<div><p>{text * 2}</p><a href="/d/7-which-oil/{n}">{name} said</a><p>{text * 2}</p></div>'
        for n, (name, text) in enumerate(zip(NAMES * 2, WORDS * 2, strict=True), 2)
    )
    page = page_with(thread_document(*map(post, range(4))), f"<h1>Which oil?</h1>{said}")
    assert column(records_of(page), "author") == NAMES
