"""Links that say more than a title, and several links to one thread."""

from __future__ import annotations

import pytest
from extraction_kit import column, records_of
from row_kit import INDEX, rows_in

from fpcrawl.extraction.templates.labels_rows import label_rows

TITLES = ["Kettle boils over", "Which pot for rice", "Lid lost", "Pan hums", "Spoon bent"]
BRIEFS = ["It does so whenever the lid is closed", "We are four at table and like it dry",
          "It was on the kettle when we left home", "Only on the left plate, and at night",
          "The silver one of my aunt, of all spoons"]  # fmt: skip


def cards(shown):
    return "<div>{}</div>".format(
        "".join(
            f"""<a class="row" href="/t/{n + 500}"><div class="top"><span>{n + 500}</span><span
            class="col title"><i>Talk</i>{shown.format(TITLES[n])}<b>[{n + 3}]</b></span></div>
            <div class="below"><span class="author">u{n}</span> <span>2024-03-0{n + 1} 10:00</span>
            </div></a>"""
            for n in range(5)
        )
    )


def titles(rows):
    return [row.link.text for row in rows]


@pytest.mark.parametrize("shown", ['<span class="title">{}</span>', "<h3>{}</h3>"])
def test_a_row_that_is_a_link_is_headed_by_its_title(shown):
    tree, rows = rows_in(cards(shown))
    assert titles(rows) == TITLES
    assert column(rows, "author") == [f"u{n}" for n in range(5)]
    assert column(rows, "replies") == [3, 4, 5, 6, 7]
    assert [row.last_post.raw for row in rows] == [f"2024-03-0{n + 1} 10:00" for n in range(5)]
    assert [row.link.url for row in rows] == [f"http://f.example/t/{n + 500}" for n in range(5)]
    (mark,) = label_rows(tree, rows)[0].fields["url"]
    assert mark.value == "/t/500"


def test_a_link_that_says_nothing_but_a_title_is_that():
    _, rows = rows_in(
        "".join(
            f'<p><a href="/t/{n + 500}"><b class="title">{TITLES[n]}</b></a> {n + 3} replies</p>'
            for n in range(5)
        )
    )
    assert titles(rows) == TITLES
    assert {row.link.element.tag for row in rows} == {"a"}


def test_one_link_with_a_heading_is_no_sign_for_the_others():
    links = [TITLES[0], *(f"{title} of {title}" for title in TITLES[1:])]
    links[0] = f"Note: <h4>{TITLES[0]}</h4>"
    _, rows = rows_in(
        "".join(f'<li><a href="/t/{n + 500}">{links[n]}</a> {n + 3} replies</li>' for n in range(5))
    )
    assert titles(rows)[0] == f"Note: {TITLES[0]}"


def listed(ahead, below):
    def row(n):
        to = f'<a href="/t/{n + 500}">'
        return f"""<li><dl><dt>{to}{ahead[n]}</a></dt><dd class="txt">{to}{below[n]}</a></dd></dl>
            <i>u{n}</i> <i>2024-03-0{n + 1}</i></li>"""

    return f"<ul>{''.join(map(row, range(5)))}</ul>"


def test_a_title_stands_before_the_first_words_of_its_text():
    threads = records_of(listed(TITLES, BRIEFS), "index", INDEX)
    assert column(threads, "title") == TITLES


@pytest.mark.parametrize(
    "ahead", [[f"2024-03-0{n + 1}" for n in range(5)], ["Talk", "Ask", "Talk", "Ask", "Sale"]]
)
def test_what_stands_before_a_title_can_be_a_day_or_a_kind(ahead):
    threads = records_of(listed(ahead, BRIEFS), "index", INDEX)
    assert column(threads, "title") == BRIEFS


def test_columns_of_several_classes_have_the_head_of_the_same_ones():
    kinds = {"id": "No.", "title": "Topic", "who": "Author", "seen": "조회", "votes": "추천"}
    head = "".join(f'<span class="col c-{kind}">{word}</span>' for kind, word in kinds.items())
    rows = "".join(
        f"""<div class="line"><div><span class="col c-id">{n + 9}</span><span class="col c-title">
        <a href="/t/{n + 500}">{TITLES[n]}</a> <em class="comments">[{n + 3}]</em></span></div>
        <div><span class="col c-who">u{n}</span><span class="col c-seen">{n * 90 + 70}</span>
        <span class="col c-votes">{n}</span></div></div>"""
        for n in range(5)
    )
    _, found = rows_in(f'<div><div class="line head">{head}</div>{rows}</div>')
    assert column(found, "replies") == [3, 4, 5, 6, 7]
    assert column(found, "views") == [70, 160, 250, 340, 430]


def test_columns_of_the_same_classes_have_heads_in_the_same_order():
    def line(*cells):
        return "<div class='row line'>{}</div>".format(
            "".join(f'<div class="narrow c-1"><b>{cell}</b></div>' for cell in cells)
        )

    rows = "".join(
        line(f'<a href="/t/{n + 500}">{TITLES[n]}</a>', n + 3, n * 90 + 70) for n in range(5)
    )
    _, found = rows_in(f"<div>{line('Topic', 'Posts', 'Views')}{rows}</div>")
    assert column(found, "replies") == [2, 3, 4, 5, 6]
    assert column(found, "views") == [70, 160, 250, 340, 430]


def test_a_heading_is_the_title_before_what_is_called_so():
    _, rows = rows_in(cards("<h3>{}</h3>").replace("<i>Talk</i>", '<i class="title">Talk</i>'))
    assert titles(rows) == TITLES


def test_the_title_of_a_writer_is_none():
    office = '<i class="author-title">Cook</i>'
    _, rows = rows_in(cards('<span class="title">{}</span>').replace("<i>Talk</i>", office))
    assert titles(rows) == TITLES
