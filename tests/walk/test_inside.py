"""Addresses that are a place in a thread."""

from __future__ import annotations

import pytest

from fpcrawl.walk.inside import addresses_above

HOST = "http://f.example"


@pytest.mark.parametrize(
    ("url", "above"),
    [
        ("/t/5/some-title-here/27", ["/t/5/some-title-here"]),
        ("/t/5/some-title-here/27/", ["/t/5/some-title-here"]),
        ("/threads/a-title-of-it.5/post-88", ["/threads/a-title-of-it.5"]),
        ("/threads/a-title-of-it.5/latest", ["/threads/a-title-of-it.5"]),
        ("/thread/5/post/88", ["/thread/5/post", "/thread/5"]),
        ("/thread.php?id=5&post=88", ["/thread.php?id=5"]),
        ("/t/5-a/?do=find&comment=88", ["/t/5-a/?do=find", "/t/5-a/"]),
        # What names the thread itself, or a word that does not name a place.
        ("/thread/5", []),
        ("/thread-5-1-1.html", []),
        ("/thread.php?id=5", []),
        ("/", []),
        ("/t/5/a-title/edited-by-ann", []),
        ("/board/general/some-long-title-here", []),
    ],
)  # fmt: skip
def test_addresses_above(url, above):
    assert list(addresses_above(HOST + url)) == [HOST + path for path in above]


@pytest.mark.parametrize("url", ["", "http://f.example", "http://f.example?a=5", "nonsense/5"])
def test_an_odd_address_leads_into_nothing(url):
    assert list(addresses_above(url)) == []
