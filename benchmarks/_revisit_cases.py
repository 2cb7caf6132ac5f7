"""What happens to boards beside an ordinary month: surges, halvings, a cold start, a budget."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks._revisit_data import DAY_S, synthetic
from benchmarks._revisit_runs import (
    POLICIES,
    join,
    page_of,
    row_of,
    run_policy,
)
from fpcrawl.revisit import Stepper, ZPlanner, pooled_profile, share_budget
from fpcrawl.revisit.measures import ceiling, measure
from fpcrawl.revisit.policies import FixedModel
from fpcrawl.revisit.replay import Trace, replay, replay_many

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks._revisit_data import Stream, Window
    from benchmarks._revisit_runs import Trainer
    from fpcrawl.revisit import Outlook, Planner

__all__ = ["BUSY", "budget", "cold_start", "economy", "halving", "paper", "surge"]

#: Visits a day from which a board counts in the summaries.
BUSY = 4.0
_MOST_LOST = 0.005
#: So often it is drawn which events stay away.
_DRAWS = 5
#: The highest share of the mean that the quietest hours of a clear day curve have.
_CLEAR = 0.35


def _busy(windows: Sequence[Window], sizes: Sequence[int]) -> list[tuple[Window, int]]:
    return [(w, v) for w in windows for v in sizes if _rate(w) / (v / 2) >= BUSY]


def _rate(window: Window) -> float:
    """Return new links a day in the training."""
    page = page_of(window.stream, 1_000_000)
    days = np.arange(window.begin, window.middle, DAY_S)
    return float(np.mean([page.visit(day, day + DAY_S).events for day in days]))


def surge(windows: Sequence[Window], sizes: Sequence[int], trainer: Trainer) -> dict[str, Any]:
    """Return what is lost while three times as much as ever comes, for ten days."""
    lost: dict[str, list[Trace]] = {}
    cases = _busy(windows, sizes)
    for window, rows in cases:
        begin, end = window.middle + 5 * DAY_S, window.middle + 15 * DAY_S
        rising = window.surged(begin, end)
        for policy in POLICIES:
            trace = run_policy(policy, rising, rows, trainer)
            lost.setdefault(policy, []).append(trace.part(begin, end))
    return {"cases": len(cases), "lost_share": {p: _lost(t) for p, t in lost.items()}}


def _lost(traces: Sequence[Trace]) -> float:
    came = sum(int(t.events.sum()) for t in traces)
    return round(1 - sum(int(t.found.sum()) for t in traces) / max(came, 1), 5)


def halving(windows: Sequence[Window], sizes: Sequence[int], trainer: Trainer) -> dict[str, Any]:
    """Return visits and hits after half of the events stay away, beside those without that.

    Which ones do is drawn several times: a single draw moves the hits by a point. ``settled``
    leaves out the first two days after the fall.
    """
    out: dict[str, Any] = {"cases": 0}
    cases = _busy(windows, sizes)
    for policy in POLICIES:
        before, after, settled = [], [], []
        for window, rows in cases:
            begin = window.middle + 5 * DAY_S
            usual = run_policy(policy, window, rows, trainer).part(begin, window.end)
            before.append(measure(usual))
            for seed in range(_DRAWS):
                fallen = run_policy(policy, window.halved(begin, seed), rows, trainer)
                after.append(measure(fallen.part(begin, window.end)))
                settled.append(measure(fallen.part(begin + 2 * DAY_S, window.end)))
        if not cases:
            continue
        visits = sum(m.visits for m in after) / max(_DRAWS * sum(m.visits for m in before), 1)
        out[policy] = {
            "visits_ratio": round(visits, 4),
            "hit10_before": round(float(np.mean([m.hit10 for m in before])), 4),
            "hit10_after": round(float(np.mean([m.hit10 for m in after])), 4),
            "hit10_settled": round(float(np.mean([m.hit10 for m in settled])), 4),
        }
    out["cases"] = len(cases)
    return out


def cold_start(windows: Sequence[Window], sizes: Sequence[int], trainer: Trainer) -> dict[str, Any]:
    """Return the share of the ceiling after so many days of samples, with and without a prior.

    The prior is the mean profile of the other streams. ``own_visits`` has no samples: the
    board was found seven days before the test and is visited as the model plans.
    """
    cases = _busy(windows, sizes)
    pools = {w.stream.name: _pool(windows, w.stream, trainer) for w, _ in cases}
    shares: dict[str, list[float]] = {}
    for window, rows in cases:
        page, best = page_of(window.stream, rows), ceiling(rows)
        for days in (1, 3, 7, 30):
            for label, profile in (("", None), ("_pooled", pools[window.stream.name])):
                board = trainer.board("polynomial", window, rows, days=float(days), profile=profile)
                trace = replay(page, board, window.middle, window.end)
                shares.setdefault(f"days_{days}{label}", []).append(measure(trace).hit10 / best)
        for label, profile in (("", None), ("_pooled", pools[window.stream.name])):
            fresh = trainer.model("polynomial", window.stream, profile=profile).open()
            whole = replay(page, fresh, window.middle - 7 * DAY_S, window.end)
            trace = whole.part(window.middle, window.end)
            shares.setdefault(f"own_visits_7{label}", []).append(measure(trace).hit10 / best)
    out: dict[str, Any] = {k: round(float(np.mean(x)), 4) for k, x in shares.items()}
    if cases:
        full = out["days_30"]
        out["share_after_7_days"] = round(out["days_7"] / full, 4)
        out["share_after_7_days_own_visits"] = round(out["own_visits_7"] / full, 4)
    return {"cases": len(cases), **out}


def _pool(windows: Sequence[Window], stream: Stream, trainer: Trainer) -> Any:
    others = {w.stream.name: w for w in windows if w.stream.name != stream.name}
    return pooled_profile(trainer.board("polynomial", w, 50).days for w in others.values())


def economy(
    windows_of: Sequence[Sequence[Window]], sizes: Sequence[int], trainer: Trainer
) -> dict[str, Any]:
    """Return the fewest visits a day with at most 0.5 % of the links lost, for each policy.

    Each policy has its knob turned. Boards with less than a page of new links a day are left
    out: their visits are days apart and no hour matters.
    """
    rows_out = []
    for windows in windows_of:
        rate = float(np.mean([_rate(w) for w in windows]))
        for rows in sizes:
            if rate < rows:
                continue
            needs = {}
            for policy in POLICIES:
                best = None
                for knob in _knobs(policy, rows, rate):
                    runs = [run_policy(policy, w, rows, trainer, knob) for w in windows]
                    m = measure(join(runs))
                    if m.lost_share <= _MOST_LOST and m.visits:
                        best = min(best or np.inf, m.visits_per_day)
                needs[policy] = None if best is None else round(float(best), 3)
            rows_out.append(_compared(windows, rows, needs, trainer))
    clear = [r for r in rows_out if r["clear_curve"] and r["saved_vs_fixed"] is not None]
    saved = [r["saved_vs_fixed"] for r in clear]
    return {
        "rows": rows_out,
        "clear_curves": len(clear),
        "least_saved_vs_fixed": min(saved, default=None),
        "mean_saved_vs_fixed": round(float(np.mean(saved)), 4) if saved else None,
        "fewest_of_all": sum(r["fewest"] for r in rows_out),
    }


def _knobs(policy: str, rows: int, rate: float) -> Sequence[float]:
    # Steps as fine for all: else a policy may look worse only since its knob jumps.
    large = [float(x) for x in np.geomspace(4.0, 20.0, 12)]
    if policy in ("polynomial", "fourier"):
        return [*(0.25 * i for i in range(16)), *large]
    if policy == "polynomial-classic":
        return [*(0.5 * i for i in range(8)), *large]
    if policy == "fixed":
        return [float(x) for x in DAY_S * rows / rate * np.geomspace(0.08, 1.0, 26)]
    return [float(x) for x in np.geomspace(0.05, 1.0, 20)]


def _compared(
    windows: Sequence[Window], rows: int, needs: dict[str, float | None], trainer: Trainer
) -> dict[str, Any]:
    days = np.concatenate([trainer.board("polynomial", w, rows).days.rates for w in windows])
    quiet = float(np.mean([np.sort(d)[:9].mean() / d.mean() for d in days]))
    ours, fixed = needs["polynomial"], needs["fixed"]
    rivals = [needs[p] for p in ("nutch", "stormcrawler", "mean", "fixed")]
    stream = windows[0].stream
    return {
        "stream": stream.name,
        "order": stream.order,
        "v": rows,
        "quietest_hours": round(quiet, 3),
        "clear_curve": quiet <= _CLEAR,
        "visits_per_day": needs,
        "saved_vs_fixed": None if not (ours and fixed) else round(1 - ours / fixed, 4),
        "fewest": ours is not None and all(r is None or ours < r for r in rivals),
    }


def paper(trainer: Trainer, seeds: Sequence[int] = (1, 2)) -> dict[str, Any]:
    """Return hit rates on made boards of the size that the paper's figure takes."""
    out: dict[str, Any] = {"v": 165, "ceiling10": round(ceiling(165), 4)}
    streams = [synthetic(165 * 50, 51, seed) for seed in seeds]
    for policy in POLICIES:
        traces = []
        for number, stream in enumerate(streams):
            window = replace(stream, name=f"synthetic-{number}").windows(1)[0]
            traces.append(run_policy(policy, window, 165, trainer))
        row = row_of(streams[0], 165, policy, join(traces))
        out[policy] = {k: row[k] for k in ("hit10", "visits_per_day", "lost_share")}
    return out


def budget(windows: Sequence[Window], rows: int, trainer: Trainer) -> dict[str, Any]:
    """Return delays and losses of some boards under one budget of visits a day."""
    rates = [_rate(w) for w in windows]
    need = sum(rates) / (rows / 2)
    table = []
    for per_day in (120.0, 240.0, 480.0, round(0.5 * need, 1), round(0.25 * need, 1)):
        made = {
            "sqrt": _shared(windows, rows, trainer, "polynomial", _root_rule(per_day)),
            "z": _shared(windows, rows, trainer, "polynomial", _z_rule(per_day)),
            "paper_z": _shared(windows, rows, trainer, "polynomial-classic", _z_rule(per_day)),
            "fixed": [_fixed(w, rows, DAY_S * len(windows) / per_day, w.middle) for w in windows],
        }
        line: dict[str, Any] = {
            "visits_per_day": per_day,
            "z_if_shared": round(0.5 * need / per_day, 3),
        }
        for name, traces in made.items():
            delays = np.concatenate([t.delays_s for t in traces])
            line[name] = {
                "visits_per_day": round(sum(len(t.times) / t.seconds for t in traces) * DAY_S, 1),
                "mean_delay_s": round(float(delays.mean()), 1) if len(delays) else None,
                "lost_share": _lost(traces),
            }
        ours, theirs = line["sqrt"]["mean_delay_s"], line["paper_z"]["mean_delay_s"]
        line["delay_ratio_vs_paper_z"] = round(ours / theirs, 4) if ours and theirs else None
        table.append(line)
    return {"boards": len(windows), "v": rows, "need_at_half": round(need, 1), "rows": table}


def _shared(
    windows: Sequence[Window],
    rows: int,
    trainer: Trainer,
    model: str,
    share: Callable[[list[Outlook]], Planner],
) -> list[Trace]:
    # All boards are visited in one time: streams of other years are moved there.
    moved = [_at(w, windows[0].begin) for w in windows]
    boards = [trainer.board(model, w, rows) for w in moved]
    pages = [page_of(w.stream, rows) for w in moved]
    return replay_many(pages, boards, share, moved[0].middle, moved[0].end)


def _at(window: Window, begin: float) -> Window:
    """Return the window moved to another time by whole weeks and the rest cut off."""
    week = 7 * DAY_S
    phase = (begin - window.begin) % week
    start = window.begin + phase
    if start + (window.end - window.begin) > window.stream.times[-1]:
        start -= week
    stream = replace(
        window.stream,
        name=f"{window.stream.name}@{window.begin:.0f}",
        times=window.stream.times + (begin - start),
    )
    return replace(window, stream=stream, begin=begin)


def _fixed(window: Window, rows: int, period: float, begin: float) -> Trace:
    follower = Stepper(FixedModel(period))
    return replay(page_of(window.stream, rows), follower, begin, window.end)


def _root_rule(per_day: float) -> Callable[[list[Outlook]], Planner]:
    return lambda outlooks: share_budget(outlooks, per_day)


def _z_rule(per_day: float) -> Callable[[list[Outlook]], ZPlanner]:
    def share(outlooks: list[Outlook]) -> ZPlanner:
        turnovers = sum(o.level * o.curve.total / 7 / o.rows for o in outlooks)
        return ZPlanner(turnovers / per_day, guard=0.0)

    return share
