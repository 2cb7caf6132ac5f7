"""``scrapy status`` tells what the state holds, and refuses clearly."""

from __future__ import annotations

import json
import sqlite3
import time

import pytest
from commands_kit import CRAWL, NOW, fill, scrapy

from fpcrawl.clustering.clusterstore import ClusterRow
from fpcrawl.commands.status import chosen_crawls, status_lines
from fpcrawl.commands.statusreport import crawl_status
from fpcrawl.exceptions import UsageError
from fpcrawl.extraction.templates.book import TemplateEntry
from fpcrawl.extraction.templates.verify import Verification
from fpcrawl.extraction.templates.watch import TemplateWatch
from fpcrawl.store.siteclusters import SiteClusters
from fpcrawl.store.sqlite import STATE_FILE, open_state


@pytest.fixture
def status(tmp_path):
    fill(tmp_path)
    state = open_state(tmp_path, read_only=True)
    yield crawl_status(state, CRAWL, NOW)
    state.close()


def test_counts_come_from_the_rows_and_the_records_of_the_site(status):
    assert (status.posts, status.articles, status.threads) == (2, 1, 1)
    assert (status.due, status.later, status.retrying, status.leased) == (1, 3, 1, 0)
    assert status.seen == 2
    assert status.fetched == {"done": 2, "failed": 1, "gone": 1}
    assert status.crawl_delay_s == 2.5


def standing(**changes):
    values = {
        "name": "tea",
        "word": "tea",
        "model": "adaptive",
        "eta": 0.02,
        "pages": 40,
        "on_topic": 10,
        "harvest": 0.25,
        "harvest_late": 0.5,
        "mean_score": 0.0312,
        "steps": 0,
        "grown": 0,
    }
    return {"version": 1, "standing": {**values, **changes}}


@pytest.mark.parametrize(
    ("saved", "told"),
    [
        (
            standing(),
            "tea: 10 of 40 pages on it (25%, 50% of late), mean score 0.03, from 0.02 on",
        ),
        (standing(word="drink", steps=1, grown=7), "tea, widened to drink: 10 of 40 pages"),
        (standing(grown=7), "7 terms found while crawling"),
        ({"group": "forum:seeds/tea"}, "tea: 10 of 40 pages"),
        (standing() | {"version": 0}, None),
        (None, None),
    ],
)
def test_the_topic_is_told_where_there_is_one(tmp_path, saved, told):
    fill(tmp_path)
    state = open_state(tmp_path)
    state.values.set(f"topic/{CRAWL}", saved)
    state.values.set("topic/forum:seeds/tea", standing())
    found = crawl_status(state, CRAWL, NOW)
    state.close()
    lines = [line for line in status_lines(found, NOW) if line.startswith("  topic ")]
    assert len(lines) == (told is not None)
    assert (found.to_json()["topic"] is None) == (told is None)
    if told is not None:
        assert told in lines[0]
        # What the sites of a file share is not taken for a site's own.
        is_shared = "group" in saved
        assert ("(all sites of the seeds file together)" in lines[0]) == is_shared
        assert found.to_json()["topic"]["of_all_sites"] is is_shared


def test_lists_have_their_role_and_their_visits(status):
    home, members = status.lists
    assert (home.role, home.visits, home.failures) == ("home", 1, 0)
    assert home.last_visit == "2023-11-14T22:13:20+00:00"
    assert home.next_due == "2023-11-14T23:13:20+00:00"
    assert (members.role, members.visits, members.failures) == ("board", 0, 1)
    assert members.last_visit is None
    assert status.last_visit == home.last_visit


def test_failures_are_summed_by_reason(status):
    assert status.failures == {"http_404": 1, "timeout": 1}
    given_up = {failure.url: failure.dropped for failure in status.latest_failures}
    assert given_up == {
        "http://a.example:8080/gone": True,
        "http://a.example:8080/members/": False,
    }


def test_families_tell_what_they_were_worth(status):
    rows = {family.shape: family for family in status.families}
    assert rows["/thread/{n}"].verdict == "proven"
    assert rows["/thread/{n}"].role == "thread"
    assert rows["/user/{n}"].verdict == "blocked"
    assert (rows["/user/{n}"].fetched, rows["/user/{n}"].wasted) == (6, 6)


def test_warnings_name_what_the_operator_should_know(status):
    texts = {notice.kind: notice.text for notice in status.warnings}
    assert set(texts) == {
        "host_backed_off",
        "robots_forbid",
        "lists_failing",
        "families_blocked",
        "zone_guessed",
    }
    assert "4 failures in a row" in texts["host_backed_off"]
    assert "http://a.example:8080/members/" in texts["robots_forbid"]
    assert "6 of their 6 fetches" in texts["families_blocked"]
    assert "UTC+08:00" in texts["zone_guessed"]


def test_clusters_of_the_crawl_are_told(tmp_path):
    fill(tmp_path)
    state = open_state(tmp_path)
    SiteClusters(state.values, CRAWL).add({"0123456789ab": 30})
    SiteClusters(state.values, "forum:b.example").add({"0123456789ab": 9, "ba9876543210": 5})
    # Not every page is compared with the clusters.
    state.clusters.update(
        ["0123456789ab"], lambda _: [ClusterRow("0123456789ab", pages=4, votes={"thread": 2})]
    )
    status = crawl_status(state, CRAWL, NOW)
    state.close()
    assert [(one.pages, one.pages_all) for one in status.clusters] == [(30, 39)]
    lines = list(status_lines(status, NOW))
    place = lines.index("  clusters (1)")
    assert lines[place + 2].split() == ["thread", "30", "39", "0123456789ab"]


def test_overdue_lists_are_a_warning_and_a_set_zone_is_none(tmp_path):
    fill(tmp_path)
    state = open_state(tmp_path, read_only=True)
    try:
        later = crawl_status(state, CRAWL, NOW + 5 * 86_400, zone_is_set=True)
    finally:
        state.close()
    kinds = {notice.kind for notice in later.warnings}
    assert "lists_overdue" in kinds
    assert "zone_guessed" not in kinds
    assert "host_backed_off" not in kinds


def test_long_tables_are_cut_unless_all_is_asked_for(status):
    cut = "\n".join(status_lines(status, NOW, 1))
    whole = "\n".join(status_lines(status, NOW, None))
    assert "and 1 more, see --all or --json" in cut
    assert "/user/{n}" in whole
    assert "more, see --all" not in whole


def template_of(letter, **changes):
    values = {
        "id": letter * 8,
        "version": 1,
        "site": "a.example:8080",
        "cluster": "",
        "role": "thread",
        "templates": {"xpath": {}},
        "verification": Verification("thread"),
    }
    return TemplateEntry(**{**values, **changes})


def test_templates_in_use_are_counted_and_one_that_drifts_is_a_warning(tmp_path):
    fill(tmp_path)
    state = open_state(tmp_path)
    state.templates.put(template_of("a", version=2), TemplateWatch(drifting=True))
    state.templates.put(template_of("a", state="former"), TemplateWatch(drifting=True))
    state.templates.put(template_of("b", pinned=True), TemplateWatch())
    state.templates.put(template_of("c", role="index"))
    state.templates.put(template_of("d", site="b.example"))
    state.flush()
    status = crawl_status(state, CRAWL, NOW)
    state.close()
    assert "  templates    3 in use: 1 index, 2 thread, 1 drifting, 1 pinned" in list(
        status_lines(status, NOW)
    )
    (text,) = [one.text for one in status.warnings if one.kind == "templates_drifting"]
    assert "1 of the templates" in text
    assert "xpath:aaaaaaaa@2" in text
    assert [one["name"] for one in status.to_json()["templates"]] == [
        "xpath:cccccccc@1",
        "xpath:aaaaaaaa@2",
        "xpath:bbbbbbbb@1",
    ]


def test_without_templates_nothing_is_said_of_them(status):
    assert status.templates == []
    assert not [line for line in status_lines(status, NOW) if "templates" in line]


def test_a_crawl_is_chosen_by_name_or_host():
    known = ["forum:a.example", "news:a.example", "forum:b.example"]
    assert chosen_crawls(known, []) == known
    assert chosen_crawls(known, ["a.example"]) == known[:2]
    assert chosen_crawls(known, ["forum:b.example"]) == ["forum:b.example"]
    with pytest.raises(UsageError, match=r"there is no crawl c\.example; there are: forum:a"):
        chosen_crawls(known, ["c.example"])
    with pytest.raises(UsageError, match="cannot read"):
        chosen_crawls(known, ["a.example", "b.example"])


def test_the_command_prints_json_and_text_and_changes_nothing(tmp_path):
    fill(tmp_path / "state", time.time())
    before = (tmp_path / "state" / STATE_FILE).read_bytes()
    ended = scrapy(tmp_path, "status", "--json", "--state", "state", CRAWL)
    assert (ended.returncode, ended.stderr) == (0, "")
    report = json.loads(ended.stdout)
    assert report["state"] == "state"
    (crawl,) = report["crawls"]
    assert crawl["crawl"] == CRAWL
    assert crawl["posts"] == 2
    assert {family["verdict"] for family in crawl["families"]} == {"proven", "blocked"}
    ended = scrapy(tmp_path, "status", "-s", "FPCRAWL_STATE_DIR=state")
    assert ended.returncode == 0
    assert "2 posts, 1 articles, 1 threads" in ended.stdout
    assert "Traceback" not in ended.stderr
    assert (tmp_path / "state" / STATE_FILE).read_bytes() == before


def test_no_state_a_newer_state_and_no_such_crawl_are_one_line(tmp_path):
    ended = scrapy(tmp_path, "status", "--state", "nowhere")
    assert ended.returncode == 6
    assert ended.stderr.count("\n") == 1
    assert "nothing has been crawled there yet" in ended.stderr
    assert not (tmp_path / "nowhere").exists()

    fill(tmp_path / "state")
    ended = scrapy(tmp_path, "status", "--state", "state", "forum:elsewhere")
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1

    with sqlite3.connect(tmp_path / "state" / STATE_FILE) as db:
        db.execute("UPDATE schema_version SET version = 99")
    db.close()
    ended = scrapy(tmp_path, "status", "--state", "state")
    assert ended.returncode == 6
    assert "upgrade fpcrawl" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_the_help_has_an_example(tmp_path):
    ended = scrapy(tmp_path, "status", "--help")
    assert ended.returncode == 0
    assert "Example: scrapy status --json" in " ".join(ended.stdout.split())
