"""Pages of articles drawn by a seed: what is true of them, and how their reading is judged."""

from __future__ import annotations

import json
from dataclasses import replace
from html import unescape

import pytest

from benchmarks import made_articles
from benchmarks._articleparts import ARTICLE_NOW, HEADS
from benchmarks._articlewords import AGENCIES, AND, BYLINES, HOURS_AGO, LANGUAGES, RIGHTS, YEARLESS
from benchmarks._farwords import FAR_LABELS, FAR_PHRASES
from benchmarks._madearticle import make_article
from benchmarks._madewords import tongue
from benchmarks.common import BenchError
from benchmarks.made_articles import judge_article, main
from fpcrawl.extraction.records import Article
from fpcrawl.pages.dates import find_times

ARTICLES = [make_article(seed) for seed in range(200)]


def read_of(made, **changes):
    """Return what a reader without fault makes of a page."""
    article = Article(
        key="1",
        site="made.example",
        url=made.url,
        title=made.title,
        author=", ".join(made.authors) or None,
        published=made.when.isoformat(),
        body_text="\n".join(made.must),
    )
    return replace(article, **changes)


def test_a_seed_makes_the_same_page():
    assert [make_article(seed) for seed in range(200)] == ARTICLES
    assert {made.shape["head"] for made in ARTICLES} == set(HEADS)
    assert {made.shape["language"] for made in ARTICLES} == set(LANGUAGES)
    assert len({made.html for made in ARTICLES}) == len(ARTICLES)


@pytest.mark.parametrize("made", ARTICLES[:80], ids=lambda made: str(made.seed))
def test_a_page_shows_what_is_true_of_it(made):
    shown = unescape(made.html)
    for text in (made.title, *made.authors, *made.must, made.shown):
        assert text in shown
    assert made.when <= ARTICLE_NOW
    assert "None" not in shown
    assert not any(f"{{{part}}}" in shown for part in "apes")


def test_every_language_has_all_words():
    for table in (AGENCIES, AND, HOURS_AGO, RIGHTS, YEARLESS):
        assert set(table) == set(BYLINES)
    assert {frozenset(labels) for labels in FAR_LABELS.values()} == {frozenset(FAR_LABELS["pt"])}
    for code in FAR_PHRASES:
        t = tongue(code)
        assert (len(set(t.users)) > 8, len(set(t.writers))) == (True, 5)
        for form in (*t.stamps(long=True), *t.stamps(long=False)):
            (time,) = find_times(t.stamp(ARTICLE_NOW, form))
            assert "12" in time.raw


def test_a_reading_without_fault():
    for made in ARTICLES:
        assert judge_article(made, "article", read_of(made)).faults == []


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("title", {"title": "Another"}),
        ("author", {"author": "Somebody Else"}),
        ("time", {"published": "2019-01-01T00:00:00+00:00"}),
        ("time", {"published": None}),
        ("words", {"body_text": ""}),
        ("clean", {"body_text": "Buy more soap"}),
    ],
)
def test_a_wrong_field_is_told(name, changes):
    made = ARTICLES[0]
    if name == "clean":
        changes = {"body_text": "\n".join([*made.must, changes["body_text"]])}
    result = judge_article(made, "article", read_of(made, **changes))
    assert [fault.split(":")[0] for fault in result.faults] == [name]


def test_an_age_may_be_off_by_its_unit():
    made = next(made for made in ARTICLES if made.shape["time"] == "ago")
    for share, faults in ((1, 0), (3, 1)):
        early = (made.when - share * made.within).isoformat()
        assert len(judge_article(made, "article", read_of(made, published=early)).faults) == faults


def test_leads_and_captions_may_be_there():
    made = next(made for made in ARTICLES if made.may)
    text = "\n".join([*made.may, *made.must])
    assert judge_article(made, "article", read_of(made, body_text=text)).faults == []


def test_another_role_and_no_article_are_told():
    result = judge_article(ARTICLES[0], "index", None)
    assert [fault.split(":")[0] for fault in result.faults] == ["role", "words"]


def test_the_whole_way(capsys):
    outs = []
    for _ in range(2):
        assert main(["--articles", "12", "--seed", "40", "--explain", "12", "--json"]) == 0
        out, err = capsys.readouterr()
        outs.append(json.loads(out.splitlines()[-1]))
    first, again = ({k: v for k, v in o.items() if k not in {"seconds", "peak_mb"}} for o in outs)
    assert first == again
    assert (first["bench"], first["data"]) == ("made_articles", "seeds 40-51")
    assert first["articles"] == sum(keys["articles"] for keys in first["per_layout"].values())
    assert first["right_title"] > 0.8
    assert "all" in err


def test_the_worst_pages_are_explained(monkeypatch, capsys):
    monkeypatch.setattr(made_articles, "read_article", lambda made: ("other", None))
    assert main(["--articles", "3", "--seed", "0", "--explain", "1", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["whole_share"] == 0
    assert err.count("language=") == 1
    assert "role: 'other' instead of 'article'" in err


@pytest.mark.parametrize("args", [["--articles", "0"], ["--seed", "-1"]])
def test_numbers_that_make_no_sense(args):
    with pytest.raises(BenchError, match="--articles is at least 1"):
        main(args)
