"""How far two readings of one page agree, and how believable one is by itself.

Readings are compared by what they give, not by how: of structure, of a tree's template, of a
source's template.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.bodies.remembered import known_text
from fpcrawl.extraction.templates.labels import body_parts
from fpcrawl.extraction.templates.model import ReadRecord

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from fpcrawl.extraction.templates.model import LabelledPage, TemplateRole

__all__ = [
    "CORE",
    "Agreement",
    "Face",
    "agreement",
    "believable",
    "faces_of",
    "filled",
    "label_faces",
    "lacks_usual",
    "read_labels",
]

#: Fields by which readings are judged.
CORE: dict[TemplateRole, tuple[str, ...]] = {
    "thread": ("author", "time", "body", "post_id"),
    "index": ("url", "title", "author", "replies", "last_post"),
    "article": ("title", "author", "time", "body"),
}
#: Without one of these a record is none.
NEEDED: dict[TemplateRole, tuple[str, ...]] = {
    "thread": ("time", "body"),
    "index": ("url", "title"),
    "article": ("title", "body"),
}
_WORDS = re.compile(r"[^\W_]+")
#: A body of which so much is common is the same: ways to read differ in quotes and notes.
ALIKE = 0.9
#: Characters of a body that are compared.
MAX_BODY = 4_000
#: Share of the records with a time below which those of a template do without, or but the opening.
TIMED = 0.5
#: Records of one page that all have the same author, from so many on, are hardly read right.
MANY_OF_ONE = 12


@dataclass(frozen=True, slots=True)
class Face:
    """What a record shows, made comparable; empty where nothing was read."""

    values: dict[str, str]

    def __getitem__(self, name: str) -> str:
        return self.values.get(name, "")


@dataclass(slots=True)
class Agreement:
    """How readings of some pages compare with what is held to be true of them.

    Attributes
    ----------
    pages
        Pages compared.
    records, truths, paired
        Records read, records there, and those of both that are the same.
    same
        Of the paired, those whose field is equal, by field.
    filled
        Records read with a value, by field.
    wanted
        Records there with a value, by field.
    """

    pages: int = 0
    records: int = 0
    truths: int = 0
    paired: int = 0
    same: Counter[str] = field(default_factory=Counter)
    filled: Counter[str] = field(default_factory=Counter)
    wanted: Counter[str] = field(default_factory=Counter)

    def add(self, other: Agreement) -> None:
        """Count further pages."""
        self.pages += other.pages
        self.records += other.records
        self.truths += other.truths
        self.paired += other.paired
        self.same += other.same
        self.filled += other.filled
        self.wanted += other.wanted

    @property
    def record_f1(self) -> float:
        """Share of records that both have, 0..1."""
        there = self.records + self.truths
        return 2 * self.paired / there if there else 1.0

    def field_share(self, name: str) -> float:
        """Share of the paired records whose field is equal, 0..1."""
        return self.same[name] / self.paired if self.paired else 0.0

    def fill(self, name: str) -> float:
        """Share of the records read that have a value."""
        return self.filled[name] / self.records if self.records else 0.0

    def score(self, role: TemplateRole) -> float:
        """Put records and their fields into one figure, 0..1."""
        if not self.truths and not self.records:
            return 1.0
        shares = [self.field_share(name) for name in CORE[role]]
        return self.record_f1 * sum(shares) / len(shares)

    def to_json(self) -> dict[str, Any]:
        """Plain data for the store."""
        return {
            "pages": self.pages,
            "records": self.records,
            "truths": self.truths,
            "paired": self.paired,
            "same": dict(self.same),
            "filled": dict(self.filled),
            "wanted": dict(self.wanted),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Agreement:
        """Read what :meth:`to_json` wrote."""
        counts = {name: Counter(data[name]) for name in ("same", "filled", "wanted")}
        return cls(data["pages"], data["records"], data["truths"], data["paired"], **counts)


def read_labels(page: LabelledPage) -> list[ReadRecord]:
    """Return what a template that makes no mistake would read of a labelled page."""
    if page.truth is None:
        page.truth = _read_labels(page)
    return page.truth


def _read_labels(page: LabelledPage) -> list[ReadRecord]:
    nodes = page.tree.nodes
    out = []
    for record in page.records:
        placed = {
            name: marks[0].value
            for name, marks in record.fields.items()
            if name != "body" and marks and marks[0].value
        }
        values = {**record.told, **placed}
        body = body_parts(page.tree, record.fields.get("body", ()))
        holes = [nodes[i] for i in record.holes]
        out.append(ReadRecord(values, body, holes))
    return out


def label_faces(page: LabelledPage) -> list[Face]:
    """Make what the labels of a page tell comparable."""
    if page.faces is None:
        page.faces = faces_of(page.role, read_labels(page))
    return page.faces


def faces_of(role: TemplateRole, records: Sequence[ReadRecord]) -> list[Face]:
    """Make readings comparable."""
    out = []
    for record in records:
        face = {name: _bare(record.values.get(name, "")) for name in CORE[role] if name != "body"}
        if role == "thread" and not face["time"]:
            face["time"] = _bare(record.values.get("time_full", ""))
        if role == "index" and not face["last_post"]:
            face["last_post"] = _bare(record.values.get("last_post_full", ""))
        if "body" in CORE[role]:
            text = known_text(record.body, record.holes) if record.body else record.text
            face["body"] = "".join(text.split())[:MAX_BODY]
        out.append(Face(face))
    return out


def _bare(value: str) -> str:
    return "".join(value.split()).casefold()


def agreement(role: TemplateRole, read: Sequence[Face], true: Sequence[Face]) -> Agreement:
    """Compare a reading of a page with what is held to be true."""
    out = Agreement(1, len(read), len(true))
    for face in read:
        out.filled.update(name for name in CORE[role] if face[name])
    for face in true:
        out.wanted.update(name for name in CORE[role] if face[name])
    for mine, theirs in _pairs(role, read, true):
        out.paired += 1
        for name in CORE[role]:
            out.same[name] += _equal(name, mine[name], theirs[name])
    return out


def _pairs(
    role: TemplateRole, read: Sequence[Face], true: Sequence[Face]
) -> list[tuple[Face, Face]]:
    """Pair records that are the same, by what tells most of them first."""
    if role == "article":
        return [(read[0], true[0])] if read and true else []
    out: list[tuple[Face, Face]] = []
    mine, theirs = list(read), list(true)
    for names in _WAYS[role]:
        waiting: dict[Hashable, list[Face]] = defaultdict(list)
        for face in reversed(theirs):
            waiting[_key(names, face)].append(face)
        left = []
        for face in mine:
            key = _key(names, face)
            if any(key) and waiting.get(key):
                out.append((face, waiting[key].pop()))
            else:
                left.append(face)
        mine = left
        taken = {id(pair[1]) for pair in out}
        theirs = [face for face in theirs if id(face) not in taken]
        if not mine or not theirs:
            break
    return out


_WAYS: dict[TemplateRole, tuple[tuple[str, ...], ...]] = {
    "thread": (("author", "time", "body"), ("body",), ("author", "time")),
    "index": (("url",), ("title",)),
    "article": (),
}


def _key(names: tuple[str, ...], face: Face) -> tuple[str, ...]:
    return tuple(face[name][:60] for name in names)


def _equal(name: str, mine: str, theirs: str) -> bool:
    if mine == theirs:
        return True
    if not mine or not theirs:
        return False
    if name in {"time", "last_post"}:
        # What stands around a time, such as "Posted on", does not matter; a clock time does.
        alike = _holds(mine, theirs) or _holds(theirs, mine)
        return alike and _digits(mine) == _digits(theirs)
    if name == "body":
        return _likeness(mine, theirs) >= ALIKE
    if name == "replies":
        return _digits(mine) == _digits(theirs)
    return False


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def _holds(longer: str, shorter: str) -> bool:
    return "".join(_WORDS.findall(shorter)) in "".join(_WORDS.findall(longer))


def _likeness(one: str, other: str) -> float:
    """Share of characters that two texts have in common, in any order of their pieces."""
    short, long = sorted((len(one), len(other)))
    if short < ALIKE * 0.8 * long:
        return 0.0
    a = Counter(one[i : i + 3] for i in range(len(one)))
    b = Counter(other[i : i + 3] for i in range(len(other)))
    return 2 * (a & b).total() / (a.total() + b.total())


def filled(role: TemplateRole, read: Sequence[ReadRecord], fills: dict[str, float]) -> float:
    """Tell how believable a reading is by what it has values for alone, 0..1."""
    return _filled(role, _counts(role, read), len(read), fills) if read else 0.0


def lacks_usual(role: TemplateRole, read: Sequence[ReadRecord], fills: dict[str, float]) -> bool:
    """Tell whether a record of a page has no value where all others have always had one."""
    counts = _counts(role, read)
    return any(fills.get(name) == 1.0 and counts[name] < len(read) for name in CORE[role])


def _counts(role: TemplateRole, read: Sequence[ReadRecord]) -> dict[str, int]:
    """Count the records that have a value, by field."""
    counts = {}
    for name in CORE[role]:
        full = f"{name}_full"
        if name == "body":
            counts[name] = sum(bool(record.body or record.text) for record in read)
        else:
            counts[name] = sum(
                bool(record.values.get(name) or record.values.get(full)) for record in read
            )
    return counts


def _filled(
    role: TemplateRole, counts: dict[str, int], records: int, fills: dict[str, float]
) -> float:
    out = 1.0
    for name in CORE[role]:
        share = counts[name] / records
        usual = fills.get(name, 0.0)
        if name in NEEDED[role] and not (name == "time" and usual < TIMED):
            out *= share
        elif usual > 0.5 and share < 0.5 * usual:
            out *= 0.5
    return out


def believable(role: TemplateRole, read: Sequence[Face], fills: dict[str, float]) -> float:
    """Tell how believable a reading is without another one beside it.

    Parameters
    ----------
    read
        Records of one page.
    fills
        Share of records that have a value, by field, as it was when the template was
        verified.

    Returns
    -------
    float
        0..1; 0 where there is nothing, less where fields are missing that are usually there,
        where bodies repeat, or where many records are of one author.
    """
    if not read:
        return 0.0
    counts = {name: sum(bool(face[name]) for face in read) for name in CORE[role]}
    out = _filled(role, counts, len(read), fills)
    if len(read) >= 4 and role != "article":
        name = "url" if role == "index" else "body"
        # One-word posts repeat, long ones do not.
        told = [face[name] for face in read if len(face[name]) >= 20]
        if told:
            out *= len(set(told)) / len(told)
    if role == "thread" and len(read) >= MANY_OF_ONE:
        named = {face["author"] for face in read}
        out *= 0.7 if len(named) == 1 and "" not in named else 1.0
        times = {face["time"] for face in read}
        out *= 0.7 if len(times) == 1 and "" not in times else 1.0
    return out
