"""What commands have in common that crawl nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from scrapy.commands import ScrapyCommand

from fpcrawl.commands.output import escape_unknown

if TYPE_CHECKING:
    import argparse

__all__ = ["ToolCommand"]


class ToolCommand(ScrapyCommand):
    """Works in any folder, with the settings of a project if there is one; logs nothing."""

    requires_project = False
    requires_crawler_process = False
    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False}

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Read the options; from now on whatever is printed can be shown."""
        super().process_options(args, opts)
        escape_unknown()
