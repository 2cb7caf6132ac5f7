"""What Linux tells of a process, its children and their memory; signals that have to wait."""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["MemoryWatch", "children_of", "peak_bytes", "signals_wait"]


@contextmanager
def signals_wait(*numbers: signal.Signals) -> Iterator[None]:
    """Have signals to this thread wait meanwhile; processes that are started inherit that."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has started, as far as the system tells."""
    found: list[int] = []
    with suppress(OSError, ValueError):
        for task in Path(f"/proc/{pid}/task").iterdir():  # a child stands under a thread
            found += map(int, (task / "children").read_text(encoding="ascii").split())
    return found


def peak_bytes(pid: int) -> int:
    """Return the largest resident set a process had since it runs its program.

    ``getrusage`` does not tell that: Linux hands its ``ru_maxrss`` down to a program that is
    started, so that of a small program starts at the size of the large one that started it.

    Returns
    -------
    int
        In bytes; 0 when the process is over or the system does not tell.
    """
    try:
        status = Path(f"/proc/{pid}/status").read_bytes()
    except OSError:
        return 0
    at = status.find(b"\nVmHWM:")
    return int(status[at:].split(maxsplit=2)[1]) * 1024 if at >= 0 else 0


class MemoryWatch:
    """The peaks of a running process and of its children, as far as they were looked at.

    The kernel keeps the peaks, so only what grew after the last look is missed.

    Attributes
    ----------
    own_bytes
        Of the process.
    children_bytes
        Of each child by its process id, ended ones too.
    """

    def __init__(self, pid: int | None = None) -> None:
        self._pid = os.getpid() if pid is None else pid
        self.own_bytes = 0
        self.children_bytes: dict[int, int] = {}

    def look(self) -> None:
        """Read the peaks. A process that is over keeps what it had at the last look."""
        self.own_bytes = max(self.own_bytes, peak_bytes(self._pid))
        for child in children_of(self._pid):
            self.children_bytes[child] = max(self.children_bytes.get(child, 0), peak_bytes(child))

    @property
    def largest_child_bytes(self) -> int:
        """The peak of the largest child; 0 without one."""
        return max(self.children_bytes.values(), default=0)
