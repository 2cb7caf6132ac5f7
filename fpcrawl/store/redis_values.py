"""Small values by name, and what is known of hosts, in Redis.

Values lie in one hash for each kind and crawl, ``{prefix}:values:<kind>/<crawl>``, under the
rest of their name; the names of the hashes stand in the sorted set ``{prefix}:values``.
Hosts are ``{prefix}:hosts`` and ``{prefix}:closed``, copies of robots.txt ``{prefix}:robots``.
"""

from __future__ import annotations

import hashlib
import json
import uuid
import zlib
from itertools import count
from typing import TYPE_CHECKING, Any

from fpcrawl.store.jsontext import json_text
from fpcrawl.store.model import HostState, RobotsCopy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fpcrawl.store.redis_connection import RedisDb

    #: A change under way: the name of the value, and what makes a new one of it.
    _Change = tuple[str, Callable[[Any], Any]]

__all__ = ["RedisSites", "RedisValues", "packed", "unpacked"]

#: Longer texts are kept compressed: the memory of Redis is dearer than a disk.
_LONG_BYTES = 400
_LEVEL = 3
#: Compressed texts begin so, which no JSON does.
_MARK = b"z"
#: Values read at once.
_BATCH = 200
_DAY_S = 86_400.0


def packed(value: Any) -> bytes:
    """Return a JSON value as it is kept: its text, compressed if it is long."""
    text = json_text(value).encode()
    return text if len(text) <= _LONG_BYTES else _MARK + zlib.compress(text, _LEVEL)


def unpacked(data: bytes) -> Any:
    """Return the value of which :func:`packed` made the bytes."""
    return json.loads(zlib.decompress(data[1:]) if data[:1] == _MARK else data)


def _digest(data: bytes | None) -> str:
    return "" if data is None else hashlib.sha1(data, usedforsecurity=False).hexdigest()


def _split(name: str) -> tuple[str, str]:
    """Return the hash of a value, and its field there."""
    kind, slash, rest = name.partition("/")
    crawl, second, field = rest.partition("/")
    return kind + slash + crawl + second, field


class RedisValues:
    """Small JSON values of one Redis state; see :class:`fpcrawl.store.base.Values`.

    Parameters
    ----------
    db
        The connection.
    """

    def __init__(self, db: RedisDb) -> None:
        self._db = db
        self._index = db.key("values")
        # Where Redis notes the changes that came too late, by their marks.
        self._refused = db.key("refused", uuid.uuid4().hex)
        self._marks = count(1)
        # What the open block writes: it is not to be seen in Redis yet.
        self._pending: dict[str, bytes | None] = {}
        self._asked: dict[str, _Change] = {}
        self._sent: dict[str, _Change] = {}
        db.before_commit.append(self._committed)

    def _committed(self) -> None:
        self._pending.clear()
        self._sent |= self._asked
        self._asked.clear()

    def _hash(self, group: str) -> str:
        return self._db.key("values", group)

    def _read(self, name: str) -> bytes | None:
        if name in self._pending:
            return self._pending[name]
        group, field = _split(name)
        found: bytes | None = self._db.read("HGET", self._hash(group), field)
        return found

    def _note(self, name: str, data: bytes | None) -> None:
        """Remember what a block writes, as long as it is neither sent nor given up."""
        if not self._db.in_transaction:
            return
        pending = self._pending
        was_there, before = name in pending, pending.get(name)

        def restore() -> None:
            if was_there:
                pending[name] = before
            else:
                pending.pop(name, None)

        pending[name] = data
        self._db.undo(restore)

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of that name."""
        found = self._read(name)
        return default if found is None else unpacked(found)

    def set(self, name: str, value: Any) -> None:
        """Store a JSON value; None removes it."""
        group, field = _split(name)
        key = self._hash(group)
        data = None if value is None else packed(value)
        if data is None:
            self._db.write_script("value_drop", [key, self._index], [group, field])
        else:
            self._db.write("HSET", key, field, data)
            self._db.write("ZADD", self._index, 0, group)
        self._note(name, data)

    def change(self, name: str, update: Callable[[Any], Any]) -> Any:
        """Have `update` make a new value of the present one, as one; return the new one.

        Written with the batch; where another worker was faster meanwhile, it is made of what
        stands there then, at the latest by :meth:`settle`.
        """
        old = self._read_settled(name)
        value = update(None if old is None else unpacked(old))
        data = None if value is None else packed(value)
        if data != old:
            mark = str(next(self._marks))
            self._db.write_script("value_change", *self._step(name, old, data, mark))
            self._note(name, data)
            if self._db.in_transaction:
                self._asked[mark] = name, update
                self._db.undo(lambda: self._asked.pop(mark, None))
            else:
                self._sent[mark] = name, update
        return value

    def _step(
        self, name: str, old: bytes | None, new: bytes | None, mark: str = ""
    ) -> tuple[list[str], list[bytes | str]]:
        group, field = _split(name)
        told: list[bytes | str] = [
            group,
            field,
            mark,
            _digest(old),
            _digest(new),
            b"" if new is None else new,
        ]
        return [self._hash(group), self._index, self._refused], told

    def _read_settled(self, name: str) -> bytes | None:
        """Return what a value is, after the changes that came too late; in one round trip."""
        if not self._sent or name in self._pending:
            self.settle()
            return self._read(name)
        group, field = _split(name)
        refused, found = self._db.pipeline_read(
            [("LRANGE", self._refused, 0, -1), ("HGET", self._hash(group), field)]
        )
        self._settle(refused)
        old: bytes | None = self._read(name) if refused else found
        return old

    def settle(self) -> None:
        """Make the changes anew that came too late."""
        if self._sent:
            self._settle(self._db.read("LRANGE", self._refused, 0, -1))

    def _settle(self, refused: list[bytes]) -> None:
        for mark in refused:
            name, update = self._sent[mark.decode()]
            self._change_now(name, update)
            self._db.read("LREM", self._refused, 1, mark)
        self._sent.clear()

    def _change_now(self, name: str, update: Callable[[Any], Any]) -> None:
        group, field = _split(name)
        # Each try that fails is another worker's that did not.
        while True:
            old: bytes | None = self._db.read("HGET", self._hash(group), field)
            value = update(None if old is None else unpacked(old))
            new = None if value is None else packed(value)
            if self._db.script("value_change", *self._step(name, old, new)):
                return

    def beginning(self, prefix: str) -> Iterator[Any]:
        """Give the values whose names begin so, by name."""
        return (value for _, value in self.items(prefix))

    def items(self, prefix: str = "") -> Iterator[tuple[str, Any]]:
        """Give names and values of which the names begin so, by name."""
        for group in self._groups(prefix):
            names = [
                name
                for field in self._db.read("HKEYS", self._hash(group))
                if (name := group + field.decode()).startswith(prefix)
            ]
            names.sort()
            for start in range(0, len(names), _BATCH):
                part = names[start : start + _BATCH]
                fields = [_split(name)[1] for name in part]
                found = self._db.read("HMGET", self._hash(group), *fields)
                for name, data in zip(part, found, strict=True):
                    if data is not None:
                        yield name, unpacked(data)

    def _groups(self, prefix: str) -> list[str]:
        """Return the hashes that may hold names that begin so, by name."""
        group, _ = _split(prefix)
        if prefix.count("/") > 1:
            return [group]
        first = f"[{prefix}" if prefix else "-"
        last = f"[{prefix}\U0010ffff" if prefix else "+"
        return [name.decode() for name in self._db.read("ZRANGEBYLEX", self._index, first, last)]


class RedisSites:
    """Hosts of one Redis state; see :class:`fpcrawl.store.base.Sites`.

    Parameters
    ----------
    db
        The connection.
    """

    def __init__(self, db: RedisDb) -> None:
        self._db = db
        self._hosts = db.key("hosts")
        self._closed = db.key("closed")
        self._robots = db.key("robots")

    def host(self, host: str) -> HostState:
        """Return the state of a host; an unknown host has the defaults."""
        known, until = self._db.pipeline_read(
            [("HGET", self._hosts, host), ("ZSCORE", self._closed, host)]
        )
        failures, delay_s = (0, None) if known is None else json.loads(known)
        return HostState(host, float(until or 0.0), failures, delay_s)

    def set_host(self, state: HostState) -> None:
        """Store the state of a host; the later time of those that workers know of holds."""
        known = json_text([state.failures, state.crawl_delay_s])
        self._db.write("HSET", self._hosts, state.host, known)
        if state.not_before > 0:
            self._db.write("ZADD", self._closed, "GT", repr(state.not_before), state.host)

    def blocked(self, now: float) -> dict[str, float]:
        """Return the hosts that are not to be asked now, with the time they may be."""
        found = self._db.read("ZRANGEBYSCORE", self._closed, f"({now!r}", "+inf", "WITHSCORES")
        pairs = _pairs(found)
        return {host.decode(): float(until) for host, until in pairs}

    def forget(self, now: float) -> None:
        """Drop what only says that a host was closed before."""
        self._db.write("ZREMRANGEBYSCORE", self._closed, "-inf", repr(now - _DAY_S))

    def hosts(self) -> Iterator[HostState]:
        """Give the states of all hosts."""
        for host in sorted(self._db.read("HKEYS", self._hosts)):
            yield self.host(host.decode())

    def robots(self, netloc: str) -> RobotsCopy | None:
        """Return the last copy of a site's robots.txt."""
        found = self._db.read("HGET", self._robots, netloc)
        if found is None:
            return None
        head, _, body = found.partition(b"\n")
        fetched, status = json.loads(head)
        return RobotsCopy(netloc, fetched, status, zlib.decompress(body))

    def set_robots(self, copy: RobotsCopy) -> None:
        """Store a copy of a site's robots.txt."""
        head = json_text([copy.fetched, copy.status]).encode()
        body = zlib.compress(copy.body, _LEVEL)
        self._db.write("HSET", self._robots, copy.netloc, head + b"\n" + body)

    def all_robots(self) -> Iterator[RobotsCopy]:
        """Give all copies of robots.txt."""
        for netloc in sorted(self._db.read("HKEYS", self._robots)):
            if (copy := self.robots(netloc.decode())) is not None:
                yield copy


def _pairs(found: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Give what a reply lists in turn, or in pairs as RESP3 does."""
    if found and isinstance(found[0], (list, tuple)):
        yield from found
    else:
        yield from zip(found[::2], found[1::2], strict=True)
