"""The records of a page as posts: who wrote each, and which elements hold the words."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from fpcrawl.extraction.bodies.bareboxes import (
    are_paragraphs,
    first_paragraph,
    is_among_paragraphs,
    rest_of_body,
    said_again,
)
from fpcrawl.extraction.bodies.bodies import CONTAINERS, is_title
from fpcrawl.extraction.names.authors import (
    author_at,
    declared_name,
    marked_name,
    name_around,
    stray_names,
    told_author,
)
from fpcrawl.extraction.names.barenames import (
    bare_name,
    label_before,
    name_ahead,
    names_ahead,
    without_number,
)
from fpcrawl.extraction.names.guestnames import GuestNames
from fpcrawl.extraction.names.membernames import linked_otherwise, name_instead
from fpcrawl.extraction.names.namelines import named_beside
from fpcrawl.extraction.posts.places import (
    Places,
    dressed_place,
    own_place,
    similar_path,
    similar_place,
    worn_place,
)
from fpcrawl.extraction.posts.postgroup import RawPost
from fpcrawl.extraction.text import weight_of
from fpcrawl.extraction.vocabulary import HEADINGS, can_be_name

if TYPE_CHECKING:
    from fpcrawl.extraction.posts.span import RecordGroup, Span
    from fpcrawl.extraction.tree import PageTree

__all__ = ["heads_of", "is_clock_of", "raw_posts", "take_counts_off", "take_numbers_off"]

#: Number and name before the time of a post, as boards that began as text show them.
_HEAD = re.compile(r"\W{0,3}(\d{1,6})\s{0,3}[:：]\s{0,3}(\S.{0,60}?)\s{0,3}[:：\s]\s{0,3}$")
#: A name behind the number of its post.
_COUNT_BEHIND = re.compile(r"(?<=\S)\s*\(\d[\d.,]{0,9}\s[^\W\d_]{2,16}\)$")
_NUMBERED = re.compile(
    r"(?:#|(?=\d{1,6}\s?[.)．、:：]))(\d{1,6})\s?[.)．、:：]?\s{0,3}([^\W\d].{0,60})$"
)
#: Weight of words in a box that only an opening has, at least.
MIN_OWN = 20


def raw_posts(
    tree: PageTree,
    group: RecordGroup,
    places: Places,
    author_path: str | None,
    body_path: str | None,
) -> list[RawPost]:
    """Return the posts of a group of records, with names and words from these places.

    Parameters
    ----------
    author_path, body_path
        Where most records have them; others may have them elsewhere.
    """
    return _Making(tree, group, places, author_path, body_path).posts()


class _Making:
    """Makes posts of records, see :func:`raw_posts`."""

    def __init__(
        self,
        tree: PageTree,
        group: RecordGroup,
        places: Places,
        author_path: str | None,
        body_path: str | None,
    ) -> None:
        self._tree, self._spans, self._places = tree, group.spans, places
        self._author_path, self._body_path = author_path, body_path
        self._authors = places.at(author_path)
        self._bodies = dict(places.at(body_path))
        self._parted = self._are_parted()
        self._signed = said_again(tree, self._bodies) if self._parted else set()
        told = (label_before(tree, i) for i in self._authors.values())
        self._labels = {label for label in told if label}
        self._ahead = names_ahead(tree, self._authors)
        self._strays = stray_names(tree, self._authors)
        self._guests: GuestNames | None = None

    def _are_parted(self) -> bool:
        """Whether the words of a record are several elements; a lone one's then begin earlier."""
        tree, bodies = self._tree, self._bodies
        among = False
        if len(self._spans) == 1 and bodies:
            taken = [self._spans[0].time.node, *self._authors.values()]
            among = is_among_paragraphs(tree, bodies[0], taken)
            most = bodies[0]
            bodies[0] = first_paragraph(tree, most, taken, among=among)
            among = among or bodies[0] != most
        return among or are_paragraphs(tree, bodies)

    def posts(self) -> list[RawPost]:
        """Return the posts."""
        tree = self._tree
        out = []
        for n, span in enumerate(self._spans):
            name, at = self._author(n, span)
            body = self._body(n, span)
            post = RawPost(span.roots, span.time, name, at, body, holes=span.holes)
            if body is not None and (self._parted or tree.tag(body) not in CONTAINERS | HEADINGS):
                rest = rest_of_body(tree, span, body, at)
                post.more = [part for part in rest if part not in self._signed]
            out.append(post)
        return out

    def _author(self, n: int, span: Span) -> tuple[str | None, int | None]:
        """Return the name of who wrote a record, and the element that shows it."""
        tree, authors = self._tree, self._authors
        # Where the name is dressed otherwise, its place can be that of the post's age.
        named = n in authors and not is_clock_of(tree, span, authors[n])
        at, guest = self._place(n, span, named=named)
        name: str | None
        if at is not None:
            at = bare_name(tree, at)
            name = name_ahead(tree, at) or without_number(tree, at, tree.text(at))
        else:
            name = guest or named_beside(tree, span.time) or told_author(tree, span.roots)
        if named and at == authors[n]:
            name = self._ahead.get(n, name)
        # "by <a>ann</a>" of a member is "by Somebody" of a guest.
        label = next((each for each in self._labels if name and name.startswith(f"{each} ")), "")
        name = name[len(label) :].strip() if name else None
        return (name if name and can_be_name(name) else None), at

    def _place(self, n: int, span: Span, *, named: bool) -> tuple[int | None, str | None]:
        """Return the element that shows who wrote a record, or a guest's name instead.

        Parameters
        ----------
        named
            Whether it has one where the records have their names.
        """
        tree, places, path = self._tree, self._places, self._author_path
        at: int | None = None
        guest: str | None = None
        place = path if named else None
        if path and n in self._strays:
            at = marked_name(tree, places, path, n)
            if at is None:
                at, guest = self._elsewhere(n, path)
            place = place if at is None and guest is None else None
        if path and place is None and at is None and guest is None:
            at, guest = self._elsewhere(n, path)
            if at is None and guest is None and len(self._authors) * 2 >= len(self._spans):
                place = similar_path(places, path, n)
        if place is not None:
            at = author_at(tree, span, places, place, n)
        if at is not None and not named and is_clock_of(tree, span, at):
            at = None
        if path and at is None and guest is None:
            at = declared_name(tree, span, self._bodies.get(n))
            if at is None:
                at = marked_name(tree, places, path, n)
        return at, guest

    def _elsewhere(self, n: int, path: str) -> tuple[int | None, str | None]:
        """Return a name that stands near the place of the others', or a guest's instead."""
        for find in (name_around, linked_otherwise, name_instead):
            at = find(self._tree, self._places, path, n)
            if at is not None:
                return at, None
        self._guests = self._guests or GuestNames(self._tree, self._places, path)
        return None, self._guests.of(n)

    def _body(self, n: int, span: Span) -> int | None:
        """Return the element that holds the words of a record."""
        tree, places, path = self._tree, self._places, self._body_path
        if n in self._bodies or not path or len(self._bodies) * 2 < len(self._spans):
            return self._bodies.get(n)
        found = dressed_place(tree, places, path, n)
        if found is None:
            found = similar_place(places, path, n)
        if found is None:
            found = worn_place(tree, places, path, n)
        if found is None and n == 0:
            found = _own_words(tree, places, path)
        if found is None or tree.holds(found, span.time.node):
            return None
        self._bodies[n] = found
        return found


def _own_words(tree: PageTree, places: Places, path: str) -> int | None:
    """Return the box of the first record's words where the others have theirs in another kind."""
    own = own_place(tree, places, path, 0)
    if own is None or tree.tag(own) not in CONTAINERS or is_title(tree, tree.text(own)):
        return None
    return own if weight_of(tree.text(own)) >= MIN_OWN else None


def is_clock_of(tree: PageTree, span: Span, i: int) -> bool:
    """Whether an element shows when a record was written, or a part of that, and nothing else."""
    shown, raw = tree.text(i), " ".join(span.time.raw.split())
    if tree.holds(i, span.time.node):
        return shown.removeprefix(" ".join(span.time.label.split())).strip() == raw
    return tree.holds(span.time.node, i) and shown[:1].isdigit() and shown in raw


def heads_of(tree: PageTree, posts: list[RawPost]) -> list[tuple[int, str | None]]:
    """Read number and name of each post from the line of its time: "12 ：ann：2026/11/20 10:00".

    Returns
    -------
    list
        One for each post; empty where they are not told so.
    """
    out: list[tuple[int, str | None]] = []
    for raw in posts:
        shown = " ".join(raw.time.raw.split())
        head = _HEAD.match(tree.text(raw.time.node).partition(shown)[0])
        if head is None:
            return []
        out.append((int(head[1]), head[2] if can_be_name(head[2]) else raw.author))
    return out


def take_counts_off(posts: list[RawPost]) -> None:
    """Take off names what all count in brackets behind them: "ann (312 posts)"."""
    named = [raw for raw in posts if raw.author]
    counts = [_COUNT_BEHIND.search(raw.author or "") for raw in named]
    if len(named) > 1 and all(counts):
        for raw in named:
            raw.author = _COUNT_BEHIND.sub("", raw.author or "")


def take_numbers_off(posts: list[RawPost]) -> None:
    """Take the numbers off names that all begin with theirs: "1. ann", "2. bert"."""
    heads = [_NUMBERED.match(raw.author or "") for raw in posts]
    told = [head for head in heads if head is not None]
    numbers = [int(head[1]) for head in told]
    if not told or len(told) < sum(raw.author is not None for raw in posts):
        return
    one = len(told) == 1 and numbers != [1] and told[0][0][0] != "#"
    if one or not all(a < b for a, b in pairwise(numbers)):
        return
    for raw, head in zip(posts, heads, strict=True):
        if head is not None:
            raw.author = head[2]
            raw.floor = int(head[1]) if raw.floor is None else raw.floor
