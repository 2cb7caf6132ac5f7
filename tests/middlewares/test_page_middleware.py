"""Pages read for the callbacks of other projects' spiders."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from crawl_kit import Reply, Server, crawl

if TYPE_CHECKING:
    from pathlib import Path

SPIDER = """
import json

import scrapy


class TestSpider(scrapy.Spider):
    name = "pages"
    told = ""

    async def start(self):
        for path in self.paths.split(","):
            meta = {"fp_read": False} if path == "unread" else {}
            yield scrapy.Request(f"{self.base}/{path}", meta=meta, dont_filter=True)

    def parse(self, response):
        told = {k: v for k, v in response.meta.items() if k.startswith("fp_")}
        told["encoding"] = response.encoding
        with open(self.told, "a") as file:
            file.write(json.dumps([response.url.rpartition("/")[2], told]) + "\\n")


SETTINGS = {"DOWNLOADER_MIDDLEWARES": {"fpcrawl.middlewares.pages.PageMiddleware": 50}}
"""

LOGIN = (
    "<!doctype html><html><head><title>Log in</title></head><body><h1>Log in</h1>"
    "<p>You must be logged in to view this board.</p>"
    '<form method="post" action="/login"><input name="username"><input type="password" '
    'name="password"><input type="submit" value="Log in"></form></body></html>'
)


def thread(n: int) -> str:
    posts = "".join(
        f'<div class="post" id="p{n}{k}"><div class="who"><a href="/user/{who}">{who}</a></div>'
        f'<div class="when">2026-03-0{k} 10:{n:02d}</div><div class="text"><p>Every kettle boils '
        f"sooner or later, number {n}, reply {k}. 水壶迟早都会煮沸.</p></div></div>"
        for k, who in enumerate(("anna", "bert", "carl", "dora"), 1)
    )
    return (
        f"<!doctype html><html><head><title>Kettle {n}</title></head><body><h1>Kettle {n}</h1>"
        f'<div class="thread">{posts}</div></body></html>'
    )


def site(path: str) -> Reply:
    match path.strip("/"):
        case "login":
            return Reply(LOGIN.encode())
        case "empty":
            return Reply(b"")
        case "binary":
            return Reply(b"%PDF-1.4 \0\1\2" + bytes(range(256)) * 8)
        case "picture":
            return Reply(b"\x89PNG", headers={"Content-Type": "image/png"})
        case "gone":
            return Reply(thread(9).encode(), status=404)
        case "gbk":
            headers = {"Content-Type": "text/html; charset=utf-8"}
            return Reply(thread(8).encode("gb18030"), headers=headers)
        case name:
            return Reply(thread(int(name) if name.isdigit() else 1).encode())


def told(
    folder: Path, paths: str, settings: dict[str, Any] | None = None
) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    """Return what the callbacks were told, by page, and the stats."""
    file = folder / "told.jsonl"
    file.unlink(missing_ok=True)
    with Server(site) as server:
        stats = crawl(folder, SPIDER, settings, base=server.url, paths=paths, told=str(file))
    lines = file.read_text().splitlines() if file.exists() else []
    return dict(json.loads(line) for line in lines), stats


def test_records_and_clusters_outlive_the_run(tmp_path: Path) -> None:
    first, stats = told(tmp_path, "1,2,3,gbk,unread")
    assert stats["fpcrawl/pages/thread"] == 4
    assert stats["fpcrawl/pages/charset_overridden"] == 1
    for name in ("1", "2", "3", "gbk"):
        page = first[name]
        assert page["fp_page_role"] == "thread"
        assert page["fp_wall"] is None
        assert [r["author"] for r in page["fp_records"]] == ["anna", "bert", "carl", "dora"]
        assert {r["cluster"] for r in page["fp_records"]} == {page["fp_cluster"]}
        assert "煮沸" in page["fp_records"][0]["body_text"]
    assert first["gbk"]["encoding"] == "gb18030"
    assert not [key for key in first["unread"] if key.startswith("fp_records")]
    again, stats = told(tmp_path, "4")
    assert again["4"]["fp_cluster"] == first["1"]["fp_cluster"]
    assert "fpcrawl/clustering/new" not in stats


@pytest.mark.parametrize(
    ("parts", "keys"),
    [
        ("charset", set()),
        ("clustering", {"fp_cluster"}),
        ("extraction,robots", {"fp_records"}),
    ],
)
def test_only_what_is_wanted_is_told(tmp_path: Path, parts: str, keys: set[str]) -> None:
    found, _ = told(tmp_path, "1", {"FPCRAWL_ADDON": parts})
    assert {"fp_cluster", "fp_records"} & found["1"].keys() == keys


def test_what_is_no_content_is_passed_on_and_told(tmp_path: Path) -> None:
    found, stats = told(
        tmp_path, "login,empty,binary,picture,gone,1", {"HTTPERROR_ALLOWED_CODES": [404]}
    )
    assert set(found) == {"login", "empty", "binary", "picture", "gone", "1"}
    assert found["login"]["fp_wall"] == "login"
    assert stats["fpcrawl/walls/login"] == 1
    for name in ("login", "empty", "binary", "picture", "gone"):
        assert "fp_records" not in found[name]
    assert len(found["1"]["fp_records"]) == 4
    assert stats["reason"] == "finished"
