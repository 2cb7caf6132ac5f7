"""Wrapper templates: contextual rules over the source and a transducer (SoftMealy)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.templates.model import FIELDS
from fpcrawl.extraction.templates.softmealy_apply import Machine
from fpcrawl.extraction.templates.softmealy_rules import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.templates.model import ReadRecord, Sheet, TemplateRole

__all__ = ["REQUIRED", "SoftMealyTemplate"]

KIND = "softmealy"
#: Without these a record of a role is none.
REQUIRED: dict[str, tuple[str, ...]] = {
    "thread": ("body",),
    "index": ("url",),
    "article": ("body",),
}


@dataclass(slots=True)
class SoftMealyTemplate:
    """Reads records from the source of a page, without a tree.

    C.-N. Hsu and M.-T. Dung, "Generating finite-state transducers for semi-structured data
    extraction from the Web" (1998), weighted by counts as WEMLVF does.

    Attributes
    ----------
    rules
        Contextual rules of separators; those of the field ``record`` tell where one begins. A
        template without the latter tells records by the repetition of their fields.
    order
        Pairs of fields that may follow each other within a record.
    whole
        Whether a page is one record.
    nested
        Whether records stand in the bodies of others.
    least
        Fields a record has at least.
    pages, records
        How many it was learnt from.
    skipped
        Labels that were not found in the source, or not believed.
    """

    role: TemplateRole
    rules: Sequence[Rule]
    order: Sequence[tuple[str, str]]
    whole: bool = False
    nested: bool = False
    least: int = 1
    pages: int = 0
    records: int = 0
    skipped: int = 0
    kind: str = field(default=KIND, init=False)
    _machine: Machine | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def machine(self) -> Machine:
        """The compiled rules."""
        if self._machine is None:
            self._machine = Machine(
                self.rules,
                FIELDS[self.role],
                self.order,
                REQUIRED[self.role],
                whole=self.whole,
                nested=self.nested,
                least=self.least,
            )
        return self._machine

    @property
    def ran_into_bound(self) -> bool:
        """Whether the page that was read last has more records than are read, or costs more."""
        return self._machine is not None and self._machine.ran_into_bound

    def read(self, sheet: Sheet) -> list[ReadRecord]:
        """Return the records of a page in page order; none when it is of another template.

        Raises
        ------
        ValueError
            When the sheet has no source.
        """
        if sheet.source is None:
            raise ValueError("a wrapper template reads the source of a page, and got none")
        return self.machine.read(sheet.source)

    def describe(self) -> list[str]:
        """Lines for people: each rule with what stands left and right, and its count."""
        head = f"{self.kind} {self.role}: {self.records} records of {self.pages} pages"
        if self.skipped:
            head += f", {self.skipped} labels without a place"
        lines = [head, *(rule.describe() for rule in self.rules)]
        if self.order:
            lines.append("order: " + ", ".join(f"{a} < {b}" for a, b in self.order))
        return lines

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "kind": self.kind,
            "role": self.role,
            "rules": [rule.to_json() for rule in self.rules],
            "order": [list(pair) for pair in self.order],
            "whole": self.whole,
            "nested": self.nested,
            "least": self.least,
            "pages": self.pages,
            "records": self.records,
            "skipped": self.skipped,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> SoftMealyTemplate:
        """Make a template of what :meth:`to_json` gave.

        Raises
        ------
        ValueError
            When the data are of another kind or malformed.
        """
        try:
            if data["kind"] != KIND or data["role"] not in FIELDS:
                raise ValueError(f"not a {KIND} template: {data.get('kind')!r}")
            template = cls(
                data["role"],
                tuple(map(Rule.from_json, data["rules"])),
                tuple((str(a), str(b)) for a, b in data["order"]),
                bool(data["whole"]),
                bool(data["nested"]),
                int(data["least"]),
                int(data["pages"]),
                int(data["records"]),
                int(data["skipped"]),
            )
            unknown = {rule.field for rule in template.rules} - {"record", *FIELDS[template.role]}
            if unknown:
                raise ValueError(f"no fields of this role: {', '.join(sorted(unknown))}")
            template.machine  # noqa: B018  (patterns that do not compile are malformed data)
        except (KeyError, TypeError, AttributeError, re.error) as error:
            raise ValueError(f"malformed template: {error!r}") from error
        return template
