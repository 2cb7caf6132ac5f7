"""Runs of cron over weeks, by a clock to set: due lists only, and gaps that do no harm."""

from __future__ import annotations

import numpy as np
import pytest
from store_kit import FakeClock, make_entry

from fpcrawl.revisit import make_model
from fpcrawl.revisit.replay import Page
from fpcrawl.store.model import Outcome
from fpcrawl.store.sqlite import open_state

HOUR, DAY = 3600.0, 86400.0
CRAWL = "forum:a"
BEGIN = 1_700_006_400.0
PER_DAY = (300, 120, 40)
ROWS = 30
#: Seconds that fetching a list takes.
FETCH_S = 2.0


class Site:
    """Three lists that fill up, most in the evening."""

    def __init__(self) -> None:
        rng = np.random.default_rng(8)
        hours = np.arange(60 * 24)
        shape = 0.2 + np.clip(np.sin((hours % 24 - 8) / 16 * np.pi), 0, None)
        self.pages, self.last = {}, {}
        for n, per_day in enumerate(PER_DAY):
            counts = rng.poisson(shape / shape[:24].sum() * per_day)
            times = np.repeat(BEGIN + hours * HOUR, counts) + rng.uniform(0, HOUR, counts.sum())
            url = f"http://a.example/{n}"
            self.pages[url], self.last[url] = Page(np.sort(times), ROWS), BEGIN

    def visit(self, url, now):
        seen = self.pages[url].visit(self.last[url], now)
        self.last[url] = now
        return seen


class Cron:
    """Opens the state, does what is due, and ends."""

    def __init__(self, directory) -> None:
        self.directory, self.clock, self.site = directory, FakeClock(BEGIN), Site()
        self.model = make_model(min_s=600.0)
        self.log = []
        state = self.open()
        for n in range(len(PER_DAY)):
            state.frontier.add(make_entry(str(n), recurring=True))
        state.close()

    def open(self):
        return open_state(self.directory, clock=self.clock)

    def run(self, *, killed_after: int | None = None) -> list[str]:
        """Return the lists visited; a run that is killed leaves the last one leased."""
        state = self.open()
        started = self.clock.now
        state.frontier.revisits_until = started
        visited = []
        while leased := state.frontier.lease(CRAWL, self.clock.now, 1):
            self.clock.advance(FETCH_S)
            if len(visited) == killed_after:
                break
            (row,) = leased
            seen = self.site.visit(row.url, self.clock.now)
            name = f"revisit/{CRAWL}/{row.url}"
            due, learnt = self.model.next_visit(state.values.get(name), seen.visit)
            assert due > self.clock.now
            with state.transaction():
                state.values.set(name, learnt)
                state.frontier.ack(row.lease_id, Outcome.DONE, due)
            visited.append(row.url)
            self.log.append((self.clock.now, row.url, seen))
        else:
            assert not state.frontier.holds_open(CRAWL, self.clock.now, self.clock.now)
        state.close()
        return visited

    def run_until(self, end: float, every_s: float = 1200.0) -> list[list[str]]:
        runs = []
        while self.clock.now < end:
            begun = self.clock.now
            runs.append(self.run())
            self.clock.now = max(begun + every_s, self.clock.now)
        return runs

    def per_day(self) -> dict[str, float]:
        """Return the new threads a day that the model expects of each list."""
        state = self.open()
        boards = {
            url: self.model.open(state.values.get(f"revisit/{CRAWL}/{url}"))
            for url in self.site.pages
        }
        state.close()
        monday = BEGIN + 42 * DAY
        return {url: board.expected(monday, monday + 7 * DAY) / 7 for url, board in boards.items()}


@pytest.fixture(scope="module")
def cron(tmp_path_factory):
    """Ten days of runs each twenty minutes, then two days without any, then five days."""
    cron = Cron(tmp_path_factory.mktemp("cron") / "state")
    cron.before = cron.run_until(BEGIN + 10 * DAY)
    cron.known = cron.per_day()
    cron.stopped = cron.clock.now
    cron.clock.advance(2 * DAY)
    cron.resumed = cron.clock.now
    cron.first = cron.run()
    cron.known_late = cron.per_day()
    cron.clock.advance(1200.0)
    cron.after = cron.run_until(BEGIN + 17 * DAY)
    return cron


def test_a_run_visits_what_is_due_once(cron):
    for visited in (*cron.before, *cron.after):
        assert len(visited) == len(set(visited))
    assert any(not visited for visited in cron.before), "some runs find nothing due"
    assert sorted({url for visited in cron.before for url in visited}) == sorted(cron.site.pages)


def test_missed_hours_are_caught_up_with_one_visit_a_list(cron):
    assert sorted(cron.first) == sorted(cron.site.pages)
    usual = sum(1 for time, _, _ in cron.log if cron.stopped - 6 * HOUR < time <= cron.stopped)
    late = [time for time, _, _ in cron.log if cron.resumed < time <= cron.resumed + 6 * HOUR]
    assert len(late) <= usual + len(PER_DAY)


def test_missed_hours_teach_nothing_wrong(cron):
    for url, per_day in cron.known.items():
        assert cron.known_late[url] == pytest.approx(per_day, rel=0.15)
    for url, per_day in zip(cron.site.pages, PER_DAY, strict=True):
        assert cron.per_day()[url] == pytest.approx(per_day, rel=0.2)


def test_nothing_is_lost_while_runs_take_place(cron):
    settled = [
        seen
        for time, _, seen in cron.log
        if time > BEGIN + 3 * DAY and not cron.resumed <= time <= cron.resumed + HOUR
    ]
    lost = sum(seen.events - seen.visit.new for seen in settled)
    assert lost <= 0.01 * sum(seen.events for seen in settled)
    assert np.mean([seen.visit.new / ROWS for seen in settled]) == pytest.approx(0.5, abs=0.07)


def test_after_a_kill_the_next_run_goes_on(tmp_path):
    cron = Cron(tmp_path / "state")
    assert len(cron.run(killed_after=1)) == 1
    rest = cron.run()
    assert len(rest) == 2
    assert {url for _, url, _ in cron.log} == set(cron.site.pages)
    assert cron.run() == []
