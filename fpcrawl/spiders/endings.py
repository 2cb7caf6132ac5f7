"""Why a crawl ended that read nothing, or whose templates no longer fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from scrapy.exceptions import CloseSpider

if TYPE_CHECKING:
    from scrapy.statscollectors import StatsCollector

    from fpcrawl.pipelines.templates import SiteTemplates

__all__ = ["end_drifting", "end_unread"]

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


def end_drifting(templates: SiteTemplates, stats: StatsCollector) -> None:
    """Close the spider where a template no longer fits and no other was learnt.

    Raises
    ------
    CloseSpider
        Then.
    """
    drifting = [entry.name for entry in templates.drifting]
    if drifting:
        stats.set_value("fpcrawl/end_detail", ", ".join(sorted(drifting)))
        raise CloseSpider("drifted")


def _named(stats: StatsCollector, prefix: str) -> str:
    return ", ".join(
        sorted(n.removeprefix(prefix) for n in stats.get_stats() if n.startswith(prefix))
    )
