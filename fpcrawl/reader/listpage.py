"""The rows of one list page, read for itself: without a crawl and what it knows of the site."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fpcrawl.extraction.build import build_threads
from fpcrawl.extraction.place import Place
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.pages.parse import read_page
from fpcrawl.walk.families import FamilyTable
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.threadlist import list_rows
from fpcrawl.walk.walls import wall_of

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from fpcrawl.extraction.records import Thread
    from fpcrawl.walk.walls import Wall

__all__ = ["ListPage", "read_list_page"]


@dataclass(frozen=True, slots=True)
class ListPage:
    """What a list page shows.

    Attributes
    ----------
    threads
        Its rows, in the order of the page.
    wall
        What stands in its place; there are no rows then.
    """

    threads: list[Thread] = field(default_factory=list)
    wall: Wall | None = None


def read_list_page(
    body: bytes,
    url: str,
    *,
    site_time: datetime,
    http_charset: str | None = None,
    zone: tzinfo | None = None,
) -> ListPage:
    """Read the rows of a page that is known to be a list.

    Parameters
    ----------
    body
        The bytes, without any Content-Encoding.
    url
        Its address.
    site_time
        The site's clock when it was fetched, aware.
    http_charset
        ``charset`` of the Content-Type header.
    zone
        Of times that show none; ``None`` = UTC.

    Raises
    ------
    PageError
        When it is no page.
    """
    page = read_page(body, url, http_charset=http_charset, site_time=site_time)
    reading = read_structure(page, LayoutBook())
    wall = wall_of(reading)
    if wall is not None:
        return ListPage(wall=wall)
    host = urlsplit(page.url).netloc
    place = Place(host, page.url, site_time, board=reading.title, zone=zone)
    return ListPage(build_threads(list_rows(reading, FamilyTable()), reading.tree, place))
