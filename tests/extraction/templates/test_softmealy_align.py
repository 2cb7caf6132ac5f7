"""Elements of repaired trees found in the source."""

from __future__ import annotations

import pytest
from softmealy_kit import tree_of

from fpcrawl.extraction.templates.softmealy_align import align


def found(html):
    """Source of each element that was found, by its tag in the tree."""
    tree = tree_of(html)
    places = align(tree, html).places
    return tree, {i: html[place.start : place.end] for i, place in places.items()}


@pytest.mark.parametrize(
    "html",
    [
        "<html><body><div id=a><p>one</p><p>two</p></div><div id=b>three</div></body></html>",
        "<div id=a>no html<b>or body</b></div>",
        "<html><body><ul><li>one<li>two<li>three</ul><p>par<p>next</body></html>",
        "<html><body></p><div id=a></span><b>x</i></b></div></body></html>",
        "<html><body><b><div id=a>crossed</b></div><div id=c>on</div></body></html>",
        "<html><body><!-- <div> --><script>'<div>'</script><div id=a>x</div></body></html>",
        "<html><body><table><tr><td>a<td>b<tr><td>c</table></body></html>",
        "<html><body><DIV ID=a CLASS='X'>upper</DIV></body></html>",
    ],
)
def test_elements_are_found_where_they_were_written(html):
    tree, places = found(html)
    for i, piece in places.items():
        assert piece.lower().startswith(f"<{tree.tag(i)}")
        assert (tree.nodes[i].text or "").strip() in piece
    written = [i for i in range(len(tree.nodes)) if tree.nodes[i].get("id")]
    assert set(written) <= set(places)


def test_an_element_without_end_tag_ends_where_what_holds_it_does():
    html = "<html><body><ul><li id=a>one<li id=b>two</ul><p>after</p></body></html>"
    _, places = found(html)
    assert "<li id=b>two" in places.values()
    assert "<li id=a>one" in places.values()


def test_elements_made_by_the_parser_are_left_out():
    tree, places = found("<p id=a>x</p>")
    assert [tree.tag(i) for i in places] == ["p"]
