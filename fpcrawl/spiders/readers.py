"""Which reader a crawl has, from its settings."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from scrapy.utils.asyncio import is_asyncio_available

from fpcrawl.exceptions import UsageError
from fpcrawl.reader.process import InlineReader, ProcessReader

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

    from fpcrawl.reader.process import PageReader

__all__ = ["make_reader", "reader_kind"]


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


def make_reader(settings: BaseSettings) -> PageReader:
    """Make the reader that the settings ask for, see :func:`reader_kind`."""
    if reader_kind(settings) == "inline" or not is_asyncio_available():
        return InlineReader()
    return ProcessReader(settings.getfloat("FPCRAWL_PAGE_READ_MAX_S"))
