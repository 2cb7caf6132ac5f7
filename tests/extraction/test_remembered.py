"""The words of bodies, remembered while the same pages are read again and again."""

from __future__ import annotations

from lxml.html import fromstring

from fpcrawl.extraction.bodies.remembered import known_text, remember_bodies


def test_a_body_is_read_once_while_bodies_are_remembered() -> None:
    body = fromstring("<div>Thanks, that helped.</div>")
    with remember_bodies():
        assert known_text([body]) == "Thanks, that helped."
        body.text = "No, it did not."
        assert known_text([body]) == "Thanks, that helped."
    assert known_text([body]) == "No, it did not."


def test_what_is_in_a_body_but_not_of_it_makes_another_text() -> None:
    body = fromstring("<div>Thanks.<div>Welcome!</div></div>")
    with remember_bodies():
        assert known_text([body]) == "Thanks.\nWelcome!"
        assert known_text([body], [body[0]]) == "Thanks."
        assert known_text([body]) == "Thanks.\nWelcome!"
