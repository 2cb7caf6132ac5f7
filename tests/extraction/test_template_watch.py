"""A change of the site is noticed within pages, a strange page now and then is none."""

from __future__ import annotations

import random

import pytest
from template_kit import NEW, OLD, induce, labelled, load, thread_html, thread_pages, tree_of

from fpcrawl.exceptions import TemplateError
from fpcrawl.extraction.templates.book import TemplateBook, TemplateEntry, anchors_of, signatures_of
from fpcrawl.extraction.templates.compare import read_labels
from fpcrawl.extraction.templates.learn import learn
from fpcrawl.extraction.templates.shelf import SAMPLE, STREAK, ShelfContent, TemplateShelf
from fpcrawl.extraction.templates.verify import verify
from fpcrawl.extraction.templates.watch import TemplateUse, TemplateWatch

KINDS = {"xpath": induce}
SHAPE = "http://f.example/thread-{d}.html"


def entry_of(book, pages, site="f.example", cluster="c1", created="2024-05-01"):
    learnt = learn(pages, KINDS)
    assert learnt is not None
    entry = book.entry_for(learnt, site, cluster, pages, created)
    book.put(entry)
    return entry


def use_of(**changes):
    values = {"records": 5, "believable": 1.0, "agreed": 1.0, "others": 5, **changes}
    return TemplateUse("abc", 1, "xpath", **values)


@pytest.fixture
def verification():
    pages = thread_pages(range(4))
    return verify(induce(pages), pages)


MISSED = use_of(records=0, believable=0.0, agreed=None)


def test_template_that_finds_nothing_any_more_is_noticed_after_a_few_pages(verification):
    watch = TemplateWatch()
    for _ in range(500):
        assert not watch.note(use_of(), verification)
    raised = [watch.note(MISSED, verification) for _ in range(10)]
    assert raised.count(True) == 1
    assert raised.index(True) < 8
    assert watch.drifting


@pytest.mark.parametrize("share", [0.02, 0.05])
def test_strange_pages_now_and_then_are_no_drift(verification, share):
    rng = random.Random(5)
    watch = TemplateWatch()
    for _ in range(3000):
        use = MISSED if rng.random() < share else use_of(agreed=rng.uniform(0.93, 1.0))
        assert not watch.note(use, verification)


def test_field_that_vanishes_is_noticed_within_twenty_pages(verification):
    watch = TemplateWatch()
    raised = [watch.note(use_of(agreed=0.67, believable=0.5), verification) for _ in range(40)]
    assert 0 < raised.index(True) < 12
    unchecked = TemplateWatch()
    raised = [unchecked.note(use_of(agreed=None, believable=0.5), verification) for _ in range(20)]
    assert raised.index(True) < 12


def test_what_fits_again_is_no_drift_any_more(verification):
    watch = TemplateWatch()
    for _ in range(100):
        watch.note(MISSED, verification)
    assert (watch.drifting, watch.since_fit) == (True, 100)
    for _ in range(20):
        watch.note(use_of(), verification)
    assert (watch.drifting, watch.since_fit) == (False, 0)
    assert TemplateWatch.from_json(watch.to_json()) == watch


# -- the shelf: which reading of a page is handed out


def shelf_with(*own, library=(), drifting=()):
    shelf = TemplateShelf(load)
    shelf.fill(ShelfContent(list(own), list(library), frozenset(drifting)))
    return shelf


def choose(shelf, html, labels=None, sureness=0.8):
    page = labelled(html)
    reads = read_labels(page) if labels is None else labels
    signatures = signatures_of(page.tree)
    found = shelf.read("thread", SHAPE, page.sheet, signatures)
    return shelf.choose("thread", SHAPE, page.sheet, signatures, found, reads, sureness)


def read_and_chosen(shelf, page):
    """Whether a page needs no comparison; else it is compared."""
    signatures = signatures_of(page.tree)
    found = shelf.read("thread", SHAPE, page.sheet, signatures)
    assert found is not None
    if shelf.is_settled(found):
        assert shelf.accept("thread", SHAPE, found).uses[0].agreed is None
        return True
    shelf.choose("thread", SHAPE, page.sheet, signatures, found, read_labels(page), 1.0)
    return False


def test_template_is_handed_out_where_it_agrees():
    entry = entry_of(TemplateBook(), thread_pages(range(4)))
    choice = choose(shelf_with(entry), thread_html(9))
    assert choice.candidate is not None
    (use,) = choice.uses
    assert (use.template, use.records, use.agreed, use.handed_out) == (entry.id, 5, 1.0, True)


def test_changed_page_is_read_by_structure_and_counted_as_missed():
    shelf = shelf_with(entry_of(TemplateBook(), thread_pages(range(4))))
    choose(shelf, thread_html(9))
    choice = choose(shelf, thread_html(10, names=NEW))
    assert choice.candidate is None
    (use,) = choice.uses
    assert (use.missed, use.others, use.handed_out) == (True, 5, False)


def test_cosmetic_change_is_none():
    shelf = shelf_with(entry_of(TemplateBook(), thread_pages(range(4))))
    names = {**OLD, "wrap": "posts-list-v2"}
    banner = '<div class="promo"><a href="/buy">Buy two</a></div>'
    choice = choose(shelf, thread_html(9, names=names, around=banner))
    assert choice.candidate is not None
    assert choice.uses[0].agreed == 1.0


def test_reading_that_has_more_is_believed_where_both_are_believable():
    shelf = shelf_with(entry_of(TemplateBook(), thread_pages(range(4))))
    html = thread_html(9, posts=6)
    labels = read_labels(labelled(html))
    assert choose(shelf, html, labels[:3]).candidate is not None
    half = html.replace('class="post"', 'class="other"', 3)
    choice = choose(shelf, half, labels)
    assert choice.candidate is None
    assert choice.uses[0].records == 3
    assert not choice.uses[0].handed_out


def test_one_record_less_on_a_long_page_is_not_the_same():
    shelf = shelf_with(entry_of(TemplateBook(), thread_pages(range(4))))
    html = thread_html(9, posts=40)
    labels = read_labels(labelled(html))
    choice = choose(shelf, html.replace('class="post"', 'class="other"', 1), labels)
    assert choice.uses[0].agreed > 0.95
    assert choice.candidate is None


def test_drifting_template_is_handed_out_only_where_structure_says_the_same():
    entry = entry_of(TemplateBook(), thread_pages(range(4)))
    shelf = shelf_with(entry, drifting=[entry.key])
    html = thread_html(9, posts=6)
    labels = read_labels(labelled(html))
    assert choose(shelf, html, labels[:3]).candidate is None
    assert choose(shelf, html, labels).candidate is not None
    assert choose(shelf, html, []).candidate is None


def test_settled_template_is_compared_only_now_and_then():
    shelf = shelf_with(entry_of(TemplateBook(), thread_pages(range(4))))
    compared = []
    for seed in range(STREAK + 4 * SAMPLE):
        page = labelled(thread_html(seed))
        compared.append(not read_and_chosen(shelf, page))
    assert all(compared[:STREAK])
    assert compared[STREAK:].count(True) == 4
    for times in (-1, 1):  # no post has a name, or one has none
        nameless = thread_html(77).replace('class="user"', 'class="handle"', times)
        page = labelled(nameless)
        found = shelf.read("thread", SHAPE, page.sheet, signatures_of(page.tree))
        assert found is not None
        assert not shelf.is_settled(found)


def test_template_of_another_site_is_used_where_it_agrees():
    book = TemplateBook()
    entry_of(book, thread_pages(range(4)), site="a.example")
    other = entry_of(book, thread_pages(range(4), names=NEW), site="b.example")
    shelf = shelf_with(library=book.library("f.example"))
    choice = choose(shelf, thread_html(9, names=NEW))
    assert choice.candidate is not None
    (use,) = choice.uses
    assert (use.template, use.is_own, use.handed_out) == (other.id, False, True)
    own = book.adopt(other, "f.example", "c7", "2024-05-02")
    assert (own.origin, own.site, own.version) == (other.name, "f.example", 1)
    assert [entry.id for entry in book.live("f.example")] == [own.id]


def test_template_that_cannot_be_loaded_costs_no_page():
    def broken(kind, data):
        raise KeyError("root")

    shelf = TemplateShelf(broken)
    shelf.fill(ShelfContent([entry_of(TemplateBook(), thread_pages(range(4)))]))
    assert choose(shelf, thread_html(9)).candidate is None


# -- the book


def test_versions_are_kept_and_a_former_one_comes_back_under_its_name():
    book = TemplateBook()
    old = entry_of(book, thread_pages(range(4)))
    new = book.entry_for(learn(thread_pages(range(4), names=NEW), KINDS), "f.example", "c1", [], "")
    book.replace(old, new)
    assert [(e.version, e.state) for e in book.history(old.id)] == [(1, "former"), (2, "live")]
    former = [entry for entry in book.library("f.example") if entry.id == old.id]
    assert [entry.version for entry in former] == [1]
    back = book.adopt(former[0], "f.example", "c1", "2024-06-01")
    assert (back.id, back.version, back.state) == (old.id, 3, "live")


def test_pinned_template_is_not_replaced():
    book = TemplateBook()
    entry = entry_of(book, thread_pages(range(4)))
    pinned = TemplateEntry.from_json({**entry.to_json(), "pinned": True, "origin": "edited"})
    book.put(pinned)
    with pytest.raises(TemplateError, match="pinned"):
        book.replace(pinned, entry)


def test_book_survives_export_and_refuses_what_is_none():
    book = TemplateBook()
    entry_of(book, thread_pages(range(4)))
    again = TemplateBook.from_json(book.to_json())
    assert again.to_json() == book.to_json()
    with pytest.raises(TemplateError, match="format"):
        TemplateBook.from_json({"format": 99})
    with pytest.raises(TemplateError):
        TemplateEntry.from_json({"id": "x", "role": "thread"})
    with pytest.raises(TemplateError, match="role"):
        TemplateEntry.from_json({"id": "x", "role": "poem", "templates": {}})


def test_anchors_are_what_all_pages_of_a_template_have():
    pages = thread_pages(range(3))
    anchors = anchors_of(pages)
    assert set(anchors) == {"div.post", "div.content"}
    entry = entry_of(TemplateBook(), pages)
    assert entry.may_read(signatures_of(tree_of(thread_html(8))))
    assert not entry.may_read(signatures_of(tree_of(thread_html(8, names=NEW))))


def test_how_a_template_has_fared_can_be_handed_on():
    entry = entry_of(TemplateBook(), thread_pages(range(4)))
    shelf, fresh = shelf_with(entry), shelf_with(entry)
    for seed in range(STREAK):
        page = labelled(thread_html(seed))
        assert not read_and_chosen(shelf, page)
    fresh.take_standing(entry, shelf.standing(entry))
    assert fresh.standing(entry) == shelf.standing(entry)
    assert fresh.is_usual("thread", SHAPE)
    page = labelled(thread_html(77))
    assert read_and_chosen(fresh, page)
    assert not read_and_chosen(shelf_with(entry), page)
