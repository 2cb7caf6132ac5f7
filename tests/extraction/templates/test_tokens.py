"""Tags of a source without a tree."""

from __future__ import annotations

import pytest

from fpcrawl.extraction.templates.tokens import (
    attribute_of,
    attributes_of,
    class_of,
    scan,
    tag_label,
    text_between,
)


def names(source):
    return [tag.name for tag in scan(source)]


def test_tags_are_named_in_lower_case_with_a_slash_for_end_tags():
    assert names("<DIV class=a><br/>x</DIV >") == ["div", "br", "/div"]


def test_comments_scripts_and_styles_hold_no_tags():
    source = "<!-- <b> --><script>if (a<b) '<i>'</script><style>p<q</style><!DOCTYPE x><p>"
    assert names(source) == ["script", "style", "p"]


@pytest.mark.parametrize(
    "source",
    ["<a title=\"1 > 0\" b='<i>'>x", "<a title=it's>x", "<a\nhref=x\n>x", "<a b='c\">\"'>x"],
)
def test_a_tag_is_read_whole(source):
    (tag,) = list(scan(source))
    assert source[tag.end :] == "x"


def test_what_is_no_tag_is_text():
    assert names("1 < 2 <3> <- </ > <b>") == ["b"]


def test_an_unclosed_comment_hides_the_rest():
    assert names("<p><!-- <b> </p>") == ["p"]


def test_attributes_keep_their_order_and_places():
    raw = "<a HREF=\"/x?a=1&amp;b=2\" class='n m' data-x=5 hidden>"
    found = attributes_of(raw)
    assert [(a.name, a.value) for a in found] == [
        ("href", "/x?a=1&amp;b=2"),
        ("class", "n m"),
        ("data-x", "5"),
        ("hidden", ""),
    ]
    assert [raw[a.start : a.end] for a in found] == [a.value for a in found]
    assert attribute_of(raw, "href") == "/x?a=1&b=2"
    assert attribute_of(raw, "x") is None


def test_classes_lose_digits_and_states():
    assert class_of("post post-12 odd bg2") == "post.post"


@pytest.mark.parametrize(
    ("raw", "label"),
    [
        ('<em id="author_12" class="a b">', "Html(em.a.b#author)"),
        ("</TD >", "Html(/td)"),
        ("<br>", "Html(br)"),
    ],
)
def test_labels_for_people(raw, label):
    assert tag_label(raw) == label


def test_text_between_reads_entities_and_drops_tags():
    source = "<p>a&nbsp;<b>b</b>\n <!-- c -->&lt;d<script>e</script></p>"
    assert text_between(source, 0, len(source)) == "a b <d"


@pytest.mark.parametrize("piece", ["<", "<a ", '<a "', "<a '\"", "<!--", "<!", "<script ", "</"])
def test_a_long_line_of_open_tags_takes_no_time(piece):
    source = piece * (400_000 // len(piece))
    assert sum(1 for _ in scan(source)) <= len(source)
    text_between(source, 0, len(source))
