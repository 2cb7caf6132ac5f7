"""Serves the demo over HTTP/1.1 on a loopback address, in one thread, with asyncio.

Own few lines instead of a framework, because faults must reach below one: aborted connections,
bodies shorter than announced, answers that never end.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import signal
import socket
import struct
import threading
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypeVar

from .catalog import FAMILIES, FamilySpec
from .clock import DemoClock
from .exchange import Reply, Request, http_date
from .faults import Fault, Faults
from .hostile import Hostile
from .site import Site
from .world import World

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["DemoConfig", "DemoServer", "HttpServer", "Serving", "serving"]

T = TypeVar("T")
_HEAD_LIMIT = 64 * 1024
_BODY_LIMIT = 1024 * 1024
#: Whoever asks by https waits for an answer, and sends no head of a request.
_TLS_HANDSHAKE = b"\x16\x03"


@dataclass(frozen=True, slots=True)
class DemoConfig:
    """How the demo is to be.

    Attributes
    ----------
    host, port
        Where to listen: an address in 127.0.0.0/8; port 0 = any free one.
    start
        Where the demo clock starts, seconds since the epoch.
    speed
        Demo seconds for each real second.
    freeze
        The clock stands still and nothing happens by itself.
    families
        Keys of the forums there are to be; none named = all.
    session_requests
        A login is good for so many pages; 0 = for ever.
    """

    host: str = "127.0.0.1"
    port: int = 0
    seed: int = 1
    start: float = 1_772_625_600.0
    speed: float = 1.0
    freeze: bool = False
    days: int = 14
    threads_per_board: int = 13
    utc_offset_s: int = 0
    crawl_delay_s: float = 0.0
    session_requests: int = 0
    hostile: bool = False
    families: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()


class HttpServer:
    """Serves a function from :class:`Request` to :class:`Reply`.

    Parameters
    ----------
    host, port
        Where to listen; only an address in 127.0.0.0/8. The socket is bound at once, so that
        ``OSError`` (address in use) is raised here; ``ValueError`` for another network.
    """

    def __init__(self, host: str = "127.0.0.1", port: int = 0) -> None:
        if not ipaddress.ip_address(host).is_loopback:
            raise ValueError(f"the demo serves loopback addresses only, not {host}")
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._socket.bind((host, port))
            self._socket.listen(512)
        except OSError:
            self._socket.close()
            raise
        self.host, self.port = self._socket.getsockname()[:2]
        self.base = f"http://{self.host}:{self.port}"
        self.url = f"{self.base}/"
        self.handler: Callable[[Request], Reply] = _nothing
        self._connections: set[_Connection] = set()

    async def serve(self, stop: asyncio.Event) -> None:
        """Serve until ``stop`` is set, then close every connection."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: _Connection(self), sock=self._socket)
        try:
            await stop.wait()
        finally:
            server.close()
            for connection in list(self._connections):
                connection.drop()
            await asyncio.sleep(0)

    def run(self, greeting: str) -> None:
        """Print ``greeting`` as soon as clients are welcome, serve until SIGINT or SIGTERM."""

        async def main() -> None:
            stop = asyncio.Event()
            loop = asyncio.get_running_loop()
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, stop.set)
            print(greeting, flush=True)
            await self.serve(stop)

        asyncio.run(main())


def _nothing(_request: Request) -> Reply:
    return Reply(503)


class _Connection(asyncio.Protocol):
    """One client: reads requests one after the other, writes replies in the same order."""

    def __init__(self, server: HttpServer) -> None:
        self._server = server
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._busy = False
        self._paused = False
        self._timer: asyncio.TimerHandle | None = None
        self._stream: Iterator[bytes] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._server._connections.add(self)  # noqa: SLF001 - its own helper

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._server._connections.discard(self)  # noqa: SLF001
        self._transport = None
        self._stream = None
        if self._timer is not None:
            self._timer.cancel()

    def drop(self) -> None:
        """Abort the connection."""
        if self._transport is not None:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        self._next()

    def _next(self) -> None:
        while not self._busy and self._transport is not None:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                if self._buffer.startswith(_TLS_HANDSHAKE):
                    self._refuse(400)
                elif len(self._buffer) > _HEAD_LIMIT:
                    self._refuse(431)
                return
            lines = bytes(self._buffer[:end]).decode("latin-1").split("\r\n")
            words = lines[0].split(" ")
            headers: dict[str, str] = {}
            for line in lines[1:]:
                name, colon, value = line.partition(":")
                if colon:
                    headers[name.strip().lower()] = value.strip()
            length_text = headers.get("content-length", "0")
            length = int(length_text) if length_text.isdigit() else -1
            if len(words) != 3 or not words[1].startswith("/") or not 0 <= length <= _BODY_LIMIT:
                self._refuse(400)
                return
            if len(self._buffer) < end + 4 + length:
                return
            body = bytes(self._buffer[end + 4 : end + 4 + length])
            del self._buffer[: end + 4 + length]
            request = Request(words[0], words[1], headers, body)
            keep = headers.get("connection", "").lower() != "close" and words[2] == "HTTP/1.1"
            reply = self._server.handler(request)
            if reply.delay_s > 0:
                self._busy = True
                self._timer = self._loop.call_later(
                    reply.delay_s, self._send_late, request, reply, keep
                )
            else:
                self._send(request, reply, keep)

    def _send_late(self, request: Request, reply: Reply, keep: bool) -> None:
        self._timer = None
        self._busy = False
        self._send(request, reply, keep)
        self._next()

    def _refuse(self, status: int) -> None:
        self._send(Request("GET", "/"), Reply(status, b"bad request"), keep=False)

    def _send(self, request: Request, reply: Reply, keep: bool) -> None:
        transport = self._transport
        if transport is None:
            return
        if reply.cut == "reset":
            self._reset(transport)
            return
        streamed = not isinstance(reply.body, bytes)
        body = reply.body if isinstance(reply.body, bytes) else b""
        keep = keep and not streamed and reply.cut is None
        head = [f"HTTP/1.1 {reply.status} {_phrase(reply.status)}", "Server: fpcrawl-demo"]
        if reply.date:
            head.append(f"Date: {http_date(reply.date)}")
        if reply.status != 304:
            head.append(f"Content-Type: {reply.content_type}")
            if not streamed:
                head.append(f"Content-Length: {len(body)}")
            elif reply.length is not None:
                head.append(f"Content-Length: {reply.length}")
        head += [f"{name}: {value}" for name, value in reply.headers]
        head.append(f"Connection: {'keep-alive' if keep else 'close'}")
        if request.method == "HEAD" or reply.status == 304:
            streamed, body = False, b""
        elif reply.cut == "truncated":
            body = body[: len(body) // 2]
        transport.write("\r\n".join(head).encode("latin-1", "replace") + b"\r\n\r\n" + body)
        if streamed:
            assert not isinstance(reply.body, bytes)
            self._busy = True
            self._stream = iter(reply.body)
            self._pump()
        elif not keep:
            self._busy = True
            transport.close()

    def _pump(self) -> None:
        """Write chunks while the client takes them; ``resume_writing`` goes on."""
        transport = self._transport
        stream = self._stream
        if transport is None or stream is None or transport.is_closing():
            return
        chunk = next(stream, None)
        if chunk is None:
            self._stream = None
            transport.close()
            return
        transport.write(chunk)
        if not self._paused:
            self._loop.call_soon(self._pump)

    def pause_writing(self) -> None:
        self._paused = True

    def resume_writing(self) -> None:
        self._paused = False
        self._pump()

    def _reset(self, transport: asyncio.Transport) -> None:
        raw = transport.get_extra_info("socket")
        if raw is not None:  # linger 0: the client sees a reset, not an end
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._busy = True
        transport.abort()


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unknown"


def _families(keys: tuple[str, ...]) -> list[FamilySpec]:
    if unknown := set(keys) - {spec.key for spec in FAMILIES}:
        raise ValueError(f"there is no forum {', '.join(sorted(unknown))}")
    return [spec for spec in FAMILIES if not keys or spec.key in keys]


class DemoServer(HttpServer):
    """The demo behind a socket: a world, a clock and the site that shows them.

    Raises what :class:`HttpServer` and :class:`World` raise.
    """

    def __init__(self, config: DemoConfig) -> None:
        self.clock = DemoClock(config.start, 0.0)
        self.world = World(
            config.seed,
            config.start,
            self.clock,
            days=config.days,
            threads_per_board=config.threads_per_board,
            utc_offset_s=config.utc_offset_s,
            live=not config.freeze,
            families=_families(config.families),
        )
        super().__init__(config.host, config.port)
        self.site = Site(
            self.world,
            self.clock,
            self.base,
            Faults(config.seed, config.faults),
            crawl_delay_s=config.crawl_delay_s,
            session_requests=config.session_requests,
            hostile=Hostile("/hostile/").handle if config.hostile else None,
        )
        self.handler = self.site.handle
        if not config.freeze:  # building the history must not cost demo time
            self.clock.set_speed(config.speed)


class Serving:
    """A server in a thread of its own; ``url``, ``base`` and ``server`` say what it is.

    Parameters
    ----------
    server
        What to serve; started by entering, stopped by leaving the ``with`` block.
    """

    def __init__(self, server: HttpServer) -> None:
        self.server = server
        self.url = server.url
        self.base = server.base
        self._loop = asyncio.new_event_loop()
        self._stop: asyncio.Event | None = None
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, name="fpcrawl-demo", daemon=True)

    def _run(self) -> None:
        async def main() -> None:
            self._stop = asyncio.Event()
            self._loop.call_soon(self._started.set)
            await self.server.serve(self._stop)

        try:
            self._loop.run_until_complete(main())
        finally:
            self._loop.close()

    def call(self, function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Run ``function`` in the server's thread and return what it returns or raise its error."""

        async def run() -> T:
            return function(*args, **kwargs)

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(timeout=30)

    def __enter__(self) -> Serving:
        self._thread.start()
        self._started.wait(timeout=30)
        return self

    def __exit__(self, *exc: object) -> None:
        stop = self._stop
        if stop is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(stop.set)
        self._thread.join(timeout=30)


def serving(config: DemoConfig) -> Serving:
    """Return the demo, to be served in a thread while in a ``with`` block."""
    return Serving(DemoServer(config))
