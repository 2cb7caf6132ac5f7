"""Recorded pages for the walking benchmark, with what is true of each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from benchmarks._crowded import NOTHING_KNOWN, Known
from benchmarks._disguise import read_disguised, strange_address
from benchmarks._fewer import cut_of_page, cut_truth, is_few
from benchmarks._renames import RENAMES, names_of_page, renamed_page, renamed_truth
from benchmarks.common import BenchError, read_jsonl, read_packed
from fpcrawl.pages.urls import canonical_url, url_key

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from benchmarks._fewer import Cut

__all__ = ["MANIFEST", "WalkFolder", "WalkPage", "load_folder", "walk_page"]

MANIFEST = "manifest.jsonl"

_ROLES = frozenset(
    {"home", "index", "thread", "article", "comments", "product", "profile", "other"}
)
#: Labels that are one role: an article is the same page with and without comments below it.
_SAME_ROLE = {"comments": "article", "product": "other"}


@dataclass(frozen=True, slots=True)
class WalkPage:
    """One recorded page and its labels.

    Attributes
    ----------
    url
        Its address, or a stand-in when the page was recorded without one.
    has_url
        Whether ``url`` is the address it was served at.
    role
        Role it has: ``home``, ``index``, ``thread``, ``article``, ``profile`` or ``other``.
    redirected
        The site sent to another page than the one that was asked for and labelled.
    threads
        Address (as written in the truth) and title of the threads an index lists; ``None``
        unknown.
    tells_next
        Whether it is known if there is a next page.
    next_page
        Address of the next page; ``None`` when there is none, or it is told by ``next_css``.
    next_css
        Label (``NEXT``, ``PREV``, ``PAGE``) -> CSS selector of pagination links.
    disguise
        What it is read in, if not as it was served.
    known
        What a disguise may know of it.
    names
        Other names of its writers, where these are its disguise.
    cut
        What goes of it, where fewer records are its disguise.
    """

    id: str
    file: Path
    url: str
    has_url: bool
    site: str
    role: str
    redirected: bool
    fetched: datetime
    charset: str | None
    threads: tuple[tuple[str, str], ...] | None
    tells_next: bool
    next_page: str | None
    next_css: dict[str, str] | None
    disguise: str | None = None
    known: Known = NOTHING_KNOWN
    names: Mapping[str, str] | None = None
    cut: Cut | None = None

    def body(self) -> bytes:
        """Return the page as served, or in its disguise.

        Raises
        ------
        BenchError
            When its file is missing or no gzip.
        """
        if is_few(self.disguise):
            body = read_packed(self.file)
            return body if self.cut is None else self.cut.of(body)
        if self.names is not None:
            return renamed_page(read_packed(self.file), self.names, self.charset)
        return read_disguised(self.file, self.disguise, self.site, self.known)


@dataclass(frozen=True, slots=True)
class WalkFolder:
    """Pages of one data folder.

    Attributes
    ----------
    kind
        ``forum`` or ``news``, as a user would call the site: what most of its pages are.
    """

    name: str
    software: str
    kind: str
    pages: tuple[WalkPage, ...]


def load_folder(
    folder: Path, limit: int | None = None, disguise: str | None = None
) -> WalkFolder | None:
    """Read a folder's manifest; ``None`` when it has no truth for this benchmark.

    Parameters
    ----------
    folder
        A folder with ``manifest.jsonl``.
    limit
        Pages read at most, spread over the folder.
    disguise
        What they are read in, of ``benchmarks._disguise``.

    Raises
    ------
    BenchError
        When a line lacks what DATA.md asks of it.
    """
    path = folder / MANIFEST
    rows = list(read_jsonl(path))
    pages = [walk_page(folder, path, number, row, disguise) for number, row in enumerate(rows, 1)]
    # The home page recorded again is the home page.
    homes = {page.url for page in pages if page.role == "home"}
    pages = [replace(page, role="home") if page.url in homes else page for page in pages]
    if not any(page.threads is not None or page.tells_next for page in pages):
        return None
    roles = Counter(page.role for page in pages)
    software = next((str(row["software"]) for row in rows if row.get("software")), folder.name)
    kind = "news" if roles["article"] > roles["thread"] else "forum"
    # Manifests are sorted by kind of page: take some of each.
    step = max(1, len(pages) // limit) if limit else 1
    return WalkFolder(folder.name, software, kind, tuple(pages[::step][:limit]))


def walk_page(
    folder: Path, path: Path, number: int, row: dict[str, Any], disguise: str | None = None
) -> WalkPage:
    """Make a page of a line of a manifest.

    Labels that are selectors are left out of a disguised page, which has other classes.

    Raises
    ------
    BenchError
        When the line lacks what DATA.md asks of it.
    """
    if row.get("page_type") not in _ROLES:
        raise BenchError(f"{path}:{number}: page_type {row.get('page_type')!r} is none of DATA.md")
    try:
        role, site, file = row["page_type"], str(row["site"]), folder / row["file"]
        truth = row.get("truth") or {}
        names = names_of_page(folder, row) if disguise == RENAMES else None
        cut = cut_of_page(folder, row, disguise)
        truth = cut_truth(renamed_truth(truth, names or {}), cut)
        known = canonical_url(row.get("final_url") or row["url"] or "")
        address = strange_address if disguise == "addresses" else str
        known = address(known)
        threads = truth.get("threads")
        css = None if disguise else truth.get("pagination_css")
        return WalkPage(
            id=str(row["id"]),
            file=file,
            url=known or f"http://{site.partition(':')[0]}/page{number}",
            has_url=bool(known),
            site=site,
            role=_SAME_ROLE.get(role, role),
            redirected=bool(known) and url_key(known) != url_key(row["url"]),
            fetched=_moment(row.get("fetched_at")),
            charset=row.get("charset"),
            threads=None
            if threads is None
            else tuple((address(t["url"]), str(t.get("title") or "")) for t in threads),
            tells_next=css is not None or "page" in truth or "next_page" in truth,
            next_page=address(then) if (then := truth.get("next_page")) else None,
            next_css=css,
            disguise=disguise,
            known=Known.of(row) if disguise else NOTHING_KNOWN,
            names=names,
            cut=cut,
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BenchError(f"{path}:{number}: {type(error).__name__}: {error}") from error


def _moment(text: str | None) -> datetime:
    moment = datetime.fromisoformat(text) if text else datetime(2026, 1, 1, tzinfo=UTC)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
