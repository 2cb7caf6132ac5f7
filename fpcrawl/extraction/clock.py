"""Gathers what a page tells of its site's clock."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING

from fpcrawl.pages.dates import parse_time

if TYPE_CHECKING:
    from datetime import datetime

    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.zones import ZoneGuess

__all__ = ["observe_page"]

#: Times of one page that are looked at, latest on the page first.
MAX_TIMES = 60


def observe_page(guess: ZoneGuess, tree: PageTree, now: datetime) -> None:
    """Let a guess of the zone learn from a page.

    Parameters
    ----------
    guess
        Votes so far.
    tree
        The page.
    now
        The true time when it was fetched, aware.
    """
    attributes = []
    seen: set[int] = set()
    for time in tree.times[-MAX_TIMES:]:
        if time.full is not None:
            attributes.append(time.full)
        if time.node in seen:
            continue
        seen.add(time.node)
        # A footer names the clock beside its time, in the same element or the one around.
        above = tree.parent[time.node]
        for node in (time.node, above):
            if node >= 0 and tree.text_len[node] <= 160:
                guess.observe_text(tree.text(node), now)
                break
        if time.full is None:
            parsed = parse_time(time.raw, now=now, tz=UTC)
            if parsed is not None and parsed.instant is not None and not parsed.relative:
                if parsed.precision in {"minute", "second"}:
                    guess.observe_shown(parsed.instant, now)
    guess.observe_attributes(attributes)
    for name in ("article:published_time", "article:modified_time", "og:updated_time"):
        value = tree.page.meta.get(name)
        if value:
            guess.observe_attributes([value])
