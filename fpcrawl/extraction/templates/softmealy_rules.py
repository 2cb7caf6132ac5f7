"""Contextual rules: what stands left and right of a separator, how often it was seen there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Literal

from fpcrawl.extraction.templates.tokens import attributes_of, class_of, tag_label

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Gap", "Pick", "Rule", "TagForm", "ahead_of", "form_of", "gap_of", "pattern_of"]

#: ``=`` as written, ``N`` digits, ``"`` ``'`` `` ` `` rest of a value in such quotes or none,
#: ``|`` one of some (a line each), ``*`` rest of the tag.
Part = tuple[str, str]
#: Between two tags: ``s`` white space, ``c`` also a short comment, ``t`` also text.
Gap = Literal["s", "c", "t"]
#: Which part of the text is the value: all of it, between two strings, its time or number.
Pick = Literal["all", "between", "time", "number"]

_HOLES = {
    "N": r"\d*+",
    '"': r"[^\"]*+",
    "'": r"[^']*+",
    "`": r"[^\s>\"']*+",
    "*": r"(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+",
}
_GAPS: dict[str, str] = {
    "s": r"\s*+",
    "c": r"(?:\s++|<!--[^<>]{0,200}+-?->)*+",
    "t": r"(?:[^<]++|<!--[^<>]{0,200}+-?->)*+",
}
_DIGITS = re.compile(r"\d+")
#: Digits that tell what it is: of headings, and of the host of an address.
_TELLING = re.compile(r"</?h\d|(?<=//)[\w.:-]+", re.IGNORECASE)
_COMMENT = re.compile(r"<!--[^<>]{0,200}?-->")
#: Values that tell one record from another rather than one place from another.
_VOLATILE = frozenset(
    {"alt", "content", "datetime", "href", "onclick", "src", "style", "title", "value"}
)
#: Those of them whose beginnings tell nothing either.
_WORDS = frozenset({"alt", "content", "datetime", "title", "value"})
#: Occurrences from which on such a value that never changes belongs to the place.
ENOUGH = 5
MAX_CHOICES = 6
#: Characters that values begin with in common, to tell what they belong to.
MIN_START = 4
#: What a text may begin with, by class of token.
AHEAD = {
    "Number": r"(?=[^<\d]{0,60}+\d)",
    "Time": r"(?=[^<]{0,160}?(?:\d[-/.:年月]\s?\d|[刚剛昨今前]|\d[ ,][A-Z]|[a-z]\.?\s\d"
    r"|\bago\b|day\b))",
    "Word": r"(?=\s*+(?:&nbsp;|&#160;|\s)*+[^<\s])",
    "Any": "",
}


@dataclass(frozen=True, slots=True)
class TagForm:
    """A tag as a template writes it: what is fixed, and what may stand in the holes.

    Attributes
    ----------
    label
        Its class of token, for people.
    """

    label: str
    parts: tuple[Part, ...]

    @property
    def regex(self) -> str:
        """Regular expression of the tag; linear, holes never give back."""
        out = []
        for kind, text in self.parts:
            if kind == "=":
                out.append(re.escape(text))
            elif kind == "|":
                choices = sorted(text.split("\n"), key=len, reverse=True)
                out.append(f"(?:{'|'.join(map(re.escape, choices))})")
            else:
                out.append(_HOLES[kind])
        return "".join(out)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"label": self.label, "parts": [list(part) for part in self.parts]}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TagForm:
        """Make it again.

        Raises
        ------
        ValueError
            When the data are none of :meth:`to_json`.
        """
        parts = tuple((str(kind), str(text)) for kind, text in data["parts"])
        if any(kind not in {"=", "|", *_HOLES} for kind, _ in parts):
            raise ValueError(f"unknown part in {data!r}")
        return cls(str(data["label"]), parts)


@dataclass(frozen=True, slots=True)
class Rule:
    """A contextual rule (SL, SR) of a separator and where its value stands.

    Attributes
    ----------
    field
        Name of the field, ``record`` for the begin of a record.
    tags
        SL, the last of them next to the value; for ``record`` SR, from its begin on.
    gaps
        What stands between them, one less than there are tags.
    right
        SR: class of the token the value begins with (``Number``, ``Time``, ``Word``).
    place
        ``text`` up to the next tag, ``inner`` all text of the element that the last tag
        opens, ``@name`` its attribute, ``element`` that element as a body, ``run`` a body of
        elements from there to what ``stops`` tell, ``loose`` one of words as well, ``record``
        none.
    before, after
        Words between which the value stands.
    holder
        Tag name of the element; of the one around, for a run or loose words.
    stops
        SR of a run or of loose words: tags it ends before.
    ends
        SR of a text: the tag it ends at, where no words follow that.
    follows
        SR of a body: labels of the tags that were seen behind it.
    count
        c(SL, SR): how often it was seen.
    """

    field: str
    tags: tuple[TagForm, ...]
    gaps: tuple[Gap, ...]
    right: str
    place: str
    count: int
    pick: Pick = "all"
    before: str = ""
    after: str = ""
    holder: str = ""
    stops: tuple[TagForm, ...] = ()
    follows: tuple[str, ...] = ()
    ends: TagForm | None = None

    def describe(self) -> str:
        """One line for people."""
        context = " ".join(tag.label for tag in self.tags)
        if self.field == "record":
            return f"record: SL=- SR={context} c={self.count}"
        left = f'{context} "{self.before}"' if self.before else context
        if self.place.startswith("@"):
            right = f"{self.place} of {self.tags[-1].label}"
        elif self.place == "element":
            right = f"all of {self.holder}, then {' | '.join(self.follows) or '-'}"
        elif self.place in {"run", "loose"}:
            stops = [tag.label for tag in self.stops]
            right = f"up to {' | '.join([*stops, f'Html(/{self.holder})'])}"
        else:
            right = self.right + (f' "{self.after}"' if self.after else "")
            right += f" {self.ends.label}" if self.ends is not None else ""
        return f"{self.field}: SL={left} SR={right} c={self.count}"

    def to_json(self) -> dict[str, Any]:
        """Plain data; what is empty is left out."""
        data: dict[str, Any] = {
            "field": self.field,
            "tags": [tag.to_json() for tag in self.tags],
            "gaps": "".join(self.gaps),
            "right": self.right,
            "place": self.place,
            "count": self.count,
            "pick": self.pick,
            "before": self.before,
            "after": self.after,
            "holder": self.holder,
            "stops": [tag.to_json() for tag in self.stops],
            "follows": list(self.follows),
            "ends": self.ends.to_json() if self.ends is not None else None,
        }
        return {name: value for name, value in data.items() if value}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Rule:
        """Make it again.

        Raises
        ------
        ValueError, KeyError, TypeError
            When the data are none of :meth:`to_json`.
        """
        gaps = tuple(data.get("gaps", ""))
        tags = tuple(map(TagForm.from_json, data["tags"]))
        if set(gaps) - set(_GAPS) or len(gaps) + 1 != len(tags) or data["right"] not in AHEAD:
            raise ValueError(f"not a rule: {data!r}")
        return cls(
            str(data["field"]),
            tags,
            gaps,
            str(data["right"]),
            str(data["place"]),
            int(data["count"]),
            data.get("pick", "all"),
            str(data.get("before", "")),
            str(data.get("after", "")),
            str(data.get("holder", "")),
            tuple(map(TagForm.from_json, data.get("stops", ()))),
            tuple(map(str, data.get("follows", ()))),
            TagForm.from_json(data["ends"]) if "ends" in data else None,
        )


def gap_of(between: str) -> Gap | None:
    """Kind of what stands between two tags, ``None`` when no rule can pass over it."""
    if not between or between.isspace():
        return "s"
    bare = _COMMENT.sub("", between)
    if "<" in bare:
        return None
    return "t" if bare.strip() else "c"


def pattern_of(tags: Sequence[TagForm], gaps: Sequence[Gap]) -> str:
    """Regular expression of tags in a row; its first group is the last of them."""
    out = []
    for tag, gap in zip(tags, gaps, strict=False):
        out += [tag.regex, _GAPS[gap]]
    return "".join([*out, "(", tags[-1].regex, ")"])


def ahead_of(right: str, ends: TagForm | None) -> str:
    """Regular expression of what must follow the tags of a rule, empty when anything may.

    Parameters
    ----------
    right
        Class of token that must follow.
    ends
        Tag that must come next, with no words between it and one more tag.
    """
    closed = rf"(?=[^<]*+{ends.regex}\s*+(?:<|\Z))" if ends is not None else ""
    return AHEAD[right] + closed


def form_of(raws: Sequence[str]) -> TagForm:
    """Find the form of tags that one place of a template wrote.

    Parameters
    ----------
    raws
        Tags as written, all of one name.
    """
    label = tag_label(raws[0])
    variants = sorted(set(raws))
    if len(variants) == 1 and (len(raws) >= ENOUGH or "=" not in raws[0]):
        return TagForm(label, _digit_holes(raws[0]))
    lists = [attributes_of(raw) for raw in variants]
    parts: list[Part] = []
    done = 0
    first = variants[0]
    for same in zip_longest(*lists):
        if any(a is None for a in same) or len({a.name for a in same}) > 1:
            return TagForm(label, (*_joined(parts), ("*", ""), ("=", ">")))
        model = same[0]
        parts.append(("=", first[done : model.start]))
        quote = first[model.start - 1] if model.start else " "
        quotes = {raw[a.start - 1] for raw, a in zip(variants, same, strict=True)}
        if len(quotes) > 1:
            return TagForm(label, (*_joined(parts[:-1]), ("*", ""), ("=", ">")))
        parts += _value_parts([a.value for a in same], model.name, quote, len(raws))
        done = model.end
    parts.append(("=", first[done:]))
    return TagForm(label, _joined(parts))


def _value_parts(values: Sequence[str], name: str, quote: str, seen: int) -> list[Part]:
    hole: Part = (quote if quote in "\"'" else "`", "")
    several = sorted(set(values))
    if len(several) == 1 and (name not in _VOLATILE or seen >= ENOUGH):
        return list(_digit_holes(several[0]))
    if name in _WORDS or (name in _VOLATILE and (len(several) == 1 or seen < ENOUGH)):
        return [hole]
    holed = {_digit_holes(value) for value in several}
    if len(holed) == 1:
        return list(holed.pop())
    start = _common_start(several)
    # Classes that pages make up for themselves are no choices.
    alike = len(set(map(class_of, several))) == 1
    if name == "class" and alike and len(several) <= MAX_CHOICES and len(start) < MIN_START:
        return [("|", "\n".join(several))]
    return [*_digit_holes(start.rstrip("0123456789")), hole]


def _common_start(texts: Sequence[str]) -> str:
    low, high = min(texts), max(texts)
    for n, (a, b) in enumerate(zip(low, high, strict=False)):
        if a != b:
            return low[:n]
    return low


def _digit_holes(text: str) -> tuple[Part, ...]:
    """Text with holes for the digits in it."""
    parts: list[Part] = []
    done = 0
    fixed = [telling.span() for telling in _TELLING.finditer(text)]
    for found in _DIGITS.finditer(text):
        if any(start <= found.start() < end for start, end in fixed):
            continue
        parts += [("=", text[done : found.start()]), ("N", "")]
        done = found.end()
    return _joined([*parts, ("=", text[done:])])


def _joined(parts: Sequence[Part]) -> tuple[Part, ...]:
    out: list[Part] = []
    for kind, text in parts:
        if kind == "=" and not text:
            continue
        if kind == "=" and out and out[-1][0] == "=":
            out[-1] = ("=", out[-1][1] + text)
        else:
            out.append((kind, text))
    return tuple(out)
