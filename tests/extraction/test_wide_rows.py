"""Rows of very many cells: their places are not compared."""

from __future__ import annotations

from calls_kit import count_calls
from row_kit import rows_in

TITLES = ["How kettles are cleaned", "Lids that fit", "A pot for beans", "Where is my pan?"]


def table(cells):
    heads = f"<tr><th>Thread</th>{'<th>Replies</th>' * cells}</tr>"
    rows = "".join(
        f'<tr><td><a href="/thread-{n}.html">{title}</a></td>'
        + "".join(f"<td>{i}</td>" for i in range(cells))
        + "</tr>"
        for n, title in enumerate(TITLES, 1)
    )
    return f"<h1>Kitchen</h1><table>{heads}{rows}</table>"


def calls_of(html):
    """How many functions are called to read the rows of a page."""
    calls, (_, rows) = count_calls(lambda: rows_in(html))
    assert [row.link.text for row in rows] == TITLES
    return calls


def test_work_grows_as_the_row_does():
    calls_of(table(600))  # what is remembered of texts is remembered now
    small, large = calls_of(table(600)), calls_of(table(2400))
    # Four times the cells; the head of each sought among all would be sixteen times as much.
    assert large < 5.5 * small
