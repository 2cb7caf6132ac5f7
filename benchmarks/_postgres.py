"""A PostgreSQL for one benchmark, in a directory of its own, as safe on disk as a real one."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks._redis import free_port
from benchmarks.common import BenchError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Self

__all__ = ["PostgresServer", "postgres_programs", "running_postgres"]

_START_S = 30.0


def postgres_programs() -> Path | None:
    """Return where the programs of PostgreSQL are; ``None`` where it is not installed."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    homes = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return homes[-1].parent if homes else None


class PostgresServer:
    """A PostgreSQL server of our own.

    Parameters
    ----------
    directory
        Where it keeps its files.
    programs
        Where its programs are.
    options
        Settings of the server, as ``fsync=off``.
    """

    def __init__(self, directory: Path, programs: Path, options: Sequence[str] = ()) -> None:
        self.directory = directory
        self.port = free_port()
        self._programs = programs
        self._options = tuple(options)
        # It refuses to run as root.
        self._as = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, database: str = "postgres") -> str:
        """Return the address of a database of its."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def create(self, database: str) -> str:
        """Make a database and return its address."""
        psql = [self._program("psql"), "-q", self.url(), "-c", f'CREATE DATABASE "{database}"']
        subprocess.run(psql, check=True)
        return self.url(database)

    def _program(self, name: str) -> str:
        return str(self._programs / name)

    def start(self) -> Self:
        """Start it and wait until it answers.

        Raises
        ------
        BenchError
            It does not come up.
        """
        if not (self.directory / "data").exists():
            self._make()
        self.launch()
        assert self._process is not None
        until = time.monotonic() + _START_S
        ready = [self._program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        while subprocess.run(ready, check=False).returncode:
            if self._process.poll() is not None or time.monotonic() > until:
                tail = (self.directory / "log").read_text(encoding="utf-8", errors="replace")
                raise BenchError(f"PostgreSQL does not start: {tail[-500:]}")
            time.sleep(0.05)
        return self

    def _make(self) -> None:
        if self._as:
            shutil.chown(self.directory, "postgres")
        make = [self._program("initdb"), "-D", str(self.directory / "data"), "-U", "postgres"]
        # A locale that is everywhere.
        made = subprocess.run(
            [*self._as, *make, "--auth=trust", "-N", "--locale=C", "--encoding=UTF8"],
            capture_output=True,
            text=True,
            cwd=self.directory,
            check=False,
        )
        if made.returncode:
            raise BenchError(f"initdb: {made.stderr.strip()}")

    def launch(self) -> None:
        """Start it without waiting until it answers."""
        # Started through another user, it is a child of runuser, which passes signals on.
        run = [self._program("postgres"), "-D", str(self.directory / "data")]
        run += ["-p", str(self.port)]
        for option in ("listen_addresses=127.0.0.1", "unix_socket_directories=", *self._options):
            run += ["-c", option]
        with (self.directory / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*self._as, *run], stdout=log, stderr=log, cwd=self.directory
            )

    def freeze(self) -> None:
        """Have its connections answer nothing, as a hanging disk does."""
        self._signal_all(signal.SIGSTOP)

    def thaw(self) -> None:
        """Have it go on."""
        self._signal_all(signal.SIGCONT)
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)  # runuser stops with it

    def _signal_all(self, number: int) -> None:
        main = str(self._main())
        found = subprocess.run(["pgrep", "-P", main], capture_output=True, text=True, check=False)
        for pid in (main, *found.stdout.split()):
            with suppress(ProcessLookupError):
                os.kill(int(pid), number)

    def _main(self) -> int:
        return int((self.directory / "data" / "postmaster.pid").read_text().split()[0])

    def stop(self) -> None:
        """End it and the connections to it."""
        if self._process is None or self._process.poll() is not None:
            return
        with suppress(FileNotFoundError, ProcessLookupError, IndexError):
            os.kill(self._main(), signal.SIGINT)
        self._process.wait(timeout=_START_S)


@contextmanager
def running_postgres(*options: str) -> Iterator[PostgresServer]:
    """Run a server for the block.

    Raises
    ------
    BenchError
        It is not installed or does not start.
    """
    programs = postgres_programs()
    if programs is None:
        raise BenchError("PostgreSQL is not installed: apt install postgresql, or --database URL")
    with tempfile.TemporaryDirectory(prefix="fpcrawl-postgres-") as name:
        server = PostgresServer(Path(name), programs, options)
        try:
            yield server.start()
        finally:
            server.stop()
