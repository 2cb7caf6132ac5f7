"""Templates learnt during a crawl: sites that change, sites that only seem to, and kills."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from compare import compare, family_of
from e2e_kit import Demo, crawl, records, start

if TYPE_CHECKING:
    from pathlib import Path

    from e2e_kit import Ended

pytestmark = pytest.mark.slow

#: Enough threads of one family for a template to be learnt, to drift and to be learnt anew.
BUSY = {"days": 14, "threads_per_board": 100}
_DRIFT = re.compile(r"no longer fits \S+ \((\d+) pages since")
_SWITCH = re.compile(r"is (?:replaced|joined) by \S+ after (\d+) pages")


def templates(directory: Path) -> list[tuple[str, int, str]]:
    """Return ``(id, version, state)`` of the templates of threads in the state."""
    with closing(sqlite3.connect(directory / ".fpcrawl" / "fpcrawl.sqlite3")) as db:
        return db.execute(
            "SELECT id, version, state FROM templates WHERE role = 'thread' ORDER BY change"
        ).fetchall()


def change_in_mid_crawl(
    directory: Path, family: str, control: str, **given: Any
) -> tuple[Ended, list[dict[str, Any]], list[dict[str, Any]], list[str]]:
    """Crawl one family that changes once its template is learnt.

    Gives the crawl, its records, the truth, and the paths that were asked for after the change.
    """
    with Demo(**BUSY) as demo:
        run = start(directory, "forum", f"site={demo.url}{family}/")
        for served in range(60, 1000, 5):
            demo.until_served(served, run)
            if "learnt from" in run.log:
                break
        # Pages are read while it is learnt; some are to be read by it.
        demo.until_served(demo.served + 40, run)
        demo.control(control, family=family, **given)
        served = demo.served
        ended = run.wait(300)
        assert demo.served > served + 60, "too little was left to crawl after the change"
        truth = [post for post in demo.posts() if family_of(post["url"]) == family]
        asked = [e["path"] for e in demo.truth("log")]
        after = [path for path in asked if not path.startswith("/_")][served:]
    assert (ended.code, ended.err) == (0, "")
    ended.assert_clean()
    return ended, records(directory), truth, after


def wrong_share(rows: list[dict[str, Any]], truth: list[dict[str, Any]], family: str) -> float:
    found = compare(rows, truth, [family])
    found.assert_same_posts()
    return max(len(lines) for lines in [[], *found.wrong.values()]) / len(rows)


@pytest.mark.parametrize("family", ["divs", "terms"])
def test_site_that_changes_its_template_is_followed(tmp_path: Path, family: str) -> None:
    ended, rows, truth, _ = change_in_mid_crawl(tmp_path, family, "skin", skin=1)
    (noticed,) = _DRIFT.findall(ended.log)
    assert int(noticed) <= 20
    switched = _SWITCH.findall(ended.log)
    assert switched
    assert int(switched[0]) <= 60
    assert ended.stat("fpcrawl/extraction/drift") == 1
    assert ended.stat("fpcrawl/extraction/learnt") >= 2
    assert wrong_share(rows, truth, family) <= 0.005
    assert {row["version"] for row in rows} == {1}
    used = Counter(row["template"] for row in rows)
    assert len([name for name, count in used.items() if name and count > 20]) >= 2
    versions = templates(tmp_path)
    if ended.stat("fpcrawl/extraction/switched"):
        assert "former" in {state for _, _, state in versions}
        assert max(version for _, version, _ in versions) == 2


def test_new_paint_is_no_change(tmp_path: Path) -> None:
    ended, rows, truth, after = change_in_mid_crawl(tmp_path, "divs", "touch-up")
    assert ended.stat("fpcrawl/extraction/drift") == 0
    assert not _DRIFT.findall(ended.log)
    assert wrong_share(rows, truth, "divs") == 0.0
    assert [(version, state) for _, version, state in templates(tmp_path)] == [(1, "live")]
    threads = [path for path in after if path.startswith("/divs/thread.php")]
    assert len(threads) > 40
    # All that came after the change was read by the template, but for single posts.
    assert ended.stat("fpcrawl/extraction/templated") > len(threads) - 12


def test_second_run_reads_by_what_the_first_has_learnt(tmp_path: Path) -> None:
    with Demo(**BUSY) as demo:
        site = f"site={demo.url}terms/"
        first = crawl(tmp_path, "forum", site, "max_pages=60")
        assert first.stat("fpcrawl/extraction/learnt") >= 1
        learnt = templates(tmp_path)
        assert len(learnt) == 1
        second = crawl(tmp_path, "forum", site)
        truth = [post for post in demo.posts() if family_of(post["url"]) == "terms"]
    second.assert_clean()
    assert templates(tmp_path) == learnt
    assert second.stat("fpcrawl/extraction/templated") > 30
    assert second.stat("fpcrawl/extraction/structured") == 0
    compare(records(tmp_path), truth, ["terms"]).assert_exact()


def test_template_of_one_site_reads_another(tmp_path: Path) -> None:
    with Demo(**BUSY) as one, Demo(days=6, threads_per_board=6, seed=5) as other:
        crawl(tmp_path, "forum", f"site={one.url}divs/", "max_pages=80")
        ended = crawl(tmp_path, "forum", f"site={other.url}divs/")
        host = other.url.split("/")[2]
        truth = [post for post in other.posts() if family_of(post["url"]) == "divs"]
    ended.assert_clean()
    assert ended.stat("fpcrawl/extraction/adopted") >= 1
    assert [version for _, version, _ in templates(tmp_path)] == [1, 1], "one learnt, one taken"
    rows = [row for row in records(tmp_path) if row["site"] == host]
    compare(rows, truth, ["divs"]).assert_exact()
    assert all(row["template"] for row in rows)


def test_held_back_records_come_out_by_the_template_and_at_the_end(tmp_path: Path) -> None:
    settings = {"FPCRAWL_HOLD_S": "600"}
    with Demo(days=6, threads_per_board=6) as demo:
        run = start(tmp_path, "forum", f"site={demo.url}", settings=settings)
        demo.until_served(120, run)
        run.kill()
        ended = crawl(tmp_path, "forum", f"site={demo.url}", settings=settings)
        truth = demo.posts()
    ended.assert_clean()
    assert ended.stat("fpcrawl/extraction/held") > 0
    families = {family_of(post["url"]) for post in truth}
    # What a forum's crawl makes of the newspaper beside it is not asked here.
    rows = [row for row in records(tmp_path) if family_of(row["url"]) in families]
    compare(rows, truth, sorted(families)).assert_exact()
    with closing(sqlite3.connect(tmp_path / ".fpcrawl" / "fpcrawl.sqlite3")) as db:
        held = db.execute("SELECT count(*) FROM kept_pages WHERE held IS NOT NULL").fetchone()
    assert held == (0,)
