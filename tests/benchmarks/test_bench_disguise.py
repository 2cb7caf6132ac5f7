"""Disguises of pages: what falls, what a person sees stays."""

from __future__ import annotations

import gzip
import re
from datetime import UTC, datetime, timedelta

import pytest
from lxml import html

from benchmarks._disguise import DISGUISES, disguised, read_disguised, strange_address
from benchmarks._othertimes import form_of, other_text, true_time
from benchmarks._timeforms import FORMS
from benchmarks.common import BenchError
from fpcrawl.pages.dates import find_times, guess_order, parse_time

PAGE = (
    '<html><head><meta charset="gbk"><meta property="article:author" content="Ann">'
    '<script type="application/ld+json">{"@type": "Article"}</script>'
    "<style>.post-author { color: #abc } #p12 { margin: 0 }</style></head><body>"
    '<article id="p12" class="post postAuthor" data-user-name="ann" itemscope>'
    '<h2 class=title><a href="#p12">厨房</a> <a href="#top">top</a>'
    '<a href="/topic/7?page=2&amp;view=all">2</a></h2>'
    '<time datetime="2024-03-04">4 March</time><ul><li>one <b>two</ul>'
    '<img data-src="/a.png"><label for="p12">it</label></article></body></html>'
).encode("gbk")


def seen(body):
    root = html.document_fromstring(body.decode("gbk"))
    return " ".join(root.body.text_content().split())


@pytest.mark.parametrize(
    "name", sorted(name for name in DISGUISES if name != "times" and not name.startswith("nested"))
)
def test_what_a_person_sees_stays(name):
    body = disguised(PAGE, name)
    assert seen(body) == seen(PAGE)
    assert b"charset" in body
    assert b'data-src="/a.png"' in body
    assert body != PAGE


def test_strange_names_are_the_same_everywhere():
    text = disguised(PAGE, "strange").decode("gbk")
    assert not re.search(r"post|author|user|title", text.partition("<body>")[2], re.IGNORECASE)
    (name,) = re.findall(r'id="(\w+)"', text)
    assert name.endswith("12")
    assert f'href="#{name}"' in text
    assert f'for="{name}"' in text
    assert f"#{name} {{ margin" in text
    assert 'href="#top"' in text
    assert "datetime" in text
    assert "ld+json" in text


def test_silent_pages_tell_nothing_to_machines():
    text = disguised(PAGE, "silent").decode("gbk")
    for word in ("ld+json", "datetime", "itemscope", "article:author"):
        assert word not in text
    assert 'class="post postAuthor"' in text


def test_boxes_are_all_alike():
    text = disguised(PAGE, "boxes").decode("gbk")
    tags = {node.tag for node in html.document_fromstring(text).body.iter()}
    assert tags == {"body", "div", "a", "span", "b", "img", "label"}


def test_bare_pages_have_no_names():
    text = disguised(PAGE, "bare").decode("gbk")
    assert not re.search(r"class|id=|data-user|itemscope|datetime", text.partition("<body>")[2])


def test_words_of_addresses_are_the_same_in_all_forms():
    text = disguised(PAGE, "addresses").decode("gbk")
    (there,) = re.findall(r'href="(/[^"]*)"', text)
    assert there.replace("&amp;", "&") == strange_address("/topic/7?page=2&view=all")
    assert re.fullmatch(r"/\w+x/7\?\w+x=2&amp;\w+x=\w+x", there)
    assert 'class="post postAuthor"' in text
    # Escaped or not, of one site or another; what kind of file it is stays.
    assert strange_address("http://a.example/%E5%88%9Ashow-5.html").startswith(
        "http://a.example/%E5%88%9A" + strange_address("show-5.html")
    )
    assert strange_address("/f/index.php?t=5").endswith("/index.php?" + strange_address("t=5"))
    for url in ("mailto:ann@a.example", "#top", "javascript:go()"):
        assert strange_address(url) == url


def test_without_a_disguise_and_in_utf16_a_page_is_as_it_was(tmp_path):
    assert disguised(PAGE, None) == PAGE
    wide = "<p class=post>x".encode("utf-16")
    assert disguised(wide, "bare") == wide
    with pytest.raises(BenchError, match="none"):
        read_disguised(tmp_path / "none.gz", "bare")
    (tmp_path / "page.gz").write_bytes(gzip.compress(PAGE))
    assert read_disguised(tmp_path / "page.gz", "bare") == disguised(PAGE, "bare")


TIMES = (
    '<html><head><meta charset="gbk"><title>4 May 2024, 10:00</title></head><body>'
    '<div><b>厨房</b> <span data-time="1714788000" title="2024-05-04 10:00">'
    "发表于 2024-5-4 10:00</span>"
    "<p>We met on 4 May 2024, 10:00, and I still do not know what became of him.</p>"
    "<blockquote>4 May 2024, 10:00</blockquote></div>"
    '<div><i title="2024-05-09 11:30">3 天前</i> <u>member since 2024-05-01</u></div></body></html>'
).encode("gbk")


def site_of(lang, day):
    sites = (f"{n}.example" for n in range(10_000))
    return next(one for one in sites if (form_of(one).lang, form_of(one).day) == (lang, day))


def test_times_are_written_in_the_form_of_the_site():
    site = site_of("de", "{a}, {dd}.{mm}.{Y}")
    text = disguised(TIMES, "times", site).decode("gbk")
    shown = seen(text.encode("gbk"))
    assert "厨房 发表于 Sa, 04.05.2024 10:00 (bearbeitet 06.05.2024 15:00)" in shown
    assert "member since Mi, 01.05.2024" in shown
    # What people said and quoted stays, ages do, with their times in full beside them.
    assert text.count("4 May 2024, 10:00") == 3
    assert '<i title="Do, 09.05.2024 11:30">3 天前' in text
    assert "2024-0" not in text
    assert "1714788000" not in text
    assert other_text("10 replies, 2024-5-4", TIMES, site) == "10 replies, Sa, 04.05.2024"


def test_day_and_clock_can_stand_in_two_elements():
    text = disguised(TIMES, "times", site_of("zh", "{Y}-{mm}-{dd}")).decode("gbk")
    assert re.search(r"<span>[^<]*2024-05-04</span> <span>10:00</span>", text) is not None


@pytest.mark.parametrize(
    ("shown", "true"),
    [
        ("4 May 2024, 10:00", "2024-05-04T10:00"),
        ("Thu, May 9 '24", "2024-05-09"),
        ("2024-05-04T10:00:00+08:00", "2024-05-04T10:00:00+08:00"),
        ("3 days ago", "3 days ago"),
        ("5 May", "5 May"),
        (None, None),
    ],
)
def test_a_true_time_that_is_told_as_it_was_shown_is_told_as_its_moment(shown, true):
    assert true_time(shown, TIMES) == true


@pytest.mark.parametrize("form", FORMS, ids=lambda form: f"{form.lang} {form.day} {form.clock}")
def test_all_forms_of_times_are_read(form):
    now = datetime(2026, 3, 1, tzinfo=UTC)
    moments = [
        datetime(2024, 1, 5, 0, 7, tzinfo=UTC) + n * timedelta(days=27, hours=5) for n in range(14)
    ]
    written = [form.write(one, clock=True, words=True).replace("^", " ") for one in moments]
    found = [find_times(text)[0].raw for text in written]
    order = guess_order(found, now)
    read = [parse_time(raw, now=now, order=order) for raw in found]
    assert [one.instant.replace(second=0) for one in read] == moments
