"""Reading beside the crawl: the same reports, and pages that break the reader."""

from __future__ import annotations

import asyncio
import copy
import logging
import os
import pickle
import signal
import socket

import pytest
from extraction_kit import URL, div_thread, html_page
from reader_kit import Mischief, job_of, setup_of
from walk_kit import HOST, index_body

from fpcrawl.exceptions import ReaderError
from fpcrawl.extraction.keys import forum_of
from fpcrawl.reader import spawn, worker
from fpcrawl.reader.framing import LENGTH, framed
from fpcrawl.reader.knowncopy import KnownCopy
from fpcrawl.reader.process import ProcessReader
from fpcrawl.reader.readers import InlineReader
from fpcrawl.reader.topical import TopicReader, TopicSetup

LIST = html_page(index_body(), "Kitchen")


def reports(setup, *jobs, timeout_s=30.0, reader=None, together=True):
    """Read pages in a process; return reports, and exceptions as such."""

    async def run():
        made = reader or ProcessReader(timeout_s)
        made.open(setup)

        async def read(job):
            # A reader in this process goes on adding to the layouts it has reported.
            return copy.deepcopy(await made.read(job))

        try:
            if together:
                return await asyncio.gather(*map(read, jobs), return_exceptions=True)
            return [await read(job) for job in jobs]
        finally:
            made.close()

    return asyncio.run(run())


def page_with(word, number=1):
    return job_of(html_page(index_body(more=f'<a href="/{word}">x</a>')), f"{HOST}/f-{number}")


def test_both_readers_report_the_same():
    jobs = [job_of(LIST, f"{HOST}/forum-5.html"), job_of(div_thread(), wants_clock=True)]
    mine, its = setup_of(), setup_of()
    assert reports(its, *jobs) == reports(mine, *jobs, reader=InlineReader())
    assert its.known.layouts == mine.known.layouts
    assert its.known.layouts
    assert its.known.clock == mine.known.clock


def test_pages_are_cut_into_terms_for_a_topic():
    setup = setup_of(topic=TopicSetup(("kettle",)))
    (thread, there) = reports(setup, job_of(div_thread()), job_of(LIST, f"{HOST}/forum-5.html"))
    for report in (thread, there):
        assert report.topic_error is None
        assert report.topic.url == report.url
        assert {link.url for link in report.topic.links} <= {step.url for step in report.steps}
    assert "kettle" in {term for block in thread.topic.blocks for term in block.terms}
    assert there.topic.links
    assert all(link.anchor for link in there.topic.links if link.url in rows_of(there))
    (plain,) = reports(setup_of(), job_of(div_thread()))
    assert plain.topic is None


def rows_of(report):
    return {step.url for step in report.steps if step.row}


def test_a_page_that_cannot_be_cut_is_read_all_the_same(monkeypatch):
    monkeypatch.setattr(TopicReader, "read", lambda *_: 1 / 0)
    setup = setup_of(topic=TopicSetup())
    (report,) = reports(setup, job_of(div_thread()), reader=InlineReader())
    assert "ZeroDivisionError" in report.topic_error
    assert report.topic is None
    assert report.records


def test_what_is_learnt_between_two_pages_reaches_the_process():
    setup = setup_of()
    job = job_of(html_page("<p>Hardly a word.</p>"))

    async def run():
        reader = ProcessReader(30.0)
        reader.open(setup)
        try:
            before = await reader.read(job)
            for _ in range(5):
                setup.known.families.note_role(URL, "index", 1.0)
            after = await reader.read(job)
            return before, after
        finally:
            reader.close()

    before, after = asyncio.run(run())
    assert not any("its family" in reason for reason in before.why)
    assert any("index 100%" in reason for reason in after.why)


@pytest.mark.parametrize(
    ("word", "failure", "timeout_s"), [("hang", "timeout", 2.0), ("crash", "crash", 30.0)]
)
def test_a_page_that_breaks_the_reader_costs_itself_alone(word, failure, timeout_s):
    setup = setup_of(allow=Mischief())
    jobs = [page_with("a", 1), page_with(word, 2), page_with("b", 3), page_with(word, 4)]
    found = reports(setup, *jobs, page_with("c", 5), timeout_s=timeout_s)
    assert [report.failure for report in found] == [None, failure, None, failure, None]
    assert [report.url for report in found] == [f"{HOST}/f-{n}" for n in range(1, 6)]
    assert found[1].failure_text
    assert found[4].size == 4


def test_an_error_of_ours_is_an_exception_and_the_next_page_is_read():
    first, second = reports(setup_of(allow=Mischief()), page_with("fail"), page_with("a"))
    assert isinstance(first, ReaderError)
    assert "nobody thought of this" in str(first)
    assert second.failure is None


def test_without_a_process_pages_are_read_all_the_same(monkeypatch, caplog):
    monkeypatch.setattr(spawn, "_START", "raise SystemExit(1)")
    with caplog.at_level(logging.ERROR):
        found = reports(setup_of(), job_of(div_thread()), job_of(div_thread()))
    assert [len(report.records) for report in found] == [4, 4]
    assert caplog.text.count("does not start") == 1


def test_a_process_that_was_started_ahead_is_the_next_one():
    spawn.spawn_ahead()
    spawn.spawn_ahead()
    (ahead,) = spawn._unused
    taken, another = spawn.spawn(), spawn.spawn()
    try:
        assert taken is ahead
        assert another.process.pid != ahead.process.pid
    finally:
        taken.end()
        another.end()


def test_what_was_started_ahead_in_vain_is_ended():
    spawn.spawn_ahead()
    (ahead,) = spawn._unused
    spawn.end_unused()
    assert ahead.process.returncode == -signal.SIGKILL
    assert not spawn._unused


def test_the_process_ends_with_the_crawl_whatever_it_does():
    started = spawn.spawn()
    try:
        with started.line as line:
            line.settimeout(20)
            line.sendall(framed(setup_of(allow=Mischief())))
            assert line.recv(1)
            line.sendall(framed(([], None, None, [], page_with("hang"))))
        assert started.process.wait(20) == 0
    finally:
        started.end()


def test_the_process_ends_in_order_when_nobody_takes_its_answer(monkeypatch):
    setup = pickle.dumps(setup_of())
    monkeypatch.setattr(worker, "_listen", lambda line, inbox: inbox.put(setup))
    monkeypatch.setattr(worker, "collect_seldom", lambda: None)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    ours, theirs = socket.socketpair()
    ours.close()
    fd = theirs.detach()
    worker.serve(fd)
    with pytest.raises(OSError, match="descriptor"):
        os.fstat(fd)


def test_closing_ends_what_waits():
    async def run():
        reader = ProcessReader(30.0)
        reader.open(setup_of(allow=Mischief()))
        task = asyncio.create_task(reader.read(page_with("hang")))
        await asyncio.sleep(0.2)
        reader.close()
        with pytest.raises(asyncio.CancelledError):
            await task
        return reader._spawned.process.returncode

    assert asyncio.run(run()) is not None


def test_what_other_workers_have_learnt_goes_to_the_process_once():
    setup = setup_of()
    known_there = KnownCopy(setup)
    known_there.begin()
    grown = {"layouts": {forum_of(URL): {"zeros": 0, "ones": 2, "layouts": []}}}
    setup.known.absorb(grown)
    job = job_of("<p>x</p>")
    told = [pickle.loads(known_there.message(job)[LENGTH.size :]) for _ in range(2)]
    assert [news for _, _, _, news, _ in told] == [[grown], []]
    known_there.end()
    assert setup.known.news is None
    assert setup.known.families.journal is None
