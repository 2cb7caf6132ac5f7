"""Where documents about a term come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.topic.model import TopicPage

__all__ = ["DocumentSource"]


class DocumentSource(Protocol):
    """Finds pages that are about a term, best first.

    A folder, saved search results, what a crawl has kept, an encyclopedia or a search engine.
    """

    @property
    def name(self) -> str:
        """How commands and topic files call it."""
        ...

    def find(self, term: str, limit: int) -> Sequence[TopicPage]:
        """Return at most so many pages about a term.

        Raises
        ------
        fpcrawl.exceptions.SourceError
            When it cannot be asked now; what was found before stays good.
        """
        ...

    def sample(self, limit: int) -> Sequence[TopicPage]:
        """Return at most so many pages about anything: what words are common is told by them.

        Raises
        ------
        fpcrawl.exceptions.SourceError
            As above.
        """
        ...
