from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from store_kit import FakeClock, make_entry

from fpcrawl.store.sqlite import SqliteState, open_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from fpcrawl.store.base import Entry


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
