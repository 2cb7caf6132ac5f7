"""Saved pages to features, in this process or ahead in others, in the order they came."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

from fpcrawl.clustering.features import PageFeatures, page_features
from fpcrawl.exceptions import PageError
from fpcrawl.processes import signals_wait
from fpcrawl.saved.page import NO_ADDRESS, SavedPage, Unread, load_saved

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Future

__all__ = ["ReadPage", "read_ahead", "read_features"]

#: Pages under way for each process, and bytes of pages under way altogether.
_AHEAD = 6
_AHEAD_BYTES = 64_000_000


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page with its features.

    Attributes
    ----------
    url
        Its address, also where only the page itself tells it; empty when nothing does.
    """

    saved: SavedPage
    url: str
    features: PageFeatures


def read_features(saved: SavedPage) -> tuple[str, PageFeatures] | Unread:
    """Return a page's address and features, or why there are none. Never raises."""
    try:
        page = load_saved(saved)
        url = "" if page.url == NO_ADDRESS else page.url
        return url, page_features(page)
    except PageError as error:
        return Unread(saved.path, saved.id, error.reason)
    except Exception as error:  # one page nobody thought of must not cost the others
        said = f"{type(error).__name__}: {error}"
        return Unread(saved.path, saved.id, "failed", said[:200])


def read_ahead(
    pages: Iterable[SavedPage | Unread], processes: int = 1
) -> Iterator[ReadPage | Unread]:
    """Yield each page with its features, in order; what cannot be read is told in its place.

    Parameters
    ----------
    processes
        How many read pages; 1 = only this one.
    """
    if processes <= 1:
        for page in pages:
            yield page if isinstance(page, Unread) else _joined(page, read_features(page))
        return
    with _Readers(processes) as readers:
        waiting: _Waiting = deque()
        size = 0
        for page in pages:
            waiting.append((page, readers.submit(page) if isinstance(page, SavedPage) else None))
            size += _size(page)
            while len(waiting) > _AHEAD * processes or size > _AHEAD_BYTES:
                size -= _size(waiting[0][0])
                yield readers.answer(waiting)
        while waiting:
            yield readers.answer(waiting)


def _size(page: SavedPage | Unread) -> int:
    return len(page.body) if isinstance(page, SavedPage) else 0


_Answer = tuple[str, PageFeatures] | Unread
_Waiting = deque[tuple["SavedPage | Unread", "Future[_Answer] | None"]]


def _end_with_parent() -> None:
    """Leave signals to the process that started this one, and end when it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class _Readers:
    """A pool of processes that outlives the death of one of them."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool = self._new(processes)

    @staticmethod
    def _new(processes: int) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(processes, mp_context=context, initializer=_end_with_parent)

    def __enter__(self) -> _Readers:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def submit(self, page: SavedPage) -> Future[_Answer]:
        # A process that starts inherits that until it can ignore Ctrl-C.
        with signals_wait(signal.SIGINT):
            try:
                return self._pool.submit(read_features, page)
            except BrokenProcessPool:
                self._renew()
                return self._pool.submit(read_features, page)

    def answer(self, waiting: _Waiting) -> ReadPage | Unread:
        """Return what came of the first page that waits, and let it wait no more."""
        page, future = waiting.popleft()
        if isinstance(page, Unread):
            return page
        assert future is not None
        try:
            return _joined(page, future.result())
        except BrokenProcessPool:
            # Nobody can tell which page it died of: this one is tried by itself.
            answer = self._alone(page)
            self._renew()
            for place, (other, old) in enumerate(waiting):
                if isinstance(other, SavedPage) and (old is None or not _has_answer(old)):
                    waiting[place] = (other, self.submit(other))
            return answer

    def _alone(self, page: SavedPage) -> ReadPage | Unread:
        with self._new(1) as pool:
            try:
                with signals_wait(signal.SIGINT):
                    future = pool.submit(read_features, page)
                return _joined(page, future.result())
            except BrokenProcessPool:
                return Unread(page.path, page.id, "failed", "the process that read it died")

    def _renew(self) -> None:
        self._pool.shutdown(cancel_futures=True)
        self._pool = self._new(self._processes)


def _has_answer(future: Future[_Answer]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _joined(page: SavedPage, answer: _Answer) -> ReadPage | Unread:
    return answer if isinstance(answer, Unread) else ReadPage(page, answer[0], answer[1])
