from __future__ import annotations

import pytest

from fpcrawl.exceptions import StateError
from fpcrawl.topic.models.links import LinkTable


def test_eq_9_over_all_parents():
    table = LinkTable()
    assert table.note("u", 0.4, 0.8) == pytest.approx(0.6)
    # 1/2 (0.4 + 0.2) / 2 + 1/2 (0.8 + 0.2) / 2
    assert table.note("u", 0.2, 0.2) == pytest.approx(0.4)


def test_what_was_followed_is_forgotten():
    table = LinkTable()
    table.note("u", 0.4, 0.8)
    table.fetched("u")
    assert table.is_done("u")
    assert not table.is_done("v")
    assert len(table) == 0


def test_it_is_bounded_and_the_oldest_go_first():
    table = LinkTable(3)
    for name in "abcd":
        table.note(name, 1.0, 1.0)
        table.fetched(name.upper())
    assert len(table) == 3
    assert not table.is_done("A")
    assert table.is_done("D")
    # "a" begins anew.
    assert table.note("a", 0.0, 0.5) == pytest.approx(0.25)
    with pytest.raises(ValueError, match="positive"):
        LinkTable(0)


def test_state_comes_back():
    table = LinkTable()
    table.note("u", 0.4, 0.8)
    table.fetched("v")
    again = LinkTable()
    again.restore(table.to_json())
    assert again.is_done("v")
    assert again.note("u", 0.2, 0.2) == table.note("u", 0.2, 0.2)


@pytest.mark.parametrize(
    "state",
    [
        {},
        {"open": [], "done": []},
        {"open": {"u": [1]}, "done": []},
        {"open": {"u": [0, 0, 0]}, "done": []},
    ],
)
def test_a_state_that_is_none(state):
    with pytest.raises(StateError, match="malformed"):
        LinkTable().restore(state)
