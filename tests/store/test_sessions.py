"""What is kept of sessions, and rows that wait for a login."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

from fpcrawl.store.model import PARKED, Board, Entry, Outcome
from fpcrawl.store.sessions import (
    CLAIM_S,
    MAX_COOKIES,
    MAX_LISTS,
    SESSION_COOKIE_S,
    KeptCookie,
    SessionStore,
)
from fpcrawl.store.sqlite import open_state

if TYPE_CHECKING:
    from collections.abc import Callable

NOW = 1_772_625_600.0


class Box:
    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def get(self, name: str, default: Any = None) -> Any:
        return self.values.get(name, default)

    def set(self, name: str, value: Any) -> None:
        self.values[name] = value

    def change(self, name: str, update: Callable[[Any], Any]) -> Any:
        value = self.values[name] = update(self.get(name))
        return value


def test_cookies_come_back_for_the_same_login_until_they_end() -> None:
    store = SessionStore(Box(), "forum:x")
    sid = KeptCookie("sid", "1", "x", expires=None)
    day = KeptCookie("day", "2", "x", expires=NOW + 86_400)
    store.keep_cookies("me", [sid, day, KeptCookie("old", "3", "x", expires=NOW - 1)], NOW)
    assert store.cookies("me", NOW + 1) == [sid, day]
    assert store.cookies("me", NOW + 86_401) == [sid]
    assert store.cookies("me", NOW + SESSION_COOKIE_S + 1) == []
    assert store.cookies("", NOW) == [], "a guest does not come with a member's cookies"
    many = [KeptCookie(f"c{n}", "", "x") for n in range(MAX_COOKIES + 9)]
    store.keep_cookies("me", many, NOW)
    assert store.cookies("me", NOW) == many[9:]


def test_refusals_are_counted_for_their_login_only() -> None:
    store = SessionStore(Box(), "forum:x")
    store.keep_cookies("me", [KeptCookie("sid", "1", "x")], NOW)
    store.note_refused("me", NOW, "no")
    store.note_refused("me", NOW + 5, "no!")
    assert store.refused("me") == (2, NOW + 5, "no!")
    assert store.refused("you")[0] == 0
    assert store.login_trouble() == "no!"
    store.forget_refused()
    assert store.refused("me")[0] == 0
    assert store.login_trouble() == ""
    assert store.cookies("me", NOW), "the cookies are still there"


def test_a_list_wants_a_login_until_it_is_read_again() -> None:
    def board(url: str, last_done: float | None) -> Board:
        return Board(url, "index", NOW, last_done, 1, 0, leased=False, payload="{}")

    store = SessionStore(Box(), "forum:x")
    store.note_list("a", NOW)
    store.note_list("b", NOW)
    store.note_list("gone", NOW)
    boards = [board("a", NOW - 9), board("b", NOW + 9), board("c", None)]
    assert store.lists(boards) == ["a"]
    store.note_list("b", NOW + 10)
    assert store.lists(boards) == ["a", "b"]
    for n in range(MAX_LISTS - 1):
        store.note_list(str(n), NOW)
    assert store.lists(boards) == ["b"], "the latest are remembered"


def test_walls_are_counted_by_kind() -> None:
    store = SessionStore(Box(), "forum:x")
    store.note_wall("login", NOW, "http://x/1")
    store.note_wall("banned", NOW + 1, "http://x/2")
    store.note_wall("login", NOW + 2, "http://x/3")
    assert [(w.kind, w.count, w.url) for w in store.walls()] == [
        ("login", 2, "http://x/3"), ("banned", 1, "http://x/2"),
    ]  # fmt: skip


def test_a_parked_row_waits_for_a_login_and_for_no_time(tmp_path) -> None:
    state = open_state(tmp_path, clock=lambda: NOW)
    try:
        frontier = state.frontier
        for n in range(3):
            mark = bytes([n]) * 12
            frontier.add(Entry("forum:x", f"http://x/{n}", mark, "x", "{}"))
        first, second, _third = frontier.lease("forum:x", NOW, 3)
        frontier.retry(first.lease_id, PARKED)
        frontier.retry(second.lease_id, NOW + 50)
        counts = frontier.counts("forum:x", NOW)
        assert (counts.later, counts.retrying, counts.parked, counts.leased) == (1, 1, 1, 1)
        assert frontier.next_due("forum:x") == NOW + 50
        assert frontier.unpark("forum:x") == 1
        assert frontier.counts("forum:x", NOW).due == 1
        assert frontier.unpark("forum:y") == 0
    finally:
        state.close()


def test_some_parked_rows_are_tried_from_both_ends_of_their_line(open_store, clock) -> None:
    with closing(open_store()) as state:
        frontier = state.frontier
        for n in range(6):
            mark = bytes([n]) * 12
            frontier.add(Entry("forum:x", f"http://x/{n}", mark, "x", "{}"))
        state.flush()
        for row in frontier.lease("forum:x", clock(), 6)[:5]:
            assert not row.parked
            clock.advance(1)
            frontier.retry(row.lease_id, PARKED + clock())
        state.flush()
        assert frontier.counts("forum:x", clock()).parked == 5
        assert frontier.unpark("forum:x", 0) == 0
        assert frontier.unpark("forum:x", 3) == 3
        assert frontier.counts("forum:x", clock()).due == 3
        tried = frontier.lease("forum:x", clock(), 6)
        assert [row.url[-1] for row in tried] == ["0", "1", "4"]
        assert all(row.parked for row in tried)
        for row in tried[:2]:
            frontier.retry(row.lease_id, PARKED + clock())
        frontier.ack(tried[2].lease_id, Outcome.DONE)
        state.flush()
        assert frontier.unpark("forum:x", 9) == 4
        assert frontier.unpark("forum:x", 9) == 0
        assert frontier.unpark("forum:y", 9) == 0


def test_rows_parked_are_the_same_after_a_release_and_all_come_with_a_login(
    open_store, clock
) -> None:
    with closing(open_store()) as state:
        frontier = state.frontier
        frontier.add(Entry("forum:x", "http://x/1", b"1" * 12, "x", "{}", not_before=PARKED))
        state.flush()
        assert frontier.unpark("forum:x", 1) == 1
        for _ in range(2):
            (row,) = frontier.lease("forum:x", clock(), 1)
            assert row.parked
            frontier.release([row.lease_id])
            state.flush()
        (row,) = frontier.lease("forum:x", clock(), 1)
        frontier.retry(row.lease_id, PARKED + clock())
        state.flush()
        assert frontier.unpark("forum:x") == 1
        assert not frontier.lease("forum:x", clock(), 1)[0].parked


def test_cookies_of_a_login_cannot_be_read_without_its_file() -> None:
    box, secret = Box(), bytes(range(32))
    store = SessionStore(box, "forum:x", secret)
    sid = KeptCookie("sid", "verysecret", "x")
    store.keep_cookies("me", [sid], NOW)
    assert "verysecret" not in repr(box.values)
    assert "sid" not in repr(box.values["session/forum:x"])
    assert SessionStore(box, "forum:x", secret).cookies("me", NOW) == [sid]
    for key in (None, bytes(32)):
        assert SessionStore(box, "forum:x", key).cookies("me", NOW) == []
    store.keep_cookies("", [], NOW)
    assert store.cookies("me", NOW) == []


def test_cookies_of_a_later_session_of_another_worker_stay() -> None:
    box = Box()
    one, other = SessionStore(box, "forum:x"), SessionStore(box, "forum:x")
    old, new = KeptCookie("sid", "1", "x"), KeptCookie("sid", "2", "x")
    one.keep_cookies("me", [old], NOW, number=1)
    assert other.number("me") == 1
    assert other.number("you") == 0
    other.keep_cookies("me", [new], NOW, number=2)
    one.keep_cookies("me", [old], NOW + 5, number=1)
    assert one.cookies("me", NOW) == [new]
    one.keep_cookies("you", [old], NOW + 5)
    assert one.cookies("you", NOW) == [old]


def test_one_worker_at_a_time_logs_in() -> None:
    box = Box()
    one, other = SessionStore(box, "forum:x"), SessionStore(box, "forum:x")
    assert one.claim("a", NOW)()
    assert not other.claim("b", NOW + 1)()
    assert one.claim("a", NOW + 2)(), "it has it already"
    other.end_claim("b")
    assert not other.claim("b", NOW + 3)()
    one.end_claim("a")
    assert other.claim("b", NOW + 4)()
    assert one.claim("a", NOW + 4 + CLAIM_S)(), "the other has died"


def test_a_claim_that_was_not_granted_is_not_made_later() -> None:
    box = Box()
    store = SessionStore(box, "forum:x")
    store.claim("b", NOW)()
    asked: list[Any] = []
    box.change = lambda _, update: asked.append(update)  # type: ignore[method-assign]
    is_granted = store.claim("a", NOW)
    assert not is_granted()
    assert asked[0]({"identity": "me"}) == {"identity": "me"}
