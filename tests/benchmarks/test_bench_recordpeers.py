"""What the record benchmark compares with, on pages of our own."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks._mdr import MDR, TooMuchWorkError, edit_distance, find_regions, records_of
from benchmarks._recordpeers import PEERS, Locator
from benchmarks._recordplaces import PlaceScore, score_places, summarise_places
from benchmarks._tristor import Tristor
from benchmarks.scoring import TruePost
from fpcrawl.extraction.treebuild import build_tree
from fpcrawl.pages import read_page

NOW = datetime(2026, 3, 8, 12, tzinfo=UTC)
WORDS = [
    "Which oil suits an old lathe best, and how often do I have to change it?",
    "Any light machine oil will do, said the old man at the counter, and he was right.",
    "I change mine once a year, before the winter, when the shop is cold and I have time.",
    "Thank you both, I will try that as soon as the new drip feed has come with the post.",
]
NAMES = ["ann", "bob", "cem", "ann"]
TIMES = ["2026-03-04 09:15", "2026-03-04 10:30", "2026-03-05 22:40", "2026-03-06 07:05"]
NAV = "<ul class='nav'><li><a href='/'>Home</a></li><li><a href='/faq'>Questions</a></li></ul>"


def page_of(body, head=""):
    html = f"<html><head><title>Oil</title>{head}</head><body>{NAV}{body}</body></html>"
    return read_page(html.encode(), "http://lathe.example/t/1", http_charset="utf-8", fetched=NOW)


def div_post(n, link="/user/"):
    return (
        f'<div class="post"><div class="head"><a href="/t/1#{n}">{n + 1}</a>'
        f'<a href="{link}{NAMES[n]}">{NAMES[n]}</a><span>{TIMES[n]}</span></div>'
        f'<div class="text"><p>{WORDS[n]}</p></div></div>'
    )


def thread(count=4, link="/user/"):
    posts = "".join(div_post(n, link) for n in range(count))
    return page_of(f"<h1>Oil</h1><div id='posts'>{posts}</div>")


def table_thread():
    """Each post is two rows."""
    rows = "".join(
        f"<tr><td><a href='/user/{NAMES[n]}'>{NAMES[n]}</a></td><td><i>{TIMES[n]}</i></td></tr>"
        f"<tr><td colspan=2><p>{WORDS[n]}</p><p><b>{WORDS[n]}</b></p><hr></td></tr>"
        for n in range(4)
    )
    return page_of(f"<table><tbody>{rows}</tbody></table>")


def truths(count=4):
    return [
        TruePost(NAMES[n], TIMES[n].replace(" ", "T") + ":00+00:00", (WORDS[n],))
        for n in range(count)
    ]


def by_table(one, other):
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
    return row[-1]


@settings(max_examples=200)
@given(st.text("abc", max_size=80), st.text("abc", max_size=80))
def test_edit_distance_is_that_of_the_table(one, other):
    assert edit_distance(one, other) == by_table(one, other)


def test_mdr_finds_the_posts_side_by_side():
    texts = MDR().locate(thread())
    assert len(texts) == 4
    for n, text in enumerate(texts):
        assert all(part in text for part in (NAMES[n], TIMES[n], WORDS[n]))


def test_mdr_finds_records_of_two_rows():
    texts = MDR().locate(table_thread())
    assert [NAMES[n] in text and WORDS[n] in text for n, text in enumerate(texts)] == [True] * 4


def test_a_region_ends_where_siblings_differ():
    page = page_of(
        "<div><h2>Before</h2><p><b>a</b><i>b</i></p><p><b>c</b><i>d</i></p><p><b>e</b><i>f</i></p>"
        "<form><label><input></label><label><input></label></form></div>"
    )
    tree = build_tree(page)
    (region,) = [r for r in find_regions(tree) if tree.tag(r.nodes[0]) == "p"]
    assert (region.length, len(region.nodes)) == (1, 3)
    assert records_of(tree, region) == [[i] for i in region.nodes]


def test_elements_that_hold_records_alike_are_none():
    row = "<div class=row>{}</div>"
    card = "<div><h3><a href='/{0}'>{0}</a></h3><p>{1}</p></div>"
    cards = [card.format(n, WORDS[n]) for n in range(4)]
    page = page_of(row.format("".join(cards[:2])) + row.format("".join(cards[2:])))
    assert len(MDR().locate(page)) == 4


def test_mdr_finds_nothing_where_one_post_stands_alone():
    assert not any(WORDS[0] in post.body for post in MDR().read(thread(1)))


def test_a_page_that_costs_mdr_too_much_is_a_skip():
    mdr = MDR(max_steps=3)
    assert mdr.read(thread()) == []
    assert mdr.skipped == 1
    with pytest.raises(TooMuchWorkError):
        find_regions(build_tree(thread()), max_steps=3)


def test_tristor_reads_the_posts():
    posts = Tristor().read(thread())
    assert [post.author for post in posts] == NAMES
    assert [post.time for post in posts] == [time.replace(" ", "T") for time in TIMES]
    assert [post.body for post in posts] == WORDS


def test_tristor_takes_the_first_link_where_none_is_a_members():
    assert [post.author for post in Tristor().read(thread(2, link="/x/"))] == ["1", "2"]


def test_tristor_treats_a_page_with_one_post_apart():
    (post,) = Tristor().read(thread(1))
    assert (post.author, post.time, post.body) == ("ann", "2026-03-04T09:15", WORDS[0])


def test_tristor_needs_a_time():
    assert Tristor().read(page_of(f"<div><p>{WORDS[0]}</p></div>")) == []


@pytest.mark.parametrize("name", ["trafilatura", "readability_like", "newspaper_like"])
def test_extractors_of_articles_give_one_text(name):
    story = "".join(f"<p>{words}</p>" for words in WORDS)
    page = page_of(
        f"<article class='story'><h1>Oil</h1>{story}</article><div class='footer'><p>All rights "
        "of this site and of all that stands on it are reserved, as they are everywhere.</p></div>",
        "<meta name='author' content='Ann Lathe'>",
    )
    (post,) = PEERS[name]().read(page)
    assert all(words in post.body for words in WORDS)
    assert "All rights" not in post.body


@pytest.mark.parametrize("name", PEERS)
def test_peers_bear_any_page_and_leave_it_as_it_is(name):
    peer = PEERS[name]()
    assert (peer.name, peer.skipped) == (name, 0)
    assert {w for post in peer.read(page_of("x")) for w in post.body.split()} <= {
        "Home",
        "Questions",
        "x",
    }
    page = thread()
    before = page.root.xpath("count(//*)"), "".join(page.root.itertext())
    peer.read(page)
    assert (page.root.xpath("count(//*)"), "".join(page.root.itertext())) == before


def test_places_of_ours_and_of_the_paper():
    page = thread()
    for name in ("mdr", "tristor"):
        peer = PEERS[name]()
        assert isinstance(peer, Locator)
        assert score_places(truths(), peer.locate(page)) == PlaceScore(4, 4, 4)


def test_a_stretch_with_two_posts_is_right_for_none():
    texts = [" ".join(WORDS[:2]), WORDS[2], WORDS[3]]
    assert score_places(truths(), texts) == PlaceScore(2, 3, 4)


def test_a_post_may_quote_another():
    quoting = TruePost("bob", None, (f"{WORDS[0]} Yes, which?", "Yes, which?"))
    posts = [truths()[0], quoting]
    texts = [f"ann {WORDS[0]}", f"bob {WORDS[0]} Yes, which?"]
    assert score_places(posts, texts) == PlaceScore(2, 2, 2)


def test_the_order_counts():
    assert score_places(truths(2), [WORDS[1], WORDS[0]]) == PlaceScore(1, 2, 2)


def test_places_of_all_pages():
    pages = [PlaceScore(3, 4, 4), PlaceScore(0, 0, 2)]
    assert summarise_places(pages) == {
        "location_precision": 0.75,
        "location_recall": 0.5,
        "location_f1": 0.6,
    }
    assert summarise_places([])["location_f1"] == 1.0
