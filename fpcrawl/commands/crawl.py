"""``scrapy crawl``: Scrapy's own, with arguments checked first and exit codes that tell."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.commands.crawl import Command as CrawlCommand
from scrapy.spiderloader import get_spider_loader
from scrapy.utils.log import configure_logging

from fpcrawl.collecting import collect_seldom
from fpcrawl.commands.ends import when_over
from fpcrawl.commands.sites import SiteEnd, SitesRun, site_end, site_jobs, turn_s, without_group
from fpcrawl.exceptions import FpcrawlError, StateError, UsageError
from fpcrawl.exit_codes import EXIT_CODES, USAGE, describe, exit_code
from fpcrawl.extensions.console import calm_start, shows_live, split_log
from fpcrawl.extensions.progress import SITES_LOG
from fpcrawl.pipelines.revisit import model_from_settings
from fpcrawl.pipelines.storage import feed_paths
from fpcrawl.reader.spawn import spawn_ahead
from fpcrawl.settings.check import check_settings
from fpcrawl.settings.metricsconfig import MetricsConfig
from fpcrawl.settings.places import check_places
from fpcrawl.settings.readerkind import reader_kind
from fpcrawl.settings.stateconfig import state_config, unused_redis
from fpcrawl.settings.topicuse import given_topic_settings
from fpcrawl.store.opening import open_configured

if TYPE_CHECKING:
    import argparse

    from scrapy.settings import BaseSettings

__all__ = ["Command"]

logger = logging.getLogger(__name__)


class Command(CrawlCommand):
    """Run a spider; see ``docs/settings.md`` for the exit codes."""

    def long_desc(self) -> str:
        """Help text with an example."""
        return (
            "Run a spider of this project. Example: "
            "scrapy crawl forum -a site=https://bbs.example.com/ -a since=2026-01-01"
        )

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Read the options and check them; on a terminal the log goes to a file."""
        super().process_options(args, opts)
        assert self.settings is not None
        self._check_log(self.settings.get("LOG_FILE"))
        calm_start(self.settings)
        # Before there is a process, which would begin by telling its versions.
        if args:
            try:
                _check_words(args)
                if reader_kind(self.settings) == "process":
                    spawn_ahead()
                self._check(args[0], opts, self.settings)
            except StateError as error:
                self._refuse(args[0], error, EXIT_CODES["state"][0])
            except FpcrawlError as error:
                self._refuse(args[0], error, USAGE)

    def _check_log(self, path: str | None) -> None:
        """Refuse a log that cannot be written: Scrapy would end with a traceback."""
        if not path:
            return
        try:
            Path(path).open("ab").close()
        except OSError as error:
            sys.stderr.write(f"scrapy crawl: LOG_FILE: cannot write {path}: {error.strerror}\n")
            sys.exit(USAGE)

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Crawl, and set the exit code."""
        if len(args) != 1:
            super().run(args, opts)  # it says what is wrong
            return
        name = args[0]
        self._tell_unused_redis(name)
        self._tell_unused_topic(name, opts.spargs)
        collect_seldom()
        if opts.spargs.get("seeds"):
            self._crawl_sites(name, opts.spargs)
        else:
            self._crawl_site(name, opts.spargs)

    def _tell_unused_redis(self, name: str) -> None:
        """Warn a worker that would crawl for itself alone what others crawl together."""
        assert self.settings is not None
        unused = unused_redis(self.settings)
        if unused is not None:
            self._tell(
                logging.WARNING,
                f"scrapy crawl {name}: {unused} is not used: the state is in "
                f"{state_config(self.settings).shown}; FPCRAWL_STATE=redis keeps it in Redis, as "
                "do the settings fpcrawl.settings.cluster (docs/cluster.md)",
            )

    def _tell_unused_topic(self, name: str, given: dict[str, str]) -> None:
        """Warn who asks for something of the topic and names none."""
        assert self.settings is not None
        unused = given_topic_settings(self.settings)
        if unused and not given.get("topic"):
            verb = "is" if len(unused) == 1 else "are"
            self._tell(
                logging.WARNING,
                f"scrapy crawl {name}: {', '.join(unused)} {verb} not used: the crawl has no "
                "topic; give one with -a topic=FILE (docs/topic.md)",
            )

    def _crawl_site(self, name: str, given: dict[str, str]) -> None:
        process: Any = self.crawler_process
        crawler = self._create_crawler(name)
        ends: list[SiteEnd] = []
        when_over(
            process.crawl(crawler, **given),
            lambda error: ends.append(site_end(given.get("site", ""), crawler, error)),
        )
        process.start()
        self._report(name, ends)

    def _crawl_sites(self, name: str, given: dict[str, str]) -> None:
        process: Any = self.crawler_process
        jobs = site_jobs(name, given)
        run = SitesRun(process, lambda: self._create_crawler(name), jobs, process.settings)
        log = None
        if shows_live(process.settings, sys.stderr):
            log = split_log(process.settings, SITES_LOG.format(name))
        run.begin()
        process.start()
        if log is not None:
            logging.root.removeHandler(log)
            log.close()
        self._report(name, run.ends)

    def _report(self, name: str, ends: list[SiteEnd]) -> None:
        """Tell what did not end well; the exit code is that of the first such site."""
        for end in ends:
            code = exit_code(end.reason)
            if code:
                told = describe(end.reason) if end.reason else "it could not be begun"
                detail = f" ({end.detail})" if end.detail else ""
                self._tell(logging.WARNING, f"scrapy crawl {name}: {end.site}: {told}{detail}")
            self.exitcode = self.exitcode or code

    def _check(self, name: str, opts: argparse.Namespace, settings: BaseSettings) -> None:
        """Check arguments, settings and state."""
        loader = get_spider_loader(settings)
        known = loader.list()
        if name not in known:
            raise UsageError(f"there is no spider {name}; there are {', '.join(sorted(known))}")
        check = getattr(loader.load(name), "check", None)
        if check is None:
            return
        check_settings(settings, scrapys=True)
        check_places(settings)
        if opts.spargs.get("seeds"):
            jobs = site_jobs(name, opts.spargs)
            turn_s(settings, len(jobs))
            check(without_group(jobs[0]), settings)
        else:
            check(opts.spargs, settings)
        model_from_settings(settings)
        MetricsConfig.from_settings(settings)
        out = Path(settings.get("FPCRAWL_OUTPUT_DIR") or ".")
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StateError(f"cannot write to {out}: {error.strerror}") from error
        open_configured(state_config(settings)).close()
        for path in feed_paths(settings).values():
            try:
                path.open("ab").close()
            except OSError as error:
                raise StateError(f"cannot write to {path}: {error.strerror}") from error

    def _refuse(self, name: str, error: FpcrawlError, code: int) -> None:
        assert self.settings is not None
        configure_logging(self.settings)
        self._tell(logging.CRITICAL, f"scrapy crawl {name}: {error}")
        sys.exit(code)

    def _tell(self, level: int, line: str) -> None:
        """Tell the user; also in the log where that is a file, which is all Scrapyd shows."""
        with suppress(OSError):  # a full disk: the exit code still tells
            sys.stderr.write(f"{line}\n")
        assert self.settings is not None
        if self.settings.get("LOG_FILE"):
            logger.log(level, "%s", line)


def _check_words(words: list[str]) -> None:
    """Refuse what stands beside the name of the spider: Scrapy would take it for another one."""
    if len(words) > 1:
        raise UsageError(
            f"cannot read {words[1]}; arguments are given as -a NAME=VALUE, such as "
            "-a site=https://bbs.example.com/; see scrapy crawl --help"
        )
