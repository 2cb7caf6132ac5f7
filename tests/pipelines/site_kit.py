"""A site whose pages are read one by one, with its templates, in this process."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from types import SimpleNamespace

from extraction_kit import NOW
from scrapy.settings import Settings
from scrapy.signalmanager import SignalManager
from scrapy.statscollectors import MemoryStatsCollector
from template_kit import thread_html

from fpcrawl.extraction.records import Post
from fpcrawl.items import PageItem
from fpcrawl.pipelines.extraction import ExtractionPipeline
from fpcrawl.pipelines.templates import SiteTemplates
from fpcrawl.reader.desk import ReadingDesk
from fpcrawl.reader.job import PageJob
from fpcrawl.reader.knowledge import Knowledge
from fpcrawl.reader.setup import DeskSetup
from fpcrawl.walk.walker import Context, WalkRules

CRAWL, SITE = "forum:f.example", "f.example"


def key_of(item):
    """Key of the only post that was read from a page, handed out or held."""
    (post,) = [record for record in item.report.records if isinstance(record, Post)]
    return post.key


def names(items):
    return {record.template for item in items for record in item.records}


class Watched:
    """A site's templates with a reader in this process and a store, page by page."""

    are_busy = False

    def __init__(self, state, site=SITE, hold_s=0.0, render="never", zone=None, unsaid=None):
        self.state = state
        self.site = site
        self.signals = SignalManager(self)
        self.stats = MemoryStatsCollector(SimpleNamespace(settings=Settings()))
        self.known = Knowledge()
        self.templates = SiteTemplates(
            state, f"forum:{site}", site, self.known, self.stats, hold_s, render, unsaid
        )
        setup = DeskSetup(f"http://{site}/", site, WalkRules("forum"), zone=zone, known=self.known)
        self.desk = ReadingDesk(setup)
        self.spider = SimpleNamespace(
            templates=self.templates,
            readings=self,
            arguments=SimpleNamespace(host=site),
            is_open=True,
        )
        self.pipeline = ExtractionPipeline(self)

    async def learn(self, job):
        return self.desk.learn(job)

    def stat(self, name):
        return self.stats.get_value(f"fpcrawl/extraction/{name}", 0)

    def read(self, html, number, cluster="c1", after_s=0):
        """Read a page, let the pipeline have it, store it."""
        url = f"http://{self.site}/thread-{number}.html"
        moment = NOW + timedelta(seconds=after_s)
        job = PageJob(url, html.encode(), "utf-8", moment, moment, Context("thread"))
        report = self.desk.read(job)
        item = PageItem(url, None, report.context, report, moment, cluster=cluster)
        item.body, item.http_charset, item.fetched = job.body, "utf-8", moment.isoformat()
        asyncio.run(self._process(item))
        with self.state.transaction():
            if item.keep is not None:
                self.state.templates.keep(item.keep)
            item.stored = self.state.records.upsert(item.records, 0.0, crawl=f"forum:{self.site}")
        return item

    async def _process(self, item):
        await self.pipeline.process_item(item)
        if self.pipeline._learning is not None:
            await self.pipeline._learning

    def read_all(self, seeds, cluster="c1", **options):
        return [self.read(thread_html(seed, **options), seed, cluster) for seed in seeds]

    def close(self):
        asyncio.run(self.pipeline.close_spider())
