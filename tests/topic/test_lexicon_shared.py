"""The lexicons against figures that others published for them, on the users' own data."""

from __future__ import annotations

import os
import random
from pathlib import Path

import numpy as np
import pytest

from fpcrawl.topic.hypernyms import Hypernyms
from fpcrawl.topic.lexicon import load_lexicon, load_lexicons, matrix

DATA = Path(os.environ.get("FPCRAWL_SHARED", Path(__file__).parents[3] / "shared")) / "lexicons"
WORDNET = Path("/usr/share/wordnet")
pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not DATA.is_dir(), reason="the data folder is not there"),
]


@pytest.fixture(scope="module")
def hownet():
    return load_lexicon(f"hownet:{DATA / 'hownet'}")


@pytest.fixture(scope="module")
def cilin():
    return load_lexicon(f"cilin:{DATA / 'cilin' / 'cilin_ex.utf8.txt'}")


@pytest.mark.parametrize(
    ("word", "published"),
    [
        ("女人", 0.861),
        ("父亲", 1.0),
        ("和尚", 0.861),
        ("鲤鱼", 0.209),
        ("苹果", 0.171),
        ("责任", 0.126),
    ],
)
def test_hownet_gives_what_liu_and_li_print(hownet, word, published):
    assert hownet.similarity("男人", word) == pytest.approx(published, abs=0.0006)


@pytest.mark.parametrize(
    ("word", "published"),
    [("国民", 1.0), ("群众", 0.9577), ("良民", 0.7183), ("同志", 0.6630)],
)
def test_cilin_gives_what_tian_and_zhao_print(cilin, word, published):
    assert cilin.similarity("人民", word) == pytest.approx(published, abs=0.0006)


def test_all_entries_are_read(hownet, cilin):
    assert len(hownet) > 52_000
    assert len(cilin) == 77_456


def test_real_words_at_once_are_as_one_by_one_and_both_ways(hownet, cilin):
    lines = (DATA / "cilin" / "cilin_ex.utf8.txt").read_text("utf-8").split()
    words = random.Random(5).sample(sorted({w for w in lines if hownet.knows(w)}), 70)
    for lexicon in (hownet, cilin):
        found = matrix(lexicon, words, words)
        np.testing.assert_array_equal(found, found.T)
        one_by_one = [[lexicon.similarity(a, b) for b in words] for a in words]
        np.testing.assert_allclose(found, one_by_one, atol=1e-6)


@pytest.mark.skipif(not (WORDNET / "data.noun").is_file(), reason="WordNet is not installed")
def test_wider_words_of_real_lexicons(hownet, cilin):
    tab = DATA / "cow" / "wn-data-cmn.tab"
    wordnet = load_lexicon(f"wordnet:{WORDNET},{tab}")
    hypernyms = Hypernyms([load_lexicons([]), wordnet, hownet, cilin])
    chosen = {word: hypernyms.choose(word) for word in ["智能手机", "手机", "交响乐", "鲤鱼"]}
    assert {word: (choice.wider, choice.source) for word, choice in chosen.items()} == {
        "智能手机": ("手机", "head"),
        "手机": ("电话", "wordnet"),
        "交响乐": ("音乐", "hownet"),
        "鲤鱼": ("鱼", "hownet"),
    }
    # Verbs too are found in an edition in which entries were moved.
    assert wordnet.similarity("偷看", "peep") == 1.0
    assert wordnet.similarity("漂亮", "beautiful") == 1.0
