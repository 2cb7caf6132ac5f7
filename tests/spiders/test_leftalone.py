"""What is left alone, and asked for all the same now and then."""

from __future__ import annotations

import json

import pytest

from fpcrawl.pages.urls import SiteScope
from fpcrawl.spiders import leftalone
from fpcrawl.spiders.leftalone import FIRST, MANY, LeftAlone
from fpcrawl.walk.twins import DOUBTS, TwinRules
from fpcrawl.walk.walker import Context, Step, Walker, WalkRules

HOST = "http://f.example"


def new_walker():
    return Walker(SiteScope(f"{HOST}/"), WalkRules("news"))


def step_to(path):
    return Step(HOST + path, 1, Context("article"))


@pytest.fixture
def walker():
    """One that knows /en to mean nothing, and has read twelve articles."""
    walker = new_walker()
    for n in range(12):
        for tongue in ("", "/en"):
            walker.twins.observe(f"{HOST}{tongue}/story/{n}.html", f"story {n}".encode())
    assert walker.twins.rules == {"en/^"}
    for n in range(12, 90):
        walker.twins.observe(f"{HOST}/story/{n}.html", f"story {n}".encode())
    return walker


def asked_of(left, numbers, path="/en/story/{}.html"):
    return [n for n in numbers if not left.is_twin(step_to(path.format(n)))]


def test_of_what_is_left_alone_some_is_asked_for_whenever_its_number_has_doubled(walker):
    left = LeftAlone(walker)
    first = range(FIRST - 1, FIRST - 1 + MANY)
    later = range(2 * first[-1] + 1, 2 * first[-1] + 1 + MANY)
    assert asked_of(left, range(12, 12 + 30)) == [12 + n for n in (*first, *later)]
    # What was chosen once stays so.
    assert asked_of(left, range(12, 12 + 30)) == [12 + n for n in (*first, *later)]
    assert not left.given_back()
    # Nothing is known that these could be compared with, or for no reason are they left alone.
    assert not asked_of(left, range(100, 200))
    assert not asked_of(left, range(12, 90), "/story/{}.html")


def test_all_is_asked_for_once_a_rule_proves_wrong(walker):
    left = LeftAlone(walker)
    asked = asked_of(left, range(12, 40))
    for n in asked[:DOUBTS]:
        assert not left.given_back()
        walker.twins.observe(f"{HOST}/en/story/{n}.html", b"another story")
    back = left.given_back()
    assert {step.url for step in back} == {
        f"{HOST}/en/story/{n}.html" for n in range(12, 40) if n not in asked
    }
    assert not left.given_back()


def test_what_is_left_alone_is_remembered_in_bounds(walker, monkeypatch):
    monkeypatch.setattr(leftalone, "MEMORY", 20)
    left = LeftAlone(walker)
    asked_of(left, range(100, 200))
    walker.twins.rules.clear()
    assert [step.url for step in left.given_back()] == [
        f"{HOST}/en/story/{n}.html" for n in range(180, 200)
    ]


def test_small_runs_prove_a_rule_wrong_together(walker):
    """Two articles a run, each also below /en with other words, as all of them are now."""
    asked, runs = [], 0
    kept, tests = json.loads(json.dumps(walker.twins.to_json())), []
    while walker.twins.rules and runs < 20:
        walker = new_walker()
        walker.twins = TwinRules.from_json(kept)
        left = LeftAlone(walker)
        left.load(tests)
        for n in (200 + 2 * runs, 201 + 2 * runs):
            walker.twins.observe(f"{HOST}/story/{n}.html", f"story {n}".encode())
            for again in asked_of(left, [n]):
                asked.append(again)
                walker.twins.observe(f"{HOST}/en/story/{n}.html", b"another story")
        kept, tests = json.loads(json.dumps([walker.twins.to_json(), left.to_json()]))
        runs += 1
    assert not walker.twins.rules
    assert asked == [199 + FIRST + n for n in range(MANY)]


def test_copies_are_asked_for_now_and_then_and_all_once_some_are_none():
    walker = new_walker()
    families, left = walker.families, LeftAlone(walker)
    for n in range(16):
        url = f"{HOST}/read/{n}.html"
        families.note_role(url, "article", 0.9)
        families.note_fetch(url, useful=not n, duplicate=n > 0, trapped=n > 0)
    assert families.is_barren(f"{HOST}/read/9.html")
    asked = [n for n in range(20, 50) if not left.is_copy(step_to(f"/read/{n}.html"))]
    assert asked[:MANY] == list(range(20 + FIRST - 1, 20 + FIRST - 1 + MANY))
    for n in asked[:2]:
        assert not left.given_back()
        families.note_fetch(f"{HOST}/read/{n}.html", useful=True)
    assert len(left.given_back()) == 30 - len(asked)


def test_what_brought_nothing_and_is_no_copy_is_left_alone():
    walker = new_walker()
    for kind, trapped in (("article", False), ("index", True)):
        for n in range(16):
            url = f"{HOST}/{kind}/{n}.html"
            walker.families.note_role(url, kind, 0.9)
            walker.families.note_fetch(url, useful=False, trapped=trapped)
        left = LeftAlone(walker)
        assert all(left.is_copy(step_to(f"/{kind}/{n}.html")) for n in range(20, 80))
