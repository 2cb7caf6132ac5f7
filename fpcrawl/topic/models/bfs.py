"""Breadth first: what was found first is followed first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fpcrawl.topic.model import Judgement
from fpcrawl.topic.models.base import check_state
from fpcrawl.topic.models.vsm import VsmModel

if TYPE_CHECKING:
    from fpcrawl.topic.model import Topic, TopicPage

__all__ = ["BfsModel"]


class BfsModel:
    """Judges pages as the vector space model does and gives all links the same priority."""

    name = "bfs"
    VERSION = 1

    def __init__(self, topic: Topic) -> None:
        self._judge = VsmModel(topic)

    def see(self, page: TopicPage) -> Judgement:
        """Judge a page; each of its links is worth the same."""
        judged = self._judge.see(page)
        return Judgement(judged.relevance, dict.fromkeys(judged.priorities, 0.5), judged.matched)

    def to_json(self) -> dict[str, Any]:
        """Return what the judging of pages has learnt."""
        return {"model": self.name, "version": self.VERSION, "judge": self._judge.to_json()}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from what :meth:`to_json` gave.

        Raises
        ------
        StateError
            When it is of another model or version.
        """
        check_state(state, self.name, self.VERSION)
        self._judge.restore(state.get("judge", {}))
