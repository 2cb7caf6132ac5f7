"""Which words are an article's title."""

from __future__ import annotations

import json

import pytest
from extraction_kit import article_of, html_page

SAID = "".join(
    f"<p>{text}</p>"
    for text in (
        "The ferry across the lower lake has been taken out of the water for the whole winter.",
        "Its captain says that the boards under the engine were softer than he had thought.",
        "Until the spring the villages are joined only by the road along the northern shore.",
    )
)


def title_of(body, title, head="", url="http://lake-post.example/a/17.html"):
    return article_of(html_page(f"<div class='text'>{body}{SAID}</div>", title, head), url).title


@pytest.mark.parametrize(
    ("body", "title"),
    [
        ("<div class='x9'>Ferry out of the water</div>", "Post | Region | Ferry out of the water"),
        (
            "<h1>Money</h1><b>Ferry out of the water</b>",
            "lake-post.example: Ferry out of the water",
        ),
        ("<h1>Top adverts</h1><span>Ferry out of the water</span>", "A - Ferry out of the water"),
    ],
    ids=["no heading", "heading of a section", "heading of a box"],
)
def test_what_shows_a_part_of_the_page_title_is_the_heading(body, title):
    assert title_of(body, title) == "Ferry out of the water"


def test_a_name_of_the_site_before_the_title_is_cut():
    body = "<h1>Lake-Post: Ferry out of the water</h1>"
    assert title_of(body, "Lake-Post: Ferry out of the water") == "Ferry out of the water"


def test_a_heading_that_says_what_a_link_to_the_start_page_says_is_the_name_of_the_site():
    mast = '<p><a href="/">Lower Lake Post</a></p><h2>Lower Lake Post <small>All news</small></h2>'
    own = '<h3><a href="/a/17.html">渡轮停航的冬天</a></h3>'
    assert title_of(mast + own, "Lower Lake Post - 渡轮停航的冬天") == "渡轮停航的冬天"
    mast = '<p><a href="/">The Post of the Lower Lake</a></p><p>The Post of the Lower Lake</p>'
    own = "<div>Ice on the lake</div>"
    assert title_of(mast + own, "Ice on the lake | The Post of the Lower Lake") == "Ice on the lake"
    # Another site can be called as the article is.
    title = "Ferry out of the water"
    other = f'<h1>{title}</h1><p><a href="http://ferry.example/">{title}</a></p>'
    assert title_of(other, f"{title} - Post") == title


def test_a_declared_title_counts_where_the_only_heading_is_the_name_of_the_site():
    mast = '<h1><a href="/">Lower Lake Post</a></h1>'
    head = '<meta property="og:title" content="Ferry out of the water | Lower Lake Post">'
    assert title_of(mast, "Lower Lake Post", head) != "Lower Lake Post"
    ld = {"@type": "NewsArticle", "headline": "Ferry out of the water"}
    head = f'<script type="application/ld+json">{json.dumps(ld)}</script>'
    assert title_of(mast, "Lower Lake Post", head) == "Ferry out of the water"
    assert title_of("<h1>Ice on the lake</h1>", "Post", head) == "Ice on the lake"


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ("Lower lake: Ferry out of the water", "Lower lake: Ferry out of the water"),
        ("Ferry out of the water | The Lake Post", "Ferry out of the water"),
        ("The winter of the old ferry", "Ferry out of the water"),
    ],
    ids=["words in front", "the site behind", "another title"],
)
def test_a_declared_title_counts_where_it_says_the_same_in_full(declared, expected):
    head = f'<meta property="og:title" content="{declared}">'
    body = "<h1>Ferry out of the water</h1>"
    assert title_of(body, "Ferry out of the water - Post", head) == expected


def test_of_two_versions_the_page_title_decides():
    data = {"@type": "NewsArticle", "headline": "Ferry leaves the lower lake for the winter"}
    head = f'<script type="application/ld+json">{json.dumps(data)}</script>'
    body = "<h1>Boat leaves the lower lake for the winter</h1>"
    assert title_of(body, data["headline"], head) == data["headline"]


def test_a_line_in_front_of_the_heading_is_part_of_it():
    body = "<h1><span>Lower lake:</span> Ferry out of the water</h1>"
    assert title_of(body, "Lower lake: ferry leaves") == "Lower lake: Ferry out of the water"


@pytest.mark.parametrize("extra", ["2024-03-04 10:00", "(12)", "2024年3月4日"])
def test_a_time_or_counter_in_the_heading_is_not(extra):
    body = f"<h2>渡轮停运 <small>{extra}</small></h2>"
    assert title_of(body, "湖区报-渡轮停运") == "渡轮停运"


def test_soft_hyphens_are_no_letters():
    assert title_of("<h1>Fer\u00adry out of the wa\u00adter</h1>", "News") == (
        "Ferry out of the water"
    )


def test_without_any_title_it_is_the_line_above_the_text():
    html = (
        "<html><body><table><tr><td><div>Ferry out of the water</div></td></tr>"
        f"<tr><td><font>{SAID}</font></td></tr></table></body></html>"
    )
    assert article_of(html).title == "Ferry out of the water"


def test_where_the_page_title_is_that_of_the_site_it_is_the_line_above_the_text():
    text = f"<main><div>Ferry out of the water</div><div>{SAID}</div></main>"
    page = f'<a href="/">Lake Post</a>{text}'
    for title in ("Lake Post", "Lake Post (2024-03-05)"):
        assert article_of(html_page(page, title)).title == "Ferry out of the water"
    assert article_of(html_page(page, "Boats on the lake")).title == "Boats on the lake"


def test_where_a_page_has_no_title_the_heading_that_leads_to_it_is_that_of_the_text():
    own = '<a href="/a/17.html"><h2>Ferry out of the water</h2></a>'
    assert title_of(f"<h1>Lakes</h1><p>News of the lakes.</p>{own}", "") == "Ferry out of the water"
    other = own.replace("17", "18")
    assert title_of(f"<h1>Lakes</h1><p>News of the lakes.</p>{other}", "") == "Lakes"


def test_the_heading_of_a_day_in_a_diary_is_what_stands_behind_the_day():
    day = '<span><a href="/a/17.html">2024-03-05</a></span>'
    heads = f'<h1><a href="/">Lake Post</a></h1><h2>{day} <b>Ferry out of the water</b></h2>'
    assert title_of(heads, "Lake Post(2024-03-05)") == "Ferry out of the water"


def test_the_title_in_the_frame_of_the_text_is_preferred_to_the_heading_of_the_site():
    head = "<h1>Lakes and boats</h1><fieldset><legend>Ferry out of the water</legend>"
    assert title_of(head, "Lakes: Ferry out of the water") == "Ferry out of the water"


def test_joiners_between_letters_stay_and_others_do_not():
    title = "کشتی قدیمی دو زمستان دیگر می\u200cماند"
    assert title_of(f"<h1>{title}\u200d</h1>", "News") == title
    assert title_of(f"<h1>{title}</h1>", title.replace("\u200c", "")) == title


def test_a_full_width_colon_parts_the_name_of_the_site_from_the_title_too():
    body = "<font><b>渡し船、存続決まる</b></font>"
    assert title_of(body, "北港新聞：渡し船、存続決まる") == "渡し船、存続決まる"
    assert title_of("<h1>Lake-Post：Ferry out of the water</h1>", "x") == "Ferry out of the water"


def test_the_name_of_the_site_in_the_first_heading_yields_to_the_one_that_leads_here():
    head = '<h1><a href="/">Lakes and boats</a></h1>'
    own = '<h2><a href="http://lake-post.example/a/17.html">Ferries</a></h2>'
    assert title_of(head + own, "Lakes and boats - Ferries") == "Ferries"


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("Old ferry of the lower lake out of service for winter", "Winter without the old ferry"),
        ("Ferry - a winter on land", "Ferry - a winter on land - The Post"),
        ("下湖渡船冬季停运检修", "渡船冬季停运"),
        ("<a href='http://lake-post.example/a/17.html'>A winter on land</a>", "A winter on land"),
    ],
    ids=["other words", "a dash of its own", "no blanks", "a link to the page itself"],
)
def test_a_title_in_no_heading_is_the_line_that_says_what_the_page_title_says(line, title):
    below = "<div>The line is painted in spring.</div><div><a href='/a/3.html'>Old ferry</a></div>"
    body = f"<div>Most read</div><div>{line}</div>{below}"
    shown = line.removeprefix("<a href='http://lake-post.example/a/17.html'>").removesuffix("</a>")
    assert title_of(body, title) == shown


def test_a_title_can_begin_with_the_name_of_the_site():
    title = "[lakepost]渡船冬季停运检修通知"
    body = f"<div>Lake news</div><div>{title}</div>"
    page_title = f"{title} - Lake news - lakepost"
    assert title_of(body, page_title, url="http://www.lakepost.example/a.html") == title


def test_a_box_of_title_and_time_is_no_title():
    line = "法国全国大罢工再次严重影响交通"
    who = "<span>来源：新华网</span>"
    box = f"<div><div><div>{line}</div> <span>2019-12-10 07:57:40</span></div> {who}</div>"
    assert title_of(box, f"{line}-新华网") == line


def test_a_heading_among_the_words_that_begins_the_title_is_not_all_of_it():
    shown = "<div class='x9'>Ferry out of the water</div>"
    body = html_page(
        f"{shown}<div>{SAID}<h2>Ferry out</h2>{SAID}</div>", "Ferry out of the water | Post"
    )
    assert article_of(body, "http://lake-post.example/a/17.html").title == "Ferry out of the water"


@pytest.mark.parametrize("name", ["logo", "navbar-brand", "site-title"])
def test_a_heading_called_as_the_name_of_a_site_is_no_title(name):
    site = f'<h1 class="{name}"><a href="/doku.php?id=start">Lake notes</a></h1>'
    text = "<h1>Ferry out of the water</h1>"
    url = "http://lake-post.example/doku.php?id=town:p12"
    assert title_of(site + text, "town:p12 [Lake notes]", url=url) == "Ferry out of the water"
    own = f'<h1 class="{name}"><a href="/doku.php?id=town:p12">Ferry out of the water</a></h1>'
    assert title_of(own, "Ferry out of the water - Lake notes", url=url) == "Ferry out of the water"
