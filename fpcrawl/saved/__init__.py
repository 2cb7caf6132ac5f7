"""Saved pages: folders, archives and lists of pages, read one page at a time."""

from __future__ import annotations

from fpcrawl.saved.page import SavedPage, Unread, load_saved
from fpcrawl.saved.sources import SavedPages

__all__ = ["SavedPage", "SavedPages", "Unread", "load_saved"]
