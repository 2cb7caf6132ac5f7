from __future__ import annotations

import gzip
import json

import pytest
from extraction_kit import html_page, page_of, tree_of

from fpcrawl.exceptions import LayoutError
from fpcrawl.extraction.treebuild import build_tree
from fpcrawl.extraction.visual.layout import PageLayout, layout_of_rows, read_layout_rows


def row(xpath, y=0, **style):
    return {
        "xpath": xpath,
        "tag": xpath.rpartition("/")[2].partition("[")[0],
        "x": 10,
        "y": y,
        "width": 300,
        "height": 20,
        "font-size": "14px",
        "font-family": '"DejaVu Sans", sans-serif',
        "color": "rgb(1, 2, 3)",
        "background-color": "rgba(0, 0, 0, 0)",
        "visibility": "visible",
        "display": "block",
        **style,
    }


def test_rows_find_the_elements_of_their_paths():
    tree = tree_of("<div><p>one</p><p>two</p></div>")
    rows = [row("/html[1]/body[1]/div[1]/p[1]", 5), row("/html[1]/body[1]/div[1]/p[2]", 25)]
    layout = layout_of_rows(tree, rows)
    places = {tree.text(i): layout.y[i] for i in range(len(tree.nodes)) if tree.tag(i) == "p"}
    assert places == {"one": 5, "two": 25}
    assert layout.share == pytest.approx(2 / len(tree.nodes))


def test_a_box_tells_font_colour_and_whether_it_is_seen():
    tree = tree_of("<p>one</p><p>two</p>")
    rows = [
        row("/html[1]/body[1]/p[1]", **{"background-color": "rgb(9, 9, 9)"}),
        row("/html[1]/body[1]/p[2]", visibility="hidden"),
    ]
    layout = layout_of_rows(tree, rows)
    first, second = (layout.boxes[i] for i in range(len(tree.nodes)) if tree.tag(i) == "p")
    assert first.font == "DejaVu Sans|14|rgb(1, 2, 3)"
    assert (first.background, first.visible) == ("rgb(9, 9, 9)", True)
    assert (second.background, second.visible) == ("", False)


def test_elements_that_scripts_brought_or_took_do_not_shift_the_others():
    served = '<div class="ad"></div><table><tr><td>a</td></tr></table><p id="x">text</p>'
    shown = (
        '<p class="new">hello</p><table><tbody><tr><td>a</td></tr></tbody></table>'
        '<section></section><p id="x">text</p>'
    )
    tree, dom = tree_of(served), page_of(html_page(shown)).root
    body = "/html[1]/body[1]"
    rows = [
        row(f"{body}/p[1]", 1),
        row(f"{body}/table[1]/tbody[1]/tr[1]/td[1]", 30),
        row(f"{body}/p[2]", 50),
    ]
    layout = layout_of_rows(tree, rows, dom)
    found = {tree.tag(i): layout.y[i] for i, b in enumerate(layout.boxes) if b is not None}
    assert found == {"td": 30, "p": 50}


def test_a_layout_of_nothing_has_a_row_for_every_element():
    tree = build_tree(page_of(html_page("<p>x</p>")))
    layout = PageLayout([None] * len(tree.nodes))
    assert len(layout) == len(layout.x) == len(tree.nodes)
    assert layout.share == 0.0
    assert not layout.seen.any()


@pytest.mark.parametrize(
    "data",
    [b"no gzip", *(gzip.compress(text, mtime=0) for text in (b"{", b"{}", b"[1]"))],
    ids=["no gzip", "no JSON", "no list", "no rows"],
)
def test_a_damaged_file_is_an_error_of_layouts(tmp_path, data):
    path = tmp_path / "page.json.gz"
    path.write_bytes(data)
    with pytest.raises(LayoutError, match=r"page\.json\.gz"):
        read_layout_rows(path)


def test_a_missing_file_and_a_row_without_a_place_are_errors(tmp_path):
    with pytest.raises(LayoutError):
        read_layout_rows(tmp_path / "none.json.gz")
    with pytest.raises(LayoutError, match="row 1"):
        layout_of_rows(tree_of("<p>x</p>"), [{"xpath": "/html[1]", "x": 1}])


def test_rows_are_read_as_they_were_saved(tmp_path):
    path = tmp_path / "page.json.gz"
    path.write_bytes(gzip.compress(json.dumps([row("/html[1]")]).encode()))
    assert read_layout_rows(path) == [row("/html[1]")]
