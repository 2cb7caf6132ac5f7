"""Where a page stands, as its records are told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from fpcrawl.pages.dates import DateOrder

__all__ = ["Place"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page stands, for the records on it.

    Attributes
    ----------
    site
        Host of the site (with port when it is not the usual one).
    page
        Number of the page in its thread, 1 = first.
    now
        The site's clock when the page was fetched.
    zone
        Zone of times without one; ``None`` means UTC.
    order
        What comes first in dates of numbers.
    """

    site: str
    thread_url: str
    now: datetime
    thread_title: str | None = None
    board: str | None = None
    page: int = 1
    zone: tzinfo | None = None
    order: DateOrder | None = None
    cluster: str | None = None
    template: str | None = None
