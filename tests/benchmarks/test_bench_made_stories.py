"""Made news sites whose articles are told in another way."""

from __future__ import annotations

from datetime import datetime

import lxml.html
import pytest

from benchmarks._madelexicon import WRITERS
from benchmarks._madetongues import MORE_LABELS, MORE_PHRASES
from benchmarks._madewords import MORE_TONGUES, tongue
from benchmarks.made_sites import make_sites
from fpcrawl.pages.dates import find_times


def articles(turn, seed=3, count=1):
    """Site, first page as text and its post, of all articles with a turn."""
    for site in make_sites(("turned_news",), seed, count, turn):
        for thread in site.threads:
            path, posts = thread.pages[0]
            root = lxml.html.document_fromstring(site.pages[path][1].decode(site.charset))
            yield site, thread, root, posts


@pytest.mark.parametrize("turn", ["live", "amended", "fact_boxes", "embeds"])
def test_what_some_would_not_count_is_true_with_and_without(turn):
    told = [posts[0] for *_, posts in articles(turn)]
    more = [post for post in told if post.own is not None]
    assert len(more) > len(told) / 2
    for post in more:
        lines = post.body.splitlines()
        assert all(line in lines for line in post.own.splitlines())
        assert len(post.own) < len(post.body)


def test_each_entry_of_a_live_text_has_its_time():
    for *_, posts in articles("live", 1, 4):
        own = set(posts[0].own.splitlines())
        assert sum(line not in own for line in posts[0].body.splitlines()) >= 4


def test_several_writers_are_told_in_one_line():
    seen = set()
    for site, _, root, posts in articles("bylined", 1, 3):
        names = posts[0].author.split(", ")
        assert set(names) <= set(WRITERS[site.shape["language"]])
        assert all(name in root.text_content() for name in names)
        seen.add(len(names))
    assert seen == {1, 2}


def test_days_stand_in_addresses_alone():
    for _, thread, root, posts in articles("address_days"):
        day = datetime.fromisoformat(posts[0].time)
        path = thread.pages[0][0]
        assert f"{day:%Y/%m/%d}" in path or f"{day:%Y%m%d}" in path
        (heading,) = root.xpath("//h1")
        around = heading.getparent().text_content()
        assert posts[1:] or f"{day:%H:%M}" not in {time.raw for time in find_times(around)}


def test_the_last_change_stands_before_the_time_of_publishing():
    for site, thread, root, _ in articles("updated_first"):
        t = tongue(site.shape["language"])
        text = root.text_content().partition(thread.title)[2]
        assert 0 < text.index(t.label("updated")) < text.index(t.label("published"))


def test_remarks_stand_within_those_they_answer():
    deep = [
        root.xpath("count(//li//li[starts-with(@id, 'c')])")
        for _, _, root, posts in articles("nested_remarks", 1, 3)
        if posts[2:]
    ]
    assert max(deep) >= 1
    for _, _, root, posts in articles("nested_remarks", 1, 3):
        shown = root.xpath("//li[starts-with(@id, 'c')]/@id")
        assert shown == [f"c{post.number}" for post in posts[1:]]


def test_each_article_has_a_page_to_print():
    for site, thread, *_ in articles("print_pages"):
        ((path, page),) = thread.aliases
        assert (path.startswith("/print/"), page) == (True, 1)
        assert path in site.pages


def test_titles_of_further_pages_have_numbers():
    for site, thread, *_ in articles("titled_parts"):
        assert len(thread.pages) > 1
        for n, (path, _) in enumerate(thread.pages[1:], 2):
            assert f"<h1>{thread.title} ({n})</h1>" in site.pages[path][1].decode(site.charset)


def test_the_further_languages_are_complete():
    assert {len(labels) for labels in MORE_LABELS.values()} == {len(MORE_LABELS["fr"])}
    for code in MORE_TONGUES:
        t = tongue(code)
        assert [len(part) > 4 for part in MORE_PHRASES[code]] == [True] * 5
        assert (len(set(t.users)) > 8, len(set(t.writers))) == (True, 5)
        for form in (*t.stamps(long=True), *t.stamps(long=False)):
            (time,) = find_times(t.stamp(datetime.fromisoformat("2026-02-23T14:05"), form))
            assert "14" in time.raw
    spoken = {site.shape["language"] for site, *_ in articles("tongues", 1, 12)}
    assert spoken == set(MORE_TONGUES)
