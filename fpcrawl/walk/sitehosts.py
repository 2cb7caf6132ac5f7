"""Portals whose parts have hosts of their own: which of them a start page leads to."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fpcrawl.pages.page import Page
    from fpcrawl.pages.urls import SiteScope

__all__ = ["hosts_below"]

#: Links to such hosts at least, and how many hosts are told.
MIN_LINKS, MAX_HOSTS = 10, 20


def hosts_below(page: Page, scope: SiteScope) -> list[str]:
    """Return the hosts below the site's that most links of a page lead to, the first most often.

    Parameters
    ----------
    page
        A start page.
    scope
        Its site.

    Returns
    -------
    list of str
        Empty where more links stay on the site, or hardly any leaves it so.
    """
    urls = {link.url for link in page.links}
    hosts = Counter(host for url in sorted(urls) if (host := scope.host_below(url)))
    own = sum(map(scope.contains, urls))
    if hosts.total() < max(MIN_LINKS, own):
        return []
    return [host for host, _ in hosts.most_common(MAX_HOSTS)]
