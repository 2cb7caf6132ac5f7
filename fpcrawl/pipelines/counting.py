"""What became of records, as statistics and told to others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.signals import records_late

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

    from fpcrawl.store.model import Stored

__all__ = ["count_stored", "tell_late"]


def count_stored(stats: StatsCollector, stored: Sequence[Stored]) -> None:
    """Count records by kind and status: ``fpcrawl/records/post_new``."""
    for one in stored:
        kind = type(one.record).__name__.lower()
        stats.inc_value(f"fpcrawl/records/{kind}_{one.status}")


def tell_late(crawler: Crawler, stored: Sequence[Stored]) -> None:
    """Count records that no item brings, and send them to who listens for them."""
    assert crawler.stats is not None
    count_stored(crawler.stats, stored)
    if stored:
        crawler.signals.send_catch_log(records_late, stored=stored, spider=crawler.spider)
