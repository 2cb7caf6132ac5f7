"""The time zone that the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from fpcrawl.exceptions import UsageError

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["site_zone"]


def site_zone(settings: BaseSettings) -> ZoneInfo | None:
    """Zone of times without one, from the settings; ``None`` = to be guessed.

    Raises
    ------
    UsageError
        When ``FPCRAWL_TIMEZONE`` names no zone.
    """
    name = settings.get("FPCRAWL_TIMEZONE")
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise UsageError(
            f"FPCRAWL_TIMEZONE: {name!r} is no time zone; write it like Asia/Shanghai"
        ) from error
