"""A scripted HTTP server, and spiders run in their own process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fpcrawl.store.sqlite import SqliteState, open_state

if TYPE_CHECKING:
    from collections.abc import Iterator

RUNNER = Path(__file__).with_name("run_spider.py")
ROOT = Path(__file__).parents[2]


@dataclass
class Reply:
    body: bytes = b"<html><body>page</body></html>"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    claim_bytes: int | None = None  # Content-Length that is not true
    reset: bool = False


class Server:
    """Answers with what ``respond(path)`` returns, and keeps the times of requests."""

    def __init__(self, respond, address: str = "127.0.0.1") -> None:
        self.log: list[tuple[float, str]] = []
        self.headers: list[dict[str, str]] = []
        self._lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                with outer._lock:
                    outer.log.append((time.time(), self.path))
                    outer.headers.append(dict(self.headers))
                reply = respond(self.path)
                if reply.delay_s:
                    time.sleep(reply.delay_s)
                if reply.reset:
                    self.close_connection = True
                    return
                self.send_response(reply.status)
                length = len(reply.body) if reply.claim_bytes is None else reply.claim_bytes
                headers = {"Content-Type": "text/html", "Content-Length": str(length)}
                for name, value in {**headers, **reply.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(reply.body)
                if reply.claim_bytes is not None:
                    self.close_connection = True

            def log_message(self, *args: Any) -> None:
                pass

        class Quiet(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 64

            def handle_error(self, request: Any, client_address: Any) -> None:
                pass

        self._server = Quiet((address, 0), Handler)
        self.url = f"http://{address}:{self._server.server_address[1]}"
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        )

    def __enter__(self) -> Server:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def paths(self) -> list[str]:
        return [path for _, path in self.log]

    def times(self, path: str) -> list[float]:
        return [when for when, seen in self.log if seen == path]


@dataclass
class Run:
    """A spider in its own process."""

    process: subprocess.Popen[str]
    out: Path
    log: Path

    def wait(self, timeout_s: float = 60) -> dict[str, Any]:
        try:
            self.process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError(f"the spider hangs:\n{self.log.read_text()[-4000:]}") from None
        if not self.out.exists():
            return {}
        stats = json.loads(self.out.read_text())
        text = self.log.read_text()
        assert "Traceback" not in text or "EXPECTED" in text, text[-4000:]
        return stats

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def start(
    directory: Path,
    spider: str,
    settings: dict[str, Any] | None = None,
    name: str = "run",
    **arguments: str,
) -> Run:
    """Start the class ``TestSpider`` of the source text ``spider``."""
    source = directory / f"{name}_spider.py"
    source.write_text(spider)
    out = directory / f"{name}.json"
    out.unlink(missing_ok=True)
    log = directory / f"{name}.log"
    config = {
        "spider": str(source),
        "out": str(out),
        "arguments": arguments,
        "settings": {"FPCRAWL_STATE_DIR": str(directory / "state"), **(settings or {})},
    }
    with log.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, str(RUNNER), json.dumps(config)],
            stdout=file,
            stderr=subprocess.STDOUT,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            text=True,
        )
    return Run(process, out, log)


def crawl(directory: Path, spider: str, settings=None, name="run", timeout_s=60, **arguments):
    """Run a spider to its end; return its stats."""
    return start(directory, spider, settings, name, **arguments).wait(timeout_s)


class Look:
    """What a crawl left in its state."""

    def __init__(self, state: SqliteState) -> None:
        self.state = state

    def rows(self) -> dict[str, tuple[int, int, float]]:
        """Return url -> (state, failures, due in seconds from now)."""
        now = time.time()
        return {
            url: (row_state, failures, due - now)
            for url, row_state, failures, due in self.state.db.read(
                "SELECT url, state, failures, due FROM frontier"
            )
        }

    def reasons(self, crawl: str) -> dict[str, str]:
        return {f.url: f.reason for f in self.state.frontier.failures(crawl, 1000)}

    def seen(self) -> int:
        return int(self.state.db.read_one("SELECT count(*) FROM seen")[0])


@pytest.fixture
def look(tmp_path: Path) -> Iterator[Look]:
    opened: list[SqliteState] = []

    class Lazy(Look):
        def __init__(self) -> None:
            pass

        @property
        def state(self) -> SqliteState:
            if not opened:
                opened.append(open_state(tmp_path / "state"))
            return opened[0]

    yield Lazy()
    for state in opened:
        state.close()
