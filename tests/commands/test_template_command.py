"""``scrapy template``: what it prints, changes and refuses."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import re
import shutil
import subprocess
from dataclasses import replace
from datetime import date

import pytest
import yaml
from commands_kit import entry, scrapy
from lxml import html
from saved_threads_kit import save_threads
from scrapy.settings import Settings

from fpcrawl.commands.template import Command
from fpcrawl.commands.templatetables import traced_lines
from fpcrawl.extraction.templates.kept import KeptPage
from fpcrawl.extraction.templates.trace import Traced, TracedRecord
from fpcrawl.store.sqlite import open_state


def template(directory, *words):
    """Run the command in this process."""
    settings = Settings({"FPCRAWL_STATE_DIR": str(directory)})
    settings.setmodule("fpcrawl.settings", priority="default")
    command = Command()
    command.settings = settings
    parser = argparse.ArgumentParser()
    command.add_options(parser)
    opts, args = parser.parse_known_args(list(words))
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        command.run(args, opts)
    return subprocess.CompletedProcess(words, command.exitcode, out.getvalue(), err.getvalue())


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("saved") / "divs"
    save_threads(folder, "divs", 9)
    return folder


@pytest.fixture(scope="session")
def learnt(tmp_path_factory, pages):
    """Give a state directory with the templates of the saved pages."""
    folder = tmp_path_factory.mktemp("learnt")
    done = template(folder, "learn", str(pages), "--json")
    assert done.returncode == 0, done.stderr
    return folder, json.loads(done.stdout)


@pytest.fixture
def state(tmp_path, learnt):
    shutil.copytree(learnt[0], tmp_path, dirs_exist_ok=True)
    return tmp_path


def the_one(state):
    done = template(state, "list", "--json")
    assert done.returncode == 0, done.stderr
    (found,) = json.loads(done.stdout)["templates"]
    return found


def test_templates_are_learnt_from_saved_pages_and_listed(state, learnt):
    told = learnt[1]
    (thread,) = [one for one in told["learnt"] if one["template"]]
    assert thread["figures"]["record_f1"] > 0.97
    assert (told["pages"], told["unread"]) == (9, [])
    found = the_one(state)
    assert (found["name"], found["site"], found["role"]) == (
        thread["template"],
        "bbs.example",
        "thread",
    )
    table = template(state, "list").stdout
    assert found["name"] in table
    assert "live" in table


def test_dry_run_changes_nothing(tmp_path, pages, state):
    before = the_one(state)
    done = template(state, "learn", str(pages), "--dry-run")
    assert done.returncode == 0, done.stderr
    assert the_one(state) == before


def test_learning_again_makes_the_next_version_and_history_has_both(state, pages):
    first = the_one(state)
    done = template(state, "learn", str(pages))
    assert done.returncode == 0, done.stderr
    assert f"in place of {first['name']}" in done.stdout
    found = the_one(state)
    assert (found["id"], found["version"]) == (first["id"], 2)
    history = template(state, "history", first["id"]).stdout.splitlines()
    assert [line.split()[2] for line in history[1:]] == ["former", "live"]


def test_records_of_a_page_stand_beside_their_xpaths(state, pages, tmp_path):
    name = the_one(state)["id"]
    marked = tmp_path / "marked.html"
    done = template(state, "show", name[:5], str(pages / "0.html"), "--html", str(marked))
    assert done.returncode == 0, done.stderr
    tree = html.parse(str(pages / "0.html"), html.HTMLParser(encoding="utf-8")).getroot()
    # Each expression below "record:" finds something on the page itself.
    (record,) = re.findall(r"^  record: (.*)$", done.stdout, re.MULTILINE)[:1]
    places = tree.xpath(record.partition("  #")[0])
    count = int(re.search(r"0\.html: (\d+) records", done.stdout).group(1))
    assert len(places) >= count > 2
    shown = html.document_fromstring(marked.read_text(encoding="utf-8"))
    titles = [e.get("title") for e in shown.iter() if (e.get("title") or "").startswith("body of")]
    assert len(titles) == count


def test_a_page_to_show_is_needed_for_colours(state):
    done = template(state, "show", the_one(state)["id"], "--html", "x.html")
    assert done.returncode == 2
    assert "name a saved one" in done.stderr
    assert template(state, "show", the_one(state)["id"]).returncode == 0


def test_a_test_tells_how_well_pages_are_read(state, pages, tmp_path):
    name = the_one(state)["id"]
    done = template(state, "test", name, str(pages), "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["kinds"]["xpath"]["record_f1"] > 0.97
    other = tmp_path / "other"
    save_threads(other, "classic", 4)
    done = template(state, "test", name, str(other))
    assert done.returncode == 1
    assert "too low: records" in done.stdout


def test_an_edited_template_is_verified_and_pinned(state, pages):
    first = the_one(state)
    path = state / "mine.yaml"
    assert template(state, "export", "-o", str(path)).returncode == 0
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    data["templates"][0]["pinned"] = True
    data["templates"][0]["templates"] = {"xpath": data["templates"][0]["templates"]["xpath"]}
    path.write_text(yaml.safe_dump(data), encoding="utf-8")
    done = template(state, "import", str(path), "--pages", str(pages))
    assert done.returncode == 0, done.stderr
    found = the_one(state)
    assert (found["id"], found["version"], found["pinned"]) == (first["id"], 2, True)
    assert found["origin"] == "edited"
    # What is pinned stays.
    done = template(state, "learn", str(pages))
    assert done.returncode == 1
    assert "is pinned" in done.stdout
    assert template(state, "unpin", first["id"]).returncode == 0
    assert template(state, "learn", str(pages)).returncode == 0


def edited(state, change):
    """Export the template, change its plain data, and return the file."""
    path = state / "mine.yaml"
    assert template(state, "export", "-o", str(path)).returncode == 0
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    change(data["templates"][0])
    path.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"pinned": "maybe"}, "pinned is true or false, not 'maybe'"),
        ({"created": 7}, "created is a text, not 7"),
        ({"version": True}, "version is a number, not True"),
        ({"version": 0}, "version is at least 1"),
        ({"id": "../x"}, "an id is of letters"),
        ({"site": ""}, "site is not empty"),
        ({"anchors": [1]}, "anchors are texts"),
        ({"anchors": "div"}, "anchors is a list"),
        ({"verification": [1]}, "verification is a mapping"),
        ({"verification": {"role": "thread"}}, "not a template"),
        ({"role": "index"}, "reads thread pages, not index pages"),
    ],
)
def test_an_edit_of_the_wrong_kind_is_refused_and_nothing_is_written(state, pages, change, said):
    before = the_one(state)
    path = edited(state, lambda data: data.update(change))
    done = template(state, "import", str(path), "--pages", str(pages))
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert the_one(state) == before


@pytest.mark.parametrize(
    ("field", "expression", "said"),
    [
        ("records", "//div[nothing(@id)]", "not an XPath expression"),
        ("records", "//nothing:div", "not an XPath expression"),
        ("records", "count(//div)", "leads to no element"),
        ("body", "string(.)", "leads to no element"),
        ("author", ".//a[@class='作者'", "not an XPath expression"),
    ],
)
def test_an_expression_that_cannot_be_evaluated_is_named(state, pages, field, expression, said):
    def change(data):
        xpath = data["templates"]["xpath"]
        (xpath if field == "records" else xpath["fields"])[field] = [expression]

    done = template(state, "import", str(edited(state, change)), "--pages", str(pages))
    assert done.returncode == 2
    assert said in done.stderr
    assert expression in done.stderr


def test_an_edit_of_the_used_kind_is_not_made_up_for_by_another(state, pages):
    def change(data):
        data["templates"]["xpath"]["records"] = ["//div[@class='öffentlich']"]
        assert list(data["templates"]) == ["xpath", "softmealy"]

    done = template(state, "import", str(edited(state, change)), "--pages", str(pages))
    assert done.returncode == 1
    assert "xpath: records 0.000 < 0.95" in done.stdout
    assert the_one(state)["version"] == 1


def test_what_is_in_use_already_makes_no_version(state):
    first = the_one(state)
    path = state / "mine.yaml"
    template(state, "export", "-o", str(path))
    done = template(state, "import", str(path))
    assert done.returncode == 0, done.stderr
    assert "as it is in use" in done.stdout
    assert the_one(state) == first
    # A pin alone needs no pages to be verified on.
    text = path.read_text(encoding="utf-8").replace("pinned: false", "pinned: true")
    path.write_text(text, encoding="utf-8")
    assert template(state, "import", str(path)).returncode == 0
    assert (the_one(state)["version"], the_one(state)["pinned"]) == (1, True)
    path.write_text(text.replace("pinned: true", "pinned: false"), encoding="utf-8")
    done = template(state, "import", str(path))
    assert f"pinned no more; pin it again: scrapy template pin {first['id']}" in done.stdout
    assert the_one(state)["pinned"] is False


def test_an_edit_is_verified_on_the_pages_of_its_own_design_where_a_cluster_has_two(state, pages):
    own = the_one(state)
    other = state / "other"
    save_threads(other, "classic", 4)
    keeper = open_state(state)
    first = keeper.templates.since(0).found[0].entry
    second = replace(first, id="0badcafe", created="2099-01-01T00:00:00+00:00")
    keeper.templates.put(second)
    for name, path in ((first.name, pages / "0.html"), (second.name, other / "0.html")):
        page = KeptPage(
            "forum:bbs.example", first.site, first.cluster, "thread",
            f"http://{first.site}/{path.parent.name}/0", path.read_bytes(),
            "utf-8", "2024-05-01T12:00:00+00:00", "2024-05-01T12:00:00+00:00", "", template=name,
        )  # fmt: skip
        keeper.templates.keep(page)
    # A crawl is known by what it has to do.
    keeper.frontier.add(entry("/", crawl="forum:bbs.example"))
    keeper.close()
    path = edited(state, lambda data: None)
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    data["templates"] = [one for one in data["templates"] if one["id"] == own["id"]]
    data["templates"][0]["templates"]["xpath"]["records"][0]["count"] += 1
    path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    done = template(state, "import", str(path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "pages 1," in done.stdout
    # It is that one which is replaced, not the other of the cluster.
    live = json.loads(template(state, "list", "--json").stdout)["templates"]
    assert sorted((one["id"], one["version"]) for one in live) == [("0badcafe", 1), (own["id"], 2)]


def test_expressions_of_any_xpath_1_are_taken(state, pages):
    def change(data):
        (record,) = data["templates"]["xpath"]["records"]
        record["path"] += "[not(false() or (2 div (1 + 1)) > 1)][self::node()]"
        record["path"] += "[not(@id='nothing(1)')]"
        record["note"] = date(2024, 5, 1)
        data["templates"] = {"xpath": data["templates"]["xpath"]}

    done = template(state, "import", str(edited(state, change)), "--pages", str(pages))
    assert done.returncode == 0, done.stderr + done.stdout


def test_values_in_wide_characters_stand_in_line():
    fields = [
        Traced("author", "大熊同学", "./b", None),
        Traced("time", "2026-11-15 15:46", "./i", None),
    ]
    lines = list(traced_lines([TracedRecord(html.Element("p"), fields)], None))
    columns = [line.index("./") + sum("一" <= char <= "鿿" for char in line) for line in lines[1:]]
    assert columns[0] == columns[1]


def test_an_edit_that_reads_the_pages_wrongly_is_not_taken(state, pages):
    path = state / "mine.yaml"
    template(state, "export", "-o", str(path))
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    data["templates"][0]["templates"] = {
        "xpath": {
            "kind": "xpath",
            "role": "thread",
            "records": ["//body"],
            "fields": {"body": [".//h1"], "author": [".//h1"], "time": [".//h1"]},
        }
    }
    path.write_text(yaml.safe_dump(data), encoding="utf-8")
    done = template(state, "import", str(path), "--pages", str(pages))
    assert done.returncode == 1
    assert "nothing" in done.stdout
    assert the_one(state)["version"] == 1


def _paths(more, record="//p"):
    return (
        "format: fpcrawl-templates\nversion: 1\ntemplates:\n- {id: a, version: 1, site: s,"
        f" role: thread, templates: {{xpath: {{role: thread, records: [{record}], {more}}}}}}}"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("format: [", "line 1"),
        ("a: 2024-13-45", "no YAML: month must be in 1..12"),
        ("a: " + "[" * 5000, "nested too deeply"),
        ("a: b", "format: fpcrawl-templates"),
        ("format: fpcrawl-templates\nversion: 1\ntemplates: []", "holds no templates"),
        ("format: fpcrawl-templates\nversion: 9\ntemplates: [1]", "version 9"),
        (
            (
                "format: fpcrawl-templates\nversion: 1\ntemplates:\n- {id: a, version: 1, site: s,"
                " role: thread, templates: {xpath: {role: thread, records: ['//p[']}}}"
            ),
            "template a, xpath",
        ),
        (
            "format: fpcrawl-templates\nversion: 1\ntemplates:\n- {id: a, colour: red}",
            "unknown entries colour",
        ),
        (
            "format: fpcrawl-templates\nversion: 1\ntemplates: [{}]\ntemplate: 1",
            "unknown entries template",
        ),
        (_paths("nested: 'no'"), "nested is true or false, not 'no'"),
        (_paths("kind: softmealy"), "kind is xpath, not 'softmealy'"),
        (_paths("fields: []"), "fields: not a mapping of names to paths"),
        (_paths("required: []", "{path: //p, count: many}"), "//p: count is a number, not 'many'"),
        (_paths("required: []", "{path: //p, count: -5}"), "//p: count is a number, not -5"),
        (_paths("required: []", "{path: //p, count: yes}"), "//p: count is a number, not True"),
    ],
)
def test_a_file_that_is_none_is_told_in_one_line(state, text, said):
    path = state / "bad.yaml"
    path.write_text(text, encoding="utf-8")
    done = template(state, "import", str(path))
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "say one of list"),
        (("sing",), "say one of list"),
        (("show",), "say scrapy template show ID"),
        (("list", "--html", "x"), "--html does not go with list"),
        (("show", "ffffffff"), "there is no template ffffffff"),
        (("list", "nowhere.example"), "no templates of nowhere.example"),
    ],
)
def test_bad_words_are_refused_in_one_line(state, words, said):
    done = template(state, *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", [["list"], ["pin", "1f0a3c5e"], ["unpin", "1f0a3c5e"]])
def test_without_a_state_it_says_so_and_what_to_do(tmp_path, words):
    done = scrapy(tmp_path, "template", *words)
    assert done.returncode == 6
    assert not (tmp_path / ".fpcrawl").exists()
    assert "no state file" in done.stderr
    assert "--state DIR names another folder" in done.stderr


def test_the_state_inside_a_named_folder_is_pointed_to(tmp_path, learnt):
    shutil.copytree(learnt[0], tmp_path / ".fpcrawl")
    done = template(tmp_path, "list")
    assert done.returncode == 6
    assert f"there is one in {tmp_path / '.fpcrawl'}" in done.stderr


def test_a_dry_run_needs_no_state_and_makes_none(tmp_path, pages):
    done = template(tmp_path / "none", "learn", str(pages), "--dry-run")
    assert done.returncode == 0, done.stderr
    assert "record_f1" in done.stdout
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("content", "said"), [(None, "No such file or directory"), (b"\xff\xfe", "it is not UTF-8")]
)
def test_a_file_that_cannot_be_read_is_told_in_plain_words(state, content, said):
    path = state / "mine.yaml"
    if content is not None:
        path.write_bytes(content)
    done = template(state, "import", str(path))
    assert done.returncode == 2
    assert done.stderr == f"scrapy template: cannot read {path}: {said}\n"
