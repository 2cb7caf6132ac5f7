from __future__ import annotations

import pytest

from fpcrawl.pages.httpdate import http_date


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Mon, 04 Mar 2024 10:00:00 GMT", "2024-03-04T10:00:00+00:00"),
        ("Mon, 04 Mar 2024 10:00:00 +0800", "2024-03-04T10:00:00+08:00"),
        ("Mon, 04 Mar 2024 10:00:00 -0000", "2024-03-04T10:00:00+00:00"),
        ("Monday, 04-Mar-24 10:00:00 GMT", "2024-03-04T10:00:00+00:00"),
    ],
)
def test_a_moment_is_told(text: str, told: str) -> None:
    moment = http_date(text)
    assert moment is not None
    assert moment.isoformat() == told


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "Mon, 04 Mar 99999999999999999999 10:00:00 GMT",
        "Mon, 04 Mar 0300 10:00:00 +2359",
        "Fri, 31 Dec 9999 23:59:59 -2359",
        "Mon, 44 Mar 2024 10:00:00 GMT",
        "Mon, 04 Mar 2024 10:00:00 +9999",
    ],
)
def test_what_tells_none(text: str) -> None:
    assert http_date(text) is None
