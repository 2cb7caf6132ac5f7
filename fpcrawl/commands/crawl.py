"""``scrapy crawl``: Scrapy's own, with arguments checked first and exit codes that tell."""

from __future__ import annotations

import gc
import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.commands.crawl import Command as CrawlCommand

from fpcrawl.commands.sites import SitesRun, site_jobs, turn_s, without_group
from fpcrawl.exceptions import FpcrawlError, StateError, UsageError
from fpcrawl.exit_codes import EXIT_CODES, USAGE, describe, exit_code
from fpcrawl.extensions.console import calm_start
from fpcrawl.pipelines.revisit import model_from_settings
from fpcrawl.settings.check import check_numbers
from fpcrawl.settings.metricsconfig import MetricsConfig
from fpcrawl.settings.places import check_places
from fpcrawl.settings.stateconfig import state_config
from fpcrawl.store.opening import open_configured

if TYPE_CHECKING:
    import argparse

    from scrapy import Spider
    from scrapy.crawler import Crawler

__all__ = ["Command"]

logger = logging.getLogger(__name__)


class Command(CrawlCommand):
    """Run a spider; see ``docs/settings.md`` for the exit codes."""

    _crawler_made: Crawler | None = None

    def long_desc(self) -> str:
        """Help text with an example."""
        return (
            "Run a spider of this project. Example: "
            "scrapy crawl forum -a site=https://bbs.example.com/ -a since=2026-01-01"
        )

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Read the options; on a terminal the log goes to a file."""
        super().process_options(args, opts)
        assert self.settings is not None
        if opts.spargs.get("seeds"):
            # There is one line, and several sites.
            self.settings.set("FPCRAWL_PROGRESS", "log", priority="cmdline")
        calm_start(self.settings)

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Check arguments, settings and state, crawl, and set the exit code."""
        process = self.crawler_process
        assert process is not None
        if len(args) == 1:
            try:
                self._check(args[0], opts)
            except StateError as error:
                self._refuse(args[0], error, EXIT_CODES["state"][0])
                return
            except FpcrawlError as error:
                self._refuse(args[0], error, USAGE)
                return
        # Each page makes and drops many small objects that no cycle holds: collecting less
        # often saves a twentieth of the time. What is loaded by now lives to the end.
        gc.freeze()
        gc.set_threshold(50_000, 20, 100)
        if len(args) == 1 and opts.spargs.get("seeds"):
            self._crawl_sites(args[0], opts.spargs)
            return
        super().run(args, opts)
        crawler = self._crawler_made
        if crawler is not None and not self.exitcode:
            assert crawler.stats is not None
            reason = crawler.stats.get_value("finish_reason")
            self.exitcode = exit_code(reason)
            if self.exitcode:
                site = opts.spargs.get("site", "")
                detail = crawler.stats.get_value("fpcrawl/end_detail")
                told = f"{describe(reason)} ({detail})" if detail else describe(reason)
                self._tell(logging.WARNING, f"scrapy crawl {args[0]}: {site}: {told}")

    def _crawl_sites(self, name: str, given: dict[str, str]) -> None:
        """Crawl the sites of a file; the exit code is that of the first that did not end well."""
        process: Any = self.crawler_process
        jobs = site_jobs(name, given)
        run = SitesRun(process, lambda: self._create_crawler(name), jobs, process.settings)
        run.begin()
        process.start()
        for end in run.ends:
            code = exit_code(end.reason)
            if code:
                told = describe(end.reason) if end.reason else "it could not be begun"
                detail = f" ({end.detail})" if end.detail else ""
                self._tell(logging.WARNING, f"scrapy crawl {name}: {end.site}: {told}{detail}")
            self.exitcode = self.exitcode or code

    def _create_crawler(self, spidercls: type[Spider] | str) -> Crawler:
        self._crawler_made = super()._create_crawler(spidercls)
        return self._crawler_made

    def _check(self, name: str, opts: argparse.Namespace) -> None:
        process = self.crawler_process
        assert process is not None
        known = process.spider_loader.list()
        if name not in known:
            raise UsageError(f"there is no spider {name}; there are {', '.join(sorted(known))}")
        spider = process.spider_loader.load(name)
        check = getattr(spider, "check", None)
        if check is None:
            return
        settings = process.settings
        check_numbers(settings)
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

    def _refuse(self, name: str, error: FpcrawlError, code: int) -> None:
        self._tell(logging.CRITICAL, f"scrapy crawl {name}: {error}")
        sys.exit(code)

    def _tell(self, level: int, line: str) -> None:
        """Say why it ends; also in the log where that is a file, which is all Scrapyd shows."""
        sys.stderr.write(f"{line}\n")
        assert self.settings is not None
        if self.settings.get("LOG_FILE"):
            logger.log(level, "%s", line)
