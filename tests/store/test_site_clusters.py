"""What a crawl keeps of the clusters it met."""

from __future__ import annotations

import pytest

from fpcrawl.clustering.clusterstore import ClusterRow
from fpcrawl.commands.clusterstatus import ClusterStatus, cluster_statuses
from fpcrawl.store import siteclusters
from fpcrawl.store.siteclusters import SiteClusters
from fpcrawl.store.sqlite import open_state


@pytest.fixture
def state(tmp_path):
    opened = open_state(tmp_path)
    yield opened
    opened.close()


def test_pages_add_up_and_belong_to_one_crawl(state):
    one, other = (SiteClusters(state.values, f"forum:{name}") for name in "ab")
    one.add({"c1": 2, "c2": 1})
    one.add({"c1": 3})
    one.add({})
    assert one.pages() == {"c1": 5, "c2": 1}
    assert not other.pages()


def test_the_smallest_are_forgotten(state, monkeypatch):
    monkeypatch.setattr(siteclusters, "MAX_CORES", 2)
    kept = SiteClusters(state.values, "forum:a")
    kept.add({"c1": 1, "c2": 5, "c3": 3})
    assert kept.pages() == {"c2": 5, "c3": 3}


def test_clusters_are_told_by_the_names_they_have_now(state):
    SiteClusters(state.values, "forum:a").add({"old": 2, "older": 1, "c2": 9, "gone": 4})
    SiteClusters(state.values, "news:b").add({"core1": 7, "core3": 60})
    rows = [
        ClusterRow("older", merged_into="old"),
        ClusterRow("old", merged_into="core1"),
        ClusterRow("core1", cluster="c1", pages=60, votes={"thread": 5, "article": 1}),
        ClusterRow("core3", cluster="c1", pages=10, votes={"article": 2}),
        ClusterRow("c2", pages=3),
    ]
    state.clusters.update([row.core for row in rows], lambda _: rows)
    assert cluster_statuses(state.values, state.clusters, "forum:a") == [
        ClusterStatus("c2", None, 9, 9),
        ClusterStatus("gone", None, 4, 4),
        ClusterStatus("c1", "thread", 3, 70),
    ]
    assert cluster_statuses(state.values, state.clusters, "forum:b") == []


def test_names_that_lead_in_circles_end(state):
    SiteClusters(state.values, "forum:a").add({"c1": 2})
    rows = [ClusterRow("c1", merged_into="c2"), ClusterRow("c2", merged_into="c1")]
    state.clusters.update(["c1", "c2"], lambda _: rows)
    (found,) = cluster_statuses(state.values, state.clusters, "forum:a")
    assert found.pages == 2
