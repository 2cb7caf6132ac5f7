"""Letters that archives of mailing lists show in the page itself, without a box.

Pipermail: a heading, the name in bold, the address, the time, links to other letters, and the
words as plain text. MHonArc and Hypermail: the lines of the letter's head as a list, and the
words behind it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.posts.postgroup import NAMED, PostGroup, RawPost
from fpcrawl.extraction.vocabulary import HEADINGS, can_be_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = ["DATED", "LETTER", "SENT_BY", "find_letter", "letter_around", "sender_of", "writer_of"]

#: Stands for the key of the time of a letter whose head is shown.
LETTER = "~letter"
_NAME_TAGS = frozenset({"a", "b", "em", "strong"})
_LINES = frozenset({"dd", "div", "li", "p", "span", "tr"})
_ENDS = HEADINGS | {"address", "dl", "hr", "ol", "ul"}
DATED = re.compile(
    r"\W*(?:date|sent|datum|fecha|data|дата|日期|发送时间|日付)\s*[:：]", re.IGNORECASE
)
SENT_BY = re.compile(r"\W*(?:from|von|de|da|van|от|发件人|寄件者|差出人)\s*[:：]\s*", re.IGNORECASE)
#: "ann <ann@example.org>" and "ann@example.org (Ann)".
_ADDRESS = re.compile(r"\s*<[^<>]*>?\s*|\S+@\S+\s+\((?=[^()]+\))|\)$")
#: Below a letter: "Received on Monday", "This archive was generated on Tuesday".
_KEPT = re.compile(r"\W*(?:received\b|.{0,20}\barchive\b.{0,20}\bgenerated\b)", re.IGNORECASE)
#: Times on the page of a letter: those it tells of, and its own.
MAX_TIMES = 60
#: Characters of a line of a head, and of a head.
MAX_LINE, MAX_LETTER_HEAD = 200, 3_000


def find_letter(tree: PageTree) -> PostGroup | None:
    """Return the letter that a page shows below the lines of its head, ``None`` without one.

    No other time is shown on its page: people forward letters to forums. Nor has another box one
    just where its head has its own: then the page shows several.
    """
    for time in tree.times if len(tree.times) <= MAX_TIMES else ():
        line = _line_of(tree, time)
        if line is None:
            continue
        box = tree.parent[line]
        beside = [i for i in tree.children(box) if tree.text_len[i] <= MAX_LINE]
        sender = next((text for i in beside if SENT_BY.match(text := tree.text(i))), None)
        name = sender_of(sender) if sender else ""
        words = _words_behind(tree, box)
        late = (i for i in words[1:] for t in tree.times if tree.holds(i, t.node))
        foot = next((i for i in late if _tells_kept(tree, i)), None)
        words = words[: words.index(foot)] if foot is not None else words
        stretch = range(box, tree.end[words[-1]]) if words else range(0)
        others = (other for other in tree.times if other.node not in stretch)
        if _is_headed_again(tree, time, box, words):
            return None
        if can_be_name(name) and words and all(_is_kept(tree, other, words) for other in others):
            chars = sum(map(tree.plain_len, words))
            post = RawPost([box, *words], time, name, None, words[0], more=words[1:])
            return PostGroup(LETTER, [post], NAMED, NAMED, chars, 0.0, known=False)
    return None


def sender_of(line: str) -> str:
    """Return the name in the line of a head that tells it; else the address."""
    return _ADDRESS.sub("", SENT_BY.sub("", line, count=1)).strip(" \"'")


def _is_kept(tree: PageTree, time: TimeNode, words: list[int]) -> bool:
    """Whether a time tells, below a letter, when the archive got it or made its page."""
    if time.node < tree.end[words[-1]]:
        return False
    return any(_tells_kept(tree, i) for i in (time.node, *tree.ancestors(time.node, 2)))


def _is_headed_again(tree: PageTree, time: TimeNode, box: int, words: list[int]) -> bool:
    """Whether an element below the head of a letter is built like it, and has a time there, too."""
    alike = [i for i in words if tree.sig[i] == tree.sig[box]]
    place = tree.path(time.node, box)
    others = (other.node for other in tree.times) if alike else ()
    return any(tree.holds(i, j) and tree.path(j, i) == place for j in others for i in alike)


def _tells_kept(tree: PageTree, i: int) -> bool:
    return tree.text_len[i] <= MAX_LINE and _KEPT.match(tree.text(i)) is not None


def _line_of(tree: PageTree, time: TimeNode) -> int | None:
    """Return the line of a letter's head that tells its time."""
    for i in (time.node, *tree.ancestors(time.node, 2)):
        if tree.tag(i) in _LINES and tree.text_len[i] <= MAX_LINE and tree.parent[i] >= 0:
            box = tree.parent[i]
            # No time stands above the head; asked first, as texts of all pages are read here.
            if box > tree.times[0].node or tree.text_len[box] > MAX_LETTER_HEAD:
                return None
            return i if DATED.match(tree.text(i)) else None
    return None


def _words_behind(tree: PageTree, head: int) -> list[int]:
    """Return the elements behind the head of a letter, up to a line or a list."""
    words: list[int] = []
    for i in tree.children(tree.parent[head]) if tree.parent[head] >= 0 else ():
        if i <= head:
            continue
        if tree.tag(i) in _ENDS and (words or tree.tag(i) != "hr"):
            break
        if tree.text_len[i]:
            words.append(i)
    return words


def letter_around(tree: PageTree, time_node: int) -> list[int]:
    """Return the elements of the letter that a time belongs to, from below its heading.

    Its words are the last. Empty where the time stands in no such letter.
    """
    above = [time_node, *tree.ancestors(time_node)]
    body = next((i for i in above if tree.tag(i) == "body"), None)
    if body is None or body == time_node:
        return []
    kids = tree.children(body)
    at = kids.index(above[above.index(body) - 1])
    stop = next((n for n in range(at + 1, len(kids)) if tree.tag(kids[n]) == "pre"), None)
    if stop is None or not tree.plain_len(kids[stop]):
        return []
    heads = (n for n in range(at, -1, -1) if tree.tag(kids[n]) in HEADINGS)
    return kids[next(heads, -1) + 1 : stop + 1]


def writer_of(tree: PageTree, roots: Sequence[int], time_node: int) -> int | None:
    """Return the element of the name that a letter begins with."""
    if len(roots) < 2 or tree.tag(roots[-1]) != "pre":
        return None
    for root in roots:
        if root >= time_node or tree.holds(root, time_node):
            break
        text = tree.text(root)
        if tree.tag(root) in _NAME_TAGS and can_be_name(text) and text[-1] not in ":：":
            return root
    return None
