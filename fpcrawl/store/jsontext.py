"""JSON text that any file and database takes."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["json_text"]


def json_text(value: Any) -> str:
    """Return compact JSON; characters are escaped only where UTF-8 has no form for them.

    Parameters
    ----------
    value
        What :func:`json.dumps` takes.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair, as broken pages have
        return json.dumps(value, separators=(",", ":"))
    return text
