"""What a site shows a second time in another dress."""

from __future__ import annotations

import pytest

from fpcrawl.extraction.records import Article, Post
from fpcrawl.walk.copies import MOST_PAGES, OF_A_PAGE, Copies

HOST = "https://bbs.example.com"
LONG = "Part {} of what the harbour office still waits for: cement, and a better battery."
WORDS = [LONG.format(n) for n in range(4)]


def posts(*texts, title="Kettles that whistle", author="anna", published=None):
    where = {"site": HOST, "url": HOST, "thread_url": HOST, "thread_title": title}
    told = {"author": author, "published": published, **where}
    return [Post(key=text, body_text=text, **told) for text in texts]


def is_copy(copies, url, records, *, leads_on=False):
    return not copies.unsaid(url, records, leads_on=leads_on) and bool(records)


@pytest.fixture
def copies():
    found = Copies()
    assert not is_copy(found, f"{HOST}/threads/kettles.7/", posts(*WORDS[:2]))
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
    assert is_copy(copies, HOST + path, shown) is expected


def test_a_copy_of_all_pages_is_one_once_these_were_read(copies):
    assert not is_copy(copies, f"{HOST}/threads/kettles.7/page-2", posts(*WORDS[2:]))
    assert is_copy(copies, f"{HOST}/archive/t-7.html", posts(*WORDS))


def test_a_copy_can_be_longer_than_a_page_that_leads_on_to_the_rest():
    copies = Copies()
    assert not is_copy(copies, f"{HOST}/threads/pots.8/", posts(*WORDS[:3], title="Pots"))
    assert not is_copy(copies, f"{HOST}/archive/t-8.html", posts(*WORDS, title="Pots"))
    assert not is_copy(copies, f"{HOST}/t/9/", posts(*WORDS[:2], title="Lids"), leads_on=True)
    assert is_copy(copies, f"{HOST}/archive/t-9.html", posts(*WORDS, title="Lids"))


def test_a_copy_can_show_what_is_quoted_where_a_thread_does_not():
    copies, time = Copies(), "2026-03-04T10:00+00:00"
    shown = [*posts(WORDS[0], published=time), *posts("Yes.", author="ben", published=time)]
    assert not is_copy(copies, f"{HOST}/t/7", shown)
    said = posts(f"anna: {WORDS[1]} {WORDS[0]}", published=time)
    said += posts(f"anna: {WORDS[0]} Yes.", author="ben", published=time)
    assert is_copy(copies, f"{HOST}/archive/t-7.html", said)
    assert not is_copy(copies, f"{HOST}/print/7", posts(f"anna: {WORDS[1]} {WORDS[0]}"))


@pytest.mark.parametrize(
    ("published", "expected"),
    [
        ("2026-03-04", True),
        ("2026-03-05T02:00+09:00", True),
        (None, True),
        ("2026-03-07", False),
        ("2027-03-04T10:00+00:00", False),
    ],
)
def test_what_was_said_on_another_day_is_of_another_thread_of_the_title(published, expected):
    copies = Copies()
    shown = posts(*WORDS, published="2026-03-04T10:00+00:00")
    assert not is_copy(copies, f"{HOST}/t/daily-7", shown)
    again = posts(WORDS[0], published=published)
    assert is_copy(copies, f"{HOST}/t/daily-9/page/2", again) is expected


def test_a_chinese_sentence_says_as_much_as_a_longer_one():
    copies, words = Copies(), posts("港口办公室还在等水泥和更好的电池。")
    assert not is_copy(copies, f"{HOST}/t/7", words)
    assert is_copy(copies, f"{HOST}/archive/t-7.html", words)


def test_what_shows_in_full_what_was_begun_elsewhere_is_no_copy():
    copies = Copies()
    assert not is_copy(copies, f"{HOST}/new/7.html", posts(WORDS[0]))
    assert not is_copy(copies, f"{HOST}/threads/kettles.7/", posts(f"{WORDS[0]} {WORDS[1]}"))


def test_a_copy_can_tell_the_seconds_of_a_time():
    copies, time = Copies(), "2026-03-04T10:00"
    shown = [*posts(WORDS[0], published=f"{time}+00:00"), *posts("Yes.", published=f"{time}+00:00")]
    assert not is_copy(copies, f"{HOST}/t/7", shown)
    said = [*posts(WORDS[0], published=f"{time}:44+00:00")]
    said += posts("Yes.", published=f"{time}:44+00:00")
    assert is_copy(copies, f"{HOST}/archive/t-7.html", said)


def bodies(records):
    return [record.body_text for record in records]


def test_what_was_told_one_by_one_is_left_out_of_what_shows_all_of_a_thread():
    copies, time = Copies(), "2026-03-04T10:{:02d}+00:00"
    shown = [posts(text, published=time.format(n))[0] for n, text in enumerate(WORDS)]
    short = [posts(text, published=time.format(n))[0] for n, text in ((30, "Yes."), (31, "No."))]
    for n, post in enumerate([*shown[:2], short[0]]):
        assert copies.unsaid(f"{HOST}/message/{n}", [post]) == [post]
    kept = copies.unsaid(f"{HOST}/archive/t-7.html", [*shown, *short])
    assert bodies(kept) == [*WORDS[2:], "No."]
    # And the other way round.
    for post in (shown[2], short[1]):
        assert copies.unsaid(f"{HOST}/message/9", [post]) == []
    # What was left out is told by the others alone: read again, they keep it.
    assert copies.unsaid(f"{HOST}/message/0", shown[:1]) == shown[:1]


@pytest.mark.parametrize(
    "post",
    [
        posts(WORDS[0], published="2026-03-04T10:01+00:00")[0],
        posts(WORDS[0], author="ben", published="2026-03-04T10:00+00:00")[0],
        posts(f"{WORDS[0]} More.", published="2026-03-04T10:00+00:00")[0],
        posts(WORDS[0], published="2026-03-04")[0],
        posts("", published="2026-03-04T10:00+00:00")[0],
    ],
)
def test_what_was_said_otherwise_or_at_another_time_was_not_told(post):
    copies, others = Copies(), posts(*WORDS[1:])
    assert copies.unsaid(f"{HOST}/message/1", posts(WORDS[0], published="2026-03-04T10:00+00:00"))
    assert copies.unsaid(f"{HOST}/archive/t-7.html", [post, *others]) == [post, *others]


def test_what_says_little_in_threads_without_a_title_is_left_alone():
    copies = Copies()
    for title in ("", "Lids"):
        told = {"title": title, "published": "2026-03-04T10:00+00:00"}
        short, long = posts("Yes.", **told)[0], posts(WORDS[0], author="ben", **told)[0]
        for n, post in enumerate((short, long)):
            assert copies.unsaid(f"{HOST}/message/{n}", [post]) == [post]
        shown = [short, long, *posts(*WORDS[1:], title=title)]
        kept = copies.unsaid(f"{HOST}/archive/t-7.html", shown)
        assert bodies(kept) == ["Yes."] * (not title) + WORDS[1:]


def test_a_page_that_was_read_before_is_no_copy_though_all_but_one_of_its_posts_are_told():
    shown = [posts(text, published=f"2026-03-04T10:0{n}+00:00")[0] for n, text in enumerate(WORDS)]
    shown.append(posts("And?", published="2026-03-04T10:09+00:00")[0])
    for is_known in (True, False):
        copies = Copies()
        for n, post in enumerate(shown[:-1]):
            copies.unsaid(f"{HOST}/message/{n}", [post])
        own = copies.unsaid(f"{HOST}/archive/t-7.html", shown, is_known=is_known)
        assert bodies(own) == (["And?"] if is_known else [])


def article(*lines, title="The harbour", published=None, author=None):
    text = "\n".join(lines)
    told = {"title": title, "published": published, "body_text": text, "author": author}
    return [Article(key=text, site=HOST, url=HOST, **told)]


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


@pytest.mark.parametrize(
    ("path", "shown", "expected"),
    [
        ("/m/town/8.html", article(*WORDS, "4 11 23", published="2026-03-05T09:00"), True),
        ("/m/town/8.html", article(*WORDS, "4 11 23", "Share it", published="2026-03-05"), True),
        ("/m/town/8.html", article(*WORDS, "4 11 23"), True),
        ("/town/8.html", article(*WORDS, "4 11 23", published="2026-03-05"), True),
        ("/m/town/8.html", article(*WORDS, "4 11 23", published="2026-03-06"), False),
        ("/m/town/8.html", article(*WORDS, "4 11 32", published="2026-03-05"), False),
        ("/m/town/8.html", article(*WORDS, "5 12 24"), False),
        (
            "/m/town/8.html",
            article(*WORDS, *("Bean soup with bread",) * 3, "Pie of the day" * 6),
            False,
        ),
        ("/town/8.html", article(*WORDS, "4 11 23", "Share it", published="2026-03-05"), False),
        ("/town/8.html", article(*WORDS, "Bean soup"), False),
    ],
)
def test_what_appears_each_day_in_set_words_is_told_by_what_else_it_says(path, shown, expected):
    copies = Copies()
    today = article(*WORDS, "4 11 23", published="2026-03-05T09:00")
    assert not is_again(copies, "/town/7.html", today)
    assert is_again(copies, path, shown) is expected


NOON = {"published": "2026-03-05T12:00:10", "author": "anna"}


@pytest.mark.parametrize(
    ("path", "shown", "expected"),
    [
        ("/fr/7.html", article("Closed.", published="2026-03-05T12:00", author="anna"), True),
        ("/8.html", article("Closed.", **NOON), True),
        ("/fr/7.html", article("Closed again.", **NOON), False),
        ("/fr/7.html", article("Closed.", published="2026-03-05T12:01", author="anna"), False),
        ("/fr/7.html", article("Closed.", published="2026-03-05", author="anna"), False),
        ("/fr/7.html", article("Closed.", published="2026-03-05T12:00", author="ben"), False),
        ("/fr/7.html", article("Closed.", published="2026-03-05T12:00"), False),
        ("/fr/7.html", article("", **NOON), False),
    ],
)
def test_a_few_words_are_shown_again_by_the_same_one_in_the_same_minute(path, shown, expected):
    copies = Copies()
    assert not is_again(copies, "/7.html", article("Closed.", **NOON))
    assert is_again(copies, path, shown) is expected


@pytest.mark.parametrize(
    ("path", "published", "expected"),
    [
        ("/2026/03/06/8.html", "2026-03-06", True),
        ("/20260306/8.html", "2026-03-06", True),
        ("/2026/3/6/8.html", "2026-03-06T12:00", False),
        ("/news/8.html", "2026-03-06", False),
        ("/2026/03/07/8.html", "2026-03-06", False),
        ("/2026/03/8.html", "2026-03", False),
    ],
)
def test_a_notice_in_the_place_of_articles_has_the_days_of_their_addresses(
    path, published, expected
):
    copies = Copies()
    assert not is_again(copies, "/2026/03/05/7.html", article(*WORDS, published="2026-03-05"))
    assert is_again(copies, path, article(*WORDS, published=published)) is expected


def test_of_a_title_the_latest_pages_are_remembered():
    copies = Copies()
    days = [article(*WORDS, f"{n} {n + 1} {n + 7}") for n in range(2 * MOST_PAGES)]
    assert not any(is_again(copies, f"/town/{n}.html", day) for n, day in enumerate(days))
    assert is_again(copies, "/m/town/47.html", days[47])
    assert not is_again(copies, "/m/town/1.html", days[1])


def test_what_articles_have_shown_is_remembered_in_bounds(monkeypatch):
    monkeypatch.setattr("fpcrawl.walk.copies.MAX_LINES", 10 * OF_A_PAGE)
    copies = Copies()
    shown = [article(*WORDS, title=f"Harbour {'I' * n}") for n in range(20)]
    assert not any(is_again(copies, f"/town/{n}.html", one) for n, one in enumerate(shown))
    assert is_again(copies, "/m/town/19.html", shown[19])
    assert not is_again(copies, "/m/town/1.html", shown[1])


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


def test_the_posts_that_are_remembered_are_bounded(monkeypatch):
    monkeypatch.setattr("fpcrawl.walk.copies.MAX_POSTS", 10)
    copies = Copies()
    for n in range(4):
        shown = posts(*WORDS, title=f"Kettles {n}")
        assert not is_copy(copies, f"{HOST}/threads/{n}/", shown)
    again = [
        is_copy(copies, f"{HOST}/archive/t-{n}.html", posts(*WORDS, title=f"Kettles {n}"))
        for n in (3, 2, 0)
    ]
    assert again == [True, True, False]


def test_what_one_name_stands_for_is_bounded_too(monkeypatch):
    monkeypatch.setattr("fpcrawl.walk.copies.MAX_POSTS", 10)
    copies = Copies()
    for n in range(4):
        shown = posts(*(f"{words} No. {n}" for words in WORDS))
        assert not is_copy(copies, f"{HOST}/threads/{n}/", shown)
    assert is_copy(copies, f"{HOST}/archive/t-3.html", shown)
