"""Scrapy's own commands in our project, without what only our spiders can work with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.commands import ScrapyCommand

from fpcrawl.settings.plain import without_our_parts

if TYPE_CHECKING:
    import argparse

__all__ = ["PlainCommand"]


class PlainCommand(ScrapyCommand):
    """Leaves the state and the output alone; comes before Scrapy's command among the bases."""

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Read the options, and take our parts out of the settings."""
        super().process_options(args, opts)
        assert self.settings is not None
        without_our_parts(self.settings)
