"""Numbers in brackets at the end of titles, and beside them."""

from __future__ import annotations

import pytest
from extraction_kit import column
from row_kit import rows_in

TITLES = ["Kettle boils over", "Which pot for rice", "Lid lost", "Pan hums", "Spoon bent"]
COUNTS = [12, 3, 41, 7, 2]


def table(ends, beside=("",) * 5):
    return "<table>{}</table>".format(
        "".join(
            f"""<tr><td><a href="/t/{n + 500}">{TITLES[n]}{ends[n]}</a>{beside[n]}</td>
            <td><a href="/user/u{n}">u{n}</a></td><td>2024-03-0{n + 1} 10:00</td></tr>"""
            for n in range(5)
        )
    )


def titles(rows):
    return [row.link.text for row in rows]


@pytest.mark.parametrize(
    "end",
    [
        " ({})",
        " [{}]",
        "（{}）",
        " <em>[{}]</em>",
        '<i><span class="comment_count">[{}]</span></i>',
    ],
)
def test_a_number_at_the_end_of_each_title_counts_replies(end):
    _, rows = rows_in(table([end.format(count) for count in COUNTS]))
    assert titles(rows) == TITLES
    assert column(rows, "replies") == COUNTS


def test_rows_that_nobody_answered_have_no_number():
    ends = [f" <em>[{count}]</em>" for count in COUNTS]
    ends[1] = ends[3] = ""
    _, rows = rows_in(table(ends))
    assert titles(rows) == TITLES
    assert column(rows, "replies") == [12, None, 41, None, 2]


def test_one_element_that_says_that_it_counts_replies_is_enough():
    _, rows = rows_in(table(["", ' <b class="replies">[7]</b>', "", "", ""]))
    assert titles(rows) == TITLES
    assert column(rows, "replies") == [None, 7, None, None, None]


def test_a_bare_number_counts_replies_where_its_element_says_so():
    ends = [f'<i class="list-comment"><b class="n">{count}</b></i>' for count in COUNTS]
    votes = [f"</td><td>{n}" for n in range(5)]
    _, rows = rows_in(table(ends, votes))
    assert titles(rows) == TITLES
    assert column(rows, "replies") == COUNTS
    bare = [end.replace("comment", "mark") for end in ends]
    _, rows = rows_in(table(bare, votes))
    assert titles(rows) == [f"{title}{count}" for title, count in zip(TITLES, COUNTS, strict=True)]


@pytest.mark.parametrize(
    "ends",
    [
        [" (1998)", " (2004)", " (2011)", " (1987)", " (2020)"],
        [" (1)", " (2)", "", "", ""],
        ["", "", " <b>(2)</b>", "", ""],
        [" (3)"] * 5,
        [" (34)", " (27)", " (51)", " (19)", " (38)"],
    ],
    ids=["years", "parts", "one in bold", "all alike", "ages"],
)
def test_other_numbers_in_brackets_are_the_titles_own(ends):
    _, rows = rows_in(table(ends))
    bare = [end.replace("<b>", "").replace("</b>", "") for end in ends]
    assert titles(rows) == [f"{title}{end}" for title, end in zip(TITLES, bare, strict=True)]
    assert column(rows, "replies") == [None] * 5


@pytest.mark.parametrize("shown", ["[<em>{}</em>]", "[{}]", "{}"])
def test_a_number_that_leads_to_the_comments_counts_them(shown):
    beside = [
        f'<a href="/t/{n + 500}?comments=yes">{shown.format(count)}</a>'
        for n, count in enumerate(COUNTS)
    ]
    _, rows = rows_in(table([""] * 5, beside))
    assert column(rows, "replies") == COUNTS


def test_a_number_that_leads_to_a_page_of_the_thread_counts_nothing():
    beside = [
        f'<a href="/t/{n + 500}?from={10 * count - 10}">{count}</a>'
        for n, count in enumerate(COUNTS)
    ]
    _, rows = rows_in(table([""] * 5, beside))
    assert column(rows, "replies") == [None] * 5


@pytest.mark.parametrize("step", [1, -1])
def test_the_parts_of_a_series_count_nothing(step):
    ends = [f" [{n + 1}]" for n in range(5)][::step]
    _, rows = rows_in(table(ends))
    assert titles(rows) == [f"{title}{end}" for title, end in zip(TITLES, ends, strict=True)]
    assert column(rows, "replies") == [None] * 5


def test_numbers_of_titles_stay_where_the_list_tells_replies_elsewhere():
    ends = [f" ({count})" for count in COUNTS]
    _, rows = rows_in(table(ends, [f"</td><td>{n * 2 % 5} replies" for n in range(5)]))
    assert titles(rows) == [f"{title}{end}" for title, end in zip(TITLES, ends, strict=True)]
    assert column(rows, "replies") == [0, 2, 4, 1, 3]
