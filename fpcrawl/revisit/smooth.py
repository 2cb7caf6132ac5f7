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

#: Steps of Newton's method at most, and the step, in the logarithm of the rate, that is the last:
#: the error after it is of the order of its square.
_STEPS = 8
_LAST_STEP = 0.02
#: Keeps the equations solvable where next to nothing was seen.
_RIDGE = 1e-6


@lru_cache(maxsize=4)
def _basis(degree: int) -> Numbers:
    """Return Legendre polynomials at the middles of the slots, a column each."""
    middles = (np.arange(SLOTS) + 0.5) / SLOTS * 2 - 1
    return np.asarray(legendre.legvander(middles, degree))


@lru_cache(maxsize=16)
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
    grows with the frequency; the number of harmonics by AICc, for which the fit with all of
    them tells what fewer would lose.

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
        rates, weights, bend = self._fit(counts, seconds, np.zeros(2 * self.max_harmonics + 1))
        # What the likelihood loses without the last harmonics, to second order.
        along = np.linalg.cholesky(bend).T @ weights
        lost = np.append(np.cumsum((along**2)[::-1])[::-1], 0.0)
        free = 2 * np.arange(1, self.max_harmonics + 1) + 1
        aicc = lost[free] + 2 * free * SLOTS / (SLOTS - free - 1)
        best = int(free[aicc.argmin()])
        return rates if best == len(weights) else self._fit(counts, seconds, weights[:best])[0]

    def _fit(
        self, counts: Numbers, seconds: Numbers, weights: Numbers
    ) -> tuple[Numbers, Numbers, Numbers]:
        """Return rates, coefficients and the curvature there, from where to begin."""
        waves = _waves(len(weights) // 2)
        order = (np.arange(len(weights)) + 1) // 2
        penalty = self.penalty * order**4.0 + _RIDGE
        mean = float(counts.sum() / seconds.sum())
        events = np.maximum(mean * seconds, 1e-12)  # scale: coefficients tell the deviation
        for _ in range(_STEPS):
            expected = events * np.exp((waves @ weights).clip(-8, 8))
            slope = waves.T @ (counts - expected) - penalty * weights
            bend = (waves * expected[:, None]).T @ waves
            bend.flat[:: len(weights) + 1] += penalty
            step = np.linalg.solve(bend, slope).clip(-2, 2)
            weights = weights + step
            if float(np.abs(step).max()) < _LAST_STEP:
                break
        return mean * np.exp((waves @ weights).clip(-8, 8)), weights, bend
