"""What a crawl has learnt comes back in the next run."""

from __future__ import annotations

import json

from fpcrawl.extraction.layout import Layout, LayoutBook
from fpcrawl.pages.siteclock import SiteClock
from fpcrawl.spiders.knowledge import Knowledge, SiteKnowledge
from fpcrawl.walk.families import FamilyTable
from fpcrawl.walk.twins import TwinRules


class Shelf:
    """Small values, kept as text."""

    def __init__(self):
        self.rows = {}

    def get(self, name, default=None):
        return json.loads(self.rows[name]) if name in self.rows else default

    def set(self, name, value):
        self.rows[name] = json.dumps(value)


def test_the_first_run_knows_nothing():
    known = SiteKnowledge(Shelf(), "forum:f.example").load()
    assert (known.families.families, known.twins.rules) == ({}, set())
    assert (known.layouts, known.clock) == ({}, SiteClock())


def test_what_was_learnt_comes_back_to_its_own_crawl():
    shelf = Shelf()
    families, book, clock = FamilyTable(), LayoutBook(), SiteClock(lang="zh")
    twins = TwinRules()
    families.note_fetch("http://f.example/t-1.html", useful=True)
    book.learn(Layout("t", "r", ("tr(td)",), id_place=("div", "id"), support=4))
    clock.observe_attributes(["2024-05-01T10:00:00+08:00"])
    families.traps["session"] = 3
    families.pagers.note_end("http://f.example/t-1.html")
    twins.rules.add("/board?order")
    learnt = Knowledge(families, twins, {"bbs": book}, clock)
    SiteKnowledge(shelf, "forum:f.example").save(learnt)
    known = SiteKnowledge(shelf, "forum:f.example").load()
    assert known.families.families == families.families
    assert (known.families.paid, known.families.wasted) == (1, 0)
    assert known.families.traps == {"session": 3}
    assert known.families.pagers.to_json() == {"/t-{n}.html": [1, 0]}
    assert known.twins.ignores("/board?order")
    assert {name: found.layouts for name, found in known.layouts.items()} == {"bbs": book.layouts}
    assert known.clock == clock
    assert SiteKnowledge(shelf, "news:f.example").load().layouts == {}
