"""Starts the process that reads pages; ahead of the crawl where one is sure to come."""

from __future__ import annotations

import atexit
import socket
import subprocess
import sys
from typing import NamedTuple

__all__ = ["Spawned", "end_unused", "spawn", "spawn_ahead"]

# While it imports, a key that stops the crawl would have it write a traceback, and looking for
# cycles among what it loads would take a tenth of the time; ``serve`` begins with that.
_START = (
    "import gc, signal, sys; gc.disable(); signal.signal(signal.SIGINT, signal.SIG_IGN); "
    "sys.path[:] = {path!r}; from fpcrawl.reader.worker import serve; serve({fd})"
)


class Spawned(NamedTuple):
    """A process that reads pages, and the connected socket on which it is told of them."""

    process: subprocess.Popen[bytes]
    line: socket.socket

    def end(self) -> None:
        """Kill it, and wait until it is gone."""
        self.process.kill()
        self.process.wait()
        self.line.close()


_unused: list[Spawned] = []


def spawn() -> Spawned:
    """Return a process that reads pages: one that was started ahead, or a new one."""
    return _unused.pop() if _unused else _start()


def spawn_ahead() -> None:
    """Start a process for the next :func:`spawn`.

    It imports for a second, while this one makes its crawl.
    """
    if not _unused:
        atexit.register(end_unused)
        _unused.append(_start())


def end_unused() -> None:
    """End what was started ahead and is not needed."""
    atexit.unregister(end_unused)
    while _unused:
        _unused.pop().end()


def _start() -> Spawned:
    ours, theirs = socket.socketpair()
    with theirs:
        code = _START.format(path=sys.path, fd=theirs.fileno())
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", code],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
    ours.setblocking(False)
    return Spawned(process, ours)
