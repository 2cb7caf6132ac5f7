"""What a template read of a page, and what is decided about it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.compare import believable, faces_of
from fpcrawl.extraction.templates.watch import TemplateUse

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from fpcrawl.extraction.templates.book import TemplateEntry
    from fpcrawl.extraction.templates.compare import Face
    from fpcrawl.extraction.templates.model import ReadRecord

__all__ = ["Candidate", "Choice", "forms_of"]

_DIGITS = re.compile(r"\d+")
_LETTERS = re.compile(r"[^\W\d_]+")


@dataclass(slots=True)
class Candidate:
    """What a template read of a page.

    Attributes
    ----------
    places
        Elements that hold the records, where the template tells them.
    unread
        Further places where the page has records of which something is missing.
    """

    entry: TemplateEntry
    records: list[ReadRecord]
    believable: float = 0.0
    is_own: bool = True
    places: list[HtmlElement] | None = None
    unread: int = 0
    _faces: list[Face] | None = None

    @property
    def faces(self) -> list[Face]:
        """What it read, comparable; made when it is asked for."""
        if self._faces is None:
            self._faces = faces_of(self.entry.role, self.records)
        return self._faces

    @property
    def weight(self) -> float:
        """How many records it has that are to be believed."""
        return self.believable * len(self.records)

    def judge(self) -> None:
        """Look closely at what was read, its words too."""
        fills = self.entry.verification.fills
        self.believable = believable(self.entry.role, self.faces, fills)

    def use(
        self, *, agreed: float | None = None, others: int = 0, handed_out: bool = False
    ) -> TemplateUse:
        """Tell what came of it."""
        entry = self.entry
        return TemplateUse(
            entry.id,
            entry.version,
            entry.kind,
            len(self.records),
            round(self.believable, 4),
            None if agreed is None else round(agreed, 4),
            others,
            handed_out,
            self.is_own,
        )


@dataclass(slots=True)
class Choice:
    """Which reading of a page is handed out.

    Attributes
    ----------
    candidate
        The template's reading, ``None``: that of structure.
    uses
        What came of the templates that were tried.
    """

    candidate: Candidate | None = None
    uses: list[TemplateUse] = field(default_factory=list)


def forms_of(candidate: Candidate) -> set[str]:
    """Forms of the times that were read: one not seen before, such as "yesterday", may be cut."""
    out = set()
    for record in candidate.records:
        for name in ("time", "time_full", "last_post", "last_post_full"):
            value = record.values.get(name)
            if value is not None:
                out.add(f"{name}:{_form(value)}")
    return out


@lru_cache(maxsize=4096)
def _form(text: str) -> str:
    return _LETTERS.sub("a", _DIGITS.sub("0", text))
