"""Which statistics of a run are added up in the state, and the metrics they become.

A run counts from nothing, and cron starts one every few minutes. So what Prometheus is to see
is added to counters of the crawl, which outlive runs and are those of all workers together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fpcrawl.metrics.text import Sample

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["KEPT_PREFIX", "Tally", "counter_samples"]

KEPT_PREFIX = "stat/"
"""Names of the crawl's counters that hold statistics begin so."""

#: Metrics of which the last parts of the statistic's name are the labels.
_BY_PART = {
    "fpcrawl/pages/": "fpcrawl_pages_total",
    "fpcrawl/outcome/": "fpcrawl_unread_total",
    "fpcrawl/retry/": "fpcrawl_retries_total",
    "fpcrawl/revisit/": "fpcrawl_visits_total",
    "fpcrawl/traps/": "fpcrawl_traps_total",
    "fpcrawl/walls/": "fpcrawl_walls_total",
    "fpcrawl/session/": "fpcrawl_sessions_total",
    "fpcrawl/robots/": "fpcrawl_robots_total",
    "downloader/response_status_count/": "fpcrawl_responses_total",
    "log_count/": "fpcrawl_log_messages_total",
}
_RECORDS = "fpcrawl/records/"
#: Metrics of one statistic each, with a label where the metric has one.
_WHOLE: dict[str, tuple[str, tuple[str, ...]]] = {
    "item_scraped_count": ("fpcrawl_items_total", ()),
    "downloader/response_bytes": ("fpcrawl_response_bytes_total", ()),
    "fpcrawl/backoff/host_closed": ("fpcrawl_host_backoffs_total", ()),
    "fpcrawl/frontier/reclaimed": ("fpcrawl_reclaimed_total", ()),
    "fpcrawl/frontier/quarantined": ("fpcrawl_quarantined_total", ()),
    "fpcrawl/extraction/drift": ("fpcrawl_drift_alarms_total", ()),
    "fpcrawl/extraction/templated": ("fpcrawl_threads_read_total", ("template",)),
    "fpcrawl/extraction/structured": ("fpcrawl_threads_read_total", ("structure",)),
    "fpcrawl/extraction/learnt": ("fpcrawl_templates_learnt_total", ("learnt",)),
    "fpcrawl/extraction/switched": ("fpcrawl_templates_learnt_total", ("switched",)),
    "fpcrawl/extraction/adopted": ("fpcrawl_templates_learnt_total", ("adopted",)),
}
#: Of the pages, what is no role.
_NO_ROLES = ("charset_overridden", "limit_")
#: Lines below this are no news.
_LEVELS = frozenset({"WARNING", "ERROR", "CRITICAL"})
_OUTCOMES = "outcome/"


class Tally:
    """What a run has counted since that was last added to the state."""

    def __init__(self) -> None:
        self._added: dict[str, int] = {}

    def news(self, stats: Mapping[str, Any]) -> dict[str, int]:
        """Return what has come to each statistic that is kept."""
        grown = {}
        for name, value in stats.items():
            if not isinstance(value, int) or metric_of(name) is None:
                continue
            more = value - self._added.get(name, 0)
            if more > 0:
                grown[name] = more
        return grown

    def note(self, added: Mapping[str, int]) -> None:
        """Take note that so much was added to the state."""
        for name, n in added.items():
            self._added[name] = self._added.get(name, 0) + n


def metric_of(stat: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the metric that a statistic becomes, with its labels; ``None`` for most."""
    whole = _WHOLE.get(stat)
    if whole is not None:
        return whole
    if stat.startswith(_RECORDS):
        kind, _, status = stat.removeprefix(_RECORDS).partition("_")
        return "fpcrawl_records_total", (kind, status)
    head, slash, last = stat.rpartition("/")
    metric = _BY_PART.get(head + slash)
    if metric is None or (metric == "fpcrawl_pages_total" and last.startswith(_NO_ROLES)):
        return None
    if metric == "fpcrawl_log_messages_total" and last not in _LEVELS:
        return None
    return metric, (last,)


def counter_samples(crawl: str, counters: Mapping[str, int]) -> Iterator[Sample]:
    """Give the counters of a crawl, as the state has them, as samples."""
    for name, n in counters.items():
        if name.startswith(_OUTCOMES):
            outcome = name.removeprefix(_OUTCOMES)
            yield Sample("fpcrawl_requests_ended_total", n, (crawl, outcome))
        elif name.startswith(KEPT_PREFIX):
            found = metric_of(name.removeprefix(KEPT_PREFIX))
            if found is not None:
                yield Sample(found[0], n, (crawl, *found[1]))
