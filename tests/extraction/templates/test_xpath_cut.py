from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from fpcrawl.extraction.templates.xpath_cut import WHOLE, Cut, cuts_for, cuts_of


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("whole", "  anna\n b ", "anna b"),
        ("time", "Posted: 2024-03-04 10:00 by anna", "2024-03-04 10:00"),
        ("last time", "from 2024-03-04 10:00 to 2024-03-05 11:00", "2024-03-05 11:00"),
        ("digits", "post_12_345", "345"),
        ("first digits", "post_12_345", "12"),
        ("number", "1,234 replies", "1,234"),
        ("number", "3.4k views", "3.4k"),
        ("digits", "none", ""),
        ("time", "no time", ""),
    ],
)
def test_a_value_is_cut_out(kind, text, value):
    assert Cut(kind).of_text(text) == value


def test_what_stands_around_a_value_cuts_it_out():
    assert Cut("between", "by ", " on").of_text("Posted by anna lee on Monday") == "anna lee"
    assert Cut("between", "by ").of_text("Posted by anna") == "anna"
    assert Cut("between", "by ", " on").of_text("Posted by anna") == ""
    assert Cut("between", "for ").of_text("Posted by anna") == ""


@pytest.mark.parametrize(
    ("inner", "kind", "value"),
    [
        ("<span>Posted <b>x</b> 2024-03-04 10:00</span>", "time", "2024-03-04 10:00"),
        ("<span><b>2024-03-04 10:00</b></span>", "time", ""),
        ("<span><b>2024-03-04 10:00</b></span>", "time inside", "2024-03-04 10:00"),
        ("<span><b>Today</b> at 10:11 PM</span>", "time inside", "Today at 10:11 PM"),
        ("<span><b>Yesterday</b>, 10:11 PM</span>", "time inside", "Yesterday, 10:11 PM"),
        (
            "<div>10 May 2024, 10:11 PM<p>Last edit</p></div>",
            "time inside",
            "10 May 2024, 10:11 PM",
        ),
        (
            "<span>2024-03-04 10:00<i>2024-03-05 11:00</i>" + "x" * 200 + "</span>",
            "time inside",
            "",
        ),
        ("<span>2024-03-04 10:00<br>2024-03-05 11:00</span>", "last time", "2024-03-05 11:00"),
        ("<span>a <b>b</b> c</span>", "whole", "a b c"),
    ],
)
def test_a_value_is_cut_out_of_an_element(inner, kind, value):
    assert Cut(kind).of_element(html.fromstring(inner)) == value


def test_a_day_takes_the_clock_behind_its_element():
    line = html.fromstring("<p><span>Yesterday</span>, 12:15 PM</p>")
    assert Cut("time").of_element(line[0]) == "Yesterday, 12:15 PM"


@given(st.text(st.characters(codec="ascii"), max_size=30), st.text("ab1 2,", min_size=1), st.text())
def test_every_cut_that_is_offered_gives_the_value(before, value, after):
    text = before + value + after
    wanted = " ".join(value.split())
    for cut in cuts_for(text, value):
        assert cut.of_text(text) == wanted
        assert Cut.from_json(cut.to_json()) == cut


def test_what_is_not_there_cannot_be_cut_out():
    assert cuts_for("abc", "x") == []
    assert cuts_for("abc", "") == []


@pytest.mark.parametrize("text", ["ann2024-05-03 10:00", "ann 2024", "7ann", "7 ann 12"])
def test_a_number_beside_a_value_does_not_cut_it_out(text):
    assert not any(
        one.strip().isdigit() for cut in cuts_for(text, "ann") for one in (cut.after, cut.before)
    )


def test_an_unknown_way_to_cut_is_refused():
    with pytest.raises(ValueError, match="no way to cut"):
        Cut.from_json("sideways")


def test_a_name_ahead_of_a_badge_may_have_blanks_in_it():
    heads = ("ann <i>Moderator</i>, 2024-03-04", "Ann Lee, <i>Pilot</i>", "Ann Lee")
    first, *others = (html.fragment_fromstring(head, create_parent="header") for head in heads)
    cuts = cuts_of(first, first.text_content(), "ann")
    assert [cut.kind for cut in cuts[:2]] == ["begin", "between"]
    assert Cut.from_json(cuts[0].to_json()) == cuts[0]
    assert [cuts[0].of_element(other) for other in others] == ["Ann Lee", "Ann Lee"]
    assert cuts_of(others[1], "Ann Lee", "Ann Lee")[0] == WHOLE


def test_a_name_ahead_of_a_time_or_a_badge_may_have_blanks_in_it():
    heads = ("ann [24.01.2026 18:03] <i>of Lathe</i>", "Ann Lee <i>Pilot</i> [25.01.2026 08:24]")
    first, other = (html.fragment_fromstring(head, create_parent="summary") for head in heads)
    cuts = cuts_of(first, first.text_content(), "ann")
    assert cuts[0].kind == "begin"
    assert cuts[0].of_element(other) == "Ann Lee"
