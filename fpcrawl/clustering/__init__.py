"""Which pages one template made."""

from __future__ import annotations

from fpcrawl.clustering.leader import Assignment, Clusterer, LeaderClusterer

__all__ = ["Assignment", "Clusterer", "LeaderClusterer"]
