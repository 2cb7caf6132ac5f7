"""Several processes that read: when they are started, and that they know the same."""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections import Counter

import pytest
from extraction_kit import URL, html_page
from reader_kit import Mischief, job_of, setup_of
from walk_kit import HOST, index_body

from fpcrawl.extraction.keys import forum_of
from fpcrawl.extraction.layout import Layout, LayoutBook
from fpcrawl.pages.siteclock import SiteClock
from fpcrawl.reader import process
from fpcrawl.reader.copies import Copies
from fpcrawl.reader.job import LearnJob, PageReport
from fpcrawl.reader.readers import PRESSED, ProcessReader
from fpcrawl.reader.worker import LENGTH

#: Pages given at once that make another process worth its start.
MANY = PRESSED + 12


def pages(count, word="a"):
    body = html_page(index_body(more=f'<a href="/{word}">x</a>'), "Kitchen")
    return [job_of(body, f"{HOST}/f-{n}") for n in range(count)]


def with_reader(use, most=2, setup=None):
    async def run():
        reader = ProcessReader(30.0, most)
        reader.open(setup or setup_of())
        try:
            return await use(reader)
        finally:
            reader.close()

    return asyncio.run(run())


async def read_all(reader, jobs):
    return await asyncio.gather(*map(reader.read, jobs))


async def two_ready(reader):
    """Have two processes at work."""
    while not all(one.is_ready for one in reader._processes) or reader.count < 2:
        await read_all(reader, pages(MANY))
    return list(reader._processes)


@pytest.mark.parametrize(("most", "there"), [(1, 1), (2, 2)])
def test_pages_that_come_faster_than_they_are_read_start_another(most, there):
    async def use(reader):
        reports = await read_all(reader, pages(MANY))
        return reports, reader.count

    reports, count = with_reader(use, most)
    assert [report.url for report in reports] == [f"{HOST}/f-{n}" for n in range(MANY)]
    assert {report.size for report in reports} == {4}
    assert count == there


def test_a_crawl_that_waits_for_its_pages_has_one():
    async def use(reader):
        for job in pages(2 * PRESSED):
            await reader.read(job)
        return reader.count

    assert with_reader(use) == 1


def test_templates_are_learnt_beside_the_pages():
    async def use(reader):
        first, second = await two_ready(reader)
        (page,) = pages(1)
        assert reader._process_for(LearnJob("thread", ())) is second
        assert reader._process_for(page) is first
        reading = asyncio.create_task(read_all(reader, pages(3)))
        for _ in range(3):
            await asyncio.sleep(0)  # until they have been handed on
        assert second.load == 1
        assert reader._process_for(page) is second
        await reading

    with_reader(use)


def test_both_read_what_the_crawl_has_learnt_since():
    setup = setup_of()
    job = job_of(html_page("<p>Hardly a word.</p>"))

    async def use(reader):
        await two_ready(reader)
        for _ in range(5):
            setup.known.families.note_role(URL, "index", 1.0)
        return await read_all(reader, [job, job])

    for report in with_reader(use, setup=setup):
        assert any("index 100%" in reason for reason in report.why)


def test_a_page_that_kills_one_costs_itself_alone():
    async def use(reader):
        await two_ready(reader)
        return await read_all(reader, [*pages(4), *pages(1, "crash"), *pages(4)])

    found = with_reader(use, setup=setup_of(allow=Mischief()))
    assert [report.failure for report in found] == [None] * 4 + ["crash"] + [None] * 4


def test_one_that_does_not_start_is_done_without(monkeypatch, caplog):
    async def use(reader):
        await reader.read(*pages(1))
        monkeypatch.setattr(process, "_START", "raise SystemExit(1)")
        reports = await read_all(reader, pages(2 * MANY))
        for _ in range(600):
            if reader.count == 1:
                break
            await asyncio.sleep(0.05)
        return [*reports, *await read_all(reader, pages(2 * MANY))], reader.count

    with caplog.at_level(logging.WARNING):
        reports, count = with_reader(use)
    assert len(reports) == 4 * MANY
    assert all(report.size == 4 for report in reports)
    assert count == 1
    assert caplog.text.count("A further process") == 1


def layout(support, root="div.post"):
    return Layout("span.date", root, author_path="a", body_path="div", support=support)


def told(message):
    _, _, _, news, job = pickle.loads(message[LENGTH.size :])
    return news, job


def reported(*layouts, changes=0):
    return PageReport(URL, layouts=LayoutBook(list(layouts), changes=changes))


def test_what_one_copy_learns_the_others_are_told_once():
    setup = setup_of()
    known = setup.known
    copies = Copies(setup)
    one, two = copies.add(), copies.add()
    one.begin(), two.begin()
    forum = forum_of(URL)
    job = job_of("<p>x</p>")

    one.take_back(reported(layout(3), changes=1), [])
    assert [one.support for one in known.layouts[forum].layouts] == [3]
    assert known.layouts[forum].changes == 1
    message, news = two.message(job)
    assert told(message) == (news, job)
    assert len(news) == 1
    assert two.message(job)[1] == []
    assert one.message(job)[1] == []

    # The other has absorbed it, and met two more of these posts.
    two.take_back(reported(layout(5)), news)
    assert [one.support for one in known.layouts[forum].layouts] == [5]
    # Then one that knows of none of that: it reports before its news came.
    one.take_back(reported(layout(4), layout(2, "li.post"), changes=2), [])
    supports = {one.root_path: one.support for one in known.layouts[forum].layouts}
    assert supports == {"div.post": 6, "li.post": 2}
    assert known.layouts[forum].changes == 2


def test_both_watch_the_times_of_the_site():
    setup = setup_of()
    copies = Copies(setup)
    one, two = copies.add(), copies.add()
    one.begin(), two.begin()
    job = job_of("<p>x</p>")
    one.take_back(PageReport(URL, clock=SiteClock(Counter({28800: 2}), 30.0, lang="zh")), [])
    assert setup.known.clock.votes == {28800: 2}
    news = two.message(job)[1]
    assert [list(grown) for grown in news] == [["clock"]]
    # It has absorbed that, and seen one more.
    two.take_back(PageReport(URL, clock=SiteClock(Counter({28800: 3}), 30.0, lang="zh")), news)
    assert setup.known.clock == SiteClock(Counter({28800: 3}), 30.0, lang="zh")
    # What went there is known there, also where the page could not be read.
    one.take_back("Traceback", one.message(job)[1])
    # Nothing new is not told.
    news = one.message(job)[1]
    one.take_back(PageReport(URL, clock=SiteClock(Counter({28800: 3}), 30.0, lang="zh")), news)
    assert two.message(job)[1] == []


def test_what_other_workers_have_learnt_reaches_all_copies():
    setup = setup_of()
    copies = Copies(setup)
    every = [copies.add(), copies.add()]
    for copy in every:
        copy.begin()
    grown = {"layouts": {forum_of(URL): {"zeros": 0, "ones": 2, "layouts": []}}}
    setup.known.absorb(grown)
    assert [copy.message(job_of("<p>x</p>"))[1] for copy in every] == [[grown], [grown]]
    for copy in every:
        copies.end(copy)
    assert setup.known.news is None
    assert setup.known.families.journal is None
