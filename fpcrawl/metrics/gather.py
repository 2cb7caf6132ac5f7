"""What the state says about crawls, as samples; nothing is written."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.metrics.runs import run_samples
from fpcrawl.metrics.tally import counter_samples
from fpcrawl.metrics.text import Sample
from fpcrawl.revisit import Board as Curve
from fpcrawl.revisit import CurveModel
from fpcrawl.revisit.past import past_visits
from fpcrawl.revisit.silence import Silence, last_news, silence_of
from fpcrawl.revisit.watch import MODEL_PREFIX, ROWS_PREFIX
from fpcrawl.store.model import PARKED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from fpcrawl.revisit import RevisitModel
    from fpcrawl.revisit.past import PastVisit
    from fpcrawl.store.base import State
    from fpcrawl.store.model import Board
    from fpcrawl.store.templates import StoredTemplate

__all__ = ["StateReader"]

#: Lists this strangely silent count: 1 in 160,000 would be so by chance.
SILENT = 12.0
#: Hosts that are told one by one.
_HOSTS = 50
#: A list whose last visit found something was last done in that moment.
_MOMENT_S = 60.0
#: Lists after which a rest is taken.
_LISTS = 50


def _nothing() -> None:
    pass


@dataclass(slots=True)
class StateReader:
    """Reads samples from a state, again and again.

    Parameters
    ----------
    model
        The revisit model of the settings; one without a curve takes all hours to be alike.
    rest
        Called every now and then during long readings.
    """

    model: RevisitModel | None = None
    rest: Callable[[], None] = _nothing

    def quick(self, state: State, crawls: Iterable[str], now: float) -> Iterator[Sample]:
        """Give what is read at once: counts, counters, runs, hosts."""
        for crawl in crawls:
            counts = state.frontier.counts(crawl, now)
            for name in ("due", "later", "leased", "retrying", "parked"):
                yield Sample("fpcrawl_requests", getattr(counts, name), (crawl, name))
            yield from counter_samples(crawl, state.frontier.counters(crawl))
            yield from run_samples(state.values, crawl)
        blocked = state.sites.blocked(now)
        yield Sample("fpcrawl_hosts_left_alone", len(blocked))
        longest = sorted(blocked.items(), key=lambda pair: (-pair[1], pair[0]))[:_HOSTS]
        for host, until in longest:
            yield Sample("fpcrawl_host_left_alone_until_timestamp_seconds", until, (host,))

    def slow(self, state: State, crawls: Sequence[str]) -> Iterator[Sample]:
        """Give what takes longer the more is known: lists and templates."""
        for crawl in crawls:
            yield from self._lists(state, crawl)
        yield from _templates(state.templates.since(0).found, crawls)

    def _lists(self, state: State, crawl: str) -> Iterator[Sample]:
        boards = state.frontier.boards(crawl)
        failing = sum(board.failures > 0 for board in boards)
        yield Sample("fpcrawl_boards", len(boards), (crawl,))
        yield Sample("fpcrawl_boards_failing", failing, (crawl,))
        due = min(
            (board.due for board in boards if not board.leased and board.due < PARKED), default=None
        )
        if due is not None:
            yield Sample("fpcrawl_board_due_timestamp_seconds", due, (crawl,))
        yield from self._silence(state, crawl, boards)

    def _silence(self, state: State, crawl: str, boards: Sequence[Board]) -> Iterator[Sample]:
        news = [last_news(visits) for _, visits in self._memories(state, crawl, boards)]
        since = max((own for own in news if own is not None), default=None)
        if since is None:
            return
        # Most lists showed something at their last visit.
        silent = [
            board
            for board, own in zip(boards, news, strict=True)
            if own is not None and (board.last_done or 0.0) > own + _MOMENT_S
        ]
        alone, together = 0, Silence()
        for board, visits in self._memories(state, crawl, silent):
            own, until = last_news(visits), board.last_done
            if own is None or until is None:
                continue
            curve = self._curve(state, crawl, board)
            alone += self._judge(visits, own, until, curve).surprise > SILENT
            one = self._judge(visits, since, until, curve)
            together = Silence(together.expected + one.expected, together.surprise + one.surprise)
        yield Sample("fpcrawl_boards_silent", alone, (crawl,))
        yield Sample("fpcrawl_last_news_timestamp_seconds", since, (crawl,))
        yield Sample("fpcrawl_silence_expected_rows", round(together.expected, 3), (crawl,))
        yield Sample("fpcrawl_silence_surprise", round(together.surprise, 3), (crawl,))

    def _memories(
        self, state: State, crawl: str, boards: Iterable[Board]
    ) -> Iterator[tuple[Board, list[PastVisit]]]:
        for n, board in enumerate(boards):
            if n % _LISTS == _LISTS - 1:
                self.rest()
            yield board, past_visits(state.values.get(f"{ROWS_PREFIX}{crawl}/{board.url}"))

    def _curve(self, state: State, crawl: str, board: Board) -> Curve | None:
        learnt = state.values.get(f"{MODEL_PREFIX}{crawl}/{board.url}")
        if not isinstance(self.model, CurveModel) or not isinstance(learnt, dict):
            return None
        return self.model.open(learnt)

    @staticmethod
    def _judge(
        visits: Sequence[PastVisit], since: float, until: float, curve: Curve | None
    ) -> Silence:
        if curve is None:
            return silence_of(visits, since, until)
        return silence_of(visits, since, until, usual=curve.expected, scatter=curve.fano)


def _templates(found: Iterable[StoredTemplate], crawls: Sequence[str]) -> Iterator[Sample]:
    by_site = defaultdict(list)
    for one in found:
        if one.entry.state == "live":
            by_site[one.entry.site, one.entry.role].append(one.watch)
    for crawl in crawls:
        site = crawl.partition(":")[2]
        for role in ("thread", "index", "article"):
            watches = by_site.get((site, role))
            if not watches:
                continue
            labels = crawl, role
            known = [watch for watch in watches if watch is not None]
            yield Sample("fpcrawl_templates", len(watches), labels)
            yield Sample("fpcrawl_templates_drifting", sum(w.drifting for w in known), labels)
            if known:
                agreed = min(watch.agreed for watch in known)
                fill = min(watch.believable for watch in known)
                yield Sample("fpcrawl_template_agreement", agreed, labels)
                yield Sample("fpcrawl_template_fill", fill, labels)
