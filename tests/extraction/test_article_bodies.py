"""What of a page is an article's body."""

from __future__ import annotations

from unicodedata import normalize
from urllib.parse import unquote

import pytest
from extraction_kit import article_of, html_page, records_of, tree_of

from fpcrawl.extraction.articles.bylines import is_byline
from fpcrawl.extraction.articles.extracted import extracted
from fpcrawl.extraction.articles.furniture import furniture_of
from fpcrawl.extraction.articles.prose import prose_text
from fpcrawl.extraction.articles.timelines import without_bylines

SAID = [
    "The ferry across the lower lake has been taken out of the water for the whole winter.",
    "Its captain says that the boards under the engine were softer than he had thought.",
    "Until the spring the villages are joined only by the road along the northern shore.",
    "Whoever has a boat of his own may use the small harbour, the mayor said on Tuesday.",
]
TITLE = "Ferry out of the water"


def paragraphs(said=SAID):
    return "".join(f"<p>{words}</p>" for words in said)


def body(inner, after=""):
    text = article_of(html_page(f"<h1>{TITLE}</h1>{inner}{after}", f"{TITLE} - Post")).body_text
    return [line for line in text.split("\n") if line.strip()]


def is_a_byline(line):
    return is_byline(line, "Ann Smith", "4 March 2024")


def test_furniture_inside_the_body_is_left_out():
    first, rest = paragraphs(SAID[:1]), paragraphs(SAID[1:])
    inner = (
        f'<div class="text">{first}<figure><img src="/a.png"><figcaption>The ferry, photo of '
        "1987</figcaption></figure>"
        '<div class="related-links"><h3>More boats</h3><p>A boat was found in the reeds.</p></div>'
        f'<ul><li><a href="/a/1">The harbour is full</a></li><li><a href="/a/2">Ice</a></li></ul>'
        f'<div style="display: none">Secret words</div>{rest}'
        '<p>Read more: <a href="/a/3">A ferry is built</a></p><form>Your name</form></div>'
    )
    assert body(inner) == SAID


def test_code_can_end_an_article():
    code = "<pre><ol><li>def boil(pot):</li><li>    wait()</li></ol></pre>"
    assert body(f"<div>{paragraphs(SAID[:2])}{code}</div>") == [
        *SAID[:2],
        "def boil(pot):",
        "    wait()",
    ]


def test_letters_whose_marks_stand_apart_are_words():
    said = [*SAID[:2], normalize("NFD", "Die Fähre über den See fährt erst wieder im Frühjahr.")]
    tree = tree_of(html_page(f"<div>{paragraphs(said)}<p>Section: Lakes</p></div>"))
    at = next(i for i, tag in enumerate(tree.tags) if tag == "div")
    found = normalize("NFC", "\n".join(said))
    text = prose_text(tree, found, None, at, [], lambda line: False)
    assert text.split("\n\n") == said


@pytest.mark.parametrize(
    "box",
    [
        "<p>READ MORE: <a href='/a/9'>Ferries of the north</a></p>",
        "<div class='video'><p>Your browser does not support iframes.</p></div>",
        "<iframe>Your browser shows no frames</iframe>",
        """<div class='paywall'><p>Test us for a month. All articles on all devices, as much as you
        like, and you can go at any time. Whoever reads the printed paper pays half.</p></div>""",
        """<figure><a href="#skip-1" class="x-skip">skip past newsletter promotion</a><aside>A
        letter</aside><p id="skip-1" tabindex="0">after newsletter promotion</p></figure>""",
    ],
    ids=["leads on", "video", "frame", "paywall", "skip"],
)
def test_what_is_put_between_paragraphs_is_no_part_of_them(box):
    inner = f"<article>{paragraphs(SAID[:2])}{box}{paragraphs(SAID[2:])}</article>"
    assert body(inner) == SAID


@pytest.mark.parametrize(
    "box",
    [
        "Il vous reste 72.4% de cet article à lire. La suite est réservée aux abonnés.",
        "この記事は有料記事です。残り1,204文字",
        "The rest of this article is reserved for subscribers.",
        "Log in to continue reading",
        "剩余62%内容，付费后可阅读全文",
        "Suscríbase para leer más <a href='/abo'>Suscríbase para leer más</a>",
        "Subscribe to read the whole article",
        "Abonnez-vous pour lire la suite",
        "Подпишитесь, чтобы читать дальше",
    ],
)
def test_what_sells_the_rest_is_no_part_of_an_article(box):
    assert body(f"<article>{paragraphs(SAID)}<div>{box}</div></article>") == SAID


@pytest.mark.parametrize(
    "told",
    [
        "This article is for those who never saw a ferry, and there are many of them still.",
        "Already a member of the crew, she took the ferry home as if nothing had been.",
    ],
)
def test_words_that_sell_nothing_are_words(told):
    assert body(f"<article>{paragraphs(SAID)}<p>{told}</p></article>") == [*SAID, told]


@pytest.mark.parametrize(
    "told",
    ["<h2 {}>{}</h2><p>{}</p>", "<section {}><h3>{}</h3><p>{}</p></section>"],
    ids=["heading", "section"],
)
def test_an_id_made_of_its_own_words_does_not_name_furniture(told):
    said = ["Why it's harder, more than planned", "Nobody knew of the ice."]
    inner = told.format('id="why-its-harder-more-than-planned"', *said)
    inner = f"<article>{paragraphs(SAID[:2])}{inner}{paragraphs(SAID[2:])}</article>"
    assert body(inner) == [*SAID[:2], *said, *SAID[2:]]


def test_an_id_of_few_words_names_what_it_holds():
    box = '<section id="more-boats"><h3>More boats</h3><p>One was in the reeds.</p></section>'
    assert body(f"<article>{paragraphs(SAID[:2])}{box}{paragraphs(SAID[2:])}</article>") == SAID


@pytest.mark.parametrize("line", ["Количество показов: 390", "Views: 1,204", "阅读次数：35"])
def test_a_counter_of_readers_is_no_part_of_the_words(line):
    assert body(f"<div class='text'>{paragraphs()}<br>{line}</div>") == SAID


def test_links_within_the_words_stay():
    said = f'<div class="text">{paragraphs()}<p><a href="#a">n</a> A list of boats</p></div>'
    assert body(said) == [*SAID, "n A list of boats"]


def test_a_body_in_several_boxes_side_by_side_is_whole():
    inner = "".join(
        f'<div class="item"><div class="content"><p>{words}</p><p>{words[::-1]}</p></div></div>'
        for words in SAID
    )
    found = "\n".join(body(f'<div class="story">{inner}</div>'))
    assert all(words in found for words in SAID)


def test_words_between_broken_lines_count_for_what_holds_them():
    lines = "<br><br>".join(SAID)
    adverts = "".join(
        f'<li><a href="http://ad.example/{n}">Buy a boat of the sort {n}</a> Boats at the best '
        "price, only this week and only here</li>"
        for n in range(2)
    )
    html = (
        f"<html><head><title>{TITLE}</title></head><body><font><h1>{TITLE}</h1>"
        f'<div class="sponsors"><ul>{adverts}</ul></div>{lines}</font></body></html>'
    )
    text = article_of(html).body_text
    assert all(words in text for words in SAID)


def test_the_foot_of_the_page_is_no_article():
    foot = '<div class="footer-text">{}</div>'.format(" ".join(SAID) * 3)
    short = "The ferry stays out of the water until the spring, and the road is open to all."
    assert body(f'<div class="lead">{short}</div>', foot) == [short]


@pytest.mark.parametrize(
    ("first", "url"),
    [
        (
            "江城讯 3月4日上午九时,西郊湿地公园正式对外开放,闸机打开不到半小时,入口处就排起长队。",
            "http://n.example/2024/03/04/1.html",
        ),
        ("新华社3月4日电 公园开放,入口处排起了长队。", "http://n.example/1.html"),
        ("Lakeside, 4 March 2024. The mayor has left his office today.", "http://n.example/1.html"),
    ],
)
def test_a_first_paragraph_that_tells_the_day_is_no_byline(first, url):
    found = article_of(html_page(f"<h1>The lake</h1><div><p>{first}</p>{paragraphs()}</div>"), url)
    assert found.body_text.startswith(first[:12])


LEAD = "The council of the lower lake decides on Monday what will become of the old ferry."


@pytest.mark.parametrize(
    ("lead", "told"),
    [
        (f"<p class='lead'>{LEAD}</p>", [LEAD, *SAID]),
        (f"<div class='intro'><strong>{LEAD}</strong></div>", [LEAD, *SAID]),
        (f"<p>1. The boats</p><p>{LEAD}</p>", ["1. The boats", LEAD, *SAID]),
    ],
    ids=["paragraph", "box", "part of the words"],
)
def test_a_standfirst_above_the_box_of_the_words_is_put_before_them(lead, told):
    about = "<div class='x'><h3>Boats</h3><p>Ann Smith has written of rivers for years.</p></div>"
    words = f"<h1>{TITLE}</h1>{lead}<div class='text'>{paragraphs()}</div>{about}"
    html = html_page(f"<main><article>{words}</article></main>", f"{TITLE} - Post")
    text = article_of(html).body_text
    assert [line for line in text.split("\n") if line][: len(told)] == told
    assert ("Ann Smith" in text) is told[0].startswith("1.")


@pytest.mark.parametrize(
    ("line", "stays"),
    [
        ("<p><strong>Lue myös:</strong> <a href='/a/3'>A ferry is built</a></p>", False),
        ("<p>यह भी पढ़ें | <a href='/a/3'>A ferry is built</a></p>", False),
        ("<p>The report: <a href='/a/3'>A ferry is built</a> was not read by all.</p>", True),
        (
            "<p>The mayor said what he had said so often: <a href='/a/3'>not now, never</a></p>",
            True,
        ),
        ("<p>Website: <a href='http://o.example/'>www.o.example</a></p>", True),
    ],
    ids=["colon", "bar", "midst", "sentence", "address"],
)
def test_a_line_that_leads_to_another_article_is_left_out(line, stays):
    text = body(f"<div class='text'>{paragraphs(SAID[:2])}{line}{paragraphs(SAID[2:])}</div>")
    assert (len(text) > len(SAID)) is stays


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/2024/03/lake?p=7", True),
        ("/2024/03/lake?p=76", False),
        ("/2024/03/%E6%B9%96/", True),
        ("/", False),
    ],
)
def test_a_notice_that_tells_where_its_page_is_is_no_part_of_the_words(path, told):
    shown = unquote(path).replace("p=76", "p=7").rstrip("/")
    notice = (
        f"<div><div>{TITLE}</div><div>http://news.example{shown}</div></div><div>By Ann Smith</div>"
    )
    page = html_page(f"<article>{paragraphs(SAID[:2])}<div>{notice}</div></article>")
    tree = tree_of(page, f"http://news.example{path}")
    found = furniture_of(tree, tree.tags.index("article"))
    assert ["Ann Smith" in tree.text(tree.number[box]) for box in found] == ([True] if told else [])


def test_a_line_of_two_times_is_a_byline():
    shown = "Tue, 05 Mar 2024 02:02 PM"
    line = f"Publish Date: {shown} (local time) Changed: Tue, 05 Mar 2024 05:30 PM (local time)"
    assert is_byline(line, None, shown)
    assert not is_byline(f"{line} by the editor of the lower lake, after some calls.", None, shown)


def test_a_line_that_tells_who_and_when_can_tell_much_else():
    line = "4 March 2024 10:53 · 6 min read Views: 4563 0 Comments Source: {} Reporter: Ann Smith"
    line = line.format("The Post of the Lower Lake")
    assert is_byline(line, "Ann Smith", None)
    assert not is_byline(line, "Bo Lee", None)
    assert not is_byline(f"{line} has told the council what she saw there.", "Ann Smith", None)
    for sentence in (
        "Ann Smith said on 4 March 2024 that the council would not vote on the plan this year!",
        "On 4 March 2024 Ann Smith wrote of the harbour: “It is a shame that nobody cares for it”",
    ):
        assert not is_a_byline(sentence)


def test_a_section_above_the_byline_is_no_part_of_the_words():
    tree = tree_of(html_page("<p>Local</p>"))
    lines = ["Local", "", "Ann Smith, 4 March 2024", *SAID]
    assert prose_text(tree, "\n".join(lines), None, -1, [], is_a_byline) == "\n".join(SAID)
    lines[0] = "The ferry has been taken out of the water."
    assert prose_text(tree, "\n".join(lines), None, -1, [], is_a_byline) == "\n".join(lines)


@pytest.mark.parametrize(
    "rows",
    [
        ["Details", "Written by Ann Smith", "Category: Boats", "Published: 4 March 2024"],
        ["Ann Smith", "Published in Lakes · 3 min read · 4 March 2024", "125 claps"],
    ],
)
@pytest.mark.parametrize("tag", ["dd", "li", "div"])
def test_a_list_of_who_and_when_above_the_words_is_none_of_them(rows, tag):
    told = "".join(f"<{tag}>{row}</{tag}>" for row in rows)
    box = {"dd": "dl", "li": "ul", "div": "div"}[tag]
    assert body(f"<div class='page'><{box}>{told}</{box}>{paragraphs()}</div>") == SAID
    head = f"<div><{tag}>4 March 2024</{tag}><p>It is late this year.</p></div>"
    assert body(f"<div class='page'>{head}{paragraphs()}</div>")[0] == "It is late this year."


@pytest.mark.parametrize("sign", ["&#11;", "\x01", "&#xFFFE;"])
def test_a_character_that_no_tree_can_hold_behind_what_is_hidden_breaks_no_page(sign):
    said = [*SAID[:2], SAID[2]]
    shown = paragraphs(said[:2]) + f"<p><i hidden>Ad</i>{sign}{said[2]}</p>"
    assert [line.strip(" \x0b\x01\ufffe") for line in body(f"<div>{shown}</div>")] == said


def test_what_colours_code_is_no_furniture():
    code = (
        "<pre><code class='hljs'><span class='keyword'>def</span> <b class='title'>tide</b>():"
        "\n    <span class='comment'># of the lake</span>\n    <span class='tag'>return</span> 2"
        "</code></pre>"
    )
    inner = f"<div class='text'>{paragraphs(SAID[:2])}{code}{paragraphs(SAID[2:])}</div>"
    said = body(inner)
    assert [line for line in said if line in SAID] == SAID
    assert [line.strip() for line in said if line not in SAID] == [
        "def tide():",
        "# of the lake",
        "return 2",
    ]


@pytest.mark.parametrize("kind", ["ul", "ol"])
def test_a_short_paragraph_before_a_long_list_belongs_to_it(kind):
    items = "".join(f"<li>{words}</li>" for words in SAID)
    intro = "It cost about 369 crowns a month."
    assert body(f"<div class='text'><p>{intro}</p><{kind}>{items}</{kind}></div>")[0] == intro


@pytest.mark.parametrize(
    ("end", "lines"),
    [
        (
            "<table><tr><th>Boat</th><th>Age</th></tr><tr><td>Ann</td><td>12</td></tr></table>",
            ["Boat", "Age", "Ann", "12"],
        ),
        (
            "<ul><li>The first boat goes at six in all weathers.<li>The last goes at nine.</ul>",
            ["The first boat goes at six in all weathers.", "The last goes at nine."],
        ),
    ],
)
def test_tables_and_lists_of_sentences_can_end_a_text(end, lines):
    inner = (
        f'<div class="x">{paragraphs()}{end}</div><div class="y"><p>About us: a paper.</p></div>'
    )
    assert body(inner) == [*SAID, *lines]


def test_a_header_with_title_and_byline_is_no_part_of_the_words():
    head = f"""<header><a href="/boats">Boats</a><h1>{TITLE}</h1><span>Ann</span>
        <time>2024-03-04</time></header>"""
    assert body(f'<article class="x">{head}{paragraphs()}</article>') == SAID


@pytest.mark.parametrize("line", ["(3 comments)", "5 Kommentare"])
def test_a_counter_of_comments_is_no_part_of_the_words(line):
    assert (
        body(f'<div class="x"><p>(<a href="#c">{line.strip("()")}</a>)</p>{paragraphs()}</div>')
        == SAID
    )


def test_lists_of_what_else_there_is_to_read_are_no_words_of_a_short_article():
    teasers = "".join(
        f"<li><a href='/a/{n}'>Boat {n} is found</a>{words}</li>" for n, words in enumerate(SAID)
    )
    assert body(f"<div>{paragraphs(SAID[:1])}</div><ul>{teasers}</ul>") == SAID[:1]
    # A page of nothing else says that.
    assert SAID[0] in "\n".join(body(f"<ul>{teasers}</ul>"))


@pytest.mark.parametrize(
    "tag",
    ['<div class="post_content" id="paragraph">', "<article>", '<div itemprop="articleBody">'],
)
def test_a_short_text_does_not_take_along_what_stands_below_its_element(tag):
    statement = " ".join(SAID[1:])
    end = "</article>" if tag == "<article>" else "</div>"
    below = f"<p>{statement}</p><p>19 people rated</p>"
    assert body(f"<div class='left'>{tag}<p>{SAID[0]}</p>{end}{below}</div>") == SAID[:1]


def test_a_margin_with_more_words_than_a_short_article_is_not_its_body():
    rows = "".join(
        f"<li><b>Reader{n}</b>: {SAID[2][:50]}… <a href='/{n}'>Mills</a></li>" for n in range(6)
    )
    margin = f"<div class='side'><h3>Latest comments</h3><ul>{rows}</ul></div>"
    assert body(f"<section class='story-body'><p>{SAID[0]}</p></section>{margin}") == SAID[:1]


def test_a_text_that_goes_on_outside_of_its_named_elements_is_whole():
    inner = "".join(f'<div class="post-content"><p>{words}</p></div>' for words in SAID)
    assert body(f"<div class='left'>{inner}</div>") == SAID


def test_how_a_text_begins_for_those_who_do_not_pay_belongs_to_it():
    first, *rest = SAID
    inner = f"<div class='subscriber-preview'><p>{first}</p></div>{paragraphs(rest)}"
    assert body(f"<div class='asset'>{inner}</div>") == SAID


@pytest.mark.parametrize("lost", [1, 2])
def test_paragraphs_that_are_boxes_end_a_text_though_trafilatura_has_them_not(lost):
    tree = tree_of(html_page(f"<div>{''.join(f'<div>{words}</div>' for words in SAID)}</div>"))
    at = tree.tags.index("div")
    found = "\n".join(SAID[:-lost])
    text = prose_text(tree, found, None, at, [], lambda _: False)
    assert [line for line in text.split("\n") if line] == SAID


@pytest.mark.parametrize(
    ("end", "last"), [("<p>Agreed.</p>", "Agreed."), ("<pre>if\ndone</pre>", "done")]
)
def test_a_short_last_line_that_both_readings_have_is_one_of_the_words(end, last):
    assert body(f'<div class="text">{paragraphs(SAID[:2])}{end}</div>')[-1] == last


def test_a_paragraph_with_soft_hyphens_ends_a_text():
    said = [*SAID[:-1], SAID[-1].replace("harbour", "har\xadbour")]
    tree = tree_of(html_page("<div>" + "".join(f"<p>{words}</p>" for words in said) + "</div>"))
    at = tree.tags.index("div")
    told = prose_text(tree, "\n".join(SAID), None, at, [], lambda _: False)
    assert [line for line in told.split("\n") if line] == said


def test_a_table_can_place_paragraphs_that_are_boxes():
    text = "".join(f"<div>{words}</div>" for words in SAID)
    page = f"""<table><tr><td colspan="2"><a href="/">Lake News</a></td></tr>
        <tr><td><b>Our letters</b></td><td><h1>{TITLE}</h1><div>{text}</div></td></tr></table>"""
    found = extracted(tree_of(html_page(page, TITLE))).split("\n")
    assert [line for line in found if line in SAID] == SAID


def test_a_table_that_places_a_page_is_none_of_the_text():
    inner = "<br><br>".join(SAID)
    found = body(
        f'<table><tr><td><p>By Ann Smith, 4 March 2024</p><div class="pic"><img src="/f.jpg">'
        f"<p>The ferry on land. Photo: Tom Lens</p></div><div>{inner}</div></td></tr></table>"
    )
    assert found == SAID


@pytest.mark.parametrize(
    "box",
    [
        '<div class="p"><img src="/f.jpg"><p>The ferry on land. Photo: Tom Lens</p></div>',
        "<div><h4>About the author</h4><p>Ann Smith writes of boats.</p></div>",
        "<div><h4>Letters</h4><p>Our best stories each morning.</p><input name=m></div>",
        "<p>All rights reserved. No part of this text may be copied without leave.</p>",
    ],
)
def test_boxes_about_the_text_are_left_out_of_it(box):
    assert (
        body(f'<div class="text">{paragraphs(SAID[:2])}{box}{paragraphs(SAID[2:])}</div>') == SAID
    )


RELATED = (
    '<p class="tags">Themen: <a href="/t/boote">Boote</a> <a href="/t/eis">Winter</a></p>'
    '<p>Voriges: <a href="/a/1">Der Hafen ist voll</a><br>'
    'Dann: <a href="/a/2">Wem der See wirklich gehört</a></p>'
)


def test_lines_that_lead_on_in_any_language_are_no_words():
    assert body(f"<main>{paragraphs()}{RELATED}</main>") == SAID


def test_a_line_that_is_only_a_time_is_none_of_the_words():
    assert body(f"<div>2024-03-04</div>{paragraphs()}<p>4 March 2024 10:15</p>") == SAID


def test_cards_with_words_of_other_texts_are_not_the_body():
    cards = "".join(
        f'<div class="card"><h4><a href="/a/{n}">Another ferry {n} leaves</a></h4><p>{words}</p>'
        f"<p>And {words}</p></div>"
        for n, words in enumerate(SAID)
    )
    text = f'<div class="words">{paragraphs(SAID[:2])}</div>'
    assert body(text, f'<div class="more-of-it">{cards}</div>') == SAID[:2]


@pytest.mark.parametrize("label", ["", "<div>Related articles</div>"])
def test_cards_without_headings_lead_to_pages_like_this_one(label):
    count = 4 if label else 3
    cards = "".join(
        f"""<div><div><a href="/news/{n}71.html">Another ferry {n} leaves the lake</a></div>
        <p>{words}</p><div>Ann Lee, 2024-03-0{n + 1} <a href="/news/{n}71.html">More</a></div>
        </div>"""
        for n, words in enumerate(SAID[:count])
    )
    said = SAID[:2] if label else SAID * 3
    # All boxes are alike: what the text stands in, and what its cards do.
    html = f"<div>{TITLE}</div><div>Bob Ray, 2024-03-09</div><div>{paragraphs(said)}</div>"
    article = article_of(html_page(f"<div>{html}{label}{cards}</div>", f"{TITLE} - Post"))
    assert [line for line in article.body_text.split("\n") if line.strip()] == said


@pytest.mark.parametrize("head", ["Comments", "3 comments", "Kommentare (3)", "网友评论", "评论："])
def test_the_heading_of_what_readers_say_ends_no_text(head):
    assert body(f"<main>{paragraphs()}<h3>{head}</h3></main>") == SAID


@pytest.mark.parametrize(
    "box",
    [
        "<figure><div><img src='/a.png'></div><span>Anna Low / Pictures Ltd</span></figure>",
        "<span class='visually-hidden x1'>Quote message: </span>",
        '<p id="Letters-skip-link-5" tabindex="0" role="note">after letters promotion</p>',
        """<aside><p>The morning letter</p><form><input type="email"><button>Go</button></form>
        <p>Letters can tell of offers and of friends of ours. More about it is said elsewhere, and
        whoever wants none of it can leave at any time.</p></aside>""",
        "<p>关注公众号：湖边新闻</p>",
        "<div class='article-toc'><p>Contents: page 1, the ferry; page 2, the road</p></div>",
    ],
    ids=["figure", "listeners", "skipped", "letters", "follow", "contents"],
)
def test_what_readers_do_not_count_among_the_words_is_left_out(box):
    inner = f"<article>{paragraphs(SAID[:1])}{box}{paragraphs(SAID[1:2])}</article>"
    assert body(inner) == SAID[:2]


def test_a_heading_that_a_list_of_contents_leads_to_is_one_of_the_words():
    inner = f'<article>{paragraphs(SAID[:2])}<h2 id="toc_1">Ice</h2>{paragraphs(SAID[2:])}'
    assert body(inner + "</article>") == [*SAID[:2], "Ice", *SAID[2:]]


CHINESE = "截至目前，湖边已有八个村建起了老年食堂。"
FOOT = "湖边日报社版权所有 未经许可不得转载 湖ICP备05000001号<br>技术支持：湖边电子有限公司"


@pytest.mark.parametrize(
    "around",
    [
        f"<table><tr><td align='center'>{FOOT}</td></tr></table>",
        """<div class='x'><span>发布时间：2024-03-27 16:55</span><span>来源：湖边融媒体中心</span>
        <span>浏览次数：次</span></div>""",
        "<div class='y'><p>湖边新闻客户端 扫描左侧二维码下载，更多精彩内容随你看。</p></div>",
        "<div class='pagebottom'><p>湖边市人民路一号，每天早上九点到下午五点，欢迎来访。</p></div>",
        "<div class='z'><p>本网站所刊载信息，不代表湖边新闻社观点，请大家自己判断。</p></div>",
    ],
    ids=["foot", "info", "code", "named", "notice"],
)
def test_an_article_of_one_sentence_is_no_note_about_the_site(around):
    inner = f"<h1>老年食堂</h1>{around}<div class='c'><p>{CHINESE}</p></div>"
    assert article_of(html_page(inner, "老年食堂")).body_text == CHINESE


@pytest.mark.parametrize(
    ("end", "kept"),
    [
        (
            "<p>湖边县人民政府办公室</p><p>2024年3月28日</p>",
            ["湖边县人民政府办公室", "2024年3月28日"],
        ),
        ("<p>2024年3月28日</p>", []),
        ("<p>作者：王小明</p><p>2024年3月28日</p>", []),
    ],
    ids=["signed", "day", "author"],
)
def test_a_notice_ends_with_who_gave_it_out_and_the_day(end, kept):
    said = ["各乡镇人民政府，县政府各部门：", "现将今年渡船停运的安排通知如下，请认真遵照执行。"]
    inner = f"<h1>渡船停运通知</h1><p>2024-03-28</p><div class='c'>{paragraphs(said)}{end}</div>"
    got = article_of(html_page(inner, "渡船停运通知")).body_text
    assert [line for line in got.split("\n") if line] == [*said, *kept]


def test_a_summary_that_only_repeats_how_a_text_begins_is_not_put_before_it():
    inner = (
        f"<div class='summary'>In short: {SAID[0][:60]}</div><div class='t'>{paragraphs()}</div>"
    )
    assert body(inner) == SAID


def test_one_paragraph_does_not_take_along_the_head_of_its_article():
    inner = f"""<article><header><p class="kicker">Lake</p><h1>{TITLE}</h1><p class="sub">{SAID[3]}
    </p></header><div class="article-body"><p>{SAID[0]}</p></div></article>"""
    assert article_of(html_page(inner, f"{TITLE} - Post")).body_text == SAID[0]


@pytest.mark.parametrize(
    "said",
    [
        "Watchdog groups said on Monday that the boat had not been looked at.",
        "Related costs, such as that of oil, have risen twice as fast.",
        "Subscribers to the old ticket will be told by letter.",
        "Sign up numbers fell for the third year, the club said.",
        "Anzeige gegen den Kapitän erstattete ein Anwohner schon im März.",
        "Werbung für Tabak bleibt auf Schiffen verboten.",
        "更多居民表示，希望渡船尽快恢复。",
        "广告收入在去年下降了两成。",
        "By entering the harbour, boats agree to pay for the night.",
        "编辑部的人说，船已经修好了。",
        "Edited by Ann Smith, the paper of the lake was read far away.",
        "此次投票不代表公众的立场。",
        "Den Newsletter abonnieren immer mehr Leser, sagte der Verlag.",
        "ニュースレターの購読者は昨年より増えた。",
    ],
)
def test_sentences_that_begin_as_lines_that_lead_on_are_words(said):
    inner = f"<article>{paragraphs(SAID[:2])}<p>{said}</p>{paragraphs(SAID[2:])}</article>"
    assert body(inner) == [*SAID[:2], said, *SAID[2:]]


@pytest.mark.parametrize(
    "line",
    [
        "<p>Watch: How a ferry is built</p>",
        "<p>Subscribe to the <a href='/l'>letter of the lake</a></p>",
        "<div><p>Iscriviti alla newsletter</p><p>Ogni mattina le notizie del lago.</p></div>",
        "<p>Suscríbete a nuestro boletín y recibe cada día las noticias del lago</p>",
        "<div class='x'><b>ニュースレターに登録</b></div>",
        "<div><h4>Related internet links</h4><p>What stands there is said by others.</p></div>",
        "<div>광고</div>",
        "<p>РЕКЛАМА</p>",
        "<div>Passer la publicité</div>",
        "<p>- Advertisement -</p>",
        "<p>Article continues below this ad</p>",
        "<p>Haberin Devamı</p>",
        "<p>Читайте нас в Telegram</p>",
        "<p>© RIPRODUZIONE RISERVATA</p>",
        "<small>© The Lake Post.<a href='/rss.xml'>RSS</a></small>",
        "<p>&lt;저작권자(c) 호수뉴스, 무단 전재-재배포 금지&gt;</p>",
        "<p>本文系湖边新闻独家稿件，未经授权，不得转载。</p>",
        "<p>請繼續往下閱讀...</p>",
        "<p>By clicking Sign up you agree to our terms.</p>",
        "<p>To view this video please enable JavaScript</p>",
        "<p>Edited by: Ann Smith</p>",
        "<p>湖边新闻编辑 | 罗兰</p>",
        "<p>编辑 赵强 校对 杨利</p>",
        "<p>本内容由作者授权发布，观点仅代表作者本人。</p>",
        "<p>（文章来源：湖边日报）</p>",
        "<p>\u200d</p>",
        "<div class='p-member'><p>スクラップは会員限定です</p><a href='/h'>使い方</a></div>",
        "<p>Follow the Lake’s coverage of boats at <a href='/b'>https://lake.example/b</a>.</p>",
        "<div><p>Javascript måste vara påslaget för att kunna spela video</p></div>",
        "<p>《 湖边日报 》（ 2024年03月01日 01 版）</p>",
        "<div><p>★《湖邊新聞網》提醒您：酒後不開車。</p></div>",
        "<p>渡船停在湖边。　张某 摄</p>",
        "<p>Якщо ви помітили помилку, виділіть її та натисніть Ctrl+Enter</p>",
        "<p>如对本稿件有异议或投诉，请联系我们。</p>",
        "<p>Een versie van dit artikel verscheen ook in de krant van 5 maart 2024.</p>",
        "<p>（編輯：陳大文）1130304</p>",
        "<p><img src='/a.jpg'></p><p>▲示意圖。（圖／翻攝畫面）</p>",
    ],
)
def test_labels_of_adverts_and_what_leads_on_are_no_words(line):
    inner = f"<article>{paragraphs(SAID[:2])}{line}{paragraphs(SAID[2:])}</article>"
    assert body(inner) == SAID


@pytest.mark.parametrize(
    "box",
    [
        """<div class="el el-{n} el-widget el-widget-text"><div class="el-widget-box"><p>{words}
        </p></div></div>""",
        "<div class='part latest-text'><p>{words}</p></div>",
        "<div class='subscriber-only'><p>{words}</p></div>",
    ],
    ids=["widgets", "latest", "subscribers"],
)
def test_boxes_alike_that_hold_most_of_the_words_are_no_furniture(box):
    words = "".join(box.format(n=n, words=words) for n, words in enumerate(SAID * 2))
    assert body(f"<article>{words}</article>") == SAID * 2


@pytest.mark.parametrize("line", ["<h4>Ferries</h4>", "<p>People are just now reading…</p>"])
def test_the_heading_of_links_that_are_left_out_is_left_out(line):
    links = (
        "<ol><li><a href='/a/1'>The harbour is full</a></li><li><a href='/a/2'>Ice</a></li></ol>"
    )
    inner = f"<article>{paragraphs(SAID[:2])}<div>{line}{links}</div>{paragraphs(SAID[2:])}"
    assert body(inner + "</article>") == SAID


def test_what_stands_above_the_heading_in_the_element_of_the_words_is_none_of_them():
    head = f"<a href='/lake'>The lower lake</a><div>Changed: 4 March, 20:57</div><h2>{TITLE}</h2>"
    text = article_of(html_page(f"<div class='x'>{head}{paragraphs()}</div>", TITLE)).body_text
    assert [line for line in text.split("\n") if line] == SAID


@pytest.mark.parametrize(
    ("lead", "told"),
    [
        (f'<p id="x-1">{LEAD}</p>', [LEAD, *SAID]),
        (f"<div><div><h2>{LEAD}</h2></div></div>", [LEAD, *SAID]),
        (f'<p class="photo-text">{LEAD}</p>', SAID),
        (f'<p><a href="/live">{LEAD}</a></p>', SAID),
        ("<p>All the news of the lake, every day at six in the morning</p>", SAID),
    ],
    ids=["paragraph", "heading", "picture", "link", "no sentence"],
)
def test_a_sentence_right_below_the_heading_is_the_standfirst(lead, told):
    inner = f"""<article><header><h1>{TITLE}</h1>{lead}<p>By Ann Smith</p></header>
        <div class="article-body">{paragraphs()}</div></article>"""
    text = article_of(html_page(inner, f"{TITLE} - Post")).body_text
    assert [line for line in text.split("\n") if line] == told


def test_a_standfirst_is_no_body_though_it_is_longer():
    inner = f"""<article><header><h1>{TITLE}</h1><div class="sum">{SAID[3]} {SAID[2]}</div></header>
        <div class="article-body"><p>{SAID[0]}</p></div></article>"""
    assert article_of(html_page(inner, f"{TITLE} - Post")).body_text == SAID[0]


def test_a_box_that_offers_letters_is_no_body():
    inner = f"""<div class="t"><p>{SAID[0]}</p><figure><aside><p>The morning letter of the lake</p>
        <p>{SAID[1]} {SAID[2]} {SAID[3]}</p><input type="email"></aside></figure></div>"""
    assert body(inner) == SAID[:1]


@pytest.mark.parametrize(
    ("end", "kept"),
    [
        ("<p><em>Ann Smith writes of boats.</em></p>", []),
        ("<ul class='x'><li><i>Ann Smith writes of boats</i></li></ul><p><i>And you?</i></p>", []),
        ("<p><em>Tell us of yours: <a href='mailto:x'>boats@post.example</a></em></p>", []),
        (
            "<p><i>Hear <a href='/r'>Lake Radio</a> or <a href='/t'>tell us of boats</a>.</i></p>",
            [],
        ),
        ("<p><em>Nobody has heard of him since.</em></p>", ["Nobody has heard of him since."]),
    ],
    ids=["name", "two lines", "mail", "links", "words"],
)
def test_slanted_lines_below_a_text_that_name_its_writer_are_none_of_it(end, kept):
    by = "<p class='byline'>By Ann Smith, 4 March 2024</p>"
    assert body(f"{by}<div class='t'>{paragraphs()}{end}</div>") == [*SAID, *kept]


def test_who_wrote_it_behind_the_last_sentence_does_not_take_that_along():
    last = "No more of it was heard on Tuesday. (Ann Smith, 4.3.2024)"
    by = "<div class='byline'><a rel='author' href='/a'>Ann Smith</a></div>"
    assert body(f"{by}<div class='t'>{paragraphs()}<p>{last}</p></div>") == [*SAID, last]


def test_a_caption_beside_a_picture_without_a_figure_is_left_out():
    picture = """<span class="photo"><div><div><img src="/f.png"></div></div>
        <em class="img_desc">The ferry on land. Lake Pictures</em></span>"""
    assert body(f"<article>{picture}{'<br><br>'.join(SAID)}</article>") == SAID


def test_clocks_of_the_parts_of_a_live_text_are_none_of_its_words():
    parts = "".join(
        f"""<section><div><time datetime="2024-03-04 17:{n}0">17.{n}0 Uhr</time></div>
        <p>{words}</p></section>"""
        for n, words in enumerate(SAID)
    )
    head = '<script type="application/ld+json">{"@type": "LiveBlogPosting"}</script>'
    html = html_page(f"<h1>{TITLE}</h1><article>{parts}</article>", TITLE, head)
    assert [line for line in article_of(html).body_text.split("\n") if line] == SAID


def test_labels_below_a_short_text_are_none_of_it():
    foot = "<p>来源：湖边网</p><p>编辑：张伟</p><p>标签：<a href='/t'>渡船</a></p>"
    inner = f"<h1>老年食堂</h1><div class='c'><p>{CHINESE}</p>{foot}</div>"
    assert article_of(html_page(inner, "老年食堂")).body_text == CHINESE


def test_paragraphs_whose_words_are_marked_are_one_text():
    said = [SAID[0], " ".join(SAID[1:]), SAID[3]]
    words = "".join(f"<div class='t'><p><b>{line}</b></p></div>" for line in said)
    inner = f"""<article><div><ul><li>2 min read</li></ul><p>Updated: <span>15</span></p></div>
        <h1>{TITLE}</h1><section><div>{words}</div></section></article>"""
    text = article_of(html_page(inner, f"{TITLE} - Post")).body_text
    assert [line for line in text.split("\n") if line] == said


@pytest.mark.parametrize(
    "box",
    [
        """<section aria-labelledby='article-byline'><b id='article-byline'>About it</b><ul>
        <li>Ann Smith</li><li>Reporter at the lake</li></ul></section>""",
        "<div data-testid='share-tools'><p>Send it to your friends</p></div>",
        "<div class='who__contributor'><p>Ann Smith</p><p>Reporting from the harbour</p></div>",
        "<div class='sns_btm'>Like 0 Sad 0</div>",
    ],
)
def test_what_a_box_is_can_be_told_elsewhere_than_in_its_class(box):
    boxes = [f"<div class='p'><p>{line}</p></div>" for line in SAID]
    inner = f"<main>{boxes[0]}{boxes[1]}{box}{''.join(boxes[2:])}</main>"
    assert body(inner) == SAID


HAN = [
    "記者在現場看到，工人們正在緊張地進行設備安裝調試，湖邊的人都來看。",
    "受冷空氣影響，湖邊部分路口臨時關閉，渡船停了三天，學校也停了課。",
    "全案移送地檢署偵辦。他說，願意做，永遠不嫌晚。警方調閱監視器後，鎖定七名嫌犯。",
    "法院審理後，判處有期徒刑三年，可上訴。",
]
LATER = [
    "市政府說，明年春天以前要再造一艘渡船，費用由湖邊的五個村一起承擔。",
    "有人擔心，冬天的路太窄，救護車要走一個多小時才到得了北岸的村子。",
    "議會下個月開會，聽取造船廠的報告，並且決定由誰來付這一筆錢。",
    "船長說，他在這條船上工作了三十年，從來沒有見過這樣軟的木板。",
]
NEWS = "湖邊的渡船停了"


def han_body(inner):
    text = article_of(html_page(inner, NEWS)).body_text
    return [line for line in text.split("\n") if line]


def test_a_text_in_two_places_is_whole():
    first = f"<p class='s'>{HAN[0]}</p><p class='s-more'>{HAN[1]}<br>{HAN[2]}</p>"
    rest = f"<section class='b'><h2>至今</h2><div><p>{'<br>'.join(LATER)}</p></div></section>"
    words = f"<div class='m'><div class='d'>{first}</div><div class='more'>{rest}</div></div>"
    head = f"<header><h1>{NEWS}</h1><p><time>2026年10月8日 9時14分</time></p></header>"
    share = "<div class='s2'><p>シェアする<a>何か</a></p></div>"
    inner = f"<main><article><section>{head}{words}</section>{share}</article></main>"
    assert han_body(inner) == [*HAN[:3], "至今", *LATER]


def test_a_standfirst_beside_the_heading_stands_before_a_short_text():
    inner = f"""<main><article><div class="dates"><p><span>發表時間： 27/03/2024</span></p></div>
        <h1>{NEWS}</h1><p class="chapo">{HAN[2]}</p><figure><img src="/1.jpg"></figure>
        <div><span>作者：</span><a href="/cn/author/1">楊帆</a></div>
        <div class="t-content__body"><p>{HAN[0]}</p><p>{HAN[1]}</p></div>
        <div class="promo-x"><p>電子郵件新聞</p><p>每日要聞都在信箱</p></div></article></main>"""
    assert han_body(inner) == [HAN[2], *HAN[:2]]


def test_a_short_text_is_not_all_there_is_in_its_article():
    inner = f"""<div class="cola"><article><hgroup><h1>{NEWS}</h1><h2></h2></hgroup>
        <div>2024年3月27日星期三</div><div id="bar"><a>讚好</a><a>分享</a></div>
        <div id="upper"><p>{HAN[3]}</p></div><div class="line"><div><p>{HAN[1]}</p><p>{HAN[2]}</p>
        </div></div></article></div>"""
    assert han_body(inner) == [HAN[3], HAN[1], HAN[2]]


def test_signs_that_part_letters_stay_in_words():
    line = "کشتی\u200cهای دریاچه از سال آینده کار نمی\u200cکنند و راه کنار آب بسته می\u200cشود."
    words = "".join(f"<p>{n} {line}</p>" for n in range(6))
    assert f"3 {line}" in extracted(tree_of(html_page(f"<article>{words}</article>")))


def test_a_sentence_behind_its_writer_and_an_equals_sign_is_no_byline():
    first = "(춘천=호수뉴스) 정하늘 기자 = 이날 설명회에는 주민 217여 명이 참석했다."
    inner = (
        f"<article><p>{first}</p><p>주민들은 아무도 미리 알려 주지 않았다고 말했다.</p></article>"
    )
    assert body(f"<div class='writer'>정하늘 기자</div>{inner}")[0] == first


@pytest.mark.parametrize(
    "line",
    [
        "Updated March 4, 2024 8:23 AM",
        "Issued on: 04/03/2024 - 07:12 Modified: 04/03/2024 - 08:23",
        "Mar 4, 2024, 07:12 ET",
        "Stand: 04.03.2024 18:24 Uhr",
        "發布時間2024.03.04 07:12 臺北時間",
        "2 min Reading time",
    ],
)
def test_lines_of_times_above_a_text_and_below_its_standfirst_are_none_of_it(line):
    end = "<p><em>This story was originally published March 4, 2024 at 7:12 AM.</em></p>"
    inner = f"<article><p>{SAID[0]}</p><p>{line}</p>{paragraphs(SAID[1:])}{end}</article>"
    assert body(inner) == SAID


@pytest.mark.parametrize("line", ["Monday, 4 March 2024", "In 2019 it was closed at 7:12."])
def test_a_day_that_heads_its_words_is_one_of_them(line):
    inner = f"<article>{paragraphs(SAID[:1])}<p>{line}</p>{paragraphs(SAID[1:])}</article>"
    assert body(inner) == [SAID[0], line, *SAID[1:]]


def test_a_line_that_leads_on_between_breaks_is_left_out():
    lines = [*SAID[:2], "Click here to see the boat", *SAID[2:]]
    assert body(f"<div class='text'>{'<br><br>'.join(lines)}</div>") == SAID


def test_the_line_of_who_and_when_and_signs_that_a_text_ends_are_none_of_it():
    info = "<div class='article-info'><p>Section: Boats</p><p>Read 412 times</p></div>"
    assert body(f"<article>{info}{paragraphs()}</article>") == SAID
    for end in ("###", "- Ends -"):
        assert without_bylines(f"{SAID[0]}\n\n{end}") == SAID[0]
    for line in (
        "声明：以上内容仅供参考，不构成实质性投资建议，据此操作风险自担。",
        "《湖边日报》（2024年03月04日 第 02 版）",
    ):
        assert body(f"<article>{paragraphs()}<p>{line}</p></article>") == SAID


@pytest.mark.parametrize("place", ['href="#the-road"', 'name="the-road" href="/a/9#the-road"'])
@pytest.mark.parametrize("sign", ["¶", "#", "🔗", "§", "_"])
def test_a_sign_that_links_to_its_own_heading_is_no_word_of_it(sign, place):
    link = f'<a class="headerlink" {place} title="Link">{sign}</a>'
    note = '<p>The road is narrow in places <a href="#note-1">1</a>, and there is no other one.</p>'
    inner = f"{paragraphs(SAID[:2])}<h2>The road{link}</h2>{paragraphs(SAID[2:])}{note}"
    last = "The road is narrow in places 1, and there is no other one."
    assert body(f"<article>{inner}</article>") == [*SAID[:2], "The road", *SAID[2:], last]


def test_a_list_of_other_texts_below_its_heading_is_no_body():
    others = "".join(
        f"<article><h3><a href='/a/{n}'>Boat {n} of the lake</a></h3><p>{said}</p></article>"
        for n, said in enumerate(SAID[1:])
    )
    after = f"<div class='other'><h3>More boats</h3>{others}</div>"
    assert body(f"<div class='text'><p>{SAID[0]}</p></div>", after) == SAID[:1]


def test_who_wrote_a_text_below_its_rubric_is_none_of_it():
    rubric, by = "<p>【湖边时评】</p>", "<p>作者：徐静</p>"
    lines = body(f"<article>{rubric}{by}{paragraphs()}</article>")
    assert lines == ["【湖边时评】", *SAID]
    assert without_bylines("A rubric\n\nBy Bo Lee\n\nIt is ice.", ["Ann Low"]).count("Bo Lee") == 1


def test_captions_stay_where_pictures_are_what_it_is_about():
    shown = [f"{line[:-1]} 张某 摄" for line in HAN[:3]]
    pictures = "".join(f"<p><img src='/{n}.jpg'></p><p>{line}</p>" for n, line in enumerate(shown))
    assert han_body(f"<h1>{NEWS}</h1><div class='c'>{pictures}</div>") == shown


def test_parts_of_a_live_text_keep_their_headings_and_short_words():
    live = '<script type="application/ld+json">{"@type": "LiveBlogPosting"}</script>'
    parts = "".join(
        f"""<div class="wrap"><article class="part"><header><div><time>4 March 2024, 17.{n}0</time>
        </div><h2>Part {n}</h2></header><div class="content"><p>{words}</p></div>
        <div><button>Copy the link</button></div></article></div>"""
        for n, words in enumerate([SAID[0], " ".join(SAID * 3), SAID[2]])
    )
    inner = f"<main><h1>{TITLE}</h1><div><div>{parts}</div></div></main>"
    text = article_of(html_page(inner, TITLE, live)).body_text
    said = [line for line in text.split("\n") if line]
    assert said == ["Part 0", SAID[0], "Part 1", " ".join(SAID * 3), "Part 2", SAID[2]]


def test_a_named_body_that_begins_with_a_label_is_no_advert():
    words = f"<div class='article__body'><div>广告</div><p>{HAN[3]}</p></div>"
    inner = f"<main><article><h1>{NEWS}</h1><p class='chapo'>{HAN[0]}</p>{words}</article></main>"
    assert han_body(inner) == [HAN[0], HAN[3]]


def test_the_captions_of_a_gallery_are_its_words():
    shown = "".join(
        f"""<li><figure><img src="/{n}.jpg"><figcaption><span>{line}</span>
        <small>Photograph: Ann Lee/Lake Pictures</small></figcaption></figure></li>"""
        for n, line in enumerate(SAID)
    )
    assert body(f"<main><ul>{shown}</ul></main>") == SAID


def test_a_list_of_other_news_below_its_heading_is_no_text():
    rows = "".join(
        f"<div class='row'><a href='/n/{n}'>第{n}件事</a><span>2024-03-27 10:2{n}</span></div>"
        for n in range(5)
    )
    inner = f"""<div class="v"><h2>{NEWS}</h2><div class="full">{HAN[3]}</div>
        <div class="news"><h3>最新新聞</h3>{rows}</div></div>"""
    assert han_body(inner) == [HAN[3]]


def test_a_page_with_nothing_but_its_imprint_has_no_text():
    foot = "<div class='foot'><p>湖边网版权所有</p><p>技术支持：湖边电子有限公司</p></div>"
    inner = f"<h1>{NEWS}</h1><div><video src='/v.mp4'></video></div>{foot}"
    assert records_of(html_page(inner, NEWS), "article") == []


@pytest.mark.parametrize(
    "foot",
    [
        f"<center>{FOOT}</center>",
        "<div class='foot'><p>主办单位：湖边融媒体中心</p><p>地址：人民路一号</p></div><div></div>",
        "<div id='bottom'><span>Copyright © 2024</span><span>湖边网</span></div>",
    ],
    ids=["center", "named", "spans"],
)
@pytest.mark.parametrize("tag", ["p", "span"])
def test_the_foot_of_a_page_without_boxes_is_none_of_its_words(foot, tag):
    words = f"<{tag}>{CHINESE}</{tag}>"
    inner = f"<h1>老年食堂</h1><div class='i'>2024-03-28 09:26 来源：湖边网</div>{words}{foot}"
    (found,) = records_of(html_page(inner, "老年食堂"), "article")
    assert found.body_text == CHINESE


def test_who_signs_a_short_article_is_not_part_of_a_word_in_the_foot():
    inner = f"<h1>老年食堂</h1><div class='i'>2024-03-28 09:26</div><p>{CHINESE}</p><p>安</p>"
    foot = "<div class='foot'><p>主办单位：公安局</p><p>地址：人民路一号</p></div>"
    (found,) = records_of(html_page(inner + foot, "老年食堂"), "article")
    assert found.body_text == f"{CHINESE}\n安"


def test_a_long_notice_below_a_short_text_is_none_of_it():
    notice = (
        "广告声明：文内含有的对外链接用于传递更多信息，结果仅供参考，本站所有文章均包含本声明。"
    )
    assert (
        han_body(f"<h1>{NEWS}</h1><div class='c'><p>{HAN[2]}</p><p>{notice}</p></div>") == HAN[2:3]
    )


def test_a_text_that_waits_for_scripts_is_read_and_what_is_hidden_beside_it_is_not():
    account = f"<div style='display:none;'><p>{SAID[3]}</p></div>"
    text = f"<div style='visibility:hidden'>{paragraphs(SAID[:3])}</div>"
    found = extracted(tree_of(html_page(f"<h1>{TITLE}</h1><div>{account}{text}</div>")))
    assert all(said in found for said in SAID[:3])
    assert SAID[3] not in found


@pytest.mark.parametrize("player", ["audio controls", "video controls"])
def test_a_player_and_what_it_offers_are_no_words(player):
    tag = player.split()[0]
    box = f"<div><{player}></{tag}> Listen to this article <span>0:00 / 4:31</span></div>"
    first, rest = paragraphs(SAID[:1]), paragraphs(SAID[1:])
    assert body(f'<div class="text">{first}{box}{rest}</div>') == SAID


@pytest.mark.parametrize("foot", ["", f"<h3>More</h3>{paragraphs(SAID[2:])}"])
def test_a_reading_of_the_page_from_its_top_does_not_take_the_place_of_an_article(foot):
    menu = "".join(f'<li><a href="/n/{n}">The story no. {n} of the lake</a></li>' for n in range(9))
    head = f"<p>{SAID[3]}</p><p>By Ann Smith</p>"
    text = "".join(f"<div>{words}</div>" for words in SAID[:2])
    inner = f"<ul>{menu}</ul><h1>{TITLE}</h1>{head}<div class='b'>{text}</div>{foot}"
    tree = tree_of(html_page(inner, TITLE))
    at = tree.tags.index("div")
    read = tree.page.root.find("body").text_content().partition("More")[0]
    everything = read.replace(". ", ".\n").replace("lake", "lake\n")
    told = prose_text(tree, everything, None, at, [], lambda _: False, tree.tags.index("h1"))
    assert [line for line in told.split("\n") if line] == SAID[:2]


def test_a_paragraph_of_chinese_below_a_picture_is_no_caption():
    said = "".join(HAN[:3])
    box = f"<div><figure><img><figcaption>停在岸邊的渡船。</figcaption></figure><p>{said}</p></div>"
    tree = tree_of(f"<main>{box}{paragraphs(LATER)}{paragraphs(HAN)}{paragraphs()}</main>")
    out = furniture_of(tree, tree.tags.index("main"))
    assert [element.tag for element in out] == ["figure"]


def test_a_lead_of_several_lines_above_the_named_body_is_one_paragraph():
    more = f"<p class='s'>{HAN[1]}<br>{HAN[2]}</p>"
    words = f"<section class='content--body'>{paragraphs(LATER)}</section>"
    tree = tree_of(f"<main><h1>{NEWS}</h1><p class='s'>{HAN[0]}</p>{more}{words}</main>")
    at, heading = tree.tags.index("section"), tree.tags.index("h1")
    found = "\n".join([*HAN[:3], *LATER])
    told = prose_text(tree, found, None, at, [], lambda _: False, heading)
    assert told.split("\n\n") == [*HAN[:3], *LATER]


@pytest.mark.parametrize(
    "line", ["ann@lake.example", "Twitter: @annsmith", "邮箱：ann@lake.example"]
)
def test_where_to_write_to_below_a_text_is_none_of_it(line):
    assert body(f"<div class='text'>{paragraphs()}<p>{line}</p></div>") == SAID


def test_what_a_writer_is_stands_in_the_line_of_his_name():
    text = "\n\n".join(["A lead.", "di Greta Lindt, inviata a Lagoverde", *SAID])
    assert without_bylines(text, ["Greta Lindt"]) == "\n\n".join(["A lead.", *SAID])


def test_a_title_that_is_repeated_below_a_text_has_that_above_it():
    text = "".join(
        f"<p>On day {n} the ferry went {n} times to the other shore, with all who had a coat.</p>"
        for n in range(2, 9)
    )
    below = "".join(
        f"<p>We have sent you letter {n}. Please do as it says within 48 hours, or once more.</p>"
        for n in range(2, 4)
    )
    title = "A week on the ferry"
    page = f"<div>{text}</div><div><div>{title}</div></div><div><div>{below}</div></div>"
    found = article_of(html_page(page, title))
    assert found.body_text.startswith("On day 2")
    assert "letter" not in found.body_text


def test_an_imprint_in_several_lines_is_no_body():
    foot = "The Lake Post is made by five people in a house on the northern shore.<br>© Lake Post"
    page = f"<h1>Back again</h1><div><p>The ferry is back.</p></div><div><div>{foot}</div></div>"
    assert article_of(html_page(page, "Back again")).body_text == "The ferry is back."


def test_a_paragraph_elsewhere_in_boxes_without_names_is_none_of_a_text():
    text = "".join(
        f"<p>On day {n} the ferry went {n} times to the other shore, with all who had a coat.</p>"
        for n in range(2, 9)
    )
    note = "<p>This page is best seen with a browser that knows style sheets and scripts well.</p>"
    page = (
        f"<div><div><div><div><div><h1>A week on the ferry</h1>{text}</div></div></div></div></div>"
        f"<div><div><div>{note}</div></div></div>"
    )
    found = article_of(html_page(page, "A week on the ferry"))
    assert found.body_text.count("On day") == 7
    assert "browser" not in found.body_text


@pytest.mark.parametrize("box", ["aside", "div"])
def test_a_list_in_the_margin_is_no_text_though_it_is_longer(box):
    says = "".join(
        f"<li><b>ann{n}</b>: {words} <a href='/a/{n}.html'>The kettle of {n} lakes</a></li>"
        for n, words in enumerate(SAID)
    )
    cards = "".join(
        f"<a href='/a/{n}.html'><h3>The kettle of {n} lakes</h3><p>{words}</p></a>"
        for n, words in enumerate(SAID)
    )
    margin = f"<{box}><div><h3>What others say</h3><ul>{says}</ul></div></{box}>"
    page = f"<article><h1>{TITLE}</h1>{paragraphs(SAID[:1])}</article><h3>Related</h3>{cards}"
    read = article_of(html_page(page + margin, f"{TITLE} - Post"), "http://n.example/a/17.html")
    assert read.body_text == SAID[0]


def test_cards_of_others_that_are_articles_below_a_text_are_none_of_its_words():
    said = [
        f"The {thing} of the old harbour was painted again last week, and nobody has asked why."
        for thing in ("gate", "crane", "ferry", "lighthouse")
    ]
    lead = "<p><b>Paint is cheap this year, says the harbour office, and so is time.</b></p>"
    cards = "".join(
        f"<article class='story'><h2><a href='/a/{n}.html'>Lids and kettles, part {n}</a></h2>"
        f"<p>Somebody has found {n} kettles behind the mill, and the mayor wants them back.</p>"
        f"<footer><a href='/a/{n}.html'>Read more</a></footer></article>"
        for n in range(3)
    )
    body = "".join(f"<p>{line}</p>" for line in said)
    found = article_of(
        "<html><head><title>Paint at the harbour</title></head><body><div>"
        f"<h1>Paint at the harbour</h1><p>Ann Smith</p><p>2024-03-04 10:20</p>{lead}"
        f"<table><tr><td class='detail'>{body}</td></tr></table><h3>Related</h3>{cards}"
        "</div></body></html>"
    )
    assert "kettles" not in found.body_text
    assert all(line in found.body_text for line in said)
