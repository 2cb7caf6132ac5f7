"""Days of a demo forum in a minute: the crawl's own scheduler on a clock that jumps.

``python revisit_drive.py MODE DIRECTORY``: crawls three boards for fourteen days of the demo,
as one run that stays (``stay``) or as a run every ninety minutes (``cron``), and writes what
happened to ``DIRECTORY/told.json``. Between two due times nothing happens to a crawl: there the
clock, which the demo shares, jumps.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path


class JumpingClock:
    """Stands still until it is told to go on."""

    def __init__(self, start: float) -> None:
        self.at = start

    def now(self) -> float:
        return self.at


START = 1_772_625_600.0  # Wednesday noon
DAYS = 14
CRON_S = 5400.0
CLOCK = JumpingClock(START)
# Before anything of ours can have taken it for its own.
time.time = CLOCK.now

from scrapy.crawler import AsyncCrawlerRunner  # noqa: E402
from scrapy.settings import Settings  # noqa: E402
from scrapy.utils.asyncio import call_later  # noqa: E402
from scrapy.utils.defer import deferred_from_coro  # noqa: E402
from scrapy.utils.log import configure_logging  # noqa: E402
from scrapy.utils.reactor import install_reactor  # noqa: E402
from twisted.python.failure import Failure  # noqa: E402

from fpcrawl.demo import FAMILIES  # noqa: E402
from fpcrawl.demo.server import HttpServer, Serving  # noqa: E402
from fpcrawl.demo.site import Site  # noqa: E402
from fpcrawl.demo.world import World  # noqa: E402
from fpcrawl.revisit.watch import ListWatch  # noqa: E402
from fpcrawl.scheduling.engine import EngineDoor  # noqa: E402

#: Boards of people who write in office hours, in the evening, at night.
BOARDS = (("divs", 1), ("latte", 4), ("terms", 3))


class DemoTime:
    """The demo's clock: ours, whole seconds as its posts have."""

    def now(self) -> float:
        return CLOCK.now()


def jump_when_idle() -> None:
    """Have a scheduler with nothing to do move the clock, not wait."""
    end = START + DAYS * 86400.0

    def wake_at(door: EngineDoor, when: float, _now: float) -> None:
        door._when = when
        if door._timer is None:
            door._timer = call_later(0.001, tick, door)

    def tick(door: EngineDoor) -> None:
        door._timer = None
        if door._inside:
            wake_at(door, door._when, 0.0)
        elif door._when > end:
            CLOCK.at = end
            running[0].crawl_ended()
        else:
            CLOCK.at = max(CLOCK.at, door._when)
            door.wake()

    EngineDoor.wake_at = wake_at


class Running:
    """Ends the crawl that stays."""

    def __init__(self, crawler) -> None:
        self.crawler = crawler

    def crawl_ended(self) -> None:
        self.over = asyncio.ensure_future(self.crawler.engine.close_spider_async(reason="finished"))


running: list[Running] = []


def visits_told() -> list[tuple[str, float, int, int, tuple[float, ...]]]:
    """Return a list that fills with all visits that a model is told of."""
    told = []
    counted = ListWatch.counted

    def tell(self, url, visit):
        told.append((url, visit.time, visit.rows, visit.new, visit.times))
        return counted(self, url, visit)

    ListWatch.counted = tell
    return told


async def crawl(mode: str, directory: Path, site: Site, url: str) -> dict[str, float]:
    settings = Settings()
    settings.setmodule("fpcrawl.settings")
    settings.setdict(
        {
            "FPCRAWL_STATE_DIR": str(directory / "state"),
            "FPCRAWL_OUTPUT_DIR": str(directory),
            "FPCRAWL_READER": "inline",
            "FPCRAWL_PROGRESS": "off",
            "FPCRAWL_RUN_FOR": "inf" if mode == "stay" else "0",
            "AUTOTHROTTLE_ENABLED": False,
            "DOWNLOAD_DELAY": 0,
            "ROBOTSTXT_OBEY": False,
            "SPIDER_MODULES": ["fpcrawl.spiders"],
        }
    )
    boards = ",".join(
        site.base + site.views[key].board_path(site.world.families[key].boards[number])
        for key, number in BOARDS
    )
    runner = AsyncCrawlerRunner(settings)
    totals: dict[str, float] = {}

    async def run() -> None:
        crawler = runner.create_crawler("forum")
        running[:] = [Running(crawler)]
        await runner.crawl(crawler, site=url, boards=boards)
        totals["runs"] = totals.get("runs", 0) + 1
        for name, value in crawler.stats.get_stats().items():
            if isinstance(value, int):
                totals[name] = totals.get(name, 0) + value

    if mode == "stay":
        jump_when_idle()
        await run()
    else:
        while CLOCK.at < START + DAYS * 86400.0:
            await run()
            CLOCK.at += CRON_S
    return totals


def until_over(work):
    """Run a coroutine in Twisted's reactor; return what it returns or raise its error."""
    from twisted.internet import reactor  # noqa: PLC0415 - it is chosen at the start

    result = []

    def end(outcome) -> None:
        result.append(outcome)
        reactor.stop()

    reactor.callWhenRunning(lambda: deferred_from_coro(work).addBoth(end))
    reactor.run()
    if isinstance(result[0], Failure):
        result[0].raiseException()
    return result[0]


def main() -> None:
    mode, directory = sys.argv[1], Path(sys.argv[2])
    configure_logging({"LOG_LEVEL": "INFO", "LOG_FILE": str(directory / "log.txt")})
    # A day of history that tells how much is written on all later days.
    keys = [key for key, _ in BOARDS]
    world = World(
        3, START, DemoTime(), days=1, threads_per_board=13,
        families=[family for family in FAMILIES if family.key in keys],
    )  # fmt: skip
    server = HttpServer()
    site = Site(world, None, server.base)
    server.handler = site.handle
    told = visits_told()
    with Serving(server):
        totals = until_over(crawl(mode, directory, site, server.url))
    posts = [
        {
            "family": key,
            "thread": thread.id,
            "post": post.id,
            "thread_url": site.base + site.views[key].thread_path(thread),
            "sticky": thread.sticky,
            "published": post.published,
            "deleted": post.deleted,
        }
        for key, number in BOARDS
        for thread in world.families[key].boards[number].threads.values()
        for post in thread.posts
    ]
    data = {"visits": told, "stats": totals, "posts": posts, "base": server.base, "end": CLOCK.at}
    (directory / "told.json").write_text(json.dumps(data), encoding="utf-8")


if __name__ == "__main__":
    install_reactor("twisted.internet.asyncioreactor.AsyncioSelectorReactor")
    main()
