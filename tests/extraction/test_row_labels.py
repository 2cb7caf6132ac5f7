"""Labels of rows: every value with the place it stands at."""

from __future__ import annotations

import pytest
from extraction_kit import html_page, place_at
from row_kit import BEGUN, INDEX, LAST, SHAPES, STARTERS, TITLES, list_of, rows_in

from fpcrawl.extraction.templates.assemble import assemble
from fpcrawl.extraction.templates.labels_rows import label_rows
from fpcrawl.extraction.templates.model import FIELDS, ReadRecord


def there(tree, mark):
    """What stands where a mark points."""
    if mark.attribute is not None:
        return tree.nodes[mark.node].get(mark.attribute)
    return tree.text(mark.node)


def values(records, name):
    return [record.fields[name][0].value if name in record.fields else None for record in records]


@pytest.mark.parametrize("shape", SHAPES)
def test_rows_are_labelled_where_their_values_stand(shape):
    tree, rows = rows_in(list_of(shape))
    records = label_rows(tree, rows)
    assert len(records) == 5
    assert values(records, "title") == TITLES
    assert values(records, "author") == STARTERS
    assert [value.strip("/") for value in values(records, "url")] == [f"t/{n}" for n in range(5)]
    assert [value is not None for value in values(records, "sticky")] == [True, *[False] * 4]
    for record, row in zip(records, rows, strict=True):
        assert record.roots[0] == row.root
        assert tree.end[record.roots[-1]] == row.end
        assert set(record.fields) <= set(FIELDS["index"])
        assert {"replies", "views", "last_post"} <= set(record.fields)
        for name, (mark,) in record.fields.items():
            assert mark.value
            assert mark.value in there(tree, mark), name
            assert row.root <= mark.node < row.end


def test_figures_are_labelled_as_they_are_written():
    tree, rows = rows_in(list_of("table with heads"))
    assert values(label_rows(tree, rows), "views") == ["1,204", "312", "88", "13", "950"]


def test_a_number_of_posts_is_labelled_as_such():
    rows = "".join(
        f'<tr><td><a href="/t/{n}">Kettle number {n} boils</a></td><td>{n + 1}</td></tr>'
        for n in range(4)
    )
    tree, found = rows_in(f"<table><tr><th>Topic</th><th>Posts</th></tr>{rows}</table>")
    records = label_rows(tree, found)
    assert values(records, "posts") == ["1", "2", "3", "4"]
    assert values(records, "replies") == [None] * 4
    page = tree.page
    reads = [ReadRecord({k: m[0].value for k, m in r.fields.items()}) for r in records]
    threads = assemble(reads, "index", page, place_at(INDEX))
    assert [thread.replies for thread in threads] == [0, 1, 2, 3]


def test_times_in_attributes_are_labelled_apart():
    tree, rows = rows_in(list_of("blocks with pairs"))
    records = label_rows(tree, rows)
    assert values(records, "last_post") == LAST != BEGUN
    marks = [record.fields["last_post_full"][0] for record in records]
    assert {mark.attribute for mark in marks} == {"datetime"}
    items = "".join(
        f'<li><a href="/t/{n}">Kettle number {n} boils</a> '
        f'<i title="2024-03-0{n + 1} 10:00"></i></li>'
        for n in range(4)
    )
    tree, rows = rows_in(html_page(f"<ul>{items}</ul>"))
    records = label_rows(tree, rows)
    assert values(records, "last_post") == [None] * 4
    assert values(records, "last_post_full") == [f"2024-03-0{n + 1} 10:00" for n in range(4)]
    assert values(records, "author") == values(records, "replies") == [None] * 4


def test_a_row_of_two_elements_has_two_roots():
    tree, rows = rows_in(list_of("two rows"))
    records = label_rows(tree, rows)
    assert [tree.tag(root) for root in records[0].roots] == ["tr"] * len(records[0].roots)
    assert len(records[0].roots) > 1
