"""What a list page tells of its threads, as far as visits are to be compared by it."""

from __future__ import annotations

import hashlib
from binascii import b2a_base64
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.pages.timespans import age_unit_s, time_span

if TYPE_CHECKING:
    from collections.abc import Container

    from fpcrawl.extraction.lists.ages import Age
    from fpcrawl.extraction.records import Thread

__all__ = ["ListRow", "row_key", "row_of"]

_KEY_BYTES = 9


@dataclass(frozen=True, slots=True)
class ListRow:
    """One row of a list.

    Attributes
    ----------
    key
        What the thread is known by, see :func:`row_key`.
    replies
        Their number, if it is shown.
    earliest, latest
        Between these lies the time of the last post (the site's clock, seconds since the
        epoch); ``None`` when none is shown.
    sticky
        Kept at the top.
    """

    key: str
    replies: int | None = None
    earliest: float | None = None
    latest: float | None = None
    sticky: bool = False


def row_key(name: str) -> str:
    """Return twelve characters for a name that may be long, such as an address."""
    digest = hashlib.blake2b(name.encode("utf-8", "replace"), digest_size=_KEY_BYTES).digest()
    return b2a_base64(digest, newline=False).decode("ascii")


def row_of(thread: Thread, ages: Container[Age]) -> ListRow:
    """Return a thread of a list as a row.

    Parameters
    ----------
    thread
        As the list tells it.
    ages
        Which last posts the list shows as ages, see :func:`fpcrawl.extraction.lists.ages.ages_of`.
    """
    aged = (thread.last_post, thread.last_post_raw) in ages
    unit_s = age_unit_s(thread.last_post_raw) if aged else 0.0
    early, late = time_span(thread.last_post, aged=aged, unit_s=unit_s) or (None, None)
    return ListRow(row_key(thread.key), thread.replies, early, late, bool(thread.sticky))
