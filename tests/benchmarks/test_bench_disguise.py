"""Disguises of pages: what falls, what a person sees stays."""

from __future__ import annotations

import gzip
import re

import pytest
from lxml import html

from benchmarks._disguise import DISGUISES, disguised, read_disguised, strange_address
from benchmarks.common import BenchError

PAGE = (
    '<html><head><meta charset="gbk"><meta property="article:author" content="Ann">'
    '<script type="application/ld+json">{"@type": "Article"}</script>'
    "<style>.post-author { color: #abc } #p12 { margin: 0 }</style></head><body>"
    '<article id="p12" class="post postAuthor" data-user-name="ann" itemscope>'
    '<h2 class=title><a href="#p12">厨房</a> <a href="#top">top</a>'
    '<a href="/topic/7?page=2&amp;view=all">2</a></h2>'
    '<time datetime="2024-03-04">4 March</time><ul><li>one <b>two</ul>'
    '<img data-src="/a.png"><label for="p12">it</label></article></body></html>'
).encode("gbk")


def seen(body):
    root = html.document_fromstring(body.decode("gbk"))
    return " ".join(root.body.text_content().split())


@pytest.mark.parametrize("name", sorted(DISGUISES))
def test_what_a_person_sees_stays(name):
    body = disguised(PAGE, name)
    assert seen(body) == seen(PAGE)
    assert b"charset" in body
    assert b'data-src="/a.png"' in body
    assert body != PAGE


def test_strange_names_are_the_same_everywhere():
    text = disguised(PAGE, "strange").decode("gbk")
    assert not re.search(r"post|author|user|title", text.partition("<body>")[2], re.IGNORECASE)
    (name,) = re.findall(r'id="(\w+)"', text)
    assert name.endswith("12")
    assert f'href="#{name}"' in text
    assert f'for="{name}"' in text
    assert f"#{name} {{ margin" in text
    assert 'href="#top"' in text
    assert "datetime" in text
    assert "ld+json" in text


def test_silent_pages_tell_nothing_to_machines():
    text = disguised(PAGE, "silent").decode("gbk")
    for word in ("ld+json", "datetime", "itemscope", "article:author"):
        assert word not in text
    assert 'class="post postAuthor"' in text


def test_boxes_are_all_alike():
    text = disguised(PAGE, "boxes").decode("gbk")
    tags = {node.tag for node in html.document_fromstring(text).body.iter()}
    assert tags == {"body", "div", "a", "span", "b", "img", "label"}


def test_bare_pages_have_no_names():
    text = disguised(PAGE, "bare").decode("gbk")
    assert not re.search(r"class|id=|data-user|itemscope|datetime", text.partition("<body>")[2])


def test_words_of_addresses_are_the_same_in_all_forms():
    text = disguised(PAGE, "addresses").decode("gbk")
    (there,) = re.findall(r'href="(/[^"]*)"', text)
    assert there.replace("&amp;", "&") == strange_address("/topic/7?page=2&view=all")
    assert re.fullmatch(r"/\w+x/7\?\w+x=2&amp;\w+x=\w+x", there)
    assert 'class="post postAuthor"' in text
    # Escaped or not, of one site or another; what kind of file it is stays.
    assert strange_address("http://a.example/%E5%88%9Ashow-5.html").startswith(
        "http://a.example/%E5%88%9A" + strange_address("show-5.html")
    )
    assert strange_address("/f/index.php?t=5").endswith("/index.php?" + strange_address("t=5"))
    for url in ("mailto:ann@a.example", "#top", "javascript:go()"):
        assert strange_address(url) == url


def test_without_a_disguise_and_in_utf16_a_page_is_as_it_was(tmp_path):
    assert disguised(PAGE, None) == PAGE
    wide = "<p class=post>x".encode("utf-16")
    assert disguised(wide, "bare") == wide
    with pytest.raises(BenchError, match="none"):
        read_disguised(tmp_path / "none.gz", "bare")
    (tmp_path / "page.gz").write_bytes(gzip.compress(PAGE))
    assert read_disguised(tmp_path / "page.gz", "bare") == disguised(PAGE, "bare")
