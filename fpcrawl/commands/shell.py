"""``scrapy shell``: Scrapy's own, without what only our spiders can work with."""

from __future__ import annotations

from scrapy.commands.shell import Command as ShellCommand

from fpcrawl.commands.plain import PlainCommand

__all__ = ["Command"]


class Command(PlainCommand, ShellCommand):
    """Leaves the state and the output alone."""
