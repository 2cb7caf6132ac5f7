"""Posts, articles and lists that a page holds only as data for its scripts."""

from __future__ import annotations

from fpcrawl.pages.state.content import StateContent, StatePost, StateRow
from fpcrawl.pages.state.showing import show_state

__all__ = ["StateContent", "StatePost", "StateRow", "show_state"]
