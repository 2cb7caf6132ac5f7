"""The numbers that FPC is run with, and where the learnt ones are kept."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from importlib import resources
from typing import Any

from fpcrawl.exceptions import UsageError

__all__ = ["FEATURES", "FpcParameters", "default_parameters"]

#: The nine features of a page, f1 to f9.
FEATURES = ("dom", "tags", "links", "css", "js", "functions", "anchors", "texts", "images")
_FILE = "parameters.json"


@dataclass(frozen=True, slots=True)
class FpcParameters:
    """Parameters of similarity, centres and clustering.

    Attributes
    ----------
    weights
        Weight of each feature of ``FEATURES``; they sum to 1.
    alpha
        Similarity of centres from which clusters are merged as long as it is not known how
        alike their own pages are.
    density
        Where it is known, clusters are merged from this share of it on; 0 asks for ``alpha``
        always, as the paper does. See :func:`fpcrawl.clustering.mkmeans.merge_threshold`.
    d
        Similarity to the nearest centre below which a page founds a cluster.
    beta
        Share of equal fingerprints above which a cluster is a candidate.
    e
        Change of the mean similarity inside the clusters at which iteration ends.
    max_iterations
        Iterations at most (T).
    tau_layer
        Mean cosine of a layer to the pages' layers below which a centre drops it.
    tau_set
        Share of pages above which an element belongs to a centre.
    smoothing
        k of equations (7) and (8).
    form
        ``"evidence"`` or ``"paper"``, see :mod:`fpcrawl.clustering.similarity`.
    """

    weights: tuple[float, ...] = (1 / 9,) * 9
    alpha: float = 0.5
    density: float = 0.0
    d: float = 0.5
    beta: float = 0.05
    e: float = 0.001
    max_iterations: int = 10
    tau_layer: float = 0.5
    tau_set: float = 0.5
    smoothing: float = 1.0
    form: str = "evidence"

    def __post_init__(self) -> None:
        """Raise ``UsageError`` for numbers that mean nothing."""
        if len(self.weights) != len(FEATURES) or min(self.weights) < 0:
            raise UsageError(f"clustering: {len(FEATURES)} weights of at least 0 are needed")
        if abs(sum(self.weights) - 1) > 1e-6:
            raise UsageError("clustering: the weights must sum to 1")
        for name in ("alpha", "density", "d", "beta", "e", "tau_layer", "tau_set"):
            if not 0 <= getattr(self, name) <= 1:
                raise UsageError(f"clustering: {name} must lie between 0 and 1")
        if self.smoothing < 0 or self.max_iterations < 1:
            raise UsageError("clustering: smoothing below 0 or no iteration")
        if self.form not in {"evidence", "paper"}:
            raise UsageError("clustering: form is neither 'evidence' nor 'paper'")

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> FpcParameters:
        """Read what :meth:`to_json` gave; unknown keys are ignored."""
        known = {field.name for field in fields(cls)}
        try:
            kept = {key: value for key, value in data.items() if key in known}
            if "weights" in kept:
                kept["weights"] = tuple(map(float, kept["weights"]))
            return cls(**kept)
        except (TypeError, ValueError) as error:
            raise UsageError(f"clustering: malformed parameters: {error}") from error


@lru_cache(maxsize=1)
def default_parameters() -> FpcParameters:
    """Return the learnt parameters that come with the package."""
    source = resources.files("fpcrawl.clustering") / _FILE
    return FpcParameters.from_json(json.loads(source.read_text("utf-8"))["parameters"])
