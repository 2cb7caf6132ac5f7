"""What the addon makes of a project's settings."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from scrapy.downloadermiddlewares.retry import RetryMiddleware
from scrapy.exceptions import NotConfigured
from scrapy.settings import Settings
from scrapy.utils.conf import build_component_list
from scrapy.utils.misc import load_object

from fpcrawl.addon import PARTS, FpcrawlAddon
from fpcrawl.exceptions import UsageError
from fpcrawl.middlewares.robots import RobotsMiddleware

ROBOTS = "fpcrawl.middlewares.robots.RobotsMiddleware"
OLD_ROBOTS = "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware"
OLD_RETRY = "scrapy.downloadermiddlewares.retry.RetryMiddleware"
OWN = "fpcrawl.middlewares.useragent.UserAgentMiddleware"
#: Without these, two of the parts are refused.
GIVEN = {
    "backoff": {"FPCRAWL_ADDON": "frontier,backoff"},
    "metrics": {"FPCRAWL_METRICS_PORT": 9410},
}


def project(*parts: str, **values: Any) -> Settings:
    settings = Settings()
    settings.setdict({"FPCRAWL_ADDON": list(parts), **values}, "project")
    return settings


def updated(*parts: str, **values: Any) -> Settings:
    settings = project(*parts, **values)
    FpcrawlAddon().update_settings(settings)
    return settings


def components(settings: Settings, name: str) -> list[str]:
    found = build_component_list(settings.get_component_priority_dict_with_base(name))
    return [
        one if isinstance(one, str) else f"{one.__module__}.{one.__qualname__}" for one in found
    ]


@pytest.mark.parametrize("name", PARTS)
def test_each_part_alone_changes_only_its_own(name):
    part = PARTS[name]
    values = {"FPCRAWL_ADDON": [name], **GIVEN.get(name, {})}
    settings = updated(**values)
    plain = Settings()
    for setting in ("DOWNLOADER_MIDDLEWARES", "SPIDER_MIDDLEWARES", "EXTENSIONS"):
        before, now = components(plain, setting), components(settings, setting)
        added = {new for where, new, _ in part.components if where == setting}
        gone = {old for where, old in part.replaces if where == setting}
        assert added <= set(now)
        assert not gone & set(now)
        if name != "backoff":
            assert set(now) - added == set(before) - gone
    for setting, value in part.settings.items():
        assert settings[setting] == value
    assert settings.getfloat("FPCRAWL_LEASE_S") == 300
    if name != "frontier" and name != "backoff":
        assert settings["SCHEDULER"] == plain["SCHEDULER"]


def test_all_parts_go_together():
    settings = updated(*PARTS, FPCRAWL_METRICS_FILE="x.prom")
    found = components(settings, "DOWNLOADER_MIDDLEWARES")
    assert found.count("fpcrawl.middlewares.pages.PageMiddleware") == 1
    assert len(found) == len(set(found))
    for setting in ("DOWNLOADER_MIDDLEWARES", "SPIDER_MIDDLEWARES", "EXTENSIONS"):
        for path in components(settings, setting):
            load_object(path)


def test_names_may_stand_in_one_text():
    assert ROBOTS in components(updated(FPCRAWL_ADDON="robots, revisit"), "DOWNLOADER_MIDDLEWARES")


def test_what_the_project_says_stays():
    settings = updated(
        "robots",
        "frontier",
        DOWNLOADER_MIDDLEWARES={ROBOTS: 77, OWN: 5, OLD_ROBOTS: None},
        FPCRAWL_LEASE_S=60,
        FPCRAWL_STATE_DIR="elsewhere",
        ROBOTSTXT_OBEY=True,
    )
    given = {
        (key if isinstance(key, str) else f"{key.__module__}.{key.__qualname__}"): order
        for key, order in settings.getdict("DOWNLOADER_MIDDLEWARES").items()
    }
    assert given == {ROBOTS: 77, OWN: 5, OLD_ROBOTS: None}
    assert settings.getint("FPCRAWL_LEASE_S") == 60
    assert settings["FPCRAWL_STATE_DIR"] == "elsewhere"


def test_a_component_given_as_a_class_is_not_put_in_twice():
    settings = updated("robots", DOWNLOADER_MIDDLEWARES={RobotsMiddleware: 120})
    given = settings.getdict("DOWNLOADER_MIDDLEWARES")
    assert [order for key, order in given.items() if load_object(key) is RobotsMiddleware] == [120]


def test_without_parts_nothing_is_done():
    settings = project()
    with pytest.raises(NotConfigured, match="there are frontier, robots"):
        FpcrawlAddon().update_settings(settings)
    assert settings["SCHEDULER"] == Settings()["SCHEDULER"]


@pytest.mark.parametrize(
    ("parts", "values", "told"),
    [
        (["robot"], {}, "there is no part robot; there are frontier, robots"),
        (["backoff"], {}, "the part backoff needs the part frontier"),
        (["metrics"], {}, "FPCRAWL_METRICS_FILE or FPCRAWL_METRICS_PORT"),
        (["frontier"], {"SCHEDULER": "scrapy_redis.scheduler.Scheduler"}, "take one of them out"),
        (["robots"], {"ROBOTSTXT_OBEY": False}, "does nothing with ROBOTSTXT_OBEY"),
        (["robots"], {"DOWNLOADER_MIDDLEWARES": {OLD_ROBOTS: 100}}, "takes the place of"),
        (
            ["frontier", "backoff"],
            {"DOWNLOADER_MIDDLEWARES": {RetryMiddleware: 550}},
            f"takes the place of {OLD_RETRY}",
        ),
        (["frontier", "backoff"], {"RETRY_ENABLED": "0"}, "does nothing with RETRY_ENABLED"),
        (["frontier"], {"FPCRAWL_LEASE_S": "soon"}, "FPCRAWL_LEASE_S must be a number"),
    ],
)
def test_contradictions_are_told(parts, values, told):
    settings = project(*parts, **values)
    before = settings.copy_to_dict()
    with pytest.raises(UsageError, match=told):
        FpcrawlAddon().update_settings(settings)
    assert settings["SCHEDULER"] == before["SCHEDULER"]
    assert settings.getdict("SPIDER_MIDDLEWARES") == before["SPIDER_MIDDLEWARES"]


def test_a_crawl_that_is_refused_says_why_in_one_line(tmp_path):
    (tmp_path / "own.py").write_text(
        "import scrapy\n"
        "ADDONS = {'fpcrawl.addon.FpcrawlAddon': 500}\n"
        "SPIDER_MODULES = ['own']\n"
        "LOG_LEVEL = 'WARNING'\n"
        "class Own(scrapy.Spider):\n"
        "    name = 'own'\n"
    )
    path = f"{Path(__file__).parents[1]}{os.pathsep}{tmp_path}"
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", "crawl", "own", "-s", "FPCRAWL_ADDON=robts"],
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path, "SCRAPY_SETTINGS_MODULE": "own"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    told = [line for line in done.stderr.splitlines() if line.strip()]
    assert (done.returncode, len(told)) == (1, 1), done.stderr
    assert "FPCRAWL_ADDON: there is no part robts; there are frontier, robots" in told[0]
