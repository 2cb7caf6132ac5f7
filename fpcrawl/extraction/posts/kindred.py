"""Records of several kinds on one page: answers, and the comments on them or beside them."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from fpcrawl.extraction.names.membernames import (
    BOLD,
    MAX_MEMBER,
    NEAR,
    leads_to_member,
    links_at_root,
    member_links,
    only_name,
    whole_of,
)
from fpcrawl.extraction.names.namelines import text_ahead
from fpcrawl.extraction.names.nonames import count_on, tell_nobody
from fpcrawl.extraction.names.usernames import is_name
from fpcrawl.extraction.posts.bounds import bounds_of, is_post_box
from fpcrawl.extraction.posts.chronology import seconds_of, seconds_on
from fpcrawl.extraction.posts.kinds import SHOWN
from fpcrawl.extraction.posts.margins import in_margin
from fpcrawl.extraction.posts.postgroup import LOOSE, NAMED
from fpcrawl.extraction.posts.readgroup import read_group
from fpcrawl.extraction.posts.segment import largest_alone
from fpcrawl.extraction.posts.span import RecordGroup, Span
from fpcrawl.extraction.text import DOTS, loose_ahead, weight_of
from fpcrawl.extraction.vocabulary import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from fpcrawl.extraction.posts.layout import LayoutBook
    from fpcrawl.extraction.posts.postgroup import PostGroup, RawPost
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = ["add_kindred"]

#: Share of the records of a kind that must have a writer and words.
MOST = 0.8
#: Share of the words found before that must be found again.
KEPT = 0.8
#: Characters of the words of a kind of records, on average; a Chinese one counts twice.
MIN_WORDS = 20
#: Of several that members of the site have signed.
FEW_WORDS = 8
MINUTE_S, DAY_S = 60.0, 86400.0
#: What parts a name from what stands around it.
AROUND = " ,|»›–—-([" + DOTS


def add_kindred(
    tree: PageTree,
    groups: list[RecordGroup],
    chosen: RecordGroup,
    found: PostGroup,
    book: LayoutBook,
) -> tuple[RecordGroup, PostGroup]:
    """Put records of other kinds among those of one, where members of the site sign them, too.

    Where questions are answered, each answer can be commented on: comments stand inside the
    answers, or in turn with them, and are built otherwise. Which of both kinds has more words
    is chance.

    Parameters
    ----------
    tree
        The page.
    groups
        All groups of records on it.
    chosen, found
        The likeliest of them, and its posts.
    book
        What is known of the site.

    Returns
    -------
    tuple of RecordGroup and PostGroup
        All records, and their posts in the order of the page.
    """
    # The rows of a list tell of one thread twice: when it began, and when it was answered last.
    if found.title_share or not _has_fields(found):
        return chosen, found
    others = [g for g in groups if g is not chosen and g.quoted == chosen.quoted]
    others = [group for group in others if not _is_in_prose(group)]
    if not others:
        return chosen, found
    signers = [post.author_node for post in found.posts if post.author_node is not None]
    names = member_links(tree, signers)
    boxes = set[int | None]()
    if not names:
        boxes = {_box_of(tree, post.time.node) for post in found.posts}
        others = [g for g in others if len(g.spans) > 1 or _has_box(tree, g.spans[0], boxes)]
        names = links_at_root(tree, signers)
    are_plain = not names
    if are_plain:
        names = _dressed_alike(tree, signers)
    own = replace(chosen, spans=[Span(post.roots, post.time, post.holes) for post in found.posts])
    taken, told = _signers(tree, names, own.spans), _heads(tree, names, own.spans)
    seconds = _seconds(tree, own.spans)
    now = max(tree.page.fetched.timestamp(), _latest(tree, own.spans)) + DAY_S
    kinds, marks = [own], {span.time.node for span in own.spans}
    told_names = {i: tree.text(i) for i in names}
    for group in others:
        near = _signers(tree, names, group.spans)
        is_bold = are_plain and any(tree.sig[i] in BOLD for i in near)
        if is_bold and _is_worded(tree, group, found, boxes):
            continue
        heads = _heads(tree, names, group.spans)
        if sum(near[i] < taken.get(i, NEAR + 1) for i in near) < MOST * len(group.spans):
            # They have no names, or are told of records beside their names again.
            plain = _plain_signers(tree, group.spans, own.spans) if are_plain else {}
            if not plain:
                continue
            near = dict.fromkeys(plain, 0)
            signed = zip(plain.values(), group.spans, strict=True)
            heads = {_head(tree, name, span) for name, span in signed}
        again = _seconds(tree, group.spans) & seconds
        if 2 * len(heads & told) > len(heads) or 2 * len(again) > len(group.spans):
            continue  # the heads of records are shown twice
        if are_plain and _latest(tree, group.spans) > now:
            continue  # what is to come was not written yet
        # Its writers can have been taken for those of what was found.
        is_owner = any(tree.holds(i, name) or tree.holds(name, i) for i in signers for name in near)
        if _is_quoted(tree, group, found, is_owner=is_owner) or in_margin(tree, group):
            continue
        marks.update(span.time.node for span in group.spans)
        taken |= near
        other = _bounded(tree, group, found, book)
        if other is not None and _are_among(tree, other.spans, own.spans):
            kinds.append(other)
    if max(len(group.spans) for group in kinds) == 1:
        # Of records that all stand alone each must say for itself that it is a post.
        first = {_box_of(tree, own.spans[0].time.node)}
        kinds = [own, *(g for g in kinds[1:] if _has_box(tree, g.spans[0], first))]
    if len(kinds) == 1:
        return chosen, found
    least = MIN_WORDS if are_plain else FEW_WORDS
    return _together(tree, kinds, found, sorted(marks), book, least, told_names) or (chosen, found)


def _has_fields(found: PostGroup) -> bool:
    """Whether records have places for writers and words."""
    return found.author_path is not None and found.body_path not in {None, LOOSE}


def _dressed_alike(tree: PageTree, signers: Sequence[int]) -> list[int]:
    """Return what can be names in elements like those of some: of one class, or in bold.

    What is dressed so can hold the name, or be within it.
    """
    dress = set[str]()
    for i in signers:
        own = {tree.sig[j] for j in whole_of(tree, i)}
        own = {sig for sig in own if "." in sig or sig in BOLD}
        if not own:
            return []
        dress |= own
    sizes = enumerate(tree.text_len)
    return [i for i, size in sizes if 0 < size <= MAX_MEMBER and tree.sig[i] in dress]


def _is_worded(
    tree: PageTree, group: RecordGroup, found: PostGroup, boxes: Collection[int | None]
) -> bool:
    """Whether a time stands among the words of a post, where bold is what it stresses.

    One in an element that says to be a post is none of these words.
    """
    bodies = {i for post in found.posts for i in (post.body, *post.more) if i is not None}
    return any(
        not bodies.isdisjoint((span.time.node, *tree.ancestors(span.time.node)))
        and not _has_box(tree, span, boxes)
        for span in group.spans
    )


def _is_in_prose(group: RecordGroup) -> bool:
    """Whether most times are told in running text."""
    return 2 * sum(span.time.share < SHOWN for span in group.spans) > len(group.spans)


def _signers(tree: PageTree, names: Sequence[int], spans: Sequence[Span]) -> dict[int, int]:
    """Return the names that stand nearest to the times of some records, and how near.

    One in the element of a time is nearer than any other.
    """
    out = dict[int, int]()
    for node in (span.time.node for span in spans):
        at = bisect_left(names, node)
        beside = names[max(0, at - 1) : at + 1]
        near = sorted((not tree.holds(node, i), abs(i - node), i) for i in beside)
        for _, distance, i in near[:1]:
            if distance <= min(NEAR, out.get(i, NEAR)):
                out[i] = distance
    return out


def _plain_signers(tree: PageTree, spans: Sequence[Span], others: Sequence[Span]) -> dict[int, str]:
    """Return what tells the names of some records by its place alone, the only one in their lines.

    A name can stand loose ahead of the time: then it is the element of the time. Nothing is told
    where any line has none, or all have the same. What is said of the times of other records as
    well is no name: "written on".
    """
    out = dict[int, str]()
    labels = {span.time.label for span in others}
    for time in (span.time for span in spans):
        loose = loose_ahead(tree.nodes[time.node])
        ahead = (loose if time.label in labels else text_ahead(tree, time)).strip(AROUND)
        node = time.node if ahead else only_name(tree, time)
        if node is None or not is_name(ahead or tree.text(node)):
            return {}
        out[node] = ahead or tree.text(node)
    names = list(out.values())
    if tell_nobody(names) or (len(names) > 1 and count_on(names)):
        return {}
    return out if len(out) == len(spans) else {}


def _heads(tree: PageTree, names: Sequence[int], spans: Sequence[Span]) -> set[tuple[str, int]]:
    """Who wrote each record, and in which minute."""
    signed = ((span, i) for span in spans for i in _signers(tree, names, [span]))
    return {_head(tree, tree.text(i), span) for span, i in signed}


def _head(tree: PageTree, name: str, span: Span) -> tuple[str, int]:
    moment = seconds_of(span.time, tree.page.fetched) or 0.0
    return name, int(moment / MINUTE_S)


def _seconds(tree: PageTree, spans: Sequence[Span]) -> set[float]:
    """Return the times of records that are told to the second."""
    moments = (seconds_of(span.time, tree.page.fetched) for span in spans)
    return {moment for moment in moments if moment is not None and moment % MINUTE_S}


def _latest(tree: PageTree, spans: Sequence[Span]) -> float:
    moments = (seconds_of(span.time, tree.page.fetched) or 0.0 for span in spans)
    return max(moments, default=0.0)


def _is_quoted(tree: PageTree, group: RecordGroup, found: PostGroup, *, is_owner: bool) -> bool:
    """Whether some times stand in the words or boxes of later posts: of what these answer to.

    Comments are later than what they comment on, also where they were taken for its words.

    Parameters
    ----------
    is_owner
        Whether boxes are those of the records with these times, not of the posts.
    """
    boxes = [_box_of(tree, span.time.node) for span in group.spans]
    owners = {_box_of(tree, post.time.node): post for post in found.posts}
    if is_owner or len(owners) < len(found.posts) or not owners.keys() >= set(boxes):
        owners = {}
    # Words above the head of a record can be those of another kind of record.
    words = {p.body: p for p in found.posts if p.body is not None and p.body > p.time.node}
    pairs: list[tuple[TimeNode, TimeNode]] = []
    for span, box in zip(group.spans, boxes, strict=True):
        holders = [words[i] for i in tree.ancestors(span.time.node) if i in words]
        holders += [owners[box]] if box is not None and box in owners else []
        pairs += ((span.time, holder.time) for holder in holders)
    if not pairs:
        return False
    told = seconds_on(tree)
    return any((told(time) or 0.0) < (told(other) or inf) for time, other in pairs)


def _box_of(tree: PageTree, node: int) -> int | None:
    """Return the nearest element around a time that says that it is a post."""
    return next((i for i in (node, *tree.ancestors(node)) if is_post_box(tree, i)), None)


def _has_box(tree: PageTree, span: Span, boxes: Collection[int | None]) -> bool:
    """Whether an element says that it is the post of a time, and is none of those of others."""
    box = _box_of(tree, span.time.node)
    return box is not None and box not in boxes


def _bounded(
    tree: PageTree, group: RecordGroup, found: PostGroup, book: LayoutBook
) -> RecordGroup | None:
    """Return a group with the bounds of a record that stands alone, if they are known.

    A box is another record's, or that of all, where one begins in it before.
    """
    if len(group.spans) > 1:
        return group
    time, known = group.spans[0].time, book.get(group.key)
    box = _box_of(tree, time.node)
    for span in (bounds_of(tree, group.spans[0], known), Span([box], time) if box else None):
        if span is None or not (known is not None or is_post_box(tree, span.start)):
            continue
        if not any(span.start <= post.time.node < time.node for post in found.posts):
            return replace(group, spans=[span])
    return None


def _are_among(tree: PageTree, others: Sequence[Span], spans: Sequence[Span]) -> bool:
    """Whether records of two kinds stand among each other, or all say that they are posts."""
    return (
        _stand_in(tree, others, spans)
        or _stand_in(tree, spans, others)
        or all(_are_boxed(tree, kind) for kind in (others, spans))
    )


def _are_boxed(tree: PageTree, spans: Sequence[Span]) -> bool:
    """Whether all records stand in boxes that say that they are posts."""
    return all(_box_of(tree, span.time.node) is not None for span in spans)


def _stand_in(tree: PageTree, inner: Sequence[Span], outer: Sequence[Span]) -> bool:
    """Whether a time of some records stands between the first and the last of others."""
    start, stop = outer[0].start, max(tree.end[span.roots[-1]] for span in outer)
    return any(start <= span.time.node < stop for span in inner)


def _together(
    tree: PageTree,
    kinds: list[RecordGroup],
    found: PostGroup,
    marks: Sequence[int],
    book: LayoutBook,
    least: int,
    names: Mapping[int, str],
) -> tuple[RecordGroup, PostGroup] | None:
    """Read kinds of records of which some stand inside others; the first was found before.

    Parameters
    ----------
    least
        Characters of the words of several records, on average.
    names
        Element -> what can be the name of who wrote one of them.
    """
    cut = [_cut(tree, group, marks) for group in kinds]
    starts = sorted({span.start for spans in cut for span in spans})

    def read(n: int) -> list[PostGroup]:
        # It can be cut down to its head, and the buttons there, by those that stand below its
        # words.
        ways = (replace(kinds[n], spans=cut[n]), _with_holes(tree, kinds[n], cut[n], starts))
        told = filter(None, (_read(tree, way, book, least, names) for way in ways))
        return sorted(told, key=lambda found: found.body_chars, reverse=True)

    told = [ways for ways in map(read, range(1, len(kinds))) if ways]
    again = next(iter(read(0)), None) if told else None
    if again is None:
        return None
    # The box of all comments on an answer can be the answer's own, with the answer's words.
    others = [
        next((way for way in ways if not _share_fields(tree, again, way)), ways[0]) for ways in told
    ]
    fitting: list[PostGroup] = []
    for other in others:
        if _is_said(tree, other, found):
            continue  # the best answer is shown once more
        if not any(_share_fields(tree, other, known) for known in fitting):
            fitting.append(other)
    main = found
    if any(_share_fields(tree, found, other) for other in fitting):
        # What was found are fields of the other kind, or this one shows its times twice.
        main = again
        fitting = [other for other in fitting if not _share_fields(tree, again, other)]
    known = found.body_chars - sum(_head_chars(tree, other, found) for other in fitting)
    if not fitting or sum(one.body_chars for one in (main, *fitting)) < KEPT * known:
        return None
    _part_numbers([main, *fitting])
    main.kinds = 1 + len(fitting)
    main.body_chars += sum(other.body_chars for other in fitting)
    main.layouts += [layout for other in fitting for layout in other.layouts]
    posts = [post for one in (main, *fitting) for post in one.posts]
    main.posts = sorted(posts, key=lambda post: post.roots[0])
    spans = [Span(post.roots, post.time, post.holes) for post in main.posts]
    return replace(kinds[0], spans=spans), main


def _is_said(tree: PageTree, other: PostGroup, found: PostGroup) -> bool:
    """Whether what some records say is shown once more by others, in elements of their own."""
    mine, theirs = (
        {post.body: (post.author, tree.text(post.body)) for post in one.posts if post.body}
        for one in (other, found)
    )
    again = set(theirs.values()).issuperset(mine.values())
    return bool(mine) and again and mine.keys().isdisjoint(theirs)


def _head_chars(tree: PageTree, other: PostGroup, found: PostGroup) -> int:
    """Characters of some records beside their words, where they stand in what others say."""
    bodies = [i for post in found.posts for i in (post.body, *post.more) if i is not None]
    return sum(
        sum(map(tree.plain_len, post.roots)) - post.plain_len(tree)
        for post in other.posts
        if any(tree.holds(body, post.roots[0]) for body in bodies)
    )


def _part_numbers(kinds: list[PostGroup]) -> None:
    """Keep the numbers of records of one kind apart from those of another.

    Comments are counted for themselves, and what holds those on an answer has its number.
    """
    taken = set[str]()
    for kind in sorted(kinds, key=_are_comments):
        numbers = {post.post_id for post in kind.posts if post.post_id is not None}
        is_own = taken.isdisjoint(numbers)
        taken |= numbers
        for post in kind.posts:
            if not is_own:
                post.post_id = None
            elif post.post_id is not None and _are_comments(kind):
                post.post_id = f"comment-{post.post_id}"
        if not is_own:
            kind.layouts = [replace(layout, id_place=None) for layout in kind.layouts]
    posts = [post for kind in kinds for post in kind.posts]
    if any(post.post_id is None for post in posts):
        # Floors that one kind shows are not those which the other is counted by.
        for post in posts:
            post.floor = None


def _are_comments(kind: PostGroup) -> bool:
    return "comment" in kind.key


def _share_fields(tree: PageTree, one: PostGroup, other: PostGroup) -> bool:
    """Whether some writers or words of two kinds are the same, and not cut out of the others."""
    mine, theirs = _fields_of(one), _fields_of(other)
    return _within(tree, mine, theirs, other) or _within(tree, theirs, mine, one)


def _within(tree: PageTree, inner: set[int], outer: set[int], whole: PostGroup) -> bool:
    """Whether some elements stand in others, which are fields of records, outside their holes."""
    holes = {hole for post in whole.posts for hole in post.holes}
    around = ((i, *tree.ancestors(i)) for i in inner)
    return any(not outer.isdisjoint(way) and holes.isdisjoint(way) for way in around)


def _fields_of(found: PostGroup) -> set[int]:
    fields = (i for post in found.posts for i in (post.author_node, post.body, *post.more))
    return {i for i in fields if i is not None}


def _cut(tree: PageTree, group: RecordGroup, marks: Sequence[int]) -> list[Span]:
    """Return the parts of records around their times that hold no time of another.

    They are cut alike: one answer has comments and the next one has none.
    """
    chains = []
    for span in group.spans:
        node = span.time.node
        at = bisect_left(marks, node)
        after = marks[at + 1] if at + 1 < len(marks) else len(tree.nodes)
        root = largest_alone(tree, node, marks[at - 1] if at else -1, after)
        around = [i for i in (node, *tree.ancestors(node)) if i >= root]
        inside = [i for i in around if any(tree.holds(own, i) for own in span.roots)]
        chains.append(inside or [node])
    boxes = [next((n for n, i in enumerate(c, 1) if is_post_box(tree, i)), 0) for c in chains]
    if all(boxes):
        # What is around them is what they stand in.
        chains = [chain[:n] for chain, n in zip(chains, boxes, strict=True)]
    least = min(map(len, chains))
    tag = next(tree.tag(chain[-1]) for chain in chains if len(chain) == least)
    return [
        Span([chain[least - 1] if tree.tag(chain[least - 1]) == tag else chain[-1]], span.time)
        for span, chain in zip(group.spans, chains, strict=True)
    ]


def _with_holes(
    tree: PageTree, group: RecordGroup, cut: Sequence[Span], starts: Sequence[int]
) -> RecordGroup:
    """Return records without those of all kinds that stand in them."""
    spans = []
    for span, own in zip(group.spans, cut, strict=True):
        first, last = span.roots[0], tree.end[span.roots[-1]]
        inside = starts[bisect_left(starts, first + 1) : bisect_left(starts, last)]
        spans.append(Span(span.roots, span.time, [i for i in inside if i != own.start]))
    return replace(group, spans=spans)


def _are_of_holes(tree: PageTree, posts: Sequence[RawPost]) -> bool:
    """Whether words of posts are hardly more than those of other records that stand in them."""
    rest = []
    for post in posts:
        inside = [i for i in post.holes if post.body is not None and tree.holds(post.body, i)]
        if post.body is not None and inside:
            rest.append(tree.text_len[post.body] - sum(tree.text_len[i] for i in inside))
    return sum(rest) < MIN_WORDS * len(rest)


def _sign(tree: PageTree, found: PostGroup, names: Mapping[int, str]) -> None:
    """Name those who wrote records by what stands nearest to each time of it.

    A record that stands alone has nothing that tells its name from its words, but that those of
    the others are dressed alike.
    """
    if found.author_path is not None or any(post.author for post in found.posts):
        return
    order, told = sorted(names), list[int]()
    for post in found.posts:
        words = {post.body, *post.more}
        inside = [
            i
            for root in post.roots
            for i in order[bisect_left(order, root) : bisect_left(order, tree.end[root])]
            if not any(tree.holds(hole, i) for hole in post.holes)
            and words.isdisjoint((i, *tree.ancestors(i)))
            and is_name(names[i])
        ]
        told += list(_signers(tree, inside, [Span(post.roots, post.time)]))[:1]
    if len(told) < len(found.posts):
        return
    if not all(leads_to_member(tree, i) for i in told) and tell_nobody([names[i] for i in told]):
        return
    for post, i in zip(found.posts, told, strict=True):
        post.author, post.author_node = names[i], i
    found.author_path = NAMED


def _read(
    tree: PageTree, group: RecordGroup, book: LayoutBook, least: int, names: Mapping[int, str]
) -> PostGroup | None:
    """Read records, if they have writers and words, also beside others that stand among these."""
    found = read_group(tree, group, book, bounded=True)
    if found is not None:
        _sign(tree, found, names)
    if found is None or found.title_share or not _has_fields(found):
        return None
    told = [post for post in found.posts if post.author and post.plain_len(tree)]
    if _are_of_holes(tree, told):
        return None
    bodies = [post.body for post in told if post.body is not None]
    if all(tree.tag(i) in HEADINGS for i in bodies):
        return None
    texts = {tree.text(i) for i in bodies}
    if len(told) < MOST * len(found.posts) or 2 * len(texts) <= len(told):
        return None
    # Short ones are believed in boxes of their own, not in that of what they comment on.
    boxes = ((span.start, _box_of(tree, span.time.node)) for span in group.spans)
    is_boxed = all(box is not None and start <= box for start, box in boxes)
    if is_boxed:
        return found
    said = sum(weight_of(tree.text(i)) - 2 * tree.link_len[i] for i in bodies)
    return found if said >= (least if len(told) > 1 else MIN_WORDS) * len(told) else None
