"""Posts of pages that tell no times: records around the names of who wrote them.

Questions with their answers, guest books and small comment systems can do without any; of other
pages the opening post alone tells when it was written. Names stand on many pages that show no
posts, so that such records are believed only where the page says in several ways what they are
(:mod:`fpcrawl.extraction.posts.undatedsigns`).
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from fpcrawl.extraction.bodies.bodies import CONTAINERS
from fpcrawl.extraction.build import body_parts
from fpcrawl.extraction.names.barenames import bare_name
from fpcrawl.extraction.names.membernames import BOLD
from fpcrawl.extraction.names.namemarks import NameMark, bold_marks, name_marks
from fpcrawl.extraction.names.toldtwice import CLOCK
from fpcrawl.extraction.names.usernames import is_name
from fpcrawl.extraction.posts.bounds import is_post_box, known_record
from fpcrawl.extraction.posts.kinds import SHOWN
from fpcrawl.extraction.posts.layout import UNDATED
from fpcrawl.extraction.posts.lonepost import add_opening
from fpcrawl.extraction.posts.margins import in_margin, stands_beside
from fpcrawl.extraction.posts.opening import words_between, words_near
from fpcrawl.extraction.posts.postgroup import LOOSE, NAMED, RawPost
from fpcrawl.extraction.posts.published import published
from fpcrawl.extraction.posts.readgroup import read_group
from fpcrawl.extraction.posts.segment import groups_marked, groups_of
from fpcrawl.extraction.posts.siblings import row_signature, rows_alike
from fpcrawl.extraction.posts.span import RecordGroup, Span
from fpcrawl.extraction.posts.undatedsigns import (
    PageSigns,
    are_numbered,
    count_signs,
    counted_box,
    is_called_answer,
    is_post_anchor,
    lead_away,
)
from fpcrawl.extraction.ranges import Ranges, holds_one
from fpcrawl.extraction.text import squeeze, weight_of
from fpcrawl.extraction.tree import TimeNode

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fpcrawl.extraction.posts.layout import LayoutBook
    from fpcrawl.extraction.posts.postgroup import PostGroup
    from fpcrawl.extraction.tree import PageTree

__all__ = ["find_undated"]

#: Stands for a time that no text of a page holds.
NOWHERE = "\x00"
#: Signs that records are posts, and that one is without an opening before it, at least.
ENOUGH, ENOUGH_ALONE = 2, 3
#: Groups of records that are looked at closely.
LOOKS = 4
#: Records of a page that are read, at most: names that are looked for in each cost more of many.
MOST_RECORDS = 800
#: Share of the records that must have words, and of these the different ones.
MOST = 0.8
#: Mean weight of the words of a record, and share of them in links at most.
MIN_WORDS, MAX_LINKED = 16, 0.5
#: Records from which on all are hardly of one writer.
MANY = 3
_FORM = frozenset({"h1", "textarea"})


def find_undated(
    tree: PageTree, book: LayoutBook, dated: PostGroup | None, *, opens: bool = True
) -> PostGroup | None:
    """Find the posts of a page whose answers tell no times.

    Parameters
    ----------
    tree
        A numbered page.
    book
        What is known of the site.
    dated
        What was found by times: nothing, rows of a list, or a single post.
    opens
        Whether one of them can be an opening that is built otherwise: what comments are written
        to is none.

    Returns
    -------
    PostGroup or None
        Posts in the order of the page. Their time is an empty string at the element of the name.
    """
    page = PageSigns(tree)
    if dated is not None and dated.posts[0].made is not None:
        dated = None  # lines alone part its words from the rest of the page
    names = name_marks(tree) or (bold_marks(tree) if page.is_guestbook else [])
    if dated is not None and len(dated.posts) > 1:
        # Rows of a list name people, too.
        rows = Ranges((root, tree.end[root]) for post in dated.posts for root in post.roots)
        names = [mark for mark in names if mark.node not in rows]
    named = {mark.node: mark for mark in names}
    told = [time for time in tree.times if published(tree, time) or _is_shown(time)]
    opening = dated.posts[0] if dated is not None and len(dated.posts) == 1 else None
    alone: PostGroup | None = None
    for find in (named.values, partial(_boxes, tree), partial(_anchors, tree)):
        found_marks = list(find())
        marks = [TimeNode(mark.node, mark.name, None, 1.0) for mark in found_marks]
        called = named | {mark.node: mark for mark in found_marks if mark.name != NOWHERE}
        best = _best(tree, book, groups_marked(tree, marks), called, told, page, opening)
        if best is None:
            continue
        group, found, signs = best
        for post in found.posts:
            post.time = TimeNode(post.time.node, "", None, 1.0)
        if opens:
            _add_first(tree, group, found, dated, named)
        if dated is None:
            _tell_first(tree, found.posts[0], told)
        if len(found.posts) > 1:
            return found
        if alone is None and (signs >= ENOUGH_ALONE or found.known):
            alone = found
    return alone


def _boxes(tree: PageTree) -> Iterator[NameMark]:
    """Yield boxes that say that they are posts, in which a name can stand in plain text."""
    boxes = (i for i in range(len(tree.nodes)) if is_post_box(tree, i))
    return (NameMark(i, NOWHERE) for i in boxes)


def _anchors(tree: PageTree) -> Iterator[NameMark]:
    """Yield other elements that have the number of a post, or the name in bold behind one.

    An empty place to link to can stand ahead of a line that says no more: "<a name=p7></a><b>ann".
    """
    for i in range(len(tree.nodes)):
        if not is_post_anchor(tree, i) or is_post_box(tree, i):
            continue
        behind = tree.nodes[i].getnext()
        at = tree.number.get(behind, -1) if not tree.text_len[i] and behind is not None else -1
        loose = squeeze(tree.nodes[i].tail or "")
        if at >= 0 and not loose and tree.tag(at) in BOLD and is_name(tree.text(at)):
            yield NameMark(at, tree.text(at))
        else:
            yield NameMark(i, NOWHERE)


def _best(
    tree: PageTree,
    book: LayoutBook,
    groups: list[RecordGroup],
    named: Mapping[int, NameMark],
    told: Sequence[TimeNode],
    page: PageSigns,
    opening: RawPost | None,
) -> tuple[RecordGroup, PostGroup, int] | None:
    """Return the records that say most of those that are posts, and how much tells that they are.

    Parameters
    ----------
    named
        Names by their element.
    told
        Times that can be those of posts: words can tell of days, heads tell when.
    opening
        The only post that was found by its time.
    """
    shown = sorted({time.node for time in told if time.share >= SHOWN})
    best: tuple[RecordGroup, PostGroup, int] | None = None
    looks = 0
    for group in sorted(groups, key=lambda group: -group.plain_len(tree)):
        known = _known(tree, group, book)
        bounded = known or _bounded(tree, group, page)
        if bounded is None or group.quoted or in_margin(tree, bounded):
            continue
        spans = bounded.spans
        if len(spans) > MOST_RECORDS:
            continue
        if sum(_holds(tree, span.roots, shown) for span in spans) > 1:
            continue
        taught = any(map(book.get, bounded.keys or [bounded.key]))
        signs = count_signs(tree, spans, page, known=taught)
        least = ENOUGH if known is None else 1
        talked = signs > 0 and len(spans) > 1 and are_numbered(tree, spans)
        if talked and opening is not None and opening.body is not None:
            # Of records alike the first tells when: the opening, and the others answer it.
            signs += _holds(tree, spans[0].roots, [opening.time.node])
        may_return = talked and len(spans) >= MANY
        if signs + may_return < least:
            continue
        looks += 1
        if looks > LOOKS:
            break
        nodes = [time.node for time in told]
        found = _read(tree, bounded, book, named, nodes)
        if found is None and len(spans) > 1 and _holds(tree, spans[0].roots, shown):
            # The head of an opening that tells a time can be built otherwise.
            bounded = replace(bounded, spans=spans[1:])
            found = _read(tree, bounded, book, named, nodes)
        if found is None or signs + (may_return and _return(found)) < least:
            continue
        if best is None or found.body_chars > best[1].body_chars:
            best = bounded, found, signs
    return best


def _known(tree: PageTree, group: RecordGroup, book: LayoutBook) -> RecordGroup | None:
    """Return a record that stands alone where others of the site do, with its bounds."""
    keys = [UNDATED + key for key in group.keys or [group.key]]
    if len(group.spans) > 1 or not any(map(book.get, keys)):
        return None
    known = known_record(tree, group.spans[0], keys, book)
    return replace(group, key=keys[0], keys=keys, spans=[known[1]]) if known is not None else None


def _bounded(tree: PageTree, group: RecordGroup, page: PageSigns) -> RecordGroup | None:
    """Return records with the box of one that stands alone, ``None`` where it has none."""
    key, keys = UNDATED + group.key, [UNDATED + key for key in group.keys]
    if len(group.spans) > 1:
        return replace(group, key=key, keys=keys, spans=_with_last_rows(tree, group.spans))
    time = group.spans[0].time
    own = counted_box(tree, time.node, page)
    for i in tree.ancestors(time.node):
        if tree.tag(i) not in CONTAINERS | {"article", "li", "section", "tr"}:
            continue
        if not _FORM.isdisjoint(tree.tags[i : tree.end[i]]):
            return None
        if (i == own or is_called_answer(tree, i)) and tree.plain_len(i) >= MIN_WORDS:
            return replace(group, key=key, keys=keys, spans=[Span([i], time)])
    return None


def _with_last_rows(tree: PageTree, spans: list[Span]) -> list[Span]:
    """Give the last of some records the rows that end the one before it, if they follow it.

    Where an opening has a row more, that of its time, rows do not tell where the last record ends.
    """
    *_, before, last = spans
    rows = list(last.roots)
    behind = (kid for kid in tree.children(tree.parent[last.start]) if kid > rows[-1])
    for wanted, row in zip(before.roots[len(rows) :], behind, strict=False):
        if not rows_alike(row_signature(tree, row), row_signature(tree, wanted)):
            return spans
        rows.append(row)
    return [*spans[:-1], replace(last, roots=rows)] if len(rows) > len(last.roots) else spans


def _is_shown(time: TimeNode) -> bool:
    """Whether a time stands for itself, to the minute: no day on which somebody joined does."""
    return time.share >= SHOWN and CLOCK.search(time.full or time.raw) is not None


def _holds(tree: PageTree, roots: Sequence[int], nodes: Sequence[int]) -> bool:
    """Whether one of some elements, in order, stands in others."""
    return any(holds_one(nodes, root, tree.end[root]) for root in roots)


def _tells_when(tree: PageTree, post: RawPost, times: Sequence[int]) -> bool:
    """Whether a time stands in a record beside its words."""
    words = [i for i in (post.body, *post.more) if i is not None]
    inside = (node for node in times if any(tree.holds(root, node) for root in post.roots))
    return any(not any(tree.holds(i, node) for i in words) for node in inside)


def _tell_first(tree: PageTree, post: RawPost, told: Sequence[TimeNode]) -> None:
    """Give the first post the time of day that stands in it beside its words, if one does."""
    words = [i for i in (post.body, *post.more) if i is not None]
    for time in told:
        inside = any(tree.holds(root, time.node) for root in post.roots)
        if inside and not any(tree.holds(i, time.node) for i in words) and CLOCK.search(time.raw):
            post.time = time
            _take_time_off(tree, post)
            return


def _take_time_off(tree: PageTree, post: RawPost) -> None:
    """Leave the time of a post out of its name: "<td>ann<br><time>2 May 2024</time></td>"."""
    at = post.author_node
    if at is None or not tree.holds(at, post.time.node):
        return
    name = next(filter(None, map(squeeze, tree.nodes[at].itertext())), "").rstrip(" :：")
    if is_name(name):
        post.author = name


def _read(
    tree: PageTree,
    group: RecordGroup,
    book: LayoutBook,
    named: Mapping[int, NameMark],
    times: Sequence[int],
) -> PostGroup | None:
    """Read records, ``None`` where they are no posts."""
    found = read_group(tree, group, book, bounded=True)
    if found is None or found.body_path is None or found.title_share:
        return None
    worded = [post for post in found.posts if post.plain_len(tree)]
    bodies = [post.body for post in worded if post.body is not None]
    # Words of an opening can stand elsewhere.
    if len(worded) < min(MOST * len(group.spans), len(group.spans) - 1) or not bodies:
        return None
    if any(not _FORM.isdisjoint(tree.tags[i : tree.end[i]]) for i in bodies):
        return None
    texts = [_text_of(tree, post) for post in worded]
    if found.body_path != LOOSE:
        linked = sum(tree.link_len[i] for i in bodies)
        if linked > MAX_LINKED * sum(tree.text_len[i] for i in bodies):
            return None
    if sum(map(weight_of, texts)) < MIN_WORDS * len(bodies) or len(set(texts)) < MOST * len(texts):
        return None
    if lead_away(tree, found.posts):
        return None
    headed = sum(_tells_when(tree, post, times) for post in found.posts)
    if headed > 1 and 2 * headed > len(found.posts):
        return None
    _name_all(tree, found, named)
    for post in found.posts:
        post.author = post.author.rstrip(" :：") if post.author else None
    names = [post.author for post in found.posts if post.author]
    if len(names) < MOST * len(found.posts) or len(set(names)) < min(len(names), MANY) - 1:
        return None
    found.author_path = found.author_path or NAMED
    found.posts = [post for post in found.posts if post.body is not None]
    return found


def _return(found: PostGroup) -> bool:
    """Whether somebody wrote again after others had, which no list of members shows."""
    names = [post.author for post in found.posts if post.author]
    return any(name in names[: n - 1] for n, name in enumerate(names) if n and names[n - 1] != name)


def _text_of(tree: PageTree, post: RawPost) -> str:
    return squeeze(" ".join("".join(part.itertext()) for part in body_parts(tree, post)))


def _name_all(tree: PageTree, found: PostGroup, named: Mapping[int, NameMark]) -> None:
    """Give posts the names that mark them, where these were not found there."""
    for post in found.posts:
        mark = named.get(post.time.node)
        at = post.author_node
        if mark is None or (
            post.author
            and at is not None
            and (tree.holds(mark.node, at) or tree.holds(at, mark.node))
        ):
            continue
        if mark.is_loose:
            post.author, post.author_node = mark.name, None
        else:
            at = bare_name(tree, mark.node)
            is_whole = mark.name == tree.text(mark.node)
            post.author, post.author_node = tree.text(at) if is_whole else mark.name, at


def _add_first(
    tree: PageTree,
    group: RecordGroup,
    found: PostGroup,
    dated: PostGroup | None,
    names: Mapping[int, NameMark],
) -> None:
    """Put the opening post before the answers, or tell when it was written if it is the first."""
    first, count = found.posts[0], len(found.posts)
    if dated is not None and not dated.title_share:
        known = dated.posts[0]
        marks = sorted(i for i in (known.time.node, known.body) if i is not None)
        for n, post in enumerate(found.posts):
            if not _holds(tree, post.roots, marks):
                continue
            # Ahead of it stands what tells how many answers there are, and when the last came.
            shown = [time.node for time in tree.times if time.share >= SHOWN]
            found.posts[:n] = [p for p in found.posts[:n] if not _holds(tree, p.roots, shown)]
            _take_known(tree, post, known)
            return
    spans = [Span(post.roots, post.time, post.holes) for post in found.posts]
    add_opening(tree, groups_of(tree), replace(group, spans=spans), found)
    stop = first.roots[0]
    if len(found.posts) == count and dated is not None and not dated.title_share:
        known = dated.posts[0]
        if known.author and known.body is not None and tree.end[known.roots[-1]] <= stop:
            found.posts.insert(0, known)
            found.body_chars += known.plain_len(tree)
    if len(found.posts) > count:
        return
    before = sorted(i for i in names if i < stop)
    for name in reversed(before):
        if stands_beside(tree, name):
            continue
        near = words_near(tree, name, stop, before)
        if near is None:
            continue
        root, body = near
        opening = RawPost([root], TimeNode(name, "", None, 1.0), names[name].name, name, body)
        found.posts.insert(0, opening)
        found.body_chars += tree.plain_len(body)
        return


def _take_known(tree: PageTree, post: RawPost, known: RawPost) -> None:
    """Give a post what was found by its time: when it was written, its writer and its words."""
    post.time = known.time
    at = known.author_node
    if known.author and (at is None or any(tree.holds(root, at) for root in post.roots)):
        post.author, post.author_node = known.author, at
    else:
        _take_time_off(tree, post)
    if known.body is not None and any(tree.holds(root, known.body) for root in post.roots):
        post.body, post.more, post.loose = known.body, known.more, known.loose
    elif post.body is not None and tree.holds(post.body, known.time.node):
        # The time stands where the others have their words.
        behind, end = tree.end[known.time.node], tree.end[post.roots[-1]]
        rest = [i for i in tree.children(post.body) if i >= behind and tree.plain_len(i)]
        few = max(rest, key=tree.plain_len, default=None)
        words = words_between(tree, behind, end, [])
        post.body, post.more = (few if words is None else words), []
