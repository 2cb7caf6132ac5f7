"""``scrapy fetch``: Scrapy's own, without what only our spiders can work with."""

from __future__ import annotations

from scrapy.commands.fetch import Command as FetchCommand

from fpcrawl.commands.plain import PlainCommand

__all__ = ["Command"]


class Command(PlainCommand, FetchCommand):
    """Leaves the state and the output alone."""
