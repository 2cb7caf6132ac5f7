"""When the garbage collector looks for cycles, in processes that handle pages."""

from __future__ import annotations

import gc

__all__ = ["collect_seldom"]


def collect_seldom() -> None:
    """Look for cycles less often, and never in what is loaded by now, which lives to the end.

    Each page makes and drops many small objects that no cycle holds: it saves a twentieth of
    the time.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
