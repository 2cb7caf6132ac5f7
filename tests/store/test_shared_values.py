"""Values and hosts that several workers share, in a file and in Redis."""

from __future__ import annotations

import pytest
from shared_kit import open_parts, place_of

from fpcrawl.pipelines.rendering import RenderBudget
from fpcrawl.revisit.rows import ListRow
from fpcrawl.revisit.watch import ListWatch
from fpcrawl.spiders.topicgroup import TopicGroup
from fpcrawl.store.model import HostState, RobotsCopy
from fpcrawl.store.sessions import SessionStore
from fpcrawl.store.siteclusters import SiteClusters

NOW = 1_700_000_000.0


@pytest.fixture(params=["sqlite", "redis"])
def where(request, tmp_path):
    return place_of(request.param, tmp_path, request)


@pytest.fixture
def workers(where):
    opened = [open_parts(where) for _ in range(2)]
    yield opened
    for worker in opened:
        worker.close()


def add(n):
    return lambda found: {"n": (found or {"n": 0})["n"] + n}


def test_a_value_comes_back_as_it_was_and_goes_with_none(workers):
    values, other = workers[0].values, workers[1].values
    for value in ({"a": [1, None, "水"]}, "x" * 5000, [], 0, False, {"half": "\ud800"}):
        values.set("kind/crawl/http://x/1", value)
        assert values.get("kind/crawl/http://x/1") == value
        workers[0].flush()
        assert other.get("kind/crawl/http://x/1") == value
    values.set("kind/crawl/http://x/1", None)
    assert values.get("kind/crawl/http://x/1", "none") == "none"
    assert list(values.beginning("")) == []


def test_values_are_found_by_how_their_names_begin_in_order(workers):
    values = workers[0].values
    names = ["b", "a/z", "a/b/2", "a/b/1", "a/b", "a/bc/1", "aa/b/1", "a/b/1/c"]
    for name in names:
        values.set(name, name)
    assert list(values.beginning("")) == sorted(names)
    assert list(values.beginning("a/")) == ["a/b", "a/b/1", "a/b/1/c", "a/b/2", "a/bc/1", "a/z"]
    assert list(values.beginning("a/b")) == ["a/b", "a/b/1", "a/b/1/c", "a/b/2", "a/bc/1"]
    assert list(values.beginning("a/b/1")) == ["a/b/1", "a/b/1/c"]
    assert list(values.beginning("c/")) == []
    assert list(values.items("b")) == [("b", "b")]


def test_what_a_block_wrote_is_seen_in_it_and_goes_with_it(workers):
    values = workers[0].values
    values.set("a/b", 1)

    def block():
        with workers[0].transaction():
            values.set("a/b", 2)
            with workers[0].transaction():
                assert values.change("a/b", lambda found: found + 5) == 7
            values.set("a/c", 3)
            assert (values.get("a/b"), values.get("a/c")) == (7, 3)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        block()
    assert (values.get("a/b"), values.get("a/c")) == (1, None)
    with workers[0].transaction():
        values.change("a/b", lambda found: found + 1)
        values.set("a/c", None)
    assert (values.get("a/b"), values.get("a/c")) == (2, None)


def test_no_change_of_another_worker_is_lost(workers):
    one, other = workers
    for _ in range(3):
        one.values.change("a/b", add(1))
        one.flush()
        other.values.change("a/b", add(10))
        other.flush()
    assert one.values.get("a/b") == {"n": 33}
    assert one.values.change("a/b", lambda _: None) is None
    one.flush()
    assert other.values.get("a/b") is None
    assert list(other.values.beginning("")) == []


def test_a_change_that_came_too_late_is_made_anew(request):
    where = place_of("redis", None, request)
    one, other = open_parts(where), open_parts(where)
    with one.transaction():
        assert one.values.change("a/b", add(1)) == {"n": 1}
        other.values.change("a/b", add(10))
        other.flush()
        assert one.values.change("a/b", add(2)) == {"n": 3}
    assert other.values.get("a/b") == {"n": 10}, "both came too late"
    one.values.settle()
    assert other.values.get("a/b") == {"n": 13}
    with one.transaction():
        one.values.change("a/b", add(1))
        other.values.change("a/b", add(1))
        other.flush()
    one.values.change("a/c", add(1))
    assert other.values.get("a/b") == {"n": 15}, "the next change looks after it"
    one.close()
    other.close()


def test_a_change_that_was_given_up_is_not_made_anew(request):
    where = place_of("redis", None, request)
    one, other = open_parts(where), open_parts(where)

    def block():
        with one.transaction():
            one.values.change("a/b", add(1))
            other.values.change("a/b", add(10))
            other.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        block()
    one.close()
    assert other.values.get("a/b") == {"n": 10}
    other.close()


def test_the_later_time_at_which_a_host_may_be_asked_holds(workers):
    one, other = (worker.sites for worker in workers)
    assert one.host("h") == HostState("h")
    one.set_host(HostState("h", NOW + 50, 2, 1.5))
    workers[0].flush()
    other.set_host(HostState("h", NOW + 20, 0, None))
    other.set_host(HostState("open"))
    workers[1].flush()
    assert one.host("h") == HostState("h", NOW + 50, 0, None)
    assert one.blocked(NOW) == {"h": NOW + 50}
    assert one.blocked(NOW + 50) == {}


def test_robots_come_back_byte_for_byte(workers):
    copy = RobotsCopy("http://h:8080", NOW, 200, b"User-agent: *\n\nDisallow: /\xe6\n")
    workers[0].sites.set_robots(copy)
    workers[0].sites.set_robots(RobotsCopy("http://none", NOW, 503, b""))
    workers[0].flush()
    sites = workers[1].sites
    assert sites.robots("http://h:8080") == copy
    assert sites.robots("http://none").status == 503
    assert sites.robots("http://other") is None


def test_counts_of_several_workers_are_summed(workers):
    for worker in workers:
        worker.clusters_of = SiteClusters(worker.values, "forum:x")
        worker.sessions = SessionStore(worker.values, "forum:x")
        worker.budget = RenderBudget(worker.values, "forum:x", "auto")
    for n, worker in enumerate(workers):
        worker.clusters_of.add({"c": 2, f"own{n}": 1})
        worker.sessions.note_wall("login", NOW + n, f"http://x/{n}")
        worker.sessions.note_entrance(f"http://x/login{n}")
        worker.budget.pages += 500
        worker.budget.rendered += 1
        worker.budget.save()
        worker.flush()
    one = workers[0]
    assert one.clusters_of.pages() == {"c": 4, "own0": 1, "own1": 1}
    (wall,) = one.sessions.walls()
    assert (wall.count, wall.url) == (2, "http://x/1")
    assert one.sessions.entrances() == ["http://x/login0", "http://x/login1"]
    assert one.budget.pages == 500
    one.budget.save()
    assert (one.budget.pages, one.budget.rendered) == (1000, 2)


def test_all_that_is_known_of_hosts_can_be_listed(workers):
    sites = workers[0].sites
    states = [HostState("a", NOW, 1, 2.0), HostState("b")]
    copies = [RobotsCopy(f"http://{name}", NOW, 200, b"x") for name in "ab"]
    for state, copy in zip(states, copies, strict=True):
        sites.set_host(state)
        sites.set_robots(copy)
    workers[0].flush()
    assert list(sites.hosts()) == states
    assert list(sites.all_robots()) == copies


class _Hourly:
    """A model that comes back after an hour."""

    def next_visit(self, state, visit):
        return visit.time + 3600.0, {"visits": (state or {"visits": 0})["visits"] + 1}


def test_what_two_workers_see_of_one_list_is_remembered_of_both(request):
    where = place_of("redis", None, request)
    one, other = open_parts(where), open_parts(where)
    watches = [ListWatch(_Hourly(), worker.values, "forum:x") for worker in (one, other)]
    rows = [ListRow(f"t{n}") for n in range(60)]
    url = "http://x/board"
    watches[0].seen(url, rows[40:], NOW)
    watches[0].seen(url, rows[20:40], NOW + 10, goes_on=True)
    one.flush()
    with one.transaction():
        watches[0].seen(url, rows[:20], NOW + 20, goes_on=True)
        watches[1].seen_deeper(url, rows[20:45], NOW + 21)
        other.flush()
    one.close()
    known = other.values.get(f"rows/forum:x/{url}")["known"]
    assert {row.key for row in rows[:45]} <= known.keys()
    assert other.values.get(f"revisit/forum:x/{url}") == {"visits": 3}
    other.close()


class _Course:
    """A course that counts pages."""

    def __init__(self) -> None:
        self.pages = 0

    def to_json(self):
        told = {"pages": self.pages, "on_topic": 0, "steps": 0, "word": "w", "name": "w"}
        return {
            "version": 1,
            "standing": told,
            "sum": 0.0,
            "late": [1] * self.pages,
            "frequencies": {"version": 1, "documents": self.pages, "terms": {}},
        }


def test_workers_on_one_topic_store_what_all_have_judged(workers):
    groups = [TopicGroup(_Course(), None) for _ in workers]
    for turn in range(1, 4):
        for worker, group in zip(workers, groups, strict=True):
            group.course.pages += turn
            group.store(worker.values, "topic/forum:x")
            worker.flush()
    stored = workers[0].values.get("topic/forum:x")
    assert stored["standing"]["pages"] == stored["frequencies"]["documents"] == 12
    assert stored["late"] == [1] * 12
    further = TopicGroup(_Course(), stored)
    further.course.pages = 1
    further.store(workers[0].values, "topic/forum:x")
    assert workers[0].values.get("topic/forum:x")["standing"]["pages"] == 1, "nobody else stored"
