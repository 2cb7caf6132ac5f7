"""A process beside the crawl that reads pages, one after the other."""

from __future__ import annotations

import asyncio
import pickle
import socket
import subprocess
import sys
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from fpcrawl.exceptions import ReaderError
from fpcrawl.reader.job import LearnJob, LearnReport, PageJob, PageReport
from fpcrawl.reader.secondlook import LOOK_S
from fpcrawl.reader.worker import LENGTH, READY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from fpcrawl.reader.copies import KnownCopy, News
    from fpcrawl.reader.job import Job, Report

__all__ = ["ReadingProcess", "Waiting"]

#: Starts in vain after which the process is done without.
_MAX_STARTS = 3
#: Pages that take as long as it takes to learn a template.
_LEARNING = 16
_START = "import sys; sys.path[:] = {path!r}; from fpcrawl.reader.worker import serve; serve({fd})"


class Waiting(NamedTuple):
    """A job, and who waits for its report."""

    job: Job
    future: asyncio.Future[Any]


class ReadingProcess(asyncio.Protocol):
    """Has pages read in a process, which is started anew when a page has killed it.

    Parameters
    ----------
    timeout_s
        Seconds after which the reading of one page is given up.

    Attributes
    ----------
    is_ready
        Whether it is started, and has been told what is known.
    copy
        What is known of the site, in the process; there once it is opened.
    """

    copy: KnownCopy

    def __init__(self, timeout_s: float) -> None:
        self._timeout_s = timeout_s
        self._waiting: deque[Waiting] = deque()
        #: News that went with those of them that are sent.
        self._sent: deque[News] = deque()
        self._starts = 0
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.is_ready = False
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

    def open(self, copy: KnownCopy, do_without: Callable[[ReadingProcess], None]) -> None:
        """Begin to read.

        Parameters
        ----------
        copy
            What is known of the site, in the process.
        do_without
            Called once the process cannot be started.
        """
        self.copy = copy
        self._do_without = do_without
        self._connect_soon()

    def _connect_soon(self) -> None:
        self._connecting = asyncio.get_running_loop().create_task(self._connect())

    async def _connect(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, sock=self._line)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the setup, and the pages that another process has not read."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self.copy.begin())
        self._send()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Give up the page that was being read; have a new process read the others."""
        if self._closed:
            return
        self._stop()
        self._buffer.clear()
        if self.is_ready and self._sent:
            job, future = self._waiting.popleft()
            if not future.done():
                future.set_result(self._given_up(job))
        self.is_ready = self._timed_out = False
        self._sent.clear()
        if self._starts < _MAX_STARTS:
            self._start()
            self._connect_soon()
        else:
            self._do_without(self)

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
        """Read no more."""
        self._closed = True
        if self._connecting is not None:
            self._connecting.cancel()
        self._stop()
        self._line.close()
        for _, future in self._waiting:
            future.cancel()
        self._waiting.clear()

    # -- pages

    @property
    def load(self) -> int:
        """What waits to be read, in pages."""
        return sum(_LEARNING if isinstance(one.job, LearnJob) else 1 for one in self._waiting)

    def add(self, jobs: Iterable[Waiting]) -> None:
        """Have jobs done when their turn comes; their futures get the reports."""
        self._waiting.extend(jobs)
        self._send()

    def take_all(self) -> list[Waiting]:
        """Return what is not done, for another to do."""
        left = list(self._waiting)
        self._waiting.clear()
        return left

    def _send(self) -> None:
        if self._transport is None:
            return
        while len(self._sent) < len(self._waiting):
            message, news = self.copy.message(self._waiting[len(self._sent)].job)
            self._transport.write(message)
            self._sent.append(news)
            if len(self._sent) == 1:
                self._watch()

    def _watch(self) -> None:
        """Give the page that is being read its time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._sent and self.is_ready:
            loop = asyncio.get_running_loop()
            allowed = self._time_for(self._waiting[0].job)
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
            if not self.is_ready:
                self.is_ready = answer == READY
                self._starts = 0
                # What the start takes is not taken from the first page's time.
                self._watch()
                continue
            news = self._sent.popleft()
            job, future = self._waiting.popleft()
            self._watch()
            self._hand_out(job, future, answer, news)

    def _hand_out(
        self, job: Job, future: asyncio.Future[Any], answer: Report | str, news: News
    ) -> None:
        self.copy.take_back(answer, news)
        if future.done():
            return
        if isinstance(answer, str):
            future.set_exception(ReaderError(f"{job.url} was not read:\n{answer}"))
        else:
            future.set_result(answer)
