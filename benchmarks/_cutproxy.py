"""A TCP proxy on 127.0.0.1 that can be cut, to part a worker from its Redis."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self

__all__ = ["CutProxy"]

_CHUNK = 65536


class CutProxy:
    """Forwards connections to a port while in its ``with`` block, in a thread.

    Parameters
    ----------
    target
        Port of 127.0.0.1 to forward to.
    """

    def __init__(self, target: int) -> None:
        self.port = 0
        self._target = target
        self._open = True
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._writers: set[asyncio.StreamWriter] = set()
        self._flowing: asyncio.Event | None = None
        self._over: asyncio.Event | None = None

    def __enter__(self) -> Self:
        self._thread.start()
        self._started.wait(30)
        return self

    def __exit__(self, *exc: object) -> None:
        assert self._over is not None
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(30)

    def cut(self) -> None:
        """Forward nothing any more; connections stand, silent, as in a network parted."""
        assert self._flowing is not None
        self._loop.call_soon_threadsafe(self._flowing.clear)

    def mend(self) -> None:
        """Forward again; what was on its way is lost with its connection."""
        self._loop.call_soon_threadsafe(self._mend)

    def _mend(self) -> None:
        assert self._flowing is not None
        for writer in list(self._writers):
            writer.transport.abort()
        self._flowing.set()

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._main())
        finally:
            self._loop.close()

    async def _main(self) -> None:
        self._flowing, self._over = asyncio.Event(), asyncio.Event()
        self._flowing.set()
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._started.set()
        await self._over.wait()
        server.close()
        for writer in list(self._writers):
            writer.transport.abort()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        await asyncio.sleep(0.05)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert self._flowing is not None
        self._writers.add(writer)
        try:
            await self._flowing.wait()
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
            self._writers.add(back)
            try:
                await asyncio.wait(
                    [
                        asyncio.ensure_future(self._pump(reader, back)),
                        asyncio.ensure_future(self._pump(there, writer)),
                    ],
                    return_when=asyncio.FIRST_COMPLETED,
                )
            finally:
                self._writers.discard(back)
                back.transport.abort()
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._writers.discard(writer)
            writer.transport.abort()

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        assert self._flowing is not None
        with contextlib.suppress(OSError, asyncio.CancelledError):
            while data := await source.read(_CHUNK):
                await self._flowing.wait()
                sink.write(data)
                await sink.drain()
