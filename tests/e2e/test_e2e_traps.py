"""Sites of a million addresses: the crawl ends by itself, with every thread and little waste."""

from __future__ import annotations

import re
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from e2e_kit import Site, crawl, records

from fpcrawl.demo.exchange import text_reply
from fpcrawl.demo.traps import KINDS, TrapSite
from fpcrawl.walk.families import REFUSALS

if TYPE_CHECKING:
    from pathlib import Path

    from fpcrawl.demo.exchange import Reply, Request

pytestmark = pytest.mark.slow

MOST_WASTE = 300


@pytest.mark.parametrize("kind", KINDS)
def test_a_trap_is_left_with_all_threads_found(tmp_path: Path, kind: str) -> None:
    truth = TrapSite(kind)
    with Site(truth.handle) as site:
        ended = crawl(tmp_path, "forum", f"site={site.url}").assert_clean()
        asked = [target for target in site.log if target != "/robots.txt"]
    assert (ended.code, ended.err) == (0, "")
    shown = [truth.page_of(target) for target in asked]
    found = {page for page in shown if page is not None}
    missing = {page for page in truth.pages - found if page[0] == "topic"}
    assert not missing
    assert len(asked) - len(found) <= MOST_WASTE
    keys = [line["key"] for line in records(tmp_path)]
    assert len(keys) == len(set(keys)) == truth.posts


@pytest.mark.parametrize(
    ("status", "page"),
    [
        (200, "<h1>Sorry</h1><p>errno 1040, sql select from pre_forum</p>"),
        (200, ""),
        (404, "<h1>Nothing here</h1>"),
    ],
)
def test_pages_in_whose_place_another_is_shown_for_a_while_are_not_lost(
    tmp_path: Path, status: int, page: str
) -> None:
    truth = TrapSite("calendar")
    asked = 0

    def respond(request: Request) -> Reply:
        nonlocal asked
        asked += 1
        if asked >= 60:
            return text_reply(status, page, "text/html")
        return truth.handle(request)

    with Site(respond) as site:
        crawl(tmp_path, "forum", f"site={site.url}").assert_clean()
        read = len(records(tmp_path))
        assert read < truth.posts
        asked = -10_000
        for wait_s in (1, 4 * 3600):
            with closing(sqlite3.connect(tmp_path / ".fpcrawl" / "fpcrawl.sqlite3")) as db, db:
                db.execute("UPDATE frontier SET due = due - ? WHERE state = 1", (wait_s,))
            crawl(tmp_path, "forum", f"site={site.url}").assert_clean()
            assert len(records(tmp_path)) == (read if wait_s == 1 else truth.posts)


@pytest.mark.parametrize("status", [403, 404])
def test_threads_for_members_alone_cost_no_other_its_fetch(tmp_path: Path, status: int) -> None:
    truth = TrapSite("calendar")
    private: set[int] = set()

    def respond(request: Request) -> Reply:
        shown = truth.page_of(request.target)
        if shown is not None and shown[0] == "topic":
            # Those that are asked for first: nothing is known of the others then.
            if len(private) < REFUSALS - 1:
                private.add(shown[1])
            if shown[1] in private:
                return text_reply(status, "<h1>For members alone</h1>", "text/html")
        return truth.handle(request)

    with Site(respond) as site:
        crawl(tmp_path, "forum", f"site={site.url}").assert_clean()
    assert len(private) == REFUSALS - 1
    read = {int(line["thread_url"].rpartition("/")[2]) for line in records(tmp_path)}
    assert read == set(truth.threads) - private


def test_a_site_that_refused_everything_is_tried_anew_by_the_next_run(tmp_path: Path) -> None:
    truth = TrapSite("sorts")
    first = set(sorted(truth.threads)[: len(truth.threads) // 3])
    begun = False

    def respond(request: Request) -> Reply:
        reply = truth.handle(request)
        if begun:
            return reply
        shown = truth.page_of(request.target)
        if shown is not None and shown[0] == "topic":
            return text_reply(404, "<h1>Nothing here</h1>", "text/html")
        # The other boards come later.
        return replace(reply, body=re.sub(rb"/board/[12]", b"/board/0", reply.body))

    soon = {f"FPCRAWL_REVISIT_{name}_S": "1" for name in ("MIN", "START", "MAX")}
    with Site(respond) as site:
        crawl(tmp_path, "forum", f"site={site.url}", settings=soon).assert_clean()
        assert not records(tmp_path)
        begun = True
        time.sleep(1.2)  # the lists become due
        crawl(tmp_path, "forum", f"site={site.url}", settings=soon).assert_clean()
    read = {int(line["thread_url"].rpartition("/")[2]) for line in records(tmp_path)}
    assert read == set(truth.threads) - first
