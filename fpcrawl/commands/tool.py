"""What commands have in common that crawl nothing."""

from __future__ import annotations

from typing import Any, ClassVar

from scrapy.commands import ScrapyCommand

__all__ = ["ToolCommand"]


class ToolCommand(ScrapyCommand):
    """Works in any folder, with the settings of a project if there is one; logs nothing."""

    requires_project = False
    requires_crawler_process = False
    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False}
