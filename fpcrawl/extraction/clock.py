"""Gathers what a page tells of its site's clock."""

from __future__ import annotations

import re
from datetime import UTC
from typing import TYPE_CHECKING

from fpcrawl.extraction.articles.bylines import day_of_address
from fpcrawl.pages.dates import parse_time

if TYPE_CHECKING:
    from datetime import datetime

    from fpcrawl.extraction.tree import PageTree, TimeNode
    from fpcrawl.pages.siteclock import SiteClock

__all__ = ["observe_page"]

#: A time that tells its offset, or seconds since the epoch.
_ZONED = re.compile(r"(?:[+-]\d\d:?\d\d|Z)\s*$|^\d+$")
#: A day whose first number can be that of its month.
_NUMERIC = re.compile(r"(?<!\d)(?:0?[1-9]|1[0-2])([./-])(?:0?[1-9]|1[0-2])\1(?:19|20)\d\d(?!\d)")
#: The word behind a time.
_BEHIND = re.compile(r"[\s,(]{1,3}([^\W\d_]{2,14})")
#: Times of one page that are looked at, latest on the page first.
MAX_TIMES = 60
#: Elements at the end of a page that are read for a statement of its zone.
MAX_FOOTER = 80


def _weekdays(tree: PageTree, time: TimeNode) -> list[str]:
    """Weekdays right before and behind a time: "Thứ ba, 6/10/2026, 17:46"."""
    label = time.label + re.split(r"\d", time.raw, maxsplit=1)[0]
    before = re.split(r"[^\w\s-]", label.strip(" ,،-–|"))[-1].split()
    behind = _BEHIND.match(tree.text(time.node).partition(time.raw)[2])
    words = [" ".join(before[-n:]) for n in (1, 2) if len(before) >= n]
    return [*words, behind[1]] if behind is not None else words


def _observe_shown(clock: SiteClock, raw: str, now: datetime) -> None:
    parsed = None if _ZONED.search(raw) else parse_time(raw, now=now, tz=UTC)
    if parsed is None or parsed.instant is None or parsed.relative:
        return
    if parsed.precision in {"minute", "second"}:
        clock.observe_shown(parsed.instant, now)


def observe_page(clock: SiteClock, tree: PageTree, now: datetime) -> None:
    """Let what is known of a site's clock grow by a page.

    Parameters
    ----------
    clock
        What is known so far.
    tree
        The page.
    now
        The true time when it was fetched, aware.
    """
    if not clock.lang:
        clock.lang = tree.page.lang
        declared = (tree.page.root.get("lang") or "").lower().replace("_", "-")
        if clock.lang and declared.startswith(clock.lang + "-"):
            clock.lang = declared[:12]
    attributes = []
    texts = []
    twins = []
    weekdays: list[tuple[str, str]] = []
    address = day_of_address(tree.page.url)
    seen: set[int] = set()
    for time in tree.times[-MAX_TIMES:]:
        texts.append(time.raw)
        if time.full is not None:
            texts.append(time.full)
            twins.append((time.raw, time.full))
            attributes.append(time.full)
            if time.full != time.raw:
                clock.observe_pair(time.raw, time.full, now)
        if _NUMERIC.search(time.raw):
            # An article can stand at the address of its day.
            twins.extend((time.raw, day) for day in (address,) if day)
            weekdays.extend((time.raw, word) for word in _weekdays(tree, time))
        if time.node in seen:
            continue
        seen.add(time.node)
        # A footer names the clock beside its time, in the same element or the one around.
        above = tree.parent[time.node]
        for node in (time.node, above):
            if node >= 0 and tree.text_len[node] <= 160:
                clock.observe_text(tree.text(node), now)
                break
        _observe_shown(clock, time.raw if time.full is None else time.full, now)
    # "All times are GMT+8" stands alone at the end of a page.
    for i in range(max(len(tree.nodes) - MAX_FOOTER, 0), len(tree.nodes)):
        if 0 < tree.text_len[i] <= 160 and tree.end[i] == i + 1 and i not in seen:
            clock.observe_text(tree.text(i), now)
    clock.observe_dates(texts, now)
    clock.observe_twins(twins, now)
    clock.observe_weekdays(weekdays, now)
    clock.observe_attributes(attributes)
    for name in ("article:published_time", "article:modified_time", "og:updated_time"):
        value = tree.page.meta.get(name)
        if value:
            clock.observe_attributes([value])
