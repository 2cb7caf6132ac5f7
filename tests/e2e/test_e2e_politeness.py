"""What the site asks for is kept in a whole crawl, whatever the settings allow."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from e2e_kit import Demo, Site, crawl, records

from fpcrawl.demo.exchange import Reply, Request, text_reply

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

TWO = {"days": 3, "threads_per_board": 4, "families": ("classic", "divs")}
MANY_AT_ONCE = {"CONCURRENT_REQUESTS": "64", "CONCURRENT_REQUESTS_PER_DOMAIN": "64"}


def test_crawl_delay_is_the_measured_gap_of_a_whole_crawl(tmp_path: Path) -> None:
    with Demo(crawl_delay_s=0.4) as demo:
        board = next(b for b in demo.truth("boards") if b["reachable"])
        crawl(
            tmp_path,
            "forum",
            f"site={demo.url}",
            f"boards={board['url']}",
            "max_pages=14",
            settings={**MANY_AT_ONCE, "AUTOTHROTTLE_ENABLED": "True"},
        )
        times = [when for when, path in demo.times() if path != "/robots.txt"]
    assert len(times) >= 12
    gaps = [b - a for a, b in itertools.pairwise(times)]
    # Kept between sendings; a busy machine may shift a little what the server sees.
    assert min(gaps) > 0.3, gaps
    assert sum(gaps) >= 0.4 * len(gaps) - 0.1


def test_nothing_that_robots_forbids_is_asked_for(tmp_path: Path) -> None:
    with Demo(days=6, threads_per_board=6) as demo:
        ended = crawl(tmp_path, "forum", f"site={demo.url}", settings=MANY_AT_ONCE)
        asked = demo.asked()
        boards = [b["url"] for b in demo.truth("boards") if not b["robots_allowed"]]
        agents = {
            line["user_agent"] for line in demo.truth("log") if "Python" not in line["user_agent"]
        }
    assert asked[0] == "/robots.txt"
    assert asked.count("/robots.txt") == 1
    forbidden = [
        "/private/",
        "/_truth/",
        "/nest/space-uid-",
        *(f"/{url.split('/', 3)[3]}" for url in boards),
    ]
    assert not [path for path in asked if path.startswith(tuple(forbidden))]
    assert ended.stat("fpcrawl/robots/forbidden") > 0
    assert len(agents) == 1
    assert next(iter(agents)).startswith("fpcrawl/")


def test_200_forbidden_links_of_one_page_are_not_asked_for(tmp_path: Path) -> None:
    rows = "".join(
        f'<tr><td><a href="/no/{n}">Topic number {n}</a></td><td>Anna</td><td>{n}</td>'
        "<td>2026-03-04 12:00</td></tr>"
        for n in range(200)
    )

    def respond(request: Request) -> Reply:
        if request.path == "/robots.txt":
            reply = text_reply(200, "User-agent: *\nDisallow: /no/\n", "text/plain")
            reply.delay_s = 0.5
            return reply
        return text_reply(200, f"<html><body><h1>Board</h1><table>{rows}</table></body></html>")

    with Site(respond) as site:
        ended = crawl(tmp_path, "forum", f"site={site.url}", settings=MANY_AT_ONCE)
        assert site.log == ["/robots.txt", "/"]
    assert ended.code == 0
    # After some dozens of one kind the rest are not even tried.
    told = ended.stat("fpcrawl/robots/forbidden") + ended.stat("fpcrawl/walk/not_wanted")
    assert told == 200


def test_a_contact_is_told_to_the_site(tmp_path: Path) -> None:
    with Demo(days=2, threads_per_board=1, families=("plaza",)) as demo:
        contact = "mailto:me@example.org"
        settings = {"FPCRAWL_CONTACT": contact}
        crawl(tmp_path, "forum", f"site={demo.url}", "max_pages=2", settings=settings)
        agents = {line["user_agent"] for line in demo.truth("log")}
    assert [agent for agent in agents if contact in agent], agents


@pytest.mark.parametrize("fault", ["503", "429"])
def test_a_site_that_asks_for_patience_gets_it_and_all_is_read(tmp_path: Path, fault: str) -> None:
    with Demo(**TWO) as demo:
        crawl(tmp_path / "calm", "forum", f"site={demo.url}")
        expected = {row["key"] for row in records(tmp_path / "calm")}
        port = demo.server.port
    with Demo(**TWO, port=port) as demo:
        demo.control("fault", name=fault, rate=0.05, seconds=1)
        settings = {"FPCRAWL_BACKOFF_MAX_S": "5"}
        crawl(tmp_path / "moody", "forum", f"site={demo.url}", settings=settings).assert_clean()
        log = [line for line in demo.truth("log") if not line["path"].startswith("/_")]
    for one, following in itertools.pairwise(log):
        if one["fault"]:
            assert following["monotonic"] - one["monotonic"] >= 0.9
    assert any(line["fault"] for line in log)
    assert {row["key"] for row in records(tmp_path / "moody")} == expected
