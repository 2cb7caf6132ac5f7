"""Links to the other pages of the same list."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable

    from fpcrawl.pages.links import Link
    from fpcrawl.pages.page import Page

__all__ = ["PageLink", "is_page_step", "is_same_list", "page_number", "pagination_of"]

_PAGE_TEXT = re.compile(r"^[\[(\s.…]*(\d{1,6})[\])\s.…]*$")
_PAGE_WORDS = re.compile(r"^(?:page|seite|página|стр\.?|第)\s*(\d{1,6})\s*[页頁]?$", re.IGNORECASE)
_NEXT_WORDS = frozenset(
    """
    next|next page|next »|next ›|next >|next→|›|»|>|>>|→|older|older posts|« older
    older entries|more|下一页|下一頁|下页|后页|后一页|下一页»|下一页>|下一页›|下一页 »|下一页→
    次へ|次のページ|weiter
    nächste|suivant|suivante|siguiente|próxima|следующая|след.|вперед|tiếp|trang sau
    """.strip()
    .replace("\n    ", "|")
    .split("|")
)
_LAST_WORDS = frozenset(
    (
        *("last", "last page", "last »", "»»", ">>|", ">|", "末页", "末頁", "尾页", "最后一页"),
        *("最后页", "最後", "最後へ", "letzte", "dernière", "última", "последняя", "cuối"),
    )
)
_NEXT_ICON = re.compile(
    r"(?:chevron|arrow|angle|caret|double)s?-(?:double-)?right|(?:^|[-_ ])next", re.IGNORECASE
)
_PAGE_NUMBER = re.compile(
    r"(?:page|pg|seite|[?&;/](?:p|paged|start|st|offset|from))[=/_-]?(\d{1,6})(?!\d)", re.IGNORECASE
)
#: A lone "p" names a post as often as a page.
_BARE_P = re.compile(r"[?&;/]p[=/_-]?[0-9]", re.IGNORECASE)
_NEXT_CLASS = re.compile(r"(?:^|[-_ ])(?:next|nxt)(?:$|[-_ ])", re.IGNORECASE)
_TOKENS = re.compile(r"\d+|[^\d]+")
_PAGE_TAIL = re.compile(
    r"^/?(?:(?:page|pages|p|pg|seite|index|comment-page)[-_/]?\d+|\d{1,5}|[-_]\d{1,5})/?(?:\.\w{3,5})?$",
    re.IGNORECASE,
)
_SPLIT_QUERY = re.compile(r"[&;]")


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link to another page of the same list; ``number`` is ``None`` for "next"."""

    link: Link
    number: int | None
    is_next: bool


def _query(text: str) -> dict[str, str]:
    out: dict[str, str] = {}
    for part in _SPLIT_QUERY.split(text):
        name, _, value = part.partition("=")
        if name:
            out[name] = value
    return out


def is_same_list(one: str, other: str) -> bool:
    """Whether two addresses can be pages of one list: they differ in one number at most.

    A page number may stand in the query (``page=2``, ``start=20``), in the path
    (``/page/2``, ``thread-12-2-1.html``) or be missing on the first page.
    """
    try:
        a, b = urlsplit(one), urlsplit(other)
    except ValueError:
        return False
    if (a.hostname, a.port) != (b.hostname, b.port):
        return False
    path_a, path_b = unquote(a.path).rstrip("/"), unquote(b.path).rstrip("/")
    query_a, query_b = _query(a.query), _query(b.query)
    if path_a == path_b:
        names = [n for n in query_a.keys() | query_b.keys() if query_a.get(n) != query_b.get(n)]
        if not names:
            return True
        # Software that notes a language or a view in its page links names it in all of them.
        numbered = [n for n in names if not _is_word_added(query_a.get(n), query_b.get(n))]
        if len(numbered) != 1:
            return not numbered
        pair = (query_a.get(numbered[0]), query_b.get(numbered[0]))
        values = [v for v in pair if v is not None]
        return all(_one_number(v, values[0]) for v in values)
    if query_a != query_b or _PAGE_NUMBER.search(f"?{a.query}"):
        # Where the query tells the page, the number in the path tells the thread.
        return False
    return _paths_match(path_a, path_b)


def is_page_step(one: str, other: str) -> bool:
    """Whether two addresses differ in a number that can only be that of a page.

    "Next" also names the next thread or article, whose address differs in its number too.
    A page's number has a telling name, or is missing on the first page.
    """
    if not is_same_list(one, other):
        return False
    numbers = _PAGE_NUMBER.search(one), _PAGE_NUMBER.search(other)
    if any(n is not None and not _BARE_P.match(n.group()) for n in numbers):
        return True
    a, b = urlsplit(one), urlsplit(other)
    names = _query(a.query).keys() ^ _query(b.query).keys()
    return bool(names) or len(_TOKENS.findall(a.path)) != len(_TOKENS.findall(b.path))


def _is_word_added(one: str | None, other: str | None) -> bool:
    return (one is None) != (other is None) and not any(c.isdigit() for c in one or other or "")


def _one_number(value: str, other: str) -> bool:
    mine, theirs = _TOKENS.findall(value), _TOKENS.findall(other)
    if len(mine) != len(theirs):
        return False
    differ = [(x, y) for x, y in zip(mine, theirs, strict=True) if x != y]
    return (
        all(x.isdigit() and y.isdigit() for x, y in differ)
        and len(differ) <= 1
        and (any(t.isdigit() for t in mine))
    )


def _paths_match(a: str, b: str) -> bool:
    mine, theirs = _TOKENS.findall(a), _TOKENS.findall(b)
    if len(mine) == len(theirs):
        differ = [(x, y) for x, y in zip(mine, theirs, strict=True) if x != y]
        return len(differ) == 1 and differ[0][0].isdigit() and differ[0][1].isdigit()
    short, long = (a, b) if len(a) < len(b) else (b, a)
    stem, dot, ending = short.rpartition(".")
    same_ending = dot and "/" not in ending and len(ending) <= 5 and long.endswith(f".{ending}")
    if same_ending and long.startswith(stem):
        return bool(_PAGE_TAIL.match(long[len(stem) : -len(ending) - 1]))
    return long.startswith(short) and bool(_PAGE_TAIL.match(long[len(short) :]))


def pagination_of(
    page: Page,
    links: list[Link] | None = None,
    plain: Callable[[str], str] | None = None,
) -> list[PageLink]:
    """Links of a page that lead to other pages of the list it shows.

    Parameters
    ----------
    page
        The page.
    links
        Its links, by default all.
    plain
        Takes off what is known not to matter in the site's addresses.

    Returns
    -------
    list of PageLink
        One for each address, numbered links before "next" ones of the same address.
    """
    out: dict[str, PageLink] = {}
    here = page.url
    start = plain(here) if plain is not None else here
    for link in page.links if links is None else links:
        number, is_next = _reads_as_page(link)
        if number is None and not is_next:
            continue
        if number == LAST:
            number = None
        there = plain(link.url) if plain is not None else link.url
        if there == start or not is_same_list(start, there):
            continue
        known = out.get(link.url)
        if known is None:
            out[link.url] = PageLink(link, number, is_next)
        else:
            out[link.url] = PageLink(
                known.link,
                known.number if known.number is not None else number,
                known.is_next or is_next,
            )
    return list(out.values())


#: Stands for the number of a last page that its address does not tell.
LAST = 0


def page_number(url: str) -> int | None:
    """Return the number that an address calls that of a page, ``None`` without one."""
    match = _PAGE_NUMBER.search(url)
    return int(match.group(1)) if match and not _BARE_P.match(match.group()) else None


def _reads_as_page(link: Link) -> tuple[int | None, bool]:
    text = link.text.strip()
    match = _PAGE_TEXT.match(text) or _PAGE_WORDS.match(text)
    if match:
        return int(match.group(1)), False
    if len(text) <= 24 and text.lower() in _NEXT_WORDS:
        return page_number(link.url), True
    if len(text) <= 24 and text.lower().strip(" .…") in _LAST_WORDS:
        return page_number(link.url) or LAST, False
    if not text and any(
        _NEXT_ICON.search(child.get("class") or "")
        for child in link.element.iter("i", "span", "svg")
    ):
        return page_number(link.url), True
    if "next" in (link.rel or ""):
        return None, True
    if len(text) <= 24 and _NEXT_CLASS.search(link.element.get("class") or ""):
        return None, True
    title = (link.title or "").strip().lower()
    return None, title in _NEXT_WORDS
