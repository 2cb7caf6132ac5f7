from __future__ import annotations

from lxml import html

from fpcrawl.extraction.templates.highlight import Highlight, highlighted

PAGE = """<html><head><title>t</title><base href="http://b.example/x/">
<meta http-equiv="refresh" content="0; url=/away"><script>steal()</script>tail</head>
<body onload="go()"><div class="post" style="color: red"><a href="u">ann</a>
<p onclick="x()">words<script>no()</script> and more</p></div><iframe src="/f"></iframe>end
</body></html>"""


def test_fields_are_outlined_and_named_and_the_page_itself_is_left_alone():
    root = html.document_fromstring(PAGE)
    before = html.tostring(root)
    post, name, body = root.find(".//div"), root.find(".//a"), root.find(".//p")
    text = highlighted(
        root,
        [Highlight(post, "record", 1), Highlight(name, "author", 1), Highlight(body, "body", 1)],
        "http://a.example/t/1",
    )
    assert html.tostring(root) == before
    shown = html.document_fromstring(text)
    marked = {e.get("title"): e for e in shown.iter() if e.get("title")}
    assert marked["record of record 1"].get("class") == "post"
    assert marked["record of record 1"].get("style").startswith("color: red; outline")
    assert marked["author of record 1"].text == "ann"
    assert "words and more" in marked["body of record 1"].text_content()
    assert "author 1" in shown.text_content()


def test_nothing_on_it_can_act_or_lead_away():
    shown = html.document_fromstring(
        highlighted(html.document_fromstring(PAGE), [], "http://a.example/t/1")
    )
    assert not list(shown.iter("script", "iframe", "noscript"))
    assert not [e for e in shown.iter() if any(name.startswith("on") for name in e.attrib)]
    assert [e.get("href") for e in shown.iter("base")] == ["http://a.example/t/1"]
    assert not shown.xpath("//meta[@http-equiv='refresh']")
    assert "end" in shown.text_content()
    assert "finds nothing" in shown.text_content()


def test_one_element_may_be_record_and_field():
    root = html.document_fromstring("<ul><li>a</li><li>b</li></ul>")
    one = root.findall(".//li")[1]
    text = highlighted(
        root, [Highlight(one, "record", 2), Highlight(one, "body", 2)], "http://a.example/"
    )
    marked = html.document_fromstring(text).xpath("//li[@title]")
    assert [e.get("title") for e in marked] == ["record of record 2, body of record 2"]
    assert "#c62828" in marked[0].get("style")


def test_a_page_without_head_or_body_is_shown_too():
    root = html.fragment_fromstring("<div>only this</div>")
    assert "only this" in highlighted(root, [], "http://a.example/")
