from __future__ import annotations

import uuid
from functools import partial
from typing import TYPE_CHECKING

import pytest
from store_kit import FakeClock, make_entry, open_at

from fpcrawl.store.composite import CompositeState
from fpcrawl.store.postgres import open_postgres
from fpcrawl.store.sqlite import SqliteState, open_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from fpcrawl.store.base import State
    from fpcrawl.store.model import Entry
    from fpcrawl.store.redis import RedisState


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def state(tmp_path: Path, clock: FakeClock) -> Iterator[SqliteState]:
    opened = open_state(tmp_path / "state", clock=clock)
    yield opened
    opened.close()


@pytest.fixture
def entry() -> Callable[..., Entry]:
    return make_entry


@pytest.fixture(params=["sqlite", "redis"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a state of each kind is, see :func:`store_kit.open_at`."""
    if request.param == "sqlite":
        return str(tmp_path / "state")
    url = request.getfixturevalue("redis_server").url
    return f"{tmp_path / 'state'}|{url}|{uuid.uuid4().hex}"


@pytest.fixture
def open_store(place: str, clock: FakeClock) -> Callable[..., SqliteState | RedisState]:
    """Opens the same state each time, of one of the kinds."""
    return partial(open_at, place, clock=clock)


@pytest.fixture
def postgres_url(postgres_server) -> str:
    """A database of its own."""
    return postgres_server.create(f"test_{uuid.uuid4().hex}")


@pytest.fixture(params=["sqlite", "postgres"])
def records_state(
    request: pytest.FixtureRequest, tmp_path: Path, clock: FakeClock
) -> Iterator[State]:
    """A state with its records in each of the databases."""
    opened: State = open_state(tmp_path / "state", clock=clock)
    if request.param == "postgres":
        url = request.getfixturevalue("postgres_url")
        opened = CompositeState(opened, open_postgres(url))
    yield opened
    opened.close()
