"""What a page is: from itself, and with the site's experience."""

from __future__ import annotations

import re

import pytest
from extraction_kit import NAMES, NOW, TIMES, WORDS, div_thread, html_page, page_of, place_at
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from test_articles import article, comments
from walk_kit import TITLES, home_body, index_body, reading_of

from fpcrawl.exceptions import PageError
from fpcrawl.extraction.extractor import Found, StructureExtractor
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.postgroup import PostGroup, RawPost
from fpcrawl.pages import read_page
from fpcrawl.walk.families import Family
from fpcrawl.walk.pagination import pagination_of
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.roles import decide
from fpcrawl.walk.sitepages import count_beginnings

ROLES = {"thread", "index", "article", "other"}


def decided(html, kind="forum", family=None, expected=None):
    reading = read_structure(page_of(html), LayoutBook())
    decide(reading, family, expected, kind=kind)
    return reading


@pytest.mark.parametrize(
    ("html", "kind", "role"),
    [
        (div_thread(), "forum", "thread"),
        (div_thread(1), "forum", "thread"),
        (html_page(index_body()), "forum", "index"),
        (html_page(home_body()), "forum", "index"),
        (html_page("<p>Nothing here</p>"), "forum", "other"),
        (article('<p class="byline">By Ann | 2024-03-04 10:00</p>'), "news", "article"),
        (article('<p class="byline">By Ann | 2024-03-04 10:00</p>', comments()), "news", "article"),
        (html_page(index_body()), "news", "index"),
    ],
    ids=["thread", "lone post", "index", "boards", "nothing", "article", "comments", "section"],
)
def test_roles_from_structure(html, kind, role):
    reading = decided(html, kind)
    assert reading.role == role
    assert 0 < reading.confidence <= 1


def test_titles_behind_a_label_in_brackets_make_a_list():
    rows = "".join(
        f'<tr><td><a href="/user/u{n}"><img src="/u{n}.png" alt="u{n}"></a></td>'
        f'<td class="p"><p><a href="/forum-5.html?type=3" class="st">[Sale]</a>'
        f' <a href="/thread-{n}.html" class="st">{title}</a></p>'
        f'<p class="info">by <a href="/user/u{n}">u{n}</a><span>2024-04-2{n}</span>'
        f'Last: <a href="/user/u{n % 3}">u{n % 3}</a><span>04-27 10:00</span></p></td>'
        f'<td class="num"><span>Answers<em>{n}</em></span><span>Seen<em>45{n}</em></span></td></tr>'
        for n, title in TITLES.items()
    )
    assert reading_of(f"<table>{rows}</table>").posts.title_share == 1.0


def test_a_home_page_is_a_list():
    assert decided(html_page("<p>Welcome</p>" + home_body()), expected="home").role == "home"


def test_experience_of_a_family_decides_what_the_page_leaves_open():
    html = html_page("<p>Nothing here</p>")
    family = Family("/t/{n}", roles={"thread": 20.0})
    assert decided(html).role == "other"
    reading = decided(html, family=family)
    assert reading.role == "thread"
    assert any("has been thread 100%" in why for why in reading.why)


def test_rows_alone_are_a_list_at_an_address_like_those_of_threads():
    family = Family("/forum/{n}-{n}-{n}", fetched=9, useful=9, roles={"thread": 20.0})
    for expected in (None, "thread"):
        assert decided(html_page(index_body()), family=family, expected=expected).role == "index"


DAYS = ["Monday", "Tuesday", "Friday"]


def test_a_decision_does_not_vote_for_itself():
    family = Family("/t/{n}", roles={"thread": 20.0})
    alone = decided(html_page(index_body()))
    led = decided(html_page(index_body()), family=family, expected="thread")
    assert alone.own_role == led.own_role == "index"
    assert alone.own_weight == pytest.approx(led.own_weight)
    assert 0 < led.own_weight <= 1


@pytest.mark.parametrize(
    ("head", "hint"),
    [
        (
            '<script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>',
            "posting",
        ),
        ('<script type="application/ld+json">{"@type":"NewsArticle"}</script>', "news"),
        ('<script type="application/ld+json">{"@type": "ItemList"}</script>', "list"),
        ('<meta property="og:type" content="article">', "article"),
    ],
)
def test_what_a_page_declares_counts(head, hint):
    reading = reading_of("<p>Nothing here</p>", head=head)
    assert reading.hints == [hint]
    assert any(hint in why for why in reading.why)


@pytest.mark.parametrize(
    ("kind", "role"), [("Thing", "article"), ("DiscussionForumPosting", "thread")]
)
def test_a_post_among_longer_texts_is_that_of_a_page_that_declares_one(kind, role):
    words = "".join(f"<p>I asked in town on {day} why my kettle hums, in vain.</p>" for day in DAYS)
    notes = "".join(
        f"<div><h3>Notes on {day}</h3><p>{'We have heard nothing new of kettles. ' * 5}</p></div>"
        for day in DAYS * 4
    )
    by = '<a href="/user/anna">anna</a> 2024-03-04 10:00'
    body = f"<h1>A hum</h1><div><div><p>{by}</p><div>{words}</div></div></div><div>{notes}</div>"
    head = f'<script type="application/ld+json">{{"@type":"{kind}"}}</script>'
    assert reading_of(body, "/talk/77-a-hum", head=head, kind="forum").role == role


@pytest.mark.parametrize(
    ("title", "body", "name"),
    [
        ("My kettle - Kitchen - The Forum", "<h1>The Forum</h1><h2>My kettle</h2>", "My kettle"),
        ("My kettle - Kitchen", "<h1>My kettle</h1>", "My kettle"),
        ("My kettle | Kitchen", "<h1>Something else</h1>", "My kettle"),
        ("我的水壶_厨房论坛", "", "我的水壶"),
        ("", "<h1>My kettle</h1>", None),
    ],
)
def test_the_name_of_what_a_page_shows(title, body, name):
    assert reading_of(f"{body}<p>x</p>", title=title).title == name


tag = st.sampled_from(
    "div p a td tr table ul li dl dt dd span blockquote article h1 time abbr pre cite br".split()
)
attribute = st.sampled_from(
    [
        "",
        ' class="post"',
        ' class="author"',
        ' class="content odd"',
        ' href="/user/anna"',
        ' href="/thread-1.html"',
        ' href="/thread-1.html?page=2"',
        ' href="http://[bad"',
        ' id="post-12"',
        ' datetime="2024-03-04T10:00:00Z"',
        ' data-time="1709546400"',
        ' title="2024-03-04 10:00"',
        ' itemprop="author"',
    ]
)
piece = st.one_of(
    st.builds("<{}{}>".format, tag, attribute),
    st.builds("</{}>".format, tag),
    st.sampled_from(
        [
            "2024-03-04 10:00",
            "昨天 12:30",
            "3 hours ago",
            "#3",
            "anna wrote:",
            "Next",
            "2",
            "Reply",
            "12 replies",
            WORDS[0],
            WORDS[1],
            '<script type=\'application/ld+json\'>{"@type":"Question","text":"x"}</script>',
        ]
    ),
    st.text(max_size=8),
)


@example('0<A\x08</div>2024-03-04 10:00<div datetime="2024-03-04T10:00:00Z">', "forum")
@example('<div><div>2024-03-04 10:00<p class="author">#3</div>0\x1f', "forum")
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(piece, max_size=70).map("".join), st.sampled_from(["forum", "news"]))
def test_no_page_is_too_odd_to_be_read(soup, kind):
    try:
        page = read_page(soup.encode("utf-8", "replace"), "http://f.example/t/1", fetched=NOW)
    except PageError:
        return
    reading = read_structure(page, LayoutBook())
    decide(reading, None, None, kind=kind)
    roles = ROLES | {"comments"} if kind == "news" else ROLES
    assert set(reading.scores) == roles
    assert reading.role in roles
    for role in ("thread", "article", "index"):
        found = Found(reading.tree, role, reading.posts, reading.rows)
        for record in StructureExtractor().extract(found, place_at()):
            assert len(record.key) == 24
            assert record.site == "f.example"
    assert all(item.link.url.startswith("http://f.example") for item in pagination_of(page))


COMMENTS = "".join(
    f'<li id="c{n}"><b class="name">{name}</b> <i>2024-03-0{n} 10:00</i><p>{words}</p></li>'
    for n, (name, words) in enumerate(
        [("anna", "I liked the old ones."), ("bert", "About time."), ("carla", "Who pays?")], 1
    )
)
STORY = "".join(
    f"<p>{day} the council sat until late and could not agree on who should buy the kettles.</p>"
    for day in ("On Monday", "On Tuesday", "On Wednesday", "On Thursday")
)


@pytest.mark.parametrize(
    ("box", "beside", "role"),
    [("comments", True, "article"), ("comments", False, "thread"), ("replies", True, "thread")],
    ids=["comments", "threads nowhere else", "replies"],
)
def test_on_a_forum_s_host_comments_below_an_article_are_no_thread(box, beside, role):
    body = f'<h1>Kettles</h1><div class="story">{STORY}</div><ol class="{box}">{COMMENTS}</ol>'
    reading = reading_of(body, "/news/7.html", title="Kettles")
    decide(reading, None, "thread", threads_beside=beside)
    assert reading.role == role


def test_days_told_in_a_text_make_no_posts_of_its_paragraphs():
    told = "".join(
        f"<p>It was on 2019-04-{day} that the council of the town met for a long night to talk "
        "about the kettles, of which nobody had counted how many there were.</p>"
        for day in (11, 17, 24)
    )
    body = f'<h1>Kettles</h1><p>2024-03-04 10:00</p><div class="story">{told}</div>'
    reading = reading_of(body, "/news/7.html", title="Kettles")
    decide(reading, None, None)
    assert reading.role == "article"


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("/user/5", "profile"),
        ("/memberlist.php", "profile"),
        ("/user/login/", "other"),
        ("/search.php?q=kettle", "other"),
        ("/t/5", "thread"),
    ],
)
def test_roles_by_address(path, role):
    reading = reading_of(div_thread(), path)
    assert reading.role == role
    assert 0 < reading.confidence <= 1


@pytest.mark.parametrize(("expected", "role"), [("home", "home"), ("board", "index")])
def test_a_start_page_is_what_the_user_says_whatever_its_address(expected, role):
    assert reading_of(index_body(), "/members/", expected=expected).role == role


BOXLESS = "".join(
    f'<p class="by"><strong>ann{n}</strong> posted 2024-04-2{n} 10:00</p><h3></h3>{WORDS * 2}'
    for n in (1, 2, 3)
)


def test_what_a_forum_lists_as_a_thread_is_one_without_boxes_around_its_posts():
    html = html_page(f"<div id='content'>{BOXLESS}</div>")
    assert decided(html, expected="thread").role == "thread"
    assert decided(html, family=Family("/t/{n}", roles={"thread": 5.0})).role == "thread"


def test_whole_texts_below_links_of_their_own_are_a_list():
    texts = "".join(
        f'<div class="e"><h2><a href="/2024/a-story-of-{n}">A story of {n} kettles</a></h2>'
        f"<p>{WORDS * 3}</p><p>{WORDS * 2}</p></div>"
        for n in ("two", "three", "four", "five", "six")
    )
    reading = decided(html_page(texts), "news")
    assert reading.role == "index"
    assert any("below a link of its own" in why for why in reading.why)


@pytest.mark.parametrize("links", [4, 3])
def test_dated_texts_that_are_each_headed_by_a_link_are_a_list_however_long(links):
    texts = "".join(
        f'<div class="entry"><div class="title">{title}</div><div class="date">{n + 2} March 2024'
        f'</div><div class="body">{f"<p>{WORDS}</p>" * (40, 2, 9, 1)[n]}</div></div>'
        for n, title in enumerate(
            f'<a href="/story-of-{name}.html">A story of {name} kettles</a>'
            if n < links
            else f"A story of {name} kettles"
            for n, name in enumerate(("two", "three", "four", "five"))
        )
    )
    reading = decided(html_page(f"<h1>Kettles</h1>{texts}"), "news")
    assert (reading.role == "index") == (links == 4)


def test_other_threads_with_their_beginnings_below_the_posts_make_no_list_of_a_thread():
    others = "".join(
        f'<div class="r"><a href="/a-story-of-kettles-{n}">A story of kettles, part {n}</a><br>'
        f"{' '.join(WORDS * 2)} <a href='/a-story-of-kettles-{n}'>{n} replies</a></div>"
        for n in range(2, 12)
    )
    html = div_thread().replace("</body>", f"<h2>More</h2><div>{others}</div></body>")
    assert decided(html).role == "thread"


@pytest.mark.parametrize(("own", "role"), [("", "index"), (" ".join(WORDS), "article")])
def test_two_cells_that_each_begin_with_a_title_are_a_list(own, role):
    cells = "".join(
        f'<td><b><a href="/2024/a-story-of-{n}">A story of {n} kettles</a></b><br>{WORDS[1]}</td>'
        for n in ("two", "three")
    )
    html = html_page(f"<h1>Kettles</h1><p>{own}</p><table><tr>{cells}</tr></table>")
    assert decided(html, "news").role == role


def cards(count, most=200):
    """What a news site shows below its articles, and on its lists."""
    return "".join(
        f"""<div class="card"><h3><a href="/{section}/story-of-{n}-kettles-{n}71">The story of {n}
        kettles in town</a></h3><time>2024-03-0{n + 1} 10:00</time>
        <p>{WORDS[n % 4][:most]}</p></div>"""
        for n, section in enumerate((["city", "trade", "sport", "city", "trade"] * 3)[:count])
    )


@pytest.mark.parametrize("place", ["below", "above"])
@pytest.mark.parametrize("dated", [True, False])
def test_an_article_beside_teasers_of_others_is_no_list(place, dated):
    text = "".join(f"<p>{n}. {WORDS[n % 4]} {WORDS[(n + 1) % 4]}</p>" for n in range(4))
    own = f'<div class="story"><h1>Kettles are back</h1><div class="text">{text}</div></div>'
    beside = f'<div class="more">{cards(4, 50)}</div>'
    if not dated:
        beside = re.sub("<time>.*?</time>", "", beside)
    html = html_page(own + beside if place == "below" else beside + own)
    assert decided(html, "news").role == "article"


@pytest.mark.parametrize("tag", ["h3", "div"])
def test_a_short_article_above_dated_cards_is_no_list(tag):
    title = "Kettles are back in town"
    own = f"<h1>{title}</h1><div><span>Ann Lee</span> <span>2024-03-09 08:00</span></div>"
    more = "".join(
        f"""<div><h3><a href="/{n}/story-{n}71">The story of {n} kettles in town</a></h3>
        <p>{WORDS[n]}</p><span>2024-03-0{n + 1} 10:00</span></div>"""
        for n in range(3)
    )
    html = html_page(f"<div>{own}<div><p>{WORDS[3]}</p></div><h3>More</h3>{more}</div>", title)
    if tag == "div":
        # Without headings, links to pages with addresses like its own tell.
        html = re.sub(r"(?<=[</])h[13](?=>)", tag, html)
        html = re.sub(r"/(\d)/story-\d71", r"/thread-\g<1>71.html", html)
    reading = decided(html, "news")
    assert (reading.posts.title_share, reading.role) == (0.75, "article")


@pytest.mark.parametrize(("kind", "role"), [("article", "article"), ("website", "index")])
def test_an_article_that_says_so_twice_is_one_beside_long_cards(kind, role):
    text = "".join(f"<p>{words} {words}</p>" for words in WORDS)
    more = "".join(
        f"""<div class="card"><a href="/p/{n}.html"><b>The story of {n} kettles in town</b></a>
        <div class="excerpt">{" ".join(WORDS)}</div></div>"""
        for n in range(6)
    )
    head = f"""<meta property="og:type" content="{kind}"><script type="application/ld+json">
        {{"@type": "BlogPosting", "headline": "Kettles are back"}}</script>"""
    html = f"""<html><head><title>Kettles are back</title>{head}</head><body>
        <h1>Kettles are back</h1><div class="text">{text}</div><div>{more}</div></body></html>"""
    assert decided(html, "news").role == role


@pytest.mark.parametrize("kind", ["forum", "news"])
def test_the_last_page_of_a_section_is_a_list_with_two_rows_on_it(kind):
    rows = "".join(
        f"""<article><h3><a href="/news/town/2024/03/{n}.html">{title}</a></h3>
        <p class="lead">{WORDS[n]}</p><span class="date">2024-03-0{n} 10:00</span></article>"""
        for n, title in ((1, "Pots"), (2, "Lids"))
    )
    reading = decided(html_page(f"<h1>Town</h1>{rows}"), kind)
    assert reading.role == "index"


@pytest.mark.parametrize("byline", ["<h6>by ann, 2024-03-04 10:00</h6>", "<i>2024-03-04 10:00</i>"])
@pytest.mark.parametrize("row", [True, False])
def test_a_list_with_a_single_row_is_no_article(byline, row):
    title = '<h2><a href="/news/kettles-are-back">Kettles are back</a></h2>'
    words = f"<p>{WORDS[0]} {WORDS[1]}</p><p>{WORDS[2]} {WORDS[3]}</p>"
    above = f"<p>Posts from March 2024</p>{title}{byline}"
    html = html_page(
        f"<div class='main'>{above}{words}</div>", "March" if row else "Kettles are back"
    )
    assert decided(html, "news").role == ("index" if row else "article")


def test_the_last_answer_alone_on_a_page_is_headed_by_a_link_to_itself():
    post = f"""<div class="post"><h2><a href="/m/1429">Re: Kettles are back</a></h2>
        <a class="author" href="/user/7">ann</a> <span>2024-03-04 10:00</span>
        <div class="text">{WORDS[0]} {WORDS[1]}</div></div>"""
    reading = reading_of(post, "/t/5/page/2", title="Kettles are back - Page 2 - Works")
    assert reading.role == "thread"


def test_cards_of_many_sections_are_a_list():
    assert decided(html_page(f"<h1>News</h1><div>{cards(9)}</div>"), "news").role == "index"


def test_dated_paragraphs_below_links_are_a_list():
    items = "".join(
        f"""<p class="item"><span>0{n}.03.2024</span> <a href="/news/{n}71/">The story of {n}
        kettles</a><br>{WORDS[n % 4]}</p>"""
        for n in range(1, 9)
    )
    assert decided(html_page(f"<h1>News</h1><div>{items}</div>"), "news").role == "index"


def test_cards_that_are_one_link_with_their_date_are_rows():
    items = "".join(
        f"""<li><a href="/articles/K{n}71.html"><img src="{n}.jpg"><span class="t">{n}
        kettles were seen in town again</span><span class="d">2024-03-0{n} 10:00</span></a></li>"""
        for n in range(1, 9)
    )
    reading = decided(html_page(f"<h1>Kitchen</h1><ul>{items}</ul>"), "news")
    assert reading.role == "index"
    assert max(len(group.links) for group in reading.lists) == 8


def test_what_a_card_that_is_one_link_says_is_no_prose():
    sections = ("town", "trade", "sport", "books", "radio", "garden")
    items = "".join(
        f"""<article><a href="/{name}/2024/kettles-of-the-{name}-are-back"><h3>Kettles of the {name}
        are back</h3><p>{" ".join(WORDS)}</p></a><span>09.11.2023</span></article>"""
        for name in sections
    )
    assert decided(html_page(f"<h1>News</h1><div>{items}</div>"), "news").role == "index"


def test_a_link_whose_time_a_script_writes_out_is_no_row():
    items = "".join(
        f"""<li><a href="/topic/{n}/kettle">The kettle of the {n}th street</a>
        <a href="/topic/{n}/kettle/7"><i title="2024-03-0{n}T10:00:00Z"></i> said ann</a></li>"""
        for n in range(1, 7)
    )
    reading = decided(html_page(f"<h1>Kitchen</h1><ul>{items}</ul>"))
    assert {link.text for group in reading.lists for link in group.links} == {
        f"The kettle of the {n}th street" for n in range(1, 7)
    }


def test_comments_without_their_article_are_no_article():
    reading = decided(div_thread(6), "news")
    assert (reading.role, reading.own_role) == ("comments", "comments")
    assert decided(div_thread(6), "news", expected="article").role == "article"


@pytest.mark.parametrize(("above", "role"), [("<p>{}</p>", "article"), ("", "comments")])
def test_a_short_text_above_its_comments_is_an_article(above, role):
    said = "".join(
        f'<div class="c"><b class="name">u{n}</b> <i>2024-03-04 1{n}:00</i><p>{words}</p></div>'
        for n, words in enumerate(WORDS)
    )
    head = "<h1>Kettles for the harbour</h1><p><i>2024-03-04 09:00</i> by Ann Smith</p>"
    text = above.format("The harbour has bought three kettles, as nobody had thought.")
    html = html_page(f'{head}{text}<div id="comments">{said}</div>', "Kettles for the harbour")
    assert decided(html, "news").role == role


def test_a_text_that_its_comments_are_like_is_an_article():
    first, *rest = (
        f'<div class="head"><b class="name">u{n}</b> <i>2024-03-04 10:0{n}</i></div>'
        f'<div class="text">{words}</div>'
        for n, words in enumerate(WORDS)
    )
    below = "".join(f'<div class="entry">{one}</div>' for one in rest)
    html = f'<h1>Kettles</h1><div class="entry">{first}</div><div id="comments">{below}</div>'
    reading = decided(html_page(html), "news")
    assert len(reading.posts.posts) == len(WORDS)
    assert reading.role == "article"


def test_short_paragraphs_side_by_side_are_prose():
    lines = "".join(f"<p><span>Put the {n}th stone into the pot</span></p>" for n in range(12))
    by = '<p class="byline">By Ann | 2024-03-04 10:00</p>'
    reading = decided(html_page(f"<h1>Stone soup</h1>{by}<div>{lines}</div>"), "news")
    assert reading.role == "article"


def test_what_stands_in_margins_is_no_prose():
    words = f"<p>{WORDS * 9}</p>"
    boxes = ["<footer>%s</footer>", "<div class='cookie-banner'>%s</div>", "<aside>%s</aside>"]
    boxes.append("<div role='dialog'><div>%s</div></div>")
    reading = decided(html_page("".join(box % words for box in boxes)))
    assert reading.prose == 0


@pytest.mark.parametrize(("declared", "role"), [("NewsArticle", "article"), ("WebPage", "thread")])
def test_a_lone_text_with_a_name_below_it_is_the_article_that_a_page_declares(declared, role):
    head = f'<script type="application/ld+json">{{"@type":"{declared}"}}</script>'
    menu = "".join(f'<li><a href="/in/{n}">News of county {n}</a></li>' for n in range(40))
    page = html_page(
        f"""<ul>{menu}</ul>
        <div class="main"><article><header><span class="line"><time>Nov 18, 8:19 PM</time>
        </span></header><div class="content">{WORDS[0] * 12}</div></article>
        <div class="footer"><p class="text">Use of this site constitutes acceptance of our
        <a href="/user-agreement/">User Agreement</a></p></div></div>""",
        head=head,
    )
    reading = read_structure(page_of(page), LayoutBook())
    assert len(reading.posts.posts) == 1
    assert reading.role == role


def latest_posts(box="<aside>%s</aside>"):
    posts = "".join(
        f"""<li><p class="of"><a href="/kitchen/oil-for-pans/#post-{n}">Reply to: Oil for pans</a>
        </p><p class="said">{WORDS[n % 4]}</p><p>by <a href="/people/{n}">writer {n}</a>,
        <span>2024-05-02 10:0{n}</span></p></li>"""
        for n in range(6)
    )
    return box % f"<h2>Recent posts</h2><ul>{posts}</ul>"


@pytest.mark.parametrize("box", ["<aside>%s</aside>", '<div class="widget-area">%s</div>'])
def test_the_latest_posts_in_the_margin_do_not_decide(box):
    widget = latest_posts(box)
    assert reading_of(index_body() + widget).role == "index"
    for name in ("/people/3", "/about"):
        assert reading_of(f"<h1>Ann</h1><div>Posts: 7</div>{widget}", name).role == "other"
    assert decided(div_thread().replace("</body>", widget + "</body>")).role == "thread"


def test_help_is_neither_board_nor_article():
    words = "".join(f"<dt>Why {n}?</dt><dd><p>{WORDS * 3}</p></dd>" for n in range(5))
    assert reading_of(f"<dl>{words}</dl>", "/faq").role == "other"
    assert reading_of(index_body(), "/boards/help").role == "index"


CHINESE = (
    "本报讯 5月1日上午九时,西郊公园正式对外开放,闸机打开不到半小时,入口处就排起了长队。",
    "公园总面积约三百二十公顷,由原来的鱼塘改造而成,工程历时四年零两个月,投资五亿元。",
    "园方表示,为保护候鸟栖息,核心区每天限流三千人,市民可通过手机提前三天预约。",
)


@pytest.mark.parametrize(("known", "outside"), [(False, True), (True, False)])
def test_a_lone_day_told_in_a_text_makes_a_record_only_where_the_site_has_such(known, outside):
    def posts(tree):
        box = next(i for i in range(len(tree.nodes)) if tree.tag(i) == "article")
        told = next(time for time in tree.times if time.raw == "5月1日")
        post = RawPost([box], told, "江城晚报", box + 1, box + 2)
        return PostGroup("x", [post], "a", "p", 90, 0.0, known, in_prose=True)

    text = "".join(f"<p>{words}</p>" for words in CHINESE)
    html = html_page(f"<article><a href='http://o.example/'>江城晚报</a>{text}</article>")
    reading = read_structure(page_of(html), LayoutBook(), posts)
    assert (reading.prose_outside > 0) is outside
    assert (reading.posts.confidence < 0.2) is outside


def test_chinese_words_in_spans_are_as_long_as_in_paragraphs():
    plain = "".join(f"<div>{words}</div>" for words in CHINESE)
    dressed = "".join(f"<div><span>{words}</span></div>" for words in CHINESE)
    assert reading_of(dressed).prose == reading_of(plain).prose > 0


def _listed(rows: int, mark: str) -> str:
    subjects = ["kettles", "boiling water", "tea", "cups"]
    out = [
        f'<tr class="row"><td class="title">{mark if n < 2 else ""}<a href="/t/topic/{n}">'
        f'<span itemprop="name">Read this first: {subjects[n]}</span></a></td>'
        f'<td><a href="/u/{n}" title="Ann{n}, first"><img src="/a.png"></a></td>'
        f'<td class="views">{20 + n}</td>'
        f'<td><time datetime="2024-03-0{n + 1}T11:51:53+00:00">{8 + n}d</time></td></tr>'
        for n in range(rows)
    ]
    head = "<tr><th>Topic</th><th></th><th>Views</th><th>Activity</th></tr>"
    return html_page(f'<table class="topics">{head}{"".join(out)}</table>')


@pytest.mark.parametrize("rows", [1, 2, 4])
@pytest.mark.parametrize("mark", ["", '<span class="pinned">pinned</span>'])
def test_neither_column_names_nor_marks_nor_counts_make_posts_of_rows(rows, mark):
    assert decided(_listed(rows, mark), expected="thread").role != "thread"


@pytest.mark.parametrize(
    ("heading", "title", "role"),
    [
        ('<a href="/2024/03/kettles-are-back">Kettles are back</a>', "Tag: kettles", "index"),
        # Its own heading, a section above it, and one that the title names.
        ('<a href="/p/7?from=list">Kettles are back</a>', "Kettles are back", "article"),
        ('<a href="/trade/">Trade</a>', "Kettles are back", "article"),
        ('<a href="/trade/">Trade and commerce</a>', "Back - Trade and commerce", "article"),
        ("Kettles are back", "Kettles are back", "article"),
        ('Kettles are back</h2><h6>Posted by <a href="/by/7">Ann of Kettles</a>', "", "article"),
    ],
)
def test_a_list_with_a_single_text_is_no_article(heading, title, role):
    text = "".join(f"<p>{words} {words}</p>" for words in WORDS)
    html = html_page(f"<h1>Kettles</h1><div><h2>{heading}</h2>{text}</div>", title)
    reading = read_structure(page_of(html, "http://f.example/p/7"), LayoutBook())
    decide(reading, None, None, kind="news")
    assert reading.role == role


@pytest.mark.parametrize(
    ("href", "title", "role"),
    [
        ("/2024/03/kettles-are-back", "Kettles", "index"),
        ("/2024/03/kettles-are-back", "The kettles are back - Kettles", "article"),
        ("/author/7", "Kettles", "article"),
    ],
    ids=["row", "own", "writer"],
)
def test_a_list_with_a_single_text_below_a_bold_link_is_no_article(href, title, role):
    row = f'<tr><td><b><a href="{href}">The kettles are back</a></b><br>{WORDS[1] * 5}</td></tr>'
    html = f"<h1>Kettles</h1><table>{row}</table>"
    assert reading_of(html, "/p/?page=2", title=title, kind="news").role == role


def test_words_that_hold_a_list_of_links_are_the_text_above_cards_of_others():
    cards = "".join(
        f'<div><h3><a href="/2024/03/{n}0">Kettles of the lake {n}</a></h3>'
        f"<p>{WORDS[n]}</p><i>2024-03-0{n} 10:00</i></div>"
        for n in (1, 2, 3)
    )
    links = "<div><h3>More</h3><ul><li><a href='/2024/03/9'>Kettles of old</a></li></ul></div>"
    said = f"<div>{WORDS[1] * 3}{links}{WORDS[2] * 3}<br><br>{WORDS[3] * 3}</div>"
    by = '<div><a href="/author/4">Ann</a> | <i>2024-03-04</i> <i>09:00</i></div>'
    html = f"<main><h1>Kettles for the harbour</h1>{by}{said}<h3>More news</h3>{cards}</main>"
    reading = reading_of(html, "/2024/03/47", title="Kettles for the harbour", kind="news")
    assert reading.role == "article"


def test_longer_cards_below_a_short_text_do_not_make_a_list_of_it():
    cards = "".join(
        f'<div class="piece"><h3><a href="/2024/03/{n}0">Kettles of the lake {n}</a></h3>'
        f"<p>{WORDS[n] * 3}</p><i>2024-03-0{n}</i></div>"
        for n in (1, 2, 3)
    )
    said = "".join(f"<p>{words}</p>" for words in ("The kettles are back, says Ann.", "All six."))
    head = "<h1>Kettles for the harbour</h1><p><i>2024-03-04 09:00</i></p>"
    html = f'{head}<div>{said}</div><div class="block">{cards}</div>'
    reading = reading_of(html, "/2024/03/47", title="Kettles for the harbour", kind="news")
    assert reading.role == "article"


@pytest.mark.parametrize("name", ["layout copyright", "copyright_box", "site-copyrights"])
def test_who_makes_the_site_is_no_article_below_a_short_list(name):
    rows = "".join(
        f'<li><a href="/n1/c{n}40.html">The bridge number {n} opens</a> <em>2024-04-2{n}</em></li>'
        for n in range(3)
    )
    foot = "About the Daily | Advertising in the Daily | Jobs at the Daily | Who answers for it"
    licence = "Licence 10120170001 of the county for news spread on the internet, 2001-2024"
    html = f'<ul class="list">{rows}</ul><div class="{name}"><p>{foot}</p><p>{licence}</p></div>'
    assert reading_of(html, "/GB/town/index.html", kind="news").role == "index"


def test_a_short_text_among_cards_of_pages_like_it_is_no_list():
    cards = "".join(
        f'<div class="card"><h4><a href="/a/{n}_7">The ferry number {n} was late again</a></h4>'
        f'<span class="name"><a href="/profile?id={n}">Bo Lee</a></span> <i>11-0{n} 10:00</i></div>'
        for n in range(1, 10)
    )
    said = "".join(f"<p>{words}</p>" for words in WORDS[:4])
    text = (
        '<h1>The harbour</h1><div class="by"><a href="/profile?id=9">Ann Smith</a> '
        f"2026-11-20 10:00</div><article>{said}</article>"
    )
    body = f"{text}<div class='rec'>{cards}</div>"
    assert reading_of(body, "/a/300_7", title="The harbour", kind="news").role == "article"
    assert reading_of(body, "/lists/300_7", title="The harbour", kind="news").role == "index"


def test_a_list_beside_a_short_text_can_lead_to_pages_of_another_kind():
    titles = "".join(
        f'<li><a href="/content/93000{n}21/p5.html">The ferry number {n} was late again</a></li>'
        for n in range(1, 10)
    )
    body = (
        f"<h1>The harbour film</h1><p>2026-11-20 10:00 by Ann</p><p>{' '.join(WORDS[:3])}</p>"
        f'<div class="side"><ul>{titles}</ul></div>'
    )
    for path, role in (("/content/93000421/v5.html", "article"), ("/content/lists.html", "index")):
        assert reading_of(body, path, title="The harbour film", kind="news").role == role


@pytest.mark.parametrize(
    ("path", "pager", "role"),
    [
        ("/forum-5.html?page=2", '<a href="/forum-5.html">1</a> <b>2</b>', "index"),
        ("/forum-5.html?page=2", '<a href="/forum-5.html">Back</a>', "index"),
        ("/forum-5.html?page=2", '<a href="/forum-6.html">Pans</a> <b>2</b>', "other"),
        ("/about.html", '<a href="/forum-5.html?page=2">2</a>', "other"),
    ],
)
def test_the_last_page_of_a_list_can_have_a_single_row(path, pager, role):
    row = "<tr><td><a href='/thread-9.html'>Oil</a></td><td>ann</td></tr>"
    body = f"<h1>Kitchen</h1><p>{pager}</p><table>{row}</table>"
    assert reading_of(body, path, expected="index").role == role


@pytest.mark.parametrize(
    ("path", "role"), [("/news/page/2/", "index"), ("/news/x.html", "article")]
)
def test_the_last_page_of_a_list_can_show_a_single_text_in_full(path, role):
    text = "".join(f"<p>{words}</p>" for words in WORDS)
    head = '<p>2026-11-20 by Ann</p><h2><a href="/a/7.html">The ferry is late</a></h2>'
    body = f'<article>{head}{text}</article><p><a href="/news/">1</a> <b>2</b></p>'
    # Some software declares that of its lists, too.
    told = '<meta property="og:type" content="article">'
    assert reading_of(body, path, head=told, kind="news").role == "article"
    assert reading_of(body, path, head=told, expected="index", kind="news").role == role


def test_a_family_whose_pages_had_no_vote_says_nothing():
    family = Family("/t/{n}", roles={"article": 0.0})
    assert decided(html_page("<p>Nothing here</p>"), family=family).role == "other"


def test_a_family_that_brought_records_is_believed_of_a_page_that_says_little():
    html = html_page("<h1>The ferry is out of the water</h1><p>It will be back in spring.</p>")
    weak = {"roles": {"article": 0.2}}
    assert decided(html, "news", family=Family("/a/{n}", **weak)).role == "other"
    family = Family("/a/{n}", fetched=5, useful=5, **weak)
    assert decided(html, "news", family=family).role == "article"


@pytest.mark.parametrize("mark", ["", "&#9632; ", "<b>Pinned:</b> ", "Pinned: "])
@pytest.mark.parametrize(("count", "role"), [(2, "other"), (8, "index")])
def test_lines_that_begin_with_links_are_a_list_and_no_text(count, role, mark):
    lines = "<br>".join(
        f'{mark}<a href="/threads/kettles-{n}.{n}/">Kettles that whistle {n}</a> <small>[ <a'
        f' href="/threads/kettles-{n}.{n}/page-2">2</a> ]</small> (Author: anna; views: 31{n}; last'
        f" post: 2026-02-0{n} 10:00)"
        for n in range(1, count + 1)
    )
    reading = decided(html_page(f"<h1>Tea</h1><div>{lines}</div>"), expected="index")
    assert (reading.role, reading.prose) == (role, 0)


def test_lines_with_a_link_in_their_midst_are_text():
    lines = "<br><!-- -->".join(
        f'Whoever asks after kettles reads <a href="/t/{n}">the story of kettle {n}</a> by anna.'
        for n in range(8)
    )
    assert decided(html_page(f"<h1>Tea</h1><div>{lines}</div>"), expected="index").prose > 0


def _short_list(rows):
    return "<table>{}</table>{}".format(
        "".join(
            f'<tr><td><div><a href="/t/{n}/{slug}">{title}</a><p>{WORDS[n]}</p></div></td>'
            f"<td>4</td><td>2024-04-2{n}</td></tr>"
            for n, (title, slug) in enumerate(rows)
        ),
        '<div class="pager"><a href="/forum-5.html">1</a> <b>2</b></div>',
    )


def test_a_short_list_with_the_beginnings_of_its_threads_is_none():
    two = [
        ("Heater blows cold air", "heater-blows-cold-air"),
        ("What did you do?", "what-did-you-do"),
    ]
    assert reading_of(_short_list(two)).posts.title_share == 1.0
    page = "/forum-5.html?page=2"
    assert reading_of(_short_list(two[:1]), page, expected="index").role == "index"
    assert reading_of(_short_list(two[:1]), page).role != "index"


@pytest.mark.parametrize(("first", "second"), [("id=3&p=0", "id=3&p=1"), ("o=3", "o=3&go=20")])
def test_the_last_page_of_a_list_is_one_also_where_its_address_tells_no_page(first, second):
    row = '<table><tr><td><a href="/t/7">Lids</a></td><td>ben 2024-04-20</td></tr></table>'
    pager = f'<div class="pager"><a href="/view.php?{first}">1</a> <b>2</b></div>'
    assert reading_of(row + pager, f"/view.php?{second}", expected="index").role == "index"
    assert reading_of(row, f"/view.php?{second}", expected="index").role != "index"


def test_the_last_page_of_a_thread_can_show_less_of_it_than_of_others():
    links = [f'<a href="/t/{n}">Pots for {n} people, and lids</a>' for n in range(1, 40)]
    like = "".join(
        f"<tr><td>{link}</td><td>bert</td><td>2024-03-05 08:00</td></tr>" for link in links[:3]
    )
    last = "".join(
        f"<li><b>bert</b> {link}<div>{WORDS[n][:12]}…</div><small>2024-03-0{n + 1}</small></li>"
        for n, link in enumerate(links[3:7])
    )
    hot = "".join(f"<li>{link}</li>" for link in links[7:])
    body = (
        '<h1>Kettles</h1><ol><li><cite><a href="/user/7">ann</a></cite> <i>2024-03-04 10:00</i>'
        f"<div>{WORDS[1][:30]}</div></li></ol><h4>Like it</h4><table>{like}</table>"
        f"<div><h3>Hot</h3><ul>{hot}</ul></div><div><h3>Last posts</h3><ul>{last}</ul></div>"
    )
    page = page_of(html_page(body), "http://f.example/t/77?page=2")
    reading = read_structure(page, LayoutBook())
    assert max(reading.scores, key=reading.scores.get) == "index"
    decide(reading, None, "thread", kind="forum")
    assert (reading.role, len(reading.posts.posts)) == ("thread", 1)


def test_a_short_thread_above_the_beginnings_of_others_is_no_list():
    others = "".join(
        f'<div class="like"><h4><a href="/thread-{n + 700}.html">{title}</a></h4>'
        f"<p>{WORDS[n % 4]} {WORDS[(n + 1) % 4]} {WORDS[(n + 2) % 4]}</p></div>"
        for n, title in TITLES.items()
    )
    page = div_thread(2).replace("</body>", f"<h3>Like threads</h3>{others}</body>")
    assert decided(page).role == "thread"
    boxes = others.replace("<h4>", "<p>").replace("</h4>", "</p>")
    assert decided(div_thread(2).replace("</body>", f"{boxes}</body>")).role == "thread"
    # Without the posts they are what the page is about.
    assert decided(html_page(others)).role == "index"


def _beginning(n):
    return (
        f'<li><b>emil</b> <a href="/thread-{n}.html">The lids of Lathe, part {n}</a>'
        f"<div>There are more of them than anybody there could ever count …</div></li>"
    )


@pytest.mark.parametrize(("heading", "role"), [("h1", "thread"), ("p", "index")])
def test_how_others_begin_above_the_title_of_a_short_thread_makes_no_list_of_it(heading, role):
    posts = "".join(
        f'<div class="p" id="p{n}"><a href="/user/{n}">{NAMES[n]}</a> <span>{TIMES[n]}</span>'
        f'<div class="x">Lid no. {n} is lost.</div></div>'
        for n in range(2)
    )
    beside = f"<h3>Latest</h3><ul>{''.join(map(_beginning, range(21, 25)))}</ul>"
    body = f"{beside}<{heading}>My lids</{heading}>{posts}"
    assert decided(html_page(body, "My lids")).role == role


@pytest.mark.parametrize("words", ["{}", "<b>The</b> {}"])
def test_however_its_first_words_are_dressed_a_lone_post_above_others_is_a_text(words):
    said = words.format("lid of my kettle is lost and I want another one.")
    post = f'<a href="/user/1">anna</a> <span>{TIMES[0]}</span><br><p>{said}</p>'
    beside = f"<h3>Latest</h3><ul>{''.join(map(_beginning, range(21, 25)))}</ul>"
    body = f"<h1>My lids and all of my pots</h1><hr><a name='p4'></a>{post}<div>{beside}</div>"
    page = page_of(html_page(body, "My lids and all of my pots"))
    assert count_beginnings(read_structure(page, LayoutBook())) == 0


ANSWERS = """<ul><li><b>Kettles</b> <i>anna, 2024-03-04 10:00</i><ul><li>
<a href="/read/502.html">Re: Kettles that boil</a> <i>bert, 2024-03-05 10:00</i></li></ul>
</li></ul>"""


@pytest.mark.parametrize(("path", "below"), [("/msg/77.html", ""), ("/read/501.html", ANSWERS)])
def test_a_page_for_one_post_is_a_thread_however_little_it_says(path, below):
    links = "".join(f'<li><a href="/read/6{n}.html">Lids of copper</a></li>' for n in range(5))
    html = f"""<ul>{links}</ul><table><tr id="p77"><td><a href="/user/3">anna</a></td><td>
    <i>2024-03-04 10:00</i><div class="body">Thanks!</div></td></tr></table>{below}"""
    assert reading_of(html, path).role == "thread"
    assert reading_of(html.replace("p77", "p78"), "/msg/9.html").role != "thread"
