"""Learning in copies of the process that reads: no page waits for it, or is lost with it."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import socket
import threading
import traceback
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from fpcrawl.reader.framing import LENGTH, framed
from fpcrawl.reader.job import LearnReport

if TYPE_CHECKING:
    from collections.abc import Callable

    from fpcrawl.reader.desk import ReadingDesk
    from fpcrawl.reader.job import LearnJob
    from fpcrawl.reader.learning import Lessons

__all__ = ["Ended", "Learner"]

#: How much such a process stands back behind those that fetch and read pages.
NICE = 5


class Ended(NamedTuple):
    """What is left of such a process.

    Attributes
    ----------
    data
        What it has told, empty when it ended before.
    code
        Its exit code, or less the number of the signal that ended it; for people, where none
        was started.
    """

    data: bytes
    code: int | str


class Learner:
    """Has templates learnt, one after the other, each in a copy of this process.

    A copy knows all that this process knows, and takes nothing to start. What it learns
    beside its report comes back with it.

    Parameters
    ----------
    desk
        What reads pages here.
    line
        Descriptor of the line to the crawl, of which a copy must hold no end.
    tell
        Called in another thread when a copy has ended, for :meth:`take`.
    """

    def __init__(self, desk: ReadingDesk, line: int, tell: Callable[[Ended], object]) -> None:
        self._desk = desk
        self._line = line
        self._tell = tell
        self._jobs: deque[LearnJob] = deque()

    def add(self, job: LearnJob) -> None:
        """Have a job done when its turn comes."""
        self._jobs.append(job)
        if len(self._jobs) == 1:
            self._begin()

    def take(self, ended: Ended) -> LearnReport | str:
        """Return the report of the job that has ended, or what went wrong; begin the next."""
        job = self._jobs.popleft()
        if self._jobs:
            self._begin()
        if ended.data:
            answer: LearnReport | str
            lessons: Lessons | None
            answer, lessons = pickle.loads(ended.data)  # noqa: S301
            if lessons is not None:
                self._desk.take_lessons(lessons)
            return answer
        if ended.code == -signal.SIGALRM:
            text = f"it took longer than {job.allowed_s:g} s"
            return LearnReport(job.url, failure="timeout", failure_text=text)
        text = f"it ended the process that learnt ({ended.code})"
        return LearnReport(job.url, failure="crash", failure_text=text)

    def _begin(self) -> None:
        pid, ours = -1, None
        try:
            ours, theirs = socket.socketpair()
            with theirs:
                pid = os.fork()
                if pid == 0:
                    self._learn(theirs, ours)
            waiting = threading.Thread(target=_wait_for, args=(pid, ours, self._tell), daemon=True)
            waiting.start()
        except (OSError, RuntimeError) as error:
            # No memory, no descriptor, no thread: there is always an end to be told.
            if ours is not None:
                ours.close()
            if pid > 0:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            self._tell(Ended(b"", f"none could be started: {error}"))

    def _learn(self, line: socket.socket, other: socket.socket) -> None:
        """Do the first job in the copy, which ends with that."""
        try:
            other.close()
            # Else the crawl would not see this end when the reader does.
            os.close(self._line)
            job = self._jobs[0]
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_REAL, job.allowed_s)
            os.nice(NICE)
            gc.freeze()  # what is shared is not to be touched
            threading.Thread(target=_end_with, args=(line,), daemon=True).start()
            line.sendall(framed(self._answer(job)))
        finally:
            os._exit(0)

    def _answer(self, job: LearnJob) -> tuple[LearnReport | str, Lessons | None]:
        try:
            report = self._desk.learn(job)
            return report, self._desk.lessons(report)
        except Exception:
            return traceback.format_exc(), None


def _wait_for(pid: int, line: socket.socket, tell: Callable[[Ended], object]) -> None:
    with line, line.makefile("rb") as stream:
        head = stream.read(LENGTH.size)
        size = LENGTH.unpack(head)[0] if len(head) == LENGTH.size else 0
        data = stream.read(size)
    _, status = os.waitpid(pid, 0)
    tell(Ended(data if len(data) == size else b"", os.waitstatus_to_exitcode(status)))


def _end_with(line: socket.socket) -> None:
    """End this process when the one that it is a copy of does."""
    line.recv(1)
    os._exit(1)
