"""What is kept of sessions, and rows that wait for a login."""

from __future__ import annotations

from typing import Any

from fpcrawl.store.base import PARKED, Entry
from fpcrawl.store.sessions import MAX_COOKIES, SESSION_COOKIE_S, KeptCookie, SessionStore
from fpcrawl.store.sqlite import open_state

NOW = 1_772_625_600.0


class Box:
    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def get(self, name: str, default: Any = None) -> Any:
        return self.values.get(name, default)

    def set(self, name: str, value: Any) -> None:
        self.values[name] = value


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
