"""Saved pages with the labels that their structure gives, for ``scrapy template``."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fpcrawl.clustering.features import page_features
from fpcrawl.exceptions import PageError
from fpcrawl.extraction.extractor import Found
from fpcrawl.extraction.keys import forum_of
from fpcrawl.extraction.place import Place
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.pages.charset import text_of
from fpcrawl.pages.urls import SiteScope
from fpcrawl.reader.labelling import label, role_of_page
from fpcrawl.saved.page import NO_ADDRESS, Unread, load_saved
from fpcrawl.saved.sources import SavedPages
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.roles import decide
from fpcrawl.walk.walker import Context, Walker, WalkRules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from fpcrawl.clustering.features import PageFeatures
    from fpcrawl.extraction.templates.kept import KeptPage
    from fpcrawl.extraction.templates.model import LabelledPage
    from fpcrawl.pages.page import Page

__all__ = ["Looker", "Pages", "SeenPage", "look_at"]


@dataclass(slots=True)
class SeenPage:
    """A saved page, labelled.

    Attributes
    ----------
    path
        Where it was saved.
    site
        Host of its address; without one the site that its list names.
    """

    path: str
    site: str
    labelled: LabelledPage
    features: PageFeatures

    @property
    def page(self) -> Page:
        """The page."""
        return self.labelled.tree.page


class Looker:
    """Labels pages by their structure, as a crawl does that has just begun.

    Parameters
    ----------
    kind
        ``forum`` or ``news``.
    """

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._books: dict[str, LayoutBook] = defaultdict(LayoutBook)
        self._walkers: dict[str, Walker] = {}

    def look(self, page: Page, body: bytes, path: str, site: str) -> SeenPage | None:
        """Label a page; ``None`` when it is of no kind that templates read."""
        host = urlsplit(page.url).netloc
        book = self._books[f"{host}/{forum_of(page.url)}"]
        reading = read_structure(page, book)
        decide(reading, None, None, kind=self._kind)
        role = role_of_page(reading.role)
        if role is None:
            return None
        walker = self._walkers.get(host)
        if walker is None:
            walker = Walker(SiteScope(page.url), WalkRules(self._kind))
            self._walkers[host] = walker
        walker.read_list(reading, Context())
        found = Found(reading.tree, reading.role, reading.posts, reading.rows, book)
        place = Place(host, page.url, page.site_time or page.fetched)
        labelled = label(found, role, place, text_of(body, page.charset))
        if role == "thread" and reading.posts is not None:
            book.learn_from(reading.posts.layouts)
        named = page.url.startswith(NO_ADDRESS) and site
        return SeenPage(path, named or host, labelled, page_features(page))


def look_at(kept: Sequence[KeptPage]) -> list[SeenPage]:
    """Label pages that a crawl has kept; those of no kind that templates read are left out."""
    looker = Looker("forum")
    out = []
    for one in kept:
        try:
            page = one.read()
        except PageError:
            continue
        seen = looker.look(page, one.body, one.url, one.site)
        if seen is not None:
            out.append(seen)
    return out


@dataclass(slots=True)
class Pages:
    """Reads saved pages one by one.

    Attributes
    ----------
    kind
        ``forum`` or ``news``.
    tell, done
        Called with the number of pages looked at, and at the end.
    looked_at
        Pages looked at.
    unread
        What could not be read, and why.
    roleless
        Pages that are of no kind that templates read.
    """

    paths: Sequence[Path]
    kind: str = "forum"
    tell: Callable[[int], None] = lambda _: None
    done: Callable[[], None] = lambda: None
    looked_at: int = 0
    unread: list[str] = field(default_factory=list)
    roleless: int = 0

    def __iter__(self) -> Iterator[SeenPage]:
        """Yield the pages that have a role that templates read.

        Raises
        ------
        fpcrawl.exceptions.UsageError
            A path does not exist.
        """
        looker = Looker(self.kind)
        for saved in SavedPages(self.paths):
            self.looked_at += 1
            self.tell(self.looked_at)
            if isinstance(saved, Unread):
                self.unread.append(f"{saved.path}: {saved.reason} {saved.detail}".strip())
                continue
            try:
                page = load_saved(saved)
            except PageError as error:
                self.unread.append(f"{saved.path}: {error.reason}")
                continue
            seen = looker.look(page, saved.body, saved.path, saved.site)
            if seen is None:
                self.roleless += 1
            else:
                yield seen
        self.done()
