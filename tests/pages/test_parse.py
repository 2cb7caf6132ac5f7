from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html

from fpcrawl.exceptions import PageError
from fpcrawl.pages import Page, PageLimits, read_page

URL = "http://a.example/t/1"
HEAD = b"<html><head><title>T</title></head><body>"
AFTER = b"<p>after</p><a href=/next>next</a></body></html>"
MEGABYTE = 1_000_000


def use(page: Page) -> int:
    """Do with the tree what everybody does; return how deep it is."""
    html.tostring(page.root)
    page.root.text_content()
    assert page.root.tag == "html"
    assert isinstance(page.title, str)
    assert isinstance(page.lang, str)
    assert isinstance(page.meta, dict)
    assert len(page.links) <= 5000
    deepest = 0
    for n, element in enumerate(page.root.iter()):
        if n > 800:
            break
        deepest = max(deepest, sum(1 for _ in element.iterancestors()))
    return deepest


def test_a_plain_page() -> None:
    fetched = datetime(2024, 5, 1, 12, 0, tzinfo=UTC)
    page = read_page(
        b"<html lang=en><head><title> A \n title </title><meta name=Author content='x'>"
        b"<meta property='og:type' content=article><link rel=canonical href=/c#f>"
        b"<base href='/dir/x'></head><body><!-- c --><script>var a = '<b>';</script>"
        b"<p>text</p><a href=y>link</a>",
        "HTTP://A.example:80/t/1#top",
        fetched=fetched,
    )
    assert page.url == URL
    assert page.base_url == "http://a.example/dir/x"
    assert page.title == "A title"
    assert page.meta == {
        "author": "x",
        "og:type": "article",
        "canonical": "http://a.example/c",
    }
    assert page.lang == "en"
    assert page.fetched is fetched
    assert page.limits_hit == ()
    assert [link.url for link in page.links] == ["http://a.example/dir/y"]
    assert page.root.find(".//script").text == "var a = '<b>';"
    assert page.links is page.links


@pytest.mark.parametrize(
    ("body", "lang"),
    [
        ("<html lang=en><p>" + "今天下午我们去了城外的水库" * 20, "zh"),
        ("<p>" + "きのうの夜、駅前の店でラーメンを食べました" * 20, "ja"),
        ("<p>" + "어제 저녁에 친구와 함께 식당에 갔습니다" * 20, "ko"),
        ("<p>" + "Вчера вечером мы поехали за город" * 20, "ru"),
        ("<html lang='fr-FR'><p>" + "Hier soir nous avons vu la mer. " * 20, "fr"),
        ("<html lang=zh><p>" + "All of this text is English. " * 40, "en"),
        ("<p>" + "Het is niet voor de kinderen van het dorp. " * 20, "nl"),
        ("<html lang=en><p>" + "La barca no se puede usar en el lago por el viento. " * 9, "es"),
        ("<p>" + "وقال متحدث إن العبارة متوقفة حتى الربيع. " * 9, "ar"),
        ("<p>who knows", ""),
    ],
)
def test_language(body: str, lang: str) -> None:
    assert read_page(body.encode(), URL).lang == lang


@pytest.mark.parametrize("body", [b"", b" \r\n\t", b"\0\0\0", b"  \0 "])
def test_empty(body: bytes) -> None:
    with pytest.raises(PageError) as caught:
        read_page(body, URL)
    assert caught.value.reason == "empty"


@pytest.mark.parametrize(
    "body",
    [
        b"%PDF-1.7\n%abc", b"PK\x03\x04....", b"\x1f\x8b\x08\0\0\0", b"\x89PNG\r\n\x1a\n",
        b"GIF89a..",
        b"\xff\xd8\xff\xe0\0\x10JFIF", b"RIFF\x10\0\0\0WEBPVP8 ",
        b"\0\0\0\x18ftypmp42", b"\x7fELF\x02",
        bytes(range(256)) * 40, b"a\0\0\0b\0\0\0" * 100,
    ],
)  # fmt: skip
def test_binary(body: bytes) -> None:
    with pytest.raises(PageError) as caught:
        read_page(body, URL)
    assert caught.value.reason == "binary"


@pytest.mark.parametrize(
    "body",
    [
        b'<?xml version="1.0" encoding="gbk"?><html><p>\xd6\xd0\xce\xc4\xb5\xc4</p></html>',
        b"<p>text with a \0 in it" + b" and more" * 10,
        b"<!-- nothing else -->",
        b"<!-- never closed",
        b"<script>never closed",
        b"plain text",
        b"<frameset><frame src=/f></frameset>",
        b"<svg><title>x</title></svg>",
        b"<p>&#xD800;&#x110000;&#0;&bogus;</p>",
        b"<a b c='>",
        "<p>\ufffe\uffff\ud7ff".encode(),
        b"<html><html><body><body></html>text</body>",
        b"{}",
    ],
)
def test_odd_pages_are_read(body: bytes) -> None:
    use(read_page(body, URL))


def test_an_xml_declaration_names_the_encoding() -> None:
    text = "今天下午我们去了水库"
    body = f'<?xml version="1.0" encoding="gbk"?><html><p>{text}</p></html>'.encode("gbk")
    assert read_page(body, URL).root.text_content() == text


def test_a_wrong_meta_does_not_spoil_the_tree() -> None:
    text = "今天下午我们去了城外的水库，天气比预报的好得多。"
    body = f"<meta charset=utf-8><title>{text}</title><p>{text}".encode("gbk")
    page = read_page(body, URL, http_charset="utf-8")
    assert page.title == text
    assert page.charset.overridden


ATTRIBUTES = b" ".join(b"a%d=1" % n for n in range(150_000))
HOSTILE = {
    "nested": (HEAD + b"<div>" * 200_000 + b"x" + b"</div>" * 200_000, {"nodes", "depth"}),
    "bomb": (HEAD + b"<a><b>" * 250_000, {"nodes", "depth"}),
    "links in links": (HEAD + b"<a href=x><b>" * 50_000, {"depth"}),
    "attributes": (HEAD + b"<div " + ATTRIBUTES + b">x</div>" + AFTER, {"attributes"}),
    "attributes with ends": (
        HEAD + b"<div " + b" ".join(b"a%d='>'" % n for n in range(150_000)) + b">x</div>" + AFTER,
        {"attributes"},
    ),
    "attributes unended": (HEAD + b"<div " + ATTRIBUTES, None),
    "tables": (HEAD + b"<table><tr><td>" * 10_000, {"depth"}),
    "unknown elements never closed": (HEAD + b"<x>1</y>" * 60_000, {"depth"}),
    "fonts never closed": (HEAD + b"<font>x" * 15_000 + AFTER, {"depth"}),
    "siblings": (HEAD + b"<p>x" * 250_000, {"nodes"}),
    "data image": (HEAD + b"<img src='data:," + b"QUJD+/" * 100_000 + b"'>" + AFTER, set()),
    "long comment": (HEAD + b"<!-- " + b"a b " * 50_000 + b"-->" + AFTER, set()),
    "open comment": (HEAD + b"<!-- " + b"a b " * 500_000, set()),
    "script": (HEAD + b"<script>" + b"if (a < b) c();" * 100_000 + b"</script>" + AFTER, set()),
    "entities": (HEAD + b"<p>" + b"&amp;&nbsp;&#20013;&bogus;" * 50_000 + AFTER, set()),
    "entity bomb": (
        b'<!DOCTYPE html [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]>' + HEAD
        + b"&c;&c;" + AFTER,
        set(),
    ),
    "less than": (HEAD + b"<" * 2_000_000, set()),
    "open quote": (HEAD + b"<a href='" + b"x" * 3_000_000, set()),
    "doctypes": (b"<!DOCTYPE " * 100_000, set()),
    "closing tags": (HEAD + b"</x>" * 500_000 + AFTER, set()),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_are_read_within_the_limits(name: str) -> None:
    body, hit = HOSTILE[name]
    # How long a busy machine takes over it is nothing to be tested.
    page = read_page(body, URL, limits=PageLimits(max_seconds=600.0))
    assert use(page) <= 400
    assert sum(1 for _ in page.root.iter()) <= (30_000 if "unknown" in name else 200_000) + 10
    if hit is not None:
        assert set(page.limits_hit) == hit
    if body.endswith(AFTER):
        assert "after" in page.root.text_content()
        assert [link.url for link in page.links][-1:] == ["http://a.example/next"]


@pytest.mark.parametrize(("count", "is_whole"), [(100, True), (100_000, False)])
def test_end_tags_of_nothing_are_read_while_they_cost_little(count, is_whole):
    page = read_page(HEAD + b"<font>x" * 12_000 + b"</y>" * count + AFTER, URL)
    assert ("after" in page.root.text_content()) is is_whole


def test_nothing_is_lost_or_moved_below_the_depth_limit() -> None:
    deep = b"".join(b"<div>in%d " % n for n in range(600))
    deep += b"".join(b"out%d </div>" % n for n in range(600))
    page = read_page(HEAD + deep + AFTER, URL)
    expected = [f"in{n}" for n in range(600)] + [f"out{n}" for n in range(600)] + ["afternext"]
    assert page.root.find("body").text_content().split() == expected
    assert page.limits_hit == ("depth",)
    assert use(page) <= 400


def test_too_many_bytes_are_cut() -> None:
    page = read_page(HEAD + b"<p>hello world</p>" * 600_000, URL)
    assert page.n_bytes > 10 * MEGABYTE
    assert "bytes" in page.limits_hit
    small = read_page(HEAD + b"<p>one</p><p>two</p>", URL, limits=PageLimits(max_bytes=50))
    assert small.limits_hit == ("bytes",)
    assert "two" not in small.root.text_content()


@pytest.mark.parametrize("depth", [3, 10, 300])
def test_smaller_limits_hold(depth: int) -> None:
    body = HEAD + b"<div>" * 500 + b"x"
    page = read_page(body, URL, limits=PageLimits(max_depth=depth, max_nodes=400))
    assert use(page) < depth
    assert set(page.limits_hit) == {"depth", "nodes"}


def test_time_is_bounded() -> None:
    ticks = iter(range(1000))
    body = HEAD + b"<p>hello world</p>" * 50_000
    page = read_page(body, URL, clock=lambda: float(next(ticks)))
    assert page.limits_hit == ("time",)
    assert 0 < sum(1 for _ in page.root.iter("p")) < 50_000
    use(page)


@settings(max_examples=60)
@given(st.binary(max_size=300))
def test_random_bytes(body: bytes) -> None:
    try:
        page = read_page(body, URL)
    except PageError:
        return
    use(page)


TAGS = st.sampled_from(
    [b"<p>", b"</p>", b"<a href=x>", b"</a>", b"<table>", b"<td>", b"</table>", b"<script>",
     b"<!--", b"-->", b"</script>", b"<svg>", b"<title>", b"&amp", b"<", b"'", b'"', b"\xff",
     b"\0", b"text",
     b"<x:y z:w=1>", b"<?php", b"?>", b"<![CDATA[", b"]]>", b"</html>", b"<html>", b"<body>",
     b"<form><input>", b"<select><option>", b"=", b" "]
)  # fmt: skip


@settings(max_examples=80)
@given(st.lists(TAGS, max_size=40).map(b"".join), st.sampled_from([400, 20]))
def test_random_markup(body: bytes, depth: int) -> None:
    # The small limit sends the page the slow way.
    try:
        page = read_page(body, URL, limits=PageLimits(max_depth=depth))
    except PageError:
        return
    assert use(page) < depth


def test_names_of_icons_are_no_text():
    html = (
        '<a href="/b/4"><span class="material-icon"> label </span> Pots</a>'
        '<i class="material-symbols-outlined">chat</i> <b class="material-">kept</b> '
        '<span class="material-wool">soft</span>'
    )
    page = read_page(html.encode(), "http://f.example/")
    assert "".join(page.root.itertext()).split() == ["Pots", "kept", "soft"]


@pytest.mark.parametrize("tag", ['html lang="en" /', "HTML/", "body class='a'/"])
def test_a_page_whose_first_tags_end_themselves_is_read(tag):
    other = "body" if tag.lower().startswith("html") else "html"
    html = f"<!DOCTYPE html><{tag}><{other}><p>Pots <a href='/b/1'>and lids</a><br/></p>"
    page = read_page(html.encode(), "http://f.example/")
    assert "".join(page.root.itertext()) == "Pots and lids"
    assert [link.url for link in page.links] == ["http://f.example/b/1"]


@pytest.mark.parametrize(
    "body",
    [
        b"<html><head><title>T</title></head></html></html>\n<body><p>one</p><p>two</p></body></html>",
        b"<html><body><p>one</p></body></HTML ><div><p>two</p></div></body></html>",
        b"<html><body><p>one</p></body></html><!-- 0.2 s --><html><body class=b><p>two</p></body>",
    ],
)
def test_what_stands_behind_the_end_of_a_page_is_read(body):
    root = read_page(body, URL).root
    assert [p.text for p in root.iter("p")] == ["one", "two"]
    assert all("body" in (above.tag for above in p.iterancestors()) for p in root.iter("p"))


def test_scripts_behind_the_end_of_a_page_do_not_matter():
    page = read_page(HEAD + AFTER + b"<script>if (a</b) {}</script><!-- ok -->", URL)
    assert [element.tag for element in page.root] == ["head", "body"]
    assert not list(page.root.iter("script"))


@pytest.mark.parametrize(
    ("html", "tags"),
    [
        ("<x-post><x-top>Pots</x-top><p>lids</p></x-post>", ["div.x-post", "div.x-top", "p"]),
        ("<p>Pots <x-mark>and</x-mark> lids</p>", ["p", "span.x-mark"]),
        ("<i>ann</i> <x-ago>today</x-ago>", ["i", "span.x-ago"]),
        ("<x-a><x-b class='c'><ul><li>1</ul></x-b></x-a>", ["div.x-a", "div.c x-b", "ul", "li"]),
        ("<amp-img src='/a.png'></amp-img>", ["img"]),
        ("<x-post class='a&#1;b'><p>lids</p></x-post>", ["div.ab x-post", "p"]),
    ],
)
def test_elements_that_a_site_made_up_are_boxes_or_parts_of_a_line(html, tags):
    body = read_page(f"<html><body>{html}</body></html>".encode(), URL).root[0]
    read = [e.tag + f".{e.get('class')}" * ("class" in e.attrib) for e in body.iterdescendants()]
    assert read == tags


@pytest.mark.parametrize("mark", ["<!-- -->", "<!---->", "<!--[-->", "<!--/$-->"])
def test_comments_without_a_word_part_no_texts(mark: str) -> None:
    body = f"<p>Posted by {mark}ann{mark}, <b>5{mark} replies</b>{mark} ago<!-- a box --> now</p>"
    line = next(read_page(HEAD + body.encode() + AFTER, URL).root.iter("p"))
    assert (line.text, line[0].text, line[0].tail) == ("Posted by ann, ", "5 replies", " ago")
    assert line[1].text == " a box "
    assert line[1].tail == " now"


@pytest.mark.parametrize(
    "html",
    [
        "<title>Lids</title><header>Kettles</header><main><p>words</p></main><script>x</script>",
        "<html><head><meta charset=utf-8><title>Lids</title><header>Kettles</header><main><p>words",
        "<title>Lids</title><header>Kettles</header><link rel=icon><main><p>words</p></main>",
        "<head><title>Lids</title><header>Kettles</header></head><body><main><p>words</main></body>",
    ],
)
def test_content_behind_a_head_that_nothing_ends_stands_in_the_body(html):
    page = read_page(html.encode(), URL)
    body = page.root.find("body")
    assert [child.tag for child in body if child.tag != "script"] == ["header", "main"]
    assert " ".join(body.itertext()).split() == ["Kettles", "words"]
    assert page.title == "Lids"


def test_what_a_head_may_hold_stays_there():
    html = (
        "<title>Lids</title><noscript><style>p {}</style></noscript><template></template><p>words"
    )
    page = read_page(html.encode(), URL)
    assert [child.tag for child in page.root.find("head")] == ["title", "noscript", "template"]
    assert [child.tag for child in page.root.find("body")] == ["p"]
