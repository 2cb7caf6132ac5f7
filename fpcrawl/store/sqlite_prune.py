"""Removing from a state file what nobody needs any more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fpcrawl.store.care import Pruned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fpcrawl.store.care import Prune
    from fpcrawl.store.sqlite_connection import Connection

__all__ = ["prune", "shrink"]

#: Rows removed at once: others wait for the right to write meanwhile.
_BATCH = 2000
_VACUUM_PAGES = 2000

#: What a name of a small value has behind its area: the crawl, and maybe more.
_OF_CRAWL = (
    "substr(name, instr(name, '/') + 1) = ?"
    " OR substr(name, instr(name, '/') + 1, length(?) + 1) = ? || '/'"
)


@dataclass(frozen=True, slots=True)
class _Part:
    """Rows of a table that may go.

    Attributes
    ----------
    key
        Columns that tell a row from the others.
    size
        What a row takes, as an expression.
    """

    what: str
    table: str
    key: str
    where: str
    given: tuple[Any, ...]
    size: str


def prune(
    db: Connection, what: Prune, *, dry_run: bool, drained: Callable[[], None]
) -> list[Pruned]:
    """Remove what may go; see :meth:`fpcrawl.store.care.Care.prune`.

    Parameters
    ----------
    drained
        Called when crawls have been forgotten.
    """
    sums: dict[str, tuple[int, int]] = {}
    for part in _parts(db, what):
        rows, size = _measure(db, part)
        if not dry_run:
            _remove(db, part)
        before = sums.get(part.what, (0, 0))
        sums[part.what] = before[0] + rows, before[1] + size
    if what.crawls and not dry_run:
        drained()
    return [Pruned(name, rows, size) for name, (rows, size) in sums.items()]


def _parts(db: Connection, what: Prune) -> Iterator[_Part]:
    for crawl in what.crawls:
        yield from _of_crawl(db, crawl)
    if what.seen_before is not None:
        yield _seen("day < ?", (what.seen_before,))
    if what.before is None:
        return
    given = (what.before,)
    yield _Part(
        "kept_pages",
        "kept_pages",
        "id",
        "held IS NULL AND unixepoch(json_extract(about, '$.fetched')) < ?",
        given,
        "length(body) + length(about)",
    )
    yield _Part("versions", "versions", "record, version", "replaced < ?", given, "length(data)")
    yield _failures("last < ?", given)
    yield _Part("robots", "robots", "netloc", "fetched < ?", given, "length(body)")


def _of_crawl(db: Connection, name: str) -> Iterator[_Part]:
    found = db.read_one("SELECT id FROM crawls WHERE name = ?", (name,))
    if found is None:
        return
    row = "length(url) + length(payload) + 120"
    yield _Part("frontier", "frontier", "id", "crawl = ?", found, row)
    yield _seen("crawl = ?", found)
    yield _failures("crawl = ?", found)
    yield _Part("counters", "counters", "crawl, name", "crawl = ?", found, "length(name) + 20")
    three = (name, name, name)
    yield _Part("values", "named", "name", _OF_CRAWL, three, "length(name) + length(value)")
    size = "length(body) + length(about)"
    yield _Part("kept_pages", "kept_pages", "id", "crawl = ?", (name,), size)
    yield _Part("crawls", "crawls", "id", "id = ?", found, "20")


def _seen(where: str, given: tuple[Any, ...]) -> _Part:
    return _Part("seen", "seen", "crawl, fingerprint", where, given, "30")


def _failures(where: str, given: tuple[Any, ...]) -> _Part:
    return _Part("failures", "failures", "crawl, url", where, given, "length(url) + 40")


def _measure(db: Connection, part: _Part) -> tuple[int, int]:
    sql = f"SELECT count(*), coalesce(sum({part.size}), 0) FROM {part.table} WHERE {part.where}"  # noqa: S608
    rows, size = db.read_one(sql, part.given)
    return int(rows), int(size)


def _remove(db: Connection, part: _Part) -> None:
    sql = (
        f"DELETE FROM {part.table} WHERE ({part.key}) IN"  # noqa: S608
        f" (SELECT {part.key} FROM {part.table} WHERE {part.where} LIMIT {_BATCH})"
    )
    while db.write(sql, part.given):
        db.flush()


def shrink(db: Connection) -> int:
    """Give free pages back to the disk; return how many bytes."""
    db.flush()
    page_bytes = int(db.read_one("PRAGMA page_size")[0])
    before = int(db.read_one("PRAGMA page_count")[0])
    while db.read_one("PRAGMA freelist_count")[0]:
        free = db.read_one("PRAGMA freelist_count")[0]
        db.outside(f"PRAGMA incremental_vacuum({_VACUUM_PAGES})")
        if db.read_one("PRAGMA freelist_count")[0] >= free:
            break
    # Others are not kept waiting for it: what they still read is given back later.
    db.outside("PRAGMA wal_checkpoint(PASSIVE)")
    after = int(db.read_one("PRAGMA page_count")[0])
    return max(0, before - after) * page_bytes
