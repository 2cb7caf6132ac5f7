"""Serves a recorded site over HTTP/1.1, and starts such a server as a subprocess."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from dataclasses import dataclass
from http import HTTPStatus
from typing import IO, TYPE_CHECKING, Any

from benchmarks._disguise import disguised
from benchmarks._recording import Recorded, Recording, load_recording
from benchmarks.common import ROOT, BenchError, child_env

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["Replay", "Server", "serve", "start"]

HOST = "127.0.0.1"
LOG_PATH = "/_replay/log"
COUNTERS_PATH = "/_replay/counters"

_MAX_HEAD_BYTES = 65_536
_START_TIMEOUT_S = 120.0
_STOP_TIMEOUT_S = 5.0
_READY = re.compile(r"^replay (?P<name>.+): (?P<url>http://\S+) \(\d+ records\)$")
_LENGTH = re.compile(rb"^content-length:\s*(\d+)", re.IGNORECASE | re.MULTILINE)
_CLOSE = re.compile(rb"^connection:\s*close", re.IGNORECASE | re.MULTILINE)
_NOT_FOUND = b"<!DOCTYPE html><html><head><title>404</title></head><body><h1>404</h1></body></html>"


class Server:
    """Answers requests from a recording and remembers them.

    Parameters
    ----------
    recording
        What is served.
    delay_s
        How long every answer waits, in seconds.
    disguise
        What its HTML is served in, of ``benchmarks._disguise``.
    """

    def __init__(
        self, recording: Recording, delay_s: float = 0.0, disguise: str | None = None
    ) -> None:
        self.recording = recording
        self.delay_s = delay_s
        self.disguise = disguise
        self.log: list[dict[str, Any]] = []
        self._rendered: dict[int, bytes] = {}
        self._moved: tuple[bytes, bytes] | None = None
        self._started = time.monotonic()

    def move_to(self, port: int) -> None:
        """Serve under another port: absolute links of the site are rewritten to it."""
        if port != self.recording.port:
            old = self.recording.origin.partition("://")[2]
            self._moved = (old.encode(), f"{HOST}:{port}".encode())

    def counters(self) -> dict[str, Any]:
        """Return how many requests came, by status, and how many addresses they named."""
        by_status: dict[str, int] = {}
        for entry in self.log:
            by_status[str(entry["status"])] = by_status.get(str(entry["status"]), 0) + 1
        return {
            "requests": len(self.log),
            "addresses": len({entry["path"] for entry in self.log}),
            "by_status": by_status,
        }

    def answer(self, path: str) -> bytes:
        """Return the whole answer to a path and query, headers included."""
        if path == LOG_PATH:
            return _render_json(self.log)
        if path == COUNTERS_PATH:
            return _render_json(self.counters())
        record = self.recording.find(path)
        self.log.append(
            {
                "path": path,
                "status": record.status if record else 404,
                "t": round(time.monotonic() - self._started, 4),
                "record": record.path if record else None,
            }
        )
        if record is None:
            return _render(404, "Not Found", [("Content-Type", "text/html")], _NOT_FOUND)
        rendered = self._rendered.get(id(record))
        if rendered is None:
            rendered = self._rendered[id(record)] = self._render(record)
        return rendered

    def _render(self, record: Recorded) -> bytes:
        body = record.body
        if (record.header("content-type") or "").lower().startswith("text/html"):
            body = disguised(body, self.disguise, self.recording.origin)
        headers = list(record.headers)
        if self._moved:
            old, new = self._moved
            for mark in (b":", b"%3A", b"%3a", b"%253A"):
                body = body.replace(old.replace(b":", mark), new.replace(b":", mark))
            headers = [(k, v.replace(old.decode(), new.decode())) for k, v in headers]
        return _render(record.status, record.reason, headers, body)


def _render(status: int, reason: str, headers: list[tuple[str, str]], body: bytes) -> bytes:
    if not reason:
        reason = HTTPStatus(status).phrase if status in set(HTTPStatus) else "Unknown"
    lines = [f"HTTP/1.1 {status} {reason}", *(f"{name}: {value}" for name, value in headers)]
    lines += [f"Content-Length: {len(body)}", "Connection: keep-alive", "", ""]
    return "\r\n".join(lines).encode("utf-8", "surrogateescape") + body


def _render_json(value: Any) -> bytes:
    body = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
    return _render(200, "OK", [("Content-Type", "application/json")], body)


class _Connection(asyncio.Protocol):
    """One keep-alive connection; pipelined requests are answered in order."""

    def __init__(self, server: Server, loop: asyncio.AbstractEventLoop) -> None:
        self._server = server
        self._loop = loop
        self._buffer = b""
        self._skip = 0
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember where to write."""
        if isinstance(transport, asyncio.Transport):
            self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Forget it."""
        self._transport = None

    def data_received(self, data: bytes) -> None:
        """Answer every whole request in the buffer."""
        self._buffer += data
        while self._transport is not None:
            if self._skip:
                taken = min(self._skip, len(self._buffer))
                self._buffer, self._skip = self._buffer[taken:], self._skip - taken
            end = self._buffer.find(b"\r\n\r\n")
            if self._skip or end < 0:
                if len(self._buffer) > _MAX_HEAD_BYTES:
                    self._transport.close()
                return
            head, self._buffer = self._buffer[:end], self._buffer[end + 4 :]
            self._respond(head)

    def _respond(self, head: bytes) -> None:
        line, _, fields = head.partition(b"\r\n")
        parts = line.decode("latin-1").split(" ")
        if len(parts) != 3:
            self._send(_render(400, "Bad Request", [], b""), close=True)
            return
        if match := _LENGTH.search(fields):
            self._skip = int(match[1])
        method, target, _ = parts
        if target.startswith("http://"):
            target = "/" + target[7:].partition("/")[2]
        if method not in {"GET", "HEAD"}:
            answer = _render(405, "Method Not Allowed", [("Allow", "GET, HEAD")], b"")
        else:
            answer = self._server.answer(target.partition("#")[0])
        if method == "HEAD":
            answer = answer[: answer.index(b"\r\n\r\n") + 4]
        close = _CLOSE.search(fields) is not None
        if self._server.delay_s > 0:
            self._loop.call_later(self._server.delay_s, self._send, answer, close)
        else:
            self._send(answer, close)

    def _send(self, answer: bytes, close: bool) -> None:
        if self._transport is None:
            return
        self._transport.write(answer)
        if close:
            self._transport.close()


async def serve(
    folder: Path,
    port: int | None,
    delay_s: float,
    *,
    disguise: str | None = None,
    until_eof: bool = False,
) -> None:
    """Serve a recorded site until SIGINT or SIGTERM.

    Parameters
    ----------
    port
        Port to listen on: ``None`` the recorded one, 0 any free one.
    disguise
        What its HTML is served in, of ``benchmarks._disguise``.
    until_eof
        End also when standard input closes, that is with the process that started this one.

    Raises
    ------
    BenchError
        When the recording cannot be read or the port is in use.
    """
    recording = load_recording(folder)
    server = Server(recording, delay_s, disguise)
    loop = asyncio.get_running_loop()
    wanted = recording.port if port is None else port
    try:
        listener = await loop.create_server(lambda: _Connection(server, loop), HOST, wanted)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise BenchError(
                f"port {wanted} of {HOST} is in use: end what runs there, or give --port"
            ) from None
        raise BenchError(f"cannot listen on port {wanted} of {HOST}: {error}") from error
    bound = listener.sockets[0].getsockname()[1]
    server.move_to(bound)
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    if until_eof:
        loop.add_reader(sys.stdin.fileno(), stop.set)
    records = len(recording.exact)
    print(f"replay {recording.name}: http://{HOST}:{bound}/ ({records} records)", flush=True)
    async with listener:
        await stop.wait()


@dataclass(frozen=True, slots=True)
class Replay:
    """A running replay; ``url`` ends in a slash."""

    url: str
    port: int

    def log(self) -> list[dict[str, Any]]:
        """Return every request so far: ``path, status, t`` (s), and ``record`` that answered."""
        return list(self._get(LOG_PATH))

    def counters(self) -> dict[str, Any]:
        """Return the counts of requests."""
        return dict(self._get(COUNTERS_PATH))

    def _get(self, path: str) -> Any:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(self.url.rstrip("/") + path, timeout=60) as answer:
            return json.load(answer)


@contextlib.contextmanager
def start(
    folder: Path,
    port: int | None = None,
    delay_ms: float = 0.0,
    disguise: str | None = None,
) -> Iterator[Replay]:
    """Run a replay in a subprocess for the time of a ``with`` block.

    Raises
    ------
    BenchError
        When it does not come up; the message is the one it printed.
    """
    command = [sys.executable, "-m", "benchmarks.replay", str(folder.resolve()), "--until-eof"]
    command += ["--delay-ms", str(delay_ms)]
    if port is not None:
        command += ["--port", str(port)]
    if disguise is not None:
        command += ["--disguise", disguise]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=child_env(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield _await_ready(process)
    finally:
        process.terminate()
        try:
            process.wait(_STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            _close(stream)


def _close(stream: IO[str] | None) -> None:
    if stream is not None:
        with contextlib.suppress(OSError):
            stream.close()


def _await_ready(process: subprocess.Popen[str]) -> Replay:
    """Wait for the line that tells the address."""
    if process.stdout is None or process.stderr is None:
        raise BenchError("the replay has no pipes")
    watch = threading.Timer(_START_TIMEOUT_S, process.kill)
    watch.start()
    try:
        match = _READY.match(process.stdout.readline().strip())
        error = "" if match else process.stderr.read().strip().removeprefix("error: ")
    finally:
        watch.cancel()
    if match is None:
        raise BenchError(error or "the replay did not start")
    url = match["url"]
    return Replay(url, int(url.rstrip("/").rpartition(":")[2]))
