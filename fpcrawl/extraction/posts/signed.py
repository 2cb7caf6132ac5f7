"""Posts that are signed where their words end, as on the talk pages of wikis.

Such a page is running text: "... has anybody seen that? ann (talk) 17:08, 11 February 2024 (UTC)".
Who answers indents what he writes, and an answer can have paragraphs, lists and tables. A post is
what stands between two signatures, or below a heading.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from fpcrawl.extraction.flow import Point, child_around, flow_of
from fpcrawl.extraction.posts.postgroup import NAMED, PostGroup, RawPost
from fpcrawl.extraction.text import squeeze
from fpcrawl.extraction.tree import TimeNode
from fpcrawl.extraction.vocabulary import HEADINGS, can_be_name
from fpcrawl.pages.dates import find_times

if TYPE_CHECKING:
    from fpcrawl.extraction.flow import Flow, Line
    from fpcrawl.extraction.tree import PageTree

__all__ = ["find_signed"]

#: Stands for the key of the times of signatures.
SIGNED = "~signed"
#: The zone in brackets behind the day or the clock, which ends a signature.
_ZONE = re.compile(r"\d\s?\((?:[A-Z]{3,5}|UTC[+-]\d{1,2}(?::?\d\d)?)\)")
#: Characters of what can stand behind it, a button; of what parts the links of a signature: "(",
#: "|", "·", a word for one that leads nowhere.
MAX_BEHIND, MAX_BETWEEN = 30, 12
#: What parts the words from the name.
_DASHES = " \t\r\n\u00a0-–—―~"
#: What is one paragraph of an answer.
_ITEMS = frozenset({"dd", "dt", "li", "p"})


class _Signature(NamedTuple):
    """Who wrote what stands before, when, and the piece that the signature begins with."""

    name: str
    link: int
    time: TimeNode
    start: int


def find_signed(tree: PageTree) -> PostGroup | None:
    """Return the posts of a page that are signed where they end, ``None`` where none is."""
    if not any(_is_zoned(tree, i) for i in {time.node for time in tree.times}):
        return None
    flow = flow_of(tree)
    headings = [i for i, tag in enumerate(tree.tags) if tag in HEADINGS]
    posts: list[RawPost] = []
    last = -1
    for n, line in enumerate(flow.lines):
        signature = _signature(flow, line) if _ZONE.search(line.text) else None
        if signature is not None:
            post = _post(flow, last, n, signature, headings)
            last = n
            if post is not None:
                posts.append(post)
    if not posts:
        return None
    chars = sum(post.plain_len(tree) for post in posts)
    return PostGroup(SIGNED, posts, NAMED, NAMED, chars, 0.0, known=False)


def _is_zoned(tree: PageTree, i: int) -> bool:
    element = tree.nodes[i]
    texts = (element.text, *(child.tail for child in element))
    return any(text and _ZONE.search(text) for text in texts)


def _signature(flow: Flow, line: Line) -> _Signature | None:
    """Return the signature that a line ends with."""
    if line.start.offset or line.stop.offset:
        return None  # A line of code.
    found = range(line.start.piece, line.stop.piece)
    at = next((n for n in reversed(found) if _ZONE.search(flow.pieces[n].text)), -1)
    if at < 0:
        return None
    text = flow.pieces[at].text
    end = list(_ZONE.finditer(text))[-1].end()
    behind = text[end:] + "".join(flow.pieces[n].text for n in found if n > at)
    times = [time for time in find_times(text[:end]) if ":" in time.raw]
    if not times or len(squeeze(behind)) > MAX_BEHIND:
        return None
    links = _links_before(flow, found.start, at, text[: times[-1].start])
    named = _first_name(flow, links)
    if named is None:
        return None
    name, start = named
    time = TimeNode(flow.pieces[at].node, text[times[-1].start : end], None, 1.0)
    return _Signature(name, flow.pieces[start].link, time, start)


def _links_before(flow: Flow, first: int, at: int, between: str) -> list[int]:
    """Return the pieces of the links before a time, with hardly a word between them."""
    out: list[int] = []
    while len(squeeze(between)) <= MAX_BETWEEN and at > first:
        at -= 1
        between = ""
        if flow.pieces[at].link >= 0:
            out.insert(0, at)
        else:
            between = flow.pieces[at].text
    return out


def _first_name(flow: Flow, links: list[int]) -> tuple[str, int] | None:
    """Return the first of some links that leads to a member, and its piece.

    Its address ends with the member's name, as that of the next link does, or as it says itself.
    """
    ends = [_end_of(flow.tree.nodes[flow.pieces[n].link].get("href") or "") for n in links]
    for n, (piece, end) in enumerate(zip(links, ends, strict=True)):
        text = squeeze(flow.tree.text(flow.pieces[piece].link))
        if end and can_be_name(text) and (text.lower() == end or end in ends[n + 1 :]):
            return text, piece
    return None


def _end_of(href: str) -> str:
    """Return the last name in an address: "Ann Lee" of "/wiki/User:Ann_Lee"."""
    path = unquote(href).partition("#")[0].partition("&")[0]
    return squeeze(re.split(r"[/:=]", path)[-1].replace("_", " ")).lower()


def _post(
    flow: Flow, last: int, n: int, signature: _Signature, headings: list[int]
) -> RawPost | None:
    """Return the post of a signature: from behind the last one, or from below a heading."""
    tree, lines = flow.tree, flow.lines
    block = lines[n].block
    box = tree.parent[block] if tree.tag(block) in _ITEMS and block else block

    def belongs(m: int) -> bool:
        if not tree.holds(box, lines[m].block) or m + 1 in flow.rules:
            return False
        kid = child_around(tree, box, lines[m].block)
        at = bisect_left(headings, kid)
        return at == len(headings) or headings[at] >= tree.end[kid]

    first = n
    while first - 1 > last and belongs(first - 1):
        first -= 1
    start, stop = lines[first].start, _before_dashes(flow, Point(signature.start))
    if stop <= start:
        return None
    made = flow.cut(box, start, stop)
    if not "".join(made.itertext()).strip() and made.find(".//img") is None:
        return None
    roots = {child_around(tree, box, line.block) for line in lines[first : n + 1]}
    post = RawPost(
        sorted(roots), signature.time, signature.name, signature.link, lines[first].block
    )
    post.made = made
    return post


def _before_dashes(flow: Flow, point: Point) -> Point:
    """Return the place before the dashes that lead to a signature."""
    n = point.piece - 1
    text = flow.pieces[n].text if n >= 0 else ""
    return Point(n, len(text.rstrip(_DASHES))) if flow.pieces[n].link < 0 else point
