"""Names that stand loose where those of other records have an element around them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from fpcrawl.extraction.names.loosenames import DRESS, FLOOR, HOLDERS, first_words
from fpcrawl.extraction.names.plainnames import PLAIN_COVERAGE
from fpcrawl.extraction.names.usernames import LEVELS_UP, is_name
from fpcrawl.extraction.ranges import holds_one
from fpcrawl.extraction.text import squeeze
from fpcrawl.extraction.vocabulary import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fpcrawl.extraction.posts.places import Places
    from fpcrawl.extraction.tree import PageTree

__all__ = ["GuestNames"]

#: Words before and behind a name, and how many names they stand beside.
_Beside = Counter[tuple[str, str]]


class GuestNames:
    """Names of guests among members: "by <a>ann</a>" of a member, "by Somebody" of a guest.

    What stands before and behind the names of the others is none of it.

    Parameters
    ----------
    tree
        A numbered page.
    places
        Where fields of its records stand.
    path
        Where the others have their names.
    """

    def __init__(self, tree: PageTree, places: Places, path: str) -> None:
        self._tree = tree
        self._members = places.first[path]
        holder, self._holders = path, list[_Holder]()
        for _ in range(LEVELS_UP):
            holder = holder.rpartition("/")[0]
            self._holders.append(_Holder(tree, places, holder, self._members))

    def of(self, n: int) -> str | None:
        """Name of a record with nothing where the others have theirs."""
        tree, least = self._tree, PLAIN_COVERAGE * len(self._members)
        for holder in self._holders:
            at, known = holder.of(n)
            if at is None or tree.tag(at) not in HOLDERS | HEADINGS:
                continue
            # The number of the post stands ahead of the name, and when it was written behind it.
            ahead = Counter[str]()
            for (before, _), count in known.items():
                ahead[FLOOR.sub("", before)] += count
            before, count = next(iter(ahead.most_common(1)), ("", 0))
            if count < least:
                continue
            dressed = _dressed_guest(tree, at, before)
            if dressed is not None:
                return dressed
            (before, behind), count = known.most_common(1)[0]
            if count < least:
                continue
            words = first_words(tree, at, len(before) + len(behind))
            if words is None or not (words.startswith(before) and words.endswith(behind)):
                continue
            name = words[len(before) : len(words) - len(behind)].strip()
            if is_name(name):
                return name
        return None


class _Holder:
    """Elements at a path that hold the names of some records.

    Cells without a class are all of one path: then it is the second one in each, say.
    """

    def __init__(
        self, tree: PageTree, places: Places, path: str, members: Mapping[int, int]
    ) -> None:
        self._tree = tree
        self._members = members
        self._first, self._every = places.first.get(path, {}), places.every.get(path, [])

    def of(self, n: int) -> tuple[int | None, _Beside]:
        """Return the element in the place of the others, and what stands beside their names."""
        first, every = self._first, self._every
        if n not in first:
            return None, Counter()
        _, rank = self._ranked
        at = bisect_left(every, first[n]) + rank
        behind = bisect_right(self._starts, first[n])
        stop = self._starts[behind] if behind < len(self._starts) else len(self._tree.nodes)
        if at < len(every) and every[at] < stop:
            return every[at], self._beside_ranked
        return first[n], self._beside_first

    @cached_property
    def _starts(self) -> list[int]:
        return sorted(self._first.values())

    @cached_property
    def _ranked(self) -> tuple[dict[int, int], int]:
        """Elements around the names, and which of each record they are."""
        tree, first, every = self._tree, self._first, self._every
        found: dict[int, int] = {}
        ranks = Counter[int]()
        for m, name in self._members.items():
            around = (name, *tree.ancestors(name, LEVELS_UP))
            i = next((j for j in around if holds_one(every, j, j + 1)), None)
            if i is not None and m in first:
                found[m] = i
                ranks[bisect_left(every, i) - bisect_left(every, first[m])] += 1
        (rank, _), *_ = ranks.most_common(1) or [(0, 0)]
        return found, rank

    @cached_property
    def _beside_ranked(self) -> _Beside:
        return self._beside(self._ranked[0])

    @cached_property
    def _beside_first(self) -> _Beside:
        return self._beside(self._first)

    def _beside(self, around: Mapping[int, int]) -> _Beside:
        members = self._members.items()
        held = (_beside_name(self._tree, around[m], i) for m, i in members if m in around)
        return Counter(filter(None, held))


def _dressed_guest(tree: PageTree, i: int, before: str) -> str | None:
    """Name that an element begins with, dressed but no link, behind the words ahead of names."""
    kid = next((j for j in tree.children(i) if tree.text_len[j]), -1)
    if kid < 0 or tree.tag(kid) not in DRESS or tree.link_len[kid]:
        return None
    loose = [
        tree.nodes[i].text,
        *(one.tail for one in tree.nodes[kid].itersiblings(preceding=True)),
    ]
    name, ahead = tree.text(kid), FLOOR.sub("", squeeze("".join(filter(None, loose))))
    return name if ahead == before and is_name(name) else None


def _has_menu(tree: PageTree, i: int) -> bool:
    """Whether nothing but links stands in an element, and a list of what can be done there."""
    is_list = any(tree.tag(j) in {"ul", "ol", "menu"} for j in range(i, tree.end[i]))
    return is_list and tree.link_len[i] == tree.text_len[i]


def _beside_name(tree: PageTree, i: int, name: int) -> tuple[str, str] | None:
    """Words of an element before and behind a name that it begins with but for these."""
    way = (name, *tree.ancestors(name))
    kid = next((j for j in way if tree.parent[j] == i), -1)
    first = next((j for j in tree.children(i) if tree.text_len[j]), -1)
    if kid < 0 or first != kid:
        return None
    said, called = tree.text(kid), tree.text(name)
    if said != called and not (said.startswith(called) and _has_menu(tree, kid)):
        return None
    element = tree.nodes[kid]
    loose = [tree.nodes[i].text, *(other.tail for other in element.itersiblings(preceding=True))]
    return squeeze("".join(filter(None, loose))), squeeze(element.tail or "")
