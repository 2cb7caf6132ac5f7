"""URL families of a site: what their pages were, and whether fetching them paid.

A family is a pattern of addresses (``/thread-{n}-{n}-{n}.html``). What its first pages
were tells what the next one will be; a family that brings nothing new is not followed on,
which bounds every trap without knowing its name.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any, Literal

from fpcrawl.pages.urls import url_shape

__all__ = ["Family", "FamilyTable", "Verdict"]

Verdict = Literal["open", "proven", "blocked"]

#: Fetches that an unknown family gets before it must have paid.
PROBES = 4
#: Recent fetches that are looked at.
WINDOW = 16
#: A family below this share of recent fetches that brought something is left alone.
MIN_USEFUL_SHARE = 0.1
#: Pages in a row without a new record after which no more are asked for. Threads are read as
#: soon as a list names them, so that a long list does not come to this.
MAX_DRY = 150
#: Families kept for a site; the least fetched are forgotten first.
MAX_FAMILIES = 2000


@dataclass(slots=True)
class Family:
    """Record of one URL family.

    Attributes
    ----------
    roles
        Role -> summed confidence of the pages seen.
    recent
        1 for a fetch that brought something new, 0 for one that did not.
    """

    shape: str
    fetched: int = 0
    useful: int = 0
    duplicate: int = 0
    errors: int = 0
    roles: dict[str, float] = field(default_factory=dict)
    recent: deque[int] = field(default_factory=lambda: deque(maxlen=WINDOW))

    @property
    def role(self) -> str | None:
        """Role most of its pages had."""
        return max(self.roles, key=lambda r: self.roles[r]) if self.roles else None

    def share_of(self, role: str) -> float:
        """Share of the evidence for a role, 0..1."""
        total = sum(self.roles.values())
        return self.roles.get(role, 0.0) / total if total else 0.0

    @property
    def verdict(self) -> Verdict:
        """Whether its addresses are worth fetching."""
        if self.fetched < PROBES:
            return "proven" if self.useful else "open"
        if not self.useful:
            return "blocked"
        if len(self.recent) == WINDOW and sum(self.recent) < MIN_USEFUL_SHARE * WINDOW:
            return "blocked"
        return "proven"


class FamilyTable:
    """Families of one site."""

    def __init__(self) -> None:
        self.families: dict[str, Family] = {}
        self.wasted = 0
        self.paid = 0
        self.dry = 0

    def of(self, url: str) -> Family:
        """Family of an address, made when it is new."""
        shape = url_shape(url)
        family = self.families.get(shape)
        if family is None:
            if len(self.families) >= MAX_FAMILIES:
                rarest = min(self.families.values(), key=lambda f: f.fetched)
                del self.families[rarest.shape]
            family = self.families[shape] = Family(shape)
        return family

    def note_role(self, url: str, role: str, confidence: float) -> None:
        """Remember what a page of the family was."""
        family = self.of(url)
        family.roles[role] = family.roles.get(role, 0.0) + confidence

    def note_fetch(
        self, url: str, *, useful: bool, duplicate: bool = False, found: bool = False
    ) -> None:
        """Remember whether a first fetch of an address brought something.

        Parameters
        ----------
        found
            Whether it brought a new record, and not only links.
        """
        self.dry = 0 if found else self.dry + 1
        family = self.of(url)
        family.fetched += 1
        family.useful += useful
        family.duplicate += duplicate
        family.recent.append(int(useful))
        if useful:
            self.paid += 1
        else:
            self.wasted += 1

    def note_error(self, url: str) -> None:
        """Remember a fetch that brought no page: it counts as one that did not pay."""
        family = self.of(url)
        family.errors += 1
        family.fetched += 1
        family.recent.append(0)
        self.wasted += 1

    @property
    def is_dry(self) -> bool:
        """Whether so many pages in a row brought no record that a trap is the likeliest cause."""
        return self.dry > MAX_DRY

    @property
    def probing_allowed(self) -> bool:
        """Whether unproven families may still be tried: waste is bounded by what paid."""
        return self.wasted < 200 + 0.25 * self.paid

    def to_json(self) -> dict[str, Any]:
        """Plain data for the store."""
        return {
            "wasted": self.wasted,
            "paid": self.paid,
            "families": [
                {
                    "shape": f.shape,
                    "fetched": f.fetched,
                    "useful": f.useful,
                    "duplicate": f.duplicate,
                    "errors": f.errors,
                    "roles": {role: round(weight, 3) for role, weight in f.roles.items()},
                    "recent": list(f.recent),
                }
                for f in self.families.values()
            ],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> FamilyTable:
        """Read what :meth:`to_json` wrote."""
        table = cls()
        table.wasted, table.paid = data["wasted"], data["paid"]
        for entry in data["families"]:
            recent = deque(entry["recent"], maxlen=WINDOW)
            table.families[entry["shape"]] = Family(**{**entry, "recent": recent})
        return table
