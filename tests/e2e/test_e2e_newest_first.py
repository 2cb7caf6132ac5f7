"""Threads that show their newest posts first, crawled again when they have grown."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from e2e_kit import Site, crawl, records

from fpcrawl.demo.exchange import Reply, Request

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

SOON = {f"FPCRAWL_REVISIT_{name}_S": "1" for name in ("MIN", "START", "MAX")}
THREADS = {n: f"About pump number {n}, which leaks" for n in range(1, 9)}
PAGE = 5
NAMES = ["marlow", "tessa", "quill", "novak", "ilse", "rufus"]


class NewestFirst:
    """A board whose posts have no numbers."""

    def __init__(self) -> None:
        self.posts = {n: 2 * n for n in THREADS}

    def __call__(self, request: Request) -> Reply:
        number = int(request.query.get("page", "1"))
        kind, _, rest = request.path.strip("/").partition("/")
        if kind == "board":
            body = self._board()
        elif kind == "thread":
            body = self._thread(int(rest), number)
        else:
            body = "<h1>Pumps</h1><ul><li><a href='/board/1'>Pumps and seals</a></li></ul>"
        return Reply(body=f"<html><body>{body}</body></html>".encode())

    def _board(self) -> str:
        rows = "".join(
            f"<tr><td><a href='/thread/{n}'>{title}</a></td><td>{NAMES[n % 6]}</td>"
            f"<td>{self.posts[n] - 1}</td><td>{_when(self.posts[n])}</td></tr>"
            for n, title in THREADS.items()
        )
        head = "<tr><th>Topic</th><th>Author</th><th>Replies</th><th>Last post</th></tr>"
        return f"<h1>Pumps and seals</h1><table>{head}{rows}</table>"

    def _thread(self, thread: int, number: int) -> str:
        shown = range(self.posts[thread], 0, -1)
        posts = "".join(
            f"<div class=post><a class=user href='/user/{NAMES[n % 6]}'>{NAMES[n % 6]}</a>"
            f" <span>{_when(n)}</span><div class=body>{_said(thread, n)}</div></div>"
            for n in shown[(number - 1) * PAGE : number * PAGE]
        )
        pages = -(-len(shown) // PAGE)
        links = " ".join(
            f"<a href='/thread/{thread}?page={n}'>{n}</a>" for n in range(2, pages + 1)
        )
        return f"<h1>{THREADS[thread]}</h1>{posts}<p class=pages><b>1</b> {links}</p>"


def _when(n: int) -> str:
    return f"2026-03-{1 + n // 24:02} {n % 24:02}:00"


def _said(thread: int, n: int) -> str:
    return f"In thread {thread} the seal of pump {n * 7} was found to be worn by {n} millimetres."


def test_what_is_new_is_read_where_threads_begin(tmp_path: Path) -> None:
    forum = NewestFirst()
    with Site(forum) as site:
        crawl(tmp_path, "forum", f"site={site.url}", settings=SOON).assert_clean()
        assert len(records(tmp_path)) == sum(forum.posts.values())
        # More than two pages of the longest thread, some of one page.
        forum.posts[8] += 12
        forum.posts[1] += 2
        site.log.clear()
        time.sleep(1.2)
        crawl(tmp_path, "forum", f"site={site.url}", settings=SOON).assert_clean()
    bodies = [row["body_text"] for row in records(tmp_path)]
    assert sorted(bodies) == sorted(
        _said(thread, n) for thread, count in forum.posts.items() for n in range(1, count + 1)
    )
    # Threads that have not grown are left alone.
    assert not [path for path in site.log if path.startswith(("/thread/2", "/thread/7"))]
