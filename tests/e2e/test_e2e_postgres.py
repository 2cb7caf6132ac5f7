"""Whole crawls with their records in PostgreSQL."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
import uuid
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from cluster_kit import assert_no_line_twice, latest
from e2e_kit import ROOT, Demo, crawl, records, start, waiting_rows

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

SMALL = {"days": 5, "threads_per_board": 4}
SECRET = "geheim-9c1"
#: What differs between two runs.
_OF_THE_RUN = frozenset({"fetched", "template", "cluster", "confidence", "version"})


@pytest.fixture
def database(postgres_server) -> str:
    """A database whose user has a password."""
    url = postgres_server.create(f"e2e_{uuid.uuid4().hex}")
    with psycopg.connect(url, autocommit=True) as admin:
        if admin.execute("SELECT FROM pg_roles WHERE rolname = 'crawler'").rowcount == 0:
            admin.execute(f"CREATE ROLE crawler LOGIN PASSWORD '{SECRET}'")
        admin.execute(f'ALTER DATABASE "{url.rpartition("/")[2]}" OWNER TO crawler')
    return url.replace("postgres@", f"crawler:{SECRET}@")


def stored(url: str, kind: str) -> dict[str, dict[str, Any]]:
    with psycopg.connect(url) as db:
        rows = db.execute(
            "SELECT data::text, version FROM fpcrawl.records WHERE kind = %s", (kind,)
        )
        return plain([{**json.loads(data), "version": version} for data, version in rows])


def plain(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Each record as it was read last: one read without a template may be read better later."""
    assert_no_line_twice(rows)
    return {
        key: {name: value for name, value in row.items() if name not in _OF_THE_RUN}
        for key, row in latest(rows).items()
    }


def no_secret_in(directory: Path) -> None:
    for path in directory.rglob("*"):
        if path.is_file():
            assert SECRET.encode() not in path.read_bytes(), path


def test_a_crawl_into_postgres_gives_what_one_into_sqlite_gives(
    tmp_path: Path, database: str
) -> None:
    with Demo(**SMALL) as demo:
        for name, settings in (("lite", {}), ("pg", {"FPCRAWL_DATABASE_URL": database})):
            ended = crawl(tmp_path / name, "forum", f"site={demo.url}", settings=settings)
            assert ended.code == 0, ended.log[-3000:]
            ended.assert_clean()
            assert not waiting_rows(tmp_path / name)
    lite = plain(records(tmp_path / "lite"))
    assert len(lite) > 150
    assert plain(records(tmp_path / "pg")) == lite
    assert stored(database, "post") == lite
    with psycopg.connect(database) as db:
        assert db.execute("SELECT count(*) FROM fpcrawl.outbox").fetchone() == (0,)
        pages = db.execute("SELECT sum(posts) FROM fpcrawl.thread_pages").fetchone()[0]
        assert pages >= len(lite)
        threads = db.execute("SELECT count(*) FROM fpcrawl.threads").fetchone()[0]
    no_secret_in(tmp_path)

    told = status(tmp_path / "pg", database)
    assert told["posts"] == len(lite)
    assert told["threads"] == threads > 10
    # Nothing of it lies in the state directory's own file.
    assert status(tmp_path / "pg", "")["posts"] == 0


def status(directory: Path, url: str) -> dict[str, Any]:
    run = subprocess.run(
        [sys.executable, "-m", "scrapy", "status", "--json"],
        cwd=directory,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "SCRAPY_SETTINGS_MODULE": "fpcrawl.settings",
            "FPCRAWL_DATABASE_URL": url,
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout)["crawls"][0]


def test_killed_and_resumed_every_post_is_there_once(tmp_path: Path, database: str) -> None:
    rng = random.Random(7)
    settings = {"FPCRAWL_DATABASE_URL": database}
    with Demo(**SMALL) as demo:
        truth = {post["body_text"].split()[0] for post in demo.posts()}
        assert crawl(tmp_path / "unhurt", "forum", f"site={demo.url}").code == 0
        pages = demo.served
        for _ in range(4):
            run = start(tmp_path / "pg", "forum", f"site={demo.url}", settings=settings)
            demo.until_served(demo.served + rng.randrange(5, pages // 6), run)
            time.sleep(rng.uniform(0, 0.05))
            assert run.process.poll() is None
            run.kill()
        for _ in range(5):
            ended = crawl(tmp_path / "pg", "forum", f"site={demo.url}", settings=settings)
            assert ended.code == 0, ended.log[-3000:]
            if not waiting_rows(tmp_path / "pg"):
                break
    assert truth
    unhurt = plain(records(tmp_path / "unhurt"))
    there, fed = stored(database, "post"), plain(records(tmp_path / "pg"))
    assert set(there) == set(fed) == set(unhurt)
    content = ("author", "published", "body_text", "thread_url", "floor", "post_id")
    for key, post in unhurt.items():
        assert [there[key][n] for n in content] == [post[n] for n in content]


def test_a_server_that_is_started_anew_in_mid_crawl_costs_nothing(
    tmp_path: Path, own_postgres
) -> None:
    with Demo(**SMALL) as demo:
        assert crawl(tmp_path / "unhurt", "forum", f"site={demo.url}").code == 0
        pages = demo.served
        run = start(
            tmp_path / "pg",
            "forum",
            f"site={demo.url}",
            settings={"FPCRAWL_DATABASE_URL": own_postgres.url(), "LOG_LEVEL": "INFO"},
        )
        demo.until_served(demo.served + pages // 4, run)
        own_postgres.stop()
        time.sleep(3)
        own_postgres.start()
        ended = run.wait()
    assert ended.code == 0, ended.log[-3000:]
    assert len(ended.lines_of("WARNING", "nothing is stored until it is back")) == 1
    assert len(ended.lines_of("INFO", "is back after")) == 1
    if waiting_rows(tmp_path / "pg"):
        with Demo(**SMALL, port=demo.server.port) as demo:
            crawl(
                tmp_path / "pg",
                "forum",
                f"site={demo.url}",
                settings={"FPCRAWL_DATABASE_URL": own_postgres.url()},
            )
    assert not waiting_rows(tmp_path / "pg")
    unhurt = plain(records(tmp_path / "unhurt"))
    assert set(stored(own_postgres.url(), "post")) == set(unhurt)
    assert set(plain(records(tmp_path / "pg"))) == set(unhurt)


def test_a_database_that_cannot_be_used_ends_the_crawl_at_its_start(
    tmp_path: Path, postgres_server
) -> None:
    for url, words, code in (
        (f"postgresql://x:{SECRET}@127.0.0.1:1/none", "is the server running", 6),
        (f"mysql://x:{SECRET}@127.0.0.1/none", "does not begin so", 2),
    ):
        ended = crawl(
            tmp_path, "forum", "site=http://127.0.0.1:9/", settings={"FPCRAWL_DATABASE_URL": url}
        )
        assert ended.code == code
        assert words in ended.err
        assert "Traceback" not in ended.err + ended.log
    no_secret_in(tmp_path)


@pytest.mark.parametrize("kept", ["postgres", "files"])
def test_two_machines_find_every_post_once(
    tmp_path: Path, database: str, redis_server, kept: str
) -> None:
    shared = {
        "FPCRAWL_STATE": "redis",
        "REDIS_URL": redis_server.url,
        "FPCRAWL_REDIS_PREFIX": uuid.uuid4().hex,
        "FPCRAWL_LEASE_S": "3",
        "FPCRAWL_DATABASE_URL": database if kept == "postgres" else "",
    }
    machines = [tmp_path / "one", tmp_path / "two"]
    with Demo(days=3, threads_per_board=2) as demo:
        assert crawl(tmp_path / "unhurt", "forum", f"site={demo.url}").code == 0
        pages = demo.served
        runs = [start(m, "forum", f"site={demo.url}", settings=shared) for m in machines]
        try:
            demo.until_served(demo.served + pages // 3, runs[0], timeout_s=150)
            runs[1].kill()
            assert runs[0].wait(300).code == 0
        finally:
            for run in runs:
                run.kill()
        for machine in reversed(machines):
            ended = crawl(machine, "forum", f"site={demo.url}", settings=shared, timeout_s=300)
            assert ended.code == 0, ended.log[-3000:]
    unhurt = plain(records(tmp_path / "unhurt"))
    fed = plain([row for machine in machines for row in records(machine)])
    assert set(fed) == set(unhurt)
    if kept == "postgres":
        assert set(stored(database, "post")) == set(unhurt)
