"""Scoring judged pages as if they were new."""

from __future__ import annotations

import pytest
from topic_kit import SEGMENTER, other_pages, page, tea_pages

from fpcrawl.topic.expand import from_examples, weights_by_examples
from fpcrawl.topic.judged import held_out_scores
from fpcrawl.topic.library import TopicLibrary, TopicTerm
from fpcrawl.topic.relevance import TopicScorer

CUT = SEGMENTER.cut


def score_by(library):
    scorer = TopicScorer(library.weights(), library.concepts(), SEGMENTER)
    return lambda one: scorer.score(one).relevance


def learnt(good, bad):
    library = TopicLibrary("oolong", terms=[TopicTerm("tea")])
    for term in from_examples(library, good, bad, CUT):
        library.add(term)
    for term, weight in weights_by_examples(library, good, bad, CUT).items():
        library.weigh(term, weight)
    return library


def test_a_page_is_scored_by_what_the_others_teach():
    odd = page("odd", "Porcelain kilns fire porcelain cups; glazed porcelain.", "Porcelain")
    good, bad = [*tea_pages(), odd], other_pages()
    library = learnt(good, bad)
    before = library.to_json()
    score = score_by(library)
    on, off = held_out_scores(library, good, bad, CUT, score_by)
    assert (len(on), len(off)) == (5, len(bad))
    assert library.to_json() == before
    # None of the others speaks of porcelain: alone it would not have been found.
    assert score(odd) > 0.05
    assert on[4] == pytest.approx(0.0, abs=1e-9)
    assert min(on[:4]) > max(off)


def test_a_single_page_is_scored_by_itself():
    good, bad = tea_pages()[:1], other_pages(3)
    library = learnt(good, bad)
    score = score_by(library)
    on, off = held_out_scores(library, good, bad, CUT, score_by)
    assert on == [score(good[0])]
    assert off == [score(one) for one in bad]
    assert held_out_scores(library, [], [], CUT, score_by) == ([], [])
