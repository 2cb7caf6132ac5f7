"""The lexicon that knows nothing: the control beside every other."""

from __future__ import annotations

from fpcrawl.topic.lexicon.base import normal

__all__ = ["IdentityLexicon"]


class IdentityLexicon:
    """A word is like itself and like nothing else.

    A crawl with it shows what a model wins without any lexicon; only what goes beyond that
    is owed to one.
    """

    @property
    def name(self) -> str:
        """How settings and logs call it."""
        return "identity"

    def knows(self, word: str) -> bool:  # noqa: ARG002 - the answer is the same for all
        """Return false: it has no entries."""
        return False

    def similarity(self, a: str, b: str) -> float:
        """Return 1 for the same word, else 0."""
        return float(normal(a) == normal(b))

    def synonyms(self, word: str) -> tuple[str, ...]:  # noqa: ARG002 - as above
        """Return nothing."""
        return ()

    def hypernyms(self, word: str) -> tuple[str, ...]:  # noqa: ARG002 - as above
        """Return nothing."""
        return ()

    def hyponyms(self, word: str) -> tuple[str, ...]:  # noqa: ARG002 - as above
        """Return nothing."""
        return ()
