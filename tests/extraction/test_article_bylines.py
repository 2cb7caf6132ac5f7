"""Who wrote an article, and when."""

from __future__ import annotations

import json

import pytest
from extraction_kit import article_of, html_page

from fpcrawl.extraction.names.names import is_name, is_person, split_names

TITLE = "Ferry out of the water"
SAID = "".join(
    f"<p>{text}</p>"
    for text in (
        "The ferry across the lower lake has been taken out of the water for the whole winter.",
        "Its captain says that the boards under the engine were softer than he had thought.",
        "Until the spring the villages are joined only by the road along the northern shore.",
    )
)

#: So many that what stands behind them is nearer to the words than to the heading.
ICONS = "<i></i>" * 12
CARD = "<div><p><img></p><p><b>{}</b><br>Reporter</p></div>"
BOTH = "Ann Smith, grep4life"


def page(by="", after="", head="", end=""):
    return html_page(f"<h1>{TITLE}</h1>{by}<div class='text'>{SAID}{end}</div>{after}", TITLE, head)


def article(by="", after="", head="", end="", url="http://n.example/a/17.html"):
    return article_of(page(by, after, head, end), url)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("By Ann Smith | 4 March 2024", ["Ann Smith"]),
        ("Written by Ann Smith in Boats on 4 March 2024", ["Ann Smith"]),
        ("Von Jürgen Müller und Eva Groß-Kern", ["Jürgen Müller", "Eva Groß-Kern"]),
        ("Ann Smith, Bo Lee and Cy van Dyk", ["Ann Smith", "Bo Lee", "Cy van Dyk"]),
        ("By ANN SMITH, SENIOR REPORTER", ["ANN SMITH"]),
        ("Von Jürgen Müller, Redakteurin", ["Jürgen Müller"]),
        ("作者：张三 李四 发布时间：2024-03-04", ["张三", "李四"]),
        ("（责编：王五、赵六）", ["王五", "赵六"]),
        ("湖滨新闻记者 张三 实习生 李四", ["张三", "李四"]),
        ("文● 山田太郎", ["山田太郎"]),
        ("作者：张 三 李小明", ["张三", "李小明"]),
        ("作　者：张　三　来　源：晚报", ["张三"]),
        ("佐藤 花子", ["佐藤 花子"]),
        ("佐藤 花子、山田 太郎", ["佐藤 花子", "山田 太郎"]),
        ("grep4life", ["grep4life"]),
        ("老张头 分类:文化", ["老张头"]),
        ("作者：王博文", ["王博文"]),
        ("文/湖边晚报全媒体记者 林海", ["林海"]),
        ("作者：高峰(湖边日报)", ["高峰"]),
        ("报道：罗兰", ["罗兰"]),
        ("2024-03-04 10:00", []),
    ],
)
def test_names_are_cut_out_of_a_line(line, names):
    assert split_names(line) == names


def test_people_are_told_from_groups_and_buttons():
    assert all(
        map(is_person, ["Ann Smith", "Ludwig van Beek", "张三", "山田太郎", "Bill MCCARTHY"])
    )
    assert all(map(is_person, ["محمود عبد الله", "נועה ברק", "สมชาย ใจดี", "सुनीता शर्मा"]))
    assert not any(map(is_person, ["The Lake Post News", "ann", "晨光社", "Ann likes boats"]))
    assert not any(map(is_name, ["Share", "更新", "http://x.example", "12", "登录", "a" * 50]))
    assert not any(map(is_name, ["CC BY-NC-SA 4.0", "Mastodon", "微博", "qué", "The", "wer"]))


@pytest.mark.parametrize(
    ("by", "author"),
    [
        ('<p>By <a href="/authors/ann-smith">Ann Smith</a>, Lake Post</p>', "Ann Smith"),
        (
            '<div class="by"><a href="/by/a">Ann Smith</a>, <a href="/by/b">Bo Lee</a></div>',
            "Ann Smith, Bo Lee",
        ),
        ("<p>By <b>ANN SMITH</b> and <b>BO LEE</b>, Lake Press</p>", "ANN SMITH, BO LEE"),
        ("<div>Por Ana Souza, Jornal do Lago — Lago Baixo</div>", "Ana Souza"),
        ("<div>Di Maria Rossi, Giornale di Riva</div>", "Maria Rossi"),
        ('<div id="byline">[田中宏昌]</div>', "田中宏昌"),
        ('<p class="author"><span>Ann Smith</span><div>Lake Post</div></p>', "Ann Smith"),
        ('<a href="http://s.example/sharer?u=http://n.example/a/17.html">Pass on</a>', None),
        ('<span class="box-name">Latest</span><a href="/home/">Front</a>', None),
        ('<div class="header__auth"><a href="/in">Войти</a></div>', None),
        ('<p class="author"><b>Ann Smith</b> <i class="author-label">Lv3</i></p>', "Ann Smith"),
        (f'{ICONS}<p class="author">grep4life <i class="author-badge">Ace</i></p>', "grep4life"),
        (f'<div class="authors">{CARD.format("Ann Smith")}{CARD.format("grep4life")}</div>', BOTH),
        ('<p title="作者"><a href="javascript:;">马蓉</a></p><p title="分类">船</p>', "马蓉"),
        ('<p>Under <a href="http://c.example/licenses/by-sa/4.0/">Attribution</a></p>', None),
    ],
    ids=[
        "link",
        "two links",
        "agency in capitals",
        "paper",
        "paper in Italian",
        "id",
        "agency in a box",
        "share button",
        "names of boxes",
        "entrance",
        "level",
        "badge",
        "cards",
        "hint",
        "licence",
    ],
)
def test_the_byline_is_what_is_marked_as_one(by, author):
    assert article(by).author == author


@pytest.mark.parametrize(
    ("by", "author"),
    [
        ("<div class='author'>Kirjoitti: Ann Smith</div>", "Ann Smith"),
        ("<div class='author'>كتب: محمود عبد الله</div>", "محمود عبد الله"),
        ("<div class='author'>โดย สมชาย ใจดี</div>", "สมชาย ใจดี"),
        ("<div class='author'>Photo: Ann Smith</div>", None),
        ("<div><span>박준호 기자</span><em>입력 2024.03.05 14:02</em></div>", "박준호"),
        ("<div>湖滨新闻记者 张三</div>", "张三"),
        ("<div>市民可与记者 联系</div>", None),
    ],
    ids=["colon", "Arabic", "Thai", "of a picture", "calling behind", "before", "sentence"],
)
def test_a_name_stands_beside_a_label_or_a_calling(by, author):
    assert article(by).author == author


def test_a_writer_in_brackets_where_the_text_begins_is_named():
    first = "<p>新华社江城3月5日电(记者张三) 3月5日上午九时,西郊湿地公园正式对外开放。</p>"
    found = article_of(html_page(f"<h1>{TITLE}</h1><div>{first}{SAID}</div>", TITLE))
    assert found.author == "张三"
    assert "新华社" in found.body_text


@pytest.mark.parametrize(
    ("end", "author"),
    [
        ("<p><a href='#'>【张三】</a></p>", None),
        ("<p>【纠错】</p>", None),
        ("<p>박준호 기자 jh@n.example</p>", "박준호"),
        ("<p>（湖区报记者 张三）</p>", "张三"),
        ("<p>□ 本报记者 张三 李四</p>", "张三, 李四"),
        ("<p>（张三）</p>", "张三"),
        ("<p>（图片）说明：张三说他不知道这件事情，明天再谈。</p>", None),
        ("<p>住在湖边的居民赵文静说。</p>", None),
        ("<p>文/张三</p>", "张三"),
        # Who took a picture, whose the words are, nobody.
        ("<p>湖区网记者 张三摄</p>", None),
        ("<p>图为湖区现场 记者供图</p>", None),
        ("<p>版权归原作者所有。</p>", None),
        ("<p>作者：佚名</p>", None),
        ("<p>来源：湖社 作者：张三 责任编辑：李四</p>", "张三"),
        ("<br>Автор:\u00a0Ирина Соколова<br>", "Ирина Соколова"),
        ("<br>Автор книги неизвестен, а жаль.<br>", None),
    ],
)
def test_a_signature_counts_where_there_is_no_byline(end, author):
    assert article(end=end).author == author


def test_a_writer_is_preferred_to_the_editor_at_the_end():
    after = '<div class="edit">责任编辑：王五</div>'
    assert article(end="<p>本报记者 张三</p>", after=after).author == "张三"
    assert article(after=after).author is None
    assert article("<p>2024-03-04 10:00 | 张三</p>", after=after).author == "张三"


def ld(author):
    data = {"@type": "NewsArticle", "headline": TITLE, "author": author}
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


def test_declared_people_come_first_and_organisations_last():
    by = '<p class="byline">By Ann Smith</p>'
    person, group = {"@type": "Person", "name": "Bo Lee"}, {"@type": "Organization", "name": "Post"}
    assert article(by, head=ld([person, {"@type": "Person", "name": "Cy Dee"}])).author == (
        "Bo Lee, Cy Dee"
    )
    assert article(by, head=ld(group)).author == "Ann Smith"
    assert article(head=ld(group)).author == "Post"
    # A text signed by somebody whose paper declares itself a person.
    data = {"@type": "NewsArticle", "headline": TITLE, "author": {"name": "Post"}}
    head = json.dumps({**data, "publisher": group})
    head = f'<script type="application/ld+json">{head}</script>'
    assert article(end="<p>（湖区报记者 张三）</p>", head=head).author == "张三"
    assert article(head=head).author == "Post"
    assert article(end="<p>（张三）</p>", head=ld({"name": "Lake Daily"})).author == "张三"


def test_an_author_told_by_reference_is_looked_up():
    graph = {
        "@graph": [
            {"@type": "NewsArticle", "headline": TITLE, "author": {"@id": "#ann"}},
            {"@type": "Person", "@id": "#ann", "name": "Ann Smith"},
        ]
    }
    head = f'<script type="application/ld+json">{json.dumps(graph)}</script>'
    assert article(head=head).author == "Ann Smith"


def test_a_meta_element_with_the_software_yields_to_the_byline():
    head = '<meta name="author" content="Foo! Team and Bar UI Team">'
    assert (
        article('<p class="info">发布者: <a href="/u/4">张三</a></p>', head=head).author == "张三"
    )


@pytest.mark.parametrize(
    ("by", "url", "published"),
    [
        ("", "http://n.example/2024/03/04/ferry.html", "2024-03-04"),
        ("", "http://n.example/20240304/ferry", "2024-03-04"),
        ("<p>Updated: 2024-03-09 10:00</p>", "http://n.example/a", "2024-03-09T10:00+00:00"),
        (
            '<p property="dc:date" content="2024-04-03T10:00:00+00:00">on 04/03/2024</p>',
            "http://n.example/a",
            "2024-04-03T10:00:00+00:00",
        ),
        ("<p>| March 04, 2024</p>", "http://n.example/a", "2024-03-04"),
        ("", "http://n.example/9999/99/99/", None),
    ],
    ids=["address", "packed address", "update alone", "RDFa", "after a bar", "no date"],
)
def test_the_time_is_found_where_it_is_told(by, url, published):
    assert article(by, url=url).published == published


def test_a_time_in_a_sentence_is_not_that_of_publishing():
    early = "<p>The last ferry had gone down on 3 February 1987, and many people remember it.</p>"
    by = f'{early}<p class="published">2024-03-04 10:00</p>'
    assert article(by).published == "2024-03-04T10:00+00:00"


@pytest.mark.parametrize(
    ("line", "published"),
    [
        ("<p>Ändrad 06/03/2024 09:10 | Ute 05/03/2024 14:02</p>", "2024-03-05T14:02+00:00"),
        (
            "<p><time>2024-03-06 09:10</time> <span>2024-03-05 14:02</span></p>",
            "2024-03-05T14:02+00:00",
        ),
        ("<p>2024-03-05 14:02</p><p>X: 2024-03-05 18:20</p>", "2024-03-05T14:02+00:00"),
        (
            "<p>By staff and others | Ändrad: 2024-03-06 09:10h | Ute: 2024-03-05 14:02h</p>",
            "2024-03-05T14:02+00:00",
        ),
        ("<p>5 March 2024 (new on 5 March 2024 | 18:20)</p>", "2024-03-05"),
        ("<p>Published 2024-03-05 14:02. Trial: 2024-03-01</p>", "2024-03-05T14:02+00:00"),
        (
            f"{ICONS}<p><b>2024-03-05 14:02</b></p><p><b>2024-03-06 09:10</b></p>",
            "2024-03-05T14:02+00:00",
        ),
    ],
    ids=[
        "one text",
        "two elements",
        "same day",
        "long line",
        "day and update",
        "said to be published",
        "boxes",
    ],
)
def test_of_two_times_of_a_byline_the_first_is_that_of_publishing(line, published):
    by = f"<div class='info'>{line}</div>"
    assert article(by).published == published


@pytest.mark.parametrize(
    ("line", "author"),
    [
        ("4 March 2024, 10:00 — Piotr", "Piotr"),
        ("Piotr | 4 March 2024, 10:00", None),
        ("Northern Ireland | 4 March 2024", None),
        ("London | 4 March 2024", None),
        ("جمعه / 2024-03-04 10:00", None),
        ("4 March 2024 | 文化", None),
        ("4 March 2024 | 萧然", "萧然"),
        ("Ann Smith, 4 March 2024", "Ann Smith"),
        ("Monday, 4 March 2024", None),
        ("Ändrad 2024-03-04 10:00", None),
        ("Ändrad: 2024-03-04 10:00", None),
        ("4 March 2024, 10:00 Uhr", None),
        ("Piotr | 4 March 2024 | Boats", None),
    ],
)
def test_a_sign_parts_a_name_from_its_time(line, author):
    assert article(f"<p>{line}</p>").author == author


OTHERS = "".join(
    f'<li><a href="/a/{n}">The mill and the weir</a> <span>2024-02-0{n} 10:00</span></li>'
    for n in (1, 2, 3)
)


@pytest.mark.parametrize(
    ("after", "published"),
    [
        (f"<div><ul>{OTHERS}</ul></div>", None),
        ("<aside><p>Read on 2024-02-01</p></aside>", None),
        ("<div><p>2024-02-01 10:00</p><p>Ann Smith</p></div>", "2024-02-01T10:00+00:00"),
        (
            "<p><a href='/by/ann'>Ann P. L. Smith</a> 2024-02-01</p><p><a href='/by/b'>Bo</a></p>",
            "2024-02-01",
        ),
    ],
    ids=["list", "margin", "line below the text", "writers with links"],
)
def test_the_time_of_another_article_is_not_that_of_this_one(after, published):
    assert article(after=after).published == published


def test_a_declared_day_is_told_in_full_where_the_page_shows_its_hour():
    head = '<meta name="pubdate" content="2024-03-04">'
    assert article("<p>2024-03-04 15:42</p>", head=head).published == "2024-03-04T15:42+00:00"
    assert article("<p>Updated 2024-03-04 15:42</p>", head=head).published == "2024-03-04"
    assert article("<p>2024-03-05 15:42</p>", head=head).published == "2024-03-04"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("2024年03月04日 10:00\u3000作者：江湖Kevin\u3000来源：湖滨晚报", "江湖Kevin"),
        ("发布时间：2024-03-04 10:00 来源：湖滨晚报 作者：阿明2号", "阿明2号"),
        ("4 March 2024, 10:00 | Author: X. Marsh", "X. Marsh"),
        (
            "<span>2024年03月04日 10:00</span>\u3000来源：<a href='/s'>晚报</a>\u3000作者：阿明2号",
            "阿明2号",
        ),
    ],
)
def test_an_author_is_named_behind_other_labels_of_a_line(line, name):
    found = article(f"<div class='info'>{line}</div>")
    assert found.author == name
    assert "2024" not in found.body_text


def test_who_comments_on_an_article_did_not_write_it():
    said = '<p><span class="username">Bo Lee</span> <span>A fine boat.</span></p>'
    assert article(after=f'<div id="comments">{said}</div>').author is None
    assert article(after=f"<div>{said}</div>").author == "Bo Lee"


@pytest.mark.parametrize(
    "line",
    [
        "<b><em>2024</em></b> <i><em>03</em>/<em>05</em></i> <s>10:02:33</s>",
        "<b><em> 2024</em></b><i><em>03</em>/<em>05</em></i><s> 10:02:33</s>",
        "<b>2024年</b><i>3月</i><i>5日</i> <s>10:02:33</s>",
    ],
)
def test_a_time_whose_parts_stand_in_elements_of_their_own(line):
    told = "<p>On 4 March 2024 nobody spoke of it.</p>"
    found = article(f"<div class='head'>{line}</div><p>From: the lake</p>", end=told)
    assert found.published == "2024-03-05T10:02:33+00:00"


@pytest.mark.parametrize("before", ["上一篇：", "下一条: ", "Next article: ", "Previous: "])
def test_what_leads_to_the_next_article_is_none_of_its_words(before):
    leads = f'<p>{before}<a href="/a/18.html">Ice</a></p>'
    assert "Ice" not in article(end=leads).body_text
    assert "the next winter" in article(end="<p>Next winter: the next winter.</p>").body_text


def test_a_day_of_which_the_words_tell_is_not_that_of_publishing():
    told = "<p>It was built in 1903, and on 3 February 1987 it went down for the first time.</p>"
    assert article(end=told).published is None
    dateline = "<p>Lakeside, 4 March 2024. The last ferry of the lake has gone for good, they say."
    text = f"<h1>{TITLE}</h1><div class='text'>{dateline}</p>{SAID}</div>"
    assert article_of(html_page(text, TITLE)).published == "2024-03-04"


def test_the_foot_of_an_article_can_be_its_byline():
    foot = """<footer><p>Published: <time datetime="2024-03-04T10:00+01:00">4 March</time></p>
        <address>By <a href="/author/ann-smith">Ann Smith</a></address></footer>"""
    html = html_page(f"<article><h1>{TITLE}</h1>{SAID}{foot}</article>", TITLE)
    found = article_of(html)
    assert (found.author, found.published) == ("Ann Smith", "2024-03-04T10:00+01:00")


FOOT = """<div><p>Published: <span>4 March 2024</span></p><p>By Ann Smith</p>
    <p>Category: <a href="/category/ferries-and-roads.html">Ferries and roads</a></p></div>"""


@pytest.mark.parametrize(
    "last",
    [
        "<p>„The ferry {}“</p>",
        "<p>The ferry {} (anv)</p>",
        "<ul><li>The ferry {}</li></ul>",
    ],
    ids=["quotation", "sign", "list"],
)
def test_the_last_paragraph_above_a_foot_can_end_without_a_stop(last):
    last = last.format("comes back when all its boards have dried in the sun of a spring day" * 3)
    html = html_page(f"<div><h1>{TITLE}</h1>{SAID}{last}{FOOT}</div>", TITLE)
    assert article_of(html).published == "2024-03-04"


def test_the_category_in_a_foot_is_no_other_text():
    head = f'<div><a href="/a/17.html">{TITLE}</a></div>'
    html = html_page(f"<div>{head}{SAID}{FOOT}</div>", TITLE)
    assert article_of(html).published == "2024-03-04"


def test_a_link_to_the_start_page_above_the_heading_names_the_site():
    head = '<div><a rel="author" href="/">Kettle Post</a></div>'
    html = html_page(f"{head}<h1>{TITLE}</h1><p>4 March 2024 • Ann Smith</p>{SAID}", TITLE)
    assert article_of(html).author == "Ann Smith"


def test_a_footer_at_the_head_of_the_words_is_a_byline():
    head = """<div class="panel"><footer class="post-info"><span class="label">Published</span>
        <time datetime="2024-03-04T10:00+01:00">Monday, 4 March 2024</time></footer></div>"""
    text = f"<article><h1>{TITLE}</h1><div class='entry'>{head}{SAID}</div></article>"
    assert article_of(html_page(text, TITLE)).published == "2024-03-04T10:00+01:00"


def test_a_writer_is_linked_in_the_foot_of_a_long_article():
    foot = """<footer><time>Created: Mon 4 March 2024.</time>
        <a href="/author/ann-smith.html">Ann Smith</a></footer>"""
    html = html_page(f"<article><h1>{TITLE}</h1>{SAID * 20}{foot}</article>", TITLE)
    assert article_of(html).author == "Ann Smith"


@pytest.mark.parametrize(
    ("shown", "published"),
    [
        ("2024-03-01 00:20", "2024-03-01T00:20+00:00"),
        ("2024-01-05 10:00", "2024-02-29"),
        # The second is of an update.
        (
            f"{ICONS}<i><b>2024-03-01 00:20</b></i><i><b>2024-05-06 09:10</b></i>",
            "2024-03-01T00:20+00:00",
        ),
    ],
)
def test_the_day_of_an_address_can_be_that_of_another_zone(shown, published):
    by = f"<p class='info'>{shown}</p>"
    assert article(by, url="http://n.example/2024/02/29/ferry/").published == published


def test_a_byline_in_the_foot_tells_more_than_a_day_with_which_the_words_begin():
    begin = "<p>On 31 December 2023 the last ferry went down, ten years ago it had been new.</p>"
    foot = (
        '<footer><p>Published: <time datetime="2024-03-04T10:00+01:00">4 March</time></p></footer>'
    )
    html = html_page(f"<article><h1>{TITLE}</h1>{begin}{SAID}{foot}</article>", TITLE)
    assert article_of(html).published == "2024-03-04T10:00+01:00"
    aged = "<p>Ten years ago it was new, and nobody who went with it thought of that.</p>"
    html = html_page(f"<article><h1>{TITLE}</h1>{aged}{SAID}</article>", TITLE)
    assert article_of(html).published is None


def test_a_category_is_no_second_writer():
    by = """<ul class="links"><li><a href="/author/ann/">Ann Smith</a></li><li>4 March 2024</li>
        <li><a href="/category/home-life/">Home Life</a></li></ul>"""
    assert article(by).author == "Ann Smith"


@pytest.mark.parametrize(
    "line",
    [
        "<span>作者：<b>清源</b></span> <span>责编：<b>故渊</b></span>",
        "<span>作者：清源</span> <span>视觉编辑：故渊</span>",
        "<span>作者：清源</span> <span>校对：故渊</span>",
        '<b><a href="/profile?id=3">清源</a></b><i><a href="/profile?id=3">查看TA的文章</a></i>',
        '<b><a href="/profile?id=3">清源</a></b> <b><a href="/profile?id=3">Boats</a></b>',
    ],
)
def test_who_edited_and_what_else_leads_to_the_writer_are_no_writers(line):
    assert article(f"<div class='info'>2024-03-04 10:00 {line}</div>").author == "清源"


def card(number):
    return f"""<div class="box"><a href="/a/{number}.html"><img src="/{number}.png"></a>
      <h4><a href="/a/{number}.html">The harbour number {number} is open</a></h4>
      <span class="name"><a href="/profile?id={number}">Bo Lee</a></span></div>"""


def test_who_wrote_what_is_shown_below_a_text_did_not_write_it():
    cards = "".join(map(card, range(20, 24)))
    assert article(after=f"<h3>More</h3>{cards}").author is None
    about = '<div class="about"><a href="/author/bo">Bo Lee</a> writes about boats.</div>'
    assert article(after=about + f"<h3>More</h3>{cards}").author == "Bo Lee"


def test_a_caption_can_stand_above_the_line_that_names_the_writer():
    said = (
        "这是一艘停在湖边的渡船，冬天不再出航，船长正在看发动机下面的木板，旁边站着两个村里的人。"
    )
    caption = f"<p>{said}新华社记者 周宇 摄</p>"
    line = "<p>新华社北京11月20日电（记者赵明）渡船在湖边停了整整一个冬天。</p>"
    line = line.replace("。</p>", f"，{said}</p>")
    html = html_page(f"<h1>渡船</h1><div class='text'>{caption}{line}{SAID}</div>", "渡船")
    assert article_of(html).author == "赵明"


@pytest.mark.parametrize(
    ("name", "author"), [("江城新闻", None), ("赵明", "赵明"), ("Ann Smith", "Ann Smith")]
)
def test_the_name_of_the_site_behind_the_title_is_no_writer(name, author):
    head = f'<meta property="article:author" content="{name}">'
    html = html_page(f"<h1>{TITLE}</h1><div>{SAID}</div>", f"{TITLE}|江城_{name}_江城网", head)
    assert article_of(html).author == author


def test_names_where_classes_are_made_by_a_machine():
    by = """<div data-testid="byline-contributors"><span class="sc-801"><div>
    <span>Anna Low</span> and </div><div><span>Bo van Dyk</span><span>Political
    correspondent</span></div></span></div>"""
    assert article(by).author == "Anna Low, Bo van Dyk"


def test_the_line_of_time_and_author_in_the_heading():
    html = html_page(
        f"""<h1>{TITLE}<br><span>2024-03-28 08:10:24&nbsp;&nbsp;来源：湖边日报&nbsp;&nbsp;
        作者：马小超</span></h1><div class='text'>{SAID}</div>""",
        TITLE,
    )
    assert article_of(html).author == "马小超"


def test_a_link_to_the_place_of_members_names_nobody():
    html = html_page(
        f"""<a href="/e/member/cp/">会员中心</a><h1>{TITLE}</h1><p>时间:2024-03-28 来源:湖边网
        作者:马小超</p><div class='text'>{SAID}</div>""",
        TITLE,
    )
    assert article_of(html).author == "马小超"


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        ('<script type="application/ld+json">{"@type": "LiveBlogPosting"}</script>', "part"),
        ("", "live-story-post"),
    ],
)
def test_the_parts_of_a_text_told_live_are_no_comments(head, kind):
    parts = "".join(
        f"""<article class="{kind}"><header><time datetime="2024-03-04T1{n}:05">1{n}:05</time>
        <span class="author">1{n}.05 BST</span></header><p>{said}</p></article>"""
        for n, said in enumerate((*SAID.replace("<p>", "").split("</p>")[:3], "Ice is expected."))
    )
    read = article_of(page(after=f"<div>{parts}</div>", head=head))
    assert read.comments == []


@pytest.mark.parametrize(
    "line",
    [
        "<p>Updated <b>4 March 2024 14:40</b></p><p>Published <b>4 March 2024 12:29</b></p>",
        "<ul><li>수정 <b>2024-03-04 14:40</b></li><li>등록 <b>2024-03-04 12:29</b></li></ul>",
        (
            "<p><label>Güncelleme Tarihi:</label><time>04.03.2024 14:40</time></p>"
            "<p><label>Oluşturulma Tarihi:</label><time>04.03.2024 12:29</time></p>"
        ),
        (
            '<p><time class="entry-date updated" datetime="2024-03-04T12:29Z">4 March</time></p>'
            '<p>Updated <time class="updated" datetime="2024-03-04T14:40Z">4 March</time></p>'
        ),
        (
            f"{ICONS}<p><time>2024-03-04 12:29</time>发表</p>"
            "<p><time>2024-03-01 08:00</time>更新</p>"
        ),
    ],
    ids=["before", "Korean", "Turkish", "entry", "behind"],
)
def test_what_stands_before_the_element_of_a_time_tells_which_it_is(line):
    assert article(f"<div>{line}</div>").published == "2024-03-04T12:29+00:00"
    # An editor named beside a time is no label of it.
    edited = "<span>编辑：李四</span><span>2024-03-04 12:29</span>"
    begin = "<p>On 5 December 2023 the last ferry went down.</p>"
    assert article(f"<p>{edited}</p>{begin}").published == "2024-03-04T12:29+00:00"


def test_the_hour_of_a_day_is_kept():
    by = "<p><span>Anna Low</span> <b>October 12, 2023</b> <i>07:48pm</i></p>"
    end = "<p><em>Published in the Herald, October 12th, 2023</em></p>"
    assert article(by, end=end).published == "2023-10-12T19:48+00:00"
    day, hour = "<li><a><time>March 4, 2024</time></a></li>", "<li><span>7:12 pm</span></li>"
    assert article(f"<ul>{day}{hour}</ul>").published == "2024-03-04T19:12+00:00"
    # How long a film runs is no hour.
    assert article(f"<ul>{day}<li><b>7:12 min</b></li></ul>").published == "2024-03-04"
    # An update is all that the page tells of the day in its address.
    found = article("<p>Updated 2024-03-04 15:42</p>", url="http://n.example/2024/03/04/ferry")
    assert found.published == "2024-03-04T15:42+00:00"
    assert article("<p>Updated 2024-03-09 15:42</p>", url=found.url).published == "2024-03-04"


def test_an_update_in_the_byline_tells_more_than_a_time_far_from_it():
    far = "<div>14 Feb 2024 12:47</div>" + "<div><i></i></div>" * 70
    by = "<p>By Ann Smith | Last updated <b>12 February 2024 21:40</b></p>"
    html = html_page(f"{far}<h1>{TITLE}</h1>{by}<div class='text'>{SAID}</div>", TITLE)
    assert article_of(html).published == "2024-02-12T21:40+00:00"


@pytest.mark.parametrize(
    ("by", "end"),
    [
        ('<div class="member-only"><p>続きを読むには会員登録が必要です</p></div>', ""),
        ('<div class="user-menu"><p>登入</p></div>', ""),
        ('<div class="author"><span>Data publicării: <time>2024-03-04</time></span></div>', ""),
        ("<p>Release Date</p><p><time>March 4, 2024</time></p>", ""),
        ('<p class="author-label">News provided by</p>', ""),
        ("<p>2024-03-04</p>", "<p>【関連記事】</p>"),
        ("<p>2024-03-04</p>", "<p>马超说，船在2023年12月5日下水，明年春天才会再开。</p>"),
    ],
    ids=["members", "menu", "day", "date", "label", "related", "said"],
)
def test_what_is_no_name_of_a_writer(by, end):
    assert article(by, end=end).author is None


@pytest.mark.parametrize(
    ("by", "author"),
    [
        ('<p class="by">By <a href="/author/a">Ann Smith</a>, LPN</p>', "Ann Smith"),
        (
            '<p class="byline">By <a href="/by/a">Ann Smith</a> <a href="/">Lake News</a></p>',
            "Ann Smith",
        ),
        ('<p id="byline">[田中宏昌，LPmedia]</p>', "田中宏昌"),
        ('<a href="/author/a"><b class="author">Ann Smith</b> LP</a>', "Ann Smith"),
        ('<p class="auteur">Lac-Presse <b>Ann Smith</b></p>', "Ann Smith"),
        ('<p>Par <a href="/author/a">Ann Le Goff</a> (Rennes, correspondant)</p>', "Ann Le Goff"),
        ('<p class="author"><b>Bo R.</b> <b>McDonald</b></p>', "Bo R. McDonald"),
        (
            '<p class="writer"><a href="#">정하늘<i>기자</i></a><a href="#">기자 페이지</a></p>',
            "정하늘",
        ),
        ('<p class="byline">Ann Smith and Bo Lee Staff writer</p>', "Ann Smith, Bo Lee"),
        ("<p>WRITER: Ann Smith</p>", "Ann Smith"),
        (
            '<dl><dt>Authors</dt><dd><b class="sr-only">Name</b> <i>Ann Smith</i></dd></dl>',
            "Ann Smith",
        ),
        (
            '<address><a href="/ty-1">Ann Smith</a><button>Get letters</button></address>',
            "Ann Smith",
        ),
        (
            '<p><b class="x" id="author">谢婷</b><b class="x nickname">江海观察</b></p>',
            "谢婷",
        ),
    ],
)
def test_for_whom_somebody_writes_is_no_part_of_the_name(by, author):
    assert article(by).author == author


LONG = "这是一艘停在湖边的渡船，冬天不再出航，船长正在看发动机下面的木板。"


@pytest.mark.parametrize(
    ("begin", "author"),
    [
        ("人民社江城3月1日电 （黄丽）", "黄丽"),
        ("（中央社記者王揚宇台北28日電）", "王揚宇"),
        ("〔記者郭宜靜／嘉義報導〕", "郭宜靜"),
        ("【文/湖边网 吴敏】", "吴敏"),
        ("【記者郭宜靜報導】", "郭宜靜"),
        ("【本報記者郭宜靜專訪】", "郭宜靜"),
        ("本报讯（记者黄小丽 通讯员吴敏）", "黄小丽, 吴敏"),
        ("湖都讯 记者黄小丽 ", "黄小丽"),
        ("社會中心／郭宜靜報導</p><p>", "郭宜靜"),
        ("■黄小丽</p><p>", "黄小丽"),
        ("江目新闻记者 黄小丽 ", "黄小丽"),
        ("N湖都记者 黄小丽 文/图 ", "黄小丽"),
        ("湖社江城3月1日电 题：春到田间 湖社记者王小明、李大红 ", "王小明, 李大红"),
        ("市民告诉记者 黄小丽 ", None),
        ("据湖报记者黄小丽报道，", None),
        ("人民社江城3月1日电 （北湖）", None),
    ],
)
def test_a_text_begins_with_who_sent_it(begin, author):
    html = html_page(f"<h1>渡船</h1><div class='text'><p>{begin}{LONG}</p>{SAID}</div>", "渡船")
    assert article_of(html).author == author


@pytest.mark.parametrize(
    ("end", "author"),
    [
        (f"<p>{LONG}【山本大輔】</p>", "山本大輔"),
        (f"<p>{LONG}（山本大輔、高橋美咲）</p>", "山本大輔, 高橋美咲"),
        (f"<p>{LONG}（湖报记者黄小丽 通讯员吴敏）</p>", "黄小丽, 吴敏"),
        (f"<p>{LONG}（未完待续）</p>", None),
        ("<p>（全文完了）</p>", None),
        ("<p>（请勿转载）</p>", None),
        ("<p>他告诉记者：是的</p>", None),
        ("<p>文字：黄小丽 摄影：李大红 编辑：王二</p>", "黄小丽"),
        ("<p>湖台记者丨黄小丽 吴敏</p>", "黄小丽, 吴敏"),
        (f"<p>{LONG}（北湖通信）</p>", None),
        ("다리가 닫혔다.<br><br>정하늘 기자 x@n.example<div>좋아요 0개</div>", "정하늘"),
        ("<p>采写：南湖记者 宋佳</p>", "宋佳"),
    ],
)
def test_a_text_ends_with_who_wrote_it(end, author):
    assert article(end=end).author == author


def test_a_name_stands_before_what_its_bearer_is():
    by = "<ul><li><img><div><p>Anna Smith</p><p>correspondent {}</p></div></li></ul>"
    assert article(by.format("Berlin")).author == "Anna Smith"
    assert article("<div><p>Boat House</p><p>Open all day</p></div>").author is None


def test_the_second_of_two_names_needs_no_link():
    by = '<p><b>By </b><a href="/by/ann">Ann Smith</a> and <i class="last">Bo Low</i></p>'
    assert article(by).author == "Ann Smith, Bo Low"
    by = '<p><b>By </b><a href="/by/ann">Ann Smith</a> and <i class="last">others</i></p>'
    assert article(by).author == "Ann Smith"


def test_who_put_a_text_on_a_site_is_named_below_it():
    assert article(after="<h6>发布:郭倩 | 分类:新闻 | 评论:0</h6>").author == "郭倩"
    assert article(after="<h6>发布:湖边网 | 分类:新闻 | 评论:0</h6>").author is None
    # A title can begin so.
    assert article(after="<p><a href='/b'>报道：57岁小学肄业 老张造船</a></p>").author is None


def test_a_link_to_a_site_of_users_names_nobody():
    assert article('<ul><li><a href="https://user.n.example/">风闻</a></li></ul>').author is None


def test_a_link_that_leads_nowhere_at_all_breaks_nothing():
    by = '<p><a href="http://[bad">Anna Low</a> 4 March 2024</p>'
    assert article(by).author in {"Anna Low", None}


def test_a_marked_name_can_stand_below_the_lead():
    name = "<div class='authors'>{} <a href='/author/1' class='name'>Ann Smith</a>{}</div>"
    by = name.format("By", "")
    html = html_page(f"<article><h1>Ferry</h1>{SAID}{by}{2 * SAID}</article>", "Ferry")
    assert article_of(html).author == "Ann Smith"
    # "Follow" is no part of a name.
    button = "<button>Suivre</button>"
    assert article(name.format("", button)).author == "Ann Smith"
    # What is shown of another text among the words names its writer.
    card = f"<div><a href='/b'>The boats of the lake are old</a>{by}</div>"
    html = html_page(f"<article><h1>Ferry</h1>{SAID}{card}{2 * SAID}</article>", "Ferry")
    assert article_of(html).author is None


def test_a_line_with_two_times_is_no_paragraph():
    times = (
        "<p><span>Publié <time datetime='2024-03-04T12:29:00+01:00'>le 04/03/2024 à 12h29</time>, "
        "mis à jour <time datetime='2024-03-04T14:38:00+01:00'>le 04/03/2024 à 14h38</time></span>"
        "</p>"
    )
    lead = "<p>The ferry has been taken out of the lake, and stays there a year.</p>"
    html = html_page(f"<article><h1>Ferry</h1>{times}{lead}{SAID}</article>", "Ferry")
    assert article_of(html).published == "2024-03-04T12:29:00+01:00"


def test_a_link_to_the_comments_makes_no_row_of_another_article_of_a_byline():
    crumbs = '<div><a href="/">Start</a> <a href="/lake/">News of the lake</a></div>'
    line = '<div><a href="/author/3">Ann Smith</a> <b>2024-03-04 10:15</b>{}</div>'
    read = article_of(
        html_page(
            f"{crumbs}<h1>{TITLE}</h1>"
            + line.format('<a href="#comments">12 comments so far</a>')
            + f"<section>{SAID}</section>"
        )
    )
    assert (read.author, read.published) == ("Ann Smith", "2024-03-04T10:15+00:00")


def test_the_clock_above_a_heading_tells_when_the_page_was_read():
    clock = "<div>May 1, 2024, 11:58</div>"
    said = page(after="<div>Ann Smith &mdash; March 4, 2024, 10:15</div>")
    read = article_of(said.replace("<h1>", f"{clock}<h1>", 1))
    assert read.published == "2024-03-04T10:15+00:00"
    earlier = article_of(page().replace("<h1>", "<div>May 1, 2024, 09:30</div><h1>", 1))
    assert earlier.published == "2024-05-01T09:30+00:00"


def test_the_time_of_a_short_text_in_a_table_that_places_the_page_stands_in_no_row():
    links = "".join(f'<a href="/a/{n}.html">The kettle of {n} lakes</a><br>' for n in (1, 2, 3))
    by = "<div><b>Ann Smith</b> <i>2024-03-04 10:00</i></div>"
    page = f"""<table><tr><td><a href="/">News of the lower lake</a></td></tr>
        <tr><td><h1>{TITLE}</h1>{by}<p>The ferry is out of the water for the whole winter.</p>
        <h3>Related</h3><div>{links}</div></td></tr></table>"""
    assert article_of(html_page(page, TITLE)).published == "2024-03-04T10:00+00:00"


@pytest.mark.parametrize("count", ["0 评论", "查看: 12", "12 comments"])
def test_counts_beside_the_line_below_a_text_are_no_second_name(count):
    foot = f'<div>赵一鸣 &mdash; 2024-03-04 10:02 <a href="#comments">{count}</a></div>'
    html = html_page(f"<h1>{TITLE}</h1><div>{SAID}</div>{foot}", TITLE)
    assert article_of(html).author == "赵一鸣"


@pytest.mark.parametrize(
    "line",
    [
        "赵一鸣 &mdash; <span>发表于 2024-03-04 10:02</span> · <span>阅读约 6 分钟</span>",
        "Ann Smith — <span>Created on 2024-03-04 10:02</span>",
        "Eva Groß — <span>Geschrieben am 2024-03-04 10:02</span> (Aktualisiert: 2024-03-05 10:02)",
        "Анна Орлова — <span>Добавлено: 2024-03-04 10:02</span>",
    ],
)
def test_what_a_time_below_a_text_is_called_is_no_second_name(line):
    found = article(after=f"<div>{line}</div>")
    assert found.author == line.split(" ")[0] or found.author in line.split(" — ")
    assert found.published == "2024-03-04T10:02+00:00"


def test_a_short_margin_between_heading_and_words_is_their_byline():
    by = "<aside><p>Ann Smith</p><p>Added: 4 March 2024, 16:21</p></aside>"
    said = page(by=by).replace("<h1>", "<div>1 May 2024, 12:00</div><h1>", 1)
    assert article_of(said).published == "2024-03-04T16:21+00:00"


@pytest.mark.parametrize(
    "above", ["<div><h1>{}</h1></div>", "<nav><span>{}</span></nav><h1>{}</h1>"]
)
def test_a_title_that_begins_as_a_byline_does_names_nobody(above):
    title = "Von München bis Aachen – im Netz der Segler"
    by = "<p>by</p><p class='name'>Ann Smith</p>"
    html = f"<main>{above.replace('{}', title)}<div class='text'>{SAID}</div></main>{by}"
    assert article_of(html_page(html, title)).author != "München bis Aachen"


def test_a_list_of_all_who_write_is_no_byline():
    names = ("Ann Smith", "Bo Lee", "Cy van Dyk")
    every = "".join(
        f'<li><a href="/author/{n}">{who} ({n})</a></li>' for n, who in enumerate(names)
    )
    own = '<ul><li>4 March 2024</li><li><a href="/author/1">Bo Lee</a></li></ul>'
    side = f"<div>{own}<h3>Authors</h3><ul>{every}</ul></div>"
    html = html_page(f"{side}<main><h1>{TITLE}</h1><div class='text'>{SAID}</div></main>", TITLE)
    assert article_of(html).author == "Bo Lee"


@pytest.mark.parametrize(
    "link",
    [
        "<a href='https://creativecommons.org/licenses/by/4.0/deed.de'>Namensnennung Weltweit</a>",
        "<a rel='license' href='/terms'>Open Water</a>",
    ],
)
def test_a_licence_wrote_nothing(link):
    assert article(after=f"<p>Text: {link}</p>").author is None
    assert article(f"<p>By Ann Smith, {link}</p>").author == "Ann Smith"
