"""Who wrote an article and when, as papers build the heads of their pages."""

from __future__ import annotations

import pytest
from article_kit import HAN, LATER, SAID, TITLE, paragraphs
from extraction_kit import article_of, html_page

from fpcrawl.extraction.names.names import split_names

LEAD = "For the first time in a hundred years no boat crosses the lower lake in winter."


def article(by, inner=None, title=TITLE, after=""):
    text = paragraphs() if inner is None else inner
    return article_of(
        html_page(f"<h1>{title}</h1>{by}<div class='text'>{text}</div>{after}", title)
    )


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("湖聞報／ 記者林小明／北湖即時報導", ["林小明"]),
        ("湖聞 林小明／北湖報導", ["林小明"]),
        ("林小明、王大同／北湖", ["林小明", "王大同", "北湖"]),
        ("本文来源：湖边晚报 责任编辑：王五", []),
    ],
)
def test_reports_between_strokes(line, names):
    assert split_names(line) == names


def test_several_names_in_items_of_their_own():
    by = (
        '<ul class="bylines"><li><a href="mailto:a@n.example">Ann Smith</a></li>'
        '<li><a href="mailto:b@n.example">Bo Lee</a></li></ul>'
    )
    assert article(by).author == "Ann Smith, Bo Lee"


def test_several_links_beside_each_other():
    by = '<div class="authors"><a href="/w/1">נורית שגיא</a> <a href="/w/2">עופר ליבנה</a></div>'
    assert article(by).author == "נורית שגיא, עופר ליבנה"


def test_an_office_beside_a_name_is_no_second_one():
    by = '<div class="authors"><a href="/w/1">Ann Smith</a> <a href="/w/2">News Desk</a></div>'
    assert article(by).author == "Ann Smith"


def test_a_place_beside_a_linked_name_is_nobody():
    by = '<div class="meta--author"><a href="/imprint/ann">Ann Smith</a>, Lakeside</div>'
    assert article(by).author == "Ann Smith"


def test_somebody_beside_a_linked_name_is_a_second_writer():
    by = '<div class="meta--author"><a href="/imprint/ann">Ann Smith</a>, Bo Lee</div>'
    assert article(by).author == "Ann Smith, Bo Lee"


def test_who_wrote_stands_before_the_account():
    by = (
        '<div class="meta"><span class="tag">原创</span><span class="meta_text">李晓明</span>'
        '<span class="nickname"><a href="javascript:;">湖边慢走</a></span>'
        "<em>2024-03-04 10:20</em></div>"
    )
    found = article(by, paragraphs(HAN + LATER), "湖邊的渡船停了")
    assert found.author == "李晓明"


def test_an_account_alone_is_who_wrote():
    by = (
        '<div class="meta"><span class="tag">原创</span><span class="nickname">'
        '<a href="javascript:;">湖边慢走</a></span><em>2024-03-04 10:20</em></div>'
    )
    found = article(by, paragraphs(HAN + LATER), "湖邊的渡船停了")
    assert found.author == "湖边慢走"


def test_what_somebody_is_called_on_the_site_is_no_part_of_the_name():
    by = '<div class="writer"><a href="/reporter?i=1">강하늘(sky)</a></div>'
    assert article(by).author == "강하늘"


def test_a_title_beside_a_time_is_nobody():
    titles = ["Gelombang Tinggi Hingga Akhir Pekan", "Harga Ikan Naik Jelang Lebaran", "Jalan Baru"]
    others = "".join(
        f'<a href="/lake/{n}.html"><h3>{words}</h3></a><span>0{n}/03/2024, 1{n}:00</span>'
        for n, words in enumerate([*titles, "Bakau Terakhir di Teluk Itu"], 1)
    )
    assert article("", after=f"<div class='others'><h2>Others</h2>{others}</div>").author is None


def test_who_took_a_picture_beside_a_time_did_not_write():
    by = (
        "<div><div>4 March 2024, 09:15</div></div>"
        '<div class="p"><img src="a.jpg"><div>A boat. <span>(Dok. Lake)</span></div></div>'
    )
    assert article(by).author is None


def test_a_link_to_a_writer_alone_in_its_line_among_the_words():
    by = '<div data-kind="by"><div><a href="/av/ann-smith"><span>Ann Smith</span></a></div></div>'
    said = "".join(f"<div><p>{words}</p></div>" for words in SAID)
    inner = f"<div><p><b>{LEAD}</b></p></div>{by}{said}"
    page = html_page(f"<article><h1>{TITLE}</h1>{inner}</article>", TITLE)
    assert article_of(page).author == "Ann Smith"


def test_a_time_below_the_lead_in_the_head_of_a_text():
    head = (
        f"<header><p>Report</p><h1>{TITLE}</h1><p>{LEAD}</p><p>By <a href='/by/a'>Ann Smith</a>"
        " and <a href='/by/b'>Bo Lee</a></p>"
        "<p class='date'>Published 4 March 2024 at 05:45</p></header>"
    )
    parts = "".join(f"<section><h2>Part {n}</h2><p>{x}</p></section>" for n, x in enumerate(SAID))
    page = html_page(f"<main><article class='long'>{head}{parts}</article></main>", TITLE)
    found = article_of(page)
    assert found.published[:16] == "2024-03-04T05:45"
    assert found.author == "Ann Smith, Bo Lee"


def test_a_time_below_a_long_caption_at_the_head_of_a_text():
    shown = "The boat lies on the shore of the lake, where it will stay until the spring."
    inner = (
        f"<article><div class='k'><h1>{TITLE}</h1><div class='m'><div><img></div>"
        f"<p>{shown}</p></div></div><div class='l'>Stand: 04.03.2024 18:31 Uhr</div>"
        f"<p><b>{LEAD}</b></p>"
        f"{paragraphs()}</article>"
    )
    assert article_of(html_page(inner, TITLE)).published[:16] == "2024-03-04T18:31"


@pytest.mark.parametrize("word", ["本文", "本稿", "全文", "原文"])
def test_the_text_itself_is_no_name(word):
    assert split_names(word) == []


@pytest.mark.parametrize("place", ["Rhein Main", "Grand Prix", "San Marino"])
@pytest.mark.parametrize(
    "by",
    [
        '<div class="authors"><a href="/w/1">Ann Smith</a> <a href="/places/2">{}</a></div>',
        '<ul class="byline"><li>Ann Smith</li><li>{}</li></ul>',
    ],
)
def test_a_place_that_leads_elsewhere_than_a_writer_is_no_second_one(by, place):
    assert article(by.format(place)).author == "Ann Smith"


def test_addresses_of_writers_can_differ_in_what_they_ask_for():
    by = (
        '<div class="authors"><a href="/w.php?id=1">נורית שגיא</a> '
        '<a href="/w.php?id=2">עופר ליבנה</a></div>'
    )
    assert article(by).author == "נורית שגיא, עופר ליבנה"


@pytest.mark.parametrize("address", ["/av/top-stories", "/af/nuus-vandag", "/news/av/world-africa"])
def test_films_and_a_language_are_no_writers(address):
    said = "".join(f"<p>{words}</p>" for words in SAID[1:])
    inner = f'<p>{SAID[0]}</p><div><a href="{address}">Lower Lake</a></div>{said}'
    page = html_page(f"<article><h1>{TITLE}</h1>{inner}</article>", TITLE)
    assert article_of(page).author is None


def test_letters_of_a_name_that_no_address_has():
    by = '<div><a href="/af/ase-ostby">Åse Østby</a></div>'
    said = "".join(f"<div><p>{words}</p></div>" for words in SAID)
    page = html_page(f"<article><h1>{TITLE}</h1><p>{LEAD}</p>{by}{said}</article>", TITLE)
    assert article_of(page).author == "Åse Østby"


def test_who_took_a_picture_in_a_text_did_not_write_it():
    shown = "<figure><img><figcaption>A boat. <b class='author'>Bo Lee</b></figcaption></figure>"
    page = html_page(f"<article><h1>{TITLE}</h1>{shown}{paragraphs()}</article>", TITLE)
    assert article_of(page).author is None


def test_a_link_to_a_writer_below_most_of_the_words_is_no_byline():
    link = '<p><a href="/by/bo-lee">Bo Lee</a></p>'
    inner = f"{paragraphs()}{paragraphs(SAID[::-1])}{link}<p>{LEAD}</p>"
    assert article("", inner).author is None


def test_a_name_below_the_picture_of_its_bearer_is_that_of_the_writer():
    by = '<div><div><img src="ann.jpg"><h4>Ann Smith</h4></div><div>4 March 2024, 10:00</div></div>'
    assert article(by).author == "Ann Smith"
