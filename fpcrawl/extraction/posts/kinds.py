"""Kinds of records: which keys of time strings mark the same one."""

from __future__ import annotations

from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING

from fpcrawl.extraction.names.toldtwice import CLOCK
from fpcrawl.extraction.names.usernames import MAX_LINE
from fpcrawl.extraction.text import weight_of
from fpcrawl.extraction.vocabulary import POST_ID

if TYPE_CHECKING:
    from collections.abc import Callable

    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = ["ITEMS", "SHOWN", "around_all", "counterparts", "kinds_of", "part_by_dress"]

#: Named levels at the lower end that two keys of one kind of records have in common.
SAME_KIND = 3
#: So many rows stand in turn by no chance.
MIN_ROWS = 3
#: Times from which on those of a dress of their own can be of another kind.
MIN_DRESSED = 3
#: Boxes that each have a line of a time, at least, where others are told in the words beside it.
MIN_BOXES = 2
#: Share of its text from which on a time is shown as such, not told in it.
SHOWN = 0.25
#: Elements that hold a record and its answers without being called anything.
ITEMS = frozenset({"article", "details", "dl", "li"})
_LISTS = frozenset({"ol", "ul"})


def kinds_of(
    tree: PageTree,
    by_key: dict[tuple[str, bool], list[TimeNode]],
) -> list[tuple[list[tuple[str, bool]], list[TimeNode]]]:
    """Put together the keys of records of one kind that stand in differently named lists.

    The opening post may stand in a list of its own, answers inside what they answer. They
    are of one kind when the lower ends of their keys agree and say enough.

    Parameters
    ----------
    tree
        A numbered page.
    by_key
        Key of a time string (the lower end of its tag path, whether it is quoted) -> the times
        that have it, in document order.

    Returns
    -------
    list of (list of keys, list of TimeNode)
        One for each kind, in the order of first appearance; times in document order.
    """
    out: list[tuple[list[tuple[str, bool]], list[TimeNode]]] = []
    for key, times in by_key.items():
        for keys, others in out:
            if (
                any(_same_kind(key, other) for other in keys)
                or any(_is_indented(tree, key, other, times) for other in keys)
                or any(_is_indented(tree, other, key, others) for other in keys)
                or (
                    len(keys) == 1
                    and (
                        _alternate(key, times, keys[0], others)
                        or _are_marked(tree, key, times, keys[0], others)
                        or _answers_within(tree, key, times, keys[0])
                    )
                )
            ):
                keys.append(key)
                others.extend(times)
                others.sort(key=lambda time: time.node)
                break
        else:
            out.append(([key], list(times)))
    return [part for keys, times in out for part in _without_comments(tree, keys, times, by_key)]


def _without_comments(
    tree: PageTree,
    keys: list[tuple[str, bool]],
    times: list[TimeNode],
    by_key: dict[tuple[str, bool], list[TimeNode]],
) -> list[tuple[list[tuple[str, bool]], list[TimeNode]]]:
    """Part the comments on records from these, though the heads of both are built alike.

    They stand in numbered boxes within numbered boxes of another name: "comment-7" in "answer-3".
    """
    if len(keys) < 2:
        return [(keys, times)]
    boxes = {key: [_numbered(tree, time) for time in by_key[key]] for key in keys}
    heads = {around[0] for those in boxes.values() for around in those if around}
    inner = [
        key
        for key, those in boxes.items()
        if any(
            name != around[0][0] and (name, i) in heads for around in those for name, i in around
        )
    ]
    outer = [key for key in keys if key not in inner]
    if not inner or not outer:
        return [(keys, times)]
    return [
        (part, sorted((t for key in part for t in by_key[key]), key=lambda t: t.node))
        for part in (outer, inner)
    ]


def _numbered(tree: PageTree, time: TimeNode) -> list[tuple[str, int]]:
    """Return the numbered boxes around a time, with their names, the nearest first."""
    boxes = []
    for i in tree.ancestors(time.node):
        found = POST_ID.fullmatch(tree.nodes[i].get("id") or "")
        if found is not None:
            boxes.append((found[0].rstrip("0123456789"), i))
    return boxes


def _same_kind(one: tuple[str, bool], other: tuple[str, bool]) -> bool:
    if one[1] != other[1]:
        return False
    mine, theirs = one[0].split("/"), other[0].split("/")
    alike = 0
    while alike < min(len(mine), len(theirs)) and mine[-alike - 1] == theirs[-alike - 1]:
        alike += 1
    shared = mine[len(mine) - alike :]
    named = sum("." in name for name in shared)
    if named >= SAME_KIND:
        return True
    # What stands inside its like needs less to be known.
    above = {*mine[: len(mine) - alike], *theirs[: len(theirs) - alike]}
    return any(
        name in above and (name in ITEMS or (name == shared[0] and "." in name))
        for name in shared[:-1]
    )


def _is_indented(
    tree: PageTree, one: tuple[str, bool], other: tuple[str, bool], times: list[TimeNode]
) -> bool:
    """Whether some records stand where others do, in one more box for each level of answers.

    Parameters
    ----------
    one, other
        Keys of those within such boxes, and of those without.
    times
        Of the former, and of others that are of their kind.
    """
    if one[1] != other[1]:
        return False
    inner, outer = one[0].split("/"), other[0].split("/")
    shared = []
    while inner and outer and inner[-1] == outer[-1]:
        shared.append(inner.pop())
        outer.pop()
    step = inner[-1] if inner else ""
    if not shared or "." not in step or step in outer:
        return False
    record = shared[-1]
    while inner and inner[-1] == step:
        inner.pop()
    # There can be so many levels of answers that the key does not tell what is above them.
    whole = bool(inner)
    above = 0
    while inner and outer and inner[-1] == outer[-1]:
        shared.append(inner.pop())
        outer.pop()
        above += 1
    if whole and not above:
        return False
    if sum("." in name for name in shared) < (SAME_KIND if whole else SAME_KIND - 1):
        return False
    return any(_is_beside(tree, time.node, step, record) for time in times)


def _is_beside(tree: PageTree, i: int, step: str, record: str) -> bool:
    """Whether the outermost of some boxes around an element stands beside a box like a record."""
    boxes = [above for above in tree.ancestors(i) if tree.sig[above] == step]
    return bool(boxes) and any(
        tree.sig[kid] == record for kid in tree.children(tree.parent[boxes[-1]])
    )


def _alternate(
    one: tuple[str, bool], times: list[TimeNode], other: tuple[str, bool], others: list[TimeNode]
) -> bool:
    """Whether records stand in turn in rows that differ in a class: that of every second one."""
    if one[1] != other[1] or abs(len(times) - len(others)) > 1:
        return False
    mine, theirs = one[0].split("/"), other[0].split("/")
    if len(mine) != len(theirs):
        return False
    differing = [pair for pair in zip(mine, theirs, strict=True) if pair[0] != pair[1]]
    if len(differing) != 1 or len({name.partition(".")[0] for name in differing[0]}) != 1:
        return False
    if mine[-1] != theirs[-1] or len(times) + len(others) < MIN_ROWS:
        return False
    first, second = (times, others) if times[0].node < others[0].node else (others, times)
    if _tell_the_same(first, second):
        return False
    both = [time for pair in zip_longest(first, second) for time in pair if time is not None]
    return all(one.node < other.node for one, other in pairwise(both))


def _are_marked(
    tree: PageTree,
    one: tuple[str, bool],
    times: list[TimeNode],
    other: tuple[str, bool],
    others: list[TimeNode],
) -> bool:
    """Whether records stand among others in one list, and only some of their boxes have a class.

    Answers to others, or what the thread's starter wrote, are marked so: "<li class=re>".
    """
    if one[1] != other[1] or len(times) + len(others) < MIN_ROWS:
        return False
    if times[-1].node < others[0].node or others[-1].node < times[0].node:
        return False  # those of another kind can stand below
    mine, theirs = one[0].split("/"), other[0].split("/")
    below = next(
        (n for n, (a, b) in enumerate(zip(mine[::-1], theirs[::-1], strict=False)) if a != b), 0
    )
    if not below or not any("." in name for name in mine[-below:]):
        return False
    boxes = mine[-below - 1], theirs[-below - 1]
    if sum("." in box for box in boxes) != 1 or len({b.partition(".")[0] for b in boxes}) != 1:
        return False
    holders = [
        {tree.parent[tree.ancestors(time.node)[below - 1]] for time in some}
        for some in (times, others)
    ]
    return holders[0] == holders[1] and len(holders[0]) == 1


def _tell_the_same(first: list[TimeNode], second: list[TimeNode]) -> bool:
    """Whether each of some times is told once more by one of others: heads for narrow screens.

    Of a day alone, or "3 hours ago", two posts side by side can tell the same.
    """
    if len(first) != len(second) or len({time.raw for time in first}) < 2:
        return False
    pairs = zip(first, second, strict=True)
    return all(one.raw == other.raw and CLOCK.search(one.raw) for one, other in pairs)


def _answers_within(
    tree: PageTree, one: tuple[str, bool], times: list[TimeNode], other: tuple[str, bool]
) -> bool:
    """Whether records stand in lists within the list of others, in boxes like theirs.

    So do answers to comments, and what is for them is called otherwise.
    """
    if one[1] != other[1]:
        return False
    outer = next(iter(counterparts(one[0], other[0]).values()), None)
    if outer is not None:
        return all(any(tree.sig[i] == outer for i in tree.ancestors(time.node)) for time in times)
    item = _item_of(one[0], other[0])
    return bool(item) and all(
        sum(tree.sig[i] == item for i in tree.ancestors(time.node)) > 1 for time in times
    )


def _item_of(one: str, other: str) -> str:
    """Return the item of two keys that differ in nothing but the list that it stands in."""
    mine, theirs = one.split("/"), other.split("/")
    lists = {key[0].partition(".")[0] for key in (mine, theirs)}
    is_item = len(mine) > 1 and mine[1].startswith("li.")
    return mine[1] if lists <= _LISTS and is_item and mine[1:] == theirs[1:] else ""


def counterparts(one: str, other: str, least: int = SAME_KIND) -> dict[str, str]:
    """Signatures in one key that stand for those in another; empty for keys of other shapes.

    All tags are the same, and so are ``least`` classes: as many as records of one kind share.
    """
    mine, theirs = one.split("/"), other.split("/")
    if len(mine) != len(theirs) or mine[-1] != theirs[-1]:
        return {}
    pairs = list(zip(mine, theirs, strict=True))
    if any(a.partition(".")[0] != b.partition(".")[0] for a, b in pairs):
        return {}
    if sum(a == b and "." in a for a, b in pairs) < least:
        return {}
    return {a: b for a, b in pairs if a != b and "." in a and "." in b}


def part_by_dress(
    tree: PageTree,
    by_key: dict[tuple[str, bool], list[TimeNode]],
    block_of: Callable[[PageTree, int], int],
) -> dict[tuple[str, bool], list[TimeNode]]:
    """Part times of one key that inline elements tell apart, where nothing else is named.

    Old times can be dressed otherwise than those of this week: so what tells is that they stand in
    other lists, or in the words of records that have a line of another time.
    """
    out: dict[tuple[str, bool], list[TimeNode]] = {}
    for key, found in by_key.items():
        kinds: list[tuple[str, list[TimeNode]]] = []
        is_named = "." in key[0].rpartition("/")[2]
        told = [] if is_named else _told_in_words(tree, found, block_of)
        within = {id(time) for time in told}
        times = [time for time in found if id(time) not in within]
        if told:
            out[f"{key[0]}/~", key[1]] = told
        if not is_named and len(times) > MIN_DRESSED:
            kinds = _dresses(tree, times, block_of)
        first: list[TimeNode] = []
        out[key] = times
        for dress, some in kinds:
            if first and not _are_others(tree, some, first, block_of):
                first.extend(some)
            elif first:
                out[f"{key[0]}/~{dress}", key[1]] = some
            else:
                first = some
        if kinds:
            out[key] = sorted(first, key=lambda time: time.node)
    return out


def _told_in_words(
    tree: PageTree, times: list[TimeNode], block_of: Callable[[PageTree, int], int]
) -> list[TimeNode]:
    """Return the times that are told in words, where each box with one has a line of another.

    A Chinese character counts twice: few of them make a sentence around a time.
    """
    boxes: dict[int, list[TimeNode]] = {}
    for time in times:
        boxes.setdefault(tree.parent[block_of(tree, time.node)], []).append(time)
    if not MIN_BOXES <= len(boxes) < len(times):
        return []

    def share(time: TimeNode) -> float:
        said = weight_of(tree.text(block_of(tree, time.node)))
        return weight_of(time.raw) / said if said else 1.0  # in an attribute of what says nothing

    told: list[TimeNode] = []
    for some in boxes.values():
        line, *others = sorted(some, key=share, reverse=True)
        if share(line) < SHOWN or (others and share(others[0]) >= SHOWN):
            return []
        told.extend(others)
    return sorted(told, key=lambda time: time.node)


def _dresses(
    tree: PageTree, times: list[TimeNode], block_of: Callable[[PageTree, int], int]
) -> list[tuple[str, list[TimeNode]]]:
    """Return what times stand in below their blocks, and those that do, the most first."""
    kinds: dict[str, list[TimeNode]] = {}
    for time in times:
        dress, i, block = "", time.node, block_of(tree, time.node)
        while i > block:
            dress, i = f"/{tree.tag(i)}{dress}", tree.parent[i]
        kinds.setdefault(dress, []).append(time)
    return sorted(kinds.items(), key=lambda kind: -len(kind[1]))


def _are_others(
    tree: PageTree,
    times: list[TimeNode],
    first: list[TimeNode],
    block_of: Callable[[PageTree, int], int],
) -> bool:
    """Whether some times of a key are of another kind than most of them."""
    sizes = [tree.text_len[block_of(tree, time.node)] for time in times]
    told = max(time.share for time in times) < SHOWN and min(sizes) > MAX_LINE
    if told and min(time.share for time in first) >= SHOWN:
        return True
    if len(times) < MIN_DRESSED:
        return False
    one, other = (around_all(tree, some) for some in (times, first))
    if not tree.holds(one, other) and not tree.holds(other, one):
        return True
    lines = max(tree.text_len[block_of(tree, time.node)] for time in first) <= MAX_LINE
    return lines and 2 * sum(size > MAX_LINE for size in sizes) > len(sizes)


def around_all(tree: PageTree, times: list[TimeNode]) -> int:
    """Return the lowest element that holds all of some times, which are in document order."""
    first, last = times[0].node, times[-1].node
    return next(i for i in (first, *tree.ancestors(first)) if tree.holds(i, last))
