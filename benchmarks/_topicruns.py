"""Which crawls are made of a bed, what one brought, and what all of them say."""

from __future__ import annotations

import ast
import inspect
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks._topicbed import OracleModel, area, crawl
from benchmarks.common import BenchError
from fpcrawl.exceptions import UsageError
from fpcrawl.topic.models import MODELS, make_model
from fpcrawl.topic.vectors import topic_from_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from benchmarks._topicbed import Bed, Task
    from benchmarks._topiclexicons import Shelf
    from fpcrawl.topic.model import CrawlModel, Topic

__all__ = ["ORACLES", "TERMS", "Variant", "ablations", "curves", "measure", "summary", "variant"]

ORACLES = ("oracle", "oracle+distance")
MARKS = (100, 250, 500, 1000, 2000, 4000)
#: Terms of a topic.
TERMS = 150


@dataclass(frozen=True, slots=True)
class Variant:
    """A model with its options, as one row of the results is about it.

    Attributes
    ----------
    label
        Of its rows.
    model
        Its name.
    options
        Of its maker.
    lexicon
        Name of its lexicon; empty: that of the bed's language, where it takes one.
    """

    label: str
    model: str
    options: dict[str, Any] = field(default_factory=dict)
    lexicon: str = ""

    @property
    def takes_lexicon(self) -> bool:
        """Whether the model compares words by a lexicon."""
        return (
            self.model in MODELS and "lexicon" in inspect.signature(MODELS[self.model]).parameters
        )


def variant(text: str) -> Variant:
    """Return what ``MODEL``, ``MODEL@LEXICON`` or ``MODEL:NAME=VALUE;NAME=VALUE`` stands for.

    Raises
    ------
    BenchError
        When there is no such model or an option has no value.
    """
    name, _, rest = text.partition(":")
    model, _, lexicon = name.partition("@")
    options = {}
    for part in filter(None, rest.split(";")):
        key, equals, value = part.partition("=")
        if not equals:
            raise BenchError(f"{text}: an option is NAME=VALUE")
        try:
            options[key] = ast.literal_eval(value)
        except (ValueError, SyntaxError):
            options[key] = value
    if model not in MODELS and model not in ORACLES:
        raise BenchError(f"no crawl model {model!r}; there are {', '.join([*MODELS, *ORACLES])}")
    made = Variant(text, model, options, lexicon)
    if lexicon and not made.takes_lexicon:
        raise BenchError(f"{model} has no use for a lexicon")
    return made


def ablations(model: str) -> list[Variant]:
    """Return a model without one of its ``PARTS`` at a time; each is an option that is false.

    Raises
    ------
    BenchError
        When the model has none.
    """
    parts: Iterable[str] = getattr(MODELS.get(model), "PARTS", ())
    if not parts:
        raise BenchError(f"{model} has no parts that could be left out")
    return [Variant(f"{model}-{part}", model, {part: False}) for part in parts]


def _made(
    bed: Bed, task: Task, topic: Topic, shelf: Shelf, chosen: Variant
) -> Callable[[], CrawlModel]:
    """Return what makes the model anew for each crawl."""
    if chosen.model in ORACLES:
        return lambda: OracleModel(bed, task, far=chosen.model != "oracle")
    options = dict(chosen.options)
    parameters = inspect.signature(MODELS[chosen.model]).parameters
    if chosen.takes_lexicon:
        options["lexicon"] = shelf.open(chosen.lexicon or shelf.default(task.lang))
    if "cut" in parameters:
        options["cut"] = bed.segmenter.cut

    def make() -> CrawlModel:
        try:
            return make_model(chosen.model, topic, **options)
        except UsageError as error:
            raise BenchError(str(error)) from error

    return make


def measure(
    bed: Bed,
    tasks: Sequence[Task],
    variants: Sequence[Variant],
    shelf: Shelf,
    say: Callable[[str], None],
    *,
    seeds: int = 5,
    limit: int | None = None,
) -> list[dict[str, Any]]:
    """Return a row for each task, seed set and model."""
    rows = []
    for task in tasks:
        topic = topic_from_text(task.title, task.text, bed.segmenter.cut, size=TERMS)
        budget = min(limit or task.budget, task.budget)
        for place, start in enumerate(bed.seed_sets(task)[:seeds]):
            reachable = len(bed.reached(start) & task.relevant)
            line = []
            for chosen in variants:
                make = _made(bed, task, topic, shelf, chosen)
                row = _run(bed, task, make, start, budget, reachable)
                rows.append({"task": task.name, "seed_set": place, "model": chosen.label, **row})
                line.append(f"{chosen.label} {row['area']:.3f} ({row['seconds']:.0f}s)")
            say(f"{bed.name} {task.name} {place} ({reachable} reachable): {', '.join(line)}")
    return rows


def _run(
    bed: Bed,
    task: Task,
    make: Callable[[], CrawlModel],
    start: Sequence[int],
    budget: int,
    reachable: int,
) -> dict[str, Any]:
    began = time.monotonic()
    done = crawl(bed, make(), start, budget)
    seconds = time.monotonic() - began
    found = [number in task.relevant for number in done.fetched]
    row: dict[str, Any] = {"area": round(area(found, reachable, budget), 4)}
    hits = np.cumsum(found)
    thought = np.cumsum(done.relevance)
    for mark in [m for m in MARKS if m <= budget] or [budget]:
        # A crawl that has run dry stays where it is.
        last = min(mark, len(found)) - 1
        row[f"harvest@{mark}"] = round(float(hits[last]) / (last + 1), 4)
        row[f"recall@{mark}"] = round(float(hits[last]) / max(reachable, 1), 4)
        row[f"mean_relevance@{mark}"] = round(float(thought[last]) / (last + 1), 4)
    return {**row, "reachable": reachable, "fetched": len(found), "seconds": round(seconds, 2)}


def _mean(values: Iterable[float]) -> float:
    return round(float(np.mean(list(values))), 4)


def summary(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return mean areas, and the share of tasks and seed sets in which VSM is beaten."""
    areas: dict[str, dict[tuple[str, int], float]] = {}
    for row in rows:
        areas.setdefault(row["model"], {})[row["task"], row["seed_set"]] = row["area"]
    by_task: dict[str, dict[str, float]] = {}
    for label, of in areas.items():
        for task in dict.fromkeys(task for task, _ in of):
            by_task.setdefault(task, {})[label] = _mean(v for (t, _), v in of.items() if t == task)
    out: dict[str, Any] = {
        "mean_area": {label: _mean(of.values()) for label, of in areas.items()},
        "area_by_task": by_task,
    }
    if plain := areas.get("vsm"):
        out["wins_vs_vsm"] = {
            label: _mean(of[key] > plain[key] for key in of)
            for label, of in areas.items()
            if label != "vsm"
        }
    return out


def curves(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the means of harvest, recall and relevance after so many pages, by model.

    Beside them the paper's claims: ESVSM's harvest 20 to 30 points above all others, and a
    mean relevance of .85. Relevance is what each model says of its own pages, so that it does
    not compare models.
    """
    out: dict[str, Any] = {}
    for label in dict.fromkeys(row["model"] for row in rows):
        mine = [row for row in rows if row["model"] == label]
        keys = [key for key in mine[0] if "@" in key]
        out[label] = {key: _mean(row[key] for row in mine if key in row) for key in keys}
    claims: dict[str, Any] = {
        "paper": {"harvest_gain_points": [20, 30], "mean_relevance": 0.85},
        "curves": out,
    }
    if plain := out.get("vsm"):
        claims["harvest_gain_vs_vsm_points"] = {
            label: {
                key: round(100 * (value - plain[key]), 1)
                for key, value in of.items()
                if key.startswith("harvest") and key in plain
            }
            for label, of in out.items()
            if label != "vsm"
        }
    return claims
