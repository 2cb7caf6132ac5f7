"""How messages stand on the line between the crawl and a process that reads."""

from __future__ import annotations

import pickle
import struct

__all__ = ["LENGTH", "READY", "framed"]

#: What the process answers when it can begin.
READY = "ready"

#: Length of what follows it.
LENGTH = struct.Struct("!I")


def framed(value: object) -> bytes:
    """Return a message as it is sent."""
    data = pickle.dumps(value, protocol=5)
    return LENGTH.pack(len(data)) + data
