"""The time a run may take, and what the arguments leave out."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from compare import compare
from e2e_kit import Demo, crawl, records, waiting_rows

from fpcrawl.demo import FAMILIES

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

SMALL = {"days": 4, "threads_per_board": 4}
FORUMS = [family.key for family in FAMILIES]


def pages_asked(demo: Demo) -> list[str]:
    return [path for path in demo.asked() if path != "/robots.txt"]


def test_a_run_of_some_seconds_ends_in_time_and_the_next_goes_on(tmp_path: Path) -> None:
    with Demo(**SMALL) as demo:
        crawl(tmp_path / "whole", "forum", f"site={demo.url}")
        at_once = Counter(pages_asked(demo))
        port = demo.server.port
    slow = {"DOWNLOAD_DELAY": "0.1", "RANDOMIZE_DOWNLOAD_DELAY": "False"}
    cut = tmp_path / "cut"
    with Demo(**SMALL, port=port) as demo:
        first = crawl(cut, "forum", f"site={demo.url}", settings={**slow, "FPCRAWL_RUN_FOR": "4"})
        assert (first.code, first.err) == (0, "")
        first.assert_clean()
        assert first.lines_of("time given by FPCRAWL_RUN_FOR is over")
        # A tenth of a second lies between two requests, however busy the machine is: so many
        # fit into the time, and the whole site takes several times as long.
        assert first.seconds >= 4
        assert 0 < len(demo.asked()) <= 4 / 0.1 + 5 < at_once.total() / 3
        assert waiting_rows(cut)
        assert len(records(cut)) < len(records(tmp_path / "whole"))
        second = crawl(cut, "forum", f"site={demo.url}").assert_clean()
        assert (second.code, second.err) == (0, "")
        in_two = Counter(pages_asked(demo))
    assert waiting_rows(cut) == []
    more = in_two - at_once
    assert sum(more.values()) <= 5, f"asked for again: {more}"
    keys = [line["key"] for line in records(cut)]
    assert len(keys) == len(set(keys))
    assert set(keys) == {line["key"] for line in records(tmp_path / "whole")}


def test_a_run_longer_than_its_work_ends_early(tmp_path: Path) -> None:
    with Demo(days=2, threads_per_board=1, families=("plaza",)) as demo:
        settings = {"FPCRAWL_RUN_FOR": "100"}
        ended = crawl(tmp_path, "forum", f"site={demo.url}", settings=settings)
    assert ended.code == 0
    assert ended.lines_of("all that was due is done")
    assert ended.seconds < 100


def test_max_pages(tmp_path: Path) -> None:
    with Demo(**SMALL, families=("classic", "divs")) as demo:
        first = crawl(tmp_path, "forum", f"site={demo.url}", "max_pages=25").assert_clean()
        pages = pages_asked(demo)
        before = len(records(tmp_path))
        second = crawl(tmp_path, "forum", f"site={demo.url}").assert_clean()
        later = pages_asked(demo)[len(pages) :]
    assert (first.code, first.err) == (0, "")
    assert first.lines_of("max_pages is reached")
    # Redirects are no pages; there is one request at a time.
    assert 25 <= len(pages) <= 35
    assert second.code == 0
    assert len(records(tmp_path)) > before
    assert not {path for path in later if "viewtopic" in path} & set(pages)


@pytest.mark.parametrize("family", sorted(FORUMS))
def test_only_these_boards(tmp_path: Path, family: str) -> None:
    with Demo(**SMALL) as demo:
        boards = [b for b in demo.truth("boards") if b["family"] == family and b["reachable"]]
        wanted = [boards[0]["url"], boards[-1]["url"]]
        ended = crawl(tmp_path, "forum", f"site={demo.url}", f"boards={','.join(wanted)}")
        asked = pages_asked(demo)
        truth = [post for post in demo.posts() if post["board_url"] in wanted]
    assert (ended.code, ended.err) == (0, "")
    compare(records(tmp_path), truth, FORUMS).assert_same_posts()
    elsewhere = [path for path in asked if not path.startswith(f"/{family}/")]
    assert len(elsewhere) <= 3, elsewhere


def test_allow_and_deny(tmp_path: Path) -> None:
    with Demo(**SMALL) as demo:
        deny = r"/(nest|latte|terms)/|viewtopic"
        crawl(tmp_path / "deny", "forum", f"site={demo.url}", f"deny={deny}").assert_clean()
        asked = pages_asked(demo)
        assert not [path for path in asked if re.search(deny, path)]
        assert any(path.startswith("/plaza/t/") or "/plaza/" in path for path in asked)
        demo.control("clear-log")
        allow = r"/plaza/"
        crawl(tmp_path / "allow", "forum", f"site={demo.url}", f"allow={allow}").assert_clean()
        asked = pages_asked(demo)
        truth = [post for post in demo.posts() if post["family"] == "plaza"]
    assert not [path for path in asked if path != "/" and "/plaza/" not in path]
    compare(records(tmp_path / "allow"), truth, FORUMS).assert_same_posts()


def test_since(tmp_path: Path) -> None:
    with Demo(**SMALL) as demo:
        ended = crawl(tmp_path, "forum", f"site={demo.url}", "since=2026-03-03").assert_clean()
        everything = demo.posts()
        truth = [post for post in everything if post["published"] >= "2026-03-03"]
    rows = records(tmp_path)
    assert rows
    assert not [row for row in rows if row["published"] and row["published"] < "2026-03-03"]
    compare(rows, truth, FORUMS).assert_same_posts()
    older = ended.stat("fpcrawl/extraction/before_since")
    assert older >= len(everything) - len(truth) > 0
    assert ended.lines_of("records  ", f"{older} left out by since")


@pytest.mark.parametrize("at_once", ["1", "8"])
def test_no_more_pages_are_read_than_were_asked_for(tmp_path: Path, at_once: str) -> None:
    settings = {"CONCURRENT_REQUESTS_PER_DOMAIN": at_once}
    with Demo(**SMALL) as demo:
        for pages in (1, 10, 40):
            before = len(demo.truth("log"))
            site = (f"site={demo.url}", f"max_pages={pages}")
            ended = crawl(tmp_path, "forum", *site, settings=settings).assert_clean()
            assert ended.lines_of("max_pages is reached"), ended.log[-2000:]
            log = [line for line in demo.truth("log")[before:] if not line["path"].startswith("/_")]
            came = Counter(line["status"] for line in log if line["path"] != "/robots.txt")
            assert came[200] + came[304] == pages


def test_a_small_look_at_a_site_by_its_bare_host(tmp_path: Path) -> None:
    with Demo(days=2, threads_per_board=1, families=("plaza",)) as demo:
        site = demo.url.rstrip("/")
        ended = crawl(tmp_path, "forum", f"site={site}", "max_pages=3").assert_clean()
    assert (ended.code, ended.err) == (0, "")
