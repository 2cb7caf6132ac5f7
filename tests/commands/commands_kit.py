"""Runs ``scrapy`` commands in their own process and directory."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.records import Article, Post, Thread
from fpcrawl.pages.siteclock import SiteClock
from fpcrawl.spiders.knowledge import Knowledge, SiteKnowledge
from fpcrawl.store.model import FINGERPRINT_BYTES, Entry, HostState, Outcome, RobotsCopy
from fpcrawl.store.sqlite import open_state
from fpcrawl.walk.families import FamilyTable

ROOT = Path(__file__).parents[2]
ENV = {**os.environ, "PYTHONPATH": str(ROOT), "SCRAPY_SETTINGS_MODULE": "fpcrawl.settings"}
CRAWL = "forum:a.example:8080"
NOW = 1_700_000_000.0


def scrapy(directory: Path, *words: str, timeout_s: float = 120) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "scrapy", *words],
        check=False,
        cwd=directory,
        env=ENV,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=timeout_s,
    )


def entry(path: str, **changes) -> Entry:
    url = f"http://a.example:8080{path}"
    values = {
        "crawl": CRAWL,
        "url": url,
        "fingerprint": url.encode()[-FINGERPRINT_BYTES:].rjust(FINGERPRINT_BYTES, b"."),
        "host": "a.example",
        "payload": "{}",
    }
    return Entry(**{**values, **changes})


def fill(directory: Path, now: float = NOW) -> None:
    """Lay down the state of a crawl that has seen some of everything."""
    state = open_state(directory, clock=lambda: now)
    frontier = state.frontier
    frontier.add(entry("/", recurring=True, role="home", priority=9))
    frontier.add(entry("/members/", recurring=True, role="board", priority=8))
    frontier.add(entry("/gone", priority=7))
    frontier.add(entry("/seen", priority=6))
    frontier.add(entry("/due"))
    frontier.add(entry("/later", not_before=now + 500))
    home, members, gone, seen = frontier.lease(CRAWL, now, 4)
    frontier.ack(home.lease_id, Outcome.DONE, now + 3600)
    frontier.ack(members.lease_id, Outcome.FAILED, now + 7200, reason="timeout")
    frontier.ack(gone.lease_id, Outcome.GONE, reason="http_404")
    frontier.ack(seen.lease_id, Outcome.DONE)
    site = "a.example:8080"
    state.records.upsert(
        [
            Post("p1", site, "http://a.example:8080/t1", "http://a.example:8080/t1"),
            Post("p2", site, "http://a.example:8080/t1", "http://a.example:8080/t1"),
            Article("a1", site, "http://a.example:8080/n1"),
            Thread("t1", site, "http://a.example:8080/t1"),
            Post("p3", "b.example", "http://b.example/t1", "http://b.example/t1"),
        ],
        now,
        crawl=CRAWL,
    )
    state.sites.set_host(HostState("a.example", now + 900, 4, 2.5))
    state.sites.set_robots(
        RobotsCopy("http://a.example:8080", now, 200, b"User-agent: fpcrawl\nDisallow: /members/\n")
    )
    families = FamilyTable()
    for n in range(6):
        families.note_fetch(f"http://a.example:8080/user/{n}", useful=False)
        families.note_fetch(f"http://a.example:8080/thread/{n}", useful=True)
    families.note_role("http://a.example:8080/thread/1", "thread", 0.9)
    clock = SiteClock()
    clock.votes[8 * 3600] = 9
    learnt = Knowledge(families, layouts={"/": LayoutBook()}, clock=clock)
    SiteKnowledge(state.values, CRAWL).save(learnt)
    state.close()
