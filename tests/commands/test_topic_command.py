"""``scrapy topic``: what it writes, prints, asks and refuses."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import shutil
import subprocess
from functools import partial

import pytest
from commands_kit import scrapy
from scrapy.settings import Settings

from fpcrawl.commands.topic import Command
from fpcrawl.commands.topicreview import review
from fpcrawl.extraction.records import Article
from fpcrawl.store.sqlite import open_state
from fpcrawl.topic.blocks import text_page
from fpcrawl.topic.course import TopicCourse
from fpcrawl.topic.library import TopicLibrary, TopicTerm
from fpcrawl.topic.models import make_model
from fpcrawl.topic.segment import make_segmenter
from fpcrawl.topic.topicfile import read_topic_file, write_topic_file

PAGE = (
    "<html><head><meta charset=utf-8><title>{0}</title></head>"
    "<body><main><h1>{0}</h1><p>{1}</p></main></body></html>"
)
TEA = (
    "乌龙茶先萎凋再做青，茶农采摘，叶子要嫩。",
    "采摘，绿茶杀青，乌龙茶做青之后揉捻，萎凋要慢。",
    "紫砂壶泡乌龙茶，萎凋好的叶子有花香。",
    "采摘之后，叶子萎凋、揉捻、干燥，乌龙茶居中发酵。",
)
OTHERS = (
    "编译器报告第三行有错误，程序员修改代码。",
    "明天北方有雨，气温下降，出门注意保暖。",
    "球队赢得比赛，观众欢呼，教练满意。",
    "银行上调利率，股市下午下跌。",
)


def topic(*words, stdin=None, **settings):
    """Run the command in this process."""
    given = Settings(settings)
    given.setmodule("fpcrawl.settings", priority="default")
    command = Command()
    command.settings = given
    parser = argparse.ArgumentParser()
    command.add_options(parser)
    opts, args = parser.parse_known_args([str(word) for word in words])
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        command.run(args, opts)
    return subprocess.CompletedProcess(words, command.exitcode, out.getvalue(), err.getvalue())


@pytest.fixture
def pages(tmp_path):
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(8):
        text = PAGE.format(f"茶叶 {number}", TEA[number % 4] * 2 + f"第{number}篇")
        (folder / f"tea{number}.html").write_text(text, encoding="utf-8")
    for number in range(24):
        text = PAGE.format(f"新闻 {number}", OTHERS[number % 4] * 2 + f"第{number}条")
        (folder / f"other{number}.html").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def path(tmp_path):
    return tmp_path / "tea.yaml"


def test_a_topic_is_built_of_words_and_documents(path, pages):
    done = topic("build", path, "茶叶", "乌龙茶", "--from", pages)
    assert done.returncode == 0, done.stderr
    library = read_topic_file(path)
    assert (library.name, library.revision) == ("茶叶", 1)
    assert [term.term for term in library.static] == ["茶叶", "乌龙茶"]
    found = {term.term: term for term in library.dynamic}
    assert {"采摘", "叶子"} <= set(found)
    # On fewer than three pages.
    assert not {"花香", "发酵", "茶农"} & set(found)
    assert not {"编译器", "气温", "新闻"} & set(found)
    assert {term.source for term in found.values()} == {"folder"}
    assert "采摘" in done.stdout
    assert f"scrapy topic review {path}" in done.stdout


def test_why_nothing_is_proposed_is_told(path, pages):
    for number in range(1, 8):
        shutil.copy(pages / "tea0.html", pages / f"tea{number}.html")
    done = topic("build", path, "茶叶", "乌龙茶", "--from", pages)
    assert done.returncode == 0, done.stderr
    assert "0 new terms proposed" in done.stdout
    assert "folder: pages with the topic's terms: 1 (copies count once)" in done.stderr


def test_building_again_adds_and_keeps_what_was_decided(path, pages):
    assert topic("build", path, "茶叶", "乌龙茶", "--from", pages).returncode == 0
    first = [term.term for term in read_topic_file(path).dynamic]
    assert topic("review", path, "--reject", first[0], "--accept", first[1]).returncode == 0
    done = topic("build", path, "紫砂壶", "--from", pages, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    library = read_topic_file(path)
    assert [term.term for term in library.rejected] == [first[0]]
    assert {first[1], "紫砂壶"} <= {term.term for term in library.static}
    assert first[0] not in {term["term"] for term in told["proposed"]}
    assert told["faults"] == []


def judged(pages, good=6, bad=12):
    """Return the options that name pages of either kind."""
    out = []
    for number in range(good):
        out += ["--accepted", pages / f"tea{number}.html"]
    for number in range(bad):
        out += ["--rejected", pages / f"other{number}.html"]
    return out


def test_examples_give_terms_and_the_threshold(path, pages, tmp_path):
    (tmp_path / "about.txt").write_text("乌龙茶的做青工艺。", encoding="utf-8")
    done = topic("build", path, "茶叶", *judged(pages), "--text", tmp_path / "about.txt")
    assert done.returncode == 0, done.stderr
    assert "of 6 accepted and 12 rejected pages" in done.stdout
    library = read_topic_file(path)
    assert library.text == "乌龙茶的做青工艺。"
    assert 0 < library.eta < 1
    assert {"examples", "text"} <= {term.source for term in library.dynamic}
    done = topic("calibrate", path, *judged(pages), "--json")
    told = json.loads(done.stdout)
    assert (told["accepted"], told["rejected"], told["recall"]) == (6, 12, 1.0)
    assert told["learnt"] is True
    assert read_topic_file(path).eta == told["eta"]
    before = path.read_text(encoding="utf-8")
    done = topic("calibrate", path, *judged(pages), "--dry-run")
    assert "of 6 accepted and 12 rejected pages" in done.stdout
    assert path.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("action", ["calibrate", "build"])
def test_one_option_takes_several_paths(path, pages, action):
    write_topic_file(path, TopicLibrary("茶叶", terms=[TopicTerm("乌龙茶")]))
    good = sorted(pages.glob("tea*.html"))[:6]
    bad = sorted(pages.glob("other*.html"))[:12]
    words = ["--accepted", *good[:5], "--rejected", *bad, "--accepted", good[5]]
    done = topic(action, path, *words)
    assert "of 6 accepted and 12 rejected pages" in done.stdout, done.stderr
    done = topic(action, *words, path)
    assert (done.returncode, f"say scrapy topic {action} FILE" in done.stderr) == (2, True)


@pytest.mark.parametrize(("good", "bad"), [(1, 1), (6, 0), (4, 12), (6, 4)])
def test_too_few_judged_pages_teach_nothing(path, pages, good, bad):
    write_topic_file(path, TopicLibrary("茶叶", terms=[TopicTerm("乌龙茶")], eta=0.07))
    before = path.read_text(encoding="utf-8")
    done = topic("calibrate", path, *judged(pages, good, bad))
    assert done.returncode == 1
    assert "no threshold was learnt (0.0700 stays)" in done.stdout
    assert f"{good} accepted and {bad} rejected pages; 5 of either kind" in done.stdout
    assert path.read_text(encoding="utf-8") == before
    told = json.loads(topic("calibrate", path, *judged(pages, good, bad), "--json").stdout)
    assert (told["learnt"], told["eta"], told["weights"]) == (False, 0.07, {})


def test_a_build_with_a_few_examples_proposes_terms_alone(path, pages):
    done = topic("build", path, "茶叶", *judged(pages, 2, 1))
    assert done.returncode == 0, done.stderr
    assert "no threshold was learnt (none is set)" in done.stdout
    library = read_topic_file(path)
    assert library.eta is None
    assert "examples" in {term.source for term in library.dynamic}


def test_judged_pages_that_score_alike_teach_nothing(path, pages):
    write_topic_file(path, TopicLibrary("咖啡", terms=[TopicTerm("拿铁")]))
    before = path.read_text(encoding="utf-8")
    done = topic("calibrate", path, *judged(pages))
    assert (done.returncode, "score alike" in done.stdout) == (1, True)
    assert path.read_text(encoding="utf-8") == before


def test_a_page_judged_both_ways_is_refused(path, pages, tmp_path):
    write_topic_file(path, TopicLibrary("茶叶"))
    before = path.read_text(encoding="utf-8")
    copy = tmp_path / "copy.html"
    copy.write_bytes((pages / "tea0.html").read_bytes())
    for action in ("calibrate", "build"):
        done = topic(action, path, "--accepted", pages, "--rejected", pages)
        assert done.returncode == 2
        assert "accepted and rejected too: " in done.stderr
        assert "and 29 more" in done.stderr
        done = topic(action, path, "--accepted", pages / "tea0.html", "--rejected", copy)
        assert (done.returncode, f"tea0.html (as {copy})" in done.stderr) == (2, True)
    assert path.read_text(encoding="utf-8") == before


def test_which_weights_are_learnt_is_told_and_chosen(path, pages):
    terms = [TopicTerm("乌龙茶"), TopicTerm("萎凋", weight=0.33), TopicTerm("程序员")]
    written = TopicLibrary("茶叶", terms=terms)

    def calibrated(*options):
        write_topic_file(path, written.copy())
        done = topic("calibrate", path, *judged(pages), *options)
        assert done.returncode == 0, done.stderr
        library = read_topic_file(path)
        return done.stdout, {term.term: term.weight for term in library}

    told, weights = calibrated()
    assert weights["萎凋"] == 0.33
    assert weights["程序员"] < 0.1
    assert f"程序员: weight 1.000 -> {weights['程序员']:.3f}" in told
    assert "weights kept: 萎凋" in told
    told, weights = calibrated("--keep-weights")
    assert weights == {"乌龙茶": 1.0, "萎凋": 0.33, "程序员": 1.0}
    assert "->" not in told
    told, weights = calibrated("--all-weights")
    assert weights["萎凋"] != 0.33
    assert "萎凋: weight 0.330 -> " in told
    given = json.loads(topic("calibrate", path, *judged(pages), "--json", "--all-weights").stdout)
    assert (given["weights"], given["weights_kept"]) == ({}, [])
    done = topic("calibrate", path, *judged(pages), "--all-weights", "--keep-weights")
    assert done.returncode == 2


def test_a_crawl_is_a_source(path, tmp_path):
    state = open_state(tmp_path / "state")
    rows = [
        Article(key=f"{n}", site="x", url=f"http://x/{n}", title="茶叶", body_text=TEA[n % 4])
        for n in range(8)
    ]
    rows += [
        Article(key=f"o{n}", site="x", url=f"http://x/o{n}", title="别的", body_text=OTHERS[n % 4])
        for n in range(20)
    ]
    with state.transaction():
        state.records.upsert(rows, 0.0)
    state.close()
    done = topic("build", path, "茶叶", "乌龙茶", "--from", f"crawl:{tmp_path / 'state'}")
    assert done.returncode == 0, done.stderr
    assert "采摘" in {term.term for term in read_topic_file(path).dynamic}
    done = topic("build", path, "--from", "crawl", FPCRAWL_STATE_DIR=str(tmp_path / "none"))
    assert done.returncode == 6


def test_a_source_that_fails_is_told_and_what_there_is_is_written(path, tmp_path):
    (tmp_path / "empty").mkdir()
    done = topic("build", path, "茶叶", "--from", tmp_path / "empty")
    assert done.returncode == 1
    assert done.stderr.count("there are no documents") == 1
    assert read_topic_file(path).name == "茶叶"


def test_when_every_source_fails_the_exit_code_tells(path, tmp_path):
    (tmp_path / "about.txt").write_text("乌龙茶的做青工艺。", encoding="utf-8")
    words = ("茶叶", *(f"词{n}" for n in range(20)))
    (tmp_path / "empty").mkdir()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a.txt").write_text("乌龙茶的做青工艺。", encoding="utf-8")
    text = ("--text", tmp_path / "about.txt")
    done = topic("build", path, *words, "--from", tmp_path / "empty", *text)
    assert done.returncode == 1
    assert "no source answered" in done.stderr
    assert len(done.stderr.splitlines()) == 3
    more = ("--from", tmp_path / "empty", "--from", tmp_path / "full")
    assert topic("build", tmp_path / "b.yaml", *words, *more, *text).returncode == 0


def test_a_lexicon_is_a_source(path, tmp_path):
    (tmp_path / "mine.yaml").write_text(
        "words:\n  茶叶: {synonyms: [茗], hypernyms: [饮品]}\n", encoding="utf-8"
    )
    done = topic("build", path, "茶叶", "--lexicon", f"user:{tmp_path / 'mine.yaml'}")
    assert done.returncode == 0, done.stderr
    found = {term.term: (term.of, term.relation) for term in read_topic_file(path).dynamic}
    assert found["茗"] == ("茶叶", "synonym")
    assert found["饮品"] == ("茶叶", "hypernym")


def test_a_score_is_explained_block_by_block(path, pages):
    write_topic_file(path, TopicLibrary("茶葉", terms=[TopicTerm("烏龍茶"), TopicTerm("咖啡")]))
    # A topic in traditional characters meets pages in simplified ones.
    done = topic("score", path, pages / "tea0.html")
    assert done.returncode == 0, done.stderr
    assert "on the topic (from" in done.stdout
    assert "烏龍茶 (乌龙茶)" in done.stdout
    assert "not on the page: 咖啡" in done.stdout
    done = topic("score", path, pages / "tea0.html", pages / "other0.html", "--json")
    assert done.returncode == 1
    tea, other = json.loads(done.stdout)["pages"]
    assert tea["relevance"] == pytest.approx(sum(block["gave"] for block in tea["blocks"]))
    assert (tea["is_on_topic"], other["relevance"]) == (True, 0)
    assert {block["kind"] for block in tea["blocks"]} >= {"title", "heading", "content"}


def test_a_page_without_text_scores_nothing(path, tmp_path):
    write_topic_file(path, TopicLibrary("茶叶"))
    page = tmp_path / "bare.html"
    page.write_text("<html><body><img src=a.png></body></html>")
    done = topic("score", path, page)
    assert done.returncode == 1
    assert "there are no words on it" in done.stdout


def test_a_topic_is_shown(path):
    library = TopicLibrary(
        "tea",
        terms=[
            TopicTerm("cha", of="tea", relation="synonym"),
            TopicTerm("the", weight=0.5),
            TopicTerm("mud", accepted=False),
            TopicTerm("cup", weight=0.5, accepted=None, note="on 3 pages"),
        ],
    )
    write_topic_file(path, library)
    done = topic("show", path)
    assert "3 terms accepted, 1 open (35% of their weight), 1 rejected" in done.stdout
    assert "tea is also written cha" in done.stdout
    assert "on 3 pages" in done.stdout
    assert "mud" not in done.stdout.partition("\n\n")[2]
    # Stop words are none of the words that pages hold.
    assert "no page can hold these: the (stop words," in done.stderr
    told = json.loads(topic("show", path, "--json").stdout)
    assert {term["term"]: term["accepted"] for term in told["terms"]} == {
        "cha": "yes",
        "the": "yes",
        "cup": "open",
        "mud": "no",
    }
    assert told["terms"][0]["class"] == "technical"
    assert told["counts"] == {"accepted": 3, "open": 1, "rejected": 1}
    assert told["concepts"] == {"cha": "tea"}
    assert told["weights"]["cup"] == pytest.approx(0.175)


def test_a_topic_that_no_page_can_hold_is_told_with_the_reason(path):
    write_topic_file(path, TopicLibrary("x", terms=[TopicTerm("cup", accepted=False)]))
    done = topic("show", path)
    assert "1 term accepted, 0 open" in done.stdout
    assert "no page can hold these: x (stop words, numbers and single letters" in done.stderr


def test_a_review_off_a_terminal_names_terms_or_tells_what_is_open(path):
    terms = [TopicTerm(word, accepted=None) for word in ("a1", "b1", "c1")]
    write_topic_file(path, TopicLibrary("tea", terms=terms))
    before = path.read_text(encoding="utf-8")
    done = topic("review", path)
    assert f"edit {path}: accepted: yes or no" in done.stdout
    assert path.read_text(encoding="utf-8") == before
    done = topic("review", path, "--accept", "a1", "--reject", "*", "--json")
    told = json.loads(done.stdout)
    assert (told["decided"], told["open"]) == (3, [])
    assert (told["accepted"], told["rejected"]) == (["tea", "a1"], ["b1", "c1"])
    done = topic("review", path, "--accept", "z")
    assert (done.returncode, "no term 'z'" in done.stderr) == (2, True)


def test_a_review_at_a_terminal_asks_term_by_term():
    library = TopicLibrary(
        "tea",
        terms=[TopicTerm(w, weight=1 - n / 10, accepted=None) for n, w in enumerate("abcdef")],
    )
    out = io.StringIO()
    answers = io.StringIO("y\n?\nn\nb\n\n1\n0.25\n\nnonsense\na\n")
    assert review(library, answers, out) == 5
    decided = {term.term: (term.accepted, term.kind, term.weight) for term in library}
    assert decided["a"] == (True, "technical", 1.0)
    assert decided["b"] == (False, "technical", 0.9)
    assert decided["c"] == (None, "subject", 0.25)
    assert {decided[word][0] for word in "def"} == {True}
    assert "1/6  a  [technical, 1.00, user]" in out.getvalue()
    # The end of the answers and q keep what was decided.
    again = TopicLibrary("tea", terms=[TopicTerm(w, accepted=None) for w in "ab"])
    assert review(again, io.StringIO("y\n"), io.StringIO()) == 1
    assert review(again, io.StringIO("q\n"), io.StringIO()) == 0

    class Stopped(io.StringIO):
        def readline(self):
            raise KeyboardInterrupt

    assert review(again, Stopped(), io.StringIO()) == 0
    assert review(TopicLibrary("tea"), io.StringIO(), out) == 0


def test_terms_and_rarities_of_a_crawl_are_taken_from_its_state(path, pages, tmp_path):
    library = TopicLibrary("茶叶", terms=[TopicTerm("乌龙茶"), TopicTerm("花香")])
    write_topic_file(path, library)
    course = TopicCourse(library, make_segmenter("jieba"), partial(make_model, "bfs"), 0.0)
    for number in range(40):
        text = TEA[number % 2] if number % 4 == 0 else OTHERS[number % 4]
        page = text_page("", text, make_segmenter("jieba"), url=f"http://x/{number}")
        course.see(page, number, number, own=True)
    saved = course.to_json()
    term = TopicTerm("做青", accepted=None, source="crawl", note="on 9 pages")
    saved["growth"] = {"terms": [term.to_json(), {"no": "term"}]}
    state = open_state(tmp_path / "state")
    state.values.set("topic/forum:x", saved)
    state.values.set("topic/forum:y", {"group": "forum:x"})
    state.close()
    page = pages / "tea2.html"
    options = ("--json", "--state", tmp_path / "state")
    plain = json.loads(topic("score", path, page, "--json").stdout)["pages"][0]
    crawled = json.loads(topic("score", path, page, *options).stdout)["pages"][0]
    # 花香 stood on no page of the crawl: it says more than 乌龙茶, which stood on many.
    assert crawled["relevance"] != plain["relevance"]
    # The project's own state is looked into unasked.
    own = topic("score", path, page, "--json", FPCRAWL_STATE_DIR=str(tmp_path / "state"))
    assert json.loads(own.stdout)["pages"][0] == crawled
    done = topic("review", path, "--state", tmp_path / "state", "--accept", "做青")
    assert done.returncode == 0, done.stderr
    assert read_topic_file(path).get("做青").note == "on 9 pages"
    write_topic_file(path, TopicLibrary("coffee"))
    done = topic("score", path, page, *options)
    assert (done.returncode, "no crawl on the topic 'coffee'" in done.stderr) == (2, True)
    done = topic("score", path, page, "--state", tmp_path / "none")
    assert done.returncode == 6


def test_what_makes_no_sense_is_refused_with_a_reason(path, tmp_path, pages):
    write_topic_file(path, TopicLibrary("tea"))
    bad = tmp_path / "bad.yaml"
    bad.write_text("name: tea\ncolour: green\nsize: 1\n")
    refused = [
        (("build", tmp_path / "new.yaml"), "say what it is about"),
        (("build", tmp_path / "new.yaml", "", " "), "say what it is about"),
        (("build", path, "--from", "nowhere"), "there is no nowhere; a source is"),
        (("build", path, "--from", "foo:bar"), "one of folder:..., results:..., crawl:..."),
        (("build", path, "--pages", "0"), "at least 1"),
        (("build", path, "--text", "nowhere"), "cannot read nowhere: No such file or directory\n"),
        (("build", path, "--lexicon", "klingon"), "the kinds are user, head, wordnet"),
        (("build", path, "--accepted", tmp_path / "no"), "there is no"),
        (("build", path, "--accept", "x"), "--accept does not go with build"),
        (("score", path, "nowhere.html"), "there is no nowhere.html"),
        (("score", path, pages), "holds 32 pages"),
        (("score", path, "http://127.0.0.1:1/"), "cannot be read: 127.0.0.1:1: "),
        (("score", path), "score FILE PAGE"),
        (("calibrate", path), "--accepted"),
        (("show", tmp_path / "none.yaml"), "is no file"),
        (("show", bad), "line 2: unknown entry 'colour'"),
        (("dance",), "say one of build"),
    ]
    for words, why in refused:
        done = topic(*words)
        assert done.returncode == 2, words
        assert why in done.stderr, words
        assert all(line.startswith("scrapy topic: ") for line in done.stderr.splitlines())
    assert "line 3: unknown entry 'size'" in topic("show", bad).stderr
    done = topic("show", path, FPCRAWL_TOPIC_SEGMENTER="slow")
    assert "'slow' is not fast or jieba" in done.stderr


def test_the_command_is_there(tmp_path):
    done = scrapy(tmp_path, "topic", "show", "none.yaml")
    assert done.returncode == 2
    assert "none.yaml is no file" in done.stderr
