"""Posts that stand alone: openings in boxes of their own, single answers, their words."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from fpcrawl.extraction.areas import is_titled_between
from fpcrawl.extraction.bodies.bareboxes import rest_of_body
from fpcrawl.extraction.bodies.bodies import CONTAINERS, is_title
from fpcrawl.extraction.names.barenames import bare_name, name_ahead
from fpcrawl.extraction.names.membernames import sent_by
from fpcrawl.extraction.names.namelines import bold_ahead
from fpcrawl.extraction.names.toldtwice import CLOCK, is_called_so, line_ahead, told_twice
from fpcrawl.extraction.names.usernames import is_name
from fpcrawl.extraction.posts.bounds import is_post_box, root_path_of
from fpcrawl.extraction.posts.chronology import moment_told
from fpcrawl.extraction.posts.layout import Layout
from fpcrawl.extraction.posts.letters import writer_of
from fpcrawl.extraction.posts.loose import behind_colon
from fpcrawl.extraction.posts.looseopening import (
    find_loose_opening,
    find_loose_words,
    find_signed_words,
)
from fpcrawl.extraction.posts.margins import in_margin
from fpcrawl.extraction.posts.numberedopening import find_numbered_opening, read_numbered
from fpcrawl.extraction.posts.opening import (
    find_lone_words,
    find_opening,
    find_told_opening,
    is_heading,
)
from fpcrawl.extraction.posts.places import places_of
from fpcrawl.extraction.posts.postgroup import LOOSE, NAMED, PostGroup, RawPost
from fpcrawl.extraction.posts.published import published
from fpcrawl.extraction.posts.questions import find_question
from fpcrawl.extraction.posts.segment import time_key
from fpcrawl.extraction.posts.span import RecordGroup, Span
from fpcrawl.extraction.posts.titlelinks import without_lists
from fpcrawl.extraction.text import BLOCKS
from fpcrawl.extraction.vocabulary import HEADINGS, can_be_name

if TYPE_CHECKING:
    from fpcrawl.extraction.posts.loose import LooseBody
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = [
    "add_opening",
    "answered",
    "mend_lone",
    "name_by_time",
    "read_behind_head",
    "telling",
    "with_words",
]

#: Words of a post that stands alone are seldom fewer characters, and its place or count of
#: readers is.
LITTLE = 24
#: Characters of a line that heads a post.
MAX_HEAD = 160
#: Boxes around words whose classes are looked at.
BOXES = 3
#: Times of a page that are looked at, and elements from one up to the box of its post.
MAX_TIMES, NUMBERED_LEVELS = 40, 6
_MESSAGE = re.compile(r"(?:^|[-_])(?:message|msg|posts?|comment|reply)(?:$|[-_])", re.IGNORECASE)


def with_words(tree: PageTree, lonely: list[tuple[RecordGroup, PostGroup]]) -> PostGroup | None:
    """Return the record that stands alone and has a writer and the most words.

    Where none has any, the first that can be given its words.
    """
    named = [
        found
        for group, found in lonely
        if found.author_path and not (found.told_in_prose or in_margin(tree, group))
    ]
    whole = [
        found
        for found in named
        if found.body_path is not None and not found.boundless and found.body_chars >= LITTLE
    ]
    if whole:
        return max(whole, key=lambda found: found.body_chars)
    for found in named:
        mend_lone(tree, found)
        if found.body_path is not None:
            return found
    return None


def name_by_time(
    tree: PageTree, lonely: list[tuple[RecordGroup, PostGroup]], found: PostGroup
) -> None:
    """Give a post that stands alone and has words its writer, where the time is told once more.

    Heads for wide and for narrow screens both tell when it was written, and one who wrote it. Or
    what stands ahead of the time is told twice, or the line of a numbered post begins with it.
    """
    (post,) = found.posts
    if post.author is not None or post.body is None or found.told_in_prose:
        return
    shown = post.time.full or post.time.raw
    named = [
        other.posts[0]
        for _, other in lonely
        if other.posts[0].author_node is not None
        and (other.posts[0].time.full or other.posts[0].time.raw) == shown
    ]
    if named:
        nearest = min(named, key=lambda one: abs(one.time.node - post.time.node))
        post.author, post.author_node = nearest.author, nearest.author_node
        found.author_path = NAMED
    else:
        box = range(post.roots[0], tree.end[post.roots[-1]])
        post.author = told_twice(tree, post.time, box)
        if post.author is None and _numbered_box(tree, post.time) is not None:
            bold = bold_ahead(tree, post.time)
            if bold is None or is_called_so(tree, bold):
                bold = _named_alike(tree, post.time)
            post.author = bold
        found.author_path = NAMED if post.author else None


def _named_alike(tree: PageTree, time: TimeNode) -> str | None:
    """Return what stands loose ahead of the time of a numbered post, if other names do in others.

    So an opening and its only answer tell their writers, each in a box of its own.
    """
    heads: dict[int, tuple[int, str | None]] = {}
    for other in islice(tree.times, MAX_TIMES):
        if (box := _numbered_box(tree, other)) is not None:
            heads.setdefault(box, (other.node, line_ahead(tree, other)))
    told = dict(heads.values())
    own = told.pop(time.node, None)
    names = [own, *told.values()]
    if len(names) < 2 or own in names[1:] or not CLOCK.search(time.full or time.raw):
        return None
    return own if all(n and is_name(n) and not is_called_so(tree, n) for n in names) else None


def _numbered_box(tree: PageTree, time: TimeNode) -> int | None:
    """Return the nearest element around a time that says that it is a post."""
    around = (time.node, *tree.ancestors(time.node, NUMBERED_LEVELS))
    return next(filter(partial(is_post_box, tree), around), None)


def telling(
    tree: PageTree, lonely: list[tuple[RecordGroup, PostGroup]], told: PostGroup
) -> tuple[RecordGroup, PostGroup] | None:
    """Return the post that tells of a day, where that day was taken for when it was written."""
    if not told.told_in_prose:
        return None
    for group, found in lonely:
        if found is not told and not found.in_prose:
            mend_lone(tree, found)
            body = found.posts[0].body
            if body is not None and tree.holds(body, told.posts[0].time.node):
                return group, found
    return None


def answered(
    tree: PageTree,
    groups: list[RecordGroup],
    lonely: list[tuple[RecordGroup, PostGroup]],
    first: PostGroup,
) -> PostGroup | None:
    """Return a post that stands alone together with a single answer, where it has one.

    What tells of it above its own head, as a table of facts does, gives way to that.
    """
    time, said = first.posts[0].time, first.posts[0].body
    for group, found in lonely:
        # One that was tried before can have got an opening which is not this one.
        is_lone = found is not first and len(found.posts) == 1
        if is_lone and found.posts[0].time.node > time.node:
            if found.author_path is not None:
                mend_lone(tree, found)
            else:
                name_by_time(tree, lonely, found)
            if said is not None and found.posts[0].body == said:
                if found.posts[0].time.node > said:
                    continue
                # Its head is nearer to the words of both.
                return answered(tree, groups, lonely, found) or found
            add_opening(tree, groups, group, found)
            if found.posts[0].time is time:
                return found
    return None


def mend_lone(tree: PageTree, found: PostGroup) -> None:
    """Give a post that stands alone its words, where what was taken for them is not."""
    (post,) = found.posts
    if post.author is None and post.body is not None:
        writer = writer_of(tree, post.roots, post.time.node)
        if writer is not None:
            post.author, post.author_node = tree.text(writer), writer
            found.author_path = tree.tag(writer)
    if post.author is None and (loose := find_loose_words(tree, post.time)) is not None:
        post.author_node, post.loose = loose
        post.author, post.body = _before_bracket(tree, post.author_node), None
        found.author_path, found.body_path = NAMED, LOOSE
        found.body_chars = post.loose.chars
        return
    if (beside := _loose_beside_name(tree, post)) is not None:
        post.body, post.loose, post.more = beside.head, beside, []
        found.body_path, found.body_chars = LOOSE, beside.chars
        return
    chars = post.plain_len(tree)
    titled = post.loose is None and post.body is not None and _is_title(tree, post.body)
    if post.author is not None and chars >= LITTLE and not titled:
        return
    words = find_lone_words(tree, post.time, 0 if titled else chars, post.author_node)
    if titled and words is not None and not _is_message(tree, words[1]):
        # Articles have a heading, a writer and a time, too.
        return
    name = tree.text(words[0]) if words is not None else ""
    if words is None or not can_be_name(name):
        return
    post.author, post.author_node, post.body = name, *words
    post.loose = None
    found.body_path = found.body_path or NAMED
    found.body_chars += tree.plain_len(words[1]) - chars


def _is_title(tree: PageTree, i: int) -> bool:
    """Whether an element heads its page, or heads something with a text of the page's title."""
    return is_heading(tree, i) or (tree.tag(i) in HEADINGS and is_title(tree, tree.text(i)))


def _loose_beside_name(tree: PageTree, post: RawPost) -> LooseBody | None:
    """Return words that stand loose above the line of a name, or behind the name and a colon."""
    if post.author_node is None:
        return None
    signed = find_signed_words(tree, post.time, post.author_node)
    if signed is not None or post.body is not None:
        return signed
    return behind_colon(tree, post.author_node)


def _is_head_line(tree: PageTree, post: RawPost) -> bool:
    """Whether what was found is a line that tells who wrote a post and when.

    It holds buttons, or the number of the post.
    """
    root = post.roots[0]
    if len(post.roots) > 1 or tree.text_len[root] > MAX_HEAD or tree.tag(root) not in CONTAINERS:
        return False
    inside = range(root + 1, tree.end[root])
    if post.time.node != root and post.time.node not in inside:
        return False
    if any(tree.tag(i) in BLOCKS and tree.text_len[i] for i in inside):
        return False
    if post.body is not None and post.loose is None:
        return False
    # A box with the number of a post can hold no more than its head.
    linked = any(tree.tag(i) == "a" for i in range(post.time.node + 1, tree.end[root]))
    return linked or is_post_box(tree, root)


def read_behind_head(tree: PageTree, found: PostGroup) -> None:
    """Give a post whose head is a line of its own the words behind that, if there are any."""
    (post,) = found.posts
    if not _is_head_line(tree, post):
        return
    root = post.roots[0]
    kids = (kid for kid in tree.children(tree.parent[root]) if kid > root)
    # What holds a time of its own tells what is answered, or lists other posts.
    words = (
        kid
        for kid in kids
        if tree.plain_len(kid) > tree.link_len[kid]
        and not any(tree.holds(kid, time.node) and published(tree, time) for time in tree.times)
    )
    named = sent_by(tree, root, tree.end[root]) or post.author_node
    body = next(words, None)
    if body is None or named is None or tree.tag(body) not in CONTAINERS | {"p", "pre"}:
        return
    post.author, post.author_node, post.body, post.loose = tree.text(named), named, body, None
    if tree.tag(body) not in CONTAINERS:
        post.more = rest_of_body(tree, Span([tree.parent[root]], post.time), body, named)
    post.roots = [root, body, *post.more]
    found.author_path, found.body_path = found.author_path or NAMED, NAMED
    found.body_chars = sum(map(tree.plain_len, post.roots[1:]))


def _is_message(tree: PageTree, body: int) -> bool:
    """Whether the class of words, or of a box around them, says that they were sent."""
    around = (body, *tree.ancestors(body, BOXES))
    return any(_MESSAGE.search(tree.sig[i].partition(".")[2]) for i in around)


def add_opening(
    tree: PageTree, groups: list[RecordGroup], answers: RecordGroup, found: PostGroup
) -> None:
    """Put the opening post before answers that stand in other boxes."""
    if found.title_share or found.body_path is None:
        return
    if not found.author_path:
        if all(post.author for post in found.posts):
            _add_numbered(tree, groups, answers, found)
        return
    _mend_first(tree, found)
    writer = None
    if len(found.posts) == 1:
        (post,) = found.posts
        answers = replace(answers, spans=[Span(_box_of(tree, post), post.time, post.holes)])
        writer = post.author_node
    called = {post.author for post in found.posts if post.author}
    said = {tree.text(post.body) for post in found.posts if post.body is not None}
    groups = without_lists(tree, groups, answers)
    opening = find_opening(
        tree, groups, answers, found.author_path, found.body_path, called, writer, said
    )
    if opening is not None:
        span, author, body = opening
        if _is_said(tree, body, found) or is_titled_between(tree, body, answers.spans[0].start):
            return
        author = bare_name(tree, author)
        name = name_ahead(tree, author) or tree.text(author)
        if can_be_name(name) and not _is_told_again(tree, body, name, span.time, found):
            first = RawPost(span.roots, span.time, name, author, body)
            if tree.tag(body) not in CONTAINERS:
                first.more = rest_of_body(tree, span, body, author)
            if found.layouts and (layout := _layout_of(tree, first)) is not None:
                found.layouts.append(layout)
            found.posts.insert(0, first)
            found.body_chars += tree.plain_len(body)
        return
    loose = find_loose_opening(tree, groups, answers)
    if loose is not None:
        span, author, words = loose
        name = _before_bracket(tree, author)
        found.posts.insert(0, RawPost(span.roots, span.time, name, author, None, loose=words))
        found.body_chars += words.chars
        return
    bodies = {tree.sig[post.body] for post in found.posts if post.body is not None}
    told = find_told_opening(tree, groups, answers, bodies)
    if told is not None and not _is_said(tree, told[2], found):
        span, name, body = told
        found.posts.insert(0, RawPost(span.roots, span.time, name, None, body))
        found.body_chars += tree.plain_len(body)
        return
    if _add_numbered(tree, groups, answers, found):
        return
    asked = find_question(tree, groups, answers)
    if asked is not None and not _is_said(tree, asked[2], found):
        span, who, body = asked
        found.posts.insert(0, RawPost(span.roots, span.time, who, None, body))
        found.body_chars += tree.plain_len(body)


def _add_numbered(
    tree: PageTree, groups: list[RecordGroup], answers: RecordGroup, found: PostGroup
) -> bool:
    """Put the post before answers whose box is numbered as theirs; tell whether there is one."""
    first = find_numbered_opening(tree, groups, answers)
    if first is None or first.body is None or _is_said(tree, first.body, found):
        return False
    if _is_told_again(tree, first.body, first.author or "", first.time, found):
        return False
    found.posts.insert(0, first)
    found.body_chars += first.plain_len(tree)
    return True


def _mend_first(tree: PageTree, found: PostGroup) -> None:
    """Give the first of several posts its words, where their box is named otherwise."""
    first = found.posts[0]
    if len(found.posts) == 1 or first.body is not None or first.loose is not None:
        return
    words = find_lone_words(tree, first.time, 0, first.author_node)
    near = words[1] if words is not None and words[0] == first.author_node else None
    stop = found.posts[1].roots[0]
    for body in (near, _same_place(tree, first, found.posts[1])):
        if body is None or tree.end[body] > stop or not tree.plain_len(body):
            continue
        if any(tree.holds(root, body) for root in first.roots):
            first.body = body
            found.body_chars += tree.plain_len(body)
            return
    box = _numbered_box(tree, first.time)
    if box is None or tree.end[box] > stop:
        return
    alone = read_numbered(tree, [box], first.time)
    if alone is not None and first.author in {None, alone.author}:
        first.author, first.author_node = alone.author, alone.author_node
        first.body, first.more = alone.body, alone.more
        found.body_chars += first.plain_len(tree)


def _same_place(tree: PageTree, post: RawPost, other: RawPost) -> int | None:
    """Return where in a post stands what is the body in another one, whatever it is called."""
    if other.body is None or len(post.roots) != len(other.roots):
        return None
    pairs = zip(post.roots, other.roots, strict=True)
    held = next(((mine, its) for mine, its in pairs if tree.holds(its, other.body)), None)
    if held is None or tree.tag(held[0]) != tree.tag(held[1]):
        return None
    way = [other.body, *(i for i in tree.ancestors(other.body) if i >= held[1])]
    place = held[0]
    for above, i in zip(way[:0:-1], way[-2::-1], strict=True):
        nth = tree.children(above).index(i)
        kids = tree.children(place)
        if nth >= len(kids) or tree.tag(kids[nth]) != tree.tag(i):
            return None
        place = kids[nth]
    fields = [i for i in (post.time.node, post.author_node) if i is not None]
    is_field = any(tree.holds(place, i) for i in fields)
    # Buttons below a picture are links.
    is_said = tree.plain_len(place) > tree.link_len[place]
    return place if is_said and not is_field else None


def _is_said(tree: PageTree, body: int, found: PostGroup) -> bool:
    """Whether a post has these words: pages have a hidden copy of the first, for machines."""
    said = tree.text(body)
    return any(post.body is not None and tree.text(post.body) == said for post in found.posts)


def _is_told_again(tree: PageTree, body: int, name: str, time: TimeNode, found: PostGroup) -> bool:
    """Whether a post of the same member and time begins with these words: the best answer.

    It is told above all posts, too. Of one day somebody can begin two posts alike, if with little.
    """
    said, shown = tree.text(body), time.full or time.raw
    if ":" not in shown and len(said) < LITTLE:
        return False
    return any(
        post.body is not None
        and post.author == name
        and moment_told(post.time) == moment_told(time)
        and tree.text(post.body).startswith(said)
        for post in found.posts
    )


def _before_bracket(tree: PageTree, name: int) -> str:
    """Return the name of an account: "ann" of "ann (Ann of Kettles)"."""
    return tree.text(name).partition(" (")[0]


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

    What holds all its fields is its box, where no known layout has told that already, or what was
    told is its head alone.
    """
    if len(post.roots) > 1 or post.author_node is None or post.body is None:
        return post.roots
    fields = (post.author_node, post.body, post.time.node)
    around = (post.body, *tree.ancestors(post.body))
    box = next(i for i in around if all(tree.holds(i, field) for field in fields))
    return [max(box, post.roots[0]) if tree.holds(post.roots[0], post.body) else box]
