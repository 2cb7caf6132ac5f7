from __future__ import annotations

import json
from dataclasses import replace

import pytest

from fpcrawl.extraction.records import Article, Comment, Post, Thread
from fpcrawl.store.base import ThreadPage
from fpcrawl.store.merge import content_changed, merge


def post(**changes) -> Post:
    values = {
        "key": "k1",
        "site": "a.example",
        "url": "http://a.example/t/1?page=1",
        "thread_url": "http://a.example/t/1",
        "author": "张三",
        "published": "2026-01-02T03:04:00+08:00",
        "published_raw": "2026-1-2 03:04",
        "body_text": "Hello  world",
        "confidence": 0.9,
    }
    return Post(**{**values, **changes})


def article(**changes) -> Article:
    values = {
        "key": "a1",
        "site": "n.example",
        "url": "http://n.example/1",
        "title": "Title",
        "body_text": "Body",
        "comments": [Comment(author="x", body_text="first", published_raw="3 hours ago")],
        "confidence": 0.8,
    }
    return Article(**{**values, **changes})


def outbox(state) -> list[dict]:
    return [json.loads(row[0]) for row in state.db.read("SELECT data FROM outbox ORDER BY seq")]


def test_a_record_is_new_then_same_then_changed(state) -> None:
    (stored,) = state.records.upsert([post()], 1.0)
    assert (stored.status, stored.version) == ("new", 1)
    (stored,) = state.records.upsert(
        [post(fetched="later", url="http://a.example/t/1?page=2")], 2.0
    )
    assert (stored.status, stored.version) == ("same", 1)
    (stored,) = state.records.upsert([post(body_text="Hello, world")], 3.0)
    assert (stored.status, stored.version) == ("changed", 2)
    assert state.records.get("post", "k1")["body_text"] == "Hello, world"
    assert state.records.get("post", "k1")["version"] == 2
    assert [old["body_text"] for old in state.records.versions("post", "k1")] == ["Hello  world"]
    assert [(line["key"], line["version"]) for line in outbox(state)] == [("k1", 1), ("k1", 2)]
    assert state.records.count("post") == state.records.count("post", "a.example") == 1
    assert state.records.get("post", "unknown") is None


def test_the_same_key_twice_in_one_call(state) -> None:
    statuses = [s.status for s in state.records.upsert([post(), post(author="李四")], 1.0)]
    assert statuses == ["new", "changed"]


@pytest.mark.parametrize(
    "changes",
    [
        {"confidence": 0.1},
        {"body_text": "Hello world"},
        {"floor": 7, "board": "b", "thread_title": "t"},
        {"links": ["http://x.example/?sid=1"]},
        {"published": "2026-01-02T03:04:30+08:00"},
        {"published": "2026-01-02"},
        {"published": "2026-01-02T02:50:00+08:00", "published_raw": "3小时前"},
        {"author": None, "body_text": "", "published": None},
    ],
)
def test_clutter_and_poorer_readings_are_no_edit(state, changes) -> None:
    state.records.upsert([post()], 1.0)
    (stored,) = state.records.upsert([post(**changes)], 2.0)
    assert stored.status == "same"
    kept = state.records.get("post", "k1")
    assert kept["author"] == "张三"
    assert kept["body_text"].split() == ["Hello", "world"]
    assert kept["published"].startswith("2026-01-02T03:04")
    assert len(outbox(state)) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"author": "李四"},
        {"body_text": "Hello world (edited)"},
        {"images": ["http://a.example/i.png"]},
        {"published": "2026-01-03T03:04:00+08:00"},
    ],
)
def test_what_an_author_changes_is_an_edit(changes) -> None:
    assert content_changed(post(), merge(post(), post(**changes)))


def test_what_was_missing_is_filled_in(state) -> None:
    state.records.upsert([post(author=None, confidence=0.3)], 1.0)
    (stored,) = state.records.upsert([post()], 2.0)
    assert (stored.status, stored.version) == ("changed", 2)


def test_a_poor_reading_changes_nothing_even_where_it_differs() -> None:
    poor = post(author=None, published=None, body_text="Hello", confidence=0.2)
    assert merge(post(), poor) == post()
    sure = replace(poor, confidence=0.95)
    assert merge(post(), sure).body_text == "Hello"
    assert merge(post(), sure).author == "张三"


def test_a_relative_time_is_replaced_by_a_full_one() -> None:
    guess = post(published="2026-01-02T03:00:00+08:00", published_raw="3 hours ago")
    assert merge(guess, post()).published == "2026-01-02T03:04:00+08:00"
    assert not content_changed(guess, merge(guess, post()))
    assert merge(post(), guess).published == "2026-01-02T03:04:00+08:00"


def test_comments_make_a_new_version_of_an_article(state) -> None:
    state.records.upsert([article()], 1.0)
    restyled = [Comment(author="x", body_text=" first ", published_raw="4 hours ago")]
    assert state.records.upsert([article(comments=restyled)], 2.0)[0].status == "same"
    more = [*restyled, Comment(author="y", body_text="second")]
    (stored,) = state.records.upsert([article(comments=more)], 3.0)
    assert (stored.status, stored.version) == ("changed", 2)
    assert state.records.upsert([article(comments=[])], 4.0)[0].status == "same"
    assert len(state.records.get("article", "a1")["comments"]) == 2


def test_threads_keep_their_pages_and_have_no_feed(state) -> None:
    thread = Thread(key="t", site="a.example", url="http://a.example/t/1", replies=3)
    assert state.records.known_thread("t") is None
    assert state.records.upsert([thread], 1.0)[0].status == "new"
    grown = replace(thread, replies=9, views=100)
    assert state.records.upsert([grown], 2.0)[0].status == "changed"
    assert state.records.known_thread("t") == grown
    state.records.set_thread_page("t", ThreadPage(2, "http://a.example/t/1/2", 4))
    state.records.set_thread_page("t", ThreadPage(1, "http://a.example/t/1", 20))
    state.records.set_thread_page("t", ThreadPage(2, "http://a.example/t/1/2", 9))
    assert [(p.page, p.posts) for p in state.records.thread_pages("t")] == [(1, 20), (2, 9)]
    assert outbox(state) == []


def test_broken_text_is_stored(state) -> None:
    odd = post(body_text="half \ud83d a pair, a zero \0 and 中文")
    state.records.upsert([odd], 1.0)
    assert state.records.get("post", "k1")["body_text"] == odd.body_text
    assert state.records.upsert([odd], 2.0)[0].status == "same"


@pytest.mark.parametrize(
    ("raw", "last_post", "status"),
    [
        ("3 hours ago", "2026-03-04T09+00:00", "same"),
        ("2 hours ago", "2026-03-04T11+00:00", "changed"),
        ("Today, 09:00", "2026-03-04T09:00+00:00", "changed"),
        ("19h", "2026-03-04T10:58:56+00:00", "changed"),
    ],
)
def test_a_thread_that_is_only_told_otherwise_has_not_changed(state, raw, last_post, status):
    thread = Thread(key="t", site="a.example", url="http://a.example/t/1", replies=3)
    before = "2026-03-04T10+00:00"
    old = replace(thread, last_post=before, last_post_raw="2 hours ago")
    state.records.upsert([old], 1.0)
    new = replace(thread, last_post=last_post, last_post_raw=raw)
    (stored,) = state.records.upsert([new], 2.0)
    assert stored.status == status
    assert stored.record.last_post == (before if status == "same" else last_post)
