"""Words of a template are told from words of a topic by pages of the same shape."""

from __future__ import annotations

import json

import pytest

from fpcrawl.exceptions import StateError
from fpcrawl.topic.background import LEAST_OTHERS, AlikePages

TOPIC = "http://f.example/t/{}"
OTHER = "http://f.example/wiki/{}.html"


def counted(near=3, far=12, other=200):
    pages = AlikePages()
    for n in range(far):
        pages.add_other(TOPIC.format(n), {"reply", "saddle"})
    for n in range(other):
        pages.add_other(OTHER.format(n), {"edit"})
    for n in range(near):
        pages.add_near(TOPIC.format(50 + n), {"reply", "kettle"})
    return pages


def test_a_word_is_compared_with_pages_of_the_shapes_that_taught():
    pages = counted()
    assert pages.frequencies.documents == 215
    # However many pages of another shape do not hold it.
    assert pages.share_elsewhere("reply") > 0.9
    assert pages.share_elsewhere("kettle") < 0.05
    assert pages.share_elsewhere("edit") < 0.05


def test_each_shape_counts_by_how_many_of_its_pages_taught():
    pages = counted(near=1)
    for n in range(3):
        pages.add_near(OTHER.format(900 + n), {"edit"})
    assert pages.share_elsewhere("edit") == pytest.approx(0.75, abs=0.02)
    assert pages.share_elsewhere("reply") == pytest.approx(0.25, abs=0.02)


def test_few_pages_of_a_shape_tell_nothing():
    pages = counted(far=LEAST_OTHERS - 1)
    assert not pages.is_known(TOPIC.format(1))
    # The same address on another site is of another template.
    assert not pages.is_known(OTHER.format(1).replace("f.ex", "g.ex"))
    assert pages.common_share("reply") == 0.0
    pages.add_other(TOPIC.format(99), {"reply"})
    assert pages.is_known(TOPIC.format(1))
    assert pages.common_share("reply") == 1.0


def test_nothing_is_rare_before_something_has_taught():
    assert counted(near=0).share_elsewhere("kettle") == 1.0


def test_it_goes_on_after_an_end():
    pages = counted()
    again = AlikePages()
    again.restore(json.loads(json.dumps(pages.to_json())))
    for word in ("reply", "kettle", "edit"):
        assert again.share_elsewhere(word) == pages.share_elsewhere(word)
        assert again.common_share(word) == pages.common_share(word)
    assert again.is_known(TOPIC.format(5))
    state = pages.to_json()
    for bad in ({}, {**state, "version": 1}, {**state, "shapes": {"/": 1}}, {**state, "shapes": 1}):
        with pytest.raises(StateError):
            AlikePages().restore(bad)


def test_it_stays_small():
    pages = counted()
    for n in range(500):
        word = "".join(chr(97 + int(digit)) for digit in str(n))
        pages.add_other(f"http://f.example/{word}/1", {f"{word}{i}" for i in range(5)})
    assert len(pages.to_json()["shapes"]) <= 64
    # What has taught is not forgotten for what has not.
    assert pages.share_elsewhere("reply") > 0.9
