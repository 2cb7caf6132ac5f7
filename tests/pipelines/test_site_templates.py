"""What a crawl does about its templates: keeps pages, has them learnt, watches, takes over."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from extraction_kit import NOW, html_page
from scrapy.exceptions import CloseSpider
from site_kit import CRAWL, SITE, Watched, names
from template_kit import NEW, OLD, thread_html

from fpcrawl.exceptions import StateAway
from fpcrawl.exit_codes import exit_code
from fpcrawl.extraction.templates.book import MAX_TRIED
from fpcrawl.items import PageItem
from fpcrawl.reader.job import LearnReport, PageJob
from fpcrawl.spiders.endings import end_drifting
from fpcrawl.store.sqlite import open_state
from fpcrawl.walk.walker import Context


def test_template_is_learnt_after_some_pages_and_reads_the_next(site):
    first = site.read_all(range(1, 5))
    assert names(first) == {None}
    assert all(item.keep is not None for item in first)
    later = site.read_all(range(5, 9))
    (entry,) = site.templates.book.live(SITE)
    assert names(later[1:]) == {entry.name}
    assert (entry.kind, entry.role, entry.cluster, entry.version) == ("xpath", "thread", "c1", 1)
    assert list(entry.templates) == ["xpath", "softmealy"]
    assert all(record.confidence > 0.95 for record in later[-1].records)
    # That which was read beside the learning too.
    assert (site.stat("learnt"), site.stat("reread")) == (1, 5)
    assert site.stat("structured") + site.stat("templated") == 8


def test_equal_reading_changes_nothing_and_keys_stay(site):
    items = site.read_all(range(1, 9))
    keys = [record.key for item in items for record in item.records]
    assert site.state.records.count("post") == len(set(keys)) == 40
    versions = {site.state.records.get("post", key)["version"] for key in keys}
    assert versions == {1}
    again = site.read(thread_html(1), 1, after_s=60)
    assert {stored.status for stored in again.stored} == {"same"}


def test_better_reading_replaces_the_former_as_a_new_version(site):
    items = site.read_all(range(1, 5))
    broken = items[0].records[1]
    worse = type(broken)(**{**{n: getattr(broken, n) for n in broken.__slots__}, "author": "Re:"})
    worse.confidence = 0.3
    site.state.records.upsert([worse], 0.0, crawl=CRAWL)
    site.read_all(range(5, 7))
    stored = site.state.records.get("post", broken.key)
    assert (stored["author"], stored["version"]) == (broken.author, 3)


def test_pages_are_read_again_by_what_another_run_has_learnt(state):
    here, there = Watched(state), Watched(state)
    there.read_all(range(1, 6))
    assert there.stat("learnt") == 1
    early = here.read_all(range(6, 9))
    assert names(early) == {None}
    here.templates.save()
    here.read(thread_html(9), 9)
    # With that which the other run read while it learnt.
    assert here.stat("reread") == 4
    (entry,) = there.templates.book.live(SITE)
    templates = {
        state.records.get("post", record.key)["template"]
        for item in early
        for record in item.records
    }
    assert templates == {entry.name}


def test_change_of_the_site_is_noticed_and_followed(site):
    site.read_all(range(1, 20))
    (before,) = site.templates.book.live(SITE)
    alarm = switch = None
    for n in range(1, 61):
        item = site.read(thread_html(100 + n, names=NEW), 100 + n)
        assert len(item.records) == 5
        if alarm is None and site.stat("drift"):
            alarm = n
        if switch is None and site.stat("switched"):
            switch = n
            break
    assert alarm is not None
    assert alarm <= 20
    assert switch is not None
    after = site.read_all(range(300, 304), names=NEW)
    (entry,) = site.templates.book.live(SITE)
    assert (entry.id, entry.version) == (before.id, 2)
    assert names(after) == {entry.name}
    assert [e.state for e in site.templates.book.history(entry.id)] == ["former", "live"]
    assert not site.templates.drifting
    end_drifting(site.templates, site.stats)


def test_site_that_goes_back_is_read_by_the_former_version_at_once(site):
    site.read_all(range(1, 20))
    site.read_all(range(100, 120), names=NEW)
    assert site.stat("switched") == 1
    back = site.read_all(range(200, 204), names=OLD)
    assert names(back[:1]) != {None}
    assert site.stat("adopted") == 1


def test_new_paint_raises_no_alarm(site):
    site.read_all(range(1, 20))
    banner = '<div class="promo"><a href="/buy">Two for one</a></div>'
    items = site.read_all(range(100, 160), names={**OLD, "wrap": "frame-2"}, around=banner)
    assert site.stat("drift") == 0
    assert None not in names(items)


def test_change_that_cannot_be_learnt_ends_the_run_with_its_own_code(site, monkeypatch):
    site.read_all(range(1, 20))

    async def in_vain(job):
        return LearnReport(job.url, faults=["nothing"])

    monkeypatch.setattr(site, "learn", in_vain)
    items = site.read_all(range(100, 120), names=NEW)
    assert all(len(item.records) == 5 for item in items)
    assert names(items) == {None}
    with pytest.raises(CloseSpider) as ended:
        end_drifting(site.templates, site.stats)
    assert ended.value.reason == "drifted"
    assert exit_code("drifted") == 9
    assert "@1" in site.stats.get_value("fpcrawl/end_detail")


def test_error_in_learning_costs_no_page(site, monkeypatch, caplog):
    async def fails(job):
        raise RuntimeError("the reader is gone")

    monkeypatch.setattr(site, "learn", fails)
    items = site.read_all(range(1, 9))
    assert all(len(item.records) == 5 for item in items)
    assert site.stat("learning_errors") >= 1
    assert "Nothing learnt" in caplog.text


def test_next_run_knows_what_was_learnt_and_how_it_fares(site):
    site.read_all(range(1, 20))
    site.close()
    assert site.stat("templates_live") == 1
    later = Watched(site.state)
    items = later.read_all(range(30, 33))
    assert names(items) == {entry.name for entry in later.templates.book.live(SITE)}
    assert later.stat("learnt") == 0
    (entry,) = later.templates.book.live(SITE)
    assert later.templates.book.watch(entry).pages > 10


def test_end_of_a_short_run_suffices_to_learn(site):
    items = site.read_all(range(1, 4))
    assert names(items) == {None}
    site.close()
    assert site.stat("learnt") == 1
    assert site.stat("templates_live") == 1


def test_template_of_another_site_is_taken_over(site, state):
    site.read_all(range(1, 20))
    (entry,) = site.templates.book.live(SITE)
    other = Watched(state, "g.example")
    items = other.read_all(range(40, 46))
    assert names(items[:1]) == {entry.name}
    (own,) = other.templates.book.live("g.example")
    assert (own.origin, own.id != entry.id) == (entry.name, True)
    assert names(items[3:]) == {own.name}
    assert (other.stat("adopted"), other.stat("learnt")) == (1, 0)


def test_a_state_that_goes_away_while_learning_is_no_error(state, monkeypatch, caplog):
    site = Watched(state)

    def take(job, report):
        raise StateAway("Redis does not answer", 1.0)

    monkeypatch.setattr(site.templates, "take", take)
    site.read_all(range(1, 6))
    assert site.stat("learning_errors") == 0
    levels = {record.levelname for record in caplog.records}
    assert "WARNING" in levels
    assert not levels & {"ERROR", "CRITICAL"}


def list_html(page, rows=8, kind="topics"):
    said = "".join(
        f'<tr class="row"><td><a class="title" href="/thread-{100 * page + n}.html">What about the'
        f' mill number {100 * page + n}?</a></td><td class="by"><a href="/user/{n}">Ada{n}</a></td>'
        f'<td class="num">{3 * n + 1}</td><td class="last">2024-04-{10 + n} 10:0{page % 10}</td>'
        "</tr>"
        for n in range(1, rows + 1)
    )
    return html_page(
        f'<h1>Mills</h1><table class="{kind}"><tr><th>Topic</th><th>By</th><th>Replies</th>'
        f"<th>Last</th></tr>{said}</table>",
        "Mills",
    )


def read_list(site, page, html=None):
    url = f"http://{SITE}/forum-1-{page}.html"
    job = PageJob(url, (html or list_html(page)).encode(), "utf-8", NOW, NOW, Context("index"))
    report = site.desk.read(job)
    assert report.role == "index"
    item = PageItem(url, None, report.context, report, NOW, cluster="lists")
    item.body, item.http_charset, item.fetched = job.body, "utf-8", NOW.isoformat()
    asyncio.run(site._process(item))
    with site.state.transaction():
        if item.keep is not None:
            site.state.templates.keep(item.keep)
    return item


def test_lists_have_templates_that_look_on_and_change_no_row(site):
    rows = [read_list(site, page) for page in range(1, 22)]
    (entry,) = site.templates.book.live(SITE)
    assert (entry.role, entry.cluster) == ("index", "lists")
    uses = [use for item in rows[-3:] for use in item.report.uses]
    assert [(use.template, use.fits, use.handed_out) for use in uses] == [
        (entry.id, True, False)
    ] * 3
    assert all(len(item.records) == 8 for item in rows)
    assert site.stat("templated") == site.stat("structured") == 0
    changed = [
        read_list(site, page, list_html(page).replace("title", "name").replace("row", "line"))
        for page in range(30, 50)
    ]
    assert all(len(item.records) == 8 for item in changed)
    assert site.stat("drift") == 0, "nothing is worse for it"
    assert not site.templates.drifting


def test_lists_wait_with_their_template_while_there_are_pages_to_be_read(site):
    site.are_busy = True
    for page in range(1, 30):
        read_list(site, page)
    assert site.templates.book.live(SITE) == []
    site.read_all(range(1, 8))
    assert [entry.role for entry in site.templates.book.live(SITE)] == ["thread"]
    site.are_busy = False
    read_list(site, 30)
    assert {entry.role for entry in site.templates.book.live(SITE)} == {"thread", "index"}


def test_very_many_lists_have_their_template_all_the_same(site):
    site.are_busy = True
    for page in range(1, 163):
        read_list(site, page)
    assert [entry.role for entry in site.templates.book.live(SITE)] == ["index"]


def test_run_under_way_learns_of_what_another_has_learnt_meanwhile(site, tmp_path):
    site.read(thread_html(1), 1)
    site.state.flush()
    # Another process, with a connection of its own.
    theirs = open_state(tmp_path / "state")
    other = Watched(theirs, "g.example")
    other.read_all(range(30, 38))
    theirs.flush()
    (entry,) = other.templates.book.live("g.example")
    assert site.templates.book.get(*entry.key) is None
    site.templates.save()
    assert site.templates.book.get(*entry.key) == entry
    assert site.known.templates.library == [entry]
    known = site.known.templates
    site.templates.save()
    assert site.known.templates is known, "nothing new, nothing told"
    items = site.read_all(range(2, 6))
    assert names(items[:1]) == {entry.name}
    assert (site.stat("adopted"), site.stat("learnt")) == (1, 0)
    site.state.flush()
    theirs.close()


def test_what_is_known_of_a_template_in_use_is_not_undone_by_what_is_stored(site):
    site.read_all(range(1, 12))
    (entry,) = site.templates.book.live(SITE)
    watch = site.templates.book.watch(entry)
    pages = watch.pages
    assert pages > 0
    site.templates._change = 0
    site.templates.save()
    assert site.templates.book.watch(entry) is watch
    assert watch.pages == pages


def anchored(entry, name):
    """The same template with marks that no page has."""
    return replace(entry, id=name, anchors=("div.nowhere",))


def test_library_is_tried_by_cluster_before_marks(site, state):
    site.read_all(range(1, 9), cluster="c7")
    (entry,) = site.templates.book.live(SITE)
    lost = anchored(entry, "0badcafe")
    for one in (replace(entry, state="former", site="h.example"), lost):
        state.templates.put(one)
    strange = Watched(state, "g.example")
    first = strange.read_all([40], cluster="c1")
    assert names(first) == {None}, "neither its cluster nor its marks"
    same = Watched(state, "i.example")
    same.read(thread_html(41), 41, cluster="c7")
    items = same.read_all(range(42, 44), cluster="c7")
    assert names(items[:1]) == {lost.name}
    # The first page was read again once its cluster was known.
    assert same.stat("reread") == 1
    record = state.records.get("post", items[0].records[0].key)
    assert record["template"] == lost.name


def test_among_many_templates_that_of_the_cluster_is_tried(site, state):
    site.read_all(range(1, 9), cluster="c7")
    (entry,) = site.templates.book.live(SITE)
    useless = {**entry.templates, "xpath": {**entry.templates["xpath"]}}
    useless["xpath"]["records"] = [{"path": "//nav/section", "count": 1}]
    for n in range(MAX_TRIED):
        late = replace(entry, id=f"0000000{n}", templates=useless, cluster="c9", created="2099")
        state.templates.put(late)
    other = Watched(state, "g.example")
    first = other.read_all([40], cluster="c1")
    assert names(first) == {None}, "too many others come first"
    same = Watched(state, "i.example")
    items = same.read_all(range(41, 44), cluster="c7")
    assert names(items[1:2]) == {entry.name}
