"""Boards made by chance for the tests of revisit models."""

from __future__ import annotations

import math

import numpy as np

from fpcrawl.revisit.replay import Page, train

DAY = 86400.0
BEGIN = 1_700_006_400.0  # midnight, UTC


def evening(hour):
    """Return how much is written at an hour: little at night, most at four."""
    return 0.1 + max(0.0, math.sin((hour - 8) / 16 * math.pi))


def events(days, per_day, *, seed=1, shape=evening, weekend=1.0, begin=BEGIN, level=None):
    """Return times of a Poisson process with a daily curve, in ascending order."""
    rng = np.random.default_rng(seed)
    weights = np.array([shape(h / 4) for h in range(96)])
    weights = weights / weights.mean() * per_day / 96
    starts = begin + np.arange(int(days * 96)) * 900.0
    rates = np.tile(weights, int(days))
    day = ((starts // DAY) + 3) % 7
    rates = np.where(day >= 5, rates * weekend, rates)
    if level is not None:
        rates = rates * np.array([level((s - begin) / DAY) for s in starts])
    counts = rng.poisson(rates)
    return np.sort(np.repeat(starts, counts) + rng.uniform(0, 900, counts.sum()))


def trained(model, times, days, *, begin=BEGIN, rows=50, period=1200.0):
    """Return a board that saw samples for so many days, and the page it saw."""
    board = model.open()
    train(Page(times, 10**6), board, begin, begin + days * DAY, period)
    board.rows = rows
    return board, Page(times, rows)
