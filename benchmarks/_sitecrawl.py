"""Runs the real crawl on a replayed site and reads what came out."""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.common import BenchError, Measured, read_jsonl, run_measured

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["CrawlRun", "crawl_command", "read_log", "run_crawl"]

FEEDS = {"forum": "posts.jsonl", "news": "articles.jsonl"}
LOG_NAME = "crawl.log"

_CLOSED = re.compile(r"Spider closed \(([^)]*)\)")
_LEVEL = re.compile(r"^\S+ \S+ \[[^\]]*\] (ERROR|CRITICAL|WARNING): (.*)")
_NUMBERS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class CrawlRun:
    """What a crawl left behind.

    Attributes
    ----------
    records
        Lines of the feed of its kind, in order; ``other`` counts those of the other feed.
    errors
        ERROR and CRITICAL lines of its log; ``complaints`` groups them and the warnings.
    ended_by
        Close reason, or ``timeout``, ``signal N``, ``exit N``.
    """

    records: tuple[dict[str, Any], ...]
    other: int
    errors: int
    complaints: Counter[str]
    ended_by: str
    measured: Measured


def crawl_command(
    kind: str, starts: Sequence[str], folder: Path, extra: Sequence[str]
) -> list[str]:
    """Return the command that crawls from ``starts``, with state and output in ``folder``.

    The first start is the ``site`` argument. Where there are more, all of them go to
    ``boards``: that argument restricts the crawl to what it names.
    """
    command = [sys.executable, "-m", "scrapy", "crawl", kind, "-a", f"site={starts[0]}"]
    if len(starts) > 1:
        command += ["-a", "boards=" + ",".join(starts)]
    settings = {
        "AUTOTHROTTLE_ENABLED": "False",
        "DOWNLOAD_DELAY": "0",
        "FPCRAWL_STATE_DIR": str(folder / "state"),
        "FPCRAWL_OUTPUT_DIR": str(folder / "out"),
        "LOG_FILE": str(folder / LOG_NAME),
        "LOG_LEVEL": "INFO",
    }
    for name, value in settings.items():
        command += ["-s", f"{name}={value}"]
    return [*command, *extra]


def run_crawl(
    kind: str, starts: Sequence[str], folder: Path, timeout_s: float, extra: Sequence[str] = ()
) -> CrawlRun:
    """Crawl as a user would, in a subprocess, and read its feed and log.

    Raises
    ------
    BenchError
        When the crawl never came to close a spider (bad arguments, an import error); the
        message has the end of what it printed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    output = folder / "console.txt"
    measured = run_measured(
        crawl_command(kind, starts, folder, extra),
        cwd=folder,
        timeout_s=timeout_s,
        env={"SCRAPY_SETTINGS_MODULE": "fpcrawl.settings"},
        output=output,
    )
    reason, errors, complaints = read_log(folder / LOG_NAME)
    if measured.timed_out:
        reason = "timeout"
    elif reason is None and measured.returncode < 0:
        reason = f"signal {-measured.returncode}"
    elif reason is None:
        tail = output.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-8:]
        tail += [text for text, _ in complaints.most_common(3)]
        raise BenchError(
            f"the {kind} crawl ended with exit code {measured.returncode} before it began:\n  "
            + "\n  ".join(tail)
        )
    records, other = [], 0
    for name, file in FEEDS.items():
        path = folder / "out" / file
        if name == kind:
            records = list(read_jsonl(path)) if path.is_file() else []
        elif path.is_file():
            other = sum(1 for _ in read_jsonl(path))
    return CrawlRun(tuple(records), other, errors, complaints, reason or "", measured)


def read_log(path: Path) -> tuple[str | None, int, Counter[str]]:
    """Return the close reason, the number of error lines, and the complaints by shape."""
    reason: str | None = None
    errors = 0
    complaints: Counter[str] = Counter()
    if not path.is_file():
        return reason, errors, complaints
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if match := _LEVEL.match(line):
                errors += match[1] != "WARNING"
                complaints[f"{match[1]} {_NUMBERS.sub('N', match[2])[:160]}"] += 1
            elif match := _CLOSED.search(line):
                reason = match[1]
    return reason, errors, complaints
