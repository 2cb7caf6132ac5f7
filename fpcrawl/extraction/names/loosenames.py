"""Names of writers that no element holds: they stand loose in a cell, before what is told of them.

So boards show them that have no pages for members: "ann<br>Posts: 7" in a cell of its own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from operator import attrgetter
from typing import TYPE_CHECKING

from fpcrawl.extraction.names.barenames import WHOSE, names_ahead, without_number
from fpcrawl.extraction.names.namelines import name_before
from fpcrawl.extraction.names.usernames import (
    MAX_AUTHOR,
    are_nameless,
    is_bracketed,
    is_name,
    names_member,
)
from fpcrawl.extraction.text import DOTS, squeeze
from fpcrawl.extraction.vocabulary import HEADINGS
from fpcrawl.pages.dates_words import WEEKDAYS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fpcrawl.extraction.posts.places import Places
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = [
    "DRESS",
    "FLOOR",
    "HOLDERS",
    "LOOSE_NAME",
    "find_loose_names",
    "first_words",
    "linked_name",
]

#: Share of the records that have a name at the place of names.
COVERAGE = 0.8
#: Ends the path of an element that names stand loose in.
LOOSE_NAME = "/~name"
#: Elements that can hold a name and what is told of its bearer, as a site's own ones can.
HOLDERS = frozenset("aside dd div dt header legend li p span summary td th time".split())
#: What parts a name from the time behind it; characters of a line of both.
_PARTING = " |»›" + DOTS + "–—-,"
_PARTED = re.compile(r"\s*(\S.{0,38}?)\s*(?:[|»›" + DOTS + r"–—,]\s*[(\[]?|[(\[])\s*")
_PARTED_BEHIND = re.compile(r"\s*(?:[|»›" + DOTS + r"]|\s[-–—])\s+(\S.{0,38})")
MAX_LINE = 120
_PARTS = re.compile(r"^[|»›" + DOTS + r"–—-]\s+")
FLOOR = re.compile(r"^#\d{1,6}(?:\s+|$)")
_LETTER = re.compile(r"[^\W\d_]")
DRESS = frozenset({"b", "bdi", "font", "span", "strong"})
_LINK = frozenset({"a"})
#: What can stand before a name in its line, or part it from the next.
_WORDLESS = frozenset({"a", "br", "hr", "i", "img", "span", "svg"})


def find_loose_names(
    tree: PageTree, places: Places, starts: Mapping[int, int], known: str | None
) -> tuple[str | None, dict[int, tuple[int, str]]]:
    """Element and name of who wrote each record, where the name is the first text of an element.

    Parameters
    ----------
    starts
        Record -> element where its words begin; names stand before them.
    known
        Where names of this layout stood on pages before.

    Returns
    -------
    tuple
        Where they stand, for ``known`` of later pages, and record -> the element in which its name
        stands loose, and the name. ``None`` and nothing without a place at which nearly all records
        have a name, and at least two have different ones where the place was not known.
    """
    best: tuple[int, int] | None = None
    answer: str | None = None
    found: dict[int, tuple[int, str]] = {}
    clocks: dict[int, list[str]] = {}
    parted: dict[int, str] = {}
    for time in tree.times:
        clocks.setdefault(time.node, []).append(squeeze(time.raw))
        before = _PARTED.fullmatch(time.label)
        ahead = before[1] if before is not None else ""
        if before is None and ":" in time.raw:
            ahead = name_before(time.label)
        if ahead and is_bracketed(ahead):  # "ann (Guest) [10:30]"
            ahead = _dressed_first(tree, time.node, DRESS) or ""
        if is_name(ahead) and ahead.lower().rpartition(" ")[2] not in WEEKDAYS:
            parted.setdefault(time.node, ahead)
        elif (behind := _behind_time(tree, time)) is not None:
            parted.setdefault(time.node, behind)
    for path, members in places.first.items():
        is_known = f"{path}{LOOSE_NAME}" == known
        if len(members) < COVERAGE * places.count or (len(members) < 2 and not is_known):
            continue
        sample = next(iter(members.values()))
        if tree.tag(sample) not in HOLDERS and not _are_heads(tree, members):
            continue
        names: dict[int, tuple[int, str]] = {}
        # Those who have a page of their own stand in a link to it.
        linked: set[int] = set()
        # Where some add something to a name, others add nothing.
        mixed = is_known or any(tree.end[i] > i + 1 for i in members.values())
        for n, i in members.items():
            if n not in starts or not _can_name(tree, i, starts[n], bare=mixed or i in parted):
                continue
            name = parted.get(i) or _named_first(tree, i)
            if name is None and i > starts[n]:
                name = _dressed_first(tree, i, DRESS)
            if name is None and (_is_dated(tree, i) or _leads_to_member(tree, i)):
                name = _dressed_first(tree, i, _LINK)
                linked.add(n)
            if name is None or not is_name(name):
                continue
            if not any(told in name for told in clocks.get(i, ())):
                names[n] = i, name
        told = {name for _, name in names.values()}
        if len(names) < COVERAGE * places.count or linked.issuperset(names):
            continue
        if len(told) < 2 and not (is_known or are_nameless(told)):
            continue
        # Ranks and titles stand behind names.
        rank = (int(is_known), -sample)
        if best is None or rank > best:
            best, answer, found = rank, f"{path}{LOOSE_NAME}", names
    return answer, found


def _behind_time(tree: PageTree, time: TimeNode) -> str | None:
    """Return what stands behind a time and a sign that parts them, where their line has no more.

    Both are the text of an element, or the time has one and is the first in another.
    """
    if tree.text_len[time.node] > MAX_LINE:
        return None
    before, told, behind = tree.text(time.node).partition(squeeze(time.raw))
    element = tree.nodes[time.node]
    around = element.getparent()
    if not behind and around is not None and len(around) == 1 and not (around.text or "").strip():
        behind = f" {squeeze(element.tail or '')}"
    name = _PARTED_BEHIND.fullmatch(behind) if told and not before else None
    return name[1] if name is not None else None


def _are_heads(tree: PageTree, members: Mapping[int, int]) -> bool:
    """Whether texts are headings with badges behind the names in them, or times: titles are not."""
    if tree.tag(next(iter(members.values()))) not in HEADINGS:
        return False
    if all(_is_dated(tree, i) for i in members.values()) or names_ahead(tree, members):
        return True
    return all(_stands_behind_box(tree, i) for i in members.values())


def _is_dated(tree: PageTree, i: int) -> bool:
    """Whether an element holds a time."""
    node = attrgetter("node")
    return bisect_left(tree.times, tree.end[i], key=node) > bisect_left(tree.times, i, key=node)


def _leads_to_member(tree: PageTree, i: int) -> bool:
    """Whether the first link in an element leads to a member."""
    link = tree.nodes[i].find(".//a")
    return link is not None and names_member(link.get("href") or "")


def _stands_behind_box(tree: PageTree, i: int) -> bool:
    """Whether an element holds a box, as that of votes, and a name behind it."""
    kids = tree.children(i)
    if len(kids) != 1 or tree.tag(kids[0]) != "div" or squeeze(tree.nodes[i].text or ""):
        return False
    return is_name(squeeze(tree.nodes[kids[0]].tail or ""))


def _can_name(tree: PageTree, i: int, words: int, *, bare: bool) -> bool:
    """Whether an element is no part of the words of a record, and can be a place of its name.

    Parameters
    ----------
    bare
        Whether it need not hold an element: it is a line of text with a time in it, or those of
        other records hold some.
    """
    if i <= words < tree.end[i]:
        return False
    if i < words:
        # What holds nothing but a name has been looked for.
        return bare or tree.end[i] > i + 1
    return _is_told_with_time(tree, i) or _is_beside(tree, i, words)


def _is_beside(tree: PageTree, i: int, words: int) -> bool:
    """Whether an element is the last beside the one that holds the words and the time."""
    last = [kid for kid in tree.children(tree.parent[i]) if tree.text_len[kid]][-2:]
    if len(last) < 2 or last[1] != i or not last[0] < words < tree.end[last[0]]:
        return False
    at = bisect_left(tree.times, last[0], key=attrgetter("node"))
    return at < len(tree.times) and tree.times[at].node < words


def _dressed_first(tree: PageTree, i: int, dress: frozenset[str]) -> str | None:
    """Return what an element begins with in bold, in a link, or the like."""
    first = next((kid for kid in tree.children(i) if tree.text_len[kid]), -1)
    if first < 0 or (tree.nodes[i].text or "").strip() or tree.tag(first) not in dress:
        return None
    return tree.text(first) if tree.text_len[first] <= MAX_AUTHOR else None


def _is_told_with_time(tree: PageTree, i: int) -> bool:
    """Whether an element is a line of a name and a time in an element of its own.

    That can stand in a link to the record.
    """
    at = bisect_left(tree.times, i, key=attrgetter("node"))
    time = tree.times[at] if at < len(tree.times) else None
    # Where the parts of a time stand in several elements, it is that of the line.
    told = time is not None and i in (time.node, tree.parent[time.node], tree.wider(time.node))
    return told and tree.text_len[i] <= MAX_LINE


def linked_name(tree: PageTree, i: int) -> int | None:
    """Return the element a loose name stands in, unless its first link leads elsewhere."""
    link = tree.nodes[i].find(".//a")
    return i if link is None or names_member(link.get("href") or "") else None


def _named_first(tree: PageTree, i: int) -> str | None:
    """Name that an element begins with, behind what says whose it is: "by Somebody, on ..."."""
    words = FLOOR.sub("", first_words(tree, i) or "")
    label = WHOSE.match(words)
    if label is None:
        return words or None
    if label.end() < len(words):
        # "Byron" is no label.
        return words[label.end() :].strip() if not words[label.end() - 1].isalnum() else words
    kids = [j for j in tree.children(i) if tree.text_len[j]]
    link = next((j for j in kids if tree.tag(j) == "a"), None)
    if link is not None:
        return without_number(tree, link, tree.text(link))
    # "Submitted by <span>Somebody</span> on Monday": a guest's name has no link.
    return tree.text(kids[0]) if kids and tree.tag(kids[0]) in DRESS else None


def first_words(tree: PageTree, i: int, more: int = 0) -> str | None:
    """First text of an element, where no word stands before it in an element of its own.

    Votes, counts and signs may, and the number of a post.

    Parameters
    ----------
    more
        Characters that may stand beside a name.
    """
    element = tree.nodes[i]
    text = element.text
    for child in element:
        if text and not text.isspace() and not FLOOR.fullmatch(text.strip()):
            break
        # Scripts and what stands for them have no number.
        said = tree.text(tree.number[child]) if child in tree.number else ""
        if _LETTER.search(said) or not (said or child.tag in _WORDLESS):
            return None
        text = child.tail
    words = squeeze(text or "").rstrip(_PARTING)
    if text is not element.text:
        words = _PARTS.sub("", words)
    return words if 0 < len(words) <= MAX_AUTHOR + more else None
