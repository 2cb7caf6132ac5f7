"""The revisit middleware in a Scrapy project that knows nothing else of fpcrawl."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from e2e_kit import ROOT
from plain_kit import reply, served

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.server import BaseHTTPRequestHandler
    from pathlib import Path

pytestmark = pytest.mark.slow

SETTINGS = """
SPIDER_MODULES = ["stranger.spiders"]
DOWNLOADER_MIDDLEWARES = {"fpcrawl.middlewares.revisit.RevisitMiddleware": 543}
LOG_LEVEL = "INFO"
TELNETCONSOLE_ENABLED = False
DOWNLOAD_DELAY = 0
FPCRAWL_REVISIT_MODEL = "fixed"
FPCRAWL_REVISIT_MIN_S = 0
FPCRAWL_REVISIT_START_S = 0
"""
SPIDER = """
import json
import os

import scrapy


class BoardSpider(scrapy.Spider):
    name = "boards"

    async def start(self):
        for path in os.environ["BOARDS"].split():
            meta = {"fp_role": "index", **json.loads(os.environ.get("META", "{}"))}
            yield scrapy.Request(os.environ["SITE"] + path, meta=meta)
        yield scrapy.Request(os.environ["SITE"] + "/about", callback=self.parse_about)

    def parse_about(self, response):
        yield {"about": response.css("h1::text").get()}

    def parse(self, response):
        if os.environ.get("FAIL"):
            raise ValueError("the callback fails")
        meta = response.meta
        yield {
            "url": response.url,
            "new": meta["fp_new_links"],
            "due": meta["fp_due"],
            "overflowed": meta["fp_overflowed"],
        }
"""


def board(threads: list[int], replies: int = 3) -> str:
    rows = "".join(
        f'<tr><td class="subject"><a href="/thread-{n}.html">My kettle number {n} boils over</a>'
        f'</td><td><a href="/user/u{n}">u{n}</a></td><td>{replies}</td>'
        f'<td>2026-03-04 10:{n:02d} <a href="/last/{n}">&raquo;</a></td></tr>'
        for n in threads
    )
    return (
        "<!doctype html><html><head><title>Kitchen</title></head><body><h1>Kitchen</h1>"
        '<div class="ads"><a href="https://ads.example/1">Buy kettles, now cheaper</a></div>'
        f"<table>{rows}</table></body></html>"
    )


LOGIN = (
    "<!doctype html><html><head><title>Log in</title></head><body><h1>Log in</h1>"
    "<p>You must be logged in to view this board.</p>"
    '<form method="post" action="/login"><input name="username"><input type="password" '
    'name="password"><input type="submit" value="Log in"></form></body></html>'
)


@dataclass
class Site:
    """A forum of a few pages, and what was asked of it."""

    pages: dict[str, tuple[int, str]] = field(default_factory=dict)
    asked: list[tuple[str, int]] = field(default_factory=list)
    url: str = ""

    def answer(self, path: str, tag: str | None) -> tuple[int, str, str]:
        if path == "/old":
            return 301, "", "/board"
        status, text = self.pages.get(path, (404, "<h1>Not found</h1>"))
        version = f'"{hash(text)}"'
        if status == 200 and tag == version:
            return 304, "", version
        return status, text, version


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site({"/about": (200, "<h1>About</h1>"), "/board": (200, board([*range(20, 10, -1)]))})

    def get(request: BaseHTTPRequestHandler) -> None:
        status, text, told = made.answer(request.path, request.headers.get("If-None-Match"))
        made.asked.append((request.path, status))
        reply(request, status, text.encode(), **{"Location" if status == 301 else "ETag": told})

    with served(get) as made.url:
        yield made


class Project:
    """A project of somebody else's."""

    def __init__(self, directory: Path, site: Site) -> None:
        self.directory, self.site = directory, site
        spiders = directory / "stranger" / "spiders"
        spiders.mkdir(parents=True)
        (directory / "scrapy.cfg").write_text("[settings]\ndefault = stranger.settings\n")
        (directory / "stranger" / "__init__.py").touch()
        (directory / "stranger" / "settings.py").write_text(SETTINGS)
        (spiders / "__init__.py").touch()
        (spiders / "boards.py").write_text(SPIDER)
        self.log = ""

    def crawl(
        self, *settings: str, boards: str = "/board", meta: dict[str, Any] | None = None, **env: str
    ) -> list[dict[str, Any]]:
        """Run the spider; return the items of lists, and take note of what was asked."""
        self.site.asked.clear()
        out = self.directory / "items.jsonl"
        out.unlink(missing_ok=True)
        words = [word for setting in settings for word in ("-s", setting)]
        done = subprocess.run(
            [sys.executable, "-m", "scrapy", "crawl", "boards", "-o", str(out), *words],
            check=False,
            cwd=self.directory,
            env={
                **{k: v for k, v in os.environ.items() if not k.startswith("SCRAPY_")},
                "PYTHONPATH": str(ROOT),
                "SITE": self.site.url,
                "BOARDS": boards,
                "META": json.dumps(meta or {}),
                **env,
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )
        self.log = done.stderr
        assert done.returncode == 0, done.stderr[-3000:]
        lines = out.read_text().splitlines() if out.exists() else []
        items = [json.loads(line) for line in lines]
        assert {"about": "About"} in items
        return [item for item in items if "url" in item]

    def of(self, path: str) -> list[int]:
        return [status for asked, status in self.site.asked if asked == path]


@pytest.fixture
def project(tmp_path: Path, site: Site) -> Project:
    return Project(tmp_path, site)


def threads(site: Site, *numbers: int) -> list[str]:
    return [f"{site.url}/thread-{n}.html" for n in numbers]


def test_lists_are_fetched_when_due_and_tell_what_is_new(project: Project, site: Site) -> None:
    (item,) = project.crawl()
    assert item["new"] == threads(site, *range(20, 10, -1))
    assert not item["overflowed"]
    assert project.of("/board") == [200]
    # Nothing has changed: the site says so in a few bytes, the callback is left in peace.
    assert project.crawl() == []
    assert project.of("/board") == [304]
    assert "'fpcrawl/revisit/unchanged': 1" in project.log
    site.pages["/board"] = 200, board([22, 21, *range(20, 12, -1)])
    (item,) = project.crawl()
    assert item["new"] == threads(site, 22, 21)
    # Nothing known is left: the spider had better read on.
    site.pages["/board"] = 200, board([*range(40, 30, -1)])
    (item,) = project.crawl()
    assert item["overflowed"]
    assert len(item["new"]) == 10
    site.pages["/board"] = 200, board([41, *range(40, 31, -1)])
    (item,) = project.crawl()
    assert (item["new"], item["overflowed"]) == (threads(site, 41), False)
    assert "Traceback" not in project.log


def test_a_list_that_is_not_due_is_not_asked_for(project: Project, site: Site) -> None:
    later = "FPCRAWL_REVISIT_START_S=900"
    (item,) = project.crawl(later)
    assert project.crawl(later) == []
    assert project.of("/board") == []
    assert "'fpcrawl/revisit/not_due': 1" in project.log
    assert "ERROR" not in project.log
    # Unless the spider knows better.
    site.pages["/board"] = 200, board([21, *range(20, 11, -1)])
    (again,) = project.crawl(later, meta={"fp_again": True})
    assert again["new"] == threads(site, 21)
    assert again["due"] >= item["due"]


@pytest.mark.parametrize(
    "selector", ["td.subject a", "//td[@class='subject']", "td.subject a::attr(href)"]
)
def test_a_selector_of_ones_own_says_what_counts(
    project: Project, site: Site, selector: str
) -> None:
    setting = f"FPCRAWL_REVISIT_ROWS={selector}"
    (item,) = project.crawl(setting)
    assert item["new"] == threads(site, *range(20, 10, -1))
    # Another one for one request; a user's link is a row now.
    site.pages["/board"] = 200, board([21, *range(20, 11, -1)], replies=9)
    (item,) = project.crawl(setting, meta={"fp_rows": "td > a[href*='/thread-']"})
    assert item["new"] == threads(site, 21)


def test_walls_errors_and_other_pages_are_no_change(project: Project, site: Site) -> None:
    (first,) = project.crawl()
    for status, page in ((200, LOGIN), (503, "<h1>Down</h1>"), (404, "<h1>Gone</h1>")):
        site.pages["/board"] = status, page
        items = project.crawl("RETRY_ENABLED=False")
        assert [item["new"] for item in items] == ([[]] if status == 200 else [])
        assert "Traceback" not in project.log
    site.pages["/board"] = 200, board([21, *range(20, 11, -1)])
    (item,) = project.crawl()
    assert item["new"] == threads(site, 21)
    assert len(first["new"]) == 10


def test_a_visit_whose_callback_fails_is_undone(project: Project, site: Site) -> None:
    later = "FPCRAWL_REVISIT_START_S=900"
    assert project.crawl(later, FAIL="1") == []
    assert "'fpcrawl/revisit/undone': 1" in project.log
    (item,) = project.crawl(later)
    assert len(item["new"]) == 10


def test_a_list_that_moved_is_known_by_what_was_asked_for(project: Project, site: Site) -> None:
    later = "FPCRAWL_REVISIT_START_S=900"
    (item,) = project.crawl(later, boards="/old")
    assert len(item["new"]) == 10
    assert project.crawl(later, boards="/old") == []
    assert project.of("/old") == []


def test_a_bad_selector_is_told(project: Project) -> None:
    with pytest.raises(AssertionError, match="neither CSS nor XPath"):
        project.crawl("FPCRAWL_REVISIT_ROWS=td..a[")


def test_a_bad_selector_of_one_request_is_told_and_costs_nothing(project: Project) -> None:
    (item,) = project.crawl(meta={"fp_rows": "td..a["})
    assert item["new"] == []
    assert "no list can be read" in project.log
    assert "Traceback" not in project.log
    (item,) = project.crawl()
    assert len(item["new"]) == 10


def test_the_default_model_plans_from_the_times_a_list_shows(project: Project) -> None:
    # Ten threads of long ago: nobody is in a hurry.
    (item,) = project.crawl("FPCRAWL_REVISIT_MODEL=polynomial", "FPCRAWL_REVISIT_MAX_S=86400")
    assert item["due"] > time.time() + 3600
    state = project.directory / ".fpcrawl" / "fpcrawl.sqlite3"
    with closing(sqlite3.connect(state)) as db:
        names = [row[0] for row in db.execute("SELECT name FROM named ORDER BY name")]
    url = f"boards/{project.site.url}/board"
    assert {f"due/{url}", f"revisit/{url}", f"rows/{url}"} <= set(names)
