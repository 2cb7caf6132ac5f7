"""Why one address is what it is, and what became of it."""

from __future__ import annotations

import json

import pytest
from commands_kit import CRAWL, NOW, entry, fill, scrapy

from fpcrawl.commands.whyurl import explain
from fpcrawl.exceptions import UsageError
from fpcrawl.pages.urls import url_key
from fpcrawl.scheduling.fingerprint import key_fingerprint
from fpcrawl.store.model import FINGERPRINT_BYTES, Outcome
from fpcrawl.store.sqlite import open_state

HOST = "http://a.example:8080"


@pytest.fixture
def why(tmp_path):
    fill(tmp_path)
    state = open_state(tmp_path, clock=lambda: NOW)
    yield lambda path: explain(state, CRAWL, HOST + path)
    state.close()


def test_the_family_speaks_for_the_role(why):
    found = why("/thread/99")
    assert (found.role, found.confidence, found.verdict) == ("thread", 1.0, "proven")
    assert found.family == "/thread/{n}"
    assert "pages like /thread/{n} have been thread 100%" in found.reasons
    assert any(reason.startswith("6 of them were fetched: 6 useful") for reason in found.reasons)


def test_why_it_is_not_followed(why):
    assert why("/user/7").verdict.startswith("left alone")
    assert any("action, an account" in reason for reason in why("/login.php").reasons)
    assert "no page with an address like it was met" in why("/odd/page/of/mine.html").reasons


def test_another_site_and_another_spelling(tmp_path, why):
    state = open_state(tmp_path, read_only=True)
    found = explain(state, CRAWL, "HTTP://else.example/x?utm_source=y#z")
    state.close()
    assert found.url == "http://else.example/x"
    assert "it is fetched as http://else.example/x" in found.reasons
    assert "it is not on the site a.example:8080" in found.reasons


def test_a_failure_is_told(why):
    assert "failed 1 times, last with http_404" in why("/gone").reasons


def test_what_became_of_it(tmp_path):
    state = open_state(tmp_path, clock=lambda: NOW)

    def row(path, **changes):
        print_ = key_fingerprint(url_key(HOST + path))[:FINGERPRINT_BYTES]
        state.frontier.add(entry(path, fingerprint=print_, **changes))

    row("/done", priority=9)
    row("/held", priority=8)
    row("/due")
    row("/later", not_before=NOW + 500)
    done, held = state.frontier.lease(CRAWL, NOW, 2)
    state.frontier.ack(done.lease_id, Outcome.DONE)
    assert held.url == f"{HOST}/held"
    states = [
        explain(state, CRAWL, HOST + path).state
        for path in ("/done", "/held", "/due", "/later", "/never")
    ]
    state.close()
    assert states[0] == "done"
    assert states[1].startswith("being fetched")
    assert states[2] == "waiting, due now"
    assert states[3] == "waiting until 2023-11-14T22:21:40+00:00"
    assert states[4] == "never met, or not followed"


def test_the_command_explains_and_refuses_what_is_no_address(tmp_path):
    fill(tmp_path)
    told = scrapy(tmp_path, "status", "--state", ".", "--why", f"{HOST}/thread/5")
    assert told.returncode == 0
    assert "role      thread, confidence 1.00" in told.stdout
    plain = scrapy(tmp_path, "status", "--state", ".", "--json", "--why", f"{HOST}/thread/5")
    assert json.loads(plain.stdout)[0]["family"] == "/thread/{n}"
    wrong = scrapy(tmp_path, "status", "--state", ".", "--why", "mailto:me")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "is no http(s) address" in wrong.stderr


def test_no_address_is_refused(tmp_path):
    state = open_state(tmp_path, clock=lambda: NOW)
    with pytest.raises(UsageError, match="no http"):
        explain(state, CRAWL, "javascript:void(0)")
    state.close()
