"""Readers: the one in the crawl's process, and the one in processes beside it."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from fpcrawl.reader.copies import Copies
from fpcrawl.reader.desk import ReadingDesk
from fpcrawl.reader.job import LearnJob, LearnReport, PageJob, PageReport
from fpcrawl.reader.process import ReadingProcess, Waiting

if TYPE_CHECKING:
    from fpcrawl.reader.desk import DeskSetup
    from fpcrawl.reader.job import Job, Report

__all__ = ["InlineReader", "PageReader", "ProcessReader"]

logger = logging.getLogger(__name__)

#: Pages that wait at every process when one is called busy.
BUSY = 2
#: How many more pages found them all busy than not when another process is worth its start.
PRESSED = 16


class PageReader(Protocol):
    """Reads pages: what is given first is begun first."""

    @property
    def is_here(self) -> bool:
        """Whether pages are read in this process."""
        ...

    @property
    def count(self) -> int:
        """Processes beside this one that read pages."""
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
    count = 0

    def open(self, setup: DeskSetup) -> None:
        """See :class:`PageReader`."""
        self._desk = ReadingDesk(setup)

    async def read(self, job: PageJob) -> PageReport:
        """See :class:`PageReader`."""
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


class ProcessReader:
    """Reads pages in processes beside this one, and does without those that do not start.

    One process is there from the beginning. Another is started once pages come faster than
    those there are can read them: a polite crawl never needs it.

    Parameters
    ----------
    timeout_s
        Seconds after which the reading of one page is given up.
    most
        Processes that may read at a time.
    """

    def __init__(self, timeout_s: float, most: int = 1) -> None:
        self._timeout_s = timeout_s
        self._most = most
        self._pressure = 0
        self._inline: InlineReader | None = None
        self._processes = [ReadingProcess(timeout_s)]

    @property
    def is_here(self) -> bool:
        """See :class:`PageReader`."""
        return self._inline is not None

    @property
    def count(self) -> int:
        """See :class:`PageReader`."""
        return len(self._processes)

    def open(self, setup: DeskSetup) -> None:
        """See :class:`PageReader`."""
        self._copies = Copies(setup)
        for process in self._processes:
            process.open(self._copies.add(), self._do_without)

    def _do_without(self, process: ReadingProcess) -> None:
        """Have what waits for a process that does not start done by others."""
        self._processes.remove(process)
        self._copies.end(process.copy)
        waiting = process.take_all()
        process.close()
        if self._processes:
            self._most = len(self._processes)
            logger.warning("A further process that is to read pages does not start")
            self._processes[0].add(waiting)
            return
        logger.error("The process that is to read the pages does not start; reading without it")
        self._inline = InlineReader()
        self._inline.open(self._copies.setup)
        for job, future in waiting:
            if not future.done():
                future.set_result(self._inline.do(job))

    async def read(self, job: PageJob) -> PageReport:
        """See :class:`PageReader`."""
        report: PageReport = await self._do(job)
        return report

    async def learn(self, job: LearnJob) -> LearnReport:
        """See :class:`PageReader`."""
        report: LearnReport = await self._do(job)
        return report

    async def _do(self, job: Job) -> Any:
        if self._inline is not None:
            return self._inline.do(job)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._process_for(job).add([Waiting(job, future)])
        return await future

    def _process_for(self, job: Job) -> ReadingProcess:
        # While one learns, pages go on being read by the first.
        there = self._processes[::-1] if isinstance(job, LearnJob) else self._processes
        chosen = min(there, key=lambda process: (not process.is_ready, process.load))
        if isinstance(job, PageJob):
            self._note_load(chosen.load)
        return chosen

    def _note_load(self, least: int) -> None:
        if least >= BUSY:
            self._pressure += 1
        elif self._pressure:
            self._pressure -= 1
        if self._pressure >= PRESSED and len(self._processes) < self._most:
            self._pressure = 0
            process = ReadingProcess(self._timeout_s)
            process.open(self._copies.add(), self._do_without)
            self._processes.append(process)

    def close(self) -> None:
        """See :class:`PageReader`."""
        for process in self._processes:
            process.close()
