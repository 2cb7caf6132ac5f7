"""Where a record begins and ends that stands alone, and what tells records of one kind."""

from __future__ import annotations

import re
from math import inf
from typing import TYPE_CHECKING

from fpcrawl.extraction.names.loosenames import LOOSE_NAME
from fpcrawl.extraction.names.membernames import MAX_MEMBER, leads_to_member, sent_by
from fpcrawl.extraction.names.namelines import named_beside
from fpcrawl.extraction.posts.letters import letter_around
from fpcrawl.extraction.posts.places import places_of
from fpcrawl.extraction.posts.postgroup import LOOSE, NAMED
from fpcrawl.extraction.posts.published import published
from fpcrawl.extraction.posts.siblings import row_signature, rows_alike
from fpcrawl.extraction.posts.span import Span
from fpcrawl.extraction.ranges import Widening
from fpcrawl.extraction.text import weight_of
from fpcrawl.extraction.vocabulary import AUTHOR_CLASS, POST_ID

if TYPE_CHECKING:
    from collections.abc import Callable

    from fpcrawl.extraction.posts.layout import Layout, LayoutBook
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = [
    "bounds_of",
    "has_name",
    "is_post_box",
    "known_record",
    "lone_box",
    "names_around",
    "root_path_of",
    "time_root",
]

#: Levels of the tag path that tell where a record stands.
ROOT_LEVELS = 3
#: Weight outside links of what is more than a head.
MIN_WORDS = 80
_NUMBERED = ("data-pid", "data-post-id", "data-postid", "data-comment-id", "data-message-id")
#: What tells a class in a path from the place among siblings: "td.body", "td.~2".
_CLASS = re.compile(r"\.(?!~)")
#: What posts are built as.
_BOXES = frozenset({"article", "details", "div", "fieldset", "li", "section", "table", "tr"})
_POSTING = re.compile(r"(?:Comment|Answer|DiscussionForumPosting)$")


def has_name(tree: PageTree, start: int, stop: int, time_node: int) -> bool:
    """Whether what looks like an author's name stands in a stretch of the page."""
    i = start
    while i < stop:
        if tree.tag(i) == "blockquote" and not tree.holds(i, time_node):
            i = tree.end[i]  # there others are named, who are quoted
            continue
        if i != time_node and 0 < tree.text_len[i] <= MAX_MEMBER and _names(tree, i, time_node):
            return True
        i += 1
    return False


def _names(tree: PageTree, i: int, time_node: int) -> bool:
    """Whether a class says that an element names a writer, or a link in it leads to a member."""
    if tree.holds(i, time_node) and tree.text(i) == tree.text(time_node):
        return False  # what holds nothing but the time can be called after the writer
    element = tree.nodes[i]
    hint = " ".join(
        (element.get("class") or "", element.get("itemprop") or "", element.get("rel") or "")
    )
    return bool(AUTHOR_CLASS.search(hint.strip())) or leads_to_member(tree, i)


def names_around(tree: PageTree, time_node: int) -> Callable[[int], bool]:
    """Return what tells whether an element holds a name, of elements each around the last."""
    names = Widening(lambda start, stop: has_name(tree, start, stop, time_node))
    return lambda node: names.ask(node, tree.end[node])


def _told_around(tree: PageTree, time_node: int) -> Callable[[int], bool]:
    """Return the like, also of names behind words that say whose they are: "by ann"."""
    named = names_around(tree, time_node)
    sent = Widening(lambda start, stop: sent_by(tree, start - 1, stop) is not None)
    return lambda node: named(node) or sent.ask(node + 1, tree.end[node])


def bounds_of(tree: PageTree, span: Span, known: Layout | None) -> Span | None:
    """Bounds of a record that stands alone on its page."""
    time = span.time
    if known is not None:
        for node in (time.node, *tree.ancestors(time.node)):
            if root_path_of(tree, node) == known.root_path:
                return Span(_with_rows(tree, node, known), time)
    best = None
    told = _told_around(tree, time.node)
    line = _length_of_line(tree, time)
    boxed = any(
        is_post_box(tree, node) and (tree.text_len[node] > line or told(node))
        for node in (time.node, *tree.ancestors(time.node))
    )
    # Its own line is no record by itself, but where it tells the writer as well.
    headed = sent_by(tree, time.node, tree.end[time.node]) is not None
    # Anew, since it climbs again from the time.
    told = _told_around(tree, time.node)
    around = tree.ancestors(time.node)
    for node in (time.node, *around) if boxed or headed else around:
        tag = tree.sig[node].split(".")[0]
        if tag in {"body", "html"}:
            break
        best = node
        longer = tree.text_len[node] > line
        if is_post_box(tree, node) and (longer or told(node) or _has_words(tree, node)):
            break
        if boxed or tree.plain_len(node) < 20:
            continue
        if told(node):
            break
    if best is None:
        letter = letter_around(tree, time.node)
        return Span(letter, time) if letter else None
    return Span([best, *_rows_behind(tree, best)], time)


def _length_of_line(tree: PageTree, time: TimeNode) -> float:
    """Length of the line of a time that tells the writer too; without one more than any text."""
    if named_beside(tree, time) is None:
        return inf
    line = time.node if time.share < 1.0 else tree.wider(time.node)
    return tree.text_len[line] if line >= 0 else inf


def _has_words(tree: PageTree, box: int) -> bool:
    """Whether a box that says that it is a post holds more than the head of one."""
    plain = tree.plain_len(box)
    if plain >= MIN_WORDS or 2 * plain < MIN_WORDS:
        return plain >= MIN_WORDS
    # Chinese characters count twice.
    return weight_of(tree.text(box)) * plain >= MIN_WORDS * tree.text_len[box]


def known_record(
    tree: PageTree, span: Span, keys: list[str], book: LayoutBook
) -> tuple[Layout, Span] | None:
    """Find the layout of a record that stands alone, and with it the record's bounds.

    Where elements have no names, other pages have times and boxes at such places too, and boxes
    lie in others like them: it is the layout only where its fields stand as well.
    """
    time = span.time
    for node in (time.node, *tree.ancestors(time.node)):
        if tree.parent[node] < 0:
            break
        path = root_path_of(tree, node)
        for known in filter(None, (book.get(key, path) for key in keys)):
            record = Span(_with_rows(tree, node, known), time)
            if _CLASS.search(f"{known.time_key}/{path}") or _has_fields(tree, record, known):
                return known, record
    return None


def _has_fields(tree: PageTree, record: Span, known: Layout) -> bool:
    """Whether author and words stand where a layout has them; one will do that has a class."""
    told = [
        path.removesuffix(LOOSE_NAME)
        for path in known.place
        if path is not None and path not in {LOOSE, NAMED}
    ]
    found = places_of(tree, [record]).first
    held = [path for path in told if path in found]
    return len(held) == len(told) or any(map(_CLASS.search, held))


def _rows_behind(tree: PageTree, row: int) -> list[int]:
    """Rows of a table behind the one that tells who wrote a post, and when: its words, its foot.

    They end where another time is told that can be that of a post.
    """
    if tree.tag(row) != "tr":
        return []
    out: list[int] = []
    dated = [time for time in tree.times if time.node >= tree.end[row]]
    for kid in tree.children(tree.parent[row]):
        if kid <= row:
            continue
        if any(tree.holds(kid, time.node) and published(tree, time) for time in dated):
            break
        out.append(kid)
    return out


def is_post_box(tree: PageTree, node: int) -> bool:
    """Whether an element says that it is a post: it is numbered or declared as such."""
    element = tree.nodes[node]
    if element.tag not in _BOXES:
        return False
    if POST_ID.fullmatch(element.get("id") or ""):
        return True
    if any((element.get(name) or "").isdigit() for name in _NUMBERED):
        return True
    return bool(_POSTING.search(element.get("itemtype") or ""))


def lone_box(tree: PageTree) -> int | None:
    """Return the only element with a time in it that says that it is a post."""
    box_of: dict[int, int | None] = {-1: None}
    boxes: set[int] = set()
    for time in tree.times:
        passed: list[int] = []
        i = time.node
        while i not in box_of and not is_post_box(tree, i):
            passed.append(i)
            i = tree.parent[i]
        box = box_of.setdefault(i, i)
        box_of.update(dict.fromkeys(passed, box))
        if box is not None:
            boxes.add(box)
            if len(boxes) > 1:
                return None
    return boxes.pop() if boxes else None


def _with_rows(tree: PageTree, node: int, known: Layout) -> list[int]:
    kids = tree.children(tree.parent[node])
    at = kids.index(node)
    lead: list[int] = []
    for name in reversed(known.lead):
        at_lead = at - len(lead) - 1
        if at_lead < 0 or not rows_alike(row_signature(tree, kids[at_lead]), name):
            break
        lead.insert(0, kids[at_lead])
    tail: list[int] = []
    for name in known.tail:
        at_tail = at + len(tail) + 1
        if at_tail >= len(kids) or not rows_alike(row_signature(tree, kids[at_tail]), name):
            break
        tail.append(kids[at_tail])
    return [*lead, node, *tail]


def root_path_of(tree: PageTree, root: int) -> str:
    """Path of the list of records and the tag of one record."""
    above = tree.parent[root]
    return f"{tree.lower_path(above, ROOT_LEVELS)}/{tree.tag(root)}" if above >= 0 else "html"


def time_root(tree: PageTree, span: Span) -> int:
    """Element of a record that holds its time."""
    for root in span.roots:
        if tree.holds(root, span.time.node):
            return root
    return span.roots[0]
