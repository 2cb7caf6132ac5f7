"""Who wrote an article, and when, as the languages of the world say it and pages lay it out."""

from __future__ import annotations

import pytest
from article_kit import SAID, TITLE, paragraphs
from extraction_kit import article_of, html_page

from fpcrawl.extraction.articles.timelines import without_bylines
from fpcrawl.extraction.names.names import is_editor, is_name, is_own_name, split_names

CARD = (
    "<div class='authorbox'><h4>{}</h4><b>{}</b><p>She has lived by the lake for years.</p></div>"
)


def article(inner, title=f"{TITLE} - Post", head=""):
    return article_of(html_page(inner, title, head))


def lines(inner, title=f"{TITLE} - Post"):
    return [line for line in article(inner, title).body_text.split("\n") if line.strip()]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Words: Nora Blake | Photos: Jo Whit", ["Nora Blake"]),
        ("Texte : Marc Olivier | Photos : Julien Fabre", ["Marc Olivier"]),
        ("Reportagem: Ana Ribeiro", ["Ana Ribeiro"]),
        ("Подготовил: Пётр Громов", ["Пётр Громов"]),
        ("الكاتب: ليلى خالد", ["ليلى خالد"]),
        ("Bài: Lê Minh Đức, Phạm Hà - Ảnh: Trần Văn", ["Lê Minh Đức", "Phạm Hà"]),
        ("Theo Trần Thị Mai", ["Trần Thị Mai"]),
        ("PV Trần Thị Mai", ["Trần Thị Mai"]),
        ("เขียนโดย สมชาย ใจดี", ["สมชาย ใจดี"]),
        ("撰文者：王麗華、黃雅婷", ["王麗華", "黃雅婷"]),
        ("글쓴이 박지훈", ["박지훈"]),
        ("بقلم سارة حسن نشر في 4 نوفمبر 2025", ["سارة حسن"]),
        ("โดย มาลี วงศ์ไทย เผยแพร่ 4 มีนาคม 2569", ["มาลี วงศ์ไทย"]),
    ],
)
def test_words_for_a_writer(line, names):
    assert split_names(line, labelled=True) == names


@pytest.mark.parametrize("line", ["Theo Walcott", "Words matter here", "글쓴이들은 오늘 모였다"])
def test_what_begins_as_a_word_for_a_writer(line):
    assert split_names(line, labelled=True) == []


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("عمر سعيد وسارة حسن", ["عمر سعيد", "سارة حسن"]),
        ("أحمد وليد حسن", ["أحمد وليد حسن"]),
        ("خالد ولد محمد", ["خالد ولد محمد"]),
        ("สมชาย ใจดี และ วิภา แสงทอง", ["สมชาย ใจดี", "วิภา แสงทอง"]),
        ("Lê Minh Đức và Phạm Thu Hà", ["Lê Minh Đức", "Phạm Thu Hà"]),
        ("김민준·박지훈", ["김민준", "박지훈"]),
        ("경제·금융", ["경제·금융"]),
    ],
)
def test_what_joins_two_names(line, names):
    assert split_names(line) == names


@pytest.mark.parametrize(
    "line",
    [
        *("About the author", "À propos de l'auteur", "Sobre el autor", "Sobre o autor"),
        *("Об авторе", "عن الكاتب", "기자 소개", "Về tác giả", "เกี่ยวกับผู้เขียน", "作者简介"),
    ],
)
def test_the_head_of_a_card_is_nobody(line):
    assert not is_name(line)
    assert split_names(line) == []
    by = f"<p class='date'>4 March 2024</p>{paragraphs()}{CARD.format(line, 'Ann Smith')}"
    assert article(f"<h1>{TITLE}</h1>{by}").author == "Ann Smith"


def test_who_is_named_behind_such_a_head():
    assert split_names("About the author: Ann Smith") == ["Ann Smith"]
    assert split_names("About the authority of towns") != []


def test_a_sentence_without_capitals_is_no_name():
    assert is_own_name("محمد بن سلمان بن خالد")
    assert not is_own_name("جاري يصلح أكياس الإسمنت منذ الصيف")


@pytest.mark.parametrize("line", ["Edição: João Costa", "Редактор: Пётр Громов", "편집: 김민준"])
def test_words_for_editors(line):
    assert is_editor(line)


def test_an_editor_ahead_of_the_writer():
    by = "<p class='byline'>Edição: João Costa | Reportagem: Ana Ribeiro</p>"
    got = article(f"<h1>{TITLE}</h1><p class='date'>4 de março de 2024</p>{by}{paragraphs()}")
    assert got.author == "Ana Ribeiro"


@pytest.mark.parametrize("source", ["来源：湖边日报", "來源：湖邊日報", "提供：湖辺新聞"])
def test_a_source_that_is_marked_as_the_byline_is_no_name(source):
    by = f"<p class='date'>2024-03-04 10:15</p><div class='byline'>{source}</div>"
    assert article(f"<h1>{TITLE}</h1>{by}{paragraphs()}").author != source


def test_a_writer_and_a_paper_behind_a_stroke():
    by = "<div class='byline'>Theo Trần Thị Mai/Báo Sông Đông</div>"
    assert article(f"<h1>{TITLE}</h1>{by}{paragraphs()}").author == "Trần Thị Mai"


@pytest.mark.parametrize("label", ["By ", ""])
def test_a_card_can_be_that_of_one_of_several(label):
    by = f"<div>4 March 2024 10:15 {label}Ann Smith and Bo Lindgren</div>"
    card = CARD.format("About the author", "Ann Smith")
    shown = f"<div>{by}<h1>{TITLE}</h1><div class='text'>{paragraphs()}</div>{card}</div>"
    assert article(shown).author == "Ann Smith, Bo Lindgren"
    other = CARD.format("About the author", "Cy Varga")
    assert article(shown.replace(card, other)).author == "Cy Varga"


LEAD = "<p>The captain found soft boards under the engine on Sunday, and the town has to pay.</p>"
WHO = "<div><div>Author: <a href='/w/1'>Ann Smith</a></div><div><span>{}</span></div></div>"


def test_a_line_of_who_and_when_below_a_lead():
    told = f"<article><h2>{TITLE}</h2>{LEAD}{WHO.format('Published 9 May 2024 at 04:52')}"
    got = article(f"{told}{paragraphs()}</article>")
    assert (got.author, (got.published or "")[:16]) == ("Ann Smith", "2024-05-09T04:52")


def test_an_hour_below_the_first_paragraph_heads_an_entry():
    entry = "<div><div><span>04:52</span></div></div>"
    got = article(f"<article><h2>{TITLE}</h2>{LEAD}{entry}{paragraphs()}</article>")
    assert got.published is None


def test_what_day_it_is_above_a_text_without_a_heading():
    top = "<div><a href='/'>Post</a> <span>1 May 2024</span></div><div><a href='/n/'>News</a></div>"
    shown = f"{top}<div><div>4 March 2024</div><div class='text'>{paragraphs()}</div></div>"
    page = html_page(shown, f"{TITLE} - Post")
    assert (article_of(page).published or "")[:10] == "2024-03-04"


@pytest.mark.parametrize(
    "line",
    [
        "By Ann Smith | Updated 4 March 2024, 10:15 Published: 3 March 2024, 09:00",
        "Geschrieben am 29. November 2025, 05:10 Uhr",
        "Xuất bản: Chủ nhật, 12/4/2026, 15:50 (GMT+7)",
        "โพสต์เมื่อ 19 ชั่วโมงที่แล้ว",
        "نشر في 11 مارس 11:20",
        "Edição: João Costa | Reportagem: Ann Smith",
        "Text: Ann Smith | Fotos: Jo Fink",
        "Ann Smith",
    ],
)
def test_lines_that_only_tell_who_and_when(line):
    text = "\n".join([*SAID, line])
    assert without_bylines(text, ["Ann Smith"]) == "\n".join(SAID)


@pytest.mark.parametrize(
    "line",
    [
        "The new law was published 4 March 2024",
        "Published on 4 March 2024, the law says nothing of boats.",
        "Ann Smith and Bo Lindgren",
        "Winner: Cy Varga | Second: Ann Smith",
        "4 March 2024",
    ],
)
def test_lines_that_tell_more(line):
    text = "\n".join([*SAID, line])
    assert without_bylines(text, ["Ann Smith"]) == text


def test_a_byline_is_not_the_title_though_it_names_the_site():
    by = "<div class='byline'>Por Pedro Antunes, Jornal do Porto</div>"
    head = '<meta property="og:title" content="A barca sem motor - Jornal do Porto">'
    head += '<meta property="og:site_name" content="Jornal do Porto">'
    got = article(f"{by}{paragraphs()}", "A barca sem motor_Jornal do Porto", head)
    assert got.title == "A barca sem motor"


def test_the_name_of_the_site_ahead_of_a_title_without_a_heading():
    home = "<div><a href='/'>Made7</a></div>"
    assert article(f"{home}{paragraphs()}", f"Made7: {TITLE}").title == TITLE
    assert article(f"{home}{paragraphs()}", f"Boats: {TITLE}").title == f"Boats: {TITLE}"


def test_headings_between_paragraphs_in_boxes_of_their_own():
    boxes = "".join(
        f"<h2>Part {n} of the story of the ferry</h2><div><div><p>{said * (n + 1)}</p></div></div>"
        for n, said in enumerate(SAID)
    )
    got = lines(f"<h1>{TITLE}</h1><div>{boxes}</div>")
    assert [line for line in got if line.startswith("Part")] == [
        f"Part {n} of the story of the ferry" for n in range(len(SAID))
    ]


@pytest.mark.parametrize(
    ("line", "author"),
    [
        ("최수빈·박지훈", "최수빈, 박지훈"),
        ("Ann Smith, Bo Lindgren", "Ann Smith, Bo Lindgren"),
        ("Ann Smith et Bo Lindgren | Le Courrier du Port", "Ann Smith, Bo Lindgren"),
        ("2024-03-04 10:15 湖边日报记者 张小山 李小明", "张小山, 李小明"),
        ("2024-03-04 10:15 文/张小山 李明", "张小山, 李明"),
        ("2024-03-04 10:15 湖边日报记者 张小山 李小明 摄影", "张小山"),
        ("경제·금융", None),
        ("<a href='/t/1'>Ann Smith</a>, <a href='/t/2'>Bo Lindgren</a>", None),
    ],
)
def test_several_names_beside_a_time(line, author):
    by = f"<div>2024-03-04 10:15</div><div>{line}</div>"
    text = f"<div class='text'>{paragraphs()}</div>"
    assert article(f"<div><h3>{TITLE}</h3>{by}{text}</div>").author == author


COLUMN = "<table><tr><td>{}</td><td><aside><p>By Ann Smith</p><p>{}</p></aside></td></tr></table>"


def test_a_column_that_tells_when_a_text_was_published():
    text = f"<h1>{TITLE}</h1><div class='text'>{paragraphs()}</div>"
    got = article(COLUMN.format(text, "Posted 2024-03-04 10:15"))
    assert (got.published or "")[:16] == "2024-03-04T10:15"
    rows = "<a href='/a/2.html'>The road along the northern shore</a> Posted 2024-03-04 10:15"
    assert article(COLUMN.format(text, rows)).published is None


def test_how_long_a_text_takes_is_no_age():
    audio = "<div>Listen to this article <span>5 min</span></div>"
    top = f"<h1>{TITLE}</h1>{audio}<div class='text'><p>By Ann Smith</p><p>5 hours ago</p>"
    got = article(f"{top}{paragraphs()}</div>")
    assert (got.published or "")[:13] == "2024-05-01T07"
    assert "Listen" not in got.body_text


def test_texts_of_languages_without_stops_have_feet():
    said = "ชมรมของเราวาดภาพต้นแอปเปิลก่อนน้ำค้างแข็งครั้งแรก ลูกสาวของผมวัดสองครั้งประตูสวนในวันอาทิตย์ที่ฝนตก "
    foot = "<p>สมชาย ใจดี</p><p>โพสต์เมื่อ 24 เมษายน 2567 15:00 น.</p>"
    got = article(f"<h2>{TITLE}</h2><div>{paragraphs([said * 2] * 3)}{foot}</div>")
    assert (got.author, (got.published or "")[:16]) == ("สมชาย ใจดี", "2024-04-24T15:00")


@pytest.mark.parametrize("head", ["About the author", "作者簡介", "Об авторе"])
def test_a_card_on_the_writer_is_no_part_of_the_words(head):
    card = f"<div><h4>{head}</h4><b>Ann Smith</b><p>{SAID[0]}</p></div>"
    own = [*SAID[1:], "The lake is full of fish again, and nobody is there to eat all of them."]
    for end in ("</div>{}", "{}</div>"):
        assert lines(f"<h1>{TITLE}</h1><div>{paragraphs(own)}" + end.format(card)) == own
    # What is about writers has such a heading, too.
    long = "".join(f"<p>{line}</p>" for line in own * 4)
    told = lines(f"<h1>{TITLE}</h1><div>{paragraphs(own)}<h2>About the author</h2>{long}</div>")
    assert told.count(own[0]) == 5


@pytest.mark.parametrize("line", ["الأربعاء، 10 ديسمبر 2025 23:13", "Ann Smith | Lake Herald"])
def test_more_lines_that_only_tell_who_and_when(line):
    text = "\n".join([*SAID, line])
    assert without_bylines(text, ["Ann Smith"]) == "\n".join(SAID)
