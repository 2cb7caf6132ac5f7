"""Recorded pages for the record benchmark: what is true of each, and how a crawl reads it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from benchmarks._fewer import cut_truth
from benchmarks._othertimes import true_time
from benchmarks._renames import renamed_truth
from benchmarks._sitetruth import shows_minute
from benchmarks._walkpages import MANIFEST, walk_page
from benchmarks._walkthrough import parse_page, walk_site
from benchmarks.common import BenchError, read_jsonl, read_packed
from benchmarks.scoring import TruePost
from fpcrawl.extraction.clock import observe_page
from fpcrawl.extraction.place import Place
from fpcrawl.extraction.templates.model import Sheet
from fpcrawl.extraction.treebuild import build_tree
from fpcrawl.pages.charset import text_of
from fpcrawl.pages.siteclock import SiteClock
from fpcrawl.walk.pagination import page_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from benchmarks._walkpages import WalkPage
    from benchmarks._walkthrough import Visit
    from fpcrawl.extraction.posts.layout import LayoutBook
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.walk.reading import Reading

__all__ = ["PageView", "RecordFolder", "RecordPage", "load_records", "view_folder"]

#: Labels of pages whose records are comments on an article.
_COMMENTED = frozenset({"article", "comments"})
#: Roles that are right for a label; the records of all of them are posts or comments.
_ROLES = {"thread": {"thread"}, "article": {"article"}, "comments": {"article", "comments"}}


@dataclass(frozen=True, slots=True)
class RecordPage:
    """One recorded page and its records.

    Attributes
    ----------
    label
        ``page_type`` of the manifest.
    template
        What tells the pages of one template of a site from the others.
    posts
        Its true posts or comments; ``None`` where they are not known.
    main_text
        Main text of the page, where only that is known.
    layout
        File with the boxes of its elements.
    """

    page: WalkPage
    software: str
    label: str
    template: str
    posts: tuple[TruePost, ...] | None
    main_text: str | None
    layout: Path | None

    @property
    def id(self) -> str:
        """Its name in the manifest."""
        return self.page.id

    @property
    def kind(self) -> str:
        """``forum`` or ``news``: the crawl that wants its records."""
        return "news" if self.label in _COMMENTED else "forum"

    @property
    def is_judged(self) -> bool:
        """Whether anything is known that records can be compared with."""
        return self.posts is not None or self.main_text is not None


@dataclass(frozen=True, slots=True)
class RecordFolder:
    """Pages of one data folder."""

    name: str
    pages: tuple[RecordPage, ...]


@dataclass(slots=True)
class PageView:
    """A page with truth, as a crawl has it when its records are to be read.

    Attributes
    ----------
    true
        The page and its labels: nothing but the scoring may look at its truth.
    reading
        Its structure and its role.
    place
        Where it stands, with the zone and the order of dates that its site tells.
    book
        Layouts of the posts of the site.
    """

    true: RecordPage
    reading: Reading
    place: Place
    book: LayoutBook
    _source: str | None = None

    @property
    def tree(self) -> PageTree:
        """The numbered page."""
        return self.reading.tree

    @property
    def source(self) -> str:
        """Decoded text of the page as received."""
        if self._source is None:
            self._source = text_of(self.true.page.body(), self.reading.page.charset)
        return self._source

    @property
    def sheet(self) -> Sheet:
        """The page as templates read it."""
        page = self.reading.page
        return Sheet(page.base_url, page.root, self.source)

    @property
    def role_is_right(self) -> bool:
        """Whether the page was taken for what its label says."""
        return self.reading.role in _ROLES.get(self.true.label, {self.true.page.role})


def load_records(
    folder: Path, limit: int | None = None, disguise: str | None = None
) -> RecordFolder | None:
    """Read a folder's manifest; ``None`` when none of its pages has what this benchmark judges.

    Parameters
    ----------
    folder
        A folder with ``manifest.jsonl``.
    limit
        Pages with truth read at most, spread over the folder, and as many others.
    disguise
        What they are read in, of ``benchmarks._disguise``.

    Raises
    ------
    BenchError
        When a line lacks what DATA.md asks of it.
    """
    path = folder / MANIFEST
    pages = []
    for number, row in enumerate(read_jsonl(path), 1):
        page = walk_page(folder, path, number, row, disguise)
        try:
            pages.append(_record_page(folder, page, row))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BenchError(f"{path}:{number}: {type(error).__name__}: {error}") from error
    judged = [page for page in pages if page.is_judged]
    if not judged:
        return None
    others = [page for page in pages if not page.is_judged]
    return RecordFolder(folder.name, (*_spread(others, limit), *_spread(judged, limit)))


def _spread(pages: list[RecordPage], limit: int | None) -> list[RecordPage]:
    step = max(1, len(pages) // limit) if limit else 1
    return pages[::step][:limit]


def _record_page(folder: Path, page: WalkPage, row: dict[str, Any]) -> RecordPage:
    truth = cut_truth(renamed_truth(row.get("truth") or {}, page.names or {}), page.cut)
    posts = truth.get("posts")
    source = ""
    if posts and page.disguise == "times":
        body = read_packed(page.file)
        posts = [post | {"time": true_time(post.get("time"), body)} for post in posts]
        source = body.decode("utf-8", "replace")
    elif posts and any(str(post.get("time") or "")[:4].isdigit() for post in posts):
        source = page.body().decode("utf-8", "replace")
    return RecordPage(
        page,
        software=str(row.get("software") or folder.name),
        label=row["page_type"],
        template=str(row.get("template") or f"{row['site']}:{row['page_type']}"),
        posts=None if posts is None else tuple(_true_post(post, source) for post in posts),
        main_text=(truth.get("body") or "") if "must_have" in truth and not page.cut else None,
        layout=folder / row["layout"] if row.get("layout") else None,
    )


def _true_post(post: dict[str, Any], source: str) -> TruePost:
    post_id = post.get("post_id")
    time = post.get("time")
    return TruePost(
        author=post.get("author"),
        time=time,
        bodies=tuple(body for body in (post["body"], post.get("body_own")) if body is not None),
        post_id=None if post_id is None else str(post_id),
        shows_minute=shows_minute(time, source),
    )


def view_folder(folder: RecordFolder) -> Iterator[PageView]:
    """Read the judged pages of a folder as crawls of its sites would.

    A site whose labels are threads and articles is read twice, as a forum and as a news site:
    each kind of crawl wants its own records.

    Raises
    ------
    BenchError
        When a page cannot be read.
    """
    sites: dict[str, list[RecordPage]] = {}
    for page in folder.pages:
        sites.setdefault(page.page.site, []).append(page)
    for pages in sites.values():
        for kind in ("forum", "news"):
            if any(page.is_judged and page.kind == kind for page in pages):
                yield from _view_site(pages, kind)


def _view_site(pages: Sequence[RecordPage], kind: str) -> Iterator[PageView]:
    judged = {page.id: page for page in pages if page.is_judged and page.kind == kind}
    clock = _clock_of(pages)
    for visit in walk_site([page.page for page in pages], kind):
        page = judged.get(visit.page.id)
        if page is not None:
            yield PageView(page, visit.reading, _place(visit, clock), visit.book)


def _clock_of(pages: Sequence[RecordPage]) -> SiteClock:
    """Return what all pages of a site tell of its zone, as a crawl knows it after a while."""
    clock = SiteClock()
    for page in pages:
        observe_page(clock, build_tree(parse_page(page.page)), page.page.fetched)
    return clock


def _place(visit: Visit, clock: SiteClock) -> Place:
    url = visit.reading.page.url
    context = visit.context
    return Place(
        site=urlsplit(url).netloc,
        thread_url=context.thread_url or url,
        now=visit.page.fetched,
        thread_title=context.thread_title or visit.reading.title,
        board=context.board,
        page=max(context.page, page_number(url) or 1),
        zone=clock.zone or UTC,
        order=clock.order,
    )
