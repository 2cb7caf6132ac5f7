"""Every command is found by Scrapy, and none costs the start of another."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import fpcrawl.commands
from fpcrawl.commands import entry

ROOT = Path(__file__).parents[2]
ENTRIES = {module.name for module in pkgutil.iter_modules(entry.__path__)}


def test_each_command_has_its_entry() -> None:
    modules = (module.name for module in pkgutil.iter_modules(fpcrawl.commands.__path__))
    commands = {
        name
        for name in modules
        if hasattr(import_module(f"fpcrawl.commands.{name}"), "Command") and name != "late"
    }
    assert commands == ENTRIES


def test_installed_elsewhere_they_are_the_same() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    points = project["entry-points"]["scrapy.commands"]
    # Other projects keep Scrapy's own.
    scrapys = {"crawl", "fetch", "shell", "view"}
    assert points == {name: f"fpcrawl.commands.entry.{name}:Command" for name in ENTRIES - scrapys}


def test_an_entry_becomes_its_command_and_loads_nothing_before() -> None:
    code = (
        "import sys\n"
        "commands = [__import__('fpcrawl.commands.entry.' + name, fromlist=['x']).Command()\n"
        f"            for name in {sorted(ENTRIES)}]\n"
        "light = ('fpcrawl.commands', 'fpcrawl.exceptions', 'fpcrawl.exit_codes')\n"
        "heavy = [n for n in sys.modules if n.startswith(('fpcrawl.', 'numpy'))\n"
        "         and not n.startswith(light)]\n"
        "assert heavy == [], heavy\n"
        "one = next(c for c in commands if c.__module__.endswith('.cluster'))\n"
        "assert '--out' in one.syntax()\n"
        "assert type(one).__module__ == 'fpcrawl.commands.cluster'\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, timeout=120)


def test_a_key_that_stops_what_is_being_imported_ends_with_a_line(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)\n")
    code = (
        "from fpcrawl.commands.late import LateCommand\n"
        "class Command(LateCommand):\n"
        "    module = 'slow'\n"
        "Command().syntax()\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"},
        timeout=120,
    )
    assert (ended.returncode, ended.stderr) == (130, "scrapy slow: stopped\n")
