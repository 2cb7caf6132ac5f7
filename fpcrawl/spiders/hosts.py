"""Tells of a portal whose parts are sites of their own."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fpcrawl.reader.job import PageReport
    from fpcrawl.walk.families import FamilyTable

__all__ = ["tell_hosts"]

logger = logging.getLogger(__name__)


def tell_hosts(report: PageReport, families: FamilyTable) -> None:
    """Say that most links of a start page leave its host, as long as nothing was found on that."""
    if not report.hosts_below:
        return
    roles = {family.role for family in families.families.values()}
    if roles.isdisjoint({"thread", "article"}):
        logger.warning(
            "Most links of %s lead to hosts below its own, which are sites of their own. To crawl"
            " them too, write their addresses into a file, one a line: -a seeds=FILE. They are: %s",
            report.url,
            ", ".join(report.hosts_below),
        )
