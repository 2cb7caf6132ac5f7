from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from fpcrawl import patterns
from fpcrawl.patterns import late

ROOT = Path(__file__).parents[1]
TEXT = "One, two; 34 and 5."


@pytest.mark.parametrize(
    ("method", "given"),
    [
        *((method, (TEXT,)) for method in ("search", "match", "fullmatch", "findall", "split")),
        ("search", (TEXT, 11, 14)),
        ("sub", ("#", TEXT)),
        ("subn", ("#", TEXT, 1)),
    ],
)
def test_says_what_the_pattern_says(method, given):
    for text, flags in ((r"\d+", 0), ("(o|T)[a-z]", re.IGNORECASE)):
        told = getattr(late(text, flags), method)(*given)
        meant = getattr(re.compile(text, flags), method)(*given)
        if isinstance(meant, re.Match):
            told, meant = (told.span(), told.groups()), (meant.span(), meant.groups())
        assert told == meant


def test_what_else_a_pattern_has():
    pattern = late(r"(?P<tens>\d)(\d)", re.IGNORECASE)
    assert [match[0] for match in pattern.finditer(TEXT)] == ["34"]
    assert pattern.pattern == r"(?P<tens>\d)(\d)"
    assert pattern.groupindex == {"tens": 1}
    with pytest.raises(AttributeError, match="serch"):
        pattern.serch(TEXT)


def test_compiled_at_the_first_use_and_once(monkeypatch):
    compiled = []

    def compile_it(text, flags=0):
        compiled.append(text)
        return re.compile(text, flags)

    class Counted:
        compile = staticmethod(compile_it)

    monkeypatch.setattr(patterns, "re", Counted)
    pattern = late("[a-z]+")
    assert compiled == []
    assert pattern.findall("ab 12") == ["ab"]
    assert pattern.search("34") is None
    assert pattern.sub("", "ab 12") == " 12"
    assert compiled == ["[a-z]+"]


def test_no_long_pattern_is_compiled_by_an_import():
    # Those of the pages' readers: as much work as all else that a crawl does before its start.
    code = (
        "import re\n"
        "real, long = re.compile, []\n"
        "def compile(text, flags=0):\n"
        "    if len(text) > 1200: long.append(text[:60])\n"
        "    return real(text, flags)\n"
        "re.compile = compile\n"
        "import fpcrawl.reader.worker, fpcrawl.spiders.forum, fpcrawl.spiders.news\n"
        "print(long)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ast.literal_eval(done.stdout) == []
