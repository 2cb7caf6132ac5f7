"""Three workers, each a process of its own, leave what one alone would have left."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from shared_kit import open_parts, place_of

from fpcrawl.clustering.library import Library
from fpcrawl.spiders.knowledge import SiteKnowledge
from fpcrawl.store.siteclusters import SiteClusters

HERE = Path(__file__).parent
KIT = HERE.parent / "clustering"
sys.path.insert(0, str(KIT))

from shared_writer import CRAWL, PAGES, TEMPLATES, kept_of, page, work  # noqa: E402

WORKERS = 3


@pytest.fixture(scope="module", params=["sqlite", "redis"])
def both(request, tmp_path_factory):
    """What three workers left, and what one did."""
    places = [place_of(request.param, tmp_path_factory.mktemp("s"), request) for _ in range(2)]
    open_parts(places[0]).close()
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "shared_writer", places[0], str(n), str(WORKERS)],
            env={**os.environ, "PYTHONPATH": f"{HERE.parents[1]}:{HERE}:{KIT}"},
        )
        for n in range(WORKERS)
    ]
    assert [process.wait(timeout=120) for process in running] == [0] * WORKERS
    alone = open_parts(places[1])
    work(alone, range(PAGES))
    together = open_parts(places[0])
    yield together, alone
    together.close()
    alone.close()


def clusters_of(state):
    """Return the clusters by the invented template whose pages they hold."""
    library = Library(state.clusters)
    library.tidy(everything=True)
    found = {n: library.classify(page(n, PAGES + n)) for n in range(TEMPLATES)}
    assert all(found.values())
    return library, {n: one.cluster for n, one in found.items()}


def test_no_page_of_a_cluster_is_lost_or_counted_twice(both):
    (several, clusters), (one, names) = (clusters_of(state) for state in both)
    assert len(several) == len(one) == len(set(clusters.values())) == TEMPLATES
    for n in range(TEMPLATES):
        theirs, mine = several.centre(clusters[n]), one.centre(names[n])
        # Sums are whole numbers: the order of the pages makes no difference at all.
        assert theirs.pages == mine.pages == PAGES // TEMPLATES
        assert theirs == mine
        assert several.common(clusters[n]) == one.common(names[n])
        assert several.page_type(clusters[n]) == one.page_type(names[n])


def test_what_is_like_a_page_is_found_the_same(both):
    (several, clusters), (one, names) = (clusters_of(state) for state in both)
    back = {name: n for n, name in names.items()}
    for n in range(PAGES, PAGES + 20):
        theirs, mine = (library.classify(page(n % TEMPLATES, n)) for library in (several, one))
        assert theirs.cluster == clusters[back[mine.cluster]]
        assert theirs.similarity == pytest.approx(mine.similarity, abs=0.05)


def test_every_version_of_a_template_is_there_with_a_number_of_its_own(both):
    found = [state.templates.since(0).found for state in both]
    several, one = ({item.entry.key: item for item in items} for items in found)
    assert several.keys() == one.keys()
    assert len(several) == 24
    for key, item in several.items():
        assert item.entry == one[key].entry
        assert item.watch == one[key].watch
    numbers = [item.change for item in found[0]]
    assert numbers == sorted(set(numbers))
    assert both[0].templates.since(0).change == both[1].templates.since(0).change == 30


def test_every_page_is_kept_once(both):
    pages = [
        sorted(page.url for page in state.templates.kept(CRAWL, "thread", limit=1000))
        for state in both
    ]
    assert pages[0] == pages[1] == sorted(kept_of(n).url for n in range(PAGES))
    held = [{page.url for page in state.templates.held(CRAWL, 2000.0)} for state in both]
    assert held[0] == held[1]
    assert len(held[0]) == PAGES // 5 + 1


def test_what_was_learnt_of_the_site_is_summed(both):
    several, one = (SiteKnowledge(state.values, CRAWL).load().families for state in both)
    assert (several.paid, several.wasted) == (one.paid, one.wasted) == (PAGES / 2, PAGES / 2)
    (shape,) = one.families
    theirs, mine = several.families[shape], one.families[shape]
    assert (theirs.fetched, theirs.useful) == (mine.fetched, mine.useful)
    assert theirs.roles == pytest.approx(mine.roles)
    assert len(theirs.recent) == len(mine.recent)
    counted = [SiteClusters(state.values, CRAWL).pages() for state in both]
    assert counted[0] == counted[1]
