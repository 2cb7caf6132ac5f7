"""Killed at random moments of a whole crawl: nothing lost, nothing twice."""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from e2e_kit import Demo, crawl, records, start, waiting_rows

from fpcrawl.demo.faults import Fault

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

SMALL = {"days": 5, "threads_per_board": 5, "families": ("classic", "divs", "nest")}
FAULTS = (Fault("500", 0.06), Fault("reset", 0.06))
CONTENT = ("author", "published", "body_text", "thread_url", "floor", "post_id")


def drained(directory: Path, url: str) -> int:
    """Crawl until nothing is left to be tried again; return how many runs it took."""
    for runs in range(1, 6):
        ended = crawl(directory, "forum", f"site={url}")
        assert ended.code == 0, ended.log[-3000:]
        ended.assert_clean()
        if not waiting_rows(directory):
            return runs
    raise AssertionError(waiting_rows(directory)[:10])


def by_post(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the content by key; a post with two lines is an error."""
    out: dict[str, dict[str, Any]] = {}
    twice = []
    for row in rows:
        if row["key"] in out:
            twice.append((row["url"], row["floor"], row["version"]))
        out[row["key"]] = {name: row[name] for name in CONTENT}
    assert not twice, (len(twice), twice[:10])
    return out


@pytest.mark.parametrize(("seed", "faults"), [(11, FAULTS), (12, ())], ids=["faults", "plain"])
def test_killed_five_times_and_resumed_gives_what_an_unhurt_crawl_gives(
    tmp_path: Path, faults: tuple[Fault, ...], seed: int
) -> None:
    rng = random.Random(seed)
    with Demo(**SMALL) as demo:
        drained(tmp_path / "unhurt", demo.url)
        pages = demo.served
        port = demo.server.port
    unhurt = by_post(records(tmp_path / "unhurt"))
    assert len(unhurt) > 150
    hurt = tmp_path / "hurt"
    kills = 0
    with Demo(**SMALL, port=port, faults=faults) as demo:
        while kills < 5:
            run = start(hurt, "forum", f"site={demo.url}")
            demo.until_served(demo.served + rng.randrange(1, pages // 6), run)
            time.sleep(rng.uniform(0, 0.05))
            assert run.process.poll() is None, "the crawl was over before it was killed"
            run.kill()
            kills += 1
        drained(hurt, demo.url)
        asked = demo.asked()
    again = by_post(records(hurt))
    assert set(again) == set(unhurt), _sets(again, unhurt)
    differing = [(again[key], unhurt[key]) for key in unhurt if again[key] != unhurt[key]]
    assert not differing, (len(differing), differing[:3])
    failed = sum(line["fault"] is not None for line in demo.server.site.log)
    assert bool(failed) == bool(faults)
    # Only what was under way at a kill, and what failed, is asked for again.
    assert len(asked) <= pages + failed + 5 * 12


def _sets(again: dict[str, Any], unhurt: dict[str, Any]) -> str:
    lost = [unhurt[key] for key in unhurt.keys() - again.keys()]
    more = [again[key] for key in again.keys() - unhurt.keys()]
    where = Counter(line["thread_url"].split("/")[3] for line in lost)
    head = f"{len(lost)} lost ({dict(where)}), {len(more)} more"
    return "\n".join(
        [head, *(f"lost {line}" for line in lost[:4]), *(f"more {m}" for m in more[:4])]
    )
