"""What reads pages, and the reader in the crawl's own process."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from fpcrawl.collecting import PageWeight
from fpcrawl.reader.job import PageJob

if TYPE_CHECKING:
    from fpcrawl.reader.job import Job, LearnJob, LearnReport, PageReport, Report
    from fpcrawl.reader.setup import DeskSetup

__all__ = ["InlineReader", "PageReader"]


class PageReader(Protocol):
    """Reads pages: what is given first is begun first."""

    @property
    def is_here(self) -> bool:
        """Whether pages are read in this process."""
        ...

    def open(self, setup: DeskSetup) -> None:
        """Take what must be known before the first page; its ``known`` is shared."""
        ...

    async def read(self, job: PageJob) -> PageReport:
        """Read a page.

        Raises
        ------
        ReaderError
            When the reading failed for a reason that is not the page's.
        """
        ...

    async def learn(self, job: LearnJob) -> LearnReport:
        """Learn a template from kept pages, or read them again, when its turn comes.

        Raises
        ------
        ReaderError
            When that failed for a reason that is not the pages'.
        """
        ...

    def close(self) -> None:
        """Read no more."""
        ...


class InlineReader:
    """Reads pages in this process."""

    is_here = True

    def open(self, setup: DeskSetup) -> None:
        """See :class:`PageReader`."""
        # Most crawls read in another process: theirs does without all that looks at pages.
        from fpcrawl.reader.desk import ReadingDesk  # noqa: PLC0415

        self._desk = ReadingDesk(setup)
        self._weight = PageWeight()

    async def read(self, job: PageJob) -> PageReport:
        """See :class:`PageReader`."""
        self._weight.add(len(job.body))
        return self._desk.read(job)

    async def learn(self, job: LearnJob) -> LearnReport:
        """See :class:`PageReader`."""
        return self._learn(job)

    def do(self, job: Job) -> Report:
        """Do a job of either kind."""
        return self._desk.read(job) if isinstance(job, PageJob) else self._learn(job)

    def _learn(self, job: LearnJob) -> LearnReport:
        # No browser where the crawl itself would wait for it.
        return self._desk.learn(replace(job, may_render=0))

    def close(self) -> None:
        """See :class:`PageReader`."""
