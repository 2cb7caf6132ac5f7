"""A zone that is corrected is told where times of the former are stored."""

from __future__ import annotations

from datetime import timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from fpcrawl.extraction.records import Post
from fpcrawl.spiders.zonewatch import zone_change
from fpcrawl.store.sqlite import open_state

CRAWL, HOST = "forum:f.example", "f.example"
EAST, WEST = ZoneInfo("Asia/Shanghai"), ZoneInfo("America/New_York")
GMT_8 = timezone(timedelta(hours=8))


@pytest.fixture
def state(tmp_path):
    with_state = open_state(tmp_path)
    yield with_state
    with_state.close()


def store_a_post(state):
    post = Post(key="k", site=HOST, thread_url="http://f.example/t/1", url="http://f.example/t/1")
    state.records.upsert([post], 0.0, crawl=CRAWL)


def test_another_zone_is_told_once(state):
    assert zone_change(state, CRAWL, HOST, WEST, None) is None
    store_a_post(state)
    assert zone_change(state, CRAWL, HOST, WEST, None) is None
    told = zone_change(state, CRAWL, HOST, EAST, None)
    assert told.startswith(
        "FPCRAWL_TIMEZONE is Asia/Shanghai, for earlier runs it was America/New_"
    )
    assert "FPCRAWL_STATE_DIR" in told
    assert zone_change(state, CRAWL, HOST, EAST, None) is None
    assert zone_change(state, "forum:other.example", "other.example", WEST, None) is None


def test_without_records_nothing_is_mixed(state):
    assert zone_change(state, CRAWL, HOST, WEST, None) is None
    assert zone_change(state, CRAWL, HOST, EAST, None) is None


@pytest.mark.parametrize(
    ("guessed", "wanted", "is_told"),
    [(GMT_8, EAST, False), (GMT_8, WEST, True), (None, EAST, True), (None, ZoneInfo("UTC"), False)],
)
def test_a_guess_is_a_zone_too(state, guessed, wanted, is_told):
    assert zone_change(state, CRAWL, HOST, None, guessed) is None
    store_a_post(state)
    assert (zone_change(state, CRAWL, HOST, wanted, guessed) is not None) is is_told


def test_a_setting_taken_back_is_told(state):
    zone_change(state, CRAWL, HOST, WEST, None)
    store_a_post(state)
    assert "is not set, for earlier runs it was America/New_York" in zone_change(
        state, CRAWL, HOST, None, GMT_8
    )
