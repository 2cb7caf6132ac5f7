"""What a list calls the thing it leads to, for pages that do not say what they show."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fpcrawl.extraction.lists.rowtitles import title_of
from fpcrawl.extraction.text import squeeze, weight_of
from fpcrawl.extraction.vocabulary import UI_WORDS
from fpcrawl.pages.urls import url_numbers
from fpcrawl.walk.aliases import shows_same
from fpcrawl.walk.pageaddress import is_same_list
from fpcrawl.walk.pagewords import names_view
from fpcrawl.walk.roleweights import MIN_TITLE
from fpcrawl.walk.sitenames import is_name_of_site, plain_letters
from fpcrawl.walk.trail import CUT

if TYPE_CHECKING:
    from fpcrawl.pages.links import Link
    from fpcrawl.walk.reading import Reading

__all__ = ["ListedTitles", "listed_title", "settled_title"]

#: Characters of a title that travel with a request, at most.
MAX_LISTED = 200
#: Weight of the text of a link that can be a title, at least.
MIN_LISTED = 3
#: Threads of one short list that can be called alike.
ALIKE = 2
#: Characters of what says how something is shown, at most.
_MAX_VIEW = 30
#: Characters before the cut, at least, by which the whole is known.
_BEGINNING = 6


class ListedTitles:
    """Titles that a page shows of what it leads to.

    Parameters
    ----------
    reading
        The page, with its rows where it is a list.
    """

    def __init__(self, reading: Reading) -> None:
        rows = [row.link for row in reading.rows]
        # What most rows say is a button to their last post.
        said = Counter(link.text for link in rows)
        most = max(ALIKE, len(rows) // 2)
        self._rows = {link.url: link for link in rows if said[link.text] <= most}
        self._links: dict[str, Link] = {}
        for group in reading.lists:
            if group.mean_chars >= MIN_TITLE:
                for link in group.links:
                    self._links.setdefault(link.url, link)
        self._said = Counter(link.text for link in self._links.values())

    def of(self, url: str) -> str | None:
        """Title of what an address leads to, ``None`` where none is shown."""
        link = self._rows.get(url)
        if link is None:
            link = self._links.get(url)
            if link is None or self._said[link.text] > 1:
                return None  # "Read more"
        return listed_title(title_of(link))


def listed_title(text: str | None) -> str | None:
    """Text as the title of what it leads to, ``None`` where it can be none."""
    if not text or weight_of(text) < MIN_LISTED or len(text) > MAX_LISTED:
        return None
    if len(text) <= _MAX_VIEW and (text.isdigit() or text.lower() in UI_WORDS or names_view(text)):
        return None
    return text


def settled_title(reading: Reading, listed: str, board: str | None) -> str:
    """Title of the thread or article that a page shows, as it or else the list tells it.

    Some software gives all pages the title of the site, or that of their board, and heads none.

    Parameters
    ----------
    reading
        A page of a thread or an article.
    listed
        What the list that led here calls it.
    board
        What that list is called.
    """
    own = reading.title or ""
    letters = plain_letters(own)
    if letters and letters.startswith(plain_letters(CUT.sub("", listed))):
        return own
    is_untold = (
        not letters
        or letters == plain_letters(board or "")
        or is_name_of_site(reading.tree, own, reading.site_names)
        or (_names_another(reading, own) and not _is_most_of(letters, plain_letters(listed)))
    )
    return _in_full(reading, listed) if is_untold else own


def _is_most_of(own: str, listed: str) -> bool:
    """Whether a list only says more of a title: "Re: Pots", "[Sold] Pots"."""
    return own in listed and 2 * len(own) >= len(listed)


def _names_another(reading: Reading, title: str) -> bool:
    """Whether links above the posts that have a title as their text lead to its board, or so."""
    here, number = reading.page.url, reading.tree.number
    numbers = set(url_numbers(here))
    led = [
        link.url
        for link in reading.page.links
        if link.text == title and 0 <= number.get(link.element, -1) < reading.start
    ]
    return bool(led) and not any(
        url == here
        or shows_same(here, url)
        or is_same_list(here, url)
        or (bool(numbers) and numbers.issubset(url_numbers(url)))
        for url in led
    )


def _in_full(reading: Reading, listed: str) -> str:
    """Return a title that a list has cut short as the page has it above its posts, if it does."""
    beginning, is_cut = CUT.subn("", listed)
    if not is_cut or len(beginning) < _BEGINNING:
        return listed
    tree = reading.tree
    found = ""
    for i in range(reading.start):
        # Chinese characters count twice.
        if len(beginning) < tree.text_len[i] <= 2 * MAX_LISTED:
            text = squeeze(tree.text(i))
            if text.startswith(beginning) and text != listed and CUT.search(text) is None:
                found = min(found or text, text, key=len)
    return found or listed
