"""Which pages one template made."""

from __future__ import annotations

from fpcrawl.clustering.centre import Centre
from fpcrawl.clustering.explain import Explanation, explain
from fpcrawl.clustering.features import FEATURES, FeatureLimits, PageFeatures, page_features
from fpcrawl.clustering.library import Assignment, Library
from fpcrawl.clustering.mkmeans import Cluster, mkmeans
from fpcrawl.clustering.pairs import PreparedPairs
from fpcrawl.clustering.similarity import similarity
from fpcrawl.clustering.weights import FpcParameters, default_parameters

__all__ = [
    "FEATURES",
    "Assignment",
    "Centre",
    "Cluster",
    "Explanation",
    "FeatureLimits",
    "FpcParameters",
    "Library",
    "PageFeatures",
    "PreparedPairs",
    "default_parameters",
    "explain",
    "mkmeans",
    "page_features",
    "similarity",
]
