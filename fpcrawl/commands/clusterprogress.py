"""The live line of ``scrapy cluster``."""

from __future__ import annotations

import shutil
import time
from typing import TYPE_CHECKING

from fpcrawl.extensions.console import CLEAR_LINE

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

__all__ = ["LiveLine", "progress_line"]

INTERVAL_S = 0.25
#: Nothing is foretold of the first moments.
_SOON_S = 2.0


def progress_line(
    pages: int,
    clusters: int,
    unread: int,
    share: float | None,
    seconds: float,
    total: int | None = None,
) -> str:
    """Return how far the run is, in one line.

    Parameters
    ----------
    share
        Part of what there is to read that is done, 0..1; ``None`` when nobody knows.
    seconds
        Since the start.
    total
        Pages there are, when that is known.
    """
    parts = [f"{pages} pages" if total is None else f"{pages} of {total} pages"]
    if share is not None:
        parts.append(f"{100 * share:.0f} %")
    parts.append(f"{pages / seconds if seconds > 0 else 0.0:.0f}/s")
    parts.append(f"{clusters} clusters")
    if unread:
        parts.append(f"{unread} unread")
    if share and seconds > _SOON_S:
        parts.append(f"{_span(seconds * (1 - share) / share)} left")
    return "  ".join(parts)


def _span(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


class LiveLine:
    """Shows a line on a terminal, and nothing elsewhere.

    Parameters
    ----------
    stream
        Where to.
    quiet
        Show nothing there either.
    clock
        Seconds that only grow.
    """

    def __init__(
        self, stream: TextIO, *, quiet: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream = stream
        self._clock = clock
        self._shown = not quiet and stream.isatty()
        self._next = clock()

    def tell(self, line: Callable[[], str]) -> None:
        """Show a line, unless the last one stands only for a moment."""
        if not self._shown or self._clock() < self._next:
            return
        self._next = self._clock() + INTERVAL_S
        columns = max(20, shutil.get_terminal_size().columns - 1)
        self._stream.write(f"{CLEAR_LINE}{line()[:columns]}")
        self._stream.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._stream.write(CLEAR_LINE)
            self._stream.flush()
