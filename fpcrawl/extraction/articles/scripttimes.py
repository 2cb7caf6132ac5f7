"""When an article was published, where a page tells that to its scripts alone.

Some pages have an empty element for the time, into which a script writes it from a variable
(``var createTime = '2026-02-28 10:00'``), or from the data of the page.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from fpcrawl.pages.dates import parse_epoch, parse_time

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from fpcrawl.pages.dates import ParsedTime
    from fpcrawl.pages.page import Page

__all__ = ["time_for_scripts"]

#: Scripts of a page, characters of one, and times that are looked at.
MAX_SCRIPTS, MAX_CHARS, MAX_TIMES = 200, 500_000, 200
#: A name and its value: ``pubDate: "2026-02-28"``, ``\\"publish_time\\":1772244000``.
_VALUE = r"\\?[\"']?\s{0,3}[:=]\s{0,3}\\?[\"']?(?P<value>\d[\w:.+/年月日 -]{7,35})"
_PUBLISHED = (
    r"(?:date_?published|(?:first_?)?pub(?:lish(?:ed)?)?_?(?:time|date|at|on)|ptime"
    r"|release_?(?:time|date)|(?:article|post|issue)_?(?:time|date))"
)
#: When its page was made, which can be told of whatever else is there.
_MADE = r"(?:date_?created|created?_?(?:time|date|at|on))"
_TOLD = [re.compile(rf"(?<![^\W_]){names}{_VALUE}", re.IGNORECASE) for names in (_PUBLISHED, _MADE)]


def time_for_scripts(page: Page, now: datetime, zone: tzinfo | None) -> ParsedTime | None:
    """Return the time of publishing that stands in the scripts of a page.

    ``None`` where they tell of several days: then they are about other articles, too.

    Parameters
    ----------
    page
        The page.
    now
        The moment of fetching, aware: nothing was published later.
    zone
        Zone of times without one.
    """
    codes = [
        (script.text or "")[:MAX_CHARS] for script in islice(page.root.iter("script"), MAX_SCRIPTS)
    ]
    for told in _TOLD:
        found: list[ParsedTime] = []
        raws = (match["value"] for code in codes for match in told.finditer(code))
        for raw in dict.fromkeys(islice(raws, MAX_TIMES)):
            time = parse_epoch(raw) or parse_time(raw, now=now, tz=zone)
            if time is not None and time.instant is not None and time.instant <= now:
                found.append(time)
        if len({time.instant.date() for time in found if time.instant is not None}) == 1:
            return max(found, key=lambda time: time.precision != "day")
    return None
