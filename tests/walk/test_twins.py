"""Which pieces of addresses do not matter, learnt from what was read."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from fpcrawl.walk.twins import PROOFS, TwinRules

HOST = "http://f.example"


def read(twins, *pages):
    """Read pages ``(path, content)``; return the rules learnt."""
    found = [twins.observe(HOST + path, content.encode()) for path, content in pages]
    return [rule for rule in found if rule]


def sessions(count):
    return [f"{n:03x}b4c5d6e7f8a9" for n in range(count)]


def test_the_same_under_other_sessions_shows_that_they_do_not_matter():
    twins = TwinRules()
    pages = [(f"/{s}/thread/7", "seven") for s in sessions(PROOFS + 1)]
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
    pages = [("/board/3", "rows")] + [(f"/board/3?o={v}", "rows") for v in ("new", "old", "hot")]
    assert read(twins, *pages) == ["/board/{n}?o"]
    assert twins.key(f"{HOST}/board/5?o=new&page=2") == twins.key(f"{HOST}/board/5?page=2")
    assert twins.key(f"{HOST}/topic/5?o=new") != twins.key(f"{HOST}/topic/5")


def test_what_does_not_matter_at_two_places_matters_nowhere():
    twins = TwinRules()
    for path in ("/board/3", "/topic/3"):
        read(twins, (path, path), *[(f"{path}?o={v}", path) for v in ("new", "old", "hot")])
    assert twins.key(f"{HOST}/user/3?o=new") == twins.key(f"{HOST}/user/3")


@pytest.mark.parametrize("path", ["/board/3?page={}", "/board/{}", "/board-3-{}.html", "/b?f={}"])
def test_numbers_count_pages_and_threads_and_are_never_ignored(path):
    twins = TwinRules()
    assert read(twins, *[(path.format(n), "the last page again") for n in range(9)]) == []
    assert twins.key(HOST + path.format(1)) != twins.key(HOST + path.format(2))


def test_long_numbers_are_moments_or_tokens():
    twins = TwinRules()
    pages = [(f"/board/3?t={1_700_000_000 + n}", "rows") for n in range(PROOFS + 1)]
    assert read(twins, *pages) == ["/board/{n}?t"]


def test_a_rule_that_proves_wrong_is_given_up():
    twins = TwinRules()
    read(twins, ("/b", "rows"), *[(f"/b?o={v}", "rows") for v in ("new", "old", "hot")])
    assert twins.ignores("/b?o")
    read(twins, ("/b?o=mine", "nothing"))
    assert not twins.ignores("/b?o")


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
    read(twins, ("/b", "rows"), *[(f"/b?o={v}", "rows") for v in ("new", "old", "hot")])
    again = TwinRules.from_json(json.loads(json.dumps(twins.to_json())))
    assert again.rules == twins.rules
    assert again.plain(f"{HOST}/b?o=new&f=2") == f"{HOST}/b?f=2"


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
    read(twins, ("/town/9.html", "news 9"), ("/sport/town/9.html", "a report"))
    assert twins.key(f"{HOST}/sport/town/10.html") != twins.key(f"{HOST}/town/10.html")
