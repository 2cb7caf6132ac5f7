"""Finding out what a state need not keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.store.care import Prune

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.store.base import State

__all__ = ["OverCrawl", "crawls_over", "prune_plan"]

_DAY_S = 86_400.0


@dataclass(frozen=True, slots=True)
class OverCrawl:
    """A crawl that nobody goes on with.

    Attributes
    ----------
    last
        When it last fetched a page, seconds since the epoch; ``None`` = never.
    """

    name: str
    last: float | None


def crawls_over(
    state: State, now: float, older_than_s: float, names: Sequence[str] | None = None
) -> list[OverCrawl]:
    """Return the crawls that fetched nothing for so long and fetch nothing now.

    Parameters
    ----------
    names
        Only of these crawls; ``None`` = of all.
    """
    out = []
    for name in state.frontier.crawls() if names is None else names:
        if state.frontier.counts(name, now).leased:
            continue
        moments = [board.last_done for board in state.frontier.boards(name)]
        moments += [failure.last for failure in state.frontier.failures(name, 1)]
        last = max((moment for moment in moments if moment is not None), default=None)
        if last is None or last <= now - older_than_s:
            out.append(OverCrawl(name, last))
    return out


def prune_plan(
    over: Sequence[OverCrawl], now: float, older_than_s: float, seen_days: int, *, whole: bool
) -> Prune:
    """Return what may go.

    Parameters
    ----------
    whole
        Of the whole state, not of these crawls alone.
    """
    names = [crawl.name for crawl in over]
    if not whole:
        return Prune(names)
    return Prune(names, now - older_than_s, int(now // _DAY_S) - seen_days)
