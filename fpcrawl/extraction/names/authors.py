"""Who wrote the records of a page."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING

from fpcrawl.extraction.bodies.tails import BETWEEN_NAMES, TAIL_HINT, are_reactions
from fpcrawl.extraction.names.authorscore import NAMED, author_score, faces_of
from fpcrawl.extraction.names.nonames import (
    are_initials,
    are_sentences,
    count_on,
    share_a_label,
    stand_behind_loose,
    stand_in_text,
)
from fpcrawl.extraction.names.plainnames import PLAIN_COVERAGE
from fpcrawl.extraction.names.usernames import (
    COLONS,
    LEVELS_UP,
    MAX_AUTHOR,
    MAX_LINE,
    are_nameless,
    is_name,
    names_member,
)
from fpcrawl.extraction.numbertexts import is_floor
from fpcrawl.extraction.posts.places import similar_place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lxml.html import HtmlElement

    from fpcrawl.extraction.posts.places import Places
    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree

__all__ = [
    "author_at",
    "declared_name",
    "find_author",
    "marked_name",
    "name_around",
    "stray_names",
    "tells_reactions",
    "told_author",
]

#: Evidence from which on a place is surely that of the authors' names.
SURE = 4.0
_TOLD = ("data-author", "data-username", "data-user-name", "data-poster", "data-author-name")
#: The classes in the path of an element.
_CLASSES = re.compile(r"\.[^/]*")
_BRACKETS = re.compile(r"\([^()]{0,80}\)")


def find_author(tree: PageTree, spans: list[Span], places: Places) -> str | None:
    """Path of the author's name, or ``None``.

    A good place is a short text that nearly every record has, near its start, linked to a
    member page, and that changes together with its link. Where no place is good, a name is
    what stands beside the time in every record.
    """
    best: tuple[float, int] | None = None
    beside: tuple[float, int] | None = None
    answer = second = None
    times = sorted(time.node for time in tree.times)
    faces = faces_of(tree)
    for path, members in places.first.items():
        coverage = len(members) / places.count
        score = author_score(tree, members, times, faces) if coverage >= 0.5 else None
        if score is None or are_initials(tree, members):
            continue
        if _react(tree, members) or _lead_on(tree, members) or _are_listed(tree, members):
            continue
        if stand_in_text(tree, members):
            continue
        if len(members) > 1 and share_a_label({tree.text(i) for i in members.values()}):
            continue
        if _name_others(tree, members, places.every[path]):
            score -= 2.0
        rank = (score + 3.0 * coverage, -min(members.values()))
        if best is None or rank > best:
            best, answer = rank, path
        if (beside is None or rank > beside) and _stands_beside(tree, spans, members):
            is_plain = not any(tree.link_len[i] for i in members.values())
            if is_plain and are_sentences([tree.text(i) for i in members.values()]):
                continue  # what was said in few words
            beside, second = rank, path
    if best is not None and answer is not None and best[0] < SURE:
        best = (best[0] + 3.0 * _named_alike(tree, places, answer) / places.count, best[1])
    return answer if best is not None and best[0] >= SURE else second


def _named_alike(tree: PageTree, places: Places, path: str) -> int:
    """Count the records that have a name where another way leads to what is at a path in others.

    An opening post stands in other boxes than the answers; of two posts it is one half.
    """
    missing = set(range(places.count)) - places.first[path].keys()
    found = (similar_place(places, path, n) for n in missing)
    return sum(i is not None and is_name(tree.text(i)) for i in found)


def _lead_on(tree: PageTree, members: dict[int, int]) -> bool:
    """Whether all texts end in a colon: what they announce stands behind them."""
    return all(tree.text(i)[-1:] in COLONS for i in members.values())


def _are_listed(tree: PageTree, members: dict[int, int]) -> bool:
    """Whether most texts stand in a list of members: "ann, bob and 3 others say thanks"."""
    listed = sum(tree.tag(i) == "a" and _is_listed(tree.nodes[i]) for i in members.values())
    return 2 * listed > len(members)


def _is_listed(link: HtmlElement) -> bool:
    """Whether a link to a member stands beside another, with a comma or an "and" between them."""
    if not names_member(link.get("href") or ""):
        return False
    before, behind = link.getprevious(), link.getnext()
    pairs = ((before, before), (behind, link))
    return any(
        other is not None
        and other.tag == "a"
        and (first.tail or "").strip().lower() in BETWEEN_NAMES
        and names_member(other.get("href") or "")
        for other, first in pairs
    )


def _name_others(tree: PageTree, members: dict[int, int], every: list[int]) -> bool:
    """Whether most records name more than one member at a place: those who comment on them."""
    if len(every) <= 2 * len(members):
        return False
    first = set(members.values())
    others = [i for i in every if i not in first and 0 < tree.text_len[i] <= MAX_AUTHOR]
    # What can be done with a member is called the same in all records.
    names = {tree.text(i) for i in others}
    if len(others) <= len(members) or 2 * len(names) <= len(others):
        return False
    links = [tree.nodes[i] if tree.tag(i) == "a" else tree.nodes[i].find("a") for i in others]
    hrefs = [link.get("href") or "" for link in links if link is not None]
    return 2 * sum(map(names_member, hrefs)) > len(others)


def author_at(tree: PageTree, span: Span, places: Places, path: str, n: int) -> int:
    """Of several names at one place of a record, return the one that is declared its author's.

    Who wrote can stand behind who changed it. Where none is declared it is the first in the
    smallest box with the time of the record. Of an element that counts something of its author it
    is the part declared to be the name; words behind a name, as a full one in brackets, belong to
    it as they are shown.

    Parameters
    ----------
    span, n
        The record and its number.
    path
        A place where it has a name.
    """
    first, every = places.first[path][n], places.every[path]
    end = bisect_left(every, tree.end[span.roots[-1]])
    names = every[bisect_left(every, first) : end]
    # Beside who wrote there can be an empty place for who changed it.
    names = [i for i in names if tree.text_len[i]] or [first]
    author = next((i for i in names if _is_declared(tree, i)), -1)
    if author < 0:
        author = names[0] if len(names) < 2 else _nearest(tree, names, span.time.node)
    if tree.nodes[author].get("itemprop") != "author":
        return author
    name = _name_within(tree, author)
    if name is None or not is_name(tree.text(name)):
        return author
    rest = _BRACKETS.sub("", tree.text(author).removeprefix(tree.text(name)))
    return name if any(map(str.isdigit, rest)) else author


def _nearest(tree: PageTree, names: Sequence[int], time: int) -> int:
    """Return the first of some names, or of those that stand in a smaller box with a time.

    Links are names there if both lead to members; "from Graz" is none beside a name.
    """
    for box in (time, *tree.ancestors(time)):
        at = bisect_left(names, box)
        if at == len(names) or not tree.holds(box, names[at]) or tree.holds(names[at], time):
            continue
        hrefs = [tree.nodes[i].get("href") for i in {names[0], names[at]}]
        text = tree.text(names[at])
        told = is_name(text) and not share_a_label([text])
        told = told and all(map(names_member, filter(None, hrefs)))
        return names[at] if told and len(set(map(bool, hrefs))) == 1 else names[0]
    return names[0]


def _name_within(tree: PageTree, i: int) -> int | None:
    """Element of the name in one declared to be an author: the declared one, with its link."""
    inside = range(i + 1, tree.end[i])
    name = next((j for j in inside if tree.nodes[j].get("itemprop") == "name"), None)
    while name is not None and (above := tree.parent[name]) > i:
        if tree.text(above) != tree.text(name):
            break
        name = above
    return name


def _is_declared(tree: PageTree, i: int) -> bool:
    """Whether an element, or the one around it, is declared to tell the author."""
    around = (tree.nodes[j] for j in (i, tree.parent[i]) if j >= 0)
    return any(e.get("itemprop") == "author" or e.get("rel") == "author" for e in around)


def declared_name(tree: PageTree, span: Span, body: int | None) -> int | None:
    """Element that is declared to name the author of a record, outside its words."""
    words = range(body, tree.end[body]) if body is not None else ()
    for root in span.roots:
        for i in range(root, tree.end[root]):
            if i in words or tree.nodes[i].get("itemprop") != "author":
                continue
            within = _name_within(tree, i)
            # The name of a guest can stand loose, and be declared to machines beside that.
            name = i if within is None or not tree.text_len[within] else within
            if is_name(tree.text(name)):
                return name
    return None


def told_author(tree: PageTree, roots: list[int]) -> str | None:
    """Name that an attribute of a record tells scripts."""
    for root in roots:
        for attribute in _TOLD:
            name = (tree.nodes[root].get(attribute) or "").strip()
            if is_name(name):
                return name
    return None


def name_around(tree: PageTree, places: Places, path: str, n: int) -> int | None:
    """Element that names the author of a record which has nothing at the place of names.

    A guest's name has no link around it: then it is what the other records have only the
    name in.
    """
    members = places.first[path]
    above = path
    for _ in range(LEVELS_UP):
        above = above.rpartition("/")[0]
        around = places.first.get(above, {})
        if not above or n not in around:
            continue
        i = around[n]
        alike = sum(tree.text(around[m]) == tree.text(j) for m, j in members.items() if m in around)
        if alike < PLAIN_COVERAGE * len(members):
            return None
        if 0 < tree.text_len[i] <= MAX_AUTHOR and is_name(tree.text(i)):
            return i
    return None


def stray_names(tree: PageTree, names: Mapping[int, int]) -> set[int]:
    """Return the records where a link at the place of names leads to no member, as others do.

    Where a name is marked, as of who began it all, the link behind it can be the first without.
    """
    links = {n: tree.nodes[i].get("href") for n, i in names.items()}
    others = {n for n, href in links.items() if href and not names_member(href)}
    return others if len(others) < len(links) and None not in links.values() else set()


def marked_name(tree: PageTree, places: Places, path: str, n: int) -> int | None:
    """Link to a member where those of the names stand, but for the classes on the way to it.

    They mark who began it all, and who has a rank.
    """
    way = _CLASSES.sub("", path)
    if not way.endswith("/a"):
        return None
    found = sorted(
        members[n]
        for other, members in places.first.items()
        if n in members and _CLASSES.sub("", other) == way
    )
    shown = (i for i in found if tree.text_len[i])
    return next((i for i in shown if names_member(tree.nodes[i].get("href") or "")), None)


def _stands_beside(tree: PageTree, spans: list[Span], members: dict[int, int]) -> bool:
    """Whether different texts stand in the same line as the times of all of several records."""
    if len(spans) < 2 or len(members) < len(spans):
        return False
    told = [tree.text(members[n]) for n in sorted(members)]
    texts = set(told)
    named = sum(len(text) > 1 and not is_floor(text) for text in told)
    if len(texts) < 2 and not are_nameless(texts):
        return False
    if named < NAMED * len(told):
        return False  # one of many can be called "1984"
    if share_a_label(texts) or count_on(told) or stand_behind_loose(tree, members):
        return False
    for n, i in members.items():
        node = spans[n].time.node
        line = tree.parent[node] if tree.text_len[tree.parent[node]] <= MAX_LINE else node
        if tree.text_len[line] > MAX_LINE or i == node or not tree.holds(line, i):
            return False
    return True


def _react(tree: PageTree, members: dict[int, int]) -> bool:
    """Whether texts stand in lines of those who liked a record, as far as anybody did."""
    lines = Counter(tree.parent[i] for i in members.values())
    liked = sum(count for line, count in lines.items() if tells_reactions(tree, line))
    return len(members) - liked < NAMED * len(members)


def tells_reactions(tree: PageTree, line: int) -> bool:
    """Whether a line says nothing but who liked what stands above it."""
    if tree.text_len[line] > MAX_LINE or not TAIL_HINT.among(text := tree.text(line)):
        return False
    return are_reactions(text, [tree.text(j) for j in tree.children(line) if tree.tag(j) == "a"])
