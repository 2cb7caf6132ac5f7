"""``scrapy crawl forum -a site=URL``: the posts of a forum."""

from __future__ import annotations

from typing import ClassVar

from fpcrawl.spiders.site import SiteSpider

__all__ = ["ForumSpider"]


class ForumSpider(SiteSpider):
    """Boards, their threads, the threads' pages."""

    name = "forum"
    kind: ClassVar[str] = "forum"
