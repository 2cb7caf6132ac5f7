"""A real Scrapyd: deployed by make deploy, scheduled, and the items are right."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest
from cluster_kit import assert_all_once
from compare import compare
from e2e_kit import Demo, records
from scrapyd_kit import Scrapyd, build_wheel, scrapyd_python

from fpcrawl.demo import FAMILIES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from servers import RedisServer

pytestmark = [pytest.mark.live, pytest.mark.slow, pytest.mark.xdist_group("live")]

#: What the example module of deploy/ sets, here.
SITE_SETTINGS = """
from fpcrawl.settings import *
FPCRAWL_STATE_DIR = {state!r}
FPCRAWL_OUTPUT_DIR = {out!r}
FPCRAWL_TIMEZONE = "UTC"
AUTOTHROTTLE_ENABLED = False
DOWNLOAD_DELAY = 0
"""
#: Two workers at once, as two Scrapyds would have them.
WORKER_SETTINGS = """
from fpcrawl.settings.cluster import *
REDIS_URL = {redis!r}
FPCRAWL_STATE_DIR = {state!r}
FPCRAWL_TIMEZONE = "UTC"
AUTOTHROTTLE_ENABLED = False
DOWNLOAD_DELAY = 0
"""
TROUBLE = re.compile(r"^.*\] (?:WARNING|ERROR|CRITICAL): .*$", re.MULTILINE)
#: The demo has two boards for members, and the log is right to say so.
OF_THE_SITE = " WARNING: A wall (login) instead of "


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def scrapyd(tmp_path_factory, wheel) -> Iterator[Scrapyd]:
    folder = tmp_path_factory.mktemp("scrapyd")
    places = {name: str(folder / "data" / name) for name in ("state", "out")}
    (folder / "fpcrawl_site.py").write_text(SITE_SETTINGS.format(**places))
    profiles = {"fpcrawl": "fpcrawl_site", "watchers": "watch_settings"}
    with Scrapyd(scrapyd_python(), folder, profiles) as server:
        done = server.deploy(wheel, "fpcrawl")
        assert done.returncode == 0, done.stderr + server.log
        assert "spiders forum, news" in done.stdout
        assert server.login[1] not in done.stdout + done.stderr
        yield server


def trouble(log: str) -> list[str]:
    assert "Traceback" not in log, log[-5000:]
    return [line for line in TROUBLE.findall(log) if OF_THE_SITE not in line]


def test_deployed_and_scheduled_it_hands_out_every_post(scrapyd: Scrapyd) -> None:
    with Demo(days=6, threads_per_board=6) as demo:
        job = scrapyd.schedule("fpcrawl", "forum", site=demo.url, deny="/news/")
        scrapyd.wait(job)
        log = scrapyd.log_of("fpcrawl", "forum", job)
        assert "Spider closed (finished)" in log, log[-4000:] + scrapyd.log[-4000:]
        assert trouble(log) == []
        assert "/eggs/fpcrawl/" not in "".join(TROUBLE.findall(scrapyd.log))
        out = scrapyd.folder / "data" / "out"
        rows = records(out)
        compare(rows, demo.posts(), [family.key for family in FAMILIES]).assert_exact()
        assert "fpcrawl/extraction/learnt'" in log, "templates are learnt beside the crawl"
        # Nothing is due yet: the next job finds the state of the first one.
        version = newest(scrapyd)
        again = scrapyd.schedule("fpcrawl", "forum", site=demo.url, _version=version)
        scrapyd.wait(again)
        log = scrapyd.log_of("fpcrawl", "forum", again)
        assert "Spider closed (nothing_due)" in log, log[-4000:]
        assert trouble(log) == []
        assert records(out) == rows
    left = {path.name for path in scrapyd.folder.iterdir()}
    expected = {"data", "dbs", "eggs", "home", "logs", "scrapyd.log"}
    assert {name for name in left if not name.endswith((".py", "__pycache__"))} == expected
    assert {path.name for path in (scrapyd.folder / "home").iterdir()} <= {
        "scrapyd.conf",
        ".cache",
    }


def newest(scrapyd: Scrapyd) -> str:
    return str(scrapyd.ask("listversions.json", project="fpcrawl")["versions"][-1])


def test_a_job_that_is_cancelled_ends_in_order(scrapyd: Scrapyd) -> None:
    with Demo(days=6, threads_per_board=6) as demo:
        where = f"FPCRAWL_STATE_DIR={scrapyd.folder}/data/cancelled"
        out = f"FPCRAWL_OUTPUT_DIR={scrapyd.folder}/data/cancelled/out"
        slow = ("DOWNLOAD_DELAY=0.2", where, out)
        job = scrapyd.schedule("fpcrawl", "forum", *slow, site=demo.url)
        scrapyd.wait(job, "running")
        until_in_log(scrapyd, job, "Spider opened")
        scrapyd.ask("cancel.json", [("project", "fpcrawl"), ("job", job)])
        scrapyd.wait(job)
        log = scrapyd.log_of("fpcrawl", "forum", job)
    assert "Spider closed (shutdown)" in log, log[-4000:]
    assert "Traceback" not in log
    assert not [line for line in trouble(log) if "stopped by a signal" not in line]


def until_in_log(scrapyd: Scrapyd, job: str, words: str) -> None:
    limit = time.monotonic() + 60
    while words not in scrapyd.log_of("fpcrawl", "forum", job):
        assert time.monotonic() < limit
        time.sleep(0.2)


def test_a_refused_job_says_why_in_its_own_log(scrapyd: Scrapyd) -> None:
    job = scrapyd.schedule("fpcrawl", "forum", site="http://127.0.0.1:9/", sinse="2026-01-01")
    eggs = f"FPCRAWL_STATE_DIR={scrapyd.folder}/eggs/fpcrawl/state"
    beside = scrapyd.schedule("fpcrawl", "forum", eggs, site="http://127.0.0.1:9/")
    for name, words in ((job, "did you mean since?"), (beside, "FPCRAWL_STATE_DIR (")):
        scrapyd.wait(name)
        [line] = trouble(scrapyd.log_of("fpcrawl", "forum", name))
        assert "CRITICAL" in line
        assert words in line


def test_one_wheel_serves_projects_with_settings_of_their_own(
    scrapyd: Scrapyd, wheel: Path
) -> None:
    done = scrapyd.deploy(wheel, "plain")
    assert done.returncode == 0, done.stderr
    job = scrapyd.schedule("plain", "forum", site="http://127.0.0.1:9/", max_pages="x")
    scrapyd.wait(job)
    assert "max_pages" in scrapyd.log_of("plain", "forum", job)


def test_jobs_with_the_cluster_profile_share_the_work_through_redis(
    scrapyd: Scrapyd, wheel: Path, own_redis: RedisServer
) -> None:
    data = scrapyd.folder / "data" / "watchers"
    (scrapyd.folder / "watch_settings.py").write_text(
        WORKER_SETTINGS.format(redis=own_redis.url, state=str(data / "state"))
    )
    assert scrapyd.deploy(wheel, "watchers").returncode == 0
    with Demo(days=6, threads_per_board=6) as demo:
        jobs = [
            scrapyd.schedule(
                "watchers", "forum", f"FPCRAWL_OUTPUT_DIR={data}/{n}", site=demo.url, deny="/news/"
            )
            for n in range(2)
        ]
        for job in jobs:
            scrapyd.wait(job)
        logs = [scrapyd.log_of("watchers", "forum", job) for job in jobs]
        truth = demo.posts()
    for log in logs:
        assert re.search(r"Spider closed \((finished|nothing_due)\)", log), log[-4000:]
        assert trouble(log) == []
    # Each worker has a feed of its own; together they hold each post once.
    assert_all_once([row for n in range(2) for row in records(data / str(n))], truth)
