"""``scrapy fetch``: Scrapy's own, without what only our spiders can work with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.commands.fetch import Command as FetchCommand

from fpcrawl.settings.plain import without_our_parts

if TYPE_CHECKING:
    import argparse

__all__ = ["Command"]


class Command(FetchCommand):
    """Leaves the state and the output alone."""

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Read the options, and take our parts out of the settings."""
        super().process_options(args, opts)
        assert self.settings is not None
        without_our_parts(self.settings)
