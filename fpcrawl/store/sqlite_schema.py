"""The tables, and how a file of an older version becomes one of today's."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from fpcrawl.exceptions import StateError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.store.sqlite_connection import Connection

__all__ = ["APPLICATION_ID", "MIGRATIONS", "check", "prepare"]

APPLICATION_ID = 0x66706372
"""Marks the file as ours ("fpcr")."""

_MIN_SQLITE = (3, 38, 0)  # RETURNING and json_patch

# states of a frontier row: 0 ready, 1 waiting for its time, 2 leased
_V1 = """
CREATE TABLE crawls (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE workers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    node TEXT NOT NULL,
    boot TEXT NOT NULL,
    lease_until REAL NOT NULL
);
CREATE TABLE frontier (
    id INTEGER PRIMARY KEY,
    crawl INTEGER NOT NULL,
    fingerprint BLOB NOT NULL,
    host TEXT NOT NULL,
    url TEXT NOT NULL,
    payload TEXT NOT NULL,
    priority INTEGER NOT NULL,
    due REAL NOT NULL,
    state INTEGER NOT NULL,
    owner INTEGER,
    recurring INTEGER NOT NULL,
    role TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    visits INTEGER NOT NULL DEFAULT 0,
    last_done REAL,
    again REAL,
    detour TEXT,
    detour_url TEXT,
    detour_host TEXT,
    etag TEXT,
    last_modified TEXT
);
CREATE UNIQUE INDEX frontier_fingerprint ON frontier (crawl, fingerprint);
CREATE INDEX frontier_ready ON frontier (crawl, host, priority DESC, id) WHERE state = 0;
CREATE INDEX frontier_waiting ON frontier (crawl, due) WHERE state = 1;
CREATE INDEX frontier_leased ON frontier (owner) WHERE state = 2;
CREATE INDEX frontier_recurring ON frontier (crawl, due) WHERE recurring = 1;
CREATE TABLE seen (
    crawl INTEGER NOT NULL,
    fingerprint BLOB NOT NULL,
    day INTEGER NOT NULL,
    PRIMARY KEY (crawl, fingerprint)
) WITHOUT ROWID;
CREATE TABLE failures (
    crawl INTEGER NOT NULL,
    url TEXT NOT NULL,
    reason TEXT NOT NULL,
    count INTEGER NOT NULL,
    last REAL NOT NULL,
    dropped INTEGER NOT NULL,
    PRIMARY KEY (crawl, url)
) WITHOUT ROWID;
CREATE INDEX failures_last ON failures (crawl, last);
CREATE TABLE counters (
    crawl INTEGER NOT NULL,
    name TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (crawl, name)
) WITHOUT ROWID;
CREATE TABLE hosts (
    host TEXT PRIMARY KEY,
    not_before REAL NOT NULL,
    failures INTEGER NOT NULL,
    crawl_delay_s REAL
) WITHOUT ROWID;
CREATE TABLE robots (
    netloc TEXT PRIMARY KEY,
    fetched REAL NOT NULL,
    status INTEGER NOT NULL,
    body BLOB NOT NULL
);
CREATE TABLE named (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE records (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    site TEXT NOT NULL,
    version INTEGER NOT NULL,
    created REAL NOT NULL,
    updated REAL NOT NULL,
    data TEXT NOT NULL
);
CREATE UNIQUE INDEX records_key ON records (kind, key);
CREATE INDEX records_site ON records (kind, site);
CREATE TABLE versions (
    record INTEGER NOT NULL,
    version INTEGER NOT NULL,
    replaced REAL NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (record, version)
);
CREATE TABLE thread_pages (
    thread TEXT NOT NULL,
    page INTEGER NOT NULL,
    url TEXT NOT NULL,
    posts INTEGER NOT NULL,
    PRIMARY KEY (thread, page)
) WITHOUT ROWID;
CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    crawl TEXT NOT NULL,
    data TEXT NOT NULL
);
CREATE TABLE feeds (path TEXT PRIMARY KEY, size INTEGER NOT NULL);
"""

# held: since when the article waits for its other pages, NULL once it was handed out
_V2 = """
CREATE TABLE article_parts (
    article TEXT NOT NULL,
    page INTEGER NOT NULL,
    pages INTEGER NOT NULL,
    crawl TEXT NOT NULL,
    held REAL,
    data TEXT NOT NULL,
    PRIMARY KEY (article, page)
) WITHOUT ROWID;
CREATE INDEX article_parts_held ON article_parts (crawl) WHERE held IS NOT NULL;
"""

# A row is a core; one that was merged into another stays as an old name of that one.
_V3 = """
CREATE TABLE clusters (
    core TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL UNIQUE,
    cluster TEXT NOT NULL,
    pages INTEGER NOT NULL,
    votes TEXT NOT NULL,
    merged_into TEXT,
    view BLOB NOT NULL,
    sums BLOB NOT NULL
);
"""

# The features of pages are gathered in another way: clusters of before resemble no page of now.
_V4 = """
DELETE FROM clusters;
DELETE FROM named WHERE name >= 'clusters/' AND name < 'clusters0';
"""

# change: grows with each write of any template. held: nothing of the page was handed out yet,
# and until when. template: name of the one that reads the page, empty when none does.
_V5 = """
CREATE TABLE templates (
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    site TEXT NOT NULL,
    cluster TEXT NOT NULL,
    role TEXT NOT NULL,
    state TEXT NOT NULL,
    change INTEGER NOT NULL UNIQUE,
    data TEXT NOT NULL,
    watch TEXT,
    PRIMARY KEY (id, version)
) WITHOUT ROWID;
CREATE TABLE kept_pages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    crawl TEXT NOT NULL,
    site TEXT NOT NULL,
    cluster TEXT NOT NULL,
    role TEXT NOT NULL,
    url TEXT NOT NULL,
    template TEXT NOT NULL,
    held REAL,
    about TEXT NOT NULL,
    body BLOB NOT NULL
);
CREATE UNIQUE INDEX kept_pages_url ON kept_pages (crawl, url);
CREATE INDEX kept_pages_cluster ON kept_pages (crawl, role, cluster);
CREATE INDEX kept_pages_held ON kept_pages (crawl, held) WHERE held IS NOT NULL;
"""

# topic: how much a page is of the topic of the crawl, NULL where it had none.
_V6 = """
ALTER TABLE thread_pages ADD COLUMN topic REAL;
"""

# started: the row is not only leased but worked on. crashes: workers in a row that died so.
# turns: when the latest request to a host began; turn_holders: those that are under way, and
# until when others wait for those that are not sent yet.
_V7 = """
ALTER TABLE frontier ADD COLUMN started INTEGER NOT NULL DEFAULT 0;
ALTER TABLE frontier ADD COLUMN crashes INTEGER NOT NULL DEFAULT 0;
CREATE TABLE turns (host TEXT PRIMARY KEY, latest REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE turn_holders (
    host TEXT NOT NULL,
    owner INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    sending REAL NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (host, owner, turn)
) WITHOUT ROWID;
"""

# A core's small numbers change with each page of it, its view and the whole of its sums seldom:
# its sums are those of all its rows of cluster_sums. viewed: pages that the view was made of.
_V8 = """
CREATE TABLE cluster_heads (
    core TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL UNIQUE,
    cluster TEXT NOT NULL,
    pages INTEGER NOT NULL,
    votes TEXT NOT NULL,
    merged_into TEXT,
    viewed INTEGER NOT NULL
);
INSERT INTO cluster_heads
    SELECT core, version, cluster, pages, votes, merged_into, pages FROM clusters;
CREATE TABLE cluster_views (core TEXT NOT NULL UNIQUE, view BLOB NOT NULL);
INSERT INTO cluster_views SELECT core, view FROM clusters WHERE merged_into IS NULL;
CREATE TABLE cluster_sums (core TEXT NOT NULL, sums BLOB NOT NULL);
INSERT INTO cluster_sums SELECT core, sums FROM clusters WHERE merged_into IS NULL;
CREATE INDEX cluster_sums_core ON cluster_sums (core);
DROP TABLE clusters;
ALTER TABLE cluster_heads RENAME TO clusters;
"""

MIGRATIONS: tuple[str, ...] = (_V1, _V2, _V3, _V4, _V5, _V6, _V7, _V8)
"""Script number n takes a file from version n to n + 1; published ones never change."""


def _version(db: Connection) -> int:
    # Read as one: another process may be making the file.
    rows = db.read(
        "SELECT application_id, name FROM pragma_application_id"
        " LEFT JOIN sqlite_master ON type = 'table'"
    )
    application, tables = rows[0][0], {name for _, name in rows if name is not None}
    if application != APPLICATION_ID:
        if application or tables:
            raise StateError(
                f"state file {db.path} is an SQLite file of another program: "
                "move it away or set FPCRAWL_STATE_DIR to another directory"
            )
        return 0
    if "schema_version" not in tables:
        raise StateError(f"state file {db.path} has no schema version: restore a copy")
    return int(db.read_one("SELECT version FROM schema_version")[0])


def check(db: Connection, migrations: Sequence[str] = MIGRATIONS) -> int:
    """Return the version of the file.

    Raises
    ------
    StateError
        The file is another program's, or of a newer version than this code knows.
    """
    version = _version(db)
    if version > len(migrations):
        raise StateError(
            f"state file {db.path} has schema version {version}, this fpcrawl knows up to "
            f"{len(migrations)}: upgrade fpcrawl or use another FPCRAWL_STATE_DIR"
        )
    return version


def prepare(db: Connection, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring the file to the newest version.

    Raises
    ------
    StateError
        See :func:`check`; or this SQLite library is too old.
    """
    if sqlite3.sqlite_version_info < _MIN_SQLITE:
        raise StateError(
            f"SQLite {sqlite3.sqlite_version} is too old, "
            f"{'.'.join(map(str, _MIN_SQLITE))} or newer is needed"
        )
    if check(db, migrations) == len(migrations):
        return
    with db.transaction():
        # Another process may have done it while we waited for the lock.
        version = check(db, migrations)
        if version == 0:
            db.write("CREATE TABLE schema_version (version INTEGER NOT NULL)")
            db.write("INSERT INTO schema_version VALUES (0)")
            db.write(f"PRAGMA application_id = {APPLICATION_ID}")
        for script in migrations[version:]:
            for statement in script.split(";"):
                if statement.strip():
                    db.write(statement)
        db.write("UPDATE schema_version SET version = ?", (len(migrations),))
    db.flush()
