"""A one-machine state goes into Redis and back, and nothing of it is lost."""

from __future__ import annotations

import uuid
from dataclasses import replace

import pytest
from care_kit import CRAWL, DAY_S, NOW, OTHER, entry, fill, kept_page

from fpcrawl.care.move import Step, clear, copy_all
from fpcrawl.extraction.templates.book import TemplateEntry
from fpcrawl.extraction.templates.verify import Verification
from fpcrawl.extraction.templates.watch import TemplateWatch
from fpcrawl.store.care import CORE, Prune
from fpcrawl.store.frontier_policy import FrontierPolicy
from fpcrawl.store.model import Outcome
from fpcrawl.store.redis_care import RedisCare
from fpcrawl.store.redis_client import make_client
from fpcrawl.store.redis_clusters import RedisClusters
from fpcrawl.store.redis_connection import RedisDb
from fpcrawl.store.redis_crawls import RedisCrawls
from fpcrawl.store.redis_frontier import RedisFrontier
from fpcrawl.store.redis_templates import RedisTemplates
from fpcrawl.store.redis_values import RedisSites, RedisValues
from fpcrawl.store.redis_workers import RedisWorkers
from fpcrawl.store.sqlite import open_state


class Redis:
    """The core of a state in Redis."""

    def __init__(self, url, directory):
        self.db = RedisDb(make_client(url, {}), uuid.uuid4().hex, clock=lambda: NOW)
        self.values = RedisValues(self.db)
        self.sites = RedisSites(self.db)
        self.clusters = RedisClusters(self.db)
        self.templates = RedisTemplates(self.db)
        self.workers = RedisWorkers(self.db, directory, 60.0)
        crawls = RedisCrawls(self.db)
        self.frontier = RedisFrontier(self.db, crawls, self.workers, FrontierPolicy(), 9999)
        parts = (self.values, self.sites, self.clusters, self.templates)
        self.care = RedisCare(self.db, *parts, 9999, self.workers.me)

    def names(self):
        return {key.decode() for key in self.db.client.keys(f"*{self.db.prefix}*")}


@pytest.fixture
def inside(redis_server, tmp_path):
    opened = Redis(redis_server.url, tmp_path / "workers")
    yield opened
    opened.frontier.release_all()
    opened.workers.close(left=True)
    opened.db.close()


@pytest.fixture
def source(tmp_path):
    fill(tmp_path / "source")
    fill(tmp_path / "source", NOW + 1000, OTHER)
    opened = open_state(tmp_path / "source", clock=lambda: NOW, seen_days=9999)
    template = {"xpath": {"fields": {"author": "//b"}}}
    for version, watch in ((1, None), (2, TemplateWatch())):
        found = TemplateEntry(
            "0badcafe", version, "a.example", "c0ffee", "thread", template, Verification("thread")
        )
        opened.templates.put(found, watch)
    opened.sites.set_host(replace(opened.sites.host("b.example"), crawl_delay_s=1.25))
    opened.flush()
    yield opened
    opened.close()


def steps(source, target):
    return [Step(section, source.care, target.care) for section in CORE]


def bare(row):
    names = [name for name in ("id", "change") if hasattr(row, name)]
    return replace(row, **dict.fromkeys([*names, *(["version"] * hasattr(row, "core"))], 0))


def dump(state, *, ordered=True):
    found = {section: [bare(row) for row in state.care.dump(section)] for section in CORE}
    return found if ordered else {name: sorted(map(repr, rows)) for name, rows in found.items()}


def test_a_state_goes_into_redis_and_back(source, inside, tmp_path):
    moved = copy_all(steps(source, inside))
    assert {one.section for one in moved} == {*CORE}
    assert {one.section: one.rows for one in moved} == {
        section: inside.care.count(section) for section in CORE
    }
    assert inside.frontier.crawls() == [CRAWL, OTHER]
    back = open_state(tmp_path / "back", clock=lambda: NOW, seen_days=9999)
    copy_all(steps(inside, back))
    assert dump(back, ordered=False) == dump(source, ordered=False)
    for section in ("clusters", "templates"):
        assert dump(back)[section] == dump(source)[section], section
    order = [row.url for row in source.care.dump("frontier") if row.crawl == CRAWL]
    assert [row.url for row in back.care.dump("frontier") if row.crawl == CRAWL] == order
    back.close()
    before = inside.names()
    clear(steps(inside, source))
    assert [inside.care.count(section) for section in CORE] == [0] * len(CORE)
    assert inside.frontier.crawls() == []
    left = {key.partition("}:")[2].partition(":")[0] for key in inside.names()}
    assert left <= {"row-number", "worker-number", "workers", "beats", "batch", "clusters", "kept"}
    assert len(inside.names()) < len(before) / 3


def test_workers_go_on_in_redis_where_the_machine_was(source, inside):
    copy_all(steps(source, inside))
    frontier = inside.frontier
    counts = source.frontier.counts(CRAWL, NOW)
    assert frontier.counts(CRAWL, NOW) == counts
    assert frontier.is_known(CRAWL, entry("done").fingerprint)
    assert frontier.next_waiting(CRAWL) == source.frontier.next_waiting(CRAWL)
    assert [board.url for board in frontier.boards(CRAWL)] == ["http://a.example/"]
    rows = {row.url: row for row in frontier.lease(CRAWL, NOW + 4000, 9)}
    assert rows["http://a.example/"].etag == '"1"'
    moved = rows["http://m.example/moved"]
    assert (moved.host, moved.payload) == ("m.example", '{"detour":1}')
    assert rows["http://a.example/tried"].payload == '{"again":1}'
    for row in rows.values():
        assert frontier.ack(row.lease_id, Outcome.DONE)
    assert frontier.counts(CRAWL, NOW).leased == 0
    assert frontier.counters(CRAWL)["posts/new"] == 3
    assert inside.sites.host("a.example").crawl_delay_s == 2.5
    assert inside.values.get(f"rows/{CRAWL}/http://a.example/") == {"seen": ["x"] * 30}


def test_many_pages_that_are_done(source, inside, tmp_path):
    crawl = source.frontier.ledger.crawl_id(CRAWL)
    with source.transaction():
        for n in range(5000):
            source.seen.add(crawl, entry(f"many/{n}").fingerprint, NOW - n % 90 * DAY_S)
    source.flush()
    copy_all(steps(source, inside))
    assert inside.care.count("seen") == source.care.count("seen") > 5000
    assert all(
        inside.frontier.is_known(CRAWL, entry(f"many/{n}").fingerprint) for n in range(0, 5000, 97)
    )
    back = open_state(tmp_path / "back", clock=lambda: NOW, seen_days=9999)
    copy_all(steps(inside, back))
    assert sorted(back.care.dump("seen"), key=repr) == sorted(source.care.dump("seen"), key=repr)
    back.close()


def test_pruning_is_the_same_in_redis(source, inside):
    copy_all(steps(source, inside))
    for state in (source, inside):
        state.templates.keep(kept_page("young", OTHER, fetched="2026-01-01T00:00:00+00:00"))
        state.db.flush()
    plan = Prune([CRAWL], NOW + 10 * DAY_S)
    told = {one.what: one.rows for one in inside.care.prune(plan, dry_run=True)}
    before = dump(inside, ordered=False)
    assert before == dump(source, ordered=False)
    went = {one.what: one.rows for one in inside.care.prune(plan)}
    source.care.prune(plan)
    assert dump(inside, ordered=False) == dump(source, ordered=False)
    assert inside.frontier.crawls() == [OTHER]
    assert {name: told[name] for name in ("frontier", "seen", "values")} == {
        name: went[name] for name in ("frontier", "seen", "values")
    }
    assert not [key for key in inside.names() if CRAWL in key]


def test_other_workers_are_counted(inside, redis_server, tmp_path):
    assert inside.care.workers() == 0
    other = RedisWorkers(inside.db, tmp_path / "others", 60.0)
    assert inside.care.workers() == 1
    other.close(left=True)
    assert inside.care.workers() == 0
