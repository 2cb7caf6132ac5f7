from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from shared_kit import open_parts, place_of

from fpcrawl.clustering.clusterstore import ClusterRow, MemoryClusterStore
from fpcrawl.clustering.library import Library
from fpcrawl.store.sqlite import open_state

ROOT = Path(__file__).parents[2]
KIT = ROOT / "tests" / "clustering"
sys.path.insert(0, str(KIT))

from library_kit import page  # noqa: E402

ROW = ClusterRow("c1", pages=2, sums=(b"sums",), view=b"view", votes={"thread": 2})


@pytest.fixture(params=["memory", "sqlite", "redis"])
def store(request, tmp_path):
    if request.param == "memory":
        yield MemoryClusterStore()
        return
    parts = open_parts(place_of(request.param, tmp_path, request))
    yield parts.clusters
    parts.close()


class TestEveryStore:
    def test_is_empty_at_first(self, store):
        assert store.version() == 0
        assert store.read(["c1"]) == {}
        assert list(store.since(0)) == []

    def test_gives_back_what_was_written(self, store):
        seen = []

        def change(rows):
            seen.append(dict(rows))
            return [ROW]

        (written,) = store.update(["c1", "c2"], change)
        assert seen == [{"c1": None, "c2": None}]
        assert written.version == store.version() == 1
        assert store.read(["c1", "c2"]) == {"c1": written}
        assert written.votes == {"thread": 2}
        assert (written.sums, written.view) == ((b"sums",), b"view")

    def test_what_is_added_stands_beside_what_was_there(self, store):
        store.update(["c1"], lambda _: [ROW])
        for part in (b"more", b"most"):

            def change(rows, part=part):
                (head,) = rows.values()
                assert (head.sums, head.view) == ((), b"")
                return [replace(head, pages=head.pages + 1, sums=(part,))]

            store.update(["c1"], change)
        row = store.read(["c1"])["c1"]
        assert (row.pages, row.sums, row.view) == (4, (b"sums", b"more", b"most"), b"view")
        assert next(store.since(0)).view == store.views(["c1"])["c1"].view == b"view"

    def test_what_is_written_with_a_view_takes_the_place_of_all(self, store):
        store.update(["c1"], lambda _: [ROW])
        store.update(["c1"], lambda _: [replace(ROW, view=b"", sums=(b"more",))])
        store.update(["c1"], lambda _: [replace(ROW, sums=(b"all", b"rest"), view=b"new")])
        row = store.read(["c1"])["c1"]
        assert (row.sums, row.view) == ((b"all", b"rest"), b"new")
        store.update(["c1"], lambda _: [ClusterRow("c1", merged_into="c2")])
        row = store.read(["c1"])["c1"]
        assert (row.sums, row.view) == ((), b"")

    def test_tells_what_has_changed_in_order(self, store):
        for name in ("a", "b", "c", "a"):
            store.update([name], lambda rows: [ClusterRow(n, view=b"v") for n in rows])
        assert [(row.core, row.version) for row in store.since(1)] == [
            ("b", 2),
            ("c", 3),
            ("a", 4),
        ]
        assert [row.core for row in store.since(3)] == ["a"]

    def test_an_exception_leaves_all_as_it_was(self, store):
        def change(rows):
            yield ROW
            raise RuntimeError

        with pytest.raises(RuntimeError):
            store.update(["c1"], change)
        assert store.read(["c1"]) == {}

    def test_a_merged_row_says_where_it_went(self, store):
        store.update(["c1"], lambda _: [ClusterRow("c1", merged_into="c2")])
        assert store.read(["c1"])["c1"].merged_into == "c2"
        assert [row.merged_into for row in store.since(0)] == ["c2"]


def test_a_library_outlives_its_process(tmp_path):
    state = open_state(tmp_path)
    library = Library(state.clusters)
    cluster = library.assign_all([page(1, n) for n in range(6)], ["thread"] * 6)[0].cluster
    library.save()
    state.close()
    state = open_state(tmp_path)
    found = Library(state.clusters).classify(page(1, 50))
    state.close()
    assert found is not None
    assert (found.cluster, found.page_type) == (cluster, "thread")


_WRITER = """
import sys
from pathlib import Path
from library_kit import page
from fpcrawl.clustering.library import Library
from fpcrawl.store.sqlite import open_state

state = open_state(Path(sys.argv[1]))
library = Library(state.clusters)
for n in range(int(sys.argv[2]), int(sys.argv[2]) + 30):
    library.assign(page(n % 3, n), "thread")
    if n % 4 == 0:
        library.save()
    if n % 10 == 0:
        library.tidy()
library.save()
state.close()
"""


def test_several_processes_lose_no_page(tmp_path):
    open_state(tmp_path).close()
    running = [
        subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(tmp_path), str(start)],
            env={"PYTHONPATH": f"{ROOT}:{KIT}"},
            cwd=tmp_path,
        )
        for start in (0, 30, 60)
    ]
    assert [process.wait(timeout=120) for process in running] == [0, 0, 0]
    state = open_state(tmp_path)
    library = Library(state.clusters)
    library.tidy(everything=True)
    clusters = {found.cluster for n in range(3) if (found := library.classify(page(n, n)))}
    assert len(library) == len(clusters) == 3
    assert [library.centre(c).pages for c in clusters] == [30, 30, 30]
    assert all(library._book.votes(c)["thread"] == 30 for c in clusters)
    state.close()
