"""Pages about the site itself are no articles."""

from __future__ import annotations

import pytest
from walk_kit import index_body, reading_of

from fpcrawl.walk.families import Family

STORY = "We are four friends who have been writing here since 2019 about boats and trains. " * 4


def about(title, url="/about/", **given):
    body = f"<h1>{title}</h1><article><p>{STORY}</p><p>{STORY}</p></article>"
    return reading_of(body, url, title=title, kind="news", **given)


@pytest.mark.parametrize(
    "title",
    [
        "About",
        "About us",
        "Privacy Policy",
        "Impressum",
        "Qui sommes-nous ?",
        "Política de privacidad",
        "О нас",
        "من نحن",
        "お問い合わせ",
        "개인정보처리방침",
        "关于我们",
        "關於本站",
        "隐私政策",
        "联系我们",
    ],
)
def test_a_page_about_the_site_is_no_article_and_says_nothing_of_its_family(title):
    family = Family("/{w}/", fetched=9, useful=9, roles={"article": 8.0})
    reading = about(title, family=family)
    assert (reading.role, reading.own_weight) == ("other", 0.0)
    assert "its title is that of a page about the site" in reading.why


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("About the night when the ferry came too late", None),
        ("Privacy policy of the harbour is changed", None),
        ("关于开展春季植树活动的通知", None),
        # What stands in a list of articles is one.
        ("About us", "article"),
    ],
)
def test_articles_are_articles(title, expected):
    assert about(title, "/a-7.html", expected=expected).role == "article"


def test_a_board_about_the_site_is_a_list():
    body = f"<h1>About us</h1>{index_body()}"
    assert reading_of(body, "/forum-3.html", title="About us").role == "index"
