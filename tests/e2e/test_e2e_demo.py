"""The main job: everything the demo shows, once each, field by field as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from compare import compare
from e2e_kit import Demo, crawl, parked_urls, records, waiting_rows

from fpcrawl.demo import FAMILIES

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

FORUMS = [family.key for family in FAMILIES]
#: Shortly after New Year, so that "yesterday" lies in another year; the site is east of UTC.
NEW_YEAR = 1_767_196_800.0


@pytest.mark.parametrize(
    ("world", "zone"),
    [
        ({}, ""),
        ({"seed": 7, "start": NEW_YEAR, "utc_offset_s": 8 * 3600}, "Asia/Shanghai"),
    ],
    ids=["spring", "new-year-in-the-east"],
)
def test_every_post_of_the_demo_is_handed_out_once_and_right(
    tmp_path: Path, world: dict[str, Any], zone: str
) -> None:
    with Demo(**world) as demo:
        ended = crawl(tmp_path, "forum", f"site={demo.url}", settings={"FPCRAWL_TIMEZONE": zone})
        truth = demo.posts()
    assert (ended.code, ended.err) == (0, "")
    ended.assert_clean()
    assert waiting_rows(tmp_path) == []
    assert len(parked_urls(tmp_path)) <= 3, "two boards for members, a login page"
    rows = records(tmp_path)
    assert {row["version"] for row in rows} <= {1}, "a post seen twice was taken for an edit"
    compare(rows, truth, FORUMS).assert_exact()
    assert records(tmp_path, "articles") == [], "a forum crawl hands out posts"


def test_posts_know_their_place(tmp_path: Path) -> None:
    with Demo(days=6, threads_per_board=6) as demo:
        crawl(tmp_path, "forum", f"site={demo.url}")
        truth = {(post["url"].split("/")[3], post["post_id"]): post for post in demo.posts()}
    wrong = []
    for row in records(tmp_path):
        post = truth.get((row["url"].split("/")[3], int(row["post_id"] or 0)))
        if post is None:
            continue
        wrong += [
            f"{name} of {row['url']}: {row[name]!r} is {post[name]!r}"
            for name in ("board", "thread_title", "floor")
            if row[name] is not None and row[name] != post[name]
        ]
    assert len(wrong) <= 0.01 * 3 * len(truth), "\n".join([str(len(wrong)), *wrong[:20]])


def test_every_article_of_the_demo_is_handed_out_once_and_right(tmp_path: Path) -> None:
    with Demo() as demo:
        ended = crawl(tmp_path, "news", f"site={demo.url}news/")
        truth = demo.truth("articles")
    assert (ended.code, ended.err) == (0, "")
    ended.assert_clean()
    rows = records(tmp_path, "articles")
    compare(rows, truth, ["news", *FORUMS]).assert_exact()
    titles = {article["url"]: article["title"] for article in truth}
    wrong = [row["title"] for row in rows if titles.get(row["url"]) != row["title"]]
    assert len(wrong) <= 0.01 * len(rows), wrong[:10]
    assert records(tmp_path) == [], "comments of articles are not posts"


def test_comments_stand_with_their_articles(tmp_path: Path) -> None:
    with Demo() as demo:
        crawl(tmp_path, "news", f"site={demo.url}news/")
        truth = [_placed(a, c) for a in demo.truth("articles") for c in a["comments"]]
    rows = [
        _placed(row, comment, key=f"{row['key']}/{n}")
        for row in records(tmp_path, "articles")
        for n, comment in enumerate(row["comments"])
    ]
    compare(rows, truth, ["news", *FORUMS]).assert_exact()


def _placed(article: dict[str, Any], comment: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**comment, "url": article["url"], "thread_url": article["url"], **more}
