"""What boards in general do in the course of a day: for the first week of a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.revisit.fit import day_profile
from fpcrawl.revisit.week import SLOTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from fpcrawl.revisit.fit import DayCurve

__all__ = ["pooled_profile"]


def pooled_profile(boards: Iterable[DayCurve]) -> npt.NDArray[np.float64] | None:
    """Return the mean daily profile of boards, each in its local time; ``None`` without any.

    Parameters
    ----------
    boards
        Curves of boards that are well known (``Board.days``).
    """
    profiles = [day_profile(board.rates) for board in boards]
    if not profiles:
        return None
    pooled = np.mean(profiles, axis=0).reshape(SLOTS)
    return np.asarray(pooled / pooled.mean())
