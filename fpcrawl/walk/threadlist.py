"""Which links of a list page are its rows: the threads of a board, the articles of a section.

A page has many lists: rows, boards beside them, recent posts in the margin, pages of long
threads. Rows tell themselves by what stands around their links (a name, a time, counts), by
the words of their addresses, and by what pages of the family were before.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from fpcrawl.extraction.lists.listing import (
    KEY_LEVELS,
    LinkGroup,
    glance,
    is_content,
    read_rows,
    row_ranges,
    rows_of,
    tells_time,
    titles_of,
    usual_root,
)
from fpcrawl.extraction.lists.rowtitles import is_count
from fpcrawl.extraction.text import squeeze, weight_of
from fpcrawl.extraction.vocabulary import HEADINGS
from fpcrawl.pages.urls import url_shape

if TYPE_CHECKING:
    from fpcrawl.extraction.lists.row import Row
    from fpcrawl.extraction.posts.layout import LayoutBook
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.links import Link
    from fpcrawl.walk.families import FamilyTable
    from fpcrawl.walk.reading import Reading

__all__ = ["address_kind", "count_replies", "list_rows", "names_board"]

#: Lists that are looked at closely; the others have less text than these.
CLOSE_LOOKS = 8
#: A lone link whose surroundings hold more text than this is no row with a name and a time.
MAX_LONE_ROW = 800
#: Worth of a row by what its surroundings tell: nothing, a time, a member's name, counts.
BARE, TIMED, NAMED, COUNTED = 0.3, 1.0, 0.7, 0.5
#: Factors for words in addresses and for what the family's pages were.
THREAD_WORD, BOARD_WORD = 1.5, 0.25
FAMILY = {"thread": 12.0, "article": 12.0, "index": 0.05, "home": 0.05}
OTHER_FAMILY = 0.5
#: Factor for links that hold a time themselves or are a mere count, and the part of their text
#: that a time has at least: titles may begin with a date.
TIME_INSIDE, TIME_SHARE = 0.1, 0.3
#: Factor for a list that stands next below the heading that names the page: blocks beside it
#: have headings of their own.
BELOW_HEADING = 3.0
#: Rows from which on their numbers tell that they are no boards.
MIN_COUNTED = 3
#: Characters of a thread's code at least.
MIN_CODE = 4
#: Times of a row that tells of its beginning, and share of such rows, where titles alone stand
#: behind the address of a board.
BOTH_TIMES, BEGUN = 2, 0.8
#: Lower end of a tag path by which one piece of a template is known.
LOWER_LEVELS = 4
#: Rows of a list without a number, at least, where those that nobody answered show none; and the
#: share of all its rows that they are.
MIN_UNTOLD, UNTOLD = 2, 0.1

_THREAD_WORDS = frozenset(
    """
    thread threads topic topics showthread viewthread viewtopic showtopic tid read discuss
    discussion discussions question questions story stories article articles archives news post
    posts node view detail details content item entry blog
    """.split()
)
_BOARD_WORDS = frozenset(
    """
    forum forums board boards forumdisplay viewforum showforum fid category categories cat
    section sections channel channels tag tags subforum
    """.split()
)
_SCRIPT = re.compile(r"(\w[\w-]*?)\.(?:php|aspx?|jsp|cgi|pl|cfm|do)(?=[@?%-]|$)", re.IGNORECASE)
_NAMES = re.compile(r"(?:^|[?&@;-])([a-z_]{1,12})=", re.IGNORECASE)
_WORD = re.compile(r"[a-z]+")
_DIGITS = re.compile(r"\d+")
#: What answers are called by: "Re: Lids".
_ANSWER = re.compile(r"[^:：]{1,12}[:：]\s*(\S.*)", re.DOTALL)
_HIGH_NUMBER = re.compile(r"(?<!\d)\d{5,12}(?!\d)")
_NUMBERED = re.compile(r"(\d{1,12})(?:-|$)")
_NUMBER_SLUG = re.compile(r"\d+-[^/]*[^\W\d_][^/]*/?")


def address_kind(url: str) -> str:
    """Return what addresses of one kind of page have in common, coarser than their shape.

    Titles in the last part of a path do not tell, nor whether they hold numbers; names of
    scripts and parameters do, also where a mirror made them part of a file name.
    """
    shape = url_shape(url)
    path, _, query = shape.partition("?")
    head, _, last = path.rstrip("/").rpartition("/")
    # Of codes such as "1abc2d" and "1abcd2" one looks like a hash, the other like a name.
    head = head.replace("{h}", "{s}")
    try:
        raw = unquote(urlsplit(url).path.rstrip("/").rpartition("/")[2])
    except ValueError:
        raw = ""
    script = _SCRIPT.match(raw)
    folder = _words(head)[-1:]
    if script is not None:
        # "showtopic-301.aspx": the number is the thread's, as in the shape.
        name = _DIGITS.sub("{n}", script.group())
        last = "&".join([name, *_NAMES.findall(raw[script.end() :])])
    elif (
        "{s}" in last
        or ("-" in last and "{" not in last)
        or (folder and folder[0] in _THREAD_WORDS)
    ):
        # A slug; the folder it stands in tells what it names.
        last = "&".join(["*", *_NAMES.findall("?" + raw.partition("?")[2])])
    elif "{" in head and "." not in last and not query:
        last = "*"
    names = "&".join(
        part if "{" not in part else part.partition("=")[0] for part in query.split("&")
    )
    return f"{head}/{last}?{names}"


def names_board(url: str) -> bool:
    """Whether the last telling word of an address is one for boards, sections or tags."""
    return _tells_board(address_kind(url))


@dataclass(slots=True)
class _Candidate:
    """Links at one place of the structure with addresses of one kind."""

    path: str
    kind: str
    links: list[Link] = field(default_factory=list)
    chars: int = 0
    rows: list[Row] = field(default_factory=list)
    score: float = 0.0
    #: Rows with a name beside a time or a count; with any of these.
    whole: int = 0
    told: int = 0
    #: Whether the links say the same in row after row.
    are_buttons: bool = False
    #: Whether the addresses name boards, and whether their numbers are too high for that.
    boards: bool = False
    high: bool = False


def list_rows(reading: Reading, families: FamilyTable, *, known_only: bool = False) -> list[Row]:
    """Rows of the list that a page shows, in document order.

    Parameters
    ----------
    reading
        A page whose role is ``index`` or ``home``.
    families
        What pages of the site were so far.
    known_only
        Only links of families whose pages were threads or articles: home pages list boards.
    """
    tree = reading.tree
    here = reading.page.url
    own = address_kind(here)
    found = [c for c in _candidates(reading) if not known_only or _is_known(c, families)]
    for candidate in found:
        candidate.boards = _names_boards(candidate.kind, own)
        candidate.high = candidate.boards and _counts_high(candidate, here)
    found.sort(key=lambda c: -c.chars * _factor(c, families))
    best: _Candidate | None = None
    headings = [i for i, tag in enumerate(tree.tags) if tag in HEADINGS]
    for candidate in found[:CLOSE_LOOKS]:
        _look(tree, candidate)
        factor = _factor(candidate, families)
        # What buttons to the last posts led to was thread after thread, too.
        candidate.score *= min(factor, 1.0) if candidate.are_buttons else factor
        if _repeats_titles(candidate, found):
            candidate.score *= TIME_INSIDE
        if _is_named(reading, candidate, headings):
            candidate.score *= BELOW_HEADING
        if best is None or candidate.score > best.score:
            best = candidate
    if best is None:
        return []
    if best.boards and not _is_known(best, families):
        told = best.whole if _lies_below(best, here) or _are_begun(tree, best, here) else 0
        if best.high:
            told = best.told
        if told * 2 <= len(best.rows):
            return []
    return _with_variants(reading, best, found)


def count_replies(tree: PageTree, rows: list[Row], book: LayoutBook) -> None:
    """Take a thread's first post off numbers that count it, as the site's lists have shown.

    Parameters
    ----------
    tree
        The page of a list.
    rows
        Its rows; what no word explains is added to what the book knows.
    book
        What is known of the site.
    """
    bare = [row for row in rows if row.replies is not None and not row.worded]
    counts = [row.replies for row in bare if row.replies is not None]
    if counts and _count_untold(tree, rows, bare) >= max(MIN_UNTOLD, UNTOLD * len(rows)):
        # Where nobody answered it shows no number; a few rows lead to what was moved.
        counts.append(0)
    book.learn_counts(counts)
    if book.counts_opening:
        for row in bare:
            row.replies, row.opening = max((row.replies or 0) - 1, 0), True


def _count_untold(tree: PageTree, rows: list[Row], told: list[Row]) -> int:
    """Count the rows that tell all that others do, but have nothing where these have a number.

    A dash or a "99+" there is something, and what is announced has no last post.
    """
    places = {_place_of(tree, x.root, x.replies_node) for x in told if x.replies_node is not None}
    timed = any(row.last_post is not None for row in told)
    return sum(
        row.replies is None
        and (row.last_post is not None or not timed)
        and not any(
            tree.text_len[i] and _place_of(tree, row.root, i) in places
            for i in range(row.root + 1, row.end)
        )
        for row in rows
    )


def _place_of(tree: PageTree, root: int, i: int) -> tuple[int, str]:
    """Tell which cell of a row an element stands in, and where in it."""
    cells = enumerate(tree.children(root))
    return next((n for n, cell in cells if tree.holds(cell, i)), -1), tree.path(i, root)


def _candidates(reading: Reading) -> list[_Candidate]:
    out: dict[tuple[str, str], _Candidate] = {}
    seen: set[tuple[str, str, str]] = set()
    kinds: dict[str, str] = {}
    here = reading.page.url
    pages = {item.link.url for item in reading.pages}
    for group in reading.lists:
        for link in group.links:
            url = link.url
            if url == here or url in pages:
                continue
            kind = kinds.get(url)
            if kind is None:
                kind = kinds[url] = "" if reading.is_chrome(url) else address_kind(url)
            if not kind or (group.path, kind, url) in seen:
                continue
            seen.add((group.path, kind, url))
            candidate = out.setdefault((group.path, kind), _Candidate(group.path, kind))
            candidate.links.append(link)
    found = _joined_codes(list(out.values()))
    for candidate in found:
        candidate.chars = sum(min(weight_of(text), 60) for text in titles_of(candidate.links))
    return found


def _joined_codes(found: list[_Candidate]) -> list[_Candidate]:
    """Join links at one place whose addresses differ by a code alone.

    Of "/s/k3qzn1", "/s/k12345" and "/s/kqzhzn" the last is all letters, as a word is, and the
    second a letter with a number: they are of three kinds.
    """
    alike: dict[tuple[str, int, tuple[str, ...]], list[_Candidate]] = {}
    for candidate in found:
        path, _, names = candidate.kind.partition("?")
        parts = path.split("/")
        for at in range(len(parts)):
            # A title stands behind a code as behind a word that is none.
            below = ["*"] * len(parts[at + 1 :])
            key = (candidate.path, at, (*parts[:at], *below, names))
            alike.setdefault(key, []).append(candidate)
    joined: set[int] = set()
    for (_, at, _), group in alike.items():
        left = [candidate for candidate in group if id(candidate) not in joined]
        if len(left) < 2:
            continue
        if not _are_codes(left, at):
            # Words that are as long as a code, or longer, stand beside.
            left = [
                candidate for candidate in left if not all(map(str.isalpha, _parts(candidate, at)))
            ]
        if len(left) > 1 and _are_codes(left, at):
            largest = max(left, key=lambda c: len(c.links))
            largest.links = [link for candidate in left for link in candidate.links]
            joined.update(id(candidate) for candidate in left if candidate is not largest)
    return [candidate for candidate in found if id(candidate) not in joined]


def _parts(candidate: _Candidate, at: int) -> list[str]:
    """Return a part of the paths of all links; empty for one that a browser would not read."""
    out = []
    for link in candidate.links:
        try:
            out.append(urlsplit(link.url).path.split("/")[at])
        except (IndexError, ValueError):
            out.append("")
    return out


def _are_codes(candidates: list[_Candidate], at: int) -> bool:
    """Whether a part of addresses is a code, or begins with a number of its own.

    A code has one length in all, and letters and digits in some; few are words. What stands
    behind a number is left of the title, in the letters that addresses have: "12-windows-11",
    "13-15", "14-x".
    """
    codes = [part for candidate in candidates for part in _parts(candidate, at)]
    numbers = [found[1] for code in codes if (found := _NUMBERED.match(code)) is not None]
    if len(numbers) == len({*numbers}) == len(codes):
        return True
    if len({len(code) for code in codes}) != 1 or not all(map(str.isalnum, codes)):
        return False
    words = sum(map(str.isalpha, codes))
    mixed = len(codes) - words - sum(map(str.isdigit, codes))
    return len(codes[0]) >= MIN_CODE and mixed >= max(2, len(codes) / 4) and 2 * words < len(codes)


def _is_known(candidate: _Candidate, families: FamilyTable) -> bool:
    return _family_role(candidate, families) in {"thread", "article"}


def _family_role(candidate: _Candidate, families: FamilyTable) -> str | None:
    """Role that most of the links' families had, by the shapes of a few of them."""
    for link in candidate.links[:3]:
        family = families.families.get(url_shape(link.url))
        if family is not None and family.role is not None:
            return family.role
    return None


def _words(kind: str) -> list[str]:
    return _WORD.findall(re.sub(r"\{\w\}|\.\w+", " ", kind.lower()))


def _names_boards(kind: str, own: str) -> bool:
    """Whether addresses name boards: like the page's own, or by their last telling word."""
    return (kind == own and kind not in {"/?", "/*?"}) or _tells_board(kind)


def _tells_board(kind: str) -> bool:
    telling = [w for w in _words(kind) if w in _THREAD_WORDS or w in _BOARD_WORDS]
    return bool(telling) and telling[-1] in _BOARD_WORDS


def _lies_below(candidate: _Candidate, here: str) -> bool:
    """Whether addresses add a number and a title to that of the page: "/forum/pots/5-lids".

    Or a parameter with a number: "?board=pots&id=5".
    """
    if all(_adds_number(link.url, here) for link in candidate.links):
        return True
    above = urlsplit(here).path.rstrip("/") + "/"
    paths = (urlsplit(link.url).path for link in candidate.links)
    return len(above) > 1 and all(
        path.startswith(above) and _NUMBER_SLUG.fullmatch(path, len(above)) for path in paths
    )


def _are_begun(tree: PageTree, candidate: _Candidate, here: str) -> bool:
    """Whether links lead to pages right below this one, by titles, whose rows tell of beginnings.

    Nobody begins a board: its row has who wrote last, and when, but no other name and time.
    """
    above = urlsplit(here).path.rstrip("/") + "/"
    below = [urlsplit(link.url).path.removeprefix(above).rstrip("/") for link in candidate.links]
    if len(above) < 2 or len(below) < MIN_COUNTED or any("/" in part for part in below):
        return False
    if 2 * sum("-" in part for part in below) <= len(below):
        return False
    rows = rows_of(tree, LinkGroup("", candidate.kind, candidate.links))
    times = sorted(time.node for time in tree.times)
    told = sum(
        row.author is not None
        and bisect_left(times, row.end) - bisect_left(times, row.root) >= BOTH_TIMES
        for row in rows
    )
    return told > BEGUN * len(rows)


def _adds_number(url: str, here: str) -> bool:
    """Whether an address has the parameters of a page and one more, which is a number."""
    path, _, query = url.partition("?")
    above, _, own = here.partition("?")
    if path != above or not own:
        return False
    added = Counter(query.split("&"))
    added.subtract(own.split("&"))
    parts = [*(+added).elements()]
    return len(parts) == 1 and not -added and parts[0].partition("=")[2].isdecimal()


def _counts_high(candidate: _Candidate, here: str) -> bool:
    """Whether each address has a number of its own that is too high for one of a board."""
    if len(candidate.links) < MIN_COUNTED:
        return False
    own = set(_HIGH_NUMBER.findall(here))
    found = [set(_HIGH_NUMBER.findall(link.url)) - own for link in candidate.links]
    return all(found) and len(set().union(*found)) >= len(found)


def _factor(candidate: _Candidate, families: FamilyTable) -> float:
    role = _family_role(candidate, families)
    if role is not None:
        return FAMILY.get(role, OTHER_FAMILY)
    if candidate.boards:
        return 1.0 if candidate.high else BOARD_WORD
    return THREAD_WORD if any(w in _THREAD_WORDS for w in _words(candidate.kind)) else 1.0


def _repeats_titles(candidate: _Candidate, found: list[_Candidate]) -> bool:
    """Whether links are called as those of another list are, with a word and a colon before.

    They lead to the last answers: the others head the rows.
    """
    named = [m[1] for link in candidate.links if (m := _ANSWER.fullmatch(link.text)) is not None]
    if 2 * len(named) <= len(candidate.links):
        return False
    for other in found:
        titles = {link.text for link in other.links} if other is not candidate else set()
        if 2 * sum(title in titles for title in named) > len(candidate.links):
            return True
    return False


def _is_named(reading: Reading, candidate: _Candidate, headings: list[int]) -> bool:
    """Whether the heading before the first row is the name of the page."""
    before = bisect_left(headings, candidate.rows[0].root) - 1
    return before >= 0 and squeeze(reading.tree.text(headings[before])) == reading.title


def _look(tree: PageTree, candidate: _Candidate) -> None:
    """Weigh what stands around the links."""
    candidate.links.sort(key=lambda link: link.n)
    candidate.rows = row_ranges(tree, LinkGroup("", candidate.kind, candidate.links))
    lone = len(candidate.rows) == 1
    timed = 0
    candidate.are_buttons = len(titles_of(candidate.links)) < len(candidate.links)
    shown = (t for t in tree.times if t.share >= TIME_SHARE)
    times = [t.node for t in shown if not tree.in_tooltip(t)]
    for row in candidate.rows:
        value = BARE
        if not lone or tree.text_len[row.root] <= MAX_LONE_ROW:
            told = glance(tree, row)
            candidate.whole += told.named and (told.timed or told.counted)
            candidate.told += any(told)
            value += TIMED * told.timed + NAMED * told.named + COUNTED * told.counted
        title = 0 if candidate.are_buttons else min(weight_of(row.link.text), 60)
        candidate.score += value * (title + 5)
        at = tree.number[row.link.element]
        inside = times[bisect_left(times, at) : bisect_left(times, tree.end[at])]
        timed += tells_time(tree, at, inside)
    if sum(is_count(row.link.text) for row in candidate.rows) > 0.6 * len(candidate.rows):
        # "41 comments": where the title leads there too, that heads the row.
        candidate.score *= TIME_INSIDE
    if timed > 0.6 * len(candidate.rows):
        # "2 hours ago by ann": it leads to the last post.
        candidate.score *= TIME_INSIDE


def _with_variants(reading: Reading, best: _Candidate, found: list[_Candidate]) -> list[Row]:
    """Add rows that are dressed otherwise: unread, pinned, named by a number or a date.

    Those stand between the rows of the list and belong to no row that is there already, or
    the same piece of the template made them.
    """
    tree = reading.tree
    links = list(best.links)
    urls = {link.url for link in links}
    lower = _lower(best.path)
    for other in found:
        is_variant = other.kind == best.kind and _lower(other.path) == lower
        if other is not best and is_variant and not _repeats_titles(other, [best]):
            links += [link for link in other.links if link.url not in urls]
            urls.update(link.url for link in other.links)
    if len(best.rows) > 1:
        links += _between(reading, best, urls)
    if len(links) == len(best.links):
        return read_rows(tree, best.rows)
    links.sort(key=lambda link: link.n)
    return rows_of(tree, LinkGroup("", best.kind, links))


def _between(reading: Reading, best: _Candidate, urls: set[str]) -> list[Link]:
    tree = reading.tree
    taken = [(row.root, tree.end[row.root]) for row in best.rows]
    roots = [row.root for row in best.rows]
    top, usual = _common(tree, roots), usual_root(tree, roots)
    out: list[Link] = []
    boxes: dict[int, int] = {}
    for link in reading.page.links:
        at = tree.number.get(link.element, -1)
        if not top < at < tree.end[top] or link.url in urls or not link.text:
            continue
        before = bisect_left(taken, (at + 1, 0)) - 1
        if before >= 0 and at < taken[before][1]:
            continue
        if not is_content(link) and tree.path(at, limit=KEY_LEVELS) != best.path:
            continue
        if address_kind(link.url) != best.kind or reading.is_chrome(link.url):
            continue
        box = _box(tree, at, top, usual)
        if box in boxes:
            # A row has one title; a picture beside it leads to its last post.
            known = boxes[box]
            if tree.text_len[tree.number[out[known].element]] or not tree.text_len[at]:
                continue
            out[known] = link
        else:
            if box is not None:
                boxes[box] = len(out)
            out.append(link)
        urls.add(link.url)
    return out


def _box(tree: PageTree, at: int, top: int, usual: str | None) -> int | None:
    """Highest element around a link that is like those that hold the other rows."""
    around = (i for i in (at, *tree.ancestors(at)) if i > top)
    return min((i for i in around if tree.sig[i] == usual), default=None)


def _lower(path: str) -> str:
    return "/".join(path.split("/")[-LOWER_LEVELS:])


def _common(tree: PageTree, nodes: list[int]) -> int:
    """Nearest element that holds all of ``nodes``."""
    low, high = min(nodes), max(nodes)
    top = low
    while top > 0 and not tree.holds(top, high):
        top = tree.parent[top]
    return max(top, 0)
