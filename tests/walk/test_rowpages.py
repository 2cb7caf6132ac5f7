"""Links beside the rows of a list: pages of the rows' own threads."""

from __future__ import annotations

import pytest
from calls_kit import count_calls
from walk_kit import paths_of, reading_of, steps_of, walker_with

from fpcrawl.walk.rowpages import AROUND, RowPages


def rows(count):
    return "".join(
        f'<li><h3><a href="/topic/{n}/">How the kettle no. {n} is cleaned</a></h3>'
        f'<p>by <a href="/user/{n}">u{n}</a> <a href="/topic/{n}/?page=3">3</a> 5 replies, '
        f"2024-04-2{n % 9} 10:00</p></li>"
        for n in range(count)
    )


def steps_calls(count):
    """How many functions are called to find the links of such a list."""
    reading = reading_of(f"<h1>Kitchen</h1><ul>{rows(count)}</ul>", role="index")
    walker = walker_with()
    _ = reading.page.links
    calls, steps = count_calls(lambda: steps_of(walker, reading))
    return calls, paths_of(steps)


@pytest.mark.parametrize("count", [20, 4 * AROUND])
def test_the_thread_of_a_row_leads_to_its_pages_itself(count):
    _, paths = steps_calls(count)
    assert [f"/topic/{n}/" in paths for n in range(count)] == [True] * count
    assert not [path for path in paths if "page=" in path]


def test_only_rows_around_a_link_are_looked_at():
    small, large = steps_calls(200)[0], steps_calls(800)[0]
    # Four times the rows; each link with each row would be sixteen times as much.
    assert large < 5.5 * small


def test_a_link_far_from_all_rows_is_compared_with_the_nearest():
    links = reading_of(f"<ul>{rows(2 * AROUND)}</ul>").page.links
    known = {link.url for link in links if link.url.endswith("/") and "/topic/" in link.url}
    last = next(n for n, link in enumerate(links) if link.url.endswith("/topic/99/?page=3"))
    found = RowPages(links, known)
    assert found.holds(links[last], last)
    assert not found.holds(links[last], 0)
