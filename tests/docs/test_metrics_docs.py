"""What the documents say of metrics and of the addon is what there is."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from fpcrawl.addon import PARTS
from fpcrawl.metrics import METRICS

DOCS = Path(__file__).parents[2] / "docs"
#: Of node_exporter.
FOREIGN = {"node_textfile_mtime_seconds"}
LABELS = {metric.name: {*metric.labels, "instance"} for metric in METRICS}


def rows(page: str) -> list[list[str]]:
    lines = re.findall(r"^\| `.*\|$", (DOCS / page).read_text(), re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def rules() -> list[dict[str, str]]:
    (group,) = yaml.safe_load((DOCS / "prometheus-rules.yml").read_text())["groups"]
    return group["rules"]


def test_every_metric_is_documented_with_its_labels():
    told = {
        row[0].strip("`"): row[1] for row in rows("metrics.md") if row[0].startswith("`fpcrawl")
    }
    assert told == {metric.name: ", ".join(metric.labels) or "-" for metric in METRICS}
    for row in rows("metrics.md"):
        assert len(row[-1]) > 5, row


def test_every_alert_is_documented():
    told = [row[0].strip("`") for row in rows("metrics.md") if row[0].startswith("`Fpcrawl")]
    assert told == [rule["alert"] for rule in rules()]


def test_alerts_ask_for_metrics_and_labels_that_there_are():
    for rule in rules():
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert re.fullmatch(r"\d+[mh]", rule.get("for", "1m"))
        expression = rule["expr"]
        assert expression.count("(") == expression.count(")")
        assert expression.count("{") == expression.count("}")
        asked = re.findall(r"\b((?:fpcrawl|node)_[a-z_0-9]+)(?:\{(.*?)\})?", expression)
        assert asked
        for name, matchers in asked:
            assert name in LABELS or name in FOREIGN, name
            for label in re.findall(r"(\w+)=~?\"", matchers):
                assert name in FOREIGN or label in LABELS[name], (name, label)
        for grouped in re.findall(r"by \((.*?)\)", expression):
            for label in grouped.split(", "):
                assert all(name in FOREIGN or label in LABELS[name] for name, _ in asked), label
        for counted in re.findall(r"increase\((\w+)", expression):
            assert counted.endswith("_total")
        shown = rule["annotations"]["summary"]
        for label in re.findall(r"\$labels\.(\w+)", shown):
            assert (
                f"by ({label}" in expression
                or f", {label})" in expression
                or ("by (" not in expression)
            ), (rule["alert"], label)


def test_the_parts_of_the_addon_are_documented():
    assert [row[0].strip("`") for row in rows("own-projects.md")] == list(PARTS)
