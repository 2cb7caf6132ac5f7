"""A PostgreSQL for one benchmark, in a directory of its own, as safe on disk as a real one."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from benchmarks.common import BenchError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["make_database", "running_postgres"]

_START_S = 30.0


def _programs() -> Path:
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    homes = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not homes:
        raise BenchError("PostgreSQL is not installed: apt install postgresql, or --database URL")
    return homes[-1].parent


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def make_database(server: str, name: str) -> str:
    """Make a database beside that of an address; return its address."""
    # Of an extra: files need none of it.
    import psycopg  # noqa: PLC0415
    from psycopg import sql  # noqa: PLC0415

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return urlsplit(server)._replace(path=f"/{name}").geturl()


@contextmanager
def running_postgres() -> Iterator[str]:
    """Run a server for the block; give the address of its database.

    Raises
    ------
    BenchError
        It is not installed or does not start.
    """
    programs = _programs()
    # It refuses to run as root.
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory(prefix="fpcrawl-bench-") as name:
        folder, port = Path(name), _free_port()
        if user:
            shutil.chown(folder, "postgres")
        data = str(folder / "data")
        make = [str(programs / "initdb"), "-D", data, "-U", "postgres", "--auth=trust"]
        made = subprocess.run(
            [*user, *make, "--locale=C", "--encoding=UTF8"],
            capture_output=True,
            text=True,
            cwd=folder,
            check=False,
        )
        if made.returncode:
            raise BenchError(f"initdb: {made.stderr.strip()}")
        run = [*user, str(programs / "postgres"), "-D", data, "-p", str(port)]
        run += ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(run, stdout=log, stderr=log, cwd=folder)
        try:
            _wait([str(programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)], process)
            yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
        finally:
            pid = int((folder / "data" / "postmaster.pid").read_text().split()[0])
            os.kill(pid, signal.SIGINT)
            process.wait(_START_S)


def _wait(ready: list[str], process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + _START_S
    while subprocess.run(ready, check=False).returncode:
        if process.poll() is not None or time.monotonic() > until:
            raise BenchError("PostgreSQL does not start")
        time.sleep(0.1)
