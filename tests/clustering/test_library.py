from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from library_kit import page, pairs

from fpcrawl.clustering import Centre, PageFeatures, default_parameters, similarity
from fpcrawl.clustering.clusterstore import MemoryClusterStore
from fpcrawl.clustering.confidence import Calibration
from fpcrawl.clustering.index import ExactIndex
from fpcrawl.clustering.library import Library
from fpcrawl.clustering.minhashindex import MinHashIndex


def of_templates(templates, pages, seed=0):
    drawn = [(t, n) for t in range(templates) for n in range(pages)]
    random.Random(seed).shuffle(drawn)
    return [t for t, _ in drawn], [page(t, n) for t, n in drawn]


class TestAssign:
    def test_first_page_founds_a_cluster(self):
        found = Library().assign(page(1))
        assert found.is_new
        assert found.similarity == 1.0
        assert len(found.cluster) == 12
        int(found.cluster, 16)

    def test_pages_of_one_template_share_a_cluster_others_do_not(self):
        library = Library()
        labels, pages = of_templates(8, 10)
        found = [library.assign(p).cluster for p in pages]
        assert pairs(labels, found) == (1.0, 1.0)
        assert len(library) == 8

    @pytest.mark.parametrize("seed", range(3))
    def test_the_order_of_pages_does_not_matter(self, seed):
        labels, pages = of_templates(8, 6, seed)
        library = Library()
        found = [a.cluster for a in library.assign_all(pages)]
        assert pairs(labels, found) == (1.0, 1.0)

    @pytest.mark.parametrize("index", [ExactIndex, MinHashIndex])
    def test_any_index_serves(self, index):
        labels, pages = of_templates(6, 5)
        library = Library(index=index())
        found = [a.cluster for a in library.assign_all(pages)]
        assert pairs(labels, found) == (1.0, 1.0)

    def test_one_page_a_cluster_is_allowed(self):
        library = Library()
        assert len({library.assign(page(t)).cluster for t in range(30)}) == 30

    def test_empty_pages_are_a_cluster_like_any_other(self):
        library = Library()
        full = library.assign(page(1)).cluster
        empty = [library.assign(PageFeatures()).cluster for _ in range(3)]
        assert len(set(empty)) == 1
        assert empty[0] != full
        assert library.assign(page(1, 1)).cluster == full

    def test_ids_are_the_same_in_every_run(self):
        one = [Library().assign(page(t)).cluster for t in range(5)]
        assert one == [Library().assign(page(t)).cluster for t in range(5)]

    def test_confidence_grows_with_similarity(self):
        library = Library()
        for n in range(5):
            library.assign(page(1, n))
        sure = library.assign(page(1, 9))
        assert 0 <= sure.confidence <= 1
        assert sure.similarity > default_parameters().d
        calibration = Calibration()
        assert calibration.confidence(0.9, 0.3, 5) > calibration.confidence(0.5, 0.1, 5)


class TestClassify:
    def test_knows_a_page_of_a_known_template_and_does_not_add_it(self):
        library = Library()
        cluster = library.assign_all([page(1, n) for n in range(6)])[0].cluster
        found = library.classify(page(1, 77))
        assert found is not None
        assert (found.cluster, found.is_new) == (cluster, False)
        assert library.centre(cluster).pages == 6

    def test_rejects_a_page_of_no_known_template(self):
        library = Library()
        library.assign_all([page(1, n) for n in range(6)])
        assert library.classify(page(2)) is None

    def test_an_empty_library_rejects(self):
        assert Library().classify(page(1)) is None

    def test_what_is_rejected_can_be_chosen(self):
        library = Library(calibration=Calibration(reject=1.0))
        library.assign(page(1))
        assert library.classify(page(1)) is None


class TestPageTypes:
    def test_most_votes_win_and_roles_are_brought_to_four(self):
        library = Library()
        cluster = library.assign(page(1), "thread").cluster
        assert library.page_type(cluster) == "thread"
        assert library.assign(page(1, 1), "comments").page_type == "article"
        library.note_type(cluster, "article")
        assert library.page_type(cluster) == "article"
        library.note_type(cluster, "profile")
        assert library.page_type(cluster) == "article"

    def test_votes_of_another_writer_count_when_both_have_saved(self):
        store = MemoryClusterStore()
        mine, theirs = Library(store), Library(store)
        cluster = mine.assign(page(1), "thread").cluster
        mine.save()
        theirs.save()
        assert theirs.page_type(cluster) == mine.page_type(cluster) == "thread"
        for n in range(3):
            theirs.assign(page(1, n), "index")
        assert theirs.page_type(cluster) == "index"
        assert mine.page_type(cluster) == "thread"
        theirs.save()
        mine.save()
        assert mine.page_type(cluster) == theirs.page_type(cluster) == "index"

    def test_without_votes_there_is_no_type(self):
        assert Library().assign(page(1)).page_type is None


class TestTwins:
    def test_merging_is_the_union(self):
        library = Library()
        one = [page(1, n) for n in range(4)]
        names = {library.assign(p).cluster for p in one}
        assert len(names) == 1
        other = Library()
        two = [page(1, n) for n in range(4, 9)]
        theirs = {other.assign(p, "thread").cluster for p in two}
        merged = library.merge(other)
        (name,) = names
        assert [library.resolve(merged[old]) for old in theirs] == [name]
        assert library.centre(name).pages == 9
        assert library.page_type(name) == "thread"
        union = Centre.of([*one, *two])
        assert library.centre(name) == union
        assert library.common(name) == union.sets(library.parameters.tau_set)

    def test_an_old_name_leads_to_the_new(self):
        store = MemoryClusterStore()
        first, second = Library(store), Library(store)
        a = first.assign(page(1, 1)).cluster
        b = second.assign(page(1, 2)).cluster
        assert a != b
        first.save()
        second.save()
        first.save()
        assert len(first) == 2
        assert first.tidy(everything=True) == 1
        assert first.resolve(a) == first.resolve(b)
        # Pages that the other adds to the name that is gone are not lost.
        second.assign(page(1, 3))
        second.assign(page(1, 4))
        second.save()
        first.save()
        assert len(first) == len(second) == 1
        assert first.centre(a).pages == 4


class TestSplit:
    def mixed(self):
        library = Library()
        pages = [page(t, n) for n in range(20) for t in (1, 2)]
        # The name of one, the pages of both.
        book = library._book
        name = library.assign(pages[0]).cluster
        for p in pages[1:]:
            book.add(name, p)
        return library, name, pages

    def test_a_cluster_of_two_templates_falls_apart(self):
        library, name, pages = self.mixed()
        parts = library.split(name, pages[:24])
        assert len(parts) == 2
        assert library.resolve(name) == parts[0]
        found = [library.assign(p).cluster for p in pages]
        assert pairs([n % 2 for n in range(40)], found) == (1.0, 1.0)

    def test_it_is_noticed_by_itself(self):
        library, name, _ = self.mixed()
        for n in range(600):
            library._book.add(name, page(1 + n % 2, n))
            library._since_tidy = 0
            library._watch(name, page(1 + n % 2, n))
            if library.resolve(name) != name:
                break
        assert len(library) == 2

    def test_a_coherent_cluster_stays(self):
        library = Library()
        pages = [page(1, n) for n in range(24)]
        name = library.assign_all(pages)[0].cluster
        assert library.split(name, pages) == [name]


class TestStore:
    def test_a_library_is_found_again(self):
        store = MemoryClusterStore()
        library = Library(store)
        _, pages = of_templates(6, 5)
        before = [a.cluster for a in library.assign_all(pages, ["thread"] * len(pages))]
        library.save()
        again = Library(store)
        assert again.version == library.version > 0
        found = [again.classify(p) for p in pages]
        assert [a.cluster for a in found if a] == before
        assert {a.page_type for a in found if a} == {"thread"}

    def test_a_save_writes_what_was_added_and_seldom_the_whole(self):
        store, pages = MemoryClusterStore(), [page(1, n, noise=2) for n in range(300)]
        library = Library(store)
        wholes = 0
        for n, p in enumerate(pages, 1):
            core = library.assign(p).core
            library.save()
            row = store.read([core])[core]
            assert row.pages == n
            assert Centre.from_bytes(*row.sums) == Centre.of(pages[:n])
            assert len(row.sums) <= 65
            wholes += len(row.sums) == 1
        assert wholes < 20
        again = Library(store)
        assert again.centre(core) == library.centre(core) == Centre.of(pages)
        assert again.classify(page(1, 999)).cluster == core

    @settings(max_examples=20, deadline=None)
    @given(st.lists(st.integers(0, 2), min_size=4, max_size=24), st.integers(0, 2**16))
    def test_sums_do_not_hang_on_who_wrote_what_when(self, writers, seed):
        """Three libraries on one store end with the sums of one library alone."""
        rng = random.Random(seed)
        pages = [page(t, n) for n, t in enumerate(rng.choices(range(3), k=len(writers)))]
        store = MemoryClusterStore()
        libraries = [Library(store) for _ in range(3)]
        for writer, p in zip(writers, pages, strict=True):
            libraries[writer].assign(p)
            if rng.random() < 0.3:
                libraries[writer].save()
            if rng.random() < 0.1:
                libraries[writer].tidy()
        for library in libraries:
            library.save()
        last = libraries[0]
        last.save()
        last.tidy()
        alone = Library()
        names = [alone.assign(p).cluster for p in pages]
        assert len(last) == len(alone)
        for p, name in zip(pages, names, strict=True):
            found = last.classify(p)
            assert found is not None
            mine, wanted = last.centre(found.cluster), alone.centre(name)
            assert mine.pages == wanted.pages
            assert mine.sets(0.5) == wanted.sets(0.5)

    def test_cores_that_another_writer_has_merged_are_no_longer_met(self):
        """Views that were dropped for want of room are not in the store any more, either."""
        store = MemoryClusterStore()
        _, pages = of_templates(6, 3)
        narrow = Library(store, max_hot=1, max_views=1)
        cores = [a.core for a in narrow.assign_all(pages)]
        narrow.save()
        other = Library(store)
        for core in cores[6:]:
            if core != cores[0] and other._book.groups.is_core(core):
                other._book.unite(core, cores[0])
        for p in pages:
            narrow.assign(p)
        narrow.tidy(everything=True)
        narrow.save()
        kept = list(narrow.contents())
        assert sum(sums.pages for _, _, sums, _ in kept) == 2 * len(pages)
        assert narrow.cores() == len(kept)

    def test_little_room_changes_nothing(self):
        _, pages = of_templates(12, 6)
        wide, narrow = Library(), Library(max_hot=2, max_views=3)
        assert [a.cluster for a in wide.assign_all(pages)] == [
            a.cluster for a in narrow.assign_all(pages)
        ]


class TestExplain:
    def test_names_what_two_pages_share_and_what_not(self):
        library = Library()
        found = library.explain(page(1, 1), page(1, 2))
        tags = next(f for f in found.features if f.feature == "tags")
        assert tags.common == 27
        assert (tags.only_first, tags.only_second) == (1, 1)
        assert all(name.startswith(("t1f0", "all")) for name in tags.shared)
        assert tags.first == ("p1 f0 0",)
        assert tags.second == ("p2 f0 0",)
        assert found.similarity == similarity(page(1, 1), page(1, 2), library.parameters)
        assert any("both: " in line for line in found.lines())

    def test_a_page_against_its_cluster(self):
        library = Library()
        cluster = library.assign_all([page(1, n) for n in range(5)])[0].cluster
        found = library.explain(page(1, 9), cluster)
        assert {f.feature for f in found.features} >= {"dom", "tags"}
        tags = next(f for f in found.features if f.feature == "tags")
        assert (tags.similarity, tags.only_second) == (1.0, 0)

    def test_empty_pages(self):
        found = Library().explain(PageFeatures(), PageFeatures())
        assert all(f.similarity is None for f in found.features)
        assert len(found.lines()) == 1
