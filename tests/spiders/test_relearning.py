"""Pages on their way to the reader, and what they wait for."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from scrapy.http import HtmlResponse

from fpcrawl.items import PageItem
from fpcrawl.reader.job import LearnJob, LearnReport
from fpcrawl.spiders import readings
from fpcrawl.spiders.readings import Readings

URL = "http://f.example/t-1.html"
FETCHED = datetime(2024, 5, 1, tzinfo=UTC)


class Slow:
    """A reader that learns until it is told to end, and stops at the first page."""

    is_here = False

    def __init__(self):
        self.may_end = asyncio.Event()
        self.reads = 0

    async def learn(self, job):
        await self.may_end.wait()
        return LearnReport(job.url)

    async def read(self, _job):
        self.reads += 1
        raise StopAsyncIteration


@pytest.mark.parametrize("rival", [None, object()], ids=["new", "relearnt"])
def test_pages_wait_only_for_what_replaces_a_template(monkeypatch, rival):
    async def run():
        reader = Slow()
        monkeypatch.setattr(readings, "make_reader", lambda _: reader)
        made = Readings(None, SimpleNamespace(settings=None))
        made._known = SimpleNamespace(clock=SimpleNamespace(zone=None))
        monkeypatch.setattr(
            Readings, "_job", lambda *_: SimpleNamespace(body=b"", http_charset="", fetched=FETCHED)
        )
        monkeypatch.setattr(Readings, "_book", None)
        learning = asyncio.create_task(made.learn(LearnJob("thread", (), rival=rival)))
        await asyncio.sleep(0)
        item = PageItem(URL, None, None, None, None)
        reading = asyncio.create_task(made.read(HtmlResponse(URL), item))
        await asyncio.sleep(0.01)
        before = reader.reads
        reader.may_end.set()
        await learning
        await asyncio.gather(reading, return_exceptions=True)
        return before, reader.reads

    assert asyncio.run(run()) == (0 if rival else 1, 1)
