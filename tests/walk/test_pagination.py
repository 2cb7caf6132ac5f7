"""Links to further pages, and those that only look like them."""

from __future__ import annotations

import pytest
from extraction_kit import html_page, page_of
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.walk.pageaddress import first_pages, page_number
from fpcrawl.walk.pagerbox import first_of
from fpcrawl.walk.pagination import is_page_step, is_same_list, next_page, pagination_of

HOST = "http://f.example"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/t/5", "/t/5"),
        ("/t/5", "/t/5/"),
        ("/t/5", "/t/5?page=2"),
        ("/t/5?page=2", "/t/5?page=3"),
        ("/g/pots/topics", "/g/pots/topics?page=2&after=17638"),
        ("/r/pots", "/r/pots?count=25&after=t3_p14"),
        ("/t?id=5", "/t?id=5&start=20"),
        ("/t?id=5&start=20", "/t?start=40&id=5"),
        ("/t?id=5", "/t?id=5;page=2"),
        ("/t?topic=5.0", "/t?topic=5.20"),
        ("/t/5", "/t/5/page/2"),
        ("/t/5", "/t/5/page-2"),
        ("/t/5/page/2", "/t/5/page/3"),
        ("/thread-5-1-1.html", "/thread-5-2-1.html"),
        ("/kettle.html", "/kettle-2.html"),
        ("/kettle.html", "/kettle_2.html"),
        ("/cat/town", "/cat/town/2"),
        ("/cat/town/", "/cat/town/index_2.html"),
        ("/t/5?lang=en", "/t/5?lang=en&page=2"),
        ("/t/5", "/t/5?lang=en&page=2"),
        ("/town/5.html?from=list", "/town/5_2.html"),
        ("/thread-5-1-1.html?from=list", "/thread-5-2-1.html"),
        ("/town/kettle-5?ref=home", "/town/kettle-5/2"),
        ("/t/%E6%B0%B4", "/t/水/page/2"),
        ("/y.pl?num=1204", "/y.pl?num=1204/10"),
        ("/disp.asp?boardID=2&ID=12", "/disp.asp?boardID=2&replyid=0&id=12&skin=0&page=2"),
    ],
)
def test_pages_of_one_list(one, other):
    assert is_same_list(HOST + one, HOST + other)
    assert is_same_list(HOST + other, HOST + one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/t/5", "/f/5"),
        ("/t/5?id=1&page=2", "/t/5?id=2&page=3"),
        ("/thread-5-1-1.html", "/thread-6-2-1.html"),
        ("/t/kettle", "/t/kettle-lid"),
        ("/t/kettle", "/t/pot"),
        ("/t/5?sort=new", "/t/5?sort=old"),
        ("/town/5.html?from=list", "/town/6_2.html"),
        ("/thread-5-1-1.html?from=list", "/thread-6-1-1.html"),
        ("/f/2/t/5?from=list", "/f/2/t/6"),
        ("/town/5.html?page=3", "/town/5_2.html"),
        ("/t/5?page=2", "/f/5?page=2"),
        ("/t/5", "/t/5/print"),
        ("/t/5?id=a1", "/t/5?id=b1"),
        ("/y.pl?num=1204", "/y.pl?num=12041/10"),
        ("/board.php?bo_table=free", "/board.php?bo_table=free&wr_id=13"),
    ],
)
def test_pages_of_two_lists(one, other):
    assert not is_same_list(HOST + one, HOST + other)
    assert not is_page_step(HOST + one, HOST + other)


def test_another_host_or_port_is_another_list():
    assert not is_same_list("http://f.example/t/5", "http://g.example/t/5?page=2")
    assert not is_same_list("http://f.example/t/5", "http://f.example:8000/t/5?page=2")
    assert not is_same_list("http://[bad/t/5", "http://f.example/t/5")


@pytest.mark.parametrize(
    ("one", "other", "step"),
    [
        ("/t/5", "/t/5?page=2", True),
        ("/t/5?page=2", "/t/5?page=3", True),
        ("/t/5", "/t/5/page/2", True),
        ("/kettle.html", "/kettle_2.html", True),
        ("/t?id=5", "/t?id=5&from=20", True),
        ("/t?id=5", "/t?id=5&x=20", True),
        ("/news/5.html", "/news/6.html", False),
        ("/t?id=5", "/t?id=6", False),
        ("/thread-5-1-1.html", "/thread-6-1-1.html", False),
    ],
)
def test_a_number_that_can_only_be_that_of_a_page(one, other, step):
    assert is_page_step(HOST + one, HOST + other) is step
    assert is_page_step(HOST + other, HOST + one) is step


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("/?p=101", "/?p=102"),
        pytest.param("/p/101.html", "/p/102.html"),
        ("/t/5?page=2", "/t/6?page=2"),
    ],
)
def test_the_next_article_is_no_further_page(one, other):
    assert not is_page_step(HOST + one, HOST + other)


def pages(body, url="/t/5"):
    found = pagination_of(page_of(html_page(body), HOST + url))
    return {item.link.url.removeprefix(HOST): (item.number, item.is_next) for item in found}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2", 2),
        ("[2]", 2),
        ("( 2 )", 2),
        ("... 12", 12),
        ("Page 3", 3),
        ("第3页", 3),
        ("Seite 4", 4),
    ],
)
def test_numbers(text, number):
    assert pages(f'<a href="/t/5?page={number}">{text}</a>') == {
        f"/t/5?page={number}": (number, False)
    }


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/t/5?page=2">Next</a>',
        '<a href="/t/5?page=2">next »</a>',
        '<a href="/t/5?page=2">下一页</a>',
        '<a href="/t/5?page=2">›</a>',
        '<a href="/t/5?page=2">Weiter</a>',
        '<a href="/t/5?page=2"><i class="fa fa-chevron-right"></i></a>',
        '<a href="/t/5?page=2"><span class="icon-next"></span></a>',
    ],
)
def test_words_and_icons_for_the_next_page(link):
    assert pages(link) == {"/t/5?page=2": (2, True)}


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/t/5?page=2" rel="next">on we go</a>',
        '<a href="/t/5?page=2" class="nxt">on we go</a>',
        '<a href="/t/5?page=2" title="Next page">on we go</a>',
    ],
)
def test_links_that_say_next_out_of_sight(link):
    assert pages(link) == {"/t/5?page=2": (None, True)}


@pytest.mark.parametrize(
    "text",
    [
        "Last",
        "last »",
        "末页",
        "尾页",
        pytest.param(">>|"),
    ],
)
def test_the_last_page(text):
    assert pages(f'<a href="/t/5?page=9">{text}</a>') == {"/t/5?page=9": (9, False)}
    assert pages(f'<a href="/t/5?z=80">{text}</a>') == {"/t/5?z=80": (None, False)}


def test_a_page_that_is_linked_twice_is_one():
    body = '<a href="/t/5?page=2">Next</a><a href="/t/5?page=2">2</a><a href="/t/5?page=3">3</a>'
    assert pages(body) == {"/t/5?page=2": (2, True), "/t/5?page=3": (3, False)}


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/t/6/kettles">Next</a>',
        '<a href="/f/1?page=2">2</a>',
        '<a href="/t/5">1</a>',
        '<a href="/t/5?page=2">Two more things</a>',
        '<a href="http://g.example/t/5?page=2">2</a>',
        '<a href="/news/next-week.html">Next week in the kitchen</a>',
        '<a href="/u/12">12</a>',
    ],
)
def test_what_is_no_further_page(link):
    assert pages(link) == {}


addresses = st.from_regex(
    r"http://f\.example(/[a-z]{1,3}(-\d{1,3}){0,2}){1,3}(\.html)?(\?[a-c]=\d{0,2}(&p=\d)?)?",
    fullmatch=True,
)


@given(addresses, addresses)
def test_being_of_one_list_goes_both_ways(one, other):
    assert is_same_list(one, other) == is_same_list(other, one)
    assert is_same_list(one, one)
    assert is_page_step(one, other) <= is_same_list(one, other)


def following(body, url="/t/5", head=""):
    page = page_of(html_page(body, head=head), HOST + url)
    found = next_page(pagination_of(page), page.url)
    return found.removeprefix(HOST) if found else None


@pytest.mark.parametrize("shown", ["1-20", "<b>1-20</b>", '<a href="/thread-5-1-1.html">1-20</a>'])
def test_the_last_page_can_have_fewer_rows(shown):
    pages = f'<div>{shown} <a href="/thread-5-2-1.html">21-27</a></div>'
    assert following(pages, "/thread-5-1-1.html") == "/thread-5-2-1.html"
    assert following(pages.replace("21", "22"), "/thread-5-1-1.html") is None


def test_counts_beside_titles_of_other_threads_are_no_pages():
    rows = "".join(
        f'<li><a href="/read/{n}">Which oil?</a> <a href="/read/{n}#c">({n % 5 + 2})</a></li>'
        for n in range(900, 906)
    )
    assert following(f"<ul>{rows}</ul>", "/read/880") is None
    rows = rows.replace('#c"', '?page=1&amp;t=cv"')
    assert following(f"<ul>{rows}</ul>", "/read/880") is None
    # The title of the thread itself leads to its first page.
    own = '<h1><a href="/t/5">Which oil?</a></h1>'
    assert following(own + pager(2, 3)) == "/t/5?page=2"


def pager(*numbers, form="/t/5?page={}"):
    return " ".join(f'<a href="{form.format(n)}">{n}</a>' for n in numbers)


@pytest.mark.parametrize(
    ("url", "body", "following_page"),
    [
        ("/t/5", pager(2, 3, 9), "/t/5?page=2"),
        ("/t/5?page=2", pager(1, 3, 9), "/t/5?page=3"),
        ("/t/5?page=9", pager(1, 2, 8), None),
        ("/t/5?page=9", pager(1, 8) + '<a href="/t/5?page=8">Newer »</a>', None),
        ("/thread-5-2-1.html", pager(1, 3, form="/thread-5-{}-1.html"), "/thread-5-3-1.html"),
        ("/f?id=5&start=40", pager(0, 20, 60, 80, form="/f?id=5&start={}"), "/f?id=5&start=60"),
        ("/f?b=5.0", '<a href="/f?b=5.20">2</a><a href="/f?b=5.40">3</a>', "/f?b=5.20"),
        ("/f?board=5.20", pager(0, 40, form="/f?board=5.{}"), "/f?board=5.40"),
        ("/b/page/4", '<a href="/b/page/5">← Older posts</a><a href="/b/page/3">Newer posts →</a>',
         "/b/page/5"),
        ("/b/page/3", '<a href="/b/page/4">« Načíst další příběhy</a>', "/b/page/4"),
        ("/b/p8", pager(7, 9, form="/b/p{}"), "/b/p9"),
        ("/x-2.html", '<a href="/x.html">1</a> <a href="/x-3.html">下一页</a>', "/x-3.html"),
        ("/x.html", '<a href="/x_2.html">下一页</a>', "/x_2.html"),
        ("/list/", '<a href="/list/index_2.html">2</a>', "/list/index_2.html"),
        ("/v.php?id=5", '<a href="/v.php?id=5&p=2">&raquo;</a>', "/v.php?id=5&p=2"),
        ("/thread-htm-fid-2.html", pager(2, form="/thread-htm-fid-2-page-{}.html"),
         "/thread-htm-fid-2-page-2.html"),
        ("/?forum-1.htm", pager(2, form="/?forum-1-{}.htm"), "/?forum-1-2.htm"),
        ("/topic/5-x/", '<a href="/topic/5-x/page__st__20">Next</a>', "/topic/5-x/page__st__20"),
        ("/m.php", '<a href="/m.php?perpage=20&page=2">2</a>', "/m.php?perpage=20&page=2"),
        # Next to nothing that counts pages, "next" is the next thread or article.
        ("/archives/179", '<a href="/archives/180">Next →</a>', None),
        ("/news/5.html", '<a href="/news/6.html">下一篇</a>', None),
        ("/t/5", '<a href="/t/5?limit=20">20</a><a href="/t/5?limit=50">50</a>', None),
        ("/t/5", "<p>One page</p>", None),
    ],
)  # fmt: skip
def test_the_page_after_this_one(url, body, following_page):
    assert following(body, url) == following_page


def test_the_head_names_the_next_page():
    head = '<link rel="next" href="/t/5?page=2">'
    assert following("<p>Words</p>", head=head) == "/t/5?page=2"
    assert following(pager(1), "/t/5?page=2", '<link rel="next" href="/t/5?page=3">') is None
    assert following("<p>Words</p>", "/t/5", '<link rel="next" href="/t/6">') is None
    # What scripts are given instead of it.
    beside = '<a href="/t/5?page=145">Next</a>'
    declared = '<link rel="next" href="/t/5?start=145">'
    assert following(beside, "/t/5", declared) == "/t/5?start=145"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/t/page-9?ref=5", "/t/page-8"),
        ("/m.php", "/m.php?perpage=20&page=2"),
        ("/x.php?b=3", "/x.php?b=3&prune_day=100&sort_by=Z-A&sort_key=last_post&st=8"),
        ("/v.php?tid=5", "/v.php?tid=5&extra=page%3D3&page=2"),
        ("/?thread-5.htm", "/?thread-5-2.htm"),
    ],
)
def test_more_pages_of_one_list(one, other):
    assert is_same_list(HOST + one, HOST + other)
    assert is_same_list(HOST + other, HOST + one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/t/5?limit=9", "/t/5?limit=20"),
        ("/m.php", "/m.php?id=20&page=2"),
        ("/t/page-9?from=5", "/t/page-8?from=6"),
    ],
)
def test_more_pages_of_two_lists(one, other):
    assert not is_same_list(HOST + one, HOST + other)
    assert not is_same_list(HOST + other, HOST + one)


def numbered(*urls, onward=None):
    numbers = "".join(f'<a href="{url}">{n}</a> ' for n, url in enumerate(urls, 2))
    return f'<div class="pager"><b>1</b> {numbers}' + (
        f'<a href="{onward}">Next</a></div>' if onward else "</div>"
    )


def pages_at(path, body, head=""):
    page = page_of(html_page(body, head=head), HOST + path)
    pages = pagination_of(page)
    onward = next_page(pages, page.url)
    return [p.link.url.removeprefix(HOST) for p in pages], onward and onward.removeprefix(HOST)


@pytest.mark.parametrize(
    ("here", "second", "third"),
    [
        ("/topics/61/kettle-boils", "/topics/61/2/kettle-boils", "/topics/61/3/kettle-boils"),
        ("/list/5000.page", "/list/15/5000.page", "/list/30/5000.page"),
        ("/read.php?4,61", "/read.php?4,61,page=2", "/read.php?4,61,page=3"),
        ("/Kettle-td61.html", "/Kettle-td61i20.html", "/Kettle-td61i40.html"),
        ("/kettle/", "/kettle/paged/2/", "/kettle/paged/3/"),
        (
            "/t?t=5",
            "/t?t=5&postdays=0&postorder=asc&start=15",
            "/t?t=5&postdays=0&postorder=asc&start=30",
        ),
        ("/f", "/f?page=1", "/f?page=2"),
    ],
)
def test_a_pager_is_known_by_its_structure(here, second, third):
    assert pages_at(here, numbered(second, third)) == ([second, third], second)
    # A thread of two pages, with "next" beside the number.
    assert pages_at(here, numbered(second, onward=second)) == ([second], second)
    back = f'<a href="{here}">1</a> <b>2</b> <a href="{third}">3</a> <a href="{third}">Next</a>'
    assert pages_at(second, f"<div>{back}</div>")[1] == third


@pytest.mark.parametrize(
    "body",
    [
        # Numbers that do not count as those of the pages do.
        numbered("/topics/61/7/kettle-boils", "/topics/61/9/kettle-boils"),
        # Addresses that differ in more than a number.
        numbered("/topics/61/2/kettle-boils", "/topics/61/3/kettle-boils-not"),
        # Pages of another thread.
        numbered("/topics/62/2/kettle-boils", "/topics/62/3/kettle-boils"),
        # Days of a calendar.
        numbered("/topics/61/kettle-boils/2024/03/2", "/topics/61/kettle-boils/2024/03/3"),
        # One number with nothing beside it.
        numbered("/topics/61/2/kettle-boils"),
    ],
)
def test_numbered_links_that_do_not_count_are_no_pager(body):
    assert pages_at("/topics/61/kettle-boils", body) == ([], None)


def test_a_declared_next_page_has_a_number_more():
    declared = '<link rel="next" href="/t?t=5&amp;view=next">'
    assert pages_at("/t?t=5", "<p>Kettles</p>", declared) == ([], None)
    assert pages_at("/t?t=5", numbered("/t?t=5&start=15"), declared)[1] == "/t?t=5&start=15"
    assert pages_at("/t?t=5&start=15", "<p>Kettles</p>", declared) == ([], None)
    back = '<link rel="next" href="/t?t=5&amp;start=15">'
    assert pages_at("/t?t=5&start=30", "<p>Kettles</p>", back) == ([], None)


def test_the_next_page_of_a_list_that_counts_from_0_is_never_the_first():
    onward = '<div><a href="/f?page=1">Next</a> <a href="/f?page=1">2</a></div>'
    page = page_of(html_page(onward), HOST + "/f")
    assert [(p.number, p.is_next) for p in pagination_of(page)] == [(2, True)]


def test_addresses_that_count_are_no_pages_of_the_root():
    assert pages_at("/", numbered("/kettle/2/boils", "/kettle/3/boils")) == ([], None)


def pages_of(body, path):
    return [item.link.url for item in pagination_of(page_of(html_page(body), HOST + path))]


def test_pages_of_a_row_are_none_of_its_list():
    row = '<p><a href="/f/pots/lid-7">The lid is lost</a> [ <a href="/f/pots/lid-7/2">2</a>'
    body = f'{row} <a href="/f/pots/lid-7/3">3</a> ]</p><p><a href="/f/pots/2">2</a></p>'
    assert pages_of(body, "/f/pots") == [f"{HOST}/f/pots/2"]


def test_read_more_below_another_title_is_no_next_page():
    card = '<div><h3><a href="/?p=18">The harbour is full</a></h3><a href="/?p=18">{}</a></div>'
    assert pages_of(card.format("Read more"), "/?p=17") == []
    assert pages_of('<a href="/?p=2">Next</a>', "/?p=1") == [f"{HOST}/?p=2"]


@pytest.mark.parametrize(
    ("path", "numbers"),
    [
        ("/f-4-1.html", {2: "/f-4-2.html", 9: "/f-4-9.html"}),
        ("/f-4-2.html", {3: "/f-4-3.html", 9: "/f-4-9.html"}),
        ("/f-4-1.html", {2: "/f-4-2.html"}),
        ("/f/lids", {2: "/f/lids?start=20", 3: "/f/lids?start=40"}),
    ],
)
def test_words_of_any_language_beside_a_pager_are_those_of_a_button(path, numbers):
    following = min(numbers.values())
    pager = "".join(f'<a href="{url}">{n}</a> ' for n, url in numbers.items())
    for words in ("Bolukax ramix", "\u9852\u92ea\u5058\u9852"):
        button = f'<a href="{following}">{words}</a>'
        for body in (f"<div>{pager}{button}</div>", f"<div>{pager}</div><p>{button}</p>"):
            page = page_of(html_page(body), HOST + path)
            assert next_page(pagination_of(page), page.url) == HOST + following


@pytest.mark.parametrize(
    ("url", "firsts"),
    [
        ("http://f.example/thread-81-3-1.html", ["http://f.example/thread-81-1-1.html"]),
        ("http://f.example/thread-3.html", []),
        ("http://127.0.0.1:8701/thread-3.html", []),
        ("http://f.example", []),
    ],
)
def test_what_an_address_may_be_a_further_page_of(url, firsts):
    assert list(first_pages(url)) == firsts


PLACES = [
    # Address of a first page, and of the second and the third.
    ("/t61-lids", "/t61p15-lids", "/t61p30-lids"),
    ("/topics/61/lids", "/topics/61/2/lids", "/topics/61/3/lids"),
    ("/list/5000.page", "/list/15/5000.page", "/list/30/5000.page"),
    ("/lids-t61.html", "/lids-t61-15.html", "/lids-t61-30.html"),
    ("/lids_61_1.htm", "/lids_61_2.htm", "/lids_61_3.htm"),
]


@pytest.mark.parametrize(("first", "second", "third"), PLACES)
def test_a_pager_tells_the_first_page_where_a_further_one_was_entered(first, second, third):
    last = f'<div><a href="{first}">1</a> <a href="{second}">2</a> <b>3</b></div>'
    page = page_of(html_page(last), HOST + third)
    assert first_of(page.links, page.url, str) == (3, HOST + first)
    page = page_of(html_page(last.replace(second, "/t77-pots")), HOST + third)
    assert first_of(page.links, page.url, str) is None
    pages = f'<div><b>1</b> <a href="{second}">2</a> <a href="{third}">3</a></div>'
    page = page_of(html_page(pages), HOST + first)
    assert first_of(page.links, page.url, str) is None


def test_a_page_between_the_number_and_the_name_of_a_thread_is_one_of_it():
    assert is_page_step(f"{HOST}/t61-lids", f"{HOST}/t61p15-lids")
    assert not is_same_list(f"{HOST}/t61-lids", f"{HOST}/t61p15-pots")


def test_the_first_page_is_no_count_of_answers_where_its_title_leads_there():
    head = '<h2><a href="/lids-t61.html">Lids that hum</a></h2>'
    pager = '<div><a href="/lids-t61.html">1</a> <b>2</b> <a href="/lids-t61-30.html">3</a></div>'
    page = page_of(html_page(head + pager), HOST + "/lids-t61-15.html")
    assert {item.number for item in pagination_of(page)} == {1, 3}


def test_the_words_of_a_link_that_is_declared_to_be_next_name_no_text():
    link = '<a href="/pots/?t=20240210" rel="next">Onwards to older letters</a>'
    assert following(link, "/pots/") == "/pots/?t=20240210"


@pytest.mark.parametrize(
    ("link", "following_page"),
    [
        ('<div class="nav-next"><a href="/t/5/comment-page-2#c">Newer comments</a></div>', 2),
        ('<li class="next"><a href="/t/5/comment-page-2">Kommentare von heute</a></li>', 2),
        # Only the page after this one is meant, and only what its box names so.
        ('<div class="nav-next"><a href="/t/5/comment-page-7">Newer comments</a></div>', None),
        ('<div class="nav"><a href="/t/5/comment-page-2">Newer comments</a></div>', None),
        ('<div class="next">In <a href="/t/5/comment-page-2">an answer</a></div>', None),
    ],
)
def test_newer_comments_stand_on_the_page_that_has_a_number_more(link, following_page):
    path = f"/t/5/comment-page-{following_page}" if following_page else None
    assert following(link) == path


@pytest.mark.parametrize("href", ["mail2.html", "maillist2.html", "mail2.htm", "old2.html"])
def test_the_second_file_of_a_list_can_be_called_shorter(href):
    found = following(f'[<a href="/pots/{href}">Next Page</a>]', "/pots/maillist.html")
    assert found == (f"/pots/{href}" if href in {"mail2.html", "maillist2.html"} else None)


def test_a_pager_names_the_first_page_by_its_number_too():
    # Of the two links only the second leads on, whatever its parameters are called.
    form = "/t/61/kettle?jazyk=cs-CZ&strana={}"
    body = f'<div class="pager">{pager(1, 2, form=form)}</div>'
    assert pages_at("/t/61/kettle", body)[1] == form.format(2)
    other = f'<div class="parts">{pager(1, 3, form="/t/61/kettle/dil/{}")}</div>'
    assert pages_at("/t/61/kettle", f"{other}<p>Words</p>")[1] is None


def test_next_and_the_last_page_are_a_pager_of_many():
    body = (
        '<nav><b>Page 1</b> … <a href="/rubrika/pece/list/4">Page 4</a>'
        ' <a href="/rubrika/pece/list/2">Older posts</a></nav>'
    )
    assert pages_at("/rubrika/pece", body)[1] == "/rubrika/pece/list/2"


def test_a_time_that_leads_to_the_last_page_is_no_title():
    reached = '<p>Last answer <a href="/tema/kettle-61/strana/2">6 minutes ago</a></p>'
    body = reached + numbered("/tema/kettle-61/strana/2", onward="/tema/kettle-61/strana/2")
    assert pages_at("/tema/kettle-61", body)[1] == "/tema/kettle-61/strana/2"


@pytest.mark.parametrize("query", ["page=7", "PAGEN_1=7", "a=2&pagen_12=7"])
def test_the_number_of_a_page_is_read_from_parameters_that_are_called_so(query):
    assert page_number(f"http://f.example/t/5/?{query}") == 7


@pytest.mark.parametrize("word", ["More", "See more", "更多>>", "더 보기", "Altri articoli", "Ещё"])
@pytest.mark.parametrize(
    ("here", "there", "leads_on"),
    [
        # What a section has, and not a page.
        ("/board.php?id=4", "/board.php?id=7", False),
        ("/list-4.html", "/list-7.html", False),
        ("/", "/?cat=3", False),
        ("/?lang=en", "/?lang=en&forum_id=3", False),
        # What follows, by a number behind the last, by rows, or by another name.
        ("/list-4-1.html", "/list-4-2.html", True),
        ("/index.php?board=4.40", "/index.php?board=4.60", True),
        ("/", "/?start=20", True),
        ("/?cat=3", "/?cat=3&paged=2", True),
        ("/board.php?id=4", "/board.php?id=4&before=700", True),
        ("/pots/4", "/pots/4/2", True),
    ],
)
def test_what_says_more_leads_on_where_its_address_chooses_no_list(word, here, there, leads_on):
    found = pages_of(f'<a href="{there.replace("&", "&amp;")}">{word}</a>', here)
    assert bool(found) is leads_on


def test_what_says_next_leads_on_whatever_its_address_chooses():
    assert pages_of('<a href="/board.php?id=7">Next</a>', "/board.php?id=4")
