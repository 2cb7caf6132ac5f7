"""Templates with their versions, and pages kept to learn from, in the store."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shared_kit import open_parts, place_of

from fpcrawl.extraction.templates.book import TemplateEntry
from fpcrawl.extraction.templates.kept import KeptPage
from fpcrawl.extraction.templates.verify import Verification
from fpcrawl.extraction.templates.watch import TemplateWatch

CRAWL = "forum:f.example"


@pytest.fixture(params=["sqlite", "redis"])
def state(request, tmp_path):
    parts = open_parts(place_of(request.param, tmp_path, request))
    yield parts
    parts.close()


def entry_of(version=1, **changes):
    values = {
        "id": "0badcafe",
        "version": version,
        "site": "f.example",
        "cluster": "c1",
        "role": "thread",
        "templates": {"xpath": {"records": [{"path": "//div"}]}},
        "verification": Verification("thread"),
        "anchors": ("div.post",),
        "created": "2024-05-01T12:00:00+00:00",
    }
    return TemplateEntry(**{**values, **changes})


def page_of(n, **changes):
    values = {
        "crawl": CRAWL,
        "site": "f.example",
        "cluster": "c1",
        "role": "thread",
        "url": f"http://f.example/t/{n}",
        "body": f"<p>Page {n}: \u6c34</p>".encode("gb18030") * 50,
        "http_charset": "gb18030",
        "fetched": "2024-05-01T12:00:00+00:00",
        "site_time": "2024-05-01T12:00:03+00:00",
        "thread_url": "http://f.example/t/1",
        "thread_title": "Water",
        "board": "Pumps",
        "page": n,
    }
    return KeptPage(**{**values, **changes})


def urls(pages):
    return [int(page.url.rpartition("/")[2]) for page in pages]


def test_versions_of_a_template_stay_and_changes_are_told_once(state):
    store = state.templates
    store.put(entry_of())
    first = store.since(0)
    assert [one.entry for one in first.found] == [entry_of()]
    store.put(replace(entry_of(), state="former"))
    store.put(entry_of(2), TemplateWatch(pages=3))
    later = store.since(first.change)
    assert [(one.entry.version, one.entry.state) for one in later.found] == [
        (1, "former"),
        (2, "live"),
    ]
    assert later.found[1].watch == TemplateWatch(pages=3)
    assert store.since(later.change).found == []
    assert store.since(later.change).change == later.change


def test_all_kept_pages_are_listed_by_crawl(state):
    for n, crawl in enumerate(("forum:b", CRAWL, "forum:b")):
        state.templates.keep(page_of(n, crawl=crawl))
    assert urls(state.templates.all_kept()) == [0, 2, 1]


def test_how_a_template_fares_is_no_change_of_it(state):
    store = state.templates
    store.put(entry_of())
    change = store.since(0).change
    store.note(entry_of(), TemplateWatch(pages=7, excess=1.5))
    assert store.since(change).found == []
    assert store.since(0).found[0].watch == TemplateWatch(pages=7, excess=1.5)


def test_kept_page_comes_back_byte_for_byte(state):
    state.templates.keep(page_of(2))
    (found,) = state.templates.kept(CRAWL, "thread")
    assert found.id > 0
    assert replace(found, id=0) == page_of(2)
    place = found.place(None, "dmy")
    assert (place.page, place.thread_title, place.board) == (2, "Water", "Pumps")
    assert place.now.isoformat() == "2024-05-01T12:00:03+00:00"


def test_so_many_pages_are_kept_of_each_cluster_and_the_oldest_go(state):
    store = state.templates
    for n in range(10):
        store.keep(page_of(n), limit=4)
    store.keep(page_of(20, cluster="c2"), limit=4)
    store.keep(page_of(30, template="xpath:0badcafe@1"), limit=4)
    assert urls(store.kept(CRAWL, "thread", "c1")) == [30, 9, 8, 7, 6]
    assert urls(store.kept(CRAWL, "thread")) == [30, 20, 9, 8, 7, 6]
    assert store.kept("forum:other", "thread") == []
    assert store.kept(CRAWL, "index") == []


def test_page_that_is_kept_again_replaces_the_former(state):
    state.templates.keep(page_of(1))
    state.templates.keep(page_of(1, body=b"<p>newer</p>"))
    (found,) = state.templates.kept(CRAWL, "thread")
    assert found.body == b"<p>newer</p>"


def test_held_pages_are_not_dropped_and_come_when_their_time_is_over(state):
    store = state.templates
    for n in range(6):
        store.keep(page_of(n, held_until=100.0 + n), limit=2)
    assert urls(store.held(CRAWL, 103.0)) == [0, 1, 2, 3]
    store.settle([page.renamed("xpath:0badcafe@1") for page in store.held(CRAWL, 103.0)])
    assert urls(store.held(CRAWL, 1e9)) == [4, 5]
    assert sum(page.template == "" for page in store.kept(CRAWL, "thread")) == 2


def test_what_is_written_with_a_page_goes_with_it(state):
    def write() -> None:
        with state.transaction():
            state.templates.keep(page_of(1))
            state.templates.put(entry_of())
            raise RuntimeError("killed")

    with pytest.raises(RuntimeError):
        write()
    assert state.templates.kept(CRAWL, "thread") == []
    assert state.templates.since(0).found == []
