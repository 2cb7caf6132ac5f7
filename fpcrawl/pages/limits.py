"""How much of a page is read before it is cut."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PageLimits"]


@dataclass(frozen=True, slots=True)
class PageLimits:
    """Bounds on what one page may cost.

    A page beyond a bound is cut there, not refused; ``Page.limits_hit`` names the bound.

    Attributes
    ----------
    max_bytes
        Bytes of the body that are read.
    max_nodes
        Elements of the tree.
    max_depth
        Nesting depth of the tree. Deeper elements become siblings at this depth.
    max_seconds
        Time for parsing, in seconds, looked at every 64 KB.
    """

    max_bytes: int = 8_000_000
    max_nodes: int = 200_000
    max_depth: int = 400
    max_seconds: float = 5.0
