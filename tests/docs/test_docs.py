"""What the documents say is what the code does."""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest
from extraction_kit import div_thread

from fpcrawl import settings
from fpcrawl.exit_codes import EXIT_CODES, OTHER, USAGE
from fpcrawl.extraction.records import Article, Comment, Post, Thread
from fpcrawl.spiders import arguments

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FIRST = ("README.md", "README.zh-CN.md", "CHANGELOG.md")
PAGES = [*(ROOT / name for name in FIRST), *sorted(DOCS.glob("*.md"))]
WRITES = {"inc_value", "set_value", "max_value", "min_value"}
READS = {"get_value"}
GETTERS = {"get", "getint", "getfloat", "getbool", "getlist", "_seconds"}


@cache
def trees() -> list[ast.Module]:
    return [ast.parse(path.read_text()) for path in sorted((ROOT / "fpcrawl").rglob("*.py"))]


def calls(names: set[str]) -> list[ast.Call]:
    out = []
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
                if name in names:
                    out.append(node)
    return out


def pattern_of(node: ast.expr) -> str | None:
    """Return a string as written, ``{}`` for each part that is computed."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
        )
    return None


def stats_in_code(names: set[str]) -> set[str]:
    found = {pattern_of(call.args[0]) for call in calls(names) if call.args}
    return {name for name in found if name and name.startswith("fpcrawl/")}


def fits(name: str, pattern: str) -> bool:
    """Tell whether a name is one of those that a pattern stands for."""
    expression = ".+".join(re.escape(part) for part in pattern.split("{}"))
    return re.fullmatch(expression, name) is not None


def table(page: str, heading: str) -> list[list[str]]:
    """Return the rows of the first table below a heading, without its head."""
    text = (DOCS / page).read_text().partition(f"\n## {heading}\n")[2]
    assert text, f"{page} has no part {heading}"
    block = re.search(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert block is not None
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in block[0].splitlines()]
    return rows[2:]


def names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


# -- settings


def defaults_in_code() -> dict[str, object]:
    """Settings that are read, with the default given where they are read."""
    found: dict[str, object] = {}
    for call in calls(GETTERS):
        strings = [pattern_of(arg) or "" for arg in call.args]
        for place, text in enumerate(strings):
            if re.fullmatch(r"FPCRAWL_[A-Z_]+", text):
                default = call.args[place + 1] if len(call.args) > place + 1 else None
                value = default.value if isinstance(default, ast.Constant) else None
                if found.get(text) is None:
                    found[text] = value
    return found


def shown(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def test_every_setting_is_documented_with_its_default():
    documented = {names(row[0])[0]: names(row[1])[0] for row in table("settings.md", "Settings")}
    declared = {name: getattr(settings, name) for name in dir(settings) if "FPCRAWL_" in name}
    read = defaults_in_code()
    assert set(documented) == set(declared) | set(read)
    for name, default in documented.items():
        assert default == shown(declared.get(name, read.get(name))), name
    unread = set(declared) - set(read)
    assert not unread, "declared but never read"


def test_every_setting_has_a_meaning():
    for row in table("settings.md", "Settings"):
        assert len(row) == 4
        assert len(row[3]) > 20, row[0]


# -- arguments, exit codes, meta


def test_the_spider_arguments_are_documented():
    documented = [names(row[0])[0] for row in table("settings.md", "Spider arguments")]
    assert documented == list(arguments._KNOWN)


def test_the_exit_codes_are_documented():
    rows = table("settings.md", "Exit codes")
    documented = {names(row[1])[0]: int(row[0]) for row in rows if names(row[1])}
    assert documented == {reason: code for reason, (code, _) in EXIT_CODES.items()}
    others = {int(row[0]) for row in rows if not names(row[1])}
    assert others == {OTHER, USAGE}
    advised = {int(row[0]) for row in table("operations.md", "Exit codes")}
    assert advised == others | set(documented.values())


def test_every_close_reason_in_the_code_has_an_exit_code():
    reasons = {
        pattern_of(call.args[0]) for call in calls({"CloseSpider"}) if call.args
    } | {
        pattern_of(word.value)
        for call in calls({"close_spider_async"})
        for word in call.keywords
        if word.arg == "reason"
    }  # fmt: skip
    assert reasons
    assert reasons <= set(EXIT_CODES)


def test_the_request_meta_is_documented():
    documented = {name for row in table("settings.md", "Request meta") for name in names(row[0])}
    used = {
        node.value
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"fp_[a-z_]+", node.value)
    }
    inner = {"fp_robots_bytes", "fp_visits"}
    assert documented <= used
    assert used - inner <= documented


# -- stats


def documented_stats() -> set[str]:
    found = {name for row in table("settings.md", "Stats") for name in names(row[0])}
    return {re.sub(r"\{[a-z]+\}", "{}", name) for name in found}


def test_every_stat_that_is_counted_is_documented():
    documented = documented_stats()
    for name in stats_in_code(WRITES):
        assert any(fits(known, name) for known in documented), name


def test_every_documented_stat_is_counted():
    written = stats_in_code(WRITES)
    for known in documented_stats():
        assert any(fits(known, name) for name in written), known


def test_every_stat_that_is_asked_for_is_counted_somewhere():
    written = stats_in_code(WRITES)
    for name in stats_in_code(READS):
        assert any(fits(name, pattern) for pattern in written), name


# -- records


@pytest.mark.parametrize(
    ("heading", "record"), [("Post", Post), ("Article", Article), ("Thread", Thread)]
)
def test_every_field_of_a_record_is_documented(heading, record):
    text = (DOCS / "data-model.md").read_text().partition(f"\n## {heading}\n")[2]
    text = text.partition("\n## ")[0]
    documented = set(re.findall(r"`([a-z_]+)`", text))
    known = {field.name for field in fields(record)}
    assert known <= documented
    if heading == "Post":
        rows = {name for row in table("data-model.md", heading) for name in names(row[0])}
        assert rows == known | {"version"}


def test_every_field_of_a_comment_is_documented():
    text = (DOCS / "data-model.md").read_text()
    line = next(line for line in text.splitlines() if line.startswith("A comment has"))
    assert set(names(line)) == {field.name for field in fields(Comment)}


# -- links and commands


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_make_targets_and_modules_exist(page):
    text = page.read_text()
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for target in re.findall(r"(?:^ *(?:\$ )?|`)make ([a-z]+)\b", text, re.MULTILINE):
        assert target in targets, target
    for module in re.findall(r"python -m ((?:benchmarks|fpcrawl)\.[a-z_.]*[a-z])", text):
        assert (ROOT / (module.replace(".", "/") + ".py")).exists() or (
            ROOT / module.replace(".", "/")
        ).is_dir(), module


def test_the_rooms_are_all_described():
    text = (DOCS / "architecture.md").read_text()
    here = {
        path.stem
        for path in (ROOT / "fpcrawl").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    described = set(re.findall(r"`fpcrawl\.([a-z_]+)`", text))
    assert here - {"__init__", "settings"} == described & here


#: Pages with Python in them, and what the first lines begin with that it prints.
SNIPPETS = {
    "clustering.md": ["0.html", "1.html", "2.html"],
    "extraction.md": ["anna 2024-03-04 10:00", "bert 2024-03-04 11:30"],
    "topic.md": [],
}


def snippets(page: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)


def test_all_pages_with_python_are_tried():
    assert [page.name for page in PAGES if snippets(page)] == sorted(SNIPPETS)


@pytest.mark.parametrize(("page", "printed"), SNIPPETS.items())
def test_python_of_the_documents_runs_as_it_stands(page, printed, tmp_path, monkeypatch, capsys):
    (tmp_path / "saved").mkdir()
    for n in range(3):
        (tmp_path / "saved" / f"{n}.html").write_text(div_thread(4 - n % 2))
    (tmp_path / "tea.yaml").write_text("name: tea\nterms: [oolong, sencha]\n")
    monkeypatch.chdir(tmp_path)
    for code in snippets(DOCS / page):
        exec(compile(code, page, "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert [line[: len(start)] for line, start in zip(lines, printed, strict=False)] == printed
    assert bool(lines) == bool(printed)
    if page == "clustering.md":
        assert len({line.split()[1] for line in lines}) == 1


def test_the_options_of_scrapy_cluster_are_documented():
    text = (DOCS / "clustering.md").read_text()
    source = (ROOT / "fpcrawl" / "commands" / "cluster.py").read_text()
    options = set(re.findall(r'"(--[a-z]+)"', source))
    assert options
    for option in options:
        assert f"`{option}" in text, option


def test_the_reasons_of_unread_pages_are_documented():
    text = (DOCS / "clustering.md").read_text()
    used = {
        node.args[2].value
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", None) == "Unread"
        and len(node.args) > 2
        and isinstance(node.args[2], ast.Constant)
    }
    assert used > {"missing", "bad_line", "failed"}
    for reason in used | {"binary"}:
        assert f"`{reason}`" in text, reason
