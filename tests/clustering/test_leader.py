"""Pages of one template come together, pages of two do not."""

from __future__ import annotations

import json

import pytest
from extraction_kit import div_post, div_thread, html_page, tree_of
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.clustering import LeaderClusterer
from fpcrawl.clustering.leader import SKETCH_SIZE, path_sketch, sketch_similarity

# Few numbers, so that two sketches have some in common.
sketches = st.frozensets(st.integers(0, 300), max_size=SKETCH_SIZE)


def sketch_of(html):
    return path_sketch(tree_of(html))


@given(sketches, sketches)
def test_similarity_is_symmetric_and_a_share(one, other):
    found = sketch_similarity(one, other)
    assert found == sketch_similarity(other, one)
    assert 0.0 <= found <= 1.0


@given(sketches)
def test_a_sketch_is_like_itself(sketch):
    assert sketch_similarity(sketch, sketch) == 1.0


@given(sketches, sketches, st.floats(0, 1))
def test_a_similarity_that_matters_is_not_changed_by_the_short_cut(one, other, at_least):
    whole = sketch_similarity(one, other)
    assert sketch_similarity(one, other, at_least) in ({whole} if whole >= at_least else {whole, 0})


def test_nothing_in_common_is_zero():
    assert sketch_similarity(frozenset({1, 2, 3}), frozenset({4, 5})) == 0.0
    assert sketch_similarity(frozenset(), frozenset({4, 5})) == 0.0
    assert sketch_similarity(frozenset(), frozenset()) == 1.0


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_a_sketch_estimates_the_jaccard_similarity(share):
    step = (2**32 - 1) // 3001
    numbers = [(n * 7919) % 3001 * step for n in range(3000)]
    both = round(3000 * share)
    half = (3000 - both) // 2
    one = frozenset(sorted(numbers[: both + half])[:SKETCH_SIZE])
    other = frozenset(sorted(numbers[:both] + numbers[both + half :])[:SKETCH_SIZE])
    assert sketch_similarity(one, other) == pytest.approx(share, abs=0.15)


def test_a_sketch_is_sorted_bounded_and_counts_each_path_once():
    sketch = path_sketch(tree_of(div_thread()))
    assert list(sketch) == sorted(set(sketch))
    assert path_sketch(tree_of(div_thread(4))) == path_sketch(tree_of(div_thread(2)))
    assert len(path_sketch(tree_of(div_thread()), 3)) == 3


def table_page(rows):
    return html_page("<table>" + "<tr><td><b>x</b></td><td>y</td></tr>" * rows + "</table>")


def test_pages_of_one_template_share_a_cluster():
    clusterer = LeaderClusterer()
    first = clusterer.assign(sketch_of(div_thread(4)))
    again = clusterer.assign(sketch_of(div_thread(2)))
    other = clusterer.assign(sketch_of(table_page(5)))
    assert (first.is_new, again.is_new, other.is_new) == (True, False, True)
    assert first.cluster == again.cluster != other.cluster
    assert again.similarity == 1.0
    assert clusterer.assign(sketch_of(table_page(9))).cluster == other.cluster


def test_a_page_that_grew_a_little_stays_in_its_cluster():
    clusterer = LeaderClusterer()
    first = clusterer.assign(sketch_of(div_thread()))
    more = html_page(
        f'<h1>x</h1><div id="posts">{div_post(0)}{div_post(1, extra="<p>more</p>")}</div>'
    )
    again = clusterer.assign(sketch_of(more))
    assert again.cluster == first.cluster
    assert 0.6 <= again.similarity < 1.0


def test_the_threshold_decides():
    for threshold, is_new in ((0.1, False), (1.0, True)):
        clusterer = LeaderClusterer(threshold)
        clusterer.assign(sketch_of(div_thread()))
        found = clusterer.assign(sketch_of(div_thread().replace("<h1>", "<h1><i>x</i>")))
        assert found.is_new is is_new


def test_names_of_clusters_come_from_their_pages_alone():
    names = {LeaderClusterer().assign(sketch_of(div_thread())).cluster for _ in range(2)}
    assert len(names) == 1


def test_the_cluster_unused_for_longest_is_forgotten():
    clusterer = LeaderClusterer(max_clusters=2)
    pages = [html_page(f"<{tag}><{tag}>x</{tag}></{tag}>") for tag in ("ul", "ol", "dl")]
    clusterer.assign(sketch_of(pages[0]))
    clusterer.assign(sketch_of(pages[1]))
    assert not clusterer.assign(sketch_of(pages[0])).is_new
    assert clusterer.assign(sketch_of(pages[2])).is_new
    assert len(clusterer.to_json()) == 2
    assert not clusterer.assign(sketch_of(pages[0])).is_new
    assert clusterer.assign(sketch_of(pages[1])).is_new


def test_clusters_survive_being_stored():
    clusterer = LeaderClusterer()
    first = clusterer.assign(sketch_of(div_thread()))
    again = LeaderClusterer()
    again.load(json.loads(json.dumps(clusterer.to_json())))
    found = again.assign(sketch_of(div_thread()))
    assert (found.cluster, found.is_new, found.similarity) == (first.cluster, False, 1.0)
