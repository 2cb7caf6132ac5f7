"""``scrapy demo``: the bundled live forum and news site, alone or with a crawl of it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from scrapy.commands import ScrapyHelpFormatter

from fpcrawl.commands.democrawl import CRAWL_PORT, OUTPUT, crawl_demo
from fpcrawl.commands.output import standard_output
from fpcrawl.commands.tool import ToolCommand
from fpcrawl.demo.cli import EXAMPLE, add_arguments, config_of, run
from fpcrawl.exit_codes import USAGE

if TYPE_CHECKING:
    import argparse

__all__ = ["Command"]

_PORT = 8700


class _LinesKept(ScrapyHelpFormatter):
    """Wraps what is one line, and leaves the lines of examples as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if "\n" in text else super()._fill_text(text, width, indent)


class Command(ToolCommand):
    """Serves the demo until interrupted; exit code 2 when the port cannot be had."""

    def syntax(self) -> str:
        """Return the arguments in short."""
        return "[options] [--crawl forum|news [-a NAME=VALUE]]"

    def short_desc(self) -> str:
        """Return a line for the list of commands."""
        return "Serve a live demo forum and news site on this machine, or crawl it"

    def long_desc(self) -> str:
        """Return what the help says."""
        return (
            "Serve forums of seven template families and a newspaper, with new posts coming in "
            "as the demo clock runs, on a loopback address. Crawl it in another terminal, or "
            "let --crawl do both: then each run goes on where the last one ended, half a demo "
            "day later. GET /_truth/posts says what is really there."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        super().add_options(parser)
        parser.formatter_class = _LinesKept
        parser.epilog = f"{EXAMPLE}  scrapy demo --crawl forum -a since=2026-01-01\n"
        add_arguments(parser)
        parser.set_defaults(port=None)
        parser.add_argument(
            "--crawl",
            choices=("forum", "news"),
            help=f"crawl the demo into {OUTPUT}/ and end with it (default port {CRAWL_PORT})",
        )
        parser.add_argument(
            "-a",
            dest="spargs",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="with --crawl: an argument of the spider",
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Serve until interrupted, or until the crawl is over."""
        if args or (opts.spargs and not opts.crawl):
            words = " ".join(args) or "-a without --crawl"
            sys.stderr.write(f"scrapy demo: cannot read {words}; see scrapy demo --help\n")
            self.exitcode = USAGE
            return
        if opts.port is None:
            opts.port = CRAWL_PORT if opts.crawl else _PORT
        config = config_of(opts)
        if not opts.crawl:
            with standard_output():
                self.exitcode = run(config)
            return
        passed_on = [word for given in opts.spargs for word in ("-a", given)]
        passed_on += [word for given in opts.set for word in ("-s", given)]
        if opts.loglevel:
            passed_on += ["-L", opts.loglevel]
        if opts.logfile:
            passed_on += ["--logfile", opts.logfile]
        self.exitcode = crawl_demo(
            opts.crawl, config, passed_on, start_given=opts.start is not None
        )
