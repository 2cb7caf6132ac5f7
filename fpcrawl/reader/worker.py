"""The process beside the crawl that reads its pages.

Messages are pickles behind their length (four bytes, big-endian) on one socket. Both ends are
this program on this machine. The first message is the
:class:`~fpcrawl.reader.desk.DeskSetup`, answered with :data:`READY`; each further one is
:data:`Message`, answered with a report, or with the traceback as text.
"""

from __future__ import annotations

import gc
import os
import pickle
import queue
import signal
import socket
import struct
import threading
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from fpcrawl.reader.desk import ReadingDesk
from fpcrawl.reader.job import PageJob

if TYPE_CHECKING:
    from fpcrawl.extraction.templates.shelf import ShelfContent
    from fpcrawl.reader.job import Job, Report
    from fpcrawl.walk.families import Change

__all__ = ["LENGTH", "READY", "framed", "serve"]

LENGTH = struct.Struct("!I")
READY = "ready"

#: What is to be done: changes to the families, new rules of twins or ``None``, the templates
#: there are now or ``None``, what other workers have learnt of layouts and clock, the job.
Message = tuple[
    "list[Change]", "frozenset[str] | None", "ShelfContent | None", "list[dict[str, Any]]", "Job"
]


def framed(value: object) -> bytes:
    """Return a message as it is sent."""
    data = pickle.dumps(value, protocol=5)
    return LENGTH.pack(len(data)) + data


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
    with socket.socket(fileno=fileno) as line:
        messages: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(line, messages), daemon=True).start()
        desk = ReadingDesk(pickle.loads(messages.get()))  # noqa: S301
        gc.freeze()
        line.sendall(framed(READY))
        while True:
            line.sendall(framed(_answer(desk, pickle.loads(messages.get()))))  # noqa: S301


def _listen(line: socket.socket, messages: queue.SimpleQueue[bytes]) -> None:
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
            messages.put(data)
    os._exit(0)


def _answer(desk: ReadingDesk, message: Message) -> Report | str:
    changes, rules, templates, news, job = message
    try:
        desk.known.families.repeat(changes)
        if rules is not None:
            desk.known.twins.adopt(rules)
        if templates is not None:
            desk.known.templates = templates
        for grown in news:
            desk.known.absorb_read(grown)
        return desk.read(job) if isinstance(job, PageJob) else desk.learn(job)
    except Exception:
        return traceback.format_exc()
