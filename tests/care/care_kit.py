"""States to look after, and rows of them."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from fpcrawl.clustering.clusterstore import ClusterRow
from fpcrawl.extraction.records import Article, Comment, Post, Thread
from fpcrawl.extraction.templates.kept import KeptPage
from fpcrawl.store.model import FINGERPRINT_BYTES, Entry, HostState, Outcome, RobotsCopy, ThreadPage
from fpcrawl.store.parts import ArticlePart
from fpcrawl.store.sessions import KeptCookie, SessionStore
from fpcrawl.store.sqlite import STATE_FILE, open_state

if TYPE_CHECKING:
    from pathlib import Path

NOW = 1_700_000_000.0
DAY_S = 86_400.0
CRAWL = "forum:a.example"
OTHER = "news:b.example"
SITE = "a.example"


def entry(name: str, crawl: str = CRAWL, **changes) -> Entry:
    url = f"http://{crawl.partition(':')[2]}/{name}"
    values = {
        "crawl": crawl,
        "url": url,
        "fingerprint": hashlib.blake2b(url.encode(), digest_size=FINGERPRINT_BYTES).digest(),
        "host": crawl.partition(":")[2],
        "payload": '{"meta":{"depth":1}}',
    }
    return Entry(**{**values, **changes})


def post(key: str, site: str = SITE, **changes) -> Post:
    return Post(key, site, f"http://{site}/t/1", f"http://{site}/t/1", **changes)


def kept_page(name: str, crawl: str = CRAWL, **changes) -> KeptPage:
    values = {
        "crawl": crawl,
        "site": SITE,
        "cluster": "c0ffee",
        "role": "thread",
        "url": f"http://{SITE}/{name}",
        "body": b"<p>" + name.encode(),
        "http_charset": None,
        "fetched": "2023-11-14T22:13:20+00:00",
        "site_time": "2023-11-14T22:13:20+00:00",
        "thread_url": f"http://{SITE}/{name}",
        "topic_terms": ("tea",),
    }
    return KeptPage(**{**values, **changes})


def fill(directory: Path, now: float = NOW, crawl: str = CRAWL) -> None:
    """Lay down a state that holds some of everything."""
    state = open_state(directory, clock=lambda: now, seen_days=9999)
    frontier = state.frontier
    frontier.add(entry("", crawl, recurring=True, role="home", priority=9))
    frontier.add(entry("done", crawl, priority=8))
    frontier.add(entry("gone", crawl, priority=7))
    frontier.add(entry("moved", crawl, priority=6))
    frontier.add(entry("tried", crawl, priority=5))
    frontier.add(entry("due", crawl))
    frontier.add(entry("later", crawl, not_before=now + 500))
    home, done, gone, moved, tried = frontier.lease(crawl, now, 5)
    frontier.ack(home.lease_id, Outcome.DONE, now + 3600, etag='"1"', last_modified="then")
    frontier.ack(done.lease_id, Outcome.DONE)
    frontier.ack(gone.lease_id, Outcome.GONE, reason="http_404")
    frontier.detour(moved.lease_id, "http://m.example/moved", "m.example", '{"detour":1}')
    frontier.retry(tried.lease_id, now + 900, '{"again":1}')
    frontier.count(crawl, "posts/new", 3)
    site = crawl.partition(":")[2]
    records = [
        post("p1", site, author="Ann", published="2023-11-01T10:00:00+00:00", body_text="one"),
        post("p2", site, author="Bo", body_text="茶 <b>", images=["http://a.example/1.png"]),
        Article(
            f"a1{crawl}",
            site,
            f"http://{site}/n/1",
            title="News",
            published="2023-10-01",
            comments=[Comment("Cy", body_text="yes")],
        ),
        Thread(f"t1{crawl}", site, f"http://{site}/t/1", "Tea", replies=4),
    ]
    state.records.upsert(records, now, crawl=crawl)
    changed = post("p1", site, author="Ann", published="2023-11-01T10:00:00+00:00")
    changed.body_text = "one, edited"
    state.records.upsert([changed], now + 60, crawl=crawl)
    state.records.set_thread_page(f"t1{crawl}", ThreadPage(1, f"http://{site}/t/1", 20, 0.5))
    state.records.set_thread_page(f"t1{crawl}", ThreadPage(2, f"http://{site}/t/1?p=2", 3))
    part = Article(f"a2{crawl}", site, f"http://{site}/n/2", title="Half")
    state.articles.add(ArticlePart(1, 2, part), now, crawl=crawl)
    state.sites.set_host(HostState(site, now + 900, 4, 2.5))
    state.sites.set_robots(RobotsCopy(f"http://{site}", now, 200, b"User-agent: *\nDisallow:\n"))
    state.values.set(f"knowledge/{crawl}", {"families": {"/t/{n}": [1, 2]}, "词": None})
    state.values.set(f"rows/{crawl}/http://{site}/", {"seen": ["x"] * 30})
    SessionStore(state.values, crawl).keep_cookies("", [KeptCookie("sid", "s3cret", site)], now)
    state.clusters.update(
        ["c0ffee"],
        lambda _: [
            ClusterRow(
                "c0ffee",
                0,
                "c0ffee",
                3,
                (b"\x00sums", b"more"),
                b"\x01view",
                {"thread": 3},
                None,
                2,
            ),
            ClusterRow("beef", 0, "c0ffee", 0, b"", b"", {}, "c0ffee"),
        ],
    )
    state.templates.keep(kept_page("k1", crawl))
    state.templates.keep(kept_page("k2", crawl, held_until=now + 60))
    state.close()


def tables(directory: Path) -> dict[str, list[tuple]]:
    """Return all that stands in a state file, without what belongs to its use."""
    with closing(sqlite3.connect(directory / STATE_FILE)) as db:
        names = [
            name
            for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if not name.startswith("sqlite_") and name != "workers"
        ]
        return {
            name: sorted(db.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in names
        }
