"""Posts of a page from structure alone."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fpcrawl.extraction.adverts import without_adverts
from fpcrawl.extraction.authors import (
    author_at,
    bare_name,
    declared_name,
    find_author,
    find_plain_author,
    marked_name,
    name_around,
    named_beside,
    told_author,
)
from fpcrawl.extraction.bodies import CONTAINERS, find_body
from fpcrawl.extraction.bounds import bounds_of, has_name, lone_box, root_path_of, time_root
from fpcrawl.extraction.chronology import order_of_times
from fpcrawl.extraction.layout import Layout, LayoutBook
from fpcrawl.extraction.loose import LooseBody, find_loose
from fpcrawl.extraction.numbers import find_floors, find_post_ids
from fpcrawl.extraction.opening import find_lone_words, find_loose_opening, find_opening
from fpcrawl.extraction.places import Places, places_of, similar_path, similar_place
from fpcrawl.extraction.segment import (
    SHOWN,
    RecordGroup,
    Span,
    groups_of,
    time_key,
)
from fpcrawl.extraction.siblings import row_signature
from fpcrawl.extraction.text import squeeze
from fpcrawl.extraction.titlelinks import title_share
from fpcrawl.extraction.vocabulary import MARGINS, can_be_name

if TYPE_CHECKING:
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = ["PostGroup", "RawPost", "find_posts", "has_name", "in_margin", "read_group"]

#: Groups of several records, and of one, that are looked at closely; others have less text.
CLOSE_LOOKS = 4
#: Records after which the layouts of a site count as known.
SETTLED = 20
#: Threads whose posts are numbered from one after which no number is taken for an id.
RESTARTS = 2
#: Words of a post that stands alone are seldom fewer characters, and its place or count of
#: readers is.
LITTLE = 24
#: How many times the characters of bodies in elements those of loose ones must be.
LOOSER = 1.5
#: Stands for the path of bodies that no element holds.
LOOSE = "~loose"
#: Stands for that of a body that its own name tells.
NAMED = "~named"
_BODY_PARTS = frozenset({"blockquote", "h3", "h4", "ol", "p", "pre", "ul"})


@dataclass(slots=True)
class RawPost:
    """A post as found: numbers of elements, not yet text.

    Attributes
    ----------
    roots
        Elements that hold the whole record.
    body
        First element of the body, ``None`` when no place was found.
    more
        Further elements of a body that has none of its own around it.
    holes
        Records nested inside this one.
    loose
        Where the words stand when no element holds them; ``body`` then is the element behind
        which they begin.
    """

    roots: list[int]
    time: TimeNode
    author: str | None
    author_node: int | None
    body: int | None
    floor: int | None = None
    post_id: str | None = None
    more: list[int] = field(default_factory=list)
    holes: list[int] = field(default_factory=list)
    loose: LooseBody | None = None


@dataclass(slots=True)
class PostGroup:
    """Posts of one page and how much speaks for them.

    Attributes
    ----------
    body_chars
        Characters of all bodies outside links.
    title_share
        Share of records that are headed by a link to a page of their own (rows of a list).
    known
        Whether the site's layout book had this layout.
    layouts
        What the page teaches: one for each key of the times.
    stranger
        One lone record of no known layout on a site whose layouts are known.
    in_prose
        Whether most of the times are told in running text.
    opens
        Whether the known layout is that of opening posts.
    boundless
        One lone record whose bounds are a guess that takes in most of the page.
    instead
        Where these have no words, a record that stands alone and has: of a thread, if the page
        is one, beside the titles of others.
    """

    key: str
    posts: list[RawPost]
    author_path: str | None
    body_path: str | None
    body_chars: int
    title_share: float
    known: bool
    layouts: list[Layout] = field(default_factory=list)
    stranger: bool = False
    boundless: bool = False
    in_prose: bool = False
    opens: bool = False
    instead: PostGroup | None = None

    @property
    def told(self) -> list[tuple[str, str, list[int]]]:
        """Author, time and elements of the body of each post that has one, as shown."""
        return [
            (squeeze(post.author or ""), squeeze(post.time.raw), [post.body, *post.more])
            for post in self.posts
            if post.body is not None
        ]

    @property
    def is_named(self) -> bool:
        """Whether it may be handed out: one time and some text without a name are any page."""
        return bool(self.author_path or self.known or len(self.posts) > 1)

    @property
    def told_in_prose(self) -> bool:
        """Whether days told in a text made records of no known layout of it, or a lone one."""
        return self.in_prose and not self.known and (not self.author_path or len(self.posts) == 1)

    @property
    def confidence(self) -> float:
        """How much speaks for these being posts, 0..1."""
        if self.body_path is None:
            return 0.1
        if self.stranger:
            return 0.05
        if self.boundless or self.told_in_prose:
            return 0.15
        score = 0.35 + (0.25 if self.author_path else 0.0)
        score += 0.2 if self.known else 0.0
        score += 0.2 if len(self.posts) > 1 else 0.0
        return score * (1.0 - 0.8 * self.title_share)


def find_posts(tree: PageTree, book: LayoutBook) -> PostGroup | None:
    """Find the posts of a page.

    Parameters
    ----------
    tree
        A numbered page.
    book
        What is known of the site. It is read, not changed: see :attr:`PostGroup.layouts`.

    Returns
    -------
    PostGroup or None
        The likeliest group of records, ``None`` when no time string marks any.
    """
    groups = groups_of(tree)
    # Where every time stands in a quotation, quotations are how the page shows its posts.
    groups = [group for group in groups if not group.quoted] or groups
    if tree.hidden:
        # The card of a member tells since when he is one.
        groups = [g for g in groups if not tree.is_hidden(g.spans[0].time.node)] or groups
    if not groups:
        return None
    best: PostGroup | None = None
    asked: PostGroup | None = None
    lonely: list[tuple[RecordGroup, PostGroup]] = []
    best_score = -1.0
    chosen: RecordGroup | None = None
    lone = lone_box(tree)
    ranked = sorted(groups, key=lambda g: -_promise(tree, g, book, lone))
    # Each time that stands alone claims the whole page: these must not crowd out the others.
    several = [group for group in ranked if len(group.spans) > 1]
    alone = [group for group in ranked if len(group.spans) == 1]
    for group in several[:CLOSE_LOOKS] + alone[:CLOSE_LOOKS]:
        found = read_group(tree, group, book)
        if found is None:
            continue
        if found.known and found.body_path is not None:
            if found.opens and len(found.posts) == 1:
                asked = asked or found
                continue
            answers, found = _wider(tree, several, book, found) or (group, found)
            _add_opening(tree, groups, answers, found)
            return found
        if len(found.posts) == 1:
            lonely.append((group, found))
        score = (found.body_chars + 40.0 * len(found.posts)) * found.confidence
        score *= order_of_times(tree, group)
        if lone is not None and tree.holds(lone, group.spans[0].time.node):
            score *= 2.0
        if in_margin(tree, group):
            score *= 0.2
        if score > best_score:
            best, best_score, chosen = found, score, group
    if best is not None and chosen is not None:
        if len(best.posts) == 1 and not best.known:
            chosen, best = _headed(tree, lonely, best) or (chosen, best)
            _mend_lone(tree, best)
        _add_opening(tree, groups, chosen, best)
    if asked is not None and (best is None or best.posts[0].time is not asked.posts[0].time):
        best = asked
    if best is not None and best.body_path is None:
        best.instead = _with_words(tree, lonely)
    if best is not None and len(best.posts) == 1:
        return _answered(tree, groups, lonely, best) or best
    return best


def _with_words(tree: PageTree, lonely: list[tuple[RecordGroup, PostGroup]]) -> PostGroup | None:
    """Return the record that stands alone and has a writer and the most words, if any has."""
    whole = [
        found
        for group, found in lonely
        if found.author_path
        and found.body_path is not None
        and not (found.boundless or found.told_in_prose or in_margin(tree, group))
    ]
    return max(whole, key=lambda found: found.body_chars, default=None)


def _headed(
    tree: PageTree, lonely: list[tuple[RecordGroup, PostGroup]], told: PostGroup
) -> tuple[RecordGroup, PostGroup] | None:
    """Return the post that tells of a day, where that day was taken for when it was written."""
    if not told.told_in_prose:
        return None
    for group, found in lonely:
        if found is not told and not found.in_prose:
            _mend_lone(tree, found)
            body = found.posts[0].body
            if body is not None and tree.holds(body, told.posts[0].time.node):
                return group, found
    return None


def _answered(
    tree: PageTree,
    groups: list[RecordGroup],
    lonely: list[tuple[RecordGroup, PostGroup]],
    first: PostGroup,
) -> PostGroup | None:
    """Return a post that stands alone together with a single answer, where it has one."""
    time = first.posts[0].time
    for group, found in lonely:
        if found is not first and found.posts[0].time.node > time.node:
            _add_opening(tree, groups, group, found)
            if found.posts[0].time is time:
                return found
    return None


def _wider(
    tree: PageTree, groups: list[RecordGroup], book: LayoutBook, known: PostGroup
) -> tuple[RecordGroup, PostGroup] | None:
    """Find posts among which those of a known layout are some: of the members who began threads."""
    roots = {root for raw in known.posts for root in raw.roots}
    for group in groups:
        if len(group.spans) <= len(known.posts):
            continue
        if roots <= {root for span in group.spans for root in span.roots}:
            found = read_group(tree, group, book)
            if found is not None and found.author_path and found.body_path == known.body_path:
                return group, found
    return None


def _mend_lone(tree: PageTree, found: PostGroup) -> None:
    """Give a post that stands alone its words, where what was taken for them is not."""
    (post,) = found.posts
    if post.loose is not None:
        chars = post.loose.chars
    else:
        chars = tree.plain_len(post.body) if post.body is not None else 0
    if post.author is not None and chars >= LITTLE:
        return
    words = find_lone_words(tree, post.time, chars)
    name = tree.text(words[0]) if words is not None else ""
    if words is None or not can_be_name(name):
        return
    post.author, post.author_node, post.body = name, *words
    post.loose = None
    found.body_path = found.body_path or NAMED
    found.body_chars += tree.plain_len(words[1]) - chars


def _add_opening(
    tree: PageTree, groups: list[RecordGroup], answers: RecordGroup, found: PostGroup
) -> None:
    """Put the opening post before answers that stand in other boxes."""
    if found.title_share or not found.author_path or found.body_path in {None, LOOSE}:
        return
    if len(found.posts) == 1:
        (post,) = found.posts
        answers = replace(answers, spans=[Span(_box_of(tree, post), post.time, post.holes)])
    opening = find_opening(tree, groups, answers, found.author_path, found.body_path or "")
    if opening is not None:
        span, author, body = opening
        name = tree.text(author)
        if can_be_name(name):
            first = RawPost(span.roots, span.time, name, author, body)
            if tree.tag(body) not in CONTAINERS:
                first.more = _rest_of_body(tree, span, body, author)
            if found.layouts and (layout := _layout_of(tree, first)) is not None:
                found.layouts.append(layout)
            found.posts.insert(0, first)
            found.body_chars += tree.plain_len(body)
        return
    loose = find_loose_opening(tree, groups, answers)
    if loose is not None:
        span, author, words = loose
        # "ann (Ann of Kettles)"
        name = tree.text(author).partition(" (")[0]
        found.posts.insert(0, RawPost(span.roots, span.time, name, author, None, loose=words))
        found.body_chars += words.chars


def _layout_of(tree: PageTree, post: RawPost) -> Layout | None:
    """Return where the fields of an opening post stand: others stand there alone."""
    box = _box_of(tree, post)[0]
    if post.author_node is None or post.body is None or not tree.holds(box, post.author_node):
        return None
    if not tree.holds(box, post.body) or tree.tag(box) in {"body", "html"}:
        return None
    places = places_of(tree, [Span([box], post.time)]).first.items()
    author, body = (
        next((path for path, members in places if members.get(0) == node), None)
        for node in (post.author_node, post.body)
    )
    if author is None or body is None:
        return None
    key, root = time_key(tree, post.time), root_path_of(tree, box)
    return Layout(key, root, author_path=author, body_path=body, support=1, opens=True)


def _box_of(tree: PageTree, post: RawPost) -> list[int]:
    """Return the elements of a post that stands alone: its time claims the whole page.

    What holds all its fields is its box, where no known layout has told that already.
    """
    if len(post.roots) > 1 or post.author_node is None or post.body is None:
        return post.roots
    fields = (post.author_node, post.body, post.time.node)
    around = (post.body, *tree.ancestors(post.body))
    box = next(i for i in around if all(tree.holds(i, field) for field in fields))
    return [max(box, post.roots[0])]


def _promise(tree: PageTree, group: RecordGroup, book: LayoutBook, lone: int | None) -> float:
    plain = sum(min(sum(tree.plain_len(r) for r in s.roots), 3000) for s in group.spans)
    links = sum(tree.link_len[r] for s in group.spans for r in s.roots)
    score = plain * plain / (plain + links + 1.0)
    if any(map(book.get, group.keys or [group.key])):
        score = score * 4 + 1000
    if in_margin(tree, group):
        score *= 0.2
    if len(group.spans) == 1:
        # One time string alone claims the whole page; judge it by what stands near it.
        score = min(score, 2500.0)
        if lone is not None and tree.holds(lone, group.spans[0].time.node):
            score = 2 * score + 1000
    return score


def in_margin(tree: PageTree, group: RecordGroup) -> bool:
    """Whether records stand beside what the page shows."""
    first = group.spans[0].time.node
    return any(tree.tag(above) in MARGINS for above in tree.ancestors(first))


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
        span = bounds_of(tree, group.spans[0], known)
        if span is None:
            return None
        group = RecordGroup(group.key, [span], quoted=group.quoted)
    spans = group.spans
    places = places_of(tree, spans)
    root_path = root_path_of(tree, time_root(tree, spans[0]))
    if known is not None and known.root_path != root_path:
        known = next(filter(None, (book.get(key, root_path) for key in keys)), None)
    author_path = _trusted(places, known.author_path) if known else None
    body_path = _trusted(places, known.body_path) if known else None
    if author_path is None:
        author_path = find_author(tree, spans, places)
    if body_path is None:
        body_path = find_body(tree, spans, places, author_path)
    bodies = places.at(body_path)
    posted = without_adverts(tree, spans, bodies)
    if len(posted) < len(spans):
        own = RecordGroup(group.key, posted, group.keys, group.quoted)
        return read_group(tree, own, book, bounded=bounded)
    if author_path is None:
        author_path = find_plain_author(
            tree, spans, places, _starts(tree, spans, places, body_path)
        )
    floor_path, floors = find_floors(tree, group, places, known.floor_path if known else None)
    authors = places.at(author_path)
    id_place, post_ids = find_post_ids(
        tree, places, authors, bodies, known.id_place if known else None
    )
    if all(f is None or str(f) == i for f, i in zip(floors, post_ids, strict=True)):
        # "#1081" beside post 1081 is its number, not its floor.
        floor_path, floors = None, [None] * len(floors)
    counted = _count_posts(post_ids)
    if counted or (known is not None and known.ids_restart >= RESTARTS):
        post_ids = [None] * len(post_ids)
    posts = _raw_posts(tree, group, places, author_path, body_path)
    for raw, floor, post_id in zip(posts, floors, post_ids, strict=True):
        raw.floor, raw.post_id = floor, post_id
    chars = sum(tree.plain_len(p.body) for p in posts if p.body is not None)
    trusted = known is not None and body_path == known.body_path and chars > 0
    if not trusted and (author_path is not None or any(raw.author for raw in posts)):
        loose = _set_loose(tree, spans, posts, chars)
        if loose > chars:
            chars, body_path = loose, LOOSE
    layouts = []
    if len(spans) > 1 and body_path is not None:
        for key in keys:
            mine = [span for span in spans if time_key(tree, span.time) == key] or spans
            typical = mine[len(mine) // 2]
            at = typical.roots.index(time_root(tree, typical))
            layouts.append(
                Layout(
                    key,
                    root_path_of(tree, typical.roots[at]),
                    tuple(row_signature(tree, r) for r in typical.roots[:at]),
                    tuple(row_signature(tree, r) for r in typical.roots[at + 1 :]),
                    author_path,
                    body_path,
                    floor_path,
                    id_place,
                    int(counted),
                    len(mine),
                )
            )
    return PostGroup(
        group.key,
        posts,
        author_path,
        body_path,
        chars,
        title_share(tree, spans, places, author_path, body_path),
        known is not None,
        layouts,
        known is None and len(spans) == 1 and not bounded and book.support >= SETTLED,
        known is None and len(spans) == 1 and not bounded and _share_of_page(tree, spans[0]) > 0.7,
        2 * sum(span.time.share < SHOWN for span in spans) > len(spans),
        known is not None and known.opens,
    )


def _starts(
    tree: PageTree, spans: list[Span], places: Places, body_path: str | None
) -> dict[int, int]:
    """Where the words of records begin: in an element of their own, or loose behind another."""
    bodies = places.at(body_path)
    loose = find_loose(tree, spans, {})
    told = sum(tree.plain_len(i) for i in bodies.values())
    if sum(body.chars for body in loose.values()) > LOOSER * told:
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
    total = sum(body.chars for body in loose.values())
    if total <= LOOSER * chars:
        return 0
    for n, raw in enumerate(posts):
        raw.loose = loose.get(n)
        raw.body, raw.more = (raw.loose.head, []) if raw.loose is not None else (None, [])
    return total


def _count_posts(post_ids: list[str | None]) -> bool:
    """Whether the numbers only count the posts of the page's thread: 1, 2, 3."""
    first = post_ids[0]
    if first not in {"0", "1"}:
        return False
    return post_ids == [str(int(first) + n) for n in range(len(post_ids))]


def _share_of_page(tree: PageTree, span: Span) -> float:
    return sum(tree.text_len[r] for r in span.roots) / max(tree.text_len[0], 1)


def _trusted(places: Places, path: str | None) -> str | None:
    if path is None or len(places.first.get(path, ())) < 0.8 * places.count:
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
    out = []
    for n, span in enumerate(group.spans):
        # Where the name is dressed otherwise, its place can be that of the post's age.
        named = n in authors and not _is_clock(tree, span, authors[n])
        at, place = None, author_path if named else None
        if place is None and author_path:
            at = name_around(tree, places, author_path, n)
            if at is None:
                at = marked_name(tree, places, author_path, n)
            if at is None and len(authors) * 2 > len(group.spans):
                place = similar_path(places, author_path, n)
        if place is not None:
            at = author_at(tree, span, places, place, n)
        if at is not None and not named and _is_clock(tree, span, at):
            at = None
        if at is None and author_path:
            at = declared_name(tree, span, bodies.get(n))
        if at is not None:
            at = bare_name(tree, at)
        name = (
            tree.text(at)
            if at is not None
            else (named_beside(tree, span.time) or told_author(tree, span.roots))
        )
        if name and not can_be_name(name):
            name = None
        if n not in bodies and body_path and len(bodies) * 2 > len(group.spans):
            found = similar_place(places, body_path, n)
            if found is not None and not tree.holds(found, span.time.node):
                bodies[n] = found
        out.append(
            RawPost(span.roots, span.time, name or None, at, bodies.get(n), holes=span.holes)
        )
        if n in bodies and tree.tag(bodies[n]) not in CONTAINERS:
            out[-1].more = _rest_of_body(tree, span, bodies[n], at)
    return out


def _is_clock(tree: PageTree, span: Span, i: int) -> bool:
    """Whether an element shows when a record was written, and nothing else."""
    return tree.holds(i, span.time.node) and tree.text(i) == " ".join(span.time.raw.split())


def _rest_of_body(tree: PageTree, span: Span, first: int, author: int | None) -> list[int]:
    """Paragraphs beside the first that belong to the same bare body."""
    out = []
    for kid in tree.children(tree.parent[first]):
        if kid <= first or not any(tree.holds(root, kid) for root in span.roots):
            continue
        if tree.holds(kid, span.time.node) or (author is not None and tree.holds(kid, author)):
            break
        if tree.tag(kid) not in _BODY_PARTS or (tree.tag(kid) != "p" and not tree.plain_len(kid)):
            break
        out.append(kid)
    return out
