"""Where else a page tells what it shows: its address, links to share it, what answers it."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit

from fpcrawl.extraction.articles.headings import terms_of
from fpcrawl.extraction.text import squeeze
from fpcrawl.pages.urls import url_numbers
from fpcrawl.walk.pageaddress import without_page
from fpcrawl.walk.pagewords import names_view
from fpcrawl.walk.sitenames import plain_letters

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.page import Page

__all__ = ["ANSWER", "Spoken", "numbered_heading", "told_title", "without_number"]

#: What a post's own title begins with.
ANSWER = re.compile(r"\s*(?:re|aw|sv|回[复覆復]|答[复覆復])\s?[:：]\s*", re.IGNORECASE)
_NUMBER_AHEAD = re.compile(r"(?:[^\W\d_]{1,20}\s){0,2}[#№]0{0,9}(\d{1,9})\s?[:：]\s+(?=\S)")
_NUMBER_BEHIND = re.compile(r"(\S.{0,200}?)\s+[(\[]?[#№]0{0,9}(\d{1,9})[)\]]?")
_WORD = re.compile(r"[^\W_]+")
_FILE = re.compile(r"\.[a-z]{2,5}\d?$", re.IGNORECASE)
_SCRIPT = re.compile(r"\.(?:php\d?|aspx?|cgi|pl|jspx?|jsf|do|cfm|dll|fcgi|py)$", re.IGNORECASE)
_SHARING = re.compile(r"[?&](?:text|title|subject|t|su|headline)=", re.IGNORECASE)
_SHARED = frozenset({"text", "title", "subject", "t", "su", "headline"})
_UNSEEN = frozenset({"script", "style"})
#: Words that an address and a title have in common, as a share of all of them.
_ALIKE = 0.6
#: Words before a number, at least, that can be a thread's: a single one is a board's, mostly.
_MANY = 2
#: Characters of the records that are looked at for the words of a title.
_MAX_SPOKEN = 4_000


def without_number(name: str, url: str) -> str:
    """Return "The lid rattles" of "Bug #18: The lid rattles", if 18 is the page's number."""
    ahead = _NUMBER_AHEAD.match(name)
    if ahead is None or not _is_number_of(url, int(ahead[1])):
        return name
    return name[ahead.end() :]


def numbered_heading(headings: Iterable[str], url: str) -> str:
    """Return "The lid rattles" of a heading "The lid rattles #18", if 18 is the page's number."""
    found = map(_NUMBER_BEHIND.fullmatch, headings) if url_numbers(url) else ()
    return next((match[1] for match in found if match and _is_number_of(url, int(match[2]))), "")


def _is_number_of(url: str, number: int) -> bool:
    """Whether a number is that of a page, and stands in no title there: "/t/kettle-week-18/7"."""
    alone = re.compile(rf"(?<![-_.+\d])0*{number}(?!\d)")
    return number in url_numbers(url) and alone.search(url) is not None


def told_title(tree: PageTree, texts: Iterable[str]) -> str:
    """Text among some that the page gives as its title where it names nothing else, else empty.

    Links that share it, and forms for an answer, repeat it in full. The last words of the address
    are often made of it, of most of its words.
    """
    wanted: dict[str, str] = {}
    for text in texts:
        if letters := plain_letters(text):
            wanted.setdefault(letters, text)
    if not wanted:
        return ""
    told = {plain_letters(text) for text in (*_shared(tree.page), *_to_answer(tree.page))}
    if exact := wanted.keys() & told:
        return wanted[max(exact, key=len)]
    best, share = "", _ALIKE
    for words in _words_of_address(tree.page):
        for letters, text in wanted.items():
            if letters == "".join(words):
                return text
            mine = {word for word in _WORD.findall(text.lower()) if not word.isdigit()}
            both = len(mine & set(words)) / len(mine | set(words))
            if both > share and len(mine) > 1:
                best, share = text, both
    return best


def _shared(page: Page) -> list[str]:
    """Titles in addresses of other sites that are told of the page, and its own."""
    out = []
    site = "/".join(page.url.split("/", 3)[:3])
    for link in page.links:
        if _SHARING.search(link.url) and not link.url.startswith(site):
            query = parse_qsl(urlsplit(link.url).query)
            out += [value for name, value in query if name.lower() in _SHARED]
    return out


def _to_answer(page: Page) -> list[str]:
    """Titles of answers that are written already in forms."""
    values = (element.get("value") or "" for element in page.root.iter("input"))
    return [value[found.end() :] for value in values if (found := ANSWER.match(value))]


def _words_of_address(page: Page) -> list[list[str]]:
    """Words of which the end of an address is made, of the page's own and its declared one.

    Before a number they can be those of a board, which has a page of its own there.
    """
    out = []
    for url in dict.fromkeys((page.url, page.meta.get("canonical", ""))):
        parts = urlsplit(without_page(url)) if url else None
        if parts is None or parts.hostname != urlsplit(page.url).hostname:
            continue
        pieces = [unquote(piece) for piece in parts.path.split("/") if piece]
        pieces = [_FILE.sub("", piece) for piece in pieces if _SCRIPT.search(piece) is None]
        if any(map(str.isdigit, parts.query)):
            # A number there tells what is shown; it can have the words behind it.
            query = unquote(parts.query.partition("&")[0])
            pieces = [query] if "=" not in query else []
        folder = parts.path.rstrip("/")
        while pieces and not any(map(str.isalpha, pieces[-1])):
            pieces.pop()
            folder = folder.rpartition("/")[0]
        words = _WORD.findall(pieces[-1].lower()) if pieces else []
        words = [word for word in words if not word.isdigit()]
        if folder != parts.path.rstrip("/") and (
            len(words) < _MANY or _is_of_another(page, folder)
        ):
            continue
        if words:
            out.append(words)
    return out


def _is_of_another(page: Page, folder: str) -> bool:
    """Whether links to a folder of the address of a page lead to something else than the page."""
    url = urljoin(page.url, folder)
    texts = {squeeze(link.text) for link in page.links if link.url.rstrip("/") == url}
    texts.discard("")
    return bool(texts) and not any(map(names_view, texts))


class Spoken:
    """Words of the records of a page, of which those of its title are mostly some.

    Parameters
    ----------
    tree
        A numbered page.
    start, end
        Numbers of the element at which its records begin, and of that behind them.
    """

    def __init__(self, tree: PageTree, start: int, end: int) -> None:
        self._tree, self._start, self._end = tree, start, end
        self._terms: set[str] | None = None

    def share(self, text: str) -> float:
        """Share of the letters of a text that belong to words which the records have.

        Short words, and single characters, stand anywhere.
        """
        known, telling, _ = self._letters(text)
        return known / telling if telling else 0.0

    def lack(self, text: str) -> bool:
        """Whether records have no word of a text that has mostly words which tell something."""
        known, telling, all_of_it = self._letters(text)
        return not known and 2 * telling >= all_of_it

    def _letters(self, text: str) -> tuple[int, int, int]:
        """Letters of a text in words that the records have, in words that tell, and in all."""
        if self._terms is None:
            self._terms = terms_of(self._words().lower())
        known = telling = whole = 0
        for word in _WORD.findall(text.lower()):
            terms = terms_of(word)
            whole += len(word)
            telling += len(word) if terms else 0
            places: set[int] = set()
            for term in terms & self._terms:
                for found in re.finditer(f"(?={term})", word):
                    places.update(range(found.start(), found.start() + len(term)))
            known += len(places)
        return known, telling, whole

    def _words(self) -> str:
        out: list[str] = []
        size = 0
        for element in islice(self._tree.nodes, self._start, self._end):
            own = element.text if element.tag not in _UNSEEN else None
            for text in (own, element.tail):
                if text and not text.isspace():
                    out.append(text)
                    size += len(text)
            if size > _MAX_SPOKEN:
                break
        return " ".join(out)
