"""What a crawl has learnt comes back in the next run."""

from __future__ import annotations

import json

from fpcrawl.extraction.layout import Layout, LayoutBook
from fpcrawl.pages.siteclock import SiteClock
from fpcrawl.spiders.knowledge import SiteKnowledge
from fpcrawl.walk.families import FamilyTable


class Shelf:
    """Small values, kept as text."""

    def __init__(self):
        self.rows = {}

    def get(self, name, default=None):
        return json.loads(self.rows[name]) if name in self.rows else default

    def set(self, name, value):
        self.rows[name] = json.dumps(value)


def test_the_first_run_knows_nothing():
    families, books, clock = SiteKnowledge(Shelf(), "forum:f.example").load()
    assert (families.families, books, clock) == ({}, {}, SiteClock())


def test_what_was_learnt_comes_back_to_its_own_crawl():
    shelf = Shelf()
    families, book, clock = FamilyTable(), LayoutBook(), SiteClock(lang="zh")
    families.note_fetch("http://f.example/t-1.html", useful=True)
    book.learn(Layout("t", "r", ("tr(td)",), id_place=("div", "id"), support=4))
    clock.observe_attributes(["2024-05-01T10:00:00+08:00"])
    SiteKnowledge(shelf, "forum:f.example").save(families, {"bbs": book}, clock)
    known, books, again = SiteKnowledge(shelf, "forum:f.example").load()
    assert known.families == families.families
    assert (known.paid, known.wasted) == (1, 0)
    assert {name: found.layouts for name, found in books.items()} == {"bbs": book.layouts}
    assert again == clock
    assert SiteKnowledge(shelf, "news:f.example").load()[1] == {}
