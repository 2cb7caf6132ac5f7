"""Opens files whatever they are compressed with, told by their first bytes."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

__all__ = ["Opened", "open_unpacked"]

#: What a damaged or hostile compressed file raises while it is read.
_CORRUPT = (EOFError, OSError, ValueError, MemoryError, zlib.error, lzma.LZMAError)
#: A file compressed more often than this is no page.
_MAX_LAYERS = 3
_MAGIC_BYTES = 6
_BUFFER_BYTES = 65_536


class _Packed(Protocol):
    def read1(self, size: int, /) -> bytes: ...


def _gzip(stream: IO[bytes]) -> _Packed:
    return gzip.GzipFile(fileobj=stream, mode="rb")


_OPENERS: tuple[tuple[bytes, Callable[[IO[bytes]], _Packed]], ...] = (
    (b"\x1f\x8b\x08", _gzip),
    (b"\xfd7zXZ\0", lzma.LZMAFile),
    (b"BZh", bz2.BZ2File),
)


class Opened:
    """A file that is being read.

    Attributes
    ----------
    stream
        What the file holds, unpacked; it ends early where the file is damaged.
    """

    def __init__(self, raw: io.BufferedReader) -> None:
        self._raw = raw
        self._careful: _Careful | None = None
        self.stream = raw
        for _ in range(_MAX_LAYERS):
            magic = self.stream.peek(_MAGIC_BYTES)[:_MAGIC_BYTES]
            opener = next((make for mark, make in _OPENERS if magic.startswith(mark)), None)
            if opener is None:
                break
            self._careful = _Careful(opener(self.stream), self._careful)
            self.stream = io.BufferedReader(self._careful, _BUFFER_BYTES)

    @property
    def bytes_read(self) -> int:
        """How much of the file itself has been read, in bytes."""
        return self._raw.tell()

    @property
    def damage(self) -> str:
        """Why the stream ended early; empty when it did not."""
        return "" if self._careful is None else self._careful.damage


class _Careful(io.RawIOBase):
    """Ends where what it reads from fails: an error would take with it what was read before."""

    def __init__(self, source: _Packed, inner: _Careful | None) -> None:
        self._source = source
        self._inner = inner
        self._damage = ""

    @property
    def damage(self) -> str:
        return self._damage or ("" if self._inner is None else self._inner.damage)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self._damage:
            return 0
        try:
            block = self._source.read1(len(buffer))
        except EOFError:
            self._damage = "the compressed file ends too soon"
            return 0
        except _CORRUPT as error:
            self._damage = (str(error) or type(error).__name__)[:200]
            return 0
        buffer[: len(block)] = block
        return len(block)


@contextmanager
def open_unpacked(path: Path) -> Iterator[Opened]:
    """Open a file to read what it holds.

    Raises
    ------
    OSError
        The file cannot be opened or read.
    """
    with path.open("rb") as raw:
        yield Opened(raw)
