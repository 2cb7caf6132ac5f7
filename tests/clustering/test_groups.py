from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from library_kit import page

from fpcrawl.clustering import Centre, default_parameters, mkmeans
from fpcrawl.clustering.groups import Groups, grouped
from fpcrawl.clustering.views import view_of

CORES = [f"{i:012x}" for i in range(6)]


def test_cores_of_one_template_are_grouped_as_mkmeans_groups_their_pages():
    parameters = default_parameters()
    cores = [[page(t, 3 * part + n) for n in range(3)] for t in range(3) for part in range(2)]
    views = [view_of(Centre.of(pages), parameters) for pages in cores]
    found = {frozenset(part) for part in grouped(views, parameters)}
    assert found == {frozenset({0, 1}), frozenset({2, 3}), frozenset({4, 5})}
    pages = [p for core in cores for p in core]
    assert len(mkmeans(pages, parameters)) == 3


def test_nothing_to_group():
    parameters = default_parameters()
    assert grouped([], parameters) == []
    assert grouped([view_of(page(1), parameters)], parameters) == [[0]]


@given(
    st.lists(
        st.lists(st.integers(0, 2), min_size=len(CORES), max_size=len(CORES)),
        min_size=1,
        max_size=5,
    ),
    st.lists(st.integers(0, 5), max_size=3),
)
def test_a_cluster_is_named_after_one_of_its_cores(regroupings, dropped):
    groups = Groups()
    for core in CORES:
        groups.put(core, core)
    pages = {core: i + 1 for i, core in enumerate(CORES)}
    for labels in regroupings:
        parts = [
            [c for c, label in zip(CORES, labels, strict=True) if label == n] for n in range(3)
        ]
        groups.regroup([part for part in parts if part], pages)
        for one in CORES:
            for other in CORES:
                together = labels[CORES.index(one)] == labels[CORES.index(other)]
                assert (groups.of(one) == groups.of(other)) == together
    for i in dropped:
        groups.drop(CORES[i])
    left = [core for core in CORES if groups.is_core(core)]
    assert len(left) == len(CORES) - len(set(dropped))
    for core in left:
        cluster = groups.of(core)
        assert groups.of(cluster) == cluster
        assert core in groups.members(cluster)
    assert len(groups) == len({groups.of(core) for core in left})


def test_most_pages_keep_their_name():
    groups = Groups()
    for core in CORES:
        groups.put(core, core)
    pages = dict.fromkeys(CORES, 1) | {CORES[2]: 10}
    groups.regroup([CORES[:4]], pages)
    assert groups.of(CORES[0]) == CORES[2]
    groups.changed.clear()
    groups.regroup([CORES[:2], CORES[2:4]], pages)
    assert groups.of(CORES[3]) == CORES[2]
    assert groups.of(CORES[0]) != CORES[2]
    assert set(groups.changed) == set(CORES[:2])
