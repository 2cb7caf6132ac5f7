"""One connection to PostgreSQL that comes back after the server was away.

Work is given as functions that may run twice: a connection that breaks in the middle of one
is made anew and the function run again. Where that fails too, the server is *away*. From then
on calls fail at once, so that the event loop does not hang in each of them, while a thread
tries to connect; with its connection all goes on.
"""

from __future__ import annotations

import logging
import threading
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, TypeVar

import psycopg

from fpcrawl.exceptions import StateAway, StateError
from fpcrawl.store.postgres_watchdog import Watchdog

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from fpcrawl.store.postgres_target import PostgresTarget

__all__ = ["PgConnection", "PostgresDb"]

logger = logging.getLogger(__name__)

T = TypeVar("T")
PgConnection = psycopg.Connection[tuple[Any, ...]]

#: Seconds between two tries to reach a server that is away.
_PROBE_S = 1.0
#: Times that work is done again which another worker's was in the way of.
_TRIES = 5
#: Shut down, crashed, not up yet, too many clients, a stand-by that may not write: it will pass.
_MAY_NOT = "25006"
_PASSING = frozenset({"57P01", "57P02", "57P03", "53300", _MAY_NOT})
_IN_THE_WAY = frozenset({"40001", "40P01", "55P03"})
_HINTS = {
    "28P01": "check the user and password of FPCRAWL_DATABASE_URL",
    "28000": "check the user of FPCRAWL_DATABASE_URL and the server's pg_hba.conf",
    "3D000": "create the database: createdb --owner=USER DATABASE",
    "42501": "the user of FPCRAWL_DATABASE_URL needs the right to create and write tables there",
    "53100": "the disk of the server is full",
    "57014": "the server was told to stop it",
}


class PostgresDb:
    """A connection in autocommit mode, on the thread that made it.

    Parameters
    ----------
    target
        Where to.
    read_only
        Nothing can be written.
    reply_s
        How long an answer may take, in seconds; 0 = for ever.
    monotonic
        Clock for waits, in seconds.

    Raises
    ------
    StateError
        It cannot be reached, or refuses us.
    """

    def __init__(
        self,
        target: PostgresTarget,
        *,
        read_only: bool = False,
        reply_s: float = 0.0,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.target = target
        self._read_only = read_only
        self._monotonic = monotonic
        self._watchdog = Watchdog(reply_s, monotonic) if reply_s else None
        self._away_since: float | None = None
        self._lock = threading.Lock()
        self._fresh: PgConnection | None = None
        self._probe: threading.Thread | None = None
        self._closing = threading.Event()
        self._losses = 0
        try:
            self._connection: PgConnection | None = self._connect()
        except psycopg.Error as error:
            raise self.state_error(error) from None

    @property
    def losses(self) -> int:
        """How often the connection broke: what was under way may or may not be done."""
        return self._losses

    @property
    def away_s(self) -> float:
        """Seconds since the server is away; 0 while it answers."""
        return 0.0 if self._away_since is None else self._monotonic() - self._away_since

    def _connect(self) -> PgConnection:
        connection = psycopg.connect(self.target.conninfo, autocommit=True)
        try:
            connection.execute(
                "SELECT set_config('search_path', %s, false),"
                " set_config('lock_timeout', '10s', false),"
                " set_config('idle_in_transaction_session_timeout', '60s', false),"
                " set_config('default_transaction_read_only', %s, false),"
                " set_config('timezone', 'UTC', false)",
                (self.target.schema, "on" if self._read_only else "off"),
            )
        except BaseException:
            connection.close()
            raise
        return connection

    def state_error(self, error: psycopg.Error) -> StateError:
        """Return the error in our words, without a secret."""
        text = error.diag.message_primary or str(error) or type(error).__name__
        text = " ".join(self.target.hide(text).split())
        hint = _HINTS.get(error.sqlstate or "")
        if hint is None and isinstance(error, psycopg.OperationalError):
            hint = _connect_hint(text)
        return StateError(
            f"PostgreSQL, {self.target.shown}: {text}" + (f"; {hint}" if hint else "")
        )

    def run(self, work: Callable[[PgConnection], T]) -> T:
        """Do something on the connection; it may be done twice.

        Raises
        ------
        StateAway
            The server does not answer.
        StateError
            It refuses.
        """
        tries = 0
        again = False
        while True:
            connection = self._connected()
            try:
                with self._watched(connection):
                    return work(connection)
            except psycopg.Error as error:
                if connection.closed or self._passes(error):
                    self._lose(error, for_good=again)
                    again = True
                    continue
                self._calm(connection)
                tries += 1
                if error.sqlstate in _IN_THE_WAY and tries < _TRIES:
                    continue
                raise self.state_error(error) from None
            except BaseException:
                self._calm(connection)
                raise

    def _watched(self, connection: PgConnection) -> AbstractContextManager[None]:
        if self._watchdog is None or connection.closed:
            return nullcontext()
        return self._watchdog.watch(connection.fileno())

    def _passes(self, error: psycopg.Error) -> bool:
        return error.sqlstate in _PASSING and not (error.sqlstate == _MAY_NOT and self._read_only)

    @staticmethod
    def _calm(connection: PgConnection) -> None:
        """End what transaction an error left open."""
        try:
            if not connection.closed:
                connection.rollback()
        except psycopg.Error:
            connection.close()

    # -- away and back

    def _connected(self) -> PgConnection:
        if self._connection is None:
            with self._lock:
                self._connection, self._fresh = self._fresh, None
            if self._connection is None:
                self._look_out()
                raise self._away()
            logger.info("PostgreSQL, %s, is back after %.0f s", self.target.shown, self.away_s)
            self._away_since = None
        return self._connection

    def _away(self) -> StateAway:
        error = StateAway(f"PostgreSQL, {self.target.shown}, does not answer", self.away_s)
        # The frontier goes on handing out requests: not the same one all the time.
        error.not_before = time.time() + 2 * _PROBE_S
        return error

    def _lose(self, error: psycopg.Error, *, for_good: bool) -> None:
        """Connect anew once; what fails then, or breaks again, is away."""
        self._losses += 1
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if not for_good:
            try:
                self._connection = self._connect()
            except psycopg.Error as refused:
                error = refused
            else:
                return
        if self._away_since is None:
            self._away_since = self._monotonic()
            logger.warning("%s: nothing is stored until it is back", self.state_error(error))
        self._look_out()
        raise self._away() from None

    def _look_out(self) -> None:
        """Have a thread connect, unless one is at it."""
        if self._closing.is_set() or (self._probe is not None and self._probe.is_alive()):
            return
        self._probe = threading.Thread(target=self._reach, name="fpcrawl-postgres", daemon=True)
        self._probe.start()

    def _reach(self) -> None:
        while not self._closing.wait(_PROBE_S):
            try:
                found = self._connect()
            except psycopg.Error:
                continue
            with self._lock:
                if not self._closing.is_set():
                    self._fresh = found
                    return
            found.close()

    def close(self) -> None:
        """Close the connection; twice is harmless."""
        if self._watchdog is not None:
            self._watchdog.stop()
        with self._lock:
            self._closing.set()
            fresh, self._fresh = self._fresh, None
        for connection in (fresh, self._connection):
            if connection is not None:
                connection.close()
        self._connection = None


def _connect_hint(text: str) -> str | None:
    if "no password supplied" in text:
        return "give a password in FPCRAWL_DATABASE_URL, PGPASSWORD or ~/.pgpass"
    if "authentication failed" in text:
        return _HINTS["28P01"]
    if "does not exist" in text and "database" in text:
        return _HINTS["3D000"]
    if "refused" in text or "timeout" in text or "No such file" in text:
        return "is the server running, and may this machine reach it?"
    return None
