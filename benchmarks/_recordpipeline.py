"""What a crawl does with pages: templates learnt and verified, structure where none fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks._recordgots import got_posts
from benchmarks._recordtemplates import label_view
from fpcrawl.extraction.extractor import Found, StructureExtractor
from fpcrawl.extraction.templates.book import TemplateBook
from fpcrawl.extraction.templates.kinds import INDUCERS
from fpcrawl.extraction.templates.learn import learn
from fpcrawl.extraction.templates.shelf import ShelfContent
from fpcrawl.reader.templating import Templating

if TYPE_CHECKING:
    from collections.abc import Iterable

    from benchmarks._recordmethods import Split
    from benchmarks._recordpages import PageView
    from benchmarks.scoring import GotPost

__all__ = ["Pipeline"]


class Pipeline:
    """Reads pages as the reader of a crawl does once its site has a template."""

    split: Split = "template"

    def __init__(self) -> None:
        self._templating = Templating(StructureExtractor())

    def learn(self, views: Iterable[PageView]) -> None:
        """Learn a template of each kind; those that do not verify are not used."""
        views = [view for view in views if view.true.kind == "forum"]
        pages = [page for page in map(label_view, views) if page is not None]
        learnt = learn(pages, INDUCERS) if pages else None
        if learnt is not None:
            place = views[0].place
            entry = TemplateBook().entry_for(
                learnt, place.site, views[0].true.template, pages, place.now.isoformat()
            )
            self._templating.fill(ShelfContent(own=[entry]))

    def read(self, view: PageView) -> list[GotPost]:
        """Return the posts of a thread, or the comments below an article."""
        reading = view.reading
        found = Found(view.tree, reading.role, reading.posts, reading.rows, view.book)
        return got_posts(self._templating.extract(found, view.place, lambda: view.source).records)
