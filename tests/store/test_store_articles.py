"""Articles of several pages: one record, whatever the order their pages come in."""

from __future__ import annotations

import itertools

import pytest
from store_kit import outbox, rows_of

from fpcrawl.extraction.records import Article, Comment
from fpcrawl.store.parts import ArticlePart, is_whole, join_parts

COMMENT = Comment(author="x", body_text="well said", post_id="7")


def part(page: int, pages: int = 3, text: str | None = None, **changes) -> ArticlePart:
    values = {
        "key": "a1",
        "site": "n.example",
        "url": "http://n.example/1",
        "title": "Title" if page == 1 else "Title (page)",
        "author": "Ann" if page == 1 else None,
        "body_text": text or f"Words of page {page}.",
        "images": [f"http://n.example/{page}.png", "http://n.example/logo.png"],
        "confidence": 0.8,
    }
    return ArticlePart(page, pages, Article(**{**values, **changes}))


@pytest.mark.parametrize("order", list(itertools.permutations([1, 2, 3])))
def test_an_article_is_handed_out_once_when_all_its_pages_are_there(records_state, order) -> None:
    stored = [records_state.articles.add(part(page), float(page), crawl="news:n") for page in order]
    assert [s.status for s in stored] == ["held", "held", "new"]
    (line,) = outbox(records_state)
    assert line["version"] == 1
    assert line["body_text"] == "Words of page 1.\nWords of page 2.\nWords of page 3."
    assert (line["title"], line["author"]) == ("Title", "Ann")
    assert len(line["images"]) == 4
    # A page read again changes nothing, one with other words is an edit.
    assert records_state.articles.add(part(2), 9.0).status == "same"
    assert records_state.articles.add(part(1), 9.0).status == "same"
    edited = records_state.articles.add(part(3, text="Other words."), 10.0)
    assert (edited.status, edited.version) == ("changed", 2)
    assert records_state.records.get("article", "a1")["body_text"].endswith("page 2.\nOther words.")


def test_an_article_of_one_page_needs_no_parts(records_state) -> None:
    assert records_state.articles.add(part(1, pages=1), 1.0).status == "new"
    assert records_state.articles.add(part(1, pages=1), 2.0).status == "same"
    assert rows_of(records_state, "SELECT count(*) FROM article_parts") == [(0,)]


def test_an_article_that_got_a_second_page_is_another_version(records_state) -> None:
    records_state.articles.add(part(1, pages=1), 1.0)
    assert records_state.articles.add(part(1, pages=2), 2.0).status == "same"
    assert records_state.articles.add(part(2, pages=2), 3.0).version == 2


def test_what_waits_too_long_is_handed_out_as_it_is(records_state) -> None:
    records_state.articles.add(part(1), 100.0, crawl="news:n")
    records_state.articles.add(part(3), 150.0, crawl="news:n")
    assert records_state.articles.release("news:n", 160.0, before=90.0) == []
    assert records_state.articles.release("news:other", 160.0, before=200.0) == []
    (stored,) = records_state.articles.release("news:n", 160.0, before=120.0)
    assert (stored.status, stored.version) == ("new", 1)
    assert records_state.articles.release("news:n", 170.0, before=200.0) == []
    assert [line["body_text"] for line in outbox(records_state)] == [
        "Words of page 1.\nWords of page 3."
    ]


def test_further_pages_of_comments_repeat_the_article_but_once() -> None:
    other = Comment(author="y", body_text="not at all", post_id="8")
    joined = join_parts(
        [
            part(2, 2, text="Words of page 1.", comments=[COMMENT, other]),
            part(1, 2, comments=[COMMENT]),
        ]
    )
    assert joined.body_text == "Words of page 1."
    assert joined.comments == [COMMENT, other]


def test_an_article_is_whole_when_no_page_knows_of_another() -> None:
    assert is_whole([part(1, 2), part(2, 2)])
    assert not is_whole([part(1, 2), part(2, 3)])
    assert not is_whole([part(2, 2)])
