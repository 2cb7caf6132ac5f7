"""Reading recorded pages with the product's own code, in the order of a crawl.

The crawl begins at the home page and goes where the walker says, as far as the pages were
recorded; what it does not reach is read last. What is learnt per site on the way (URL
families, layouts) is learnt as the spider and its pipelines do.
"""

from __future__ import annotations

import heapq
import re
from dataclasses import dataclass
from itertools import count
from operator import ne
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from cssselect import ExpressionError, SelectorError

from benchmarks.common import BenchError
from fpcrawl.exceptions import FpcrawlError
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.pages import read_page
from fpcrawl.pages.urls import SiteScope, url_key, url_shape
from fpcrawl.walk.pagination import next_page
from fpcrawl.walk.reading import Reading, read_structure
from fpcrawl.walk.roles import decide
from fpcrawl.walk.titles import names_on_start_page
from fpcrawl.walk.walker import Context, Walker, WalkRules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from benchmarks._walkpages import WalkFolder, WalkPage
    from fpcrawl.pages import Page
    from fpcrawl.pages.links import Link

__all__ = ["Seen", "Visit", "parse_page", "read_folder", "row_keys", "walk_folder", "walk_site"]

_NUMBER = re.compile(r"\d+")
_PAGE_IN_URL = re.compile(r"(?:page[=/_-]?|/p|[?&]p=)(\d{1,6})(?!\d)", re.IGNORECASE)

#: What the labels call a page of nothing but comments; their ``comments`` have the article too.
_LABEL_OF = {"comments": "other"}


@dataclass(frozen=True, slots=True)
class Seen:
    """What the product made of a page, beside what is true of it.

    Attributes
    ----------
    threads, true_threads
        Keys of the threads that it lists; the latter ``None`` when unknown.
    next, true_next
        Keys of the next page; several true ones are as good as each other.
    why
        The product's reasons for the role.
    """

    page: WalkPage
    role: str
    threads: frozenset[str]
    true_threads: frozenset[str] | None
    next: str | None
    true_next: frozenset[str] | None
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Visit:
    """A page as the crawl of its site read it.

    Attributes
    ----------
    context
        Where it stands.
    walker, book
        What the site's pages have taught up to and with this one; both go on learning.
    """

    page: WalkPage
    reading: Reading
    context: Context
    walker: Walker
    book: LayoutBook


def walk_folder(folder: WalkFolder) -> Iterator[Seen]:
    """Read every page of a folder and tell what was made of it.

    Raises
    ------
    BenchError
        When a page cannot be read.
    """
    for page, reading in read_folder(folder):
        yield _seen(page, reading)


def read_folder(folder: WalkFolder) -> Iterator[tuple[WalkPage, Reading]]:
    """Read every page of a folder, its sites one after the other.

    Raises
    ------
    BenchError
        When a page cannot be read.
    """
    sites: dict[str, list[WalkPage]] = {}
    for page in folder.pages:
        sites.setdefault(page.site, []).append(page)
    for pages in sites.values():
        for visit in walk_site(pages, folder.kind):
            yield visit.page, visit.reading


def walk_site(pages: Sequence[WalkPage], kind: str) -> Iterator[Visit]:
    """Read the pages of a site in the order of a crawl.

    Parameters
    ----------
    pages
        Pages of one site.
    kind
        ``forum`` or ``news``: what the site is given as.

    Raises
    ------
    BenchError
        When a page cannot be read.
    """
    start = next((p for p in pages if p.role == "home"), pages[0])
    walker = Walker(SiteScope(start.url), WalkRules(kind))
    book = LayoutBook()
    waiting: dict[str, WalkPage] = {}
    for page in pages:
        # The start page recorded twice is one address to a crawl.
        waiting.setdefault(url_key(page.url) if page.has_url else page.id, page)
    again = [p for p in pages if p not in waiting.values()]
    number = count()
    queue: list[tuple[int, int, str, Context]] = []
    if start.role == "home":
        heapq.heappush(queue, (0, next(number), url_key(start.url), Context(role="home")))
    while waiting or again:
        context = Context()
        if queue:
            _, _, key, context = heapq.heappop(queue)
            if key not in waiting:
                continue
            page = waiting.pop(key)
        elif waiting:
            page = waiting.pop(next(iter(waiting)))
        else:
            page = again.pop()
            context = Context(role="home") if page.url == start.url else context
        reading = _read(page, context, walker, book, kind)
        for step in walker.steps(reading, context):
            key = url_key(step.url)
            if key in waiting:
                heapq.heappush(queue, (-step.priority, next(number), key, step.context))
        yield Visit(page, reading, walker.placed(reading, context), walker, book)


def parse_page(page: WalkPage) -> Page:
    """Parse a recorded page.

    Raises
    ------
    BenchError
        When it cannot be read.
    """
    try:
        return read_page(
            page.body(),
            page.url,
            http_charset=page.charset,
            fetched=page.fetched,
            site_time=page.fetched,
        )
    except FpcrawlError as error:
        raise BenchError(f"{page.file}: {error}") from error


def _read(page: WalkPage, context: Context, walker: Walker, book: LayoutBook, kind: str) -> Reading:
    """Read one page and learn from it, as the spider and its pipelines do."""
    reading = read_structure(parse_page(page), book)
    if context.role != "home":
        reading.site_names = tuple(book.names)
    families = walker.families
    # Pages recorded without their address tell nothing of a family.
    decide(reading, families.of(page.url) if page.has_url else None, context.role, kind=kind)
    walker.read_list(reading, context)
    content = reading.role in {"thread", "article"}
    if context.role == "home" and not content:
        book.learn_names(names_on_start_page(reading.tree))
    if content and reading.posts is not None and reading.confidence > 0.4:
        book.learn_from(reading.posts.layouts)
    if page.has_url:
        families.note_role(page.url, reading.own_role, reading.own_weight)
        if context.role != "home":
            useful = content or reading.role == "index"
            families.note_fetch(page.url, useful=useful, found=useful)
    return reading


def _seen(page: WalkPage, reading: Reading) -> Seen:
    parsed = reading.page
    threads = None
    found_threads = {url_key(row.link.url): row.link for row in reading.rows}
    if page.threads is not None:
        threads = frozenset(filter(None, row_keys(parsed, page.threads, found_threads)))
    true_next: frozenset[str] | None = None
    if page.next_css is not None:
        true_next = frozenset(url_key(url) for url in _labelled_next(parsed, page.next_css))
    elif page.tells_next:
        true_next = frozenset(filter(None, [_key(parsed, page.next_page or "")]))
    found = _without_words(next_page(reading.pages, parsed.url), true_next)
    return Seen(
        page,
        _LABEL_OF.get(reading.page_type, reading.page_type),
        frozenset(found_threads),
        threads,
        found,
        true_next,
        tuple(reading.why),
    )


def _key(page: Page, href: str) -> str:
    """Key of an address as a page writes it."""
    try:
        return url_key(urljoin(page.base_url, href)) if href else ""
    except ValueError:
        return ""


def row_keys(
    page: Page, threads: Sequence[tuple[str, str]], found: Mapping[str, Link]
) -> list[str]:
    """Keys of true threads, each by the address that the page gives it; empty without one.

    Some software notes in a thread's address which page of the list its reader came from.
    Such an address counts as the true one when its shape, its title and all but one of its
    numbers are the same.

    Parameters
    ----------
    threads
        Address, as the truth writes it, and title.
    found
        The page's rows by their keys.
    """
    alias: dict[tuple[str, str], str] = {}
    known = [_key(page, url) for url, _ in threads]
    for key, link in found.items():
        if key not in known:
            alias.setdefault((url_shape(link.url), _squeeze(link.text)), key)
    out = []
    for key, (url, title) in zip(known, threads, strict=True):
        other = None
        if key and key not in found:
            other = alias.get((url_shape(urljoin(page.base_url, url)), _squeeze(title)))
        out.append(other if other and _same_but_one(key, other) else key)
    return out


def _same_but_one(one: str, other: str) -> bool:
    mine, theirs = _NUMBER.findall(one), _NUMBER.findall(other)
    return len(mine) == len(theirs) > 1 and sum(map(ne, mine, theirs)) == 1


def _squeeze(text: str) -> str:
    return "".join(text.split())[:200]


def _without_words(url: str | None, true: frozenset[str] | None) -> str | None:
    """Key of an address; a parameter that only names a view or a language is no matter."""
    if not url:
        return None
    key = url_key(url)
    path, _, query = key.partition("?")
    for right in true or ():
        rest = set(query.split("&")) - set(right.partition("?")[2].split("&"))
        bare = "&".join(part for part in query.split("&") if part not in rest)
        if f"{path}?{bare}" == right and not any(c.isdigit() for part in rest for c in part):
            return right
    return key


def _labelled_next(page: Page, css: dict[str, str]) -> list[str]:
    """Addresses of the next page by the labels of its pagination links.

    Labels follow the words of a page. On blogs "previous" leads to older posts, which is
    the next page of the list: where a label NEXT leads to a lower page number than the
    page's own, or PREV to a higher one, the two are swapped. Without either, the link
    labelled PAGE that shows the number after the page's own is the next one.
    """
    labelled = {name: _hrefs(page, selector) for name, selector in css.items()}
    onward = [url for _, url in labelled.get("NEXT", [])]
    back = [url for _, url in labelled.get("PREV", [])]
    own = _page_in(page.url) or 1
    if any((n := _page_in(url)) and n > own for url in back) or any(
        (n := _page_in(url)) and n < own for url in onward
    ):
        return back
    if onward or back:
        return onward
    return [url for text, url in labelled.get("PAGE", []) if text == str(own + 1)]


def _hrefs(page: Page, selector: str) -> list[tuple[str, str]]:
    """Text and address of the links that a selector means."""
    try:
        found = page.root.cssselect(selector) if selector else []
    except (SelectorError, ExpressionError) as error:
        raise BenchError(f"{page.url}: pagination_css {selector!r}: {error}") from error
    out = []
    for element in found:
        link = next(element.iterancestors("a"), None) if element.tag != "a" else element
        if link is None:
            link = next(element.iter("a"), None)
        if link is not None and link.get("href"):
            out.append((link.text_content().strip(), urljoin(page.base_url, link.get("href"))))
    return out


def _page_in(url: str) -> int | None:
    found = _PAGE_IN_URL.search(url)
    return int(found.group(1)) if found else None
