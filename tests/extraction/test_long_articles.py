"""Texts of many lines: they are compared in their order, not each with all."""

from __future__ import annotations

import time

import pytest
from extraction_kit import html_page, tree_of

from fpcrawl.extraction.articles.inorder import InOrder
from fpcrawl.extraction.articles.prose import prose_text


def test_two_readings_of_many_lines_are_compared_at_once():
    text = "\n".join(f"The words of line number {n} of the pond." for n in range(60_000))
    tree = tree_of(html_page(f"<h1>Ponds</h1><pre>{text}</pre>"))
    began = time.process_time()
    assert prose_text(tree, text, None, tree.tags.index("pre"), [], lambda _: False) == text
    # Each line sought from the beginning took a quarter of a minute.
    assert time.process_time() - began < 5.0


@pytest.mark.parametrize(
    ("pieces", "held"),
    [
        (["one", "two", "three"], [True] * 3),
        (["three", "one", "two"], [True] * 3),
        (["none", "three", "none", "etw", "one"], [False, True, False, True, True]),
        (["two", "two", "onetwothree", "", "onetwothreefour"], [True] * 4 + [False]),
    ],
)
def test_pieces_are_found_in_any_order(pieces, held):
    text = InOrder("onetwothree")
    assert [piece in text for piece in pieces] == held
