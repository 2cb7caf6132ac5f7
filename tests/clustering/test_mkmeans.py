from __future__ import annotations

import importlib
import random

import pytest
from fpc_strategies import pages as made_up
from hypothesis import given, settings
from hypothesis import strategies as st

from fpcrawl.clustering import Centre, FpcParameters, PageFeatures, mkmeans, page_features
from fpcrawl.clustering.mkmeans import merge_threshold
from fpcrawl.clustering.similarity import coherence
from fpcrawl.pages.parse import read_page

TAGS_ONLY = (0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
PARAMETERS = FpcParameters(weights=TAGS_ONLY, alpha=0.6, d=0.8)


def board(rows: int) -> str:
    row = "<tr class=row><td class=subject><a href=/t/{0}>Topic {0}</a><td class=replies>{0}</tr>"
    return f"<table class=board>{''.join(row.format(i) for i in range(rows))}</table>"


def thread(posts: int) -> str:
    post = (
        "<div class=post><b class=name>U{0}</b><div class=text><p>Some words {0}</p></div>"
        "<ul class=tools><li class=quote><a href=/q/{0}>Quote</a></li></ul></div>"
    )
    return f"<div class=posts>{''.join(post.format(i) for i in range(posts))}</div>"


def page(content: str, site: str = "one") -> PageFeatures:
    html = (
        f"<html><body class={site}><div class=top><a href=/ class=logo>Home</a></div>{content}"
        "<div class=foot><a href=/help>Help</a></div></body></html>"
    )
    return page_features(read_page(html.encode(), "http://a.example/"))


BOARDS = [page(board(n), site) for n, site in ((3, "one"), (9, "one"), (20, "two"), (14, "two"))]
THREADS = [page(thread(n), site) for n, site in ((1, "one"), (4, "one"), (15, "two"), (8, "two"))]


def groups(clusters) -> set[frozenset[int]]:
    return {frozenset(cluster.members) for cluster in clusters}


@pytest.mark.parametrize("form", ["evidence", "paper"])
def test_pages_of_two_templates_on_two_sites(form):
    parameters = FpcParameters(weights=TAGS_ONLY, alpha=0.5, d=0.5, form=form)
    clusters = mkmeans([*BOARDS, *THREADS], parameters)
    assert groups(clusters) == {frozenset(range(4)), frozenset(range(4, 8))}
    assert [cluster.members[0] for cluster in clusters] == [0, 4]
    assert clusters[0].centre == Centre.of(BOARDS)


def test_the_order_of_pages_does_not_matter():
    pages = [*BOARDS, *THREADS]
    for seed in range(5):
        order = list(range(8))
        random.Random(seed).shuffle(order)
        clusters = mkmeans([pages[i] for i in order], PARAMETERS)
        found = {frozenset(order[i] for i in cluster.members) for cluster in clusters}
        assert found == {frozenset(range(4)), frozenset(range(4, 8))}


def test_more_pages_than_are_held_at_once(monkeypatch):
    # The name is that of the function in the package.
    module = importlib.import_module("fpcrawl.clustering.mkmeans")
    monkeypatch.setattr(module, "MAX_PAGES", 3)
    clusters = mkmeans([*BOARDS, *THREADS], PARAMETERS)
    assert groups(clusters) == {frozenset(range(4)), frozenset(range(4, 8))}
    assert clusters[1].centre == Centre.of(THREADS)


@given(st.lists(made_up(), max_size=6), st.sampled_from(["evidence", "paper"]))
@settings(max_examples=30, deadline=None)
def test_every_page_is_in_one_cluster(pages, form):
    parameters = FpcParameters(alpha=0.6, d=0.7, density=0.7, form=form)
    clusters = mkmeans(pages, parameters)
    assert sorted(i for cluster in clusters for i in cluster.members) == list(range(len(pages)))
    for cluster in clusters:
        assert cluster.members == sorted(cluster.members)
        assert cluster.centre == Centre.of(pages[i] for i in cluster.members)
    assert groups(clusters) == groups(mkmeans(pages, parameters))


def test_one_page_and_none():
    assert mkmeans([], PARAMETERS) == []
    (only,) = mkmeans(BOARDS[:1], PARAMETERS)
    assert only.members == [0]


def test_dense_clusters_ask_for_more_than_loose_ones():
    parameters = FpcParameters(alpha=0.5, density=0.8)
    assert merge_threshold(1, 1.0, 1, 1.0, parameters) == 0.5
    dense = merge_threshold(20, 0.95, 20, 0.95, parameters)
    loose = merge_threshold(20, 0.5, 20, 0.5, parameters)
    assert loose < 0.5 < dense < 0.95 * 0.8 + 1e-9
    assert merge_threshold(20, 0.95, 20, 0.95, FpcParameters(alpha=0.5)) == 0.5


def test_coherence_tells_dense_from_loose():
    assert coherence(Centre.of(BOARDS), PARAMETERS) > 0.9
    assert coherence(Centre.of([*BOARDS, *THREADS]), PARAMETERS) < 0.7
