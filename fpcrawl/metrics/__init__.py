"""How crawls stand, as numbers that Prometheus reads."""

from __future__ import annotations

from fpcrawl.metrics.catalog import METRICS
from fpcrawl.metrics.text import Metric, Sample, render

__all__ = ["METRICS", "Metric", "Sample", "render"]
