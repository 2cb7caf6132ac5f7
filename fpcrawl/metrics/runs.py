"""What is noted of the runs of a crawl, for metrics alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fpcrawl.metrics.text import Sample

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fpcrawl.store.base import Values

__all__ = ["note_run", "run_samples"]

_PREFIX = "metrics/"
_METRICS = {
    "active": "fpcrawl_active_timestamp_seconds",
    "started": "fpcrawl_run_start_timestamp_seconds",
    "ended": "fpcrawl_run_end_timestamp_seconds",
    "code": "fpcrawl_run_exit_code",
    "last_record": "fpcrawl_last_record_timestamp_seconds",
}


def note_run(values: Values, crawl: str, **told: float) -> None:
    """Note something of a crawl's runs.

    Parameters
    ----------
    told
        ``active``, ``started``, ``ended``, ``last_record`` (epoch seconds) and ``code``; of the
        times the later one stays.
    """
    assert told.keys() <= _METRICS.keys()

    def update(before: Any) -> dict[str, float]:
        known: dict[str, float] = dict(before) if isinstance(before, dict) else {}
        for name, value in told.items():
            known[name] = value if name == "code" else max(value, known.get(name, value))
        return known

    values.change(_PREFIX + crawl, update)


def run_samples(values: Values, crawl: str) -> Iterator[Sample]:
    """Give what was noted of a crawl's runs."""
    known: Any = values.get(_PREFIX + crawl)
    for name, metric in _METRICS.items():
        value = known.get(name) if isinstance(known, dict) else None
        if isinstance(value, int | float):
            yield Sample(metric, float(value), (crawl,))
