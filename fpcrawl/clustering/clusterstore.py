"""Where a library keeps its clusters: the interface, and the store in memory."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

__all__ = ["Change", "ClusterRow", "ClusterStore", "MemoryClusterStore"]


@dataclass(frozen=True, slots=True)
class ClusterRow:
    """A core as kept: pages that are nearly the same, see :mod:`fpcrawl.clustering.groups`.

    Attributes
    ----------
    core
        Its name, 12 hexadecimal digits.
    cluster
        The cluster it belongs to.
    version
        Set by the store: grows with each change of any core.
    pages
        Pages it was made of.
    sums
        :meth:`fpcrawl.clustering.Centre.to_bytes` in parts, which add up to all its pages.
    view
        :meth:`fpcrawl.clustering.views.View.to_bytes` of its centre. A row that is written
        without a view adds its sums to those in the store, where the view stays.
    votes
        Page type -> pages that were said to be of it.
    merged_into
        The core it became part of; it holds nothing itself then.
    viewed
        Pages that its view was made of: not more than ``pages``.
    """

    core: str
    version: int = 0
    cluster: str = ""
    pages: int = 0
    sums: tuple[bytes, ...] = ()
    view: bytes = b""
    votes: Mapping[str, int] = field(default_factory=dict)
    merged_into: str | None = None
    viewed: int = 0

    @property
    def adds(self) -> bool:
        """Whether it is written beside what the store holds of it, and not in its place."""
        return not self.view and self.merged_into is None

    def head(self) -> ClusterRow:
        """Return the row without sums and view."""
        return replace(self, sums=(), view=b"")


if TYPE_CHECKING:
    Change = Callable[[Mapping[str, ClusterRow | None]], Iterable[ClusterRow]]


class ClusterStore(Protocol):
    """Keeps the clusters of one library, for several writers at once."""

    def version(self) -> int:
        """Return the version of the latest change; 0 when there was none."""
        ...

    def read(self, cores: Sequence[str]) -> dict[str, ClusterRow]:
        """Return the rows that are there."""
        ...

    def views(self, cores: Sequence[str]) -> dict[str, ClusterRow]:
        """Return the rows that are there; ``sums`` may be empty."""
        ...

    def since(self, version: int) -> Iterator[ClusterRow]:
        """Yield what changed after a version, oldest change first; ``sums`` may be empty."""
        ...

    def update(self, cores: Sequence[str], change: Change) -> list[ClusterRow]:
        """Read heads of rows, have ``change`` make rows of them and write these, as one.

        Nobody else writes in between, and ``change`` may read more. Returns what was written,
        with its versions.
        """
        ...


class MemoryClusterStore:
    """A store that ends with the process."""

    def __init__(self) -> None:
        # In order of their last change.
        self._rows: dict[str, ClusterRow] = {}
        self._version = 0

    def version(self) -> int:
        """Return the version of the latest change."""
        return self._version

    def read(self, cores: Sequence[str]) -> dict[str, ClusterRow]:
        """Return the rows that are there."""
        return {name: self._rows[name] for name in cores if name in self._rows}

    def views(self, cores: Sequence[str]) -> dict[str, ClusterRow]:
        """Return the rows that are there."""
        return self.read(cores)

    def since(self, version: int) -> Iterator[ClusterRow]:
        """Yield what changed after a version, oldest change first."""
        for row in list(self._rows.values()):
            if row.version > version:
                yield row

    def update(self, cores: Sequence[str], change: Change) -> list[ClusterRow]:
        """Read heads of rows, have ``change`` make rows of them and write these."""
        written = []
        heads = {name: row.head() for name, row in self.read(cores).items()}
        for row in list(change({name: heads.get(name) for name in cores})):
            self._version += 1
            made = replace(row, version=self._version)
            written.append(made)
            old = self._rows.pop(row.core, None)
            if old is not None and row.adds:
                made = replace(made, view=old.view, sums=old.sums + row.sums)
            self._rows[row.core] = made
        return written
