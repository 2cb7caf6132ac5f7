"""Spider arguments: what passes, and one clear line for what does not."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.exceptions import UsageError
from fpcrawl.spiders.arguments import SpiderArguments, parse_arguments

SITE = "https://bbs.example.com/"
#: The first of February 2026, at 10.
NOW = datetime(2026, 2, 1, 10, tzinfo=UTC).timestamp()


def test_a_site_is_enough():
    assert parse_arguments({"site": "bbs.example.com"}) == SpiderArguments(SITE)


def test_all_arguments():
    given = {
        "site": "http://bbs.example.com:8080/forum/",
        "boards": " http://bbs.example.com:8080/f/1 ,,http://bbs.example.com:8080/f/2,",
        "allow": r"/[ft]/\d+",
        "deny": "print",
        "max_pages": "20",
        "since": "2026-01-31",
        "starts": "http://bbs.example.com:8080/t/7",
    }
    found = parse_arguments(given, lambda: NOW)
    assert found.site == "http://bbs.example.com:8080/forum/"
    assert found.host == "bbs.example.com:8080"
    assert found.boards == ("http://bbs.example.com:8080/f/1", "http://bbs.example.com:8080/f/2")
    assert found.allow.search("/t/5")
    assert found.deny.search("/t/5/print")
    assert found.max_pages == 20
    assert found.starts == ("http://bbs.example.com:8080/t/7",)
    assert found.since == datetime(2026, 1, 31, tzinfo=UTC)


def test_a_moment_keeps_its_offset():
    found = parse_arguments({"site": SITE, "since": "2026-01-31T10:00+08:00"}, lambda: NOW)
    assert found.since == datetime(2026, 1, 31, 10, tzinfo=timezone(timedelta(hours=8)))


@pytest.mark.parametrize("since", ["2026-02-01", "2026-02-02T11:00+01:00"])
def test_somewhere_it_is_tomorrow_already(since):
    assert parse_arguments({"site": SITE, "since": since}, lambda: NOW).since is not None


@pytest.mark.parametrize(
    "since", ["2026-02-03", "2026-02-02T13:00+01:00", "9999-12-31T23:59-12:00"]
)
def test_a_day_yet_to_come_is_refused(since):
    with pytest.raises(UsageError, match=f"^since: {re.escape(since)} is yet to come"):
        parse_arguments({"site": SITE, "since": since}, lambda: NOW)


def test_empty_arguments_are_as_if_not_given():
    names = ("boards", "allow", "deny", "max_pages", "since")
    assert parse_arguments({"site": SITE, **dict.fromkeys(names, "")}) == SpiderArguments(SITE)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "no site given"),
        ({"site": ""}, "no site given"),
        ({"site": "ftp://bbs.example.com"}, "neither http nor https"),
        ({"site": "http://"}, "site"),
        ({"site": "http://a b.example/"}, "white space"),
        ({"site": "http://me:secret@bbs.example.com/"}, "user name or password"),
        ({"sit": SITE}, "did you mean site?"),
        ({"site": SITE, "board": SITE}, "did you mean boards?"),
        (
            {"site": SITE, "zzz": "1"},
            "known: site, boards, allow, deny, max_pages, login, since, topic, starts, seeds",
        ),
        ({"site": SITE, "boards": "https://else.example/f/1"}, "is not on the site"),
        ({"site": SITE, "boards": "https://[bad/f/1"}, "malformed"),
        ({"site": SITE, "boards": " , "}, "there is no address in ' , '"),
        (
            {"site": SITE, "starts": "https://else.example/t/1"},
            "starts: https://else.example/t/1 is",
        ),
        ({"site": SITE, "topic": "nowhere.yaml"}, "topic: nowhere.yaml is no file"),
        ({"seeds": "sites.txt"}, "only scrapy crawl can crawl several sites"),
        ({"site": SITE, "allow": "(unclosed"}, "allow: '(unclosed' is no regular expression"),
        ({"site": SITE, "deny": "*"}, "deny: '*' is no regular expression"),
        ({"site": SITE, "max_pages": "0"}, "1 or more"),
        ({"site": SITE, "max_pages": "-3"}, "no number of pages"),
        ({"site": SITE, "max_pages": "many"}, "no number of pages"),
        ({"site": SITE, "since": "yesterday"}, "write it like 2026-01-31"),
        ({"site": SITE, "since": "2026-02-30"}, "write it like 2026-01-31"),
    ],
)
def test_what_is_wrong_is_one_line(given, words):
    with pytest.raises(UsageError) as caught:
        parse_arguments(given)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_topic_is_read_from_its_file(tmp_path):
    path = tmp_path / "tea.yaml"
    path.write_text("name: tea\nterms: [kettle, spout]\n")
    found = parse_arguments({"site": SITE, "topic": str(path)})
    assert found.topic.name == "tea"
    assert [term.term for term in found.topic] == ["kettle", "spout"]
    path.write_text("name: tea\ncolour: green\n")
    with pytest.raises(UsageError, match="line 2"):
        parse_arguments({"site": SITE, "topic": str(path)})


@pytest.mark.parametrize("count", ["²", "9" * 5000])
def test_odd_digits_are_no_number_of_pages(count):
    with pytest.raises(UsageError):
        parse_arguments({"site": SITE, "max_pages": count})


@given(
    st.dictionaries(
        st.sampled_from(["site", "boards", "allow", "deny", "since"]), st.text(max_size=30)
    )
)
def test_bad_arguments_never_end_in_anything_else(given):
    try:
        found = parse_arguments(given)
    except UsageError:
        return
    assert found.site.startswith(("http://", "https://"))


def test_what_scrapyd_adds_is_no_argument():
    plain = parse_arguments({"site": SITE})
    assert parse_arguments({"site": SITE, "_job": "a1b2", "_version": "7"}) == plain
    with pytest.raises(UsageError, match="_jobs"):
        parse_arguments({"site": SITE, "_jobs": "a1b2"})
