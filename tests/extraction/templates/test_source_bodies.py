"""Bodies read from source say what bodies read from a tree say."""

from __future__ import annotations

import pytest
from lxml import html as lxml_html

from fpcrawl.extraction.bodies.body import body_text
from fpcrawl.extraction.templates.sourcebody import source_body
from fpcrawl.extraction.templates.sourcetext import (
    pieces_of,
    source_text,
    spans_of,
    split,
    written,
)
from fpcrawl.extraction.text import text_of

PLAIN = [
    "words",
    " two\n  words&nbsp;&nbsp; and <b>bold </b> ones\u3000here",
    "<p>one</p><p>two</p>\n\n<ul><li>a</li><li>b</li></ul>end",
    "a<br />\n<br/><br>\n b<hr>c",
    "x &lt;b&gt; &amp;lt; &quot;q&quot; &#39;s&#39; &copy; &#8212; &#160;|&#xa0;| &eacute;",
    "<pre>  a\n    b\t c </pre>tail  of it<PRE>d  d</PRE>",
    "<table><tr><td>1</td><td>2</td></tr></table>",
    "a <!-- <b>no</b> --> b<script>no()</script><style>p{}</style> c<noscript>no</noscript>",
    'see <a href="/x?a=1&amp;b=2" title="1 > 0">this</a> and <img alt="no" src="x">',
    "<select><option>no</option></select><textarea>no</textarea>yes",
    "1 < 2 and 3 > 2",
    "<div><div><div>deep</div> </div> down</div>",
    "",
]

SOFTWARE = [
    "<blockquote><cite>anna wrote:</cite>quoted words</blockquote>own words",
    "<blockquote><div>anna wrote:<br>quoted words</div></blockquote>own words",
    '<div class="quote"><div class="head">Quote:</div><div>quoted</div></div>own',
    '<div class="bbquote"><b>Originally posted by anna:</b> quoted</div>own',
    '<table><tr><td><b>anna wrote:</b></td></tr><tr><td class="quote">quoted</td></tr></table>own',
    "<div><b>anna 写道：</b>quoted</div>own",
    "<blockquote>only quoted, he said: so</blockquote>own",
    '<i class="note">Last edited by anna on 2024-03-04</i>own words',
    "<i>本帖最后由 anna 于 2024-3-4 编辑</i><br>own words",
    "own <em>words</em><p>Edited 3 times</p>",
    "I edited <i>the last one</i> myself",
    '<div class="code"><div>Code: [Select]</div><pre>x = 1</pre></div>own',
    "<p>代码：</p><pre>x = 1</pre><em>复制代码</em>own",
    "own words<br><br>_________________<br>a motto",
    "Last edited by anna; 2024-03-04 10:00<br>own words",
    "the code is <code>x</code>",
    'own words<a href="/r">Reply</a> <a href="/q">Quote</a>',
    'own words <a href="/x">see here</a>',
    'own words<div> <a href="/r">Responder</a> | <a href="/q">Responder citando</a> </div>',
    'own words<div><a href="/r">Reply</a> or <a href="/q">Quote</a></div>',
    'own<div><a href="/r">Reply</a> <a>Quote</a> <a href="/x">Report This Message</a></div>',
    '<p>own words</p><p><a href="/r">回复</a></p>',
    "<ul><li>one<li>two</ul><p>para <b>bold<p>next</b>",
    "<table><tr><td><i>anna wrote:</i><br>quoted</td></tr></table>own",
    "<div><div>Quote:</div><table><tr><td><div>anna wrote:</div>Cold.</td></tr></table></div>own",
    "<div><div>Quote:</div><table><tr><td><p>Originally Posted by anna</p>Cold.</table></div>own",
    "<table><tr><td><div>Originally Posted by anna9</div>Cold.</td></tr></table>own",
    '<div class="codetop">CODE</div><div class="codemain">x = 1</div>own',
    'so<br><b>Code:</b><br><div class="code"><pre>x = 1</pre></div>own',
    'so<div class="code"><strong>Code:</strong><div class="innercode">x = 1</div></div>own',
    "<table><tr><td><b>Quelltext:</b></td></tr><tr><td class='code'>x = 1</td></tr></table>own",
    "so<br><b>code</b> is what I mean:<pre>x = 1</pre>own",
    "<p>Kod: Zaznacz cały</p><pre>x = 1</pre>own",
    "<p>コード: すべて選択</p><pre>x = 1</pre>own",
    '<div class="quotetop">QUOTE(anna @ May 3, 10:00 AM)</div><div class="quotemain">old</div>own',
    '<div class="quote"><div>Originally Posted by anna<br>old words are here</div></div>own',
]


def tree(source):
    return lxml_html.fromstring(f"<html><body><div>{source}</div></body></html>").find(".//div")


def bare(text):
    return "".join(text.split())


@pytest.mark.parametrize("source", PLAIN)
def test_text_is_that_of_the_tree(source):
    assert source_text(source) == text_of(tree(source))
    assert written(pieces_of(source)) == text_of(tree(source))
    assert written(pieces_of(source, split(source))) == text_of(tree(source))


@pytest.mark.parametrize("source", [*PLAIN, *SOFTWARE])
def test_body_is_that_of_the_tree(source):
    assert bare(source_body(source)) == bare(body_text([tree(source)]))


def test_what_software_writes_is_left_out():
    assert source_body(SOFTWARE[0]) == "quoted words\nown words"
    assert source_body(SOFTWARE[7]) == "own words"
    assert "Reply" not in source_body(SOFTWARE[14])


@pytest.mark.parametrize("source", ["<title>x</title>", "a < b", "&#10;", "<a b='>"])
def test_what_needs_a_closer_look_is_not_split(source):
    assert split(source) is None


def test_spans_end_where_their_elements_do():
    pieces = pieces_of("<ul><li>a<li>b</ul><p>c<div>d</div></i>")
    spans = spans_of(pieces)
    shown = [
        (span.name, "".join(p.text for p in pieces[span.first : span.last]).split())
        for span in spans
    ]
    assert shown == [("ul", ["a", "b"]), ("li", ["a"]), ("li", ["b"]), ("p", ["c"]), ("div", ["d"])]
    assert [span.above for span in spans] == [-1, 0, 0, -1, -1]


@pytest.mark.parametrize("piece", ["<div>", "<p>x", "</b>", "<blockquote>", "<i> ", "<a>x</a>"])
def test_many_tags_take_no_time(piece):
    source = piece * (200_000 // len(piece))
    assert len(source_body(source)) <= len(source)
