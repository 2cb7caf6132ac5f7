"""Readers' comments below an article."""

from __future__ import annotations

import re
from itertools import dropwhile
from typing import TYPE_CHECKING

from fpcrawl.extraction.areas import is_comment_area
from fpcrawl.extraction.articles.prosebox import PARAGRAPH
from fpcrawl.extraction.articles.teasers import headed_cards
from fpcrawl.extraction.articles.timewords import names_time
from fpcrawl.extraction.bodies.body import body_text
from fpcrawl.extraction.bodies.endbuttons import end_buttons
from fpcrawl.extraction.build import author_address, body_parts, published_of
from fpcrawl.extraction.declared import is_live
from fpcrawl.extraction.names.membernames import BOLD, dressed_name, headed_name, only_name
from fpcrawl.extraction.names.usernames import is_name, look_like_titles
from fpcrawl.extraction.posts.bounds import has_name, names_around
from fpcrawl.extraction.posts.margins import in_margin
from fpcrawl.extraction.posts.readgroup import read_group
from fpcrawl.extraction.posts.segment import groups_of
from fpcrawl.extraction.posts.span import RecordGroup, Span
from fpcrawl.extraction.posts.undated import find_undated
from fpcrawl.extraction.ranges import Ranges
from fpcrawl.extraction.records import Comment
from fpcrawl.extraction.text import squeeze, weight_of
from fpcrawl.extraction.vocabulary import HEADINGS, UI_WORDS, is_placeholder

if TYPE_CHECKING:
    from fpcrawl.extraction.place import Place
    from fpcrawl.extraction.posts.layout import LayoutBook
    from fpcrawl.extraction.posts.postgroup import PostGroup
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = ["build_comments", "comment_ranges", "find_comments"]

_FORM = frozenset({"form", "input", "textarea"})
_LIVE = re.compile(r"live-?(?:blog|entry|feed|post|story|stream|ticker|update)", re.IGNORECASE)
_COUNTRY = re.compile(r"[A-Z]{2}")
#: Elements above a record that are asked for such a name.
LIVE_AROUND = 2
#: Elements around a time of which one begins with the name of who wrote the comment.
NAME_LEVELS = 3
#: Lines that tell who wrote an article, and comments from which on their shape tells them.
PAIR = 2
#: Groups of records that are looked at.
LOOKS = 8


def find_comments(tree: PageTree, book: LayoutBook, heading: int) -> PostGroup | None:
    """Find the comments on an article: records below its heading, each with a name.

    Parameters
    ----------
    tree
        The page.
    book
        Layouts known of the site.
    heading
        Number of the article's heading, -1 when it has none.
    """
    best: tuple[float, PostGroup] | None = None
    groups = [g for g in groups_of(tree) if g.spans[0].time.node > heading]
    # An article whose parts are told one after the other, each with its time.
    live = is_live(tree.page)
    groups = [
        g
        for g in groups
        if not (live or _is_live(tree, g.spans[0].roots[0]))
        or is_comment_area(tree, g.spans[0].roots[0], strict=True)
    ]
    others = Ranges((i, tree.end[i]) for i in headed_cards(tree))
    groups = [g for g in groups if g.spans[0].time.node not in others]
    groups.sort(key=lambda g: (g.quoted, -len(g.spans)))
    for group in groups[:LOOKS]:
        found = _read(tree, group, book, heading)
        if found is None:
            continue
        score = (found.body_chars + 40.0 * len(found.posts)) * found.confidence
        score *= 2.0 if _in_area(tree, found) else 1.0
        score *= 0.2 if in_margin(tree, group) else 1.0
        score *= 0.5 if group.quoted else 1.0
        if best is None or score > best[0]:
            best = (score, found)
    return best[1] if best is not None else _undated(tree, book, heading)


def _undated(tree: PageTree, book: LayoutBook, heading: int) -> PostGroup | None:
    """Find comments that tell no times, where comments are said to stand."""
    found = find_undated(tree, book, None, opens=False)
    if found is None or found.posts[0].roots[0] <= heading or not _in_area(tree, found):
        return None
    return found


def _is_live(tree: PageTree, root: int) -> bool:
    """Whether a record, or what it stands in, is named as a part of a text told live."""
    around = (root, *tree.ancestors(root, LIVE_AROUND))
    return any(
        _LIVE.search(f"{tree.nodes[i].get('class') or ''} {tree.nodes[i].get('id') or ''}")
        for i in around
    )


def _read(tree: PageTree, group: RecordGroup, book: LayoutBook, heading: int) -> PostGroup | None:
    if len(group.spans) == 1 and book.get(group.key) is None:
        # One record alone is a comment only where comments are said to stand.
        span = group.spans[0]
        ways = (dressed_name, headed_name, _leading_name, _linked_name)
        told = (way(tree, span.time) for way in ways)
        name = next((i for i in told if i is not None), None)
        root = _lone_root(tree, span.time, name)
        if root is None or not is_comment_area(tree, root):
            return None
        group = RecordGroup(group.key, [Span([root], span.time)], quoted=group.quoted)
        found = read_group(tree, group, book, bounded=True)
        if found is not None and found.posts[0].author is None and name is not None:
            found.posts[0].author, found.posts[0].author_node = tree.text(name), name
    else:
        found = read_group(tree, group, book)
        if found is not None and found.author_path is None:
            _name_all(tree, found)
    if found is None or found.body_path is None or found.title_share:
        return None
    # The line of who and when above an article can have the shape of theirs.
    found.posts = [*dropwhile(lambda post: post.body is None, found.posts)]
    if len(found.posts) < min(len(group.spans), PAIR):
        return None
    if found.author_path is None and not all(post.author for post in found.posts):
        return None
    if heading >= 0 and any(tree.holds(root, heading) for p in found.posts for root in p.roots):
        return None
    if any(post.body is not None and _holds_form(tree, post.body) for post in found.posts[:3]):
        return None
    named = [post.author or "" for post in found.posts]
    titled = len(named) >= PAIR and look_like_titles(named) and not _in_area(tree, found)
    if titled and _follow_words(tree, found):
        return None  # the parts of an article, each below a heading of its own
    if 2 * sum(names_time(post.author or "") for post in found.posts) >= len(found.posts):
        return None  # when the article was published, and when it was changed
    heads = {(post.author, post.time.full or post.time.raw) for post in found.posts}
    if len(heads) < len(found.posts) == PAIR:
        return None  # who wrote the article and when, above it and below
    return found


def _follow_words(tree: PageTree, found: PostGroup) -> bool:
    """Whether a paragraph stands right ahead of records, in the box that they stand in."""
    root = found.posts[0].roots[0]
    ahead = [i for i in tree.children(tree.parent[root]) if i < root and tree.text_len[i]][-1:]
    return any(weight_of(tree.text(i)) >= PARAGRAPH for i in ahead if tree.tag(i) not in HEADINGS)


def _leading_name(tree: PageTree, time: TimeNode) -> int | None:
    """Return the bold name that a comment begins with, in a line above that of its time."""
    for node in (time.node, *tree.ancestors(time.node, NAME_LEVELS)):
        bold = (i for i in range(node + 1, tree.end[node]) if tree.tag(i) in BOLD)
        first = next(bold, None)
        if first is None or not tree.text(node).startswith(tree.text(first)):
            continue
        leads = is_name(tree.text(first)) and is_comment_area(tree, tree.parent[node])
        return first if leads else None
    return None


def _linked_name(tree: PageTree, time: TimeNode) -> int | None:
    """Return the only possible name beside a time where it is a link, as to no site of his own."""
    name = only_name(tree, time)
    return name if name is not None and tree.tag(name) == "a" else None


def _name_all(tree: PageTree, found: PostGroup) -> None:
    """Give each comment the name that its tag alone marks, where each has one.

    Of a few by the same reader nothing else tells what is a name.
    """
    names = [dressed_name(tree, post.time) for post in found.posts]
    for post, name in zip(found.posts, names, strict=True):
        if name is not None and None not in names:
            post.author, post.author_node = tree.text(name), name


def _lone_root(tree: PageTree, time: TimeNode, name: int | None) -> int | None:
    """Lowest element around a time that holds a name and other words too.

    Parameters
    ----------
    name
        Element in the line of the time that is a name by its tag alone, if there is one.
    """
    holds_name = names_around(tree, time.node)
    for node in tree.ancestors(time.node):
        if tree.tag(node) in {"body", "html", "main"}:
            return None
        named = name is not None and tree.holds(node, name)
        if not named and not holds_name(node):
            continue
        if _has_words(tree, node, time, name if named else None):
            return node
    return None


def _has_words(tree: PageTree, node: int, time: TimeNode, name: int | None) -> bool:
    """Whether an element holds words besides a time and a name.

    Neither the heading above the comments is any nor the country that one is from, nor the name
    again, in the place of a picture.
    """
    i = node + 1
    said: list[str] = []
    names: list[str] = []
    while i < tree.end[node]:
        known = i == name or tree.tag(i) in HEADINGS
        if known or has_name(tree, i, i + 1, time.node):
            names.append(tree.text(i))
            i = tree.end[i]
            continue
        own = [tree.nodes[i].text or "", *(child.tail or "" for child in tree.nodes[i])]
        words = squeeze(" ".join(own))
        told = len(words) >= 2 and words.lower() not in UI_WORDS and tree.tag(i) != "a"
        # The line of the time can hold the words, too.
        told = told and i != time.node and words not in time.raw
        if told and _COUNTRY.fullmatch(words) is None:
            said.append(words)
        i += 1
    return any(not any(name.startswith(words) for name in names) for words in said)


def _holds_form(tree: PageTree, i: int) -> bool:
    return any(tree.tag(j) in _FORM for j in range(i, tree.end[i]))


def _in_area(tree: PageTree, group: PostGroup) -> bool:
    return is_comment_area(tree, group.posts[0].roots[0])


def comment_ranges(tree: PageTree, group: PostGroup | None) -> list[tuple[int, int]]:
    """Stretches of the page that are comments."""
    if group is None:
        return []
    return [(root, tree.end[root]) for post in group.posts for root in post.roots]


def build_comments(
    tree: PageTree, group: PostGroup | None, place: Place, prose: tuple[int, int] | None
) -> list[Comment]:
    """Make comments of records.

    Parameters
    ----------
    tree
        The page.
    group
        The records.
    place
        Where the page stands.
    prose
        First element of the article's own words and the first behind them: what is in it can
        have the shape of a record, and is a comment only where comments are said to stand.
    """
    out = []
    posts = group.posts if group is not None else []
    bodies = [body_parts(tree, raw) for raw in posts]
    buttons = end_buttons(bodies, [raw.author for raw in posts])
    for raw, parts, ends in zip(posts, bodies, buttons, strict=True):
        if raw.body is None:
            continue
        if prose is not None and (
            (prose[0] <= raw.body < prose[1] and not is_comment_area(tree, raw.roots[0]))
            or tree.holds(raw.body, prose[0])
        ):
            continue
        text = body_text(parts, [*(tree.nodes[i] for i in raw.holes), *ends])
        if not text or is_placeholder(text):
            continue
        parsed = published_of(raw.time, place)
        out.append(
            Comment(
                author=raw.author,
                author_url=author_address(tree, raw),
                published=parsed.iso if parsed is not None else None,
                published_raw=raw.time.raw or None,
                body_text=text,
                post_id=raw.post_id,
            )
        )
    return out
