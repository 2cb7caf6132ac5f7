from __future__ import annotations

import math
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest
from scrapy import Request
from scrapy.http import Response
from scrapy.settings import Settings
from scrapy.spidermiddlewares.httperror import HttpError

from fpcrawl.exceptions import UsageError
from fpcrawl.scheduling.buffer import ReadyBuffer
from fpcrawl.scheduling.config import SchedulerConfig
from fpcrawl.scheduling.engine import EngineDoor
from fpcrawl.scheduling.hosts import HostGate
from fpcrawl.scheduling.outcomes import judge
from fpcrawl.scheduling.room import HostRoom
from fpcrawl.store.model import HostState, Leased, Outcome


@dataclass
class Slot:
    concurrency: int = 2
    delay: float = 0.0
    lastseen: float = 0.0
    active: set = field(default_factory=set)
    queue: list = field(default_factory=list)
    transferring: set = field(default_factory=set)


def request(n: int = 0) -> Request:
    return Request(f"http://a.example/{n}")


def test_a_new_host_takes_one_request_until_its_slot_is_there() -> None:
    slots: dict[str, Slot] = {}
    room = HostRoom(slots, lambda: 100.0)
    assert room.wait_s("a") == 0
    first = request()
    room.enter("a", first)
    assert room.wait_s("a") == math.inf
    slots["a"] = Slot()
    assert room.wait_s("a") == 0
    room.enter("a", request(1))
    assert room.wait_s("a") == math.inf
    room.leave(first)
    room.leave(first)
    assert room.wait_s("a") == 0
    slots["a"].active = {1, 2}  # such as the fetch of a robots.txt
    assert room.wait_s("a") == math.inf


def test_a_delayed_host_takes_a_request_when_its_delay_is_over() -> None:
    slots = {"a": Slot(delay=5.0, lastseen=98.0, concurrency=3)}
    room = HostRoom(slots, lambda: 100.0)
    assert room.wait_s("a") == 3.0
    slots["a"].lastseen = 90.0
    assert room.wait_s("a") == 0.0
    waiting = request()
    room.enter("a", waiting)
    assert room.wait_s("a") == math.inf  # on its way, not yet sent
    slots["a"].transferring = {waiting}
    slots["a"].lastseen = 100.0
    assert room.wait_s("a") == 5.0


def test_buffer_hosts_take_turns() -> None:
    buffer = ReadyBuffer()
    for n, host in enumerate("aaab"):
        buffer.put([Leased(n, "", b"", host, "", 0, 0.0, False, "", 0, None, None)])
    assert len(buffer) == 4
    taken = [buffer.pop(lambda host: True).lease_id for _ in range(3)]
    assert taken == [0, 3, 1]
    assert buffer.pop(lambda host: host == "b") is None
    assert [row.lease_id for row in buffer.take_host("a")] == [2]
    assert buffer.take_all() == []


def test_gate_reads_and_writes_through() -> None:
    stored: dict[str, HostState] = {}
    sites = SimpleNamespace(
        host=lambda host: stored.get(host, HostState(host)),
        set_host=lambda state: stored.__setitem__(state.host, state),
        blocked=lambda now: {h: s.not_before for h, s in stored.items() if s.not_before > now},
    )
    now = [1000.0]
    gate = HostGate(sites, lambda: now[0])
    assert gate.closed() == {}
    gate.close_until("a", 1010.0)
    gate.close_until("a", 1005.0)  # shorter: nothing changes
    assert gate.closed() == {"a": 1010.0}
    stored["b"] = HostState("b", not_before=1100.0)  # by another process
    now[0] = 1010.0
    assert gate.closed() == {"b": 1100.0}
    assert [gate.failed("a"), gate.failed("a")] == [1, 2]
    gate.answered("a")
    assert stored["a"].failures == 0
    gate.set_crawl_delay("a", 2.5)
    assert stored["a"].crawl_delay_s == 2.5


def test_config() -> None:
    config = SchedulerConfig.from_settings(Settings({"FPCRAWL_RUN_FOR": "inf"}))
    assert (config.run_for_s, config.lease_s, config.retry_wait_s) == (math.inf, 300.0, 120.0)
    for name, value in (("FPCRAWL_LEASE_S", "inf"), ("FPCRAWL_RETRY_WAIT_S", [1])):
        with pytest.raises(UsageError, match=name):
            SchedulerConfig.from_settings(Settings({name: value}))


def test_an_engine_we_do_not_know_is_told_and_lived_with(caplog) -> None:
    door = EngineDoor(SimpleNamespace(engine=SimpleNamespace(_slot=None)))
    assert "not as expected" in caplog.text
    assert not door.sees_requests
    assert not door.has(request())
    door.wake()
    door.close()


@pytest.mark.parametrize(
    ("headers", "outcome"),
    [
        ({"If-None-Match": '"a"'}, Outcome.DONE),
        ({"If-Modified-Since": "Mon, 02 Mar 2026 10:00:00 GMT"}, Outcome.DONE),
        ({"Referer": "http://a.example/"}, Outcome.FAILED),
    ],
)
def test_that_nothing_has_changed_is_believed_where_it_was_asked(headers, outcome) -> None:
    asked = Request("http://a.example/", headers=headers)
    error = HttpError(Response(asked.url, status=304, request=asked), "not modified")
    assert judge(error) == (outcome, "http_304")
