"""From the bytes of a page to what a crawl wants of it."""

from __future__ import annotations

import pytest
from extraction_kit import URL, WORDS, column, div_thread, html_page
from reader_kit import SITE, job_of, setup_of
from walk_kit import HOST, PAGER, TITLES, home_body, index_body, paths_of

from fpcrawl.extraction.templates.shelf import TemplateShelf
from fpcrawl.reader.desk import ReadingDesk
from fpcrawl.reader.templating import Templating
from fpcrawl.walk.walker import Context

PARAGRAPHS = "".join(
    f"<p>The town council decided on {day} to replace every kettle in the public kitchens.</p>"
    for day in ("Monday", "Tuesday", "Thursday", "Friday")
)
STORY = html_page(
    f'<h1>New kettles</h1><span class="date">2024-03-04 10:00</span><div>{PARAGRAPHS}</div>',
    head='<meta property="og:type" content="article">',
)


def report_of(html, url=URL, context=None, setup=None, **changes):
    return ReadingDesk(setup or setup_of()).read(job_of(html, url, context, **changes))


def test_records_of_a_thread():
    setup = setup_of()
    report = report_of(div_thread(), setup=setup)
    assert report.role == "thread"
    assert column(report.records, "body_text") == WORDS
    assert column(report.records, "thread_title") == ["A small thread"] * 4
    assert column(report.records, "site") == ["f.example"] * 4
    assert report.size == 4
    assert report.layouts is not None
    assert report.layouts.support == 4
    assert list(setup.known.layouts.values()) == [report.layouts]


def test_context_says_thread_and_board():
    context = Context("thread", "Kitchen", "http://f.example/f", URL, "My kettle", 3)
    report = report_of(div_thread(), "http://f.example/thread-77-3.html", context)
    post = report.records[0]
    assert (post.thread_url, post.thread_title, post.board) == (URL, "My kettle", "Kitchen")
    assert post.url == "http://f.example/thread-77-3.html"
    assert report.first_page == URL


def test_a_further_page_of_a_thread_is_no_article_with_comments():
    setup = setup_of()
    for n in range(3):
        url = f"http://f.example/topic/{n}"
        setup.known.families.note_role(url, "thread", 1.0)
        setup.known.families.note_fetch(url, useful=True)
    last = f'<h1>Kettles</h1><div id="comments">{div_thread(2)}</div>{PARAGRAPHS}'
    context = Context("thread", thread_url="http://f.example/topic/7", page=3)
    url = "http://f.example/topic/7/page/3"
    assert report_of(last, url, context, setup).role == "thread"
    assert report_of(last, "http://f.example/news/7", Context("thread"), setup).role == "article"


def test_what_is_older_is_left_out_and_counted():
    report = report_of(div_thread(), setup=setup_of(since="2024-03-05"))
    assert column(report.records, "body_text") == WORDS[2:]
    assert (report.left_out, report.left_out_until) == (2, "2024-03-04")


@pytest.mark.parametrize(("kind", "count"), [("forum", 0), ("news", 1)])
def test_a_forum_crawl_wants_no_articles_and_a_news_crawl_does(kind, count):
    report = report_of(STORY, f"{HOST}/news/7.html", setup=setup_of(kind))
    assert report.role == "article"
    assert len(report.records) == count


def test_a_page_nobody_thought_of_costs_only_its_records():
    class Extractor:
        def extract(self, found, place):
            raise ZeroDivisionError(place.thread_url)

    report = ReadingDesk(setup_of(), Extractor()).read(job_of(div_thread()))
    assert report.records == []
    assert f"ZeroDivisionError: {URL}" in report.extraction_error
    assert report.role == "thread"


@pytest.mark.parametrize(("body", "failure"), [(b"", "empty"), (b"%PDF-1.7 \x00\x01", "binary")])
def test_what_is_no_page_is_a_failure(body, failure):
    report = report_of(body)
    assert report.failure == failure
    assert report.failure_text


def test_a_wall_is_told_and_read_no_further():
    fields = '<input name="user"><input type="password" name="pw"><button>Log in</button>'
    report = report_of(html_page(f"<h1>Log in</h1><form>{fields}</form>", "Log in"))
    assert report.wall is not None
    assert report.wall.kind == "login"
    assert report.content is None
    assert report.steps == []


def test_signs_of_a_session_are_looked_for_where_they_are_wanted():
    door = '<p><a href="/login">Log in</a></p>'
    html = div_thread().replace("<h1>", f"{door}<h1>")
    plain = report_of(html)
    assert (plain.doors, plain.has_entrance) == ([], False)
    asked = report_of(html, wants_doors=True, wants_account=True)
    assert asked.doors == [f"{HOST}/login"]
    assert asked.has_entrance
    assert not asked.has_account


def test_a_list_gives_rows_steps_and_its_next_page():
    report = report_of(html_page(index_body(more=PAGER), "Kitchen"), f"{HOST}/forum-5.html")
    assert (report.role, report.size) == ("index", 4)
    assert column(report.records, "title") == list(TITLES.values())
    assert {f"/thread-{n}.html" for n in TITLES} <= set(paths_of(report.steps))
    assert report.next_page is not None
    assert report.next_page.url == f"{HOST}/forum-5.html?page=2"
    assert report.content.list_digest is not None


def test_a_list_tells_which_last_posts_it_shows_as_ages():
    body = index_body().replace("2024-04-21 10:00", "3 hours ago")
    report = report_of(html_page(body, "Kitchen"), f"{HOST}/forum-5.html")
    (aged,) = [row for row in report.records if row.last_post_raw == "3 hours ago"]
    assert report.ages == {(aged.last_post, "3 hours ago")}


def test_a_home_page_names_its_feeds():
    feed = '<link rel="alternate" type="application/rss+xml" href="/feed.xml">'
    html = html_page(home_body(), "Kitchen", feed)
    assert report_of(html, SITE, Context("home")).feeds == [f"{HOST}/feed.xml"]
    assert report_of(html, f"{HOST}/more", Context()).feeds == []


def test_a_copy_names_the_page_it_was_made_from():
    head = f'<link rel="canonical" href="{URL}">'
    html = div_thread().replace("</head>", f"{head}</head>")
    copy = f"{HOST}/archiver/tid-77.html"
    report = report_of(html, copy)
    assert report.alias == URL
    assert report.records == []
    assert report_of(html, copy, recurring=True).alias is None


def test_links_under_tokens_are_told_for_the_rules_of_twins():
    html = html_page(index_body(), "Kitchen")
    assert report_of(html, f"{HOST}/forum-5.html").issued_links == []
    links = report_of(html, f"{HOST}/0a1b2c3d4e5f60718293/forum-5.html").issued_links
    assert f"{HOST}/thread-1.html" in links


def test_features_are_left_out_where_the_role_settles_the_template():
    assert report_of(div_thread()).features is not None
    assert report_of(div_thread(), settled_role="thread").features is None
    assert report_of(div_thread(), settled_role="index").features is not None


def test_the_clock_is_asked_where_that_is_wanted():
    footer = "<p>All times are GMT+8. Current time: 2024-05-01 20:00</p>"
    html = div_thread().replace("</body>", f"{footer}</body>")
    setup = setup_of()
    assert report_of(html, setup=setup).clock is None
    report = report_of(html, setup=setup, wants_clock=True)
    assert report.clock is setup.known.clock
    assert report.clock.zone is not None
    assert report.records[0].published.endswith("+08:00")


def test_error_with_the_templates_costs_no_record(monkeypatch):
    desk = ReadingDesk(setup_of())

    def fails(*_):
        raise LookupError("nobody thought of this")

    monkeypatch.setattr(Templating, "_extract", fails)
    monkeypatch.setattr(TemplateShelf, "has", lambda *_: True)
    report = desk.read(job_of(div_thread()))
    assert len(report.records) == 4
    assert "nobody thought of this" in report.extraction_error


def test_the_name_of_the_start_page_tells_which_part_of_other_titles_is_the_sites():
    setup = setup_of()
    start = report_of(html_page(home_body(), "Kettleworks"), SITE, Context(role="home"), setup)
    assert start.layouts.names == ["Kettleworks"]
    thread = html_page(f"<b>Kettleworks</b>{div_thread()}", "Kettleworks • Lids")
    for url in (URL, "http://f.example/forum/thread-78.html"):
        # A page of the forum, and of one that lies below the start page.
        report = report_of(thread, url, setup=setup)
        assert column(report.records, "thread_title") == ["Lids"] * 4
    again = report_of(html_page(home_body(), "Kettleworks"), SITE, Context(role="home"), setup)
    assert again.layouts is None
