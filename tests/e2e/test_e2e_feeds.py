"""Scrapy's feeds beside the default ones."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Any

import pytest
from e2e_kit import Demo, crawl, records

from fpcrawl.demo.exchange import Reply

if TYPE_CHECKING:
    from pathlib import Path

    from fpcrawl.demo.exchange import Request

pytestmark = pytest.mark.slow

SMALL = {"days": 4, "threads_per_board": 3, "families": ("classic", "terms")}


def by_key(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {row["key"]: row for row in rows}


def in_order(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: (row["key"], row["version"]))


def test_csv_gives_the_posts(tmp_path: Path) -> None:
    with Demo(**SMALL) as demo:
        ended = crawl(tmp_path, "forum", f"site={demo.url}", options=("-O", "out.csv"))
    assert (ended.code, ended.err) == (0, "")
    ended.assert_clean()
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    posts = records(tmp_path)
    assert len(rows) == len(posts) > 50
    # A record that was read again beside the pages may stand elsewhere.
    rows.sort(key=lambda row: (row["key"], int(row["version"])))
    for row, post in zip(rows, in_order(posts), strict=True):
        for name in ("key", "url", "author", "published", "body_text", "thread_url"):
            assert row[name].replace("\r\n", "\n") == (post[name] or "")


def test_json_lines_give_the_posts_as_the_default_feed_does(tmp_path: Path) -> None:
    with Demo(**SMALL) as demo:
        options = ("-O", "out.jsonl", "-O", "more.json")
        ended = crawl(tmp_path, "forum", f"site={demo.url}", options=options)
        crawl(tmp_path / "plain", "forum", f"site={demo.url}")
    assert (ended.code, ended.err) == (0, "")
    posts = by_key(records(tmp_path))
    for text in ((tmp_path / "out.jsonl"), (tmp_path / "more.json")):
        content = text.read_text(encoding="utf-8")
        rows = (
            json.loads(content)
            if text.suffix == ".json"
            else [json.loads(line) for line in content.splitlines()]
        )
        assert len(rows) == len(posts)
        for row in rows:
            assert row == posts[row["key"]]
    fields = ("author", "published", "body_text", "thread_url")
    plain = by_key(records(tmp_path / "plain"))
    assert {k: [v[f] for f in fields] for k, v in posts.items()} == {
        k: [v[f] for f in fields] for k, v in plain.items()
    }


def test_articles_with_their_comments(tmp_path: Path) -> None:
    with Demo(**SMALL) as demo:
        site = f"site={demo.url}news/"
        ended = crawl(tmp_path, "news", site, options=("-O", "out.jsonl"))
    assert (ended.code, ended.err) == (0, "")
    rows = records(tmp_path, "out")
    articles = by_key(records(tmp_path, "articles"))
    assert {row["key"] for row in rows} == set(articles)
    assert any(row["comments"] for row in rows)
    for row in rows:
        assert row["comments"] == articles[row["key"]]["comments"]


def test_what_is_held_back_comes_to_all_feeds_once(tmp_path: Path) -> None:
    settings = {"FPCRAWL_HOLD_S": "600"}
    options = ("-o", "out.jsonl", "-o", "more.jsonl")
    with Demo(**SMALL) as demo:
        site = f"site={demo.url}"
        ended = crawl(tmp_path, "forum", site, settings=settings, options=options)
        first = records(tmp_path)
        # What is known already comes to no feed again.
        crawl(tmp_path, "forum", site, settings=settings, options=options)
    ended.assert_clean()
    assert ended.stat("fpcrawl/extraction/reread") > 10
    posts = in_order(records(tmp_path))
    assert len(posts) == len(first) > 50
    assert in_order(records(tmp_path, "out")) == posts
    assert in_order(records(tmp_path, "more")) == posts
    # One item is one page, whatever came of it later.
    assert ended.stat("item_scraped_count") <= ended.stat("downloader/response_count")


def test_articles_whose_other_pages_do_not_come_are_in_the_feeds(tmp_path: Path) -> None:
    with Demo(**SMALL) as demo:
        whole = demo.server.handler

        def without_second_pages(request: Request) -> Reply:
            return Reply(404) if request.path.endswith("_2.html") else whole(request)

        demo.server.handler = without_second_pages
        site = f"site={demo.url}news/"
        ended = crawl(tmp_path, "news", site, options=("-o", "out.jsonl"))
        split = {row["url"] for row in demo.truth("articles") if row["pages"] > 1}
    ended.assert_clean()
    assert ended.stat("fpcrawl/records/article_held") > 0
    articles = in_order(records(tmp_path, "articles"))
    assert split & {row["url"] for row in articles}
    assert in_order(records(tmp_path, "out")) == articles


def test_feeds_go_where_they_are_sent(tmp_path: Path) -> None:
    with Demo(days=2, threads_per_board=1, families=("divs",)) as demo:
        settings = {"FPCRAWL_OUTPUT_DIR": "deep/out", "FPCRAWL_STATE_DIR": "deep/state"}
        ended = crawl(tmp_path, "forum", f"site={demo.url}", settings=settings)
    assert (ended.code, ended.err) == (0, "")
    assert records(tmp_path / "deep" / "out")
    assert (tmp_path / "deep" / "state" / "fpcrawl.sqlite3").exists()
    assert not (tmp_path / "posts.jsonl").exists()
