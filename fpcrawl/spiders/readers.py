"""Which reader a crawl has, from its settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.utils.asyncio import is_asyncio_available

from fpcrawl.exceptions import UsageError
from fpcrawl.extraction.visual.render import ADVICE, find_browser
from fpcrawl.reader.process import ProcessReader
from fpcrawl.reader.readers import InlineReader
from fpcrawl.reader.secondlook import RENDER_MODES
from fpcrawl.reader.spawn import end_unused
from fpcrawl.settings.readerkind import reader_kind

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

    from fpcrawl.reader.readers import PageReader
    from fpcrawl.reader.secondlook import RenderMode

__all__ = ["make_reader", "render_mode"]


def make_reader(settings: BaseSettings) -> PageReader:
    """Make the reader that the settings ask for, see :func:`reader_kind`."""
    if reader_kind(settings) == "inline" or not is_asyncio_available():
        end_unused()
        return InlineReader()
    return ProcessReader(settings.getfloat("FPCRAWL_PAGE_READ_MAX_S"))


def render_mode(settings: BaseSettings) -> tuple[RenderMode, str]:
    """Return which pages are laid out, and why none are although some might be.

    Raises
    ------
    UsageError
        When ``FPCRAWL_RENDER`` is none of its values, or asks for what cannot be had here. So
        does ``FPCRAWL_READER``, see :func:`reader_kind`.
    """
    given = settings.get("FPCRAWL_RENDER")
    mode = next((one for one in RENDER_MODES if one == given), None)
    if mode is None:
        raise UsageError(f"FPCRAWL_RENDER: {given!r} is not auto, never or always")
    kind = reader_kind(settings)
    if mode == "never":
        return mode, ""
    reason = ""
    if kind == "inline":
        reason = "a crawl does not wait for a browser; it takes FPCRAWL_READER=process"
    elif find_browser() is None:
        reason = f"there is no browser; it takes: {ADVICE}"
    if reason and mode == "always":
        raise UsageError(f"FPCRAWL_RENDER=always: {reason}")
    return ("never" if reason else mode), reason
