"""The vector space model: cosine of TF-IDF vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.topic.models.base import ParentModel

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["VsmModel"]


class VsmModel(ParentModel):
    """Relevance is the cosine of a text's TF-IDF vector with the topic's."""

    name = "vsm"

    def relevance(self, counts: Mapping[str, int]) -> tuple[float, dict[str, float]]:
        """Return the cosine, and what each term of the topic gave."""
        return self.cosine(counts)
