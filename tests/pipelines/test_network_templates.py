"""Templates of pages that structure alone reads wrongly, learnt from the network's labels."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from site_kit import CRAWL, SITE, Watched, names
from template_kit import NAMES, WORDS, thread_html, tree_of

from fpcrawl.commands.templatedesk import TemplateDesk
from fpcrawl.commands.templatepages import look_at
from fpcrawl.commands.templatetables import entry_lines
from fpcrawl.exceptions import RenderError
from fpcrawl.extraction.templates.written import read_entries, write_entries
from fpcrawl.extraction.visual.render import find_browser
from fpcrawl.pipelines.rendering import FREE, ONE_OF, RenderBudget
from fpcrawl.reader import secondlook
from fpcrawl.reader.job import LearnJob, LearnReport
from fpcrawl.reader.secondlook import MAX_FAILURES, SecondLook


def latest_posts(count=8):
    """Posts of other threads in a column: longer and more than those of the page itself."""
    rng = random.Random(9)
    texts = [" ".join(rng.choices(WORDS, k=40)) for _ in range(count)]
    said = "".join(
        f'<div class="late"><b>{NAMES[n % 7]}</b><div class="t">{text}</div>'
        f"<small>2024-04-1{n} 09:0{n}</small></div>"
        for n, text in enumerate(texts)
    )
    style = "float: right; width: 220px; font-size: 11px; color: #888"
    return f'<div class="side" style="{style}">{said}</div>'


COLUMN = latest_posts()


def own_posts(items):
    return [[(r.author, r.post_id) for r in item.records if r.post_id] for item in items]


def read_column_site(site, seeds=range(1, 13)):
    """Read threads beside a column; return the pages that came after the template."""
    items = site.read_all(seeds, around=COLUMN)
    assert {len(item.records) for item in items[:4]} == {8}, "structure reads the column"
    assert own_posts(items[:4]) == [[]] * 4
    return items[5:]


def assert_learnt_by_network(site, later):
    (entry,) = site.templates.book.live(SITE)
    assert (entry.labels, entry.role) == ("network", "thread")
    assert names(later) == {entry.name}
    plain = Watched(site.state, "g.example").read_all(range(6, 13))
    assert own_posts(later) == own_posts(plain)
    assert [len(item.records) for item in later] == [5] * len(later)
    assert site.stat("learnt_by_network") == site.stat("learnt") == 1
    assert site.stat("drift") == 0


def test_pages_that_structure_reads_wrongly_get_a_template_without_a_browser(state):
    site = Watched(state, render="never")
    later = read_column_site(site)
    assert_learnt_by_network(site, later)
    assert site.stat("rendered") == site.stat("render_failed") == 0
    # The kept pages were read again: their own posts are there too.
    assert all(state.records.get("post", r.key) for item in later for r in item.records)
    assert site.stat("reread") >= 4


def test_template_by_the_network_is_shown_and_tested_as_such(state):
    site = Watched(state, render="never")
    read_column_site(site)
    (entry,) = site.templates.book.live(SITE)
    site.templates.save()
    desk = TemplateDesk(state)
    assert any("learnt by the network" in line for line in entry_lines(entry, desk.book))
    pages = look_at(state.templates.kept(CRAWL, "thread"))
    tested = desk.test(entry, pages)
    assert {kind: one.is_good for kind, one in tested.items()} == dict.fromkeys(tested, True)
    as_structure = desk.test(replace(entry, labels="structure"), pages)
    assert not any(one.is_good for one in as_structure.values())
    (again,) = read_entries(write_entries([entry]))
    assert again == entry


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_pages_that_structure_reads_wrongly_are_laid_out_once(state):
    if find_browser() is None:
        pytest.skip("no Chromium, or no playwright to drive it")
    site = Watched(state, render="auto")
    later = read_column_site(site)
    assert_learnt_by_network(site, later)
    assert 0 < site.stat("rendered") <= 4, "each page that it was learnt from, once"
    assert site.desk._apprentice._second._renderer is None, "no browser waits for more"


def test_plain_pages_are_not_looked_at_again(state, monkeypatch):
    monkeypatch.setattr(SecondLook, "read", lambda *_: pytest.fail("a second look"))
    site = Watched(state, render="auto")
    site.read_all(range(1, 10))
    (entry,) = site.templates.book.live(SITE)
    assert entry.labels == "structure"


def test_few_pages_that_are_read_well_wait_for_more_and_are_not_looked_at_again(state, monkeypatch):
    monkeypatch.setattr(SecondLook, "read", lambda *_: pytest.fail("a second look"))
    site = Watched(state, render="auto")
    items = site.read_all((1, 2), posts=3)
    assert [len(item.records) for item in items] == [3] * 2
    pages = tuple(state.templates.kept(CRAWL, "thread"))
    report = site.desk.learn(LearnJob("thread", pages, cluster="c1"))
    assert report.faults == ["pages: too few pages or records"]


def test_few_pages_that_show_the_same_posts_are_looked_at_again(state, monkeypatch):
    looked = []
    monkeypatch.setattr(SecondLook, "read", lambda _, tree, __: looked.append(tree.page.url))
    site = Watched(state, render="auto")
    items = site.read_all((1, 2), posts=0, around=latest_posts(3))
    assert [len(item.records) for item in items] == [3] * 2
    report = site.desk.learn(
        LearnJob("thread", tuple(state.templates.kept(CRAWL, "thread")), cluster="c1")
    )
    assert report.faults == ["pages: too few pages or records"]
    assert sorted(looked) == [item.url for item in items]


class BrokenRenderer:
    """A browser that never lays anything out."""

    calls = 0

    def render(self, tree):
        type(self).calls += 1
        raise RenderError("nothing")

    def close(self):
        raise OSError("nor does it end well")


def test_browser_that_fails_costs_two_pages_of_a_job_and_the_network_does_without(
    state, monkeypatch
):
    monkeypatch.setattr(secondlook, "_start", BrokenRenderer)
    monkeypatch.setattr(BrokenRenderer, "calls", 0)
    site = Watched(state, render="auto")
    later = read_column_site(site)
    assert_learnt_by_network(site, later)
    assert (site.stat("rendered"), site.stat("render_failed")) == (0, MAX_FAILURES)
    assert BrokenRenderer.calls == MAX_FAILURES


def test_always_looks_at_pages_of_which_structure_is_sure(state, monkeypatch):
    looked = []

    def read(self, tree, body):
        looked.append(tree.page.url)

    monkeypatch.setattr(SecondLook, "read", read)
    site = Watched(state, render="always")
    site.read_all(range(1, 6))
    assert len(looked) == len(set(looked)) == 4
    (entry,) = site.templates.book.live(SITE)
    assert entry.labels == "structure"


def test_layouts_are_few_over_all_runs_of_a_crawl(state):
    budget = RenderBudget(state.values, CRAWL, "auto")
    assert budget.left == FREE
    budget.take(LearnReport("u", rendered=FREE - 1, render_failed=1))
    assert budget.left == 0
    budget.pages = ONE_OF
    assert budget.left == 1
    budget.save()
    again = RenderBudget(state.values, CRAWL, "auto")
    assert (again.left, again.pages) == (1, ONE_OF)
    again.take(LearnReport("u", failure="timeout"))
    assert again.left == 0, "what broke the reader is not tried again in this run"
    assert RenderBudget(state.values, CRAWL, "never").left == 0
    assert RenderBudget(state.values, CRAWL, "always").left > FREE


def test_layouts_of_a_job_are_bounded_in_number_and_time():
    now = [0.0]

    class Slow:
        def render(self, tree):
            now[0] += 6.0
            raise RenderError("slow")

        def close(self):
            pass

    look = SecondLook(Slow, lambda: now[0])
    look.begin(1)
    assert look._may_render
    look._layout(None)
    assert not look._may_render, "one page"
    look.begin(9)
    look._layout(None)
    assert look._may_render
    now[0] += secondlook.LAST_START_S
    assert not look._may_render, "too late"
    look.begin(9)
    look._layout(None)
    look._layout(None)
    assert not look._may_render, "two failures in a row"
    look.end()


def test_what_was_seen_beside_the_reader_is_not_looked_at_again(monkeypatch):
    tree, body = tree_of(thread_html(1)), thread_html(1).encode()
    beside, here = SecondLook(), SecondLook()
    seen = beside.read(tree, body)
    assert seen is not None
    here.remember(beside.new)
    monkeypatch.setattr(SecondLook, "_classify", lambda *_: pytest.fail("looked again"))
    assert here.read(tree, body) is seen
    assert here.new == {}
    beside.begin(0)
    assert beside.new == {}
