"""Crawls on a topic: more of it in the same number of pages, also after kills, and of two sites."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from e2e_kit import ROOT, Demo, crawl, records, start, waiting_rows

from fpcrawl.demo.words import TOPICS
from fpcrawl.topic.calibrate import DEFAULT_ETA

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

SMALL = {"days": 5, "threads_per_board": 4}
ON = {"Photography", "二手相机", "摄影天地"}
TOPIC = """\
name: camera
text: Photography with film.
terms: [lens, film, tripod, darkroom, shutter, portraits, 镜头, 反转片, 三脚架, 测光表, 快门, 相机]
"""


def topic_file(directory: Path) -> str:
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / "camera.yaml"
    path.write_text(TOPIC, encoding="utf-8")
    return str(path)


def on_topic(rows: list[dict]) -> int:
    return sum(row["board"] in ON for row in rows)


def status(directory: Path) -> dict:
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", "status", "--json"],
        cwd=directory,
        env={"PYTHONPATH": str(ROOT), "SCRAPY_SETTINGS_MODULE": "fpcrawl.settings"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return json.loads(done.stdout)["crawls"][0]


def test_a_topic_is_found_sooner_and_judged_well(tmp_path: Path) -> None:
    assert "tripod" in TOPICS["camera"].things[2]
    with Demo(**SMALL) as demo:
        pages = "max_pages=80"
        plain = crawl(tmp_path / "plain", "forum", f"site={demo.url}", pages).assert_clean()
    with Demo(**SMALL) as demo:
        topic = f"topic={topic_file(tmp_path)}"
        kept = crawl(tmp_path / "topic", "forum", f"site={demo.url}", topic, pages).assert_clean()
    assert plain.code == kept.code == 0
    found = records(tmp_path / "topic")
    assert on_topic(found) >= 2 * max(on_topic(records(tmp_path / "plain")), 10)
    for row in found:
        assert 0 <= row["topic_score"] <= 1
        assert row["on_topic"] == (row["topic_score"] >= DEFAULT_ETA)
    wrong = [row for row in found if row["on_topic"] != (row["board"] in ON)]
    assert len(wrong) <= 0.05 * len(found), Counter(row["board"] for row in wrong)
    assert {row["topic_score"] for row in records(tmp_path / "plain")} == {None}
    said = status(tmp_path / "topic")["topic"]
    assert (said["name"], said["pages"]) == ("camera", kept.stat("fpcrawl/topic/pages"))
    assert said["on_topic"] == kept.stat("fpcrawl/topic/on_topic") > 0
    assert kept.stat("fpcrawl/topic/moved") > 0


def test_killed_three_times_it_keeps_what_an_unhurt_crawl_keeps(tmp_path: Path) -> None:
    arguments = [f"topic={topic_file(tmp_path)}"]
    settings = {"FPCRAWL_TOPIC_FILTER": "drop", "FPCRAWL_TOPIC_GROWTH": "False"}
    rng = random.Random(5)
    with Demo(**SMALL) as demo:
        unhurt = crawl(
            tmp_path / "unhurt", "forum", f"site={demo.url}", *arguments, settings=settings
        ).assert_clean()
        port, served = demo.server.port, demo.served
    assert unhurt.stat("fpcrawl/topic/records_dropped") > 100
    hurt = tmp_path / "hurt"
    with Demo(**SMALL, port=port) as demo:
        for _ in range(3):
            run = start(hurt, "forum", f"site={demo.url}", *arguments, settings=settings)
            demo.until_served(demo.served + rng.randrange(20, served // 5), run)
            run.kill()
        for _ in range(4):
            last = crawl(hurt, "forum", f"site={demo.url}", *arguments, settings=settings)
            last.assert_clean()
            if not waiting_rows(hurt):
                break
        again = crawl(hurt, "forum", f"site={demo.url}", *arguments, settings=settings)
    assert "begins anew" not in last.log
    one, other = records(tmp_path / "unhurt"), records(hurt)
    assert not [key for key, n in Counter(row["key"] for row in other).items() if n > 1]
    boards = [Counter(row["board"] for row in rows if row["board"] in ON) for rows in (one, other)]
    assert boards[0] == boards[1]
    assert sum(boards[0].values()) >= 0.9 * len(one) > 0
    # What was learnt is there after the kills.
    assert status(hurt)["topic"]["pages"] >= 0.6 * unhurt.stat("fpcrawl/topic/pages")
    assert again.stat("fpcrawl/records/post_new") == 0


def test_two_sites_in_one_run(tmp_path: Path) -> None:
    small = {"days": 3, "threads_per_board": 2}
    with Demo(**small) as one, Demo(**small, seed=5) as other:
        seeds = tmp_path / "sites.txt"
        seeds.write_text(f"# two sites and one that is not there\n{one.url}\n{other.url}\n"
                         f"http://127.0.0.1:9/\n{one.url}plaza/\n")  # fmt: skip
        arguments = [f"seeds={seeds}", f"topic={topic_file(tmp_path)}", "max_pages=60"]
        settings = {"FPCRAWL_SITES_AT_ONCE": "2", "FPCRAWL_RETRY_WAIT_S": "0", "RETRY_TIMES": "0"}
        ended = crawl(tmp_path / "run", "forum", *arguments, settings=settings)
    assert ended.code == 3
    assert "http://127.0.0.1:9/" in ended.err
    assert "Traceback" not in ended.log
    sites = Counter(row["site"] for row in records(tmp_path / "run"))
    assert len(sites) == 2
    assert min(sites.values()) > 20
    assert on_topic(records(tmp_path / "run")) > 10
    said = status(tmp_path / "run")["topic"]
    assert said["pages"] > 40


def test_a_topic_of_a_name_alone_is_judged_and_widened(tmp_path: Path) -> None:
    path = tmp_path / "phone.yaml"
    path.write_text("name: 智能手机\n", encoding="utf-8")
    with Demo(days=3, threads_per_board=3) as demo:
        ended = crawl(
            tmp_path / "run",
            "forum",
            f"site={demo.url}",
            f"topic={path}",
            "max_pages=60",
            settings={"FPCRAWL_TOPIC_WIDEN_QUIET_S": "0"},
        ).assert_clean()
    assert ended.stat("fpcrawl/topic/pages") > 30
    assert ended.stat("fpcrawl/topic/widened") == 1
    assert ended.lines_of("智能手机 is widened to 手机")
    said = status(tmp_path / "run")["topic"]
    assert (said["name"], said["word"], said["steps"]) == ("智能手机", "手机", 1)
