"""Whole crawls: ``python -m scrapy crawl`` in its own process and directory, and their sites."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from fpcrawl.demo.server import DemoConfig, HttpServer, Serving, serving
from fpcrawl.processes import MemoryWatch
from fpcrawl.store.model import PARKED

if TYPE_CHECKING:
    from collections.abc import Callable

    from fpcrawl.demo.exchange import Reply, Request

ROOT = Path(__file__).parents[2]
#: No waiting where the tests are their own site.
AT_ONCE = {
    "AUTOTHROTTLE_ENABLED": "False",
    "DOWNLOAD_DELAY": "0",
    "FPCRAWL_BACKOFF_BASE_S": "0.1",
    "FPCRAWL_BACKOFF_MAX_S": "1",
}
_STAT = re.compile(r"^[ {]'([^']+)': (-?\d+(?:\.\d+)?|'[^']*')[,}]", re.MULTILINE)


@dataclass
class Ended:
    """A crawl that is over."""

    code: int
    seconds: float
    directory: Path
    err: str
    log: str
    #: Largest memory of the crawl's process alone, and summed with that of the reader's.
    peak_bytes: int
    peak_sum_bytes: int

    @cached_property
    def stats(self) -> dict[str, Any]:
        tail = self.log.rpartition("Dumping Scrapy stats:")[2]
        return {
            name: value.strip("'") if value.startswith("'") else float(value)
            for name, value in _STAT.findall(tail)
        }

    def stat(self, name: str) -> int:
        return int(self.stats.get(name, 0))

    def lines_of(self, *words: str) -> list[str]:
        """Lines of the log that hold all the words."""
        return [line for line in self.log.splitlines() if all(word in line for word in words)]

    def assert_clean(self) -> Ended:
        assert "Traceback" not in self.log + self.err, (self.log + self.err)[-6000:]
        errors = [
            line for line in self.log.splitlines() if re.search(r"\] (ERROR|CRITICAL):", line)
        ]
        assert not errors, errors[:10]
        return self


@dataclass
class Running:
    """A crawl under way."""

    process: subprocess.Popen[str]
    directory: Path
    name: str
    started: float

    @property
    def log(self) -> str:
        path = self.directory / f"{self.name}.log"
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    def wait(self, timeout_s: float = 120) -> Ended:
        # Not Scrapy's memusage/max: that starts at the size of the process that runs the tests.
        memory = MemoryWatch(self.process.pid)
        deadline = time.monotonic() + timeout_s
        while (code := self.process.poll()) is None:
            memory.look()
            if time.monotonic() > deadline:
                self.kill()
                raise AssertionError(
                    f"the crawl does not end within {timeout_s} s:\n{self.log[-5000:]}"
                )
            time.sleep(0.02)
        seconds = time.monotonic() - self.started
        err = (self.directory / f"{self.name}.err").read_text(encoding="utf-8")
        peaks = memory.own_bytes, memory.own_bytes + memory.largest_child_bytes
        return Ended(code, seconds, self.directory, err, self.log, *peaks)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def start(
    directory: Path,
    spider: str,
    *arguments: str,
    settings: dict[str, str] | None = None,
    options: tuple[str, ...] = (),
) -> Running:
    """Start ``scrapy crawl spider -a argument ...``; the log goes to a file, not to stderr."""
    directory.mkdir(parents=True, exist_ok=True)
    name = f"run-{len(list(directory.glob('run-*.err'))) + 1}"
    every = {**AT_ONCE, "LOG_FILE": str(directory / f"{name}.log"), **(settings or {})}
    command = [sys.executable, "-m", "scrapy", "crawl", spider, *options]
    command += [word for argument in arguments for word in ("-a", argument)]
    command += [word for key, value in every.items() for word in ("-s", f"{key}={value}")]
    with (directory / f"{name}.err").open("w") as err:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=err,
            cwd=directory,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "SCRAPY_SETTINGS_MODULE": "fpcrawl.settings",
            },
            text=True,
        )
    return Running(process, directory, name, time.monotonic())


def crawl(
    directory: Path,
    spider: str,
    *arguments: str,
    settings: dict[str, str] | None = None,
    options: tuple[str, ...] = (),
    timeout_s: float = 120,
) -> Ended:
    """Run a crawl to its end."""
    run = start(directory, spider, *arguments, settings=settings, options=options)
    return run.wait(timeout_s)


def records(directory: Path, kind: str = "posts") -> list[dict[str, Any]]:
    """Return the lines of a feed; a line that is not JSON is an error."""
    path = directory / f"{kind}.jsonl"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    assert not text or text.endswith("\n"), "the last line is torn"
    return [json.loads(line) for line in text.splitlines()]


def waiting_rows(directory: Path) -> list[tuple[str, int, int]]:
    """Return ``(url, state, failures)`` of the one-time rows that are left in the frontier.

    Those that wait for a login are not among them, see :func:`parked_urls`.
    """
    path = directory / ".fpcrawl" / "fpcrawl.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        return db.execute(
            "SELECT url, state, failures FROM frontier WHERE recurring = 0 AND due < ?", (PARKED,)
        ).fetchall()


def parked_urls(directory: Path) -> list[str]:
    """Return the addresses that wait for a login."""
    path = directory / ".fpcrawl" / "fpcrawl.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT url FROM frontier WHERE due >= ? ORDER BY url", (PARKED,))
        return [row[0] for row in rows]


class Demo:
    """The bundled demo in a thread of this process, its clock standing still."""

    def __init__(self, **options: Any) -> None:
        self._serving = serving(DemoConfig(**{"freeze": True, **options}))
        self.server = self._serving.server
        self.url = self._serving.url

    def __enter__(self) -> Demo:
        self._serving.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._serving.__exit__(*exc)

    @property
    def served(self) -> int:
        return self.server.site.served

    def truth(self, what: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in _open(f"{self.url}_truth/{what}").splitlines()]

    def posts(self) -> list[dict[str, Any]]:
        return [post for post in self.truth("posts") if post["reachable"]]

    def control(self, name: str, /, **parameters: Any) -> dict[str, Any]:
        data = json.dumps(parameters).encode()
        return json.loads(_open(f"{self.url}_control/{name}", data))

    def asked(self) -> list[str]:
        """Paths that were asked for, in order, without the tests' own questions."""
        paths = [line["path"] for line in self.truth("log")]
        return [path for path in paths if not path.startswith(("/_truth/", "/_control/"))]

    def times(self) -> list[tuple[float, str]]:
        lines = self.truth("log")
        return [
            (line["monotonic"], line["path"])
            for line in lines
            if not line["path"].startswith(("/_truth/", "/_control/"))
        ]

    def until_served(self, count: int, run: Running, timeout_s: float = 60) -> None:
        deadline = time.monotonic() + timeout_s
        while self.served < count and run.process.poll() is None:
            assert time.monotonic() < deadline, f"served {self.served} of {count}"
            time.sleep(0.002)


def _open(url: str, data: bytes | None = None) -> str:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(urllib.request.Request(url, data), timeout=60) as answer:
        return answer.read().decode("utf-8")


class Site:
    """A site of the test's own: a function from request to reply, behind a socket."""

    def __init__(self, respond: Callable[[Request], Reply], host: str = "127.0.0.1") -> None:
        server = HttpServer(host)
        self.log: list[str] = []

        def handle(request: Request) -> Reply:
            self.log.append(request.target)
            return respond(request)

        server.handler = handle
        self._serving = Serving(server)
        self.url, self.base, self.port = server.url, server.base, server.port

    def __enter__(self) -> Site:
        self._serving.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._serving.__exit__(*exc)


def path_of(url: str) -> str:
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")
