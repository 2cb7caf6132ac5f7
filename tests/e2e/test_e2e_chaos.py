"""Workers killed, Redis killed, away or parted from a worker, clocks off: nothing is lost."""

from __future__ import annotations

import re
import time
import uuid
from typing import TYPE_CHECKING

import pytest
from cluster_kit import (
    TINY,
    assert_all_once,
    assert_no_line_twice,
    assert_none_lost,
    fleet,
    gaps,
    lines,
    machine,
)
from e2e_kit import Demo, crawl, records

from benchmarks._cluster import World
from benchmarks._cutproxy import CutProxy
from benchmarks.chaos import Chaos, plan

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

SKEWED = """
import os, time
_shift_s, _time = float(os.environ.get("TEST_CLOCK_SHIFT_S", "0")), time.time
time.time = lambda: _time() + _shift_s
"""

#: Redis goes away just before a given call is made first, and is back a while later.
AWAY = """
import os, time
from redis.connection import AbstractConnection, ConnectionError
from scrapy.utils.misc import load_object

_until = 0.0

class Away:
    def __init__(self):
        path, name = os.environ["TEST_AWAY_AT"].rsplit(".", 1)
        owner = load_object(path)
        act = getattr(owner, name)

        def first_away(*args):
            global _until
            _until = _until or time.monotonic() + 1.5
            return act(*args)

        setattr(owner, name, first_away)
        for ask in ("connect", "send_packed_command"):
            setattr(AbstractConnection, ask, failing(getattr(AbstractConnection, ask)))

def failing(act):
    def acted(self, *args, **kwargs):
        if time.monotonic() < _until:
            self.disconnect()
            raise ConnectionError("Connection closed by server.")
        return act(self, *args, **kwargs)
    return acted
"""
BEGINNINGS = (
    "fpcrawl.store.redis_frontier_status.RedisFrontierStatus.counts",
    "fpcrawl.clustering.library.Library.__init__",
    "fpcrawl.spiders.knowledge.SiteKnowledge.load",
    "fpcrawl.middlewares.login.LoginKeeper.__init__",
    "fpcrawl.spiders.site.SiteSpider._met_in_vain",
)


def test_a_plan_harms_every_worker_and_redis_once() -> None:
    for seed in range(1, 21):
        harms = plan(seed, 600, redis=True)
        assert harms == plan(seed, 600, redis=True)
        workers = [harm.worker for harm in harms]
        assert workers.count(0) == 1
        assert all(2 <= workers.count(n) <= 4 for n in (1, 2, 3))
        assert all(0 < harm.pages < 480 for harm in harms)
    assert all(harm.worker for harm in plan(1, 600, redis=False))


def test_workers_and_redis_killed_at_random_lose_and_double_nothing(
    tmp_path: Path, own_redis
) -> None:
    with World(**TINY) as world:
        chaos = Chaos(world, tmp_path, own_redis, timeout_s=120.0)
        chaos.unhurt()
        found = chaos.hurt(3)
    wrong = {name: found[name] for name in ("lost", "doubled", "torn", "bad_ends")}
    assert not any(wrong.values()), found
    assert found["harms"] >= 4


def test_workers_together_keep_the_delay_of_a_host(tmp_path: Path, redis_server) -> None:
    url = redis_server.url
    settings = {
        "DOWNLOAD_DELAY": "0.4",
        "CONCURRENT_REQUESTS_PER_DOMAIN": "4",
        "FPCRAWL_RUN_FOR": "14",
    }
    with Demo(**TINY) as demo:
        with fleet(tmp_path, demo.url, url, uuid.uuid4().hex, **settings).guarded() as workers:
            for number in (1, 2, 3):
                workers.start(number)
            assert workers.wait(90) == [0, 0, 0], workers.tails()
        between = gaps(demo)
        agents = {line["user_agent"] for line in demo.truth("log")} - {None}
    assert len([agent for agent in agents if "worker-" in agent]) == 3
    assert len(between) > 12
    # Kept between sendings; a busy machine may shift a little what the server sees.
    assert min(between) > 0.25, sorted(between)[:5]
    assert sum(between) >= 0.4 * len(between) - 0.2


def test_redis_away_is_waited_for_and_told_once(tmp_path: Path, own_redis) -> None:
    with Demo(**TINY) as demo:
        with fleet(tmp_path, demo.url, own_redis.url, "away").guarded() as workers:
            for number in (1, 2):
                workers.start(number)
            _until_served(demo, 25, workers)
            own_redis.freeze()
            time.sleep(12)
            own_redis.thaw()
            assert workers.wait(120) == [0, 0], workers.tails()
        assert_all_once(lines(tmp_path), demo.posts())
    for worker in workers.workers:
        log = worker.log.read_text(encoding="utf-8")
        assert len(re.findall("does not answer", log)) <= 2, log[-3000:]
        assert "Traceback" not in log, log[-4000:]
    logs = "".join(worker.log.read_text(encoding="utf-8") for worker in workers.workers)
    assert re.search(r"is back after \d+ s", logs)


@pytest.mark.parametrize("moment", BEGINNINGS)
def test_a_worker_waits_for_redis_that_goes_away_while_it_begins(
    tmp_path: Path, redis_server, moment: str
) -> None:
    log = _begin_without_redis(tmp_path, redis_server.url, moment, [0])
    assert re.search(r"is back after \d+ s", log)


def test_a_worker_that_cannot_begin_asks_for_nothing(tmp_path: Path, redis_server) -> None:
    # It would read pages without what is known of the site, and call them done.
    wait = {"FPCRAWL_REDIS_WAIT_S": "0.1"}
    log = _begin_without_redis(tmp_path, redis_server.url, BEGINNINGS[2], [6, 0], **wait)
    assert log.count("The crawl ends: Redis") == 1


def _begin_without_redis(
    folder: Path, url: str, moment: str, codes: list[int], **settings: str
) -> str:
    """Crawl with a worker from which Redis goes away then, and another; return the first's log."""
    shim = folder / "shim"
    shim.mkdir()
    (shim / "away.py").write_text(AWAY)
    with Demo(**TINY) as demo:
        crew = fleet(folder, demo.url, url, uuid.uuid4().hex, **settings)
        with crew.guarded() as workers:
            workers.environment = {"TEST_AWAY_AT": moment, "PYTHONPATH": str(shim)}
            workers.start(1, EXTENSIONS='{"away.Away": 1}')
            assert workers.wait(120) == codes[:1], workers.tails()
            if codes[0]:
                assert demo.asked() == []
            workers.environment = {}
            for _ in codes[1:]:
                workers.start(2)
            assert workers.wait(120) == codes, workers.tails()
        assert_all_once(lines(folder), demo.posts())
    log = crew.workers[0].log.read_text(encoding="utf-8")
    assert "Traceback" not in log, log[-4000:]
    return log


def test_a_worker_parted_from_redis_is_done_without_and_comes_back(
    tmp_path: Path, own_redis
) -> None:
    with Demo(**TINY) as demo, CutProxy(own_redis.port) as proxy:
        through = {"REDIS_URL": f"redis://127.0.0.1:{proxy.port}/0"}
        lease = {"FPCRAWL_LEASE_S": "4", "FPCRAWL_RUN_FOR": "40"}
        crew = fleet(tmp_path, demo.url, own_redis.url, "parted", **lease)
        with crew.guarded() as workers:
            workers.start(1, **machine(tmp_path, "one"))
            workers.start(2, **machine(tmp_path, "two"), **through)
            _until_served(demo, 25, workers)
            proxy.cut()
            time.sleep(15)
            proxy.mend()
            assert workers.wait(120) == [0, 0], workers.tails()
            # What was leased when their time was over.
            workers.start(3, **machine(tmp_path, "one"), FPCRAWL_RUN_FOR="0")
            assert workers.wait(120) == [0, 0, 0], workers.tails()
        one, two = lines(tmp_path / "one"), lines(tmp_path / "two")
        assert_none_lost([*one, *two], demo.posts())
        # What the parted one had stored but could not tell of may stand in both feeds.
        assert_no_line_twice(one)
        assert_no_line_twice(two)


def test_clocks_two_minutes_off_do_no_harm(tmp_path: Path, redis_server) -> None:
    shim = tmp_path / "shim"
    shim.mkdir()
    (shim / "sitecustomize.py").write_text(SKEWED)
    prefix = uuid.uuid4().hex
    with Demo(**TINY) as demo:
        crew = fleet(tmp_path, demo.url, redis_server.url, prefix, FPCRAWL_LEASE_S="10")
        with crew.guarded() as workers:
            for number, shift in ((1, "120"), (2, "-120")):
                workers.environment = {"TEST_CLOCK_SHIFT_S": shift, "PYTHONPATH": str(shim)}
                workers.start(number, **machine(tmp_path, str(number)))
            assert workers.wait(120) == [0, 0], workers.tails()
        rows = lines(tmp_path / "1", tmp_path / "2")
        assert_all_once(rows, demo.posts())
        asked = [path for path in demo.asked() if path != "/robots.txt"]
    assert len(asked) - len(set(asked)) <= 6, "work was taken from a worker that lived"


def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    with Demo(**TINY) as demo:
        crew = fleet(tmp_path, demo.url, None, "")
        with crew.guarded() as workers:
            # No file may grow beyond this: the log is shorter, the state is not.
            workers.prelude = "ulimit -f 600; exec"
            workers.start(1)
            assert workers.wait(120) == [6], workers.tails()
        log = workers.workers[0].log.read_text(encoding="utf-8")
        assert re.search(r"The crawl ends: (state file|cannot write the feed)", log), log[-3000:]
        assert "Traceback" not in log, log[-6000:]
        settings = {
            "FPCRAWL_STATE_DIR": str(tmp_path / "state"),
            "FPCRAWL_OUTPUT_DIR": str(tmp_path / "out"),
        }
        for number in (1, 2):
            ended = crawl(
                tmp_path / f"again{number}", "forum", f"site={demo.url}", settings=settings
            )
            assert ended.code == 0, ended.log[-3000:]
        assert_all_once(lines(tmp_path), demo.posts())
    assert records(tmp_path / "out")


def _until_served(demo: Demo, pages: int, workers) -> None:
    until = time.monotonic() + 90
    while demo.served < pages:
        assert time.monotonic() < until, workers.tails()
        assert any(worker.alive for worker in workers.workers), workers.tails()
        time.sleep(0.01)
