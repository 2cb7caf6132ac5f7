"""What is done about walls."""

from __future__ import annotations

import pytest

from fpcrawl.walk.wallbook import MAX_FRUITLESS, MAX_GUESSES, MAX_TRIES, Action, Standing, WallBook
from fpcrawl.walk.walls import Wall, WallKind

PAGE = "https://bbs.example.com/forum/thread-7-1.html"
LOGIN = Wall("login", "please log in")


def inside() -> WallBook:
    book = WallBook(Standing.FORM)
    book.logged_in()
    return book


def met(book: WallBook, url: str = PAGE, kind: WallKind = "login", **more: object) -> Action:
    values = {"account": False, "session": book.session, **more}
    return book.met(Wall(kind, ""), url, **values).action  # type: ignore[arg-type]


def test_a_guest_puts_pages_aside_and_soon_stops_asking_for_their_like() -> None:
    book = WallBook()
    for n in range(MAX_GUESSES):
        url = f"https://bbs.example.com/thread-{n}-1.html"
        assert not book.is_hopeless(url)
        assert met(book, url) is Action.PARK
    assert book.is_hopeless("https://bbs.example.com/thread-99-1.html")
    assert not book.is_hopeless("https://bbs.example.com/forum-1.html")
    book.read("https://bbs.example.com/thread-98-1.html", account=False, entrance=True, session=0)
    assert not book.is_hopeless("https://bbs.example.com/thread-99-1.html")


def test_a_lost_session_is_renewed_and_what_met_the_wall_meanwhile_comes_again() -> None:
    book = inside()
    assert met(book) is Action.LOGIN
    before = book.session
    book.logged_in()
    assert met(book, PAGE + "?2", session=before) is Action.AGAIN
    assert book.read(PAGE, account=True, entrance=False, session=book.session) is None
    assert book.fruitless == 0
    assert met(book) is Action.LOGIN, "it may be lost again later"


def test_a_page_that_a_fresh_session_does_not_open_is_over() -> None:
    book = inside()
    for n in range(MAX_FRUITLESS):
        url = f"{PAGE}?{n}"
        assert met(book, url) is Action.LOGIN
        book.logged_in()
        assert met(book, url) is Action.END
    assert met(book, f"{PAGE}?99") is Action.END, "no more logins for nothing"
    assert met(inside(), account=True) is Action.END


def opened(book: WallBook, *urls: str) -> None:
    for url in urls:
        assert book.read(url, account=False, entrance=False, session=book.session) is None


def test_a_page_at_which_the_session_ends_twice_is_not_given_up() -> None:
    book = inside()
    assert met(book) is Action.LOGIN
    assert not book.is_in_doubt
    book.logged_in()
    opened(book, f"{PAGE}?1", f"{PAGE}?2")
    assert met(book) is Action.LOGIN, "others were shown: the session may have ended again"
    assert book.is_in_doubt
    book.logged_in()
    assert not book.is_in_doubt
    opened(book, PAGE)
    assert met(book) is Action.LOGIN


def test_a_page_that_a_good_session_does_not_open_is_over() -> None:
    book = inside()
    assert met(book) is Action.LOGIN
    book.logged_in()
    opened(book, f"{PAGE}?1")
    assert met(book) is Action.LOGIN
    book.still_in()
    assert met(book) is Action.END
    assert met(book, f"{PAGE}?2") is Action.LOGIN


def test_a_page_that_never_opens_is_given_up() -> None:
    book = inside()
    actions = []
    for n in range(MAX_TRIES + 1):
        opened(book, f"{PAGE}?{n}")
        actions.append(met(book))
        book.logged_in()
    assert actions == [*[Action.LOGIN] * MAX_TRIES, Action.END]


def test_many_pages_that_are_not_for_us_do_not_hide_a_lost_session() -> None:
    book = inside()
    for n in range(MAX_FRUITLESS):
        met(book, f"{PAGE}?{n}")
        book.logged_in()
        assert met(book, f"{PAGE}?{n}") is Action.END
    opened(book, f"{PAGE}?98")
    assert met(book, f"{PAGE}?99") is Action.LOGIN
    assert book.is_in_doubt


def test_pages_made_for_guests_tell_that_the_session_is_lost() -> None:
    book = inside()
    other = PAGE.replace("7", "8")
    assert book.read(other, account=False, entrance=True, session=1) is None, "never seen inside"
    assert book.read(PAGE, account=True, entrance=False, session=1) is None
    lost = book.read(other, account=False, entrance=True, session=1)
    assert lost is not None
    assert lost.action is Action.LOGIN
    book.logged_in()
    assert book.read(other, account=False, entrance=True, session=2) is None, "made alike for all"
    assert book.read(PAGE, account=False, entrance=True, session=2) is None


def test_cookies_that_worked_and_do_no_more_end_the_crawl() -> None:
    book = WallBook(Standing.COOKIES)
    book.logged_in()
    assert met(book) is Action.PARK
    book.read(PAGE, account=True, entrance=False, session=1)
    assert met(book) is Action.STOP


@pytest.mark.parametrize("kind", ["captcha", "banned", "rate_limited", "browser_check", "closed"])
def test_walls_of_the_site_are_waited_out_longer_each_time(kind: WallKind) -> None:
    book = WallBook(max_wait_s=2000.0)
    waits = []
    for n in range(MAX_TRIES + 4):
        decision = book.met(Wall(kind, ""), f"{PAGE}?{n}", account=False, session=0)
        assert decision.action is Action.WAIT
        waits.append(decision.wait_s)
    assert waits == sorted(waits)
    assert waits[-1] <= 2000.0
    book.read(PAGE, account=False, entrance=False, session=0)
    first = book.met(Wall(kind, ""), PAGE, account=False, session=0).wait_s
    assert first == waits[0], "a page that came through ends the row"


def test_a_page_that_alone_meets_a_captcha_is_left_for_later() -> None:
    book = WallBook()
    actions = [met(book, kind="captcha") for _ in range(MAX_TRIES)]
    assert actions == [Action.WAIT] * (MAX_TRIES - 1) + [Action.LATER]
