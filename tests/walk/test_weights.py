"""What a post says weighs what a paragraph of the same words does."""

from __future__ import annotations

import pytest

from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.pages.parse import read_page
from fpcrawl.walk.reading import read_structure


@pytest.mark.parametrize(
    "words",
    ["水壶昨天忽然不响了，大家有什么好办法吗？", "My kettle fell silent yesterday, what to do?"],
)
def test_a_lone_post_in_chinese_says_as_much_as_one_in_latin_letters(words):
    more = "".join(f"<p><a href='/help/{n}'>How to be helped</a></p>" for n in range(40))
    html = f"""<title>A kettle</title>{more}<div id="posts"><div class="post" id="p5">
    <div class="by"><a href="/member/7">anna</a><p>Boiler</p><p>Joined: Mar 2020</p></div>
    <div class="said"><div class="head"><a href="#p5">#1</a> <i>2024-03-04 10:00</i></div>
    <div class="words">{words}</div></div></div></div>"""
    page = read_page(f"<html><body>{html}</body></html>".encode(), "http://f.example/talk/99")
    assert read_structure(page, LayoutBook()).role == "thread"
