"""The revisit model that the settings name, and what a stored page teaches it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from fpcrawl import settings as defaults
from fpcrawl.exceptions import UsageError
from fpcrawl.extraction.records import Thread
from fpcrawl.revisit import DEFAULT_MODEL, MODELS, CurveModel, Visit, make_model
from fpcrawl.revisit.allotment import AllottedModel
from fpcrawl.revisit.rows import row_of
from fpcrawl.revisit.watch import MODEL_PREFIX, ListWatch
from fpcrawl.settings.zone import site_zone

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy.settings import BaseSettings

    from fpcrawl.items import PageItem
    from fpcrawl.revisit import RevisitModel
    from fpcrawl.store.base import Values

__all__ = ["model_from_settings", "plan_list", "watch_from_settings"]


def model_from_settings(settings: BaseSettings) -> RevisitModel:
    """Return the model of ``FPCRAWL_REVISIT_MODEL`` within the bounds of the settings.

    It comes back at the turnover of ``FPCRAWL_REVISIT_Z``; for the budget see
    :func:`watch_from_settings`.

    Raises
    ------
    UsageError
        When there is no such model, it can follow no budget and there is one, or the
        intervals make no sense.
    """
    name = settings.get("FPCRAWL_REVISIT_MODEL") or DEFAULT_MODEL
    if name not in MODELS:
        raise UsageError(f"FPCRAWL_REVISIT_MODEL: {name!r} is none of {', '.join(MODELS)}")
    z = settings.getfloat("FPCRAWL_REVISIT_Z", defaults.FPCRAWL_REVISIT_Z)
    if not 0 < z <= 1:
        raise UsageError(f"FPCRAWL_REVISIT_Z must be above 0 and at most 1, not {z}")
    try:
        model = make_model(
            name,
            z=z,
            start_s=settings.getfloat("FPCRAWL_REVISIT_START_S", defaults.FPCRAWL_REVISIT_START_S),
            min_s=settings.getfloat("FPCRAWL_REVISIT_MIN_S", defaults.FPCRAWL_REVISIT_MIN_S),
            max_s=settings.getfloat("FPCRAWL_REVISIT_MAX_S", defaults.FPCRAWL_REVISIT_MAX_S),
            zone=site_zone(settings),
        )
    except ValueError as error:
        names = ", ".join(f"FPCRAWL_REVISIT_{part}_S" for part in ("MIN", "START", "MAX"))
        raise UsageError(f"{names}: {error}") from error
    if settings.getfloat(
        "FPCRAWL_REVISIT_BUDGET", defaults.FPCRAWL_REVISIT_BUDGET
    ) and not isinstance(model, CurveModel):
        raise UsageError(
            f"FPCRAWL_REVISIT_BUDGET: the model {name} knows no hours and can share no budget; "
            f"{DEFAULT_MODEL} can"
        )
    return model


def watch_from_settings(settings: BaseSettings, values: Values, crawl: str) -> ListWatch:
    """Return the watch over a crawl's lists, with what ``FPCRAWL_REVISIT_BUDGET`` allows.

    Parameters
    ----------
    values
        Of the state; a budget is that of all boards in it.
    crawl
        Name of the crawl.

    Raises
    ------
    UsageError
        See :func:`model_from_settings`.
    """
    model = model_from_settings(settings)
    budget = settings.getfloat("FPCRAWL_REVISIT_BUDGET", defaults.FPCRAWL_REVISIT_BUDGET)
    if budget and isinstance(model, CurveModel):
        model = AllottedModel(
            model, budget, lambda: values.beginning(MODEL_PREFIX), time.thread_time
        )
    return ListWatch(model, values, crawl)


def plan_list(
    watch: ListWatch, item: PageItem, now: float, is_barren: Callable[[str], object]
) -> float | None:
    """Note a visit to a list or a page of it; return when to come back, ``None`` = never.

    Sets the item's ``overflowed``. A wall or an error never comes here; a page that is no
    list this time, or shows what another address showed, teaches nothing.

    Parameters
    ----------
    item
        A page with its records stored.
    now
        Seconds since the epoch.
    is_barren
        Tells of which addresses it is known that they bring nothing, such as posts of threads:
        a list of those does not turn over.
    """
    report = item.report
    threads = (record for record in item.records if isinstance(record, Thread))
    ages = report.ages if report is not None else ()
    rows = [row_of(thread, ages) for thread in threads if not is_barren(thread.url)]
    if not item.recurring:
        if report is not None and rows and not item.first_visit:
            ends = report.next_page is None or all(s.status == "same" for s in item.stored)
            item.overflowed = not watch.seen_deeper(report.first_page, rows, now, ends=ends)
        elif report is not None and rows:
            watch.seen_deeper(report.first_page, rows, now, in_turn=False)
        return None
    if item.entries:
        return watch.counted(item.url, Visit(now, item.entries, item.new_links))
    if report is None:
        return watch.unchanged(item.url, now)
    if not rows and report.role in {"home", "index"}:
        # It lists boards, or what is listed elsewhere.
        return watch.counted(item.url, Visit(now, len(report.steps), item.new_links))
    due, sighting = watch.seen(
        item.url,
        rows,
        now,
        shift_s=now - item.now.timestamp(),
        goes_on=report.next_page is not None,
    )
    item.overflowed = sighting.overflowed
    if not sighting.visit.rows:
        # It may be the same again next time, but not for that a page without news.
        item.etag = item.last_modified = None
    return due
