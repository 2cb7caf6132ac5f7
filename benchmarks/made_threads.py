"""``python -m benchmarks.made_threads``: posts of threads drawn by a seed, field by field.

Each thread is read alone, as the first page that a crawl sees of a site. The same seed makes the
same page.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, timedelta, timezone
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from benchmarks._drawnthreads import THREAD_NOW, make_thread
from benchmarks._madebench import run_made
from benchmarks._pagebench import print_figures
from benchmarks._threadlayouts import THREAD_LAYOUTS
from benchmarks.common import run_bench
from benchmarks.scoring import GotPost, TruePost, align, author_matches, body_score, parse_time
from fpcrawl.extraction.clock import observe_page
from fpcrawl.extraction.extractor import Found, StructureExtractor
from fpcrawl.extraction.place import Place
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.records import Post
from fpcrawl.pages import read_page
from fpcrawl.pages.siteclock import SiteClock
from fpcrawl.pages.urls import SiteScope
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.roles import decide
from fpcrawl.walk.walker import Context, Walker, WalkRules

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from benchmarks._drawnthreads import DrawnPost, DrawnThread

__all__ = ["ThreadResult", "judge_thread", "main", "read_thread"]

_FIELDS = ("author", "time", "body")


@dataclass(slots=True)
class ThreadResult:
    """What was made of one thread.

    Attributes
    ----------
    right
        Field -> found posts of which it is right.
    faults
        What went wrong, a line each.
    """

    made: DrawnThread
    role: str
    found: int = 0
    extra: int = 0
    titled: bool = False
    right: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def read_thread(made: DrawnThread) -> tuple[str, str | None, list[Post]]:
    """Read a thread as the walk reads it; return its role, its title and its posts."""
    page = read_page(made.html.encode(), made.url, fetched=THREAD_NOW, site_time=THREAD_NOW)
    book = LayoutBook()
    reading = read_structure(page, book)
    decide(reading, None, None, kind="forum")
    Walker(SiteScope(made.url), WalkRules("forum")).read_list(reading, Context())
    clock = SiteClock()
    observe_page(clock, reading.tree, THREAD_NOW)
    site = urlsplit(made.url).netloc
    place = Place(site, made.url, THREAD_NOW, zone=clock.zone or UTC, order=clock.order)
    found = Found(reading.tree, "thread", reading.posts, reading.rows, book)
    records = StructureExtractor().extract(found, place)
    return reading.role, reading.title, [one for one in records if isinstance(one, Post)]


def judge_thread(
    made: DrawnThread, role: str, title: str | None, posts: Sequence[Post]
) -> ThreadResult:
    """Compare the posts that were read with those that are there."""
    result = ThreadResult(made, role)
    if role != "thread":
        result.faults.append(f"role: {role!r} instead of 'thread'")
    result.titled = title == made.title
    if not result.titled:
        result.faults.append(f"title: {title!r} instead of {made.title!r}")
    truths = [TruePost(one.author, None, one.bodies) for one in made.posts]
    gots = [GotPost(post.author, post.published, post.body_text) for post in posts]
    pairs = align(truths, gots)
    result.found, result.extra = len(pairs), len(gots) - len(pairs)
    for pair in pairs:
        _judge_post(result, made.posts[pair.true], posts[pair.got])
    for n in sorted(set(range(len(truths))) - {pair.true for pair in pairs}):
        result.faults.append(f"missing: {made.posts[n].author} {made.posts[n].bodies[0][:60]!r}")
    for n in sorted(set(range(len(gots))) - {pair.got for pair in pairs}):
        got = gots[n]
        result.faults.append(f"extra: {got.author} {got.time} {got.body[:120]!r}")
    return result


def _judge_post(result: ThreadResult, true: DrawnPost, got: Post) -> None:
    nobody = true.author is None
    judged = {
        "author": (nobody or author_matches(true.author, got.author), got.author, true.author),
        "time": (
            _right_time(true, got.published, result.made.hours),
            f"{got.published} ({got.published_raw})",
            str(true.when),
        ),
        "body": (body_score(got.body_text, true.bodies) == 1.0, got.body_text, true.bodies[0]),
    }
    for name, (right, value, wanted) in judged.items():
        if right:
            result.right[name] += 1
        else:
            result.faults.append(f"{name}: {value!r} instead of {wanted!r}")


def _right_time(true: DrawnPost, got: str | None, hours: int) -> bool:
    parsed = parse_time(got)
    if parsed is None:
        return False
    value, precision = parsed
    if true.within is None:
        same: datetime = value.replace(tzinfo=None, second=0, microsecond=0)
        at_home = value
        if value.tzinfo is not None:
            at_home = value.astimezone(timezone(timedelta(hours=hours)))
        wanted = true.when.replace(second=0, microsecond=0)
        home = at_home.replace(tzinfo=None, second=0, microsecond=0)
        return precision == "minute" and wanted in (same, home)
    moment = (true.when - timedelta(hours=hours)).replace(tzinfo=UTC)
    value = value if value.tzinfo else value.replace(tzinfo=UTC)
    slack = timedelta(days=1) if precision == "day" else timedelta(minutes=1)
    return abs(value - moment) <= true.within + slack


def figures(results: Sequence[ThreadResult]) -> dict[str, Any]:
    """Return the figures of a number of threads; ``None`` where nothing was found to judge."""
    posts = sum(len(result.made.posts) for result in results)
    found = sum(result.found for result in results)
    out: dict[str, Any] = {
        "threads": len(results),
        "posts": posts,
        "thread_share": _share(sum(result.role == "thread" for result in results), len(results)),
        "whole_share": _share(sum(not result.faults for result in results), len(results)),
        "found_share": _share(found, posts),
        "extra_posts": sum(result.extra for result in results),
        "right_title": _share(sum(result.titled for result in results), len(results)),
    }
    for name in _FIELDS:
        out[f"right_{name}"] = _share(sum(result.right[name] for result in results), found)
    return out


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _by_layout(results: Sequence[ThreadResult]) -> dict[str, dict[str, Any]]:
    out = {}
    for layout in THREAD_LAYOUTS:
        part = [result for result in results if result.made.layout == layout]
        if part:
            out[layout] = figures(part)
    return out


def _print_table(per_layout: dict[str, dict[str, Any]], total: dict[str, Any]) -> None:
    names = ["whole_share", "found_share", *(f"right_{name}" for name in _FIELDS)]
    print_figures(
        ["whole", "found", *_FIELDS],
        [
            (label, keys["threads"], [keys[name] for name in names])
            for label, keys in {**per_layout, "all": total}.items()
        ],
    )


def _judged(seed: int) -> tuple[ThreadResult, str]:
    made = make_thread(seed)
    return judge_thread(made, *read_thread(made)), str(made.posts)


def _told(results: Sequence[ThreadResult]) -> dict[str, Any]:
    total, per_layout = figures(results), _by_layout(results)
    _print_table(per_layout, total)
    return {**total, "per_layout": per_layout}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark; raises :class:`~benchmarks.common.BenchError` for odd numbers."""
    description = "Makes threads of shapes drawn by a seed and reads each alone."
    return run_made("made_threads", "threads", description, _judged, _told, argv)


if __name__ == "__main__":
    run_bench(main)
