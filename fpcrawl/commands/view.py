"""``scrapy view``: Scrapy's own, without what only our spiders can work with."""

from __future__ import annotations

from scrapy.commands.view import Command as ViewCommand

from fpcrawl.commands.plain import PlainCommand

__all__ = ["Command"]


class Command(PlainCommand, ViewCommand):
    """Leaves the state and the output alone."""
