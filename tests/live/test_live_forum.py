"""A real forum, installed from a package, filled, crawled, changed, and crawled again."""

from __future__ import annotations

import re
import time
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from e2e_kit import Ended, crawl, records
from live_judge import (
    Requests,
    changed_pages,
    judge,
    latest,
    page_number,
    score,
    thread_pages,
    truth_of,
)
from live_kit import Forum, environment
from live_world import THREADS, ZONE, Change, make_change, make_plan

from benchmarks.scoring import body_score

if TYPE_CHECKING:
    from pathlib import Path

# One worker makes and crawls the forum, once for all tests of this file.
pytestmark = [pytest.mark.live, pytest.mark.slow, pytest.mark.xdist_group("live")]

SPIRIT = ("django-spirit==0.14.3",)
SOON = {f"FPCRAWL_REVISIT_{name}_S": "1" for name in ("MIN", "START", "MAX")}
_TOPIC = re.compile(r"^/topic/(\d+)/")


class Watched:
    """A forum that was crawled, has changed, and was crawled again."""

    def __init__(self, forum: Forum, directory: Path) -> None:
        now = datetime.now(UTC)
        plan = make_plan(now)
        forum.send("make", plan.to_json(), ZONE)
        self.before = forum.look()
        with forum:
            self.first = self._crawl(forum, directory)
            self.first_lines = records(directory)
            self.first_asked = forum.asked()
            self.change: Change = make_change(plan, datetime.now(UTC))
            forum.send("change", self.change.to_json())
            self.after = forum.look()
            time.sleep(1.2)  # the lists become due
            self.second = self._crawl(forum, directory)
            self.second_lines = records(directory)[len(self.first_lines) :]
            self.second_asked = forum.asked()[len(self.first_asked) :]

    @staticmethod
    def _crawl(forum: Forum, directory: Path) -> Ended:
        return crawl(directory, "forum", f"site={forum.url}", settings=SOON, timeout_s=150)

    def requests(self, *, second: bool = False) -> Requests:
        look = self.after if second else self.before
        firsts = {
            match[1]: path
            for thread in look["threads"]
            if (path := next(iter(thread["pages"]))) and (match := _TOPIC.match(path))
        }

        def page_at(path: str) -> str:
            """A topic is found by its number, whatever the rest of its address says."""
            parts = urlsplit(path)
            match = _TOPIC.match(parts.path)
            first = firsts.get(match[1], parts.path) if match else parts.path
            number = page_number(path)
            return first if number == 1 else f"{first}?page={number}"

        return judge(self.second_asked if second else self.first_asked, look, page_at)


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Watched:
    python = environment("spirit", SPIRIT)
    folder = tmp_path_factory.mktemp("live")
    return Watched(Forum(python, "spirit_app.py", folder / "site"), folder / "crawl")


def test_the_forum_is_as_large_as_it_should_be(watched: Watched) -> None:
    assert len(watched.before["threads"]) == THREADS
    assert len(thread_pages(watched.before)) >= THREADS + 20
    assert len({thread["board"] for thread in watched.before["threads"]}) == 6


def test_the_crawl_ends_by_itself(watched: Watched) -> None:
    for ended in (watched.first, watched.second):
        ended.assert_clean()
        assert (ended.code, ended.err) == (0, "")
        assert ended.stats["finish_reason"] == "finished"


def test_every_thread_page_is_fetched_once(watched: Watched) -> None:
    shown = watched.requests().thread_pages
    assert shown == Counter(thread_pages(watched.before).keys())


def test_requests_are_useful(watched: Watched) -> None:
    """Useful as in ``benchmarks.site``: a board page or thread page not yet fetched."""
    requests = watched.requests()
    assert requests.useful_share >= 0.8, requests.wasted


def test_every_post_is_handed_out_once_and_right(watched: Watched) -> None:
    lines = watched.first_lines
    assert len({line["key"] for line in lines}) == len(lines)
    assert {line["version"] for line in lines} == {1}
    figures = score(lines, watched.before)
    for name in ("record_f1", "f1_author", "f1_time", "f1_body"):
        assert figures[name] >= 0.98, figures


def test_a_second_run_fetches_only_what_changed(watched: Watched) -> None:
    """At most 1.2 requests for each changed page.

    Changed pages are the list pages (boards, the front page and its further pages) that show
    a row that is new or has another title, number of replies or time than before, and the
    thread pages whose posts are not those of before: the last page of a thread that grew, its
    new pages, the pages of new threads. List pages whose rows have only moved are not counted.
    """
    lists, threads = changed_pages(watched.before, watched.after)
    asked = [request.path for request in watched.second_asked]
    assert len(threads) == 15
    assert len(asked) <= 1.2 * (len(lists) + len(threads)), (lists, threads, asked)


def test_a_second_run_brings_all_that_is_new_and_nothing_twice(watched: Watched) -> None:
    old, new = thread_pages(watched.before), thread_pages(watched.after)
    ids = {post["id"] for posts in old.values() for post in posts}
    fresh = [post for posts in new.values() for post in posts if post["id"] not in ids]
    lines = [line for line in watched.second_lines if line["version"] == 1]
    assert len(fresh) == sum(map(len, watched.change.replies.values())) + sum(
        len(thread.posts) for thread in watched.change.threads
    )
    assert _sorted((p["author"], truth_of(p).bodies[0]) for p in fresh) == _sorted(
        (line["author"], line["body_text"]) for line in lines
    )
    every = latest([*watched.first_lines, *watched.second_lines])
    figures = score(every, watched.after)
    for name in ("record_f1", "f1_author", "f1_time", "f1_body"):
        assert figures[name] >= 0.98, figures


def test_an_edit_beside_a_reply_becomes_a_second_version(watched: Watched) -> None:
    (text,) = watched.change.edit.values()
    (line,) = [line for line in watched.second_lines if line["version"] > 1]
    assert line["version"] == 2
    assert body_score(line["body_text"], (text,)) == 1


def _sorted(rows: Any) -> list[tuple[str, str]]:
    return sorted((author, "".join(text.split())) for author, text in rows)
