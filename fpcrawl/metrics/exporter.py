"""Gathers samples in a thread of its own, and hands them out: as a file, or to who asks."""

from __future__ import annotations

import errno
import logging
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

from fpcrawl import __version__
from fpcrawl.metrics.catalog import METRICS
from fpcrawl.metrics.text import CONTENT_TYPE, Sample, render

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from fpcrawl.metrics.sources import Source

__all__ = ["Exporter", "MetricsServer", "write_text"]

logger = logging.getLogger(__name__)

#: Seconds an asker may take to say what it wants.
_PATIENCE_S = 5.0
#: Seconds to wait for the last gathering.
_LAST_S = 10.0


def write_text(path: Path, text: str) -> None:
    """Write a file as a whole: whoever reads it finds the old text or the new one.

    Raises
    ------
    OSError
        It cannot be written. What is no ordinary file, as ``/dev/null``, is not replaced by one.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EEXIST, "it is no ordinary file", str(path))
    # The textfile collector reads what ends in .prom; this does not.
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


class Exporter:
    """Keeps the text of all metrics fresh, and a file of it.

    Parameters
    ----------
    path
        The file; ``None`` = none is written.
    interval_s
        Seconds between two gatherings.
    extra
        Labels that every sample is given.
    known
        What an earlier exporter of this process ended with, to be told on.
    """

    def __init__(
        self,
        path: Path | None = None,
        interval_s: float = 15.0,
        extra: Mapping[str, str] | None = None,
        known: Sequence[Sample] = (),
    ) -> None:
        self.text = ""
        self._path = path
        self._interval_s = interval_s
        self._extra = dict(extra or {})
        self._sources: list[Source] = []
        self._over = {(sample.name, sample.labels): sample for sample in known}
        self._mine: dict[Source, set[tuple[str, tuple[str, ...]]]] = {}
        self._lock = threading.Lock()
        self._wake = threading.Condition(self._lock)
        self._leaving: list[Source] = []
        self._forgotten: set[Source] = set()
        self._stopped = False
        self._told = False
        self._thread: threading.Thread | None = None

    @property
    def known(self) -> list[Sample]:
        """What was told last."""
        return [*self._over.values()]

    def add(self, source: Source) -> None:
        """Gather from a source, now and again."""
        with self._wake:
            self._sources.append(source)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="metrics", daemon=True)
                self._thread.start()
            self._wake.notify_all()

    def remove(self, source: Source, *, keep: bool = True) -> None:
        """Gather from it once more and keep what it says then, or forget it."""
        with self._wake:
            if source not in self._sources:
                return
            if not keep:
                self._forgotten.add(source)
            self._leaving.append(source)
            self._wake.notify_all()
            self._wake.wait_for(lambda: source not in self._sources, _LAST_S)

    def stop(self) -> None:
        """End the thread."""
        with self._wake:
            self._stopped = True
            self._wake.notify_all()
        if self._thread is not None:
            self._thread.join(_LAST_S)

    # -- in the thread

    def _run(self) -> None:
        while True:
            with self._lock:
                sources, leaving = [*self._sources], [*self._leaving]
                last = self._stopped
            if not last:
                self.gather(sources)
            for source in sources if last else leaving:
                source.close()
            with self._wake:
                for source in leaving:
                    self._sources.remove(source)
                    self._leaving.remove(source)
                    self._forgotten.discard(source)
                    self._mine.pop(source, None)
                self._wake.notify_all()
                if last:
                    return
                changed = len(self._sources) != len(sources) - len(leaving)
                if not self._leaving and not self._stopped and not changed:
                    self._wake.wait(self._interval_s)

    def gather(self, sources: Sequence[Source]) -> None:
        """Ask all sources, and write what they say."""
        # What a source said last stands when it has gone, or fails.
        for source in sources:
            try:
                samples = source.samples() if source not in self._forgotten else []
            except Exception:
                logger.exception("Metrics could not be gathered")
                continue
            self._keep(source, samples)
        told = [Sample("fpcrawl_build_info", 1, (__version__,)), *self._over.values()]
        self.text = render(METRICS, told, self._extra)
        if self._path is None:
            return
        try:
            write_text(self._path, self.text)
            self._told = False
        except OSError as error:
            if not self._told:
                logger.warning("Metrics cannot be written to %s: %s", self._path, error.strerror)
            self._told = True

    def _keep(self, source: Source, samples: Sequence[Sample]) -> None:
        # A gauge that is gone, such as a host no longer left alone, is to go.
        for key in self._mine.get(source, ()):
            self._over.pop(key, None)
        keys = set()
        for sample in samples:
            key = sample.name, sample.labels
            self._over[key] = sample
            keys.add(key)
        self._mine[source] = keys


class MetricsServer:
    """Answers ``GET /metrics`` with the exporter's text.

    Parameters
    ----------
    exporter
        Has the text.
    address
        Where to listen; port 0 is any that is free.

    Raises
    ------
    OSError
        One cannot listen there.
    """

    def __init__(self, exporter: Exporter, address: tuple[str, int]) -> None:
        class Handler(BaseHTTPRequestHandler):
            timeout = _PATIENCE_S
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                found = self.path.partition("?")[0] in {"/metrics", "/"}
                body = (exporter.text if found else "see /metrics\n").encode()
                self.send_response(200 if found else 404)
                self.send_header("Content-Type", CONTENT_TYPE if found else "text/plain")
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Connection", "close")
                self.end_headers()
                self.wfile.write(body)
                self.close_connection = True

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: object) -> None:
                pass  # who asked has gone

        self._server = Server(address, Handler)
        self._thread = threading.Thread(
            target=self._server.serve_forever, name="metrics-server", daemon=True
        )
        self._thread.start()

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._server.server_address[1])

    def close(self) -> None:
        """Listen no more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
