"""One connection to Redis whose writes are gathered into batches that are done as a whole.

A round trip costs more than a write, so writes open a *batch*. It goes out at the end of a
transaction, when its owner flushes it, or before the next read. Redis runs it as one
script, and notes its number: a batch whose reply was lost is sent again and done once.

While Redis is away, calls that need an answer fail at once, and a thread looks whether it is
back. What is to be written is kept until then.
"""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Iterable, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import redis

from fpcrawl.exceptions import StateAway
from fpcrawl.store.redis_errors import is_away, state_error
from fpcrawl.store.redis_probe import Probe
from fpcrawl.store.redis_scripts import load_scripts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["RedisDb", "Word", "pairs"]

logger = logging.getLogger(__name__)

T = TypeVar("T")
Word = str | bytes | int | float
_Step = tuple[str, Sequence[str], list[Word]]

_BATCH_S = 0.05
#: Words of one command: Lua cannot pass many more.
_MAX_WORDS = 5000


class RedisDb:
    """Keys under one prefix, batches, nested all-or-nothing blocks and undo of memory.

    In :meth:`transaction` a read does not show what the block wrote: that is sent when the
    outermost block ends. Parts that read their own writes keep them at hand meanwhile.

    Parameters
    ----------
    client
        Replies must be bytes, and calls that fail not be repeated.
    prefix
        All keys begin with it; in braces, so that they lie on one node of a cluster.
    shown
        The server's address for messages, without a secret.
    clock
        Gives the time; None for that of the server, as far as it is known here.
    monotonic
        Clock for waits, in seconds.
    probe_s
        How often to look for a server that is away, in seconds.

    Attributes
    ----------
    on_dirty
        Called when a write opens a batch, so that the owner can flush it soon.
    before_commit
        Called before a batch is sent: what they write belongs to it.
    on_back
        Called when the server is back, after what was kept has been sent. It may have lost
        its last second, and replies it gave may not have reached us.

    Raises
    ------
    StateError
        The server cannot be asked. :class:`StateAway` if it may answer later.
    """

    def __init__(
        self,
        client: redis.Redis,
        prefix: str,
        *,
        shown: str = "Redis",
        clock: Callable[[], float] | None = None,
        monotonic: Callable[[], float] = time.monotonic,
        probe_s: float = 1.0,
    ) -> None:
        self.client: Any = client
        self.prefix = prefix
        self.shown = shown
        self.on_dirty: Callable[[], None] | None = None
        self.before_commit: list[Callable[[], None]] = []
        self.on_back: list[Callable[[], None]] = []
        self._given_clock = clock
        self._monotonic = monotonic
        self._offset = time.time() - monotonic()
        self._scripts = load_scripts()
        self._mark = self.key("batch", uuid.uuid4().hex)
        self._number = 0
        self._batch: list[_Step] = []
        self._began = 0.0
        self._block: list[_Step] = []
        self._floor = 0
        self._depth = 0
        self._undo: list[Callable[[], object]] = []
        self._doubtful: list[Word] | None = None
        self._probe = Probe(client, probe_s)
        self._away_since: float | None = None
        self._told = False
        self._returning = False
        self._settled = False
        self._thread = threading.get_ident()
        client.connection_pool.connection_kwargs["redis_connect_func"] = self._connected

    def _connected(self, connection: Any) -> None:
        """Set a new connection up; refuse it where another was dropped unnoticed.

        The server may have started anew and lost what it had: that is looked at first.
        """
        connection.on_connect()
        expected = not self._settled or self._returning or self._away_since is not None
        if not expected and threading.get_ident() == self._thread:
            raise redis.ConnectionError("the connection was dropped")

    # -- names and times

    def key(self, *parts: str) -> str:
        """Return the key of that name."""
        return ":".join((f"{{{self.prefix}}}", *parts))

    def clock(self) -> float:
        """Return the time that all workers of this state agree on."""
        if self._given_clock is not None:
            return self._given_clock()
        return self._monotonic() + self._offset

    def sync_clock(self) -> None:
        """Ask the server for its time."""
        if self._given_clock is not None:
            return
        before = self._monotonic()
        seconds, micros = self.read("TIME")
        now = self._monotonic()
        self._offset = seconds + micros / 1e6 - (before + now) / 2

    # -- reading

    def read(self, *command: Word) -> Any:
        """Run a command now, after what is batched; the reply is as redis-py gives it."""
        self._send_batch()
        return self._ask(lambda: self.client.execute_command(*command))

    def pipeline_read(self, commands: Sequence[tuple[Word, ...]]) -> list[Any]:
        """Run many commands in one round trip."""
        if not commands:
            return []
        self._send_batch()

        def ask() -> list[Any]:
            pipe = self.client.pipeline(transaction=False)
            for command in commands:
                pipe.execute_command(*command)
            replies: list[Any] = pipe.execute()
            return replies

        return self._ask(ask)

    def script(self, name: str, keys: Sequence[str] = (), args: Sequence[Word] = ()) -> Any:
        """Run a Lua file now, after what is batched, and return its reply.

        If the reply is lost it may have been run: see ``on_back``.
        """
        self._send_batch()
        step = self._step(name, keys, args)
        return self._ask(lambda: self._evaluate(["", *_flat([step])]))

    # -- writing

    def write(self, *command: Word) -> None:
        """Add a command to the batch."""
        if len(command) > _MAX_WORDS:
            raise ValueError(f"a command of {len(command)} words: at most {_MAX_WORDS}")
        self._add(("", (), list(command)))

    def write_script(self, name: str, keys: Sequence[str] = (), args: Sequence[Word] = ()) -> None:
        """Add a run of a Lua file to the batch."""
        self._add(self._step(name, keys, args))

    def extend_script(
        self, name: str, keys: Sequence[str], head: Sequence[Word], more: Sequence[Word]
    ) -> None:
        """Have the last run of the batch take more arguments, or add one that begins so."""
        steps = self._block if self._depth else self._batch
        # What was written before a block began is not its own to change.
        if len(steps) > (self._floor if self._depth else 0):
            last, its_keys, args = steps[-1]
            same = last == name and its_keys == keys and args[: len(head)] == [*head]
            if same and len(args) + len(more) <= _MAX_WORDS:
                args += more
                return
        self.write_script(name, keys, [*head, *more])

    def _step(self, name: str, keys: Sequence[str], args: Sequence[Word]) -> _Step:
        if name not in self._scripts.names:
            raise ValueError(f"there is no script {name}")
        return name, keys, list(args)

    def _add(self, step: _Step) -> None:
        if self._depth:
            self._block.append(step)
            return
        self._batch.append(step)
        if len(self._batch) == 1:
            self._began = self._monotonic()
            if self.on_dirty is not None:
                self.on_dirty()
        elif self._monotonic() - self._began >= _BATCH_S:
            self.flush()

    @property
    def in_batch(self) -> bool:
        """Whether there are writes that were not sent or not answered."""
        return bool(self._batch or self._block or self._doubtful)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Send all writes of the block as one when it ends, or on an exception none."""
        mark, undo_mark, floor = len(self._block), len(self._undo), self._floor
        self._depth += 1
        self._floor = mark
        try:
            yield
        except BaseException:
            del self._block[mark:]
            self._depth -= 1
            self._floor = floor
            actions = self._undo[undo_mark:]
            del self._undo[undo_mark:]
            for action in reversed(actions):
                action()
            raise
        self._depth -= 1
        # What the block wrote is the outer one's now.
        self._floor = floor
        if self._depth:
            return
        self._undo.clear()
        self._batch += self._block
        self._block = []
        self.flush()

    @property
    def in_transaction(self) -> bool:
        """Whether a block of :meth:`transaction` is open."""
        return self._depth > 0

    def undo(self, action: Callable[[], object]) -> None:
        """Have `action` set memory right if the block around fails; it may write."""
        if self._depth:
            self._undo.append(action)

    def flush(self) -> None:
        """Send the batch, but what a block that is open has written; keep it if Redis is away."""
        if self._depth:
            return
        self._depth += 1  # what these actions write belongs to this batch
        try:
            for action in self.before_commit:
                action()
        finally:
            self._depth -= 1
            self._batch += self._block
            self._block = []
        self._send_batch(keep=True)

    def _send_batch(self, *, keep: bool = False) -> None:
        """Send what waits.

        Parameters
        ----------
        keep
            Be content to send it later where Redis is away.
        """
        try:
            self._require()
            self._ask(self._send)
        except StateAway:
            if not keep:
                raise

    def _send(self) -> None:
        # A batch that got no answer keeps its number: Redis knows whether it was done.
        if self._doubtful is None:
            if not self._batch:
                return
            self._number += 1
            self._doubtful = [self._number, *_flat(self._batch)]
            self._batch = []
        self._evaluate(self._doubtful)
        self._doubtful = None
        if self._batch:
            self._send()

    def _evaluate(self, words: list[Word]) -> Any:
        try:
            return self.client.execute_command("EVALSHA", self._scripts.sha, 1, self._mark, *words)
        except redis.exceptions.NoScriptError:
            return self.client.execute_command("EVAL", self._scripts.text, 1, self._mark, *words)

    # -- a server that is away

    @property
    def away_s(self) -> float:
        """Seconds since the server is away; 0 while it answers."""
        return 0.0 if self._away_since is None else self._monotonic() - self._away_since

    def _ask(self, act: Callable[[], T], *, again: bool = True) -> T:
        self._require()
        try:
            done = act()
        except redis.RedisError as error:
            if not is_away(error):
                raise state_error(self.shown, error) from error
            cause = error
        else:
            self._settled = True
            return done
        # A connection that was dropped while idle, or a server that has just started anew.
        if again and not isinstance(cause, redis.TimeoutError) and not self._returning:
            self._lost(cause, told=False)
            if self._return():
                return self._ask(act, again=False)
        self._lost(cause)
        raise self._away(cause) from cause

    def _require(self) -> None:
        if self._away_since is None or self._returning:
            return
        if not (self._probe.found and self._return()):
            raise self._away(None)

    def _away(self, cause: Exception | None) -> StateAway:
        told = f" ({cause})" if cause is not None else ""
        return StateAway(f"{self.shown} does not answer{told}", self.away_s)

    def _lost(self, cause: Exception, *, told: bool = True) -> None:
        if self._away_since is None:
            self._away_since = self._monotonic()
            self._told = False
        if told:
            if not self._told:
                self._told = True
                logger.warning(
                    "%s does not answer (%s): nothing new is begun until it is back",
                    self.shown,
                    cause,
                )
            self._probe.start()

    def _return(self) -> bool:
        """Send what was kept and have the parts look at what was lost."""
        self._returning = True
        try:
            self.client.ping()
            self.sync_clock()
            self._send()
            for action in self.on_back:
                action()
        except (redis.RedisError, StateAway) as error:
            if isinstance(error, redis.RedisError) and not is_away(error):
                raise state_error(self.shown, error) from error
            self._probe.start()
            return False
        finally:
            self._returning = False
        gone_s = self.away_s
        self._away_since = None
        if self._told:
            logger.info("%s is back after %.0f s", self.shown, gone_s)
        return True

    def close(self) -> None:
        """Send what waits and close."""
        try:
            self.flush()
            if self.in_batch:
                logger.warning(
                    "%s did not answer to the end: what was under way will be done again",
                    self.shown,
                )
        finally:
            self._probe.stop()
            self.client.close()


def _flat(steps: Iterable[_Step]) -> list[Word]:
    words: list[Word] = []
    for name, keys, args in steps:
        words += [name, len(keys), len(args), *keys, *args]
    return words


def pairs(found: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """Give members and scores of a reply that lists them in turn."""
    return zip(found[::2], found[1::2], strict=True)
