"""What others do, on pages of three templates."""

from __future__ import annotations

import numpy as np
import pytest
from _templatepages import write_templates

from benchmarks._clusterdata import load_labelled, read_pages
from benchmarks._clustermetrics import score_clusters
from benchmarks._clusterpeers import PEERS, Forms, html_similarity, minhash


@pytest.fixture(scope="module")
def forms(tmp_path_factory):
    folder = write_templates(tmp_path_factory.mktemp("data") / "set")
    out = Forms()
    for labelled, page in read_pages(load_labelled(folder).pages):
        out.add(labelled, page)
    return out


@pytest.mark.parametrize("name", list(PEERS))
def test_each_tells_the_templates_apart(forms, name):
    grouping = PEERS[name].group(forms, range(len(forms.pages)))
    true = [forms.pages[i].label for i in grouping.numbers]
    assert len(true) == 15
    score = score_clusters(true, grouping.clusters)
    assert score.precision == 1.0
    assert score.f1 > 0.5
    if name != "url_pattern":
        assert grouping.facts["best_f1"] >= round(score.f1, 4)
        assert 0 < grouping.facts["threshold"] < 1
        assert grouping.facts["us_per_pair"] > 0


def test_some_of_the_pages(forms):
    grouping = PEERS["tag_shingle_minhash"].group(forms, [0, 1, 12])
    assert grouping.numbers == [0, 1, 12]
    assert grouping.clusters[0] == grouping.clusters[1] != grouping.clusters[2]


def test_an_address_that_is_not_known_is_not_judged(tmp_path):
    folder = write_templates(tmp_path / "set", pages=2)
    path = folder / "clusters.jsonl"
    path.write_text(path.read_text().replace('"url"', '"no_url"', 1))
    out = Forms()
    for labelled, page in read_pages(load_labelled(folder).pages):
        out.add(labelled, page)
    assert len(PEERS["url_pattern"].group(out, range(6)).numbers) == 5


def test_html_similarity_by_hand():
    # Two of three tags pair up in order: ratio 2 * 2 / 6; one class of two is shared.
    tags = (["html", "p", "a"], ["html", "b", "a"])
    classes = (frozenset("x"), frozenset("xy"))
    assert html_similarity(tags, classes) == pytest.approx(0.3 * 4 / 6 + 0.7 * 0.5)
    none = frozenset()
    assert html_similarity(tags, (none, none)) == pytest.approx(0.3 * 4 / 6 + 0.7)


def test_signatures_estimate_what_shingles_have_in_common():
    one = [f"t{n}" for n in range(103)]
    other = [f"t{n}" for n in range(50, 153)]
    shared = np.mean(minhash(one) == minhash(other))
    assert shared == pytest.approx(50 / 150, abs=0.15)
    assert (minhash(one) == minhash(list(one))).all()
    assert minhash([]).shape == minhash(["html"]).shape == (128,)
