"""Files of sites, and how their crawls share one run."""

from __future__ import annotations

import asyncio
import math
from types import SimpleNamespace

import pytest
from scrapy.settings import Settings

from fpcrawl.commands.sites import SiteEnd, SitesRun, site_jobs, turn_s
from fpcrawl.exceptions import UsageError
from fpcrawl.spiders import seeds
from fpcrawl.spiders.arguments import GROUP
from fpcrawl.spiders.seeds import SiteSeeds, read_seeds


@pytest.fixture
def written(tmp_path):
    def write(text):
        path = tmp_path / "sites.txt"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


def test_addresses_of_one_site_belong_together(written):
    path = written(
        "\ufeff# where tea is talked of\n"
        "bbs.example.com  # the old one\n"
        "\n"
        "https://tea.example/wiki/Kettle#Spout\r\n"
        "https://bbs.example.com/f/7\n"
        "https://www.bbs.example.com/f/8\n"
        "https://bbs.example.com/f/7\n"
    )
    assert read_seeds(path) == [
        SiteSeeds(
            "https://bbs.example.com/",
            ("https://bbs.example.com/f/7", "https://www.bbs.example.com/f/8"),
        ),
        SiteSeeds("https://tea.example/wiki/Kettle"),
    ]


def test_each_fault_has_its_line(written):
    path = written("https://a.example/\nftp://b.example/\nhttps://me:pw@c.example/\n")
    with pytest.raises(UsageError) as caught:
        read_seeds(path)
    lines = str(caught.value).splitlines()
    assert ["line 2" in lines[0], "line 3" in lines[1], len(lines)] == [True, True, 2]
    assert "pw" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "# nothing\n\n"])
def test_a_file_without_a_site_is_an_error(written, text):
    with pytest.raises(UsageError, match="names no site"):
        read_seeds(written(text))


def test_files_of_no_use(written, tmp_path, monkeypatch):
    with pytest.raises(UsageError, match="is no file"):
        read_seeds(str(tmp_path / "nowhere"))
    with pytest.raises(UsageError, match="not UTF-8"):
        read_seeds(written("茶".encode("gbk")))
    monkeypatch.setattr(seeds, "MAX_SITES", 2)
    monkeypatch.setattr(seeds, "MAX_STARTS", 1)
    with pytest.raises(UsageError, match="line 3: more than 2 sites"):
        read_seeds(written("a.example\nb.example\nc.example\n"))
    with pytest.raises(UsageError, match="line 3: more than 1 of one site"):
        read_seeds(written("a.example\na.example/1\na.example/2\n"))


def test_each_site_gets_the_arguments_of_all(written):
    path = written("a.example\nb.example/f\nb.example/g\n")
    one, other = site_jobs("forum", {"seeds": path, "since": "2026-01-01", "topic": "t.yaml"})
    assert one["site"] == "https://a.example/"
    assert (other["site"], other["starts"]) == ("https://b.example/f", "https://b.example/g")
    assert [job["since"] for job in (one, other)] == ["2026-01-01"] * 2
    assert one[GROUP] == other[GROUP] == "forum:seeds/sites"
    assert "seeds" not in one


@pytest.mark.parametrize("name", ["site", "boards", "login", "starts"])
def test_what_is_of_one_site_does_not_go_with_several(written, name):
    with pytest.raises(UsageError, match=f"seeds: {name} goes with one site"):
        site_jobs("forum", {"seeds": written("a.example\n"), name: "x"})


def settings_of(**values):
    settings = Settings()
    settings.setmodule("fpcrawl.settings")
    settings.setdict(values)
    return settings


def test_the_time_is_shared_out():
    assert turn_s(settings_of(), 9) == 0
    assert turn_s(settings_of(FPCRAWL_RUN_FOR=90), 9) == 30
    assert turn_s(settings_of(FPCRAWL_RUN_FOR=90), 4) == 90
    assert turn_s(settings_of(FPCRAWL_RUN_FOR="inf"), 4) == math.inf
    with pytest.raises(UsageError, match="5 sites cannot all stay"):
        turn_s(settings_of(FPCRAWL_RUN_FOR="inf"), 5)


@pytest.mark.parametrize("value", ["0", "2.5", "many", ""])
def test_how_many_at_once_is_a_whole_number(value):
    with pytest.raises(UsageError, match="FPCRAWL_SITES_AT_ONCE must be a whole number"):
        turn_s(settings_of(FPCRAWL_SITES_AT_ONCE=value), 3)


class Process:
    """Runs crawls that are over when they are told to be."""

    def __init__(self):
        self.running = {}
        self.most = 0

    def crawl(self, crawler, **job):
        future = asyncio.get_running_loop().create_future()
        self.running[job["site"]] = (crawler, future)
        self.most = max(self.most, len(self.running))
        return future

    async def end(self, site, reason="finished"):
        crawler, future = self.running.pop(site)
        crawler.stats = SimpleNamespace(get_stats=lambda: {"finish_reason": reason})
        future.set_result(None)
        await asyncio.sleep(0)


def ended(plan, at_once=2, sites="abc"):
    """Run sites to ends that are told; return the run and its process."""

    async def run():
        process = Process()
        jobs = [{"site": site} for site in sites]
        settings = settings_of(FPCRAWL_SITES_AT_ONCE=at_once)
        run = SitesRun(
            process, lambda: SimpleNamespace(settings=settings_of(), stats=None), jobs, settings
        )
        run.begin()
        for site, reason in plan:
            await process.end(site, reason)
        return run, process

    return asyncio.run(run())


def test_a_site_begins_when_another_has_ended():
    run, process = ended([("b", "finished"), ("c", "unreachable"), ("a", "finished")])
    assert process.most == 2
    assert [(end.site, end.reason) for end in run.ends] == [
        ("b", "finished"),
        ("c", "unreachable"),
        ("a", "finished"),
    ]


def test_a_signal_ends_them_all():
    run, process = ended([("a", "shutdown"), ("b", "shutdown")], sites="abcdef")
    assert process.running == {}
    assert run.ends == [SiteEnd("a", "shutdown"), SiteEnd("b", "shutdown")]
