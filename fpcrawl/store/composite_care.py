"""All that a state of two parts holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fpcrawl.store.care import CORE, RECORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fpcrawl.store.care import Care, Prune, Pruned

__all__ = ["CompositeCare"]


class CompositeCare:
    """See :class:`fpcrawl.store.care.Care`.

    Parameters
    ----------
    core
        Of the part that has the frontier; what it holds of records is not used.
    records
        Of the part that has the records.
    """

    def __init__(self, core: Care, records: Care) -> None:
        self.core = core
        self.records = records

    def of(self, section: str) -> Care:
        """Return whose a section is."""
        return self.records if section in RECORDS else self.core

    @property
    def sections(self) -> Sequence[str]:
        """All there are."""
        return (*CORE, *RECORDS)

    def count(self, section: str) -> int:
        """Count the rows of a section."""
        return self.of(section).count(section)

    def dump(self, section: str) -> Iterator[Any]:
        """Give the rows of a section, a few in memory at a time."""
        return self.of(section).dump(section)

    def load(self, section: str, rows: Iterable[Any]) -> None:
        """Add rows of another store to a section."""
        self.of(section).load(section, rows)

    def clear(self, section: str) -> None:
        """Remove all rows of a section."""
        self.of(section).clear(section)

    def prune(self, what: Prune, *, dry_run: bool = False) -> list[Pruned]:
        """Remove what may go, and tell what went."""
        core = [one for one in self.core.prune(what, dry_run=dry_run) if one.what not in RECORDS]
        records = [one for one in self.records.prune(what, dry_run=dry_run) if one.what in RECORDS]
        return core + records

    def workers(self) -> int:
        """Count the other workers that are at work."""
        return self.core.workers()

    def shrink(self) -> int:
        """Give room that is free back to the disk; return how many bytes."""
        return self.core.shrink() + self.records.shrink()
