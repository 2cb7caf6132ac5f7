"""One state of two parts: records in one database, the frontier and the rest in another.

No transaction spans both, so their order makes up for it. Records are on disk before the
frontier knows that their page is done: a worker that dies in between leaves work that is done
again and stored once. What makes the crawl ask for more when it changes, such as a thread in a
list, is written after the frontier has kept what was asked for.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from fpcrawl.store.base import StateCore, StateRecords
from fpcrawl.store.composite_care import CompositeCare

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fpcrawl.clustering.clusterstore import ClusterStore
    from fpcrawl.store.base import Articles, Frontier, HostTokens, Outbox, Records, Sites, Values
    from fpcrawl.store.care import Care
    from fpcrawl.store.templates import TemplateStore

__all__ = ["CompositeState", "FrontierPart", "RecordsPart"]


class RecordsPart(StateRecords, Protocol):
    """Records with a connection of their own.

    A method of its parts that cannot reach the server raises
    :class:`fpcrawl.exceptions.StateAway`, and may be called again; those of its own keep what
    they could not write, and raise nothing then.
    """

    @property
    def away_s(self) -> float:
        """Seconds since the server is away; 0 while it answers."""
        ...

    @property
    def has_late(self) -> bool:
        """Whether something waits for :meth:`settle`."""
        ...

    @property
    def care(self) -> Care:
        """All that it holds, for looking after it."""
        ...

    def commit(self) -> None:
        """Write what is to be on disk before the frontier is."""
        ...

    def settle(self) -> None:
        """Write what may be known once the frontier is on disk; keep it if that fails."""
        ...

    def drop(self) -> None:
        """Forget what waits for :meth:`settle`."""
        ...

    def close(self) -> None:
        """Write what waits and close; twice is harmless."""
        ...


class FrontierPart(StateCore, Protocol):
    """What a state has beside records; a whole state will do."""

    @property
    def in_batch(self) -> bool:
        """Whether there are writes that are not on disk."""
        ...


class CompositeState:
    """See the module and :class:`fpcrawl.store.base.State`.

    Parameters
    ----------
    core
        Frontier, hosts, values, clusters and templates.
    part
        Records. Both are closed with this state.
    """

    def __init__(self, core: FrontierPart, part: RecordsPart) -> None:
        self.core = core
        self.part = part
        self._depth = 0
        self._closed = False

    @property
    def on_dirty(self) -> Callable[[], None] | None:
        """Called when a write opens a batch, so that the owner can flush it soon."""
        return self.core.on_dirty

    @on_dirty.setter
    def on_dirty(self, action: Callable[[], None] | None) -> None:
        self.core.on_dirty = action

    def clock(self) -> float:
        """Return the time that all workers of this state agree on."""
        return self.core.clock()

    @property
    def away_s(self) -> float:
        """Seconds since a server of the state is away; 0 while all answer."""
        return max(self.core.away_s, self.part.away_s)

    @property
    def frontier(self) -> Frontier:
        """The rows to fetch."""
        return self.core.frontier

    @property
    def records(self) -> Records:
        """The records found."""
        return self.part.records

    @property
    def articles(self) -> Articles:
        """Articles of several pages."""
        return self.part.articles

    @property
    def outbox(self) -> Outbox:
        """What the feeds still have to write."""
        return self.part.outbox

    @property
    def clusters(self) -> ClusterStore:
        """The clusters of all sites."""
        return self.core.clusters

    @property
    def templates(self) -> TemplateStore:
        """The templates of all sites, and pages kept to learn them from."""
        return self.core.templates

    @property
    def sites(self) -> Sites:
        """What is known of hosts."""
        return self.core.sites

    @property
    def tokens(self) -> HostTokens:
        """Turns at hosts, which all workers take."""
        return self.core.tokens

    @property
    def values(self) -> Values:
        """Small values by name."""
        return self.core.values

    @property
    def care(self) -> CompositeCare:
        """All that it holds, for looking after it."""
        return CompositeCare(self.core.care, self.part.care)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Write several things as one: all are kept, or on an exception none.

        Records are the exception: what was stored stays stored.
        """
        if not self._depth:
            # Before the other database is locked: a server may let us wait.
            self.part.commit()
        self._depth += 1
        try:
            with self.core.transaction():
                yield
                if self._depth == 1:
                    self.part.commit()
        except BaseException:
            if self._depth == 1:
                self.part.drop()
            raise
        finally:
            self._depth -= 1
        if not self._depth and self.part.has_late:
            self.flush()

    def flush(self) -> None:
        """Commit what has been written."""
        if self._closed:
            return
        if self._depth:
            self.core.flush()  # when the outermost block ends
            return
        self.part.commit()
        self.core.flush()
        if not self.core.in_batch:
            self.part.settle()

    def close(self) -> None:
        """Commit, release this process's leases and close both; twice is harmless."""
        if self._closed:
            return
        self._closed = True
        self.core.on_dirty = None
        is_kept = False
        try:
            self.part.commit()
            self.core.flush()
            is_kept = not self.core.in_batch
            self.core.close()
        finally:
            if not is_kept:
                self.part.drop()
            self.part.close()
