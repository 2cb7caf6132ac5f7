"""``scrapy shell``."""

from __future__ import annotations

from fpcrawl.commands.late import LateCommand

__all__ = ["Command"]


class Command(LateCommand):
    """See :mod:`fpcrawl.commands.shell`."""

    module = "fpcrawl.commands.shell"
