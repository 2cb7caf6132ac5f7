"""Where pages are read: ``FPCRAWL_READER``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from fpcrawl.exceptions import UsageError

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["reader_kind"]


def reader_kind(settings: BaseSettings) -> str:
    """Return which reader ``FPCRAWL_READER`` asks for: ``process`` or ``inline``.

    Raises
    ------
    UsageError
        When the setting is none of these nor ``auto``.
    """
    kind = settings.get("FPCRAWL_READER")
    if kind in {"process", "inline"}:
        return str(kind)
    if kind != "auto":
        raise UsageError(f"FPCRAWL_READER: {kind!r} is not auto, process or inline")
    able = os.name == "posix" and (os.cpu_count() or 1) > 1
    return "process" if able else "inline"
