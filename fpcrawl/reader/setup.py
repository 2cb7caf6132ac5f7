"""What a reader must know before its first page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fpcrawl.pages.limits import PageLimits
from fpcrawl.reader.knowledge import Knowledge
from fpcrawl.walk.walker import MAX_TRAIL

if TYPE_CHECKING:
    from datetime import tzinfo

    from fpcrawl.reader.topical import TopicSetup
    from fpcrawl.walk.walker import WalkRules

__all__ = ["DeskSetup"]


@dataclass(frozen=True, slots=True)
class DeskSetup:
    """What a desk must know before its first page.

    Attributes
    ----------
    site
        Address of the site; ``host`` is what records call it.
    rules
        What the user asked for; ``kind`` says whether posts or articles are wanted.
    limits
        What is read of a huge or hostile page.
    zone
        Zone of times without one; ``None`` = to be guessed.
    since
        Day (ISO 8601) before which nothing is wanted.
    known
        What is known of the site. The desk adds to layouts and clock.
    topic
        How pages are cut into terms; ``None`` in a crawl without a topic.
    max_trail
        Guesses in a row after which a trail is given up.
    """

    site: str
    host: str
    rules: WalkRules
    limits: PageLimits = field(default_factory=PageLimits)
    zone: tzinfo | None = None
    since: str | None = None
    known: Knowledge = field(default_factory=Knowledge)
    topic: TopicSetup | None = None
    max_trail: int = MAX_TRAIL
