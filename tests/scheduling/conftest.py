from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from fpcrawl.store.sqlite import SqliteState, open_state

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Look:
    """What a crawl left in its state."""

    def __init__(self, state: SqliteState) -> None:
        self.state = state

    def rows(self) -> dict[str, tuple[int, int, float]]:
        """Return url -> (state, failures, due in seconds from now)."""
        now = time.time()
        return {
            url: (row_state, failures, due - now)
            for url, row_state, failures, due in self.state.db.read(
                "SELECT url, state, failures, due FROM frontier"
            )
        }

    def reasons(self, crawl: str) -> dict[str, str]:
        return {f.url: f.reason for f in self.state.frontier.failures(crawl, 1000)}

    def seen(self) -> int:
        return int(self.state.db.read_one("SELECT count(*) FROM seen")[0])


@pytest.fixture
def look(tmp_path: Path) -> Iterator[Look]:
    opened: list[SqliteState] = []

    class Lazy(Look):
        def __init__(self) -> None:
            pass

        @property
        def state(self) -> SqliteState:
            if not opened:
                opened.append(open_state(tmp_path / "state"))
            return opened[0]

    yield Lazy()
    for state in opened:
        state.close()
