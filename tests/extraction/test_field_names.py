"""Names behind labels in the heads of posts, and heads that are paragraphs beside the words."""

from __future__ import annotations

import pytest
from extraction_kit import NAMES, TIMES, WORDS, column, html_page, posts_of, rows

from fpcrawl.extraction.bodies.bodies import _first_row

LINES = (
    "<div id='p{n}'>{label} {name}<br><b>Subject:</b> Lids<br><b>Date:</b> {time}<br><br>{words}"
)


def read(post, count=4):
    posts = posts_of(html_page(f"<h1>Lids</h1>{rows(post, count)}"))
    return column(posts, "author"), column(posts, "body_text")


@pytest.mark.parametrize(
    "label",
    [
        "<b>From:</b>",
        "<b>Author</b>",
        "<b>Von</b>:",
        "<strong>Name:</strong>",
        "<b>De :</b>",
        "<b>作者</b>",
        "<b>Автор:</b>",
        "Author:",
        "名前：",
    ],
)
@pytest.mark.parametrize(
    "name",
    [
        "{}",
        "<b>{}</b>",
        "<b>{}</b>:",
        "<i>{}</i>",
        "{0} &lt;{0}@bbs.example&gt;",
        "<!----> {}<!---->",
    ],
)
@pytest.mark.parametrize("words", ["{}", "<p>{}</p>"])
@pytest.mark.parametrize("count", [2, 4])
def test_a_label_in_a_line_of_its_own_tells_who_wrote_a_post(label, name, words, count):
    def post(n):
        fields = {"name": name.format(NAMES[n]), "time": TIMES[n], "words": words.format(WORDS[n])}
        return f"{LINES.format(n=40 + n, label=label, **fields)}</div><hr>"

    assert read(post, count) == (NAMES[:count], WORDS[:count])


@pytest.mark.parametrize("before", ["", "Written on Monday. "])
def test_a_line_with_a_label_can_begin_with_what_dresses_it(before):
    def post(n):
        head = f"{before}<small>Author: {NAMES[n]}<br>Date: <i>{TIMES[n]}</i></small>"
        return f'<div id="p{n}"><div>{head}</div><div class="said">{WORDS[n]}</div></div>'

    assert read(post) == (NAMES, WORDS)


@pytest.mark.parametrize(
    "head",
    [
        "<div>From: {name}<br>Date: {time}<br>Subject: Lids</div>",
        "<ul><li><b>From</b>: {name}</li><li><b>Date</b>: {time}</li></ul>",
        "<div><div><b>From:</b> {name}</div><div><b>Date:</b> {time}</div></div>",
        "<dl><dt>From</dt><dd>{name}</dd><dt>Date</dt><dd>{time}</dd></dl>",
        "<p><b>Author:</b> {name} <b>Date:</b> {time}</p>",
        "<p><b>Posted by:</b> {name} on {time}</p>",
        "<p>Posted by: {name} | {time}</p>",
        "<p><b>Posted by</b> {name} at {time}</p>",
        "<p><b>Von:</b> {name} am {time}</p>",
        "<p><b>Date:</b> {time}<br><b>From:</b> {name}</p>",
    ],
)
@pytest.mark.parametrize("count", [1, 2, 4])
def test_a_label_can_stand_in_a_cell_or_in_one_line_with_another(head, count):
    def post(n):
        fields = head.format(name=NAMES[n], time=TIMES[n])
        return f'<div class="m">{fields}<div class="said">{WORDS[n]}</div></div>'

    assert read(post, count) == (NAMES[:count], WORDS[:count])


@pytest.mark.parametrize(
    "beside", ["<span>began this</span>", "<i>Pilot</i> <span>in reply to <a>dora</a></span>"]
)
@pytest.mark.parametrize("name", ["{}", "<b>{}</b>:"])
def test_badges_can_stand_behind_a_name_in_its_line(beside, name):
    def post(n):
        fields = {"name": f"{name.format(NAMES[n])} {beside}", "time": TIMES[n]}
        return f"{LINES.format(n=n, label='<b>Author</b>', words=WORDS[n], **fields)}</div><hr>"

    assert read(post)[0] == NAMES


@pytest.mark.parametrize(
    "line",
    [
        "<b>From:</b> Lund",
        "<b>Posts:</b> {name}",
        "<b>By</b> {name} and many others who have not been asked",
        "It came <b>from</b> {name}",
    ],
)
def test_what_is_no_line_of_a_label_and_a_name_tells_nobody(line):
    def post(n):
        fields = f"{line.format(name=NAMES[n])}<br><b>Date:</b> {TIMES[n]}"
        top = f'<div class="top">{fields}</div>'
        return f'<div class="m">{top}<div class="said">{WORDS[n]}</div></div>'

    assert read(post)[0] == [None] * 4


@pytest.mark.parametrize(
    "head",
    [
        "<p>By <a href='/user/{name}'>{name}</a> {time}</p>",
        "<p><b>{name}</b> <small>{time}</small></p>",
        "<p>{name} <small>{time}</small></p>",
        "<p><b>From:</b> {name}<br><b>Date:</b> {time}</p>",
    ],
)
@pytest.mark.parametrize("more", ["", "<p>So do I.</p>", "<p>So do I.</p><ul><li>A lid</li></ul>"])
@pytest.mark.parametrize("count", [2, 4])
def test_a_paragraph_can_head_the_paragraphs_of_the_words(head, more, count):
    def post(n):
        fields = head.format(name=NAMES[n], time=TIMES[n])
        return f'<div class="m">{fields}<p>{WORDS[n]}</p>{more}</div>'

    authors, bodies = read(post, count)
    assert authors == NAMES[:count]
    said = ["".join(body.split()) for body in bodies]
    rest = "".join(filter(None, ["SodoI." * bool(more), "Alid" * ("li" in more)]))
    assert said == ["".join(words.split()) + rest for words in WORDS[:count]]


def test_a_picture_ends_no_words_that_stand_bare_below_their_head():
    picture = '<div><img src="/files/lid.jpg" alt=""></div>'
    table = "<table><tr><td>Lid</td><td>7</td></tr><tr><td>Pot</td><td>3</td></tr></table>"

    def post(n):
        head = f"<b>Author:</b> {NAMES[n]}<br><b>Date:</b> <small>{TIMES[n]}</small><br><br>"
        more = f"{picture}{table}" if n == 1 else ""
        return f'<div id="p{40 + n}">{head}<p>{WORDS[n]}</p>{more}</div><hr>'

    bodies = read(post)[1]
    assert "".join(bodies[1].split()) == "".join(WORDS[1].split()) + "Lid7Pot3"
    assert bodies[::2] == WORDS[::2]


def test_what_is_attached_to_posts_wrote_none_of_them():
    def post(n):
        file = f'<div class="x">Bijlage: <a href="/get?f={n}">plan{n * 7}.pdf</a> (4{n} KB)</div>'
        return f"""<div id="p{40 + n}" class="m"><div class="who"><span class="e">{NAMES[n]}</span>
        </div><div class="at">{TIMES[n]}</div><div class="said"><p>{WORDS[n]}</p>{file}</div>
        </div>"""

    assert read(post, 2)[0] == NAMES[:2]


@pytest.mark.parametrize("advert", ["", "<div>Ad: <a href='http://ads.invalid/7'>Bolts</a></div>"])
@pytest.mark.parametrize("link", ["{}", "<a href='/user/{0}'>{0}</a>"])
def test_the_rows_of_a_post_that_an_advert_parts_from_the_others_are_all_read(advert, link):
    def post(n):
        return f"""<tr id="p{40 + n}"><th>Author</th><td>{link.format(NAMES[n])}</td></tr>
        <tr><th>Date</th><td><span>{TIMES[n]}</span></td></tr>
        <tr><td colspan="2"><p>{WORDS[n]}</p></td></tr>"""

    first, last = "".join(map(post, (0, 1, 2))), post(3)
    parted = f"{first}</table>{advert}<table>{last}" if advert else first + last
    posts = posts_of(html_page(f"<h1>Lids</h1><table>{parted}</table>"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_buttons_and_a_signature_in_the_boxes_of_two_posts_are_not_what_they_say():
    buttons = '<div><a href="/reply?p=4">Antworten</a> | <a href="/report?p=4">Melden</a></div>'
    signed = "<div>-- <br>Slow cooking in the old kitchen since the year 1990</div>"

    def post(n):
        head = f"<a href='/user/{NAMES[n]}'>{NAMES[n]}</a> <small>{TIMES[n]}</small>"
        foot = f"{signed if n else ''}{buttons}"
        said = f"<div><h4>{head}</h4>{WORDS[n][:34]}{foot}</div>"
        return f"<div id='p{40 + n}'><div><img></div>{said}</div>"

    assert read(post, 2) == (NAMES[:2], [words[:34].strip() for words in WORDS[:2]])


@pytest.mark.parametrize("path", ["p.~2/span", "li.~3/a.x", "div/p.~2/em", "div/span.~2", "div/p"])
def test_what_no_counted_paragraph_ends_with_is_no_row(path):
    assert _first_row({path: 1.0, "div/p.~3": 2.0}, path) == path
