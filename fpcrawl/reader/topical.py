"""A page that was read, as the terms and links that a topic crawl looks at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.topic.blocks import topic_page
from fpcrawl.topic.segment import make_segmenter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.topic.model import TopicPage
    from fpcrawl.topic.segment import SegmenterKind
    from fpcrawl.walk.reading import Reading
    from fpcrawl.walk.walker import Step

__all__ = ["TopicReader", "TopicSetup"]


@dataclass(frozen=True, slots=True)
class TopicSetup:
    """What must be known to cut pages into terms.

    Attributes
    ----------
    words
        Those of the topic, which are kept in one piece.
    segmenter
        What cuts Chinese text.
    """

    words: tuple[str, ...] = ()
    segmenter: SegmenterKind = "fast"


class TopicReader:
    """Cuts pages into terms."""

    def __init__(self, setup: TopicSetup) -> None:
        self._segmenter = make_segmenter(setup.segmenter, words=setup.words)

    def read(self, reading: Reading, steps: Sequence[Step]) -> TopicPage:
        """Return a page with those of its links that are followed.

        Parameters
        ----------
        reading
            The page as it was parsed.
        steps
            Links to follow.
        """
        follow = {step.url for step in steps}
        return topic_page(reading.page, self._segmenter, follow=follow)
