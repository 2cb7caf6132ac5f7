"""What a post says, where that takes telling apart."""

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
    records_of,
    rows,
)

from fpcrawl.extraction.posts.layout import LayoutBook


def test_words_that_stand_loose_between_heads_are_bodies():
    page = html_page(
        "<div id='all'>"
        + rows(
            lambda n: (
                f"""<p class="head"><strong>{NAMES[n]}</strong> wrote on {TIMES[n]}</p>
            <h3>Title {n}</h3>{WORDS[n]}<br>and more of it<br>"""
            )
        )
        + "</div><div class='foot'>All rights kept</div>"
    )
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == [f"{words}\nand more of it" for words in WORDS]


def test_words_behind_the_head_within_one_element_are_a_body():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="item"><b>{NAMES[n]}</b> says:<br>
            <small>{TIMES[n]}</small><br>{WORDS[n]}<br></div>"""
            )
        )
    )
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_what_stands_behind_one_time_alone_is_no_body():
    def item(n):
        beside = " via mobile" if n == 3 else ""
        return f"""<div class="item"><b>{NAMES[n]}</b> says:<br><span class="small">
        <time>{TIMES[n]}</time>{beside}</span><div class="clear"></div><br>{WORDS[n]}<br></div>"""

    posts = posts_of(html_page(rows(item)))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def signed_below(n, words):
    return f"""<tr><td><img src="/a/{n}.jpg"><a href="/u/{n}/{NAMES[n % 4]}">{NAMES[n % 4]}</a>
    {words} <small class="grey"><span class="date">{TIMES[n % 4]}</span> . Edited #{n}</small>
    </td></tr>"""


PIECES = [
    "<div><p>Lids come in two kinds:</p><ul><li>flat ones, as of 14/6/1978</li></ul></div>",
    "<p>Mine does the same. <em>Always.</em></p><hr><p>I leave the lid open.</p>",
    "Descale it with vinegar once a month,<br>then it behaves.",
    "<p>Thank you both.</p>",
]
SAID = [
    "Lids come in two kinds:\n\nflat ones, as of 14/6/1978",
    "Mine does the same. Always.\n\nI leave the lid open.",
    "Descale it with vinegar once a month,\nthen it behaves.",
    "Thank you both.",
]


def test_words_in_elements_of_many_kinds_stand_between_name_and_time():
    posts = posts_of(html_page(f"<table>{rows(lambda n: signed_below(n, PIECES[n]))}</table>"))
    assert column(posts, "author") == NAMES
    assert column(posts, "published_raw") == TIMES
    assert column(posts, "body_text") == SAID


def test_what_is_told_of_a_member_between_name_and_time_is_no_body():
    def post(n):
        return f"""<div class="post"><b class="name">{NAMES[n]}</b> <i>Posts: {7 * n}</i>
        from <i>{("Ulm", "Rome", "Lille", "Ulm")[n]}, where the kettles are made by hand</i>
        <span class="date">{TIMES[n]}</span><div class="content">{WORDS[n][:30]}</div></div>"""

    assert column(posts_of(html_page(rows(post))), "body_text") == [word[:30] for word in WORDS]


@pytest.mark.parametrize(
    "told",
    [
        lambda n: f"<td>{n}</td><td>{40 * n}</td><td>0 votes, {n} out of 5 in the average</td>",
        lambda n: "<td>has said something new in the kitchen of the house</td>",
        lambda n: f"<td>was {('here', 'off', 'out', 'in')[n]}</td>",
    ],
)
def test_what_the_software_says_between_name_and_time_is_no_body(told):
    def row(n):
        return f"""<tr><td><a href="/u/{NAMES[n]}">{NAMES[n]}</a></td>{told(n)}
        <td class="date">{TIMES[n]}</td></tr>"""

    group = group_of(html_page(f"<table>{rows(row)}</table>"))
    assert group is None or all(post.loose is None for post in group.posts)


def test_what_one_answers_within_a_post_is_not_its_words():
    def post(n):
        inner = f"""<p class="who"><b class="name">{NAMES[(n + 1) % 4]}</b></p><p>{WORDS[n]}</p>
        <p><span class="date">{TIMES[(n + 1) % 4]}</span></p>"""
        return f"""<li><a class="name" href="/u/{n}">{NAMES[n]}</a> {inner}
        <span class="date">{TIMES[n]}</span></li>"""

    group = group_of(html_page(f"<ul>{rows(post)}</ul>"))
    assert group is None or all(post.loose is None for post in group.posts)


def test_a_box_ahead_of_the_words_with_a_linked_label_is_one_of_them():
    def words(n):
        label = '<a href="/lids">Lids:</a>'
        return f"""<div class="box"><span>{label}</span><span><a href="/b/{n}">these</a></span>
        </div><p>{WORDS[n]}</p>"""

    posts = posts_of(html_page(rows(lambda n: div_post(n, words=words(n)))))
    assert column(posts, "body_text") == [f"Lids:these\n\n{said}" for said in WORDS]


def test_a_body_in_pieces_is_read_whole():
    quote = (
        "<table class='quote'><tr><td>Somebody said so before me, at some length.</td></tr></table>"
    )

    def cell(n):
        pieces = f'<span class="postbody">{WORDS[n]}</span>'
        return (f'<span class="postbody"></span>{quote}' if n % 2 else "") + pieces

    page = html_page(
        "<table>"
        + rows(
            lambda n: (
                f"""<tr><td><b class="name">{NAMES[n]}</b></td><td><table>
            <tr><td>Posted: {TIMES[n]}</td></tr><tr><td><hr></td></tr>
            <tr><td>{cell(n)}</td></tr></table></td></tr>"""
            )
        )
        + "</table>"
    )
    posts = posts_of(page)
    assert all(words in post.body_text for words, post in zip(WORDS, posts, strict=True))
    assert "Somebody said so" in posts[1].body_text


def test_what_stands_below_a_rule_is_a_signature():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><a class="author" href="/u/{NAMES[n]}">{NAMES[n]}</a>
            <i class="when">{TIMES[n]}</i><div class="body">{WORDS[n]}<br>_________________<br>
            I turn, therefore I am {n}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "body_text") == WORDS


def test_a_post_alone_on_its_page_is_bounded_by_the_box_that_says_so():
    page = html_page(
        f"""<div class="all"><h1>A small thread</h1><div class="bar">Pages: 1</div>
        <div id="post_17"><div class="who"><a href="/user/{NAMES[0]}">{NAMES[0]}</a></div>
        <div class="it"><div class="head"><i>{TIMES[0]}</i> #1</div><div class="post_body">
        {WORDS[0]}</div></div></div><div class="foot">Similar threads and what else there is to
        read on this board, written at length for those who have the time for it.</div></div>"""
    )
    posts = posts_of(page)
    assert column(posts, "author") == NAMES[:1]
    assert column(posts, "body_text") == WORDS[:1]


def hidden_card(n):
    return f"""<div class="card" style="display: none"><dl><dt>Number</dt><dd>{1000 + n}</dd>
        <dt>Member since the day on which</dt><dd>2019-0{n + 1}-11</dd>
        <dt>Has written so far</dt><dd>{17 * n + 3} posts and been thanked {n} times</dd>
        <dt>Lives where nobody</dt><dd>{"looks " * (20 + n)}</dd></dl></div>"""


def test_the_hidden_card_of_a_member_is_not_what_he_wrote():
    posts = rows(
        lambda n: (
            f"""<div class="post"><div class="side"><a class="name" href="/u/{NAMES[n]}">
        {NAMES[n]}</a>{hidden_card(n)}</div><div class="at">{TIMES[n]}</div>
        <div class="txt">{WORDS[n]}</div></div>"""
        )
    )
    found = posts_of(html_page(posts))
    assert column(found, "author") == NAMES
    assert column(found, "published") == ISO
    assert column(found, "body_text") == WORDS


def test_posts_that_are_all_hidden_are_read_all_the_same():
    posts = rows(
        lambda n: (
            f"""<div class="post"><a class="name" href="/u/{NAMES[n]}">{NAMES[n]}</a>
        <i class="at">{TIMES[n]}</i><div class="txt" style="display:none">{WORDS[n]}</div></div>"""
        )
    )
    assert column(posts_of(html_page(posts)), "body_text") == WORDS


def test_cells_of_counts_are_no_words():
    page = rows(
        lambda n: (
            f"""<tr class="row"><td class="t"><a href="/thread-{n + 100}.html">{WORDS[n]}</a></td>
        <td class="by"><a href="/user/{NAMES[n]}">{NAMES[n]}</a></td>
        <td class="n">{12441 + 997 * n}</td><td class="at">{TIMES[n]}</td></tr>"""
        )
    )
    group = group_of(html_page(f"<table>{page}</table>"))
    assert group is None or group.title_share > 0.9


@pytest.mark.parametrize(
    "name", ["Advertisement", "Advertisement (gone after registration)", "Google AdSense", "广告"]
)
def test_a_post_of_nobody_but_the_software_is_an_advertisement(name):
    advert = div_post(1, words="Hi anna, take a look here: <b>kettles</b>", name=name)
    posts = [div_post(n) for n in range(4)]
    found = posts_of(html_page("".join([posts[0], advert, *posts[1:]])))
    assert column(found, "body_text") == WORDS
    assert column(found, "floor") == [1, 2, 3, 4]


def test_a_member_whose_name_begins_like_an_advertisement_is_one():
    posts = posts_of(html_page(rows(lambda n: div_post(n, name=("Adsum", "ads_r_us")[n % 2]))))
    assert column(posts, "author") == ["Adsum", "ads_r_us"] * 2


@pytest.mark.parametrize("words", ["", "<script>fill('ad')</script>"])
def test_an_advertisement_dressed_as_the_post_before_it_is_none(words):
    posts = [div_post(n, attributes=f'id="post_{9000 + 7 * n}"') for n in range(4)]
    advert = div_post(1, words=words, name="Sponsored", time="today", attributes='id="post_9007"')
    found = posts_of(html_page("".join([*posts[:2], advert, *posts[2:]])))
    assert column(found, "author") == NAMES
    assert column(found, "post_id") == ["9000", "9007", "9014", "9021"]
    assert column(found, "floor") == [1, 2, 3, 4]


def test_empty_posts_of_their_own_and_pictures_alone_stay():
    posts = [
        div_post(n, words=words, attributes=f'id="post_{9000 + 7 * min(n, 2)}"')
        for n, words in enumerate([WORDS[0], "", WORDS[2], '<img src="/kettle.jpg">'])
    ]
    assert column(posts_of(html_page("".join(posts))), "author") == NAMES


def _dated(n: int, words: str) -> str:
    """The day stands in an element of its own, the time of the day behind it."""
    name = f"""<a href="/user/{NAMES[n]}">{NAMES[n]}</a>"""
    return f"""<div class="post" id="p{n}"><div class="who">{name}
      </div><div class="what"><div class="head"><span class="date"><span>{TIMES[n][:10]}</span>,
      {TIMES[n][11:]}</span></div><div class="said">{words}</div></div></div>"""


def test_the_time_of_the_day_is_not_what_a_short_post_says():
    book = LayoutBook()
    book.learn_from(group_of(html_page(rows(lambda n: _dated(n, WORDS[n])))).layouts)
    assert column(posts_of(html_page(_dated(1, "RT")), book), "body_text") == ["RT"]
    short = html_page(_dated(0, "Up") + _dated(1, "RT"))
    assert column(posts_of(short), "body_text") == ["Up", "RT"]


def test_cells_of_one_class_are_told_apart_by_their_order():
    page = html_page(
        rows(
            lambda n: (
                f"""<table class="post"><tr><td class="head" colspan="2">Re: kettles</td></tr>
            <tr><td class="cell"><a href="/user/{NAMES[n]}">{NAMES[n]}</a><br>Member<br>
            Posts: {7 * n + 3}</td><td class="cell">{WORDS[n]}</td></tr>
            <tr><td class="foot" colspan="2">{TIMES[n]}</td></tr></table>"""
            )
        )
    )
    assert column(posts_of(page), "body_text") == WORDS


def test_a_panel_that_differs_in_its_numbers_is_no_body():
    short = ["ok", "same", "+1", "no"]
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
            <div class="panel">Level {n + 20}, wrote {n * 713 + 9} of {n * 31} in the city</div>
            <span>{TIMES[n]}</span><div class="say">{short[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "body_text") == short


def test_posts_that_differ_in_their_numbers_alone_are_posts():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
            <p>Likes {["kettles", "pots", "lids", "cups"][n]} a lot</p>
            <span>{TIMES[n]}</span><div class="content">Word number {n}.</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "body_text") == [f"Word number {n}." for n in range(4)]


def test_boxes_side_by_side_are_the_paragraphs_of_a_body():
    more = ["<div>Second.</div><div><br></div><div>Third.</div>", "", "", ""]
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
            <span>{TIMES[n]}</span><div class="text"><div>{WORDS[n]}</div>{more[n]}</div></div>"""
            )
        )
    )
    bodies = column(posts_of(page), "body_text")
    assert bodies[0].split("\n")[-1] == "Third."
    assert bodies[1:] == WORDS[1:]


TITLE = "A kettle that is lost"


def titled(above, words):
    return posts_of(div_thread(words=f"{above}{words}"), thread_title=TITLE)


@pytest.mark.parametrize(
    ("above", "is_title"),
    [
        (f'<h3 id="subject">{TITLE}</h3>', True),
        (f'<h3 class="subject">Re: {TITLE}</h3>', True),
        (f'<div class="subject"><b>{TITLE}</b></div>', True),
        (f"<h3>{TITLE}</h3>", True),
        (f"<p>{TITLE}</p>", False),
        (f'<h3 class="subject">{TITLE} again</h3>', False),
        (f'Well: <h3 class="subject">{TITLE}</h3>', False),
    ],
)
def test_the_title_above_the_words_is_none_of_them(above, is_title):
    (first, *_) = titled(above, "<div>It was blue.</div>")
    assert first.body_text.startswith("It was") == is_title


@pytest.mark.parametrize(
    "below",
    [
        "<div>__________________<br>Slow cooking</div>",
        "<div><i>Last edited by ann; 2024-03-05 at <b>10:00</b>.</i></div>",
    ],
    ids=["signature", "note"],
)
def test_more_of_the_software_can_stand_below_the_words_and_their_title(below):
    above = f'<div class="small"><img src="/i.png"><b>{TITLE}</b></div><hr>'
    (first, *_) = titled(above, f'<div id="words7">It was blue, {WORDS[0]}</div>{below}')
    assert first.body_text == f"It was blue, {WORDS[0]}"


def test_a_title_that_the_author_wrote_is_one_of_his_words():
    for heading in (f"<h3>{TITLE}</h3>", f'<div class="a">{TITLE}</div>'):
        (first, *_) = titled(heading, "<p>It was blue.</p><p>It was new.</p>")
        assert first.body_text.startswith(TITLE)
    (first, *_) = titled(f'<h3 class="subject">{TITLE}</h3>', "")
    assert first.body_text == TITLE


def test_counts_are_no_words_in_whatever_scale():
    def row(n):
        return f"""<div class="row"><span class="l a">{["2.1万", "7812", "31", "4"][n]}</span>
            <span class="l b"><a href="/t/{n}">{WORDS[n][:20]}</a></span>
            <span class="l c">{TIMES[n]}</span></div>"""

    group = group_of(html_page(f"<div>{rows(row)}</div>"))
    assert group.body_path is None
    assert group.title_share == 1.0


@pytest.mark.parametrize("answer", ["回复：(Bo)", "Re：", "Re: ", "RE:", ""])
def test_the_title_of_an_answer_and_a_loose_signature_are_none_of_its_words(answer):
    title = "A kettle that hums"

    def post(n):
        said = f"<b>{answer if n else ''}{title}</b><br>" if n % 3 else ""
        return f"""<tr><td><a href="/user/{NAMES[n]}">{NAMES[n]}</a></td><td>{said}
        <div id="said_{n + 40}">{WORDS[n]}</div><br>----------<br>{NAMES[n]}
        at sea</td><td class="on">{TIMES[n]}</td></tr>"""

    posts = posts_of(html_page(f"<table>{rows(post)}</table>", title=f"{title} - Kitchen"))
    assert column(posts, "body_text") == WORDS
    assert column(posts, "author") == NAMES


def test_what_is_hidden_and_the_same_everywhere_is_nobodys_words():
    def row(n):
        return f"""<tr><td><a href="/show?id={n + 7}" title="By Bo">Kettle {n} and its long hum</a>
        </td><td><a href="/u/{n}">{NAMES[n]}</a></td><td class="on"><a href="/show?id={n + 7}#p{n}">
        {TIMES[n]}</a></td></tr><tr style="display:none"><td id="follow{n}"><div>Answers are being
        loaded, please wait a moment</div></td></tr>"""

    group = group_of(html_page(f"<table>{rows(row, 2)}</table>"))
    assert group.body_path is None


@pytest.mark.parametrize("link", ['<a role="button" tabindex="0">', '<a role="button" href="#">'])
def test_words_that_expand_a_quotation_stay_in_it(link):
    quote = f"""<blockquote><div class="content"><div>A kettle is a pot.</div>
      <div class="expandLink">{link}Nhấp để mở rộng...</a></div></div></blockquote>"""
    page = html_page(rows(lambda n: div_post(n, words=f"{quote}{WORDS[n]}")))
    said = "A kettle is a pot.\n\nNhấp để mở rộng..."
    assert column(posts_of(page), "body_text") == [f"{said}\n\n{x}" for x in WORDS]


@pytest.mark.parametrize(
    ("answer", "report"),
    [
        ("Antworten", "Melden"),
        ("Répondre", "Signaler"),
        ("Ответить", "Пожаловаться"),
        ("Инфо", "Правка"),
    ],
)
def test_buttons_at_the_end_of_a_cell_are_no_words(answer, report):
    def words(n):
        buttons = f'<a href="/reply/{n}">{answer}</a> | <a href="/report/{n}">{report}</a>'
        return f'{WORDS[n]}<br><div class="do">{buttons}</div>'

    posts = posts_of(html_page(rows(lambda n: div_post(n, words=words(n)))))
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize("field", ["", "<b>Subject:</b> Kettles<br>"])
def test_words_in_the_box_of_name_and_time_begin_behind_their_line(field):
    def post(n):
        return f"""<div class="p"><b>{NAMES[n]}</b> wrote on {TIMES[n]}:<br>{field}<br>
        {WORDS[n]}<br>Or <i>not</i>.</div>"""

    posts = posts_of(html_page(rows(post)))
    assert column(posts, "author") == NAMES
    assert column(posts, "published_raw") == TIMES
    assert column(posts, "body_text") == [f"{said}\nOr not." for said in WORDS]


def test_words_loose_above_the_line_of_name_and_time():
    def post(n):
        return f"""<a name="{n}"></a><div id="c{n + 70}" class="one">{WORDS[n]}<br><br>No
        <i>more</i>.
        <br><span class="by">posted by <a href="/user/{n}">{NAMES[n]}</a> at {TIMES[n]}
        <span id="f{n}">[<a href="/f/{n}">3 favorites</a>]</span></span></div><br>"""

    posts = posts_of(html_page(rows(post)))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == [f"{said}\n\nNo more." for said in WORDS]


def test_paragraphs_in_boxes_without_names_are_one_body():
    def post(n, more):
        head = f'<legend><a href="/user/{n}">{NAMES[n]}</a>, {TIMES[n]}</legend>'
        boxes = "".join(f"<div>Line {k} of it.</div>" for k in range(more))
        return f"<fieldset>{head}<div>{WORDS[n]}</div>{boxes}</fieldset>"

    posts = posts_of(html_page(rows(lambda n: post(n, n % 3))))
    assert posts[2].body_text == f"{WORDS[2]}\nLine 0 of it.\nLine 1 of it."
    # Where all have as many, each can tell something of its own.
    assert column(posts_of(html_page(rows(lambda n: post(n, 1)))), "body_text") == WORDS


@pytest.mark.parametrize(
    ("first", "more"),
    [
        # The same code twice is no signature.
        (lambda n: WORDS[n], "<div class='cd'><p>Code:</p><pre>boil()</pre></div>"),
        (lambda n: WORDS[n], "<pre>boil()</pre>"),
        # Somebody has nothing to say but a link.
        (lambda n: WORDS[n] if n != 2 else "<a href='http://e.invalid/'>Up</a>", ""),
    ],
)
def test_some_of_such_paragraphs_are_code_or_a_link(first, more):
    def post(n):
        second = f"<div>{WORDS[n]} Twice.</div>" if n == 1 else ""
        said = f"<div>{first(n)}</div>{second}{more if n in {1, 3} else ''}"
        head = f"<tr><td><b>{NAMES[n]}</b></td><td>{TIMES[n]}</td></tr>"
        return f"<table>{head}<tr><td></td><td>{said}<br></td></tr></table>"

    posts = posts_of(html_page(rows(post)))
    assert [post.body_text.split("\n")[0] for post in posts][:2] == WORDS[:2]
    assert f"{WORDS[1]} Twice." in posts[1].body_text
    assert ["boil()" in post.body_text for post in posts] == [False, bool(more)] * 2


def test_signatures_are_no_bodies_where_the_words_stand_loose():
    def post(n):
        by = f'<h4><b><a class="username" href="/u/{n}">{NAMES[n]}</a></b> <i>{TIMES[n]}</i></h4>'
        signed = f'<div class="signature">____<br>{NAMES[n]} of the old town of Lathe.</div>'
        return f'<div class="media"><div class="media-body">{by}{WORDS[n][:24]}{signed}</div></div>'

    posts = posts_of(html_page(rows(post)))
    assert column(posts, "body_text") == [said[:24].strip() for said in WORDS]


def test_a_list_or_a_picture_behind_the_first_paragraph_is_of_the_body():
    def post(n):
        head = f'<legend><a href="/user/{n}">{NAMES[n]}</a>, {TIMES[n]}</legend>'
        picture = f'<div><img src="lid{n}.jpg" width="640"></div>'
        behind = picture if n % 2 else f"<ul><li>Lid no. {n}</li></ul>"
        foot = '<div class="b">Quote</div>'
        return f"<fieldset>{head}<div>{WORDS[n]}</div>{behind}{foot}</fieldset>"

    posts = posts_of(html_page(rows(post)))
    said = [f"{WORDS[n]}" if n % 2 else f"{WORDS[n]}\nLid no. {n}" for n in range(4)]
    assert column(posts, "body_text") == said
    assert [len(post.images) for post in posts] == [0, 1] * 2


@pytest.mark.parametrize("tag", ["h3", "p"])
def test_headings_that_begin_as_the_words_do_and_a_common_foot_are_none_of_them(tag):
    def post(n):
        begin = WORDS[n][:20]
        return f"""<div class="comment"><div><b class="name">{NAMES[n]}</b> <i>{TIMES[n]}</i></div>
        <div class="box"><{tag}><a href="#c{n}">{begin}</a></{tag}><div class="content">{WORDS[n]}
        </div><ul><li><a href="/login">Log in</a> or <a href="/join">join</a> to answer what stands
        here, whatever it is that you would like to say about it</li></ul></div></div>"""

    bodies = column(posts_of(html_page(rows(post))), "body_text")
    assert (bodies == WORDS) is (tag == "h3")


def test_how_often_a_member_was_praised_is_no_body():
    praise = ["· TA获得超过1037个赞", "· 超过21用户采纳过TA的回答"]

    def post(n):
        return f"""<div class="answer"><a href="/user/{NAMES[n]}">{NAMES[n]}</a><div class="wrap">
        <span class="t">{TIMES[n]}</span><span> {praise[n]}</span></div>
        <div class="words-{"ab"[n]}">{WORDS[n][:16]}</div></div>"""

    posts = posts_of(html_page(rows(post, 2)))
    assert posts[0].body_text == WORDS[0][:16]
    assert not any("TA" in post.body_text for post in posts)


def test_counts_that_run_together_are_no_words():
    stats = "<span>3 votes</span><span>2 answers</span>"
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="row"><div class="stats">{stats.replace("3", str(n))}</div><div
            class="title"><a href="/{n}/q{n}">Question no. {n} about kettles</a></div><div
            class="foot">asked <span class="when">{TIMES[n]}</span> by <a class="who"
            href="/user/{NAMES[n]}">{NAMES[n]}</a></div></div>"""
            )
        )
    )
    assert group_of(page).body_path is None


def test_code_and_pictures_stand_among_such_paragraphs():
    parts = ("", "<pre>boil()</pre>", '<div><img src="lid.jpg" width="640"></div><div>See?</div>')

    def post(n):
        head = f'<legend><a href="/user/{n}">{NAMES[n]}</a>, {TIMES[n]}</legend>'
        signed = "<div><hr>Of the town of Lathe</div>" if n % 2 else ""
        return f"<fieldset>{head}<div>{WORDS[n]}</div>{parts[n % 3]}{signed}</fieldset>"

    posts = posts_of(html_page(rows(post)))
    added = ("", "\nboil()", "\nSee?", "")
    assert column(posts, "body_text") == [f"{WORDS[n]}{added[n]}" for n in range(4)]
    assert posts[2].images


@pytest.mark.parametrize(
    "folded",
    [
        '<div class="sp"><button>Show</button><div>It was the lid.</div></div>',
        "<details><summary>Show</summary>It was the lid.</details>",
    ],
)
def test_words_behind_a_button_stand_among_such_paragraphs(folded):
    parts = ("", folded, "<div>See?</div>", "")

    def post(n):
        head = f'<legend><a href="/user/{n}">{NAMES[n]}</a>, {TIMES[n]}</legend>'
        tools = '<div class="tools"><button>Quote</button></div>'
        return f"<fieldset>{head}<div>{WORDS[n]}</div>{parts[n]}{tools}</fieldset>"

    posts = posts_of(html_page(rows(post)))
    assert [post.body_text.split("\n")[0] for post in posts] == WORDS
    assert "It was the lid." in posts[1].body_text
    assert not any("Quote" in post.body_text for post in posts)


def test_words_behind_a_button_stand_among_paragraphs_without_a_box():
    def post(n):
        head = f"<h4><b>{NAMES[n]}</b> <small>{TIMES[n]}</small></h4>"
        folded = "<div><button>Show</button><div>It was the lid.</div></div>" if n == 1 else ""
        tools = "<div><button>Quote</button> and 3 like it</div>"
        return f"<div><div>{head}<p>{WORDS[n]}</p>{folded}{tools}</div></div>"

    posts = posts_of(html_page(rows(post)))
    assert [post.body_text.split("\n")[0] for post in posts] == WORDS
    assert "It was the lid." in posts[1].body_text
    assert not any("Quote" in post.body_text for post in posts)


def test_paragraphs_in_boxes_of_a_cell_are_one_body():
    def post(n):
        more = "".join(f"<div>Line {k} of it.</div>" for k in range(3 if n == 1 else 0))
        return (
            f"<tr><td>{n}</td><td>{NAMES[n]}<br>{TIMES[n]}</td><td><div>{WORDS[n]}</div>{more}</td>"
        )

    posts = posts_of(html_page(f"<table>{rows(post)}</table>"))
    lines = "\n\nLine 0 of it.\n\nLine 1 of it.\n\nLine 2 of it."
    assert column(posts, "body_text") == [WORDS[0], WORDS[1] + lines, *WORDS[2:]]


@pytest.mark.parametrize("begin", ["<hr>", "-- <br>"])
def test_a_box_below_a_rule_is_a_signature(begin):
    def post(n, signed=f'<div class="x7">{begin}Of the town of Lathe</div>'):
        return (
            f'<div class="p3"><b><a href="/user/{n}">{NAMES[n]}</a></b><br>'
            f"<span>{TIMES[n]}</span><br><br>{WORDS[n]}{signed if n % 2 else ''}</div>"
        )

    assert column(posts_of(html_page(rows(post))), "body_text") == WORDS
    page = html_page(rows(lambda n: post(n, f"<div>{begin}What<br>it was</div> was told.")))
    assert posts_of(page)[1].body_text.endswith("was told.")


def test_a_signature_ends_the_words_above_links_too():
    links = '<br><div class="x9"><a href="/reply">返信</a> | <a href="/report">通報</a></div>'
    signed = f'<div class="x7">-- <br>Of the town of Lathe</div>{links}'
    posts = posts_of(html_page(rows(lambda n: div_post(n, words=f"<p>{WORDS[n]}</p>{signed}"))))
    assert column(posts, "body_text") == WORDS


MAIL = (
    '<div class="m3"><b>From:</b> <a href="/user/{0}">{1}</a><br>'
    "<b>Date:</b> <span>{2}</span><br><br>{3}</div>"
)


def test_loose_words_are_more_than_the_signature_below_them():
    signed = '<div><img src="lid.jpg"></div><div class="x7"><hr>Of the long town of Lathe</div>'
    edited = f"<div class='x8'><i>Last edited by {NAMES[1]}, {TIMES[2]}</i></div>"
    for below in (signed, edited + signed):
        letter = MAIL.format(1, NAMES[1], TIMES[1], "It boils." + below)
        assert column(posts_of(html_page(f"<h1>Lids</h1>{letter}")), "body_text") == ["It boils."]


@pytest.mark.parametrize(
    "quote",
    [
        '<table class="quoted"><tr><td><i>{name} wrote:</i><br>{words}</td></tr></table>',
        '<div class="quote"><b>{name} wrote:</b><br>{words}</div>',
    ],
)
def test_loose_words_below_quotations_are_those_of_posts(quote):
    def post(n):
        quoted = quote.format(name=NAMES[n - 1], words=WORDS[n - 1]) if n else ""
        return f"""<fieldset class="post" id="p7{n}"><legend><span class="user">{NAMES[n]}</span>
            <small>{TIMES[n]}</small></legend>{quoted} {WORDS[n]}</fieldset>"""

    bodies = column(posts_of(html_page(rows(post, 3))), "body_text")
    assert [body.endswith(words) for body, words in zip(bodies, WORDS, strict=False)] == [True] * 3


def test_a_quotation_ahead_of_the_words_is_not_the_body():
    def post(n):
        quoted = (
            f'<table border="1"><tr><td><i>{NAMES[0]} wrote:</i><br>{WORDS[0]}</td></tr></table>'
        )
        words = f"{quoted}<div>{WORDS[1]}</div>" if n else f"<div>{WORDS[0]}</div>"
        return f"""<div id="p{n + 7}"><div><b>{NAMES[n]}</b>:</div> <i>{TIMES[n]}</i></div>
            <div><div><div>{words}</div></div></div>"""

    opening, answer = posts_of(html_page(f"<h1>Lids</h1>{rows(post, 2)}"))
    assert opening.body_text == WORDS[0]
    assert answer.body_text.endswith(WORDS[1])


def test_a_comment_in_the_source_can_stand_before_a_signature_or_in_it():
    signed = '<!-- signed --><div class="x7"><hr>Of the long town of Lathe</div>'
    letter = MAIL.format(1, NAMES[1], TIMES[1], "It boils." + signed)
    assert column(posts_of(html_page(f"<h1>Lids</h1>{letter}")), "body_text") == ["It boils."]
    signed = '<div class="x7"><!-- signed --><i>Lathe</i></div>'
    posts = posts_of(html_page(rows(lambda n: div_post(n, words=f"<p>{WORDS[n]}</p>{signed}"))))
    assert len(posts) == 4


def test_loose_words_are_more_than_what_is_quoted_before_them():
    def post(n):
        said = f"<em>&gt; {WORDS[n]}</em><br>Me too, {NAMES[n]}."
        return MAIL.format(n, NAMES[n], TIMES[n], said)

    said = [f"> {WORDS[n]}\nMe too, {NAMES[n]}." for n in range(4)]
    assert column(posts_of(html_page(rows(post))), "body_text") == said


def test_a_named_box_of_one_paragraph_is_the_body_where_other_pages_have_more():
    def thread(count, more=""):
        said = "<tr><td>{0}</td><td>{1}<div class='text'><div>{2}</div>{3}</div></td></tr>"
        link = '<a href="/user/{0}">{1}</a>'
        rows = (
            said.format(link.format(n, NAMES[n]), TIMES[n], WORDS[n], more) for n in range(count)
        )
        return html_page(f"<table>{''.join(rows)}</table>")

    book = LayoutBook()
    book.learn(group_of(thread(4)).layouts[0])
    (post,) = posts_of(thread(1, "<div>It boils.</div>"), book)
    assert post.body_text == f"{WORDS[0]}\n\nIt boils."


@pytest.mark.parametrize(
    ("before", "behind"),
    [("", ""), (f"<i>&gt; {WORDS[0]}</i><br>", ""), ("", "<div>It boils.</div>")],
)
def test_posts_of_one_bare_paragraph_leave_room_for_those_of_more(before, behind):
    def post(n, *words):
        said = "".join(f"<div>{one}</div>" for one in words)
        said = f"{before}{said}{behind}" if n == 1 else said
        return f"<dt><b>{NAMES[n]}</b> {TIMES[n]}</dt><dd>{said}</dd>"

    book = LayoutBook()
    book.learn_from(group_of(html_page(f"<dl>{rows(lambda n: post(n, WORDS[n]))}</dl>")).layouts)
    (alone,) = posts_of(html_page(f"<dl>{post(0, *WORDS[:2])}</dl>"), book)
    assert alone.body_text == "\n\n".join(WORDS[:2])


def _in_bare_boxes(n, *words):
    said = "".join(f"<div>{one}</div>" for one in words)
    head = f'<h4><a href="/user/{n}">{NAMES[n]}</a> <small>{TIMES[n]}</small></h4>'
    return f'<div class="media" id="p{n}"><div class="right">{head}{said}</div></div>'


def test_bare_boxes_below_the_head_of_a_post_that_stands_alone_are_its_paragraphs():
    page = html_page(f"<h1>A small thread</h1>{_in_bare_boxes(0, 'See here.', WORDS[1], 'Bye.')}")
    (post,) = posts_of(page)
    assert post.body_text == f"See here.\n{WORDS[1]}\nBye."


def test_as_many_bare_boxes_in_each_post_are_paragraphs_if_they_are_sentences():
    page = html_page(_in_bare_boxes(0, WORDS[0], "It hums.") + _in_bare_boxes(1, WORDS[1], "So?"))
    assert column(posts_of(page), "body_text") == [f"{WORDS[0]}\nIt hums.", f"{WORDS[1]}\nSo?"]


def test_one_bare_box_below_some_bodies_is_a_signature():
    below = ["Of the town of Lathe", "", "Since 2003", ""]
    page = html_page(rows(lambda n: _in_bare_boxes(n, WORDS[n], *filter(None, [below[n]]))))
    assert column(posts_of(page), "body_text") == WORDS


def test_bare_boxes_that_say_what_another_does_are_signatures_below_paragraphs_too():
    more = [["It hums.", "So I wait.", "Lids up!"], ["Lids up!"], [], ["Lids up!"]]
    page = html_page(rows(lambda n: _in_bare_boxes(n, WORDS[n], *more[n])))
    assert column(posts_of(page), "body_text") == [f"{WORDS[0]}\nIt hums.\nSo I wait.", *WORDS[1:]]


def test_code_in_a_bare_box_is_told_whatever_it_ends_with():
    code = "<p>Code:</p><pre>count(part)</pre>"
    page = html_page(_in_bare_boxes(0, WORDS[0], code) + _in_bare_boxes(1, WORDS[1], "It hums."))
    said = column(posts_of(page), "body_text")
    assert said[0].endswith("count(part)")
    assert said[1] == f"{WORDS[1]}\nIt hums."


@pytest.mark.parametrize("beside", ["Oban", "Was this of use?"])
def test_bare_boxes_that_hold_no_sentences_of_their_own_are_no_words(beside):
    page = html_page(rows(lambda n: _in_bare_boxes(n, WORDS[n], beside)))
    assert column(posts_of(page), "body_text") == WORDS


def test_the_notice_of_a_hidden_post_leaves_the_others_their_bodies():
    def post(n):
        words = f'<div class="all"><table><tr><td class="text">{WORDS[n]}</td></tr></table></div>'
        notice = '<div class="locked">提示: 作者被禁止或删除 内容自动屏蔽</div>'
        said = '<div class="said"><a href="/user/eva">eva</a> I think so, too</div>'
        return f"""<table class="post"><tr><td class="who"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
          </td><td><div class="info">{TIMES[n]}</div><div class="box">
          {notice if n == 1 else words}{said if n == 2 else ""}</div></td></tr></table>"""

    posts = posts_of(html_page(f'<div id="posts">{rows(post)}</div>'))
    assert column(posts, "body_text") == [WORDS[0], WORDS[2], WORDS[3]]


@pytest.mark.parametrize("initial", [True, False])
def test_the_card_of_a_member_in_the_box_of_his_words_is_none_of_them(initial):
    def item(n):
        letter = f'<div class="icon">{NAMES[n][0].upper()}</div>' if initial else ""
        return f"""<li><div class="body"><div class="col"><div class="profile"><a href="/user/{n}">
            {letter}</a> <small><a href="/user/{n}">{NAMES[n]}</a></small></div>
            <div class="side"><div class="said"><p>{WORDS[n]}</p></div></div></div></div>
            <div class="foot"><strong><a href="/user/{n}" itemprop="author">{NAMES[n]}</a></strong>
            | <span>{TIMES[n]}</span></div></li>"""

    posts = posts_of(html_page(f"<ul>{rows(item)}</ul>"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize(
    ("cell", "more"),
    [
        ("Lids of steel", "\nLids of steel"),
        ('<a href="/lids">Lids</a>', ""),
        ("2024-03-09 10:00", ""),
    ],
)
def test_a_table_of_words_behind_bare_paragraphs_is_one_of_them(cell, more):
    def post(n):
        table = f"<table><tr><td>{cell}</td></tr></table>" if n == 2 else ""
        return f"""<div class="post"><h4><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
        <small>{TIMES[n]}</small></h4><div>{WORDS[n]}</div>{table}
        <div class="actions"><a href="/reply/{n}">Reply</a></div></div>"""

    said = column(posts_of(html_page(rows(post))), "body_text")
    assert said == [*WORDS[:2], WORDS[2] + more, WORDS[3]]


def test_a_day_that_is_shown_twice_is_the_head_of_a_post_both_times():
    def post(n):
        day = TIMES[n][:10]
        name = f'<a href="/user/{n}">{NAMES[n]}</a>'
        return f"""<div class="k7"><div class="a1"><div class="a2">{name} <i class="a3">{day}</i>
        </div></div><div class="b1"><div class="b2"><span class="b3">{day}</span></div>
        <div class="b4"><p>{WORDS[n]}</p></div></div></div>"""

    assert column(posts_of(html_page(rows(post))), "body_text") == WORDS


def test_signatures_longer_than_the_words_in_cells_above_them():
    def post(n):
        code = f"<pre>lid = {n}</pre>" if n % 2 else ""
        signed = '<div class="signature">________<br>Of the long old town of Lathe by the sea</div>'
        return f"""<table class="p" id="p{n}"><tr><td><b class="username">{NAMES[n]}</b></td>
        <td>{TIMES[n]}</td></tr><tr><td>Member</td>
        <td>Lids no. {n}, yes.<div>{code}</div>{signed}</td></tr></table>"""

    said = column(posts_of(html_page(rows(post))), "body_text")
    assert [text.split("\n")[0] for text in said] == [f"Lids no. {n}, yes." for n in range(4)]


def _loose_post(n, below, words):
    return (
        f'<fieldset id="p{n + 30}"><legend><b>{NAMES[n]}</b> – <span>{TIMES[n]}</span></legend>'
        f"{words}{below}</fieldset>"
    )


def test_who_likes_loose_words_can_stand_between_them_and_the_signature():
    signed = "<div><hr>Of the long and old town of Lathe by the river {}</div>"
    likes = '<div><a href="/user/7">dora</a>, <a href="/user/8">emil</a> like this.</div>'
    below = [likes + signed.format(n) for n in range(4)]
    posts = posts_of(html_page(rows(lambda n: _loose_post(n, below[n], f"Lid {n} is lost."))))
    assert column(posts, "body_text") == [f"Lid {n} is lost." for n in range(4)]


def test_a_table_among_loose_words_is_not_all_of_them():
    row = "<tr><td>Kettles of Lathe {}</td><td>{}</td></tr>"
    tables = [f"<table>{row.format(n, n + 70)}{row.format(n + 5, 9)}</table>" for n in range(4)]
    words = [f"The lid no. {n} is lost since the day before." for n in range(4)]
    posts = posts_of(html_page(rows(lambda n: _loose_post(n, tables[n], words[n]))))
    said = [text.split("\n")[0] for text in column(posts, "body_text")]
    assert said == words
    assert posts[3].body_text.split()[-5:] == ["Kettles", "of", "Lathe", "8", "9"]


def test_a_single_post_can_begin_with_a_rule_as_signatures_do():
    said = "<hr><p><b>About the world of kettles</b></p><hr><p>Two islands, where few live.</p>"
    post = (
        "<div><a href='/u/anna/7'>anna</a></div>"
        f"<div style='margin:8px'>{said}</div><div>3/13/2014</div>"
    )
    page = html_page(f"<h1>The world</h1><div><div class='post'>{post}</div></div>")
    (found,) = records_of(page, "thread")
    assert found.author == "anna"
    assert found.body_text == "About the world of kettles\n\nTwo islands, where few live."


@pytest.mark.parametrize(
    "head", ["코드: <a href='#'>모두 선택</a>", "程式碼: <a href='#'>全選</a>"]
)
def test_heads_of_code_are_none_of_the_words_in_further_tongues(head):
    def post(n):
        return div_post(n, words=f"<p>{WORDS[n]}</p><div><p>{head}</p><pre>boil {n}</pre></div>")

    posts = posts_of(html_page(rows(post)))
    assert column(posts, "body_text") == [f"{words}\n\nboil {n}" for n, words in enumerate(WORDS)]
