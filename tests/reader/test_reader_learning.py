"""Learning beside the pages: they are read meanwhile, and nothing takes the reader with it."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from dataclasses import replace
from pickle import UnpicklingError

import pytest
from process_kit import is_alive, wait_for
from reader_kit import job_of, learn_job, setup_of
from template_kit import thread_html

from fpcrawl.exceptions import ReaderError
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.extraction.templates import shelf
from fpcrawl.extraction.templates.shelf import PATIENCE, SAME, SAMPLE, STREAK, ShelfContent
from fpcrawl.extraction.templates.xpath import XPathTemplate
from fpcrawl.reader import templating
from fpcrawl.reader.desk import ReadingDesk
from fpcrawl.reader.job import LearnReport
from fpcrawl.reader.learner import Ended, Learner
from fpcrawl.reader.process import ProcessReader
from fpcrawl.reader.readers import InlineReader


def with_reader(use, timeout_s=60.0, reader=None, setup=None):
    async def run():
        made = reader or ProcessReader(timeout_s)
        made.open(setup or setup_of())
        try:
            return await use(made)
        finally:
            made.close()

    return asyncio.run(run())


def thread(number):
    return job_of(thread_html(number), f"http://f.example/thread-{number}.html")


def test_pages_are_read_while_a_template_is_learnt():
    async def use(reader):
        await reader.read(thread(1))
        process = reader._spawned.process.pid
        learning = asyncio.create_task(reader.learn(learn_job(odd="hang")))
        reports = await asyncio.gather(*(reader.read(thread(n)) for n in range(2, 8)))
        assert not learning.done()
        return reports, await learning, reader._spawned.process.pid == process

    reports, learnt, is_same = with_reader(use, timeout_s=4.0)
    assert all(report.records for report in reports)
    assert (learnt.failure, learnt.failure_text) == ("timeout", "it took longer than 4 s")
    assert is_same, "the reader itself was ended"


def test_the_same_is_learnt_beside_the_reader_and_in_it():
    async def use(reader):
        return await reader.learn(learn_job(6))

    beside, inline = with_reader(use), with_reader(use, reader=InlineReader())
    assert beside.entry is not None
    assert beside.entry == inline.entry
    assert [one.page for one in beside.rereads] == [one.page for one in inline.rereads]


def test_a_page_that_ends_what_learns_costs_that_attempt_alone():
    async def use(reader):
        jobs = [learn_job(odd="crash"), learn_job(odd="fail"), learn_job()]
        learning = asyncio.gather(*map(reader.learn, jobs), return_exceptions=True)
        report = await reader.read(thread(1))
        return report, await learning, reader._starts

    report, (crashed, failed, learnt), starts = with_reader(use)
    assert report.records
    assert crashed.failure == "crash"
    assert "(9)" in crashed.failure_text
    assert isinstance(failed, ReaderError)
    assert "nobody thought of this" in str(failed)
    assert learnt.entry is not None
    assert starts == 0, "the reader was started again"


def test_where_no_process_can_be_started_that_is_told(monkeypatch, tmp_path):
    site = tmp_path / "sitecustomize.py"
    site.write_text("import os\ndef fork(): raise OSError('no memory')\nos.fork = fork\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}")

    async def use(reader):
        return await reader.learn(learn_job()), await reader.read(thread(1))

    learnt, report = with_reader(use)
    assert learnt.failure == "crash"
    assert "no memory" in learnt.failure_text
    assert report.records


@pytest.mark.parametrize("how", ["close", "kill"])
def test_what_learns_ends_with_the_reader(tmp_path, how):
    told = tmp_path / "pid"

    async def use(reader):
        learning = asyncio.create_task(reader.learn(learn_job(odd=f"hang={told}")))
        await asyncio.to_thread(wait_for, lambda: told.exists() and told.read_text(), 60.0)
        if how == "kill":
            reader._spawned.process.kill()
            report = await learning
            assert isinstance(report, LearnReport)
            assert report.failure == "crash"
        reader.close()
        await asyncio.gather(learning, return_exceptions=True)

    with_reader(use)
    wait_for(lambda: not is_alive(int(told.read_text())), 30.0)


@pytest.mark.parametrize("reader", [None, InlineReader()], ids=["beside", "inline"])
def test_a_template_that_agreed_on_kept_pages_is_trusted_at_once(reader):
    setup = setup_of()

    async def use(made):
        report = await made.learn(learn_job(STREAK + 4))
        setup.known.templates = ShelfContent([report.entry])
        return [await made.read(thread(n)) for n in range(100, 108)]

    uses = [report.uses[-1] for report in with_reader(use, reader=reader, setup=setup)]
    assert all(use.handed_out for use in uses)
    # One page of several is compared with structure all the same.
    assert sum(use.agreed is not None for use in uses) == 1


@pytest.mark.parametrize("field", [None, "author_url", "post_id"])
def test_posts_of_which_structure_tells_more_are_those_of_structure(field):
    desk = ReadingDesk(setup_of())
    entry = desk.learn(learn_job(4)).entry
    assert entry is not None
    xpath = entry.templates["xpath"]
    fields = {name: rules for name, rules in xpath["fields"].items() if name != field}
    poorer = replace(entry, templates={"xpath": {**xpath, "fields": fields}})
    setup = setup_of()
    setup.known.templates = ShelfContent([poorer])
    desk = ReadingDesk(setup)
    reports = [desk.read(thread(n)) for n in range(100, 104 + STREAK)]
    assert {record.template for report in reports for record in report.records} == {
        poorer.name if field is None else None
    }
    assert all(record.author_url for report in reports for record in report.records)


def test_posts_that_a_template_tells_otherwise_are_those_of_structure(monkeypatch):
    setup = setup_of()
    setup.known.templates = ShelfContent([ReadingDesk(setup_of()).learn(learn_job(4)).entry])
    desk = ReadingDesk(setup)

    def read(number):
        html = thread_html(number, posts=8)
        return desk.read(job_of(html, f"http://f.example/thread-{number}.html"))

    def misread(self, root):
        found = read_places(self, root)
        found[3][1].values["author"] = "Nobody"
        return found

    read_places = XPathTemplate.read_places
    with monkeypatch.context() as patched:
        patched.setattr(XPathTemplate, "read_places", misread)
        wrong = read(100)
    assert wrong.uses[0].agreed > SAME
    assert {(one.template, one.author == "Nobody") for one in wrong.records} == {(None, False)}
    uses = [read(n).uses[0] for n in range(101, 101 + 2 * STREAK)]
    assert all(use.handed_out and use.agreed == 1.0 for use in uses), "it is believed too soon"
    assert read(200).uses[0].agreed is None


@pytest.mark.parametrize("origin", ["learnt", "edited"])
def test_a_template_that_structure_contradicts_now_and_then_is_not_compared_for_ever(
    monkeypatch, origin
):
    setup = setup_of()
    entry = ReadingDesk(setup_of()).learn(learn_job(4)).entry
    setup.known.templates = ShelfContent([replace(entry, origin=origin)])
    desk, compared = ReadingDesk(setup), []

    def is_worse(*_):
        compared.append(True)
        return len(compared) % 10 == 0

    monkeypatch.setattr(shelf, "MOST_OWED", STREAK)
    monkeypatch.setattr(templating, "contradicts", is_worse)
    monkeypatch.setattr(templating, "loses_fields", is_worse)
    first = [desk.read(thread(n)) for n in range(100, 100 + 10 * (PATIENCE + 1))]
    assert all(len(report.uses) == 1 for report in first)
    later = [desk.read(thread(n)) for n in range(400, 400 + 10 * SAMPLE)]
    assert sum(len(report.uses) for report in later) == (10 if origin == "learnt" else 10 * SAMPLE)
    assert all(len(report.records) == len(first[0].records) for report in later)
    # It is read with again once it has agreed as often as a new one must.
    monkeypatch.setattr(templating, "contradicts", lambda *_: False)
    monkeypatch.setattr(templating, "loses_fields", lambda *_: False)
    for n in range(500, 500 + 3 * STREAK * SAMPLE):
        desk.read(thread(n))
    assert all(desk.read(thread(n)).uses[-1].handed_out for n in range(900, 904))


def test_what_reads_no_better_than_a_template_there_is_is_not_learnt(monkeypatch):
    monkeypatch.setattr(templating, "contradicts", lambda *_: True)
    setup = setup_of()
    first = ReadingDesk(setup).learn(learn_job(4)).entry
    setup.known.templates = ShelfContent([first])
    again = ReadingDesk(setup).learn(learn_job(4))
    assert (again.entry, again.faults) == (None, [f"no better than {first.name}"])
    setup.known.templates = ShelfContent([replace(first, anchors=("div.elsewhere",))])
    assert ReadingDesk(setup).learn(learn_job(4)).entry is not None


@pytest.mark.parametrize(
    ("broken", "name"), [(socket, "socketpair"), (os, "fork"), (threading.Thread, "start")]
)
def test_whatever_fails_at_the_start_an_end_is_told(monkeypatch, broken, name):
    def fail(*_):
        raise RuntimeError("no more of these") if name == "start" else OSError("no more of these")

    ended, started = [], []
    learner = Learner(None, -1, ended.append)
    fork = os.fork

    def noted_fork():
        pid = fork()
        started.append(pid)
        return pid

    monkeypatch.setattr(os, "fork", noted_fork)
    monkeypatch.setattr(broken, name, fail)
    jobs = [learn_job(), learn_job()]
    for job in jobs:
        learner.add(job)
    assert len(ended) == 1, "one at a time"
    reports = [learner.take(ended[0]), learner.take(ended[1])]
    assert [report.failure for report in reports] == ["crash", "crash"]
    assert all("no more of these" in report.failure_text for report in reports)
    assert len(started) == (2 if name == "start" else 0)
    for pid in started:
        with pytest.raises(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)


def test_an_answer_that_cannot_be_read_is_told_and_the_next_job_begins(monkeypatch):
    begun = []
    monkeypatch.setattr(Learner, "_begin", lambda self: begun.append(self._jobs[0]))
    learner = Learner(None, -1, None)
    jobs = [learn_job(3), learn_job(4)]
    for job in jobs:
        learner.add(job)
    with pytest.raises(UnpicklingError):
        learner.take(Ended(b"\x80\x05nonsense", 0))
    assert begun == jobs


def test_pages_are_read_again_without_their_structure_once_a_template_is_settled(monkeypatch):
    asked = []

    def find(tree, book):
        asked.append(tree.page.url)
        return find_posts(tree, book)

    monkeypatch.setattr("fpcrawl.reader.learning.find_posts", find)
    desk = ReadingDesk(setup_of())
    desk.learn(learn_job(STREAK + 4))
    asked.clear()
    rereads = desk.learn(learn_job(SAMPLE, learn=False)).rereads
    assert [bool(one.records and one.template) for one in rereads] == [True] * SAMPLE
    assert len(asked) == 1
