"""The first thread of a site may hold one short post, which nothing shows to be one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from e2e_kit import Demo, Site, crawl, records

from fpcrawl.demo.exchange import Reply, Request, text_reply

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

THREADS = {7: 1, 8: 3, 9: 4, 10: 2, 11: 3}
NAMES = ["ann", "bert", "carla", "dora"]


def post(thread: int, n: int) -> str:
    return f"""<dl><dt><span>2024-03-{thread:02} 1{n}:15</span> <a href="/u/{NAMES[n]}">{NAMES[n]}
    </a></dt><dd><div>Posts: {thread}{n}</div><div>Lid {thread}{n} fits{" well" * n}.</div></dd>
    </dl>"""


def forum(request: Request) -> Reply:
    """Thread 7 has one post; the start page names it before anything else."""
    link = '<p><a href="/t/{0}">About the lids of shelf {0}</a></p>'.format
    body = "<h1>Lids</h1><p>There is no such page</p>"
    status = 404
    if request.path == "/":
        body, status = f"<h1>Lids</h1>{link(7)}<p><a href='/f/2'>All that we said</a></p>", 200
    elif request.path == "/f/2":
        body, status = f"<h1>All that we said</h1>{''.join(map(link, THREADS))}", 200
    elif (found := re.fullmatch(r"/t/(\d+)", request.path)) and int(found[1]) in THREADS:
        thread = int(found[1])
        posts = "".join(post(thread, n) for n in range(THREADS[thread]))
        body, status = f"<h1>About the lids of shelf {thread}</h1><div>{posts}</div>", 200
    return text_reply(status, f"<html><head><title>Lids</title></head><body>{body}</body></html>")


def test_a_page_that_was_read_too_early_is_read_again(tmp_path: Path) -> None:
    with Site(forum) as site:
        ended = crawl(tmp_path, "forum", f"site={site.url}").assert_clean()
        asked = site.log.count("/t/7")
    assert len(records(tmp_path)) == sum(THREADS.values())
    assert asked == 2
    assert ended.stat("fpcrawl/walk/misread") == 1


def test_what_was_read_too_early_is_remembered_by_the_next_run(tmp_path: Path) -> None:
    with Site(forum) as site:
        crawl(tmp_path, "forum", f"site={site.url}", "max_pages=3").assert_clean()
        assert "/t/7" in site.log
        assert not records(tmp_path)
        ended = crawl(tmp_path, "forum", f"site={site.url}").assert_clean()
    assert len(records(tmp_path)) == sum(THREADS.values())
    assert ended.stat("fpcrawl/walk/misread") == 1


def test_articles_are_not_what_a_crawl_for_threads_reads_again(tmp_path: Path) -> None:
    with Demo(days=3, threads_per_board=2) as demo:
        ended = crawl(tmp_path, "forum", f"site={demo.url}").assert_clean()
    assert ended.stat("fpcrawl/pages/article") > 0
    assert not ended.stat("fpcrawl/walk/misread")
