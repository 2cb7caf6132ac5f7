"""Which of the links of a row shows its title: pictures and "read more" lead there as well."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from fpcrawl.extraction.lists.titleboxes import shows_title
from fpcrawl.extraction.names.usernames import is_name
from fpcrawl.extraction.rowwords import labelled_figures
from fpcrawl.extraction.text import squeeze, weight_of
from fpcrawl.extraction.vocabulary import AUTHOR_CLASS, HEADINGS, NOT_AUTHOR_CLASS
from fpcrawl.pages.dates import find_times

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from fpcrawl.extraction.lists.row import Row
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.links import Link

__all__ = [
    "counter_of",
    "head_rows",
    "is_count",
    "name_buttons",
    "signer_of",
    "title_of",
]

#: Elements above a link among which a heading is looked for, and by which its place is known.
LEVELS = 4
#: Share of the rows from which on a place can be that of the titles.
REACH = 0.5
#: Characters of an age at most.
MAX_AGE = 40
#: Weight of titles at least, on average, and how many times that the first words of texts have.
MIN_TITLE, EXCERPT = 8, 1.5
#: Rows that nothing but a button heads, at least.
MIN_BUTTONS = 3
_DOTS = ("...", "…", "..")
_BY = "by"
#: What a count of answers within the link of a title is called.
_COUNTS = re.compile(
    r"(?:^|[-_ ])(?:badge|count|counter|replies|comments|answers)(?:$|[-_ ])", re.IGNORECASE
)
_COUNT = re.compile(r"[(\[]?\d{1,7}[)\]]?")
_YEAR = re.compile(r"[(\[]?(?:19|20)\d\d[)\]]?")
#: What a tracker calls a row beside its title: "WELL-17", "#4711".
_CODE = re.compile(r"\W?[^\W\d]{0,20}\W?\d{1,9}\W?")


def head_rows(tree: PageTree, rows: list[Row]) -> None:
    """Let each row be headed by the link that shows its title.

    It leads where the row's own link leads. At its place in most rows there are words, in a
    heading rather than beside one, and no words of the template around the title's.
    """
    same: dict[str, list[Link]] = defaultdict(list)
    urls = {row.link.url for row in rows}
    # A title that leads away from the site stands for what is said of it here.
    shown = {id(link) for link in tree.page.links}
    others = [row.link for row in rows if id(row.link) not in shown]
    for link in (*others, *tree.page.links):
        if link.url in urls and link.element in tree.number:
            same[link.url].append(link)
    choices: list[dict[str, Link]] = []
    for row in rows:
        found: dict[str, Link] = {}
        mark = tree.number[row.link.element]
        for link in same[row.link.url]:
            at = tree.number[link.element]
            # What holds the title and more is no other link.
            if row.root <= at < row.end and (link is row.link or not tree.holds(at, mark)):
                place = _place(tree, link)
                found[f"{place}#{sum(known.startswith(f'{place}#') for known in found)}"] = link
        choices.append(found)
    if all(len(found) < 2 for found in choices):
        return
    said = Counter(text for found in choices for text in {link.text for link in found.values()})
    names = {
        id(link): _shows_words(tree, link) and said[link.text] < 2 and not is_count(link.text)
        for found in choices
        for link in found.values()
    }
    own = Counter(
        place
        for row, found in zip(rows, choices, strict=True)
        for place, link in found.items()
        if link is row.link
    )
    if not own:
        return
    best = own.most_common(1)[0][0]
    reach = Counter(place for found in choices for place in found)
    for place, count in reach.items():
        if count < REACH * len(rows) or place == best:
            continue
        both = [found for found in choices if {place, best} <= {*found}]
        pairs = [(found[place], found[best]) for found in both]
        if pairs and (_is_better(tree, pairs, names) or _are_repeated(both, place, best)):
            best = place
    for row, found in zip(rows, choices, strict=True):
        if best in found:
            row.link = found[best]
        elif found and not names.get(id(row.link), False):
            row.link = max(found.values(), key=lambda x: (names[id(x)], len(x.text)))


def name_buttons(tree: PageTree, rows: list[Row]) -> None:
    """Call rows what stands above their links where these say the same in all: "Read more".

    A title that no link shows stands in a heading, or in an element that is called so. A row
    without one has none: the thread's own page knows it.
    """
    if len(rows) < MIN_BUTTONS or len({row.link.text for row in rows}) > 1:
        return
    shown = [
        next((tree.text(i) for i in range(row.root, row.end) if shows_title(tree, i)), "")
        for row in rows
    ]
    # Threads can be called alike: "What are you reading?"
    if len({*shown}) > 1:
        for row, title in zip(rows, shown, strict=True):
            row.link = replace(row.link, text=title)


def _place(tree: PageTree, link: Link) -> str:
    return tree.path(tree.number[link.element], limit=LEVELS)


def _shows_words(tree: PageTree, link: Link) -> bool:
    return tree.text_len[tree.number[link.element]] > 0


def is_count(text: str) -> bool:
    """Whether a text is a count ("3 comments") or a number."""
    figures = labelled_figures(text)
    return text.isdigit() or (len(figures) == 1 and figures[0][2] * 4 >= len(text) * 3)


def _is_age(text: str) -> bool:
    """Whether a text is an age ("3 days ago") and nothing else."""
    return len(text) <= MAX_AGE and any(
        time.relative and time.raw == text for time in find_times(text)
    )


def _is_better(tree: PageTree, pairs: list[tuple[Link, Link]], names: dict[int, bool]) -> bool:
    """Whether links at one place show titles rather than those at another."""
    named = sum(names[id(a)] - names[id(b)] for a, b in pairs)
    if abs(named) * 2 > len(pairs):
        return named > 0
    if (heads := _in_heading(tree, pairs[0][0])) != _in_heading(tree, pairs[0][1]):
        return heads
    if _is_excerpt(tree, pairs):
        return True
    # "Continue reading The kettle boils" and "The kettle boils".
    around = {b.text.replace(a.text, "\0", 1) for a, b in pairs if a.text}
    return len(pairs) > 1 and len(around) == 1 and "\0" in min(around) and around != {"\0"}


def _is_excerpt(tree: PageTree, pairs: list[tuple[Link, Link]]) -> bool:
    """Whether links stand before others that say more, as titles do before the first words."""
    if len(pairs) < 2 or any(_is_dated(a.text) for a, _ in pairs):
        return False
    if all(_CODE.fullmatch(a.text) for a, _ in pairs):
        return False
    if any(tree.number[a.element] > tree.number[b.element] for a, b in pairs):
        return False
    ahead, behind = (sum(weight_of(pair[n].text) for pair in pairs) for n in (0, 1))
    return len(pairs) * MIN_TITLE <= ahead and EXCERPT * ahead <= behind


def _is_dated(text: str) -> bool:
    """Whether a text is a time, or hardly more."""
    return any(2 * (t.end - t.start) > len(text) for t in find_times(text))


def _are_repeated(choices: list[dict[str, Link]], place: str, other: str) -> bool:
    """Whether what links say at one place another of their row says, and not so elsewhere.

    A title is told once more by a picture, or for screen readers, and its first words are not.
    """
    return all(
        sum(link.text == found[place].text for link in found.values()) > 1
        and sum(link.text == found[other].text for link in found.values()) == 1
        for found in choices
    )


def _in_heading(tree: PageTree, link: Link) -> bool:
    i = tree.number[link.element]
    return any(tree.tag(k) in HEADINGS for k in tree.ancestors(i, LEVELS))


def title_of(link: Link) -> str | None:
    """Title that a link shows; in full where it is cut short and its tooltip holds the rest.

    ``None`` where it shows an age or a count: the thread's own page knows the title.
    """
    text = squeeze(link.text)
    for behind in (signer_of(link), counter_of(link)):
        if behind is not None:
            text = text.removesuffix(squeeze(behind.text_content())).rstrip()
    if _is_age(text) or (is_count(text) and not text.isdigit()):
        return None
    if text.endswith(_DOTS):
        said = squeeze(link.title)
        start = text.rstrip(".… ")
        if len(said) > len(start) and said.startswith(start):
            return said
    return text or None


def counter_of(link: Link) -> HtmlElement | None:
    """Element with a number, set small or called a count, that ends the link of a title."""
    last = _last_in(link)
    if last is None or not (last.tag == "small" or _COUNTS.search(last.get("class") or "")):
        return None
    said = squeeze(last.text_content())
    title = squeeze(link.text).removesuffix(said)
    is_count = _COUNT.fullmatch(said) and not _YEAR.fullmatch(said)
    return last if is_count and any(map(str.isalpha, title)) else None


def _last_in(link: Link) -> HtmlElement | None:
    """Return the element that a link ends with."""
    last = next(link.element.iterchildren("*", reversed=True), None)
    is_last = last is not None and isinstance(last.tag, str) and not squeeze(last.tail or "")
    return last if is_last else None


def signer_of(link: Link) -> HtmlElement | None:
    """Element with the name of who began a thread, where the link that shows its title ends so."""
    last = _last_in(link)
    if last is None:
        return None
    names = last.get("class") or ""
    is_named = _BY in names.split() or (
        AUTHOR_CLASS.search(names) and not NOT_AUTHOR_CLASS.search(names)
    )
    said = squeeze(last.text_content())
    if not is_named or not is_name(said):
        return None
    # The title itself can be called so, behind a number of its own.
    title = squeeze(link.text).removesuffix(said)
    return last if any(map(str.isalpha, title)) else None
