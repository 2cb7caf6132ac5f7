"""Who crawls stands in each request; robots rules are looked up by the product's name."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from types import SimpleNamespace

import pytest
from crawl_kit import ROOT
from scrapy import Request
from scrapy.settings import Settings

from fpcrawl import settings as profile
from fpcrawl.demo.exchange import text_reply
from fpcrawl.demo.server import HttpServer, Serving
from fpcrawl.middlewares.useragent import UserAgentMiddleware, with_contact

AGENT = "fpcrawl/0.1 (+https://pypi.org/project/fpcrawl/)"


@pytest.mark.parametrize(
    ("contact", "agent"),
    [
        ("", AGENT),
        ("   ", AGENT),
        ("ops@example.org", "fpcrawl/0.1 (+ops@example.org)"),
        ("https://example.org/bot?x=1&y", "fpcrawl/0.1 (+https://example.org/bot?x=1&y)"),
        ("Zoë (ops)\r\nX-Evil: 1", "fpcrawl/0.1 (+Zo%C3%AB %28ops%29 X-Evil: 1)"),
        ("https://pypi.org/project/fpcrawl/", AGENT),
    ],
)
def test_the_contact_takes_the_place_of_the_comment(contact, agent):
    assert with_contact(AGENT, contact) == agent
    assert agent.isascii()
    assert agent.isprintable()


def test_a_user_agent_without_comment_gets_one():
    assert with_contact("mybot/2", "ops@example.org") == "mybot/2 (+ops@example.org)"


def test_a_request_keeps_the_user_agent_it_brings():
    settings = Settings({"USER_AGENT": AGENT, "FPCRAWL_CONTACT": "ops@example.org"})
    middleware = UserAgentMiddleware(SimpleNamespace(settings=settings))
    own = Request("http://a.example/", headers={"User-Agent": "x"})
    plain = Request("http://a.example/")
    for request in (own, plain):
        asyncio.run(middleware.process_request(request))
    assert own.headers[b"User-Agent"] == b"x"
    assert plain.headers[b"User-Agent"] == b"fpcrawl/0.1 (+ops@example.org)"


def test_robots_rules_are_those_for_fpcrawl():
    assert profile.ROBOTSTXT_USER_AGENT == "fpcrawl"
    assert profile.USER_AGENT.startswith("fpcrawl/")


def test_a_crawl_names_its_contact_everywhere_and_obeys_its_own_rules(tmp_path):
    agents: dict[str, str] = {}

    def answer(request):
        agents[request.path] = request.headers.get("user-agent", "")
        if request.path == "/robots.txt":
            rules = "User-agent: other\nDisallow: /\n\nUser-agent: fpcrawl\nDisallow: /no/\n"
            return text_reply(200, rules, "text/plain")
        links = "".join(
            f'<li><a href="/{name}/">Some {name} page</a></li>' for name in ("no", "yes")
        )
        return text_reply(200, f"<html><body><ul>{links}</ul></body></html>", "text/html")

    server = HttpServer("127.0.0.1", 0)
    server.handler = answer
    words = ["-s", "FPCRAWL_CONTACT=ops@example.org", "-s", "DOWNLOAD_DELAY=0"]
    with Serving(server) as site:
        subprocess.run(
            [sys.executable, "-m", "scrapy", "crawl", "forum", "-a", f"site={site.url}", *words],
            check=True,
            cwd=tmp_path,
            env={"PYTHONPATH": str(ROOT), "SCRAPY_SETTINGS_MODULE": "fpcrawl.settings"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=90,
        )
    assert {"/robots.txt", "/"} <= set(agents)
    assert "/no/" not in agents
    assert set(agents.values()) == {f"{profile.USER_AGENT.partition(' ')[0]} (+ops@example.org)"}
