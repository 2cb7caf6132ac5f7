"""Trees that nobody would write are read like any other, whatever is made of them."""

from __future__ import annotations

import random

import pytest
from extraction_kit import html_page, page_of

from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.roles import decide
from fpcrawl.walk.walker import Context

TAGS = ("div", "table", "tr", "td", "span", "li", "p", "dl", "dd", "blockquote", "h2", "b")
SAID = (
    *("2024-05-01 10:00", "<time datetime='2024-05-02T10:00'>x</time>", "05-21", "3 hours ago"),
    *("<a href='/t/9'>Lids of kettles</a>", "<a href='/u/ann'>ann</a>", "<img alt='ann' src='/a'>"),
    *("word", "by ann", "[3]", "3 replies | 12 views", "Re: lids", "#4", "", "12/340", "老王"),
)
DRESS = (
    *(
        "",
        "",
        "",
        " class='post'",
        " class='author'",
        " id='post7'",
        " datetime='2024-05-03T10:00'",
    ),
    *(" title='2024-05-04 11:00'", " title='Replies: 3, Views: 12'", " hidden"),
)


def element(rng, depth):
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(SAID)
    tag = rng.choice(TAGS)
    inner = "".join(element(rng, depth - 1) for _ in range(rng.randrange(5)))
    return f"<{tag}{rng.choice(DRESS)}>{inner}</{tag}>"


@pytest.mark.parametrize("seed", range(60))
def test_any_tree_can_be_read(seed):
    rng = random.Random(seed)
    for _ in range(4):
        repeated = element(rng, 4) * rng.randrange(1, 6)
        page = page_of(html_page(repeated + element(rng, 3)), "http://f.example/forum-5")
        reading = read_structure(page, LayoutBook())
        decide(reading, None, Context().role, kind="forum")
        assert 0 <= reading.confidence <= 1


def test_an_opening_that_an_answer_was_tried_with_is_no_answer():
    """A record with an opening was taken for a lone one when an answer was looked for again."""
    html = """3 replies<cite>12 views<tbody><font><dd><a>2024-05-01 10:00</a></dd>May 3, 2024</font>
    </tbody><em><table>by ann<center itemprop="author"><em></em>[3]</center><section><dl>a longer
    sentence that says something of kettles and their lids, as people do</dl></section></table></em>
    </cite><h2><ul><th><pre></pre>5. 3. 2024</th><section><dt>May 3, 2024posted12/340作者：老王</dt>
    </section></ul><pre><center><dt>Last post by eve05-21bob77</dt>ann(12)</center></pre>3 replies
    </h2><table><tbody><header><article id="post15">[3]2024-05-01 10:00</article><cite><h2>12/340ann
    wrote:Re: lids</h2></cite></header></tbody></table>"""
    page = page_of(f"<html><body>{html}</body></html>", "http://f.example/forum-5")
    assert 0 <= read_structure(page, LayoutBook()).confidence <= 1
