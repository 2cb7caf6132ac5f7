"""Letters that archives of mailing lists show as plain text, head and all.

Public-inbox has one such text for each letter of a thread, MARC one for a page. The lines of the
head come first, an empty one behind them, and what leads to other letters above and below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fpcrawl.extraction.flow import flow_of
from fpcrawl.extraction.posts.letters import DATED, LETTER, SENT_BY, sender_of
from fpcrawl.extraction.posts.postgroup import NAMED, PostGroup, RawPost
from fpcrawl.extraction.text import squeeze
from fpcrawl.extraction.tree import TimeNode
from fpcrawl.extraction.vocabulary import can_be_name
from fpcrawl.pages.dates import find_times

if TYPE_CHECKING:
    from fpcrawl.extraction.flow import Flow, Line
    from fpcrawl.extraction.tree import PageTree

__all__ = ["find_plain_letters"]

#: Lines above the head of a letter, but for those that lead to other letters, and lines down to
#: its end.
MAX_ABOVE, MAX_HEAD = 6, 40
#: Share of a line of buttons that are links, at least.
LINKED = 0.3
#: Signatures of what indents answers.
_NESTING = frozenset({"li", "ul"})
#: What parts a name and the time in one line.
_PARTED = " \t\r\n\u00a0@,·|-–—("


class _Head(NamedTuple):
    """Who wrote a letter and when, and the number of the line behind its head."""

    name: str
    time: TimeNode
    behind: int


def find_plain_letters(tree: PageTree) -> PostGroup | None:
    """Return the letters of a page that shows them as plain text, ``None`` without one.

    Forums show plain text, too: there it stands in the box of a post.
    """
    posts = []
    for i, tag in enumerate(tree.tags):
        if tag == "pre" and _stands_bare(tree, i):
            post = _letter(tree, i)
            posts += [post] if post is not None else []
    if not posts:
        return None
    chars = sum(post.plain_len(tree) for post in posts)
    return PostGroup(LETTER, posts, NAMED, NAMED, chars, 0.0, known=False)


def _stands_bare(tree: PageTree, i: int) -> bool:
    """Whether nothing but lists without names, of answers to answers, stands around an element."""
    i = tree.parent[i]
    while i >= 0 and tree.sig[i] in _NESTING:
        i = tree.parent[i]
    return i >= 0 and tree.tag(i) == "body"


def _letter(tree: PageTree, i: int) -> RawPost | None:
    """Return the letter that a plain text is."""
    flow = flow_of(tree, i)
    head = _head(flow)
    if head is None:
        return None
    above = {squeeze(line.text) for line in flow.lines[: head.behind]}
    lines = flow.lines[head.behind :]
    while lines and (squeeze(lines[-1].text) in above or _is_of_buttons(flow, lines[-1])):
        lines.pop()
    if not lines:
        return None
    post = RawPost([i], head.time, head.name, None, i)
    post.made = flow.cut(i, lines[0].start, lines[-1].stop)
    return post


def _head(flow: Flow) -> _Head | None:
    """Read the head of a letter: lines without an empty one, among them who wrote it and when."""
    name, time, above = "", None, 0
    for n, line in enumerate(flow.lines[:MAX_HEAD]):
        if line.gap and (name or time):
            return _Head(name, time, n) if time is not None and can_be_name(name) else None
        text = line.text.strip()
        sends = not name and SENT_BY.match(text) is not None
        if not (name or sends):
            above += not flow.links_in(line)
            if above > MAX_ABOVE:
                return None
        times = find_times(text) if sends or DATED.match(text) else []
        if times:
            time = time or TimeNode(line.block, times[0].raw, None, 1.0)
        if sends:
            name = sender_of((text[: times[0].start] if times else text).rstrip(_PARTED))
    return None


def _is_of_buttons(flow: Flow, line: Line) -> bool:
    """Whether a line is nothing but links to other letters, and what parts or counts them."""
    texts = [flow.tree.text(i) for i in flow.links_in(line)]
    if any("://" in text or text.startswith("www.") for text in texts):
        return False
    return len(texts) > 1 and flow.link_chars(line) >= LINKED * len(squeeze(line.text))
