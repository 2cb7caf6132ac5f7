"""How a value is cut out of the text of an element, or out of an attribute."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.text import DOTS
from fpcrawl.extraction.timenodes import MAX_TIME_TEXT, with_clock_tail
from fpcrawl.pages.dates import find_times

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lxml.html import HtmlElement

__all__ = ["TIME_INSIDE", "WHOLE", "Cut", "cuts_for", "cuts_of"]

#: Longer values are cut off: no name, title or time is.
MAX_VALUE = 2000
#: Text nodes of an element that are looked at.
MAX_PIECES = 200
#: Characters before and after a value that tell where it stands in a longer text.
MAX_EDGE = 16
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"\d{1,3}(?:[,.\s]\d{3})+(?!\d)|\d+(?:\.\d+)?\s*[kKmM万]?")
_KINDS = (
    "whole", "time", "last time", "time inside", "digits", "first digits", "number", "begin",
    "between", "has",
)  # fmt: skip

_PLAIN_KINDS = _KINDS[: _KINDS.index("begin")]


@dataclass(frozen=True, slots=True)
class Cut:
    """What part of a text is the value.

    Attributes
    ----------
    kind
        ``whole``; ``time`` or ``last time``, a time string in a text node of the element's own
        (or in an attribute); ``time inside``, one in all of its text, which must be short;
        ``digits`` (the last run of them), ``first digits``; ``number``, the first with its
        separators; ``begin``, what an element says ahead of the first one in it, and of a time
        there; ``between``; ``has``, a word that either stands there or not.
    after, before
        What stands around the value, for ``between``; either may be empty. For ``has``,
        ``after`` is the word.
    """

    kind: str = "whole"
    after: str = ""
    before: str = ""

    def __post_init__(self) -> None:
        if self.kind not in _KINDS:
            raise ValueError(f"no way to cut a value: {self.kind!r}")

    def of_element(self, element: HtmlElement) -> str:
        """Cut the value out of an element's text; empty when it is not there."""
        if self.kind in {"time", "last time"}:
            found = _times_of(element)
            if self.kind == "time":
                return next(found, "")
            return next(iter([*found][-1:]), "")
        if self.kind == "begin":
            return _ahead_of_time(_whole(element.text or ""))
        if self.kind == "time inside" and len(element):
            return self.of_text(_apart(islice(element.itertext(), MAX_PIECES)))
        return self.of_text(_text_of(element))

    def reader(self, attribute: str = "") -> Callable[[HtmlElement], str]:
        """Return what cuts the value out of an element, or out of an attribute of it."""
        of_text = _FAST.get(self.kind, self.of_text)
        if attribute:

            def read_attribute(element: HtmlElement) -> str:
                text = element.get(attribute)
                return of_text(text) if text else ""

            return read_attribute
        if self.kind not in _FAST:
            return self.of_element
        return lambda element: of_text(_text_of(element))

    def of_text(self, text: str) -> str:
        """Cut the value out of a text; empty when it is not there."""
        fast = _FAST.get(self.kind)
        if fast is not None:
            return fast(text)
        text = " ".join(text[:MAX_VALUE].split())
        match self.kind:
            case "time" | "last time" | "time inside":
                if self.kind == "time inside" and len(text) > MAX_TIME_TEXT:
                    return ""
                times = _short_times(text[:MAX_TIME_TEXT])
                return times[-1 if self.kind == "last time" else 0][0] if times else ""
            case "number":
                match = _NUMBER.search(text)
                return match.group().strip() if match else ""
        if self.kind == "has":
            return self.after if f" {self.after} " in f" {text} " else ""
        start = text.find(self.after)
        if start < 0:
            return ""
        start += len(self.after)
        stop = text.find(self.before, start) if self.before else len(text)
        return text[start:stop].strip() if stop >= 0 else ""

    def to_json(self) -> Any:
        """Plain data: the kind, or what stands around the value."""
        if self.kind == "has":
            return {"has": self.after}
        if self.kind != "between":
            return self.kind
        around = {"after": self.after, "before": self.before}
        return {name: text for name, text in around.items() if text}

    @classmethod
    def from_json(cls, data: Any) -> Cut:
        """Make it again.

        Raises
        ------
        ValueError
            When it is none.
        """
        if isinstance(data, dict):
            if "has" in data:
                return cls("has", str(data["has"]))
            return cls("between", str(data.get("after") or ""), str(data.get("before") or ""))
        return cls(str(data))


def _is_number(text: str) -> bool:
    return text.strip().isdigit()


def _whole(text: str) -> str:
    return " ".join(text[:MAX_VALUE].split())


def _digits(text: str) -> str:
    runs = _DIGITS.findall(text[:MAX_VALUE])
    return runs[-1] if runs else ""


def _first_digits(text: str) -> str:
    match = _DIGITS.search(text[:MAX_VALUE])
    return match.group() if match else ""


def _ahead_of_time(text: str) -> str:
    times = _short_times(text) if len(text) <= MAX_TIME_TEXT else ()
    return (text.partition(times[0][0])[0] if times else text).rstrip(_PARTING)


#: What parts a value from what stands behind it.
_PARTING = " |»›" + DOTS + "–—-,:([（【"
#: Kinds that need nothing but the text.
_FAST = {"whole": _whole, "digits": _digits, "first digits": _first_digits}
WHOLE = Cut()
TIME_INSIDE = Cut("time inside")
_PLAIN = (WHOLE, *map(Cut, _PLAIN_KINDS[1:]))


def _text_of(element: HtmlElement) -> str:
    if len(element):
        return "".join(islice(element.itertext(), MAX_PIECES))
    return element.text or ""


def _apart(pieces: Iterable[str]) -> str:
    """Join texts so that a clock and the word in the next box stay apart."""
    out: list[str] = []
    for piece in pieces:
        if out and out[-1][-1:].isalnum() and piece[:1].isalnum():
            out.append(" ")
        out.append(piece)
    return "".join(out)


@lru_cache(maxsize=16_384)
def _short_times(text: str) -> tuple[tuple[str, bool], ...]:
    """Time strings of a short text, each with whether it is all of the text."""
    return tuple((m.raw, m.end - m.start == len(text)) for m in find_times(text))


def cuts_of(element: HtmlElement, text: str, value: str) -> list[Cut]:
    """Ways to cut a value out of an element with a text, the plainest first."""
    out = cuts_for(text, value)
    begin = Cut("begin")
    if out[:1] != [WHOLE] and begin.of_element(element) == " ".join(value.split()):
        plain = next((n for n, cut in enumerate(out) if cut.kind == "between"), len(out))
        out.insert(plain, begin)
    return out


def _times_of(element: HtmlElement) -> Iterator[str]:
    """Time strings in the text nodes of an element itself, as the page's tree notes them."""
    text = (element.text or "").strip()
    if 0 < len(text) <= MAX_TIME_TEXT:
        for raw, alone in _short_times(text):
            yield with_clock_tail(element, raw) if alone else raw
    for child in islice(element, MAX_PIECES):
        tail = (child.tail or "").strip()
        if 0 < len(tail) <= MAX_TIME_TEXT:
            for raw, _ in _short_times(tail):
                yield raw


def cuts_for(text: str, value: str) -> list[Cut]:
    """Ways to cut a value out of a text, the plainest first; none when it is not there."""
    text, value = " ".join(text.split()), " ".join(value.split())
    at = text.find(value) if value else -1
    if at < 0:
        return []
    out = [cut for cut in _PLAIN if cut.of_text(text) == value]
    if out[:1] != [WHOLE]:
        before, after = text[max(0, at - MAX_EDGE) : at], text[at + len(value) :][:MAX_EDGE]
        # The nearest word says enough; what is farther off changes.
        word = before.rstrip().rpartition(" ")[2] + before[len(before.rstrip()) :]
        next_word = after[: len(after) - len(after.lstrip())] + (after.split() or [""])[0]
        # A number is another one in the next record, or a part of one.
        for left in (one for one in dict.fromkeys((word, before[-1:])) if not _is_number(one)):
            for right in dict.fromkeys((next_word, after[:1], after)):
                if _is_number(right):
                    continue
                cut = Cut("between", left, right)
                if cut.of_text(text) == value:
                    out.append(cut)
    return out
