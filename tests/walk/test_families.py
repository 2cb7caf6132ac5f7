"""URL families: when they are tried, trusted and given up."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.walk import families as module
from fpcrawl.walk.families import (
    DETOURS,
    KNOWN_THREADS,
    MAX_DRY,
    MIN_USEFUL_SHARE,
    PROBES,
    REFUSALS,
    WINDOW,
    FamilyTable,
)

THREAD = "http://f.example/thread-{}.html"


def table_after(*fetches):
    table = FamilyTable()
    for n, useful in enumerate(fetches):
        table.note_fetch(THREAD.format(n), useful=useful)
    return table


def verdict_after(*fetches):
    return table_after(*fetches).of(THREAD.format(99)).verdict


@pytest.mark.parametrize(
    ("fetches", "verdict"),
    [
        ([], "open"),
        ([False] * (PROBES - 1), "open"),
        ([False] * PROBES, "blocked"),
        ([True], "proven"),
        ([False] * (PROBES - 1) + [True], "proven"),
        ([True] + [False] * (WINDOW - 1), "blocked"),
        ([True] + [False] * (WINDOW - 2), "proven"),
        ([True] + [False] * WINDOW, "blocked"),
        ([True] * 50 + [False] * WINDOW, "blocked"),
        ([True] * 50 + [False] * WINDOW + [True] * 2, "proven"),
    ],
)
def test_verdicts(fetches, verdict):
    assert verdict_after(*fetches) == verdict


def test_one_in_the_window_is_below_the_least_share():
    assert 1 < MIN_USEFUL_SHARE * WINDOW < 2


def test_errors_are_fetches_that_did_not_pay():
    table = FamilyTable()
    for n in range(PROBES):
        table.note_error(THREAD.format(n))
    family = table.of(THREAD.format(0))
    assert (family.verdict, family.errors, family.fetched) == ("blocked", PROBES, PROBES)
    assert table.wasted == PROBES


def test_what_a_list_named_and_the_site_refuses_tells_nothing_of_what_paid():
    table = table_after(*[True] * 3)
    for n in range(2 * WINDOW):
        table.note_error(THREAD.format(n), named=True)
    family = table.of(THREAD.format(0))
    assert (family.verdict, family.errors, family.fetched) == ("proven", 2 * WINDOW, 3)


def test_lists_whose_first_pages_are_all_refused_are_given_up_late():
    table = FamilyTable()
    for n in range(REFUSALS - 1):
        table.note_error(THREAD.format(n), named=True)
    assert table.of(THREAD.format(0)).verdict == "open"
    table.note_error(THREAD.format(99), named=True)
    assert table.of(THREAD.format(0)).verdict == "blocked"


@pytest.mark.parametrize(("role", "verdict"), [("thread", "proven"), ("other", "blocked")])
def test_content_that_paid_once_is_tried_anew_by_the_next_run(role, verdict):
    table = table_after(*[True] * KNOWN_THREADS, *[False] * WINDOW)
    for n in range(KNOWN_THREADS):
        table.note_role(THREAD.format(n), role, 1.0)
    assert table.is_barren(THREAD.format(99))
    table.give_another_chance()
    assert table.of(THREAD.format(99)).verdict == verdict


def test_a_site_that_refused_everything_is_tried_anew_by_the_next_run():
    table = FamilyTable()
    for n in range(REFUSALS):
        table.note_error(THREAD.format(n), named=True)
    table.give_another_chance()
    assert table.of(THREAD.format(99)).verdict == "open"


def test_addresses_of_one_pattern_are_one_family():
    table = FamilyTable()
    assert table.of(THREAD.format(1)) is table.of(THREAD.format(22))
    assert table.of(THREAD.format(1)) is not table.of("http://f.example/forum-1.html")


def test_a_role_is_the_one_with_most_evidence():
    table = FamilyTable()
    family = table.of(THREAD.format(1))
    assert family.role is None
    assert family.share_of("thread") == 0.0
    table.note_role(THREAD.format(1), "index", 0.3)
    table.note_role(THREAD.format(2), "thread", 0.5)
    table.note_role(THREAD.format(3), "thread", 0.2)
    assert family.role == "thread"
    assert family.share_of("thread") == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("pages", "url", "beside"),
    [
        ("/topic/{}/?start=20", "/topic/7/", False),
        ("/read.php?2,{},page=2", "/read.php?2,7", False),
        ("/read.php?2,{}", "/read.php?2,7,page=2", False),
        ("/show.php?t={}&page=2", "/show.php?t=7", False),
        ("/topic/{}/page-2", "/topic/7", False),
        ("/topic/{}/answers/all", "/topic/7", True),
        ("/topic/{}", "/blog/7", True),
        ("/index.php?topic={}", "/index.php?article=7", True),
    ],
)
def test_further_pages_of_threads_are_no_threads_elsewhere(pages, url, beside):
    table = FamilyTable()
    for n in range(KNOWN_THREADS):
        known = "http://f.example" + pages.format(n)
        table.note_fetch(known, useful=True)
        table.note_role(known, "thread", 1.0)
    assert table.has_threads_beside("http://f.example" + url) is beside


def test_waste_is_bounded_by_what_paid():
    assert table_after(*[False] * 199).probing_allowed
    assert not table_after(*[False] * 200).probing_allowed
    assert table_after(*[False] * 200, *[True] * 10).probing_allowed


def test_families_are_bounded_and_the_least_fetched_goes(monkeypatch):
    monkeypatch.setattr(module, "MAX_FAMILIES", 3)
    table = FamilyTable()
    for letter in "abc":
        table.note_fetch(f"http://f.example/{letter}.html", useful=True)
    table.note_fetch("http://f.example/a.html", useful=True)
    table.note_fetch("http://f.example/c.html", useful=True)
    table.note_fetch("http://f.example/d.html", useful=True)
    assert len(table.families) == 3
    assert table.of("http://f.example/a.html").fetched == 2
    assert table.of("http://f.example/d.html").fetched == 1


events = st.lists(
    st.tuples(
        st.sampled_from(["/t-1.html", "/t-2.html", "/f/1", "/x?id=3", "/"]),
        st.sampled_from(["useful", "useless", "duplicate", "error", "role"]),
    ),
    max_size=60,
)


@given(events)
def test_a_table_survives_being_stored(events):
    table = FamilyTable()
    for path, kind in events:
        url = f"http://f.example{path}"
        if kind == "error":
            table.note_error(url)
        elif kind == "role":
            table.note_role(url, "thread", 0.25)
        else:
            table.note_fetch(url, useful=kind == "useful", duplicate=kind == "duplicate")
    again = FamilyTable.from_json(json.loads(json.dumps(table.to_json())))
    assert again.families == table.families
    assert (again.wasted, again.paid) == (table.wasted, table.paid)
    assert [f.verdict for f in again.families.values()] == [
        f.verdict for f in table.families.values()
    ]
    assert all(len(f.recent) <= WINDOW for f in again.families.values())
    fetched = sum(f.fetched for f in table.families.values())
    assert table.wasted + table.paid == fetched


def test_content_that_nobody_asked_for_dries_a_site_half_as_fast():
    table = FamilyTable()
    for n in range(MAX_DRY + 1):
        table.note_fetch(f"http://f.example/news/{n}.html", useful=True, other=True)
    assert table.why_dry("http://f.example/rules") is None
    for n in range(MAX_DRY + 1):
        table.note_fetch(f"http://f.example/calendar/{n}", useful=True)
    assert table.why_dry("http://f.example/rules") == "dry"


def test_a_dry_site_tells_nothing_of_threads_that_bring_records_nor_these_of_what_is_dry():
    table = FamilyTable()
    trap, thread = "http://f.example/more/{}?pg=2", "http://f.example/topic/{}"
    for n in range(4):
        table.note_fetch(thread.format(n), useful=True, found=True)
        table.note_role(thread.format(n), "thread", 0.9)
    for n in range(2 * MAX_DRY + 1):
        assert table.why_dry(trap.format(n)) is None
        table.note_fetch(trap.format(n), useful=True, other=True)
        table.note_role(trap.format(n), "article", 0.9)
    assert table.why_dry(trap.format(1)) == "dry_family"
    assert table.why_dry("http://f.example/rules") == "dry"
    assert table.why_dry(thread.format(5)) is None
    table.note_fetch(thread.format(5), useful=True, found=True)
    assert table.why_dry(trap.format(1)) == "dry_family"
    assert table.why_dry("http://f.example/rules") is None
    again = FamilyTable.from_json(table.to_json())
    assert again.why_dry(trap.format(1)) is None


def test_guesses_that_redirect_to_what_is_known_are_given_up_sooner():
    table = FamilyTable()
    for n in range(DETOURS):
        assert table.of(THREAD.format(99)).verdict == "open"
        table.note_detour(THREAD.format(n), guessed=True)
    assert table.of(THREAD.format(99)).verdict == "blocked"
    assert table.is_barren(THREAD.format(99)) == "barren"
    assert table.wasted == DETOURS


def test_rows_that_redirect_to_what_is_known_are_tried_like_others():
    table = FamilyTable()
    for n in range(PROBES):
        assert table.of(THREAD.format(99)).verdict == "open"
        table.note_detour(THREAD.format(n), guessed=False)
    assert table.of(THREAD.format(99)).verdict == "blocked"


def test_a_redirect_to_something_new_speaks_for_its_family():
    table = FamilyTable()
    table.note_sent_on(THREAD.format(0), useful=True)
    table.note_turned("http://f.example/t/8/2")
    for n in range(DETOURS):
        table.note_detour(THREAD.format(n), guessed=True)
    assert table.of(THREAD.format(99)).verdict == "proven"
    again = FamilyTable.from_json(json.loads(json.dumps(table.to_json())))
    assert again.of(THREAD.format(0)).detours == DETOURS
    assert again.of(THREAD.format(0)).useful == 1
    assert again.turned == {"/t/{n}/{n}"}
