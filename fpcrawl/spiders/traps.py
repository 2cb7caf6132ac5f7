"""Counts, names and logs what turned out to be a trap."""

from __future__ import annotations

import logging
from collections import OrderedDict
from typing import TYPE_CHECKING

from fpcrawl.pages.urls import url_shape
from fpcrawl.walk.copies import Copies
from fpcrawl.walk.repeats import Repeats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy.statscollectors import StatsCollector

    from fpcrawl.extraction.records import Record
    from fpcrawl.extraction.templates.kept import KeptPage
    from fpcrawl.reader.job import PageReport
    from fpcrawl.walk.content import PageContent
    from fpcrawl.walk.walker import Walker

__all__ = ["TRAP_WORDS", "TrapWatch"]

logger = logging.getLogger(__name__)

#: What each trap is, for logs and status.
TRAP_WORDS = {
    "barren": "pages of this kind brought nothing new",
    "beyond_end": "page numbers beyond the end show the last page again",
    "calendar": "a calendar that brought nothing new",
    "dry": "so many pages in a row brought no record",
    "dry_family": "so many pages of this kind in a row brought no record",
    "inside": "places in threads that have been read",
    "parameters": "orders and filters of what is known",
    "probed_out": "guesses have cost enough",
    "session": "a part of the address that can be anything",
    "soft_404": "pages that say there is no such page, with a good status",
    "twin": "what another page has shown, at an address of another kind",
}
#: Addresses read in this run that are remembered, to know their twins.
MEMORY = 50_000


class TrapWatch:
    """What one run has met of traps.

    Parameters
    ----------
    walker
        Its families keep the counts between runs, its twins learn from repeats.
    stats
        Counts are added as ``fpcrawl/traps/<kind>`` (fetched in vain) and
        ``fpcrawl/traps/<kind>_skipped`` (left alone).
    """

    def __init__(self, walker: Walker, stats: StatsCollector) -> None:
        self._walker = walker
        self._stats = stats
        self._repeats = Repeats(walker.twins)
        self._copies = Copies()
        self._read: OrderedDict[str, None] = OrderedDict()
        self._read_keys: set[str] = set()
        self._rules: set[str] = set()
        self._lists: dict[bytes, str] = {}
        self._told: set[tuple[str, str]] = set()

    def judge(self, report: PageReport, *, asked_for: bool) -> str | None:
        """Return the kind of trap that a page read for the first time is, or ``None``.

        Posts that another page has told are taken out of the report.

        Parameters
        ----------
        asked_for
            The user asked for it: it is remembered, and never a trap.
        """
        content, context = report.content, report.context
        assert content is not None
        self._walker.twins.observe_links(report.url, report.issued_links)
        further = any(step.context.page > context.page for step in report.steps)
        turned = context.page > 1
        if report.role == "article":
            is_copy = self._copies.is_article_again(
                report.url, report.records, leads_on=further, turned=turned
            )
        else:
            is_copy = self._leave_out_told(report, leads_on=further)
        if asked_for:
            self._repeats.register(content)
            return None
        kind = self._repeats.judge(content, turned=turned)
        if kind is None and is_copy:
            kind = "twin"
        if kind is not None:
            self.note(kind, report.url, fetched=True)
        if kind == "beyond_end":
            self._walker.families.note_end(report.first_page)
        return kind

    def judge_again(self, report: PageReport) -> None:
        """Take posts that another page has told out of the report of a page read once more."""
        if report.role != "article":
            own = self._copies.unsaid(report.first_page, report.records, is_known=True)
            self._keep(report, own)

    def unsaid(self, page: KeptPage, records: Sequence[Record], *, is_known: bool) -> list[Record]:
        """Leave out what a page, read when more was known, shares with one of another kind.

        Parameters
        ----------
        is_known
            Whether some of what it shows is stored: then it is no copy.
        """
        own = self._copies.unsaid(page.thread_url, records, is_known=is_known)
        self._count_told(len(records) - len(own))
        if records and not own and not is_known:
            self.note("twin", page.url, fetched=True)
        return own

    def _leave_out_told(self, report: PageReport, *, leads_on: bool) -> bool:
        """Leave its own posts in a report; tell whether it has none."""
        own = self._copies.unsaid(report.first_page, report.records, leads_on=leads_on)
        if report.records and not own:
            return True
        self._keep(report, own)
        return False

    def _keep(self, report: PageReport, own: list[Record]) -> None:
        self._count_told(len(report.records) - len(own))
        report.records = own

    def _count_told(self, n: int) -> None:
        if n:
            self._stats.inc_value("fpcrawl/extraction/told_elsewhere", n)

    def was_shown(self, content: PageContent) -> bool:
        """Remember a page; tell whether this run has met its words elsewhere, or it has none."""
        return content.digest is None or self._repeats.register(content) != content.url

    def is_known_list(self, content: PageContent) -> bool:
        """Remember a list; tell whether this run has met it, by its name too, elsewhere."""
        digest = content.list_digest
        if digest is None:
            return False
        if len(self._lists) >= MEMORY:
            self._lists.clear()
        return self._lists.setdefault(digest, content.url) != content.url

    def note(self, kind: str, url: str, *, fetched: bool) -> None:
        """Count an address; tell of each kind once for a pattern of addresses."""
        families = self._walker.families
        name = kind if fetched else f"{kind}_skipped"
        families.traps[name] = families.traps.get(name, 0) + 1
        self._stats.inc_value(f"fpcrawl/traps/{name}")
        shape = url_shape(url) if kind not in {"dry", "probed_out", "parameters"} else ""
        if kind == "parameters":
            shape = url_shape(url).partition("?")[0]
        if not fetched:
            families.of(url).skipped += 1
        if (kind, shape) not in self._told and len(self._told) < 1000:
            self._told.add((kind, shape))
            where = shape or "the site"
            logger.info("Trap %s at %s: %s, such as %s", kind, where, TRAP_WORDS[kind], url)

    def remember(self, url: str) -> None:
        """Note that an address was read in this run."""
        self._read[url] = None
        if self._rules:
            self._read_keys.add(self._walker.twins.key(url))
        if len(self._read) > MEMORY:
            self._read.popitem(last=False)

    def was_read(self, url: str) -> bool:
        """Tell whether this run has read the page at an address."""
        return url in self._read

    def is_twin_of_read(self, url: str) -> bool:
        """Tell whether an address differs from one that was read only in what does not matter."""
        twins = self._walker.twins
        if not twins.rules:
            return False
        if self._rules != twins.rules:
            self._rules = set(twins.rules)
            self._read_keys = {twins.key(known) for known in self._read}
        return url not in self._read and twins.key(url) in self._read_keys
