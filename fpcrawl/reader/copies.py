"""What the processes that read pages know of a site, kept in step with what the crawl knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.keys import forum_of
from fpcrawl.extraction.layout import LayoutBook, layout_growth
from fpcrawl.pages.siteclock import SiteClock, clock_growth
from fpcrawl.reader.job import PageReport
from fpcrawl.reader.worker import framed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.reader.desk import DeskSetup
    from fpcrawl.reader.job import Job, Report
    from fpcrawl.walk.families import Change

__all__ = ["Copies", "KnownCopy"]

News = list[dict[str, Any]]


class Copies:
    """Copies of what is known of a site: what one of them learns, the others are told.

    Parameters
    ----------
    setup
        Its ``known`` is the crawl's own: changes to families, twins and templates are made
        there; layouts and the clock come back with the reports.
    """

    def __init__(self, setup: DeskSetup) -> None:
        self.setup = setup
        self.all: list[KnownCopy] = []
        self._listen()

    def _listen(self) -> None:
        known = self.setup.known
        known.families.journal, known.news = [], []

    def add(self) -> KnownCopy:
        """Begin another copy."""
        copy = KnownCopy(self)
        self.all.append(copy)
        return copy

    def end(self, copy: KnownCopy) -> None:
        """Keep a copy in step no longer; after the last, nothing is noted any more."""
        self.all.remove(copy)
        if not self.all:
            known = self.setup.known
            known.families.journal = known.news = None

    def spread(self) -> None:
        """Note for each copy what was changed since the last call."""
        known = self.setup.known
        changes, news = known.families.journal, known.news
        if changes or news:
            for copy in self.all:
                copy.changes += changes or ()
                copy.news += news or ()
            self._listen()

    def packed(self) -> bytes:
        """Return the message with all that is known now."""
        known = self.setup.known
        known.families.journal = known.news = None
        message = framed(self.setup)
        self._listen()
        return message


class KnownCopy:
    """The copy of one process.

    Attributes
    ----------
    changes, news
        Changes to the families, and what others have learnt of layouts and clock, that go
        there with the next job.
    """

    def __init__(self, copies: Copies) -> None:
        self._copies = copies
        self.changes: list[Change] = []
        self.news: News = []

    def begin(self) -> bytes:
        """Return the first message to a new process: the setup."""
        self._copies.spread()
        self.changes, self.news = [], []
        known = self._copies.setup.known
        self._rules = frozenset(known.twins.rules)
        self._templates = known.templates
        # What it has learnt itself is told from what it knew.
        self._layouts = {name: book.to_json() for name, book in known.layouts.items()}
        self._learnt = {name: book.changes for name, book in known.layouts.items()}
        self._clock = known.clock.to_json()
        return self._copies.packed()

    def message(self, job: Job) -> tuple[bytes, News]:
        """Return the message for a job, and the news in it, for :meth:`take_back`."""
        self._copies.spread()
        known = self._copies.setup.known
        changes, self.changes = self.changes, []
        news, self.news = self.news, []
        rules = frozenset(known.twins.rules)
        new_rules = None if rules == self._rules else rules
        templates = None if known.templates is self._templates else known.templates
        self._rules, self._templates = rules, known.templates
        return framed((changes, new_rules, templates, news, job)), news

    def take_back(self, answer: Report | str, news: News) -> None:
        """Learn what a page has taught the process.

        Parameters
        ----------
        answer
            The report, or what went wrong in the process.
        news
            What went there with the job, whatever came of it.
        """
        for grown in news:
            self._note(grown)
        if not isinstance(answer, PageReport):
            return
        others = [copy for copy in self._copies.all if copy is not self]
        if answer.clock is not None:
            self._take_clock(answer.clock, others)
        if answer.layouts is not None:
            self._take_layouts(forum_of(answer.url), answer.layouts, others)

    def _note(self, grown: dict[str, Any]) -> None:
        for name, growth in grown.get("layouts", {}).items():
            before = self._layouts.get(name)
            book = LayoutBook() if before is None else LayoutBook.from_json(before)
            book.absorb(growth)
            self._layouts[name] = book.to_json()
        if "clock" in grown:
            clock = SiteClock.from_json(self._clock)
            clock.absorb(grown["clock"])
            self._clock = clock.to_json()

    def _take_clock(self, clock: SiteClock, others: Sequence[KnownCopy]) -> None:
        known = self._copies.setup.known
        before, self._clock = self._clock, clock.to_json()
        if not others:
            known.clock = clock
        elif self._clock != before:
            grown = clock_growth(before, self._clock)
            known.clock.absorb(grown)
            _tell(others, {"clock": grown})

    def _take_layouts(self, forum: str, book: LayoutBook, others: Sequence[KnownCopy]) -> None:
        known = self._copies.setup.known
        before, now = self._layouts.get(forum), book.to_json()
        learnt, self._learnt[forum] = self._learnt.get(forum, 0), book.changes
        self._layouts[forum] = now
        if not others:
            known.layouts[forum] = book
            return
        grown = layout_growth(before, now)
        mine = known.layouts.setdefault(forum, LayoutBook())
        mine.absorb(grown)
        mine.changes += book.changes - learnt
        _tell(others, {"layouts": {forum: grown}})


def _tell(copies: Sequence[KnownCopy], grown: dict[str, Any]) -> None:
    for copy in copies:
        copy.news.append(grown)
