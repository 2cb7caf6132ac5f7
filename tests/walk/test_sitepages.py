"""Pages about the site itself, and those that show how an article begins, are no articles."""

from __future__ import annotations

import pytest
from walk_kit import index_body, reading_of

from fpcrawl.walk.families import Family
from fpcrawl.walk.sitepages import count_beginnings

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
        "Imprint &amp; privacy",
        "Impressum und Datenschutz",
        "О нас",
        "Правила сайта",
        "من نحن",
        "お問い合わせ",
        "サイトポリシー",
        "हमारे बारे में",
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
        ("Privacy and the harbour", None),
        ("关于开展春季植树活动的通知", None),
        # What stands in a list of articles is one.
        ("About us", "article"),
    ],
)
def test_articles_are_articles(title, expected):
    assert about(title, "/a-7.html", expected=expected).role == "article"


@pytest.mark.parametrize(
    "title", ["Tags", "All categories", "Archiv", "标签", "文章分类", "タグ一覧"]
)
def test_a_page_that_leads_to_lists_is_no_article(title):
    reading = about(title)
    assert (reading.role, reading.own_weight) == ("other", 0.0)
    assert about(f"{title}: how we made them", expected=None).role == "article"
    assert about(title, "/a-7.html", expected="article").role == "article"


@pytest.mark.parametrize("called", ["联系我们", "About us", "版权所有"])
def test_links_to_a_page_can_say_that_it_is_about_the_site(called):
    foot = f'<p><a href="/corp/">{called}</a></p>'
    body = f"<h2>Boats</h2><article><p>{STORY}</p></article>{foot}"
    assert reading_of(body, "/corp/", title="Boats", kind="news").role == "other"
    assert reading_of(body, "/boats/", title="Boats", kind="news").role == "article"


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("/privacy-policy", "other"),
        ("/en/cookies-policy.html", "other"),
        ("/pages/terms-of-use/", "other"),
        ("/impressum", "other"),
        ("/policy/", "article"),
        ("/contact-us-first-said-the-harbour", "article"),
    ],
)
def test_an_address_can_say_that_its_page_is_about_the_site(path, role):
    body = f"<h2>Boats</h2><article><p>{STORY}</p></article>"
    assert reading_of(body, path, title="Boats", kind="news").role == role


def test_a_board_about_the_site_is_a_list():
    body = f"<h1>About us</h1>{index_body()}"
    assert reading_of(body, "/forum-3.html", title="About us").role == "index"


BEGUN = "The ferry came too late once more, and those who waited for it had to walk. "


def preview(
    link, words=BEGUN * 2, to="/articles/2917", heading="The ferry came too late", url="/pickup/7"
):
    head = heading and f'<a href="{to}"><p class="head">{heading}</p></a><p>3 May 2024 10:15</p>'
    body = f'<div class="in">{head}<p class="sum">{words}</p><p><a href="{to}">{link}</a></p></div>'
    side = "".join(
        f'<li><a href="/articles/29{n}1">Another ferry {n} leaves</a></li>' for n in range(3)
    )
    title = "The ferry came too late"
    meta = '<meta property="og:type" content="article">'
    return reading_of(
        f"{body}<ul>{side}</ul>", url, title=title, kind="news", head=meta, expected="article"
    )


@pytest.mark.parametrize(
    "link",
    [
        "Read the full article",
        "Continue reading →",
        "Ganzen Artikel lesen",
        "Lire la suite",
        "記事全文を読む",
        "기사 전문 보기",
        "阅读全文",
        "[ Leer más ]",
    ],
)
def test_a_page_that_shows_how_an_article_begins_is_none(link):
    reading = preview(link)
    assert (reading.role, reading.own_weight) == ("other", 0.0)
    assert "it shows how an article begins and leads to it" in reading.why


def test_words_that_end_with_dots_go_on_elsewhere():
    assert preview("Read more", f"{BEGUN * 2} And then …", heading="").role == "other"


@pytest.mark.parametrize("end", ["", " And then …"])
def test_a_tag_with_one_text_shows_how_it_begins(end):
    to = "/the-ferry-came-too-late.html"
    body = f"""<h1><a href="/">River Bench</a></h1><article class="post">
      <h2><a href="{to}">The ferry came too late</a></h2><p>By Ann Smith, 3 May 2024</p>
      <p>{BEGUN * 3}{end}</p><a href="{to}">Read More</a></article>"""
    meta = '<meta property="og:type" content="article">'
    reading = reading_of(
        body, "/tag/boats.html", title="River Bench", kind="news", head=meta, expected="article"
    )
    assert "it shows how an article begins and leads to it" in reading.why


def test_a_short_article_above_the_beginnings_of_others_is_whole():
    def card(n):
        to = f"/show/29{n}1.html"
        return f"""<article><h2><a href="{to}">Another ferry {n} leaves</a></h2>
          <p>{BEGUN * 3}{n}</p><footer>3 May 2024 <a href="{to}">Read more</a></footer></article>"""

    body = f"""<h1>The ferry came too late</h1><p>Ann Smith, 3 May 2024 10:15</p><div><p>{BEGUN}</p>
      </div><h3>Related</h3>{card(1)}{card(2)}{card(3)}"""
    title = "The ferry came too late"
    page = reading_of(body, "/show/2917.html", title=title, kind="news", expected="article")
    assert page.role == "article"


@pytest.mark.parametrize("name", ["The lottery", "The ferry"])
def test_below_an_article_can_stand_one_of_its_title_of_another_day(name):
    card = f"""<article><h2><a href="/{{0}}-may-lots">{name}</a></h2><p>{BEGUN}</p><footer>Ann Smith
      {{0}} May 2024 10:15 <a href="/{{0}}-may-lots">Read more</a></footer></article>"""
    body = f"""<main><article><h1>The lottery</h1><p>9 May 2024 10:15</p>{f"<p>{BEGUN * 3}</p>" * 3}
      <p>4 11 23 40</p></article><h3>Related</h3>{card.format(1)}{card.format(2)}</main>"""
    page = reading_of(body, "/9-may-lots", title="The lottery", kind="news", expected="article")
    assert page.role == "article"


@pytest.mark.parametrize(
    "given",
    [
        {"link": "Who was there"},
        {"link": "Read more", "heading": ""},
        {"link": "Read more", "words": BEGUN * 30},
        {"link": "Continue reading", "words": f"{BEGUN * 2}…", "to": "/subscribe", "heading": ""},
        {"link": "Read more", "url": "/articles/2917"},
    ],
)
def test_short_articles_beside_such_links_are_articles(given):
    assert preview(**given).role == "article"


def beginning(number, end="…", between=""):
    words = f"The {number}. ferry of the winter was late again, and nobody knew why it{end}"
    return f"""<li><a href="/news/{number}.html"><img src="/{number}.png"></a>
      <div class="tit"><a href="/news/{number}.html">Ferry number {number} is late</a></div>
      {between}<div class="abs">{words}</div><div class="day">2026-10-0{number}</div></li>"""


@pytest.mark.parametrize("count", [1, 2, 5])
def test_texts_that_only_begin_behind_their_links_make_a_list(count):
    rows = "".join(map(beginning, range(1, count + 1)))
    foot = f"<div>Copyright © 2000 - 2026 Lake News. {STORY}</div>"
    reading = reading_of(f"<h2>Lake</h2><ul>{rows}</ul>{foot}", "/lake/index_3.htm", kind="news")
    assert (reading.role, count_beginnings(reading)) == ("index", count)


@pytest.mark.parametrize(
    ("rows", "more"),
    [
        # The post of a thread, with the board above it.
        (beginning(1, between="<b>ann, the second of four</b>"), ""),
        (beginning(1, end="."), ""),
        ("".join(map(beginning, range(1, 4))), f"<p>{STORY}</p>"),
        ("".join(map(beginning, range(1, 4))), f"<div><br>{STORY}<br><br>{STORY}</div>"),
        ("".join(map(beginning, range(1, 4))), f"<div>{STORY * 2}<a href='/share'>Share</a></div>"),
    ],
    ids=["words between", "whole", "beside a text", "beside lines", "beside words with a button"],
)
def test_what_is_no_list_of_beginnings(rows, more):
    body = f"<h2>Lake</h2>{more}<ul>{rows}</ul>"
    assert count_beginnings(reading_of(body, "/lake/index_3.htm", kind="news")) == 0


@pytest.mark.parametrize("margin", ["aside", "main"])
def test_beginnings_in_the_margin_of_a_short_post_make_no_list_of_its_page(margin):
    rows = "".join(map(beginning, range(1, 4)))
    post = """<div class="post" id="p71"><a href="/user/3">ann</a> <span>2024-05-04 10:20</span>
    <div class="said">The ferry is late.</div></div>"""
    body = f"<main><h1>Ice on the lake</h1>{post}</main><{margin}><ul>{rows}</ul></{margin}>"
    count = count_beginnings(reading_of(body, "/lake/topic/71", kind="forum"))
    assert count == (0 if margin == "aside" else 3)


WHOLE = "The ferry came too late once more, and those who waited had to walk home."
OTHERS = ["The harbour is full of ice again", "A boat was found in the reeds", "Who owns the lake"]


def cards(more="", time="4 May 2024"):
    return '<div class="related"><h3>Related</h3>' + "".join(
        f"""<div class="card"><h4><a href="/news/5{n}.html">{title}</a></h4><p>{BEGUN[:60]}…</p>
        <span>{time}</span>{more.format(n)}</div>"""
        for n, title in enumerate(OTHERS)
    )


BY = "<p>By Ann Smith, 3 May 2024 10:15</p>"


def short_article(after, by=BY, words=WHOLE):
    title = "The ferry came too late"
    body = f"<main><h1>{title}</h1>{by}<p>{words}</p>{after}</main>"
    return reading_of(body, "/news/40.html", title=f"{title} - Post", kind="news")


@pytest.mark.parametrize("more", ["", '<a href="/news/5{}.html">Read more</a>'])
def test_cards_of_other_articles_make_no_list_of_a_short_one(more):
    assert short_article(cards(more)).role == "article"


def test_who_and_when_can_stand_between_a_short_article_and_cards_of_others():
    assert short_article(BY + cards(), by="").role == "article"
    assert short_article(cards(), by="").role == "index"


def test_below_the_name_of_a_section_cards_are_its_list():
    body = f"<main><h1>Harbours</h1><p>{WHOLE}</p>{cards()}</main>"
    reading = reading_of(body, "/harbours/", title="Harbours - Post", kind="news")
    assert reading.role == "index"


def test_what_reads_more_of_another_text_makes_no_preview():
    text = f"<p>{BEGUN * 3}</p>" + cards('<a href="/news/5{}.html">Read more</a>')
    reading = short_article(text)
    assert reading.role == "article"
    assert "it shows how an article begins and leads to it" not in reading.why


def test_news_below_headings_of_their_own_are_no_comments():
    heads = ["The ferry is out of the water", "A new boat for the harbour", "Ice on the lake again"]
    said = "".join(
        f"<b>{head}</b> <i>2024-03-0{n} 10:00</i><p>Number {n} of what has happened here of late, "
        "told at length for all who live by the water and those who left it.</p><hr>"
        for n, head in enumerate(heads, 1)
    )
    html = f"<h1>News of the lake</h1><div>{said}</div>"
    assert reading_of(html, "/news.html", kind="news").role == "article"
    named = html.replace(heads[0], "ann").replace(heads[1], "bob").replace(heads[2], "cy")
    assert reading_of(named, "/news.html", kind="news").role == "comments"
