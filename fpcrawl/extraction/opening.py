"""The opening post of a thread where it stands in other boxes than the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.bodies import CONTAINERS, find_body
from fpcrawl.extraction.places import places_of, similar_place
from fpcrawl.extraction.segment import Span

if TYPE_CHECKING:
    from fpcrawl.extraction.segment import RecordGroup
    from fpcrawl.extraction.tree import PageTree

__all__ = ["find_opening"]

#: Named levels that the keys of two times share where both are those of posts.
SAME_LEVELS = 2
#: Characters outside links that an opening post has at least.
MIN_BODY = 10
#: How often a page may show the head of one post.
MAX_HEADS = 3
_BODIES = CONTAINERS | {"p", "pre", "span"}
_TOP = frozenset({"body", "html"})


def find_opening(
    tree: PageTree,
    groups: list[RecordGroup],
    answers: RecordGroup,
    author_path: str,
    body_path: str,
) -> tuple[Span, int, int] | None:
    """Find a record before the answers that is like them but for the boxes around it.

    Its time stands as theirs do, or both its author's name and its words. The text that
    comments are written to is like them in nothing.

    Parameters
    ----------
    tree
        The page.
    groups
        All groups of records on it.
    answers
        The records that were found.
    author_path, body_path
        Where the fields of the answers stand.

    Returns
    -------
    tuple or None
        The record, the element of its author's name and that of its body.
    """
    first = answers.spans[0]
    for group in reversed(groups):
        if group is answers or group.quoted != answers.quoted:
            continue
        time = group.spans[0].time
        if time.node >= first.start:
            continue
        span = _shown_alike(group, answers) or _shown_apart(tree, group, first.start)
        if span is None:
            continue
        found = _fields(
            tree, span, author_path, body_path, loose_body=_alike(group.key, answers.key)
        )
        if found is not None:
            return span, *found
    return None


def _fields(
    tree: PageTree, span: Span, author_path: str, body_path: str, *, loose_body: bool
) -> tuple[int, int] | None:
    """Return the elements of name and words of a record, if both are like the answers'."""
    time = span.time
    places = places_of(tree, [span])
    author = similar_place(places, author_path, 0)
    if author is None or tree.holds(author, time.node):
        return None
    body = similar_place(places, body_path, 0)
    if body is None and loose_body:
        path = find_body(tree, [span], places, None)
        body = places.first[path].get(0) if path else None
    if body is None or tree.tag(body) not in _BODIES or tree.plain_len(body) < MIN_BODY:
        return None
    if tree.holds(body, time.node) or tree.holds(body, author):
        return None
    return author, body


def _shown_apart(tree: PageTree, group: RecordGroup, stop: int) -> Span | None:
    """Return the one record that all times of a group are of, before the answers.

    A page can hold the head of a post twice, for wide and for narrow screens.
    """
    times = [span.time for span in group.spans]
    if len(times) > MAX_HEADS or len({tree.text(time.node) for time in times}) > 1:
        return None
    roots = {_root_before(tree, time.node, stop) for time in times}
    root = roots.pop()
    return Span([root], times[0]) if root is not None and not roots else None


def _shown_alike(group: RecordGroup, answers: RecordGroup) -> Span | None:
    """Return a group's first record if most of the others are answers too.

    Answers can carry a time more than the opening does, such as one declared for machines.
    """
    first, *others = group.spans
    if not others:
        return None
    known = {root for span in answers.spans for root in span.roots}
    same = sum(any(root in known for root in span.roots) for span in others)
    inside = first.roots[-1] < answers.spans[0].start and known.isdisjoint(first.roots)
    return first if inside and 2 * same > len(others) else None


def _root_before(tree: PageTree, node: int, stop: int) -> int | None:
    """Highest element around one that ends before another begins."""
    best = None
    for above in tree.ancestors(node):
        if tree.end[above] > stop or tree.tag(above) in _TOP:
            break
        best = above
    return best


def _alike(one: str, other: str) -> bool:
    mine, theirs = one.split("/"), other.split("/")
    alike = 0
    while alike < min(len(mine), len(theirs)) and mine[-alike - 1] == theirs[-alike - 1]:
        alike += 1
    return sum("." in name for name in mine[len(mine) - alike :]) >= SAME_LEVELS
