"""Moving what one configuration names to another, records and threads with it."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from care_kit import CRAWL, NOW, entry, fill, kept_page, post

from fpcrawl.care.moving import move_state, on_one_machine
from fpcrawl.exceptions import StateError, UsageError
from fpcrawl.store.care import CORE, RECORDS
from fpcrawl.store.model import ThreadPage
from fpcrawl.store.opening import RedisAddress, StateConfig, open_configured
from fpcrawl.store.sqlite import open_state

MOMENT = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)
THREAD = f"t1{CRAWL}"
PAGES = [
    ThreadPage(1, "http://a.example/t/1", 20, 0.5),
    ThreadPage(2, "http://a.example/t/1?p=2", 3),
]


@pytest.fixture
def here(tmp_path):
    fill(tmp_path / "state")
    return StateConfig(tmp_path / "state", seen_days=99_999)


@pytest.fixture
def shared(tmp_path, redis_server):
    return StateConfig(
        tmp_path / "state",
        RedisAddress(redis_server.url),
        prefix=uuid.uuid4().hex,
        seen_days=99_999,
    )


def counts(state):
    return {section: state.care.count(section) for section in (*CORE, *RECORDS)}


def test_records_stay_and_threads_are_known_to_all(here, shared):
    before = open_configured(here)
    held = counts(before)
    before.close()
    moved = move_state(here, shared, MOMENT)
    assert moved.records_stay
    assert moved.aside is not None
    assert {one.section: one.rows for one in moved.sections}["threads"] == 1
    state = open_configured(shared)
    assert counts(state) == held
    # Another machine, with a file of its own, knows threads and what was stored.
    thread = state.records.known_thread(THREAD)
    assert (thread.title, thread.replies) == ("Tea", 4)
    assert state.records.thread_pages(THREAD) == PAGES
    same = post("p2", body_text="茶 <b>", images=["http://a.example/1.png"], author="Bo")
    assert state.records.upsert([same], NOW)[0].status == "same"
    state.records.set_thread_page(THREAD, ThreadPage(3, "http://a.example/t/1?p=3", 1))
    state.close()
    # Back in the file are the threads as all machines have left them.
    move_state(shared, here, MOMENT)
    state = open_configured(here)
    assert counts(state) == {**held, "thread_pages": 3}
    assert len(state.records.thread_pages(THREAD)) == 3
    assert state.records.known_thread(THREAD) == thread
    state.close()


def test_another_machine_takes_over_with_its_own_records(here, shared, tmp_path):
    elsewhere = on_one_machine(here, tmp_path / "elsewhere")
    move_state(here, shared, MOMENT)
    done = move_state(shared, elsewhere, MOMENT)
    assert not done.records_stay
    state = open_configured(elsewhere)
    assert state.records.get("post", "p1")["version"] == 2
    assert state.frontier.is_known(CRAWL, entry("done").fingerprint)
    state.close()
    with pytest.raises(StateError, match="nothing to move"):
        move_state(shared, elsewhere, MOMENT, force=True)


def test_a_state_at_work_is_not_moved(here, shared):
    worker = open_configured(here)
    with pytest.raises(StateError, match="end the crawls first"):
        move_state(here, shared, MOMENT)
    worker.close()
    move_state(here, shared, MOMENT)
    worker = open_configured(shared)
    with pytest.raises(StateError, match="end the crawls first"):
        move_state(shared, here, MOMENT)
    worker.close()


def test_what_is_kept_and_what_is_replaced(here, shared, tmp_path):
    move_state(here, shared, MOMENT, keep=True)
    state = open_state(here.directory, clock=lambda: NOW, seen_days=99_999)
    assert state.care.count("frontier") == 5
    state.templates.keep(kept_page("more"))
    state.close()
    with pytest.raises(StateError, match=r"frontier, .* --force"):
        move_state(here, shared, MOMENT)
    move_state(here, shared, MOMENT, keep=True, force=True)
    back = move_state(shared, here, MOMENT, force=True)
    assert back.aside is not None  # of the file that was there
    with pytest.raises(UsageError, match="already"):
        move_state(here, here, MOMENT)
    with pytest.raises(StateError, match="there is no state"):
        move_state(on_one_machine(here, tmp_path / "none"), shared, MOMENT)
    assert not (tmp_path / "none").exists()


def test_records_go_into_postgres_and_come_back(here, shared, tmp_path, postgres_server):
    url = postgres_server.create(f"move_{uuid.uuid4().hex}")
    target = replace(shared, database_url=url)
    before = open_configured(here)
    before.records.upsert([post("odd", body_text="\ud83d half, and \0")], NOW)
    before.close()
    before = open_configured(here)
    held = counts(before)
    before.close()
    moved = move_state(here, target, MOMENT)
    assert not moved.records_stay
    state = open_configured(target)
    assert counts(state) == held
    assert state.records.get("post", "p1")["version"] == 2
    assert state.records.get("post", "odd")["body_text"] == "\ud83d half, and \0"
    assert [one["body_text"] for one in state.records.versions("post", "p1")] == ["one"]
    assert state.records.thread_pages(THREAD) == PAGES
    assert [row.version for row in state.records.rows("post", site="a.example")] == [2, 1, 1]
    changed = list(state.records.rows("post", changed_since=NOW + 30))
    assert [row.key for row in changed] == ["p1"]
    state.close()
    # Into a file again: records stay in the database while the settings name it.
    back = move_state(target, replace(here, database_url=url), MOMENT)
    assert back.records_stay
    state = open_configured(replace(here, database_url=url))
    assert counts(state) == held
    state.close()
