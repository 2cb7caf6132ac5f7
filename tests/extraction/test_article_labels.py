"""Labels of articles."""

from __future__ import annotations

from extraction_kit import html_page, place_at, tree_of

from fpcrawl.extraction.articles.articles import read_article
from fpcrawl.extraction.articles.comments import comment_ranges, find_comments
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.templates.compare import read_labels
from fpcrawl.extraction.templates.labels_articles import label_article
from fpcrawl.extraction.templates.model import FIELDS, LabelledPage

TITLE = "Ferry out of the water"
SAID = [
    "The ferry across the lower lake has been taken out of the water for the whole winter.",
    "Its captain says that the boards under the engine were softer than he had thought.",
    "Until the spring the villages are joined only by the road along the northern shore.",
]
BY = (
    '<p class="byline">By <a href="/by/ann">Ann Smith</a> and <a href="/by/bo">Bo Lee</a> '
    '<time datetime="2024-03-04T10:00:00+01:00">4 March 2024</time></p>'
)


def html_of(by=BY, comments=""):
    said = "".join(f"<p>{words}</p>" for words in SAID)
    return html_page(
        f'<div class="menu">Menu</div><article><h1>{TITLE}</h1>{by}<div class="text">{said}</div>'
        f"{comments}</article>",
        f"{TITLE} - Post",
    )


def labels(html):
    tree = tree_of(html)
    group = find_comments(tree, LayoutBook(), -1)
    raw = read_article(tree, place_at(), group)
    return tree, label_article(tree, raw, comment_ranges(tree, group))


def test_title_writers_time_and_body_are_labelled_where_they_stand():
    tree, record = labels(html_of())
    assert record is not None
    assert set(record.fields) <= set(FIELDS["article"])
    assert [tree.tag(i) for i in record.roots] == ["article"]
    assert record.holes == []
    (title,) = record.fields["title"]
    assert (tree.tag(title.node), title.value) == ("h1", TITLE)
    assert "Ann Smith" in record.fields["author"][0].value
    (time,) = record.fields["time"]
    assert (tree.tag(time.node), time.value) == ("time", "4 March 2024")
    (full,) = record.fields["time_full"]
    assert (full.node, full.attribute) == (time.node, "datetime")
    (body,) = record.fields["body"]
    assert tree.sig[body.node] == "div.text"


def test_what_is_only_declared_has_no_label():
    head = '<meta name="author" content="Cy Dee"><meta name="date" content="2024-03-04">'
    html = html_of(by="").replace("</head>", f"{head}</head>")
    _, record = labels(html)
    assert record is not None
    assert set(record.fields) == {"title", "body"}


def test_comments_inside_are_holes():
    comments = "".join(
        f'<li class="comment"><a class="author" href="/user/u{n}">u{n}</a> <span class="date">'
        f'2024-03-0{n + 5} 08:00</span><div class="words">I saw it too, number {n}.</div></li>'
        for n in range(3)
    )
    tree, record = labels(html_of(comments=f'<ul class="comments">{comments}</ul>'))
    assert record is not None
    assert [tree.sig[i] for i in record.holes] == ["li.comment"] * 3


def test_a_labelled_article_reads_as_itself():
    tree, record = labels(html_of())
    (read,) = read_labels(LabelledPage(tree, "", "article", [record]))
    assert read.values["title"] == TITLE
    assert "".join(read.body[0].itertext()) == "".join(SAID)


def test_a_page_without_a_body_has_no_label():
    _, record = labels(html_page(f"<h1>{TITLE}</h1>", TITLE))
    assert record is None
