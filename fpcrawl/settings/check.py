"""Settings that must be known, numbers or switches, checked before anything starts."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from scrapy.settings import SETTINGS_PRIORITIES

from fpcrawl import settings as defaults
from fpcrawl.exceptions import UsageError

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["check_settings"]

_OURS = "FPCRAWL_"
#: Those without a default: they are of other projects.
_WITHOUT_DEFAULT = ("FPCRAWL_ADDON", "FPCRAWL_REVISIT_ROWS")
_PROGRESS = ("auto", "line", "log", "off")


def check_settings(settings: BaseSettings, *, scrapys: bool = False) -> None:
    """Check the names of ``FPCRAWL_`` settings, and every value that is to be a number or a switch.

    Parameters
    ----------
    scrapys
        Whether to look at Scrapy's settings too that have a default of ours.

    Raises
    ------
    UsageError
        For the first that there is not, that is no number, is negative, or is neither true nor
        false; or when ``FPCRAWL_PROGRESS`` is none of its words.
    """
    _check_names(settings)
    progress = settings.get("FPCRAWL_PROGRESS", defaults.FPCRAWL_PROGRESS)
    if progress not in _PROGRESS:
        raise UsageError(f"FPCRAWL_PROGRESS must be one of {', '.join(_PROGRESS)}, not {progress}")
    for name in sorted(vars(defaults)):
        default = getattr(defaults, name)
        if not isinstance(default, int | float) or not name.isupper():
            continue
        if scrapys or name.startswith(_OURS):
            _check_value(name, settings.get(name), is_switch=isinstance(default, bool))


def _check_names(settings: BaseSettings) -> None:
    """Refuse a name that there is not: it would do nothing."""
    known = [name for name in vars(defaults) if name.startswith(_OURS)]
    known += _WITHOUT_DEFAULT
    for name in sorted(map(str, settings)):
        if not name.startswith(_OURS) or name in known:
            continue
        if (settings.getpriority(name) or 0) >= SETTINGS_PRIORITIES["project"]:
            rest = [one.removeprefix(_OURS) for one in known]
            near = get_close_matches(name.removeprefix(_OURS), rest, 1)
            hint = (
                f"did you mean {_OURS}{near[0]}?"
                if near
                else "docs/settings.md lists those there are"
            )
            raise UsageError(f"there is no setting {name}; {hint}")


def _check_value(name: str, value: Any, *, is_switch: bool) -> None:
    if is_switch:
        if str(value).lower() not in {"true", "false", "0", "1"}:
            raise UsageError(f"{name} must be True or False, not {value!r}")
        return
    try:
        good = float(value) >= 0
    except (TypeError, ValueError):
        good = False
    if not good:
        raise UsageError(f"{name} must be a number of 0 or more, not {value!r}")
