"""The opening of a thread whose box is numbered as those of the answers are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.bodies.bodies import is_title
from fpcrawl.extraction.names.toldtwice import is_called_so, line_ahead
from fpcrawl.extraction.names.usernames import is_name
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.opening import times_before
from fpcrawl.extraction.posts.readgroup import read_group
from fpcrawl.extraction.posts.segment import time_key
from fpcrawl.extraction.posts.span import RecordGroup, Span
from fpcrawl.extraction.text import weight_of

if TYPE_CHECKING:
    from fpcrawl.extraction.posts.postgroup import RawPost
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = ["find_numbered_opening", "read_numbered"]

#: A number in the id of an element, behind what it is called.
_NUMBERED = re.compile(r"([a-z][a-z_-]{0,20}?)[-_]?\d{1,15}", re.IGNORECASE)
#: How a signature begins.
_SIGNED = re.compile(r"(?:-{2,3}|_{3,})(?:\s|$)")
#: Levels from a time up to the box of its post.
LEVELS = 8
#: Characters outside links of words that say something; a Chinese one counts twice.
MIN_WORDS = 10


def find_numbered_opening(
    tree: PageTree, groups: list[RecordGroup], answers: RecordGroup
) -> RawPost | None:
    """Find the post before the answers in the only box there that is numbered as theirs are.

    Software numbers all posts of a thread alike, however it dresses them: "p17" above "p18".

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
    RawPost or None
        The post, if its box holds one time, a name and words.
    """
    stems = {_stem_of(tree, span) for span in answers.spans}
    stem = stems.pop()
    if stem is None or stems:
        return None
    first = answers.spans[0].start
    boxes = [i for i in range(first) if tree.end[i] <= first and _stem(tree, i) == stem]
    if len(boxes) != 1:
        return None
    times = times_before(tree, groups, answers)
    told = [time for time in times if tree.holds(boxes[0], time.node)]
    if not told:
        return None
    time = min(told, key=lambda time: time.node)
    return read_numbered(tree, boxes, time)


def read_numbered(tree: PageTree, boxes: list[int], time: TimeNode) -> RawPost | None:
    """Read the post of a box that has a number as posts have, whatever other posts look like.

    Its writer can be told by plain text ahead of the time.

    Returns
    -------
    RawPost or None
        The post, if it has a writer and words.
    """
    if len(boxes) != 1 or _stem(tree, boxes[0]) is None:
        return None
    group = RecordGroup(time_key(tree, time), [Span(boxes, time)])
    found = read_group(tree, group, LayoutBook(), bounded=True)
    if found is None:
        return None
    (post,) = found.posts
    if post.author is None:
        ahead = line_ahead(tree, time)
        is_named = ahead is not None and is_name(ahead) and not is_called_so(tree, ahead)
        post.author = ahead if is_named else None
    if post.author is None or post.body is None or is_title(tree, tree.text(post.body)):
        return None
    if _SIGNED.match(tree.text(post.body)):
        return None  # what stands below the words
    said = weight_of(tree.text(post.body)) - 2 * tree.link_len[post.body]
    return post if said >= MIN_WORDS else None


def _stem_of(tree: PageTree, span: Span) -> str | None:
    """Return what the box of a record is called beside its number."""
    node = span.time.node
    around = (*span.roots, node, *tree.ancestors(node, LEVELS))
    return next(filter(None, (_stem(tree, i) for i in around)), None)


def _stem(tree: PageTree, i: int) -> str | None:
    match = _NUMBERED.fullmatch(tree.nodes[i].get("id") or "")
    return match[1].lower() if match is not None else None
