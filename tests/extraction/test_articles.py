"""Articles and the comments below them."""

from __future__ import annotations

import json

import pytest
from extraction_kit import article_of, column, html_page, records_of

PARAGRAPHS = [
    "The town council decided on Monday to replace every kettle in the public kitchens, late.",
    "Opponents of the plan had pointed to the cost, which is put at some forty thousand crowns.",
    "The first kitchens to be served are those of the two schools by the river, in the autumn.",
]
BODY = "".join(f"<p>{words}</p>" for words in PARAGRAPHS)
TITLE = "New kettles for the town"
AROUND = (
    '<div class="menu"><a href="/">Front page</a><a href="/town/">Town</a></div>',
    '<div class="foot"><a href="/imprint">Imprint</a> Copyright 2019-2024</div>',
)


def article(by="", after="", head=""):
    return html_page(
        f'{AROUND[0]}<div class="story"><h1>{TITLE}</h1>{by}<div class="text">{BODY}</div></div>'
        f"{after}{AROUND[1]}",
        title=f"{TITLE} - The Kettle Post",
        head=head,
    )


def lines(text):
    return [line for line in text.split("\n") if line.strip()]


def comments(count=3, box="comments"):
    items = "".join(
        f'<li class="comment"><a class="author" href="/user/u{n}">u{n}</a> <span class="date">'
        f'2024-03-0{n + 5} 08:00</span><div class="words">{words}</div></li>'
        for n, words in enumerate(
            ["I liked the old ones.", "About time, I would say.", "Who pays for all this?"][:count]
        )
    )
    return f'<h2>Readers say</h2><ul class="{box}">{items}</ul>'


@pytest.mark.parametrize(
    ("by", "author", "published"),
    [
        (
            '<p class="byline">By Ann Smith | <time datetime="2024-03-04T10:00:00+01:00">4 Mar</p>',
            "Ann Smith",
            "2024-03-04T10:00:00+01:00",
        ),
        (
            '<p class="info">作者：张三 | 分类：城市 | 2024-03-04 10:00</p>',
            "张三",
            "2024-03-04T10:00+00:00",
        ),
        (
            '<div><span class="author-name">Ann Smith</span> <span>2024-03-04</span></div>',
            "Ann Smith",
            "2024-03-04",
        ),
        ("", None, None),
    ],
    ids=["by and time", "作者", "class and day", "nothing"],
)
def test_byline_and_time_are_read_near_the_title(by, author, published):
    found = article_of(article(by))
    assert found.title == TITLE
    assert found.author == author
    assert found.published == published
    assert lines(found.body_text)[-3:] == PARAGRAPHS
    assert found.comments == []


@pytest.mark.parametrize(
    "by", ["", '<p class="info">作者：张三 | 分类：城市 | 2024-03-04 10:00</p>']
)
def test_title_and_byline_are_no_part_of_the_body(by):
    assert lines(article_of(article(by)).body_text) == PARAGRAPHS


def test_a_comma_after_the_name_is_no_part_of_it():
    by = '<p class="byline">By Ann Smith, 2024-03-04 10:00</p>'
    assert article_of(article(by)).author == "Ann Smith"


def test_what_the_page_declares_is_preferred():
    data = {
        "@type": "NewsArticle",
        "headline": TITLE,
        "author": {"name": "Ann Smith"},
        "datePublished": "2024-03-04T09:00:00Z",
    }
    head = f'<script type="application/ld+json">{json.dumps(data)}</script>'
    found = article_of(article("<p class='byline'>By the desk, 2024-03-04 23:59</p>", head=head))
    assert found.author == "Ann Smith"
    assert found.published == "2024-03-04T09:00:00+00:00"
    assert found.published_raw == "2024-03-04T09:00:00Z"
    assert found.confidence == 1.0


def test_comments_are_no_part_of_the_body():
    found = article_of(article('<p class="byline">By Ann Smith | 2024-03-04 10:00</p>', comments()))
    assert lines(found.body_text)[-3:] == PARAGRAPHS
    assert found.author == "Ann Smith"
    assert found.published == "2024-03-04T10:00+00:00"
    assert column(found.comments, "author") == ["u0", "u1", "u2"]
    assert column(found.comments, "published") == [
        f"2024-03-0{n + 5}T08:00+00:00" for n in range(3)
    ]
    assert found.comments[2].body_text == "Who pays for all this?"


def test_a_lone_comment_is_known_by_the_name_of_its_place():
    by = '<div class="info"><b>2024-03-04 10:00</b></div>'
    found = article_of(article(by, comments(1)))
    assert column(found.comments, "author") == ["u0"]
    assert found.published == "2024-03-04T10:00+00:00"
    assert found.author is None


def test_readers_with_a_site_of_their_own_are_named_as_those_without():
    names = [f'<a href="http://o{n}.example/" class="url" rel="ugc">Olaf{n}</a>' for n in (1, 2)]
    said = ("I liked the old ones.", "About time, I would say.", "Who pays for all this?")
    items = "".join(
        f'<li class="comment"><cite>{name}</cite> <a href="#c{n}">2024-03-0{n + 5} 08:00</a>'
        f'<div class="words">{words}</div><a rel="nofollow" href="?to={n}">Svar</a></li>'
        for n, (name, words) in enumerate(zip([*names, "Britt"], said, strict=True))
    )
    found = article_of(article(after=f'<ol class="comment-list">{items}</ol>'))
    assert column(found.comments, "author") == ["Olaf1", "Olaf2", "Britt"]
    assert column(found.comments, "body_text") == [*said]


def test_a_head_of_a_comment_that_is_a_footer_stands_in_no_margin():
    said = ["I liked the old ones.", "It opens on 4 March 2024.", "So they say, on 5 March 2024."]
    items = "".join(
        f'<li class="comment"><article class="comment"><footer><span class="fn">'
        f'<a href="http://o{n}.example/" class="url">Olaf</a></span> on <a href="#c{n}">'
        f'<time>2024-03-0{n + 5} 08:00</time></a></footer><div class="words"><p>{words}</p></div>'
        "</article></li>"
        for n, words in enumerate(said)
    )
    found = article_of(article(after=f'<ol class="comment-list">{items}</ol>'))
    assert column(found.comments, "body_text") == said
    assert column(found.comments, "author") == ["Olaf"] * 3


@pytest.mark.parametrize("linked", [(), (1,), (1, 2), (0, 1, 2)])
def test_comments_that_are_signed_below(linked):
    said = ["I liked the old ones.", "About time, I would say.", "Who pays for all this?"]
    names = [
        f'<a href="http://o{n}.example/">u{n}</a>' if n in linked else f"u{n}" for n in (0, 1, 2)
    ]
    items = "".join(
        f'<div class="comment"><div class="words"><p>{words}</p></div><p class="foot">Posted by: '
        f'{name} | <a href="#c{n}">2024-03-0{n + 5} 08:00</a></p></div>'
        for n, (words, name) in enumerate(zip(said, names, strict=True))
    )
    found = article_of(article(after=f'<div class="comments">{items}</div>'))
    assert column(found.comments, "body_text") == said
    assert column(found.comments, "author") == ["u0", "u1", "u2"]


def test_a_teaser_list_below_is_no_comments():
    teasers = "".join(
        f'<div class="teaser"><h3><a href="/news/{n}.html">Another story about kettle {n}</a></h3>'
        f'<span class="date">2024-03-0{n + 1}</span><p>What happened next in the town.</p></div>'
        for n in range(1, 5)
    )
    found = article_of(article("<p class='byline'>By Ann Smith</p>", f"<div>{teasers}</div>"))
    assert found.comments == []
    assert all(words in lines(found.body_text) for words in PARAGRAPHS)


def test_an_update_is_not_the_publishing():
    by = '<p>Updated: 2024-03-09 10:00</p><p class="date">2024-03-04 10:00</p>'
    assert article_of(article(by)).published == "2024-03-04T10:00+00:00"


def test_the_title_is_the_heading_that_the_page_title_repeats():
    html = (
        article().replace("<h1>", "<h1>The Kettle Post</h1><h2>").replace("</h1><div", "</h2><div")
    )
    title = f"{TITLE} and the villages around it"
    assert article_of(html.replace(TITLE, title)).title == title


def test_a_short_title_in_the_second_heading_beats_the_name_of_the_site():
    html = (
        article().replace("<h1>", "<h1>The Kettle Post</h1><h2>").replace("</h1><div", "</h2><div")
    )
    assert article_of(html).title == TITLE


def test_without_a_heading_the_page_title_is_cut():
    html = article().replace(f"<h1>{TITLE}</h1>", "")
    assert article_of(html).title == TITLE


def test_an_empty_page_is_no_article():
    assert records_of(html_page(""), "article") == []


def test_the_key_is_of_the_first_page():
    first = article_of(article())
    later = article_of(article(), "http://n.example/news/1_2.html", thread_url=first.url)
    assert later.key == first.key
    assert article_of(article(), "http://n.example/news/2.html").key != first.key


def test_images_and_links_are_those_of_the_body():
    html = article().replace(
        "</p></div></div>", '<img src="/i/k.jpg"> <a href="/plan.html">plan</a></p></div></div>', 1
    )
    found = article_of(html)
    assert found.images == ["http://n.example/i/k.jpg"]
    assert found.links == ["http://n.example/plan.html"]


def test_comments_within_the_box_of_the_words_are_known_by_the_name_of_their_place():
    def said(n, inner=""):
        more = ", and so did we" * (n - 5)
        return f"""<div id="comment-{n}" class="comment"><div class="media"><h4>reader {n}
            <small>2024-03-0{n} 08:00</small></h4><p>I liked the old ones{more}.</p>
            <a href="#r{n}">Reply</a>{inner}</div></div>"""

    box = f'<div id="comments">{said(5, said(6))}{said(7)}</div>'
    html = html_page(f"<div class='m'><h1>{TITLE}</h1>{BODY}{box}</div>", TITLE)
    found = article_of(html)
    assert column(found.comments, "author") == ["reader 5", "reader 6", "reader 7"]
    assert lines(found.body_text) == PARAGRAPHS


LONE = {
    "list": '<ol><li class="comment">{head}<p>{words}</p></li></ol>',
    "box": '<div class="comment"><p class="meta">{head}</p><div class="in">{words}</div></div>',
    "table": "<table><tr><td>{head}</td><td>{words}</td></tr></table>",
}


@pytest.mark.parametrize("shape", LONE)
@pytest.mark.parametrize("tag", ["b", "strong", "cite"])
def test_a_single_comment_whose_name_is_only_dressed_is_one(shape, tag):
    head = f"<div><{tag}>tom</{tag}> 2024-03-05 08:00</div>"
    said = LONE[shape].format(head=head, words="About time, I would say.")
    (record,) = records_of(article(after=f'<div class="comments">{said}</div>'), "article")
    (comment,) = record.comments
    assert (comment.author, comment.body_text) == ("tom", "About time, I would say.")


@pytest.mark.parametrize("href", ["", "#c7", "javascript:void(0)"])
def test_the_name_of_a_single_comment_can_be_a_link_to_the_page_itself(href):
    name = f'<span class="c-name"><a href="{href}">tom</a></span><br>'
    head = f"{name}<small>on 2024-03-05 08:00 <i><a href='#reply'>回复该评论</a></i></small>"
    said = f'<ul class="c"><li class="msgname">{head}</li><li class="words">Any news?</li></ul>'
    (record,) = records_of(article(after=f'<div class="comments">{said}</div>'), "article")
    (comment,) = record.comments
    assert (comment.author, comment.body_text) == ("tom", "Any news?")


@pytest.mark.parametrize("said", ['<a href="">tom</a>', "<span>Closed</span>"])
def test_a_single_comment_is_named_by_a_link_in_the_line_of_its_time(said):
    head = f"<span class='when'>2024-03-05 08:00 - {said} <a href='#c7'>Reply</a></span>"
    words = "<h3><a href='#c7'>1</a> .</h3><div>About time, I would say.</div>"
    after = f'<div class="comment" id="c7"><div>{head}{words}</div></div>'
    (record,) = records_of(article(after=after), "article")
    told = [(comment.author, comment.body_text) for comment in record.comments]
    assert told == ([("tom", "About time, I would say.")] if "tom" in said else [])


@pytest.mark.parametrize(
    "head",
    [
        "<div><b>tom</b></div><div><i>2024-03-05</i> <i>08:00</i></div>",
        "<cite><b>tom</b></cite> [2024-03-05 08:00]",
    ],
    ids=["above", "twice"],
)
def test_a_single_comment_can_begin_with_a_name_that_is_only_dressed(head):
    said = f'<div id="c17">{head}<div><p>{"About time, I would say. " * 9}</p></div></div>'
    after = f'<div id="comments"><h3>One comment</h3>{said}</div>'
    (record,) = records_of(article(after=after), "article")
    assert [comment.author for comment in record.comments] == ["tom"]


@pytest.mark.parametrize(("role", "author"), [("comment-author", "tom"), ("comment-when", None)])
def test_a_single_comment_is_named_in_the_box_of_who_and_when(role, author):
    head = f'<div class="{role}"><span>tom</span><br><small>2024-03-05 08:00</small></div>'
    said = f'<div class="comment"><div>{head}</div><div><p>About time, I would say.</p></div></div>'
    (record,) = records_of(article(after=f'<div class="talk">{said}</div>'), "article")
    told = [(comment.author, comment.body_text) for comment in record.comments]
    assert told == ([(author, "About time, I would say.")] if author else [])


def test_two_comments_of_one_reader_on_the_same_day_are_two():
    said = "".join(
        f'<dt><b class="zu">tom</b>, <abbr title="2024-03-05 08:0{n}">5 days ago</abbr></dt>'
        f"<dd><p>{words}</p></dd>"
        for n, words in enumerate(["About time.", "Who pays for the boards under the engine?"])
    )
    (record,) = records_of(article(after=f'<div id="comments"><dl>{said}</dl></div>'), "article")
    assert [comment.author for comment in record.comments] == ["tom", "tom"]


def test_where_no_comments_are_said_to_stand_a_dressed_word_is_nobody():
    said = "<div><p><b>Opened</b> 2024-03-05 08:00</p><p>The harbour, on all days.</p></div>"
    (record,) = records_of(article(after=said), "article")
    assert record.comments == []


def test_comments_whose_heads_and_words_stand_side_by_side():
    said = "".join(
        f'<p class="head"><a href="/user/{n}">u{n}</a> 2024-03-0{n + 5} 08:00</p><p>{words}</p>'
        for n, words in enumerate(["I liked the old ones.", "About time.", "Who pays for it?"])
    )
    (record,) = records_of(article(after=f'<div class="comments">{said}</div>'), "article")
    assert [comment.author for comment in record.comments] == ["u0", "u1", "u2"]
    assert record.comments[2].body_text == "Who pays for it?"


@pytest.mark.parametrize(
    "said",
    [
        # Of the reader's country, and of a list of the latest comments.
        """<li><div><b class="author">tom</b> <i>IR</i> <i>2024-03-05 08:00</i></div>
        <div>About time, I would say.</div></li>""",
        """<h3>Latest comments</h3><li><a href="/9#c7"><b class="author">tom</b> 2024-03-05 08:00
        <br>About time, I would say.</a></li>""",
    ],
    ids=["country", "list"],
)
def test_words_of_a_single_comment(said):
    (record,) = records_of(article(after=f'<div class="comments">{said}</div>'), "article")
    told = [comment.body_text for comment in record.comments]
    assert told == (["About time, I would say."] if "IR" in said else [])


def test_the_names_of_times_comment_on_nothing():
    times = """<div><p>發布時間<span>2024.03.04 12:29</span> 臺北時間</p>
        <p>更新時間<span>2024.03.04 13:40</span> 臺北時間</p></div>"""
    (record,) = records_of(article(times), "article")
    assert record.comments == []


def test_comments_in_boxes_of_any_name_are_no_part_of_a_short_body():
    said = (
        "I have taken it every Sunday since I was a child, and so did my mother before me.",
        "About time, I would say, but who am I to say it at all? I live on the other shore.",
        "Who pays for all this? I do not think that it is the council that does, for once.",
        "It was never as slow as it is said to have been, and the coffee on board was good.",
    )

    names = ["Olaf", "Britta", "karl77", "zoe"]

    def box(words):
        return f'<div class="e"><div class="r"><p>{words}</p></div></div>'

    items = "".join(
        f'<div class="q"><div class="w"><span>{name}</span></div>{box(words)}'
        f'<div class="t"><span class="y">2024-03-0{day} 08:00</span></div></div>'
        for day, (name, words) in enumerate(zip(names, said, strict=True), 2)
    )
    text = "The ferry is back on the lower lake."
    page = f'<h1>Back again</h1><div class="q">{box(text)}</div><div class="i">{items}</div>'
    found = article_of(html_page(page, "Back again"))
    assert found.body_text == text
    assert column(found.comments, "author") == names


def test_a_byline_above_a_text_and_below_it_heads_no_comments():
    who = (
        '<p class="w"><span class="author">AnnSmith</span> <span class="y">17 hours ago</span></p>'
    )
    page = "".join(
        f'<div class="q">{who}<div class="z">{words}</div></div>'
        for words in (BODY, "<p>Share it with all of your friends.</p>")
    )
    other = "<p>Nobody had asked for it, says the man who sold the kettles that they had.</p>"
    found = article_of(html_page(f"<h1>{TITLE}</h1>{page}<div>{other}</div>", TITLE))
    assert not found.comments
    assert lines(found.body_text) == PARAGRAPHS


def test_the_line_of_who_and_when_is_no_comment_though_it_has_their_shape():
    names = ["Olaf", "Britta", "karl77", "zoe", "Bert", "mimi"]
    items = "".join(
        f"<div><div><div><span>{name}</span></div></div><div><div><p>{words}</p></div>"
        f"<div><span>2024-03-0{day} 08:00</span></div></div></div>"
        for day, (name, words) in enumerate(zip(names, 2 * PARAGRAPHS, strict=True), 4)
    )
    by = "<div><div><div><span>By Ann Smith, 2024-03-04 10:00</span></div></div></div>"
    page = f"<h1>{TITLE}</h1><div>{by}<div>{BODY}</div></div><div>{items}</div>"
    found = article_of(html_page(f"<div>{page}</div>", TITLE))
    assert column(found.comments, "author") == names
    assert (found.author, found.published) == ("Ann Smith", "2024-03-04T10:00+00:00")


@pytest.mark.parametrize("within", ["ul", "ol"])
def test_answers_to_comments_are_comments_in_a_list_of_another_tag(within):
    def comment(n, more=""):
        return (
            f'<li class="comment"><article><footer><cite>u{n}</cite> <a class="when" href="#c{n}">'
            f"2024-04-0{n + 1} 10:00</a></footer><div class='said'><p>Number {n} of them is odd."
            f"</p></div></article>{more}</li>"
        )

    inner = f'<{within} class="children">{comment(1)}{comment(2)}</{within}>'
    listed = f'<ol class="comment-list">{comment(0, inner)}{comment(3)}</ol>'
    found = article_of(article(after=f'<div id="comments">{listed}</div>'))
    assert column(found.comments, "author") == ["u0", "u1", "u2", "u3"]
    assert found.comments[0].body_text == "Number 0 of them is odd."


def test_the_name_in_the_place_of_a_picture_is_not_what_a_single_comment_says():
    one = (
        '<div class="comment"><div class="head"><div class="avatar"><span>tom</span></div><div>'
        '<b class="username">tom</b> <i class="when">2024-04-01 10:00</i></div></div>'
        "<div class='content'><div>Who pays for all this?</div></div></div>"
    )
    found = article_of(article(after=f'<div class="comments">{one}</div>'))
    assert [(c.author, c.body_text) for c in found.comments] == [("tom", "Who pays for all this?")]


def test_a_list_beside_an_article_that_has_its_title_is_not_where_it_begins():
    comments = "".join(
        f'<div class="comment"><b class="username">u{n}</b> <i>2024-04-0{n + 1} 10:00</i>'
        f"<p>Number {n} of them is odd.</p></div>"
        for n in range(3)
    )
    page = article(after=f'<div class="comments">{comments}</div>')
    title = article_of(page).title
    beside = f'<div class="latest"><h3><a href="/news/1.html">{title}</a></h3></div></body>'
    assert column(article_of(page.replace("</body>", beside)).comments, "author") == [
        "u0",
        "u1",
        "u2",
    ]


def parts(box="part"):
    heads = ["The old kettles leave the school", "A new one boils over", "The mayor drinks first"]
    return "".join(
        f'<div class="{box}"><b>{head}</b><br><i>2024-03-04 1{n}:05</i><br>{PARAGRAPHS[n]}</div>'
        for n, head in enumerate(heads)
    )


def test_parts_of_a_text_below_their_times_and_headings_are_no_comments():
    words = f"<div>{PARAGRAPHS[0]}</div>{parts()}"
    html = html_page(f"{AROUND[0]}<main><h1>{TITLE}</h1><div>{words}</div></main>", TITLE)
    found = article_of(html)
    assert found.comments == []
    assert all(line in found.body_text for line in PARAGRAPHS)
    # Names of readers can be as long where comments are said to stand.
    said = article_of(article(after=f'<div class="comments">{parts("comment")}</div>'))
    assert len(said.comments) == 3


@pytest.mark.parametrize("head", ["", "<h3>Comments (3)</h3>"])
def test_readers_can_have_long_names_in_a_box_of_any_name(head):
    names = ["Bartholomew Featherstone", "Maximiliana Vandenberghe", "Christopher Montgomery"]
    items = "".join(
        f'<div class="item"><b>{name}</b> <i>2024-03-04 1{n}:05</i><p>Number {n} of them is odd.'
        "</p></div>"
        for n, name in enumerate(names)
    )
    found = article_of(article(after=f'{head}<div class="items">{items}</div>'))
    assert column(found.comments, "author") == names
