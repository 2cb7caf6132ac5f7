"""The fields of a group of records: where author, words and numbers of each stand."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from fpcrawl.extraction.bodies.bodies import are_titles, find_body
from fpcrawl.extraction.names.authors import find_author, told_author
from fpcrawl.extraction.names.barenames import without_courtesy
from fpcrawl.extraction.names.facenames import are_of_members, find_face_names
from fpcrawl.extraction.names.fieldnames import find_field_names
from fpcrawl.extraction.names.linenames import find_line_names, more_line_names
from fpcrawl.extraction.names.loosenames import LOOSE_NAME, find_loose_names, linked_name
from fpcrawl.extraction.names.membercards import find_card_name
from fpcrawl.extraction.names.membernames import sent_by
from fpcrawl.extraction.names.namelines import find_signatures, named_beside
from fpcrawl.extraction.names.plainnames import find_plain_author
from fpcrawl.extraction.names.usernames import without_answered, without_mark
from fpcrawl.extraction.posts.adverts import without_adverts
from fpcrawl.extraction.posts.bounds import (
    bounds_of,
    is_post_box,
    known_record,
    root_path_of,
    time_root,
)
from fpcrawl.extraction.posts.excerpts import are_cut, are_excerpts, lead_elsewhere
from fpcrawl.extraction.posts.kinds import SHOWN
from fpcrawl.extraction.posts.layout import Layout, LayoutBook
from fpcrawl.extraction.posts.loosewords import set_loose, starts_of
from fpcrawl.extraction.posts.margins import in_margin
from fpcrawl.extraction.posts.numbers import find_floors, find_post_ids, say_floor
from fpcrawl.extraction.posts.places import Places, places_of
from fpcrawl.extraction.posts.postgroup import LOOSE, NAMED, PostGroup, RawPost
from fpcrawl.extraction.posts.rawposts import (
    heads_of,
    is_clock_of,
    raw_posts,
    take_counts_off,
    take_numbers_off,
)
from fpcrawl.extraction.posts.segment import time_key
from fpcrawl.extraction.posts.siblings import row_signature
from fpcrawl.extraction.posts.span import RecordGroup, Span
from fpcrawl.extraction.posts.titlelinks import title_share
from fpcrawl.extraction.vocabulary import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fpcrawl.extraction.tree import PageTree

__all__ = ["read_group"]

#: Records after which the layouts of a site count as known.
SETTLED = 20
#: Threads whose posts are numbered from one after which no number is taken for an id.
RESTARTS = 2
#: Characters outside links of what somebody says ahead of the names of others.
MIN_AHEAD = 20
#: An opening and a single answer.
PAIR = 2
#: Levels from a time up to the box of its post.
LEVELS = 6
#: Share of the page's text from which on a record that stands alone is all of it.
WHOLE_PAGE = 0.7


def read_group(
    tree: PageTree, group: RecordGroup, book: LayoutBook, *, bounded: bool = False
) -> PostGroup | None:
    """Find the fields of a group of records.

    Parameters
    ----------
    bounded
        Whether the bounds of a record that stands alone are known.

    Returns
    -------
    PostGroup or None
        ``None`` when a record stands alone and has no bounds.
    """
    keys = group.keys or [group.key]
    known = next(filter(None, map(book.get, keys)), None)
    if len(group.spans) == 1 and not bounded:
        lone = known_record(tree, group.spans[0], keys, book) if known is not None else None
        known, span = lone or (None, bounds_of(tree, group.spans[0], None))
        if span is None:
            return None
        group = RecordGroup(group.key, [span], quoted=group.quoted, same=group.same)
    root_path = root_path_of(tree, time_root(tree, group.spans[0]))
    if known is not None and known.root_path != root_path:
        known = next(filter(None, (book.get(key, root_path) for key in keys)), None)
    fields = _Fields(tree, group, known)
    fields.find_places()
    posted = without_adverts(tree, group.spans, fields.bodies)
    if len(posted) < len(group.spans):
        own = RecordGroup(group.key, posted, group.keys, group.quoted, group.same)
        return read_group(tree, own, book, bounded=bounded)
    fields.find_plain_names()
    fields.make_posts()
    fields.find_other_names(is_parted=bounded or known is not None or len(group.spans) > 1)
    chars = fields.find_loose_words()
    is_new = known is None and len(group.spans) == 1 and not bounded
    return PostGroup(
        group.key,
        fields.posts,
        fields.author_path,
        fields.body_path,
        chars,
        fields.title_share(),
        known is not None,
        fields.layouts(keys),
        is_new and book.support >= SETTLED,
        is_new and _share_of_page(tree, group.spans[0]) > WHOLE_PAGE,
        2 * sum(span.time.share < SHOWN for span in group.spans) > len(group.spans),
        known is not None and known.opens,
        fields.headed,
        moved=known is not None and len(group.spans) == 1 and fields.body_path != known.body_path,
    )


class _Fields:
    """The fields of a group of records, each found by what was found before it.

    Parameters
    ----------
    known
        The layout that the site's pages have taught of such records.

    Attributes
    ----------
    author_path, body_path
        Where names and words stand.
    bodies
        Elements of the words, by record, where elements hold them.
    posts
        The records, once they were made posts.
    headed
        Whether the line of each post's time tells its number and name.
    """

    def __init__(self, tree: PageTree, group: RecordGroup, known: Layout | None) -> None:
        self._tree, self._group, self._known = tree, group, known
        self._spans = group.spans
        self._places = places_of(tree, group.spans, group.same)
        self.author_path: str | None = None
        self.body_path: str | None = None
        self.bodies: dict[int, int] = {}
        self.posts: list[RawPost] = []
        self.headed = False
        # Where the words of records begin, where nothing yet has told who wrote them.
        self._starts: dict[int, int] = {}
        self._floor_path: str | None = None
        self._id_place: tuple[str, str] | None = None
        # The posts' numbers only count them: 1, 2, 3.
        self._counted = False
        self._post_ids: list[str | None] = []
        # Numbers that the lines of the times tell.
        self._numbers: list[int] = []

    def find_places(self) -> None:
        """Find where most records have names and words: where the site's do, or by their looks."""
        tree, spans, places, known = self._tree, self._spans, self._places, self._known
        author_path = body_path = None
        # Of more records than have taught a layout, the page tells more than the layout does.
        if known is not None and known.support >= len(spans):
            author_path = _trusted(places, known.author_path)
            body_path = _trusted(places, known.body_path)
        if all(is_clock_of(tree, spans[n], i) for n, i in places.at(author_path).items()):
            author_path = None
        if author_path is None:
            author_path = find_author(tree, spans, places) or _sender_path(tree, spans, places)
        author_path = _unless_titles(tree, places, _as_told(tree, spans, places, author_path))
        if len(spans) == 1 and _is_behind_name(tree, spans[0], places.at(author_path).get(0, -1)):
            author_path = None
        if body_path is None:
            body_path = find_body(tree, spans, places, author_path)
        self.author_path, self.body_path = author_path, body_path
        self.bodies = places.at(body_path)

    def find_plain_names(self) -> None:
        """Find names that nothing marks, where there are no others."""
        if self.author_path is not None:
            return
        tree, spans, places = self._tree, self._spans, self._places
        starts = self._starts = starts_of(tree, spans, self.bodies)
        if len(spans) == 1 and 0 in starts:
            path = find_card_name(tree, spans[0], places, starts[0])
        else:
            path = find_plain_author(tree, spans, places, starts)
        self.author_path = path = _unless_titles(tree, places, path)
        names = places.at(path)
        if not _hold(tree, self.bodies, names):
            return
        # They were found when nothing told that who wrote is none of them.
        rest = find_body(tree, spans, places, path)
        if rest is None and _end_with(tree, spans, names):
            # The words of short posts can all look like names.
            self.author_path, rest = None, self.body_path
        self.body_path, self.bodies = rest, places.at(rest)

    def make_posts(self) -> None:
        """Make posts of the records, with the numbers that they show."""
        tree = self._tree
        floors, post_ids = self._find_numbers()
        posts = raw_posts(tree, self._group, self._places, self.author_path, self.body_path)
        for raw, floor, post_id in zip(posts, floors, post_ids, strict=True):
            raw.floor, raw.post_id = floor, post_id
        heads = heads_of(tree, posts) if self._floor_path is None else []
        self._numbers = [number for number, _ in heads]
        self.headed = bool(heads) and all(a < b for a, b in pairwise(self._numbers))
        if self.headed:
            self.author_path = self.author_path or NAMED
            for raw, (number, name) in zip(posts, heads, strict=True):
                raw.floor, raw.author, raw.author_node = number, name, None
        self.posts = posts

    def _find_numbers(self) -> tuple[list[int | None], list[str | None]]:
        """Return the floor and the site's own number of each record."""
        tree, places, known = self._tree, self._places, self._known
        floor_path, floors = find_floors(
            tree, self._group, places, known.floor_path if known else None
        )
        authors = places.at(self.author_path)
        self._id_place, post_ids = find_post_ids(
            tree, places, authors, self.bodies, known.id_place if known else None
        )
        self._counted = _count_posts(post_ids)
        if all(f is None or str(f) == i for f, i in zip(floors, post_ids, strict=True)):
            if floor_path is not None and say_floor(tree, places, floor_path):
                self._counted = True
            else:
                # "#1081" beside post 1081 is its number, not its floor.
                floor_path, floors = None, [None] * len(floors)
        if self._counted or (known is not None and known.ids_restart >= RESTARTS):
            post_ids = [None] * len(post_ids)
        self._floor_path, self._post_ids = floor_path, post_ids
        return floors, post_ids

    def find_other_names(self, *, is_parted: bool) -> None:
        """Find names that no element of their own shows, and take off what is none of a name.

        Parameters
        ----------
        is_parted
            Whether the bounds of the records are known.
        """
        tree, spans, posts = self._tree, self._spans, self.posts
        if self.author_path is None and 2 * sum(bool(raw.author) for raw in posts) < len(posts):
            self._find_loose_names()
        self._put_faces_right()
        if not self._is_named():
            self._name(find_field_names(tree, spans, self._starts))
        if not self._is_named():
            self._name(
                {n: (i, name) for n, (i, name) in find_face_names(tree, spans, self.bodies).items()}
            )
        if not self._is_named() and is_parted:
            for raw, name in zip(posts, find_signatures(tree, spans), strict=False):
                raw.author, self.author_path = name, NAMED
        if not self._is_named() and _are_boxed(tree, spans):
            for raw, name in zip(posts, find_line_names(tree, spans), strict=False):
                raw.author, self.author_path = name, NAMED
        more = more_line_names(tree, spans, [raw.author for raw in posts])
        for n, name in more.items():
            posts[n].author = name
        if not self.headed:
            take_numbers_off(posts)
        take_counts_off(posts)
        if self.author_path is None and len(posts) == 1 and posts[0].author:
            # Beside its time, or to scripts, a post that stands alone tells it like any other.
            self.author_path = NAMED
        called = without_courtesy([raw.author for raw in posts])
        for raw, author in zip(posts, called, strict=True):
            raw.author = without_mark(without_answered(author)) if author else None

    def _put_faces_right(self) -> None:
        """Take for names what stands for pictures, where what was taken for them goes with none."""
        tree, posts = self._tree, self.posts
        told = {n: raw.author for n, raw in enumerate(posts) if raw.author}
        if len(told) < 2 or any(
            raw.author_node is None or tree.link_len[raw.author_node] for raw in posts
        ):
            return
        faces = find_face_names(tree, self._spans, self.bodies)
        if faces and not are_of_members(tree, told, faces):
            self._name({n: (i, name) for n, (i, name) in faces.items()})

    def _is_named(self) -> bool:
        """Whether it is known where names stand, or one at least was found."""
        return self.author_path is not None or any(raw.author for raw in self.posts)

    def _name(self, names: Mapping[int, tuple[int | None, str]]) -> None:
        """Give posts the names, with their elements, that were found for them."""
        for n, (i, name) in names.items():
            self.posts[n].author, self.posts[n].author_node = name, i
            self.author_path = NAMED

    def _find_loose_names(self) -> None:
        """Find names that stand loose beside other words."""
        tree, spans, places, posts = self._tree, self._spans, self._places, self.posts
        before = self._known.author_path if self._known is not None else None
        self.author_path, names = find_loose_names(tree, places, self._starts, before)
        for n, (i, name) in names.items():
            posts[n].author, posts[n].author_node = name, linked_name(tree, i)
        if not _hold(tree, self.bodies, {n: i for n, (i, _) in names.items()}):
            return
        # They were found when nothing told that the column of names is none of them.
        rest = find_body(tree, spans, places, (self.author_path or "").removesuffix(LOOSE_NAME))
        if rest is not None:
            self.body_path = rest
            others = raw_posts(tree, self._group, places, None, rest)
            for raw, again in zip(posts, others, strict=True):
                raw.body, raw.more = again.body, again.more

    def find_loose_words(self) -> int:
        """Find words that no element holds, and return the characters of all words."""
        tree, known = self._tree, self._known
        chars = sum(post.plain_len(tree) for post in self.posts)
        trusted = known is not None and self.body_path == known.body_path and chars > 0
        if not trusted and self._is_named():
            loose = set_loose(tree, self._spans, self.posts, chars)
            if loose > chars:
                chars, self.body_path = loose, LOOSE
        return chars

    def layouts(self, keys: Sequence[str]) -> list[Layout]:
        """Return what the records teach of those that stand alone, by the keys of their times."""
        tree, spans = self._tree, self._spans
        if len(spans) == 1 or self.body_path is None:
            return []
        # The head of what was taken away can stand without the rows of a post.
        whole = [s for s, raw in zip(spans, self.posts, strict=True) if raw.body is not None]
        out = []
        for key in keys:
            mine = [span for span in whole if time_key(tree, span.time) == key] or whole or spans
            typical = mine[len(mine) // 2]
            # An opening without an answer stands alone where others stand ahead of the answers.
            known = {root_path_of(tree, time_root(tree, s)): s for s in (mine[0], typical)}
            for path, span in reversed(known.items()):
                out.append(self._layout(key, path, span, len(mine) if span is typical else 1))
        return out

    def _layout(self, key: str, path: str, span: Span, support: int) -> Layout:
        tree = self._tree
        at = span.roots.index(time_root(tree, span))
        return Layout(
            key,
            path,
            tuple(row_signature(tree, r) for r in span.roots[:at]),
            tuple(row_signature(tree, r) for r in span.roots[at + 1 :]),
            self.author_path,
            self.body_path,
            self._floor_path,
            self._id_place,
            int(self._counted),
            support,
        )

    def title_share(self) -> float:
        """Return how many of the records are headed by a link: rows of a list, or excerpts."""
        tree, spans, bodies = self._tree, self._spans, self.bodies
        rows = title_share(tree, spans, self._places, self.author_path, self.body_path)
        if not rows and len(spans) > 1 and (in_margin(tree, self._group) or are_cut(tree, bodies)):
            told = ((n, raw.author_node) for n, raw in enumerate(self.posts))
            named = {n: i for n, i in told if i is not None}
            rows = float(lead_elsewhere(tree, spans, named, bodies))
        # A board can show how each of its threads begins.
        return rows or float(
            self._numbers.count(1) > 1 or are_excerpts(tree, spans, self._post_ids)
        )


def _are_boxed(tree: PageTree, spans: list[Span]) -> bool:
    """Whether each record stands in a box that says that it is a post.

    Else they can be rows of a programme: "First round - 12 May, 10:30".
    """
    boxes = set()
    for span in spans:
        around = (span.time.node, *tree.ancestors(span.time.node, LEVELS))
        boxes.add(next((i for i in around if is_post_box(tree, i)), None))
    return None not in boxes and len(boxes) == len(spans)


def _end_with(tree: PageTree, spans: list[Span], members: dict[int, int]) -> bool:
    """Whether records end with some elements."""
    return all(tree.text(spans[n].roots[-1]).endswith(tree.text(i)) for n, i in members.items())


def _hold(tree: PageTree, bodies: dict[int, int], authors: dict[int, int]) -> bool:
    """Whether what was taken for the words of records holds their names."""
    return any(n in bodies and tree.holds(bodies[n], i) for n, i in authors.items())


def _is_behind_name(tree: PageTree, span: Span, i: int) -> bool:
    """Whether a name stands behind the words of a record, and the line of its time tells another.

    Above the words stands who wrote them, though the thread was begun by another.
    """
    begin = tree.end[span.time.node]
    if not any(tree.plain_len(j) >= MIN_AHEAD and not tree.holds(j, i) for j in range(begin, i)):
        return False
    if any(tree.tag(above) in HEADINGS for above in tree.ancestors(span.time.node)):
        return False  # a heading can be the title
    name = named_beside(tree, span.time)
    return name is not None and name != tree.text(i)


def _unless_titles(tree: PageTree, places: Places, path: str | None) -> str | None:
    """Return the path of names, unless there are the titles of posts."""
    return None if are_titles(tree, places.at(path)) else path


def _as_told(tree: PageTree, spans: list[Span], places: Places, path: str | None) -> str | None:
    """Return the path of names, unless attributes of all records tell scripts other names.

    Links to pages about a word can stand in the words of each of a few posts.
    """
    if path is None:
        return None
    told: list[str] = []
    for span in spans:
        name = told_author(tree, span.roots)
        if name is None:
            return path  # as on most pages
        told.append(name)
    if any(tree.text(i) == told[n] for n, i in places.at(path).items()):
        return path
    return next(
        (
            other
            for other, members in places.first.items()
            if len(members) == len(spans)
            and all(tree.text(i) == told[n] for n, i in members.items())
        ),
        None,
    )


def _sender_path(tree: PageTree, spans: list[Span], places: Places) -> str | None:
    """Path of the name that stands behind a word for it in a record that stands alone."""
    if len(spans) > 1 or len(spans[0].roots) > 1:
        return None
    root = spans[0].start
    name = sent_by(tree, root, tree.end[root])
    return next((path for path, members in places.first.items() if members[0] == name), None)


def _count_posts(post_ids: list[str | None]) -> bool:
    """Whether the numbers only count the posts of the page's thread: 1, 2, 3."""
    first = post_ids[0]
    if first not in {"0", "1"}:
        return False
    return post_ids == [str(int(first) + n) for n in range(len(post_ids))]


def _share_of_page(tree: PageTree, span: Span) -> float:
    return sum(tree.text_len[r] for r in span.roots) / max(tree.text_len[0], 1)


def _trusted(places: Places, path: str | None) -> str | None:
    # Of an opening and its only answer one may be dressed otherwise.
    least = 0.8 * places.count if places.count != PAIR else 1
    if path is None or len(places.first.get(path, ())) < least:
        return None
    return path
