"""Which database and schema a ``FPCRAWL_DATABASE_URL`` names, and how to speak of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit

from psycopg import Error
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from fpcrawl.exceptions import StateError

__all__ = ["DEFAULT_SCHEMA", "PostgresTarget", "parse_target"]

DEFAULT_SCHEMA = "fpcrawl"

_SCHEMES = frozenset({"postgresql", "postgres"})
_SCHEMA = re.compile(r"[a-z_][a-z0-9_]{0,62}")
_HOW = "FPCRAWL_DATABASE_URL is to be like postgresql://USER@HOST:5432/DATABASE"

#: What a URL leaves open: how soon a server that is away is noticed. A name's every address is
#: tried for two seconds; sent data or a silent connection is given up after about ten.
_DEFAULTS = {
    "connect_timeout": "2",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
    "application_name": "fpcrawl",
}


@dataclass(frozen=True, slots=True)
class PostgresTarget:
    """A database to connect to.

    Attributes
    ----------
    conninfo
        For libpq; may hold a password.
    schema
        The schema of our tables.
    shown
        What messages call it: without user and password.
    secret
        The password, never to be shown; empty when there is none.
    """

    conninfo: str
    schema: str
    shown: str
    secret: str = ""

    def __repr__(self) -> str:
        return f"PostgresTarget({self.shown!r})"

    def hide(self, text: str) -> str:
        """Return a text of others without the password."""
        return text.replace(self.secret, "***") if self.secret else text


def parse_target(url: str) -> PostgresTarget:
    """Read a database URL.

    Parameters
    ----------
    url
        As libpq takes it, ``postgresql://user:password@host:port/database?sslmode=require``;
        ``schema=NAME`` among its parameters names the schema.

    Raises
    ------
    StateError
        It is none; nothing of it is shown, as it may hold a password.
    """
    try:
        parts = urlsplit(url)
        options = parse_qsl(parts.query, keep_blank_values=True)
    except ValueError:
        raise StateError(f"{_HOW}: this one cannot be read") from None
    if parts.scheme not in _SCHEMES:
        raise StateError(f"{_HOW}: this one does not begin so")
    schema = dict(options).get("schema", DEFAULT_SCHEMA)
    if not _SCHEMA.fullmatch(schema):
        raise StateError(
            "FPCRAWL_DATABASE_URL: schema is to be a name of small letters, digits and _"
        )
    query = urlencode([(name, value) for name, value in options if name != "schema"])
    try:
        given = conninfo_to_dict(parts._replace(query=query).geturl())
        conninfo = make_conninfo("", **{**_DEFAULTS, **given})
    except (Error, ValueError):
        # What libpq says of a URL quotes it.
        raise StateError(
            f"{_HOW}: this one cannot be read (characters such as @ : / in a password are "
            "written as %40 %3A %2F)"
        ) from None
    host = given.get("host") or given.get("hostaddr") or "local socket"
    port = given.get("port") or 5432
    name = given.get("dbname") or "(the user's)"
    return PostgresTarget(
        conninfo,
        schema,
        f"database {name} on {host}:{port}",
        str(given.get("password") or ""),
    )
