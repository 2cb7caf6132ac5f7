"""Pages whose records wait, and what is read of them again."""

from __future__ import annotations

import json
from types import SimpleNamespace
from zoneinfo import ZoneInfo

from extraction_kit import html_page
from site_kit import CRAWL, SITE, Watched, key_of
from template_kit import NEW, thread_html

from fpcrawl.exceptions import StateAway
from fpcrawl.extraction.extractor import StructureExtractor
from fpcrawl.reader.job import LearnReport
from fpcrawl.signals import records_late
from fpcrawl.store.templates import KEPT_PAGES


def test_a_single_post_waits_until_the_layout_of_its_site_is_known(site):
    alone = site.read(thread_html(3, posts=1), 3, cluster="c2")
    assert (alone.records, alone.held) == ([], 1)
    assert [page.url for page in site.state.templates.held(CRAWL, float("inf"))] == [alone.url]
    site.read(thread_html(10), 10)
    site.close()
    assert site.stat("reread") == 1
    stored = site.state.records.get("post", key_of(alone))
    assert (stored["version"], stored["confidence"] > 0.7) == (1, True)
    assert site.state.templates.held(CRAWL, float("inf")) == []


def test_what_another_page_has_shown_meanwhile_does_not_come_late(state):
    asked = []

    def unsaid(page, records, *, is_known):
        asked.append((page.url, len(records), is_known))
        return []

    site = Watched(state, unsaid=unsaid)
    alone = site.read(thread_html(3, posts=1), 3, cluster="c2")
    site.close()
    assert asked == [(alone.url, 1, False)]
    assert state.records.get("post", key_of(alone)) is None
    assert state.templates.held(CRAWL, float("inf")) == []


def test_a_single_post_on_a_site_without_another_is_handed_out_at_the_end(site):
    told = []

    def tell(stored):
        told.extend(stored)

    site.signals.connect(tell, records_late)
    alone = site.read(thread_html(3, posts=1), 3, cluster="c2")
    assert told == []
    site.close()
    assert site.state.records.get("post", key_of(alone))["version"] == 1
    assert [(one.record.key, one.status, one.version) for one in told] == [
        (key_of(alone), "new", 1)
    ]


def test_a_single_post_of_a_design_that_is_new_to_a_site_is_held_back(site):
    site.read_all(range(1, 20))
    alone = site.read(thread_html(300, posts=1, names=NEW), 300)
    assert (alone.records, alone.held) == ([], 1)
    site.read(thread_html(301, names=NEW), 301)
    site.close()
    assert site.state.records.get("post", key_of(alone))["version"] == 1
    assert site.state.templates.held(CRAWL, float("inf")) == []


def test_a_post_that_is_known_from_its_thread_is_not_what_a_lone_one_says(site):
    site.read_all(range(1, 20))
    thread = site.read(thread_html(300), 300)
    first = thread.records[0]
    html = thread_html(300, posts=1, names=NEW)
    assert first.body_text in html
    fuller = 'Twelve are <a href="http://e.example/">here</a>. <img src="/n.png" alt="n">' * 9
    alone = site.read(html.replace(first.body_text, fuller), 999)
    assert (alone.held, key_of(alone)) == (1, first.key)
    site.close()
    stored = site.state.records.get("post", first.key)
    assert (stored["url"], stored["body_text"]) == (first.url, first.body_text)


def test_a_thread_without_a_post_is_read_again_however_many_come_after_it(site, monkeypatch):
    blind = StructureExtractor.extract
    monkeypatch.setattr(StructureExtractor, "extract", lambda *_: [])
    empty = site.read(thread_html(300, posts=1), 300, cluster="c2")
    monkeypatch.setattr(StructureExtractor, "extract", blind)
    assert (empty.records, empty.held) == ([], 0)
    for n in range(2 * KEPT_PAGES):
        site.read(html_page(f"<h1>Notice {n}</h1><p>Nothing is written here.</p>"), 400 + n, "c2")
    site.close()
    urls = [post["url"].partition("#")[0] for post in site.state.records.stored("post")]
    assert urls == [empty.url]


def test_later_state_of_a_page_is_not_undone_by_a_kept_one(site):
    site.read_all(range(1, 5))
    edited = thread_html(2).replace("bridge", "tunnel")
    assert edited != thread_html(2)
    item = site.read(edited, 2, after_s=3600)
    site.state.templates.keep(item.keep) if item.keep else None
    texts = {record.key: record.body_text for record in item.records}
    site.read_all(range(5, 9))
    for key, text in texts.items():
        assert site.state.records.get("post", key)["body_text"] == text


def test_held_back_records_come_with_the_template_or_at_the_end(state):
    site = Watched(state, hold_s=1000.0)
    first = site.read_all(range(1, 5))
    assert [item.records for item in first] == [[]] * 4
    assert state.records.count("post") == 0
    # Another cluster of too few pages for a template.
    alone = site.read(thread_html(77, names=NEW), 77, cluster="c2")
    assert alone.records == []
    site.read_all(range(5, 8))
    assert state.records.count("post") == 35
    assert site.stat("held") >= 5
    site.close()
    assert state.records.count("post") == 40
    assert state.templates.held(f"forum:{SITE}", float("inf")) == []


def test_held_posts_that_only_scripts_are_told_of_come_out(state):
    writer = {"type": "users", "id": "7", "attributes": {"username": "gita"}}
    when, words = "2024-03-01T10:00:00+00:00", "<p>The lid is to blame.</p>"
    post = {
        "type": "posts",
        "id": "70",
        "attributes": {"number": 1, "createdAt": when, "contentHtml": words},
        "relationships": {"user": {"data": {"type": "users", "id": "7"}}},
    }
    thread = {"data": [{"type": "posts", "id": "70"}]}
    document = {
        "data": {"type": "discussions", "id": "3", "relationships": {"posts": thread}},
        "included": [post, writer],
    }
    told = f"<script type='application/json'>{json.dumps(document)}</script>"
    # A page that shows nothing is made of what it tells, which teaches no template.
    rules = f"<aside>{'Be kind to each other. ' * 100}</aside>"
    site = Watched(state, hold_s=1000.0)
    assert site.read(html_page(told + rules), 3).held == 1
    site.close()
    assert [post["author"] for post in state.records.stored("post")] == ["gita"]


def test_held_times_are_of_the_zone_that_the_user_has_set(state):
    site = Watched(state, hold_s=1000.0, zone=ZoneInfo("Asia/Shanghai"))
    item = site.read(thread_html(3), 3)
    site.close()
    told = {post["key"]: post["published"] for post in state.records.stored("post")}
    assert told == {post.key: post.published for post in item.report.records}
    assert {time[-6:] for time in told.values()} == {"+08:00"}


def test_held_pages_of_a_killed_run_are_read_by_the_next(state):
    killed = Watched(state, hold_s=1000.0)
    killed.read_all(range(1, 4))
    later = Watched(state, hold_s=1000.0)
    later.close()
    assert state.records.count("post") == 15


def test_held_pages_stay_when_the_state_is_away_at_the_end(state, monkeypatch, caplog):
    site = Watched(state, hold_s=1000.0)
    site.read_all(range(1, 4))

    def held(crawl, until):
        raise StateAway("Redis does not answer", 1.0)

    monkeypatch.setattr(type(site.templates._store), "held", lambda _, *given: held(*given))
    site.close()
    [record] = [one for one in caplog.records if one.levelname == "WARNING"]
    assert "left to the next run: Redis does not answer" in record.getMessage()
    monkeypatch.undo()
    Watched(state, hold_s=1000.0).close()
    assert state.records.count("post") == 15


def test_page_that_breaks_the_reader_does_not_take_the_other_held_ones_with_it(state):
    site = Watched(state, hold_s=1000.0)
    site.read_all(range(1, 4))
    learn = site.desk.learn

    async def breaks(job):
        if any("thread-2." in page.url for page in job.pages):
            return LearnReport(job.url, failure="crash", failure_text="it ended the process")
        return learn(job)

    site.spider.readings = SimpleNamespace(learn=breaks)
    site.close()
    assert state.records.count("post") == 10
    assert state.templates.held(f"forum:{SITE}", float("inf")) == []
