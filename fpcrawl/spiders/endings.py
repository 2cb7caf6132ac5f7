"""Why a crawl ended that read nothing, or whose templates no longer fit."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NoReturn

from scrapy.exceptions import CloseSpider

from fpcrawl.exceptions import StateError
from fpcrawl.extensions.timetext import clock_time

if TYPE_CHECKING:
    from scrapy.statscollectors import StatsCollector

    from fpcrawl.pipelines.templates import SiteTemplates
    from fpcrawl.spiders.site import SiteSpider

__all__ = [
    "end_drifting",
    "end_unread",
    "is_out_of_reach",
    "tell_address",
    "tell_empty",
    "tell_recordless",
]

logger = logging.getLogger(__name__)

_WALLS, _OUTCOMES = "fpcrawl/walls/", "fpcrawl/outcome/"
_RETRIES, _GAVE_UP = "fpcrawl/retry/", "gave_up"


def end_unread(spider: SiteSpider) -> NoReturn:
    """Close the spider with the reason; details go to ``fpcrawl/end_detail``.

    Raises
    ------
    CloseSpider
        Always.
    """
    stats = spider.stats
    if stats.get_value("fpcrawl/robots/forbidden_start"):
        raise CloseSpider("robots_forbidden")
    if stats.get_value("fpcrawl/outcome/elsewhere"):
        raise CloseSpider("elsewhere")
    walls = _names(stats, _WALLS)
    met = sum(stats.get_value(f"{_WALLS}{kind}") for kind in walls)
    if met > stats.get_value("fpcrawl/session/still_walled", 0):
        stats.set_value("fpcrawl/end_detail", ", ".join(walls))
        raise CloseSpider("walled")
    # Walls that were known, and still stand, are no news.
    if is_out_of_reach(spider) or (stats.get_value("downloader/request_count") and not walls):
        tell_address(spider)
        raise CloseSpider("unreachable")
    raise CloseSpider("nothing_due")


def is_out_of_reach(spider: SiteSpider) -> bool:
    """Tell whether the site does not answer, as far as this run and those before it know.

    A run between two tries of a dead site asks for nothing, and is to raise the same alarm.
    """
    stats = spider.stats
    if spider.pages_read or _names(stats, _WALLS):
        return False
    try:
        if spider.hosts_left_alone() or _failed_starts(spider):
            return True
        # What is no more than slow has not failed.
        return bool(
            stats.get_value("downloader/request_count")
            and (stats.get_value("fpcrawl/robots/unreachable") or spider.failures_in_a_row())
        )
    except StateError:
        return False  # whoever writes to the state next ends the crawl and says why


def tell_empty(spider: SiteSpider) -> None:
    """Say that the start pages were read and led nowhere: the site may be no forum."""
    refused = spider.stats.get_value("fpcrawl/outcome/not_allowed")
    outcomes = _names(spider.stats, _OUTCOMES)
    why = ", ".join(name for name in outcomes if name.startswith(("page_", "not_html")))
    if refused:
        why = f"the arguments allow and deny refuse all {refused} links"
    elif spider.needs_scripts:
        why = "scripts make the page, and are not run"
    elif spider.sent_to:
        why = f"it sends to {spider.sent_to}"
    detail = f"no lists or threads were found on {', '.join(spider.first_urls)}"
    _warn(spider, f"{detail}: {why}" if why else detail)


def tell_recordless(spider: SiteSpider) -> None:
    """Say that pages were read and none of them, in this run or before, held a record."""
    is_forum = spider.kind == "forum"
    kind, other = ("post", "news") if is_forum else ("article", "forum")
    try:
        if not spider.has_none_stored():
            return
    except StateError:
        return  # whoever writes to the state next ends the crawl and says why
    where = ", ".join(spider.first_urls)
    if spider.sent_to:
        where = f"{where}, which sends to {spider.sent_to}"
    beside = spider.pages_read - len(spider.first_urls)
    if beside > 0:
        others = "the other page that was" if beside == 1 else f"the {beside} other pages that were"
        where = f"{where}, or on {others} read"
    detail = f"no {kind}s were found on {where}"
    if beside > 0 and not spider.sent_to:
        site = "a news site" if is_forum else "a forum"
        detail = f"{detail}; if this is {site}: scrapy crawl {other}"
    _warn(spider, detail)


def _warn(spider: SiteSpider, detail: str) -> None:
    if spider.stats.get_value("fpcrawl/end_detail") != detail:
        spider.stats.set_value("fpcrawl/end_detail", detail)
        logger.warning("%s", detail[0].upper() + detail[1:])


def _failed_starts(spider: SiteSpider) -> list[str]:
    """Addresses of the start pages whose last visit failed, as they were asked for."""
    # http and https are one row, which keeps the scheme that answered.
    wanted = {url.partition("://")[2] for url in spider.first_urls}
    return [
        board.url
        for board in spider.state.frontier.boards(spider.crawl_key)
        if board.failures and board.url.partition("://")[2] in wanted
    ]


def tell_address(spider: SiteSpider) -> None:
    """Note which address was asked in vain, why, and until when its host is left alone."""
    stats = spider.stats
    why = str(stats.get_value("fpcrawl/end_detail") or ", ".join(_names(stats, _OUTCOMES)))
    urls: list[str] = []
    alone: dict[str, float] = {}
    try:
        urls = _failed_starts(spider)
        alone = spider.hosts_left_alone()
        if not why:
            met = spider.state.frontier.failures(spider.crawl_key)
            why = next((failure.reason for failure in met if failure.url in urls), "")
    except StateError:
        pass  # the rest is still worth telling
    if not why:  # what is to be tried again has not failed for good
        why = ", ".join(name for name in _names(stats, _RETRIES) if name != _GAVE_UP)
    if why.endswith("no_tls"):
        why += "; the server speaks http: give its address with http://"
    parts = [part for part in [why, *_left_alone(alone, spider.state.clock())] if part]
    address = ", ".join(urls or spider.first_urls)
    stats.set_value("fpcrawl/end_detail", ": ".join(filter(None, [address, "; ".join(parts)])))


def _left_alone(hosts: dict[str, float], now: float) -> list[str]:
    return [f"{host} is left alone until {clock_time(when, now)}" for host, when in hosts.items()]


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


def _names(stats: StatsCollector, prefix: str) -> list[str]:
    return sorted(n.removeprefix(prefix) for n in stats.get_stats() if n.startswith(prefix))
