"""Templates learnt on other sites before a site is crawled, and what they do on its first page."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks import _replay
from benchmarks._recording import WARC_NAME, load_recording
from benchmarks._sitecrawl import run_crawl
from benchmarks._siterecords import judge_records
from benchmarks._sitetruth import load_truth
from benchmarks.common import BenchError, data_folders
from benchmarks.scoring import f1

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    from benchmarks._sitetruth import SiteTruth

__all__ = ["FirstPage", "Library", "first_page", "learn_library"]

STATE_FILE = "fpcrawl.sqlite3"


@dataclass(frozen=True, slots=True)
class Library:
    """A state with templates of other sites.

    Attributes
    ----------
    state
        Its folder.
    ids
        The templates in it.
    """

    state: Path
    ids: frozenset[str]

    def lend(self, state: Path) -> None:
        """Copy it to where a crawl has its state."""
        shutil.copytree(self.state, state)


@dataclass(frozen=True, slots=True)
class FirstPage:
    """The first page of a thread that a crawl handed out, as it did so.

    Attributes
    ----------
    by_library
        Whether its records were read by a template of the library.
    record_f1
        Share of its records that are right, 0..1.
    """

    by_library: bool
    record_f1: float


def learn_library(
    paths: Sequence[Path], but: Path, work: Path, args: argparse.Namespace
) -> Library:
    """Make a library of states and of recorded sites, which are crawled for it.

    Each site is served under a port of its own, so that it is another site even where it is
    the same recording.

    Parameters
    ----------
    paths
        One state at most, recorded sites, and folders with recorded sites below.
    but
        The site to be measured; it is left out where a folder holds it among others.

    Raises
    ------
    BenchError
        When there is nothing to learn from, or a crawl cannot start.
    """
    state = work / "state"
    state.parent.mkdir(parents=True, exist_ok=True)
    sites: list[Path] = []
    for path in paths:
        if (path / STATE_FILE).is_file():
            if state.exists():
                raise BenchError("--library takes one state at most")
            shutil.copytree(path, state)
            continue
        found = data_folders(path, WARC_NAME)
        sites += [one for one in found if one == path or one.resolve() != but.resolve()]
    for number, folder in enumerate(sites):
        truth = load_truth(folder, recording := load_recording(folder))
        for kind in truth.starts:
            with _replay.start(folder, 0) as replay:
                moved = f"http://127.0.0.1:{replay.port}"
                starts = [url.replace(recording.origin, moved) for url in truth.starts[kind]]
                print(f"library: {kind} crawl of {truth.name}", file=sys.stderr, flush=True)
                extra = ["-s", f"FPCRAWL_STATE_DIR={state}", *args.crawl_arg]
                if args.library_pages:
                    extra += ["-a", f"max_pages={args.library_pages}"]
                run_crawl(kind, starts, work / f"{number}-{kind}", args.timeout, extra)
    if not (state / STATE_FILE).is_file():
        raise BenchError("--library: nothing to learn templates from")
    with closing(sqlite3.connect(state / STATE_FILE)) as db:
        ids = frozenset(str(row[0]) for row in db.execute("SELECT DISTINCT id FROM templates"))
    return Library(state, ids)


def first_page(
    kind: str, rows: Sequence[dict[str, Any]], truth: SiteTruth, library: Library
) -> FirstPage | None:
    """Judge the first page of a thread in a feed; ``None`` when the feed has none."""
    firsts: dict[str, dict[str, Any]] = {}
    for number, row in enumerate(rows):
        firsts.setdefault(str(row.get("key") or f"line {number}"), row)
    judged = judge_records(kind, firsts.values(), truth).pages
    for row in firsts.values():
        place = truth.place(str(row.get("url") or ""))
        if place is None or place.role == "board":
            continue
        page = next(
            (p for p in judged if (p.thread, p.page.number) == (place.item, place.page)), None
        )
        if page is not None:
            score = page.score
            right = f1(len(score.pairs), score.extracted, score.labelled)
            return FirstPage(_template_of(row) in library.ids, round(right, 4))
    return None


def _template_of(row: dict[str, Any]) -> str:
    """Id within a name such as ``xpath:1f0a3c5e@2``."""
    return str(row.get("template") or "").partition(":")[2].partition("@")[0]
