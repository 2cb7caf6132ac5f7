"""The picture of a board: a document that says what it shows, in black on white."""

from __future__ import annotations

import re
from datetime import UTC
from itertools import pairwise
from xml.etree import ElementTree as ET
from zoneinfo import ZoneInfo

import pytest
from revisit_kit import BEGIN, DAY, events

from fpcrawl.revisit import Visit, make_model
from fpcrawl.revisit.chart import Subject, draw_board, planned_visits
from fpcrawl.revisit.past import PastVisit
from fpcrawl.revisit.replay import Page, Tour

NAME = "https://a.example/board?a=1&b=<2>"
SVG = "{http://www.w3.org/2000/svg}"
SHANGHAI = ZoneInfo("Asia/Shanghai")


@pytest.fixture(scope="module")
def followed():
    """A board that was visited for twelve days, and its visits."""
    board = make_model(min_s=300.0).open()
    page = Page(events(20, 200, seed=5, weekend=0.5), 30)
    tour = Tour(page, board, BEGIN)
    visits = [PastVisit(BEGIN, 30, 30)]
    while tour.due < BEGIN + 12 * DAY:
        before = tour.due
        new = page.visit(visits[-1].time, before).visit.new
        tour.visit()
        visits.append(PastVisit(before, 30, new))
    return board, visits[-60:]


def subject(followed, **changes):
    board, visits = followed
    values = {
        "name": NAME,
        "board": board,
        "visits": visits,
        "due": board.due(),
        "now": visits[-1].time + 60,
        "z": 0.5,
        "zone": UTC,
    }
    return Subject(**{**values, **changes})


def drawn(one):
    text = draw_board(one)
    root = ET.fromstring(text)
    return text, root, [e.text for e in root.iter(f"{SVG}text")]


def test_it_is_a_document_that_names_the_board(followed):
    text, root, words = drawn(subject(followed))
    assert root.tag == f"{SVG}svg"
    assert NAME in words
    assert root.find(f"{SVG}title").text == f"When {NAME} is visited"
    assert "wanted: 0.5" in words
    assert "now" in words
    inks = set(re.findall(r'(?:fill|stroke)="([^"]+)"', text))
    assert inks == {"black", "white", "none", "#bbbbbb"}
    assert "nan" not in text
    assert "inf" not in text


def test_all_that_is_drawn_lies_on_the_paper(followed):
    _, root, _ = drawn(subject(followed))
    width, height = float(root.get("width")), float(root.get("height"))
    for line in (*root.iter(f"{SVG}polyline"), *root.iter(f"{SVG}polygon")):
        for point in line.get("points").split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= width
            assert 0 <= y <= height


def test_visits_are_dots_and_plans_are_arrows(followed):
    board, visits = followed
    one = subject(followed)
    _, root, _ = drawn(one)
    recent = [visit for visit in visits if visit.time >= one.now - 5 * DAY]
    dots = [e for e in root.iter(f"{SVG}circle") if e.get("r") == "3.5"]
    assert len(dots) == len(recent) + 1  # and one in the legend
    planned = planned_visits(board, one.due, one.now + 2 * DAY)
    assert len(list(root.iter(f"{SVG}polygon"))) == len(planned) + 1


def test_the_axes_are_in_local_time(followed):
    _, _, words = drawn(subject(followed, zone=SHANGHAI))
    assert sum("Asia/Shanghai, UTC+08:00" in word for word in words) == 2
    # The model learnt by UTC: its busiest hour is eight hours later on the clock there.
    _, here, _ = drawn(subject(followed))
    _, there, _ = drawn(subject(followed, zone=SHANGHAI))

    def busiest_h(root):
        thick = next(e for e in root.iter(f"{SVG}polyline") if len(e.get("points").split()) == 72)
        points = [tuple(map(float, p.split(","))) for p in thick.get("points").split()]
        x = min(points, key=lambda point: point[1])[0]
        return (x - 64) / (936 - 64) * 24

    assert (busiest_h(there) - busiest_h(here)) % 24 == pytest.approx(8, abs=0.01)


def test_plans_follow_the_expected_turnover(followed):
    board, _ = followed
    planned = planned_visits(board, board.due(), board.due() + 2 * DAY)
    assert len(planned) > 4
    for since, until in pairwise(planned):
        turnover = board.expected(since, until) / 30
        assert turnover == pytest.approx(0.5, abs=0.15) or until - since == pytest.approx(DAY)


def test_a_board_of_one_visit_can_be_drawn():
    board = make_model().open()
    board.observe(Visit(BEGIN, 30, 30))
    one = Subject("x", board, [], board.due(), BEGIN + 5, 0.5, UTC)
    text, _, _ = drawn(one)
    assert "nan" not in text


def test_long_names_and_odd_characters_do_no_harm(followed):
    name = "https://a.example/" + "x" * 300 + "\x00\udc80"
    _, _, words = drawn(subject(followed, name=name))
    assert words[0].endswith("\u2026")
    assert len(words[0]) == 120


def test_a_list_left_alone_for_months_is_shown_when_it_was_visited(followed):
    _, visits = followed
    late = subject(followed, now=visits[-1].time + 200 * DAY)
    _, root, words = drawn(late)
    recent = [visit for visit in visits if visit.time >= late.due - 5 * DAY]
    dots = [e for e in root.iter(f"{SVG}circle") if e.get("r") == "3.5"]
    assert len(dots) == len(recent) + 1 > 10
    assert "now" not in words
    assert [word for word in words if word.startswith("Visits: one is due since ")]
