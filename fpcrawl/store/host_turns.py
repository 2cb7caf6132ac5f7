"""What both stores know about turns at hosts."""

from __future__ import annotations

__all__ = ["HOLD_S", "MEMORY_S", "SENDING_S", "look_again_s"]

HOLD_S = 300.0
"""A turn that is not given back is free after so long, in seconds."""

MEMORY_S = 3600.0
"""The latest turn at a host is forgotten after so long, or twice its delay."""

SENDING_S = 5.0
"""So long others wait for a request that is being sent: its worker may be busy."""

_LEAST_S = 0.02
_MOST_S = 0.5


def look_again_s(delay_s: float) -> float:
    """Return when to ask again for a turn that only another worker can give back."""
    return min(max(delay_s / 8, _LEAST_S), _MOST_S)
