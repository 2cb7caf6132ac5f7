"""Pages that are not found, or show something else, and are asked for once more."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from scrapy import Request
from scrapy.http import Response

from fpcrawl.spiders import oddpages
from fpcrawl.walk.families import KNOWN_THREADS, PROBES, FamilyTable

HOST = "http://f.example"


class Site:
    """A spider's knowledge, and the leases that are doubted."""

    def __init__(self, monkeypatch):
        self.families = FamilyTable()
        self.doubted = []
        book = SimpleNamespace(doubt=self.doubted.append, fail=lambda lease, error: None)
        monkeypatch.setattr(oddpages, "get_scheduler", lambda _: SimpleNamespace(book=book))
        walker = SimpleNamespace(families=self.families)
        traps = SimpleNamespace(was_shown=lambda content: True)
        self.spider = SimpleNamespace(walker=walker, crawler=None, traps=traps)

    def read(self, path, role, times=KNOWN_THREADS, *, useful=True):
        for n in range(times):
            self.families.note_role(HOST + path.format(n), role, 1.0)
            self.families.note_fetch(HOST + path.format(n), useful=useful)

    def missed(self, path, status=404, **meta):
        """Have a page be missed; return whether it is asked for once more."""
        self.doubted.clear()
        request = Request(HOST + path, meta={"fp_lease": 7, **meta})
        self.families.note_error(request.url)
        response = Response(request.url, status=status, request=request)
        oddpages.doubt_gone(self.spider, response)
        return self.doubted == [7]


@pytest.fixture
def site(monkeypatch):
    return Site(monkeypatch)


def test_a_list_not_found_among_lists_that_are_is_asked_for_once_more(site):
    site.read("/board/{}", "index")
    assert site.missed("/board/99")
    assert not site.missed("/board/99", fp_failures=1)
    assert not site.missed("/board/99", status=410)


def test_of_a_kind_that_was_never_read_the_first_are_asked_for_once_more(site):
    asked = [site.missed(f"/board/{n}") for n in range(2 * PROBES)]
    assert asked == [True] * PROBES + [False] * PROBES


def test_a_guess_not_found_among_pages_that_brought_something_else_is_gone(site):
    site.read("/user/{}", "profile")
    assert not site.missed("/user/99")


@pytest.mark.parametrize(
    ("path", "role", "page", "again"),
    [("/board/9", "index", 1, False), ("/board/9", "index", 2, True), ("/t/9", "thread", 1, True)],
)
def test_a_list_that_shows_too_little_to_be_known_for_one_is_followed(
    site, path, role, page, again
):
    site.read("/board/{}", "index")
    site.read("/t/{}", "thread")
    request = Request(HOST + path, meta={"fp_lease": 7, "fp_role": role, "fp_page": page})
    item = SimpleNamespace(context=SimpleNamespace(page=page), first_visit=True, url=request.url)
    shown = {"own_role": "other", "records": [], "left_out": 0, "steps": [], "content": object()}
    report = SimpleNamespace(failure=None, **shown)
    assert oddpages.ask_later(site.spider, request, item, report) is again
