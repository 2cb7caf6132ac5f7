"""Templates that find too much or take too long on a page: given up there, and counted."""

from __future__ import annotations

import pytest
from lxml import html as lxml_html
from site_kit import SITE, Watched, names
from template_kit import thread_html

from fpcrawl.extraction.templates import shelf, softmealy_apply, xpath
from fpcrawl.extraction.templates.kinds import load_template
from fpcrawl.extraction.templates.model import Sheet
from fpcrawl.store.sqlite import open_state


@pytest.fixture
def site(tmp_path):
    state = open_state(tmp_path / "state")
    yield Watched(state)
    state.close()


def learnt(site, pages=9):
    site.read_all(range(1, pages + 1))
    (entry,) = site.templates.book.live(SITE)
    return entry


def test_page_of_too_many_records_is_read_by_structure_and_counted(site, monkeypatch):
    entry = learnt(site)
    monkeypatch.setattr(xpath, "MAX_RECORDS", 6)
    items = site.read_all(range(20, 23), posts=7)
    assert all(len(item.records) == 7 for item in items)
    assert names(items) == {None}
    assert site.stat("template_bound") == 3
    assert site.stat("drift") == 0, "the site has not changed"
    assert site.templates.book.watch(entry).excess == 0.0
    monkeypatch.undo()
    assert names(site.read_all([50])) == {entry.name}
    assert site.stat("template_bound") == 3


def test_page_that_takes_a_template_too_long_is_read_by_structure_and_counted(site, monkeypatch):
    entry = learnt(site)
    monkeypatch.setattr(shelf, "MAX_READ_S", -1.0)
    (item,) = site.read_all([20])
    assert (len(item.records), names([item])) == (5, {None})
    assert site.stat("template_bound") == 1
    monkeypatch.undo()
    assert names(site.read_all([21])) == {entry.name}


@pytest.mark.parametrize("kind", ["xpath", "softmealy"])
@pytest.mark.parametrize(("posts", "bounded"), [(4, False), (5, False), (6, True), (30, True)])
def test_both_kinds_tell_that_there_was_more(site, monkeypatch, kind, posts, bounded):
    template = load_template(kind, learnt(site).templates[kind])
    module = xpath if kind == "xpath" else softmealy_apply
    monkeypatch.setattr(module, "MAX_RECORDS", 5)
    html = thread_html(70, posts=posts)
    sheet = Sheet("http://f.example/", lxml_html.document_fromstring(html), html)
    assert len(template.read(sheet)) == min(posts, 5)
    assert template.ran_into_bound is bounded
    template.read(
        Sheet("http://f.example/", lxml_html.document_fromstring(thread_html(71, posts=2)), "")
    )
    assert template.ran_into_bound is False
