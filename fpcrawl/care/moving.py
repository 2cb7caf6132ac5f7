"""Moving the state that one configuration names to another."""

from __future__ import annotations

import signal
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fpcrawl.care.files import need_room
from fpcrawl.care.move import Moved, Step, clear, copy_all, fresh_rows
from fpcrawl.care.threads import share, take_back
from fpcrawl.exceptions import StateError, UsageError
from fpcrawl.processes import signals_wait
from fpcrawl.store.care import CORE, RECORDS, Prune
from fpcrawl.store.composite import CompositeState
from fpcrawl.store.local_records import LocalRecords
from fpcrawl.store.opening import open_configured
from fpcrawl.store.sqlite import STATE_FILE, SqliteState
from fpcrawl.store.sqlite_copy import copy_state

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from fpcrawl.care.files import Tell
    from fpcrawl.store.base import State
    from fpcrawl.store.care import Care
    from fpcrawl.store.opening import StateConfig

__all__ = ["Move", "move_state", "on_one_machine", "open_existing"]

_DAY_S = 86_400.0


@dataclass(frozen=True, slots=True)
class Move:
    """A state that was moved.

    Attributes
    ----------
    sections
        What has arrived, and was compared.
    records_stay
        Records are where they were: source and target have them in the same place.
    aside
        A copy of the file as it was, of which something was removed; ``None`` when there is none.
    """

    sections: list[Moved]
    records_stay: bool
    aside: Path | None


def _nothing(_done: int, _total: int) -> None:
    """Tell nobody."""


def move_state(
    source: StateConfig,
    target: StateConfig,
    now: datetime,
    *,
    force: bool = False,
    keep: bool = False,
    tell: Tell = _nothing,
) -> Move:
    """Move a state to another store, compare what has arrived, and empty the source.

    A file is copied before anything is removed from it. The source is not changed unless all
    has arrived.

    Parameters
    ----------
    force
        Remove first what the target holds.
    keep
        Leave the source as it is: a copy, not a move.
    tell
        Told how many rows were read, of how many.

    Raises
    ------
    UsageError
        Source and target are the same.
    StateError
        One of them cannot be used or is in use, the target holds a state already, or what
        has arrived is not what was sent.
    """
    if _core_place(source) == _core_place(target):
        raise UsageError(f"the state is in {source.shown} already")
    records_stay = _records_place(source) == _records_place(target)
    with ExitStack() as stack:
        old = open_existing(source)
        stack.callback(old.close)
        _require_idle(old.care, source)
        if not any(old.care.count(section) for section in CORE):
            raise StateError(f"{source.shown} is empty: there is nothing to move")
        # What has expired need not go along.
        oldest = int(old.clock() // _DAY_S) - source.seen_days
        old.care.prune(Prune(seen_before=oldest))
        new = open_configured(target)
        stack.callback(new.close)
        # With a common file of records each of the two is at work there for the other.
        if not records_stay:
            _require_idle(new.care, target)
        sections = CORE if records_stay else (*CORE, *RECORDS)
        steps = [Step(section, old.care, new.care) for section in sections]
        aside = None
        if force and target.redis is None and fresh_rows(steps):
            aside = _aside(target.directory, now)
        moved = copy_all(steps, force=force, tell=tell)
        new.flush()
        moved += _threads(old, new)
        new.flush()
        if new.away_s:
            raise StateError(f"{target.shown} went away: nothing was moved")
        if not keep:
            if source.redis is None:
                old.flush()
                aside = _aside(source.directory, now)
            # All has arrived, and a source half emptied is of no use.
            with signals_wait(signal.SIGINT, signal.SIGTERM):
                clear(steps)
                _forget_threads(old)
                old.flush()
            old.care.shrink()
    return Move(moved, records_stay, aside)


def open_existing(config: StateConfig) -> State:
    """Open a state that must be there already; a file of an older version is brought up to date.

    Raises
    ------
    StateError
        There is none, or it cannot be used.
    """
    if config.redis is not None:
        open_configured(config, read_only=True).close()
    elif not config.exists:
        raise StateError(f"there is no state in {config.directory}")
    return open_configured(config)


def _local(state: State) -> LocalRecords | None:
    """Return the records of a state that are beside those of other machines."""
    if isinstance(state, CompositeState) and isinstance(state.part, LocalRecords):
        return state.part
    return None


def _threads(old: State, new: State) -> list[Moved]:
    """Bring threads to where the target looks for them."""
    now = new.clock()
    if (part := _local(new)) is not None:
        return [Moved("threads", share(part, now))]
    if (part := _local(old)) is not None and isinstance(new, SqliteState):
        return [Moved("threads", take_back(part, new, now))]
    return []


def _forget_threads(old: State) -> None:
    if (part := _local(old)) is not None:
        part.common.clear()


def _core_place(config: StateConfig) -> object:
    if config.redis is None:
        return config.directory.resolve()
    params = config.redis.params
    return (
        config.redis.url,
        params.get("host"),
        params.get("port"),
        params.get("db"),
        config.prefix,
    )


def _records_place(config: StateConfig) -> object:
    return config.database_url or config.directory.resolve()


def _require_idle(care: Care, config: StateConfig) -> None:
    if care.workers():
        raise StateError(f"the state in {config.shown} is in use: end the crawls first")


def _aside(directory: Path, now: datetime) -> Path:
    state = directory / STATE_FILE
    need_room(directory, state.stat().st_size)
    aside = state.with_name(f"{STATE_FILE}.before-{now:%Y%m%dT%H%M%S}")
    while aside.exists():
        aside = aside.with_name(f"{aside.name}+")
    aside.touch(mode=0o600)
    copy_state(state, aside)
    return aside


def on_one_machine(config: StateConfig, directory: Path) -> StateConfig:
    """Return a configuration for the whole state in a directory."""
    return replace(config, directory=directory, redis=None, database_url="")
