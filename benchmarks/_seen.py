"""Fills the seen table through the frontier as a crawl does, and measures what it costs."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fpcrawl.store.model import FINGERPRINT_BYTES, Entry, Outcome
from fpcrawl.store.sqlite import open_state

if TYPE_CHECKING:
    from collections.abc import Sequence

CRAWL = "forum:bench.example"
_BATCH = 1000
_QUARTERS = 4


def rss_bytes() -> int:
    """Return the resident set of this process now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def fill(folder: Path, count: int) -> dict[str, Any]:
    """Add, lease and finish ``count`` requests; return sizes in bytes and seconds.

    ``rss_bytes`` is the resident set after each quarter; ``rss_growth_bytes`` what it grew by
    in the second half: caches have their size by then, what still grows grows without end.
    """
    started = time.monotonic()
    state = open_state(folder)
    frontier = state.frontier
    sizes: list[int] = []
    for first in range(0, count, _BATCH):
        numbers = range(first, min(first + _BATCH, count))
        with state.transaction():
            for number in numbers:
                url = f"https://bench.example/thread-{number}-1-1.html"
                digest = hashlib.blake2b(url.encode(), digest_size=FINGERPRINT_BYTES).digest()
                frontier.add(Entry(CRAWL, url, digest, "bench.example", "{}"))
        leased = frontier.lease(CRAWL, time.time(), len(numbers))
        with state.transaction():
            for row in leased:
                frontier.ack(row.lease_id, Outcome.DONE)
        if len(leased) != len(numbers):
            raise SystemExit(f"only {len(leased)} of {len(numbers)} rows were leased")
        if (first + _BATCH) * _QUARTERS >= count * (len(sizes) + 1):
            sizes.append(rss_bytes())
    known = hashlib.blake2b(b"https://bench.example/thread-0-1-1.html", digest_size=12).digest()
    if not frontier.is_known(CRAWL, known):
        raise SystemExit("a finished address is not known as seen")
    state.close()
    size = sum(path.stat().st_size for path in folder.glob("*.sqlite3*"))
    return {
        "count": count,
        "size_bytes": size,
        "rss_bytes": sizes,
        "rss_growth_bytes": max(sizes[-1] - sizes[len(sizes) // 2 - 1], 0),
        "seconds": round(time.monotonic() - started, 2),
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Print the measurement as one JSON line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks._seen")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=1_000_000)
    args = parser.parse_args(argv)
    print(json.dumps(fill(args.folder, args.count)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
