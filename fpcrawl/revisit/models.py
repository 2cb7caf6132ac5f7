"""Revisit models by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.revisit.curvemodel import classic_model, fourier_model, polynomial_model
from fpcrawl.revisit.interval import IntervalModel
from fpcrawl.revisit.planner import ZPlanner
from fpcrawl.revisit.policies import FixedModel, MeanModel, NutchModel, StormCrawlerModel

if TYPE_CHECKING:
    from datetime import tzinfo

    import numpy as np
    import numpy.typing as npt

    from fpcrawl.revisit.visit import RevisitModel

__all__ = ["DEFAULT_MODEL", "MODELS", "make_model"]

DEFAULT_MODEL = "polynomial"
MODELS = (
    "polynomial",
    "polynomial-classic",
    "fourier",
    "interval",
    "fixed",
    "mean",
    "nutch",
    "stormcrawler",
)


def make_model(
    name: str = DEFAULT_MODEL,
    *,
    z: float = 0.5,
    start_s: float = 3600.0,
    min_s: float = 600.0,
    max_s: float = 86400.0,
    zone: tzinfo | None = None,
    profile: npt.NDArray[np.float64] | None = None,
) -> RevisitModel:
    """Return a model.

    Parameters
    ----------
    name
        One of :data:`MODELS`.
    z
        Share of the rows that should be new at a visit (of ``fixed`` and ``interval``: not
        used).
    start_s
        Interval after the first visit, in seconds; of ``fixed`` always.
    min_s, max_s
        Bounds of the interval, in seconds.
    zone
        The clock of the people who write; ``None`` = UTC. Only for models with a curve.
    profile
        What boards in general do, see :func:`~fpcrawl.revisit.pool.pooled_profile`.

    Raises
    ------
    ValueError
        When there is no such model, or the intervals are negative or out of order.
    """
    if not (0 <= min_s <= max_s and start_s >= 0):
        raise ValueError(f"intervals: start {start_s}, min {min_s}, max {max_s} s are out of order")
    bounds = {"start_s": start_s, "min_s": min_s, "max_s": max_s}
    match name:
        case "polynomial":
            planner = ZPlanner(z)
            return polynomial_model(planner=planner, zone=zone, profile=profile, **bounds)
        case "fourier":
            return fourier_model(planner=ZPlanner(z), zone=zone, profile=profile, **bounds)
        case "polynomial-classic":
            return classic_model(planner=ZPlanner(z, guard=0.0), zone=zone, **bounds)
        case "interval":
            return IntervalModel(**bounds)
        case "fixed":
            return FixedModel(min(max(start_s, min_s), max_s))
        case "mean":
            return MeanModel(z, **bounds)
        case "nutch":
            return NutchModel(z, **bounds)
        case "stormcrawler":
            return StormCrawlerModel(z, **bounds)
        case _:
            raise ValueError(f"there is no revisit model {name}; there are: {', '.join(MODELS)}")
