"""Feeds and sitemaps, read for the addresses they name."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime

import pytest
from extraction_kit import html_page, page_of
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.exceptions import PageError
from fpcrawl.walk.sources import MAX_ENTRIES, feeds_of, read_source

URL = "http://f.example/feed/"

RSS = """<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>Kettles</title><link>http://f.example/</link>
<item><title>Old &amp; good</title><link>http://f.example/thread-1.html</link>
<pubDate>Fri, 01 Mar 2024 10:00:00 +0800</pubDate></item>
<item><title><![CDATA[新的]]></title><link>/thread-2.html#last</link>
<pubDate>Sat, 02 Mar 2024 10:00:00 GMT</pubDate></item>
<item><title>By its id</title><guid>http://f.example/thread-3.html</guid></item>
<item><title>A bad address</title><link>http://[::1/t</link></item>
<item><title>No address</title><guid isPermaLink="false">http://f.example/x</guid></item>
</channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><link href="http://f.example/"/>
<entry><title type="html">One</title><link rel="replies" href="http://f.example/r"/>
<link rel="alternate" href="http://f.example/t/1"/><updated>2024-03-01T10:00:00Z</updated></entry>
</feed>"""
RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<item><title>One</title><link>http://f.example/t/1</link><dc:date>2024-03-01</dc:date></item>
</rdf:RDF>"""
SITEMAP = """<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>http://f.example/t/1</loc><lastmod>2024-03-01</lastmod></url>
<url><loc>http://f.example/t/2</loc><lastmod>2024-03-05T10:00:00+00:00</lastmod></url>
<url><loc>mailto:me</loc></url></urlset>"""
INDEX = """<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>http://f.example/sitemap-1.xml.gz</loc></sitemap></sitemapindex>"""


def test_a_feed_gives_its_entries_newest_first():
    source = read_source(RSS.encode(), URL)
    assert source.kind == "feed"
    assert [entry.url.rpartition("/")[2] for entry in source.entries] == [
        "thread-2.html",
        "thread-1.html",
        "thread-3.html",
    ]
    assert [entry.title for entry in source.entries] == ["新的", "Old & good", "By its id"]
    assert source.entries[1].time == datetime(2024, 3, 1, 2, tzinfo=UTC)


@pytest.mark.parametrize("text", [ATOM, RDF])
def test_other_feeds(text):
    source = read_source(text.encode(), URL)
    (entry,) = source.entries
    assert (source.kind, entry.url, entry.title) == ("feed", "http://f.example/t/1", "One")
    assert entry.time is not None
    assert entry.time.date().isoformat() == "2024-03-01"


def test_sitemaps_and_their_indexes_plain_and_packed():
    for body in (SITEMAP.encode(), gzip.compress(SITEMAP.encode())):
        source = read_source(body, URL)
        assert source.kind == "sitemap"
        assert [entry.url[-1] for entry in source.entries] == ["2", "1"]
    index = read_source(INDEX.encode(), URL)
    assert index.kind == "sitemaps"
    assert [entry.url for entry in index.entries] == ["http://f.example/sitemap-1.xml.gz"]


def test_a_feed_that_breaks_off_gives_what_it_has():
    source = read_source(RSS[: RSS.index("By its id")].encode(), URL)
    assert len(source.entries) == 2


@pytest.mark.parametrize(
    "body",
    [b"", b"<html><body>No</body></html>", b"\x1f\x8bxx", b"{}", b"<a", b"\x00\x01", b"plain"],
)
def test_what_is_neither_is_an_error(body):
    with pytest.raises(PageError, match="no_source"):
        read_source(body, URL)


@given(st.binary(max_size=300))
def test_no_bytes_break_it(body):
    for start in (b"", b"<rss>", b"\x1f\x8b"):
        try:
            read_source(start + body, URL)
        except PageError as error:
            assert error.reason == "no_source"  # noqa: PT017


def test_entities_are_not_resolved_and_entries_are_bounded():
    bomb = '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'
    item = "<item><title>&b;</title><link>http://f.example/t/{}</link></item>"
    body = f"{bomb}<rss><channel>{''.join(item.format(n) for n in range(2100))}</channel></rss>"
    source = read_source(body.encode(), URL)
    assert len(source.entries) == MAX_ENTRIES
    assert source.entries[0].title == ""


def test_the_feeds_of_a_page_without_those_of_comments():
    head = (
        '<link rel="alternate" type="application/rss+xml" title="Site" href="/feed/">'
        '<link rel="alternate" type="application/rss+xml" title="Comments" href="/c/feed/">'
        '<link rel="alternate" type="application/atom+xml" href="atom.php?f=1">'
        '<link rel="alternate" hreflang="de" href="/de/">'
        '<link rel="stylesheet" type="application/rss+xml" href="/x.css">'
        '<link rel="alternate" type="application/rss+xml" href="http://[::1/feed">'
    )
    page = page_of(html_page("<p>words</p>", "Kitchen", head), "http://f.example/")
    assert feeds_of(page) == ["http://f.example/feed/", "http://f.example/atom.php?f=1"]
