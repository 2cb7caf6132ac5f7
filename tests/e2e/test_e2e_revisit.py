"""Fourteen days of three boards, visited as they are read: nothing is lost, little is asked for.

The same days are replayed on the truth: what the crawl saw and planned must be as good.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from e2e_kit import ROOT, records

from fpcrawl.revisit import Visit, make_model
from fpcrawl.revisit.replay import Page

if TYPE_CHECKING:
    from fpcrawl.revisit.visit import Follower

pytestmark = pytest.mark.slow

DRIVE = Path(__file__).parent / "revisit_drive.py"
CRON_S = 5400.0
#: The boards by family: path, rows of a full page without sticky ones.
BOARDS = {
    "divs": ("/divs/forum.php?id=1", 10),
    "latte": ("/latte/c/music-making/4", 14),
    "terms": ("/terms/list.asp?bid=3", 8),
}


@dataclass
class Board:
    """What was written on a board, and how it was visited."""

    page: Page
    rows: int
    visits: list[Visit]

    @property
    def times(self) -> list[float]:
        return [visit.time for visit in self.visits]

    def events(self, times: list[float]) -> list[tuple[int, int]]:
        """Return what came between each two moments, and how much of it page 1 shows."""
        seen = [self.page.visit(begin, end) for begin, end in pairwise(times)]
        return [(one.events, one.visit.new) for one in seen]

    def hits(self, times: list[float]) -> list[bool]:
        """Tell of each visit after the first whether half of the rows had changed, +-10 points."""
        return [abs(came / self.rows - 0.5) <= 0.1 + 1e-9 for came, _ in self.events(times)]

    def replayed(self, end: float, every_s: float) -> list[float]:
        """Return when the default model visits the page, looking every so often what is due."""
        board: Follower = make_model().open()
        board.observe(self.visits[0])
        start = now = self.visits[0].time
        times = [now]
        while True:
            due = board.due()
            if every_s:
                due = start + math.ceil((due - start) / every_s - 1e-9) * every_s
            if due >= end:
                return times
            board.observe(self.page.visit(now, due).visit)
            times.append(now := due)


@dataclass
class Driven:
    """What a drive tells."""

    directory: Path
    told: dict[str, Any]

    @property
    def stats(self) -> dict[str, float]:
        return self.told["stats"]

    def board(self, family: str) -> Board:
        path, rows = BOARDS[family]
        url = self.told["base"] + path
        visits = [Visit(*seen) for where, *seen in self.told["visits"] if where == url]
        events = sorted(
            (post["published"], post["thread"])
            for post in self.told["posts"]
            if post["family"] == family and not post["sticky"]
        )
        times, threads = (np.array(column) for column in zip(*events, strict=True))
        return Board(Page(times.astype(float), rows, threads), rows, visits)


@pytest.fixture(
    scope="module",
    # All that look at one of them are in one process: each takes a minute to make.
    params=[
        pytest.param(n, marks=pytest.mark.xdist_group(f"revisit-{n}")) for n in ("stay", "cron")
    ],
)
def driven(request, tmp_path_factory) -> Driven:
    directory = tmp_path_factory.mktemp(request.param)
    done = subprocess.run(
        [sys.executable, str(DRIVE), request.param, str(directory)],
        check=False,
        cwd=directory,
        env={"PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=400,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    log = (directory / "log.txt").read_text(encoding="utf-8")
    assert "Traceback" not in log, log[log.index("Traceback") - 500 :][:4000]
    return Driven(directory, json.loads((directory / "told.json").read_text(encoding="utf-8")))


def every_s(driven: Driven) -> float:
    return CRON_S if driven.stats["runs"] > 1 else 0.0


def test_each_visit_counts_what_has_happened(driven: Driven) -> None:
    right = Counter()
    for family in BOARDS:
        board = driven.board(family)
        for (_, shown), visit in zip(board.events(board.times), board.visits[1:], strict=True):
            if visit.rows == board.rows:  # before, its sticky rows are not yet known for such
                right[min(abs(visit.new - shown), 2)] += 1
    assert right.total() > 200
    # A post that is deleted between two visits is never seen.
    assert right[0] >= 0.95 * right.total(), right
    assert right[2] == 0, right


def test_it_hits_as_often_as_the_replay(driven: Driven) -> None:
    live: list[bool] = []
    replay: list[bool] = []
    for family in BOARDS:
        board = driven.board(family)
        live += board.hits(board.times)
        replay += board.hits(board.replayed(driven.told["end"], every_s(driven)))
    assert abs(len(live) / len(replay) - 1) <= 0.1
    assert abs(np.mean(live) - np.mean(replay)) <= 0.05, (np.mean(live), np.mean(replay))


def test_no_thread_and_no_post_is_lost(driven: Driven) -> None:
    found = {(line["thread_url"], str(line["post_id"])) for line in records(driven.directory)}
    missing = []
    for family in BOARDS:
        last = driven.board(family).times[-1]
        missing += [
            post
            for post in driven.told["posts"]
            if post["family"] == family
            and post["published"] <= last
            # What is deleted between two visits is never seen.
            and not post["deleted"]
            and (post["thread_url"], str(post["post"])) not in found
        ]
    assert len(found) > 1000
    assert not missing, missing[:5]


def test_pages_that_turned_over_are_followed_by_the_next(driven: Driven) -> None:
    lost = sum(
        came - shown
        for family in BOARDS
        for came, shown in driven.board(family).events(driven.board(family).times)
    )
    assert lost > 0  # what the first page did not show was found nevertheless
    assert driven.stats["fpcrawl/revisit/lists_on"] > 0


def test_unchanged_pages_are_not_sent_again(driven: Driven) -> None:
    assert driven.stats["fpcrawl/pages/unchanged"] > 0
    # Each post costs at most a fetch of its thread, and lists come on top.
    lists = sum(len(driven.board(family).visits) for family in BOARDS)
    assert driven.stats["downloader/request_count"] < len(driven.told["posts"]) + 3 * lists
