"""Several workers of one crawl, on one machine or as if on several."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from compare import Comparison, compare

from benchmarks._cluster import BENCH, Fleet
from fpcrawl.demo import FAMILIES

if TYPE_CHECKING:
    from pathlib import Path

    from e2e_kit import Demo

TINY = {"days": 3, "threads_per_board": 2}


def fleet(folder: Path, url: str, redis_url: str | None, prefix: str, **settings: str) -> Fleet:
    """Workers that begin with nothing; without an address of Redis they share a file."""
    every = {
        **BENCH,
        "FPCRAWL_STATE_DIR": str(folder / "state"),
        "FPCRAWL_OUTPUT_DIR": str(folder / "out"),
        "CONCURRENT_REQUESTS_PER_DOMAIN": "4",
        **settings,
    }
    module = "fpcrawl.settings"
    if redis_url is not None:
        module = "fpcrawl.settings.cluster"
        every |= {"REDIS_URL": redis_url, "FPCRAWL_REDIS_PREFIX": prefix}
    return Fleet(folder, ["scrapy", "crawl", "forum", "-a", f"site={url}"], module, every)


def machine(folder: Path, name: str) -> dict[str, str]:
    """Settings of a worker that shares no disk with the others."""
    return {
        "FPCRAWL_STATE_DIR": str(folder / name / "state"),
        "FPCRAWL_OUTPUT_DIR": str(folder / name / "out"),
    }


def lines(*folders: Path) -> list[dict[str, Any]]:
    """The posts of feeds, those misread on pages of the news left out."""
    out = []
    for folder in folders:
        path = folder / "out" / "posts.jsonl"
        if path.exists():
            out += [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [line for line in out if "/news/" not in line["url"]]


def assert_all_once(rows: list[dict[str, Any]], truth: list[dict[str, Any]]) -> None:
    """Every post was handed out and nothing else, and no version of a record twice.

    What a worker reads before it knows what another has just learnt may be read better later.
    """
    assert_no_line_twice(rows)
    _compared(rows, truth).assert_same_posts()


def assert_no_line_twice(rows: list[dict[str, Any]]) -> None:
    """One that was read better later has a line for each version."""
    versions = Counter((row["key"], row["version"]) for row in rows)
    assert not [one for one, n in versions.items() if n > 1]


def latest(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The last version of each record, by its key."""
    return {row["key"]: row for row in sorted(rows, key=lambda row: row["version"])}


def assert_none_lost(rows: list[dict[str, Any]], truth: list[dict[str, Any]]) -> None:
    """Every post is among the records, by what it says."""
    found = _compared(rows, truth)
    assert not found.lost, found.report()


def _compared(rows: list[dict[str, Any]], truth: list[dict[str, Any]]) -> Comparison:
    return compare(list(latest(rows).values()), truth, [family.key for family in FAMILIES])


def gaps(demo: Demo) -> list[float]:
    """Seconds between one request and the next, as the server saw them."""
    times = sorted(when for when, _ in demo.times())
    return [later - earlier for earlier, later in itertools.pairwise(times)]
