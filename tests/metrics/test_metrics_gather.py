"""What a state says about its crawls."""

from __future__ import annotations

import re
import uuid
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml
from store_kit import FakeClock, make_entry

from fpcrawl.exceptions import StateError
from fpcrawl.extraction.templates.book import TemplateEntry
from fpcrawl.extraction.templates.verify import Verification
from fpcrawl.extraction.templates.watch import TemplateWatch
from fpcrawl.metrics import METRICS, render
from fpcrawl.metrics.gather import StateReader
from fpcrawl.metrics.process import ProcessSource
from fpcrawl.metrics.runs import note_run
from fpcrawl.metrics.sources import StateSource
from fpcrawl.revisit import Visit, make_model
from fpcrawl.revisit.rows import ListRow
from fpcrawl.revisit.watch import ListWatch
from fpcrawl.store.model import PARKED, HostState, Outcome
from fpcrawl.store.opening import RedisAddress, StateConfig
from fpcrawl.store.redis import RedisState, open_redis
from fpcrawl.store.sqlite import SqliteState, open_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from fpcrawl.metrics import Sample

CRAWL = "forum:a.example"
DOCS = Path(__file__).parents[2] / "docs"
HOUR = 3600.0


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture(params=["sqlite", "redis"])
def opener(
    request: pytest.FixtureRequest, tmp_path: Path, clock: FakeClock
) -> Callable[..., SqliteState | RedisState]:
    """Opens the same state each time."""
    if request.param == "sqlite":
        return partial(open_state, tmp_path / "state", clock=clock)
    address = RedisAddress(request.getfixturevalue("redis_server").url)
    config = StateConfig(tmp_path / "state", address, uuid.uuid4().hex)
    return partial(open_redis, config, clock=clock)


@pytest.fixture
def state(opener: Callable[..., SqliteState | RedisState]) -> Iterator[SqliteState | RedisState]:
    opened = opener()
    yield opened
    opened.close()


def numbers(samples: Iterable[Sample]) -> dict[tuple[str, ...], float]:
    """Samples of the one crawl by name and further labels; all must fit the catalogue."""
    found = list(samples)
    render(METRICS, found)
    return {(s.name, *(x for x in s.labels if x != CRAWL)): s.value for s in found}


def visit(state: SqliteState | RedisState, now: float) -> None:
    for row in state.frontier.lease(CRAWL, now, 10):
        state.frontier.ack(row.lease_id, Outcome.DONE, now + HOUR / 2)


def test_what_waits_is_counted(state, clock):
    for n in range(3):
        state.frontier.add(make_entry(f"now{n}", crawl=CRAWL))
    state.frontier.add(make_entry("later", crawl=CRAWL, not_before=clock() + 60))
    state.frontier.add(make_entry("parked", crawl=CRAWL, not_before=PARKED))
    state.frontier.lease(CRAWL, clock(), 1)
    state.sites.set_host(HostState("a.example", clock() + 30, 4))
    found = numbers(StateReader().quick(state, [CRAWL], clock()))
    waiting = {key[1]: n for key, n in found.items() if key[0] == "fpcrawl_requests"}
    assert waiting == {"due": 2, "later": 1, "leased": 1, "retrying": 0, "parked": 1}
    assert found["fpcrawl_hosts_left_alone",] == 1
    left = found["fpcrawl_host_left_alone_until_timestamp_seconds", "a.example"]
    assert left == clock() + 30


def test_pages_that_wait_for_a_login_raise_the_alert(state, clock):
    (group,) = yaml.safe_load((DOCS / "prometheus-rules.yml").read_text())["groups"]
    (rule,) = [rule for rule in group["rules"] if rule["alert"] == "FpcrawlLoginLost"]
    asked = re.findall(r"\((fpcrawl_\w+)(?:\{state=\"(\w+)\"\})?\) > 0", rule["expr"])
    # What was never read is no list to come back to.
    state.frontier.add(make_entry("members", crawl=CRAWL, not_before=PARKED))
    reader = StateReader()
    samples = [*reader.quick(state, [CRAWL], clock()), *reader.slow(state, [CRAWL])]
    found = numbers(samples)
    assert [found[tuple(filter(None, name))] for name in asked] == [1]


def test_what_runs_noted_is_told(state, clock):
    note_run(state.values, CRAWL, started=100.0, active=130.0)
    note_run(state.values, CRAWL, ended=150.0, code=9, active=120.0)
    state.frontier.count(CRAWL, "stat/fpcrawl/walls/banned", 3)
    found = numbers(StateReader().quick(state, [CRAWL], clock()))
    assert found["fpcrawl_run_start_timestamp_seconds",] == 100
    assert found["fpcrawl_active_timestamp_seconds",] == 130
    assert found["fpcrawl_run_exit_code",] == 9
    assert found["fpcrawl_walls_total", "banned"] == 3
    assert ("fpcrawl_last_record_timestamp_seconds",) not in found


def test_lists_are_counted_and_the_first_due_is_told(state, clock):
    for n, due in enumerate((500.0, 300.0, PARKED)):
        entry = make_entry(f"list{n}", crawl=CRAWL, recurring=True, not_before=clock() + due)
        state.frontier.add(entry)
    found = numbers(StateReader().slow(state, [CRAWL]))
    assert found["fpcrawl_boards",] == 3
    assert found["fpcrawl_board_due_timestamp_seconds",] == clock() + 300
    assert ("fpcrawl_silence_surprise",) not in found


def rows(first: int, count: int = 30) -> list[ListRow]:
    return [ListRow(f"thread{n}") for n in range(first, first - count, -1)]


@pytest.mark.parametrize("name", ["polynomial", "fixed"])
def test_a_list_that_falls_silent_is_noticed(state, clock, name):
    model = make_model(name)
    watch = ListWatch(model, state.values, CRAWL)
    reader = StateReader(model)
    state.frontier.add(make_entry("list", crawl=CRAWL, recurring=True))
    url = state.frontier.boards(CRAWL)[0].url

    def hour(newest: int) -> dict[tuple[str, ...], float]:
        clock.now += HOUR
        watch.seen(url, rows(newest), clock())
        visit(state, clock())
        return numbers(reader.slow(state, [CRAWL]))

    for n in range(40):
        found = hour(100 + 4 * n)
    last = clock()
    assert found["fpcrawl_last_news_timestamp_seconds",] == last
    assert found["fpcrawl_silence_surprise",] < 0.1
    told = []
    for _ in range(12):
        found = hour(100 + 4 * 39)
        told.append(found["fpcrawl_silence_surprise",])
    assert found["fpcrawl_last_news_timestamp_seconds",] == last
    assert told[:4] == sorted(told[:4])
    assert told[0] < 8
    assert min(told[6:]) > 12
    assert found["fpcrawl_boards_silent",] == 1
    assert 30 < found["fpcrawl_silence_expected_rows",] < 70
    found = hour(400)
    assert found["fpcrawl_silence_surprise",] < 0.1
    assert found["fpcrawl_boards_silent",] == 0


def test_one_list_with_news_is_enough_for_the_site(state, clock):
    model = make_model("fixed")
    watch = ListWatch(model, state.values, CRAWL)
    for name in ("dead", "alive"):
        state.frontier.add(make_entry(name, crawl=CRAWL, recurring=True))
    dead, alive = (board.url for board in state.frontier.boards(CRAWL))
    for n in range(60):
        clock.now += HOUR
        watch.seen(alive, rows(100 + 4 * n), clock())
        watch.seen(dead, rows(100 + 4 * min(n, 30)), clock())
        visit(state, clock())
    found = numbers(StateReader(model).slow(state, [CRAWL]))
    assert found["fpcrawl_boards_silent",] == 1
    assert found["fpcrawl_silence_surprise",] < 0.1


def template(name: str, **changes: str) -> TemplateEntry:
    values = {
        "id": name,
        "version": 1,
        "site": "a.example",
        "cluster": "c1",
        "role": "thread",
        "templates": {"xpath": {}},
        "verification": Verification("thread"),
    }
    return TemplateEntry(**{**values, **changes})


def test_templates_and_the_worst_of_them(state):
    state.templates.put(template("a"), TemplateWatch(agreed=0.9, believable=0.8))
    state.templates.put(template("b"), TemplateWatch(agreed=0.4, believable=0.9, drifting=True))
    state.templates.put(template("c", state="former"), TemplateWatch(agreed=0.0))
    state.templates.put(template("d", site="b.example"), TemplateWatch(agreed=0.0))
    found = numbers(StateReader().slow(state, [CRAWL]))
    assert found["fpcrawl_templates", "thread"] == 2
    assert found["fpcrawl_templates_drifting", "thread"] == 1
    assert found["fpcrawl_template_agreement", "thread"] == 0.4
    assert found["fpcrawl_template_fill", "thread"] == 0.8


class Timer:
    def __init__(self) -> None:
        self.now = 1000.0
        self.slept = 0.0

    def __call__(self) -> float:
        self.now += 0.01
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept += seconds
        self.now += seconds


def test_long_readings_take_rests_and_come_seldom(state, opener, tmp_path):
    for n in range(400):
        state.frontier.add(make_entry(f"list{n}", crawl=CRAWL, recurring=True))
    state.flush()
    timer = Timer()
    opened = []

    def open_to_read() -> SqliteState | RedisState:
        opened.append(opener(read_only=True))
        return opened[-1]

    source = StateSource(
        open_to_read,
        directories={"state": tmp_path, "none": tmp_path / "none"},
        timer=timer,
        sleep=timer.sleep,
    )
    first = numbers(source.samples())
    assert first["fpcrawl_boards",] == 400
    assert timer.slept > 0.1
    assert first["fpcrawl_disk_free_bytes", "state"] > 0
    assert ("fpcrawl_disk_free_bytes", "none") not in first
    state.frontier.add(make_entry("one more", crawl=CRAWL, recurring=True))
    state.flush()
    soon = numbers(source.samples())
    assert soon["fpcrawl_boards",] == 400
    assert soon["fpcrawl_requests", "due"] == 401
    source.hasten = True
    assert numbers(source.samples())["fpcrawl_boards",] == 401
    source.close()
    assert len(opened) == 1


def test_a_state_that_cannot_be_read_is_told_and_tried_again(state, opener):
    trouble = [StateError("away")]

    def open_to_read() -> SqliteState | RedisState:
        if trouble:
            raise trouble.pop()
        return opener(read_only=True)

    source = StateSource(open_to_read, (CRAWL,))
    assert numbers(source.samples()) == {("fpcrawl_state_readable",): 0}
    assert numbers(source.samples())["fpcrawl_state_readable",] == 1
    source.close()


def test_a_loop_that_stands_still_is_late():
    timer, clock = Timer(), FakeClock()
    source = ProcessSource(CRAWL, 1.0, clock, timer)
    for _ in range(5):
        timer.now += 1.0
        source.beat()
    assert numbers(source.samples())["fpcrawl_loop_lag_seconds",] < 0.1
    timer.now += 4.0
    assert 2.9 < numbers(source.samples())["fpcrawl_loop_lag_seconds",] < 3.1
    source.beat()
    for _ in range(30):
        timer.now += 1.0
        source.beat()
    assert numbers(source.samples())["fpcrawl_loop_lag_seconds",] > 2.9
    for _ in range(40):
        timer.now += 1.0
        source.beat()
    found = numbers(source.samples())
    assert found["fpcrawl_loop_lag_seconds",] < 0.1
    assert found["fpcrawl_heartbeat_timestamp_seconds",] == clock()
    assert found["fpcrawl_state_away",] == 0


def test_visits_without_a_list_are_no_news(state, clock):
    model = make_model("polynomial")
    watch = ListWatch(model, state.values, CRAWL)
    state.frontier.add(make_entry("list", crawl=CRAWL, recurring=True))
    url = state.frontier.boards(CRAWL)[0].url
    for n in range(40):
        clock.now += HOUR
        watch.seen(url, rows(100 + 4 * n), clock())
        visit(state, clock())
    for _ in range(12):
        # A page stands there in which no list can be read.
        clock.now += HOUR
        watch.counted(url, Visit(clock(), 0, 0))
        visit(state, clock())
    assert numbers(StateReader(model).slow(state, [CRAWL]))["fpcrawl_silence_surprise",] > 12
