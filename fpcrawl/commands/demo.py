"""``scrapy demo``: the bundled live forum and news site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.commands import ScrapyCommand

from fpcrawl.demo.cli import EXAMPLE, add_arguments, config_of, run

if TYPE_CHECKING:
    import argparse

__all__ = ["Command"]


class Command(ScrapyCommand):
    """Serves the demo until interrupted; exit code 2 when the port cannot be had."""

    requires_project = False
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}  # noqa: RUF012 - declared so by Scrapy

    def syntax(self) -> str:
        """Return the arguments in short."""
        return "[options]"

    def short_desc(self) -> str:
        """Return a line for the list of commands."""
        return "Serve a live demo forum and news site on this machine"

    def long_desc(self) -> str:
        """Return what the help says."""
        return (
            "Serve forums of seven template families and a newspaper, with new posts coming in "
            "as the demo clock runs, on a loopback address. Crawl it in another terminal; "
            "GET /_truth/posts says what is really there."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        super().add_options(parser)
        parser.epilog = EXAMPLE
        add_arguments(parser)

    def run(self, args: list[str], opts: argparse.Namespace) -> None:  # noqa: ARG002
        """Serve until interrupted."""
        self.exitcode = run(config_of(opts))
