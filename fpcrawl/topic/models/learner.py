"""Learns from the pages fetched what links are worth: a ridge regression about a prior guess."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fpcrawl.topic.models.linkgraph import FEATURES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fpcrawl.topic.models.rows import Floats

__all__ = ["LinkLearner"]

_PRIOR = {"parents": 0.3, "hubs": 0.4, "best_hub": 0.1, "anchor": 0.5}
_HUB_COLUMNS = ("hubs", "best_hub", "evidence", "pooled_evidence", "anchor_and_hub")
_ANCHOR_COLUMNS = ("anchor", "weak_anchor", "anchor_and_hub", "anchor_odds", "anchor_rarity")
_PENALTY = 10.0
_LEAST_EXAMPLES = 5


class LinkLearner:
    """What relevance to expect behind a link with these features.

    Before anything was learnt it is a fixed sum, close to eq. (9) of ESVSM with hubs; what
    is learnt is how relevance departs from it.

    Parameters
    ----------
    hubs, anchors, learning
        Whether these features are used, and whether anything is learnt.
    """

    def __init__(self, *, hubs: bool = True, anchors: bool = True, learning: bool = True) -> None:
        self._prior = np.array([_PRIOR.get(name, 0.0) for name in FEATURES])
        if not hubs:
            # The parents' own relevance takes their place.
            self._prior[FEATURES.index("parents")] += 0.5
        left_out = {*(() if hubs else _HUB_COLUMNS), *(() if anchors else _ANCHOR_COLUMNS)}
        self._used = np.array([float(name not in left_out) for name in FEATURES])
        self._prior *= self._used
        self._learning = learning
        size = len(FEATURES)
        self._mean, self._scale = np.zeros(size), np.ones(size)
        self._weights, self._offset = np.zeros(size), 0.0

    def fit(self, features: Floats, relevance: Floats) -> None:
        """Learn from pages fetched.

        Parameters
        ----------
        features
            A row of :data:`FEATURES` for each.
        relevance
            What they turned out to be worth.
        """
        if not self._learning or len(features) < _LEAST_EXAMPLES:
            return
        features = features * self._used
        rest = relevance - features @ self._prior
        self._mean, self._scale = features.mean(0), features.std(0) + 0.05
        self._offset = float(rest.mean())
        scaled = (features - self._mean) / self._scale
        squares = scaled.T @ scaled + _PENALTY * np.eye(len(FEATURES))
        self._weights = np.linalg.solve(squares, scaled.T @ (rest - self._offset))

    def predict(self, features: Floats) -> Floats:
        """Return the relevance to expect for each row of features."""
        features = features * self._used
        learnt = ((features - self._mean) / self._scale) @ self._weights
        return np.asarray(features @ self._prior + self._offset + learnt)

    def to_json(self) -> dict[str, Any]:
        """Return what was learnt."""
        return {
            "features": list(FEATURES),
            "mean": self._mean.tolist(),
            "scale": self._scale.tolist(),
            "weights": self._weights.tolist(),
            "offset": self._offset,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take over what :meth:`to_json` gave.

        What was learnt of other features is not: it is learnt anew from the same pages.

        Raises
        ------
        ValueError, KeyError, TypeError
            When it is malformed.
        """
        if list(state["features"]) != list(FEATURES):
            return
        columns = [np.asarray(state[key], float) for key in ("mean", "scale", "weights")]
        if any(len(column) != len(FEATURES) for column in columns) or (columns[1] <= 0).any():
            raise ValueError("malformed weights")
        self._offset = float(state["offset"])
        self._mean, self._scale, self._weights = columns
