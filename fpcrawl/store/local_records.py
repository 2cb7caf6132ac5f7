"""Records in the SQLite file of this machine, where the frontier is in Redis."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from fpcrawl.store.common_records import CommonRecords
from fpcrawl.store.sqlite import STATE_FILE, open_state
from fpcrawl.store.sqlite_articles import SqliteArticles

if TYPE_CHECKING:
    from collections.abc import Callable

    from fpcrawl.store.base import Articles, Outbox, Records
    from fpcrawl.store.care import Care
    from fpcrawl.store.opening import StateConfig
    from fpcrawl.store.redis_records import RedisCommon
    from fpcrawl.store.sqlite import SqliteState

__all__ = ["LocalRecords", "open_local_records"]


class LocalRecords:
    """The records of one file; see :class:`fpcrawl.store.composite.RecordsPart`.

    Parameters
    ----------
    common
        What other machines have stored.
    stack
        Closed with it.
    """

    def __init__(self, state: SqliteState, common: RedisCommon, stack: ExitStack) -> None:
        self._state = state
        self._stack = stack
        self._records = CommonRecords(state.records, common)
        self._articles = SqliteArticles(state.db, self._records)

    @property
    def away_s(self) -> float:
        """Seconds since a server is away: a file never is."""
        return 0.0

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
        return self._state.outbox

    @property
    def has_late(self) -> bool:
        """Whether something waits for :meth:`settle`: nothing ever does."""
        return False

    @property
    def common(self) -> RedisCommon:
        """What all machines know of each other's."""
        return self._records.common

    @property
    def local(self) -> SqliteState:
        """The file of this machine."""
        return self._state

    @property
    def care(self) -> Care:
        """All that it holds, for looking after it."""
        return self._state.care

    def commit(self) -> None:
        """Write what is to be on disk before the frontier is."""
        self._state.flush()

    def settle(self) -> None:
        """Do nothing: see ``has_late``."""

    def drop(self) -> None:
        """Do nothing: see ``has_late``."""

    def close(self) -> None:
        """Write what waits and close; twice is harmless."""
        self._stack.close()


def open_local_records(
    config: StateConfig,
    common: RedisCommon,
    *,
    read_only: bool = False,
    clock: Callable[[], float] | None = None,
) -> LocalRecords:
    """Open the records of this machine, making the file if needed.

    Parameters
    ----------
    common
        What other machines have stored.

    Raises
    ------
    StateError
        The file cannot be used.
    """
    with ExitStack() as stack:
        directory = config.directory
        if read_only and not (directory / STATE_FILE).exists():
            # Other machines may have crawled what this one only looks at.
            directory = Path(stack.enter_context(TemporaryDirectory(prefix="fpcrawl-")))
            read_only = False
        state = open_state(
            directory,
            read_only=read_only,
            lease_s=config.lease_s,
            seen_days=config.seen_days,
            clock=clock or time.time,
        )
        stack.callback(state.close)
        return LocalRecords(state, common, stack.pop_all())
