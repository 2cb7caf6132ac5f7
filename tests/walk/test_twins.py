"""Which pieces of addresses do not matter, learnt from what was read."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from fpcrawl.walk.twins import DOUBTS, PROOFS, TwinRules

HOST = "http://f.example"


def read(twins, *pages):
    """Read pages ``(path, content)``; return the rules learnt."""
    found = [twins.observe(HOST + path, content.encode()) for path, content in pages]
    return [rule for rule in found if rule]


def sessions(count):
    return [f"{n:03x}b4c5d6e7f8a9" for n in range(count)]


def in_orders(path="/board/{}?o={}", count=PROOFS):
    """Pages of which the order changes nothing."""
    orders = ("new", "old")
    return [(path.format(n, order), f"{path} {n}") for n in range(count) for order in orders]


def test_the_same_under_other_sessions_shows_that_they_do_not_matter():
    twins = TwinRules()
    names = sessions(2 * PROOFS)
    pages = [(f"/{name}/thread/{n // 2}", f"thread {n // 2}") for n, name in enumerate(names)]
    assert read(twins, *pages[:-1]) == []
    assert read(twins, pages[-1]) == ["/*"]
    one, other = (twins.key(f"{HOST}/{s}/board/3") for s in ("aaaa1111bbbb", "0123456789ab"))
    assert one == other
    assert twins.key(f"{HOST}/aaaa1111bbbb/board/4") != one


def test_one_difference_outweighs_many_repeats():
    twins = TwinRules()
    names = sessions(6)
    assert read(twins, (f"/{names[0]}/x/1", "one"), (f"/{names[1]}/x/1", "another")) == []
    assert read(twins, *[(f"/{name}/x/2", "same") for name in names]) == []


def test_a_parameter_is_compared_with_the_address_without_it():
    twins = TwinRules()
    boards = [(f"/board/{n}", f"rows {n}") for n in range(PROOFS)]
    assert read(twins, *boards, *[(f"{path}?o=new", rows) for path, rows in boards]) == [
        "/board/{n}?o"
    ]
    assert twins.key(f"{HOST}/board/5?o=new&page=2") == twins.key(f"{HOST}/board/5?page=2")
    assert twins.key(f"{HOST}/topic/5?o=new") != twins.key(f"{HOST}/topic/5")


def test_what_does_not_matter_at_two_places_matters_nowhere():
    twins = TwinRules()
    read(twins, *in_orders("/board/{}?o={}"), *in_orders("/topic/{}?o={}"))
    assert twins.key(f"{HOST}/user/3?o=new") == twins.key(f"{HOST}/user/3")
    # What matters at one is no matter of all.
    read(twins, *[(f"/board/{n}?o=mine", "nothing") for n in range(DOUBTS)])
    assert twins.key(f"{HOST}/board/9?o=new") != twins.key(f"{HOST}/board/9")
    assert twins.key(f"{HOST}/user/3?o=new") != twins.key(f"{HOST}/user/3")
    assert twins.key(f"{HOST}/topic/9?o=new") == twins.key(f"{HOST}/topic/9")


@pytest.mark.parametrize("path", ["/news/{}", "/read?id={}", "/{}/story/7", "/story/7?at={}"])
def test_one_notice_in_the_place_of_many_pages_says_nothing_of_them(path):
    twins, names = TwinRules(), [*sessions(4), "the-harbour-opens", "two-boats-left"]
    for notice in ("for members", "too many visits", "for members"):
        assert read(twins, *[(path.format(f"{n}{notice[:3]}"), notice) for n in names]) == []
    assert read(twins, *[(path.format(name), name) for name in names]) == []
    assert twins.key(HOST + path.format("a-new-story")) != twins.key(HOST + path.format("another"))


@pytest.mark.parametrize("path", ["/board/3?page={}", "/board/{}", "/board-3-{}.html", "/b?f={}"])
def test_numbers_count_pages_and_threads_and_are_never_ignored(path):
    twins = TwinRules()
    assert read(twins, *[(path.format(n), "the last page again") for n in range(9)]) == []
    assert twins.key(HOST + path.format(1)) != twins.key(HOST + path.format(2))


def test_long_numbers_are_moments_or_tokens():
    twins = TwinRules()
    moments = range(1_700_000_000, 1_700_000_000 + 2 * PROOFS)
    pages = [(f"/board/{n // 2}?t={n}", f"rows {n // 2}") for n in moments]
    assert read(twins, *pages) == ["/board/{n}?t"]


def test_a_rule_that_proves_wrong_is_given_up():
    twins = TwinRules()
    read(twins, *in_orders())
    assert twins.ignores("/board/{n}?o")
    read(twins, *[(f"/board/{n}?o=mine", "nothing") for n in range(DOUBTS)])
    assert not twins.ignores("/board/{n}?o")
    read(twins, *in_orders(count=9))
    assert not twins.ignores("/board/{n}?o")


def test_a_page_that_changed_meanwhile_does_not_prove_a_rule_wrong():
    twins = TwinRules()
    read(twins, *in_orders())
    for n in range(10, 10 + DOUBTS):
        read(twins, (f"/board/{n}?o=new", f"rows {n}"), (f"/board/{n}?o=old", f"more rows {n}"))
        read(twins, (f"/board/{n}0?o=new", f"rows {n}0"), (f"/board/{n}0?o=old", f"rows {n}0"))
    assert twins.ignores("/board/{n}?o")
    # What a notice has shown so often already does not speak for it.
    for n in range(20, 20 + DOUBTS):
        read(twins, (f"/board/{n}?o=new", "rows"), (f"/board/{n}?o=old", f"rows {n}"))
        read(twins, *[(f"/board/7{n}?o={v}", "/board/{}?o={} 0") for v in ("new", "old")])
    assert not twins.ignores("/board/{n}?o")


def test_a_page_whose_links_bear_another_token_hands_out_sessions():
    twins = TwinRules()
    names = sessions(PROOFS + 1)
    for here, given in pairwise(names[:-1]):
        links = [f"{HOST}/{given}/topic/{n}" for n in range(4)]
        assert twins.observe_links(f"{HOST}/{here}/board/1", links) is None
    links = [f"{HOST}/{names[-1]}/topic/{n}" for n in range(4)]
    assert twins.observe_links(f"{HOST}/{names[-2]}/board/1", links) == "/*"


def test_a_token_that_stays_hands_out_nothing():
    twins = TwinRules()
    (here,) = sessions(1)
    for n in range(9):
        links = [f"{HOST}/{here}/topic/{n}{m}" for m in range(4)]
        assert twins.observe_links(f"{HOST}/{here}/board/{n}", links) is None
    assert not twins.rules


def test_pages_named_by_hashes_link_to_pages_named_by_hashes():
    twins = TwinRules()
    names = sessions(20)
    for n, here in enumerate(names):
        links = [f"{HOST}/{name}" for name in names[n:] + names[:n]][1:]
        assert twins.observe_links(f"{HOST}/{here}", links) is None
    assert not twins.rules


def test_the_rules_are_kept():
    twins = TwinRules()
    read(twins, *in_orders())
    again = TwinRules.from_json(json.loads(json.dumps(twins.to_json())))
    assert again.rules == twins.rules
    assert again.plain(f"{HOST}/board/3?o=new&f=2") == f"{HOST}/board/3?f=2"


@pytest.mark.parametrize("word", ["m", "en", "zh-cn", "mobile"])
def test_a_word_before_all_addresses_is_learnt_to_mean_nothing(word):
    twins = TwinRules()
    pages = [("/town/{}.html", "article {}"), ("/board/{}", "rows {}"), ("/", "rows")]
    found = [(path.format(n), said.format(n)) for n in range(4) for path, said in pages]
    for path, said in dict(found[: 2 * PROOFS]).items():
        read(twins, (path, said), (f"/{word}{path}", said))
    assert twins.key(f"{HOST}/{word}/town/9.html") != twins.key(f"{HOST}/town/9.html")
    for path, said in found[2 * PROOFS :]:
        read(twins, (path, said), (f"/{word}{path}", said))
    assert twins.key(f"{HOST}/{word}/town/9.html?p=2") == twins.key(f"{HOST}/town/9.html?p=2")
    assert twins.key(f"{HOST}/x{word}/town/9.html") != twins.key(f"{HOST}/town/9.html")


def test_sections_and_translations_are_no_such_words():
    twins = TwinRules()
    for n in range(2 * PROOFS + 1):
        read(twins, (f"/{n}.html", f"article {n}"), (f"/en/{n}.html", f"another {n}"))
        read(twins, (f"/town/{n}.html", f"news {n}"), (f"/sport/town/{n}.html", f"news {n}"))
    assert twins.key(f"{HOST}/en/9.html") != twins.key(f"{HOST}/9.html")
    for n in range(10, 10 + DOUBTS):
        read(twins, (f"/town/{n}.html", f"news {n}"), (f"/sport/town/{n}.html", f"report {n}"))
    assert twins.key(f"{HOST}/sport/town/10.html") != twins.key(f"{HOST}/town/10.html")
