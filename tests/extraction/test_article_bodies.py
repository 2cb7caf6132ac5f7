"""What of a page is an article's body."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from article_kit import (
    CHINESE,
    HAN,
    LATER,
    NEWS,
    SAID,
    TITLE,
    body,
    han_body,
    is_a_byline,
    paragraphs,
)
from extraction_kit import article_of, html_page, records_of, tree_of

from fpcrawl.extraction.articles.bylines import is_byline
from fpcrawl.extraction.articles.extracted import extracted
from fpcrawl.extraction.articles.prose import prose_text
from fpcrawl.extraction.articles.timelines import without_bylines


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
    "told",
    [
        "This article is for those who never saw a ferry, and there are many of them still.",
        "Already a member of the crew, she took the ferry home as if nothing had been.",
    ],
)
def test_words_that_sell_nothing_are_words(told):
    assert body(f"<article>{paragraphs(SAID)}<p>{told}</p></article>") == [*SAID, told]


def test_an_id_of_few_words_names_what_it_holds():
    box = '<section id="more-boats"><h3>More boats</h3><p>One was in the reeds.</p></section>'
    assert body(f"<article>{paragraphs(SAID[:2])}{box}{paragraphs(SAID[2:])}</article>") == SAID


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


@pytest.mark.parametrize("sign", ["&#11;", "\x01", "&#xFFFE;"])
def test_a_character_that_no_tree_can_hold_behind_what_is_hidden_breaks_no_page(sign):
    said = [*SAID[:2], SAID[2]]
    shown = paragraphs(said[:2]) + f"<p><i hidden>Ad</i>{sign}{said[2]}</p>"
    assert [line.strip(" \x0b\x01\ufffe") for line in body(f"<div>{shown}</div>")] == said


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


def test_a_heading_that_a_list_of_contents_leads_to_is_one_of_the_words():
    inner = f'<article>{paragraphs(SAID[:2])}<h2 id="toc_1">Ice</h2>{paragraphs(SAID[2:])}'
    assert body(inner + "</article>") == [*SAID[:2], "Ice", *SAID[2:]]


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


@pytest.mark.parametrize("line", ["Monday, 4 March 2024", "In 2019 it was closed at 7:12."])
def test_a_day_that_heads_its_words_is_one_of_them(line):
    inner = f"<article>{paragraphs(SAID[:1])}<p>{line}</p>{paragraphs(SAID[1:])}</article>"
    assert body(inner) == [SAID[0], line, *SAID[1:]]


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


def test_the_captions_of_a_gallery_are_its_words():
    shown = "".join(
        f"""<li><figure><img src="/{n}.jpg"><figcaption><span>{line}</span>
        <small>Photograph: Ann Lee/Lake Pictures</small></figcaption></figure></li>"""
        for n, line in enumerate(SAID)
    )
    assert body(f"<main><ul>{shown}</ul></main>") == SAID


def test_a_page_with_nothing_but_its_imprint_has_no_text():
    foot = "<div class='foot'><p>湖边网版权所有</p><p>技术支持：湖边电子有限公司</p></div>"
    inner = f"<h1>{NEWS}</h1><div><video src='/v.mp4'></video></div>{foot}"
    assert records_of(html_page(inner, NEWS), "article") == []


def test_who_signs_a_short_article_is_not_part_of_a_word_in_the_foot():
    inner = f"<h1>老年食堂</h1><div class='i'>2024-03-28 09:26</div><p>{CHINESE}</p><p>安</p>"
    foot = "<div class='foot'><p>主办单位：公安局</p><p>地址：人民路一号</p></div>"
    (found,) = records_of(html_page(inner + foot, "老年食堂"), "article")
    assert found.body_text == f"{CHINESE}\n安"


def test_a_text_that_waits_for_scripts_is_read_and_what_is_hidden_beside_it_is_not():
    account = f"<div style='display:none;'><p>{SAID[3]}</p></div>"
    text = f"<div style='visibility:hidden'>{paragraphs(SAID[:3])}</div>"
    found = extracted(tree_of(html_page(f"<h1>{TITLE}</h1><div>{account}{text}</div>")))
    assert all(said in found for said in SAID[:3])
    assert SAID[3] not in found


def test_a_lead_of_several_lines_above_the_named_body_is_one_paragraph():
    more = f"<p class='s'>{HAN[1]}<br>{HAN[2]}</p>"
    words = f"<section class='content--body'>{paragraphs(LATER)}</section>"
    tree = tree_of(f"<main><h1>{NEWS}</h1><p class='s'>{HAN[0]}</p>{more}{words}</main>")
    at, heading = tree.tags.index("section"), tree.tags.index("h1")
    found = "\n".join([*HAN[:3], *LATER])
    told = prose_text(tree, found, None, at, [], lambda _: False, heading)
    assert told.split("\n\n") == [*HAN[:3], *LATER]


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


def test_what_a_reading_of_cards_leaves_out_is_the_text_all_the_same():
    lines = "".join(f"<div>{words}</div>" for words in SAID[1:])
    said = [f"Story {n} of the lake tells how {n} boats were lost in it." for n in range(5)]
    cards = "".join(f"<p class=card><a href='/{n}'>{words}</a></p>" for n, words in enumerate(said))
    tree = tree_of(f"<main><h1>{TITLE}</h1><p>{SAID[0]}</p><div>{lines}</div>{cards}</main>")
    at, heading = tree.tags.index("main"), tree.tags.index("h1")
    away = [node for node in tree.nodes if node.get("class") == "card" or node.tag == "h1"]
    told = prose_text(tree, "\n".join([SAID[0], *said]), None, at, away, lambda _: False, heading)
    assert told.split("\n\n") == SAID
    # A reading of text alone has left it out for a reason.
    told = prose_text(tree, SAID[0], None, at, away, lambda _: False, heading)
    assert told == SAID[0]
