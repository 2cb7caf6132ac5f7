"""Workers that begin at once on a Redis that is empty."""

from __future__ import annotations

import time
import uuid
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from cluster_kit import assert_all_once
from e2e_kit import Demo, records, start

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

WORKERS = 3


def test_they_share_all_pages_and_leave_together(tmp_path: Path, redis_server) -> None:
    settings = {
        "FPCRAWL_STATE": "redis",
        "FPCRAWL_REDIS_PREFIX": uuid.uuid4().hex,
        "REDIS_URL": redis_server.url,
    }
    with Demo(days=3, threads_per_board=3) as demo:
        runs = [
            start(tmp_path, "forum", f"site={demo.url}", "deny=/news/", settings=settings)
            for _ in range(WORKERS)
        ]
        ended = []
        try:
            for run in runs:
                run.wait(200).assert_clean()
                ended.append(time.monotonic())
        finally:
            for run in runs:
                run.kill()
        truth, asked = demo.posts(), Counter(demo.asked())
    assert [run.wait().code for run in runs] == [0] * WORKERS
    assert ended[-1] - ended[0] < 20
    # Each learns robots.txt by itself.
    assert {path: n for path, n in asked.items() if n > 1 and path != "/robots.txt"} == {}
    assert_all_once(records(tmp_path), truth)
