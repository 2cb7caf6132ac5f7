"""The same four posts in the shapes that forums give them."""

from __future__ import annotations

import pytest
from extraction_kit import (
    ISO,
    NAMES,
    TIMES,
    WORDS,
    column,
    div_post,
    div_thread,
    group_of,
    html_page,
    posts_of,
    rows,
    tree_of,
)

from fpcrawl.extraction.posts.siblings import join_rows
from fpcrawl.extraction.posts.span import Span


def table_thread(count=4):
    """Author cell beside a body cell, a head row and a foot row for each post."""
    rows = "".join(
        f"""<tr class="head"><td colspan="2"><a name="p{4000 + 7 * n}"></a>Posted: {TIMES[n]}
        </td></tr>
        <tr class="main"><td class="who"><b class="author">{NAMES[n]}</b><br>Posts: {30 + n}</td>
        <td class="what"><div class="postbody">{WORDS[n]}</div></td></tr>
        <tr class="foot"><td><a href="#top">Top</a></td><td><a href="/pm?u={n}">PM</a></td></tr>"""
        for n in range(count)
    )
    return html_page(f"<h1>A small thread</h1><table class='posts'>{rows}</table>")


def two_row_thread():
    """The time stands in the row below the author and the body."""
    rows = "".join(
        f"""<tr><td class="name"><a href="/profile/{NAMES[n]}">{NAMES[n]}</a></td>
        <td class="body">{WORDS[n]}</td></tr>
        <tr><td colspan="2"><small>{TIMES[n]}</small></td></tr>"""
        for n in range(4)
    )
    return html_page(f"<table>{rows}</table>")


def list_thread():
    """A list whose times are epochs in an attribute and words on the screen."""
    epochs = [1709546400, 1709551800, 1709626500, 1709754300]
    items = "".join(
        f"""<li class="comment"><a class="author" href="/u/{NAMES[n]}">{NAMES[n]}</a>
        <abbr data-time="{epochs[n]}">{n + 1} weeks ago</abbr>
        <div class="text">{WORDS[n]}</div></li>"""
        for n in range(4)
    )
    return html_page(f"<ul class='thread'>{items}</ul>")


def definition_thread():
    items = "".join(
        f"""<dt><a href="/member/{NAMES[n]}">{NAMES[n]}</a>,
        <span class="when">{TIMES[n]}</span></dt>
        <dd><p>{WORDS[n]}</p></dd>"""
        for n in range(4)
    )
    return html_page(f"<dl>{items}</dl>")


def article_thread():
    items = "".join(
        f"""<article id="post-{900 + 3 * n}"><header>
        <h3><a href="/users/{NAMES[n]}">{NAMES[n]}</a></h3>
        <time datetime="{ISO[n].replace("+00:00", ":00Z")}">{n + 2} months ago</time></header>
        <section class="message"><p>{WORDS[n]}</p></section></article>"""
        for n in range(4)
    )
    return html_page(f"<main>{items}</main>")


def first_elsewhere(first="list", others="list"):
    """The opening post stands under another parent than the answers."""
    answers = "".join(div_post(n) for n in range(1, 4))
    return html_page(
        f'<h1>A small thread</h1><div class="{first}" id="opening">{div_post(0)}</div>'
        f'<h2>Answers</h2><div class="{others}" id="answers">{answers}</div>'
    )


@pytest.mark.parametrize(
    "thread",
    [
        div_thread,
        table_thread,
        two_row_thread,
        list_thread,
        definition_thread,
        article_thread,
        first_elsewhere,
    ],
)
def test_every_shape_gives_the_same_posts(thread):
    posts = posts_of(thread())
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS
    assert [published[:16] for published in column(posts, "published")] == [i[:16] for i in ISO]
    assert column(posts, "floor") == [1, 2, 3, 4]
    assert len(set(column(posts, "key"))) == 4


def test_posts_of_a_table_take_their_numbers_from_the_named_anchors():
    assert column(posts_of(table_thread()), "post_id") == ["4000", "4007", "4014", "4021"]


def test_epochs_are_preferred_to_the_ages_on_the_screen():
    posts = posts_of(list_thread())
    assert posts[0].published == "2024-03-04T10:00:00+00:00"
    assert posts[0].published_raw == "1 weeks ago"


def test_author_addresses_are_absolute():
    posts = posts_of(div_thread())
    assert posts[1].author_url == "http://f.example/user/bert"


def nested_thread(wrap):
    """Answers inside what they answer; ``wrap`` puts a comment's own part into boxes."""

    def comment(n, inner=""):
        own = (
            f'<p class="by"><a class="username" href="/u/{NAMES[n]}">{NAMES[n]}</a> '
            f'<i>{TIMES[n]}</i></p><div class="text">{WORDS[n]}</div>'
        )
        answers = f'<div class="answers">{inner}</div>' if inner else ""
        return f'<div class="comment" id="c{50 + 9 * n}">{wrap(own)}{answers}</div>'

    return html_page(f'<div class="answers">{comment(0, comment(1, comment(2)))}{comment(3)}</div>')


def boxed(own):
    return f'<div class="own"><div class="inner">{own}</div></div>'


def test_comments_inside_comments_are_posts_of_their_own():
    posts = posts_of(nested_thread(boxed))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_a_page_without_bylines_has_no_posts():
    html = html_page("".join(f"<div class=post><p>{words}</p></div>" for words in WORDS))
    assert group_of(html) is None


def test_a_time_inside_a_body_starts_no_post():
    words = "We met on 2023-11-12 09:30 at the station, and again on 2023-11-14 10:00 at home."
    body = "".join(div_post(n, words=words if n == 1 else None) for n in range(4))
    posts = posts_of(html_page(f"<div id='posts'>{body}</div>"))
    assert [p.body_text for p in posts] == [WORDS[0], words, *WORDS[2:]]
    assert [p.published for p in posts] == ISO


def test_a_joining_date_is_not_when_the_post_was_written():
    rows = "".join(
        f"""<tr><td class="who"><a href="/user/{NAMES[n]}">{NAMES[n]}</a><br>
        Joined: 2019-01-0{n + 1}</td>
        <td><div class="date">{TIMES[n]}</div><div class="message">{WORDS[n]}</div></td></tr>"""
        for n in range(4)
    )
    posts = posts_of(html_page(f"<table>{rows}</table>"))
    assert [p.published for p in posts] == ISO


def test_the_day_in_a_span_and_the_clock_beside_it_are_one_time():
    items = "".join(
        f'<div class="post"><a class="username" href="/u/{NAMES[n]}">{NAMES[n]}</a>'
        f'<div class="when"><span title="03-0{n + 1}-2024">Yesterday</span>, 12:1{n} PM</div>'
        f'<div class="content">{WORDS[n]}</div></div>'
        for n in range(4)
    )
    posts = posts_of(html_page(f"<div>{items}</div>"))
    assert column(posts, "published_raw") == [f"Yesterday, 12:1{n} PM" for n in range(4)]
    assert posts[2].published == "2024-03-03T12:12+00:00"


def test_the_clock_in_an_element_behind_its_day_is_part_of_the_time():
    def post(n):
        day, clock = TIMES[n].split()
        head = f"<cite>{NAMES[n]}</cite> <span>{day}</span> <span>{clock}</span>"
        return f"<li>{head}<div>{WORDS[n]}</div></li>"

    for count in (1, 4):
        posts = posts_of(html_page(f"<ol>{rows(post, count)}</ol>"))
        assert column(posts, "published") == ISO[:count]
        assert column(posts, "body_text") == WORDS[:count]


def test_shallow_comments_inside_comments_are_posts_of_their_own():
    assert column(posts_of(nested_thread(str)), "author") == NAMES


def test_an_opening_post_in_a_list_of_another_class_is_the_first_post():
    posts = posts_of(first_elsewhere("opening", "answers"))
    assert column(posts, "author") == NAMES


def declared_answers():
    """Only the answers in a table declare their times for machines; two were edited."""

    def rows(n, declared):
        when = f'<meta itemprop="datePublished" content="{ISO[n]}">' if declared else ""
        shown = f"{ISO[n][11:16]} on {ISO[n][:10]}"
        if n > 1:  # was edited
            shown = f"<span class='created'>{shown}</span>"
        kind = ' itemprop="comment" itemscope itemtype="https://schema.org/Comment"'
        return (
            f"<tbody{kind if declared else ''}><tr><td class='head'>{when}A title by "
            f"<a class='user' href='/{NAMES[n]}'>{NAMES[n]}</a>: <span class='s'>{shown}</span>"
            "</td></tr><tr><td class='words'>"
            f"<div class='narrow'>{WORDS[n]}</div></td></tr></tbody>"
        )

    posts = rows(0, declared=False) + "".join(rows(n, declared=True) for n in range(1, 4))
    return html_page(f"<h1>A small thread</h1><table>{posts}</table>")


def two_heads():
    """The head of the opening post is there for wide and for narrow screens, its words once."""

    def head(n, wide):
        return (
            f'<div class="{wide}"><article class="box"><div class="small"><a class="person" '
            f'href="/u/{NAMES[n]}">{NAMES[n]}</a> <span class="moment" title="{ISO[n]}">1 year ago'
            f"</span></div><h2>A small thread</h2></article></div>"
        )

    words = '<article class="card"><div class="md">{}</div></article>'
    opening = head(0, "wide") + head(0, "narrow") + words.format(WORDS[0])
    answers = "".join(
        f'<li class="comment"><article class="details"><div><a class="person" '
        f'href="/u/{NAMES[n]}">{NAMES[n]}</a> <span class="moment" title="{ISO[n]}">1 year ago'
        f'</span><div class="content"><div class="md">{WORDS[n]}</div></div></div></article></li>'
        for n in range(1, 4)
    )
    return html_page(f'<div class="listing">{opening}</div><ul class="comments">{answers}</ul>')


@pytest.mark.parametrize("thread", [declared_answers, two_heads])
def test_an_opening_post_that_is_marked_up_in_another_way_is_the_first_post(thread):
    posts = posts_of(thread())
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS
    assert [published[:16] for published in column(posts, "published")] == [i[:16] for i in ISO]


@pytest.mark.parametrize("words", ["mark", "顶", "Thank you all for this, it helped me a lot."])
def test_posts_that_all_say_the_same_are_posts(words):
    posts = posts_of(div_thread(4, words=words, extra="<div class='foot'>Member since ever</div>"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == [words] * 4


def test_a_name_class_need_not_begin_with_the_word():
    html = div_thread().replace('class="username"', 'class="postauthor"').replace("/user/", "/x/")
    assert column(posts_of(html), "author") == NAMES


def indented(depths, login=""):
    """Answers that stand in one more box for each level, beside what they answer."""
    out, depth = "", 0
    for n, level in enumerate(depths):
        out += '<div class="right">' * (level - depth) + "</div>" * (depth - level)
        depth = level
        out += f"""<a id="c{500 + n}"></a><div class="comment"><div class="when">Sent by
        <span class="username">{NAMES[n]}</span> on {TIMES[n]}</div>
        <div class="content"><p>{WORDS[n]}</p></div>{login}</div>"""
    return f'<div class="talk"><div class="comments">{out}{"</div>" * depth}</div></div>'


@pytest.mark.parametrize(
    "depths",
    [(0, 1), (0, 1, 0), (0, 1, 2, 0), (0, 1, 1, 2), (0, 0, 1, 2), (2, 0, 1, 0), (3, 0, 1), (4, 0)],
)
def test_answers_moved_to_the_right_are_posts_like_the_others(depths):
    html = html_page(indented(depths))
    told = [(p.author, p.published, p.body_text) for p in posts_of(html)]
    assert told == list(zip(NAMES, ISO, WORDS, strict=True))[: len(depths)]


def test_the_opening_of_answers_moved_to_the_right_is_the_first_post():
    opening = f"""<div class="node"><div class="when">Sent by <span class="username">dora</span> on
    2024-03-03 09:00</div><div class="content"><p>{"Pots and pans for sale. " * 6}</p></div>"""
    html = html_page(f"{opening}{indented((0, 1, 2))}</div>")
    assert [p.author for p in posts_of(html)] == ["dora", *NAMES[:3]]


NESTED = {
    "lists": "<li><div><b>{name}</b> {time}</div><p>{words}</p><ul>{answers}</ul></li>",
    "definitions": "<dl><dt><b>{name}</b> {time}</dt><dd><div>{words}</div>{answers}</dd></dl>",
    "details": (
        "<details open><summary>{time} <b>{name}</b></summary><div>{words}</div>{answers}</details>"
    ),
    "articles": (
        "<article><header><time>{time}</time> <b>{name}</b></header><div>{words}</div>{answers}"
        "</article>"
    ),
}


@pytest.mark.parametrize("shape", NESTED)
@pytest.mark.parametrize("above", [(None, 0, 1, 2), (None, 0, 0, 0), (None, 0, 1, 0)])
def test_answers_in_what_they_answer_need_no_class(shape, above):
    def post(n):
        answers = "".join(post(m) for m in range(n + 1, 4) if above[m] == n)
        return NESTED[shape].format(name=NAMES[n], time=TIMES[n], words=WORDS[n], answers=answers)

    posts = posts_of(html_page(f"<h1>A small thread</h1><ul>{post(0)}</ul>"))
    assert sorted(zip(column(posts, "body_text"), column(posts, "author"), strict=True)) == sorted(
        zip(WORDS, NAMES, strict=True)
    )


BARE = {
    "lists of two rows": (
        "<ul><li><b>{name}</b> <small>{time}</small></li><li>{words}{answers}</li></ul>"
    ),
    "quotations": (
        "<blockquote><cite><b>{name}</b> <i>{time}</i></cite><q>{words}</q>{answers}</blockquote>"
    ),
    "boxes": (
        "<div><div><span>{time} <a>{name}</a></span><h5>{n}.</h5><div>{words}{answers}</div></div>"
        "</div>"
    ),
}


@pytest.mark.parametrize("shape", BARE)
@pytest.mark.parametrize("above", [(None, None, 1, None), (None, 0, 1, None), (None, None, 1, 2)])
def test_answers_in_what_they_answer_stand_in_boxes_like_its_own(shape, above):
    def post(n):
        answers = "".join(post(m) for m in range(n + 1, 4) if above[m] == n)
        return BARE[shape].format(
            n=n, name=NAMES[n], time=TIMES[n], words=WORDS[n], answers=answers
        )

    thread = "".join(post(n) for n in range(4) if above[n] is None)
    posts = posts_of(html_page(f"<h1>A small thread</h1><div>{thread}</div>"))
    assert [(p.author, p.published, p.body_text) for p in posts] == list(
        zip(NAMES, ISO, WORDS, strict=True)
    )


def test_what_is_told_of_the_page_s_day_is_not_answered_by_its_posts():
    posts = "".join(
        f"<div><div><span>{TIMES[n]}</span> <a>{NAMES[n]}</a></div><p>{WORDS[n]}</p></div>"
        for n in range(3)
    )
    page = html_page(
        f"<div><div><div><span>2024-03-01 09:00</span></div><p>Lids</p>{posts}</div></div>"
    )
    assert column(posts_of(page), "body_text") == WORDS[:3]


FLAT = {
    "paragraphs": '<p class="head"><a href="/user/{name}">{name}</a> {time}</p><p>{words}</p>',
    "plain paragraphs": "<p><b>{name}</b> {time}</p><p>{words}</p>",
    "boxes": '<div class="by"><b>{name}</b> {time}</div><div class="said">{words}</div>',
    "plain boxes": "<div>{time} <b>{name}</b></div><div>{words}</div>",
    "a line between": "<p>{time} <b>{name}</b></p><p>{words}</p><hr>",
}


@pytest.mark.parametrize("shape", FLAT)
def test_head_and_words_can_stand_side_by_side_in_elements_of_one_kind(shape):
    told = [{"name": NAMES[n], "time": TIMES[n], "words": WORDS[n]} for n in range(4)]
    page = html_page(f"<div>{''.join(FLAT[shape].format(**one) for one in told)}</div><p>End</p>")
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_paragraphs_side_by_side_belong_to_the_head_before_them():
    more = [1, 3, 1, 3]
    said = [[f"{WORDS[n]}", "And more of it.", "Which was all."][: more[n]] for n in range(4)]
    page = html_page(
        "<div>"
        + "".join(
            f"<p class='head'><b>{NAMES[n]}</b> {TIMES[n]}</p>"
            + "".join(f"<p>{words}</p>" for words in said[n])
            for n in range(4)
        )
        + '</div><p class="foot">Since 2019</p>'
    )
    assert [text.split("\n") for text in column(posts_of(page), "body_text")] == said


@pytest.mark.parametrize(
    ("begin", "post", "end"),
    [
        ("<dl class='thread'>", "<dt><b>{}</b>, {}</dt><dd>{}</dd>", "</dl>"),
        ("<ol>", "<li><b>{}</b> <i>{}</i><div>{}</div></li>", "</ol>"),
    ],
)
def test_an_advert_can_leave_a_post_alone_in_its_list(begin, post, end):
    made = [post.format(NAMES[n], TIMES[n], WORDS[n]) for n in range(4)]
    advert = f'{end}<div>Advert: <a href="http://a.example">Pots</a></div>{begin}'
    posts = posts_of(html_page(begin + "".join(made[:3]) + advert + made[3] + end))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_a_row_that_holds_another_record_belongs_to_none_beside_it():
    made = "".join(
        f"<div><article><i>{TIMES[n]}</i></article></div>" if n % 2 else f"<p>{TIMES[n]}</p>"
        for n in range(4)
    )
    tree = tree_of(html_page(f"<main>{made}</main>"))
    spans = [Span([time.node], time) for time in tree.times if tree.tag(time.node) == "p"]
    join_rows(tree, tree.parent[spans[0].start], spans, [time.node for time in tree.times])
    assert [span.roots for span in spans] == [[span.time.node] for span in spans]


@pytest.mark.parametrize(("end", "share"), [("", 1.0), ("<h2><a href='/next'>More</a></h2>", 0.0)])
def test_headings_lead_texts_of_any_number_of_paragraphs(end, share):
    made = "".join(
        f"<h2><a href='/day-{n}'>{WORDS[n][4:30]}</a></h2><div class='by'>{TIMES[n]} by "
        f"<b class='author'>{NAMES[n]}</b></div>{f'<p>{WORDS[n]}</p>' * (2, 3, 4, 1)[n]}"
        for n in range(4)
    )
    group = group_of(f"<main>{made}{end}</main>")
    assert (len(group.posts), group.title_share) == (4, share)


def test_what_is_built_as_the_first_row_is_no_field_of_its_record():
    def box(n, time):
        return f"""<div class="post"><div class="by"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
        {time}</div><div class="said">{WORDS[n]}</div></div>"""

    page = html_page(box(0, TIMES[0]) + box(1, "once") + box(2, TIMES[2]) + box(3, "once"))
    posts = posts_of(page)
    assert column(posts, "author") == [NAMES[0], NAMES[2]]
    assert column(posts, "body_text") == [WORDS[0], WORDS[2]]


def test_what_is_told_of_a_member_before_a_time_is_no_label_of_it():
    def post(n):
        return f"""<div class="reply"><div class="head"><div class="member">
            <a href="/member/{NAMES[n]}">{NAMES[n]}</a><div>Joined: 1{n} March 2011</div></div>
            <div class="day">{TIMES[n]}</div></div><div class="text">{WORDS[n]}</div></div>"""

    posts = posts_of(html_page(rows(post)))
    assert column(posts, "body_text") == WORDS
    assert column(posts, "published") == ISO


def test_what_a_member_s_lines_tell_before_the_last_labels_no_time():
    def post(n):
        told = f"{NAMES[n]}<br><i>Posts: {n}7</i><br><i>Registered: 200{n}</i><br><i>Oban</i>"
        return f"""<x-post><x-user>{told}</x-user><x-date>{TIMES[n]}</x-date>
        <x-body>{WORDS[n]}</x-body></x-post>"""

    posts = posts_of(html_page(rows(post)))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize("told", ['<a href="/user/{0}">{1}</a> <i>{2}</i>', "{1} [{2}]"])
def test_answers_can_stand_in_boxes_without_names_inside_what_they_answer(told):
    def post(n, answers=""):
        head = f'<div id="p{n}">{told.format(n, NAMES[n], TIMES[n])}</div>'
        inside = f"<div>{answers}</div>" if answers else ""
        return f"<div>{head}<div><p>{WORDS[n]}</p></div>{inside}</div>"

    page = html_page(f"<h1>Lids</h1><div>{post(0, post(1, post(2)))}{post(3)}</div>")
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_an_account_behind_a_name_is_no_title():
    def post(n):
        name = f"{NAMES[n]} b" if n else NAMES[n]
        return f"""<li class="note"><div class="head"><a class="author-name" href="/{NAMES[n]}{n}">
        {name}</a><a class="account" href="/{NAMES[n]}{n}">@{NAMES[n]}{n}</a> <a href="#n{n}">
        <time>{TIMES[n]}</time></a></div><div class="text">{WORDS[n]}</div></li>"""

    group = group_of(f"<ul>{rows(post)}</ul>")
    assert group.title_share == 0.0
    assert [post.author for post in group.posts][1:3] == ["bert b", "carla b"]


def test_a_column_that_says_the_same_in_all_rows_holds_no_words():
    def row(n):
        return f"""<tr class="bug"><td class="id"><a href="/bug?id=33{n}">33{n}</a></td>
        <td class="part"><span>Pots</span></td><td class="who"><span>{NAMES[n]}</span></td>
        <td class="about"><a href="/bug?id=33{n}">{WORDS[n][:40]}</a></td>
        <td class="when">{TIMES[n]}</td></tr>"""

    assert group_of(f"<table class='bugs'>{rows(row)}</table>").title_share == 1.0


OTHERS = "<tr><td><a href='/{0}'>The lid {0}</a></td><td>ann</td><td>2024-03-1{0} 9:40:07</td></tr>"


@pytest.mark.parametrize(
    ("number", "beside"),
    [
        # Numbered posts are none beside the time of the thread; without numbers, beside margins.
        ('id="p{}"', "<div>Started by ann, 2024-03-04 10:00</div>"),
        ("", "<aside><ul><li><b>bert</b> 2024-03-09 09:00 The lid is los…</li></ul></aside>"),
        # Nor beside a list of other threads.
        ("", f"<table>{rows(OTHERS.format, 3)}</table>"),
    ],
)
def test_answers_within_quotations_are_posts(number, beside):
    def post(n, inside=""):
        inside = inside and f'<blockquote class="answers">{inside}</blockquote>'
        return f"""<div class="node"><div class="node-head" {number.format(n + 60)}>
        <b>{NAMES[n]}</b> <a href="#p{n + 60}" class="permalink"><time>{TIMES[n]}</time></a></div>
        <div class="node-body">{WORDS[n]}</div>{inside}</div>"""

    answers = post(0, post(1, post(2))) + post(3)
    posts = posts_of(html_page(f'<blockquote class="posts">{answers}</blockquote>{beside}'))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS
