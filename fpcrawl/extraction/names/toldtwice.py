"""Names that a page tells twice: beside the time of a post, and once more beside the same time.

A line "ann, 3 May 2004 10:20" alone can as well begin with the place or a word that says what the
time is. Where a list of what was written, or the head of the thread, tells both again, it is a
name.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from fpcrawl.extraction.articles.timewords import names_time
from fpcrawl.extraction.bodies.bodies import is_title
from fpcrawl.extraction.names.namelines import name_in_line
from fpcrawl.extraction.names.usernames import COLONS, MAX_AUTHOR, MAX_LINE, is_name
from fpcrawl.extraction.rowwords import kinds_in, label_kind
from fpcrawl.extraction.text import DOTS, squeeze
from fpcrawl.extraction.vocabulary import can_be_name, leads_to_board, leads_to_section

if TYPE_CHECKING:
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = ["CLOCK", "is_called_so", "line_ahead", "line_around", "told_twice"]

#: What parts a name from a time.
_PARTING = " \u00a0|»›«" + DOTS + "–—-,;@(["
#: The minute of a time.
CLOCK = re.compile(r"\d[:.]\d\d")
#: Levels of the tag path that tell one kind of line from another.
LINE_LEVELS = 3
#: Lines that are looked at, and the share of them that begin with names, at least.
MAX_LINES, NAMED = 60, 0.8


def told_twice(tree: PageTree, time: TimeNode, box: range) -> str | None:
    """Return the name that another line of the page tells beside the time of a post.

    That line says whose the name is, "Started by ann, 3 May 2004 10:20", it stands below the title,
    or it is one of several that begin with names. The post shows the name in an element or a loose
    text of its own, or ahead of its time.

    Parameters
    ----------
    box
        Elements of the post.
    """
    moments = {told for told in (time.full, time.raw) if told and CLOCK.search(told)}
    if not moments:
        return None
    same = (
        other
        for other in tree.times
        if other.node != time.node and not moments.isdisjoint({other.full, other.raw})
    )
    for other in islice(same, MAX_LINES):
        told = line_ahead(tree, other)
        if told is None:
            continue
        name = name_in_line(told, "") or _behind_label(told) or told
        if not (is_name(name) and can_be_name(name)):
            continue
        if name == told and (is_called_so(tree, name) or not _heads_lines(tree, other)):
            continue
        line = max(_line_of(tree, other), 0)
        places = (i for i in box if not tree.holds(line, i) and _shows(tree, i, name))
        if line_ahead(tree, time) == name or next(places, None) is not None:
            return name
    return None


def is_called_so(tree: PageTree, name: str) -> bool:
    """Whether what stands where names do is what times, figures or boards are called."""
    if name[-1] in COLONS or names_time(name) or label_kind(name) is not None:
        return True
    urls = (link.url for link in tree.page.links if squeeze(link.text) == name)
    return any(leads_to_board(url) or leads_to_section(url) for url in urls)


def _shows(tree: PageTree, i: int, name: str) -> bool:
    """Whether an element holds nothing but a name, or a loose text in it or behind it is one."""
    if tree.text_len[i] <= MAX_AUTHOR and tree.text(i) == name:
        return True
    element = tree.nodes[i]
    loose = (text for text in (element.text, element.tail) if text and name in text)
    return any(squeeze(text).strip(f"{_PARTING}:") == name for text in loose)


def _heads_lines(tree: PageTree, time: TimeNode) -> bool:
    """Whether lines like that of a time begin with names that differ, or it has a title ahead."""
    row = tree.wider(time.node)
    head = next((i for i in tree.children(row) if tree.text_len[i]), time.node) if row >= 0 else -1
    if head >= 0 and is_title(tree, tree.text(head)):
        return True
    path = tree.path(time.node, limit=LINE_LEVELS)
    alike = [other for other in tree.times if tree.path(other.node, limit=LINE_LEVELS) == path]
    told = [line_ahead(tree, other) for other in alike[:MAX_LINES]]
    names = [one for one in told if one is not None and is_name(one)]
    return len(set(names)) > 1 and len(names) >= NAMED * len(told)


def _line_of(tree: PageTree, time: TimeNode) -> int:
    """Return the element of a time and of what stands ahead of it, -1 for none."""
    return time.node if squeeze(time.label) else tree.wider(time.node)


def _behind_label(told: str) -> str | None:
    """Return what stands behind a label that lists have for who began a thread."""
    label, colon, name = told.replace("：", ":").partition(":")
    return name.strip() if colon and kinds_in(label) == ("start",) else None


def line_ahead(tree: PageTree, time: TimeNode) -> str | None:
    """Return what stands ahead of a time in its line, ``None`` for nothing or much."""
    around = line_around(tree, time)
    return around[0] if around is not None else None


def line_around(tree: PageTree, time: TimeNode) -> tuple[str | None, str | None] | None:
    """Return what stands ahead of a time in its line, and what behind; ``None`` if it is long."""
    line = _line_of(tree, time)
    if line < 0 or tree.text_len[line] > MAX_LINE:
        return None
    before, shown, after = tree.text(line).partition(squeeze(time.raw))
    if not shown:
        return None
    return before.strip(_PARTING) or None, after.strip(_PARTING) or None
