"""When to come back to a page."""

from __future__ import annotations

from fpcrawl.revisit.interval import IntervalModel, RevisitModel, Visit

__all__ = ["IntervalModel", "RevisitModel", "Visit"]
