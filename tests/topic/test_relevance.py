from __future__ import annotations

import json
import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.topic.blocks import text_page
from fpcrawl.topic.concepts import Concepts
from fpcrawl.topic.explain import explain
from fpcrawl.topic.model import Block, TopicPage
from fpcrawl.topic.relevance import PAPER_PART_WEIGHTS, PART_OF, PART_WEIGHTS, TopicScorer
from fpcrawl.topic.segment import make_segmenter
from fpcrawl.topic.vectors import DocumentFrequencies

URL = "http://a.example/"
WORDS = st.lists(st.sampled_from("tax vat value added duty cat dog".split()), max_size=12)


@pytest.fixture(scope="module")
def segmenter():
    return make_segmenter("jieba")


def page(*blocks):
    return TopicPage(
        URL, tuple(Block(kind, tuple(words.split()), 0, w, w) for kind, words, w in blocks)
    )


# -- concepts


def test_the_longest_term_is_replaced(segmenter):
    names = {"tax": "tax", "value added tax": "VAT", "VAT": "VAT", "added": "plus"}
    concepts = Concepts(names, segmenter)
    assert concepts.replace("value added tax tax".split()) == ["VAT", "tax"]
    assert concepts.replace("value added duty vat".split()) == ["value", "plus", "duty", "VAT"]
    assert concepts.replace(["value"]) == ["value"]
    assert concepts.replace([]) == []
    assert concepts.places("a value added tax".split()) == [(1, 3, "VAT")]
    assert len(concepts) == 4


def test_terms_meet_whatever_they_are_written_with(segmenter):
    names = {"增值稅": "增值税", "Value-Added  Taxes": "增值税"}
    concepts = Concepts(names, segmenter)
    assert concepts.replace(segmenter.cut("增值税 and value added tax")) == ["增值税", "增值税"]


def test_terms_without_words_are_told(segmenter):
    concepts = Concepts({"的": "的", "2024": "2024", "税": "税"}, segmenter)
    assert concepts.lost == ("的", "2024")
    assert len(concepts) == 1


def test_of_two_terms_alike_the_first_counts(segmenter):
    assert Concepts({"tax": "a", "taxes": "b"}, segmenter).replace(["tax"]) == ["a"]


@given(WORDS)
def test_replacing_takes_each_word_once(words):
    concepts = Concepts({"value added tax": "VAT", "tax": "TAX"}, make_segmenter("jieba"))
    found = concepts.replace(words)
    assert concepts.count(words) == Counter(found)
    assert Concepts({"vat": "cat", "cat": "tax"}, make_segmenter("jieba")).count(words) == Counter(
        {"vat": "cat", "cat": "tax"}.get(word, word) for word in words
    )
    assert len(found) + 2 * found.count("VAT") == len(words)
    assert "tax" not in found


# -- relevance


def test_the_parts_of_a_page_count_as_eq_9_says(segmenter):
    scorer = TopicScorer({"tax": 1.0}, {}, segmenter)
    for kind, part in PART_OF.items():
        score = scorer.score(page((kind, "tax tax", 1.0)))
        assert score.relevance == pytest.approx(PART_WEIGHTS[part])
        assert score.parts == {part: pytest.approx(1.0)}
        assert score.matched == (("tax", pytest.approx(PART_WEIGHTS[part])),)


def test_a_part_is_a_cosine(segmenter):
    its = page(("title", "tax tax duty cat cat", 1.0))
    # Vectors (1, 0.5) and tf (2, 1, 2): duty is not on the page twice. Damped: (d, 1, d).
    d = 1 + math.log(2)
    for damp, dot, length in ((False, 2.5, 3.0), (True, d + 0.5, math.sqrt(2 * d * d + 1))):
        scorer = TopicScorer({"tax": 1.0, "duty": 0.5}, {}, segmenter, damp=damp)
        score = scorer.score(its)
        expected = dot / (math.hypot(1, 0.5) * length)
        assert score.parts["title"] == pytest.approx(expected)
        assert score.relevance == pytest.approx(PART_WEIGHTS["title"] * expected)


def test_places_weigh_as_eq_13_and_14_say(segmenter):
    # f(tax) = mean of 0.8 * 1/3 and 0.2 * 2/3 = 0.2; f(cat) = 0.2; both in the content.
    its = page(("heading", "tax", 0.8), ("content", "tax tax cat", 0.2))
    for damp, three in ((False, 3.0), (True, 1 + math.log(3))):
        scorer = TopicScorer({"tax": 1.0}, {}, segmenter, damp=damp)
        tax, cat = three * 0.2, 1 * 0.2
        assert scorer.score(its).parts["content"] == pytest.approx(tax / math.hypot(tax, cat))


def test_a_word_repeated_often_does_not_drown_the_others(segmenter):
    its = page(("content", "tax duty " + "cat " * 40, 1.0))
    damped, raw = (
        TopicScorer({"tax": 1.0, "duty": 1.0}, {}, segmenter, damp=damp).score(its).parts["content"]
        for damp in (True, False)
    )
    assert raw < 0.05
    assert damped > 0.2


def test_the_parts_weigh_as_given(segmenter):
    assert sum(PART_WEIGHTS.values()) == pytest.approx(1)
    assert sum(PAPER_PART_WEIGHTS.values()) == pytest.approx(1)
    scorer = TopicScorer({"tax": 1.0}, {}, segmenter, part_weights=PAPER_PART_WEIGHTS, damp=False)
    assert scorer.score(page(("title", "tax", 1.0))).relevance == pytest.approx(0.3)


def test_synonyms_count_as_their_concept(segmenter):
    scorer = TopicScorer({"增值税": 1.0, "VAT": 0.4}, {"VAT": "增值税"}, segmenter)
    assert scorer.weights == {"增值税": 1.0}
    chinese = scorer.score(text_page("增值稅", "", segmenter))
    english = scorer.score(text_page("VAT", "", segmenter))
    assert chinese == english
    assert chinese.relevance == pytest.approx(PART_WEIGHTS["title"])


def test_what_stands_for_no_concept_is_no_term(segmenter):
    scorer = TopicScorer({"tax": 1.0, "none": 0.0, "minus": -1.0}, {"duty": "gone"}, segmenter)
    assert set(scorer.weights) == {"tax"}
    assert scorer.score(page(("title", "duty minus none", 1.0))).relevance == 0.0


def test_common_terms_say_less_once_learnt(segmenter):
    frequencies = DocumentFrequencies()
    scorer = TopicScorer({"tax": 1.0}, {}, segmenter, frequencies)
    its = page(("title", "tax cat", 1.0))
    before = scorer.see(its).relevance
    for _ in range(20):
        scorer.see(page(("title", "cat", 1.0)))
    assert frequencies.documents == 21
    assert scorer.score(its).relevance > before
    assert frequencies.documents == 21


@pytest.mark.parametrize("weights", [{}, {"tax": 1.0}])
def test_pages_without_text_and_topics_without_terms(segmenter, weights):
    scorer = TopicScorer(weights, {}, segmenter, DocumentFrequencies())
    for its in (TopicPage(URL, ()), text_page("", "", segmenter)):
        score = scorer.see(its)
        assert (score.relevance, score.matched) == (0.0, ())
    assert scorer.frequencies.documents == 0
    assert scorer.score(page(("content", "cat", 1.0))).relevance == 0.0


def test_at_most_ten_matches_largest_first(segmenter):
    names = [f"word{n}" for n in range(15)]
    scorer = TopicScorer({name: 1.0 / (n + 1) for n, name in enumerate(names)}, {}, segmenter)
    matched = scorer.score(page(("content", " ".join(names), 1.0))).matched
    assert [name for name, _ in matched] == names[:10]


#: Shares of impacts, which are a few units for each block of at most some thousands: a float
#: so small that it has no digits left is none of them.
WEIGHTS = st.just(0.0) | st.floats(1e-9, 1)


@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(PART_OF)), WORDS.map(" ".join), WEIGHTS),
        max_size=5,
    )
)
def test_relevance_is_bounded_and_explained_to_the_last_bit(blocks):
    segmenter = make_segmenter("jieba")
    scorer = TopicScorer({"tax": 1.0, "VAT": 0.7}, {"value added tax": "VAT"}, segmenter)
    its = page(*blocks)
    score = scorer.score(its)
    assert 0 <= score.relevance <= 1
    found = explain(scorer, its, 0.1)
    assert found.relevance == score.relevance
    assert sum(part.gave for part in found.parts) == pytest.approx(score.relevance)
    assert sum(block.gave for block in found.blocks) == pytest.approx(score.relevance)
    assert len(found.blocks) == len(blocks)


# -- explanation


def test_an_explanation_names_blocks_terms_and_words(segmenter):
    scorer = TopicScorer(
        {"增值税": 1.0, "企业所得税": 0.8, "海关": 0.5}, {"value added tax": "增值税"}, segmenter
    )
    its = page(
        ("title", "税务 增值税", 0.6), ("content", "value added tax value added tax cat", 0.4)
    )
    found = explain(scorer, its, 0.05)
    title, content = found.blocks
    assert (title.part, title.words, title.weight) == ("title", 2, 0.6)
    assert [(t.concept, t.found, t.count) for t in content.terms] == [
        ("增值税", ("value added tax",), 2)
    ]
    assert found.is_on_topic
    assert found.missing == ("企业所得税", "海关")
    assert json.loads(json.dumps(found.to_json()))["blocks"][0]["terms"][0]["found"] == ["增值税"]
    assert not explain(scorer, its, 0.99).is_on_topic
    assert explain(scorer, TopicPage(URL, ()), 0.1).blocks == ()
