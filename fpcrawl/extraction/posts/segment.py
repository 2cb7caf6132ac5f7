"""From time strings to records: which stretches of a page are one post each.

The idea is Algorithm 1 of the WEMLVF paper without its layout part: time strings with the
same key (here the tag path with classes) mark one kind of record; a record is the largest
stretch around its time string that holds no other of that kind. Records that span several
sibling rows are put together by the order in which the rows repeat.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from itertools import islice, pairwise
from math import inf
from typing import TYPE_CHECKING

from fpcrawl.extraction.posts.chronology import seconds_on
from fpcrawl.extraction.posts.kinds import ITEMS, SHOWN, counterparts, kinds_of, part_by_dress
from fpcrawl.extraction.posts.published import published
from fpcrawl.extraction.posts.siblings import add_lead, join_rows
from fpcrawl.extraction.posts.span import RecordGroup, Span
from fpcrawl.extraction.posts.threadindex import thread_index
from fpcrawl.extraction.posts.timecolumns import part_by_column
from fpcrawl.extraction.ranges import holds_one
from fpcrawl.extraction.vocabulary import BODY_CLASS, POST_ID

if TYPE_CHECKING:
    from collections.abc import Set

    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = [
    "groups_marked",
    "groups_of",
    "largest_alone",
    "time_key",
]

#: Levels of the tag path that make the key of a time string.
KEY_LEVELS = 5
#: What stands between the time of a post and that of its last change.
_DASHES = frozenset("- – — / | · • → »".split())
#: What is counted of a thread, at the end of a line of so many characters.
_COUNTS = re.compile(r"(?:[^\W\d]{2,20}\s?[:：]\s?\d[\d.,]{0,11}\W{0,5}){2}$")
MAX_COUNTS = 80
#: Characters outside links of what somebody wrote, at least.
MIN_SAID = 20
#: Elements around a time among which the box of its record is looked for.
MAX_NESTING = 12
#: Elements from a time up to what holds its record that are compared.
MAX_WAY = 16
#: Elements above a time among which a quotation is looked for.
QUOTE_LEVELS = 4
#: Keys on one page that are looked at, those of the most times: each is compared with the others.
MAX_KEYS = 300
#: Elements around a hidden time among which its record's links are looked for.
FORM_LEVELS = 3
INLINE = frozenset("a abbr b bdi em font i small span strong time u".split())
#: What can be around a time and dress it.
WRAPS = INLINE - {"a"}


def time_key(tree: PageTree, time: TimeNode) -> str:
    """Key of a time string: the lower end of the tag path of the block it stands in.

    Inline wrappers are left out: one board writes "yesterday" into a span and dates bare.
    """
    block = _block_of(tree, time.node)
    path = tree.lower_path(block, KEY_LEVELS)
    above, _, name = path.rpartition("/")
    tag, _, token = name.partition(".")
    # Old times are written into another inline element than those of this week.
    return f"{above}/span.{token}" if token and tag in INLINE and tag != "a" else path


def _block_of(tree: PageTree, node: int) -> int:
    """Return what says which time it is: a block, or an inline element with a class.

    Of inline elements with the same text the outermost: one board writes "yesterday" into one
    element of its box for times, and older times into two.
    """
    while tree.sig[node] in INLINE and tree.parent[node] >= 0:
        node = tree.parent[node]
    above = tree.parent[node]
    while above >= 0 and tree.tag(above) in WRAPS and tree.text_len[above] == tree.text_len[node]:
        if tree.sig[above] not in INLINE:
            node = above
        above = tree.parent[above]
    return node


def groups_of(tree: PageTree) -> list[RecordGroup]:
    """All groups of records that the time strings of a page mark.

    Parameters
    ----------
    tree
        A numbered page.

    Returns
    -------
    list of RecordGroup
        One for each key, in the order of first appearance; spans in document order.
    """
    by_key: dict[tuple[str, bool], list[TimeNode]] = {}
    blank = _blank_links(tree) if tree.hidden else []
    for time in _published_times(tree):
        if blank and _is_blank_form(tree, time.node, blank):
            continue
        times = by_key.setdefault((time_key(tree, time), _quoted(tree, time)), [])
        if times and _is_shown_again(tree, times[-1], time):
            # On narrow screens it stands elsewhere.
            times[-1] = max(times[-1], time, key=lambda one: one.full is not None)
        elif times and _goes_on(tree, times[-1], time):
            continue
        elif not times or _block_of(tree, times[-1].node) != _block_of(tree, time.node):
            times.append(time)
        elif times[-1].share < SHOWN <= time.share:
            times[-1] = time  # beside what its words tell
    return _with_bare_answers(tree, _grouped(tree, by_key))


def groups_marked(tree: PageTree, marks: list[TimeNode]) -> list[RecordGroup]:
    """All groups of records that something else than their times marks, as these do.

    Parameters
    ----------
    marks
        Where it stands, in document order.
    """
    by_key: dict[tuple[str, bool], list[TimeNode]] = {}
    for mark in marks:
        by_key.setdefault((time_key(tree, mark), _quoted(tree, mark)), []).append(mark)
    return _with_bare_answers(tree, _grouped(tree, by_key), dated=False)


def _grouped(tree: PageTree, by_key: dict[tuple[str, bool], list[TimeNode]]) -> list[RecordGroup]:
    if len(by_key) > MAX_KEYS:
        most = set(sorted(by_key, key=lambda k: -len(by_key[k]))[:MAX_KEYS])
        by_key = {key: times for key, times in by_key.items() if key in most}
    by_key = part_by_dress(tree, part_by_column(tree, by_key), _block_of)
    groups = []
    for keys, times in kinds_of(tree, by_key):
        key = max(keys, key=lambda k: len(by_key[k]))
        named = [name for name, _ in keys] if len(keys) > 1 else []
        group = RecordGroup(key[0], _spans(tree, times), named, key[1])
        for name in named:
            # They were found to be of one kind, whatever that was told by.
            group.same.update(counterparts(name, group.key, least=0))
        groups.append(group)
    return groups


def _with_bare_answers(
    tree: PageTree, groups: list[RecordGroup], *, dated: bool = True
) -> list[RecordGroup]:
    """Put answers among what they answer where both stand in boxes that no name tells apart."""
    out: list[RecordGroup] = []
    for group in groups:
        both = ((one, _answering(tree, group, one, dated=dated)) for one in out)
        outer, spans = next((pair for pair in both if pair[1]), (group, []))
        if not spans:
            out.append(group)
            continue
        outer.spans = spans
        outer.keys = [*(outer.keys or [outer.key]), group.key]
    return out


def _answering(
    tree: PageTree, inner: RecordGroup, outer: RecordGroup, *, dated: bool
) -> list[Span]:
    """Return records and those that answer them, in boxes alike, each within one of the former.

    Answers are later than what they answer, a quotation is older. Empty where they are no answers,
    and where but one is answered, without a number of its own as the answers have: that can be
    the page. Where no times tell, all must have numbers.
    """
    around = max(tree.parent[outer.spans[0].start], 0)
    if inner.quoted != outer.quoted:
        return []
    if not tree.holds(around, inner.spans[0].time.node):
        return []
    times = [span.time for span in (*outer.spans, *inner.spans)]
    chains = [_chain(tree, _block_of(tree, time.node)) for time in times]
    if (len(outer.spans) < 2 or not dated) and not all(
        _is_numbered(tree, chain[0]) for chain in chains
    ):
        return []
    boxes = _boxes_alike(tree, chains)
    if boxes is None:
        return []
    own = dict(zip(boxes, times, strict=True))
    told = seconds_on(tree)
    for box, time in islice(own.items(), len(outer.spans), None):
        above = next((i for i in tree.ancestors(box) if i in own), None)
        if above is None or (dated and (told(time) or 0) < (told(own[above]) or inf)):
            return []
    spans = [Span([box], time) for box, time in sorted(own.items())]
    _note_holes(tree, spans)
    return spans


def _is_numbered(tree: PageTree, i: int) -> bool:
    return POST_ID.fullmatch(tree.nodes[i].get("id") or "") is not None


def _chain(tree: PageTree, i: int) -> list[int]:
    """Return an element and those around it, the nearest first."""
    return [i, *tree.ancestors(i, MAX_NESTING)]


def _is_shown_again(tree: PageTree, one: TimeNode, other: TimeNode) -> bool:
    """Whether two elements side by side show the same time and nothing else."""
    if one.raw != other.raw:
        return False
    first, second = _block_of(tree, one.node), _block_of(tree, other.node)
    if tree.nodes[first].getnext() is not tree.nodes[second]:
        return False
    shown = len(one.raw)
    return (
        max(tree.text_len[first], tree.text_len[second]) <= shown
        and not (tree.nodes[first].tail or "").strip()
    )


def _goes_on(tree: PageTree, one: TimeNode, other: TimeNode) -> bool:
    """Whether a time stands right behind another, and a dash between: when that was changed."""
    first, second = _block_of(tree, one.node), _block_of(tree, other.node)
    element = tree.nodes[first]
    return (
        element.getnext() is tree.nodes[second]
        and (element.tail or "").strip() in _DASHES
        and tree.text_len[first] <= len(one.raw)
        and tree.text_len[second] <= len(other.raw)
    )


def _published_times(tree: PageTree) -> list[TimeNode]:
    """Return the times that can be when something was published.

    Entries of hAtom may tell nothing else but when they were updated, which then is also when
    they were published. Source: https://microformats.org/wiki/hatom
    """
    dated = {time.node for time in tree.times}
    times = [time for time in tree.times if published(tree, time, dated)]
    if len(times) > 1 and (listed := thread_index(tree)):
        # Those of the other messages of the thread, each on a page of its own.
        times = [t for t in times if not any(t.node in rows for rows in listed)] or times
    head = next((one for one, other in pairwise(times) if _heads_thread(tree, one, other)), None)
    if head is not None:
        times.remove(head)
    updated = [
        time
        for time in tree.times
        if "updated" in (tree.nodes[time.node].get("class") or "").lower().split()
        and published(tree, time, dated, named=False)
    ]
    if len(updated) <= sum(time.share >= SHOWN and not _quoted(tree, time) for time in times):
        return times
    return sorted({t.node: t for t in (*times, *updated)}.values(), key=lambda time: time.node)


def _heads_thread(tree: PageTree, time: TimeNode, other: TimeNode) -> bool:
    """Whether a line with a time counts answers and views, and the next time is that of a post.

    "Started by ann, 3 May 2024, 10:00 · Replies: 4 · Views: 1,246". Where the words of a post
    stand between both, the next time is that of an answer to them.
    """
    if time.share >= other.share or not _counts_answers(tree, time):
        return False
    told = seconds_on(tree)
    began, written = told(time), told(other)
    if began is None or written is None or began > written:
        return False
    if _counts_answers(tree, other):
        return False
    return not _said_between(tree, time.node, other.node)


def _said_between(tree: PageTree, node: int, other: int) -> bool:
    """Whether an element that is called after words, and holds some, stands between two others."""
    return any(
        tree.end[i] <= other
        and tree.plain_len(i) >= MIN_SAID
        and any(BODY_CLASS.search(tree.nodes[i].get(name) or "") for name in ("class", "id"))
        for i in range(tree.end[node], other)
    )


def _counts_answers(tree: PageTree, time: TimeNode) -> bool:
    return _COUNTS.search(tree.text(time.node)[-MAX_COUNTS:]) is not None


def _blank_links(tree: PageTree) -> list[int]:
    """Links that have neither words nor an address."""
    links = (i for i, tag in enumerate(tree.tags) if tag == "a" and not tree.text_len[i])
    return [i for i in links if tree.nodes[i].get("href") == ""]


def _is_blank_form(tree: PageTree, i: int, blank: list[int]) -> bool:
    """Whether a time stands in a hidden box from which a script makes new records.

    The link to who wrote them is blank there.
    """
    if not tree.is_hidden(i):
        return False
    box = (i, *tree.ancestors(i, FORM_LEVELS))[-1]
    return holds_one(blank, box, tree.end[box])


def _quoted(tree: PageTree, time: TimeNode) -> bool:
    """Whether a time stands near the top of a quotation: it is that of the quoted post.

    What has the number of a post is none, whatever it is built as, nor what holds it.
    """
    if _is_numbered(tree, time.node):
        return False
    for above in tree.ancestors(time.node, QUOTE_LEVELS):
        if _is_numbered(tree, above):
            return False
        if tree.tag(above) in {"blockquote", "q"}:
            return True
    return False


def _spans(tree: PageTree, times: list[TimeNode]) -> list[Span]:
    roots = [
        largest_alone(
            tree,
            time.node,
            times[i - 1].node if i else -1,
            times[i + 1].node if i + 1 < len(times) else len(tree.nodes),
        )
        for i, time in enumerate(times)
    ]
    spans = [Span([root], time) for root, time in zip(roots, times, strict=True)]
    if len(spans) < 2:
        return spans
    _unwrap(tree, spans)
    alone = _take_out_of_lists(tree, spans)
    if _nest(tree, spans):
        return spans
    by_parent: dict[int, list[Span]] = {}
    for span in spans:
        by_parent.setdefault(tree.parent[span.start], []).append(span)
    nodes = sorted(time.node for time in times)
    for above, members in by_parent.items():
        if above >= 0 and len(members) > 1:
            join_rows(tree, above, members, nodes)
    add_lead(tree, alone, spans)
    return spans


def _unwrap(tree: PageTree, spans: list[Span]) -> None:
    """Take boxes that only move an answer to the right off it.

    They stand beside a record, one for each level, and hold one like it with nothing around.
    """
    beside = {(tree.parent[span.start], tree.sig[span.start]) for span in spans}
    if len(beside) < 2:
        return
    for span in spans:
        root = inner = span.start
        step = tree.sig[root]
        while tree.sig[inner] == step:
            whole = (i for i in tree.children(inner) if tree.text_len[i] == tree.text_len[root])
            inner = next(whole, root)
            if inner == root:
                break
        if inner != root and (tree.parent[root], tree.sig[inner]) in beside:
            span.roots = [inner]


def _take_out_of_lists(tree: PageTree, spans: list[Span]) -> list[Span]:
    """Take a record that is alone in its list out of it, where others stand in such lists.

    An advert between the posts of a page can part their list into several.

    Returns
    -------
    list of Span
        The records that were taken out.
    """
    alone: list[Span] = []
    above = [tree.parent[span.start] for span in spans]
    many = {i for i, count in Counter(above).items() if i >= 0 and count > 1}
    lists = {
        (tree.sig[i], tree.tag(s.start)) for i, s in zip(above, spans, strict=True) if i in many
    }
    ways = {_way(tree, s) for i, s in zip(above, spans, strict=True) if i in many}
    for span in spans:
        if tree.parent[span.start] in many:
            continue
        row = _row_of(tree, span, lists, ways)
        if row is not None:
            span.roots = [kid for kid in tree.children(tree.parent[row]) if kid >= row]
            alone.append(span)
    return alone


def _row_of(
    tree: PageTree, span: Span, lists: Set[tuple[str, str]], ways: Set[tuple[str, ...]]
) -> int | None:
    """Return the element around a time that stands in a list as those of other records do.

    Where no list has a name, many elements stand in one of their kind: then it is the one from
    which the way to the time is that of others.
    """
    found = None
    longest = max(map(len, ways), default=0)
    way: list[str] = []
    for i in (span.time.node, *tree.ancestors(span.time.node)):
        if i <= span.start or (found is not None and len(way) >= longest):
            break
        way.append(tree.tag(i))
        if (tree.sig[tree.parent[i]], way[-1]) in lists:
            if tuple(way[:MAX_WAY]) in ways:
                return i
            found = i if found is None else found
    return found


def _way(tree: PageTree, span: Span) -> tuple[str, ...]:
    """Return the kinds of the elements from the time of a record up to what holds it."""
    chain = (span.time.node, *tree.ancestors(span.time.node, MAX_WAY))
    return tuple(tree.tag(i) for i in chain if i >= span.start)[:MAX_WAY]


def _nest(tree: PageTree, spans: list[Span]) -> bool:
    """Widen records that hold their answers, which were cut down to their heads.

    A record that holds another cannot be the largest stretch alone; it is known by the
    signature of those that hold none.
    """
    boxes = _nested_boxes(tree, spans)
    if boxes is not None:
        for span, box in zip(spans, boxes, strict=True):
            span.roots = [box]
        _note_holes(tree, spans)
        return True
    whole = [span for span in spans if tree.plain_len(span.start) > len(span.time.raw)]
    if not whole:
        return False
    usual, count = Counter(tree.sig[span.start] for span in whole).most_common(1)[0]
    if count < 2:
        # Only heads are left of records that hold others.
        cut = 1 < len(whole) < len(spans)
        shared = _shared_box(tree, whole) if cut else None
        if shared is None:
            return False
        usual = shared
    widened = False
    taken = {span.start for span in spans if tree.sig[span.start] == usual}
    for span in spans:
        if tree.sig[span.start] == usual:
            continue
        for above in tree.ancestors(span.time.node):
            if tree.sig[above] == usual:
                if above not in taken:
                    span.roots = [above]
                    taken.add(above)
                    widened = True
                break
    if widened:
        _note_holes(tree, spans)
    return widened


def _note_holes(tree: PageTree, spans: list[Span]) -> None:
    starts = sorted(span.start for span in spans)
    for span in spans:
        first = bisect_right(starts, span.start)
        span.holes = starts[first : bisect_left(starts, tree.end[span.start])]


def _nested_boxes(tree: PageTree, spans: list[Span]) -> list[int] | None:
    """Boxes of one signature around each time alone, where some stand inside others.

    Of a record that holds its answers, the largest stretch without them is a head or a foot:
    then the stretches are of several signatures.
    """
    nodes = [span.time.node for span in spans]
    chains = [_chain(tree, node) for node in nodes]
    sigs = {tree.sig[span.start] for span in spans}
    if len(sigs) < 2:
        return _boxes_alike(tree, chains) if "." not in sigs.pop() else None
    tried = set()
    for top in chains[0]:
        name = tree.sig[top]
        if name in tried or not ("." in name or name in ITEMS):
            continue
        tried.add(name)
        boxes = [next((i for i in chain if tree.sig[i] == name), -1) for chain in chains]
        if -1 in boxes or len(set(boxes)) < len(boxes):
            continue
        order = sorted(boxes)
        nested = sum(b < tree.end[a] for a, b in pairwise(order))
        wider = sum(box < span.start for box, span in zip(boxes, spans, strict=True))
        if nested and wider:
            return boxes
    alike = _boxes_alike(tree, chains)
    if alike is None or any(box > span.start for box, span in zip(alike, spans, strict=True)):
        # A time in the words of one post makes no narrower boxes of all.
        return None
    return alike


def _boxes_alike(tree: PageTree, chains: list[list[int]]) -> list[int] | None:
    """Boxes without names as far above each time, where some stand inside others.

    Each holds its time in elements of the same kinds, and no other of them stands between. They
    are the largest that do, as the records of the site are that hold no answers.
    """
    found = None
    for level in range(min(map(len, chains))):
        boxes = [chain[level] for chain in chains]
        names = {tree.sig[i] for i in boxes}
        if len(names) > 1 or len(set(boxes)) < len(boxes):
            break
        own = set(boxes)
        alone = all(own.isdisjoint(chain[:level]) for chain in chains)
        nested = any(b < tree.end[a] for a, b in pairwise(sorted(boxes)))
        if level and alone and nested and "." not in names.pop():
            found = boxes
    return found


def _shared_box(tree: PageTree, whole: list[Span]) -> str | None:
    """Signature of the highest box that all of some records have around their time."""
    chains = []
    for span in whole:
        inside = [i for i in tree.ancestors(span.time.node) if i >= span.start]
        chains.append([tree.sig[i] for i in inside if tree.plain_len(i) > len(span.time.raw)])
    for name in reversed(chains[0]):
        if "." in name and all(name in chain for chain in chains[1:]):
            return name
    return None


def largest_alone(tree: PageTree, node: int, before: int, after: int) -> int:
    """Highest ancestor of ``node`` that holds neither neighbour."""
    best = node
    above = tree.parent[node]
    while above >= 0 and not (above <= before < tree.end[above] or after < tree.end[above]):
        best = above
        above = tree.parent[best]
    return best
