"""Layouts beside the crawl: a browser that hangs, and readers that are killed meanwhile."""

from __future__ import annotations

import asyncio
import os
import time
from importlib.util import find_spec

import pytest
from process_kit import is_alive, wait_for
from reader_kit import learn_job, setup_of

from fpcrawl.reader import process
from fpcrawl.reader.process import ProcessReader
from fpcrawl.reader.readers import InlineReader
from fpcrawl.reader.secondlook import SecondLook

pytestmark = [
    pytest.mark.skipif(find_spec("playwright") is None, reason="no playwright"),
    pytest.mark.xdist_group("browser"),
]


def rendering_job(may_render=9):
    return learn_job(look="always", may_render=may_render)


@pytest.fixture
def hanging_browser(tmp_path, monkeypatch):
    """Have a browser that tells its number and then neither works nor listens."""
    told = tmp_path / "pid"
    script = tmp_path / "chromium"
    script.write_text(
        f"#!/bin/sh\ntrap '' TERM INT HUP\necho $$ >{told}\nwhile :; do sleep 1; done\n"
    )
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    return told


def pid_of(told, seconds=60.0):
    end = time.monotonic() + seconds
    while not (told.exists() and told.read_text().strip()):
        assert time.monotonic() < end, "no browser was started"
        time.sleep(0.02)
    return int(told.read_text())


@pytest.mark.parametrize("how", ["close", "kill"])
def test_a_hanging_browser_does_not_outlive_the_reader(hanging_browser, how):
    async def run():
        reader = ProcessReader(60.0)
        reader.open(setup_of())
        task = asyncio.create_task(reader.learn(rendering_job()))
        pid = await asyncio.to_thread(pid_of, hanging_browser)
        if how == "kill":
            reader._spawned.process.kill()
            report = await task
            assert report.failure == "crash"
        reader.close()
        await asyncio.gather(task, return_exceptions=True)
        return pid

    browser = asyncio.run(run())
    wait_for(lambda: not is_alive(browser), 30.0)


def test_a_browser_that_takes_the_time_of_the_job_is_given_up_and_pages_are_read(
    hanging_browser, monkeypatch
):
    monkeypatch.setattr(process, "LOOK_S", 1.0)

    async def run():
        reader = ProcessReader(6.0)
        reader.open(setup_of())
        try:
            first = await reader.learn(rendering_job())
            # On a busy machine, time may be over before the browser has begun.
            pid = int(hanging_browser.read_text()) if hanging_browser.exists() else None
            return first, pid, await reader.learn(rendering_job(may_render=0))
        finally:
            reader.close()

    first, pid, second = asyncio.run(run())
    assert first.failure == "timeout"
    assert "longer than 7 s" in first.failure_text
    assert second.entry is not None
    assert second.entry.labels == "structure"
    if pid is not None:
        wait_for(lambda: not is_alive(pid), 30.0)


def test_nothing_is_laid_out_where_the_crawl_would_wait_for_it(monkeypatch):
    monkeypatch.setattr(SecondLook, "_layout", lambda *_: pytest.fail("laid out"))

    async def run():
        reader = InlineReader()
        reader.open(setup_of())
        return await reader.learn(rendering_job())

    assert asyncio.run(run()).entry is not None
