"""Pages in other nesting: what a person sees stays, lists and tables stay whole, sites differ."""

from __future__ import annotations

import pytest
from lxml import html

from benchmarks._disguise import disguised
from benchmarks._nested import WAYS, nested

PAGE = (
    '<!DOCTYPE html><html><head><meta charset="gbk"><title>t</title></head><body>'
    '<div id="all"><div class="in"><h1>Kitchen &amp; bath</h1>'
    '<div class="post"><p><a href="/u?a=1&amp;b=ä ö">Ann</a> wrote</p>'
    "<div>One <b>two</b></div></div>"
    '<div class="post"><p><a href="/u/2">Bob</a></p><div>If a &lt; b<br>then</div></div>'
    '<div class="post"><p><a href="/u/3">Cid</a></p><div>Three</div></div>'
    '<div class="post"><p><a href="/u/4">Dan</a></p><div>Four</div></div>'
    "<div></div></div></div>\n<table><tr><td>x<td><ul><li>one<li><p>two</ul></table>"
    '<script>if (a && "<b>" < c) go()</script></body></html>'
)


def tree(source):
    return html.document_fromstring(source.encode(), parser=html.HTMLParser(encoding="utf-8"))


def seen(source):
    return "".join(tree(source).body.text_content().split())


@pytest.mark.parametrize("way", sorted(WAYS))
def test_what_a_person_sees_stays(way):
    out = nested(PAGE, "a.example", way)
    assert seen(out) == seen(PAGE)
    assert '<script>if (a && "<b>" < c) go()</script>' in out
    assert 'href="/u?a=1&amp;b=ä ö"' in out
    assert out.startswith("<!DOCTYPE html>")
    assert out != nested(PAGE, "a.example", "chunks" if way == "links" else "links")


@pytest.mark.parametrize("way", sorted(WAYS))
def test_lists_and_tables_hold_what_they_may_hold(way):
    root = tree(nested(PAGE, "a.example", way))
    assert {node.getparent().tag for node in root.iter("li")} == {"ul"}
    assert {node.getparent().tag for node in root.iter("td")} == {"tr"}
    assert {node.getparent().tag for node in root.iter("tr")} <= {"table", "tbody"}
    assert {child.tag for node in root.iter("ul", "tr") for child in node} == {"li", "td"}


@pytest.mark.parametrize("way", sorted(WAYS))
def test_all_pages_of_a_site_are_nested_alike(way):
    other = PAGE.replace("Kitchen", "Garden")
    assert nested(other, "a.example", way) == nested(PAGE, "a.example", way).replace(
        "Kitchen", "Garden"
    )


def test_sites_nest_differently():
    assert len({nested(PAGE, f"{n}.example") for n in range(20)}) > 5


@pytest.mark.parametrize(
    ("way", "path"),
    [
        ("cells", "//div[@class='post']/table/tr/td/p/a"),
        ("chunks", "//div[@class='in']/div/div[@class='post'][2]"),
        ("halves", "//div[@class='in'][h1]/div/div[@class='post'][4]"),
        ("inner", "//div[@class='post']/div//p"),
        ("links", "//a/*[.='Bob']"),
        ("outer", "//div[@class='in']/div/h1"),
        ("texts", "//p[a]/*[normalize-space()='wrote']"),
        ("flat", "//div[@id='all'][@class='in']/h1"),
    ],
)
def test_what_a_way_makes(way, path):
    assert not tree(PAGE).xpath(path)
    assert tree(nested(PAGE, "a.example", way)).xpath(path)


def test_white_space_and_empty_boxes_come_and_go():
    assert "<div></div>" not in nested(PAGE, "a.example", "empty")
    assert "</div><table>" in nested(PAGE, "a.example", "tight")
    assert nested(PAGE, "a.example", "spaced").count("\n") > 10
    assert "One <b>two</b>" in nested(PAGE, "a.example", "spaced")


def test_pages_in_any_charset_stay_readable():
    body = PAGE.replace("Kitchen", "厨房").encode("gbk", "replace")
    assert "厨房" in disguised(body, "nested", "a.example").decode("gbk")


def test_control_characters_stay():
    page = PAGE.replace("wrote", "wrote \x1b$B\x08")
    assert all("wrote \x1b$B\x08" in nested(page, "a.example", way) for way in WAYS)


def test_an_empty_page_stays_so():
    assert nested(" ", "a.example") == " "
