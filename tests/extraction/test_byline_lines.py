"""Names in the line of an article's time, and beside it, that no class and no link marks."""

from __future__ import annotations

import pytest
from extraction_kit import article_of, html_page

from fpcrawl.extraction.vocabulary import not_published

SAID = {
    "en": [
        "The ferry across the lower lake has been taken out of the water for the whole winter.",
        "Its captain says that the boards under the engine were softer than he had thought.",
        "Until the spring the villages are joined only by the road along the northern shore.",
    ],
    "zh": [
        "下湖上的渡船已经被拖出水面，整个冬天都将停在岸边的船坞里进行修理。",
        "船长说，发动机下面的木板比他原来想象的还要软，需要全部更换成新的。",
        "“春天之前村子之间只有北岸的公路相连，”镇长李建国在会上对记者表示。",
    ],
}
TITLE = {"en": "Ferry out of the water", "zh": "下湖渡船停航修理"}


def article(before="", after="", lang="en"):
    said = "".join(f"<p>{words}</p>" for words in SAID[lang])
    html = html_page(
        f'<div class="menu"><a href="/">Home</a></div><div class="story"><h1>{TITLE[lang]}</h1>'
        f"{before}{said}{after}</div>"
        '<div class="foot"><a href="/imprint">Imprint</a> Copyright 2019-2024</div>',
        f"{TITLE[lang]} - Lake Post",
    )
    return article_of(html)


def body_is_all(found, lang="en"):
    return [line for line in found.body_text.split("\n") if line] == SAID[lang]


@pytest.mark.parametrize(
    ("line", "author"),
    [
        ("<p>4 March 2024 | Ann Smith | Boats | 3 comments</p>", "Ann Smith"),
        ("<div><b>Ann Smith</b><br>March 4, 2024</div>", "Ann Smith"),
        ("<p>Ann\n Smith</p><p>March 4, 2024</p>", "Ann Smith"),
        ("<div>Ann Smith<div>Reporter</div></div><div>4 March 2024</div>", "Ann Smith"),
        ("<dl><dt>Author</dt><dd>Ann Smith</dd><dt>Date</dt><dd>2024-03-04</dd></dl>", "Ann Smith"),
        ("<p>By Ann Smith, Staff Writer</p><p>Published: March 4, 2024</p>", "Ann Smith"),
        ("<p>04.03.2024, 10:00 Uhr von Anna Schmidt</p>", "Anna Schmidt"),
        ("<p>Ein Bericht von Anna Schmidt</p><p>4. März 2024</p>", "Anna Schmidt"),
        ("<p>Autor: Anna Schmidt Datum: 4. März 2024</p>", "Anna Schmidt"),
        ("<p>Anne Dupont, Publié le 4 mars 2024</p>", "Anne Dupont"),
        ("<p>Écrit par Anne Dupont</p><p>4 mars 2024</p>", "Anne Dupont"),
        ("<p>4 de marzo de 2024 por Ana García</p>", "Ana García"),
        ("<p>Escrito por Ana García</p><p>4 de marzo de 2024</p>", "Ana García"),
        ("<p>4 марта 2024 Текст: Анна Смирнова</p>", "Анна Смирнова"),
        ("<p>Анна Смирнова</p><p>04.03.2024</p>", "Анна Смирнова"),
        ("<p>by: Ann Smith Posted: Mar 4, 2024 / 10:00 AM Updated: Mar 4, 2024</p>", "Ann Smith"),
        ("<p>Ann Smith ann@n.example March 4, 2024</p>", "Ann Smith"),
        ("<p>Ann Smith, The Lake Star | March 4, 2024</p>", "Ann Smith"),
        ("<p>By Ann Smith/The Lake Star March 4, 2024</p>", "Ann Smith"),
        ("<p>By Ann Smith Senior Reporter 4 March 2024</p>", "Ann Smith"),
        ("<p>By ANN SMITH Associated Press March 4, 2024</p>", "ANN SMITH"),
        ("<p>By Ann Smith, Bo Low, and Cy Dunn March 4, 2024</p>", "Ann Smith, Bo Low, Cy Dunn"),
        ("<p>By Ann Smith with Bo Low March 4, 2024</p>", "Ann Smith, Bo Low"),
        ("<p>By Ann Smith Jr. March 4, 2024</p>", "Ann Smith Jr."),
        ("<p>By Ann S. on March 4, 2024</p>", "Ann S."),
        ("<p>March 4, 2024, by Ann S.</p>", "Ann S."),
        ("<p>Story by Ann Smith Photos by Bo Low March 4, 2024</p>", "Ann Smith"),
        ("<p>Reported by Ann Smith, Edited by Bo Low March 4, 2024</p>", "Ann Smith"),
        ("<p>Analysis by Ann Smith, Bo Low March 4, 2024</p>", "Ann Smith, Bo Low"),
        ("<p>Von Anna Schmidt, Berlin 04.03.2024</p>", "Anna Schmidt"),
        ("<p>Stand: 04.03.2024 Von: Anna Schmidt Kommentare Drucken</p>", "Anna Schmidt"),
        ("<p>Par Anne Dupont avec AFP Publié le 4 mars 2024 à 10h00</p>", "Anne Dupont"),
        ("<p>Propos recueillis par Anne Dupont, 4 mars 2024</p>", "Anne Dupont"),
        ("<p>Publicado por Ana Silva em 4 de março de 2024</p>", "Ana Silva"),
        ("<p>Texto: Ana García Fotos: Juan Gil 4 de marzo de 2024</p>", "Ana García"),
        ("<p>Piše: Ivan Horvat 4. ožujka 2024</p>", "Ivan Horvat"),
        ("<p>Írta: Kovács Anna 2024. március 4.</p>", "Kovács Anna"),
        ("<p>Автор статьи: Иван Петров 4 марта 2024</p>", "Иван Петров"),
        ("<p>Haber: Ayşe Yılmaz 4 Mart 2024</p>", "Ayşe Yılmaz"),
        ("<p>كتب محمد علي الإثنين، 04 مارس 2024</p>", "محمد علي"),
        ("<p>입력 2024.03.04 10:00 정하늘 기자</p>", "정하늘"),
        ("<p>[서울=호수통신] 정하늘·김바다 기자 2024.03.04 10:00</p>", "정하늘, 김바다"),
        ("<p>정하늘 온라인 기자 2024.03.04</p>", "정하늘"),
        ("<p>정하늘 도쿄 특파원 2024.03.04</p>", "정하늘"),
        ("<p>취재 사진 기자 2024.03.04</p>", None),
        ("<p>2024.03.04 출처: 호수통신 기자: 정하늘</p>", "정하늘"),
        ("<dl><dt>기자</dt><dd>정하늘</dd><dt>날짜</dt><dd>2024.03.04</dd></dl>", "정하늘"),
        ("<p>4 mars 2024 Source : Le Lac Journaliste : Anne Dupont</p>", "Anne Dupont"),
        ("<p>取材・文＝山本大輔 2024年3月4日</p>", "山本大輔"),
        ("<p>山本 大輔 2024年3月4日</p>", "山本 大輔"),
        ("<p>山本大輔＝社会部 2024年3月4日</p>", "山本大輔"),
        ("<p>文＝山本大輔 写真＝小林誠 2024年3月4日</p>", "山本大輔"),
        ("<p>記者 張小明 攝影 李大山 2024-03-04</p>", "張小明"),
        ("<p>山本大輔、小林誠</p><p>2024年3月4日</p>", "山本大輔, 小林誠"),
        ('<p class="byline">山本大輔、小林誠</p><p>2024年3月4日</p>', "山本大輔, 小林誠"),
        ('<p class="byline">小林誠記者</p><p>2024年3月4日</p>', "小林誠"),
        ('<p class="byline">Ann Smith and bo lee</p><p>4 March 2024</p>', "Ann Smith, bo lee"),
        ('<p class="byline">Анна Смирнова, собкор</p><p>04.03.2024</p>', "Анна Смирнова"),
        (
            "<p>Авторы: Анна Смирнова, Пётр Иванов</p><p>04.03.2024</p>",
            "Анна Смирнова, Пётр Иванов",
        ),
        ("<p>Autores: Ana García, Juan Gil</p><p>4 de marzo de 2024</p>", "Ana García, Juan Gil"),
        ("<p>Da Redação 4 de março de 2024</p>", None),
        ("<p>Budi Santoso - <i>danauNews</i></p><p>Senin, 04 Mar 2024</p>", "Budi Santoso"),
        ("<p>Ann Smith and Bo Lee</p><p>4 March 2024</p>", "Ann Smith, Bo Lee"),
        ("<p>Ana Horvat i Ivo Babić | 04.03.2024</p>", "Ana Horvat, Ivo Babić"),
        ("<p>Josep Puig i Cadafalch | 04.03.2024</p>", None),
        ("<p>Анна Смирнова и Пётр Иванов</p><p>04.03.2024</p>", "Анна Смирнова, Пётр Иванов"),
        ("<p><i>Anne MARTIN.</i></p><p>4 mars 2024</p>", "Anne MARTIN"),
        ("<p>di <b>Maria Rossi, inviata a Riva</b></p><p>4 marzo 2024</p>", "Maria Rossi"),
        ("<p><a href='/kirjoittaja/7'>Anna Virtanen</a> HS</p><p>4.3.2024</p>", "Anna Virtanen"),
    ],
)
def test_a_name_beside_the_time(line, author):
    found = article(line)
    assert (found.author, found.published[:10]) == (author, "2024-03-04")
    assert body_is_all(found)


@pytest.mark.parametrize(
    "line",
    [
        "<p>2024-03-04 10:00 张晓明</p>",
        "<p>2024-03-04　湖滨日报　张晓明</p>",
        "<div><i>2024-03-04</i><i>张晓明</i><i>123人阅读</i></div>",
        "<p>发布人：张晓明 发布日期：2024-03-04 浏览次数：123</p>",
        "<p>时　间：2024-03-04　来　源：湖滨日报　作　者：张晓明</p>",
        "<table><tr><td>作 者</td><td>张晓明</td></tr></table><p>2024-03-04</p>",
        "<p>[ 2024-03-04 ] [ 作者：张晓明 ] [ 字体：大 中 小 ]</p>",
        "<p>记者张晓明报道</p><p>2024-03-04</p>",
        "<p>张晓明記者</p><p>2024-03-04</p>",
        "<p>撰稿：张晓明 编辑：王芳 时间：2024-03-04</p>",
    ],
)
def test_a_chinese_name_beside_the_time(line):
    found = article(line, lang="zh")
    assert (found.author, found.published[:10]) == ("张晓明", "2024-03-04")
    assert body_is_all(found, "zh")


@pytest.mark.parametrize(
    ("line", "author"),
    [
        ("信息来源：教务处　撰稿人：张晓明　发布日期：2024-03-04　点击数：12", "张晓明"),
        ("（2024-03-04 10:00　来源：宣传部　通讯员：李明）", "李明"),
        ("撰文｜张晓明　编辑｜王芳　2024-03-04", "张晓明"),
        ("文/湖滨晚报全媒体记者 张晓明 图/王芳 2024-03-04", "张晓明"),
        ("作者：湖滨日报客户端记者 张晓明 2024-03-04", "张晓明"),
        ("作者：[英]马丁·沃尔夫 2024-03-04", "马丁·沃尔夫"),
        ("作者：张晓明，湖滨大学教授 2024-03-04", "张晓明"),
        ("2024-03-04 作者：Wang Fang 来源：湖滨网", "Wang Fang"),
        ("2024-03-04 记者 张晓明 通讯员 王芳 来源：湖滨日报", "张晓明, 王芳"),
        ("湖滨報 記者張曉明、王大華／台北報導 2024-03-04", "張曉明, 王大華"),
        ("編輯張曉明／綜合報導 2024-03-04", "張曉明"),
        ("[記者張曉明台北報導] 2024-03-04", "張曉明"),
        ("发文机关：湖滨办公厅 成文日期：2024-03-04", None),
        ("作者：小编 2024-03-04", None),
        ("责任编辑：张晓明 2024-03-04", None),
    ],
)
def test_labels_and_callings_in_a_chinese_line(line, author):
    found = article(f"<p>{line}</p>", lang="zh")
    assert (found.author, found.published[:10]) == (author, "2024-03-04")


@pytest.mark.parametrize(
    ("line", "author"),
    [
        ("<p>By Ann Smith | March 4, 2024</p>", "Ann Smith"),
        ("<p>Posted on March 4, 2024 by Ann Smith</p>", "Ann Smith"),
        ("<p>Ann Smith</p><p>March 4, 2024</p>", "Ann Smith"),
    ],
)
def test_the_foot_of_a_text_tells_who_and_when(line, author):
    found = article(after=line)
    assert (found.author, found.published[:10]) == (author, "2024-03-04")
    assert body_is_all(found)


@pytest.mark.parametrize(
    "line",
    [
        "<p>Related Stories</p><p>March 4, 2024</p>",
        "<p>Northern Ireland</p><p>March 4, 2024</p>",
        "<p>Edited by: Tom Lens</p><p>March 4, 2024</p>",
        "<p>Source: Lake Herald | March 4, 2024</p>",
        "<p>March 4, 2024 | Ann Smith | Boat House</p>",
        "<div><p>March 4, 2024 by </p><p>Tags:</p><p><a href=/tag/oar/>oar</a></p></div>",
        "<p>Posted March 4, 2024</p><p>By <a href=/by></a></p><p>Categorized as <a>Boats</a></p>",
        "<div><b>Published</b> <i>March 4, 2024</i> <b>Filed Under</b> <a href=/oar>oar</a></div>",
    ],
)
def test_sections_sources_and_editors_are_no_writers(line):
    assert article(line).author is None


def test_a_time_has_the_label_next_to_it():
    assert not not_published("撰稿：张晓明 编辑：王芳 时间：")
    assert not_published("作者：张晓明 修改时间：")
    assert not not_published("撰文｜张晓明　编辑｜王芳　")
    assert not not_published("责任编辑：王芳 ")
    assert all(map(not_published, ("编辑于 ", "最后编辑: 王芳 ", "由 王芳 编辑: ", "王芳 编辑 ")))
    assert all(map(not_published, ("Последняя правка: ann, ", "Última edición: ann, ", "ویرایش: ")))


def test_where_much_is_told_behind_a_text_no_bare_word_is_a_name():
    after = "<p>On air: Radio One | Lower Shore | March 4, 2024 | 15:00</p>"
    assert article(after=after).author is None


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("<p><b>山本大輔</b></p><p><time>2024年3月4日 12時29分</time></p>", "山本大輔"),
        ("<p><b>有料記事</b></p><p><time>2024年3月4日 12時29分</time></p>", None),
        ("<p>发布:郭倩 | 分类:新闻 | 2024-03-04</p>", "郭倩"),
        ("<p>发布:湖边网 | 2024-03-04</p>", None),
        ("<div><i>2024-03-04</i><i>萧然</i><i>11</i></div>", "萧然"),
        ("<div><i>2024-03-04</i><i>党建</i><i>11</i></div>", None),
    ],
)
def test_short_names_beside_a_time(line, name):
    assert article(line, lang="zh").author == name


def test_what_somebody_told_a_reporter_is_no_name():
    # "对记者表示。" ends the text.
    assert article("<p>2024-03-04</p>", lang="zh").author is None


@pytest.mark.parametrize("clock", ["Wednesday, May 1, 2024", "今天是：2024年5月1日 星期三"])
def test_what_day_it_is_says_nothing_of_the_text(clock):
    said = "<br><br>".join(4 * SAID["en"])
    html = html_page(
        f"<div>{clock}</div><div><h1>{TITLE['en']}</h1><div>{said}</div>"
        "<p>2024-03-04 Ann Smith</p></div>",
        f"{TITLE['en']} - Lake Post",
    )
    assert article_of(html).published == "2024-03-04"


@pytest.mark.parametrize(
    "line",
    [
        "2024-03-04 &nbsp; Источник: Озёрная почта &nbsp; Автор: {}",
        "4. März 2024 Quelle: Seepost Autor: {}",
        "4 March 2024 Source: The Lake Post By {}",
        "4 March 2024 &nbsp; Source: Lake News &nbsp; Reporter: {}",
        "<b>{}</b><i>2024-03-04</i>",
    ],
)
def test_an_author_named_behind_a_source_without_a_sign_between(line):
    assert (
        article(f'<div class="info">{line.format("Anna Petrova")}</div>').author == "Anna Petrova"
    )


@pytest.mark.parametrize("word", ["Photo", "Edited", "Posted in boats, reviewed"])
def test_by_behind_another_calling_names_no_author(word):
    found = article(f'<div class="info">4 March 2024 {word} By Anna Petrova</div>')
    assert found.author is None


@pytest.mark.parametrize("lists", ["", '<ul><li><a href="/a/1">The harbour is full</a></li></ul>'])
@pytest.mark.parametrize(
    "readers",
    ["", '<div class="comments"><p><b>Tom</b> 5 March 2024 11:15</p><p>So it is</p></div>'],
)
def test_a_byline_below_the_words_can_stand_before_what_leads_on(lists, readers):
    after = f'<p class="sign">By Anna Petrova · 4 March 2024</p>{lists}{readers}'
    found = article(after=after)
    assert (found.author, str(found.published)[:10]) == ("Anna Petrova", "2024-03-04")
    assert body_is_all(found)


@pytest.mark.parametrize("source", ["", " | Source: The Post of the Lower Lake and its Villages"])
def test_a_long_heading_and_a_long_byline_are_no_paragraphs(source):
    title = "The ferry across the lower lake is out of the water, and nobody knows for how long"
    html = html_page(
        f"<main><h1>{title}</h1><div>Published 4 March 2024{source} | By Anna Petrova</div>"
        f"<p>{SAID['en'][0]}</p><p>{SAID['en'][1]}</p></main>",
        title,
    )
    found = article_of(html)
    assert (found.author, str(found.published)[:10]) == ("Anna Petrova", "2024-03-04")


def test_a_japanese_name_of_three_characters_needs_no_mark():
    line = "<div><span>{}</span> <span>2024-03-04 10:00</span></div>"
    assert article(line.format("小林誠"), lang="zh").author == "小林誠"
    # The line of a railway.
    assert article(line.format("上野線"), lang="zh").author is None


def test_without_a_time_a_line_above_the_words_tells_who_wrote_them():
    line = "<div>连载：湖上的冬天 出版社：湖滨出版社 {}：张晓明</div>"
    words = "".join(f"<p>{words}</p>" for words in SAID["zh"])
    for label, author in (("作者", "张晓明"), ("编辑", None)):
        html = f"<h1>{TITLE['zh']}</h1>{line.format(label)}<div>{words}</div>"
        assert article_of(html_page(html, TITLE["zh"])).author == author


def test_a_menu_far_from_the_words_leads_to_nobody():
    items = "".join(f"<li><a href='/topic/{n}'>Topic {n}</a></li>" for n in range(40))
    link = "<li><a href='/special/space/?from=menu'>宇宙・天文</a></li>"
    words = "".join(f"<p>{words}</p>" for words in SAID["zh"])
    html = html_page(f"<ul>{link}{items}</ul><h1>{TITLE['zh']}</h1>{words}", TITLE["zh"])
    assert article_of(html).author is None


def test_a_signature_can_stand_behind_what_leads_to_other_texts():
    links = "".join(f"<li><a href='/a/{n}'>湖边的新闻{n}</a></li>" for n in range(3))
    after = f"<div><p>あわせて読みたい</p><ul>{links}</ul></div><p>【山本大輔】</p>"
    assert article(after=after, lang="zh").author == "山本大輔"


@pytest.mark.parametrize(("name", "author"), [("周慧", "周慧"), ("文化", None)])
def test_a_sign_parts_a_chinese_name_of_two_characters_from_the_time(name, author):
    line = f"<div>{name} &mdash; <span>2024-03-04 10:00:00</span></div>"
    assert article(after=line, lang="zh").author == author
    assert article(f"<p>{name} | <i>2024-03-04</i></p>", lang="zh").author == author
    after = f"<div>{name} — [2024-03-04 10:00:00]</div>"
    assert article(after=after, lang="zh").author == author


@pytest.mark.parametrize("line", ["Budi Santoso - Berita Danau", "Berita Danau | Budi Santoso"])
def test_the_name_of_the_site_beside_a_name_is_nobodys(line):
    when, said = "4 March 2024 10:20", "".join(f"<p>{words}</p>" for words in SAID["en"])
    for by in (f"<p>{line}</p><p>{when}</p>", f"<p>{line} - {when}</p>"):
        html = f"<h1>{TITLE['en']}</h1>{by}{said}"
        assert article_of(html_page(html, f"{TITLE['en']} - Berita Danau")).author == "Budi Santoso"
        assert article_of(html_page(html, TITLE["en"])).author is None


@pytest.mark.parametrize("badge", ["author-badge", "level", "user-lv3", "rank"])
def test_the_badge_of_a_writer_is_no_part_of_the_name(badge):
    line = f'<div class="author"><span>Ann Smith</span> <span class="{badge}">Lv3</span></div>'
    assert article(f"{line}<p>2024-03-04 10:00</p>").author == "Ann Smith"


def test_the_section_above_a_day_in_a_list_of_details_names_no_other_article():
    lines = (
        '<a href="/news">News of the lake</a>',
        '<time datetime="2024-03-04">Published: 4 March 2024</time>',
        '<time datetime="2024-04-01">Last updated: 1 April 2024</time>',
    )
    details = "".join(f"<dd>{line}</dd>" for line in lines)
    assert article(f"<dl><dt>Details</dt>{details}</dl>").published == "2024-03-04"


def test_a_long_subtitle_above_the_byline_is_not_its_first_paragraph():
    subtitle = "The boards under its engine are soft, and the villages have to take the long road"
    parts = "".join(f'<i><a href="/s/{n}">Part {n}</a></i>' for n in range(6))
    by = f"<h2>{subtitle}</h2><div>{parts}</div><b>Ann Smith</b> <span>4 March 2024</span>"
    cards = '<div><a href="/a/2">A new road along the lake</a><span>1 December 2023</span></div>'
    assert article(by, cards).published == "2024-03-04"


@pytest.mark.parametrize("calling", ["記者", "实习记者"])
def test_a_calling_is_no_part_of_a_linked_name(calling):
    by = f'<p>湖濱報／<a href="/author/3">{calling}林小明</a>／即時報導 <i>2024-03-04 10:00</i></p>'
    assert article(by, lang="zh").author == "林小明"


def test_the_day_of_a_picture_is_not_that_of_the_article():
    picture = "<figure><img><figcaption>A ferry at its berth on Monday, 4 March 2024."
    by = f"{picture}</figcaption></figure><p>Updated 5 March 2024, 10:00</p>"
    assert article(by).published == "2024-03-05T10:00+00:00"


@pytest.mark.parametrize("name", ["阿木", '<a href="/amu">阿木</a>', "lake_amu"])
def test_between_the_time_of_posting_and_the_count_of_readers_stands_a_name(name):
    line = f"<div>posted @ <i>2024-03-04 10:15</i> {name} 阅读(<i>120</i>) 评论(3)</div>"
    found = article(after=line, lang="zh")
    assert found.author == (name if ">" not in name else "阿木")
    assert body_is_all(found, "zh")


def test_what_is_posted_without_a_count_of_readers_has_no_bare_word_for_a_name():
    assert article(after="<div>posted @ 2024-03-04 10:15 阿木</div>", lang="zh").author is None


@pytest.mark.parametrize("line", ["文 | 张晓明", "本文来自公众号：湖边生意，作者：张晓明"])
def test_who_wrote_a_text_tells_more_than_the_account_it_was_sent_from(line):
    by = '<p><a href="/user/3">湖边生意观察</a> <i>2024-03-04 10:00</i></p>'
    assert article(f"{by}<p>{line}</p>", lang="zh").author == "张晓明"
    assert article(by, lang="zh").author == "湖边生意观察"


def test_a_bar_parts_the_links_of_several_writers():
    links = '<a href="/authors/ann">Ann Smith</a> | <a href="/authors/bo">Bo Low</a>'
    found = article(f'<div class="byline">By {links}</div><p>4 March 2024</p>')
    assert found.author == "Ann Smith, Bo Low"


def test_an_address_for_letters_beside_a_name_is_no_part_of_it():
    mail = '<a href="mailto:ann@lake.example">ann@lake.example</a>'
    after = f'<div class="byline"><a href="/u/1">Ann Smith</a>{mail}</div>'
    assert article("<p>4 March 2024</p>", after).author == "Ann Smith"


def test_a_name_set_to_the_right_below_a_text_signs_it():
    name = '<p style="text-align:right;"><strong>Ngọc Hồ</strong></p>'
    assert article("<p>4/3/2024</p>", name).author == "Ngọc Hồ"
    assert article("<p>4/3/2024</p>", "<p><strong>Ngọc Hồ</strong></p>").author is None


def test_a_calling_stands_behind_the_paper_in_brackets():
    said = "".join(f"<p>{words}</p>" for words in SAID["zh"])
    by = "<p>2024-03-04 10:00</p><span>来源：<a href='#'>湖网</a></span>"
    words = f"<article><section><p>【湖网报道 记者 张晓明】{said[3:]}{said}</section></article>"
    html = f"<h3>{TITLE['zh']}</h3><div>{by}</div><div>{words}</div>"
    assert article_of(html_page(html, TITLE["zh"])).author == "张晓明"


@pytest.mark.parametrize("label", ["Rédaction :", "تحرير:"])
def test_who_had_a_text_in_hand_is_no_part_of_its_words(label):
    found = article("<p>By Ann Smith, 4 March 2024</p>", f"<p>{label} Anne Dupont</p>")
    assert found.author == "Ann Smith"
    assert body_is_all(found)


def test_a_line_of_several_times_source_and_writer_is_no_part_of_the_words():
    times = "<span>Updated: 5 March 2024 20:55</span> <span>Published: 4 March 2024 15:13</span>"
    by = f"<div>{times} Source: The Lake Post of the North Reporter: Ann Smith</div>"
    words = f"<p>{SAID['en'][0]}</p>"
    html = f"<article><h1>{TITLE['en']}</h1>{by}{words}</article>"
    found = article_of(html_page(html, f"{TITLE['en']} - Lake Post"))
    assert (found.author, str(found.published)[:10]) == ("Ann Smith", "2024-03-04")
    assert found.body_text == SAID["en"][0]


@pytest.mark.parametrize(
    "line",
    [
        "(Passed on 4 March 2024 at the tenth meeting of the committee of boats in the lake hall)",
        "The boats of 4 March 2024 and those of 5 March 2024 were met by all who live at the lake",
    ],
)
def test_a_long_line_that_tells_of_days_without_labels_is_part_of_the_words(line):
    html = f"<article><h1>{TITLE['en']}</h1><div>{line}</div><p>{SAID['en'][0]}</p></article>"
    found = article_of(html_page(html, f"{TITLE['en']} - Lake Post"))
    assert found.body_text.split("\n")[0] == line
