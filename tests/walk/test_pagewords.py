"""What pagers say, in the languages they are written in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.walk.pagewords import MAX_TEXT, Said, what_is_said


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Next",
            "next »",
            "Next page ›",
            "Next 20 posts",
            "›",
            "»",
            "> >",
            "→",
            "►",
            "Older posts",
        ),
        *(
            "← Older Entries",
            "More",
            "Load more posts",
            "See more",
            "Load older posts",
            "Earlier posts",
            "下一页",
            "下一頁 »",
            "后一页",
            "下页",
            "[下一页]",
        ),
        *("next-page", "next_page"),
        *("Weitere Meldungen", "Más noticias", "Veja mais", "Mais notícias", "Plus d’articles"),
        *("Altre notizie", "Meer nieuws", "Więcej artykułów", "następne", "Ещё 20 материалов"),
        *("Visa mer", "Δείτε περισσότερα", "عرض المزيد", "المزيد", "עוד", "ดูเพิ่มเติม"),
        *("نمایش بیشتر", "صفحه بعد", "और देखें", "अगला पेज", "更多", "載入更多", "點擊加載更多"),
        *("次へ", "次のページ", "次の20件", "次のページへ", "もっと見る", "다음", "다음 페이지"),
        *("weiter", "Nächste Seite", "Nächste", "Ältere Beiträge", "Suivant", "Page suivante »"),
        *("Siguiente", "Página siguiente", "Próxima página", "Seguinte", "Successiva", "Volgende"),
        *("Следующая", "Следующая страница", "След.", "Вперёд", "Далее", "Предыдущие записи"),
        *("Mehr laden", "Weitere Beiträge anzeigen", "Cargar más", "Ver más noticias"),
        *("Carregar mais", "Charger plus", "Voir plus d'articles", "Carica altri", "Meer laden"),
        *("Загрузить ещё", "Показать больше тем", "Pokaż więcej", "Visa fler", "Daha fazla göster"),
        *("더보기", "点击加载更多", "さらに表示", "Xem thêm", "تحميل المزيد", "טען עוד"),
        *(
            "更早的帖子",
            "较旧的文章",
            "Ältere Themen",
            "Messages plus anciens",
            "Temas más antiguos",
        ),
        *("Tiếp", "Trang sau", "Tiếp theo", "Trang kế", "Następna", "Další", "Sonraki sayfa"),
    ],
)
def test_next(text):
    assert what_is_said(text) == Said(way="next")


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Previous",
            "« Prev",
            "Newer posts →",
            "«",
            "‹",
            "←",
            "上一页",
            "首页",
            "前へ",
            "前の20件",
        ),
        *(
            "Zurück",
            "Vorherige Seite",
            "Précédent",
            "Anterior",
            "Назад",
            "Предыдущая",
            "Trang trước",
        ),
        *("First", "Erste", "Première", "Newer comments", "맨처음"),
    ],
)
def test_back(text):
    assert what_is_said(text) == Said(way="back")


@pytest.mark.parametrize(
    "text",
    [
        *("Last", "Last page »", "»»", ">|", "末页", "尾页", "最后一页", "最後へ", "Letzte"),
        *("Dernière", "Última", "Последняя", "В конец", "Cuối cùng", "맨끝"),
    ],
)
def test_last(text):
    assert what_is_said(text) == Said(way="last")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(
            ("2", 2),
            ("[2]", 2),
            ("【2】", 2),
            ("（2）", 2),
            ("« 3", 3),
            ("… 12", 12),
            ("1,096", 1096),
            ("Page 4", 4),
        ),
        *(
            ("第 5 页", 5),
            ("6ページ", 6),
            ("2페이지", 2),
            ("Seite 7", 7),
            ("Стр. 8", 8),
            ("Trang 9", 9),
            ("p.10", 10),
        ),
    ],
)
def test_numbers(text, number):
    assert what_is_said(text) == Said(number)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Next week in the kitchen",
        "What comes next?",
        "下一站，天后",
        "More about kettles",
        "2 replies",
        "2024-03-04",
        "1.5",
        "10,96",
        "Back in black",
        "Weiter so, Deutschland",
        "12345678",
        "next " * 12,
    ],
)
def test_nothing(text):
    assert what_is_said(text) == Said()


@given(st.text(max_size=60))
def test_any_text_is_read(text):
    said = what_is_said(text)
    assert said.number is None or said.way == ""
    assert len(text) <= MAX_TEXT or said == Said()


@pytest.mark.parametrize(
    "text",
    [
        "Nächste SeiteSeite 2: Was jetzt kommt, und warum es so lange gedauert hat",
        "Next page: The ferry comes back",
        "下一页：渡船回来了",
    ],
)
def test_a_link_to_the_next_page_can_tell_what_that_is_called(text):
    assert what_is_said(text) == Said(way="next")


@pytest.mark.parametrize(
    "text", ["Next pages of history", "下一页的故事", "Next page"[:-4] + "door"]
)
def test_a_title_that_begins_like_it_is_a_title(text):
    assert what_is_said(text) == Said()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1-20", Said(1)),
        ("21 - 40", Said(2)),
        ("[41–60]", Said(3)),
        ("41-47", Said(way="rows")),
        ("7-6", Said()),
        ("5-5", Said()),
        ("2019-2024", Said(way="rows")),
    ],
)
def test_rows_tell_their_page(text, said):
    assert what_is_said(text) == said
