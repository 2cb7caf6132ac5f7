from __future__ import annotations

import numpy as np
import pytest
from extraction_kit import WORDS, html_page, place_at, tree_of
from visual_kit import examples_of, small_classifier, thread, truth

from fpcrawl.exceptions import FpcrawlError
from fpcrawl.extraction.build import build_posts
from fpcrawl.extraction.visual import candidates
from fpcrawl.extraction.visual.candidates import Shape, candidate_groups
from fpcrawl.extraction.visual.classify import (
    Classifier,
    choose,
    shipped_card,
    shipped_classifier,
)
from fpcrawl.extraction.visual.features import STRUCTURE, VISUAL, features_of
from fpcrawl.extraction.visual.labelling import known_posts, label_candidates
from fpcrawl.extraction.visual.layout import Box, PageLayout


def layout_for(tree, colour=lambda i: "black"):
    """Every element a line of its own below the last."""
    boxes = [
        Box(10.0, 20.0 * i, 600.0, 20.0 * (tree.end[i] - i), 16.0, "A", colour(i), "", True)
        for i in range(len(tree.nodes))
    ]
    return PageLayout(boxes)


def posts_by(classifier, html, layout=None, kind="forum"):
    tree = tree_of(html)
    group = classifier.read(tree, layout(tree) if layout else None, kind)
    return build_posts(tree, group, place_at()) if group is not None else []


# Candidates


def test_siblings_with_times_of_one_key_are_candidates():
    tree = tree_of(thread(truth(4)))
    found = [[tree.sig[span.start] for span in group.spans] for group in candidate_groups(tree)]
    assert ["div.post"] * 4 in found
    assert ["p"] * 4 in found


def test_with_a_layout_times_are_keyed_by_how_they_look():
    html = html_page(
        "".join(
            f'<div class="{c}"><h2>Part {n}</h2><b class="{c}{c}">2024-03-0{n + 1} 10:00</b>'
            f"<p>{WORDS[n]}</p></div>"
            for n, c in enumerate("xyz")
        )
    )
    tree = tree_of(html)
    plain = {len(group.spans) for group in candidate_groups(tree)}
    looks = {len(group.spans) for group in candidate_groups(tree, layout_for(tree))}
    assert (plain, looks) == ({1}, {1, 3})


def test_a_time_that_stands_alone_calls_what_is_around_it():
    tree = tree_of(html_page(f"<div id=a><div id=b><i>2024-03-04 10:00</i>{WORDS[0]}</div></div>"))
    around = [group.spans[0].start for group in candidate_groups(tree) if group.way == "alone"]
    assert [tree.tag(i) for i in around].count("div") >= 1


def test_answers_inside_what_they_answer_are_candidates_with_holes():
    inner = '<li class="c"><b>2024-03-04 11:00</b> yes<ul></ul></li>'
    outer = f'<li class="c"><b>2024-03-04 10:00</b> well<ul>{inner}</ul></li>'
    tree = tree_of(html_page(f'<ul class="top">{outer}{outer}</ul>'))
    nested = [group for group in candidate_groups(tree) if len(group.spans) == 4]
    assert nested
    assert sorted(len(span.holes) for span in nested[0].spans) == [0, 0, 1, 1]


@pytest.mark.parametrize("one", ["<p>2024-03-04 10:00</p>", "<div><b>2024-03-04 10:00</b> x"])
def test_a_page_of_times_has_no_more_candidates_than_can_be_looked_at(one):
    tree = tree_of(html_page(one * 8000))
    groups = candidate_groups(tree)
    assert sum(len(group.spans) for group in groups) <= candidates.MAX_CANDIDATES


# Features and labels


def test_every_candidate_has_every_feature():
    tree = tree_of(thread(truth(3)))
    groups = candidate_groups(tree)
    count = sum(len(group.spans) for group in groups)
    assert features_of(tree, groups).shape == (count, len(STRUCTURE))
    rows = features_of(tree, groups, layout_for(tree))
    assert rows.shape == (count, len(STRUCTURE) + len(VISUAL))
    assert np.isfinite(rows).all()


def test_the_place_of_the_time_is_told_by_equation_1():
    tree = tree_of(thread(truth(3)))
    groups = candidate_groups(tree)
    rows = features_of(tree, groups, layout_for(tree))
    spans = [span for group in groups for span in group.spans]
    at = next(n for n, span in enumerate(spans) if tree.sig[span.start] == "div.post")
    start, time = spans[at].start, spans[at].time.node
    edge = rows[at, len(STRUCTURE) + VISUAL.index("time_edge")]
    above = 20.0 * (time - start)
    below = 20.0 * (tree.end[start] - tree.end[time])
    assert edge == pytest.approx(np.log1p(min(above, below)))


def test_candidates_that_are_one_whole_post_are_labelled():
    posts = truth(3)
    tree = tree_of(thread(posts))
    groups = candidate_groups(tree)
    labels, numbers = label_candidates(tree, groups, known_posts(posts))
    spans = [span for group in groups for span in group.spans]
    named = {tree.sig[span.start] for span, label in zip(spans, labels, strict=True) if label == 1}
    assert named == {"div.post"}
    assert {n for n in numbers if n >= 0} == {0, 1, 2}


def test_a_post_that_quotes_another_is_still_one_post():
    first = {"author": "anna", "body": WORDS[0], "time_shown": "2024-03-04 10:00"}
    second = {
        "author": "bert",
        "body": f"anna wrote: {WORDS[0]} {WORDS[1]}",
        "body_own": WORDS[1],
        "time_shown": "2024-03-04 11:30",
    }
    tree = tree_of(thread([first, second]))
    groups = candidate_groups(tree)
    _, numbers = label_candidates(tree, groups, known_posts([first, second]))
    assert {n for n in numbers if n >= 0} == {0, 1}


# Choosing


def shape(start, stop, name="div", holes=(), mark="time"):
    return Shape(name, mark, ((start, stop),), tuple(holes))


def test_no_element_is_in_two_records():
    groups = [[shape(1, 20)], [shape(2, 9), shape(10, 19)]]
    assert choose(groups, np.array([0.7, 0.9, 0.9])) == [1, 2]


def test_a_record_in_the_hole_of_another_is_one_too():
    groups = [[shape(1, 20, holes=[(5, 20)])], [shape(5, 20, "p")]]
    assert choose(groups, np.array([0.9, 0.9])) == [0, 1]


def test_what_is_made_otherwise_and_stands_elsewhere_is_no_record():
    posts = [shape(10, 12), shape(12, 14)]
    likely = np.array([0.9, 0.9, 0.8])
    assert choose([posts, [shape(1, 2, "p", mark="i")]], likely) == [0, 1]
    # The opening post under another parent has its time in the same way.
    assert choose([posts, [shape(1, 2, "p")]], likely) == [2, 0, 1]


def test_like_candidates_speak_for_each_other():
    groups = [[shape(n, n + 1) for n in range(5)]]
    assert choose(groups, np.array([0.9, 0.9, 0.3, 0.9, 0.9])) == [0, 1, 2, 3, 4]


def test_a_thread_has_posts_and_an_article_may_have_no_comments():
    groups = [[shape(1, 2), shape(2, 3)], [shape(5, 6)]]
    likely = np.array([0.2, 0.2, 0.01])
    assert choose(groups, likely) == [0, 1]
    assert choose(groups, likely, "comments") == []
    assert choose([], np.array([])) == []


# Pages


@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_skin_that_was_left_out_is_read(count):
    posts = truth(count, 3)
    found = posts_by(small_classifier(), thread(posts, 3))
    assert [post.body_text for post in found] == [post["body"] for post in posts]
    assert [post.author for post in found] == [post["author"] for post in posts]


def test_a_page_without_bylines_has_no_posts():
    assert posts_by(small_classifier(), html_page("<p>Nothing here</p>")) == []


def test_a_missing_network_is_an_error():
    tree = tree_of(thread(truth(2)))
    with pytest.raises(FpcrawlError, match="comments-structure"):
        Classifier({}).read(tree, None, "comments")


def test_a_network_of_other_features_is_refused():
    (network,) = small_classifier().networks["forum-structure"]
    tree = tree_of(thread(truth(2)))
    with pytest.raises(FpcrawlError, match="other features"):
        Classifier({"forum-rendered": (network,)}).read(tree, layout_for(tree))


def test_examples_do_not_hold_what_the_fold_must_not_see():
    assert {example.fold for example in examples_of()} == {f"software{c}" for c in "abcd"}


# What ships


def test_the_shipped_networks_fit_the_features_and_are_small():
    networks = shipped_classifier().networks
    assert set(networks) == {
        f"{kind}-{look}" for kind in ("forum", "comments") for look in ("structure", "rendered")
    }
    assert sum(len(n.to_bytes()) for many in networks.values() for n in many) < 200_000
    for name, many in networks.items():
        want = STRUCTURE + VISUAL if name.endswith("rendered") else STRUCTURE
        assert all(network.names == want for network in many)


def test_the_card_tells_kind_of_data_date_and_scores():
    card = shipped_card()
    assert card["date"]
    assert card["software"]
    assert all(set(told) == {"labels", "pages", "sites"} for told in card["data"])
    assert {told["labels"] for told in card["data"]} >= {"posts", "comments"}
    for about in card["networks"].values():
        assert about["left_out"]["record_f1"] > 0.8


@pytest.mark.parametrize("skin", range(4))
def test_the_shipped_networks_read_pages_of_our_own(skin):
    posts = truth(4, skin)
    found = posts_by(shipped_classifier(), thread(posts, skin))
    assert [post.body_text for post in found] == [post["body"] for post in posts]
    looked = posts_by(shipped_classifier(), thread(posts, skin), layout_for)
    assert len(looked) in {0, 4}
