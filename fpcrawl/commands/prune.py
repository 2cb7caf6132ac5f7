"""``scrapy status --prune``: forgetting what nobody needs any more."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from fpcrawl.care.files import size_text
from fpcrawl.care.prune import crawls_over, prune_plan
from fpcrawl.exceptions import UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from fpcrawl.care.prune import OverCrawl
    from fpcrawl.store.base import State
    from fpcrawl.store.care import Pruned

__all__ = ["OLDER_THAN_DAYS", "check_days", "prune_state"]

OLDER_THAN_DAYS = 180.0

_DAY_S = 86_400.0
_MOST_DAYS = 36_500.0
#: A crawl that fetched something within these days may be at work between two pages.
_SURELY_OVER_DAYS = 7.0
_WORDS = {
    "crawls": "crawls that are over",
    "frontier": "requests of them",
    "counters": "counters of them",
    "values": "things learnt by them",
    "seen": "pages remembered as done",
    "failures": "failures",
    "kept_pages": "pages kept to learn templates from",
    "versions": "earlier versions of records",
    "robots": "copies of robots.txt",
}


def check_days(opts: argparse.Namespace) -> float:
    """Return the age that ``--older-than`` gives, in days.

    Raises
    ------
    UsageError
        It is no number from 0 on, or an option does not go with the others.
    """
    if not opts.prune:
        raise UsageError("--older-than and --dry-run go with --prune")
    if opts.why:
        raise UsageError("--why does not go with --prune")
    if opts.older_than is None:
        return OLDER_THAN_DAYS
    try:
        days = float(opts.older_than)
    except ValueError:
        days = -1.0
    if not 0 <= days < _MOST_DAYS:
        raise UsageError(f"--older-than {opts.older_than}: give a number of days, such as 90")
    return days


def prune_state(
    state: State,
    names: Sequence[str] | None,
    now: float,
    days: float,
    seen_days: int,
    *,
    dry_run: bool,
) -> tuple[dict[str, Any], list[str]]:
    """Forget what is older; return what was done, as values and as lines.

    Parameters
    ----------
    names
        Only these crawls, where they are over; ``None`` = the whole state.

    Raises
    ------
    UsageError
        A crawl that may be at work would be forgotten.
    """
    over = crawls_over(state, now, days * _DAY_S, names)
    if over and days < _SURELY_OVER_DAYS and state.care.workers():
        raise UsageError(
            f"--older-than {days:g}: crawls are at work, and what is less than "
            f"{_SURELY_OVER_DAYS:g} days old may be theirs; end them first"
        )
    plan = prune_plan(over, now, days * _DAY_S, seen_days, whole=names is None)
    pruned = state.care.prune(plan, dry_run=dry_run)
    freed = 0 if dry_run else state.care.shrink()
    values = {
        "dry_run": dry_run,
        "older_than_days": days,
        "crawls": [{"crawl": one.name, "last_visit": _iso(one.last)} for one in over],
        "pruned": [asdict(one) for one in pruned],
        "freed_bytes": freed,
    }
    return values, _lines(over, pruned, freed, dry_run=dry_run)


def _iso(moment: float | None) -> str | None:
    if moment is None:
        return None
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")


def _lines(
    over: Sequence[OverCrawl], pruned: Sequence[Pruned], freed: int, *, dry_run: bool
) -> list[str]:
    verb = "would forget" if dry_run else "forgot"
    lines = [
        f"{verb} {one.name}: last visit {(_iso(one.last) or 'never')[:10]}; its records stay"
        for one in over
    ]
    for one in pruned:
        if one.rows and one.what != "crawls":
            about = f", about {size_text(one.size_bytes)}" if one.size_bytes else ""
            lines.append(f"{verb} {one.rows} {_WORDS.get(one.what, one.what)}{about}")
    if not lines:
        return ["nothing to forget"]
    if not dry_run:
        lines.append(f"{size_text(freed)} given back to the disk")
    return lines
