"""Servers that tests run for themselves, on a free port and in a directory of their own."""

from __future__ import annotations

import contextlib
import datetime as dt
import ipaddress
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import redis
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_START_S = 30.0


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def make_certificate(directory: Path) -> tuple[str, str]:
    """Make a certificate for 127.0.0.1 that signs itself; return its file and that of its key."""
    chain, key = directory / "chain.pem", directory / "key.pem"
    made = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = dt.datetime.now(dt.UTC)
    signed = (
        x509.CertificateBuilder(name, name, made.public_key(), x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False
        )
        .sign(made, hashes.SHA256())
    )
    chain.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    key.write_bytes(
        made.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return str(chain), str(key)


def missing(what: str) -> None:
    """Skip the test, or fail it where the servers must be there."""
    if os.environ.get("FPCRAWL_REQUIRE_SERVERS") == "1":
        pytest.fail(f"{what} is not installed, and FPCRAWL_REQUIRE_SERVERS is 1")
    pytest.skip(f"{what} is not installed")


class RedisServer:
    """A Redis that may be stopped, killed and started again.

    Parameters
    ----------
    directory
        Where it keeps its files.
    options
        Further options of redis-server; ``--appendonly yes`` keeps what it holds.
    """

    def __init__(self, directory: Path, options: Sequence[str] = ()) -> None:
        self.directory = directory
        self.port = free_port()
        self.options = list(options)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address of its first database."""
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def pid(self) -> int:
        """The process."""
        assert self._process is not None
        return self._process.pid

    def client(self) -> redis.Redis:
        """Return a client for looking at what it holds."""
        return redis.Redis(port=self.port)

    def launch(self) -> None:
        """Start it without waiting until it answers."""
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--dir", str(self.directory), "--save", "", *self.options]
        with (self.directory / "redis.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)

    def start(self) -> RedisServer:
        """Start it and wait until it answers."""
        self.launch()
        self.wait_until_it_answers()
        return self

    def wait_until_it_answers(self) -> None:
        """Wait until it takes connections and has read its files."""
        until = time.monotonic() + _START_S
        while True:
            try:
                with self.client() as client:
                    client.ping()
            except redis.AuthenticationError:
                return
            except redis.RedisError:
                assert self._process.poll() is None, (self.directory / "redis.log").read_text()
                assert time.monotonic() < until
                time.sleep(0.02)
            else:
                return

    def kill(self) -> None:
        """End it without a warning, as a crash does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it in order."""
        self._end(signal.SIGTERM)

    def freeze(self) -> None:
        """Have it answer nothing, as a network that is cut does."""
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Have it go on."""
        os.kill(self.pid, signal.SIGCONT)

    def _end(self, number: int) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(number)
            self._process.send_signal(signal.SIGCONT)
            self._process.wait(timeout=_START_S)


@contextlib.contextmanager
def running_redis(*options: str) -> Iterator[RedisServer]:
    """Run a Redis for the block."""
    if shutil.which("redis-server") is None:
        missing("redis-server")
    with tempfile.TemporaryDirectory(prefix="fpcrawl-redis-") as directory:
        server = RedisServer(Path(directory), options)
        try:
            yield server.start()
        finally:
            server.stop()


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """A Redis for tests that leave it running; each takes a prefix of its own."""
    with running_redis() as server:
        yield server


@pytest.fixture
def own_redis() -> Iterator[RedisServer]:
    """A Redis that keeps a log of what it holds, to be killed and started again."""
    with running_redis("--appendonly", "yes") as server:
        yield server


def _postgres_programs() -> Path | None:
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    homes = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return homes[-1].parent if homes else None


class PostgresServer:
    """A PostgreSQL server."""

    def __init__(self, directory: Path, programs: Path) -> None:
        self.directory = directory
        self.port = free_port()
        self._programs = programs
        # It refuses to run as root.
        self._as = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, database: str = "postgres") -> str:
        """Return the address of a database of its."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def create(self, database: str) -> str:
        """Make a database and return its address."""
        psql = [self._programs / "psql", "-q", self.url(), "-c", f'CREATE DATABASE "{database}"']
        subprocess.run(psql, check=True)
        return self.url(database)

    def start(self) -> PostgresServer:
        """Start it and wait until it answers."""
        data = self.directory / "data"
        if self._as:
            shutil.chown(self.directory, "postgres")
        if not data.exists():
            make = [self._programs / "initdb", "-D", data, "-U", "postgres", "--auth=trust", "-N"]
            # A locale that is everywhere.
            made = subprocess.run(
                [*self._as, *make, "--locale=C", "--encoding=UTF8"],
                capture_output=True,
                text=True,
                cwd=self.directory,
                check=False,
            )
            assert made.returncode == 0, made.stderr
        self.launch()
        until = time.monotonic() + _START_S
        ready = [self._programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        while subprocess.run(ready, check=False).returncode:
            assert self._process.poll() is None, (self.directory / "log").read_text()
            assert time.monotonic() < until
            time.sleep(0.05)
        return self

    def launch(self) -> None:
        """Start it without waiting until it answers."""
        # Started through another user, it is a child of runuser, which passes signals on.
        run = [self._programs / "postgres", "-D", self.directory / "data", "-p", str(self.port)]
        run += ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]
        run += ["-c", "fsync=off"]
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
        main = (self.directory / "data" / "postmaster.pid").read_text().split()[0]
        found = subprocess.run(["pgrep", "-P", main], capture_output=True, text=True, check=False)
        for pid in (main, *found.stdout.split()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), number)

    def stop(self) -> None:
        """End it and the connections to it."""
        if self._process is None or self._process.poll() is not None:
            return
        with contextlib.suppress(FileNotFoundError, ProcessLookupError, IndexError):
            pid = int((self.directory / "data" / "postmaster.pid").read_text().split()[0])
            os.kill(pid, signal.SIGINT)
        self._process.wait(timeout=_START_S)


@contextlib.contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    """Run a PostgreSQL for the block."""
    programs = _postgres_programs()
    if programs is None:
        missing("postgresql")
    with tempfile.TemporaryDirectory(prefix="fpcrawl-postgres-") as directory:
        server = PostgresServer(Path(directory), programs)
        try:
            yield server.start()
        finally:
            server.stop()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL for tests that leave it running; each makes a database of its own."""
    with running_postgres() as server:
        yield server


@pytest.fixture
def own_postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL to be stopped and started again."""
    with running_postgres() as server:
        yield server
