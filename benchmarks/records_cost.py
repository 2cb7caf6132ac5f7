"""``python -m benchmarks.records_cost``: storing pages of posts in SQLite and in PostgreSQL.

A page is stored as a crawl does it: its thread page and its posts, then a commit.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks._postgres import running_postgres
from benchmarks.common import (
    BenchError,
    bench_keys,
    child_env,
    emit,
    peak_mb,
    run_bench,
    versions,
)
from fpcrawl.extraction.records import Post
from fpcrawl.store.composite import CompositeState
from fpcrawl.store.model import ThreadPage
from fpcrawl.store.sqlite import open_state

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.store.base import State

_WORDS = "the of and to in is that for it as was with be by on not he his but at are this".split()
_WARM = 10


def _page(worker: int, number: int, posts: int, edit: str = "") -> list[Post]:
    """Return the posts of a page; of an edited one the last differs."""
    rng = random.Random(f"{worker} {number}")
    thread = f"http://forum.example/{worker}/t/{number}"
    out = []
    for floor in range(1, posts + 1):
        text = " ".join(rng.choices(_WORDS, k=rng.randrange(20, 200)))
        if floor == posts:
            text += edit
        out.append(
            Post(
                key=f"{worker:04x}{number:010x}{floor:010x}",
                site="forum.example",
                url=thread,
                thread_url=thread,
                thread_title="A thread of words",
                board="Words",
                post_id=str(number * 100 + floor),
                floor=floor,
                author=f"user {rng.randrange(5000)}",
                published="2026-01-02T03:04:05+00:00",
                published_raw="2026-01-02 03:04:05",
                body_text=text,
                body_html=f"<p>{text}</p>",
                links=[f"{thread}/{n}" for n in range(3)],
                fetched="2026-01-02T04:00:00+00:00",
                confidence=0.95,
            )
        )
    return out


def _open(directory: Path, url: str) -> State:
    state = open_state(directory)
    if not url:
        return state
    from fpcrawl.store.postgres import open_postgres  # noqa: PLC0415 - an extra

    return CompositeState(state, open_postgres(url))


def _store(state: State, posts: Sequence[Post]) -> float:
    """Store a page; return the seconds."""
    started = time.perf_counter()
    with state.transaction():
        page = ThreadPage(1, posts[0].url, len(posts))
        state.records.set_thread_page(posts[0].thread_url, page)
        state.records.upsert(posts, 1.0, crawl="forum:forum.example")
    state.flush()
    return time.perf_counter() - started


def _figures(seconds: Sequence[float], posts: int) -> dict[str, float]:
    times = sorted(seconds[_WARM:] or seconds)
    return {
        "ms_page_median": round(statistics.median(times) * 1e3, 3),
        "ms_page_p99": round(times[int(len(times) * 0.99)] * 1e3, 3),
        "upserts_per_s": round(posts * len(times) / sum(times)),
    }


def _alone(directory: Path, url: str, pages: int, posts: int) -> dict[str, Any]:
    """Measure one worker: pages that are new, the same, with one post edited."""
    state = _open(directory, url)
    out = {}
    for name, edit in (("new", ""), ("same", ""), ("edited", " edited")):
        made = [_page(0, number, posts, edit) for number in range(pages)]
        out[name] = _figures([_store(state, page) for page in made], posts)
    if state.records.count("post") != pages * posts:
        raise BenchError("not every post is stored once")
    state.close()
    return out


def _work(directory: Path, url: str, worker: int, pages: int, posts: int) -> None:
    """Be one of several workers: begin when told to."""
    state = _open(directory, url)
    made = [_page(worker, number, posts) for number in range(pages)]
    print("ready", flush=True)
    sys.stdin.readline()
    started = time.perf_counter()
    for page in made:
        _store(state, page)
    print(time.perf_counter() - started, flush=True)
    state.close()


def _together(directory: Path, url: str, workers: int, pages: int, posts: int) -> float:
    """Return the posts a second that several workers store."""
    given = ["--directory", str(directory), "--database", url]
    given += ["--pages", str(pages), "--posts", str(posts)]
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "benchmarks.records_cost", "--work", str(number), *given],
            env=child_env(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(1, workers + 1)
    ]
    took = []
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        told, _ = process.communicate(timeout=600)
        if process.returncode:
            raise BenchError("a worker failed")
        took.append(float(told))
    return workers * pages * posts / max(took)


def main(argv: Sequence[str] | None = None) -> int:
    """Run it."""
    parser = argparse.ArgumentParser(prog="benchmarks.records_cost", description=__doc__)
    parser.add_argument("--database", default="", help="PostgreSQL (default: one of its own)")
    parser.add_argument("--pages", type=int, default=500, help="pages of each kind")
    parser.add_argument("--posts", type=int, default=20, help="posts a page")
    parser.add_argument("--workers", default="2", help="how many together, such as 2,4")
    parser.add_argument("--json", action="store_true", help="print one JSON line")
    parser.add_argument("--work", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--directory", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if min(args.pages, args.posts) < 1:
        raise BenchError("--pages and --posts must be 1 or more")
    if args.work is not None:
        _work(args.directory, args.database, args.work, args.pages, args.posts)
        return 0
    try:
        crowds = [int(word) for word in args.workers.split(",") if word]
    except ValueError:
        raise BenchError("--workers must be numbers, such as 2,4") from None
    started = time.perf_counter()
    stores: dict[str, Any] = {}
    with ExitStack() as stack:
        database = args.database or stack.enter_context(running_postgres()).url()
        for name, url in (("sqlite", ""), ("postgres", database)):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            own = f"{url}{'&' if '?' in url else '?'}schema=bench{time.time_ns()}" if url else ""
            stores[name] = _alone(folder, own, args.pages, args.posts)
            stores[name]["together"] = {
                str(count): round(_together(folder, own, count, args.pages, args.posts))
                for count in crowds
            }
    result = {
        "stores": stores,
        "posts_a_page": args.posts,
        **bench_keys("records_cost", "made", args.pages, time.perf_counter() - started, peak_mb()),
        "versions": versions("fpcrawl", "psycopg"),
    }
    emit(result, as_json=args.json)
    return 0


if __name__ == "__main__":
    run_bench(main)
