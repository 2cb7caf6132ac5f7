"""Repeatable chance: every random choice of the demo hangs on its seed and its place."""

from __future__ import annotations

import hashlib
import random

__all__ = ["chance", "fraction"]


def chance(*parts: str | int) -> random.Random:
    """Return a generator whose stream depends on ``parts`` only."""
    return random.Random("/".join(map(str, parts)))  # noqa: S311 - play, not secrets


def fraction(*parts: str | int) -> float:
    """Return one number in [0, 1) that depends on ``parts`` only."""
    text = "/".join(map(str, parts)).encode("utf-8", "replace")
    return int.from_bytes(hashlib.blake2b(text, digest_size=7).digest(), "big") / 2**56
