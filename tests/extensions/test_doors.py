from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOORS = {"RemoteControl", "TelnetConsole"}
#: Makes what a crawl makes before its start; tells the extensions, and what they have loaded.
MAKE = """
import json, sys
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.spiders import Spider
from scrapy.utils.project import get_project_settings
from fpcrawl.settings.plain import without_our_parts

settings = get_project_settings()
if "plain" in sys.argv:
    without_our_parts(settings)
settings.setdict(json.loads(sys.argv[1]))
crawler = AsyncCrawlerProcess(settings, install_root_handler=False).create_crawler(Spider)
crawler._apply_settings()
there = [type(one) for one in crawler.extensions.middlewares]
print(json.dumps([
    [f"{one.__module__}.{one.__name__}" for one in there],
    sorted({"aiohttp", "twisted.conch"} & sys.modules.keys()),
]))
"""


def made(settings, *words):
    done = subprocess.run(
        [sys.executable, "-c", MAKE, json.dumps(settings), *words],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "SCRAPY_SETTINGS_MODULE": "fpcrawl.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    extensions, loaded = json.loads(done.stdout)
    return [name for name in extensions if name.rpartition(".")[2] in DOORS], loaded


@pytest.mark.parametrize("words", [(), ("plain",)], ids=["crawl", "shell"])
def test_shut_and_not_even_loaded(words):
    assert made({}, *words) == ([], [])


def test_scrapys_own_where_they_are_asked_for():
    open_doors = {"REMOTE_CONTROL_ENABLED": True, "TELNETCONSOLE_ENABLED": True}
    names, loaded = made(open_doors)
    assert names == [
        "scrapy.extensions.remote_control.RemoteControl",
        "scrapy.extensions.telnet.TelnetConsole",
    ]
    assert loaded == ["aiohttp", "twisted.conch"]
