"""Metrics of a crawl for Prometheus, see docs/metrics.md."""

from __future__ import annotations

import logging
import socket
import time
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call

from fpcrawl.exceptions import StateError
from fpcrawl.exit_codes import exit_code
from fpcrawl.metrics.exporter import Exporter, MetricsServer
from fpcrawl.metrics.process import ProcessSource
from fpcrawl.metrics.runs import note_run
from fpcrawl.metrics.sources import StateSource
from fpcrawl.metrics.tally import KEPT_PREFIX, Tally
from fpcrawl.pipelines.revisit import model_from_settings
from fpcrawl.scheduling.scheduler import crawl_key
from fpcrawl.scheduling.state import get_state
from fpcrawl.settings.metricsconfig import MetricsConfig
from fpcrawl.settings.stateconfig import state_config
from fpcrawl.store.opening import open_configured

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings
    from scrapy.utils.asyncio import AsyncioLoopingCall
    from twisted.internet.task import LoopingCall

    from fpcrawl.metrics.text import Sample

__all__ = ["Metrics", "listen", "state_source"]

logger = logging.getLogger(__name__)

#: Seconds between two looks at the event loop, and between two additions to the state.
BEAT_S, SAVE_S = 1.0, 5.0
_NEW_RECORDS = ("fpcrawl/records/post_new", "fpcrawl/records/article_new")


def state_source(
    settings: BaseSettings,
    crawls: tuple[str, ...] = (),
    *,
    directory: str | None = None,
    hurried: bool = False,
) -> StateSource:
    """Return the source that reads the state of the settings.

    Parameters
    ----------
    crawls, hurried
        As of :class:`~fpcrawl.metrics.sources.StateSource`.
    directory
        Of a state in SQLite that is meant instead.

    Raises
    ------
    UsageError
        When the settings of the revisit model make no sense.
    """
    config = state_config(settings, directory)
    return StateSource(
        lambda: open_configured(config, read_only=True),
        crawls,
        model_from_settings(settings),
        {"state": config.directory, "output": Path(settings.get("FPCRAWL_OUTPUT_DIR") or ".")},
        hurried=hurried,
    )


def listen(exporter: Exporter, config: MetricsConfig) -> MetricsServer | None:
    """Serve the exporter's text at the first free port; ``None`` when there is none."""
    for port in config.ports:
        try:
            server = MetricsServer(exporter, (config.bind, port))
        except (OSError, socket.gaierror) as error:
            trouble = error
            continue
        logger.info("Metrics: http://%s:%d/metrics", config.bind, server.port)
        return server
    if config.ports:
        logger.warning(
            "No metrics at %s, ports %d to %d: %s",
            config.bind,
            config.ports[0],
            config.ports[-1],
            trouble.strerror or trouble,
        )
    return None


class _Outlet:
    """The exporter that all crawls of this process with the same settings share."""

    def __init__(self, config: MetricsConfig, known: Sequence[Sample]) -> None:
        self.exporter = Exporter(config.file, config.interval_s, config.labels, known)
        self._server = listen(self.exporter, config)
        self.users = 0

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self.exporter.stop()


_outlets: dict[tuple[str, range, str], _Outlet] = {}
#: What those said last that are closed: of sites that are crawled one after the other, the file
#: is to tell of all.
_said: dict[tuple[str, range, str], Sequence[Sample]] = {}


class Metrics:
    """Extension that tells Prometheus of a crawl.

    On with ``FPCRAWL_METRICS_FILE`` or ``FPCRAWL_METRICS_PORT``. Trouble with metrics never ends
    a crawl.

    Raises
    ------
    UsageError
        When a setting makes no sense.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._config = MetricsConfig.from_settings(crawler.settings)
        if not self._config.is_on:
            raise NotConfigured
        self._crawler = crawler
        self._tally = Tally()
        self._loop: AsyncioLoopingCall | LoopingCall | None = None
        self._records = 0
        self._next_save = 0.0
        self._reason = ""
        crawler.signals.connect(self._opened, signal=signals.spider_opened)
        crawler.signals.connect(self._closed, signal=signals.spider_closed)
        crawler.signals.connect(self._stopped, signal=signals.engine_stopped)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Metrics:
        """Make the extension for a crawler."""
        return cls(crawler)

    def _opened(self) -> None:
        config, spider = self._config, self._crawler.spider
        assert spider is not None
        self._crawl = crawl_key(spider)
        try:
            self._state = get_state(self._crawler)
        except StateError as error:
            logger.warning("No metrics: %s", error)
            return
        self._process = ProcessSource(self._crawl, BEAT_S)
        self._source = state_source(self._crawler.settings, (self._crawl,))
        self._key = str(config.file), config.ports, config.bind
        outlet = _outlets.get(self._key)
        if outlet is None:
            outlet = _outlets[self._key] = _Outlet(config, _said.get(self._key, ()))
        outlet.users += 1
        self._outlet = outlet
        self._save(started=self._state.clock())
        outlet.exporter.add(self._process)
        outlet.exporter.add(self._source)
        self._loop = create_looping_call(self._beat)
        self._loop.start(BEAT_S, now=False)

    def _beat(self) -> None:
        self._process.beat()
        self._process.away = self._state.away_s > 0
        if time.monotonic() >= self._next_save:
            self._save()

    def _save(self, **told: float) -> None:
        """Add what this run has counted to the counters of the crawl."""
        self._next_save = time.monotonic() + SAVE_S
        assert self._crawler.stats is not None
        stats = self._crawler.stats.get_stats()
        news = self._tally.news(stats)
        now = self._state.clock()
        records = sum(stats.get(name, 0) for name in _NEW_RECORDS)
        if records > self._records:
            told["last_record"] = now
        try:
            with self._state.transaction():
                for name, n in news.items():
                    self._state.frontier.count(self._crawl, KEPT_PREFIX + name, n)
                note_run(self._state.values, self._crawl, active=now, **told)
        except StateError:
            self._process.away = True  # whoever needs the state says more
            return
        self._process.away = self._state.away_s > 0
        self._tally.note(news)
        self._records = records

    def _closed(self, reason: str) -> None:
        self._reason = reason

    def _stopped(self) -> None:
        if self._loop is None:
            return  # it was never opened
        if self._loop.running:
            self._loop.stop()
        self._save(ended=self._state.clock(), code=exit_code(self._reason))
        try:
            self._state.flush()
        except StateError:
            self._process.away = True
        self._source.hasten = True
        outlet = self._outlet
        outlet.exporter.remove(self._process, keep=False)
        outlet.exporter.remove(self._source)
        outlet.users -= 1
        if not outlet.users:
            _outlets.pop(self._key, None)
            outlet.close()
            _said[self._key] = outlet.exporter.known
