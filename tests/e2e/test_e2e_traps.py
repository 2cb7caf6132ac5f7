"""Sites of a million addresses: the crawl ends by itself, with every thread and little waste."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from e2e_kit import Site, crawl, records

from fpcrawl.demo.traps import KINDS, TrapSite

if TYPE_CHECKING:
    from pathlib import Path

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
