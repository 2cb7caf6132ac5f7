"""A state moved to another store is the same state, or it is not moved."""

from __future__ import annotations

from dataclasses import replace

import pytest
from care_kit import CRAWL, NOW, OTHER, entry, fill, kept_page, post

from fpcrawl.care.move import Step, clear, copy_all
from fpcrawl.exceptions import StateError
from fpcrawl.store.care import CORE, RECORDS
from fpcrawl.store.model import Outcome
from fpcrawl.store.sqlite import open_state

ALL = (*CORE, *RECORDS)


@pytest.fixture
def source(tmp_path):
    fill(tmp_path / "source")
    fill(tmp_path / "source", NOW + 1000, OTHER)
    opened = open_state(tmp_path / "source", clock=lambda: NOW, seen_days=9999)
    opened.records.upsert([post("half", body_text="\ud83d half")], NOW)
    opened.flush()
    yield opened
    opened.close()


@pytest.fixture
def target(tmp_path):
    opened = open_state(tmp_path / "target", clock=lambda: NOW, seen_days=9999)
    yield opened
    opened.close()


def steps(source, target, sections=ALL):
    return [Step(section, source.care, target.care) for section in sections]


def bare(row):
    """Return a row without the numbers that its store gave it."""
    names = [name for name in ("id", "change") if hasattr(row, name)]
    return replace(row, **dict.fromkeys([*names, *(["version"] * hasattr(row, "core"))], 0))


def dump(state):
    return {section: [bare(row) for row in state.care.dump(section)] for section in ALL}


def test_all_arrives_as_it_was(source, target):
    moved = copy_all(steps(source, target))
    assert {one.section: one.rows for one in moved} == {
        section: source.care.count(section) for section in ALL if source.care.count(section)
    }
    assert {one.section for one in moved} >= {*ALL} - {"templates", "feeds"}
    assert dump(target) == dump(source)


def test_the_crawl_goes_on_where_it_was(source, target):
    copy_all(steps(source, target))
    clear(steps(source, target))
    assert [source.care.count(section) for section in ALL] == [0] * len(ALL)
    assert source.frontier.crawls() == []
    frontier = target.frontier
    assert not frontier.add(entry("done"))
    assert frontier.counts(CRAWL, NOW).due == 2
    rows = {row.url: row for row in frontier.lease(CRAWL, NOW + 4000, 9)}
    assert rows["http://a.example/"].etag == '"1"'
    moved = rows["http://m.example/moved"]
    assert (moved.host, moved.payload) == ("m.example", '{"detour":1}')
    assert rows["http://a.example/tried"].payload == '{"again":1}'
    for row in rows.values():
        assert frontier.ack(row.lease_id, Outcome.DONE)
    assert target.records.upsert([post("p2", body_text="茶 <b>")], NOW)[0].status == "same"
    assert len(target.records.versions("post", "p1")) == 3
    assert [page.url for page in target.templates.held(CRAWL, NOW + 60)] == ["http://a.example/k2"]
    assert target.clusters.read(["c0ffee"])["c0ffee"].sums == (b"\x00sums", b"more")


def test_a_state_that_is_there_is_replaced_only_when_asked(source, target):
    target.frontier.add(entry("theirs"))
    target.templates.keep(kept_page("theirs"))
    target.flush()
    before = dump(target)
    with pytest.raises(StateError, match=r"frontier, kept_pages.*--force"):
        copy_all(steps(source, target))
    assert dump(target) == before
    copy_all(steps(source, target), force=True)
    assert dump(target) == dump(source)


def test_what_fails_on_the_way_leaves_the_target_empty(source, target):
    before = dump(source)

    def stopped(done, _total):
        if done == 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copy_all(steps(source, target), tell=stopped)
    assert [target.care.count(section) for section in ALL] == [0] * len(ALL)
    assert dump(source) == before
    copy_all(steps(source, target))


@pytest.mark.parametrize("section", ["frontier", "values", "records", "clusters"])
def test_what_arrives_otherwise_is_noticed(source, target, section, monkeypatch):
    load = type(target.care).load

    def careless(care, name, rows):
        rows = list(rows)
        load(care, name, rows[1:] if name == section else rows)

    monkeypatch.setattr(type(target.care), "load", careless)
    with pytest.raises(StateError, match=f"{section}: .* have arrived of"):
        copy_all(steps(source, target))
    assert [target.care.count(name) for name in ALL] == [0] * len(ALL)


def test_progress_is_told(source, target):
    told = []
    copy_all(steps(source, target), tell=lambda *one: told.append(one))
    assert told[-1][0] == told[-1][1] == 2 * sum(source.care.count(name) for name in ALL)
