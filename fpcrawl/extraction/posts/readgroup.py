"""The fields of a group of records: where author, words and numbers of each stand."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from fpcrawl.extraction.bodies.bareboxes import (
    are_inset_words,
    are_paragraphs,
    first_paragraph,
    is_among_paragraphs,
    rest_of_body,
    said_again,
)
from fpcrawl.extraction.bodies.bodies import (
    CONTAINERS,
    are_titles,
    find_body,
    is_title,
)
from fpcrawl.extraction.names.authors import (
    author_at,
    declared_name,
    find_author,
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
    without_courtesy,
    without_number,
)
from fpcrawl.extraction.names.facenames import find_face_names
from fpcrawl.extraction.names.fieldnames import find_field_names
from fpcrawl.extraction.names.guestnames import GuestNames
from fpcrawl.extraction.names.loosenames import (
    LOOSE_NAME,
    find_loose_names,
    linked_name,
)
from fpcrawl.extraction.names.membercards import find_card_name
from fpcrawl.extraction.names.membernames import linked_otherwise, name_instead, sent_by
from fpcrawl.extraction.names.namelines import find_signatures, named_beside
from fpcrawl.extraction.names.plainnames import find_plain_author
from fpcrawl.extraction.names.usernames import without_answered, without_guest
from fpcrawl.extraction.posts.adverts import without_adverts
from fpcrawl.extraction.posts.bounds import bounds_of, known_record, root_path_of, time_root
from fpcrawl.extraction.posts.excerpts import are_cut, are_excerpts, lead_elsewhere
from fpcrawl.extraction.posts.kinds import SHOWN
from fpcrawl.extraction.posts.layout import Layout, LayoutBook
from fpcrawl.extraction.posts.loose import SIDES, find_among, find_loose
from fpcrawl.extraction.posts.numbers import find_floors, find_post_ids, say_floor
from fpcrawl.extraction.posts.places import (
    Places,
    dressed_place,
    own_place,
    places_of,
    similar_path,
    similar_place,
    worn_place,
)
from fpcrawl.extraction.posts.postgroup import LOOSE, NAMED, PostGroup, RawPost
from fpcrawl.extraction.posts.segment import time_key
from fpcrawl.extraction.posts.siblings import row_signature
from fpcrawl.extraction.posts.span import RecordGroup, Span
from fpcrawl.extraction.posts.titlelinks import title_share
from fpcrawl.extraction.text import weight_of
from fpcrawl.extraction.vocabulary import (
    HEADINGS,
    MARGINS,
    can_be_name,
    is_called_margin,
    is_phrase,
)

if TYPE_CHECKING:
    from fpcrawl.extraction.posts.loose import LooseBody
    from fpcrawl.extraction.tree import PageTree

__all__ = ["in_margin", "read_group", "stands_beside"]

#: Records after which the layouts of a site count as known.
SETTLED = 20
#: Threads whose posts are numbered from one after which no number is taken for an id.
RESTARTS = 2
#: How many times the characters of bodies in elements those of loose ones must be.
LOOSER = 1.5
#: The same where these elements are such as stand among words: tables, lists, code.
LOOSER_AMONG = 0.5
#: Share of posts that have words in the element of bodies where it is that of all.
MOST_TOLD = 0.8
#: Number and name before the time of a post, as boards that began as text show them.
_HEAD = re.compile(r"\W{0,3}(\d{1,6})\s{0,3}[:：]\s{0,3}(\S.{0,60}?)\s{0,3}[:：\s]\s{0,3}$")
#: A name behind the number of its post.
_NUMBERED = re.compile(
    r"(?:#|(?=\d{1,6}\s?[.)．、:：]))(\d{1,6})\s?[.)．、:：]?\s{0,3}([^\W\d].{0,60})$"
)
#: Signatures of what words are dressed in within a line.
_DRESS = frozenset({"b", "cite", "em", "i", "strong", "u"})
#: Weight of words in a box that only an opening has, at least.
MIN_OWN = 20
#: Characters outside links of what somebody says ahead of the names of others.
MIN_AHEAD = 20
#: An opening and a single answer.
PAIR = 2


def in_margin(tree: PageTree, group: RecordGroup) -> bool:
    """Whether records stand beside what the page shows, not their times in feet of their own."""
    first = group.spans[0]
    around = tree.ancestors(first.time.node) if len(group.spans) > 1 else []
    feet = [i for i in around if tree.tag(i) == "footer" and i > first.start]
    return stands_beside(tree, feet[-1] if feet else first.time.node)


def stands_beside(tree: PageTree, i: int) -> bool:
    """Whether an element stands in the margin of a page: by its tag, or by what it is called."""
    return any(
        tree.tag(above) in MARGINS or is_called_margin(tree.nodes[above])
        for above in tree.ancestors(i)
    )


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
    spans = group.spans
    places = places_of(tree, spans, group.same)
    root_path = root_path_of(tree, time_root(tree, spans[0]))
    if known is not None and known.root_path != root_path:
        known = next(filter(None, (book.get(key, root_path) for key in keys)), None)
    # Of more records than have taught a layout, the page tells more than the layout does.
    trusts = known is not None and known.support >= len(spans)
    author_path = _trusted(places, known.author_path) if known and trusts else None
    body_path = _trusted(places, known.body_path) if known and trusts else None
    if all(_is_clock(tree, spans[n], i) for n, i in places.at(author_path).items()):
        author_path = None
    if author_path is None:
        author_path = find_author(tree, spans, places) or _sender_path(tree, spans, places)
    author_path = _unless_titles(tree, places, _as_told(tree, spans, places, author_path))
    if len(spans) == 1 and _is_behind_name(tree, spans[0], places.at(author_path).get(0, -1)):
        author_path = None
    if body_path is None:
        body_path = find_body(tree, spans, places, author_path)
    bodies = places.at(body_path)
    posted = without_adverts(tree, spans, bodies)
    if len(posted) < len(spans):
        own = RecordGroup(group.key, posted, group.keys, group.quoted, group.same)
        return read_group(tree, own, book, bounded=bounded)
    starts = _starts(tree, spans, places, body_path) if author_path is None else {}
    if author_path is None:
        if len(spans) == 1 and 0 in starts:
            author_path = find_card_name(tree, spans[0], places, starts[0])
        else:
            author_path = find_plain_author(tree, spans, places, starts)
        author_path = _unless_titles(tree, places, author_path)
        if _hold(tree, bodies, places.at(author_path)):
            # They were found when nothing told that who wrote is none of them.
            rest = find_body(tree, spans, places, author_path)
            if rest is None and _end_with(tree, spans, places.at(author_path)):
                # The words of short posts can all look like names.
                author_path, rest = None, body_path
            body_path, bodies = rest, places.at(rest)
    floor_path, floors = find_floors(tree, group, places, known.floor_path if known else None)
    authors = places.at(author_path)
    id_place, post_ids = find_post_ids(
        tree, places, authors, bodies, known.id_place if known else None
    )
    counted = _count_posts(post_ids)
    if all(f is None or str(f) == i for f, i in zip(floors, post_ids, strict=True)):
        if floor_path is not None and say_floor(tree, places, floor_path):
            counted = True
        else:
            # "#1081" beside post 1081 is its number, not its floor.
            floor_path, floors = None, [None] * len(floors)
    if counted or (known is not None and known.ids_restart >= RESTARTS):
        post_ids = [None] * len(post_ids)
    posts = _raw_posts(tree, group, places, author_path, body_path)
    for raw, floor, post_id in zip(posts, floors, post_ids, strict=True):
        raw.floor, raw.post_id = floor, post_id
    heads = _heads(tree, posts) if floor_path is None else []
    numbers = [number for number, _ in heads]
    headed = bool(heads) and all(a < b for a, b in pairwise(numbers))
    if headed:
        author_path = author_path or NAMED
        for raw, (number, name) in zip(posts, heads, strict=True):
            raw.floor, raw.author, raw.author_node = number, name, None
    if author_path is None and 2 * sum(bool(raw.author) for raw in posts) < len(posts):
        before = known.author_path if known is not None else None
        author_path, names = find_loose_names(tree, places, starts, before)
        for n, (i, name) in names.items():
            posts[n].author, posts[n].author_node = name, linked_name(tree, i)
        if _hold(tree, bodies, {n: i for n, (i, _) in names.items()}):
            # They were found when nothing told that the column of names is none of them.
            rest = find_body(tree, spans, places, (author_path or "").removesuffix(LOOSE_NAME))
            if rest is not None:
                body_path = rest
                for raw, again in zip(
                    posts, _raw_posts(tree, group, places, None, rest), strict=True
                ):
                    raw.body, raw.more = again.body, again.more
    if author_path is None and not any(raw.author for raw in posts):
        for n, (at, name) in find_field_names(tree, spans, starts).items():
            posts[n].author, posts[n].author_node, author_path = name, at, NAMED
    if author_path is None and not any(raw.author for raw in posts):
        for n, (i, name) in find_face_names(tree, spans, bodies).items():
            posts[n].author, posts[n].author_node, author_path = name, i, NAMED
    is_parted = bounded or known is not None or len(posts) > 1
    if author_path is None and is_parted and not any(raw.author for raw in posts):
        for raw, name in zip(posts, find_signatures(tree, spans), strict=False):
            raw.author, author_path = name, NAMED
    if not headed:
        _take_numbers_off(posts)
    if author_path is None and len(posts) == 1 and posts[0].author:
        # Beside its time, or to scripts, a post that stands alone tells it like any other.
        author_path = NAMED
    called = without_courtesy([raw.author for raw in posts])
    for raw, author in zip(posts, called, strict=True):
        raw.author = without_guest(without_answered(author)) if author else None
    chars = sum(post.plain_len(tree) for post in posts)
    trusted = known is not None and body_path == known.body_path and chars > 0
    if not trusted and (author_path is not None or any(raw.author for raw in posts)):
        loose = _set_loose(tree, spans, posts, chars)
        if loose > chars:
            chars, body_path = loose, LOOSE
    layouts = []
    if len(spans) > 1 and body_path is not None:
        for key in keys:
            # The head of what was taken away can stand without the rows of a post.
            whole = [span for span, raw in zip(spans, posts, strict=True) if raw.body is not None]
            mine = [span for span in whole if time_key(tree, span.time) == key] or whole or spans
            typical = mine[len(mine) // 2]
            # An opening without an answer stands alone where others stand ahead of the answers.
            places_known = {root_path_of(tree, time_root(tree, s)): s for s in (mine[0], typical)}
            for path, span in reversed(places_known.items()):
                at = span.roots.index(time_root(tree, span))
                layouts.append(
                    Layout(
                        key,
                        path,
                        tuple(row_signature(tree, r) for r in span.roots[:at]),
                        tuple(row_signature(tree, r) for r in span.roots[at + 1 :]),
                        author_path,
                        body_path,
                        floor_path,
                        id_place,
                        int(counted),
                        len(mine) if span is typical else 1,
                    )
                )
    rows = title_share(tree, spans, places, author_path, body_path)
    if not rows and len(spans) > 1 and (in_margin(tree, group) or are_cut(tree, bodies)):
        named = {n: raw.author_node for n, raw in enumerate(posts) if raw.author_node is not None}
        rows = float(lead_elsewhere(tree, spans, named, bodies))
    return PostGroup(
        group.key,
        posts,
        author_path,
        body_path,
        chars,
        # A board can show how each of its threads begins.
        rows or float(numbers.count(1) > 1 or are_excerpts(tree, spans, post_ids)),
        known is not None,
        layouts,
        known is None and len(spans) == 1 and not bounded and book.support >= SETTLED,
        known is None and len(spans) == 1 and not bounded and _share_of_page(tree, spans[0]) > 0.7,
        2 * sum(span.time.share < SHOWN for span in spans) > len(spans),
        known is not None and known.opens,
        headed,
        moved=known is not None and len(spans) == 1 and body_path != known.body_path,
    )


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


def _starts(
    tree: PageTree, spans: list[Span], places: Places, body_path: str | None
) -> dict[int, int]:
    """Where the words of records begin: in an element of their own, or loose behind another."""
    bodies = places.at(body_path)
    loose = find_loose(tree, spans, {})
    told = sum(tree.plain_len(i) for i in bodies.values())
    if _chars_of(loose) > LOOSER * told:
        return {n: tree.end[body.head] for n, body in loose.items()}
    return bodies


def _set_loose(tree: PageTree, spans: list[Span], posts: list[RawPost], chars: int) -> int:
    """Read words that no element holds, where they are more than those that one does.

    Returns
    -------
    int
        Their characters, 0 when the posts were left as they are.
    """
    named = {n: raw.author_node for n, raw in enumerate(posts) if raw.author_node is not None}
    loose = find_loose(tree, spans, named)
    total = _chars_of(loose)
    pieces = _are_pieces(tree, posts)
    if len(spans) > 1 and (pieces or not _have_bodies(tree, posts)):
        among = max((find_among(tree, spans, named, side) for side in SIDES), key=_chars_of)
        least = max(total, chars) if pieces else total
        if _chars_of(among) > LOOSER * least and _are_among(tree, posts, among):
            # Elements hold pieces of some bodies, and the whole of none.
            loose, total, chars = among, _chars_of(among), 0
    share = LOOSER_AMONG if _are_insets(tree, posts, loose) else LOOSER
    if total <= share * chars and not _are_dressed(tree, posts, loose):
        return 0
    for n, raw in enumerate(posts):
        raw.loose = loose.get(n)
        raw.body, raw.more = (raw.loose.head, []) if raw.loose is not None else (None, [])
    return max(total, chars + 1)


def _are_pieces(tree: PageTree, posts: list[RawPost]) -> bool:
    """Whether all that was taken for bodies are phrases in paragraphs of more words."""
    bodies = [raw.body for raw in posts if raw.body is not None]
    return bool(bodies) and all(
        is_phrase(tree.nodes[i], named=True) and tree.tag(tree.parent[i]) == "p" for i in bodies
    )


def _have_bodies(tree: PageTree, posts: list[RawPost]) -> bool:
    """Whether hardly a post has no words in the element of bodies."""
    told = sum(raw.body is not None and tree.text_len[raw.body] > 0 for raw in posts)
    return told > MOST_TOLD * len(posts)


def _chars_of(loose: dict[int, LooseBody]) -> int:
    return sum(body.chars for body in loose.values())


def _are_among(tree: PageTree, posts: list[RawPost], loose: dict[int, LooseBody]) -> bool:
    """Whether the bodies that elements hold stand where the loose ones do, too.

    Else there stands what is told of those who wrote them.
    """
    return all(
        n in loose and raw.body in loose[n].elements(tree)
        for n, raw in enumerate(posts)
        if raw.body is not None and tree.text_len[raw.body]
    )


def _are_dressed(tree: PageTree, posts: list[RawPost], loose: dict[int, LooseBody]) -> bool:
    """Whether what was taken for bodies are dressed words among loose ones: what is quoted.

    They can also be the first of phrases between the heads of posts.
    """
    bodies = [(raw, raw.body) for raw in posts if raw.body is not None]
    dressed = all(tree.sig[i] in _DRESS for _, i in bodies)
    pieces = dressed or all(
        i in raw.roots and is_phrase(tree.nodes[i], named=True) for raw, i in bodies
    )
    return pieces and bool(loose) and _are_among(tree, posts, loose)


def _are_insets(tree: PageTree, posts: list[RawPost], loose: dict[int, LooseBody]) -> bool:
    """Whether what was taken for bodies are tables, lists, code or quotations among loose words."""
    bodies = [raw.body for raw in posts if raw.body is not None]
    insets = bool(bodies) and all(are_inset_words(tree, i) for i in bodies)
    return insets and bool(loose) and _are_among(tree, posts, loose)


def _heads(tree: PageTree, posts: list[RawPost]) -> list[tuple[int, str | None]]:
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


def _take_numbers_off(posts: list[RawPost]) -> None:
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


def _raw_posts(
    tree: PageTree,
    group: RecordGroup,
    places: Places,
    author_path: str | None,
    body_path: str | None,
) -> list[RawPost]:
    authors = places.at(author_path)
    bodies = dict(places.at(body_path))
    among = False
    if len(group.spans) == 1 and bodies:
        taken = [group.spans[0].time.node, *authors.values()]
        among = is_among_paragraphs(tree, bodies[0], taken)
        most = bodies[0]
        bodies[0] = first_paragraph(tree, most, taken, among=among)
        among = among or bodies[0] != most
    parted = among or are_paragraphs(tree, bodies)
    signed = said_again(tree, bodies) if parted else set()
    labels = {label for i in authors.values() if (label := label_before(tree, i))}
    ahead = names_ahead(tree, authors)
    strays = stray_names(tree, authors)
    out = []
    guests: GuestNames | None = None
    for n, span in enumerate(group.spans):
        # Where the name is dressed otherwise, its place can be that of the post's age.
        named = n in authors and not _is_clock(tree, span, authors[n])
        at, place = None, author_path if named else None
        guest = None
        if n in strays and author_path:
            at = marked_name(tree, places, author_path, n)
            place = place if at is None else None
        if place is None and at is None and author_path:
            at = name_around(tree, places, author_path, n)
            if at is None:
                at = linked_otherwise(tree, places, author_path, n)
            if at is None:
                at = name_instead(tree, places, author_path, n)
            if at is None:
                guests = guests or GuestNames(tree, places, author_path)
                guest = guests.of(n)
            if at is None and guest is None and len(authors) * 2 >= len(group.spans):
                place = similar_path(places, author_path, n)
        if place is not None:
            at = author_at(tree, span, places, place, n)
        if at is not None and not named and _is_clock(tree, span, at):
            at = None
        if at is None and guest is None and author_path:
            at = declared_name(tree, span, bodies.get(n))
            if at is None:
                at = marked_name(tree, places, author_path, n)
        if at is not None:
            at = bare_name(tree, at)
        name = (
            name_ahead(tree, at) or without_number(tree, at, tree.text(at))
            if at is not None
            else (guest or named_beside(tree, span.time) or told_author(tree, span.roots))
        )
        if named and at == authors[n]:
            name = ahead.get(n, name)
        # "by <a>ann</a>" of a member is "by Somebody" of a guest.
        label = next((label for label in labels if name and name.startswith(f"{label} ")), "")
        name = name[len(label) :].strip() if name else None
        if name and not can_be_name(name):
            name = None
        if n not in bodies and body_path and len(bodies) * 2 >= len(group.spans):
            found = dressed_place(tree, places, body_path, n)
            if found is None:
                found = similar_place(places, body_path, n)
            if found is None:
                found = worn_place(tree, places, body_path, n)
            if found is None and n == 0:
                found = _own_words(tree, places, body_path)
            if found is not None and not tree.holds(found, span.time.node):
                bodies[n] = found
        out.append(
            RawPost(span.roots, span.time, name or None, at, bodies.get(n), holes=span.holes)
        )
        if n in bodies and (parted or tree.tag(bodies[n]) not in CONTAINERS | HEADINGS):
            rest = rest_of_body(tree, span, bodies[n], at)
            out[-1].more = [part for part in rest if part not in signed]
    return out


def _own_words(tree: PageTree, places: Places, path: str) -> int | None:
    """Return the box of the first record's words where the others have theirs in another kind."""
    own = own_place(tree, places, path, 0)
    if own is None or tree.tag(own) not in CONTAINERS or is_title(tree, tree.text(own)):
        return None
    return own if weight_of(tree.text(own)) >= MIN_OWN else None


def _is_clock(tree: PageTree, span: Span, i: int) -> bool:
    """Whether an element shows when a record was written, or a part of that, and nothing else."""
    shown, raw = tree.text(i), " ".join(span.time.raw.split())
    if tree.holds(i, span.time.node):
        return shown.removeprefix(" ".join(span.time.label.split())).strip() == raw
    return tree.holds(span.time.node, i) and shown[:1].isdigit() and shown in raw
