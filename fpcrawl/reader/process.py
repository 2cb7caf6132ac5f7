"""Readers: the one in this process, and the one beside it."""

from __future__ import annotations

import asyncio
import logging
import pickle
import socket
import subprocess
import sys
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, cast

from fpcrawl.exceptions import ReaderError
from fpcrawl.extraction.keys import forum_of
from fpcrawl.reader.desk import ReadingDesk
from fpcrawl.reader.job import LearnJob, LearnReport, PageJob, PageReport
from fpcrawl.reader.secondlook import LOOK_S
from fpcrawl.reader.worker import LENGTH, READY, framed

if TYPE_CHECKING:
    from fpcrawl.reader.desk import DeskSetup
    from fpcrawl.reader.job import Job, Report

__all__ = ["InlineReader", "PageReader", "ProcessReader"]

logger = logging.getLogger(__name__)

#: Starts in vain after which the process is done without.
_MAX_STARTS = 3
_START = "import sys; sys.path[:] = {path!r}; from fpcrawl.reader.worker import serve; serve({fd})"


class PageReader(Protocol):
    """Reads pages, in the order in which they are given."""

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

    def open(self, setup: DeskSetup) -> None:
        """See :class:`PageReader`."""
        self._desk = ReadingDesk(setup)

    async def read(self, job: PageJob) -> PageReport:
        """See :class:`PageReader`."""
        return self._desk.read(job)

    async def learn(self, job: LearnJob) -> LearnReport:
        """See :class:`PageReader`."""
        # No browser where the crawl itself would wait for it.
        return self._desk.learn(replace(job, may_render=0))

    def close(self) -> None:
        """See :class:`PageReader`."""


class ProcessReader(asyncio.Protocol):
    """Reads pages in a process beside this one, and does without it when it is killed by a page.

    What is known of the site is kept here. The process has a copy: changes to families, twins
    and templates go there with the next page, layouts and clock come back with the reports.

    Parameters
    ----------
    timeout_s
        Seconds after which the reading of one page is given up.
    """

    def __init__(self, timeout_s: float) -> None:
        self._timeout_s = timeout_s
        self._waiting: deque[tuple[Job, asyncio.Future[Any]]] = deque()
        self._sent = 0
        self._starts = 0
        self._inline: ReadingDesk | None = None
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._ready = False
        self._timed_out = False
        self._closed = False
        self._start()

    # -- the process

    def _start(self) -> None:
        self._starts += 1
        ours, theirs = socket.socketpair()
        with theirs:
            code = _START.format(path=sys.path, fd=theirs.fileno())
            self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-c", code],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        ours.setblocking(False)
        self._line = ours

    def open(self, setup: DeskSetup) -> None:
        """See :class:`PageReader`."""
        self._setup = setup
        self._connecting = asyncio.get_running_loop().create_task(self._connect())

    async def _connect(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, sock=self._line)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the setup, and the pages that another process has not read."""
        self._transport = cast("asyncio.Transport", transport)
        known = self._setup.known
        known.families.journal = known.news = None
        self._transport.write(framed(self._setup))
        known.families.journal, known.news = [], []
        self._ready = False
        self._rules = frozenset(known.twins.rules)
        self._templates = known.templates
        self._sent = 0
        self._send()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Give up the page that was being read; have a new process read the others."""
        if self._closed:
            return
        self._stop()
        self._buffer.clear()
        if self._ready and self._sent:
            job, future = self._waiting.popleft()
            if not future.done():
                future.set_result(self._given_up(job))
        self._timed_out = False
        self._sent = 0
        if self._starts < _MAX_STARTS:
            self._start()
            self._connecting = asyncio.get_running_loop().create_task(self._connect())
            return
        logger.error("The process that is to read the pages does not start; reading without it")
        known = self._setup.known
        known.families.journal = known.news = None
        self._inline = ReadingDesk(self._setup)
        waiting, self._waiting = self._waiting, deque()
        for job, future in waiting:
            if not future.done():
                future.set_result(self._done_inline(job))

    def _done_inline(self, job: Job) -> Report:
        assert self._inline is not None
        if isinstance(job, PageJob):
            return self._inline.read(job)
        return self._inline.learn(replace(job, may_render=0))

    def _given_up(self, job: Job) -> Report:
        report = PageReport if isinstance(job, PageJob) else LearnReport
        if self._timed_out:
            text = f"its reading took longer than {self._time_for(job):g} s"
            return report(job.url, failure="timeout", failure_text=text)
        text = f"it ended the process that read it ({self._process.returncode})"
        return report(job.url, failure="crash", failure_text=text)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._transport is not None:
            self._transport.abort()
            self._transport = None
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """See :class:`PageReader`."""
        self._closed = True
        if self._connecting is not None:
            self._connecting.cancel()
        self._stop()
        self._line.close()
        for _, future in self._waiting:
            future.cancel()
        self._waiting.clear()

    # -- pages

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
            return self._done_inline(job)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, future))
        self._send()
        return await future

    def _send(self) -> None:
        if self._transport is None:
            return
        known = self._setup.known
        while self._sent < len(self._waiting):
            job, _ = self._waiting[self._sent]
            changes, known.families.journal = known.families.journal or [], []
            news, known.news = known.news or [], []
            rules = frozenset(known.twins.rules)
            new_rules = None if rules == self._rules else rules
            templates = None if known.templates is self._templates else known.templates
            self._transport.write(framed((changes, new_rules, templates, news, job)))
            self._rules, self._templates = rules, known.templates
            self._sent += 1
            if self._sent == 1:
                self._watch()

    def _watch(self) -> None:
        """Give the page that is being read its time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._sent and self._ready:
            loop = asyncio.get_running_loop()
            allowed = self._time_for(self._waiting[0][0])
            self._timer = loop.call_later(allowed, self._give_up)

    def _time_for(self, job: Job) -> float:
        """Seconds that a job may take; layouts have theirs beside."""
        may_render = isinstance(job, LearnJob) and job.may_render > 0
        return self._timeout_s + (LOOK_S if may_render else 0.0)

    def _give_up(self) -> None:
        self._timed_out = True
        self._process.kill()  # which closes the line

    def data_received(self, data: bytes) -> None:
        """Take reports in."""
        buffer = self._buffer
        buffer += data
        while len(buffer) >= LENGTH.size:
            (size,) = LENGTH.unpack_from(buffer)
            end = LENGTH.size + size
            if len(buffer) < end:
                return
            with memoryview(buffer) as view:
                answer = pickle.loads(view[LENGTH.size : end])  # noqa: S301
            del buffer[:end]
            if not self._ready:
                self._ready = answer == READY
                self._starts = 0
                # What the start takes is not taken from the first page's time.
                self._watch()
                continue
            self._sent -= 1
            job, future = self._waiting.popleft()
            self._watch()
            self._hand_out(job, future, answer)

    def _hand_out(self, job: Job, future: asyncio.Future[Any], answer: Report | str) -> None:
        if future.done():
            return
        if isinstance(answer, str):
            future.set_exception(ReaderError(f"{job.url} was not read:\n{answer}"))
            return
        if isinstance(answer, PageReport):
            self._take_back(answer)
        future.set_result(answer)

    def _take_back(self, answer: PageReport) -> None:
        known = self._setup.known
        if answer.layouts is not None:
            known.layouts[forum_of(answer.url)] = answer.layouts
        if answer.clock is not None:
            known.clock = answer.clock
