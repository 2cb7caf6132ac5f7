from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from fpcrawl.store.sqlite import open_state

if TYPE_CHECKING:
    from pathlib import Path


def test_a_million_seen_urls_take_less_than_40_mb(tmp_path: Path) -> None:
    state = open_state(tmp_path)
    empty = sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    count = 150_000
    for n in range(count):
        state.seen.add(1, hashlib.blake2b(str(n).encode(), digest_size=12).digest(), 1.7e9)
    state.close()
    full = sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    assert (full - empty) * 1_000_000 / count < 40e6
