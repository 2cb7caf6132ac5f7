"""What stands in a state file, and whether it is sound."""

from __future__ import annotations

from contextlib import closing
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from fpcrawl.exceptions import StateError
from fpcrawl.store.sqlite_connection import Connection
from fpcrawl.store.sqlite_schema import MIGRATIONS, check

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["StateSummary", "examine", "summary"]

#: Faults told of a damaged file; there may be thousands.
_FAULTS = 3


@dataclass(frozen=True, slots=True)
class StateSummary:
    """What a state file holds.

    Attributes
    ----------
    schema
        Version of the file; ``newest`` is that of this fpcrawl.
    crawls
        Names of its crawls.
    records
        Stored records of each kind.
    waiting
        Requests that wait for their time, of all crawls.
    seen
        Pages that are done and remembered.
    """

    schema: int
    newest: int
    crawls: list[str]
    records: dict[str, int]
    waiting: int
    seen: int

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return asdict(self)

    def lines(self) -> Iterator[str]:
        """Yield it as lines for people."""
        old = f", {self.newest} is today's" if self.schema < self.newest else ""
        yield f"  schema    {self.schema}{old}"
        yield f"  crawls    {', '.join(self.crawls) or 'none'}"
        told = ", ".join(f"{n} {kind}s" for kind, n in self.records.items())
        yield f"  records   {told or 'none'}"
        yield f"  requests  {self.waiting} waiting, {self.seen} pages seen"


def examine(path: Path, *, thorough: bool) -> int:
    """Return the schema version of a state file that is whole.

    Parameters
    ----------
    thorough
        Compare all indexes with their tables too.

    Raises
    ------
    StateError
        It is damaged, another program's, or of a newer version.
    """
    if not path.is_file():
        raise StateError(f"there is no file {path}")
    with closing(Connection(path, read_only=True)) as db:
        version = check(db)
        if version == 0:
            raise StateError(f"{path} is empty: no state was ever written to it")
        pragma = "integrity_check" if thorough else "quick_check"
        faults = [row[0] for row in db.read(f"PRAGMA {pragma}({_FAULTS})")]
    if faults != ["ok"]:
        raise StateError(f"{path} is damaged: {'; '.join(faults)}")
    return version


def summary(path: Path) -> StateSummary:
    """Return what a state file holds, of whatever version it is.

    Raises
    ------
    StateError
        It cannot be read, or :func:`examine` would refuse it.
    """
    with closing(Connection(path, read_only=True)) as db:
        version = check(db)
        return StateSummary(
            version,
            len(MIGRATIONS),
            [name for (name,) in db.read("SELECT name FROM crawls ORDER BY name")],
            dict(db.read("SELECT kind, count(*) FROM records GROUP BY kind ORDER BY kind")),
            db.read_one("SELECT count(*) FROM frontier")[0],
            db.read_one("SELECT count(*) FROM seen")[0],
        )
