"""The articles benchmark on pages of our own."""

from __future__ import annotations

import gzip
import json

import pytest

from benchmarks import articles
from benchmarks._articledata import GotArticle, load_articles, names_of, score
from benchmarks._articlepeers import PEERS
from benchmarks.common import BenchError
from fpcrawl.pages import read_page

TITLE = "Ferry out of the water"
SAID = (
    "The ferry across the lower lake has been taken out of the water for the whole winter, and "
    "nobody in the two villages had thought that it would be so early in the year.\n"
    "Its captain says that the boards under the engine were softer than he had thought, and "
    "that he would not have gone out with them in the storms of the month of March.\n"
    "Until the spring the villages are joined only by the road along the northern shore, which "
    "is longer by an hour and, the drivers say, not in a good state at this time."
).split("\n")
MENU = '<div class="menu"><a href="/">Front</a> <a href="/boats">Boats</a></div>'


def html(by='<p class="byline">By <a href="/by/ann">Ann Smith</a> | 2024-03-04 10:00</p>'):
    said = "".join(f"<p>{words}</p>" for words in SAID)
    return (
        f"<html lang=en><head><title>{TITLE} - The Lake Post</title>"
        '<meta name="author" content="Ann Smith">'
        '<meta property="article:published_time" content="2024-03-04T10:00:00+01:00"></head>'
        f"<body>{MENU}<h1>{TITLE}</h1>{by}<div class='text'>{said}</div></body></html>"
    )


@pytest.fixture
def folder(tmp_path):
    rows = []

    def add(name, truth, kind="article", page=None):
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress((page or html()).encode()))
        rows.append(
            {
                "id": name,
                "file": f"{name}.gz",
                "url": f"http://lake.example/{name}",
                "site": "lake.example",
                "page_type": kind,
                "lang": "en",
                "truth": truth,
            }
        )
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (tmp_path / "manifest.jsonl").write_text(text)
        return tmp_path

    return add


def truth(**changes):
    return {
        "title": TITLE,
        "author": ["Ann Smith"],
        "date": "2024-03-04T09:00:00Z",
        "body": "\n".join(SAID),
        **changes,
    }


def result_of(capsys):
    return json.loads(capsys.readouterr().out.strip().splitlines()[-1])


def test_all_figures_are_printed_for_every_reader(folder, capsys):
    folder("a", truth())
    path = folder("b", {"body": "\n".join(SAID)})
    folder("c", None)
    folder("d", truth(), kind="index")
    assert articles.main(["--data", str(path), "--json"]) == 0
    result = result_of(capsys)
    assert (result["bench"], result["pages"]) == ("articles", 2)
    assert result["judged"] == {"body": 2, "title": 1, "author": 1, "date": 1}
    assert [result[f"f1_{name}"] for name in ("body", "title", "author", "date")] == [1.0] * 4
    assert result["title_exact"] == 1.0
    assert result["by_lang"]["en"]["f1_body"] == 1.0
    assert result["by_folder"][path.name]["pages"] == 2
    assert set(result["baselines"]) == set(PEERS)
    assert all(peer["f1_body"] > 0.8 for peer in result["baselines"].values())


def test_explain_names_the_page_and_the_field(folder, capsys):
    path = folder("a", truth(author="Bo Lee", body="Something else", date="2001-01-01"))
    assert articles.main(["--data", str(path), "--no-baselines", "--explain", "1"]) == 0
    said = capsys.readouterr().err
    page, _, told = said.partition("a:\n")
    assert not page
    assert "author 'Ann Smith' instead of ['bo lee']" in told
    assert "\ndate " in told
    assert told.startswith("body ")


def test_a_folder_without_articles_is_an_error_that_says_so(folder):
    path = folder("a", truth(), kind="index")
    with pytest.raises(BenchError, match="no article of which a title, author, date or body"):
        articles.main(["--data", str(path)])


def test_a_line_without_a_file_is_an_error_with_its_number(folder):
    path = folder("a", truth())
    (path / "manifest.jsonl").write_text('{"page_type": "article", "truth": {"title": "x"}}\n')
    with pytest.raises(BenchError, match=r"manifest\.jsonl:1: KeyError"):
        load_articles(path)


def true_of(folder, **changes):
    return load_articles(folder("t", truth(**changes)))[0].truth


def test_a_body_that_begins_with_its_title_counts_either_way(folder):
    true = true_of(folder, body=f"{TITLE}\n\nThe rest")
    assert score(true, GotArticle(body="The rest"))["body"] == 1.0
    assert score(true, GotArticle(body=f"{TITLE}\nThe rest"))["body"] == 1.0


@pytest.mark.parametrize(
    ("true", "got", "right"),
    [
        ("2024-03-04", "2024-03-04T23:00+08:00", True),
        ("2024-03-04", "2024-03-05", False),
        ("2024-3-4 10:00", "2024-03-04", True),
        ("2024", "2024-03-04", True),
        ("1998-3", "1998-03-01", True),
        ("Mon, 04/03/2024 - 10:00", "2024-03-04", True),
        ("Mon, 04/03/2024 - 10:00", "2024-04-03", False),
        ("2024-03-03T23:30:00Z", "2024-03-04T00:30:00+01:00", True),
        ("2024-03-03T15:00:00.000Z", "2024-03-04", True),
        ("2024-03-03T15:20:00.000Z", "2024-03-04", False),
        ("2024-03-04", None, False),
        ("2024-03-04", "soon", False),
    ],
)
def test_dates_are_judged_to_the_day(folder, true, got, right):
    assert score(true_of(folder, date=true), GotArticle(published=got))["date"] == float(right)


def test_an_unreadable_date_is_no_truth(folder):
    assert "date" not in score(true_of(folder, date="UNKNOWN"), GotArticle())


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("By Ann Smith and Bo Lee", {"ann smith", "bo lee"}),
        (["Ann Smith", "Bo Lee"], {"ann smith", "bo lee"}),
        ("张三 李四", {"张三", "李四"}),
        ("[田中宏昌，Post]", {"田中宏昌", "post"}),
        ("Dr. Max Kolter", {"dr. max kolter"}),
        ("https://x.example/ann", set()),
        (None, set()),
    ],
)
def test_several_authors_are_a_set(text, names):
    assert names_of(text) == names


def test_authors_are_scored_as_sets(folder):
    true = true_of(folder, author=["Ann Smith", "Bo Lee"])
    assert score(true, GotArticle(author="Ann Smith"))["author"] == pytest.approx(2 / 3)
    assert score(true, GotArticle(author="Bo Lee; Ann Smith"))["author"] == 1.0
    assert score(true, GotArticle())["author"] == 0.0


@pytest.mark.parametrize("name", sorted(PEERS))
def test_every_peer_survives_a_page_of_nothing(folder, name):
    path = folder("a", truth(), page="<html><body></body></html>")
    source = load_articles(path)[0]
    page = read_page(source.body(), source.url)
    assert PEERS[name](page, source.body(), source).body == ""
