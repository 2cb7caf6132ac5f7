"""The opening post of a thread where it stands in other boxes than the answers."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import chain, islice
from math import inf
from typing import TYPE_CHECKING

from fpcrawl.extraction.bodies.bareboxes import is_paragraph
from fpcrawl.extraction.bodies.bodies import CONTAINERS, find_body
from fpcrawl.extraction.bodies.signedboxes import is_foot
from fpcrawl.extraction.declared import ld_texts
from fpcrawl.extraction.names.authors import author_at, tells_reactions
from fpcrawl.extraction.names.barenames import (
    is_in_charge,
    name_ahead,
    says_whose,
    starter_badge,
)
from fpcrawl.extraction.names.memberdetails import tells_of_member
from fpcrawl.extraction.names.membernames import (
    MAX_MEMBER,
    NEAR,
    leads_to_member,
    members_before,
    says_author,
)
from fpcrawl.extraction.names.namelines import bold_ahead, named_beside
from fpcrawl.extraction.names.toldtwice import CLOCK, told_twice
from fpcrawl.extraction.posts.chronology import moment_told, seconds_of
from fpcrawl.extraction.posts.places import places_of, similar_path, similar_place
from fpcrawl.extraction.posts.span import Span
from fpcrawl.extraction.rowwords import only_figures
from fpcrawl.extraction.text import weight_of
from fpcrawl.extraction.vocabulary import (
    BODY_CLASS,
    HEADINGS,
    is_menu,
)
from fpcrawl.pages.dates import parse_time
from fpcrawl.pages.siteclock import SiteClock

if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from fpcrawl.extraction.posts.places import Places
    from fpcrawl.extraction.posts.span import RecordGroup
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = [
    "ARTICLE",
    "find_lone_words",
    "find_opening",
    "find_told_opening",
    "is_heading",
    "times_before",
    "words_between",
    "words_near",
]

#: Named levels that the keys of two times share where both are those of posts.
SAME_LEVELS = 2
#: Characters outside links that an opening post has at least.
MIN_BODY = 10
#: How often a page may show the head of one post.
MAX_HEADS = 3
_BODIES = CONTAINERS | {"p", "pre", "span"}
#: What is no part of the words in a box with it, but says what they are.
_HEADS = HEADINGS | {"th"}
_TOP = frozenset({"body", "html"})
#: Times that are looked at.
MAX_TIMES = 12
#: Seconds by which the clocks of the world differ from that of Greenwich.
MAX_ZONE_S = 14 * 3600.0
DAY_S, MINUTE_S = 86_400.0, 60.0
#: Characters of what is told of a member or a thread in a head.
MAX_DETAIL = 200
#: Elements that dress a heading.
MAX_DRESS = 8
#: The words of a post that stands alone are so many times what was taken for them.
MANY_TIMES = 3
#: Characters outside links of words that are told by what stands before them alone.
MIN_WORDS = 20
#: Characters outside links that can stand beside the words of a post in one box.
MAX_BESIDE = 12
#: A time that is a smaller part of its text is told in it.
MIN_SHARE = 0.1
#: What words of an opening are called where those of the answers are not.
_DESCRIBES = re.compile(r"(?:^|[-_ ])(?:desc(?:ription)?|txt)(?=[-_ ]|$)", re.IGNORECASE)
#: What pages are declared to be that are no threads.
ARTICLE = re.compile(r"\"@type\"\s*+:\s*+\[?\s*+\"\w*(?:Article|BlogPosting)\"")


def find_opening(
    tree: PageTree,
    groups: list[RecordGroup],
    answers: RecordGroup,
    author_path: str,
    body_path: str,
    called: Set[str] = frozenset(),
    writer: int | None = None,
    said: Set[str] = frozenset(),
) -> tuple[Span, int, int] | None:
    """Find a record before the answers that is like them but for the boxes around it.

    Its time stands as theirs do, or both its author's name and its words. The text that
    comments are written to is like them in nothing.

    Parameters
    ----------
    tree
        The page.
    groups
        All groups of records on it.
    answers
        The records that were found.
    author_path, body_path
        Where the fields of the answers stand.
    called
        Names of who wrote the answers.
    writer
        Element of the name of who wrote a single answer: below its box, which is smaller than
        what it was read from, the paths are others.
    said
        What the answers say: the best of them can stand once more below the opening.

    Returns
    -------
    tuple or None
        The record, the element of its author's name and that of its body.
    """
    first = answers.spans[0]
    stop = first.start
    alike: list[tuple[Span, int, int]] = []
    for group in reversed(groups):
        if group is answers or group.quoted != answers.quoted:
            continue
        time = group.spans[0].time
        if time.node >= first.start:
            continue
        span = _shown_alike(group, answers) or _shown_apart(tree, group, first.start)
        if span is None:
            continue
        found = _fields(
            tree, span, author_path, body_path, loose_body=_alike(group.key, answers.key)
        )
        if found is not None and _is_shown_below(tree, time, found, answers, said):
            stop = min(stop, span.start)
        elif found is not None:
            alike.append((span, *found))
    if alike:
        # Further times tell when it was changed, and by when all must be done.
        return min(alike, key=lambda one: abs(one[1] - one[0].time.node))
    times = times_before(tree, groups, answers)
    if not times:
        return None
    if writer is not None:
        named = {0: writer}
    else:
        named = places_of(tree, answers.spans, answers.same).at(author_path)
    times = [time for time in times if time.node < stop]
    return _by_member(tree, times, answers, named, called, stop, body_path)


def _is_shown_below(
    tree: PageTree,
    time: TimeNode,
    found: tuple[int, int],
    answers: RecordGroup,
    said: Set[str],
) -> bool:
    """Whether one of the answers has the time, name and words of a record above them all.

    The best answers are shown there once more. Of one day somebody can begin two posts alike.
    """
    told = moment_told(time)
    fields = [tree.text(i) for i in found]
    if not (isinstance(told, float) or CLOCK.search(told) or fields[1] in said):
        return False
    again = (span for span in answers.spans if moment_told(span.time) == told)
    return any(
        all(any(text in tree.text(root) for root in span.roots) for text in fields)
        for span in again
    )


def find_told_opening(
    tree: PageTree, groups: list[RecordGroup], answers: RecordGroup, bodies: Set[str]
) -> tuple[Span, str, int] | None:
    """Find words before the answers in a box like theirs, below a line that tells whose they are.

    The line is plain text: "Submitted by ann on 3 May 2004". Where the head of the thread tells
    the same, "ann, 3 May 2004 10:20" will do, and a box that says what it holds.

    Parameters
    ----------
    tree
        The page.
    groups
        All groups of records on it.
    answers
        The records that were found.
    bodies
        Signatures of the elements that hold the words of the answers.

    Returns
    -------
    tuple or None
        The record, its author's name and the element of its words.
    """
    stop = answers.spans[0].start
    for time in times_before(tree, groups, answers):
        root = _root_before(tree, time.node, stop)
        span = Span([time.node if root is None else root], time)
        box = range(span.start, tree.end[span.start])
        beside = named_beside(tree, time)
        twice = told_twice(tree, time, box) if beside is None else None
        name = beside or twice
        if name is None:
            continue
        for i in range(tree.end[time.node], stop):
            is_like = tree.sig[i] in bodies
            if not (tree.plain_len(i) and (is_like or twice is not None)):
                continue
            if _says_body(tree, i) or (is_like and "." in tree.sig[i] and not is_heading(tree, i)):
                return span, name, i
    return None


def find_lone_words(
    tree: PageTree, time: TimeNode, known: int, named: int | None = None
) -> tuple[int, int] | None:
    """Find the words of a post that stands alone, where its head is a box of its own.

    Parameters
    ----------
    tree
        The page.
    time
        When it was written, as its head says.
    known
        Characters of what was taken for its words: a place beside the time, a count.
    named
        Element of what was taken for its author's name; it is where it leads to a member.

    Returns
    -------
    tuple or None
        The element of its author's name and that of its words, whose class says so.
    """
    # Who writes articles has a class that says so, too.
    is_article = tree.page.meta.get("og:type") == "article" or any(
        ARTICLE.search(text) for text in ld_texts(tree.page)
    )
    near = range(max(0, time.node - NEAR), min(time.node + NEAR, len(tree.nodes)))
    members = [
        i
        for i in near
        if 0 < tree.text_len[i] <= MAX_MEMBER
        and not tree.holds(i, time.node)
        and (leads_to_member(tree, i) or (not is_article and says_author(tree, i)))
    ]
    if not members:
        return None
    name = min(members, key=lambda i: abs(i - time.node))
    if named in members and leads_to_member(tree, named):
        # Behind a name there can be its menu.
        name = named
    dated = tree.dated()
    behind, ahead = max(tree.end[name], tree.end[time.node]), min(name, time.node)
    # Questions are signed below: the widest box that ends before the name.
    before = (i for i in range(max(0, ahead - NEAR), ahead) if tree.end[i] <= ahead)
    for i in (*range(behind, min(behind + 2 * NEAR, len(tree.nodes))), *before):
        if tree.tag(i) not in _BODIES or not _says_body(tree, i):
            continue
        plain = weight_of(tree.text(i)) - 2 * tree.link_len[i]
        if plain < max(MIN_WORDS, MANY_TIMES * known) or tells_of_member(tree.text(i)):
            continue
        if not dated.isdisjoint(range(i, tree.end[i])):
            return None
        inner = (j for j in range(i, tree.end[i]) if tree.text_len[j] == tree.text_len[i])
        return name, max(j for j in inner if tree.tag(j) in _BODIES and _says_body(tree, j))
    return None


def _says_body(tree: PageTree, i: int) -> bool:
    """Whether an element is called, or declared to be, what somebody wrote."""
    if is_menu(tree.sig[i]) or is_heading(tree, i):
        return False
    names = (tree.nodes[i].get(name) or "" for name in ("class", "id", "itemprop"))
    return any(map(BODY_CLASS.search, names))


def _says_opening(tree: PageTree, i: int) -> bool:
    """Whether an element is called what somebody wrote or asked, and is no menu or heading."""
    if _says_body(tree, i):
        return True
    called = _DESCRIBES.search(tree.nodes[i].get("class") or "") is not None
    return called and not is_menu(tree.sig[i]) and not is_heading(tree, i)


def is_heading(tree: PageTree, i: int) -> bool:
    """Whether an element is the heading of the page, or dresses it."""
    around = range(i, min(i + MAX_DRESS, tree.end[i]))
    return any(tree.tag(j) == "h1" and tree.text_len[j] == tree.text_len[i] for j in around)


def _by_member(
    tree: PageTree,
    times: list[TimeNode],
    answers: RecordGroup,
    named: Mapping[int, int],
    called: Set[str],
    stop: int,
    body_path: str,
) -> tuple[Span, int, int] | None:
    """Find a time before the answers beside a member's name, and the words behind both.

    Most software writes the first post into boxes of other names than the answers, but whose
    name leads to a member there does so here; where no name does, all are of one class, or
    one of their own that says what they are.
    """
    first = answers.spans[0].time
    writer = named.get(0)
    sig, levels = body_path.rpartition("/")[2], body_path.count("/")
    built = [i for i in range(stop) if tree.sig[i] == sig] if "." in sig else []
    alike = [(i, tree.ancestors(i, max(levels, 1))) for i in built]
    badges = [badge for time in times if (badge := starter_badge(tree, time.node)) is not None]
    for known in chain([badges], members_before(tree, named, called, stop)):
        members = [
            i for i in known if not (is_in_charge(tree, i) or tells_reactions(tree, tree.parent[i]))
        ]
        best: tuple[int, Span, int, int] | None = None
        for time in times if members else ():
            name = min(members, key=lambda i: abs(i - time.node))
            is_first = writer is not None and tree.text(name) == tree.text(writer)
            may_be = is_first and _may_be(tree, time, first)
            if may_be and any(t.full or CLOCK.search(t.raw) for t in (time, first)):
                continue  # the head of a thread, whose first post is the first record
            # In an element like theirs, no farther from the name, stand the words of an opening
            # that is built as the answers are, and only tells its time elsewhere.
            like = {i for i, around in alike if any(tree.holds(box, name) for box in around)}
            found = _post_beside(tree, time, name, members, stop, like)
            if may_be and found is not None and not _says_body(tree, found[1]):
                continue  # nor does a day alone tell it from an opening that has words
            if found is not None and (best is None or best[0] > abs(name - time.node)):
                best = abs(name - time.node), found[0], name, found[1]
        if best is not None:
            return best[1:]
    return None


def _post_beside(
    tree: PageTree,
    time: TimeNode,
    name: int,
    members: list[int],
    stop: int,
    like: Set[int],
) -> tuple[Span, int] | None:
    """Return the post of a time and a name beside it, and the element of its words.

    Parameters
    ----------
    like
        Elements built as those of what the answers say.
    """
    if abs(name - time.node) > NEAR or tree.holds(name, time.node):
        return None
    said = named_beside(tree, time) or bold_ahead(tree, time)
    if said is not None and said not in {tree.text(name), name_ahead(tree, name)}:
        return None
    root = _root_before(tree, time.node, stop)
    # The words stand in one box with both, or their box is named so: else it is the
    # head of the whole thread, which further pages show too.
    first, others = min(name, time.node), sorted([time.node, *members])
    body = None
    if root is not None and tree.holds(root, name):
        body = words_between(tree, first, tree.end[root], others)
        if body is None:
            # Questions are signed below.
            body = words_between(tree, root, first, others, only_named=True)
    if body is None or tree.plain_len(body) <= MAX_DETAIL:
        # What stands beside name and time can tell of the member.
        behind = words_between(tree, first, stop, others, only_named=True, like=like)
        if body is None or (
            behind is not None
            and (
                tree.plain_len(behind) >= MANY_TIMES * tree.plain_len(body)
                # A note above the words tells how old they are.
                or (behind > body and any(tree.holds(body, time.node) for time in tree.times))
            )
        ):
            body = behind
    if body is None:
        return None
    return Span([time.node if root is None else root], time), body


def words_near(tree: PageTree, name: int, stop: int, members: list[int]) -> tuple[int, int] | None:
    """Return the record of a name before the answers, and the element of its words.

    Parameters
    ----------
    name
        Element of the name.
    stop
        Where the answers begin.
    members
        Elements of all names before them, in order.
    """
    root = _root_before(tree, name, stop)
    if root is None:
        return None
    end = tree.end[root]
    body = words_between(tree, name, end, members)
    if body is None:
        # Questions are signed below.
        body = words_between(tree, root, name, members, only_named=True)
    if body is None:
        body = words_between(tree, root, name, members)
    if body is None:
        body = words_between(tree, end, stop, members, only_named=True)
    return (root, body) if body is not None else None


def times_before(tree: PageTree, groups: list[RecordGroup], answers: RecordGroup) -> list[TimeNode]:
    """Return times before the answers that may be of an opening post, the nearest first."""
    now = tree.page.fetched
    first = answers.spans[0]
    told = {moment_told(span.time) for span in answers.spans}
    # Several posts can be of one day, or of "3 months ago".
    told = {time for time in told if isinstance(time, float) or CLOCK.search(time)}
    others = [g for g in groups if g is not answers and g.quoted == answers.quoted]
    times = [span.time for group in others for span in group.spans[:MAX_HEADS]]
    # 25.03.04 is read as its language does, too: one post can write a year out and others not.
    latest = {
        order: seconds_of(first.time, now, order) or inf
        for order in (None, SiteClock(lang=tree.page.lang).order)
    }
    # An answer of which only the day is told can be later than the hour told before it.
    day = None if first.time.full else parse_time(first.time.raw, now=now)
    lasts = DAY_S if day is not None and day.precision == "day" else 0.0
    # What a head says of the first answer is no post before it, nor is the clock of the page.
    before = (
        time
        for time in sorted(times, key=lambda time: -time.node)
        if time.node < first.start
        and time.share >= MIN_SHARE
        and moment_told(time) not in told
        and any(
            (seconds_of(time, now, order) or 0.0)
            # One that names its zone beside one that does not.
            <= moment + lasts + MAX_ZONE_S * ((time.full is None) != (first.time.full is None))
            for order, moment in latest.items()
        )
    )
    return list(islice(before, MAX_TIMES))


def _may_be(tree: PageTree, time: TimeNode, other: TimeNode) -> bool:
    """Whether a time is another, or its day."""
    if _said(time) == _said(other):
        return True
    one, two = (seconds_of(t, tree.page.fetched) for t in (time, other))
    if one is None or two is None:
        return False
    if CLOCK.search(time.raw):
        # One of both can leave out the seconds.
        return bool(CLOCK.search(other.raw)) and one // MINUTE_S == two // MINUTE_S
    # Both can tell the minute in attributes, in forms of their own.
    return abs(one - two) <= (MINUTE_S if time.full and other.full else DAY_S)


def _said(time: TimeNode) -> str:
    return time.full or time.raw


def words_between(
    tree: PageTree,
    start: int,
    stop: int,
    holders: list[int],
    *,
    only_named: bool = False,
    like: Set[int] = frozenset(),
) -> int | None:
    """Return the deepest element of most words between two that holds none of some others.

    Parameters
    ----------
    holders
        Elements, in order.
    only_named
        Whether its class must say that it holds what somebody wrote.
    like
        Elements that need not say so.
    """
    # Characters of headings before each element: a title is not what somebody wrote.
    heads = [0]
    behind = start
    titles: set[int] = set()
    for i in range(start, stop):
        if i < behind:
            titles.add(i)
        own = i >= behind and tree.tag(i) in _HEADS
        heads.append(heads[-1] + (tree.text_len[i] if own else 0))
        behind = tree.end[i] if own else behind
    best: tuple[int, int] | None = None
    below = start
    for i in range(start, stop):
        at = bisect_left(holders, i)
        if i < below or (at < len(holders) and holders[at] < tree.end[i]):
            continue
        if tree.end[i] > stop or tree.tag(i) not in _BODIES or i in titles:
            continue
        if only_named and i not in like and not _says_opening(tree, i):
            continue
        plain = tree.plain_len(i) - heads[tree.end[i] - start] + heads[i - start]
        if only_named and MIN_WORDS > plain >= MIN_WORDS / 2:
            # Chinese characters count twice.
            plain = min(MIN_WORDS, weight_of(tree.text(i)) - 2 * tree.link_len[i])
        if plain >= max(MIN_WORDS, tree.link_len[i]) and (best is None or plain >= best[0]):
            dressed = tree.tag(i) not in CONTAINERS or is_paragraph(tree, i)
            if best is not None and plain == best[0] and dressed:
                continue
            if is_foot(tree.nodes[i], tree.text(i)):
                below = tree.end[i]
                continue
            best = plain, i
    if best is None:
        return None
    if tree.tag(best[1]) in CONTAINERS:
        return _words_within(tree, *best)
    # Of paragraphs side by side the first; the others belong to it.
    last = max((j for j in holders if j < best[1]), default=start)
    beside = [i for i in tree.children(tree.parent[best[1]]) if last < i <= best[1]]
    return next((i for i in beside if tree.tag(i) == tree.tag(best[1])), best[1])


def _words_within(tree: PageTree, plain: int, box: int) -> int:
    """Return what says that it holds the words in a box, if hardly more stands beside it.

    How many voted for them, and where to share them.
    """
    inside = (
        i
        for i in range(box + 1, tree.end[box])
        if plain - MAX_BESIDE <= tree.plain_len(i) < plain
        and tree.tag(i) in CONTAINERS
        and _says_body(tree, i)
    )
    return box if _says_body(tree, box) else next(inside, box)


def _fields(
    tree: PageTree, span: Span, author_path: str, body_path: str, *, loose_body: bool
) -> tuple[int, int] | None:
    """Return the elements of name and words of a record, if both are like the answers'."""
    time = span.time
    places = places_of(tree, [span])
    path, body = similar_path(places, author_path, 0), similar_place(places, body_path, 0)
    if path is None and (same := _same_below(places, author_path, body_path)) is not None:
        path, body = same
    author = starter_badge(tree, time.node)
    if author is None and path is not None:
        author = author_at(tree, span, places, path, 0)
    if author is None or tree.holds(author, time.node) or only_figures(tree.text(author)):
        return None
    if body is None and loose_body:
        path = find_body(tree, [span], places, None)
        body = places.first[path].get(0) if path else None
    if body is None or tree.tag(body) not in _BODIES or tree.plain_len(body) < MIN_BODY:
        return None
    if tree.holds(body, time.node) or tree.holds(body, author) or is_heading(tree, body):
        return None
    if says_whose(tree.text(body)):
        return None
    return author, body


def _same_below(places: Places, author_path: str, body_path: str) -> tuple[str, int] | None:
    """Return the path of the name of a record and the element of its words, without any class.

    Below its box both stand just where they do below those of the answers.
    """
    box = next(iter(places.first)).partition("/")[0]
    inside = [path.partition("/")[2] for path in (author_path, body_path)]
    author, body = (places.first.get(f"{box}/{path}", {}) for path in inside)
    return (f"{box}/{inside[0]}", body[0]) if all(inside) and author and body else None


def _shown_apart(tree: PageTree, group: RecordGroup, stop: int) -> Span | None:
    """Return the one record that all times of a group are of, before the answers.

    A page can hold the head of a post twice, for wide and for narrow screens.
    """
    times = [span.time for span in group.spans]
    if len(times) > MAX_HEADS or len({tree.text(time.node) for time in times}) > 1:
        return None
    roots = {_root_before(tree, time.node, stop) for time in times}
    root = roots.pop()
    return Span([root], times[0]) if root is not None and not roots else None


def _shown_alike(group: RecordGroup, answers: RecordGroup) -> Span | None:
    """Return a group's first record if most of the others are answers too.

    Answers can carry a time more than the opening does, such as one declared for machines.
    """
    first, *others = group.spans
    if not others:
        return None
    known = {root for span in answers.spans for root in span.roots}
    same = sum(any(root in known for root in span.roots) for span in others)
    inside = first.roots[-1] < answers.spans[0].start and known.isdisjoint(first.roots)
    return first if inside and 2 * same > len(others) else None


def _root_before(tree: PageTree, node: int, stop: int) -> int | None:
    """Highest element around one that ends before another begins."""
    best = None
    for above in tree.ancestors(node):
        if tree.end[above] > stop or tree.tag(above) in _TOP:
            break
        best = above
    return best


def _alike(one: str, other: str) -> bool:
    mine, theirs = one.split("/"), other.split("/")
    alike = 0
    while alike < min(len(mine), len(theirs)) and mine[-alike - 1] == theirs[-alike - 1]:
        alike += 1
    return sum("." in name for name in mine[len(mine) - alike :]) >= SAME_LEVELS
