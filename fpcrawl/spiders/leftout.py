"""What the argument ``since`` has left out, for a run that asks for it after all."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from fpcrawl.exceptions import StateAway
from fpcrawl.walk.walker import ROW, Context, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy import Request

    from fpcrawl.items import PageItem
    from fpcrawl.spiders.site import SiteSpider

__all__ = ["LeftOut"]

logger = logging.getLogger(__name__)


class LeftOut:
    """Remembers pages of which records were left out; asks for them when they are wanted.

    Such a page is done like any other, and no list need ever lead to it again. It stands among
    the small values of the state, with the day of the latest record that was left out.

    Parameters
    ----------
    spider
        The spider, its state open.
    since
        Day (ISO 8601) before which nothing is wanted in this run; ``None`` = all is wanted.
    """

    def __init__(self, spider: SiteSpider, since: str | None) -> None:
        self._spider = spider
        self._since = since
        # The latest of the days: most runs need not look at the pages themselves.
        self._name = f"left_out/{spider.crawl_key}"
        self._latest: str = spider.state.values.get(self._name) or ""

    def page_stored(self, item: PageItem) -> None:
        """Remember a page of which something was left out."""
        report = item.report
        if report is None or report.left_out_until is None or item.trap is not None:
            return
        day, values = report.left_out_until, self._spider.state.values
        values.set(
            f"{self._name}/{self._spider.fingerprint_of(item.url).hex()}",
            {
                "url": item.url,
                "until": day,
                "meta": item.context.to_meta(),
                "topic": item.topic.score if item.topic is not None else None,
            },
        )
        if day > self._latest:
            self._latest = values.change(self._name, lambda found: max(found or "", day))

    def requests(self) -> Iterator[Request]:
        """Give requests for what earlier runs left out and this one wants."""
        if not self._latest or (self._since is not None and self._latest < self._since):
            return
        before, kept, asked = self._latest, "", 0
        values = self._spider.state.values
        try:
            for name, page in values.items(f"{self._name}/"):
                if self._since is not None and page["until"] < self._since:
                    kept = max(kept, page["until"])
                    continue
                context = Context.from_meta({**page["meta"], "fp_again": True})
                yield self._spider.request_again(Step(page["url"], ROW, context), page["topic"])
                # It is in the frontier now.
                values.set(name, None)
                asked += 1
            # Another worker may have left out more meanwhile.
            self._latest = (
                values.change(self._name, lambda now: (kept or None) if now == before else now)
                or ""
            )
        except StateAway as error:
            logger.warning("What since has left out is left to the next run: %s", error)
        if asked:
            logger.info("Asked again for %d pages of which since had left something out", asked)
