"""Whether a template does what it was learnt for."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.templates.compare import (
    CORE,
    Agreement,
    agreement,
    believable,
    faces_of,
    label_faces,
    read_labels,
)
from fpcrawl.pages.dates import parse_time

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from fpcrawl.extraction.templates.compare import Face
    from fpcrawl.extraction.templates.model import (
        LabelledPage,
        ReadRecord,
        Sheet,
        Template,
        TemplateRole,
    )

__all__ = ["MIN_FIELD", "MIN_RECORD", "Verification", "read_safely", "verify", "verify_reads"]

#: What goes live shares at least so many records with the labels, and so many of each field.
#: Labels err too: more is not asked for.
MIN_RECORD, MIN_FIELD = 0.95, 0.92
MIN_BELIEVABLE = 0.85
#: Share of neighbouring times that must not run backwards, where most of the labels' do not.
MIN_ORDERED = 0.75


@dataclass(slots=True)
class Verification:
    """How a template did on pages with labels.

    Attributes
    ----------
    agreement
        With the labels.
    believable
        Mean over the pages with records, see
        :func:`~fpcrawl.extraction.templates.compare.believable`.
    ordered
        Share of neighbouring times that do not run backwards, 1 where there are none.
    label_ordered
        The same of the labels.
    failures
        Pages on which it raised an error.
    """

    role: TemplateRole
    agreement: Agreement = field(default_factory=Agreement)
    believable: float = 0.0
    ordered: float = 1.0
    label_ordered: float = 1.0
    failures: int = 0

    @property
    def score(self) -> float:
        """Agreement in one figure, 0..1."""
        return self.agreement.score(self.role)

    @property
    def fills(self) -> dict[str, float]:
        """Share of the records read that have a value, by field."""
        return {name: self.agreement.fill(name) for name in CORE[self.role]}

    @property
    def confidence(self) -> float:
        """How sure a record is that the template reads, 0..1."""
        return round(min(0.99, 0.4 + 0.6 * self.score * self.believable), 3)

    @property
    def faults(self) -> list[str]:
        """Why the template must not go live, for people; empty when it may."""
        out = []
        if self.failures:
            out.append(f"{self.failures} pages end in an error")
        if self.agreement.record_f1 < MIN_RECORD:
            out.append(f"records {self.agreement.record_f1:.3f} < {MIN_RECORD}")
        out.extend(
            f"{name} {self.agreement.field_share(name):.3f} < {MIN_FIELD}"
            for name in CORE[self.role]
            if self.agreement.field_share(name) < MIN_FIELD
        )
        if self.believable < MIN_BELIEVABLE:
            out.append(f"believable {self.believable:.3f} < {MIN_BELIEVABLE}")
        if self.label_ordered >= MIN_ORDERED > self.ordered:
            out.append(f"times in order {self.ordered:.3f} < {MIN_ORDERED}")
        return out

    @property
    def is_good(self) -> bool:
        """Whether the template may go live."""
        return not self.faults

    def to_json(self) -> dict[str, Any]:
        """Plain data for the store."""
        return {
            "role": self.role,
            "agreement": self.agreement.to_json(),
            "believable": round(self.believable, 4),
            "ordered": round(self.ordered, 4),
            "label_ordered": round(self.label_ordered, 4),
            "failures": self.failures,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Verification:
        """Read what :meth:`to_json` wrote."""
        return cls(**{**data, "agreement": Agreement.from_json(data["agreement"])})


def read_safely(template: Template, sheet: Sheet) -> list[ReadRecord] | None:
    """Have a template read a page; ``None`` when it fails, which must not cost the page."""
    try:
        return template.read(sheet)
    except Exception:
        return None


def verify(template: Template, pages: Sequence[LabelledPage]) -> Verification:
    """Have a template read pages and compare with their labels.

    Parameters
    ----------
    pages
        Pages of the template's role; none that it was built from, to be believed.
    """
    reads = [read_safely(template, page.sheet) for page in pages]
    return verify_reads(template.role, pages, reads)


def verify_reads(
    role: TemplateRole,
    pages: Sequence[LabelledPage],
    reads: Sequence[Sequence[ReadRecord] | None],
) -> Verification:
    """Compare what a template read of pages with their labels.

    Parameters
    ----------
    reads
        For each of the pages its records, ``None`` where the template failed.
    """
    out = Verification(role)
    faces: list[list[Face]] = []
    pairs: list[tuple[int, int]] = []
    label_pairs: list[tuple[int, int]] = []
    for page, read in zip(pages, reads, strict=True):
        out.failures += read is None
        mine = faces_of(role, read or [])
        out.agreement.add(agreement(role, mine, label_faces(page)))
        faces.append(mine)
        if role == "thread":
            now = page.tree.page.fetched
            pairs.append(_ordered(read or [], now))
            label_pairs.append(_ordered(read_labels(page), now))
    fills = out.fills
    read_ones = [believable(role, one, fills) for one in faces if one]
    out.believable = sum(read_ones) / len(read_ones) if read_ones else 0.0
    out.ordered, out.label_ordered = _share(pairs), _share(label_pairs)
    return out


def _ordered(records: Sequence[ReadRecord], now: datetime) -> tuple[int, int]:
    """Neighbouring times of a page that do not run backwards, and all neighbours."""
    shown = [one.values.get("time") or one.values.get("time_full") for one in records]
    parsed = [parse_time(raw, now=now) for raw in shown if raw]
    times = [one.instant for one in parsed if one is not None]
    if len(times) < 2:
        return 0, 0
    slack = timedelta(days=1)
    steps = list(pairwise(times))
    up = sum(later >= earlier - slack for earlier, later in steps)
    down = sum(later <= earlier + slack for earlier, later in steps)
    return max(up, down), len(steps)  # newest first is an order too


def _share(pairs: Sequence[tuple[int, int]]) -> float:
    steps = sum(n for _, n in pairs)
    return sum(n for n, _ in pairs) / steps if steps else 1.0
