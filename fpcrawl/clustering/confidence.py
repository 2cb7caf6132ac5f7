"""How sure an assignment is: a logistic model of the similarity, learnt over held-out sites."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

from fpcrawl.exceptions import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Calibration", "default_calibration", "fit_calibration"]

_FILE = "calibration.json"
_RIDGE = 1e-2
_ROUNDS = 50


@dataclass(frozen=True, slots=True)
class Calibration:
    """Probability that the nearest cluster is the page's.

    Attributes
    ----------
    bias, similarity, margin, pages
        Weights of a constant, of the similarity to the nearest cluster, of its lead over
        the next one, and of ``log(1 + pages)`` of the cluster.
    reject
        A page less likely than this belongs to no cluster.
    """

    bias: float = -9.0
    similarity: float = 16.0
    margin: float = 3.0
    pages: float = 0.1
    reject: float = 0.5

    def confidence(self, similarity: float, margin: float, pages: int) -> float:
        """Return the probability, 0..1.

        Parameters
        ----------
        similarity
            To the nearest cluster.
        margin
            Its lead over the second nearest; its own similarity where there is none.
        pages
            Pages of the nearest cluster.
        """
        x = (
            self.bias
            + self.similarity * similarity
            + self.margin * margin
            + self.pages * math.log1p(pages)
        )
        return 1 / (1 + math.exp(-max(-40.0, min(40.0, x))))

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Calibration:
        """Read what :meth:`to_json` gave.

        Raises
        ------
        UsageError
            When it is malformed.
        """
        try:
            return cls(**{name: float(value) for name, value in data.items()})
        except (TypeError, ValueError) as error:
            raise UsageError(f"clustering: malformed calibration: {error}") from error


def fit_calibration(
    samples: Sequence[tuple[float, float, int]], right: Sequence[bool], *, reject: float = 0.5
) -> Calibration:
    """Learn a calibration from assignments known to be right or wrong.

    Parameters
    ----------
    samples
        Similarity, margin and pages, as :meth:`Calibration.confidence` takes them.
    right
        Whether the nearest cluster was the page's.

    Raises
    ------
    UsageError
        When there are no samples of both kinds.
    """
    y = np.array(right, float)
    if len(samples) != len(y) or not 0 < y.sum() < len(y):
        raise UsageError("clustering: calibration needs right and wrong assignments")
    x = np.array([(1.0, s, m, math.log1p(n)) for s, m, n in samples])
    weights = np.zeros(x.shape[1])
    ridge = _RIDGE * np.eye(x.shape[1])
    ridge[0, 0] = 0
    for _ in range(_ROUNDS):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -40, 40)))
        slope = x.T @ (y - p) - ridge @ weights
        curve = (x * (p * (1 - p))[:, None]).T @ x + ridge + 1e-9 * np.eye(x.shape[1])
        step = np.linalg.solve(curve, slope)
        weights += step * min(1.0, 5.0 / max(float(np.abs(step).max()), 1e-12))
        if float(np.abs(step).max()) < 1e-6:
            break
    bias, similarity, margin, pages = (round(float(w), 4) for w in weights)
    return Calibration(bias, similarity, margin, pages, reject)


@lru_cache(maxsize=1)
def default_calibration() -> Calibration:
    """Return the learnt calibration that comes with the package."""
    source = resources.files("fpcrawl.clustering") / _FILE
    return Calibration.from_json(json.loads(source.read_text("utf-8"))["calibration"])
