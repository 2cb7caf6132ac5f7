"""What the parts of the topic crawler hand each other: pages as terms, topics, crawl models."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Block", "BlockKind", "CrawlModel", "Judgement", "Topic", "TopicLink", "TopicPage"]

BlockKind = Literal["title", "heading", "content", "emphasis", "anchor", "navigation", "other"]
"""What the text of a block is for."""


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a page.

    Attributes
    ----------
    kind
        What its text is for.
    terms
        Its words in their order, as the segmenter gives them.
    key_tags
        Number of tags in it that stress something.
    impact, weight
        ETFL eq. (3) and (5): how much it says of the page's topic, in [0, 1], and its share
        in that of all blocks.
    """

    kind: BlockKind
    terms: tuple[str, ...]
    key_tags: int = 0
    impact: float = 0.0
    weight: float = 0.0


@dataclass(frozen=True, slots=True)
class TopicLink:
    """A link as the topic crawler sees it.

    Attributes
    ----------
    url
        Canonical address it leads to.
    anchor
        Words of its text.
    around
        Words that stand about it: of its item or row, or of the sentence.
    kind
        Of the block in which it stands.
    """

    url: str
    anchor: tuple[str, ...]
    around: tuple[str, ...] = ()
    kind: BlockKind = "anchor"


@dataclass(frozen=True, slots=True)
class TopicPage:
    """A page as the topic crawler sees it.

    Attributes
    ----------
    url
        Its canonical address.
    blocks
        Its text; the weights sum to 1 when there is any.
    links
        Links that may be followed, in document order, each address once.
    """

    url: str
    blocks: tuple[Block, ...]
    links: tuple[TopicLink, ...] = ()


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic as the crawl models see it.

    Attributes
    ----------
    name
        The topic word, or the few words, that name it.
    weights
        Its terms and how much each says, positive; the largest is 1.
    text
        A description, may be empty.
    """

    name: str
    weights: Mapping[str, float]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a crawl model says when it has seen a page.

    Attributes
    ----------
    relevance
        Of the page, in [0, 1].
    priorities
        Of each address whose priority is new or has changed, in [0, 1]; addresses that the
        page links to and others.
    matched
        Terms of the topic that the page holds and what each gave, largest first, at most ten.
    """

    relevance: float
    priorities: Mapping[str, float] = field(default_factory=dict)
    matched: tuple[tuple[str, float], ...] = ()


class CrawlModel(Protocol):
    """Decides which link a crawl on a topic follows next."""

    @property
    def name(self) -> str:
        """How the setting calls it."""
        ...

    def see(self, page: TopicPage) -> Judgement:
        """Take note of a fetched page, judge it, and say what its links are worth."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Return what it has learnt, bounded in size, for the next run."""
        ...

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from what :meth:`to_json` gave.

        Raises
        ------
        StateError
            When it is of another model or version.
        """
        ...
