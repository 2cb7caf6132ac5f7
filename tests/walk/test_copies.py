"""What a site shows a second time in another dress."""

from __future__ import annotations

import pytest

from fpcrawl.extraction.records import Article, Post
from fpcrawl.walk.copies import Copies

HOST = "https://bbs.example.com"
LONG = "Part {} of what the harbour office still waits for: cement, and a better battery."
WORDS = [LONG.format(n) for n in range(4)]


def posts(*texts, title="Kettles that whistle", author="anna", published=None):
    where = {"site": HOST, "url": HOST, "thread_url": HOST, "thread_title": title}
    told = {"author": author, "published": published, **where}
    return [Post(key=text, body_text=text, **told) for text in texts]


@pytest.fixture
def copies():
    found = Copies()
    assert not found.is_copy(f"{HOST}/threads/kettles.7/", posts(*WORDS[:2]))
    return found


@pytest.mark.parametrize(
    ("path", "shown", "expected"),
    [
        ("/archive/t-7.html", posts(*WORDS[:2]), True),
        ("/archive/t-7.html", posts(WORDS[0] + " Edited.", "Thanks!"), True),
        ("/archive/t-7.html", posts(*WORDS[:3]), False),
        ("/archive/t-7.html", posts(*WORDS[:2], title="Lids"), False),
        ("/archive/t-7.html", posts(*WORDS[:2], author="ben"), False),
        # The same was written twice.
        ("/threads/kettles.9/", posts(*WORDS[:2]), False),
        ("/archive/t-7.html", posts("Thanks!"), False),
        ("/archive/t-7.html", [], False),
    ],
)
def test_a_copy_shows_what_was_read_under_its_name_at_another_kind_of_address(
    copies, path, shown, expected
):
    assert copies.is_copy(HOST + path, shown) is expected


def test_a_copy_of_all_pages_is_one_once_these_were_read(copies):
    assert not copies.is_copy(f"{HOST}/threads/kettles.7/page-2", posts(*WORDS[2:]))
    assert copies.is_copy(f"{HOST}/archive/t-7.html", posts(*WORDS))


def test_a_copy_can_be_longer_than_a_page_that_leads_on_to_the_rest():
    copies = Copies()
    assert not copies.is_copy(f"{HOST}/threads/pots.8/", posts(*WORDS[:3], title="Pots"))
    assert not copies.is_copy(f"{HOST}/archive/t-8.html", posts(*WORDS, title="Pots"))
    assert not copies.is_copy(f"{HOST}/t/9/", posts(*WORDS[:2], title="Lids"), leads_on=True)
    assert copies.is_copy(f"{HOST}/archive/t-9.html", posts(*WORDS, title="Lids"))


def test_a_copy_can_show_what_is_quoted_where_a_thread_does_not():
    copies, time = Copies(), "2026-03-04T10:00+00:00"
    shown = [*posts(WORDS[0], published=time), *posts("Yes.", author="ben", published=time)]
    assert not copies.is_copy(f"{HOST}/t/7", shown)
    said = posts(f"anna: {WORDS[1]} {WORDS[0]}", published=time)
    said += posts(f"anna: {WORDS[0]} Yes.", author="ben", published=time)
    assert copies.is_copy(f"{HOST}/archive/t-7.html", said)
    assert not copies.is_copy(f"{HOST}/print/7", posts(f"anna: {WORDS[1]} {WORDS[0]}"))


def test_a_chinese_sentence_says_as_much_as_a_longer_one():
    copies, words = Copies(), posts("港口办公室还在等水泥和更好的电池。")
    assert not copies.is_copy(f"{HOST}/t/7", words)
    assert copies.is_copy(f"{HOST}/archive/t-7.html", words)


def test_what_shows_in_full_what_was_begun_elsewhere_is_no_copy():
    copies = Copies()
    assert not copies.is_copy(f"{HOST}/new/7.html", posts(WORDS[0]))
    assert not copies.is_copy(f"{HOST}/threads/kettles.7/", posts(f"{WORDS[0]} {WORDS[1]}"))


def test_a_copy_can_tell_the_seconds_of_a_time():
    copies, time = Copies(), "2026-03-04T10:00"
    shown = [*posts(WORDS[0], published=f"{time}+00:00"), *posts("Yes.", published=f"{time}+00:00")]
    assert not copies.is_copy(f"{HOST}/t/7", shown)
    said = [*posts(WORDS[0], published=f"{time}:44+00:00")]
    said += posts("Yes.", published=f"{time}:44+00:00")
    assert copies.is_copy(f"{HOST}/archive/t-7.html", said)


def article(*lines, title="The harbour"):
    text = "\n".join(lines)
    return [Article(key=text, site=HOST, url=HOST, title=title, body_text=text)]


def is_again(copies, path, shown, *, leads_on=False, turned=False):
    return copies.is_article_again(HOST + path, shown, leads_on=leads_on, turned=turned)


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (article(*WORDS), True),
        (article(*WORDS, "And."), True),
        (article(WORDS[0], "Menu", *WORDS[1:]), True),
        (article(*WORDS, *(line.replace("cement", "sand") for line in WORDS)), False),
        (article(*WORDS, title="The ferry"), False),
        (article(*(line.replace("cement", "sand") for line in WORDS)), False),
        (article("Part 0."), False),
        ([], False),
    ],
)
def test_an_article_is_shown_again(shown, expected):
    copies = Copies()
    assert not is_again(copies, "/town/7.html", article(*WORDS))
    assert not is_again(copies, "/town/7.html", article(*WORDS))
    assert is_again(copies, "/m/town/7.html", shown) is expected


def test_an_article_in_parts_is_shown_again_on_one_page():
    copies = Copies()
    assert not is_again(copies, "/7.html", article(*WORDS[:2]), leads_on=True)
    assert is_again(copies, "/7.html?view=all", article(*WORDS))
    copies = Copies()
    assert not is_again(copies, "/7.html", article(*WORDS[:2]), leads_on=True)
    # What stands above all parts says nothing of them.
    assert not is_again(copies, "/7_2.html", article(*WORDS[:2]), turned=True)
    # A part alone may be all that is shown to those who do not pay.
    assert not is_again(Copies(), "/8.html", article(*WORDS[:2]))
