"""What redirects, copies and places in a thread are worth."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from fpcrawl.pages.urls import SiteScope
from fpcrawl.spiders.detours import Detours
from fpcrawl.walk.families import DETOURS, PROBES
from fpcrawl.walk.walker import Context, Walker, WalkRules

HOST = "http://f.example"


@pytest.fixture
def families():
    return Walker(SiteScope(HOST), WalkRules("forum")).families


@pytest.fixture
def detours(families):
    return Detours(SimpleNamespace(walker=SimpleNamespace(families=families)))


def copy(number, role=None, of="thread"):
    return SimpleNamespace(url=f"{HOST}/post/{number}", context=Context(role), role=of)


@pytest.mark.parametrize("is_new", [True, False])
def test_guessed_copies_end_their_family(detours, families, is_new):
    for n in range(DETOURS):
        detours.copy_read(copy(n), is_new=is_new)
    assert families.of(f"{HOST}/post/99").verdict == "blocked"


def test_rows_that_are_copies_of_what_nobody_knew_are_the_way_there(detours, families):
    for n in range(2 * PROBES):
        detours.copy_read(copy(n, "thread"), is_new=True)
    assert families.of(f"{HOST}/post/99").verdict == "proven"


def test_articles_that_nobody_knew_are_found_by_copies_that_no_list_named(detours, families):
    for n in range(2 * PROBES):
        detours.copy_read(copy(n, of="article"), is_new=True)
    assert families.of(f"{HOST}/post/99").verdict == "proven"
    # Those of what is known are in vain.
    for n in range(DETOURS):
        detours.copy_read(
            SimpleNamespace(url=f"{HOST}/print/{n}", context=Context(None), role="article"),
            is_new=False,
        )
    assert families.of(f"{HOST}/print/99").verdict == "blocked"


def test_rows_that_are_copies_of_what_is_known_are_tried_like_others(detours, families):
    for n in range(PROBES):
        assert families.of(f"{HOST}/post/99").verdict == "open"
        detours.copy_read(copy(n, "thread"), is_new=False)
    assert families.of(f"{HOST}/post/99").verdict == "blocked"


@pytest.mark.parametrize(
    ("asked", "fetched"), [(None, 0), (f"{HOST}/post/7", 1), (f"{HOST}/t-8.html", 0)]
)
def test_what_a_redirect_led_to_speaks_for_its_family(detours, families, asked, fetched):
    detours.page_stored(SimpleNamespace(asked=asked, url=f"{HOST}/t-9.html"), useful=True)
    assert families.of(f"{HOST}/post/99").useful == fetched
    assert families.of(f"{HOST}/t-9.html").fetched == 0
