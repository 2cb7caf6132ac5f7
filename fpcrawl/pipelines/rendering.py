"""How many pages may be laid out: few in all, so that a browser is never what a crawl costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fpcrawl.reader.job import LearnReport
    from fpcrawl.reader.secondlook import RenderMode
    from fpcrawl.store.base import Values

__all__ = ["RenderBudget"]

#: Pages that may be laid out on a site whatever its size: those that two templates need.
FREE = 18
#: Pages read for each further one.
ONE_OF = 1_000
#: Pages that may be laid out for one template where all are wanted.
ALL = 1_000


class RenderBudget:
    """Counts pages read and pages laid out, over all runs of a crawl.

    Parameters
    ----------
    values
        Where the counts are kept.
    crawl
        Name of the crawl.
    mode
        ``never``: none; ``always``: as many as learning asks for; ``auto``: :data:`FREE`, and
        one for each :data:`ONE_OF` pages read.
    """

    def __init__(self, values: Values, crawl: str, mode: RenderMode) -> None:
        self._values = values
        self._name = f"rendered/{crawl}"
        self.mode = mode
        # What the store says, and what was counted since.
        self.pages, self.rendered = self._stored = _counts(values.get(self._name))
        self._is_broken = False

    @property
    def left(self) -> int:
        """Pages that may be laid out now."""
        if self.mode == "never" or self._is_broken:
            return 0
        if self.mode == "always":
            return ALL
        return max(0, FREE + self.pages // ONE_OF - self.rendered)

    def take(self, report: LearnReport) -> None:
        """Count what learning has laid out; what broke the reader is not tried again."""
        self.rendered += report.rendered + report.render_failed
        self._is_broken = self._is_broken or report.failure is not None

    def save(self) -> None:
        """Add to the counts what came since the last saving, and take over what others added."""
        mine = self.pages - self._stored[0], self.rendered - self._stored[1]

        def add(found: object) -> dict[str, int]:
            stored = _counts(found)
            self._stored = stored[0] + mine[0], stored[1] + mine[1]
            return {"pages": self._stored[0], "rendered": self._stored[1]}

        self._values.change(self._name, add)
        self.pages, self.rendered = self._stored


def _counts(found: object) -> tuple[int, int]:
    told: dict[str, Any] = found if isinstance(found, dict) else {}
    return int(told.get("pages", 0)), int(told.get("rendered", 0))
