"""A watchman for a browser: when this process dies, however it does, the browser dies too."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

__all__ = ["Guard"]

#: Seconds that the driver gets to tidy up by itself when we are gone.
GRACE_S = 3
#: It reads the processes that it answers for until we are gone, then waits, then ends them.
#: What these are just starting is not told yet: it leads a group of its own.
_SCRIPT = """
while read -r one; do all="$all $one"; done
for one in $all; do
  for file in /proc/"${one#-}"/task/*/children; do
    for child in $(cat "$file" 2>/dev/null); do all="$all -$child"; done
  done
done
sleep "$0"
for one in $all; do kill -s KILL -- "$one" 2>/dev/null; done
"""


def _born(pid: int) -> str | None:
    """When a process began, in the system's own count; ``None`` when there is none."""
    with suppress(OSError, ValueError):
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[19]
    return None


class Guard:
    """Ends processes when this one is gone, even when it was killed.

    It is a shell that waits for the end of its input. It has a session of its own, so that
    what is sent to all processes of a terminal does not reach it.

    Parameters
    ----------
    grace_s
        Seconds between the end of this process and that of the others.
    """

    def __init__(self, grace_s: float = GRACE_S) -> None:
        self._watched: dict[int, str | None] = {}
        self._shell: subprocess.Popen[bytes] | None = None
        with suppress(OSError):
            self._shell = subprocess.Popen(  # noqa: S603
                ["/bin/sh", "-c", _SCRIPT, str(grace_s)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )

    def answer_for(self, pid: int) -> None:
        """Take in a process, and all of its group where it leads one."""
        target = pid
        with suppress(OSError):
            if os.getpgid(pid) == pid:
                target = -pid
        self._watched[target] = _born(pid)
        if self._shell is not None and self._shell.stdin is not None:
            with suppress(OSError):
                self._shell.stdin.write(f"{target}\n".encode())
                self._shell.stdin.flush()

    def strike(self) -> None:
        """End the processes now."""
        for target, born in list(self._watched.items()):
            if _born(abs(target)) not in {born, None}:
                continue  # another one has its number by now
            with suppress(OSError):
                if target < 0:
                    os.killpg(-target, signal.SIGKILL)
                else:
                    os.kill(target, signal.SIGKILL)

    def dismiss(self) -> None:
        """Let the processes be: they have ended."""
        self._watched.clear()
        if self._shell is not None:
            self._shell.kill()
            with suppress(OSError):
                self._shell.communicate()
            self._shell = None
