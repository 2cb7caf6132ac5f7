"""Event times from a file, and every policy replayed on them."""

from __future__ import annotations

import zipfile
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.exceptions import UsageError
from fpcrawl.revisit.curvemodel import CurveModel
from fpcrawl.revisit.measures import measure
from fpcrawl.revisit.models import MODELS, make_model
from fpcrawl.revisit.replay import Page, replay, train
from fpcrawl.revisit.visit import Stepper
from fpcrawl.revisit.week import DAY_S

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import tzinfo
    from pathlib import Path

    import numpy.typing as npt

    from fpcrawl.revisit.measures import Measures

__all__ = ["read_trace", "simulate"]

#: As often as the paper samples.
_SAMPLE_S = 1200.0
#: No page overflows within a sample: the hours are learnt whatever the page shows.
_ROOM = 1_000_000


def read_trace(path: Path) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64] | None]:
    """Return event times (epoch seconds, ascending) and their threads, if the file has them.

    A ``.npz`` file holds ``t`` and maybe ``thread``. Any other file has a line for each event:
    a time, in epoch seconds or ISO 8601 (UTC without an offset), and maybe a comma and the
    name of a thread. Lines that are empty or begin with ``#`` are skipped.

    Raises
    ------
    UsageError
        When the file cannot be read, or holds less than two events.
    """
    try:
        if path.suffix == ".npz":
            with np.load(path) as held:
                times = held["t"].astype(np.float64)
                names = held["thread"].tolist() if "thread" in held.files else None
        else:
            lines = list(_lines(path.read_text(encoding="utf-8")))
            times = np.array([time for time, _ in lines], np.float64)
            known = [name for _, name in lines]
            names = known if known and all(known) else None
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from error
    except (EOFError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise UsageError(f"{path}: {error}") from error
    if times.ndim != 1 or len(times) < 2 or not np.isfinite(times).all():
        raise UsageError(f"{path}: no list of event times")
    if names is not None and len(names) != len(times):
        raise UsageError(f"{path}: thread and t differ in length")
    order = np.argsort(times, kind="stable")
    threads = None
    if names is not None:
        threads = np.unique(names, return_inverse=True)[1].reshape(-1)[order].astype(np.int64)
    return times[order], threads


def _lines(text: str) -> Iterator[tuple[float, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        shown, _, thread = line.strip().partition(",")
        if not shown or shown.startswith("#"):
            continue
        try:
            moment = float(shown)
        except ValueError:
            try:
                date = datetime.fromisoformat(shown.strip())
            except ValueError:
                raise ValueError(f"line {number}: {shown!r} is no time") from None
            moment = (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()
        yield moment, thread.strip()


def simulate(
    times: npt.NDArray[np.float64],
    threads: npt.NDArray[np.int64] | None = None,
    *,
    rows: int = 50,
    z: float = 0.5,
    start_s: float = 3600.0,
    min_s: float = 600.0,
    max_s: float = 86400.0,
    zone: tzinfo | None = None,
) -> dict[str, Measures]:
    """Replay every policy on a list page driven by event times.

    Of the time covered, three fifths are to learn from, at most 30 days: models with a curve
    and the mean see samples of twenty minutes then, the others visit as they plan. The rest
    is measured.

    Parameters
    ----------
    times, threads
        As :func:`read_trace` returns them; with threads the list is in bump order.
    rows
        Rows of the page.
    z, start_s, min_s, max_s, zone
        As of :func:`~fpcrawl.revisit.models.make_model`.

    Raises
    ------
    ValueError
        When a parameter makes no sense.
    """
    begin, end = float(times[0]), float(times[-1])
    middle = begin + min(0.6 * (end - begin), 30 * DAY_S)
    page, room = Page(times, rows, threads), Page(times, _ROOM, threads)
    out = {}
    for name in MODELS:
        model = make_model(name, z=z, start_s=start_s, min_s=min_s, max_s=max_s, zone=zone)
        if isinstance(model, CurveModel):
            board = model.open()
            train(room, board, begin, middle, _SAMPLE_S)
            board.rows = rows
            trace = replay(page, board, middle, end)
        elif name == "mean":
            train(room, learnt := Stepper(model), begin, middle, _SAMPLE_S)
            trace = replay(page, Stepper(model, learnt.state), middle, end)
        else:
            trace = replay(page, Stepper(model), begin, end).part(middle, end)
        out[name] = measure(trace, z)
    return out
