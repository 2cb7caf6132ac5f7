"""The library of clusters that a run of ``scrapy cluster`` works with."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from fpcrawl.clustering.library import Library
from fpcrawl.store.opening import StateConfig, open_configured

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fpcrawl.clustering.features import PageFeatures
    from fpcrawl.clustering.library import Assignment
    from fpcrawl.store.base import State

__all__ = ["StoredLibrary", "open_library"]


class StoredLibrary(Library):
    """A library that is saved with each batch of pages, so that no writer waits for long."""

    def __init__(self, state: State) -> None:
        super().__init__(state.clusters)
        self._state = state

    def assign_all(
        self, batch: Sequence[PageFeatures], page_types: Sequence[str | None] | None = None
    ) -> list[Assignment]:
        """See :meth:`Library.assign_all`."""
        found = super().assign_all(batch, page_types)
        self.save()
        return found

    def save(self) -> None:
        """See :meth:`Library.save`."""
        super().save()
        self._state.flush()


@contextmanager
def open_library(directory: Path | None) -> Iterator[StoredLibrary]:
    """Open the clusters of a state directory.

    Parameters
    ----------
    directory
        Made if needed; ``None`` = a library without clusters that is gone afterwards. Even so
        it stands on disk, where very many clusters take no memory.

    Raises
    ------
    StateError
        The state cannot be used.
    """
    with ExitStack() as stack:
        if directory is None:
            directory = Path(stack.enter_context(TemporaryDirectory(prefix="fpcrawl-clusters-")))
        state = open_configured(StateConfig(directory))
        stack.callback(state.close)
        yield StoredLibrary(state)
