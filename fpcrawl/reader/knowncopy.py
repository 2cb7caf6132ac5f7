"""What the process that reads knows of a site, kept in step with what the crawl knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.keys import forum_of
from fpcrawl.reader.framing import framed

if TYPE_CHECKING:
    from fpcrawl.reader.job import Job, PageReport
    from fpcrawl.reader.setup import DeskSetup

__all__ = ["KnownCopy"]


class KnownCopy:
    """The copy that a process has of what is known.

    Parameters
    ----------
    setup
        Its ``known`` is the crawl's own: changes to families, twins and templates are made
        there and go to the process with the next job; layouts and the clock come back with
        the reports.
    """

    def __init__(self, setup: DeskSetup) -> None:
        self.setup = setup

    def begin(self) -> bytes:
        """Return the first message to a new process: all that is known now."""
        known = self.setup.known
        self.end()
        message = framed(self.setup)
        known.families.journal, known.news = [], []
        self._rules = frozenset(known.twins.rules)
        self._templates = known.templates
        return message

    def end(self) -> None:
        """Note no changes any more."""
        known = self.setup.known
        known.families.journal = known.news = None

    def message(self, job: Job) -> bytes:
        """Return the message for a job."""
        known = self.setup.known
        changes, known.families.journal = known.families.journal or [], []
        news, known.news = known.news or [], []
        rules = frozenset(known.twins.rules)
        new_rules = None if rules == self._rules else rules
        templates = None if known.templates is self._templates else known.templates
        self._rules, self._templates = rules, known.templates
        return framed((changes, new_rules, templates, news, job))

    def take_back(self, report: PageReport) -> None:
        """Learn what a page has taught the process."""
        known = self.setup.known
        if report.layouts is not None:
            known.layouts[forum_of(report.url)] = report.layouts
        if report.clock is not None:
            known.clock = report.clock
