"""``scrapy crawl news -a site=URL``: the articles of a news site."""

from __future__ import annotations

from typing import ClassVar

from fpcrawl.spiders.site import SiteSpider

__all__ = ["NewsSpider"]


class NewsSpider(SiteSpider):
    """Sections, their articles, the comments below."""

    name = "news"
    kind: ClassVar[str] = "news"
