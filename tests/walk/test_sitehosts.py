"""Portals whose parts have hosts of their own."""

from __future__ import annotations

import logging

import pytest
from extraction_kit import html_page, page_of

from fpcrawl.pages.urls import SiteScope
from fpcrawl.reader.job import PageReport
from fpcrawl.spiders.hosts import tell_hosts
from fpcrawl.walk.families import FamilyTable
from fpcrawl.walk.sitehosts import hosts_below

SITE = "http://www.a.example/"


def below(links):
    html = html_page("".join(f'<a href="{url}">What {url} tells</a>' for url in links))
    return hosts_below(page_of(html, SITE), SiteScope(SITE))


NEWS = [f"http://news.a.example/{n}" for n in range(8)]
SPORT = [f"http://sport.a.example/{n}" for n in range(5)]
OWN = [f"/about/{n}" for n in range(12)]


def test_hosts_that_most_links_lead_to_the_first_most_often():
    assert below([*SPORT, *NEWS, *OWN]) == ["news.a.example", "sport.a.example"]


@pytest.mark.parametrize(
    "links",
    [
        [*SPORT, *NEWS, *OWN, "/about/13", "http://m.a.example/14"],  # more stay
        NEWS,  # few lead there
        NEWS[:2] * 9,  # the same ones again
        [f"http://b.example/{n}" for n in range(20)],
    ],
)
def test_most_links_stay_or_leave_for_others(links):
    assert below(links) == []


@pytest.mark.parametrize(
    ("hosts", "role", "told"),
    [(["news.a.example"], "other", 1), (["news.a.example"], "article", 0), ([], "other", 0)],
)
def test_a_portal_is_told_of_as_long_as_nothing_was_found(hosts, role, told, caplog):
    families = FamilyTable()
    families.note_role(SITE + "x/7", role, 1.0)
    with caplog.at_level(logging.WARNING):
        tell_hosts(PageReport(SITE, hosts_below=hosts), families)
    assert len(caplog.records) == told
    assert all("news.a.example" in record.getMessage() for record in caplog.records)
