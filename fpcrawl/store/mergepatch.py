"""What a second request for a row adds to its payload: RFC 7396, as SQLite's json_patch does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["patched"]


def patched(text: str, patches: Iterable[str]) -> str:
    """Return a JSON text with others merged into it, one after the other."""
    value = json.loads(text)
    for patch in patches:
        value = _merge(value, json.loads(patch))
    return json.dumps(value, separators=(",", ":"))


def _merge(value: Any, patch: Any) -> Any:
    if not isinstance(patch, dict):
        return patch
    merged = dict(value) if isinstance(value, dict) else {}
    for name, new in patch.items():
        if new is None:
            merged.pop(name, None)
        else:
            merged[name] = _merge(merged.get(name), new)
    return merged
