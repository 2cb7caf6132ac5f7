"""What cannot be on a page is not looked for."""

from __future__ import annotations

from extraction_kit import rows, tree_of
from lxml.html import fragment_fromstring

from fpcrawl.extraction.bodies import signedboxes
from fpcrawl.extraction.lists import awaylinks


def fails(*_):
    raise AssertionError("it was looked for")


def away(n):
    return (
        f'<p><a href="http://news.example/{n}">Kettles are back, part {n} of many</a>'
        f' <a href="/talk/{n}">{n + 2} comments</a></p>'
    )


def test_counts_of_what_was_said_of_other_sites_where_few_links_lead_there(monkeypatch):
    assert len(awaylinks.discussions(tree_of(rows(away)))) == 4
    monkeypatch.setattr(awaylinks, "labelled_figures", fails)
    monkeypatch.setattr(awaylinks, "is_count", fails)
    assert awaylinks.discussions(tree_of(rows(away, 2))) == {}


def test_what_stands_below_the_words_where_nothing_begins_as_a_signature(monkeypatch):
    words = "<p>Descale it with vinegar, and then again.</p>"
    signed = "<div><hr>Slow cooking</div>"
    body = fragment_fromstring(f"<div>{words}{signed}</div>")
    assert signedboxes.signed_box([body]) is body[1]
    parts = [fragment_fromstring(part) for part in (words, signed)]
    assert signedboxes.signed_box(parts) is parts[1]
    monkeypatch.setattr(signedboxes, "is_tail", fails)
    plain = fragment_fromstring(f"<div>{words}<div>Quote | Reply</div></div>")
    assert signedboxes.signed_box([plain]) is None
