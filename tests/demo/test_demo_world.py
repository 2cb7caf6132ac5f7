"""The world without pages: repeatable, alive, of the promised size and rhythm."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime

import pytest
from demo_kit import START, Shown

from fpcrawl.demo import FAMILIES, DemoClock, World, WorldError
from fpcrawl.demo.chance import chance
from fpcrawl.demo.rhythm import DAY_S, day_curve, moments


def snapshot(shown: Shown) -> str:
    what = [shown.truth(name) for name in ("posts", "articles", "boards", "threads")]
    return json.dumps(what)


def test_the_same_seed_gives_the_same_world_and_another_seed_another() -> None:
    assert snapshot(Shown()) == snapshot(Shown())
    assert snapshot(Shown()) != snapshot(Shown(seed=2))


def test_how_often_the_world_is_looked_at_does_not_change_it() -> None:
    often, once = Shown(speed=600), Shown(speed=600)
    for _ in range(97):
        often.real += 3.0
        often.world.sync()
    once.real = often.real
    assert snapshot(often) == snapshot(once)


def test_the_world_has_the_promised_size() -> None:
    shown = Shown()
    posts = shown.truth("posts")
    boards = shown.truth("boards")
    reachable = [p for p in posts if p["reachable"]]
    assert 800 <= len(posts) <= 1500
    assert len({p["family"] for p in posts}) == len(FAMILIES) >= 6
    assert max(b["threads"] for b in boards) <= 40
    assert len({(p["family"], p["post_id"]) for p in posts}) == len(posts)
    per_thread = Counter(p["thread_url"] for p in reachable)
    assert max(per_thread.values()) >= 60
    assert min(per_thread.values()) == 1
    assert {b["language"] for b in boards} == {"en", "zh"}
    assert {"login", "robots", "sub"} == {
        name
        for b in boards
        for name, true in (
            ("login", b["login"]),
            ("robots", not b["robots_allowed"]),
            ("sub", b["parent_url"]),
        )
        if true
    }
    for kind in ("deleted", "edited", "quote_of"):
        assert any(p[kind] for p in posts), kind
    lengths = [len(p["body_text"]) for p in reachable]
    assert min(lengths) < 6
    assert max(lengths) > 600
    assert all(p["body_text"] for p in reachable)


def test_posting_moves_with_the_clock() -> None:
    shown = Shown(speed=600)
    before = shown.truth("posts")
    shown.real = 144.0  # a demo day
    after = shown.truth("posts")
    known = {(p["family"], p["post_id"]): p for p in before}
    fresh = [p for p in after if (p["family"], p["post_id"]) not in known]
    assert len(fresh) > 20
    assert all(datetime.fromisoformat(p["published"]).timestamp() > START for p in fresh)
    assert all(datetime.fromisoformat(p["published"]).timestamp() <= START + DAY_S for p in fresh)
    shown.real = 1440.0
    later = {(p["family"], p["post_id"]): p for p in shown.truth("posts")}
    assert any(later[key]["body_text"] != p["body_text"] for key, p in known.items())
    assert any(later[key]["deleted"] and not p["deleted"] for key, p in known.items())
    since = shown.truth("posts", since=str(START + DAY_S))
    assert 0 < len(since) < len(later)


def test_a_frozen_world_stands_still() -> None:
    shown = Shown(live=False, speed=600)
    before = shown.truth("posts")
    shown.real = 3600.0
    assert shown.truth("posts") == before


def test_the_clock_and_the_world_refuse_nonsense() -> None:
    clock = DemoClock(START)
    with pytest.raises(ValueError, match="backwards"):
        clock.advance(-1)
    with pytest.raises(ValueError, match="negative"):
        clock.set_speed(-1)
    with pytest.raises(ValueError, match="at least 1"):
        World(days=0)
    world = World()
    for call in (
        lambda: world.reply("nobody", 11),
        lambda: world.reply("nest", 999_999),
        lambda: world.open_thread("nest", 99),
        lambda: world.delete("nest", 1),
        lambda: world.set_skin("nest", 2),
    ):
        with pytest.raises(WorldError):
            call()


def test_a_clock_keeps_its_time_when_its_speed_changes() -> None:
    real = [0.0]
    clock = DemoClock(START, 600, lambda: real[0])
    real[0] = 2.0
    clock.set_speed(0)
    real[0] = 50.0
    assert clock.now() == START + 1200
    clock.advance(5)
    assert clock.now() == START + 1205


def test_moments_follow_the_day_curve_and_the_weekday() -> None:
    board = FAMILIES[1].boards[0]  # an office board: days, not evenings, hardly weekends
    first = int(START // DAY_S)
    counts = Counter()
    days = 70
    for day in range(first, first + days):
        for at in moments(chance("test", day), board, day, 60.0, 0):
            when = datetime.fromtimestamp(at, UTC)
            counts[when.weekday() >= 5, when.hour] += 1
    for weekend, number in ((False, days * 5 / 7), (True, days * 2 / 7)):
        for hour, rate in enumerate(day_curve(board, weekend=weekend)):
            expected = 60 * rate / 24 * number
            assert abs(counts[weekend, hour] - expected) <= 5 * expected**0.5 + 1
    curves = {tuple(day_curve(b, weekend=False)) for f in FAMILIES for b in f.boards}
    assert len(curves) > 10
    week = 5 * sum(day_curve(board, weekend=False)) + 2 * sum(day_curve(board, weekend=True))
    assert week / (7 * 24) == pytest.approx(1.0)


def test_moments_shift_with_the_sites_own_clock() -> None:
    board = FAMILIES[1].boards[0]
    here = moments(chance("x"), board, 20_000, 40.0, 0)
    there = moments(chance("x"), board, 20_000, 40.0, 8 * 3600)
    assert there == [at - 8 * 3600 for at in here]
