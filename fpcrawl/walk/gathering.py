"""Lists that gather what other lists hold: the newest of all boards, a month, more of a home page.

They are walked like any list, but are no board of the site: rows that each name a board, and
not the same one, an address that names a time or an order and nothing else, or a further page
of the page where the site begins.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from fpcrawl.pages.urls import url_key, url_shape
from fpcrawl.walk.chrome import is_chrome
from fpcrawl.walk.threadlist import names_board

if TYPE_CHECKING:
    from fpcrawl.extraction.lists.row import Row
    from fpcrawl.walk.families import FamilyTable
    from fpcrawl.walk.reading import Reading

__all__ = ["HOME_MORE", "names_gathering", "why_gathered"]

#: Why further pages of the home page are no list of their own.
HOME_MORE = "a further page of the home page"
#: Fewer rows than this can name different boards by chance.
MIN_ROWS = 3
#: Share of the rows that name exactly one board each.
NAMED_SHARE = 0.9
#: Orders and choices over a whole site, as addresses name them.
_VIEWS = frozenset(
    """
    recent latest newest active popular hot trending top unanswered unread unsolved all-posts
    recent-posts recent-topics new-posts new-topics active-topics no-replies most-replies
    latest-posts latest-topics hottest
    """.split()
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_MONTH_OR_DAY = re.compile(r"0?[1-9]|[12]\d|3[01]")
_DATE = re.compile(r"(?:19|20)\d\d(?:[-/.]?(?:0[1-9]|1[0-2])(?:[-/.]?[0-3]\d)?)?")
_DATE_NAMES = frozenset("date day month m ym year archive".split())


def why_gathered(reading: Reading, families: FamilyTable, home: str | None, first: str) -> str:
    """Return why a list is one of what other lists hold, empty when it is a list of its own.

    Parameters
    ----------
    reading
        A page whose role is ``index``, with its rows.
    families
        What pages of the site were so far.
    home
        Address of the page where the site begins; ``None`` when it was not read.
    first
        Address of the first page of the list.
    """
    if home is not None and url_key(first) == url_key(home):
        return HOME_MORE
    if named := names_gathering(first):
        return f"its address names {named}"
    boards = _boards_named(reading, families, first)
    return f"its rows are of {boards} lists" if boards > 1 else ""


@lru_cache(maxsize=4096)
def names_gathering(url: str) -> str:
    """Return what an address names that gathers what lists hold, empty when it is nothing such."""
    try:
        if _names_a_date(url):
            return "a time"
        return "an order of all" if _names_a_view(url) else ""
    except ValueError:
        return ""


def _boards_named(reading: Reading, families: FamilyTable, first: str) -> int:
    """Count the lists that the rows name, one each; 0 where the rows do not name lists."""
    rows = reading.rows
    if len(rows) < MIN_ROWS:
        return 0
    own_shape, own_path = url_shape(first), urlsplit(first).path
    named: dict[str, list[str]] = {}
    for url in _links_beside(reading, rows):
        shape = url_shape(url)
        # A list whose rows link to its like names itself, or what lies below it.
        if (
            shape != own_shape
            and urlsplit(url).path != own_path
            and not is_chrome(url, reading.dress)
        ):
            named.setdefault(shape, []).append(url)
    best = 0
    for shape, urls in named.items():
        targets = set(urls)
        each_once = NAMED_SHARE * len(rows) <= len(urls) <= len(rows)
        if each_once and len(targets) * 2 <= len(rows) and _is_list(shape, targets, families):
            best = max(best, len(targets))
    return best


def _links_beside(reading: Reading, rows: list[Row]) -> list[str]:
    """Addresses that the rows link to beside their own, each once for a row."""
    tree = reading.tree
    spans = sorted((row.root, tree.end[row.root], row.link.url) for row in rows)
    starts = [start for start, _, _ in spans]
    out: list[str] = []
    seen: set[tuple[int, str]] = set()
    for link in reading.page.links:
        at = tree.number.get(link.element, -1)
        n = bisect_right(starts, at) - 1
        if n < 0 or at >= spans[n][1] or link.url == spans[n][2] or (n, link.url) in seen:
            continue
        seen.add((n, link.url))
        out.append(link.url)
    return out


def _is_list(shape: str, targets: set[str], families: FamilyTable) -> bool:
    """Whether addresses are those of lists: pages like them were, else their words say so."""
    family = families.families.get(shape)
    if family is not None and family.role is not None:
        return family.role == "index"
    return all(map(names_board, targets))


def _names_a_date(url: str) -> bool:
    """Whether an address ends in a year and a month, and in nothing that could be a board."""
    parts = urlsplit(url)
    segments = [s for s in parts.path.split("/") if s]
    for name, _, value in (piece.partition("=") for piece in parts.query.split("&")):
        if name.lower() in _DATE_NAMES and _DATE.fullmatch(unquote(value)):
            return True
    if parts.query:
        return False
    tail: list[str] = []
    while segments and segments[-1].isdigit() and len(tail) < 3:
        tail.insert(0, segments.pop())
    if len(tail) < 2 or not _YEAR.fullmatch(tail[0]):
        return False
    if not all(_MONTH_OR_DAY.fullmatch(part) for part in tail[1:]) or int(tail[1]) > 12:
        return False
    above = "/".join(segments)
    return not names_board(f"{parts.scheme}://{parts.netloc}/{above}")


def _names_a_view(url: str) -> bool:
    """Whether an address says an order and names nothing: it is one of everything."""
    parts = urlsplit(url)
    segments = [s.lower() for s in parts.path.split("/") if s]
    if parts.query or not segments or segments[-1].partition(".")[0] not in _VIEWS:
        return False
    # What stands above names the forum, or says what is shown; never one board.
    above = url_shape(url).rstrip("/").rpartition("/")[0]
    return "{" not in above and not names_board(url)
