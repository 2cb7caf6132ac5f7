"""A Redis for the time of a ``with`` block, that may be killed and started again."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import redis

from benchmarks.common import BenchError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Self

__all__ = ["RedisServer", "free_port", "run_redis"]

_START_S = 30.0


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class RedisServer:
    """A redis-server of our own.

    Parameters
    ----------
    directory
        Where it keeps its files.
    options
        Further options; ``--appendonly yes`` has it keep what it holds.

    Attributes
    ----------
    options
        Of the next start.
    """

    def __init__(self, directory: Path, options: Sequence[str] = ()) -> None:
        self.directory = directory
        self.port = free_port()
        self.options = list(options)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def _log(self) -> Path:
        return self.directory / "redis.log"

    @property
    def url(self) -> str:
        """Address of its first database."""
        return f"redis://127.0.0.1:{self.port}/0"

    def client(self) -> redis.Redis:
        """Return a client for looking at what it holds."""
        return redis.Redis(port=self.port, socket_timeout=10)

    @property
    def pid(self) -> int:
        """The process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> Self:
        """Start it, and wait until it has read its files.

        Raises
        ------
        BenchError
            It does not come up.
        """
        self.launch()
        self.wait_until_it_answers()
        return self

    def launch(self) -> None:
        """Start it without waiting until it answers."""
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--dir", str(self.directory), "--save", "", *self.options]
        with self._log.open("ab") as sink:
            self._process = subprocess.Popen(command, stdout=sink, stderr=sink)

    def wait_until_it_answers(self) -> None:
        """Wait until it takes connections and has read its files.

        Raises
        ------
        BenchError
            It does not come up.
        """
        assert self._process is not None
        until = time.monotonic() + _START_S
        while True:
            try:
                with self.client() as client:
                    client.ping()
            except redis.AuthenticationError:
                return
            except redis.RedisError:
                if self._process.poll() is not None or time.monotonic() > until:
                    tail = self._log.read_text(encoding="utf-8", errors="replace")[-500:]
                    raise BenchError(f"redis-server does not start: {tail}") from None
                time.sleep(0.02)
            else:
                return

    def kill(self) -> None:
        """End it as a crash does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it in order."""
        self._end(signal.SIGTERM)

    def freeze(self) -> None:
        """Have it answer nothing until :meth:`thaw`."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Have it go on."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        if self._process is not None and self._process.poll() is None:
            os.kill(self._process.pid, number)

    def _end(self, number: int) -> None:
        self._signal(number)
        self._signal(signal.SIGCONT)
        if self._process is not None:
            self._process.wait(_START_S)


@contextlib.contextmanager
def run_redis(*options: str) -> Iterator[RedisServer]:
    """Run a Redis.

    Raises
    ------
    BenchError
        There is none, or it does not start.
    """
    if shutil.which("redis-server") is None:
        raise BenchError("redis-server is not installed")
    with tempfile.TemporaryDirectory(prefix="fpcrawl-redis-") as directory:
        server = RedisServer(Path(directory), options)
        try:
            server.start()
            yield server
        finally:
            server.stop()
