"""What a site's posts tell does not depend on when, and from which pages, a template is learnt."""

from __future__ import annotations

import random
from contextlib import closing
from datetime import timedelta

import pytest
from extraction_kit import NOW, html_page
from site_kit import Watched
from template_kit import NAMES, WORDS

from fpcrawl.pipelines import templatepools
from fpcrawl.store.sqlite import open_state

#: What a record tells beside what read it, and when.
TOLD = ("author", "author_url", "published", "post_id", "floor", "body_text", "quote_of")


def voted(n, who, when, said):
    """The name stands in no element of its own, behind buttons."""
    votes = f'<div><a href="/up/{n}">▲</a> <b>{n % 40}</b> <a href="/down/{n}">▼</a></div>'
    return (
        f'<div class="row" id="p{n}"><div class="main"><p class="when">{when}</p>'
        f'<div class="said">{said}</div></div><div class="side">{votes}{who}</div></div>'
    )


def plain(n, who, when, said):
    return (
        f'<div class="row" id="p{n}"><a class="who" href="/user/{who}">{who}</a> '
        f'<span class="when">{when}</span><div class="said">{said}</div></div>'
    )


def thread(shape, seed, posts):
    rng = random.Random(seed)
    at = NOW - timedelta(days=60 + seed)
    rows = []
    for n in range(posts):
        at += timedelta(minutes=rng.randint(1, 400))
        said = " ".join(rng.choices(WORDS, k=rng.randint(8, 40))).capitalize() + "."
        who, when = rng.choice(NAMES), at.strftime("%Y-%m-%d %H:%M")
        rows.append(shape(100 * seed + n + 501, who, when, said))
    return html_page(f'<div class="page"><h1>Thread {seed}</h1>{"".join(rows)}</div>')


def told(state):
    """All posts that are stored."""
    return {
        record["key"]: {name: record[name] for name in TOLD}
        for record in state.records.stored("post")
    }


def crawled(path, pages, shape):
    """Posts of a site after its threads were read one by one, and templates it was given."""
    with closing(open_state(path)) as state:
        site = Watched(state)
        for number, posts in pages:
            site.read(thread(shape, number, posts), number)
        site.close()
        return told(state), site.stat("learnt")


PAGES = [(n, posts) for n, posts in enumerate((5, 1, 3, 1, 4, 2, 1, 6, 5, 1, 4, 3, 1, 5), 1)]
LONE_FIRST = sorted(PAGES, key=lambda one: one[1])


@pytest.mark.parametrize("shape", [plain, voted])
@pytest.mark.parametrize(
    ("order", "first_try"),
    [(PAGES, 2), (PAGES, 8), (LONE_FIRST, 2), (LONE_FIRST[::-1], 4)],
    ids=["early", "late", "lone_first", "lone_last"],
)
def test_posts_are_those_of_structure_whenever_a_template_is_learnt(
    tmp_path, monkeypatch, shape, order, first_try
):
    monkeypatch.setattr(templatepools, "MIN_RECORDS", 10_000)
    alone, _ = crawled(tmp_path / "alone", PAGES, shape)
    monkeypatch.setattr(templatepools, "MIN_RECORDS", 8)
    monkeypatch.setattr(templatepools, "FIRST_TRY", first_try)
    found, learnt = crawled(tmp_path / "learnt", order, shape)
    assert learnt == 1
    assert all(one["author"] for one in alone.values())
    assert found == alone
