"""Servers that tests run for themselves, on a free port and in a directory of their own."""

from __future__ import annotations

import contextlib
import datetime as dt
import ipaddress
import os
import shutil
from typing import TYPE_CHECKING

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from benchmarks._postgres import PostgresServer, postgres_programs, running_postgres
from benchmarks._redis import RedisServer, run_redis

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_START_S = 30.0


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


@contextlib.contextmanager
def running_redis(*options: str) -> Iterator[RedisServer]:
    """Run a Redis for the block."""
    if shutil.which("redis-server") is None:
        missing("redis-server")
    with run_redis(*options) as server:
        yield server


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


@contextlib.contextmanager
def tried_postgres() -> Iterator[PostgresServer]:
    """Run a PostgreSQL for the block, which need not outlive a power cut."""
    if postgres_programs() is None:
        missing("postgresql")
    with running_postgres("fsync=off") as server:
        yield server


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL for tests that leave it running; each makes a database of its own."""
    with tried_postgres() as server:
        yield server


@pytest.fixture
def own_postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL to be stopped and started again."""
    with tried_postgres() as server:
        yield server
