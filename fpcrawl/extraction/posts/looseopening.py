"""Posts that stand alone or open a thread, and whose words no element holds.

They stand loose behind a head that says whose they are, or above a line that does: "posted by ann".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.names.barenames import says_whose
from fpcrawl.extraction.names.membernames import labelled_name, sent_by
from fpcrawl.extraction.names.usernames import MAX_LINE, is_name
from fpcrawl.extraction.posts.loose import LooseBody, chars_ahead, loose_chars
from fpcrawl.extraction.posts.opening import times_before
from fpcrawl.extraction.posts.segment import INLINE
from fpcrawl.extraction.posts.span import Span
from fpcrawl.extraction.text import BLOCKS, loose_ahead

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fpcrawl.extraction.posts.span import RecordGroup
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = ["find_loose_opening", "find_loose_words", "find_signed_words"]

#: Characters of words that stand loose beside the line that tells whose they are.
MIN_LOOSE = 8


def find_loose_opening(
    tree: PageTree, groups: list[RecordGroup], answers: RecordGroup
) -> tuple[Span, int, LooseBody] | None:
    """Find a record before the answers whose words stand loose.

    They stand between its head and the answers, or above the line that tells who wrote them. Both
    say whose the name is.

    Parameters
    ----------
    tree
        The page.
    groups
        All groups of records on it.
    answers
        The records that were found.

    Returns
    -------
    tuple or None
        The record, the element of its author's name, and its words.
    """
    first = answers.spans[0].start
    times = times_before(tree, groups, answers)
    if not times:
        return None
    for time in times:
        for head in _heads(tree, time, first):
            stop = first if tree.parent[head] == tree.parent[first] else -1
            found = _loose_behind(tree, head, stop)
            if found is not None:
                return Span([head], time), *found
    signed = list(_signed(tree, range(first)))
    for time in times:
        for name, words in signed:
            if _tells_time_of(tree, time, words):
                return Span([words.head], time), name, words
    return None


def _heads(tree: PageTree, time: TimeNode, first: int) -> Iterator[int]:
    """Elements around a time that can be the head of an opening before an element.

    They stand beside it, or are blocks in boxes that end before it.
    """
    for head in (time.node, *tree.ancestors(time.node)):
        above = tree.parent[head]
        if above < 0 or tree.end[head] > first:
            return
        if above == tree.parent[first] or (tree.tag(head) in BLOCKS and tree.end[above] <= first):
            yield head


def find_loose_words(tree: PageTree, time: TimeNode) -> tuple[int, LooseBody] | None:
    """Find the loose words of a post that stands alone, behind a head as an opening has it.

    Parameters
    ----------
    tree
        The page.
    time
        When it was written, as its head says.

    Returns
    -------
    tuple or None
        The element of its author's name, and its words.
    """
    heads = (i for i in (time.node, *tree.ancestors(time.node)) if tree.parent[i] >= 0)
    return next(filter(None, (_loose_behind(tree, head, -1) for head in heads)), None)


def find_signed_words(tree: PageTree, time: TimeNode, name: int) -> LooseBody | None:
    """Find loose words above a line that begins with what says whose the name behind it is.

    Parameters
    ----------
    tree
        The page.
    time
        When they were written.
    name
        Element of the name.

    Returns
    -------
    LooseBody or None
        The words, if the line tells the time, too, or if it is the last one before them.
    """
    found = (words for _, words in _signed(tree, [name]) if _tells_time_of(tree, time, words))
    return next(found, None)


def _signed(tree: PageTree, names: Iterable[int]) -> Iterator[tuple[int, LooseBody]]:
    """Those of some elements that are names in lines that sign words, and these words."""
    for name in names:
        line, element = tree.parent[name], tree.nodes[name]
        if tree.tag(name) not in INLINE or line < 0 or tree.text_len[line] > MAX_LINE:
            continue
        if element.getprevious() is not None or not says_whose(loose_ahead(element)):
            continue
        chars = chars_ahead(tree, line)
        if chars >= MIN_LOOSE and is_name(tree.text(name)):
            yield name, LooseBody(tree.parent[line], line, chars, within=True)


def _tells_time_of(tree: PageTree, time: TimeNode, words: LooseBody) -> bool:
    """Whether the line below loose words tells a time, or none stands between it and them."""
    if tree.holds(words.stop, time.node):
        return True
    between = (other.node for other in tree.times if time.node < other.node < words.stop)
    return time.node < words.head and next(between, None) is None


def _loose_behind(tree: PageTree, head: int, stop: int) -> tuple[int, LooseBody] | None:
    """Return the writer that the head of a post names, and the loose words behind it."""
    chars = loose_chars(tree, head, stop)
    if chars < MIN_LOOSE:
        return None
    name = labelled_name(tree, tree.parent[head], tree.end[head])
    if name is None:
        name = sent_by(tree, tree.parent[head], tree.end[head])
    return (name, LooseBody(head, stop, chars)) if name is not None else None
