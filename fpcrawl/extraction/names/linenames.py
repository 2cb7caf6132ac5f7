"""Names that stand beside the times of posts, in elements of one kind here and of another there.

Members are links, guests plain text: what is alike is that each name is all that stands ahead of
the time in its line, or all that stands behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.names.namelines import name_in_line
from fpcrawl.extraction.names.nonames import are_sentences, count_on, share_a_label, tell_nobody
from fpcrawl.extraction.names.toldtwice import is_called_so, line_around
from fpcrawl.extraction.names.usernames import is_name, without_mark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree

__all__ = ["find_line_names", "more_line_names"]

#: Names of several, at least.
FEW = 2
#: Ahead of a time, and behind it.
_SIDES = (0, 1)


def find_line_names(tree: PageTree, spans: list[Span]) -> list[str]:
    """Names in the lines of the times of several records: "ann, 10:20" and "(Guest) bo, 11:30".

    Returns
    -------
    list of str
        A name for each record; empty where a line has none, or where they are no names of several.
    """
    for side in _SIDES:
        told = list(filter(None, _names_at(tree, spans, side)))
        if len(told) < len(spans) or len(set(told)) < FEW:
            continue
        if any(is_called_so(tree, name) for name in told) or tell_nobody(told):
            continue
        if not (share_a_label(told) or count_on(told) or are_sentences(told)):
            return told
    return []


def more_line_names(
    tree: PageTree, spans: list[Span], known: Sequence[str | None]
) -> dict[int, str]:
    """Names that some records lack, where the lines of the times tell those of all the others.

    Parameters
    ----------
    known
        The name of each record, as far as it was found.

    Returns
    -------
    dict
        Record -> name, of those that had none.
    """
    lacking = [n for n, name in enumerate(known) if not name]
    if not lacking or len(known) - len(lacking) < FEW:
        return {}
    for side in _SIDES:
        told = _names_at(tree, spans, side)
        if all(name in {None, told[n]} for n, name in enumerate(known)):
            names = {n: name for n in lacking if (name := told[n]) is not None}
            return {n: name for n, name in names.items() if not is_called_so(tree, name)}
    return {}


def _names_at(tree: PageTree, spans: list[Span], side: int) -> list[str | None]:
    """Return what stands ahead of each time in its line, or behind it, if it can be a name."""
    lines = (line_around(tree, span.time) for span in spans)
    return [_name_of(line[side]) if line is not None else None for line in lines]


def _name_of(text: str | None) -> str | None:
    if text is None:
        return None
    name = without_mark(name_in_line(text, "") or text)
    return name if is_name(name) else None
