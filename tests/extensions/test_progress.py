"""The live line, the line a minute, the closing table, and where the log goes."""

from __future__ import annotations

import fcntl
import io
import logging
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from scrapy.settings import Settings
from scrapy.utils.log import _uninstall_scrapy_root_handler, configure_logging

from fpcrawl.demo.server import DemoConfig, serving
from fpcrawl.extensions.console import CLEAR_LINE, calm_start, log_path, shows_live, split_log
from fpcrawl.extensions.progress import Snapshot, closing_table, together

ROOT = Path(__file__).parents[2]
ENV = {**os.environ, "PYTHONPATH": str(ROOT), "SCRAPY_SETTINGS_MODULE": "fpcrawl.settings"}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def snapshot(**changes) -> Snapshot:
    values = {
        "seconds": 10.0,
        "pages": 50,
        "lists": 4,
        "threads": 40,
        "new": 300,
        "changed": 0,
        "queued": 7,
        "next_due": None,
        "now": 1_700_000_000.0,
    }
    return Snapshot(**{**values, **changes})


def project(**values: str) -> Settings:
    """Settings as a project has them."""
    settings = Settings()
    settings.setdict({"LOG_LEVEL": "INFO", "FPCRAWL_PROGRESS": "auto"}, "project")
    settings.setdict(values, "cmdline")
    return settings


def test_the_line_says_what_matters():
    shot = snapshot(changed=2, errors={"timeout": 1, "http_500": 2}, left_out={"robots": 9})
    assert shot.line() == (
        "50 pages  5.0/s  4 lists  40 threads  300 new  2 changed  3 errors  7 waiting"
    )
    assert "next due" in snapshot(next_due=1_700_000_100.0).line()
    assert "next due" not in snapshot(next_due=1_699_999_999.0).line()
    assert snapshot(seconds=0.0, pages=0).line().startswith("0 pages  0.0/s")


def test_the_line_of_several_sites_is_their_sum():
    due = 1_700_000_100.0
    both = together([snapshot(errors={"timeout": 1}), snapshot(pages=7, next_due=due, changed=2)])
    assert both.line().startswith(
        "57 pages  5.7/s  8 lists  80 threads  600 new  2 changed  1 errors  14 waiting  next due"
    )


def test_a_crawl_on_a_topic_tells_of_it(tmp_path):
    shot = snapshot(on_topic=3, judged=12)
    assert "3 on topic" in shot.line()
    assert "on topic        3 of 12 pages" in closing_table(
        shot, "finished", Settings({"FPCRAWL_STATE_DIR": str(tmp_path)}), None
    )
    assert "topic" not in snapshot().line()


def test_the_table_tells_errors_from_what_was_left_out(tmp_path):
    (tmp_path / "posts.jsonl").write_text("{}\n")
    (tmp_path / "articles.jsonl").write_text("")
    settings = Settings({"FPCRAWL_OUTPUT_DIR": str(tmp_path), "FPCRAWL_STATE_DIR": "s"})
    shot = snapshot(errors={"timeout": 1, "http_500": 2}, left_out={"not_wanted": 9})
    rows = dict(
        line.split(None, 1)
        for line in closing_table(shot, "max_pages", settings, Path("s/x.log")).splitlines()
    )
    assert rows["ended"] == "max_pages is reached; the next run goes on"
    assert rows["errors"] == "3 (http_500 2, timeout 1)"
    assert rows["output"] == str(tmp_path / "posts.jsonl")
    assert rows["log"] == "s/x.log"
    assert "9 (not_wanted 9)" in closing_table(shot, "finished", settings, None)
    nothing = closing_table(snapshot(), "unreachable", Settings({"FPCRAWL_OUTPUT_DIR": "/x"}), None)
    assert "nothing yet" in nothing
    assert "log  " not in nothing


def test_the_table_tells_of_pages_that_had_not_changed():
    settings = Settings({"FPCRAWL_OUTPUT_DIR": "/x"})
    shot = snapshot(pages=36, lists=1, threads=0, unchanged=35)
    table = closing_table(shot, "finished", settings, None)
    assert "36 in 10 s: 1 lists, 0 threads, 35 unchanged" in table
    assert "unchanged" not in closing_table(snapshot(), "finished", settings, None)


def test_the_table_tells_what_waits_for_a_login():
    settings = Settings({"FPCRAWL_OUTPUT_DIR": "/x"})
    for shot, told in (
        (snapshot(parked=12, walled_lists=2), "12 pages, 2 lists until there is a login"),
        (snapshot(walled_lists=1), "1 lists until there is a login"),
        (snapshot(parked=3), "3 pages until there is a login"),
    ):
        assert f"parked          {told}" in closing_table(shot, "finished", settings, None)
    assert "parked" not in closing_table(snapshot(), "finished", settings, None)


def test_the_table_tells_what_since_leaves_out():
    settings = Settings({"FPCRAWL_OUTPUT_DIR": "/x"})
    table = closing_table(snapshot(before_since=970), "finished", settings, None)
    assert "records         300 new, 0 changed, 970 left out by since" in table
    assert "since" not in closing_table(snapshot(), "finished", settings, None)


@pytest.mark.parametrize(
    ("mode", "stream", "live"),
    [
        ("auto", Terminal(), True),
        ("auto", io.StringIO(), False),
        ("line", io.StringIO(), True),
        ("log", Terminal(), False),
        ("off", Terminal(), False),
    ],
)
def test_a_live_line_is_for_terminals(mode, stream, live):
    assert shows_live(Settings({"FPCRAWL_PROGRESS": mode}), stream) is live


def test_a_calm_start_keeps_what_the_user_said():
    settings = project()
    calm_start(settings, Terminal())
    assert settings["LOG_LEVEL"] == "WARNING"
    for said in ({"LOG_LEVEL": "INFO"}, {"LOG_FILE": "x"}, {"LOG_ENABLED": "0"}):
        settings = project(**said)
        calm_start(settings, Terminal())
        assert settings["LOG_LEVEL"] == "INFO"
    settings = project()
    calm_start(settings, io.StringIO())
    assert settings["LOG_LEVEL"] == "INFO"


def test_the_log_is_split_and_the_terminal_keeps_what_matters(tmp_path, monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    settings = project(FPCRAWL_STATE_DIR=str(tmp_path))
    configure_logging(settings, None)
    file = split_log(settings, "forum:a.example:80")
    assert file is not None
    try:
        log = logging.getLogger("fpcrawl.test")
        log.info("a page")
        log.warning("a trouble")
        logging.getLogger("scrapy.crawler").info("Received SIGINT, shutting down")
    finally:
        logging.root.removeHandler(file)
        file.close()
        _uninstall_scrapy_root_handler()
    assert screen.getvalue() == (
        f"{CLEAR_LINE}WARNING: a trouble\n{CLEAR_LINE}INFO: Received SIGINT, shutting down\n"
    )
    path = log_path(settings, "forum:a.example:80")
    assert path == tmp_path / "logs" / "forum-a.example-80.log"
    assert path.read_text().count("\n") == 3


def test_a_log_that_the_user_directed_is_left_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    settings = project(FPCRAWL_STATE_DIR=str(tmp_path), LOG_LEVEL="INFO")
    configure_logging(settings, None)
    try:
        assert split_log(settings, "forum:a") is None
    finally:
        _uninstall_scrapy_root_handler()
    assert list(tmp_path.iterdir()) == []


def on_terminal(directory: Path, *words: str, columns: int = 60, timeout_s: float = 90) -> str:
    """Run ``scrapy`` with a terminal of its own for output; return what came there."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    child = subprocess.Popen(
        [sys.executable, "-m", "scrapy", *words],
        cwd=directory,
        env=ENV,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    out = b""
    deadline = time.monotonic() + timeout_s
    try:
        while time.monotonic() < deadline:
            if not select.select([ours], [], [], 1)[0]:
                continue
            try:
                data = os.read(ours, 65536)
            except OSError:  # so Linux says that the other end is closed
                break
            if not data:
                break
            out += data
        code = child.wait(timeout=max(1.0, deadline - time.monotonic()))
    finally:
        child.kill()
        child.wait()
        os.close(ours)
    text = out.decode()
    assert code == 0, text
    return text


CRAWL = ("-s", "AUTOTHROTTLE_ENABLED=0", "-s", "DOWNLOAD_DELAY=0.05", "-a", "max_pages=40")


@pytest.mark.slow
def test_on_a_terminal_there_is_one_calm_line_and_a_table(tmp_path):
    with serving(DemoConfig(days=2, threads_per_board=2, freeze=True)) as demo:
        text = on_terminal(tmp_path, "crawl", "forum", "-a", f"site={demo.url}", *CRAWL)
    shown = text.rpartition("Spider opened")[2]
    assert "Dumping Scrapy stats" not in shown
    assert " INFO: " not in shown.partition("\n")[2].partition("\n")[2]
    lines = [part for part in shown.split(CLEAR_LINE) if re.match(r"\d+ pages  ", part)]
    assert lines
    assert all("\n" not in line and len(line) < 60 for line in lines)
    table = shown.split(CLEAR_LINE)[-1]
    assert "max_pages is reached" in table
    assert re.search(r"output +posts\.jsonl", table)
    (log,) = (tmp_path / ".fpcrawl" / "logs").iterdir()
    assert "Dumping Scrapy stats" in log.read_text()


@pytest.mark.slow
def test_several_sites_share_the_line_and_each_has_its_table(tmp_path):
    options = {"days": 2, "threads_per_board": 2, "freeze": True}
    with serving(DemoConfig(**options)) as one, serving(DemoConfig(seed=5, **options)) as other:
        (tmp_path / "sites.txt").write_text(f"{one.url}\n{other.url}\n")
        shown = on_terminal(tmp_path, "crawl", "forum", "-a", "seeds=sites.txt", *CRAWL)
    assert " INFO: " not in shown
    assert "Dumping Scrapy stats" not in shown
    assert re.search(re.escape(CLEAR_LINE) + r"2 sites  \d+ pages  ", shown)
    tables = [part for part in shown.split(CLEAR_LINE) if "max_pages is reached" in part]
    told = {re.search(r"site +(\S+)", table)[1] for table in tables}
    assert told == {one.url, other.url}
    (log,) = (tmp_path / ".fpcrawl" / "logs").iterdir()
    assert log.name == "forum-seeds.log"
    assert log.read_text().count("Dumping Scrapy stats") == 2
    assert all(str(log.relative_to(tmp_path)) in table for table in tables)


@pytest.mark.slow
def test_a_level_given_on_the_command_line_keeps_the_log_on_the_terminal(tmp_path):
    with serving(DemoConfig(days=2, threads_per_board=2, freeze=True)) as demo:
        site = f"site={demo.url}"
        text = on_terminal(
            tmp_path, "crawl", "forum", "-L", "INFO", "-a", site, *CRAWL, columns=200
        )
    assert "Dumping Scrapy stats" in text
    assert not (tmp_path / ".fpcrawl" / "logs").exists()


@pytest.mark.slow
def test_in_a_log_there_is_no_live_line_but_a_table(tmp_path):
    with serving(DemoConfig(days=2, threads_per_board=2, freeze=True)) as demo:
        ended = subprocess.run(
            [sys.executable, "-m", "scrapy", "crawl", "forum", "-a", f"site={demo.url}", *CRAWL],
            check=True,
            cwd=tmp_path,
            env=ENV,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=90,
        )
    assert CLEAR_LINE not in ended.stderr
    assert "The crawl has ended:\n  ended           max_pages is reached" in ended.stderr
