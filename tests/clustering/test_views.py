from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from library_kit import page

from fpcrawl.clustering import Centre, PageFeatures, default_parameters, similarity
from fpcrawl.clustering.index import TEMPLATE_FEATURES
from fpcrawl.clustering.views import View, one_to_many, view_of
from fpcrawl.exceptions import StateError

EVIDENCE = dataclasses.replace(default_parameters(), form="evidence")
PAPER = dataclasses.replace(default_parameters(), form="paper")

LAYER = st.dictionaries(st.sampled_from(["div", "p", "a", "b"]), st.floats(0.01, 1), max_size=3)
PAGES = st.builds(
    PageFeatures,
    st.lists(LAYER, max_size=4).map(tuple),
    st.lists(st.frozensets(st.integers(1, 9), max_size=5), min_size=8, max_size=8).map(tuple),
)
ITEMS = st.one_of(PAGES, st.lists(PAGES, min_size=1, max_size=3).map(Centre.of))


@pytest.mark.parametrize("parameters", [EVIDENCE, PAPER], ids=["evidence", "paper"])
@settings(max_examples=60, deadline=None)
@given(one=ITEMS, many=st.lists(ITEMS, max_size=4))
def test_agrees_with_similarity(parameters, one, many):
    views = [view_of(item, parameters) for item in many]
    found = one_to_many(view_of(one, parameters), views, parameters)
    wanted = [similarity(one, item, parameters) for item in many]
    assert found == pytest.approx(wanted, abs=1e-6)


def test_agrees_with_similarity_on_full_pages():
    pages = [page(t, n) for t in range(3) for n in range(2)]
    centres = [Centre.of([page(t, n) for n in range(9)]) for t in range(3)]
    items = [*pages, *centres]
    views = [view_of(item, EVIDENCE) for item in items]
    for item, view in zip(items, views, strict=True):
        wanted = [similarity(item, other, EVIDENCE) for other in items]
        assert one_to_many(view, views, EVIDENCE) == pytest.approx(wanted, abs=1e-6)
        # Many are compared by other means than few.
        assert one_to_many(view, views * 9, EVIDENCE) == pytest.approx(wanted * 9, abs=1e-6)


@settings(max_examples=60, deadline=None)
@given(ITEMS)
def test_bytes_and_back(item):
    view = view_of(item, EVIDENCE)
    again = View.from_bytes(view.to_bytes())
    for field in dataclasses.fields(View):
        assert np.array_equal(getattr(view, field.name), getattr(again, field.name))


@pytest.mark.parametrize("damage", [lambda b: b[:-1], lambda b: b"", lambda b: b"\x63" + b[1:]])
def test_damaged_bytes_are_refused(damage):
    with pytest.raises(StateError, match="cluster library"):
        View.from_bytes(damage(view_of(page(1), EVIDENCE).to_bytes()))


def test_equal_strings_of_two_features_are_two_elements():
    sets = (frozenset({1}), frozenset({1}), *(frozenset(),) * 6)
    view = view_of(PageFeatures((), sets), EVIDENCE)
    assert len(set(view.elements(("tags", "links")).tolist())) == 2


def test_only_the_features_looked_at_are_given():
    view = view_of(page(1), EVIDENCE)
    assert len(view.elements(("tags",))) == len(page(1).sets[0])
    assert len(view.elements(())) == 0


def test_a_page_without_attributes_is_known_by_its_layers():
    layers = ({"html": 1.0}, {"head": 0.5, "body": 0.5})
    view = view_of(PageFeatures(layers), EVIDENCE)
    assert len(view.elements(TEMPLATE_FEATURES)) == 3


def test_an_empty_page_can_be_found_and_equals_another():
    view = view_of(PageFeatures(), EVIDENCE)
    assert len(view.elements(TEMPLATE_FEATURES)) == 1
    assert one_to_many(view, [view], EVIDENCE).tolist() == [1.0]
