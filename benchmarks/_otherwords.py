"""Recorded pages in a language that nobody knows: the words of their interface are of none.

What the labels of a page tell stays as it is: the words of records and articles, titles, names
of writers. So do times, in whatever words they are told, numbers and signs. Every other word of
a text, and of the attributes that are shown to people, becomes another one, the same everywhere
(``Posts: 12`` may be ``Bolux: 12``), of the same script, much the same length and the same case.
"""

from __future__ import annotations

import hashlib
import html
import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from benchmarks._othertimes import escaped
from fpcrawl.pages.charset import decide_charset
from fpcrawl.pages.dates import find_times

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks._crowded import Known

__all__ = ["other_word", "other_words"]

_PIECE = re.compile(
    r"<!--.*?-->|<(?P<raw>script|style)\b.*?</(?P=raw)\s*>"
    r"""|(?P<tag><[a-zA-Z/!?](?:[^<>"']|"[^"]*"|'[^']*')*>|<[a-zA-Z/!?][^<>]*>)"""
    r"|(?P<text>[^<]+)|<",
    re.DOTALL | re.IGNORECASE,
)
_SAID = re.compile(
    r"""(\s(?:title|alt|placeholder|aria-label)\s*=\s*)("[^"]*"|'[^']*')""", re.IGNORECASE
)
_VALUE = re.compile(r"""(\svalue\s*=\s*)("[^"]*"|'[^']*')""", re.IGNORECASE)
_BUTTON = re.compile(
    r"""<(?:button\b|input\b[^<>]*\stype\s*=\s*["']?(?:submit|button|reset)\b)""", re.IGNORECASE
)
#: Addresses, and letters that belong to a number (2nd, 5k), stay; a word is letters of a script.
_WORD = re.compile(
    r"(?:https?://|www\.)[^\s<>]+|[\w.+-]*@?[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|info|example)\b\S*"
    r"|\d[a-zA-Z]{1,2}(?![^\W\d_])"
    r"|(?P<han>[\u3400-\u9fff]+)|(?P<kana>[\u3041-\u30fa]+)|(?P<hangul>[\uac00-\ud7a3]+)"
    r"|(?P<word>(?:(?![\u3041-\u30fa\u3400-\u9fff\uac00-\ud7a3])[^\W\d_]){2,})"
)
#: Script -> the first of its signs that are drawn, and how many.
_SIGNS = {"han": (0x4E00, 0x51A0), "kana": (0x30A2, 0x50), "hangul": (0xAC00, 0x2BA4)}
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_LATIN_SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
_CYRILLIC_SYLLABLES = [a + b for a in "бвгдклмнпрст" for b in "аеиоу"]
#: What belongs to a time beside it.
_BEFORE_TIME = re.compile(
    r"(?:(?<!\w)(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?"
    r"|(?:星期|周|週)[一二三四五六日天])[.,，\s]*$",
    re.IGNORECASE,
)
_BEHIND_TIME = re.compile(
    r"\s*\(?(?:UTC|GMT|[ECMP][SDE]S?T|[ap]\.?m\b)|\s*(?:星期|周)[一-日天]",
    re.IGNORECASE,
)
#: Bytes from which on a text is known again wherever it stands, and characters of its start.
_LONG, _START = 16, 12
_CUT = ("...", "…")
#: Characters of two texts that can tell one time together.
_TIME_APART = 60


@lru_cache(maxsize=65_536)
def other_word(word: str) -> str:
    """Return a word of no language, the same for the same word but for its case."""
    digest = hashlib.blake2b(word.lower().encode(), digest_size=32).digest()
    cyrillic = _CYRILLIC.search(word) is not None
    syllables = _CYRILLIC_SYLLABLES if cyrillic else _LATIN_SYLLABLES
    count = min(max(1, len(word) // 2), len(digest))
    new = "".join(syllables[byte % len(syllables)] for byte in digest[:count])
    new += "ъ" if cyrillic else "x"
    if word.isupper():
        return new.upper()
    return new.capitalize() if word[0].isupper() else new


@lru_cache(maxsize=65_536)
def _sign(sign: str, script: str) -> str:
    first, count = _SIGNS[script]
    digest = hashlib.blake2b(sign.encode(), digest_size=4).digest()
    return chr(first + int.from_bytes(digest) % count)


def _replaced(found: re.Match[str]) -> str:
    script = found.lastgroup
    if script is None:
        return found.group()
    if script == "word":
        return other_word(found.group())
    return "".join(_sign(sign, script) for sign in found.group())


def _bare(text: str) -> str:
    """Return the letters and digits of a text: signs are often shown in another form."""
    return "".join(filter(str.isalnum, text))


def _is_long(text: str) -> bool:
    return len(text.encode("utf-8", "replace")) >= _LONG


@dataclass(slots=True)
class _Node:
    """A text of a page: its piece of the source, what it says, where that stands in all of them.

    Attributes
    ----------
    first, last
        Range in the bare text of the page.
    kept
        Ranges of ``text`` that stay.
    """

    piece: int
    text: str
    first: int
    last: int
    bare: str
    kept: list[tuple[int, int]]

    def keep(self, first: int, last: int) -> None:
        """Keep a range of the bare text of the page."""
        wanted = range(max(first, self.first) - self.first, min(last, self.last) - self.first)
        if not wanted:
            return
        places = [n for n, char in enumerate(self.text) if char.isalnum()]
        self.kept.append((places[wanted[0]], places[wanted[-1]] + 1))


class _Words:
    """What stays of a page, and what becomes of the rest."""

    def __init__(self, known: Known) -> None:
        texts = {" ".join(text.split()) for text in (*known.names, *known.titles)}
        #: Texts of several words, or long ones, stay wherever they stand, others only alone.
        plain = [text for text in texts if _is_long(text) or text in known.names]
        forms = (_form(text) for text in sorted(plain, key=len, reverse=True) if len(text) > 1)
        self._plain = re.compile("|".join(forms) or r"(?!)")
        #: A name's first letter can stand in the place of a picture.
        self._alone = {_bare(text) for text in texts} | {name[0].upper() for name in known.names}
        self._titles = tuple(_bare(text) for text in texts if _is_long(text))

    def kept(self, text: str) -> list[tuple[int, int]]:
        """Return what of a text stays wherever it stands."""
        said = _bare(text)
        start = said.removeprefix("Re")
        if said in self._alone or (
            (_is_long(start) or text.rstrip().endswith(_CUT))
            and any(title.startswith(start) for title in self._titles)
        ):
            return [(0, len(text))]
        out = [found.span() for found in self._plain.finditer(text)]
        return out + list(_times(text))

    def other(self, text: str, kept: Sequence[tuple[int, int]]) -> str:
        """Return a text with other words but for what is kept."""
        out, done = "", 0
        for start, end in sorted(kept):
            if end > done:
                out += _WORD.sub(_replaced, text[done : max(start, done)])
                out += text[max(start, done) : end]
                done = end
        return out + _WORD.sub(_replaced, text[done:])


def _form(text: str) -> str:
    form = r"\s+".join(re.escape(word) for word in text.split())
    ahead = r"(?<![^\W\u3040-\u9fff])" if text[0].isalnum() else ""
    behind = r"(?![^\W\u3040-\u9fff])" if text[-1].isalnum() else ""
    return ahead + form + behind


def _times(text: str) -> Iterator[tuple[int, int]]:
    for time in find_times(text):
        before = _BEFORE_TIME.search(text[: time.start])
        behind = _BEHIND_TIME.match(text, time.end)
        yield (before.start() if before else time.start, behind.end() if behind else time.end)


def other_words(source: str, known: Known) -> str:
    """Return a page with words of no language where its labels know nothing.

    Parameters
    ----------
    source
        The page, a character for each byte.
    """
    charset = decide_charset(source.encode("latin-1"), known.charset).encoding
    words = _Words(known)
    pieces = list(_PIECE.finditer(source))
    nodes: list[_Node] = []
    length = 0
    for n, piece in enumerate(pieces):
        if piece["text"] and (said := _bare(text := _decoded(piece["text"], charset))):
            nodes.append(_Node(n, text, length, length + len(said), said, words.kept(text)))
            length += len(said)
    _keep_times(nodes)
    _keep_records(nodes, known)
    out = [
        _tag(piece.group(), charset, words) if piece["tag"] else piece.group() for piece in pieces
    ]
    for node in nodes:
        new = words.other(node.text, node.kept)
        if new != node.text:
            out[node.piece] = escaped(new)
    return "".join(out)


def _decoded(text: str, charset: str) -> str:
    return html.unescape(text.encode("latin-1").decode(charset, "surrogateescape"))


def _tag(tag: str, charset: str, words: _Words) -> str:
    def said(found: re.Match[str]) -> str:
        text = _decoded(found[2][1:-1], charset)
        new = words.other(text, words.kept(text))
        return found.group() if new == text else f'{found[1]}"{escaped(new)}"'

    tag = _SAID.sub(said, tag)
    return _VALUE.sub(said, tag) if _BUTTON.match(tag) else tag


def _keep_times(nodes: Sequence[_Node]) -> None:
    """Keep times of which a part stands in one element and a part in the next."""
    for one, other in pairwise(nodes):
        both = f"{one.text} {other.text}"
        if len(both) > _TIME_APART or not any(char.isdigit() for char in both):
            continue
        border = len(one.text)
        for start, end in _times(both):
            if start < border < end - 1:
                one.kept.append((start, border))
                other.kept.append((0, end - border - 1))


def _keep_records(nodes: Sequence[_Node], known: Known) -> None:
    """Keep what the labels know of the words of records and articles."""
    page = "".join(node.bare for node in nodes)
    starts = {node.first for node in nodes}
    ends = {node.last for node in nodes}
    found: list[tuple[int, int] | None] = []
    at = 0
    for _, texts in known.posts:
        place = _place(page, [_bare(text) for text in texts], at, nodes, len(page))
        found.append(place)
        at = place[1] if place else at
    spans = [place for place in found if place]
    for n, (_, texts) in enumerate(known.posts):
        if found[n] is not None:
            continue
        low = next((place[1] for place in reversed(found[:n]) if place), 0)
        high = next((place[0] for place in found[n + 1 :] if place), len(page))
        for text in filter(None, map(_bare, texts)):
            spans += [
                (one, one + len(text))
                for one in _all(page, text, low, high)
                if one in starts and one + len(text) in ends
            ]
    for text in filter(None, map(_time_in, known.times)):
        spans += [(one, one + len(text)) for one in _all(page, text, 0, len(page))]
    for first, last in spans:
        for node in _between(nodes, first, last):
            node.keep(first, last)
    for text in known.bodies:
        _keep_pieces(nodes, _bare(text))


def _time_in(text: str) -> str:
    """Return a time, as it is shown, without the words before and behind it."""
    times = find_times(text)
    return _bare(text[times[0].start : times[-1].end] if times else text)


def _place(
    page: str, texts: Sequence[str], at: int, nodes: Sequence[_Node], end: int
) -> tuple[int, int] | None:
    """Return where a long text stands: in one piece, or from its first piece to its last."""
    for text in sorted(filter(None, texts), key=len, reverse=True):
        if _is_long(text) and (start := page.find(text, at)) >= 0:
            return start, start + len(text)
    for text in sorted(filter(None, texts), key=len, reverse=True):
        start = page.find(text[:_START], at) if len(text) > _START else -1
        if start < 0:
            continue
        last, done = start + _START, 0
        for node in _between(nodes, start, min(end, start + 2 * len(text))):
            said = page[max(node.first, start) : node.last]
            there = text.find(said, done)
            if there >= 0 and (_is_long(said) or there == done):
                last, done = node.last, there + len(said)
        tail = page.find(text[-_START:], start, start + 2 * len(text))
        return start, max(last, tail + _START if tail >= 0 else 0)
    return None


def _between(nodes: Sequence[_Node], first: int, last: int) -> Iterator[_Node]:
    for node in nodes[bisect_left(nodes, first + 1, key=lambda node: node.last) :]:
        if node.first >= last:
            return
        yield node


def _all(page: str, text: str, low: int, high: int) -> Iterator[int]:
    at = page.find(text, low, high)
    while at >= 0:
        yield at
        at = page.find(text, at + 1, high)


def _keep_pieces(nodes: Sequence[_Node], text: str) -> None:
    """Keep the pieces of an article: long ones, and what stands between them and is of it."""
    known: list[tuple[int, int]] = []
    for n, node in enumerate(nodes):
        said = node.bare
        if _is_long(said) and said in text:
            known.append((n, n))
    if not known:
        return
    for node in nodes[known[0][0] : known[-1][0] + 1]:
        if node.bare in text:
            node.keep(node.first, node.last)
