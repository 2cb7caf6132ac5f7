"""Smooth curves of a day: least-squares polynomials, and Fourier series of the logarithm."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.polynomial import legendre

from fpcrawl.revisit.week import SLOTS

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]

__all__ = ["FixedPolynomial", "FourierSeries", "Polynomial"]

_STEPS = 8
#: Keeps the equations solvable where next to nothing was seen.
_RIDGE = 1e-6


@lru_cache(maxsize=4)
def _basis(degree: int) -> Numbers:
    """Return Legendre polynomials at the middles of the slots, a column each."""
    middles = (np.arange(SLOTS) + 0.5) / SLOTS * 2 - 1
    return np.asarray(legendre.legvander(middles, degree))


@lru_cache(maxsize=4)
def _waves(harmonics: int) -> Numbers:
    turns = 2 * np.pi * (np.arange(SLOTS) + 0.5) / SLOTS
    columns = [np.ones(SLOTS)]
    for k in range(1, harmonics + 1):
        columns += [np.cos(k * turns), np.sin(k * turns)]
    return np.stack(columns, axis=1)


@dataclass(frozen=True, slots=True)
class Polynomial:
    """The least-squares polynomial of the paper, its degree chosen by AICc.

    Slots are weighted: a mean of counts varies as the rate over the seconds observed. The
    rate in that is first the mean, then that of the first fit. All degrees come out of one
    orthogonal decomposition: each further one takes its coordinate off the residual.

    Attributes
    ----------
    max_degree
        Of the polynomial.

    References
    ----------
    Feng, Chen, Wang, Wang: incremental updating of web forums based on statistics, 2017.
    Hurvich, Tsai: regression and time series model selection in small samples, 1989.
    """

    max_degree: int = 20

    def __call__(self, counts: Numbers, seconds: Numbers) -> Numbers:
        """See :class:`~fpcrawl.revisit.fit.Smoother`."""
        rates = counts / seconds
        mean = float(counts.sum() / seconds.sum())
        fitted = np.full(SLOTS, mean)
        for _ in range(2):
            weights = np.sqrt(seconds / np.maximum(fitted, 0.1 * mean))
            fitted = self._fit(rates, weights / weights.max())
        return fitted

    def _fit(self, rates: Numbers, weights: Numbers) -> Numbers:
        parts, _ = np.linalg.qr(_basis(self.max_degree) * weights[:, None])
        target = rates * weights
        along = parts.T @ target
        left = np.maximum(float(target @ target) - np.cumsum(along**2), 1e-24)
        free = np.arange(1, self.max_degree + 2) + 1.0  # coefficients and the variance
        aicc = SLOTS * np.log(left) + 2 * free * SLOTS / (SLOTS - free - 1)
        best = int(aicc.argmin()) + 1
        return np.asarray(parts[:, :best] @ along[:best] / weights)


@dataclass(frozen=True, slots=True)
class FixedPolynomial:
    """The least-squares polynomial as the paper prints it: one degree, all slots alike.

    Attributes
    ----------
    degree
        The paper does not tell which it took.
    """

    degree: int = 8

    def __call__(self, counts: Numbers, seconds: Numbers) -> Numbers:
        """See :class:`~fpcrawl.revisit.fit.Smoother`."""
        parts, _ = np.linalg.qr(_basis(self.degree))
        return np.asarray(parts @ (parts.T @ (counts / seconds)))


@dataclass(frozen=True, slots=True)
class FourierSeries:
    """The logarithm of a nonhomogeneous Poisson process's rate as a Fourier series.

    Maximum likelihood by iteratively reweighted least squares with a slight penalty that
    grows with the frequency; the number of harmonics by AICc.

    Attributes
    ----------
    max_harmonics
        Of a day.
    penalty
        Of the first harmonic's square; of the k-th, k to the fourth times as much.
    """

    max_harmonics: int = 8
    penalty: float = 0.02

    def __call__(self, counts: Numbers, seconds: Numbers) -> Numbers:
        """See :class:`~fpcrawl.revisit.fit.Smoother`."""
        best, best_score = np.full(SLOTS, float(counts.sum() / seconds.sum())), np.inf
        weights = np.zeros(1)
        for harmonics in range(1, self.max_harmonics + 1):
            # Begin where the shorter series ended.
            weights = np.concatenate([weights, [0.0, 0.0]])
            rates, weights = self._fit(counts, seconds, weights)
            expected = np.maximum(rates * seconds, 1e-12)
            free = 2 * harmonics + 1
            score = -2 * float((counts * np.log(expected) - expected).sum())
            score += 2 * free * SLOTS / (SLOTS - free - 1)
            if score < best_score:
                best, best_score = rates, score
            elif harmonics > 4:
                break  # worse again with more
        return best

    def _fit(self, counts: Numbers, seconds: Numbers, weights: Numbers) -> tuple[Numbers, Numbers]:
        waves = _waves(self.max_harmonics)[:, : len(weights)]
        order = (np.arange(len(weights)) + 1) // 2
        penalty = np.diag(self.penalty * order**4.0 + _RIDGE)
        mean = float(counts.sum() / seconds.sum())
        events = np.maximum(mean * seconds, 1e-12)  # scale: coefficients tell the deviation
        for _ in range(_STEPS):
            expected = events * np.exp(np.clip(waves @ weights, -8, 8))
            slope = waves.T @ (counts - expected) - penalty @ weights
            bend = (waves * expected[:, None]).T @ waves + penalty
            step = np.linalg.solve(bend, slope)
            weights = weights + np.clip(step, -2, 2)
            if float(np.abs(step).max()) < 1e-3:
                break
        return mean * np.exp(np.clip(waves @ weights, -8, 8)), weights
