"""Handing out what is stored, whole or in part."""

from __future__ import annotations

import json
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from fpcrawl.care.files import replacing
from fpcrawl.care.recordfiles import open_writer

if TYPE_CHECKING:
    from pathlib import Path

    from fpcrawl.care.files import Tell
    from fpcrawl.store.base import Records
    from fpcrawl.store.model import RecordRow

__all__ = ["Wanted", "export"]

#: What tells the time of a record.
_TIMES = {"post": "published", "article": "published", "thread": "last_post"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which records are wanted.

    Attributes
    ----------
    kind
        ``post``, ``article`` or ``thread``.
    site
        Host, as records name it.
    since
        Published then or later; threads: with a last post then or later. Those without a
        known time are among them.
    changed_since
        Stored as new or changed then or later, seconds since the epoch.
    """

    kind: str
    site: str | None = None
    since: datetime | None = None
    changed_since: float | None = None

    def takes(self, row: RecordRow) -> bool:
        """Whether a record of the kind and site is wanted."""
        if self.since is None:
            return True
        told = json.loads(row.data).get(_TIMES[self.kind])
        if not told:
            return True
        try:
            moment = datetime.fromisoformat(told)
        except ValueError:
            return True
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) >= self.since


def _nothing(_done: int, _total: int) -> None:
    """Tell nobody."""


def export(
    records: Records,
    wanted: Wanted,
    form: str,
    path: Path | None,
    *,
    packs: bool = False,
    tell: Tell = _nothing,
) -> int:
    """Write the records that are wanted, each as it stands; return how many.

    A file is there whole or not at all.

    Parameters
    ----------
    form
        One of :data:`fpcrawl.care.recordfiles.FORMATS`.
    path
        ``None`` = standard output.
    packs
        Pack the file by gzip.
    tell
        Told how many records were looked at, of how many.

    Raises
    ------
    UsageError
        The format cannot be written so, or a library is missing.
    StateError
        The file cannot be written, or the state not be read.
    """
    total = records.count(wanted.kind, wanted.site)
    written = 0
    with ExitStack() as stack:
        target = None if path is None else stack.enter_context(replacing(path))
        writer = stack.enter_context(open_writer(form, wanted.kind, target, packs=packs))
        found = records.rows(wanted.kind, site=wanted.site, changed_since=wanted.changed_since)
        for looked, row in enumerate(found, 1):
            if wanted.takes(row):
                writer.write(row)
                written += 1
            tell(looked, max(looked, total))
    return written
