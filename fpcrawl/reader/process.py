"""The reader in a process beside the crawl."""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from fpcrawl.exceptions import ReaderError
from fpcrawl.reader.framing import LENGTH, READY
from fpcrawl.reader.job import LearnJob, LearnReport, PageJob, PageReport
from fpcrawl.reader.knowncopy import KnownCopy
from fpcrawl.reader.readers import InlineReader
from fpcrawl.reader.secondlook import LOOK_S
from fpcrawl.reader.spawn import spawn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fpcrawl.reader.job import Job, Report
    from fpcrawl.reader.setup import DeskSetup

__all__ = ["ProcessReader"]

logger = logging.getLogger(__name__)

#: Starts in vain after which the process is done without.
_MAX_STARTS = 3


class _Waiting(NamedTuple):
    job: Job
    future: asyncio.Future[Any]


class _Queue:
    """Jobs of one kind, in the order in which they are done."""

    def __init__(self) -> None:
        self.jobs: deque[_Waiting] = deque()
        #: How many of them the process has.
        self.sent = 0

    def unsent(self) -> Iterator[Job]:
        """Yield what is to be sent, which is noted as sent."""
        while self.sent < len(self.jobs):
            self.sent += 1
            yield self.jobs[self.sent - 1].job

    def take(self) -> _Waiting:
        """Return the first, which is done."""
        self.sent -= 1
        return self.jobs.popleft()


class ProcessReader(asyncio.Protocol):
    """Reads pages in a process beside this one, which is started anew when a page has killed it.

    Templates are learnt beside the pages, see :mod:`fpcrawl.reader.learner`. Where the process
    does not start, all is done in this one.

    Parameters
    ----------
    timeout_s
        Seconds after which the reading of one page is given up, or learning a template.
    """

    def __init__(self, timeout_s: float) -> None:
        self._timeout_s = timeout_s
        self._pages, self._learning = _Queue(), _Queue()
        self._starts = 0
        self._inline: InlineReader | None = None
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._is_ready = False
        self._timed_out = False
        self._closed = False
        self._start()

    @property
    def is_here(self) -> bool:
        """See :class:`PageReader`."""
        return self._inline is not None

    # -- the process

    def _start(self) -> None:
        self._starts += 1
        self._spawned = spawn()

    def open(self, setup: DeskSetup) -> None:
        """See :class:`PageReader`."""
        self._copy = KnownCopy(setup)
        self._connect_soon()

    def _connect_soon(self) -> None:
        self._connecting = asyncio.get_running_loop().create_task(self._connect())

    async def _connect(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, sock=self._spawned.line)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the setup, and the pages that another process has not read."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._copy.begin())
        self._send()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Give up the page that was being read; have a new process do what is left."""
        if self._closed:
            return
        self._stop()
        self._buffer.clear()
        # What is learnt is so in a process of its own, which does no harm to this one.
        queue = self._pages if self._pages.sent else self._learning
        if self._is_ready and queue.sent:
            job, future = queue.take()
            if not future.done():
                future.set_result(self._given_up(job))
        self._is_ready = self._timed_out = False
        self._pages.sent = self._learning.sent = 0
        if self._starts < _MAX_STARTS:
            self._start()
            self._connect_soon()
        else:
            self._do_without()

    def _do_without(self) -> None:
        logger.error("The process that is to read the pages does not start; reading without it")
        self._copy.end()
        self._inline = InlineReader()
        self._inline.open(self._copy.setup)
        for job, future in self._take_all():
            if not future.done():
                future.set_result(self._inline.do(job))

    def _take_all(self) -> list[_Waiting]:
        left = [*self._pages.jobs, *self._learning.jobs]
        self._pages, self._learning = _Queue(), _Queue()
        return left

    def _given_up(self, job: Job) -> Report:
        report = PageReport if isinstance(job, PageJob) else LearnReport
        if self._timed_out:
            text = f"its reading took longer than {self._timeout_s:g} s"
            return report(job.url, failure="timeout", failure_text=text)
        text = f"it ended the process that read it ({self._spawned.process.returncode})"
        return report(job.url, failure="crash", failure_text=text)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._transport is not None:
            self._transport.abort()
            self._transport = None
        self._spawned.end()

    def close(self) -> None:
        """See :class:`PageReader`."""
        self._closed = True
        if self._connecting is not None:
            self._connecting.cancel()
        self._stop()
        for _, future in self._take_all():
            future.cancel()

    # -- jobs

    async def read(self, job: PageJob) -> PageReport:
        """See :class:`PageReader`."""
        report: PageReport = await self._do(job, self._pages)
        return report

    async def learn(self, job: LearnJob) -> LearnReport:
        """See :class:`PageReader`."""
        # Layouts have their time beside.
        allowed_s = self._timeout_s + (LOOK_S if job.may_render > 0 else 0.0)
        job = replace(job, allowed_s=allowed_s)
        report: LearnReport = await self._do(job, self._learning)
        return report

    async def _do(self, job: Job, queue: _Queue) -> Any:
        if self._inline is not None:
            return self._inline.do(job)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        queue.jobs.append(_Waiting(job, future))
        self._send()
        return await future

    def _send(self) -> None:
        if self._transport is None:
            return
        was_idle = not self._pages.sent
        for queue in (self._pages, self._learning):
            for job in queue.unsent():
                self._transport.write(self._copy.message(job))
        if was_idle:
            self._watch()

    def _watch(self) -> None:
        """Give the page that is being read its time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._pages.sent and self._is_ready:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._timeout_s, self._give_up)

    def _give_up(self) -> None:
        self._timed_out = True
        self._spawned.process.kill()  # which closes the line

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
            if not self._is_ready:
                self._is_ready = answer == READY
                self._starts = 0
                # What the start takes is not taken from the first page's time.
                self._watch()
                continue
            self._take(*answer)

    def _take(self, of_page: bool, answer: Report | str) -> None:
        job, future = (self._pages if of_page else self._learning).take()
        if of_page:
            self._watch()
        if isinstance(answer, PageReport):
            self._copy.take_back(answer)
        if future.done():
            return
        if isinstance(answer, str):
            future.set_exception(ReaderError(f"{job.url} was not read:\n{answer}"))
        else:
            future.set_result(answer)
