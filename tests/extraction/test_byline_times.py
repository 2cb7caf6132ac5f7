"""When an article was published, where its byline tells of other times too."""

from __future__ import annotations

import pytest
from extraction_kit import article_of, html_page
from test_article_bylines import SAID, TITLE, article


@pytest.mark.parametrize(
    ("published", "updated"),
    [
        ("Published", "Last updated"),
        ("Posted on", "Last revised"),
        ("Publié le", "Mis à jour le"),
        ("Mis en ligne le", "Actualisé le"),
        ("Publicado el", "Última modificación"),
        ("Subido el", "Actualizado"),
        ("Publicado em", "Atualizada em"),
        ("Pubblicato il", "Ultimo aggiornamento"),
        ("Geplaatst op", "Laatst gewijzigd"),
        ("Veröffentlicht", "Letzte Aktualisierung"),
        ("Data publikacji", "Ostatnia zmiana"),
        ("Опубликовано", "Последнее изменение"),
        ("Дата публікації", "Оновлено"),
        ("Vydáno", "Poslední aktualizace"),
        ("Publicerad", "Senast ändrad"),
        ("Udgivet", "Sidst ændret"),
        ("Lagt ut", "Sist endret"),
        ("Julkaistu", "Viimeksi päivitetty"),
        ("Yayın Tarihi", "Son Güncelleme"),
        ("公開日", "最終更新日"),
        ("입력", "최종수정"),
        ("Ngày đăng", "Cập nhật lần cuối"),
        ("Diterbitkan", "Terakhir diperbarui"),
        ("تاريخ النشر", "آخر تحديث"),
        ("פורסם בתאריך", "עודכן לאחרונה"),
        ("تاریخ انتشار", "آخرین ویرایش"),
        ("Αναρτήθηκε", "Τελευταία ενημέρωση"),
        ("Megjelent", "Utoljára módosítva"),
        ("Publicat la", "Ultima actualizare"),
        ("发布时间", "最后修改"),
    ],
)
def test_an_update_is_not_the_time_of_publishing_in_any_language(published, updated):
    new, old = "2024-03-06 18:45", "2024-03-04 10:20"
    for by in (
        f"<p>{updated}: {new[:10]} | {published}: {old[:10]}</p>",
        f"<p>{updated} {new[:10]} - {published} {old[:10]}</p>",
        f"<p>{updated}: {new}</p><p>Boats</p><p>{published}: {old}</p>",
        (
            f"<div><span>{updated}</span><span>{new}</span></div>"
            f"<div><span>{published}</span><span>{old}</span></div>"
        ),
    ):
        found = article(f"<div>{by}</div>")
        assert found.published is not None
        assert found.published[:10] == "2024-03-04"
        assert found.author is None
    foot = f"<footer><p>{published}: {old}</p></footer>"
    text = f"<article><h1>{TITLE}</h1><p>{updated}: {new}</p><div>{SAID}</div>{foot}</article>"
    assert article_of(html_page(text, TITLE)).published == "2024-03-04T10:20+00:00"


@pytest.mark.parametrize(
    ("line", "author"),
    [
        ("Nguyễn Hải Đăng", "Nguyễn Hải Đăng"),
        ("Đăng Khoa", "Đăng Khoa"),
        ("최종현 기자", "최종현"),
        ("송고은 기자", "송고은"),
        ("王创建", "王创建"),
        ("MAJ Ann Smith", None),
        ("Actualitate", None),
        ("Actualitat", None),
        ("Справка", None),
        ("Республика Коми", "Республика Коми"),
    ],
)
def test_names_and_topics_can_have_the_letters_of_what_times_are_called(line, author):
    foot = "<p>5 March 2024 18:45</p>"
    found = article(f"<p>{line} 4 March 2024 10:20</p>", after=foot)
    assert (found.author, found.published[:16]) == (author, "2024-03-04T10:20")


def test_what_times_are_called_can_stand_behind_them():
    by = "<p>2024.03.06 18:45 更新 2024.03.04 10:20 公開</p>"
    assert article(by).published == "2024-03-04T10:20+00:00"


@pytest.mark.parametrize("updated", ["Updated: ", "更新: ", "Aktualisiert am ", "更新于 "])
@pytest.mark.parametrize("tag", ["span", "time", "small"])
def test_what_the_next_time_is_called_does_not_belong_to_the_one_before_it(updated, tag):
    line = f"<{tag}>2024-03-04 10:20</{tag}> ({updated}2024-03-06 18:45)"
    for by in (f"<p>{line}</p>", f"<p><b>Ann Smith</b> <i>{line}</i></p>"):
        assert article(by).published == "2024-03-04T10:20+00:00"


@pytest.mark.parametrize("word", ["Симонов", "Climate change", "Revista", "Corrigan", "Редакция"])
def test_words_that_begin_as_those_for_updates_do(word):
    by = f"<p><b>{word}</b> <b>2024-03-04 10:20</b></p><p>2024-03-06 18:45</p>"
    assert article(by).published == "2024-03-04T10:20+00:00"


@pytest.mark.parametrize(
    "line",
    [
        "2024-03-04 10:20 <b>Trial of 2024-02-01</b>",
        "<b>2024-03-04 10:20</b> <b>Trial of</b> <b>2024-02-01 09:00</b>",
        "Trial of 2024-02-01 | Published 2024-03-04 10:20",
    ],
)
def test_a_day_of_which_a_byline_tells_is_not_that_of_publishing(line):
    assert article(f"<div>{line}</div>").published == "2024-03-04T10:20+00:00"


def test_an_aside_with_a_link_to_another_text_is_no_byline():
    other = "<aside>Related: <a href='/a/4.html'>Mills</a> 2024-01-02 11:00</aside>"
    by = "<div>By Ann Smith, 2024-03-04 10:20</div>"
    assert article(other + by).published == "2024-03-04T10:20+00:00"
    assert article(other).published is None
    own = "<aside>By <a href='/ann'>Ann Smith</a> 2024-03-04 10:20</aside>"
    assert article(own).published == "2024-03-04T10:20+00:00"


@pytest.mark.parametrize("title", ["小城的旧桥又通车", "Mills beside the river"])
def test_the_times_of_texts_listed_below_are_not_that_of_publishing(title):
    row = "<li><div><a href='/a/{0}.html'>{1}</a><span>2024-05-0{0} 11:00:00</span></div></li>"
    rows = "".join(row.format(n, title) for n in (7, 6, 5))
    below = f"<ul>{rows}<li><div></div></li></ul>"
    by = "<div><span>In: town</span> <span>2024-03-04</span></div>"
    text = f"<div>{by}<main><h1>{TITLE}</h1>{SAID}</main><div>{below}</div></div>"
    assert article_of(html_page(text, TITLE)).published == "2024-03-04"


def test_a_page_can_be_made_after_its_text_was_published():
    head = '<meta name="Date" content="Sat, 09 Mar 2024 11:02:03 +0000">'
    assert article("<p>Posted on 2024-03-04</p>", head=head).published == "2024-03-04"
    made = "2024-03-09T11:02:03+00:00"
    assert article("<p>On 2024-03-04 by Ann Smith</p>", head=head).published == made
    hour = "2024-03-04T10:20+00:00"
    assert article("<p>By Ann Smith | 2024-03-04 10:20</p>", head=head).published == hour
    assert article("<p>Updated 2024-03-04 10:20</p>", head=head).published == made
    assert article("<p>Posted on 2024-03-12</p>", head=head).published == made
    head = head.replace("Date", "pubdate")
    assert article("<p>Posted on 2024-03-04</p>", head=head).published == made
