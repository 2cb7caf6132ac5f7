"""The addon in a project of somebody else, with fpcrawl installed from its wheel."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from plain_kit import reply, served

sys.path.insert(0, str(Path(__file__).parents[1]))

from wheel_kit import bare_environ, run, wheel_python

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.server import BaseHTTPRequestHandler

# One environment, built by one process.
pytestmark = [pytest.mark.slow, pytest.mark.live, pytest.mark.xdist_group("wheel")]

SPIDER = """
import os

import scrapy


class BoardSpider(scrapy.Spider):
    name = "boards"

    async def start(self):
        once = os.environ.get("ONCE") == "yes"
        meta = {"fp_role": "index", "fp_recurring": not once}
        yield scrapy.Request(os.environ["SITE"] + "/board", meta=meta, dont_filter=once)
        yield scrapy.Request(os.environ["SITE"] + "/secret", self.parse_page)

    def parse(self, response):
        links = response.meta.get("fp_new_links")
        if links is None:
            links = response.css("td.subject a::attr(href)").getall()
        yield {"list": response.url, "new": len(links)}
        for link in links:
            yield response.follow(link, self.parse_page)

    def parse_page(self, response):
        meta = response.meta
        records = meta.get("fp_records") or []
        yield {
            "url": response.url,
            "title": response.css("h1::text").get(),
            "encoding": response.encoding,
            "cluster": meta.get("fp_cluster"),
            "role": meta.get("fp_page_role"),
            "posts": [[r["author"], r["body_text"]] for r in records if r["kind"] == "post"],
        }
"""


def board(threads: list[int]) -> str:
    rows = "".join(
        f'<tr><td class="subject"><a href="/thread-{n}.html">My kettle number {n} boils over</a>'
        f'</td><td><a href="/user/u{n}">u{n}</a></td><td>3</td>'
        f'<td>2026-03-04 10:{n:02d} <a href="/last/{n}">&raquo;</a></td></tr>'
        for n in threads
    )
    return (
        "<!doctype html><html><head><title>Kitchen</title></head><body><h1>Kitchen</h1>"
        f"<table>{rows}</table></body></html>"
    )


def thread(n: int) -> str:
    posts = "".join(
        f'<div class="post" id="p{n}{k}"><div class="who"><a href="/user/{who}">{who}</a></div>'
        f'<div class="when">2026-03-0{k} 10:{n:02d}</div><div class="text"><p>我的水壶第 {n} 号煮沸'
        f"了,这是第 {k} 条回复。 Every kettle boils sooner or later, number {n}, reply {k}."
        "</p></div></div>"
        for k, who in enumerate(("anna", "bert", "carl", "dora"), 1)
    )
    return (
        f"<!doctype html><html><head><title>水壶 {n}</title></head><body><h1>水壶 {n}</h1>"
        f'<div class="thread">{posts}</div></body></html>'
    )


@dataclass
class Site:
    """A forum whose server says utf-8 and sends GBK."""

    newest: int = 20
    asked: list[str] = field(default_factory=list)
    fails: set[str] = field(default_factory=set)
    url: str = ""

    def answer(self, path: str) -> tuple[int, bytes]:
        if path in self.fails:
            self.fails.discard(path)
            return 503, b""
        if path == "/robots.txt":
            return 200, b"User-agent: *\nDisallow: /secret\n"
        if path == "/board":
            return 200, board([*range(self.newest, self.newest - 8, -1)]).encode("gb18030")
        if path.startswith("/thread-"):
            return 200, thread(int(path[8:-5])).encode("gb18030")
        return (200, b"<h1>Secret</h1>") if path == "/secret" else (404, b"")

    def pages(self) -> list[str]:
        return [path for path in self.asked if path != "/robots.txt"]


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()

    def get(request: BaseHTTPRequestHandler) -> None:
        made.asked.append(request.path)
        reply(request, *made.answer(request.path))

    with served(get) as made.url:
        yield made


class Project:
    """What ``scrapy startproject`` makes, with one line more."""

    def __init__(self, folder: Path, site: Site) -> None:
        self.site = site
        self.python = wheel_python()
        run(self.python, "-m", "scrapy", "startproject", "stranger", cwd=folder)
        self.folder = folder / "stranger"
        settings = self.folder / "stranger" / "settings.py"
        settings.write_text(
            settings.read_text()
            + '\nADDONS = {"fpcrawl.addon.FpcrawlAddon": 500}\nDOWNLOAD_DELAY = 0\n'
            "TELNETCONSOLE_ENABLED = False\nREMOTE_CONTROL_ENABLED = False\nLOG_LEVEL = 'INFO'\n"
            "FPCRAWL_BACKOFF_BASE_S = 0.1\n"
        )
        (self.folder / "stranger" / "spiders" / "boards.py").write_text(SPIDER)
        self.log = ""

    def try_crawl(
        self, parts: str, *settings: str, once: bool = False
    ) -> subprocess.CompletedProcess[str]:
        self.site.asked.clear()
        out = self.folder / "items.jsonl"
        out.unlink(missing_ok=True)
        words = [w for s in (f"FPCRAWL_ADDON={parts}", *settings) for w in ("-s", s)]
        done = subprocess.run(
            [str(self.python), "-m", "scrapy", "crawl", "boards", "-o", str(out), *words],
            check=False,
            cwd=self.folder,
            env=bare_environ(SITE=self.site.url, ONCE="yes" if once else "no"),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )
        self.log = done.stdout + done.stderr
        return done

    def crawl(self, parts: str, *settings: str, once: bool = False) -> list[dict[str, Any]]:
        """Run the spider; return its items."""
        done = self.try_crawl(parts, *settings, once=once)
        assert done.returncode == 0, self.log[-3000:]
        assert "Traceback" not in self.log, self.log[-3000:]
        assert "ERROR" not in self.log, self.log[-3000:]
        out = self.folder / "items.jsonl"
        return [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []

    def run(self, *words: str) -> str:
        return run(self.python, "-m", "scrapy", *words, cwd=self.folder)


@pytest.fixture
def project(tmp_path: Path, site: Site) -> Project:
    return Project(tmp_path, site)


def titles(items: list[dict[str, Any]]) -> set[str]:
    return {item["title"] for item in items if item.get("title")}


def test_the_wheel_is_what_is_imported(project: Project) -> None:
    where = run(project.python, "-c", "import fpcrawl; print(fpcrawl.__file__)", cwd=project.folder)
    assert "site-packages" in where
    commands = project.run()
    for name in ("status", "revisit", "cluster", "template", "topic", "demo"):
        assert f"\n  {name} " in commands


def test_without_parts_the_project_is_as_it_was(project: Project, site: Site) -> None:
    items = project.crawl("")
    assert "FPCRAWL_ADDON names no part" in project.log
    assert len(items) == 9
    assert not (project.folder / ".fpcrawl").exists()


def test_pages_are_read_in_their_charset_with_records_and_clusters(
    project: Project, site: Site
) -> None:
    items = project.crawl("charset")
    assert titles(items) - {"Secret"} == {f"水壶 {n}" for n in range(13, 21)}
    assert not (project.folder / ".fpcrawl").exists()
    plain = project.crawl("robots")
    assert "/secret" not in site.asked
    assert "水壶 20" not in titles(plain)
    items = project.crawl("charset,clustering,extraction")
    threads = [item for item in items if "title" in item]
    assert {item["role"] for item in threads} == {"thread"}
    assert len({item["cluster"] for item in threads}) == 1
    for item in threads:
        assert [author for author, _ in item["posts"]] == ["anna", "bert", "carl", "dora"]
        assert "我的水壶第" in item["posts"][0][1]
    again = project.crawl("clustering")
    assert {item["cluster"] for item in again if "title" in item} == {threads[0]["cluster"]}
    assert all(item["posts"] == [] for item in again if "title" in item)


def test_lists_are_visited_when_due_and_failures_wait_in_the_frontier(
    project: Project, site: Site
) -> None:
    parts = "frontier,robots,backoff,revisit,metrics"
    metrics = f"FPCRAWL_METRICS_FILE={project.folder / 'boards.prom'}"
    now = ("FPCRAWL_REVISIT_MODEL=fixed", "FPCRAWL_REVISIT_START_S=1", "FPCRAWL_REVISIT_MIN_S=1")
    site.fails = {"/thread-15.html"}
    items = project.crawl(parts, metrics, *now)
    assert sorted(site.pages()).count("/thread-15.html") == 2
    assert len([item for item in items if "title" in item]) == 8
    assert "/secret" not in site.asked
    # What was read is not read again; what is new on the list is.
    site.newest = 22
    items = project.crawl(parts, metrics, *now)
    assert [item["new"] for item in items if "list" in item] == [2]
    assert sorted(site.pages()) == ["/board", "/thread-21.html", "/thread-22.html"]
    # Not before it is due.
    later = ("FPCRAWL_REVISIT_MODEL=fixed", "FPCRAWL_REVISIT_START_S=900")
    site.newest = 23
    project.crawl(parts, metrics, *later)
    assert site.pages() == ["/board", "/thread-23.html"]
    assert project.crawl(parts, metrics, *later) == []
    assert site.pages() == []
    text = (project.folder / "boards.prom").read_text()
    assert 'fpcrawl_items_total{crawl="boards"} 14' in text
    assert 'fpcrawl_responses_total{crawl="boards",status="503"} 1' in text
    assert 'fpcrawl_boards{crawl="boards"} 1' in text
    assert "boards" in project.run("status")


def test_a_list_that_is_asked_for_too_soon_waits_in_the_frontier(
    project: Project, site: Site
) -> None:
    later = ("FPCRAWL_REVISIT_MODEL=fixed", "FPCRAWL_REVISIT_START_S=900")
    assert len(project.crawl("frontier,revisit", *later, once=True)) == 9
    assert project.crawl("frontier,revisit", *later, once=True) == []
    assert site.pages() == []
    assert "'fpcrawl/revisit/not_due': 1" in project.log
    assert "0 due, 1 later" in project.run("status")


def test_an_unknown_part_ends_the_crawl_before_anything_is_asked(
    project: Project, site: Site
) -> None:
    done = project.try_crawl("robots,frontiers")
    assert done.returncode != 0
    assert "there is no part frontiers; there are frontier, robots" in project.log
    assert site.asked == []
