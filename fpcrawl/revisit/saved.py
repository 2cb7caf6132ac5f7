"""Saved states of boards: of which version they are, and how older ones are read."""

from __future__ import annotations

import math
from typing import Any
from zlib import crc32

from fpcrawl.revisit.level import LevelBank
from fpcrawl.revisit.slots import SlotTable, unpack
from fpcrawl.revisit.week import SLOTS, WeekCurve

__all__ = ["STATE_VERSION", "check_sum", "upgraded"]

#: Version of the states that are written.
STATE_VERSION = 2


def check_sum(state: dict[str, Any]) -> int:
    """Return the check sum of the packed parts of a state.

    A plan reads few of their numbers: that all of them are what was written is known by this.

    Raises
    ------
    KeyError, TypeError, ValueError
        When a part is missing or no text.
    """
    level = state["level"][-1]
    return crc32("".join((state["curve"], level, state["counts"], state["seconds"])).encode())


def upgraded(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state of an older version as one of :data:`STATE_VERSION`.

    Version 1 had the curve in base 64 from midnight, and the level as a list of filters.

    Raises
    ------
    KeyError, TypeError, ValueError
        When it is damaged, or of no version that is known.
    """
    if state["version"] != 1:
        raise ValueError(f"a state of version {state['version']!r}")
    rates = unpack(state["curve"])
    table = SlotTable(unpack(state["counts"]), unpack(state["seconds"]))
    if len(rates) != 2 * SLOTS or not min(rates) > 0:
        raise ValueError("this is no curve")
    if not all(0 <= x < math.inf for x in (*table.counts, *table.seconds)):
        raise ValueError("this is no table of slots")
    trough = state["trough"] % SLOTS
    new = {
        **state,
        "version": STATE_VERSION,
        "trough": trough,
        "curve": WeekCurve((rates[:SLOTS], rates[SLOTS:]), trough).pack(),
        "level": LevelBank.of(state["level"]).dump(),
    }
    return {**new, "check": check_sum(new)}
