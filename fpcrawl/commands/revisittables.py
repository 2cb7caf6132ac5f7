"""The tables that ``scrapy revisit`` prints."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from fpcrawl.extensions.timetext import clock_time

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fpcrawl.commands.revisitboards import BoardReport
    from fpcrawl.revisit.measures import Measures

__all__ = ["board_lines", "measure_lines"]

_HEAD = (
    ("rows", ">"),
    ("new/h", ">"),
    ("model", "<"),
    ("scatter", ">"),
    ("learnt", ">"),
    ("visits", ">"),
    ("hits", ">"),
    ("turnover", ">"),
    ("full", ">"),
    ("last visit", "<"),
    ("next due", "<"),
    ("address", "<"),
)


def board_lines(reports: Sequence[BoardReport], now: float) -> Iterator[str]:
    """Yield lists as lines for people, below the name of their crawl.

    Parameters
    ----------
    now
        Seconds since the epoch.
    """
    cells = [_cells(report, now) for report in reports]
    titles = [title for title, _ in _HEAD]
    widths = [max(len(line[i]) for line in (titles, *cells)) for i in range(len(_HEAD))]
    crawl = None
    for report, line in zip(reports, cells, strict=True):
        if report.crawl != crawl:
            if crawl is not None:
                yield ""
            crawl = report.crawl
            yield crawl
            yield _line(titles, widths)
        yield _line(line, widths)


def _cells(report: BoardReport, now: float) -> list[str]:
    def when(moment: str | None) -> str:
        return (
            "-" if moment is None else clock_time(datetime.fromisoformat(moment).timestamp(), now)
        )

    def share(value: float | None) -> str:
        return "-" if value is None else f"{value:.0%}"

    return [
        "-" if report.rows is None else str(report.rows),
        "-" if report.per_hour is None else _rate(report.per_hour),
        report.model,
        "-" if report.scatter is None else f"{report.scatter:.1f}",
        "-" if report.learnt_days is None else f"{report.learnt_days:.1f} d",
        str(report.visits),
        share(report.hit_rate),
        share(report.turnover),
        share(report.full),
        when(report.last_visit),
        "now fetched" if report.leased else when(report.next_due),
        report.url,
    ]


def _rate(per_hour: float) -> str:
    # Of three digits, but never as 1e+03.
    return f"{per_hour:.0f}" if per_hour >= 100 else f"{per_hour:.3g}"


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    shown = (
        f"{cell:{side}{width}}" for cell, width, (_, side) in zip(cells, widths, _HEAD, strict=True)
    )
    return f"  {'  '.join(shown)}".rstrip()


def measure_lines(found: Mapping[str, Measures], best: float) -> Iterator[str]:
    """Yield the measures of policies as lines for people.

    Parameters
    ----------
    best
        Hit rate of one who knows the true rate.
    """
    yield f"{'policy':20}{'visits/day':>11}{'hit10':>8}{'lost':>8}{'mean delay':>12}"
    for name, one in found.items():
        yield (
            f"{name:20}{one.visits_per_day:11.2f}{one.hit10:8.1%}{one.lost_share:8.2%}"
            f"{one.mean_delay_s / 60:8.0f} min"
        )
    yield f"with the true rate known, hit10 is {best:.1%} on average"
