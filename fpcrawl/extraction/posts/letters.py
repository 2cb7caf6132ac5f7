"""Letters that archives of mailing lists show in the page itself, without a box.

Pipermail: a heading, the name in bold, the address, the time, links to other letters, and the
words as plain text. MHonArc and Hypermail: the lines of the letter's head as a list, and the
words behind it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.posts.loose import LooseBody, loose_chars
from fpcrawl.extraction.posts.postgroup import LOOSE, NAMED, PostGroup, RawPost
from fpcrawl.extraction.vocabulary import HEADINGS, can_be_name
from fpcrawl.pages.urls import join_url, url_shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = [
    "DATED",
    "LETTER",
    "SENT_BY",
    "find_letter",
    "letter_around",
    "sender_of",
    "subject_of",
    "writer_of",
]

#: Stands for the key of the time of a letter whose head is shown.
LETTER = "~letter"
_NAME_TAGS = frozenset({"a", "b", "em", "strong"})
_LINES = frozenset({"dd", "div", "li", "p", "span", "tr"})
_LISTS = frozenset({"li", "ol", "ul"})
_ENDS = HEADINGS | {"address", "dl", "hr", "ol", "ul"}
DATED = re.compile(
    r"\W*(?:date|sent|datum|fecha|data|дата|日期|发送时间|日付)\s*[:：]", re.IGNORECASE
)
SENT_BY = re.compile(r"\W*(?:from|von|de|da|van|от|发件人|寄件者|差出人)\s*[:：]\s*", re.IGNORECASE)
_SUBJECT = re.compile(
    r"\W*(?:subject|betreff|objet|asunto|assunto|oggetto|onderwerp|ämne|emne|aihe|temat|předmět"
    r"|tárgy|konu|тема|主题|主題|件名|제목)\s*[:：]\s*(?=\S)",
    re.IGNORECASE,
)
#: "ann <ann@example.org>" and "ann@example.org (Ann)".
_ADDRESS = re.compile(r"\s*<[^<>]*>?\s*|\S+@\S+\s+\((?=[^()]+\))|\)$")
#: Below a letter: "Received on Monday", "This archive was generated on Tuesday".
_KEPT = re.compile(r"\W*(?:received\b|.{0,20}\barchive\b.{0,20}\bgenerated\b)", re.IGNORECASE)
#: Times on the page of a letter: those it tells of, and its own.
MAX_TIMES = 60
#: Characters of a line of a head, and of a head; boxes that hold nothing but one.
MAX_LINE, MAX_LETTER_HEAD, BOXES = 200, 3_000, 2


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
        if not words and can_be_name(name) and (loose := _loose_words(tree, box)) is not None:
            stop = loose.elements(tree).stop
            beyond = [other for other in tree.times if not _is_among(tree, other, box, stop)]
            subject = subject_of(tree, box).rpartition(": ")[2]
            if _are_listed(tree, beyond, stop, subject):
                post = RawPost([box], time, name, None, loose.head, loose=loose)
                chars = loose.chars
                return PostGroup(LETTER, [post], NAMED, LOOSE, chars, 0.0, known=False)
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


def subject_of(tree: PageTree, head: int) -> str:
    """Return what a letter is called in the lines of its head; empty where they do not tell."""
    if tree.text_len[head] > MAX_LETTER_HEAD:
        return ""
    lines = (tree.text(i) for i in tree.children(head))
    return next((_SUBJECT.sub("", line, count=1) for line in lines if _SUBJECT.match(line)), "")


def _loose_words(tree: PageTree, box: int) -> LooseBody | None:
    """Words that stand loose below the head of a letter, which is in boxes of its own.

    A line parts the two. Sympa shows letters so.
    """
    for i in tree.ancestors(box, BOXES):
        if tree.text_len[i] > tree.text_len[box]:
            break
        box = i
    kids = [kid for kid in tree.children(tree.parent[box]) if kid > box]
    if not kids or tree.tag(kids[0]) != "hr" or (tree.nodes[box].tail or "").strip():
        return None
    stop = next((kid for kid in kids[1:] if tree.tag(kid) in _ENDS), -1)
    inner = sum(tree.plain_len(kid) for kid in kids if stop < 0 or kid < stop)
    chars = loose_chars(tree, kids[0], stop) + inner
    return LooseBody(kids[0], stop, chars) if chars else None


def _is_among(tree: PageTree, time: TimeNode, box: int, stop: int) -> bool:
    """Whether a time stands in a letter, or loose in the box that this stands loose in."""
    return box <= time.node < stop or tree.holds(time.node, box)


def _are_listed(tree: PageTree, times: Sequence[TimeNode], stop: int, subject: str) -> bool:
    """Whether times stand below a letter in lists of the letters of its thread."""
    tops = set[int]()
    for time in times:
        around = [i for i in tree.ancestors(time.node) if i >= stop and tree.tag(i) in _LISTS]
        if not around:
            return False
        tops.add(around[-1])
    return all(_lists_letters(tree, top, subject) for top in tops)


def _lists_letters(tree: PageTree, top: int, subject: str) -> bool:
    """Whether a list names a letter, and leads to others alone: of its own it has no link to."""
    if not subject or subject not in tree.text(top):
        return False
    inside = range(top, tree.end[top])
    hrefs = (tree.nodes[i].get("href") for i in inside if tree.tag(i) == "a")
    shape = url_shape(tree.page.url)
    return all(url_shape(join_url(tree.page.base_url, href)) == shape for href in hrefs if href)


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
            if tree.text_len[box] > MAX_LETTER_HEAD or _stands_above(tree, tree.times[0], box):
                return None
            return i if DATED.match(tree.text(i)) else None
    return None


def _stands_above(tree: PageTree, time: TimeNode, box: int) -> bool:
    """Whether a time stands above a box, and not loose beside it in a larger one."""
    return time.node < box and not (tree.tags[time.node] != "body" and tree.holds(time.node, box))


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
