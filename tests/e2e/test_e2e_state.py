"""A forum whose pages hold their posts as data for scripts, and show none of them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from e2e_kit import Site, crawl, records

from fpcrawl.demo.exchange import text_reply

if TYPE_CHECKING:
    from pathlib import Path

    from fpcrawl.demo.exchange import Reply, Request

pytestmark = pytest.mark.slow

BOARDS, THREADS, A_PAGE = ("kettles", "ovens"), 9, 5
NAMES = ["ann", "bert", "carla", "dora"]
_PARTS = ("lid", "spout", "handle", "switch", "cord", "base", "filter", "light", "whistle")


class Application:
    """Two boards, whose lists have pages where they are data; threads of up to eight posts.

    Parameters
    ----------
    linked
        Whether lists stand in the pages' markup; else they are data, too.
    """

    def __init__(self, *, linked: bool) -> None:
        self._linked = linked

    def handle(self, request: Request) -> Reply:
        path, page = request.path, int(request.query.get("page", 1))
        if path == "/":
            rows = [
                {"name": f"All about {name}", "path": f"/b/{name}", "threadCount": THREADS}
                for name in BOARDS
            ]
            return self._page("The kitchen", {"boards": rows}, rows)
        if (board := path.removeprefix("/b/")) in BOARDS:
            rows = [self._thread(board, n) for n in range(THREADS)]
            told: dict[str, Any] = {"threads": rows}
            if not self._linked:
                told["threads"] = rows[(page - 1) * A_PAGE : page * A_PAGE]
                told["nextPage"] = f"{path}?page=2" if page == 1 else None
            return self._page(f"All about {board}", told, rows)
        if (found := re.fullmatch(r"/t/([a-z]+)-(\d+)", path)) and int(found[2]) < THREADS:
            thread = self._thread(found[1], int(found[2]))
            return self._page(thread["title"], {"thread": {**thread, **self._posts(thread, page)}})
        return text_reply(404, "<h1>There is no such page</h1>", "text/html")

    @staticmethod
    def count(n: int) -> int:
        return 1 + n % 8

    def _thread(self, board: str, n: int) -> dict[str, Any]:
        return {
            "id": f"{board}-{n}",
            "title": f"The {_PARTS[n]} of my {board} has a will of its own",
            "path": f"/t/{board}-{n}",
            "author": {"username": NAMES[n % 4]},
            "createdAt": f"2026-03-{n + 1:02d}T10:00:00Z",
            "replyCount": self.count(n) - 1,
        }

    def _posts(self, thread: dict[str, Any], page: int) -> dict[str, Any]:
        board, _, number = thread["id"].partition("-")
        n = int(number)
        shown = range(self.count(n))[(page - 1) * A_PAGE : page * A_PAGE]
        posts = [
            {
                "id": 1000 * (BOARDS.index(board) + 1) + 10 * n + k,
                "author": {"username": NAMES[(n + k) % 4]},
                "createdAt": f"2026-03-{n + 1:02d}T1{k}:00:00Z",
                "html": f"<p>Post {k} on the {_PARTS[n]} of {board}.</p>",
            }
            for k in shown
        ]
        more = page * A_PAGE < self.count(n)
        return {"posts": posts, "nextPage": f"{thread['path']}?page={page + 1}" if more else None}

    def _page(self, title: str, props: dict[str, Any], rows: list[Any] | None = None) -> Reply:
        links = "".join(
            f'<li><a href="{row["path"]}">{row.get("title") or row["name"]}</a></li>'
            for row in (rows or [])
            if self._linked
        )
        told = json.dumps({"props": {} if links else props})
        return text_reply(
            200,
            f"<html><head><title>{title}</title></head><body>"
            f'<nav><a href="/">The kitchen</a></nav><div id="app"><ul>{links}</ul></div>'
            f'<script id="data" type="application/json">{told}</script></body></html>',
            "text/html",
        )


@pytest.mark.parametrize("linked", [True, False])
def test_a_forum_of_data_is_read_like_any_other(tmp_path: Path, linked: bool) -> None:
    app = Application(linked=linked)
    with Site(app.handle) as site:
        crawl(tmp_path, "forum", f"site={site.url}").assert_clean()
        asked = site.log
    posts = records(tmp_path)
    told = {
        f"Post {k} on the {_PARTS[n]} of {board}.": NAMES[(n + k) % 4]
        for board in BOARDS
        for n in range(THREADS)
        for k in range(app.count(n))
    }
    assert len(posts) == len(told)
    assert {post["body_text"]: post["author"] for post in posts} == told
    assert len({post["key"] for post in posts}) == len(told)
    assert {post["template"] for post in posts} == {"page-data"}
    assert all(post["board"].startswith("All about") for post in posts)
    titles = {post["thread_title"] for post in posts}
    assert len(titles) == len(BOARDS) * THREADS
    assert len(asked) <= len(titles) * 2 + 8


def stories(request: Request) -> Reply:
    """A news site whose list and articles are data, with other stories beside each."""
    path = request.path
    rows = [
        {
            "headline": f"The town builds a {part} for the station",
            "url": f"/news/{n}/the-{part}",
            "publishedAt": f"2026-03-{n + 1:02d}T08:00:00Z",
        }
        for n, part in enumerate(_PARTS)
    ]
    title, told = "News of the town", {"stories": rows}
    found = re.fullmatch(r"/news/(\d)/the-(\w+)", path)
    if found is not None:
        n = int(found[1])
        words = "".join(
            f"<p>Who waits for the train will see the {_PARTS[n]} from bench {k}, they say.</p>"
            for k in range(6)
        )
        story = {**rows[n], "id": n, "authors": [{"name": f"{NAMES[n % 4].title()} Maier"}]}
        title, told = rows[n]["headline"], {"article": {**story, "body": words}, "more": rows}
    elif path != "/":
        return text_reply(404, "<h1>There is no such page</h1>", "text/html")
    return text_reply(
        200,
        f"<html><head><title>{title} - Town</title></head><body><div id='root'></div>"
        f"<script>window.__STATE__ = {json.dumps(told)};</script></body></html>",
        "text/html",
    )


def test_articles_that_are_data_are_read(tmp_path: Path) -> None:
    with Site(stories) as site:
        crawl(tmp_path, "news", f"site={site.url}").assert_clean()
    found = records(tmp_path, "articles")
    assert {article["title"]: (article["author"], article["published"]) for article in found} == {
        f"The town builds a {part} for the station": (
            f"{NAMES[n % 4].title()} Maier",
            f"2026-03-{n + 1:02d}T08:00:00+00:00",
        )
        for n, part in enumerate(_PARTS)
    }
    assert all(article["body_text"].count("bench") == 6 for article in found)
