"""The topic of a crawl, for ``scrapy status``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fpcrawl.exceptions import StateError
from fpcrawl.topic.course import Standing

if TYPE_CHECKING:
    from fpcrawl.store.base import Values

__all__ = ["topic_line", "topic_standing"]


def topic_standing(values: Values, crawl: str) -> Standing | None:
    """Return how the topic of a crawl stands; ``None`` when it has none that can be read."""
    saved = values.get(f"topic/{crawl}")
    # The sites of a seeds file share it.
    is_shared = bool(saved) and "group" in saved
    if is_shared:
        saved = values.get(f"topic/{saved['group']}")
    try:
        return replace(Standing.of_state(saved), of_all_sites=is_shared) if saved else None
    except StateError:
        return None


def topic_line(standing: Standing) -> str:
    """Return it as a line for people."""
    name = standing.name
    if standing.word != standing.name:
        name = f"{name}, widened to {standing.word}"
    told = (
        f"{name}: {standing.on_topic} of {standing.pages} pages on it ({standing.harvest:.0%}, "
        f"{standing.harvest_late:.0%} of late), mean score {standing.mean_score:.2f}, "
        f"from {standing.eta:.2f} on"
    )
    if standing.grown:
        told += f", {standing.grown} terms found while crawling"
    if standing.of_all_sites:
        told += " (all sites of the seeds file together)"
    return told
