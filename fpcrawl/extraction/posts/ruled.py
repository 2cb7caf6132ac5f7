"""Posts that stand loose on a page, parted by rules, each below a line that tells who and when.

So the first scripts for boards wrote them: "Posted by ann on March 02, 1999 at 19:53:00:" and the
words, in no element but that of the page.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from fpcrawl.extraction.bodies.body import ARROWS, is_tail
from fpcrawl.extraction.bodies.tails import tells_readers
from fpcrawl.extraction.flow import child_around, flow_of
from fpcrawl.extraction.names.namelines import name_in_line
from fpcrawl.extraction.names.usernames import is_name, names_member
from fpcrawl.extraction.posts.adverts import is_advertiser
from fpcrawl.extraction.posts.postgroup import NAMED, PostGroup, RawPost
from fpcrawl.extraction.text import squeeze
from fpcrawl.extraction.tree import TimeNode
from fpcrawl.extraction.vocabulary import HEADINGS
from fpcrawl.pages.dates import find_times

if TYPE_CHECKING:
    from fpcrawl.extraction.flow import Flow, Line
    from fpcrawl.extraction.tree import PageTree

__all__ = ["find_ruled"]

#: Stands for the key of the times of such lines.
RULED = "~ruled"
#: Characters of a line that heads a post, of those beside name and time, and behind the time.
MAX_HEAD, MAX_BESIDE, MAX_BEHIND = 160, 24, 8
#: Elements around a time in such a line: what dresses it, and the link to the post.
DEEP = 2
#: What a name can be dressed in.
_DRESS = frozenset({"a", "b", "font", "strong"})
#: What something else can stand in, behind the time.
_ASIDE = frozenset({"em", "i", "small", "span"})
#: What ends a post where no rule does: what was answered, other pages, the index of the thread.
_LISTS = frozenset({"dl", "ol", "table", "ul"})


class _Head(NamedTuple):
    """Who wrote a post and when, as its first line tells; whether a sign says that it does."""

    name: str
    node: int | None
    time: TimeNode
    told: bool


def find_ruled(tree: PageTree) -> PostGroup | None:
    """Return the posts of a page that rules part and no boxes hold, ``None`` without any."""
    boxes = {tree.parent[i] for i, tag in enumerate(tree.tags) if tag == "hr"}
    around = (i for t in tree.times for i in (t.node, *tree.ancestors(t.node, DEEP)))
    if boxes.isdisjoint(around):
        return None
    flow = flow_of(tree)
    start = _start(flow, boxes)
    above = {squeeze(line.text) for line in flow.lines[:start]}
    posts = []
    told = False
    for first, behind in pairwise(dict.fromkeys([start, *flow.rules, len(flow.lines)])):
        lines = flow.lines[first:behind]
        head = _head(flow, lines[0], boxes) if len(lines) > 1 else None
        post = _post(flow, head, lines, above) if head is not None else None
        if head is not None and post is not None:
            posts.append(post)
            told = told or head.told
    if not posts or (len(posts) == 1 and not told):
        return None
    chars = sum(post.plain_len(tree) for post in posts)
    return PostGroup(RULED, posts, NAMED, NAMED, chars, 0.0, known=False)


def _start(flow: Flow, boxes: set[int]) -> int:
    """Return the line that the posts begin with: the first rule can part the second from it."""
    rule = flow.rules[0]
    heads = ((n, _head(flow, line, boxes)) for n, line in enumerate(flow.lines[:rule]))
    n, head = next(((n, head) for n, head in heads if head is not None), (rule, None))
    second = _head(flow, flow.lines[rule], boxes) if rule < len(flow.lines) else None
    if head is None or second is None or n + 1 == rule:
        return rule
    pairs = ((head.node, second.node), (head.time.node, second.time.node))
    sigs = [[i is not None and flow.tree.sig[i] for i in pair] for pair in pairs]
    return n if all(one == other for one, other in sigs) else rule


def _head(flow: Flow, line: Line, boxes: set[int]) -> _Head | None:
    """Read the line that heads a post: a name, the time, and hardly another word."""
    tree, text = flow.tree, line.text
    loose = line.block in boxes or (
        tree.tag(line.block) == "p" and tree.parent[line.block] in boxes
    )
    time = _time_in(flow, line) if loose and len(text) <= MAX_HEAD else None
    if time is None:
        return None
    before, after = map(squeeze, text.split(time.raw, 1))
    name, says = name_in_line(before, after), after[-1:] in {":", "："}
    whole = flow.pieces[line.start.piece : line.stop.piece]
    pieces = [piece for piece in whole if squeeze(piece.text) not in {"", time.raw}]
    # Where somebody comes from has an element of its own.
    apart = {squeeze(piece.text) for piece in pieces if tree.tag(piece.node) in _ASIDE}
    if len(after) > (MAX_BESIDE if after in apart else MAX_BEHIND):
        return None
    # What stands in a span behind the time is no name.
    spans = [piece for piece in pieces if tree.tag(piece.node) == "span"]
    dressed = [piece for piece in pieces if tree.tag(piece.node) in _DRESS] or [
        piece for piece in spans if squeeze(piece.text) in before
    ]
    if len(dressed) == 1 and is_name(own := squeeze(dressed[0].text)) and own in before:
        beside = len(before) - len(own)
        told = says or name is not None or own + ":" in before or _is_marked(tree, dressed[0].node)
        return _Head(own, dressed[0].node, time, told) if beside <= MAX_BESIDE else None
    if name is None and not dressed and is_name(before):
        # "ann" alone stands loose behind the place to which links lead.
        # A link can hold the day and the hour, each in an element of its own.
        parts = {time.raw, *time.raw.split()}
        clocks = (p.node for p in whole if time.raw in p.text or squeeze(p.text) in parts)
        inside = (i for i in clocks if i > line.block and tree.holds(line.block, i))
        shown = {child_around(tree, line.block, i) for i in inside}
        name = before if any(_is_marked(tree, i) for i in shown) else None
    return _Head(name, None, time, True) if name and not dressed else None


def _time_in(flow: Flow, line: Line) -> TimeNode | None:
    """Return the only time of a line, to the minute: as it shows it, or as an attribute tells.

    One that stands alone in an element need not be: "3 days ago".
    """
    times = find_times(line.text)
    if len(times) == 1 and ":" in times[0].raw:
        return TimeNode(line.block, times[0].raw, None, 1.0)
    nodes = {piece.node for piece in flow.pieces[line.start.piece : line.stop.piece]}
    nodes.discard(line.block)
    told = [time for time in flow.tree.times if time.node in nodes]
    if len(told) == 1 and told[0].raw in line.text:
        apart = squeeze(flow.tree.text(told[0].node)) == told[0].raw
        return told[0] if apart or ":" in (told[0].full or "") else None
    return None


def _is_marked(tree: PageTree, i: int) -> bool:
    """Whether a place with a number, to be linked to, stands before a name: at most a picture."""
    for before in tree.nodes[i].itersiblings(preceding=True):
        number = tree.number.get(before)
        if before.tag == "hr" or (number is not None and tree.text_len[number]):
            break
        if before.tag == "a" and not before.get("href"):
            return any(map(str.isdigit, before.get("name") or before.get("id") or ""))
    return False


def _post(flow: Flow, head: _Head, lines: list[Line], above: set[str]) -> RawPost | None:
    """Return the post below a head, without the line that tells what it answers.

    Parameters
    ----------
    above
        Lines that stand above all posts of the page.
    """
    tree = flow.tree
    box = lines[0].block if tree.tag(lines[0].block) != "p" else tree.parent[lines[0].block]
    words = lines[1:]
    while words and _tells_answered(flow, words[0]):
        words = words[1:]
    ends = (n for n, line in enumerate(words) if _ends_post(tree, box, line.block, head.time.raw))
    words = words[: next(ends, len(words))]
    while words and _stands_behind(flow, box, words[-1], above):
        words = words[:-1]
    if not words:
        return None
    roots = dict.fromkeys(line.block for line in (lines[0], *words))
    post = RawPost(list(roots), head.time, head.name, head.node, words[0].block)
    post.made = flow.cut(box, words[0].start, words[-1].stop)
    return post


def _tells_answered(flow: Flow, line: Line) -> bool:
    """Whether a line tells which post is answered: a link to it, who wrote it and when."""
    text = squeeze(line.text)
    return text[-1:] in ":：" and bool(flow.links_in(line)) and bool(find_times(text))


def _stands_behind(flow: Flow, box: int, line: Line, above: set[str]) -> bool:
    """Whether a line stands behind the words: in a table, or in a box and none of them.

    It is an advertisement, tells what is attached, who liked it or who reads it, or leads to pages:
    those of the thread are named above the posts, too.
    """
    if line.block == box:
        return False
    tree, text = flow.tree, squeeze(line.text)
    label, colon, _ = text.replace("：", ":").partition(":")
    if text in above or tells_readers(text):
        return True
    if colon and (is_advertiser(label) or _lists_members(flow, line)):
        return True
    kid = child_around(tree, box, line.block)
    linked = tree.link_len[kid]
    # The threads before and behind this one are named beside arrows.
    arrowed = text[:1] in ARROWS or text[-1:] in ARROWS
    leads = linked > 0 and (tree.tag(kid) == "table" or (arrowed and linked == tree.text_len[kid]))
    return leads or any(is_tail(tree.nodes[i]) for i in {kid, line.block})


def _lists_members(flow: Flow, line: Line) -> bool:
    """Whether a line is a label with links to members behind it, and nothing else."""
    links = [flow.tree.nodes[i] for i in flow.links_in(line)]
    rest = line.text.replace("：", ":").partition(":")[2]
    for link in links:
        name = "".join(link.itertext())
        # Authors turn to others by such a sign.
        if not names_member(link.get("href") or "") or "@" in name:
            return False
        rest = rest.replace(name, "", 1)
    return bool(links) and not any(map(str.isalnum, rest))


def _ends_post(tree: PageTree, box: int, i: int, time: str) -> bool:
    """Whether an element stands behind a post: a list of links, or one that tells its time again.

    So the index of a thread does.
    """
    if not tree.holds(box, i):
        return True
    kid = child_around(tree, box, i)
    if tree.tag(kid) in HEADINGS:
        behind = tree.nodes[kid].getnext()
        kid = tree.number.get(behind, kid) if behind is not None else kid
    is_list = tree.tag(kid) in _LISTS and (
        2 * tree.link_len[kid] > tree.text_len[kid] or time in tree.text(kid)
    )
    return is_list or any(tree.tag(j) == "form" for j in (i, *tree.ancestors(i)) if j > box)
