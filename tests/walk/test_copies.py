"""Threads that a site shows a second time in another dress."""

from __future__ import annotations

import pytest

from fpcrawl.extraction.records import Post
from fpcrawl.walk.copies import Copies

HOST = "https://bbs.example.com"
LONG = "Part {} of what the harbour office still waits for: cement, and a better battery."
WORDS = [LONG.format(n) for n in range(4)]


def posts(*texts, title="Kettles that whistle", author="anna"):
    where = {"site": HOST, "url": HOST, "thread_url": HOST, "thread_title": title}
    return [Post(key=text, author=author, body_text=text, **where) for text in texts]


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


def test_what_shows_in_full_what_was_begun_elsewhere_is_no_copy():
    copies = Copies()
    assert not copies.is_copy(f"{HOST}/new/7.html", posts(WORDS[0]))
    assert not copies.is_copy(f"{HOST}/threads/kettles.7/", posts(f"{WORDS[0]} {WORDS[1]}"))
