"""What became of records, as statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy.statscollectors import StatsCollector

    from fpcrawl.store.model import Stored

__all__ = ["count_stored"]


def count_stored(stats: StatsCollector, stored: Sequence[Stored]) -> None:
    """Count records by kind and status: ``fpcrawl/records/post_new``."""
    for one in stored:
        kind = type(one.record).__name__.lower()
        stats.inc_value(f"fpcrawl/records/{kind}_{one.status}")
