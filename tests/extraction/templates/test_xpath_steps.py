"""Paths select what lxml selects by the XPath they are written as."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree, html

from fpcrawl.extraction.templates.xpath_steps import Path, Step, Test, token_test

TAGS = ["div", "span", "a", "p"]
VALUES = ["post", "post head", "p1", " post\tx ", "o'clock", ""]
NAMES = ["class", "id", "href"]

tests = st.one_of(
    st.builds(token_test, st.sampled_from(["post", "head", "p1", "pos"]), start=st.booleans()),
    st.builds(
        Test,
        st.sampled_from(["equals", "starts", "contains"]),
        st.sampled_from(["id", "href"]),
        st.sampled_from(["post", "p", "o'clock", 'say "x"']),
    ),
    st.builds(Test, st.just("has"), st.sampled_from(NAMES)),
)
plain_steps = st.builds(
    Step,
    st.sampled_from([*TAGS, "*"]),
    st.integers(0, 3),
    st.lists(tests, max_size=2).map(tuple),
)
inner = st.builds(Path, st.lists(plain_steps, min_size=1, max_size=2).map(tuple), st.booleans())
steps = st.builds(
    Step,
    st.sampled_from([*TAGS, "*"]),
    st.integers(0, 3),
    st.lists(tests, max_size=2).map(tuple),
    st.lists(inner, max_size=1).map(tuple),
)
field_paths = st.builds(
    Path,
    st.lists(steps, min_size=1, max_size=3).map(tuple),
    st.booleans(),
    st.sampled_from([0, 0, 0, 1, 2, -1]),
    st.just(False),
    st.sampled_from(["", "", "href"]),
)
root_paths = st.builds(
    Path, st.lists(steps, min_size=1, max_size=3).map(tuple), st.just(True), root=st.just(True)
)


@st.composite
def pages(draw):
    root = html.fromstring("<html><body></body></html>")
    elements = [root[0]]
    for _ in range(draw(st.integers(1, 14))):
        parent = draw(st.sampled_from(elements))
        element = etree.SubElement(parent, draw(st.sampled_from(TAGS)))
        for name in draw(st.lists(st.sampled_from(NAMES), max_size=2, unique=True)):
            element.set(name, draw(st.sampled_from(VALUES)))
        if draw(st.booleans()):
            parent.append(etree.Comment("between"))
        elements.append(element)
    return root, elements


@given(st.one_of(field_paths, root_paths))
def test_a_path_is_read_again_as_it_was_written(path):
    assert Path.parse(str(path)) == path


@settings(max_examples=120)
@given(field_paths, pages())
def test_a_field_path_selects_what_xpath_selects(path, page):
    element_path = Path(path.steps, path.deep, path.beside)
    for record in page[1]:
        assert list(element_path.select(record)) == record.xpath(str(element_path))
        if path.attribute:
            values = [e.get(path.attribute) for e in element_path.select(record)]
            assert [v for v in values if v is not None] == record.xpath(str(path))


@settings(max_examples=120)
@given(root_paths, pages())
def test_a_record_path_ends_where_xpath_ends(path, page):
    root, ends_here = page[0], path.ending()
    found = [
        e
        for e in root.iter("*")
        if path.steps[-1].tag in {"*", e.tag} and ends_here(e)
    ]  # fmt: skip
    assert found == root.xpath(str(path))


@pytest.mark.parametrize(
    "text", [".", "./@id", "following-sibling::*[2]", "preceding-sibling::*[1]/@name"]
)
def test_a_path_without_steps_stands_for_a_place(text):
    assert str(Path.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "//",
        "/html/body",
        "//div//a",
        ".//a | .//b",
        ".//a[last()]",
        ".//a[@href and @id]",
        ".//a[",
        "following-sibling::*[0]",
        "following-sibling::*[999]",
        ".//a/text()",
        "div/a",
        "//a/@href",
        ".//a[contains(concat(' ',normalize-space(@class),' '),'post')]",
    ],
)
def test_other_expressions_are_not_of_the_grammar(text):
    assert Path.parse(text) is None


def test_a_value_with_both_quotes_cannot_be_written():
    with pytest.raises(ValueError, match=r"XPath 1\.0"):
        str(Test("equals", "id", "'\""))
