"""Feeds and sitemaps lead to what no list names."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from e2e_kit import Site, crawl, records

from fpcrawl.demo.exchange import Reply, Request, text_reply
from fpcrawl.demo.traps import TrapSite

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

SOON = {f"FPCRAWL_REVISIT_{name}_S": "1" for name in ("MIN", "START", "MAX")}
HIDDEN = {104, 117, 208}


class Offering:
    """A forum whose lists leave out some threads, which its feed or its sitemap names."""

    def __init__(self) -> None:
        self.plain = TrapSite("calendar")
        self.feed: list[int] = [104]
        self.sitemap: list[str] = [f"topic/{n}" for n in sorted(self.plain.threads)]
        self.sitemap += [f"user/{n}" for n in range(500)]

    def __call__(self, request: Request) -> Reply:
        base = f"http://{request.headers['host']}/"
        match request.path:
            case "/robots.txt":
                text = f"User-agent: *\nDisallow: /events/\nSitemap: {base}map.xml\n"
                return text_reply(200, text, "text/plain")
            case "/map.xml":
                urls = "".join(f"<url><loc>{base}{path}</loc></url>" for path in self.sitemap)
                return text_reply(200, f"<urlset>{urls}</urlset>", "application/xml")
            case "/latest.rss":
                items = "".join(
                    f"<item><title>News</title><link>{base}topic/{n}</link></item>"
                    for n in self.feed
                )
                rss = f"<rss><channel>{items}</channel></rss>"
                return text_reply(200, rss, "application/rss+xml")
        reply = self.plain.handle(request)
        text = bytes(reply.body).decode()
        link = '<link rel="alternate" type="application/rss+xml" href="/latest.rss">'
        text = text.replace("<title>", f"{link}<title>")
        for number in HIDDEN:
            text = text.replace(f'href="/topic/{number}"', 'href="#"')
        return Reply(reply.status, text.encode())


def numbers(directory: Path) -> set[int]:
    return {int(row["thread_url"].rpartition("/")[2]) for row in records(directory)}


def test_what_no_list_names_is_found_once(tmp_path: Path) -> None:
    forum = Offering()
    with Site(forum) as site:
        crawl(tmp_path, "forum", f"site={site.url}").assert_clean()
        asked = [path for path in site.log if path != "/robots.txt"]
    assert numbers(tmp_path) == set(forum.plain.threads)
    assert len(asked) == len(set(asked))
    assert not [path for path in asked if path.startswith("/user/")]


def test_a_feed_is_looked_at_again(tmp_path: Path) -> None:
    forum = Offering()
    forum.sitemap.clear()
    with Site(forum) as site:
        crawl(tmp_path, "forum", f"site={site.url}", settings=SOON).assert_clean()
        assert numbers(tmp_path) == set(forum.plain.threads) - HIDDEN | {104}
        forum.feed.insert(0, 117)
        site.log.clear()
        time.sleep(1.2)
        crawl(tmp_path, "forum", f"site={site.url}", settings=SOON).assert_clean()
    assert numbers(tmp_path) == set(forum.plain.threads) - HIDDEN | {104, 117}
    assert site.log.count("/topic/117") == 1
    assert "/topic/104" not in site.log


def test_they_can_be_left_out(tmp_path: Path) -> None:
    forum = Offering()
    settings = {"FPCRAWL_WALK_SOURCES": "False"}
    with Site(forum) as site:
        crawl(tmp_path, "forum", f"site={site.url}", settings=settings).assert_clean()
    assert not {"/latest.rss", "/map.xml"} & set(site.log)
    assert numbers(tmp_path) == set(forum.plain.threads) - HIDDEN


def test_a_feed_that_is_none_is_counted(tmp_path: Path) -> None:
    forum = Offering()

    def broken(request: Request) -> Reply:
        if request.path in {"/latest.rss", "/map.xml"}:
            return text_reply(200, "<html><body>Sorry</body></html>")
        return forum(request)

    with Site(broken) as site:
        ended = crawl(tmp_path, "forum", f"site={site.url}").assert_clean()
    assert ended.code == 0
    assert ended.stat("fpcrawl/sources/unreadable") == 2
    assert len(numbers(tmp_path)) == len(forum.plain.threads) - len(HIDDEN)


class Unlisted:
    """A news site whose start page only a script fills; its sitemap names what there is."""

    def __init__(self, articles: int) -> None:
        self.articles = articles

    def __call__(self, request: Request) -> Reply:
        base = f"http://{request.headers['host']}/"
        kind, _, name = request.path.strip("/").partition("/")
        if request.path == "/":
            return text_reply(200, "<title>Town</title><div id=app></div><script>start()</script>")
        if request.path == "/robots.txt":
            return text_reply(200, f"User-agent: *\nSitemap: {base}index.xml\n", "text/plain")
        if request.path == "/index.xml":
            part = f"<sitemap><loc>{base}map.xml</loc><lastmod>2026-03-01</lastmod></sitemap>"
            return text_reply(200, f"<sitemapindex>{part}</sitemapindex>", "application/xml")
        if request.path == "/map.xml":
            paths = [f"news/{n}" for n in range(self.articles)] + [f"tag/{n}" for n in range(90)]
            urls = "".join(f"<url><loc>{base}{path}</loc></url>" for path in paths)
            return text_reply(200, f"<urlset>{urls}</urlset>", "application/xml")
        if kind == "tag":
            return text_reply(200, f"<title>Tag {name}</title><h1>Tag {name}</h1>")
        if kind != "news" or int(name) >= self.articles:
            return text_reply(404, "nothing here")
        words = "".join(
            f"<p>On day {n} the ferry of pier {name} carried {n * int(name) + 40} people over the "
            f"water, and the harbour office counted {n + 3} boats behind it.</p>"
            for n in range(4)
        )
        head = f"<h1>Pier {name} is open again</h1><time datetime=2026-02-03T10:00Z>3 Feb</time>"
        title = f"<title>Pier {name} is open again - Town</title>"
        return text_reply(200, f"{title}<article>{head}{words}</article>")


def test_a_site_that_only_its_sitemap_tells_of(tmp_path: Path) -> None:
    town = Unlisted(40)
    with Site(town) as site:
        crawl(tmp_path, "news", f"site={site.url}", settings=SOON).assert_clean()
        assert len(records(tmp_path, "articles")) == town.articles
        # A few of what brings nothing were tried.
        assert 0 < len([path for path in site.log if path.startswith("/tag/")]) <= 8
        town.articles += 3
        site.log.clear()
        time.sleep(1.2)
        crawl(tmp_path, "news", f"site={site.url}", settings=SOON).assert_clean()
        assert len(records(tmp_path, "articles")) == town.articles
        assert sorted(path for path in site.log if path.startswith("/news/")) == [
            f"/news/{n}" for n in range(40, 43)
        ]
        assert not [path for path in site.log if path.startswith("/tag/")]
