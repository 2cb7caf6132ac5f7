"""The words of a post's body in source, apart from what the software writes around them.

The same rules as :mod:`fpcrawl.extraction.bodies.body` has for trees, over spans of tags.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import partial
from itertools import accumulate, islice
from typing import TYPE_CHECKING

from fpcrawl.extraction.bodies.body import (
    ACTIONS,
    CODE_FOOT,
    CODE_HEAD,
    CODE_WORDS,
    HEAD_ENDS,
    MAX_BUTTONS,
    are_controls,
    is_code_box,
    stands_below,
    without_notes,
)
from fpcrawl.extraction.bodies.notes import (
    EDIT_HINT,
    LINE_NUMBERS,
    MAX_HEAD,
    MAX_NOTE,
    SAID_HINT,
    SIGNATURE_CLASS,
    Hint,
    are_numbers,
    is_attribution,
    is_edit_note,
    is_head_with_words,
    is_quote_label,
    names_line_numbers,
    opens_quotation,
)
from fpcrawl.extraction.bodies.quotations import (
    ATTRIBUTED,
    HEAD_TAGS,
    INLINE,
    MAX_HEADS,
    QUOTE_BOXES,
    QUOTE_CLASS,
    ROWS,
    without_heads,
)
from fpcrawl.extraction.bodies.tails import MAX_LINE, TAIL_HINT
from fpcrawl.extraction.templates.sourcetext import (
    BOX,
    CITE,
    CODE,
    LINK,
    NOTE,
    QUOTE,
    Piece,
    Span,
    pieces_of,
    quick_text,
    spans_of,
    split,
    written,
)
from fpcrawl.extraction.templates.tokens import attribute_of
from fpcrawl.extraction.vocabulary import (
    has_words,
    is_called_button,
    is_placeholder,
    leads_nowhere,
)
from fpcrawl.patterns import late

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["source_body", "source_paragraphs"]

#: A class that tells of a signature or of an edit.
_MARKS = "sig firma assinatura podpis imza edit revision modified".split()
_MARK_HINT = Hint(_MARKS)
_MARKED = re.compile(
    rf"""class\s*=\s*["']?[^"'<>]{{0,200}}?(?:{"|".join(_MARKS)})""",
    re.IGNORECASE,
)
_COLON = re.compile(r"[:：]\s*+<")
_CODED = late(rf">\s*+[\[:：]*+\s*+(?:{CODE_WORDS})", re.IGNORECASE)
#: A box whose class may say that code stands in it.
_CODE_BOX = re.compile(r"""class\s*+=\s*+["']?[^"'<>]{0,80}?code""", re.IGNORECASE)
#: A column with the numbers of lines.
_NUMBERS = re.compile(
    rf"""class\s*+=\s*+["']?(?:[^"'<>]{{0,200}}[-_ ])?{LINE_NUMBERS}""", re.IGNORECASE
)
#: A link or button at the end.
_BUTTON = re.compile(
    r"[>\s]([^<>]{1,24})(?:</\w{1,10}+>\s*+){0,4}</(?:a|button)\s*+>\s*+(?:</\w+>\s*+)*+\Z",
    re.IGNORECASE,
)
#: A link to nowhere, or one that is called a button.
_SWITCH = re.compile(
    r"""href\s*+=\s*+["']?(?:#|javascript:)|\srole\s*+=\s*+["']?button\b""", re.IGNORECASE
)
#: Characters that what follows the last words takes.
MAX_TAIL = 200
#: Pieces of an element that is looked at as a head or note, at most.
MAX_PIECES = 200
_NOTE_TAGS = frozenset({"div", "em", "i", "p", "small", "span", "ul"})


def source_body(source: str) -> str:
    """Text of a body as its author sent it, words that were quoted included."""
    parts = split(source)
    if parts is not None:
        text, kinds = quick_text(parts)
        if not _is_suspect(source, text, kinds):
            return without_notes(text)
    body = _Body(pieces_of(source, parts))
    skip = body.skipped()
    return without_notes(without_heads(written(body.pieces, skip), body.quoted(skip)))


def source_paragraphs(source: str) -> str:
    """Text of a body that is a run of elements, the words between them left out."""
    body = _Body(pieces_of(source, split(source)))
    skip = body.skipped()
    texts = [body.text(span, skip) for span in body.spans if span.above < 0]
    text = "\n".join(filter(None, texts))
    return without_notes(without_heads(text, body.quoted(skip)))


def _is_suspect(source: str, text: str, kinds: int) -> bool:
    """Whether software may have written some of the words of a body."""
    if kinds & (QUOTE | BOX):
        if kinds & CITE or SAID_HINT.among(text):
            return True
        if kinds & QUOTE and _COLON.search(source) is not None:
            return True
    if kinds & NOTE and (
        EDIT_HINT.among(text)
        or (_MARK_HINT.among(source) and _MARKED.search(source))
        or is_placeholder(text.rpartition("\n")[2])
    ):
        return True
    if kinds & CODE and (_CODED.search(source) or _NUMBERS.search(source)):
        return True
    if _CODE_BOX.search(source) and _CODED.search(source):
        return True
    if kinds & LINK:
        if "<button" in source or "<BUTTON" in source or _SWITCH.search(source):
            return True
        last = _BUTTON.search(source, max(0, len(source) - MAX_TAIL))
        if last is not None and last[1].strip().lower() in ACTIONS:
            return True
        return TAIL_HINT.among(text[-MAX_LINE:])
    return False


class _Body:
    """Pieces of a body with the elements among them."""

    def __init__(self, pieces: list[Piece]) -> None:
        self.pieces = pieces
        self.spans = spans_of(pieces)
        self.lengths = [0, *accumulate(0 if p.name else len(p.text) for p in pieces)]
        self.firsts = [span.first for span in self.spans]
        self.quotes = self._quotes()

    def skipped(self) -> list[tuple[int, int]]:
        """Ranges of pieces that the software wrote."""
        out = self._buttons()
        for n, span in enumerate(self.spans):
            names = attribute_of(span.raw, "class")
            if names_line_numbers(span.name, names) and are_numbers(
                self._text(span, MAX_TAIL, " ")
            ):
                out.append((span.first, span.last))
            elif is_code_box(span.name, names):
                out += self._code_heads(n)
            elif span.name in _NOTE_TAGS:
                if (names and SIGNATURE_CLASS.search(names)) or (
                    span.kids < 8 and is_edit_note(self._text(span, MAX_NOTE), names)
                ):
                    out.append((span.first, span.last))
            elif span.name == "a":
                href = attribute_of(span.raw, "href")
                pressed = is_called_button(attribute_of(span.raw, "role"), href)
                if pressed or (leads_nowhere(href) and not has_words(self._text(span, MAX_TAIL))):
                    out.append((span.first, span.last))
            elif span.name == "button":
                out.append((span.first, span.last))
        for quote in self.quotes:
            out += self._heads(quote)
        return out

    def quoted(self, skip: list[tuple[int, int]]) -> Iterator[str]:
        """Words of the quotations, without what is left out."""
        return (self.text(quote, skip) for quote in self.quotes)

    def text(self, span: Span, skip: list[tuple[int, int]]) -> str:
        """Text of an element, without what is left out of it."""
        inside = [
            (max(first, span.first) - span.first, min(last, span.last) - span.first)
            for first, last in skip
            if first < span.last and last > span.first
        ]
        return written(self.pieces[span.first : span.last], inside)

    def _text(self, span: Span, limit: int, between: str = "") -> str:
        """Words of an element; of one that is too long, more than ``limit`` of anything.

        Parameters
        ----------
        between
            What is set between the texts of the elements in it.
        """
        chars = self.lengths[span.last] - self.lengths[span.first]
        if chars > 4 * limit or span.last - span.first > MAX_PIECES:
            return "x" * (limit + 1)
        inside = self.pieces[span.first : span.last]
        return " ".join(between.join(p.text for p in inside if not p.name).split())

    def _words(self, first: int, last: int) -> str:
        """Words among some pieces."""
        return "".join(p.text for p in self.pieces[first:last] if not p.name)

    def _blank(self, first: int, last: int) -> bool:
        return not any(not p.name and p.text.strip() for p in self.pieces[first:last])

    def _within(self, span: Span) -> range:
        """Numbers of the elements in an element."""
        start = bisect_right(self.firsts, span.first)
        return range(start, bisect_right(self.firsts, span.last - 1))

    def _quotes(self) -> list[Span]:
        """Outermost boxes of quoted words, heads included."""
        out: list[Span] = []
        inside = 0
        for span in self.spans:
            if span.first < inside or span.name not in QUOTE_BOXES:
                continue
            box = None
            if span.name in {"blockquote", "q"} or self._is_attributed(span):
                box = span
            elif QUOTE_CLASS.search(attribute_of(span.raw, "class") or ""):
                box = (self._around(span, "table") or span) if span.name == "td" else span
            if box is not None:
                out.append(box)
                inside = box.last
        return out

    def _around(self, span: Span, name: str) -> Span | None:
        above = span.above
        while above >= 0 and self.spans[above].name != name:
            above = self.spans[above].above
        return self.spans[above] if above >= 0 else None

    def _is_attributed(self, span: Span) -> bool:
        """Whether a box, or the first cell of a table, begins with whom it quotes."""
        if span.name not in ATTRIBUTED or not span.kids:
            return False
        first = span
        for n in self._within(span):
            if first is not span and first.name not in ROWS:
                break
            if not self._blank(first.first, self.spans[n].first):
                break
            first = self.spans[n]
        head = self._text(first, MAX_HEAD) if first is not span else ""
        return opens_quotation(head, partial(self.text, span, []), is_table=span.name == "table")

    def _heads(self, quote: Span) -> list[tuple[int, int]]:
        """Elements of a quotation that say whom it quotes."""
        inside = [self.spans[n] for n in self._within(quote)]
        named = [(s.first, s.last) for s in inside if s.name in {"cite", "footer"}]
        if named:
            return named
        out: list[tuple[int, int]] = []
        behind = quote.first
        for span in islice((s for s in inside if s.name in HEAD_TAGS), MAX_HEADS):
            text = self._text(span, MAX_HEAD) if span.first >= behind else ""
            if not text:
                continue
            if span.name in INLINE and text[-1] not in ":：" and self._goes_on(span.last):
                break
            boxed = not out and quote.name in {"aside", "div", "fieldset"} and text[-1] in ":："
            if len(text) > MAX_HEAD or not (boxed or is_attribution(text)):
                if out and span.kids:
                    continue
                break
            if span.kids and is_head_with_words(self.text(span, [])):
                continue
            out.append((span.first, span.last))
            if not is_quote_label(text):
                break
            behind = span.last
        return out

    def _goes_on(self, end: int) -> bool:
        """Whether words stand right behind an element."""
        piece = self.pieces[end] if end < len(self.pieces) else None
        return piece is not None and not piece.name and bool(piece.text.strip())

    def _buttons(self) -> list[tuple[int, int]]:
        """Links behind the last words of a body that do something with it."""
        out: list[tuple[int, int]] = []
        box, end = self._words_box()
        for n in range(len(self.spans) - 1, box, -1):
            span = self.spans[n]
            if span.above != box or span.last > end:
                continue
            if not self._blank(span.last, end):
                break
            links = [span] if span.name in {"a", "button"} else self._links(span)
            shown = [(link.name, self._text(link, MAX_TAIL)) for link in links[:MAX_BUTTONS]]
            text = self._text(span, MAX_TAIL)
            if text and not (
                are_controls(text, shown, partial(self._text, span, MAX_TAIL, " "))
                or stands_below(text, attribute_of(span.raw, "class"), span.name)
            ):
                break
            out.append((span.first, span.last))
            end = span.first
        return out

    def _words_box(self) -> tuple[int, int]:
        """Return the number of the innermost box around all words, -1 without, and its end."""
        box, start, end = -1, 0, len(self.pieces)
        for n, span in enumerate(self.spans):
            if span.name != "div" or span.above != box:
                break
            if not (self._blank(start, span.first) and self._blank(span.last, end)):
                break
            box, start, end = n, span.first, span.last
        return box, end

    def _links(self, span: Span) -> list[Span]:
        """Links and buttons in an element."""
        inside = (self.spans[k] for k in self._within(span))
        return [one for one in inside if one.name in {"a", "button"}]

    def _code_heads(self, number: int) -> list[tuple[int, int]]:
        out: list[tuple[int, int]] = []
        for _ in range(3):
            span = self.spans[number]
            before, after = self._beside(number)
            if before is not None:
                text = self._text(before, 40)
                said = self._words(before.last, span.first).strip(HEAD_ENDS)
                if 0 < len(text) <= 40 and not said and CODE_HEAD.match(text):
                    out.append((before.first, before.last))
            if after is not None:
                text = self._text(after, 20)
                if 0 < len(text) <= 20 and CODE_FOOT.match(text):
                    out.append((after.first, after.last))
            if span.above < 0:
                break
            number = span.above
        return out

    def _beside(self, number: int) -> tuple[Span | None, Span | None]:
        """Return the elements before and behind one, within the same element."""
        span = self.spans[number]
        before = None
        k = number - 1
        while k >= 0 and k > span.above:
            one = self.spans[k]
            if one.above != span.above:
                k = one.above
            elif one.name == "br" and self._blank(one.last, span.first):
                k -= 1
            else:
                before = one
                break
        k = bisect_right(self.firsts, span.last - 1)
        after = self.spans[k] if k < len(self.spans) else None
        return before, after if after is not None and after.above == span.above else None
