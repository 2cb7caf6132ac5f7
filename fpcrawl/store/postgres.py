"""Opening the records of a project in PostgreSQL."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from fpcrawl.exceptions import StateError
from fpcrawl.store.postgres_articles import PostgresArticles
from fpcrawl.store.postgres_care import PostgresCare
from fpcrawl.store.postgres_connection import PostgresDb
from fpcrawl.store.postgres_outbox import PostgresOutbox
from fpcrawl.store.postgres_records import PostgresRecords
from fpcrawl.store.postgres_schema import MIGRATIONS, check, prepare
from fpcrawl.store.postgres_target import parse_target

if TYPE_CHECKING:
    from fpcrawl.store.base import Articles, Outbox, Records
    from fpcrawl.store.care import Care

__all__ = ["PostgresPart", "open_postgres"]

_REPLY_S = 30.0


class PostgresPart:
    """Records in one schema; see :class:`fpcrawl.store.composite.RecordsPart`."""

    def __init__(self, db: PostgresDb) -> None:
        self.db = db
        self._records = PostgresRecords(db)
        self._articles = PostgresArticles(db, self._records)
        self._outbox = PostgresOutbox.here(db)

    @property
    def records(self) -> Records:
        """The records found."""
        return self._records

    @property
    def articles(self) -> Articles:
        """Articles of several pages."""
        return self._articles

    @property
    def outbox(self) -> Outbox:
        """What the feeds still have to write."""
        return self._outbox

    @property
    def away_s(self) -> float:
        """Seconds since the server is away; 0 while it answers."""
        return self.db.away_s

    @property
    def has_late(self) -> bool:
        """Whether something waits for :meth:`settle`."""
        return self._records.has_late

    @property
    def care(self) -> Care:
        """All that it holds, for looking after it."""
        return PostgresCare(self.db)

    def commit(self) -> None:
        """Write what is to be on disk before the frontier is."""
        self._records.commit()

    def settle(self) -> None:
        """Write what may be known once the frontier is on disk."""
        self._records.settle()

    def drop(self) -> None:
        """Forget what waits for :meth:`settle`."""
        self._records.drop()

    def close(self) -> None:
        """Write what waits and close the connection; twice is harmless."""
        try:
            if not self.db.away_s:
                self._records.commit()
                self._records.settle()
        finally:
            self.db.close()


def open_postgres(url: str, *, read_only: bool = False, reply_s: float = _REPLY_S) -> PostgresPart:
    """Open the records that a ``FPCRAWL_DATABASE_URL`` names, making the tables if needed.

    Parameters
    ----------
    read_only
        Only look; the tables must be there, of this version.
    reply_s
        After so many seconds without an answer the server is taken to be away.

    Raises
    ------
    StateError
        The URL is none, the server cannot be reached or refuses us, or the tables are
        another program's or of a newer version.
    """
    # Who only looks may ask what takes long; making tables may take long too.
    target = parse_target(url)
    if not read_only:
        with closing(PostgresDb(target)) as db:
            prepare(db)
    db = PostgresDb(target, read_only=read_only, reply_s=0.0 if read_only else reply_s)
    try:
        if read_only:
            _require_tables(db)
    except BaseException:
        db.close()
        raise
    return PostgresPart(db)


def _require_tables(db: PostgresDb) -> None:
    version, schema = check(db), db.target.schema
    if version == 0:
        raise StateError(
            f"PostgreSQL, {db.target.shown}: there is no schema {schema}: "
            "nothing has been crawled there yet"
        )
    if version < len(MIGRATIONS):
        raise StateError(
            f"PostgreSQL, {db.target.shown}: the schema {schema} has version {version}, not "
            f"{len(MIGRATIONS)}: crawl once with this fpcrawl to bring it up to date"
        )
