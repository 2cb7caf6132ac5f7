"""Simple Tree Matching on trees small enough to count by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html

from benchmarks._treematching import (
    Shapes,
    simple_tree_matching,
    stm_similarity,
    tree_of,
    tuned_tree_matching,
)


def page(body):
    return html.document_fromstring(f"<html><body>{body}</body></html>")


@pytest.mark.parametrize(
    ("one", "other", "matching"),
    [
        ("<p></p>", "<p></p>", 3),
        ("<p></p>", "<div></div>", 2),
        ("<ul><li><a></a></li><li></li></ul>", "<ul><li></li><li><a></a></li></ul>", 5),
        ("<p></p><h2></h2><p></p>", "<h2></h2><p></p><p></p>", 4),  # in order, so not all
        ("<div><p></p></div>", "<section><p></p></section>", 2),  # below other roots nothing
        ("<!-- x --><p>a</p>", "<p>b</p>", 3),
    ],
)
def test_by_hand(one, other, matching):
    a, b = tree_of(page(one)), tree_of(page(other))
    assert simple_tree_matching(a, b) == simple_tree_matching(b, a) == matching
    assert stm_similarity(a, b) == pytest.approx(2 * matching / (a.size + b.size))


def test_unlike_roots_share_nothing():
    assert simple_tree_matching(tree_of(html.fragment_fromstring("<p/>")), tree_of(page(""))) == 0


TREE = st.recursive(
    st.sampled_from(["<b></b>", "<i></i>"]),
    lambda inner: st.builds(
        lambda tag, kids: f"<{tag}>{''.join(kids)}</{tag}>",
        st.sampled_from(["div", "span"]),
        st.lists(inner, max_size=4),
    ),
    max_leaves=12,
)


@settings(max_examples=60)
@given(st.lists(TREE, min_size=2, max_size=4))
def test_faster_ways_change_no_number(bodies):
    roots = [page(body) for body in bodies]
    shapes = Shapes()
    numbers = [shapes.add(root) for root in roots]
    for a, one in zip(numbers, roots, strict=True):
        for b, other in zip(numbers, roots, strict=True):
            trees = tree_of(one), tree_of(other)
            assert shapes.similarity(a, b) == stm_similarity(*trees)
            assert tuned_tree_matching(*trees) == simple_tree_matching(*trees)
        assert shapes.similarity(a, a) == 1.0
