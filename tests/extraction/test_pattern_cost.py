"""What a page holds must not make a pattern search the same letters again and again."""

from __future__ import annotations

import time

import pytest
from extraction_kit import html_page, page_of, records_of

from fpcrawl.extraction.articles.lines import leads_on
from fpcrawl.extraction.names.memberdetails import count_figures
from fpcrawl.extraction.numbertexts import is_bracketed_count
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.pages.state.literals import literal_at
from fpcrawl.walk.reading import read_structure

#: Each of these takes milliseconds; a search that begins anew everywhere took far longer.
SECONDS = 1.5
WORDS = "The harbour of the small town was closed on Monday because the water was low there."
BLANKS = " " * 60_000


def read(body="", head=""):
    return read_structure(page_of(html_page(body, head=head)), LayoutBook())


def article(end="", head=""):
    text = f"<h1>The harbour is closed</h1><div>{f'<p>{WORDS}</p>' * 5}{end}</div>"
    return records_of(html_page(text, head=head), "article")


CASES = {
    "letters without a colon": lambda: count_figures("x" * 40_000),
    "a count of letters": lambda: [is_bracketed_count(f"[{n} {'x' * 900}") for n in range(4)],
    "one word again and again": lambda: leads_on("ошибк" * 8_000, 0),
    "callings in brackets": lambda: article(
        f"<p>。（王小明 {'通訊員 ' * 60}</p>。（王小明 {'通訊員 ' * 60}"
    ),
    "blanks behind a type": lambda: read(
        head=f'<script type="application/ld+json">{{"@type":{BLANKS}1}}</script>'
    ),
    "blanks behind a day": lambda: read(f"<p><span>Yesterday</span>{BLANKS}: 1</p>" * 2),
    "a long name of a meta element": lambda: article(
        head=f'<meta name="{"_" * 40_000}" content="Ann Smith">'
    ),
    "blanks behind a literal": lambda: literal_at(f"(function(a){{return {{b:a}};}}{BLANKS}x", 20),
}


@pytest.mark.parametrize("case", CASES)
def test_time_grows_as_the_page_does(case):
    start = time.process_time()
    CASES[case]()
    assert time.process_time() - start < SECONDS
