"""Why a crawl ended that read nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from scrapy.exceptions import CloseSpider

if TYPE_CHECKING:
    from scrapy.statscollectors import StatsCollector

__all__ = ["end_unread"]

_WALLS, _OUTCOMES = "fpcrawl/walls/", "fpcrawl/outcome/"


def end_unread(stats: StatsCollector) -> NoReturn:
    """Close the spider with the reason; details go to ``fpcrawl/end_detail``.

    Raises
    ------
    CloseSpider
        Always.
    """
    if stats.get_value("fpcrawl/robots/forbidden_start"):
        raise CloseSpider("robots_forbidden")
    if stats.get_value("fpcrawl/outcome/elsewhere"):
        raise CloseSpider("elsewhere")
    walls = _named(stats, _WALLS)
    if walls:
        stats.set_value("fpcrawl/end_detail", walls)
        raise CloseSpider("walled")
    if stats.get_value("downloader/request_count"):
        if not stats.get_value("fpcrawl/end_detail"):
            stats.set_value("fpcrawl/end_detail", _named(stats, _OUTCOMES))
        raise CloseSpider("unreachable")
    raise CloseSpider("nothing_due")


def _named(stats: StatsCollector, prefix: str) -> str:
    return ", ".join(
        sorted(n.removeprefix(prefix) for n in stats.get_stats() if n.startswith(prefix))
    )
