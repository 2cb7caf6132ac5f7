"""Which reader a crawl has, and how many pages wait for it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest
from scrapy.settings import Settings

from fpcrawl.exceptions import UsageError
from fpcrawl.reader.job import PageReport
from fpcrawl.settings import readerkind
from fpcrawl.settings.readerkind import reader_kind
from fpcrawl.spiders import readers
from fpcrawl.spiders.readers import render_mode
from fpcrawl.spiders.readings import Readings
from fpcrawl.spiders.turns import KNOWN_PAGES, MAX_WAITING, Turns
from fpcrawl.walk.families import FamilyTable

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("given", "processors", "kind"),
    [
        ("inline", 8, "inline"),
        ("process", 1, "process"),
        ("auto", 8, "process"),
        ("auto", 1, "inline"),
        ("auto", None, "inline"),
    ],
)
def test_the_kind_of_reader(monkeypatch, given, processors, kind):
    monkeypatch.setattr(readerkind.os, "cpu_count", lambda: processors)
    assert reader_kind(Settings({"FPCRAWL_READER": given})) == kind


def test_another_kind_is_refused():
    with pytest.raises(UsageError, match="FPCRAWL_READER: 'thread' is not auto"):
        reader_kind(Settings({"FPCRAWL_READER": "thread"}))


def rendering(monkeypatch, given, browser="/usr/bin/chromium", reader="process"):
    monkeypatch.setattr(readers, "find_browser", lambda: browser)
    return render_mode(Settings({"FPCRAWL_RENDER": given, "FPCRAWL_READER": reader}))


@pytest.mark.parametrize("mode", ["auto", "never", "always"])
def test_pages_are_laid_out_as_asked_for_where_there_is_a_browser(monkeypatch, mode):
    assert rendering(monkeypatch, mode) == (mode, "")


@pytest.mark.parametrize("missing", [{"browser": None}, {"reader": "inline"}])
def test_without_a_browser_auto_does_without_and_always_is_refused(monkeypatch, missing):
    mode, reason = rendering(monkeypatch, "auto", **missing)
    assert mode == "never"
    assert "browser" in reason
    assert rendering(monkeypatch, "never", **missing) == ("never", "")
    with pytest.raises(UsageError, match=r"FPCRAWL_RENDER=always: .*browser"):
        rendering(monkeypatch, "always", **missing)


def test_another_way_of_laying_out_is_refused(monkeypatch):
    with pytest.raises(UsageError, match="FPCRAWL_RENDER: 'yes' is not auto, never or always"):
        rendering(monkeypatch, "yes")


def turns_on(paid):
    families = FamilyTable()
    families.paid = paid
    connected = []
    signals = SimpleNamespace(connect=lambda receiver, signal: connected.append(receiver))
    return Turns(SimpleNamespace(signals=signals), families), connected


def entered_in_order(paid, count=3):
    """Let pages enter at once, and each leave a little later; return what happened."""
    turns, _ = turns_on(paid)
    happened = []

    async def page(number):
        item = SimpleNamespace(number=number)
        await turns.enter(item)
        happened.append(f"in {number}")
        await asyncio.sleep(0.01)
        happened.append(f"out {number}")
        turns.leave(item)

    async def run():
        await asyncio.wait_for(asyncio.gather(*map(page, range(count))), 5)

    asyncio.run(run())
    assert not turns.are_full
    return happened


def test_on_a_new_site_a_page_waits_for_the_one_before_it():
    assert entered_in_order(0) == ["in 0", "out 0", "in 1", "out 1", "in 2", "out 2"]


def test_on_a_known_site_pages_do_not_wait():
    assert entered_in_order(KNOWN_PAGES)[:3] == ["in 0", "in 1", "in 2"]


def test_one_can_wait_until_all_are_over():
    turns, _ = turns_on(KNOWN_PAGES)
    items = [SimpleNamespace() for _ in range(2)]

    async def run():
        await asyncio.wait_for(turns.over(), 5)
        for item in items:
            await turns.enter(item)
        waiting = asyncio.create_task(turns.over())
        turns.leave(items[0])
        await asyncio.sleep(0)
        assert not waiting.done()
        turns.leave(items[1])
        await asyncio.wait_for(waiting, 5)

    asyncio.run(run())


@pytest.mark.parametrize(("paid", "room"), [(0, 1), (KNOWN_PAGES, MAX_WAITING)])
def test_there_is_room_for_so_many_pages(paid, room):
    turns, connected = turns_on(paid)
    # Alive together, so that each is known by itself.
    items = [SimpleNamespace() for _ in range(room)]

    async def run():
        for item in items:
            assert not turns.are_full
            await turns.enter(item)
        assert turns.are_full
        for receiver in connected:
            receiver(SimpleNamespace())
        assert turns.are_full
        connected[0](items[0])
        assert not turns.are_full

    asyncio.run(run())


@pytest.mark.parametrize("failure", ["timeout", "crash", "empty"])
def test_a_page_that_was_given_up_is_counted_and_skipped(failure):
    counts = Counter()
    stats = SimpleNamespace(inc_value=lambda name: counts.update([name]))
    readings = Readings.__new__(Readings)
    readings._spider = SimpleNamespace(stats=stats)
    report = PageReport("http://f.example/t-1", failure=failure, failure_text="it took too long")
    assert readings._is_unreadable(report)
    assert counts == {f"fpcrawl/outcome/page_{failure}": 1}
    assert not readings._is_unreadable(PageReport("http://f.example/t-2"))
    assert counts.total() == 1


def test_a_crawl_that_reads_in_another_process_does_without_what_looks_at_pages():
    code = (
        "import sys, fpcrawl.commands.crawl, fpcrawl.settings as ours\n"
        "from importlib import import_module\n"
        "parts = [ours.DOWNLOADER_MIDDLEWARES, ours.SPIDER_MIDDLEWARES, ours.ITEM_PIPELINES]\n"
        "for name in [name for part in parts for name in part if name.startswith('fpcrawl.')]:\n"
        "    import_module(name.rpartition('.')[0])\n"
        "import fpcrawl.spiders.forum, fpcrawl.spiders.news\n"
        "print({'fpcrawl.reader.process', 'fpcrawl.reader.desk', 'fpcrawl.reader.learning'}\n"
        "    & sys.modules.keys())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "{'fpcrawl.reader.process'}"
