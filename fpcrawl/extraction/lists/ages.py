"""Which last posts a list shows as ages."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeAlias

from fpcrawl.pages.dates import parse_time

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fpcrawl.extraction.records import Thread

__all__ = ["Age", "ages_of", "is_age"]

#: What is shown as an age: the moment that was read from it (ISO 8601), and the words.
Age: TypeAlias = "tuple[str | None, str | None]"


def ages_of(threads: Iterable[Thread], site_now: datetime) -> frozenset[Age]:
    """Return which last posts of threads a list shows as ages.

    Parameters
    ----------
    site_now
        The site's clock when the list was fetched, aware.
    """
    shown = {(thread.last_post, thread.last_post_raw) for thread in threads}
    return frozenset(age for age in shown if is_age(*age, site_now))


def is_age(iso: str | None, raw: str | None, site_now: datetime) -> bool:
    """Tell whether a time was read from an age, such as "3 hours ago".

    Parameters
    ----------
    iso
        ISO 8601 to the precision shown.
    raw
        As the page shows it.
    site_now
        What an age is counted from, aware.
    """
    if iso is None or not raw or iso[:4] in raw:
        # What tells the year is no age: most lists need not be read again.
        return False
    try:
        zone = datetime.fromisoformat(iso).tzinfo
    except ValueError:
        return False
    parsed = parse_time(raw, now=site_now, tz=zone or UTC)
    # An attribute may have told more exactly what is shown as "3 hours ago".
    return parsed is not None and parsed.relative and parsed.iso == iso
