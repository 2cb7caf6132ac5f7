"""Cycles are looked for by what pages weigh."""

from __future__ import annotations

import gc
import weakref

import pytest

from fpcrawl.collecting import PageWeight, collect_seldom


class Tree:
    def __init__(self) -> None:
        self.root = self


@pytest.fixture
def by_weight_alone():
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize(("pages", "is_held"), [(3, True), (4, False)])
def test_big_pages_are_let_go_however_few_objects_they_made(by_weight_alone, pages, is_held):
    weight, held = PageWeight(), weakref.ref(Tree())
    for _ in range(pages):
        weight.add(8_000_000)
    assert (held() is not None) is is_held


def test_a_collector_that_was_off_while_all_was_loaded_is_on(by_weight_alone):
    usual = gc.get_threshold()
    try:
        collect_seldom()
        assert gc.isenabled()
        assert gc.get_threshold()[0] > usual[0]
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)
