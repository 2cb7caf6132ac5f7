"""What machines that keep their records by themselves know of each other's."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shared_kit import open_parts, place_of

from fpcrawl.extraction.records import Article, Post, Thread
from fpcrawl.store.model import Stored, ThreadPage
from fpcrawl.store.redis_records import RedisCommon

NOW = 1_700_000_000.0
DAY = 86_400.0
POST = Post(
    "k1",
    "f.example",
    "http://f.example/t/1#1",
    "http://f.example/t/1",
    author="Ann",
    published="2024-05-01T12:00:00+00:00",
    body_text="The pump is loud.",
    confidence=0.9,
)
THREAD = Thread("t1", "f.example", "http://f.example/t/1", title="Pumps", replies=3)


@pytest.fixture
def machines(request):
    where = place_of("redis", None, request)
    opened = [open_parts(where) for _ in range(2)]
    yield [RedisCommon(parts.db, keep_days=30) for parts in opened]
    for parts in opened:
        parts.close()


def note(common, record, version=1, now=NOW):
    common.note([Stored(record, "new", version)], now)
    common._db.flush()


def test_what_another_machine_stored_is_known(machines):
    one, other = machines
    assert one.known([POST], NOW) == [None]
    note(one, POST, 3)
    article = Article("k1", "f.example", "http://f.example/a")
    known, unknown = other.known([POST, article], NOW)
    assert unknown is None, "a key is that of its kind"
    assert known.version == 3
    assert known.stands(POST)
    assert known.stands(replace(POST, body_text="The  pump is loud.\n", images=[]))
    assert known.stands(replace(POST, published_raw="3 days ago", published=None))
    assert known.stands(replace(POST, author=None)), "nothing is replaced by nothing"
    assert not known.stands(replace(POST, body_text="The pump is silent."))
    poorer = replace(POST, body_text="The pump", published=None, confidence=0.3)
    assert known.stands(poorer)
    assert not known.stands(replace(poorer, confidence=0.95))


def test_marks_last_as_long_as_they_are_met(machines):
    one, other = machines
    note(one, POST)
    assert other.known([POST], NOW + 30 * DAY) != [None]
    assert other.known([POST], NOW + 46 * DAY) == [None]
    note(other, POST, now=NOW + 30 * DAY)
    assert one.known([POST], NOW + 60 * DAY) != [None]
    keys = list(one._db.client.scan_iter(match=f"*{one._db.prefix}*mark*"))
    assert keys
    assert max(one._db.client.ttl(key) for key in keys) <= 45 * DAY + 1


def test_many_marks_take_little_memory(machines):
    common = machines[0]
    posts = [replace(POST, key=f"{n:024x}") for n in range(2000)]
    before = common._db.client.info("memory")["used_memory"]
    common.note([Stored(post, "new", 1) for post in posts[:1]], NOW)
    common._db.flush()
    (key,) = common._db.client.scan_iter(match=f"*{common._db.prefix}*mark*")
    field, mark = next(iter(common._db.client.hgetall(key).items()))
    assert len(field) + len(mark) <= 32
    common.note([Stored(post, "new", 1) for post in posts], NOW)
    common._db.flush()
    kinds = {common._db.client.object("encoding", key) for key in [key]}
    assert kinds == {b"listpack"}
    assert all(common.known(posts, NOW))
    assert common._db.client.info("memory")["used_memory"] > before


def test_threads_are_one_for_all_machines(machines):
    one, other = machines
    assert one.known_thread("t1") is None
    assert one.upsert_thread(THREAD) == Stored(THREAD, "new", 1)
    one._db.flush()
    assert other.known_thread("t1") == THREAD
    grown = replace(THREAD, replies=5, title=None)
    merged = replace(THREAD, replies=5)
    assert other.upsert_thread(grown) == Stored(merged, "changed", 2)
    other._db.flush()
    assert one.upsert_thread(grown) == Stored(merged, "same", 2)
    one._db.flush()
    assert one.known_thread("t1") == merged
    assert list(other.threads()) == [("t1", merged, 2)]
    assert 0 < one._db.client.ttl(one._thread("t1")) <= 30 * DAY


def test_pages_of_a_thread_keep_what_is_known_of_their_topic(machines):
    one, other = machines
    first = ThreadPage(1, "http://f.example/t/1", 20, 0.25)
    one.set_thread_page("t1", first)
    one.set_thread_page("t1", ThreadPage(10, "http://f.example/t/1?p=10", 3))
    one._db.flush()
    other.set_thread_page("t1", ThreadPage(1, "http://f.example/t/1", 21))
    other._db.flush()
    assert one.thread_pages("t1") == [
        replace(first, posts=21),
        ThreadPage(10, "http://f.example/t/1?p=10", 3),
    ]
    assert one.known_thread("t1") is None
    assert list(one.threads()) == [("t1", None, 0)]


def test_a_thread_of_a_block_that_failed_is_not_known(machines):
    one = machines[0]

    def block():
        with one._db.transaction():
            one.upsert_thread(THREAD)
            assert one.known_thread("t1") == THREAD
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        block()
    assert one.known_thread("t1") is None
