"""Records of the contract from what a template read, by the same code as from structure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.build import MAX_HTML, first_time, media_of, posts_of, threads_of
from fpcrawl.extraction.records import Article, record_key
from fpcrawl.extraction.text import html_of, text_of
from fpcrawl.pages.urls import url_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.place import Place
    from fpcrawl.extraction.records import Record
    from fpcrawl.extraction.templates.model import ReadRecord, TemplateRole
    from fpcrawl.pages.page import Page

__all__ = ["assemble"]


def assemble(
    reads: Sequence[ReadRecord],
    role: TemplateRole,
    page: Page,
    place: Place,
    *,
    template: str | None = None,
    confidence: float = 1.0,
) -> list[Record]:
    """Make records of what a template read from a page.

    Parameters
    ----------
    reads
        All that it read, in page order.
    place
        Where the page stands.
    template
        Name of the template, for the records.
    confidence
        0..1, how sure the template is known to be.

    Returns
    -------
    list of Record
        Posts, threads or one article, by the role; records without what they cannot be
        without (body, address) are left out.
    """
    if role == "thread":
        return [*posts_of(reads, page, place, confidence=confidence, template=template)]
    if role == "index":
        return [*threads_of(reads, page, place)]
    article = _article(reads[0], page, place) if reads else None
    if article is None:
        return []
    article.template = template or place.template
    article.confidence = round(confidence, 3)
    return [article]


def _article(read: ReadRecord, page: Page, place: Place) -> Article | None:
    skip = set(read.holes)
    body = "\n".join(filter(None, (text_of(part, skip) for part in read.body))) or read.text
    if not body:
        return None
    values = read.values
    parsed = first_time((values.get("time_full"), values.get("time")), place)
    images, links = media_of(page.base_url, read.body)
    return Article(
        key=record_key(place.site, "article", url_key(place.thread_url)),
        site=place.site,
        url=place.thread_url,
        title=values.get("title"),
        author=values.get("author"),
        published=parsed.iso if parsed is not None else None,
        published_raw=values.get("time") or values.get("time_full"),
        section=place.board,
        body_text=body,
        body_html=(html_of(read.body) or read.html)[:MAX_HTML],
        images=images,
        links=links,
        fetched=page.fetched.isoformat(timespec="seconds"),
        cluster=place.cluster,
    )
