"""Cuts a connection whose server takes what it is sent and answers nothing."""

from __future__ import annotations

import os
import socket
import threading
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Watchdog"]

_LOOK_S = 1.0


class Watchdog:
    """Bounds how long an answer is waited for.

    A client cannot tell a server that is frozen from one that is busy, and would wait for ever.

    Parameters
    ----------
    limit_s
        How long an answer may take, in seconds.
    monotonic
        Clock for waits, in seconds.
    """

    def __init__(self, limit_s: float, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._limit_s = limit_s
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._watched: tuple[int, float] | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @contextmanager
    def watch(self, descriptor: int) -> Iterator[None]:
        """Cut the connection of that file descriptor if the block takes too long."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._look, name="postgres-wait", daemon=True)
            self._thread.start()
        with self._lock:
            self._watched = (descriptor, self._monotonic() + self._limit_s)
        try:
            yield
        finally:
            with self._lock:
                self._watched = None

    def _look(self) -> None:
        while not self._stop.wait(_LOOK_S):
            # With the lock, so that the descriptor is still that of the connection.
            with self._lock:
                if self._watched is None or self._monotonic() < self._watched[1]:
                    continue
                descriptor, self._watched = self._watched[0], None
                with suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as connection:
                    connection.shutdown(socket.SHUT_RDWR)

    def stop(self) -> None:
        """End the thread."""
        self._stop.set()
