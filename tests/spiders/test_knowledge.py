"""What a crawl has learnt comes back in the next run."""

from __future__ import annotations

import json

from fpcrawl.extraction.posts.layout import Layout, LayoutBook
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

    def change(self, name, update):
        value = update(self.get(name))
        self.set(name, value)
        return value


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


class LateShelf(Shelf):
    """One on which each change comes too late: another worker was faster."""

    def __init__(self):
        super().__init__()
        self.faster = None
        self.late = []

    def change(self, name, update):
        for late in self.late:
            super().change(name, late)
        self.late.clear()
        if self.faster is None:
            return super().change(name, update)
        value = update(self.get(name))
        faster, self.faster = self.faster, None
        faster()
        self.late.append(update)
        return value


THREAD, LIST = "http://f.example/t-1.html", "http://f.example/list?order=1"


def teach(known, n, *, zone="+08:00"):
    """Have a worker read `n` pages."""
    for k in range(n):
        known.families.note_fetch(THREAD, useful=True)
        known.families.note_role(THREAD, "thread", 0.5, ["posts"])
        known.families.note_fetch(LIST, useful=False, ended=k % 3 == 0)
        known.clock.observe_attributes([f"2024-05-01T10:00:00{zone}"])
    known.families.traps["session"] = known.families.traps.get("session", 0) + n
    known.families.pagers.note_end(LIST)
    known.families.pagers.note_size(LIST, 10 * n)
    book = known.layouts.setdefault("bbs", LayoutBook())
    book.learn(Layout("t", "r", ("tr(td)",), author_path="a", body_path="b", support=n))


def plain(known):
    data = known.to_json()
    data["families"]["families"].sort(key=lambda entry: entry["shape"])
    return data


def test_what_several_workers_learn_is_summed():
    shelf = Shelf()
    teach(first := Knowledge(), 3)
    SiteKnowledge(shelf, "c").save(first)
    kept = [SiteKnowledge(shelf, "c") for _ in range(3)]
    workers = [one.load() for one in kept]
    for turn in range(4):
        for n, (one, known) in enumerate(zip(kept, workers, strict=True)):
            teach(known, n + turn + 1)
            one.save(known)
    for one, known in zip(kept, workers, strict=True):
        one.save(known)
    alone = Knowledge()
    teach(alone, 3)
    for turn in range(4):
        for n in range(3):
            teach(alone, n + turn + 1)
    found = plain(SiteKnowledge(shelf, "c").load())
    assert found == plain(alone)
    for known in workers:
        assert plain(known) == found, "each knows what all have learnt"


def test_what_came_too_late_is_neither_lost_nor_counted_twice():
    shelf = LateShelf()
    mine, theirs = SiteKnowledge(shelf, "c"), SiteKnowledge(shelf, "c")
    known, other = mine.load(), theirs.load()
    teach(known, 2)
    teach(other, 5)
    shelf.faster = lambda: theirs.save(other)
    mine.save(known)
    assert known.families.paid == 2
    teach(known, 1)
    mine.save(known)
    assert SiteKnowledge(shelf, "c").load().families.paid == known.families.paid == 8
    theirs.save(other)
    assert other.families.paid == 8
    assert known.layouts["bbs"].layouts[0].support == 8


def test_rules_of_twins_come_and_go_with_any_worker():
    shelf = Shelf()
    mine, theirs = SiteKnowledge(shelf, "c"), SiteKnowledge(shelf, "c")
    known, other = mine.load(), theirs.load()
    known.twins.rules.add("/board?order")
    mine.save(known)
    other.twins.rules.add("/s/*")
    theirs.save(other)
    assert other.twins.rules == {"/board?order", "/s/*"}
    other.twins.rules.discard("/board?order")
    theirs.save(other)
    mine.save(known)
    assert known.twins.rules == {"/s/*"}


def test_a_copy_of_what_is_known_is_told_what_others_have_learnt():
    shelf = Shelf()
    mine, theirs = SiteKnowledge(shelf, "c"), SiteKnowledge(shelf, "c")
    known, other = mine.load(), theirs.load()
    copy = Knowledge()
    known.families.journal, known.news = [], []
    teach(other, 2)
    theirs.save(other)
    mine.save(known)
    copy.families.repeat(known.families.journal)
    for grown in known.news:
        copy.absorb_read(grown)
    assert plain(copy) == plain(known) == plain(other)
