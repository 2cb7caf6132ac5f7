from __future__ import annotations

import gzip
import json
from importlib import resources

import pytest

from fpcrawl.clustering import FpcParameters, default_parameters
from fpcrawl.clustering.train import main, pair_scores
from fpcrawl.exceptions import UsageError


def write_pages(folder):
    """Two templates on each of three sites."""
    rows = []
    for site in ("a", "b", "c"):
        for i in range(3):
            for kind, inner in (
                ("list", f"<ul class=l{site}><li class=r>x" + "<li class=r>y" * i + "</ul>"),
                (
                    "text",
                    f"<div class=t{site}><p class=p>x</p>" + "<i class=e>z</i>" * i + "</div>",
                ),
            ):
                name = f"{site}-{kind}-{i}.html.gz"
                html = f"<html><body class={site}>{inner}</body></html>"
                (folder / name).write_bytes(gzip.compress(html.encode()))
                rows.append(
                    {
                        "file": name,
                        "cluster": f"{site} {kind}",
                        "site": site,
                        "page_type": "article",
                    }
                )
    rows.append({"file": "missing.html.gz", "cluster": "a list", "site": "a"})
    (folder / "clusters.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n", "utf-8")


def test_training_writes_parameters_with_a_card(tmp_path, capsys):
    write_pages(tmp_path)
    out = tmp_path / "out.json"
    assert main(["--data", str(tmp_path), "--out", str(out), "--rounds", "2"]) == 0
    found = json.loads(out.read_text("utf-8"))
    parameters = FpcParameters.from_json(found["parameters"])
    assert parameters.form == "evidence"
    card = found["card"]
    assert card["data"] == [
        {"labels": "clusters", "pages": 18, "templates": 6, "sites": 3, "unreadable": 1}
    ]
    assert card["cross_validated"]["clusters"]["all"] == 1.0
    assert "cross_validated_equal_weights" in card
    assert "1:" in capsys.readouterr().err


def test_training_needs_labels(tmp_path, capsys):
    assert main(["--data", str(tmp_path)]) == 2
    assert "no labelled pages" in capsys.readouterr().err
    (tmp_path / "clusters.jsonl").write_text("{}\n", "utf-8")
    assert main(["--data", str(tmp_path)]) == 2
    assert "line 1" in capsys.readouterr().err
    assert main(["--data", str(tmp_path / "none")]) == 2


def test_pair_scores():
    assert pair_scores([1, 1, 2], ["a", "a", "b"]) == (1.0, 1.0, 1.0)
    assert pair_scores([1, 1, 1], ["a", "a", "b"]) == (1 / 3, 1.0, 0.5)
    assert pair_scores([1, 2, 3], ["a", "a", "b"]) == (1.0, 0.0, 0.0)
    assert pair_scores([], []) == (1.0, 1.0, 1.0)


def test_the_shipped_parameters_have_a_card():
    text = (resources.files("fpcrawl.clustering") / "parameters.json").read_text("utf-8")
    card = json.loads(text)["card"]
    assert {"data", "method", "made", "cross_validated", "cross_validated_equal_weights"} <= set(
        card
    )
    assert default_parameters().to_json() == {
        **FpcParameters().to_json(),
        **json.loads(text)["parameters"],
        "weights": default_parameters().weights,
    }


@pytest.mark.parametrize(
    "wrong",
    [
        {"weights": [1.0]},
        {"weights": [0.2] * 9},
        {"weights": [-0.1, 1.1, 0, 0, 0, 0, 0, 0, 0]},
        {"weights": ["x"] * 9},
        {"alpha": 1.5},
        {"density": -1.0},
        {"alpha": "much"},
        {"form": "other"},
        {"smoothing": -1},
        {"max_iterations": 0},
    ],
)
def test_parameters_that_mean_nothing_are_refused(wrong):
    with pytest.raises(UsageError, match="clustering"):
        FpcParameters.from_json(wrong)


def test_unknown_keys_of_parameters_are_ignored():
    assert FpcParameters.from_json({"later": 1}) == FpcParameters()
