"""Several workers on one demo: starting, killing, waiting, and what came of it."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from benchmarks.common import BenchError, child_env
from fpcrawl.demo.server import DemoConfig, DemoServer, Serving

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import Self

    from fpcrawl.demo.exchange import Reply, Request

__all__ = ["BENCH", "Fleet", "Worker", "World", "agent_number", "gaps", "read_store"]

#: Settings of every worker here: nothing that only costs the two cores of a small machine.
BENCH = {
    "AUTOTHROTTLE_ENABLED": "False",
    "DOWNLOAD_DELAY": "0",
    "FPCRAWL_READER": "inline",
    "FPCRAWL_RENDER": "never",
    "FPCRAWL_BACKOFF_BASE_S": "0.2",
    "FPCRAWL_BACKOFF_MAX_S": "2",
    "FPCRAWL_PROGRESS": "off",
    "TELNETCONSOLE_ENABLED": "False",
    "REMOTE_CONTROL_ENABLED": "False",
}
_AGENT = re.compile(r"worker-(\d+)")
_LEVELS = re.compile(r"\] (WARNING|ERROR|CRITICAL): (.*)")


class World:
    """The demo in a thread of this process, its clock standing still, with a latency.

    Parameters
    ----------
    latency_s
        Every page is answered so late.
    options
        See :class:`fpcrawl.demo.server.DemoConfig`.
    """

    def __init__(self, latency_s: float = 0.0, **options: Any) -> None:
        self.latency_s = latency_s
        server = DemoServer(DemoConfig(freeze=True, **options))
        self._serving = Serving(server)
        self.url = server.url
        self._site = server.site
        answer = server.handler

        def handle(request: Request) -> Reply:
            reply = answer(request)
            if not request.path.startswith("/_"):
                reply.delay_s += self.latency_s
            return reply

        server.handler = handle

    def __enter__(self) -> Self:
        self._serving.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._serving.__exit__(*exc)

    def posts(self) -> list[dict[str, Any]]:
        """Return the posts that can be reached."""
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(self.url + "_truth/posts", timeout=60) as answer:
            lines = [json.loads(line) for line in answer if line.strip()]
        return [line for line in lines if line["reachable"]]

    @property
    def asked(self) -> int:
        """Requests so far."""
        return len(self._site.log)

    def log(self, since: int = 0) -> list[dict[str, Any]]:
        """Return the requests from the given one on, without those to truth and control."""
        entries = list(itertools.islice(self._site.log, since, None))
        return [entry for entry in entries if not entry["path"].startswith("/_")]


def agent_number(entry: Mapping[str, Any]) -> int:
    """Return which worker made a request; 0 for none of ours."""
    match = _AGENT.search(str(entry["user_agent"]))
    return int(match[1]) if match else 0


def gaps(log: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return the seconds between one request and the next."""
    times = sorted(float(entry["monotonic"]) for entry in log)
    return [later - earlier for earlier, later in itertools.pairwise(times)]


@dataclass
class Worker:
    """A crawl in a process of its own."""

    number: int
    process: subprocess.Popen[bytes]
    log: Path
    started: float

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self.process.poll() is None

    def kill(self) -> None:
        """End it and what it started at once, as a machine that fails would."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@dataclass
class Fleet:
    """Workers of one crawl that share a state.

    Attributes
    ----------
    command
        What each worker runs, from ``-m`` on; settings are added.
    settings_module
        Scrapy settings of the workers.
    settings
        Settings by name, for all.
    environment
        Of workers started from now on; ``PYTHONPATH`` is searched before ours.
    prelude
        Shell words that the command of workers started from now on is put behind.
    """

    folder: Path
    command: Sequence[str]
    settings_module: str = "fpcrawl.settings"
    settings: dict[str, str] = field(default_factory=dict)
    workers: list[Worker] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    prelude: str = ""

    def start(self, number: int, **settings: str) -> Worker:
        """Start a worker; the server sees its number in the user agent."""
        self.folder.mkdir(parents=True, exist_ok=True)
        log = self.folder / f"worker-{number}-{len(self.workers)}.log"
        every = {
            "USER_AGENT": f"fpcrawl-benchmark/1 worker-{number}",
            **self.settings,
            **settings,
            "LOG_FILE": str(log),
        }
        words = [word for name, value in every.items() for word in ("-s", f"{name}={value}")]
        command = [sys.executable, "-m", *self.command, *words]
        if self.prelude:
            command = ["sh", "-c", f'{self.prelude} "$@"', "sh", *command]
        env = child_env({"SCRAPY_SETTINGS_MODULE": self.settings_module})
        path = os.pathsep.join([*self.environment.get("PYTHONPATH", "").split(), env["PYTHONPATH"]])
        with log.with_suffix(".err").open("wb") as err:
            process = subprocess.Popen(
                command,
                cwd=self.folder,
                env={**env, **self.environment, "PYTHONPATH": path},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=err,
                start_new_session=True,
            )
        worker = Worker(number, process, log, time.monotonic())
        self.workers.append(worker)
        return worker

    def wait(self, timeout_s: float) -> list[int]:
        """Wait until all are over; return the exit codes of those not killed by us.

        Raises
        ------
        BenchError
            They do not end in time: they are killed then.
        """
        until = time.monotonic() + timeout_s
        while any(worker.alive for worker in self.workers):
            if time.monotonic() > until:
                self.kill()
                raise BenchError(f"the workers did not end in {timeout_s:g} s: {self.tails()}")
            time.sleep(0.05)
        codes = [worker.process.returncode for worker in self.workers]
        return [code for code in codes if code != -signal.SIGKILL]

    def kill(self) -> None:
        """Kill all that run."""
        for worker in self.workers:
            if worker.alive:
                worker.kill()

    def tails(self) -> str:
        """Return the ends of the logs."""
        out = []
        for worker in self.workers:
            for path in (worker.log.with_suffix(".err"), worker.log):
                if path.is_file():
                    text = path.read_text(encoding="utf-8", errors="replace")
                    out += [f"{path.name}: {line}" for line in text.splitlines()[-3:]]
        return "\n  ".join(["", *out])

    def complaints(self) -> Counter[str]:
        """Return the warnings and errors of the logs, numbers left out."""
        found: Counter[str] = Counter()
        for worker in self.workers:
            if worker.log.is_file():
                text = worker.log.read_text(encoding="utf-8", errors="replace")
                for level, line in _LEVELS.findall(text):
                    found[f"{level} {re.sub(r'[0-9a-f]{6,}|[0-9]+', 'N', line)[:120]}"] += 1
        return found

    @contextlib.contextmanager
    def guarded(self) -> Iterator[Self]:
        """Leave no process behind, whatever happens in the block."""
        try:
            yield self
        finally:
            self.kill()


def read_store(paths: Sequence[Path]) -> tuple[Counter[str], int]:
    """Return how often each post stands in the feeds, and the lines that are no JSON.

    A post is told by forum, author, time and first words: whether its key names its number
    depends on what was known of the site's layout when it was read first. One that was read
    better later has a line for each version: these count as one, as the last one tells it.

    What was read as a post on a page of the demo's news is no post of its forums, and left out:
    how pages are read is for other benchmarks.
    """
    lines: Counter[tuple[str, int]] = Counter()
    latest: dict[str, tuple[int, str]] = {}
    torn = 0
    for path in paths:
        if not path.is_file():
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                record = json.loads(line)
            except ValueError:
                torn += 1
                continue
            part = urlsplit(record["thread_url"]).path.split("/")[1]
            if part == "news":
                continue
            key, version = record["key"], record["version"]
            told = (part, record["author"], record["published"], record["body_text"][:30])
            lines[key, version] += 1
            latest[key] = max(latest.get(key, (0, "")), (version, repr(told)))
    most: Counter[str] = Counter()
    for (key, _), n in lines.items():
        most[key] = max(most[key], n)
    posts: Counter[str] = Counter()
    for key, (_, told_last) in latest.items():
        posts[told_last] += most[key]
    return posts, torn
