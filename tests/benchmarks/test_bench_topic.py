from __future__ import annotations

import json
import lzma

import pytest

from benchmarks import topic as bench
from benchmarks._topicbed import Crawl, OracleModel, area, crawl, read_bed
from benchmarks.common import BenchError
from fpcrawl.topic.model import Judgement
from fpcrawl.topic.segment import make_segmenter

#: Page n: its text and where it leads. 0 -> 1 (aside) -> 4; 0 -> 2 (near) -> 3; 6 leads in.
GRAPH = [
    ("start page", [(1, "engine"), (2, "bird feathers")]),
    ("engine wheel", [(4, "oil"), (0, "start")]),
    ("bird feather nest", [(3, "more"), (0, "start"), (2, "itself")]),
    ("feather nest bird egg", [(0, "start")]),
    ("oil wheel", [(5, "steel")]),
    ("steel", []),
    ("door", [(0, "start")]),
]
TASK = {
    "name": "birds",
    "lang": "en",
    "title": "Bird",
    "topic_text": "A bird has feathers and a nest.",
    "relevant": [2, 3],
    "seeds": [0],
    "budget": 6,
}


def write(folder, graph=GRAPH, tasks=(TASK,)):
    folder.mkdir(exist_ok=True)
    with lzma.open(folder / "pages.jsonl.xz", "wt", encoding="utf-8") as lines:
        for number, (text, links) in enumerate(graph):
            row = {"id": number, "url": f"https://x/{number}", "title": "", "text": text}
            lines.write(json.dumps(row | {"links": links}) + "\n")
    (folder / "tasks.json").write_text(json.dumps(list(tasks)))
    return folder


@pytest.fixture
def bed(tmp_path):
    return read_bed(write(tmp_path / "bed"), make_segmenter("jieba"))


class Wanting:
    """Wants the pages it is told to, and looks at what it is shown."""

    name = "wanting"

    def __init__(self, worth):
        self.worth, self.shown = worth, []

    def see(self, page):
        self.shown.append(page.url)
        return Judgement(0.5, self.worth)


def test_a_bed_as_a_crawl_sees_it(bed):
    page = bed.page(2)
    assert page.url == "https://x/2"
    assert [block.terms for block in page.blocks] == [("bird", "feather", "nest")]
    assert sum(block.weight for block in page.blocks) == 1.0
    assert [(link.url, link.anchor) for link in page.links] == [
        ("https://x/3", ()),
        ("https://x/0", ("start",)),
    ]


def test_words_about_links_are_those_beside_their_text(tmp_path):
    words = [f"w{n}x" for n in range(20)]
    text = " ".join([*words, "blue kettle", *words])
    graph = [(text, [(1, "blue kettle"), (2, "kettle lids"), (3, "")]), *GRAPH[1:]]
    bed = read_bed(write(tmp_path / "bed", graph), make_segmenter("jieba"))
    about, elsewhere, unnamed = (link.around for link in bed.page(0).links)
    assert about == (*words[-7:], *words[:7])
    assert elsewhere == unnamed == ()


def test_distances_and_what_is_reached(bed):
    assert bed.distances({2, 3}) == {2: 0, 3: 0, 0: 1, 1: 2, 6: 2}
    assert bed.reached([4]) == {4, 5}
    assert bed.reached([1]) == {0, 1, 2, 3, 4, 5}


def test_seed_sets_are_drawn_from_the_ring_and_stay(bed):
    sets = bed.seed_sets(bed.tasks[0])
    assert sets[0] == (0,)
    assert len(sets) == 5
    assert {number for drawn in sets[1:] for number in drawn} <= {1, 6}
    assert sets == bed.seed_sets(bed.tasks[0])


def test_the_best_link_goes_first_and_only_what_was_linked(bed):
    wanted = {"https://x/1": 0.1, "https://x/2": 0.2, "https://x/6": 1.0, "https://x/4": 0.9}
    model = Wanting(wanted)
    done = crawl(bed, model, [0], 10)
    # 6 is linked by none; 3 has no priority: last.
    assert done.fetched == [0, 2, 1, 4, 3, 5]
    assert done.relevance == [0.5] * 6
    assert model.shown == [f"https://x/{number}" for number in done.fetched]
    assert crawl(bed, Wanting(wanted), [0], 2).fetched == [0, 2]


def test_a_priority_may_fall(bed):
    class Changing(Wanting):
        def see(self, page):
            self.worth = {"https://x/1": 0.9, "https://x/2": 0.5, "https://x/4": 0.4}
            if page.url == "https://x/1":
                self.worth = {"https://x/2": 0.3, "https://x/4": 0.4}
            return super().see(page)

    assert crawl(bed, Changing({}), [0], 10).fetched[:4] == [0, 1, 4, 2]


def test_oracles_know_one_step_or_all(bed):
    task = bed.tasks[0]
    near = OracleModel(bed, task, far=False).see(bed.page(0))
    assert near.relevance == 0.0
    assert near.priorities == {"https://x/1": 0.0, "https://x/2": 1.0}
    far = OracleModel(bed, task, far=True).see(bed.page(0))
    assert far.priorities == {"https://x/1": 1 / 3, "https://x/2": 1.0}


def test_area_by_hand():
    # 0/1, 1/2, 1/2 (two reachable), 2/2
    assert area([False, True, False, True], 2, 4) == pytest.approx(0.5)
    assert area([True, True], 2, 4) == 1.0
    assert area([True], 1, 4) == 1.0
    assert area([], 0, 4) == 0.0


def test_words_are_kept_between_runs(bed, tmp_path):
    said = []
    bed.warm(tmp_path / "cache", said.append)
    (kept,) = (tmp_path / "cache").iterdir()
    again = read_bed(tmp_path / "bed", make_segmenter("jieba"))
    again.warm(tmp_path / "cache", said.append)
    assert again.words(3) == bed.words(3)
    assert list((tmp_path / "cache").iterdir()) == [kept]


def rows_of(capsys):
    return json.loads(capsys.readouterr().out.splitlines()[-1])


def test_the_whole_bench(tmp_path, capsys):
    folder = write(tmp_path / "bed")
    arguments = ["--data", str(folder), "--json", "--cache", str(tmp_path / "cache")]
    assert bench.main([*arguments, "--models", "bfs,vsm,oracle+distance", "--seeds", "2"]) == 0
    result = rows_of(capsys)
    assert {"bench", "data", "pages", "seconds", "peak_mb", "versions"} <= set(result)
    assert (result["bench"], result["pages"], len(result["rows"])) == ("topic", 7, 6)
    by_model = {r["model"]: r for r in result["rows"] if r["seed_set"] == 0}
    # 0 2 3: 0/1 1/2 2/2 and so on.
    assert by_model["vsm"]["area"] == pytest.approx((0.5 + 4) / 6, abs=1e-4)
    assert by_model["oracle+distance"]["area"] == by_model["vsm"]["area"]
    assert by_model["bfs"]["area"] < by_model["vsm"]["area"]
    assert by_model["vsm"]["reachable"] == 2
    assert set(result["mean_area"]) == {"bfs", "vsm", "oracle+distance"}
    assert result["wins_vs_vsm"]["bfs"] == 0.0


def test_options_make_rows_of_their_own(tmp_path, capsys):
    folder = write(tmp_path / "bed")
    option = "ssrm:floor=.5;link_capacity=50"
    arguments = ["--data", str(folder), "--json", "--limit", "4", "--tasks", "birds"]
    bench.main([*arguments, "--models", "vsm", "--option", option, "--seeds", "1"])
    result = rows_of(capsys)
    assert [row["model"] for row in result["rows"]] == ["vsm", option]
    assert all(row["fetched"] == 4 for row in result["rows"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--models", "best"], "no crawl model 'best'"),
        (["--tasks", "fish"], "no task fish"),
        (["--option", "vsm:x"], "NAME=VALUE"),
        (["--option", "vsm:colour=1"], "colour"),
    ],
)
def test_wrong_arguments(tmp_path, arguments, message):
    folder = write(tmp_path / "bed")
    with pytest.raises(BenchError, match=message):
        bench.main(["--data", str(folder), *arguments])


def test_missing_and_malformed_beds(tmp_path):
    segmenter = make_segmenter("jieba")
    with pytest.raises(BenchError, match="no test bed"):
        read_bed(tmp_path, segmenter)
    with pytest.raises(BenchError, match="leads nowhere"):
        read_bed(write(tmp_path / "one", [("text", [(7, "x")])]), segmenter)
    with pytest.raises(BenchError, match="relevant"):
        read_bed(write(tmp_path / "two", tasks=[{**TASK, "relevant": []}]), segmenter)
    with pytest.raises(BenchError, match="KeyError"):
        read_bed(write(tmp_path / "three", tasks=[{"name": "x"}]), segmenter)
    (tmp_path / "two" / "pages.jsonl.xz").write_bytes(b"no archive")
    with pytest.raises(BenchError):
        read_bed(tmp_path / "two", segmenter)


def test_a_crawl_is_a_value():
    assert Crawl([1], [0.5]) == Crawl([1], [0.5])


def test_the_default_model_is_told_apart(tmp_path, capsys):
    folder = write(tmp_path / "bed")
    assert bench.main(["--data", str(folder), "--json", "--no-baselines", "--seeds", "1"]) == 0
    result = rows_of(capsys)
    assert result["default"] == bench.DEFAULT_MODEL
    assert result["default_area"] == result["mean_area"][bench.DEFAULT_MODEL]
    assert set(result["mean_area"]) == {bench.DEFAULT_MODEL, "vsm"}


def test_controls_and_parts(tmp_path, capsys):
    folder = write(tmp_path / "bed")
    arguments = ["--data", str(folder), "--json", "--seeds", "1", "--limit", "3"]
    bench.main([*arguments, "--models", "vsm,svsm", "--lexicons", str(tmp_path)])
    result = rows_of(capsys)
    assert list(result["mean_area"]) == ["vsm", "svsm", "svsm@identity"]
    assert result["paper"]["mean_relevance"] == 0.85
    assert "harvest@3" in result["curves"]["svsm"]
    assert "svsm" in result["harvest_gain_vs_vsm_points"]
    with pytest.raises(BenchError, match="no parts"):
        bench.main([*arguments, "--ablate", "vsm"])
    with pytest.raises(BenchError, match="no use for a lexicon"):
        bench.main([*arguments, "--models", "vsm@identity"])
    with pytest.raises(BenchError, match="no lexicon 'none'"):
        bench.main([*arguments, "--models", "svsm@none"])
