"""The process beside the crawl that reads its pages.

Messages are pickles behind their length (four bytes, big-endian) on one socket. Both ends are
this program on this machine. The first message is the
:class:`~fpcrawl.reader.setup.DeskSetup`, answered with
:data:`~fpcrawl.reader.framing.READY`; each further one is a :data:`Message`, answered with an
:data:`Answer`. Pages are answered in the order in which they came; what is learnt is answered
when it is done.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import socket
import threading
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from fpcrawl.collecting import PageWeight, collect_seldom
from fpcrawl.pages.dates import prepare_times
from fpcrawl.reader.desk import ReadingDesk
from fpcrawl.reader.framing import LENGTH, READY, framed
from fpcrawl.reader.job import PageJob
from fpcrawl.reader.learner import Learner

if TYPE_CHECKING:
    from fpcrawl.extraction.templates.shelf import ShelfContent
    from fpcrawl.reader.job import Job, LearnReport, Report
    from fpcrawl.reader.learner import Ended
    from fpcrawl.walk.families import Change

__all__ = ["serve"]

#: What is to be done: changes to the families, new rules of twins or ``None``, the templates
#: there are now or ``None``, what other workers have learnt of layouts and clock, the job.
Message = tuple[
    "list[Change]", "frozenset[str] | None", "ShelfContent | None", "list[dict[str, Any]]", "Job"
]
#: Of a page or not, and the report, or the traceback as text.
Answer = tuple[bool, "Report | str"]


def serve(fileno: int) -> None:
    """Read pages until the other end closes.

    Parameters
    ----------
    fileno
        Descriptor of a connected stream socket, which is taken over.
    """
    # What stops the crawl is told to all its processes; this one ends when the crawl does.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    # The crawl may end while an answer is on its way.
    with socket.socket(fileno=fileno) as line, suppress(ConnectionError):
        inbox: queue.SimpleQueue[bytes | Ended] = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(line, inbox), daemon=True).start()
        prepare_times()
        desk = ReadingDesk(pickle.loads(inbox.get()))  # type: ignore[arg-type]  # noqa: S301
        learner = Learner(desk, fileno, inbox.put)
        collect_seldom()
        weight = PageWeight()
        line.sendall(framed(READY))
        while True:
            got = inbox.get()
            if isinstance(got, bytes):
                answer = _answer(desk, learner, pickle.loads(got))  # noqa: S301
            else:
                answer = (False, _learnt(learner, got))
            if answer is not None:
                line.sendall(framed(answer))
            if isinstance(got, bytes):
                weight.add(len(got))


def _listen(line: socket.socket, inbox: queue.SimpleQueue[bytes | Ended]) -> None:
    """Take messages in while a page is read, and end with the crawl whatever is being read."""
    with suppress(OSError), line.makefile("rb") as stream:
        while True:
            head = stream.read(LENGTH.size)
            if len(head) < LENGTH.size:
                break
            (size,) = LENGTH.unpack(head)
            data = stream.read(size)
            if len(data) < size:
                break
            inbox.put(data)
    os._exit(0)


def _learnt(learner: Learner, ended: Ended) -> LearnReport | str:
    try:
        return learner.take(ended)
    except Exception:
        return traceback.format_exc()


def _answer(desk: ReadingDesk, learner: Learner, message: Message) -> Answer | None:
    """Read a page, or begin to learn."""
    changes, rules, templates, news, job = message
    of_page = isinstance(job, PageJob)
    try:
        desk.known.families.repeat(changes)
        if rules is not None:
            desk.known.twins.adopt(rules)
        if templates is not None:
            desk.known.templates = templates
        for grown in news:
            desk.known.absorb_read(grown)
        if isinstance(job, PageJob):
            return True, desk.read(job)
        learner.add(job)
    except Exception:
        return of_page, traceback.format_exc()
    return None
