"""Settings that must be numbers or switches, checked before anything starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl import settings as defaults
from fpcrawl.exceptions import UsageError

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["check_numbers"]


def check_numbers(settings: BaseSettings) -> None:
    """Check every ``FPCRAWL_`` setting whose default is a number or a switch.

    Raises
    ------
    UsageError
        For the first that is no number, is negative, or is neither true nor false.
    """
    for name in sorted(vars(defaults)):
        default = getattr(defaults, name)
        if not name.startswith("FPCRAWL_") or not isinstance(default, int | float):
            continue
        value = settings.get(name)
        if isinstance(default, bool):
            if str(value).lower() not in {"true", "false", "0", "1"}:
                raise UsageError(f"{name} must be True or False, not {value!r}")
            continue
        try:
            good = float(value) >= 0
        except (TypeError, ValueError):
            good = False
        if not good:
            raise UsageError(f"{name} must be a number of 0 or more, not {value!r}")
