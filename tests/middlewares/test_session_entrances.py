"""Addresses of login pages, without what they are to lead back to."""

from __future__ import annotations

import pytest

from fpcrawl.middlewares.session import entrance_of


@pytest.mark.parametrize(
    ("url", "entrance"),
    [
        ("https://x.example/door", "https://x.example/door"),
        ("https://x.example/door?to=/t/7&from=12", "https://x.example/door"),
        ("https://x.example/i.php?do=enter&back=%2Ft%2F7", "https://x.example/i.php?do=enter"),
        ("https://x.example/i.php?do=list&f=3#top", "https://x.example/i.php?do=list"),
    ],
)
def test_entrance_of(url: str, entrance: str) -> None:
    assert entrance_of(url) == entrance
