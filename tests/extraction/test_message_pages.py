"""Pages of one message each, with the index of its thread below."""

from __future__ import annotations

import pytest
from extraction_kit import NAMES, TIMES, WORDS, column, html_page, posts_of, rows, tree_of

from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.walk.boardlist import post_above

URL = "http://f.example/read/501.html"


def row(n, own=1):
    title = f"Re: The kettle boils over {n}"
    link = title if n == own else f'<a href="/read/50{n}.html">{title}</a>'
    return f"""<tr><td class="{("row", "alt")[n % 2]}">{link}</td><td class="row">{NAMES[n]}</td>
    <td class="row"><span class="small">{TIMES[n]}</span></td></tr>"""


INDEX = f'<table class="index">{rows(row)}</table>'
PLAIN = """<div class="message"><div class="sub">The kettle boils over</div>
<div class="line">Posted by: <strong>anna</strong> (IP Logged)</div>
<div class="line">Date: 2024-03-04 10:00</div><br><div class="msgtext">{}</div></div>"""


@pytest.mark.parametrize("words", [WORDS[0], "Yes, it does."])
def test_the_index_of_a_thread_is_none_of_its_posts(words):
    html = html_page(f"<div>{PLAIN.format(words)}{INDEX}</div>", "The kettle boils over")
    (post,) = posts_of(html, url=URL)
    assert (post.author, post.published) == ("anna", "2024-03-04T10:00+00:00")
    assert post.body_text == words


def tree_row(n, own):
    title = f"{'Re: ' * bool(n)}The kettle boils over"
    link = f"<b>{title}</b>" if n == own else f'<a href="/read/50{n}.html">{title}</a>'
    return f"{link} <i>{NAMES[n]}, {TIMES[n]}</i>"


TITLED = """<div id="p501"><h3><a href="#p501">Re: The kettle boils over</a></h3>
<p>by <strong>berta</strong> &raquo; {when}</p><div>{said}</div></div>"""


@pytest.mark.parametrize("words", [WORDS[1], "Thanks!"])
@pytest.mark.parametrize("own", [1, None])
def test_answers_nested_below_a_message_are_none_of_it(words, own):
    answers = rows(lambda n: f"<li>{tree_row(n + 1, own)}</li>", count=3)
    message = TITLED.format(when="2024-03-07 08:15", said=words)
    index = f"<ul><li>{tree_row(0, own)}<ul>{answers}</ul></li></ul>"
    html = f"<div>{message}<h4>Bolukax</h4>{index}</div>"
    (post,) = posts_of(html_page(html, "The kettle boils over"), url=URL)
    assert (post.author, post.published) == ("berta", "2024-03-07T08:15+00:00")
    assert post.body_text == words


HEADS = [
    "<p>{name} &raquo; <span>{when}</span></p><div>{said}</div>",
    '<h3>{name}</h3><p class="t"><span>{when}</span></p><div class="said"><p>{said}</p></div>',
    "<span><b>{name}</b></span><div><div>{said}</div></div><span>[{when}]</span>",
    "<div>{name} <small>Pilot</small> <small>Posts: 7</small> · {when}</div><div>{said}</div>",
    "<div>{name}<br><small>Since: 2011</small></div><div>{when}</div><div><p>{said}</p></div>",
]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("count", [1, 4])
def test_a_name_without_a_class_is_one_where_the_index_of_the_thread_tells_it(head, count):
    index = rows(lambda n: f"<li>{tree_row(n, 0)}</li>", count=count)
    message = head.format(name=NAMES[0], when=TIMES[0], said=WORDS[0])
    html = f'<h1>The kettle boils over</h1><div id="p501">{message}</div><ul>{index}</ul>'
    (post,) = posts_of(html_page(html, "The kettle boils over - Pots"), url=URL)
    assert (post.author, post.body_text) == ("anna", WORDS[0])


@pytest.mark.parametrize(
    ("head", "author"),
    [
        (f'<b>anna</b> <span title="{TIMES[0]}">yesterday</span>', "anna"),
        (f"<b>anna</b>: {TIMES[0]}", "anna"),
        ("<b>Bolukax</b> 4 March 2024", None),
        (f"<b>Bolukax</b> of the town, {TIMES[0]}", None),
    ],
)
def test_a_bold_name_ahead_of_the_hour_of_a_numbered_post_is_its_authors(head, author):
    html = f'<div id="p501"><div>{head}</div><div><p>{WORDS[0]}</p></div></div>'
    (post,) = posts_of(html_page(f"<h1>Pots</h1>{html}"), url=URL)
    assert (post.author, post.body_text) == (author, WORDS[0])


@pytest.mark.parametrize("count", [1, 4])
@pytest.mark.parametrize(
    "message",
    [
        """<div class="media" id="p501"><div class="left"><img src="/a/1.png"></div><div
        class="media-body"><h4>{name} <small><b>{when}</b></small></h4>{said}</div></div>""",
        '<hr><a name="p501"></a>{name} <span>{when}</span><br><div>{said}</div>',
    ],
)
def test_a_short_message_ends_before_the_index_of_its_thread(message, count):
    index = rows(lambda n: f"<li>{tree_row(n, 0)}</li>", count=count)
    message = message.format(name=NAMES[0], when=TIMES[0], said="lol")
    page = f"<h1>The kettle boils over</h1>{message}<h3>Bolukax</h3><ul>{index}</ul>"
    (post,) = posts_of(html_page(f"<div>{page}</div>", "The kettle boils over - Pots"), url=URL)
    assert (post.author, post.body_text) == ("anna", "lol")


@pytest.mark.parametrize("again", ["", f"<p>Bolukax {TIMES[0]}</p>", f"<p>anna, {TIMES[1]}</p>"])
def test_what_stands_ahead_of_a_time_is_no_name_where_nothing_says_so(again):
    message = HEADS[0].format(name="Bolukax", when=TIMES[0], said=WORDS[0])
    html = f'<h1>The kettle boils over</h1><div id="p501">{message}</div><div>{again}</div>'
    assert column(posts_of(html_page(html, "The kettle boils over"), url=URL), "author") == [None]


@pytest.mark.parametrize("line", ["Posted by {} on {}", "<p>{1} by {0}</p>"])
def test_a_head_that_is_numbered_as_the_post_is_not_all_of_it(line):
    head = f'<div class="head" id="post501">{line.format(NAMES[0], TIMES[0])}</div>'
    html = f'<h1>Pots</h1><div>{head}<div class="said">{WORDS[0]}</div></div>'
    (post,) = posts_of(html_page(html), url=URL)
    assert (post.author, post.body_text) == ("anna", WORDS[0])


@pytest.mark.parametrize(
    "label", ["Published:", "Posted", "Geschrieben:", "Objavljeno", "Views", "Small pots", "Games"]
)
def test_labels_and_boards_that_lists_tell_beside_the_time_are_no_names(label):
    trail = '<a href="/forum-4.html">Small pots</a> <a href="/category/games">Games</a>'
    index = rows(lambda n: f"<li>{label if n % 2 else 'Other'} {TIMES[0]}</li>")
    message = f"<p><b>{label}</b> <span>{TIMES[0]}</span></p><div>{WORDS[0]}</div>"
    html = f'{trail}<h1>The kettle boils over</h1><div id="p501">{message}</div><ul>{index}</ul>'
    group = find_posts(tree_of(html_page(html, "The kettle boils over")), LayoutBook())
    assert group is None or [post.author for post in group.posts] == [None]


@pytest.mark.parametrize(
    "inset",
    [
        f'<div class="quote"><b>bert wrote:</b><br>{WORDS[1]} {WORDS[2]}</div>',
        f"<blockquote>{WORDS[1]} {WORDS[2]}</blockquote>",
        f"<ul><li>{WORDS[1]}</li><li>{WORDS[2]}</li></ul>",
    ],
)
@pytest.mark.parametrize("is_first", [True, False])
def test_paragraphs_beside_what_a_message_quotes_or_lists_are_its_words(inset, is_first):
    words = [f"<p>{WORDS[0]}</p>", f"<p>{WORDS[3]}</p>"]
    words.insert(0 if is_first else 2, inset)
    message = f"""<fieldset class="post" id="p501"><legend><span class="username">anna</span> –
    {TIMES[0]}</legend>{"".join(words)}</fieldset>"""
    (post,) = posts_of(html_page(f"<h1>Pots</h1>{message}"), url=URL)
    assert (post.author, WORDS[0] in post.body_text) == ("anna", True)
    assert [text in post.body_text for text in (WORDS[2], WORDS[3])] == [True, True]


def test_words_behind_a_head_of_their_own_can_tell_when_they_were_changed():
    head = (
        f'<div id="p501"><b><a href="/user/1">anna</a></b> · <span>Posted {TIMES[0]}</span></div>'
    )
    note = f"<div><i>Last edited by anna, {TIMES[1]}</i></div>"
    (post,) = posts_of(html_page(f"<h1>Pots</h1>{head}<div><p>Thanks!</p>{note}</div>"), url=URL)
    assert (post.author, post.body_text) == ("anna", "Thanks!")


def test_posts_in_a_list_that_name_other_threads_are_no_index():
    html = rows(
        lambda n: (
            f"""<li><b>{NAMES[n]}</b> <i>{TIMES[n]}</i><div>{WORDS[n]}
            <a href="/read/60{n}.html">The lid of a kettle</a> {WORDS[n]} {WORDS[n]}</div></li>"""
        )
    )
    assert len(posts_of(html_page(f"<ul>{html}</ul>"), url=URL)) == 4


def test_rows_of_an_index_are_left_out_where_a_thread_is_expected():
    html = html_page(f"<div>{PLAIN.format('lol')}{INDEX}</div>", "The kettle boils over")
    tree = tree_of(html, URL)
    rows_alone = find_posts(tree_of(html_page(INDEX), URL), LayoutBook())
    found = post_above(tree, find_posts(tree, LayoutBook()), LayoutBook())
    assert rows_alone is not None
    assert found is None or found.posts[0].author == "anna"


def test_a_posting_is_a_post_and_its_writers_first_day_is_not_its_time():
    html = f"""<article class="x" id="posting_44"><div class="head"><ul><li><a href="/user-19/">
    anna</a></li><li>more than 1000 posts since 03.03.2001</li></ul>
    <time datetime="{TIMES[0]}">{TIMES[0]}</time></div><h1>{WORDS[2]}</h1><div>{WORDS[3][:30]}</div>
    </article><ol>{rows(lambda n: f'<li><a href="/p/{n}/">{WORDS[n]}</a> <i>{TIMES[n]}</i></li>')}
    </ol>"""
    (post,) = posts_of(html_page(html, WORDS[2]))
    assert (post.author, post.published) == ("anna", "2024-03-04T10:00+00:00")
    assert post.body_text == WORDS[3][:30].strip()


def test_a_declared_body_is_that_of_a_post_that_stands_alone():
    html = f"""<div class="content"><div class="head"><h1>Kettles</h1><p><a href="/user/1">anna</a>
    <span class="date"><a href="/d">{TIMES[0]}</a></span></p></div>
    <div itemprop="articleBody" class="x"><pre>{WORDS[2]}</pre></div>
    <div class="slice"><ul><li>{WORDS[0]} bert</li><li>{WORDS[1]} carla</li></ul></div></div>"""
    (post,) = posts_of(html_page(html))
    assert (post.author, post.body_text) == ("anna", WORDS[2])


TREE = rows(
    lambda n: (
        f'<li><a href="/read/51{n}.html">{WORDS[n]}</a> <b>{NAMES[n]}</b> ({n}7 bytes) 03/05/24'
        "</li>"
    )
)


@pytest.mark.parametrize("tree", [TREE, ""])
@pytest.mark.parametrize(
    "head",
    [
        "送交者: <b>anna</b>[☆★9☆] 于 {} 已读 327 次 <a>大字阅读</a>",
        '来源: <a href="/members/u7/">anna</a> 于 <i class="t">{}</i> [<a>档案</a>] 已读 327 次',
    ],
)
def test_the_words_can_stand_behind_the_line_of_a_head(head, tree):
    html = f"""<div><div>{head.format(TIMES[0])}</div><div>字体：<a>调大</a>/<a>调小</a></div>
    <p>{WORDS[1]}</p><p>{WORDS[2]}</p><center>-</center><ul>{tree}</ul></div>"""
    (post,) = posts_of(html_page(html), url=URL)
    assert (post.author, post.published) == ("anna", "2024-03-04T10:00+00:00")
    assert post.body_text == f"{WORDS[1]}\n{WORDS[2]}"


def test_headed_lists_of_links_beside_a_short_message_are_not_its_words():
    names = ("Kettles for everyone", "People who are here")
    lists = rows(lambda n: f"<h3>{names[n]}</h3><ul>{rows(_board)}</ul>", count=2)
    message = f"""<h1>Which kettle is it</h1><ul><li><div id="p501"><span>anna</span> [{TIMES[0]}]
        </div><div><p>The one that boils over, see.</p></div></li></ul>"""
    html = (
        f"<table><tr><td>{lists}</td><td>{message}</td></tr><tr><td>2024 Kettles</td></tr></table>"
    )
    (post,) = posts_of(html_page(html, "Which kettle is it"), url=URL)
    assert post.body_text == "The one that boils over, see."


def _board(n):
    return f'<li><a href="/read/6{n}.html">Kettle number {n}</a></li>'
