"""``scrapy revisit list`` and ``plot``: what the state knows of lists, and clear refusals."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from commands_kit import CRAWL, NOW, entry, fill, scrapy
from scrapy.settings import Settings

from fpcrawl.commands.revisit import Command
from fpcrawl.commands.revisitboards import find_board, known_boards, report_of
from fpcrawl.commands.revisittables import board_lines
from fpcrawl.exceptions import UsageError
from fpcrawl.revisit import Visit, make_model
from fpcrawl.store.sqlite import open_state

HOUR = 3600.0
HOME = "http://a.example:8080/"
OTHER = "news:b.example"


def lay_down(directory):
    """Lay down a state in which the home page was visited every hour for two days."""
    fill(directory)
    model = make_model()
    learnt, visits = None, []
    for hour in range(-48, 1):
        new = 40 if hour == -48 else 20 if hour % 2 else 12
        _, learnt = model.next_visit(learnt, Visit(NOW + hour * HOUR, 40, new))
        visits.append([NOW + hour * HOUR, 40, new])
    state = open_state(directory, clock=lambda: NOW)
    state.values.set(f"revisit/{CRAWL}/{HOME}", learnt)
    state.values.set(f"rows/{CRAWL}/{HOME}", {"visits": visits})
    state.frontier.add(entry("/feed", crawl=OTHER, recurring=True, role="index"))
    state.close()


@pytest.fixture
def state(tmp_path):
    lay_down(tmp_path)
    state = open_state(tmp_path, read_only=True)
    yield state
    state.close()


def boards(state, model="polynomial"):
    return list(known_boards(state, state.frontier.crawls(), make_model(model)))


def test_a_report_tells_what_was_learnt(state):
    reports = {known.row.url: report_of(known, "polynomial", NOW) for known in boards(state)}
    home = reports[HOME]
    assert (home.crawl, home.role, home.rows, home.visits) == (CRAWL, "home", 40, 1)
    assert home.per_hour == pytest.approx(16, rel=0.15)
    assert home.learnt_days == 2.0
    assert home.scatter >= 1
    assert (home.hit_rate, home.remembered) == (0.5, 48)
    assert home.turnover == pytest.approx(0.4, abs=0.01)
    assert home.full == 0
    assert home.next_due == "2023-11-14T23:13:20+00:00"
    never = reports["http://a.example:8080/members/"]
    assert (never.rows, never.per_hour, never.scatter, never.hit_rate) == (None,) * 4
    assert never.last_visit is None


def test_a_model_without_a_curve_tells_the_mean_of_the_visits(state):
    known = find_board(boards(state, "nutch"), HOME)
    report = report_of(known, "nutch", NOW)
    assert known.board is None
    assert report.rows == 40
    assert report.per_hour == pytest.approx(16, rel=0.02)
    assert report.scatter is None


def test_a_state_of_another_model_is_not_mistaken(state):
    for board in boards(state, "polynomial-classic"):
        report_of(board, "polynomial-classic", NOW)


def test_a_board_is_found_by_its_address_or_a_part(state):
    known = boards(state)
    assert find_board(known, HOME).row.url == HOME
    assert find_board(known, "members").row.url == "http://a.example:8080/members/"
    with pytest.raises(UsageError, match="there is no list forum-9"):
        find_board(known, "forum-9")
    with pytest.raises(UsageError, match="any of 3 lists"):
        find_board(known, "a.example")


def test_the_table_has_a_part_for_each_crawl(state):
    lines = list(board_lines([report_of(one, "polynomial", NOW) for one in boards(state)], NOW))
    assert lines[0] == CRAWL
    assert lines[1].split()[:4] == ["rows", "new/h", "model", "scatter"]
    assert OTHER in lines
    (home,) = [line for line in lines if line.endswith(f" {HOME}")]
    assert {"40", "polynomial", "50%", "2.0", "d"} <= set(home.split())


def run(directory, *words, **changes):
    """Run the command in this process; return its exit code."""
    settings = Settings({"FPCRAWL_STATE_DIR": str(directory)})
    settings.setmodule("fpcrawl.settings", priority="default")
    settings.setdict(changes, priority="cmdline")
    command = Command()
    command.settings = settings
    parser = argparse.ArgumentParser()
    command.add_options(parser)
    opts, args = parser.parse_known_args(list(words))
    command.run(args, opts)
    return command.exitcode


def test_lists_are_listed(tmp_path, capsys):
    lay_down(tmp_path)
    assert run(tmp_path, "list", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert [board["url"] for board in found["boards"] if board["crawl"] == OTHER]
    assert all(board["model"] == "polynomial" for board in found["boards"])
    assert run(tmp_path, "list", "b.example") == 0
    shown = capsys.readouterr().out
    assert CRAWL not in shown
    assert OTHER in shown


def test_busy_lists_are_told_in_whole_rows(state):
    report = report_of(boards(state)[0], "polynomial", NOW)
    shown = {
        rate: list(board_lines([replace(report, per_hour=rate)], NOW))[-1].split()[1]
        for rate in (0.021, 16.04, 999.7, 1234.5)
    }
    assert shown == {0.021: "0.021", 16.04: "16", 999.7: "1000", 1234.5: "1234"}


def test_a_board_is_drawn_by_the_clock_of_its_site(tmp_path, capsys):
    lay_down(tmp_path)
    target = tmp_path / "curve.svg"
    assert run(tmp_path, "plot", HOME, "-o", str(target)) == 0
    assert capsys.readouterr().out == ""
    text = target.read_text()
    assert "(UTC+08:00)" in text  # as its pages told
    assert ET.fromstring(text).tag.endswith("svg")
    assert run(tmp_path, "plot", HOME, "-o", str(target)) == 2
    assert f"{target} is there already" in capsys.readouterr().err
    assert run(tmp_path, "plot", HOME, "-o", str(target), "--force") == 0
    assert run(tmp_path, "plot", HOME, FPCRAWL_TIMEZONE="Europe/Berlin") == 0
    shown = capsys.readouterr().out
    assert shown.startswith("<svg ")
    assert "(Europe/Berlin, UTC+0" in shown


def test_scrapy_knows_the_command(tmp_path):
    lay_down(tmp_path)
    listed = scrapy(tmp_path, "revisit", "list", "--state", str(tmp_path))
    assert listed.returncode == 0, listed.stderr
    assert HOME in listed.stdout
    missing = scrapy(tmp_path, "revisit", "list", "--state", "elsewhere")
    assert (missing.returncode, missing.stderr.count("\n")) == (6, 1), missing.stderr
    assert "there is no state file" in missing.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "say one of list, plot, simulate"),
        (("list", "c.example"), "there is no crawl c.example"),
        (("list", "a", "b"), "say scrapy revisit list [SITE]"),
        (("list", "--rows", "5"), "--rows does not go with list"),
        (("plot",), "say scrapy revisit plot BOARD"),
        (("plot", "nowhere"), "there is no list nowhere"),
        (("plot", "members"), "no curve is known"),
        (("plot", HOME, "-o", "no/such/folder/x.svg"), "there is no folder no/such/folder"),
        (("plot", HOME, "-o", "curve.png"), "the picture is SVG, name it curve.svg"),
        (("simulate", "nosuch.txt", "--z", "3"), "--z must be above 0 and at most 1, not 3"),
        (("simulate", "nosuch.txt"), "cannot read nosuch.txt: No such file"),
        (("list", "--bad"), "say scrapy revisit list [SITE]"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_line(tmp_path, capsys, words, message):
    lay_down(tmp_path)
    assert run(tmp_path, *words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert message in said.err


def test_a_model_that_does_not_exist_is_refused(tmp_path, capsys):
    lay_down(tmp_path)
    assert run(tmp_path, "list", FPCRAWL_REVISIT_MODEL="best") == 2
    assert "FPCRAWL_REVISIT_MODEL: 'best'" in capsys.readouterr().err
