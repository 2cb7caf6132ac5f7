"""What the state says about lists that are visited again and again, for ``scrapy revisit``."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from fpcrawl.exceptions import UsageError
from fpcrawl.revisit import CurveModel, ZPlanner
from fpcrawl.revisit.past import past_visits, record_of
from fpcrawl.spiders.knowledge import SiteKnowledge

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import tzinfo

    from fpcrawl.revisit import Board, RevisitModel
    from fpcrawl.revisit.past import PastVisit, Record
    from fpcrawl.store.base import State
    from fpcrawl.store.model import Board as Row

__all__ = ["BoardReport", "KnownBoard", "board_zone", "find_board", "known_boards", "report_of"]

_HOUR_S = 3600.0


@dataclass(frozen=True, slots=True)
class KnownBoard:
    """A list of the state.

    Attributes
    ----------
    crawl
        Name of its crawl.
    row
        Its row in the frontier.
    visits
        Those of the past that are remembered, oldest first.
    z
        The wanted turnover.
    board
        As the model follows it; ``None`` of a model without a curve, or before any visit.
    """

    crawl: str
    row: Row
    visits: list[PastVisit]
    z: float
    board: Board | None

    @property
    def rows(self) -> int | None:
        """Rows of its page, ``None`` before they were counted."""
        if self.board is not None and self.board.rows > 0:
            return self.board.rows
        return self.visits[-1].rows if self.visits else None

    @property
    def record(self) -> Record | None:
        """How good its visits were."""
        return record_of(self.visits, self.z)

    def rate(self, now: float) -> float | None:
        """Return the new rows a second that are expected now."""
        if self.board is not None and self.board.outlook() is not None:
            return self.board.expected(now, now + _HOUR_S) / _HOUR_S
        record = self.record
        return None if record is None else record.rate


@dataclass(frozen=True, slots=True)
class BoardReport:
    """A list as ``scrapy revisit list`` shows it; times are ISO 8601 in UTC.

    Attributes
    ----------
    rows
        Threads on its page (v).
    per_hour
        New ones that are expected now, an hour.
    scatter
        Variance of the counts over their mean: at 1 they cannot be foretold any better.
    learnt_days
        Days since the model began to learn.
    hit_rate
        Share of the remembered visits that found the wanted share of rows new, within ten
        points.
    turnover
        Mean share of rows that were new.
    full
        Share of visits that found all rows new: more may have come and gone.
    remembered
        Visits that these three are of.
    """

    crawl: str
    url: str
    role: str
    rows: int | None
    per_hour: float | None
    model: str
    scatter: float | None
    learnt_days: float | None
    last_visit: str | None
    next_due: str
    leased: bool
    visits: int
    failures: int
    hit_rate: float | None
    turnover: float | None
    full: float | None
    remembered: int

    def to_json(self) -> dict[str, Any]:
        """Plain data for ``--json``."""
        return asdict(self)


def known_boards(state: State, crawls: Sequence[str], model: RevisitModel) -> Iterator[KnownBoard]:
    """Yield the lists of crawls, by crawl and soonest due first; nothing is written.

    Raises
    ------
    fpcrawl.exceptions.StateError
        The state cannot be read.
    """
    z = _wanted(model)
    for crawl in crawls:
        for row in state.frontier.boards(crawl):
            learnt = state.values.get(f"revisit/{crawl}/{row.url}")
            visits = past_visits(state.values.get(f"rows/{crawl}/{row.url}"))
            known = isinstance(model, CurveModel) and isinstance(learnt, dict)
            board = model.open(learnt) if known and isinstance(model, CurveModel) else None
            yield KnownBoard(crawl, row, visits, z, board)


def _wanted(model: RevisitModel) -> float:
    rule = model.planner if isinstance(model, CurveModel) else model
    return float(getattr(rule, "z", ZPlanner().z))


def report_of(known: KnownBoard, model_name: str, now: float) -> BoardReport:
    """Return what is shown of a list.

    Parameters
    ----------
    model_name
        Of the model that was asked.
    now
        Seconds since the epoch.
    """
    row, board, record = known.row, known.board, known.record
    rate = known.rate(now)
    learnt = board is not None and board.outlook() is not None
    return BoardReport(
        crawl=known.crawl,
        url=row.url,
        role=row.role or "index",
        rows=known.rows,
        per_hour=None if rate is None else round(rate * _HOUR_S, 3),
        model=model_name,
        scatter=round(board.fano, 2) if board is not None and learnt else None,
        learnt_days=round(board.age_s / 86400.0, 2) if board is not None and learnt else None,
        last_visit=None if row.last_done is None else _iso(row.last_done),
        next_due=_iso(row.due),
        leased=row.leased,
        visits=row.visits,
        failures=row.failures,
        hit_rate=None if record is None else round(record.hit_rate, 4),
        turnover=None if record is None else round(record.turnover, 4),
        full=None if record is None else round(record.full, 4),
        remembered=0 if record is None else record.visits,
    )


def find_board(boards: Sequence[KnownBoard], wanted: str) -> KnownBoard:
    """Return the list that an address, or a part of one, names.

    Raises
    ------
    UsageError
        There is none or there are several.
    """
    exact = [known for known in boards if known.row.url == wanted]
    found = exact or [known for known in boards if wanted in known.row.url]
    if len(found) == 1:
        return found[0]
    if not found:
        raise UsageError(f"there is no list {wanted}; scrapy revisit list shows which there are")
    some = ", ".join(f"{known.row.url} ({known.crawl})" for known in found[:5])
    raise UsageError(f"{wanted} may be any of {len(found)} lists: {some}")


def board_zone(state: State, crawl: str, zone: tzinfo | None) -> tzinfo:
    """Return the clock of the people who write, as far as it is known; else UTC.

    Parameters
    ----------
    zone
        Of the settings; it goes before what the site's pages tell.
    """
    return zone or SiteKnowledge(state.values, crawl).load().clock.zone or UTC


def _iso(epoch_s: float) -> str:
    return datetime.fromtimestamp(epoch_s, UTC).isoformat(timespec="seconds")
