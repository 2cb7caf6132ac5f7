"""Prometheus' text format, version 0.0.4, which the textfile collector reads too."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["CONTENT_TYPE", "Metric", "Sample", "render"]

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Metric:
    """What a number means; ``labels`` are those that each of its samples has."""

    name: str
    kind: Literal["counter", "gauge"]
    text: str
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sample:
    """One number of a metric; ``labels`` stand in the order of the metric's."""

    name: str
    value: float
    labels: tuple[str, ...] = ()


def render(
    metrics: Sequence[Metric], samples: Iterable[Sample], extra: Mapping[str, str] | None = None
) -> str:
    """Return samples as text, by metric; of two of the same labels the later one.

    Parameters
    ----------
    extra
        Labels that every sample is given.

    Raises
    ------
    KeyError
        For a sample of no known metric.
    ValueError
        For one with more or fewer labels than its metric has.
    """
    found: dict[str, dict[tuple[str, ...], float]] = {metric.name: {} for metric in metrics}
    for sample in samples:
        found[sample.name][sample.labels] = sample.value
    lines = []
    for metric in metrics:
        values = found[metric.name]
        if not values:
            continue
        lines.append(f"# HELP {metric.name} {_help(metric.text)}")
        lines.append(f"# TYPE {metric.name} {metric.kind}")
        for labels, value in values.items():
            told = [*(extra or {}).items(), *zip(metric.labels, labels, strict=True)]
            inner = ",".join(f'{name}="{_quoted(text)}"' for name, text in told)
            lines.append(f"{metric.name}{{{inner}}} {_number(value)}" if inner else
                         f"{metric.name} {_number(value)}")  # fmt: skip
    return "".join(f"{line}\n" for line in lines)


def _help(text: str) -> str:
    return text.replace("\\", r"\\").replace("\n", r"\n")


def _quoted(text: str) -> str:
    return text.replace("\\", r"\\").replace("\n", r"\n").replace('"', r"\"")


def _number(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "+Inf" if value > 0 else "-Inf"
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(float(value))
