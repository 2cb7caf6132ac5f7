"""A clock to set and entries to add."""

from __future__ import annotations

import hashlib

from fpcrawl.store.base import FINGERPRINT_BYTES, Entry


class FakeClock:
    """A clock that goes when told to."""

    def __init__(self, now: float = 1_700_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


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
