from __future__ import annotations

import json
import re
from collections import Counter
from html import unescape

import lxml.html
import pytest
from _madepages import perfect_lines

from benchmarks import made_sites
from benchmarks._madeframe import PAGERS, Pager
from benchmarks._madelexicon import LABELS, MONTHS, PHRASES, SHORT_MONTHS, USERS, WEEKDAYS, WRITERS
from benchmarks._madesite import ORIGIN, Look, MadeSite, Shape, stream
from benchmarks._madewords import TONGUES, tongue
from benchmarks._recording import load_recording, path_of
from benchmarks._sitecrawl import CrawlRun
from benchmarks._siterecords import judge_records
from benchmarks._siterequests import judge_requests
from benchmarks._sitetruth import load_truth
from benchmarks.common import BenchError, Measured, data_hash
from benchmarks.made_sites import main, make_sites
from benchmarks.scoring import parse_time, summarise

SEEDS = range(1, 25)
KINDS = ("forum", "news", "crowded_forum", "crowded_news")
SITES = [site for kind in KINDS for site in make_sites((kind,), 1, len(SEEDS))]
IDS = [site.name for site in SITES]
#: Sites of plain shapes, which every version has to read.
EASY = {"forum": 2, "news": 1}


def squeezed(text):
    return re.sub(r"\s+", "", text)


def shown(site, path):
    _, body = site.pages[path]
    return unescape(body.decode(site.charset))


def words_of(html):
    return squeezed(lxml.html.document_fromstring(html).text_content())


def test_same_seed_same_folder(tmp_path):
    hashes = set()
    for run in ("one", "two"):
        for site in make_sites(KINDS, 3, 2):
            site.write(tmp_path / run)
        hashes.add(data_hash(sorted((tmp_path / run).iterdir())))
    assert len(hashes) == 1
    digests = [site.digest() for site in make_sites(KINDS, 3, 2)]
    assert len(set(digests)) == 8
    assert digests == [site.digest() for site in make_sites(KINDS, 3, 2)]


def test_a_digest_tells_a_change(tmp_path):
    (site,) = make_sites(("forum",), 5, 1)
    before = site.digest()
    site.page("/new", "<p>new</p>")
    changed = site.digest()
    site.threads[0].title += "!"
    assert len({before, changed, site.digest()}) == 3
    with pytest.raises(ValueError, match="has two pages /new"):
        site.page("/new", "<p>again</p>")


@pytest.mark.parametrize("site", SITES, ids=IDS)
def test_truth_agrees_with_the_pages(site):
    for thread in site.threads:
        # An article in parts is one record, of its first page.
        parts = "".join(words_of(shown(site, path)) for path, _ in thread.pages)
        for path, posts in thread.pages:
            html = shown(site, path)
            text = words_of(html) if site.kind == "forum" else parts
            assert squeezed(thread.title) in text
            for post in posts:
                for said in filter(None, (post.body, post.own)):
                    assert all(squeezed(line) in text for line in said.splitlines())
                assert post.body.strip()
                assert post.author in html
                assert parse_time(post.time)[1] == "minute"


@pytest.mark.parametrize("site", SITES, ids=IDS)
def test_everything_is_linked_from_the_home_page(site):
    """By the links and the choices that a reader has."""
    seen, due = {"/"}, ["/"]
    while due:
        here = due.pop()
        root = lxml.html.document_fromstring(site.pages[here][1])
        root.make_links_absolute(ORIGIN + here)
        targets = [*root.xpath("//a/@href"), *root.xpath("//option/@value")]
        for url in targets:
            path = path_of(url if url.startswith("http") else ORIGIN + url)
            if path in site.pages and path not in seen and not url.startswith("http://ads"):
                seen.add(path)
                due.append(path)
    threads = {path for thread in site.threads for path, _ in thread.pages}
    boards = {path for _, _, paths in site.boards for path in paths}
    assert threads | boards <= seen


@pytest.mark.parametrize("site", SITES, ids=IDS)
def test_a_perfect_reading_gets_full_marks(site, tmp_path):
    folder = site.write(tmp_path)
    recording = load_recording(folder)
    truth = load_truth(folder, recording)
    posts = (post for thread in truth.threads for page in thread.pages for post in page.posts)
    assert all(post.shows_minute for post in posts)
    lines = perfect_lines(site.kind, truth)
    records = judge_records(site.kind, lines, truth)
    keys = summarise((page.score for page in records.pages), len(records.stray))
    assert {keys[key] for key in ("record_f1", "f1_author", "f1_time", "f1_body")} == {1.0}
    log = [{"path": path} for path in site.pages]
    requests = judge_requests(log, truth, recording, truth.starts[site.kind])
    assert len(requests.fetched) == sum(len(thread.pages) for thread in truth.threads)
    assert requests.not_found == 0


@pytest.mark.parametrize("site", SITES, ids=IDS)
def test_a_site_is_small_and_has_some_of_everything(site):
    assert 15 <= len(site.pages) <= 90
    assert any(len(paths) > 1 for _, _, paths in site.boards)
    if site.kind == "forum":
        sizes = [len(thread.pages) for thread in site.threads]
        assert max(sizes) > 1
        assert min(len(thread.pages[0][1]) for thread in site.threads) == 1
    assert all(type(path) is str and path.startswith("/") for path in site.pages)


def test_shapes_are_drawn_apart():
    aspects = {"one": ("a", "b"), "two": ("c", "d", "e")}
    shape = Shape.draw(4, aspects, ("x", "y"))
    wider = Shape.draw(4, {**aspects, "three": ("f",)}, ("x", "y", "z"))
    assert shape.chosen.items() <= wider.chosen.items()
    assert shape.extras == wider.extras - {"z"}
    assert wider["three"] == "f"
    assert "three=f" in wider.text()
    counts = Counter(Shape.draw(seed, aspects, ())["two"] for seed in range(60))
    assert set(counts) == set("cde")
    assert stream(1, "a").random() == stream(1, "a").random() != stream(1, "b").random()


def test_a_crowded_site_is_a_plain_one_with_more_on_its_pages():
    for kind in ("forum", "news"):
        (plain,), (crowded,) = (make_sites((name,), 4, 1) for name in (kind, f"crowded_{kind}"))
        assert plain.shape.chosen == crowded.shape.chosen
        assert plain.shape.extras < crowded.shape.extras
        assert plain.name != crowded.name
        assert [thread.title for thread in plain.threads] == [
            thread.title for thread in crowded.threads
        ]


def test_every_language_is_complete():
    for code in TONGUES:
        assert [len(part) > 7 for part in PHRASES[code]] == [True] * 5
        assert len(set(USERS[code])) == len(USERS[code]) > 9
        assert len(WRITERS[code]) > 3
    assert {len(words) for words in LABELS.values()} == {len(TONGUES)}
    for names, size in ((MONTHS, 12), (SHORT_MONTHS, 12), (WEEKDAYS, 7)):
        assert [len(row) for row in names] == [size] * len(TONGUES)


@pytest.mark.parametrize("style", PAGERS)
def test_pagers_lead_on(style):
    pager = Pager(["/a", "/a?p=2", "/a?p=3"], 5, 12, Look("none", 1, tongue("en")))
    for current in (1, 2):
        html = pager.html(style, current)
        assert f"/a?p={current + 1}" in html
    assert pager.html(style, 3)
    assert Pager(["/a"], 5, 3, Look("words", 1, tongue("en"))).html(style, 1) == ""


def test_classes_tell_or_tell_not():
    assert Look("words", 1, tongue("en"))("post") == ' class="post"'
    letters = Look("letters", 1, tongue("en"))
    assert letters("post") == letters("post") != letters("body")
    assert "post" not in letters("post")
    assert Look("none", 1, tongue("en"))("post") == ""


def test_charset_is_declared_as_drawn():
    shape = Shape(1, {}, frozenset())
    site = MadeSite("one", "forum", shape, "gb18030", "meta")
    site.page("/", "<p>老王</p>")
    assert site.pages["/"] == ("text/html", "<p>老王</p>".encode("gb18030"))
    site.declared = "header"
    site.page("/b", "")
    assert site.pages["/b"][0] == "text/html; charset=gb18030"


@pytest.mark.parametrize(
    "args", [["--sites", "0"], ["--first", "-1"], ["--first", "9999", "--sites", "5"]]
)
def test_numbers_that_make_no_sense(args):
    with pytest.raises(BenchError, match="--sites is at least 1"):
        main(args)


def test_bad_arguments_are_one_line_and_exit_code_2(capsys):
    with pytest.raises(SystemExit) as end:
        made_sites.run_bench(lambda _: main(["--sites", "0"]))
    assert end.value.code == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("error: --sites is at least 1")


def test_figures_of_a_crawl_that_brings_nothing(monkeypatch, tmp_path, capsys):
    nothing = CrawlRun((), 0, 0, Counter(), "finished", Measured(0, 1.0, 1.0, 1.0, False))
    monkeypatch.setattr("benchmarks.site.run_crawl", lambda *_: nothing)
    keep = tmp_path / "kept"
    args = ["--sites", "1", "--first", "7", "--json", "--explain", "1", "--keep", str(keep)]
    assert main(args) == 0
    out, err = capsys.readouterr()
    result = json.loads(out.splitlines()[-1])
    assert (result["bench"], result["data"], result["record_f1"]) == ("made_sites", "seeds 7-7", 0)
    assert set(result["per_site"]) == {"forum0007", "news0007"}
    assert set(result["per_kind"]) == {"forum", "news"}
    assert len(result["data_sha256"]) == 16
    assert (keep / "sites" / "forum0007" / "site.warc.xz").is_file()
    assert "language=" in err
    assert "all news" in err
    one = json.loads(_json_of(["--sites", "1", "--first", "7", "--kind", "news"], capsys))
    assert one["data_sha256"] != result["data_sha256"]
    assert set(one["per_site"]) == {"news0007"}


def _json_of(args, capsys):
    assert main([*args, "--json"]) == 0
    return capsys.readouterr().out.splitlines()[-1]


@pytest.mark.slow
def test_the_real_crawl_reads_made_sites(capsys):
    for kind, seed in EASY.items():
        args = ["--sites", "1", "--first", str(seed), "--kind", kind]
        result = json.loads(_json_of(args, capsys))
        assert result["ended_by"] == "finished"
        assert result["thread_pages_found_share"] == 1.0
        for key in ("record_f1", "f1_author", "f1_time", "f1_body"):
            assert result[key] > 0.95, (kind, key)
