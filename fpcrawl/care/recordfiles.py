"""Writing records to files: JSON Lines, CSV and Parquet."""

from __future__ import annotations

import csv
import gzip
import io
import json
import sys
import types
from contextlib import contextmanager
from dataclasses import fields
from typing import (
    TYPE_CHECKING,
    Any,
    BinaryIO,
    Protocol,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from fpcrawl.exceptions import UsageError
from fpcrawl.extraction.records import Article, Comment, Post, Thread

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fpcrawl.store.model import RecordRow

__all__ = ["FORMATS", "KINDS", "RecordWriter", "format_of", "open_writer"]

KINDS: dict[str, type[Post | Article | Thread]] = {
    "post": Post,
    "article": Article,
    "thread": Thread,
}
FORMATS = ("jsonl", "csv", "parquet")
_SUFFIXES = {".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".parquet": "parquet"}
#: Rows of a Parquet file that are held in memory together.
_ROW_GROUP = 2000


class RecordWriter(Protocol):
    """Takes records one by one."""

    def write(self, row: RecordRow) -> None:
        """Write a record."""
        ...


def format_of(name: str) -> str | None:
    """Return the format that a file's name tells; ``None`` when it tells none."""
    return next((kind for end, kind in _SUFFIXES.items() if _bare(name).endswith(end)), None)


def _bare(name: str) -> str:
    return name.lower().removesuffix(".gz")


@contextmanager
def open_writer(
    form: str, kind: str, path: Path | None, *, packs: bool = False
) -> Iterator[RecordWriter]:
    """Open a file, or the standard output, for records of a kind.

    Parameters
    ----------
    form
        One of :data:`FORMATS`.
    path
        ``None`` = standard output.
    packs
        Pack it by gzip.

    Raises
    ------
    UsageError
        The format cannot be written so, or a library is missing.
    """
    if form == "parquet":
        if path is None or packs:
            raise UsageError("parquet wants a file of its own, and packs itself")
        with _parquet(path, kind) as parquet:
            yield parquet
        return
    with _binary(path, packs=packs) as file:
        if form == "jsonl":
            yield _JsonLines(file)
            return
        text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
        try:
            yield _Csv(text, kind)
        finally:
            text.detach()


@contextmanager
def _binary(path: Path | None, *, packs: bool) -> Iterator[BinaryIO]:
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with path.open("wb") as file:
        if not packs:
            yield file
            return
        with gzip.GzipFile("", "wb", 6, file) as packed:
            yield cast("BinaryIO", packed)


class _JsonLines:
    """One object a line, as in the feeds."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, row: RecordRow) -> None:
        line = f'{row.data.removesuffix("}")},"version":{row.version}}}\n'
        self._file.write(line.encode())


class _Csv:
    """One record a row; lists as JSON text."""

    def __init__(self, file: io.TextIOWrapper, kind: str) -> None:
        self._writer = csv.writer(file)
        self._names = _names(kind)
        self._writer.writerow(self._names)

    def write(self, row: RecordRow) -> None:
        values = _values(row)
        self._writer.writerow([_cell(values.get(name)) for name in self._names])


def _names(kind: str) -> list[str]:
    return [*(spec.name for spec in fields(KINDS[kind])), "version"]


def _values(row: RecordRow) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(row.data, object_hook=_sound_object)
    return {**values, "version": row.version}


def _sound_object(found: dict[str, Any]) -> dict[str, Any]:
    return {name: _sound(value) for name, value in found.items()}


def _sound(value: Any) -> Any:
    """Replace halves of surrogate pairs, which neither format has a form for."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    elif isinstance(value, list):
        return [_sound(one) for one in value]
    return value


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False) if value else ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value


@contextmanager
def _parquet(path: Path, kind: str) -> Iterator[RecordWriter]:
    try:
        import pyarrow as pa  # noqa: PLC0415
        import pyarrow.parquet as pq  # noqa: PLC0415
    except ImportError:
        raise UsageError(
            "parquet needs pyarrow: pip install 'fpcrawl[parquet]', or take --format jsonl"
        ) from None
    hints = get_type_hints(KINDS[kind])
    schema = pa.schema([*((name, _arrow(pa, hint)) for name, hint in hints.items())]).append(
        pa.field("version", pa.int64())
    )
    with pq.ParquetWriter(path, schema, compression="zstd") as file:
        writer = _Parquet(pa, file, schema)
        yield writer
        writer.flush()


class _Parquet:
    """Rows in groups, each field a column of its type."""

    def __init__(self, pa: Any, file: Any, schema: Any) -> None:
        self._pa = pa
        self._file = file
        self._schema = schema
        self._rows: list[dict[str, Any]] = []

    def write(self, row: RecordRow) -> None:
        self._rows.append(_values(row))
        if len(self._rows) >= _ROW_GROUP:
            self.flush()

    def flush(self) -> None:
        if self._rows:
            self._file.write_table(self._pa.Table.from_pylist(self._rows, self._schema))
            self._rows.clear()


def _arrow(pa: Any, hint: Any) -> Any:
    """Return the column type of a field of a record."""
    if get_origin(hint) is types.UnionType:
        (hint,) = (one for one in get_args(hint) if one is not types.NoneType)
    if get_origin(hint) is list:
        return pa.list_(_arrow(pa, get_args(hint)[0]))
    if hint is Comment:
        return pa.struct([(name, _arrow(pa, one)) for name, one in get_type_hints(hint).items()])
    plain = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
    return plain[hint]
