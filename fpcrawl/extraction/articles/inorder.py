"""Whether pieces of a text stand in another, asked in their order."""

from __future__ import annotations

__all__ = ["InOrder"]


class InOrder:
    """A text that is asked for pieces mostly in the order in which they stand in it.

    Each is looked for behind the one before, then ahead of it: to look from the beginning for
    each line of a long text would take the square of its length.

    Examples
    --------
    >>> text = InOrder("one two three")
    >>> "two" in text, "one" in text, "four" in text
    (True, True, False)
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def __contains__(self, piece: str) -> bool:
        at = self._text.find(piece, self._at)
        if at < 0:
            at = self._text.find(piece, 0, self._at + len(piece))
        if at >= 0:
            self._at = at
        return at >= 0
