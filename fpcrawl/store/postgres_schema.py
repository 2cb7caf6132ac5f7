"""The tables in PostgreSQL, and how those of an older version become today's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.exceptions import StateError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.store.postgres_connection import PgConnection, PostgresDb

__all__ = ["APP", "MIGRATIONS", "check", "prepare"]

APP = "fpcrawl"
"""Marks the schema as ours."""

#: Workers that start at the same time make the tables one after the other.
_LOCK = 0x66706372

# revision: grows with each write, version with each edit by an author.
# happened: when a post or article was published, or a thread last written in.
# raw: the record exactly, where it holds what jsonb cannot: zeros and halves of surrogate pairs.
_V1 = """
CREATE TABLE records (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL,
    key text NOT NULL,
    site text NOT NULL,
    version integer NOT NULL,
    revision integer NOT NULL,
    created timestamptz NOT NULL,
    updated timestamptz NOT NULL,
    happened timestamptz,
    data jsonb NOT NULL,
    raw text,
    UNIQUE (kind, key)
);
CREATE INDEX records_site ON records (kind, site, happened);
CREATE INDEX records_happened ON records (kind, happened);
CREATE INDEX records_updated ON records (kind, updated);
CREATE INDEX records_thread ON records USING hash ((data ->> 'thread_url')) WHERE kind = 'post';
CREATE TABLE versions (
    record bigint NOT NULL REFERENCES records ON DELETE CASCADE,
    version integer NOT NULL,
    replaced timestamptz NOT NULL,
    data jsonb NOT NULL,
    raw text,
    PRIMARY KEY (record, version)
);
CREATE TABLE thread_pages (
    thread text NOT NULL,
    page integer NOT NULL,
    url text NOT NULL,
    posts integer NOT NULL,
    topic double precision,
    PRIMARY KEY (thread, page)
);
CREATE TABLE article_parts (
    article text NOT NULL,
    page integer NOT NULL,
    pages integer NOT NULL,
    crawl text NOT NULL,
    held timestamptz,
    data text NOT NULL,
    PRIMARY KEY (article, page)
);
CREATE INDEX article_parts_held ON article_parts (crawl) WHERE held IS NOT NULL;
CREATE TABLE outbox (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL,
    crawl text NOT NULL,
    data text NOT NULL
);
CREATE TABLE feeds (node text NOT NULL, path text NOT NULL, size bigint NOT NULL,
    PRIMARY KEY (node, path));
CREATE VIEW posts AS SELECT
    key, site, version, created, updated, happened AS published_at,
    data ->> 'url' AS url,
    data ->> 'thread_url' AS thread_url,
    data ->> 'thread_title' AS thread_title,
    data ->> 'board' AS board,
    data ->> 'post_id' AS post_id,
    (data ->> 'floor')::numeric AS floor,
    data ->> 'author' AS author,
    data ->> 'author_url' AS author_url,
    data ->> 'published' AS published,
    data ->> 'published_raw' AS published_raw,
    data ->> 'body_text' AS body_text,
    data ->> 'body_html' AS body_html,
    data ->> 'quote_of' AS quote_of,
    data -> 'images' AS images,
    data -> 'links' AS links,
    data ->> 'fetched' AS fetched,
    data ->> 'cluster' AS cluster,
    data ->> 'template' AS template,
    (data ->> 'confidence')::double precision AS confidence,
    (data ->> 'topic_score')::double precision AS topic_score,
    data -> 'topic_terms' AS topic_terms,
    (data ->> 'on_topic')::boolean AS on_topic
    FROM records WHERE kind = 'post';
CREATE VIEW articles AS SELECT
    key, site, version, created, updated, happened AS published_at,
    data ->> 'url' AS url,
    data ->> 'title' AS title,
    data ->> 'author' AS author,
    data ->> 'published' AS published,
    data ->> 'published_raw' AS published_raw,
    data ->> 'section' AS section,
    data ->> 'body_text' AS body_text,
    data ->> 'body_html' AS body_html,
    data -> 'images' AS images,
    data -> 'links' AS links,
    data -> 'comments' AS comments,
    data ->> 'fetched' AS fetched,
    data ->> 'cluster' AS cluster,
    data ->> 'template' AS template,
    (data ->> 'confidence')::double precision AS confidence,
    (data ->> 'topic_score')::double precision AS topic_score,
    data -> 'topic_terms' AS topic_terms,
    (data ->> 'on_topic')::boolean AS on_topic
    FROM records WHERE kind = 'article';
CREATE VIEW threads AS SELECT
    key, site, created, updated, happened AS last_post_at,
    data ->> 'url' AS url,
    data ->> 'title' AS title,
    data ->> 'board' AS board,
    data ->> 'author' AS author,
    (data ->> 'replies')::numeric AS replies,
    (data ->> 'views')::numeric AS views,
    data ->> 'last_post' AS last_post,
    (data ->> 'sticky')::boolean AS sticky,
    data ->> 'fetched' AS fetched
    FROM records WHERE kind = 'thread';
"""

MIGRATIONS: tuple[str, ...] = (_V1,)
"""Script number n takes a schema from version n to n + 1; published ones never change."""


def _version(connection: PgConnection, where: str, schema: str) -> int:
    encoding = connection.execute("SHOW server_encoding").fetchone()
    if encoding is not None and encoding[0] != "UTF8":
        raise StateError(
            f"PostgreSQL, {where}: its encoding is {encoding[0]}, not UTF8: make another one with "
            "createdb --encoding=UTF8 --template=template0"
        )
    tables = {
        row[0]
        for row in connection.execute(
            "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
            " WHERE n.nspname = %s AND c.relkind IN ('r', 'p', 'v', 'm', 'f')",
            (schema,),
        )
    }
    if not tables:
        return 0
    foreign = StateError(
        f"PostgreSQL, {where}: the schema {schema} holds tables of another program: "
        "add ?schema=NAME to FPCRAWL_DATABASE_URL to use another one"
    )
    if "about" not in tables:
        raise foreign
    columns = {
        row[0]
        for row in connection.execute(
            "SELECT a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
            " JOIN pg_namespace n ON n.oid = c.relnamespace"
            " WHERE n.nspname = %s AND c.relname = 'about' AND a.attnum > 0",
            (schema,),
        )
    }
    if not {"app", "version"} <= columns:
        raise foreign
    about = connection.execute("SELECT app, version FROM about").fetchone()
    if about is None or about[0] != APP:
        raise foreign
    return int(about[1])


def check(db: PostgresDb, migrations: Sequence[str] = MIGRATIONS) -> int:
    """Return the version of the schema; 0 where there is none.

    Raises
    ------
    StateError
        The schema is another program's, or of a newer version than this code knows.
    """
    return db.run(lambda connection: _checked(connection, db, migrations))


def _checked(connection: PgConnection, db: PostgresDb, migrations: Sequence[str]) -> int:
    target = db.target
    version = _version(connection, target.shown, target.schema)
    if version > len(migrations):
        raise StateError(
            f"PostgreSQL, {target.shown}: the schema {target.schema} has version {version}, this "
            f"fpcrawl knows up to {len(migrations)}: upgrade fpcrawl or use another ?schema=NAME"
        )
    return version


def prepare(db: PostgresDb, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring the schema to the newest version, making it if needed.

    Raises
    ------
    StateError
        See :func:`check`; or we may not make tables.
    """
    if check(db, migrations) == len(migrations):
        return

    def work(connection: PgConnection) -> None:
        with connection.transaction():
            connection.execute("SELECT set_config('lock_timeout', '60s', true)")
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            # Another process may have done it while we waited for the lock.
            version = _checked(connection, db, migrations)
            if version == 0:
                if not _exists(connection, db.target.schema):
                    connection.execute(f'CREATE SCHEMA "{db.target.schema}"'.encode())
                connection.execute(
                    "CREATE TABLE about (app text NOT NULL, version integer NOT NULL,"
                    " created timestamptz NOT NULL DEFAULT now())"
                )
                connection.execute("INSERT INTO about (app, version) VALUES (%s, 0)", (APP,))
            for script in migrations[version:]:
                connection.execute(script.encode())
            connection.execute("UPDATE about SET version = %s", (len(migrations),))

    db.run(work)


def _exists(connection: PgConnection, schema: str) -> bool:
    sql = "SELECT 1 FROM pg_namespace WHERE nspname = %s"
    return connection.execute(sql, (schema,)).fetchone() is not None
