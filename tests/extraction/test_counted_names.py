"""What counts the same of all records, beside names and without them."""

from __future__ import annotations

import pytest
from extraction_kit import NAMES, TIMES, WORDS, column, html_page, posts_of, rows

from fpcrawl.extraction.names.nonames import count_on


@pytest.mark.parametrize(
    ("texts", "counted"),
    [
        (["57 لایک", "22 لایک", "34 لایک"], True),
        (["5 kudos", "5 kudos"], True),
        (["B1", "B2", "B4"], True),
        # Guests with the places of their posts, and members with numbers of their own.
        (["1 guest", "2 guest", "4 guest"], False),
        (["57 ann", "22 bert"], False),
        (["5 kudos"], False),
    ],
)
def test_what_is_counted_alike_in_all_records_is_no_name(texts, counted):
    assert count_on(texts) is counted


def test_what_posts_were_given_beside_their_times_has_not_written_them():
    given = [57, 22, 34, 35]
    page = html_page(
        rows(
            lambda n: (
                f"""<article class="post"><p>{WORDS[n]}</p><div class="foot">
                <span>{TIMES[n]}</span> <a>Thanks</a> <a>{given[n]} hurrahs</a></div></article>"""
            )
        )
    )
    assert column(posts_of(page), "author") == [None] * len(NAMES)
