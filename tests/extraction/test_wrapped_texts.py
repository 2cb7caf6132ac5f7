"""Texts in elements that say nothing, and boxes that are written as tables of one cell."""

from __future__ import annotations

import pytest
from extraction_kit import (
    ISO,
    NAMES,
    TIMES,
    WORDS,
    column,
    div_post,
    html_page,
    page_of,
    posts_of,
    rows,
    tree_of,
)
from lxml import html as lxml_html

from fpcrawl.extraction.articles.surroundings import surroundings
from fpcrawl.extraction.bodies.body import body_text
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.text import loose_ahead
from fpcrawl.walk.reading import read_structure

WRAPS = ["<span>", "<font>", "<bdi>", '<span class="css-1x2y3z">']
LABELS = ["Name", "Kettle", "Lid", "Vinegar", "Noise"]


def wrapped(text, wrap):
    """Put a text into an element that begins as given."""
    return f"{wrap}{text}</{wrap[1:].partition(' ')[0].rstrip('>')}>"


@pytest.mark.parametrize("wrap", WRAPS)
def test_words_between_heads_can_be_one_phrase_a_line(wrap):
    def post(n):
        head = f'<p class="head"><strong>{NAMES[n]}</strong> wrote on {TIMES[n]}</p>'
        more = f"<br>{wrapped('and more of it', wrap)}<br>" if n != 2 else ""
        return f"{head}<h3>Title {n}</h3>{wrapped(WORDS[n], wrap)}{more}"

    posts = posts_of(html_page(f"<div>{rows(post)}</div>"))
    assert column(posts, "author") == NAMES
    behind = ["\nand more of it" if n != 2 else "" for n in range(4)]
    assert column(posts, "body_text") == [a + b for a, b in zip(WORDS, behind, strict=True)]


@pytest.mark.parametrize("wrap", WRAPS[:3])
@pytest.mark.parametrize("sign", [", ", " "])
def test_a_clock_follows_a_day_at_the_end_of_a_phrase(wrap, sign):
    def post(n):
        day, clock = TIMES[n].split()
        line = wrapped(f"#{n + 1} written: {day}{sign}", wrap) + f'<b class="clock">{clock}</b>'
        return f"<li><cite>{NAMES[n]}</cite><p>{line}</p><div>{WORDS[n]}</div></li>"

    posts = posts_of(html_page(f"<ol>{rows(post)}</ol>"))
    assert column(posts, "published") == ISO
    assert column(posts, "published_raw") == [sign.join(time.split()) for time in TIMES]


@pytest.mark.parametrize(
    "line",
    [
        '<span class="day">{}</span><b class="length">{}</b>',
        "<span>{} and before</span><b>{}</b>",
        "<span>{}</span> for <b>{}</b>",
    ],
    ids=["named", "words behind", "words between"],
)
def test_a_clock_behind_other_elements_than_phrases_that_end_with_a_day_is_none_of_its(line):
    tree = tree_of(f"<p>{line.format('2024-03-04', '10:00')}</p>")
    assert [time.raw for time in tree.times] == ["2024-03-04"]


@pytest.mark.parametrize("wrap", WRAPS)
def test_paragraphs_can_hold_their_words_in_phrases(wrap):
    text = wrapped(" ".join(WORDS), wrap)
    page = page_of(html_page("<h1>On kettles</h1>" + f"<div><p>{text}</p></div>" * 3))
    assert read_structure(page, LayoutBook()).prose_outside == 3 * len(" ".join(WORDS))


@pytest.mark.parametrize("wrap", WRAPS[:3])
def test_words_below_the_time_in_a_box_of_both_can_be_one_phrase_a_line(wrap):
    def post(n):
        beside = wrapped(" via mobile", wrap) if n == 3 else ""
        return f"""<div class="item"><b>{NAMES[n]}</b>{wrapped(" says:", wrap)}<br>
        <i class="small"><time>{TIMES[n]}</time>{beside}</i><div class="clear"></div><br>
        {wrapped(WORDS[n], wrap)}<br>{wrapped("More.", wrap)}<br></div>"""

    posts = posts_of(html_page(rows(post)))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == [f"{words}\nMore." for words in WORDS]


@pytest.mark.parametrize("wrap", WRAPS)
def test_phrases_in_paragraphs_are_pieces_of_words_beside_name_and_time(wrap):
    def post(n):
        lines = [f"<p><b>{label}:</b>{wrapped(f' {WORDS[n]}', wrap)}</p>" for label in LABELS]
        return f"""<tr><td><a href="/u/{n}/{NAMES[n]}">{NAMES[n]}</a> <p><b>Of mine</b></p><hr>
        {"".join(lines)}<hr><small>#{n + 1} <i class="when">{TIMES[n]}</i></small></td></tr>"""

    posts = posts_of(html_page(f"<table class='posts'>{rows(post)}</table>"))
    assert column(posts, "author") == NAMES
    for post, words in zip(posts, WORDS, strict=True):
        said = [f"{label}: {words}" for label in LABELS]
        assert [line for line in post.body_text.split("\n") if line] == ["Of mine", *said]


@pytest.mark.parametrize("wrap", WRAPS)
def test_phrases_put_nothing_between_a_heading_and_a_byline(wrap):
    def distance(make):
        line = "".join(map(make, ["Read: ", "12", " | ", "Published by: "]))
        tree = tree_of(f'<h1>On kettles</h1><p>{line}<a href="/u/4">ann</a></p>')
        around = surroundings(tree, tree.tags.index("h1"), -1, (), ())
        return around.distance(tree.tags.index("a"))

    assert distance(lambda text: wrapped(text, wrap)) == distance(str)


@pytest.mark.parametrize("arrow", ["", ' <a href="#4">↑</a>'])
@pytest.mark.parametrize("wrap", WRAPS)
def test_a_box_that_says_whom_the_next_one_quotes_is_read_as_if_its_text_stood_loose(wrap, arrow):
    def read(head):
        source = f"<section><div>{head}{arrow}</div><div>Mine too.</div></section>Yes."
        return body_text([lxml_html.fromstring(f"<div>{source}</div>")])

    assert read(wrapped("bert wrote:", wrap)) == read("bert wrote:")


@pytest.mark.parametrize(
    ("table", "path"),
    [
        ("<table><tr><td><p>Words</p></td></tr></table>", "div/p"),
        ("<table><tbody><tr><td><p>Words</p></td></tr></tbody></table>", "div/p"),
        ("<table><tr><td class='words'><p>Words</p></td></tr></table>", "table/tr/td.words/p"),
        ("<table class='x'><tr><td class='x'><p>Words</p></td></tr></table>", "div.x/p"),
        ("<table class='x'><tr><td><p>Words</p></td></tr></table>", "table.x/tr/td/p"),
        ("<table><tr><td><p>Words</p></td><td></td></tr></table>", "table/tr/td/p"),
        ("<table><caption>A</caption><tr><td><p>Words</p></td></tr></table>", "table/tr/td/p"),
        ("<table><tr><th><p>Words</p></th></tr></table>", "table/tr/th/p"),
        ("<table><tr><td><p>Words</p></td></tr><tr><td>More</td></tr></table>", "table/tr/td/p"),
    ],
)
def test_a_table_of_one_cell_is_a_box(table, path):
    tree = tree_of(table)
    words = tree.tags.index("p")
    assert tree.path(words, top=tree.tags.index("body")) == path


def boxed(words):
    """Put words into a table of one cell."""
    return f"<table><tbody><tr><td>{words}</td></tr></tbody></table>"


def test_posts_stand_in_tables_of_one_cell_as_in_boxes():
    def post(n):
        head = f'<div class="head"><b>{NAMES[n]}</b><br><span>{TIMES[n]}</span></div>'
        words = f'<div class="words">{boxed(WORDS[n])}</div>'
        return f'<div class="post">{boxed(boxed(head) + words)}</div>'

    posts = posts_of(html_page(f"<div>{boxed(rows(post))}</div>"))
    assert column(posts, "author") == NAMES
    assert column(posts, "published") == ISO
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize(
    ("given", "names"),
    [("post_{}", NAMES), ("post", [*NAMES[:2], "shop", *NAMES[2:]])],
    ids=["numbered", "a name of all"],
)
def test_a_copied_post_can_lack_a_box_around_its_empty_words(given, names):
    posts = [
        div_post(
            n,
            words="",
            attributes=f'id="{given.format(n)}"',
            extra=f'<div class="box"><div class="said">{WORDS[n]}</div></div>',
        )
        for n in range(4)
    ]
    empty = '<div class="said"></div>'
    advert = div_post(1, words="", name="shop", attributes=f'id="{given.format(1)}"', extra=empty)
    found = posts_of(html_page("".join([*posts[:2], advert, *posts[2:]])))
    assert column(found, "author") == names


@pytest.mark.parametrize(("wrap", "label"), [*((wrap, "by") for wrap in WRAPS[:3]), (WRAPS[3], "")])
def test_a_phrase_before_a_name_is_its_label_unless_it_has_a_name_of_its_own(wrap, label):
    line = lxml_html.fromstring(f"<p>{wrapped('by', wrap)} <a href='/u/4'>ann</a></p>")
    assert loose_ahead(line.find("a")) == label


@pytest.mark.parametrize(
    ("day", "clock"),
    [("Today at", "10:05 PM"), ("Yesterday at", "8:12 AM"), ("Сегодня в", "22:05")],
)
def test_a_word_for_a_day_leads_to_its_time_of_day_in_another_element(day, clock):
    tree = tree_of(f'<p><i class="day">{day}</i> <i class="clock">{clock}</i></p>')
    assert [time.raw for time in tree.times] == [f"{day} {clock}"]
