from __future__ import annotations

import gzip
import json

import pytest
from extraction_kit import tree_of
from visual_kit import data_folder, examples_of, thread, truth

from fpcrawl.exceptions import FpcrawlError
from fpcrawl.extraction import train
from fpcrawl.extraction.visual.examples import PageFile, fold_of, page_files, read_examples
from fpcrawl.extraction.visual.network import Network


@pytest.fixture
def quick(monkeypatch):
    """Train for a moment only: what is tested is the way, not the skill."""
    whole = train.train_network
    monkeypatch.setattr(
        train, "train_network", lambda *a, **k: whole(*a, **{**k, "epochs": 15, "batch": 64})
    )


def test_weights_and_card_are_written(tmp_path, capsys, quick):
    data = data_folder(tmp_path / "data")
    out = tmp_path / "out"
    code = train.main(
        ["--data", str(data), "--out", str(out), "--votes", "1", "--date", "2024-05-01"]
    )
    told = capsys.readouterr()
    assert code == 0
    card = json.loads(told.out)
    assert card == json.loads((out / "card.json").read_text(encoding="utf-8"))
    assert card["date"] == "2024-05-01"
    assert card["data"] == [{"labels": "posts", "pages": 12, "sites": 4}]
    assert str(data) not in told.out
    assert card["software"] == ["softwarea", "softwareb", "softwarec", "softwared"]
    about = card["networks"]["forum-structure"]
    assert about["pages"] == 12
    assert about["left_out"]["posts"] == 36
    assert Network.from_bytes((out / "forum-structure-0.npz").read_bytes()).names
    # No comments and no layouts were there to learn from.
    assert sorted(path.name for path in out.iterdir()) == ["card.json", "forum-structure-0.npz"]
    assert "left out" in told.err


def test_software_that_is_left_out_is_scored(quick):
    examples = [example for example in examples_of() for _ in range(3)]
    scores = train.score_left_out(examples, "forum", rendered=False)
    assert set(scores["per_software"]) == {f"software{c}" for c in "abcd"}
    assert scores["posts"] == 3 * sum(e.posts for e in examples_of())
    assert scores["record_f1"] > 0.9


def test_what_cannot_be_trained_on_is_said(tmp_path, capsys):
    assert train.main(["--data", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert "manifest.jsonl" in capsys.readouterr().err
    data = data_folder(tmp_path / "data", skins=(0,), counts=(1,), page_type="product")
    assert train.main(["--data", str(data), "--out", str(tmp_path / "out")]) == 2
    assert "nothing to train on" in capsys.readouterr().err
    with pytest.raises(FpcrawlError, match="comments-structure"):
        train.train_kind(examples_of(), "comments", rendered=False)


def test_pages_of_lists_teach_what_is_no_record(tmp_path):
    data = data_folder(tmp_path / "data", skins=(0,), counts=(3,), page_type="index")
    (file,) = page_files(data)
    file.row["truth"].pop("posts")
    (example,) = read_examples(file)
    assert example.kinds == ("forum", "comments")
    assert not example.labels.any()


def test_a_saved_layout_gives_an_example_with_visual_features(tmp_path):
    data = data_folder(tmp_path / "data", skins=(0,), counts=(3,))
    (file,) = page_files(data)
    tree = tree_of(thread(truth(3)))
    rows = [
        {
            "xpath": tree.page.root.getroottree().getpath(tree.nodes[i]),
            "x": 0,
            "y": 20 * i,
            "width": 100,
            "height": 20,
        }
        for i in range(len(tree.nodes))
    ]
    (data / "page.json.gz").write_bytes(gzip.compress(json.dumps(rows).encode()))
    looks = [
        e.rendered for e in read_examples(PageFile(data, {**file.row, "layout": "page.json.gz"}))
    ]
    assert looks == [False, True]


def test_themes_and_versions_of_a_software_are_one_fold():
    assert fold_of({"software": "discuzx35"}, "d") == fold_of({"software": "Discuz7"}, "e")
    assert fold_of({"software": "phpbb33"}, "d") == "phpbb"
    assert fold_of({"site": "a.example"}, "d") == "a.example"
    assert fold_of({}, "d") == "d"


def test_a_page_file_that_is_missing_or_no_gzip_is_an_error(tmp_path):
    data = data_folder(tmp_path / "data", skins=(0,), counts=(1,))
    (file,) = page_files(data)
    (data / file.row["file"]).write_bytes(b"no gzip")
    with pytest.raises(FpcrawlError, match=r"html\.gz"):
        list(read_examples(file))
    (data / "manifest.jsonl").write_text("{", encoding="utf-8")
    with pytest.raises(FpcrawlError, match=r"manifest\.jsonl:1"):
        list(page_files(data))
