"""Regular expressions that are compiled when first asked for."""

from __future__ import annotations

import re
from typing import Any, cast

__all__ = ["late"]

_METHODS = ("findall", "finditer", "fullmatch", "match", "search", "split", "sub", "subn")


class _Late:
    """Stands for a pattern; once one is there, its methods are found without a detour."""

    def __init__(self, text: str, flags: int) -> None:
        self._text, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        pattern = re.compile(self._text, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(pattern, method))
        return getattr(pattern, name)


def late(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return what is used like the compiled pattern, and compiles it at its first use.

    For constants of half a millisecond or more: a crawl starts two processes, and needs half of
    these patterns in one of them. A call costs some 30 ns more than one of the pattern.

    Parameters
    ----------
    text
        The regular expression.
    flags
        As those of :func:`re.compile`.

    Returns
    -------
    Pattern
        Not for functions of :mod:`re`, and not the ``re`` of its matches.

    Examples
    --------
    >>> number = late(r"[0-9]+")
    >>> number.findall("1 to 20")
    ['1', '20']
    """
    return cast("re.Pattern[str]", _Late(text, flags))
