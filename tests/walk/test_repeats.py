"""Pages that show nothing of their own, and what kind of trap they are."""

from __future__ import annotations

import pytest
from extraction_kit import div_thread
from walk_kit import index_body, reading_of, walker_with

from fpcrawl.extraction.lists.listing import rows_of
from fpcrawl.extraction.records import Article
from fpcrawl.walk import content
from fpcrawl.walk.content import content_of, list_digest
from fpcrawl.walk.pagers import PagerTable
from fpcrawl.walk.repeats import Repeats
from fpcrawl.walk.twins import TwinRules
from fpcrawl.walk.walker import Context


def index_at(path, body=None, title="Kitchen"):
    reading = reading_of(body or index_body(), path, role="index", title=title)
    reading.rows = walker_with().thread_rows(reading, Context())
    assert len(reading.rows) == 4
    return reading


def kinds(*readings, turned=True):
    repeats = Repeats(TwinRules())
    return [repeats.judge(content_of(reading), turned=turned) for reading in readings]


@pytest.mark.parametrize(
    ("first", "then", "kind"),
    [
        ("/forum-5.html", "/forum-5.html?page=9", "beyond_end"),
        ("/forum-5-1.html", "/forum-5-9.html", "beyond_end"),
        ("/forum/5/", "/forum/5/page/9/", "beyond_end"),
        ("/forum-5.html", "/forum-5.html?o=new", "parameters"),
        ("/forum-5.html?o=new", "/forum-5.html?o=old", "parameters"),
        ("/0a1b2c3d4e5f/forum-5.html", "/9f8e7d6c5b4a/forum-5.html", "session"),
        ("/forum-5.html", "/kitchen/", "twin"),
    ],
)
def test_the_same_list_at_another_address(first, then, kind):
    assert kinds(index_at(first), index_at(then)) == [None, kind]


def test_what_no_pager_led_to_is_no_end_of_one():
    first, then = index_at("/forum-5.html"), index_at("/forum-5.html?page=9")
    assert kinds(first, then, turned=False) == [None, "twin"]


def test_the_order_of_a_list_does_not_matter():
    rows = index_body().split("<tr>")
    turned = "<tr>".join([rows[0], *reversed(rows[1:-1]), rows[-1]])
    assert kinds(index_at("/forum-5.html"), index_at("/forum-5.html?o=old", turned))[1]


@pytest.mark.parametrize("more", [".html?from={}", ".html?t=1&r={}", "/{}"])
def test_a_number_that_all_links_of_a_list_bear_is_not_the_one_of_a_row(more):
    first, then = (
        index_at(path, index_body().replace(".html", more.format(number)))
        for path, number in (("/forum-5.html", 1), ("/forum-5.html?page=9", 9))
    )
    assert kinds(first, then) == [None, "beyond_end"]


def test_boards_that_show_the_same_block_are_two_boards():
    boards = [index_at("/board?id=1"), index_at("/board?id=2", title="Garden")]
    assert kinds(*boards) == [None, None]


def test_a_short_last_page_beside_a_block_of_all_pages_is_no_end():
    def board(n, page=1, row="Lids that hum"):
        own = f'<p><a href="/lids-{n}">{row}</a></p>'
        path = f"/board?id={n}" + (f"&page={page}" if page > 1 else "")
        return index_at(path, index_body(more=own), f"Board {'x' * n}")

    boards = [board(n) for n in (1, 2, 3)]
    assert kinds(*boards, board(3, 2, "Pots")) == [None] * 4
    assert kinds(*boards, board(3, 2, "Pots"), board(3, 3, "Pots"))[-1] == "beyond_end"


def test_pages_of_a_list_whose_rows_are_not_known_yet_are_not_one():
    def page(number):
        late = "".join(f'<li><a href="/late/{n}">Re: Soup number {n}</a></li>' for n in range(4))
        own = "".join(
            f'<p><a href="/forum-5/{number}{n}-pot">The pot of page {number} with lid {n}</a></p>'
            for n in range(9)
        )
        reading = reading_of(f"{own}<ul>{late}</ul>", f"/forum-5.html?page={number}", role="index")
        reading.rows = rows_of(reading.tree, reading.lists[1])
        assert reading.rows[0].link.text == "Re: Soup number 0"
        return reading

    assert kinds(page(1), page(2)) == [None, None]
    assert kinds(page(1), page(1), page(1)) == [None] * 3


def test_the_number_of_a_page_in_its_name_tells_no_lists_apart():
    pages = [index_at(f"/forum-5.html?page={n}", title=f"Kitchen, page {n}") for n in (3, 9)]
    assert kinds(*pages) == [None, "beyond_end"]


def test_the_same_address_is_no_repeat():
    assert kinds(index_at("/forum-5.html"), index_at("/forum-5.html")) == [None, None]


def thread_at(path, html=None):
    reading = reading_of("", path, role="thread")
    other = reading_of(html or div_thread(), path)
    other.role = "thread"
    assert reading.posts is None
    assert other.posts is not None
    return other


def test_the_same_posts_are_a_repeat_and_others_are_not():
    first, again = thread_at("/thread-7.html"), thread_at("/t/7-kettle")
    assert kinds(first, again) == [None, "twin"]
    more = thread_at("/thread-8.html", div_thread().replace("kettle", "pan"))
    assert kinds(first, more) == [None, None]


@pytest.mark.parametrize(
    "text",
    [
        "Sorry, this topic does not exist.",
        "404 Not Found",
        "抱歉，指定的主题不存在或已被删除或正在被审核",
        "指定的頁面找不到",
        "Die Seite wurde nicht gefunden",
        "Page introuvable",
        "La página no existe",
        "Страница не найдена. Тема не существует",
        "お探しのページは見つかりませんでした",
        "Trang không tồn tại",
    ],
)
def test_a_page_that_says_it_is_not_there(text):
    reading = reading_of(f"<p>{text}</p><p><a href='/'>Home</a></p>", "/x.html", role="other")
    assert kinds(reading) == ["soft_404"]


def test_a_list_with_such_a_thread_is_a_list():
    body = index_body().replace("My kettle boils over and over", "404 page not found, help!")
    assert kinds(index_at("/forum-5.html", body)) == [None]


def article_at(path, words="The harbour was dug by hand. " * 12, title="A harbour", own=()):
    paragraphs = "".join(f"<p>{text}</p>" for text in (words, *own))
    return reading_of(f"<h1>{title}</h1>{paragraphs}", path, role="article", title=title)


def read_article(path, words="The harbour was dug by hand. " * 12, published=None):
    url = f"http://f.example{path}"
    article = Article(path, "f.example", url, "A harbour", published=published, body_text=words)
    return content_of(article_at(path, words), [article])


def test_the_same_article_at_another_address():
    first, marked = article_at("/town/1.html"), article_at("/town/1.html?from=list")
    assert kinds(first, marked, turned=False) == [None, "parameters"]
    assert kinds(first, article_at("/sport/harbour"), turned=False) == [None, "twin"]
    # A further part can have the same above it.
    assert kinds(first, article_at("/town/1_2.html"), turned=True) == [None, None]


@pytest.mark.parametrize(
    "other",
    [
        article_at("/town/2.html", title="A ferry"),
        article_at("/town/2.html", "The harbour was dug by 12 hands. " * 12),
        article_at("/town/2.html", "The 2nd harbour."),
        article_at("/town/2.html", own=["3 11 17 29"]),
        article_at("/town/2.html", own=["Today: soup"]),
    ],
)
def test_two_articles_are_two(other):
    first = article_at("/town/1.html", own=["5 7 23 40"])
    assert kinds(first, other, turned=False) == [None, None]


def test_set_words_of_another_day_are_another_article():
    repeats, times = Repeats(TwinRules()), ("2026-03-06T09:00", "2026-03-06T10:00", "2026-03-07")
    pages = [read_article(f"/town/{n}.html", published=time) for n, time in enumerate(times)]
    assert [repeats.judge(page, turned=False) for page in pages] == [None, "twin", None]


def test_a_mark_of_where_an_article_was_found_is_learnt():
    twins = TwinRules()
    repeats = Repeats(twins)
    for n in range(3):
        for place in ("", "?from=list"):
            page = article_at(f"/town/{n}.html{place}", f"Harbour {n} was dug by hand. " * 12)
            repeats.judge(content_of(page), turned=False)
    assert twins.plain("http://f.example/town/9.html?from=list") == "http://f.example/town/9.html"


@pytest.mark.parametrize("path", ["/news/the-old-harbour-{}", "/read?id=harbour-{}"])
def test_articles_that_are_shown_to_members_alone_teach_nothing(path):
    twins = TwinRules()
    repeats, names = Repeats(twins), "abcdefgh"
    for name in names:
        repeats.judge(
            content_of(article_at(path.format(f"x{name}ing"), title="Join us")), turned=False
        )
    assert len({twins.key(f"http://f.example{path.format(name)}") for name in names}) == len(names)


def test_pages_of_a_list_of_what_appears_each_day_under_one_name_are_others():
    row = '<tr><td><a href="/draw-{}">The numbers of the day</a></td></tr>'
    bodies = [
        "<table>" + "".join(row.format(10 * n + m) for m in range(5)) + "</table>" for n in (1, 2)
    ]
    pages = []
    for n, body in enumerate((*bodies, bodies[-1]), 1):
        reading = reading_of(body, f"/draws?page={n}", role="index", title="Draws")
        reading.rows = rows_of(reading.tree, reading.lists[0])
        assert len(reading.rows) == 5
        pages.append(reading)
    assert kinds(*pages) == [None, None, "beyond_end"]


def test_a_long_text_about_it_is_a_text():
    words = "The page was not found by anybody until the librarian came and looked again. " * 20
    reading = reading_of(f"<h1>A book</h1><p>{words}</p>", "/x.html", role="article")
    assert kinds(reading) == [None]


def test_pages_with_one_template_for_what_is_missing_are_known_by_it():
    readings = [
        reading_of(
            f"<h1>Oh dear</h1><p>We looked for {path} and looked again.</p>", path, role="other"
        )
        for path in ("/lid/handle", "/spout/copper", "/rust/brush")
    ]
    assert kinds(*readings) == [None, "soft_404", "soft_404"]


def test_what_no_boxes_part_is_told_once(monkeypatch):
    told = []
    monkeypatch.setattr(content, "_digest", lambda parts, least=0: told.append(parts))
    body = "".join(f"<hr><b>anna</b> 2024-03-04 10:{n:02}<br>Warm water.<br>" for n in range(50))
    reading = reading_of(body, "/thread-5.html", role="thread")
    assert len(reading.posts.posts) == 50
    content.content_digest(reading)
    assert sum(map(len, told[-1])) < 2 * len(body)


def test_a_pager_is_doubted_after_two_ends():
    pagers = PagerTable()
    for number, size in enumerate((10, 3, 10)):
        pagers.note_size(f"http://f.example/topic/{number}", size)
    pagers.note_end("http://f.example/topic/1")
    assert not pagers.is_doubtful("http://f.example/topic/1")
    assert not pagers.is_last("http://f.example/topic/1", 3)
    pagers.note_end("http://f.example/topic/2")
    assert pagers.is_doubtful("http://f.example/topic/9")
    assert pagers.is_last("http://f.example/topic/9", 9)
    assert not pagers.is_last("http://f.example/topic/9", 10)
    assert not pagers.is_doubtful("http://f.example/board/9")


def with_rows(reading):
    reading.rows = walker_with().thread_rows(reading, Context())
    return reading


def test_a_list_is_known_by_its_name_and_what_it_leads_to():
    board = list_digest(with_rows(reading_of(index_body(), role="index")))
    assert board is not None
    twin = reading_of(index_body((9, 9, 9, 9)), "/latest.html", role="index")
    assert list_digest(with_rows(twin)) == board
    named = reading_of(index_body(), "/forum-6.html", role="index", title="Cellar")
    assert list_digest(with_rows(named)) != board


def test_the_list_of_a_start_page_is_known_before_its_links_are():
    start = reading_of(index_body(), "/", role="home")
    assert not start.rows
    assert list_digest(start) == list_digest(with_rows(reading_of(index_body(), role="index")))
    assert list_digest(reading_of(index_body(), role="thread")) is None
    assert list_digest(reading_of("<p>Nothing here</p>", "/", role="home")) is None
