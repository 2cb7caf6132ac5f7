"""Looks in a thread whether a server that is away is back."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import redis

if TYPE_CHECKING:
    from typing import Any

__all__ = ["Probe"]


class Probe:
    """Asks the server now and then, so that nobody else must wait for it.

    Parameters
    ----------
    client
        Its connections may be used by several threads.
    every_s
        Seconds between two questions.
    """

    def __init__(self, client: redis.Redis, every_s: float) -> None:
        self._client: Any = client
        self._every_s = every_s
        self._found = threading.Event()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def found(self) -> bool:
        """Whether the server has answered since the last :meth:`start`."""
        return self._found.is_set()

    def start(self) -> None:
        """Look for the server from now on, until it answers."""
        if self._thread is not None and self._thread.is_alive() and not self.found:
            return
        self._found.clear()
        self._thread = threading.Thread(target=self._look, name="redis-probe", daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._stop.wait(self._every_s):
            try:
                self._client.ping()
            except (redis.RedisError, OSError):
                continue
            except Exception:
                if self._stop.is_set():  # closed while it was asked
                    return
                raise
            self._found.set()
            return

    def stop(self) -> None:
        """End the thread."""
        self._stop.set()
