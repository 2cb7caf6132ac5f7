"""How busy a reader is."""

from __future__ import annotations

__all__ = ["ReadingLoad"]

#: Weight of a page beside the one after it.
FADING = 0.9
#: Share of the time without a page from which on pages come slower than they can be read.
WAITING_SHARE = 0.75


class ReadingLoad:
    """How much of the time there are pages to be read, of late."""

    def __init__(self) -> None:
        self._pages = 0
        self._since: float | None = None
        self._reading_s = self._waiting_s = 0.0

    def begin(self, now: float) -> None:
        """Note that a page is handed in.

        Parameters
        ----------
        now
            Seconds, by a clock that only grows.
        """
        if not self._pages:
            if self._since is not None:
                self._reading_s *= FADING
                self._waiting_s = FADING * self._waiting_s + now - self._since
            self._since = now
        self._pages += 1

    def end(self, now: float) -> None:
        """Note that a page is read, or given up."""
        self._pages -= 1
        if not self._pages and self._since is not None:
            self._reading_s += now - self._since
            self._since = now

    @property
    def is_high(self) -> bool:
        """Whether pages come about as fast as they can be read."""
        return self._waiting_s < WAITING_SHARE * (self._reading_s + self._waiting_s)
