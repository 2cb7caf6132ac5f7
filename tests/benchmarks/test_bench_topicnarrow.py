from __future__ import annotations

import json
import lzma

import pytest

from benchmarks import topic as bench
from benchmarks._topicbed import read_bed
from benchmarks._topicnarrow import narrow, narrow_tasks
from benchmarks.common import BenchError
from fpcrawl.topic.hypernyms import Hypernyms
from fpcrawl.topic.lexicon import load_lexicons
from fpcrawl.topic.segment import make_segmenter

BIRDS = "Hawfinch Wagtail Goldcrest Dunnock Siskin Bullfinch Redwing Linnet".split()
#: Links from page to page through things that no bird has to do with.
HAY = 40


@pytest.fixture
def folder(tmp_path):
    """A hub leads to much hay, and by a link of one word to the birds."""
    first_bird = HAY + 2
    hay = range(1, HAY + 1)
    rows = [("Hub", "wood and iron", [*((n, f"tool {n}") for n in hay), (HAY + 1, "birds")])]
    rows += [(f"Tool {n}", f"hammer nail {n} " * 5, [(n % HAY + 1, "next")]) for n in hay]
    nests = [(first_bird + n, name) for n, name in enumerate(BIRDS)]
    rows.append(("List", "bird bird bird bird", nests))
    rows += [(name, f"{name} is a bird. " * 6, [(0, "hub")]) for name in BIRDS]
    with lzma.open(tmp_path / "pages.jsonl.xz", "wt", encoding="utf-8") as lines:
        for number, (title, text, links) in enumerate(rows):
            row = {"id": number, "url": f"https://x/{number}", "title": title, "text": text}
            lines.write(json.dumps(row | {"links": links}) + "\n")
    relevant = [HAY + 1, *(first_bird + n for n in range(len(BIRDS)))]
    task = {"name": "birds", "lang": "en", "title": "Bird", "topic_text": "", "seeds": [0]}
    (tmp_path / "tasks.json").write_text(json.dumps([task | {"relevant": relevant, "budget": 60}]))
    return tmp_path


@pytest.fixture
def lexicon(tmp_path):
    path = tmp_path / "words.yaml"
    entries = "".join(f"  {name.lower()}: {{hypernyms: [bird]}}\n" for name in BIRDS[:4])
    path.write_text(f"version: 1\nwords:\n{entries}")
    return f"user:{path}"


def test_names_lead_to_the_word_of_the_task(folder, lexicon):
    bed = read_bed(folder, make_segmenter("jieba"))
    hypernyms = Hypernyms([load_lexicons([lexicon])])
    found = narrow_tasks(bed, bed.tasks, hypernyms, 30, steps=1)
    assert len(found) == 3
    assert {task.title for task in found} <= set(BIRDS[:4])
    assert all(task.budget == 30 and task.seeds == (0,) for task in found)
    assert found == narrow_tasks(bed, bed.tasks, hypernyms, 30, steps=1)
    with pytest.raises(BenchError, match="no name"):
        narrow(bed, bed.tasks, ["identity"], print, model="vsm", budget=30)


def test_widening_finds_more(folder, lexicon):
    bed = read_bed(folder, make_segmenter("jieba"))
    said = []
    result = narrow(bed, bed.tasks, [lexicon], said.append, model="vsm", budget=42, steps=1)
    assert len(said) == len(result["topics"]) == 3
    assert all("is widened to bird" in row["widened"]["why"][0] for row in result["topics"])
    assert all(row["plain"]["why"] == [] for row in result["topics"])
    assert result["totals"]["widened"]["kept"] > result["totals"]["plain"]["kept"]
    assert result["precision"] == 1.0


def test_the_option(folder, capsys, monkeypatch, lexicon):
    monkeypatch.setattr("benchmarks._topiclexicons.Shelf.settings", lambda *_: [lexicon])
    arguments = ["--data", str(folder), "--json", "--narrow", "vsm", "--limit", "40"]
    assert bench.main(arguments) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert result["narrow"]["budget"] == 40
    assert result["narrow"]["ratio"] >= 1
