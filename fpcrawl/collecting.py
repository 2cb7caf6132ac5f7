"""When the garbage collector looks for cycles, in processes that handle pages."""

from __future__ import annotations

import gc

__all__ = ["PageWeight", "collect_seldom"]

#: Bytes of pages after which cycles are looked for, however few objects they made.
_MOST_BYTES = 32_000_000


def collect_seldom() -> None:
    """Look for cycles less often, and never in what is loaded by now, which lives to the end.

    Each page makes and drops many small objects that no cycle holds: it saves a twentieth of
    the time. A collector that was off, since all that is loaded stays, is on from here.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()


class PageWeight:
    """Has cycles looked for by what pages weigh: a tree in a cycle holds all of its page.

    The collector counts objects, and a page of megabytes may have a few.
    """

    def __init__(self) -> None:
        self._bytes = 0

    def add(self, size: int) -> None:
        """Count a page that is done with."""
        self._bytes += size
        if self._bytes >= _MOST_BYTES:
            self._bytes = 0
            gc.collect()
