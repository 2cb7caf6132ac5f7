"""Whether times are read in another zone than those that are stored."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

if TYPE_CHECKING:
    from datetime import tzinfo

    from fpcrawl.store.base import State

__all__ = ["zone_change"]


def zone_change(
    state: State, crawl: str, host: str, wanted: ZoneInfo | None, guessed: tzinfo | None
) -> str | None:
    """Note the zone of a run; return a warning if earlier runs have stored times in another.

    Parameters
    ----------
    host
        What records call the site.
    wanted
        The zone that ``FPCRAWL_TIMEZONE`` names; ``None`` = to be guessed.
    guessed
        What the site's pages have told of its zone so far.
    """
    name = f"zone/{crawl}"
    now = wanted.key if wanted is not None else ""
    before = state.values.get(name)
    if before == now:
        return None
    state.values.set(name, now)
    try:
        earlier = ZoneInfo(before) if before else None
    except (ZoneInfoNotFoundError, ValueError):
        return None  # another machine knew it
    year = datetime.fromtimestamp(state.clock(), UTC).year
    used, will = (_offsets(zone or guessed or UTC, year) for zone in (earlier, wanted))
    if before is None or used == will:
        return None
    if not any(state.records.count(kind, host) for kind in ("post", "article")):
        return None
    return (
        f"FPCRAWL_TIMEZONE is {now or 'not set'}, for earlier runs it was {before or 'not set'}: "
        f"what is stored of {host} keeps the times of that zone; to have all in one, crawl once "
        "more with another FPCRAWL_STATE_DIR and FPCRAWL_OUTPUT_DIR"
    )


def _offsets(zone: tzinfo, year: int) -> list[object]:
    # Some move their clocks, on either half of the earth.
    return [datetime(year, month, 1, tzinfo=zone).utcoffset() for month in (1, 7)]
