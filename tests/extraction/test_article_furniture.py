"""What stands among an article's words and is none of them."""

from __future__ import annotations

from urllib.parse import unquote

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

from fpcrawl.extraction.articles.furniture import furniture_of
from fpcrawl.extraction.articles.prose import prose_text
from fpcrawl.extraction.articles.timelines import without_bylines


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
    ["<h2 {}>{}</h2><p>{}</p>", "<section {}><h3>{}</h3><p>{}</p></section>"],
    ids=["heading", "section"],
)
def test_an_id_made_of_its_own_words_does_not_name_furniture(told):
    said = ["Why it's harder, more than planned", "Nobody knew of the ice."]
    inner = told.format('id="why-its-harder-more-than-planned"', *said)
    inner = f"<article>{paragraphs(SAID[:2])}{inner}{paragraphs(SAID[2:])}</article>"
    assert body(inner) == [*SAID[:2], *said, *SAID[2:]]


@pytest.mark.parametrize("line", ["Количество показов: 390", "Views: 1,204", "阅读次数：35"])
def test_a_counter_of_readers_is_no_part_of_the_words(line):
    assert body(f"<div class='text'>{paragraphs()}<br>{line}</div>") == SAID


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


def test_a_named_body_that_begins_with_a_label_is_no_advert():
    words = f"<div class='article__body'><div>广告</div><p>{HAN[3]}</p></div>"
    inner = f"<main><article><h1>{NEWS}</h1><p class='chapo'>{HAN[0]}</p>{words}</article></main>"
    assert han_body(inner) == [HAN[0], HAN[3]]


def test_a_list_of_other_news_below_its_heading_is_no_text():
    rows = "".join(
        f"<div class='row'><a href='/n/{n}'>第{n}件事</a><span>2024-03-27 10:2{n}</span></div>"
        for n in range(5)
    )
    inner = f"""<div class="v"><h2>{NEWS}</h2><div class="full">{HAN[3]}</div>
        <div class="news"><h3>最新新聞</h3>{rows}</div></div>"""
    assert han_body(inner) == [HAN[3]]


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


def test_a_long_notice_below_a_short_text_is_none_of_it():
    notice = (
        "广告声明：文内含有的对外链接用于传递更多信息，结果仅供参考，本站所有文章均包含本声明。"
    )
    assert (
        han_body(f"<h1>{NEWS}</h1><div class='c'><p>{HAN[2]}</p><p>{notice}</p></div>") == HAN[2:3]
    )


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


@pytest.mark.parametrize(
    "line", ["ann@lake.example", "Twitter: @annsmith", "邮箱：ann@lake.example"]
)
def test_where_to_write_to_below_a_text_is_none_of_it(line):
    assert body(f"<div class='text'>{paragraphs()}<p>{line}</p></div>") == SAID


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
