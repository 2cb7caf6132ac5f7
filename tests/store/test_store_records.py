from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from store_kit import outbox

from fpcrawl.extraction.keys import post_key, text_key
from fpcrawl.extraction.records import Article, Comment, Post, Thread
from fpcrawl.store.merge import content_changed, merge
from fpcrawl.store.model import ThreadPage


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


def test_a_record_is_new_then_same_then_changed(records_state) -> None:
    (stored,) = records_state.records.upsert([post()], 1.0)
    assert (stored.status, stored.version) == ("new", 1)
    (stored,) = records_state.records.upsert(
        [post(fetched="later", url="http://a.example/t/1?page=2")], 2.0
    )
    assert (stored.status, stored.version) == ("same", 1)
    (stored,) = records_state.records.upsert([post(body_text="Hello, world")], 3.0)
    assert (stored.status, stored.version) == ("changed", 2)
    assert records_state.records.get("post", "k1")["body_text"] == "Hello, world"
    assert records_state.records.get("post", "k1")["version"] == 2
    assert [old["body_text"] for old in records_state.records.versions("post", "k1")] == [
        "Hello  world"
    ]
    assert [(line["key"], line["version"]) for line in outbox(records_state)] == [
        ("k1", 1),
        ("k1", 2),
    ]
    assert (
        records_state.records.count("post") == records_state.records.count("post", "a.example") == 1
    )
    assert records_state.records.get("post", "unknown") is None


def test_the_same_key_twice_in_one_call(records_state) -> None:
    statuses = [s.status for s in records_state.records.upsert([post(), post(author="李四")], 1.0)]
    assert statuses == ["new", "changed"]


def keyed(post_id=None, floor=1, **changes) -> Post:
    made = post(post_id=post_id, floor=floor, **changes)
    made.key = post_key(
        made.site,
        made.thread_url,
        post_id=post_id,
        floor=floor,
        author=made.author,
        published=made.published,
        text=made.body_text,
    )
    return made


ALONE = "http://a.example/message/ab12"


def read_in_thread() -> Post:
    """A post that its thread shows fifth, with a link to a page of its own."""
    made = keyed(floor=5, thread_title="The pump", published="2026-01-02T03:04+08:00")
    made.key = post_key(
        made.site,
        made.thread_url,
        post_id=None,
        floor=5,
        author=made.author,
        published=made.published,
        text=made.body_text,
        own_url=ALONE,
    )
    return made


def read_alone() -> Post:
    seconds = {"published": "2026-01-02T03:04:55+08:00", "published_raw": "2026-1-2 03:04:55"}
    return keyed(url=ALONE, thread_url=ALONE, thread_title="Re: The pump", **seconds)


@pytest.mark.parametrize("is_alone_first", [True, False])
def test_a_post_in_its_thread_and_alone_is_stored_once(records_state, is_alone_first) -> None:
    makes = [read_alone, read_in_thread] if is_alone_first else [read_in_thread, read_alone]
    for now, make in enumerate((*makes, *makes), 1):
        (stored,) = records_state.records.upsert([make()], float(now))
        assert stored.status == ("new" if now == 1 else "same")
    assert records_state.records.count("post") == 1
    kept = records_state.records.get("post", read_alone().key)
    assert (kept["thread_url"], kept["thread_title"]) == ("http://a.example/t/1", "The pump")
    assert (kept["floor"], kept["published"]) == (5, "2026-01-02T03:04:55+08:00")


def test_a_post_stored_by_its_floor_keeps_its_key_where_it_has_a_page_now(records_state) -> None:
    earlier = keyed(floor=5, published=read_in_thread().published)
    records_state.records.upsert([earlier], 1.0)
    (stored,) = records_state.records.upsert([read_in_thread()], 2.0)
    assert (stored.record.key, stored.status) == (earlier.key, "same")


@pytest.mark.parametrize(
    ("changes", "is_same"),
    [
        ({"published": "2026-01-02T03:04:55+08:00"}, True),
        ({"author": "李四"}, False),
        ({"body_text": "+1"}, False),
        ({"published": "2026-01-02T03:05:00+08:00"}, False),
        ({"published": "2026-01-02"}, False),
        ({"thread_url": "http://a.example/post/159"}, False),
    ],
)
def test_a_page_of_one_post_tells_its_number_in_its_address(
    records_state, changes, is_same
) -> None:
    (first,) = records_state.records.upsert([keyed("158", 5)], 1.0)
    shown = keyed(**{"thread_url": "http://a.example/post/158", **changes})
    (stored,) = records_state.records.upsert([shown], 2.0)
    assert (stored.record.key == first.record.key) is is_same
    assert records_state.records.count("post") == 2 - is_same


def test_the_same_words_in_two_threads_are_two_posts(records_state) -> None:
    said = [keyed(floor=5, thread_url=f"http://a.example/t/{n}", body_text="+1") for n in (1, 2)]
    assert [one.status for one in records_state.records.upsert(said, 1.0)] == ["new", "new"]
    assert records_state.records.count("post") == 2


@pytest.mark.parametrize(
    ("earlier", "status"),
    [
        (keyed(), "same"),
        (keyed(floor=None), "same"),
        (keyed(author=None, body_text="Hello world -- my signature"), "changed"),
        (keyed(author="Member since 2020"), "changed"),
        (keyed(author=None, floor=None), "changed"),
    ],
)
def test_a_post_whose_number_is_read_later_keeps_its_key(records_state, earlier, status) -> None:
    records_state.records.upsert([earlier], 1.0)
    for now, told in ((2.0, status), (3.0, "same")):
        two = [keyed("158"), keyed("159", 2, author="李四", body_text="Another")]
        first, second = records_state.records.upsert(two, now)
        assert (first.record.key, first.status) == (earlier.key, told)
        assert second.record.key == keyed("159", 2).key
    assert records_state.records.count("post") == 2
    assert records_state.records.get("post", earlier.key)["post_id"] == "158"


@pytest.mark.parametrize("published", ["2026-01-02", None])
def test_what_nobody_known_and_a_member_say_alike_on_one_day_are_two_posts(
    records_state, published
) -> None:
    for n, author in enumerate((None, "张三")):
        said = keyed(None, None, author=author, body_text="+1", published=published)
        (stored,) = records_state.records.upsert([said], float(n))
        assert (stored.record.key, stored.status) == (said.key, "new")


@pytest.mark.parametrize("floors", [(1, None), (None, 1)])
def test_an_opening_post_that_further_pages_repeat_is_stored_once(records_state, floors) -> None:
    earlier, later = (keyed(floor=floor) for floor in floors)
    records_state.records.upsert([earlier], 1.0)
    (stored,) = records_state.records.upsert([later], 2.0)
    assert stored.record.key == earlier.key
    assert records_state.records.count("post") == 1
    # What its writer says later that day is another post.
    records_state.records.upsert([keyed(floor=None, body_text="And one thing more")], 3.0)
    assert records_state.records.count("post") == 2


@pytest.mark.parametrize(
    "other",
    [
        keyed(author="李四", published="2026-01-02"),
        keyed(author="李四", body_text="No"),
        keyed(published="2026-01-02T05:00:00+08:00", body_text="No"),
    ],
)
def test_another_post_at_the_same_place_keeps_a_key_of_its_own(records_state, other) -> None:
    records_state.records.upsert([other], 1.0)
    (stored,) = records_state.records.upsert([keyed("158")], 2.0)
    assert (stored.record.key, stored.status) == (keyed("158").key, "new")


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
def test_clutter_and_poorer_readings_are_no_edit(records_state, changes) -> None:
    records_state.records.upsert([post()], 1.0)
    (stored,) = records_state.records.upsert([post(**changes)], 2.0)
    assert stored.status == "same"
    kept = records_state.records.get("post", "k1")
    assert kept["author"] == "张三"
    assert kept["body_text"].split() == ["Hello", "world"]
    assert kept["published"].startswith("2026-01-02T03:04")
    assert len(outbox(records_state)) == 1


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


def test_what_was_missing_is_filled_in(records_state) -> None:
    records_state.records.upsert([post(author=None, confidence=0.3)], 1.0)
    (stored,) = records_state.records.upsert([post()], 2.0)
    assert (stored.status, stored.version) == ("changed", 2)


def test_a_poor_reading_changes_nothing_even_where_it_differs() -> None:
    poor = post(author=None, published=None, body_text="Hello", confidence=0.2)
    assert merge(post(), poor) == post()
    sure = replace(poor, confidence=0.95)
    assert merge(post(), sure).body_text == "Hello"
    assert merge(post(), sure).author == "张三"


def test_another_post_at_a_floor_brings_its_own_time() -> None:
    aged = {"published_raw": "8 months ago"}
    old = post(published="2026-03-26T10:42:32+00:00", **aged)
    new = post(published="2026-03-24T19:31:00+00:00", author="olga", body_text="Good", **aged)
    assert merge(old, new).published == new.published
    assert merge(old, replace(new, author=old.author)).published == old.published


def test_a_relative_time_is_replaced_by_a_full_one() -> None:
    guess = post(published="2026-01-02T03:00:00+08:00", published_raw="3 hours ago")
    assert merge(guess, post()).published == "2026-01-02T03:04:00+08:00"
    assert not content_changed(guess, merge(guess, post()))
    assert merge(post(), guess).published == "2026-01-02T03:04:00+08:00"


def test_comments_make_a_new_version_of_an_article(records_state) -> None:
    records_state.records.upsert([article()], 1.0)
    restyled = [Comment(author="x", body_text=" first ", published_raw="4 hours ago")]
    assert records_state.records.upsert([article(comments=restyled)], 2.0)[0].status == "same"
    more = [*restyled, Comment(author="y", body_text="second")]
    (stored,) = records_state.records.upsert([article(comments=more)], 3.0)
    assert (stored.status, stored.version) == ("changed", 2)
    assert records_state.records.upsert([article(comments=[])], 4.0)[0].status == "same"
    assert len(records_state.records.get("article", "a1")["comments"]) == 2


def test_threads_keep_their_pages_and_have_no_feed(records_state) -> None:
    thread = Thread(key="t", site="a.example", url="http://a.example/t/1", replies=3)
    assert records_state.records.known_thread("t") is None
    assert records_state.records.upsert([thread], 1.0)[0].status == "new"
    grown = replace(thread, replies=9, views=100)
    assert records_state.records.upsert([grown], 2.0)[0].status == "changed"
    assert records_state.records.known_thread("t") == grown
    records_state.records.set_thread_page("t", ThreadPage(2, "http://a.example/t/1/2", 4))
    records_state.records.set_thread_page("t", ThreadPage(1, "http://a.example/t/1", 20))
    records_state.records.set_thread_page("t", ThreadPage(2, "http://a.example/t/1/2", 9))
    assert [(p.page, p.posts) for p in records_state.records.thread_pages("t")] == [(1, 20), (2, 9)]
    assert outbox(records_state) == []


def test_broken_text_is_stored(records_state) -> None:
    odd = post(body_text="half \ud83d a pair, a zero \0 and 中文")
    records_state.records.upsert([odd], 1.0)
    assert records_state.records.get("post", "k1")["body_text"] == odd.body_text
    assert records_state.records.upsert([odd], 2.0)[0].status == "same"


@pytest.mark.parametrize(
    ("raw", "last_post", "status"),
    [
        ("3 hours ago", "2026-03-04T09+00:00", "same"),
        ("2 hours ago", "2026-03-04T11+00:00", "changed"),
        ("Today, 09:00", "2026-03-04T09:00+00:00", "changed"),
        ("19h", "2026-03-04T10:58:56+00:00", "changed"),
    ],
)
def test_a_thread_that_is_only_told_otherwise_has_not_changed(
    records_state, raw, last_post, status
):
    thread = Thread(key="t", site="a.example", url="http://a.example/t/1")
    before = "2026-03-04T10+00:00"
    old = replace(thread, last_post=before, last_post_raw="2 hours ago")
    records_state.records.upsert([old], 1.0)
    new = replace(thread, last_post=last_post, last_post_raw=raw)
    (stored,) = records_state.records.upsert([new], 2.0)
    assert stored.status == status
    assert stored.record.last_post == (before if status == "same" else last_post)


NOON = "2026-03-04T12:00:00+00:00"


@pytest.mark.parametrize(
    ("first", "then", "fetched", "replies", "status"),
    [
        # An age of weeks is read as a later day each day.
        (("2026-02-25", "1 week ago"), ("2026-02-26", "1 week ago"), 5, None, "same"),
        (("2026-01", "1 month ago"), ("2026-02", "1 month ago"), 14, None, "same"),
        (("2026-02-28", "4 天前"), ("2026-02-27", "2026-02-27"), 8, None, "same"),
        (("2026-02-25", "hace 1 semana"), ("2026-02-26", "hace 1 semana"), 5, None, "same"),
        # What was written since is not as old as that.
        (("2026-02-25", "1 week ago"), ("2026-03-04", "1 day ago"), 5, None, "changed"),
        # It may be of the hour after the list was read: there the replies tell.
        (("2026-03-04T10+00:00", "2 hours ago"), ("2026-03-04", "1 day ago"), 5, None, "changed"),
        (("2026-03-04T10+00:00", "2 hours ago"), ("2026-03-04", "1 day ago"), 5, 3, "same"),
        (("2026-03-04T10+00:00", "2 hours ago"), ("2026-03-04", "1 day ago"), 5, 4, "changed"),
        # It was written since, whatever the replies tell.
        (
            ("2026-03-03", "1 day ago"),
            ("2026-03-04T12:55+00:00", "5 minutes ago"),
            4.05,
            3,
            "changed",
        ),
        # "1.2k" tells of several numbers.
        (("2026-03-04T10+00:00", "2 hours ago"), ("2026-03-04", "1 day ago"), 5, 1200, "changed"),
    ],
)
def test_a_thread_has_not_changed_where_its_last_post_has_only_grown_older(
    records_state, first, then, fetched, replies, status
) -> None:
    thread = Thread(key="t", site="a.example", url="http://a.example/t/1")
    known = None if replies is None else 1200 if replies == 1200 else 3
    old = replace(thread, last_post=first[0], last_post_raw=first[1], replies=known, fetched=NOON)
    records_state.records.upsert([old], 1.0)
    later = (datetime.fromisoformat(NOON) + timedelta(days=fetched - 4)).isoformat()
    new = replace(thread, last_post=then[0], last_post_raw=then[1], replies=replies, fetched=later)
    (stored,) = records_state.records.upsert([new], 2.0)
    assert stored.status == status


def told(body, floor, *, hour=9, author="ann", day=4, page=1, by_words=False, **changes) -> Post:
    """A post that the site gives no number, as a page of that day shows it."""
    made = keyed(
        floor=floor,
        author=author,
        body_text=body,
        published=f"2026-03-04T{hour:02}:00+00:00",
        published_raw=f"2026-03-04 {hour:02}:00",
        fetched=f"2026-03-{day:02}T12:00:00+00:00",
        **changes,
    )
    if by_words:
        made.key = text_key(made)
    return made


SAID = ["The gasket leaks again", "Which size is it", "Twelve millimetres", "Try the blue one"]


def shown(words, day, **changes) -> list[Post]:
    """Posts as they stand below each other, each told by its place."""
    return [
        told(said, n, hour=8 + SAID.index(said) if said in SAID else 20, day=day, **changes)
        for n, said in enumerate(words, 1)
    ]


def bodies(state) -> list[str]:
    return sorted(row["body_text"] for row in state.records.stored("post"))


def test_posts_below_a_deleted_one_are_not_stored_again(records_state) -> None:
    records_state.records.upsert(shown(SAID, 4), 1.0)
    left = [said for said in SAID if said != "Which size is it"]
    statuses = [s.status for s in records_state.records.upsert(shown(left, 5), 2.0)]
    assert statuses == ["same"] * 3
    # A new one comes to the place where the last one was.
    more = [*left, "That one fits, thank you all"]
    for day, last in ((6, "new"), (7, "same")):
        stored = records_state.records.upsert(shown(more, day), float(day))
        assert [s.status for s in stored] == ["same"] * 3 + [last]
    assert bodies(records_state) == sorted({*SAID, *more})


@pytest.mark.parametrize(
    "changes",
    [
        {"body": "The gasket leaks again. Edit: it was the seal"},
        {"body": "Solved, close this please"},
        {"body": "Solved, close this please", "author": None},
    ],
)
def test_an_edited_post_keeps_its_place(records_state, changes) -> None:
    records_state.records.upsert([told(SAID[0], 2, day=4)], 1.0)
    (stored,) = records_state.records.upsert([told(floor=2, day=5, **changes)], 2.0)
    assert (stored.status, stored.version) == ("changed", 2)
    assert records_state.records.count("post") == 1


def test_a_page_that_is_read_better_replaces_what_was_read_there(records_state) -> None:
    records_state.records.upsert([told("Search this board", 2, hour=1, author="menu")], 1.0)
    (stored,) = records_state.records.upsert([told(SAID[0], 2)], 2.0)
    assert (stored.status, stored.version) == ("changed", 2)


def test_a_post_that_was_told_by_its_place_is_known_where_others_were_put_in(
    records_state,
) -> None:
    records_state.records.upsert(shown(SAID, 4), 1.0)
    words = [SAID[0], *(f"Put in between, number {n}" for n in range(9)), *SAID[1:]]
    posts = [
        told(said, n, hour=8 + SAID.index(said) if said in SAID else 21, day=5, by_words=n > 1)
        for n, said in enumerate(words, 1)
    ]
    stored = records_state.records.upsert(posts, 2.0)
    assert [s.status for s in stored] == ["same", *["new"] * 9, *["same"] * 3]


@pytest.mark.parametrize(
    ("later", "is_same"),
    [
        ({"published": "2026-02", "published_raw": "1 month ago"}, True),
        ({"published": "2026-02-21", "published_raw": "Feb 21, 2026"}, True),
        ({"published": "2025-11-05", "published_raw": "Nov 05, 2025"}, False),
    ],
)
def test_a_post_that_grows_older_is_stored_once(records_state, later, is_same) -> None:
    def aged(published: str, raw: str, day: str) -> Post:
        made = keyed(
            floor=None, published=published, published_raw=raw, fetched=f"{day}T12:00:00+00:00"
        )
        made.key = text_key(made)
        return made

    records_state.records.upsert([aged("2026-02-25", "1 week ago", "2026-03-04")], 1.0)
    posts = [aged(later["published"], later["published_raw"], "2026-03-28")]
    (stored,) = records_state.records.upsert(posts, 2.0)
    assert stored.status == ("same" if is_same else "new")
    assert records_state.records.count("post") == 2 - is_same


@pytest.mark.parametrize("by_words", [False, True])
def test_posts_of_one_author_below_a_deleted_one_keep_their_rows_where_ages_are_alike(
    records_state, by_words
) -> None:
    def page(words, iso, raw, day, *, keyed_by_words=False) -> list[Post]:
        rows = [told(said, n, day=day) for n, said in enumerate(words, 2)]
        made = [replace(row, published=iso, published_raw=raw) for row in rows]
        for post in made if keyed_by_words else ():
            post.key = text_key(post)
        return made

    words = [f"{said} {said[::-1]}" for said in SAID]
    records_state.records.upsert(page(words, "2026-03-04T10+00:00", "2 hours ago", 4), 1.0)
    later = page(words[1:], "2026-03-04", "2 days ago", 6, keyed_by_words=by_words)
    stored = records_state.records.upsert(later, 2.0)
    assert [s.version for s in stored] == [1] * 3
    assert bodies(records_state) == sorted(words)


def bumped(*floors, iso="2026-03-04T10+00:00", raw="2 hours ago", day=4) -> list[Post]:
    """Posts in which one author says the same, at places of a thread that shows ages."""
    fetched = f"2026-03-{day:02}T12:00:00+00:00"
    return [
        keyed(floor=n, body_text="bump", published=iso, published_raw=raw, fetched=fetched)
        for n in floors
    ]


def test_the_same_words_at_several_places_are_several_posts(records_state) -> None:
    for pages in (bumped(2, 5), bumped(12), bumped(5, 9)):
        records_state.records.upsert(pages, 1.0)
    assert bodies(records_state) == ["bump"] * 4


def test_the_same_words_that_have_come_to_places_of_others_are_several_posts(
    records_state,
) -> None:
    records_state.records.upsert(shown(SAID, 4), 1.0)
    days = [("2026-03-10", "1 week ago", 17), ("2026-03-25T11+00:00", "1 hour ago", 25)]
    for iso, raw, day in days:
        there = bumped(3, 4, iso=iso, raw=raw, day=day)
        for made in there:
            made.author = "bob"
        stored = records_state.records.upsert(there, float(day))
        assert [s.status for s in stored] == ["new", "new"]
    assert bodies(records_state).count("bump") == 4
