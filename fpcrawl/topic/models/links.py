"""What is known of links not followed yet: eq. (9) of ESVSM over their parents, bounded."""

from __future__ import annotations

from typing import Any

from fpcrawl.exceptions import StateError

__all__ = ["LinkTable"]


class LinkTable:
    """Sums over the fetched pages that hold a link, for each link that was not followed yet.

    priority = 1/2 mean of the parents' relevance + 1/2 mean relevance of its anchor texts.

    Parameters
    ----------
    capacity
        Most addresses that are kept, those to follow and those followed, each; the oldest
        are forgotten first.
    """

    def __init__(self, capacity: int = 200_000) -> None:
        if capacity < 1:
            raise ValueError("capacity must be positive")
        self.capacity = capacity
        #: address -> [parents, sum of their relevance, sum of the anchors' relevance]
        self._open: dict[str, list[float]] = {}
        self._done: dict[str, None] = {}

    def __len__(self) -> int:
        return len(self._open)

    def fetched(self, url: str) -> None:
        """Forget a link: it was followed."""
        self._open.pop(url, None)
        self._done[url] = None
        if len(self._done) > self.capacity:
            del self._done[next(iter(self._done))]

    def is_done(self, url: str) -> bool:
        """Say whether a link was followed, as far as is remembered."""
        return url in self._done

    def note(self, url: str, parent: float, anchor: float) -> float:
        """Take note of a page that holds a link and return the link's priority.

        Parameters
        ----------
        url
            Where the link leads.
        parent, anchor
            Relevance of the page and of the link's text there, in [0, 1].
        """
        row = self._open.get(url)
        if row is None:
            row = self._open[url] = [0.0, 0.0, 0.0]
            if len(self._open) > self.capacity:
                del self._open[next(iter(self._open))]
        row[0] += 1.0
        row[1] += parent
        row[2] += anchor
        return 0.5 * (row[1] + row[2]) / row[0]

    def to_json(self) -> dict[str, Any]:
        """Return the rows and the addresses followed, oldest first."""
        rows = {url: [round(x, 5) for x in row] for url, row in self._open.items()}
        return {"open": rows, "done": list(self._done)}

    def restore(self, state: dict[str, Any]) -> None:
        """Take over what :meth:`to_json` gave.

        Raises
        ------
        StateError
            When it is malformed.
        """
        try:
            rows = {str(url): [float(x) for x in row] for url, row in state["open"].items()}
            done = [str(url) for url in state["done"]]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise StateError(f"malformed link table: {error!r}") from error
        if any(len(row) != 3 or row[0] < 1 for row in rows.values()):
            raise StateError("malformed link table: a row without parents")
        self._open = dict(list(rows.items())[-self.capacity :])
        self._done = dict.fromkeys(done[-self.capacity :])
