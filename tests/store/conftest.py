from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from fpcrawl.store.base import FINGERPRINT_BYTES, Entry
from fpcrawl.store.sqlite import SqliteState, open_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


class FakeClock:
    """A clock that goes when told to."""

    def __init__(self, now: float = 1_700_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def state(tmp_path: Path, clock: FakeClock) -> Iterator[SqliteState]:
    opened = open_state(tmp_path / "state", clock=clock)
    yield opened
    opened.close()


def make_entry(name: str, host: str = "a.example", crawl: str = "forum:a", **changes) -> Entry:
    url = f"http://{host}/{name}"
    values = {
        "crawl": crawl,
        "url": url,
        "fingerprint": hashlib.blake2b(url.encode(), digest_size=FINGERPRINT_BYTES).digest(),
        "host": host,
        "payload": '{"meta":{"depth":1}}',
    }
    return Entry(**{**values, **changes})


@pytest.fixture
def entry() -> Callable[..., Entry]:
    return make_entry
