"""The record benchmark on threads, comments and main texts of our own."""

from __future__ import annotations

import gzip
import json

import pytest

from benchmarks import _recordrun, records
from benchmarks._recordmethods import METHODS, Structure
from benchmarks._recordpages import load_records, view_folder
from benchmarks._recordrun import main_text
from benchmarks.common import BenchError
from benchmarks.scoring import GotPost, word_f1

HOST = "http://lathe.example"
NAMES = ["ann", "bert", "carla"]
WORDS = [
    "Which oil suits a lathe that is older than its owner and as stiff?",
    "Any light machine oil will do, said the old man at the counter.",
    "He was right, and mine has not squeaked since the spring of last year.",
]


def when(number, n):
    return f"2024-04-{number + 1:02d} 1{n}:30"


def thread(number, count=3):
    return f"<h1>Thread {number}</h1>" + "".join(
        f'<div class="post"><a class="author" href="/user/{NAMES[n]}">{NAMES[n]}</a>'
        f'<span class="when">{when(number, n)}</span>'
        f'<div class="text">{number}. {WORDS[n]}</div></div>'
        for n in range(count)
    )


def article(comments):
    prose = "".join(f"<p>{words} {words} {words}</p>" for words in WORDS)
    below = "".join(
        f'<div class="comment"><b class="author">{NAMES[n]}</b> <i class="date">{when(3, n)}</i>'
        f'<div class="comment-text">{WORDS[n]}</div></div>'
        for n in range(comments)
    )
    return (
        f"<h1>Oil gets dearer</h1><div class='story'>{prose}</div><div id='comments'>{below}</div>"
    )


def posts(number, count=3):
    return [
        {
            "author": NAMES[n],
            "time": when(number, n).replace(" ", "T") + ":05+00:00",
            "body": f"{number}. {WORDS[n]}",
            "post_id": 10 * number + n,
        }
        for n in range(count)
    ]


def comments(count):
    return [
        {"author": NAMES[n], "time": when(3, n).replace(" ", "T"), "body": WORDS[n]}
        for n in range(count)
    ]


class Folder:
    """A data folder that grows page by page."""

    def __init__(self, path, software="ours"):
        self.path = path
        self.software = software
        self.rows = []
        path.mkdir(parents=True)

    def page(self, name, kind, body, truth=None, **more):
        html = f"<html><head><title>{name}</title></head><body>{body}</body></html>"
        (self.path / f"{name}.gz").write_bytes(gzip.compress(html.encode()))
        row = {
            "id": f"{self.path.name}/{name}",
            "file": f"{name}.gz",
            "url": f"{HOST}/{kind}/{name}",
            "site": "lathe.example",
            "software": self.software,
            "page_type": kind,
            "lang": "en",
            "fetched_at": "2024-05-01T12:00:00+00:00",
            "truth": truth,
        }
        self.rows.append({**row, **more})

    def write(self):
        lines = (json.dumps(row) for row in self.rows)
        (self.path / "manifest.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        return self.path


def forum(path, count=6, software="ours"):
    folder = Folder(path, software)
    for number in range(count):
        folder.page(f"t{number}", "thread", thread(number), {"posts": posts(number)})
    return folder


def run(path, capsys, *more):
    assert records.main(["--data", str(path), "--json", "--no-baselines", *more]) == 0
    out = capsys.readouterr()
    return json.loads(out.out.strip().splitlines()[-1]), out.err


def test_right_records_have_full_marks(tmp_path, capsys):
    result, _ = run(forum(tmp_path / "a").write(), capsys)
    assert result["pages"] == result["pages_with_posts"] == 6
    assert result["posts"] == result["records"] == 18
    for key in ("record_precision", "record_recall", "record_f1", "exact_post_share"):
        assert result[key] == 1.0
    assert (result["f1_author"], result["f1_time"], result["f1_body"]) == (1.0, 1.0, 1.0)
    assert list(result["per_software"]) == ["ours"]
    assert "wcxb_f1" not in result
    assert result["bench"] == "records"
    assert result["mode"] == "structure"


def test_pages_can_be_read_in_a_disguise(tmp_path, capsys):
    folder = forum(tmp_path / "a").write()
    result, _ = run(folder, capsys, "--disguise", "strange")
    assert result["disguise"] == "strange"
    assert result["record_f1"] == result["f1_author"] == result["f1_body"] == 1.0
    assert b'class="post"' not in load_records(folder, disguise="strange").pages[0].page.body()


def test_wrong_truth_costs_its_own_field(tmp_path, capsys):
    folder = forum(tmp_path / "a", 2)
    folder.rows[0]["truth"]["posts"][1]["author"] = "nobody"
    folder.rows[1]["truth"]["posts"][0]["time"] = "2023-01-01T00:00:00+00:00"
    result, err = run(folder.write(), capsys, "--explain", "2")
    assert result["record_f1"] == result["f1_body"] == 1.0
    assert result["f1_author"] == result["f1_time"] == pytest.approx((1 + 2 / 3) / 2, abs=1e-4)
    assert "author 'bert' for 'nobody'" in err


def test_comments_are_read_as_a_news_crawl_reads_them(tmp_path, capsys):
    folder = Folder(tmp_path / "a")
    folder.page("n1", "article", article(3), {"posts": comments(3), "title": "Oil"})
    folder.page("n2", "article", article(2), {"posts": comments(2), "title": "Oil"})
    result, _ = run(folder.write(), capsys)
    assert result["posts_found"] == 5
    assert result["role_accuracy"] == 1.0


def test_records_of_pages_without_any_lower_the_precision(tmp_path, capsys):
    folder = forum(tmp_path / "a", 2)
    folder.page("t9", "thread", thread(9), {"posts": []})
    result, _ = run(folder.write(), capsys)
    assert result["pages_with_posts"] == 2
    assert result["record_recall"] == 1.0
    assert result["record_precision"] == pytest.approx(6 / 9, abs=1e-4)


def test_the_opening_text_of_an_article_is_no_comment(tmp_path, capsys):
    folder = Folder(tmp_path / "a")
    folder.page("n1", "article", article(0), {"posts": []})
    folder.page("n2", "article", article(2), {"posts": comments(2)})
    result, _ = run(folder.write(), capsys)
    assert result["record_precision"] == 1.0


def test_main_texts_are_judged_word_by_word(tmp_path, capsys):
    folder = Folder(tmp_path / "a")
    told = "\n".join(f"{NAMES[n]}\n{when(1, n)}\n1. {WORDS[n]}" for n in range(3))
    folder.page("w1", "thread", thread(1), {"must_have": [], "body": told})
    folder.page("w2", "index", "<p>Nothing much</p>", {"must_have": [], "body": "Nothing much"})
    shell = "<title>Lids</title><div id='app'></div><script>start()</script>"
    folder.page("w3", "thread", shell, {"must_have": [], "body": told})
    result, _ = run(folder.write(), capsys)
    assert result["wcxb_f1"] == 0.5
    assert result["wcxb_served_f1"] == 1.0
    assert "record_f1" not in result
    assert "wcxb_lists_f1" in result


def test_a_line_that_a_post_quotes_is_told_once(tmp_path):
    folder = load_records(forum(tmp_path / "a", 1).write())
    (view,) = view_folder(folder)
    gots = [
        GotPost("ann", None, WORDS[0], time_raw="Monday"),
        GotPost("bert", None, f"{WORDS[0]}\nYes"),
    ]
    assert main_text(view, gots).split("\n") == ["ann", "Monday", WORDS[0], "bert", "Yes"]


def test_a_time_that_only_machines_read_is_no_main_text(tmp_path):
    folder = load_records(forum(tmp_path / "a", 1).write())
    (view,) = view_folder(folder)
    times = ["2024-03-04T10:00:00Z", "2024-03-04 10:00"]
    gots = [GotPost(NAMES[n], None, WORDS[n], time_raw=times[n]) for n in range(2)]
    told = [NAMES[0], WORDS[0], NAMES[1], times[1], WORDS[1]]
    assert main_text(view, gots).split("\n") == told


def test_comments_on_answers_are_no_main_text(tmp_path):
    folder = load_records(forum(tmp_path / "a", 1).write())
    (view,) = view_folder(folder)
    asked = GotPost("ann", None, WORDS[0], post_id="1")
    answered = GotPost("bert", None, WORDS[1], post_id="2")
    comment = GotPost("carla", None, WORDS[2], post_id="comment-3")
    told = main_text(view, [asked, answered, comment]).split("\n")
    assert told == ["ann", WORDS[0], "bert", WORDS[1]]
    # Below an opening that nobody has answered they are the thread.
    assert WORDS[2] in main_text(view, [asked, comment])


def test_lines_that_come_again_are_told_once(tmp_path):
    folder = load_records(forum(tmp_path / "a", 1).write())
    (view,) = view_folder(folder)
    log = f"{WORDS[1]}\nok\n{WORDS[1]}\nok\nPress to unfold"
    gots = [GotPost("ann", None, log), GotPost("bert", None, "Press to unfold\nYes\nok")]
    told = ["ann", WORDS[1], "ok", "ok", "Press to unfold", "bert", "Yes", "ok"]
    assert main_text(view, gots).split("\n") == told


def test_word_f1_ignores_case_and_counts_words():
    assert word_f1("One two, two", "one TWO two") == 1.0
    assert word_f1("one", "one two three") == pytest.approx(0.5)
    assert word_f1("", "") == 1.0


def test_template_modes_learn_on_some_pages_and_are_scored_on_the_rest(
    tmp_path, capsys, monkeypatch
):
    learnt = []

    class Template(Structure):
        split = "template"

        def learn(self, views):
            learnt.append([view.true.id for view in views])

    monkeypatch.setitem(METHODS, "ours", Template)
    folder = forum(tmp_path / "a", 30)
    folder.page("lone", "thread", thread(31), {"posts": posts(31)}, template="another")
    result, _ = run(folder.write(), capsys, "--mode", "ours")
    assert [len(ids) for ids in learnt] == [10]
    assert result["pages"] == 20
    assert result["labels"]["record_f1"] == 1.0


def test_classifier_modes_are_shown_all_pages_and_leave_out_what_they_must(
    tmp_path, capsys, monkeypatch
):
    shown, seen = [], []

    class Classifier(Structure):
        split = "software"

        def learn(self, views):
            shown.extend(view.true.software for view in views)

        def read(self, view):
            seen.append(view.true.software)
            return super().read(view)

    monkeypatch.setitem(METHODS, "ours", Classifier)
    forum(tmp_path / "data" / "a", 2, "one").write()
    forum(tmp_path / "data" / "b", 2, "two").write()
    forum(tmp_path / "data" / "c", 2, "two").write()
    result, _ = run(tmp_path / "data", capsys, "--mode", "ours")
    assert sorted(shown) == sorted(seen) == ["one"] * 2 + ["two"] * 4
    assert {name: some["pages"] for name, some in result["per_software"].items()} == {
        "one": 2,
        "two": 4,
    }


def test_the_pipeline_reads_by_a_template_that_verifies(tmp_path, capsys):
    result, _ = run(forum(tmp_path / "a", 20).write(), capsys, "--mode", "pipeline")
    assert result["pages"] == 10
    assert result["record_f1"] == result["labels"]["record_f1"] == 1.0


def test_peers_read_the_same_pages(tmp_path, monkeypatch):
    class Blind:
        skipped = 0

        def read(self, page):
            return []

        def locate(self, page):
            return []

    monkeypatch.setattr(_recordrun, "PEERS", {"blind": Blind})
    found = _recordrun.run_peers([load_records(forum(tmp_path / "a", 2).write())])
    assert found["blind"]["record_f1"] == found["blind"]["location_f1"] == 0.0
    assert found["structure"]["location_f1"] == 1.0


def test_a_limit_spreads_over_the_folder(tmp_path, capsys):
    folder = forum(tmp_path / "a", 9).write()
    result, _ = run(folder, capsys, "--limit", "3")
    assert result["pages"] == 3
    assert [page.id for page in load_records(folder, 3).pages] == ["a/t0", "a/t3", "a/t6"]


def test_data_without_posts_is_an_error_that_says_so(tmp_path):
    folder = Folder(tmp_path / "a")
    folder.page("i", "index", "<p>List</p>", {"threads": []})
    with pytest.raises(BenchError, match="tells the posts or comments of no page"):
        records.main(["--data", str(folder.write()), "--json"])


def test_a_malformed_line_is_named(tmp_path):
    folder = forum(tmp_path / "a", 2)
    folder.rows[1]["truth"] = {"posts": [{"author": "ann"}]}
    with pytest.raises(BenchError, match=r"manifest\.jsonl:2: KeyError"):
        load_records(folder.write())
