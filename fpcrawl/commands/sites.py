"""Several sites in one run of ``scrapy crawl``, a few at a time."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.commands.ends import when_over
from fpcrawl.exceptions import UsageError
from fpcrawl.spiders.arguments import GROUP
from fpcrawl.spiders.seeds import group_of, read_seeds

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scrapy.crawler import AsyncCrawlerProcess, Crawler, CrawlerProcess
    from scrapy.settings import BaseSettings

    from fpcrawl.exceptions import StateError

__all__ = ["SiteEnd", "SitesRun", "site_end", "site_jobs", "turn_s", "without_group"]

#: Arguments that are of one site.
_OF_ONE_SITE = ("site", "starts", "boards", "login")


def site_jobs(spider: str, given: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the arguments of a crawl of each site that ``seeds`` names.

    Raises
    ------
    UsageError
        When the file is of no use, or an argument goes with one site only.
    """
    for name in _OF_ONE_SITE:
        if given.get(name):
            raise UsageError(f"seeds: {name} goes with one site; leave it out or crawl that alone")
    rest = {name: value for name, value in given.items() if name != "seeds"}
    group = group_of(given["seeds"], spider)
    return [
        {**rest, "site": seeds.site, "starts": ",".join(seeds.starts), GROUP: group}
        for seeds in read_seeds(given["seeds"])
    ]


def without_group(job: Mapping[str, str]) -> dict[str, str]:
    """Return the arguments as a user would give them."""
    return {name: value for name, value in job.items() if name != GROUP}


@dataclass(frozen=True, slots=True)
class SiteEnd:
    """How the crawl of a site ended; ``reason`` is empty when it never began."""

    site: str
    reason: str
    detail: str = ""


def site_end(site: str, crawler: Crawler, error: StateError | None) -> SiteEnd:
    """Tell how the crawl of a site ended.

    Parameters
    ----------
    error
        What kept it from beginning.
    """
    if error is not None:
        return SiteEnd(site, "state", str(error))
    stats = crawler.stats.get_stats() if getattr(crawler, "stats", None) is not None else {}
    return SiteEnd(
        site, str(stats.get("finish_reason") or ""), str(stats.get("fpcrawl/end_detail") or "")
    )


class SitesRun:
    """Crawls sites one after the other, as many at a time as the settings say.

    Each is a crawl of its own, with its own queue, reader and knowledge, as if it were
    crawled alone; those on one topic share what they learn of it. ``FPCRAWL_RUN_FOR`` is
    shared out: a site has its turn for its part.

    Parameters
    ----------
    process
        Runs the crawlers.
    make
        Makes a crawler.
    jobs
        Arguments of each site.

    Attributes
    ----------
    ends
        How each site's crawl ended, in the order of their ends.

    Raises
    ------
    UsageError
        When all are to stay and there are more than may run at once.
    """

    def __init__(
        self,
        process: AsyncCrawlerProcess | CrawlerProcess,
        make: Callable[[], Crawler],
        jobs: Sequence[dict[str, str]],
        settings: BaseSettings,
    ) -> None:
        self._process = process
        self._make = make
        self._jobs = deque(jobs)
        self._at_once = _at_once(settings)
        self._run_for_s = turn_s(settings, len(jobs))
        self.ends: list[SiteEnd] = []

    def begin(self) -> None:
        """Begin with the first sites; the others follow as these end."""
        for _ in range(min(self._at_once, len(self._jobs))):
            self._next()

    def _next(self) -> None:
        if not self._jobs:
            return
        job = self._jobs.popleft()
        crawler = self._make()
        crawler.settings.set("FPCRAWL_RUN_FOR", self._run_for_s, priority="cmdline")
        when_over(
            self._process.crawl(crawler, **job),
            lambda error: self._ended(site_end(job["site"], crawler, error)),
        )

    def _ended(self, end: SiteEnd) -> None:
        self.ends.append(end)
        if end.reason == "shutdown":
            self._jobs.clear()
        self._next()


def turn_s(settings: BaseSettings, sites: int) -> float:
    """Return how long the turn of each site lasts, in seconds; 0 = until it has nothing due.

    Raises
    ------
    UsageError
        When they are to stay and there are more than may run at once.
    """
    run_for_s = settings.getfloat("FPCRAWL_RUN_FOR")
    at_once = _at_once(settings)
    if run_for_s == math.inf and sites > at_once:
        raise UsageError(
            f"FPCRAWL_RUN_FOR=inf: {sites} sites cannot all stay; give seconds, or raise "
            f"FPCRAWL_SITES_AT_ONCE={at_once}"
        )
    return run_for_s / math.ceil(sites / at_once)


def _at_once(settings: BaseSettings) -> int:
    value = str(settings.get("FPCRAWL_SITES_AT_ONCE"))
    if not (value.isascii() and value.isdigit() and 0 < len(value) < 6 and int(value)):
        raise UsageError(f"FPCRAWL_SITES_AT_ONCE must be a whole number from 1 on, not {value!r}")
    return int(value)
