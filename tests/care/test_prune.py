"""Pruning: what is over and old goes, what anybody may need stays."""

from __future__ import annotations

import argparse
import sqlite3

import pytest
from care_kit import CRAWL, DAY_S, NOW, OTHER, entry, fill, kept_page, post

from fpcrawl.care.prune import crawls_over, prune_plan
from fpcrawl.commands.prune import check_days, prune_state
from fpcrawl.exceptions import UsageError
from fpcrawl.store import sqlite_prune
from fpcrawl.store.care import CORE, RECORDS, Prune
from fpcrawl.store.model import Outcome
from fpcrawl.store.sqlite import STATE_FILE, open_state

LATER = NOW + 200 * DAY_S


@pytest.fixture
def state(tmp_path):
    fill(tmp_path)
    fill(tmp_path, LATER - DAY_S, OTHER)
    opened = open_state(tmp_path, clock=lambda: LATER, seen_days=9999)
    yield opened
    opened.close()


def held(state):
    return {
        section: sorted(map(repr, state.care.dump(section)))
        for section in (*CORE, *RECORDS)
        if section != "clusters"
    }


def pruned(state, *args, **kwargs):
    values, lines = prune_state(state, *args, **kwargs)
    return {one["what"]: one["rows"] for one in values["pruned"]}, lines


def test_a_crawl_that_is_over_is_forgotten_and_no_other(state):
    before = held(state)
    over = crawls_over(state, LATER, 180 * DAY_S)
    assert [(one.name, one.last) for one in over] == [(CRAWL, NOW)]
    state.care.prune(Prune([CRAWL]))
    after = held(state)
    assert state.frontier.crawls() == [OTHER]
    for section in ("frontier", "seen", "failures", "counters", "kept_pages", "values"):
        ours = [row for row in before[section] if CRAWL in row]
        assert ours
        assert after[section] == [row for row in before[section] if CRAWL not in row], section
    for section in (*RECORDS, "hosts", "robots"):
        assert after[section] == before[section], section


def test_values_of_crawls_with_like_names_stay(tmp_path):
    state = open_state(tmp_path, clock=lambda: NOW)
    for crawl in ("forum:a", "forum:a.b", "forum:a.b/c", "news:forum:a"):
        state.frontier.add(entry("x", crawl))
        state.values.set(f"knowledge/{crawl}", 1)
        state.values.set(f"rows/{crawl}/http://a/", 1)
    state.values.set("plain", 1)
    state.flush()
    state.care.prune(Prune(["forum:a"]))
    names = [row.name for row in state.care.dump("values")]
    assert "knowledge/forum:a" not in names
    assert "rows/forum:a/http://a/" not in names
    assert len(names) == 7
    state.close()


def test_what_is_old_goes_and_the_rest_stays(state):
    state.templates.keep(kept_page("old", OTHER))
    state.templates.keep(kept_page("held", OTHER, held_until=LATER + 60))
    state.records.upsert([post("v", body_text="one")], LATER)
    state.records.upsert([post("v", body_text="two")], LATER)
    before = held(state)
    plan = prune_plan([], LATER, 180 * DAY_S, 180, whole=True)
    went = {one.what: one for one in state.care.prune(plan)}
    after = held(state)
    # Kept pages without a hold, of both crawls: all were fetched then.
    assert went["kept_pages"].rows == 3
    assert went["kept_pages"].size_bytes > 0
    assert {page.url.rpartition("/")[2] for page in state.care.dump("kept_pages")} == {"k2", "held"}
    assert went["versions"].rows == 1
    assert all(row.replaced > LATER - 2 * DAY_S for row in state.care.dump("versions"))
    assert "v" in {row.key for row in state.care.dump("versions")}
    assert went["seen"].rows == 2
    assert {row.crawl for row in state.care.dump("seen")} == {OTHER}
    assert went["failures"].rows == went["robots"].rows == 1
    for section in ("records", "thread_pages", "article_parts", "outbox", "hosts", "frontier"):
        assert after[section] == before[section], section


def test_a_dry_run_tells_the_same_and_changes_nothing(state):
    before = held(state)
    told, lines = pruned(state, None, LATER, 180, 180, dry_run=True)
    assert held(state) == before
    assert any(line.startswith(f"would forget {CRAWL}: last visit 2023-11-14") for line in lines)
    done, lines = pruned(state, None, LATER, 180, 180, dry_run=False)
    assert {name: told[name] for name in ("frontier", "versions", "counters")} == {
        name: done[name] for name in ("frontier", "versions", "counters")
    }
    assert held(state) != before
    assert lines[-1].endswith("given back to the disk")
    again, lines = pruned(state, None, LATER, 180, 180, dry_run=False)
    assert not any(again.values())
    assert lines == ["nothing to forget"]


def test_a_crawl_under_way_is_not_over(state):
    assert state.frontier.lease(CRAWL, LATER, 1)
    state.flush()
    assert crawls_over(state, LATER, 180 * DAY_S) == []
    # And one that is named stays too, with all that is old but not its own.
    told, lines = pruned(state, [CRAWL], LATER, 0, 180, dry_run=False)
    assert (told, lines) == ({}, ["nothing to forget"])


def test_nothing_young_is_forgotten_beside_a_worker(tmp_path, state):
    other = open_state(tmp_path, clock=lambda: LATER)
    with pytest.raises(UsageError, match="crawls are at work"):
        prune_state(state, None, LATER, 0, 180, dry_run=False)
    pruned(state, None, LATER, 180, 180, dry_run=False)  # what is surely over may go
    other.close()
    told, _ = pruned(state, [OTHER], LATER, 0, 180, dry_run=False)
    assert told["frontier"] == 5
    assert state.frontier.crawls() == []


def test_a_forgotten_crawl_can_begin_anew(state):
    assert not state.frontier.add(entry("done"))
    state.care.prune(Prune([CRAWL, OTHER]))
    assert state.frontier.add(entry("done"))
    (row,) = state.frontier.lease(CRAWL, LATER, 5)
    assert state.frontier.ack(row.lease_id, Outcome.DONE)
    assert state.frontier.crawls() == [CRAWL]
    assert state.frontier.counters(CRAWL) == {"outcome/done": 1}
    state.records.upsert([post("p2", body_text="茶 <b>")], LATER)
    assert state.records.count("post") == 2


def test_many_rows_go_in_small_transactions_and_the_file_shrinks(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite_prune, "_BATCH", 100)
    state = open_state(tmp_path, clock=lambda: NOW)
    with state.transaction():
        for n in range(1500):
            state.frontier.add(entry(str(n), payload="x" * 2000))
    state.close()
    state = open_state(tmp_path, clock=lambda: NOW)
    before = (tmp_path / STATE_FILE).stat().st_size
    commits = []
    state.db.before_commit.append(lambda: commits.append(1))
    state.care.prune(Prune([CRAWL]))
    assert len(commits) > 15
    freed = state.care.shrink()
    assert freed > 2_000_000
    assert (tmp_path / STATE_FILE).stat().st_size <= before - freed
    state.close()
    with sqlite3.connect(tmp_path / STATE_FILE) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()


def options(**given):
    return argparse.Namespace(**{"prune": True, "why": None, "older_than": None, **given})


@pytest.mark.parametrize("text", ["-1", "soon", "nan", "inf", "1e9"])
def test_an_age_that_is_none_is_refused(text):
    with pytest.raises(UsageError, match="number of days"):
        check_days(options(older_than=text))


def test_options_that_go_together():
    assert check_days(options()) == 180
    assert check_days(options(older_than="0.5")) == 0.5
    with pytest.raises(UsageError, match="go with --prune"):
        check_days(options(prune=False))
    with pytest.raises(UsageError, match="--why does not"):
        check_days(options(why="http://a/"))
