"""Template modes of the record benchmark: learnt on labels of structure, then applied alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.articles.articles import heading_number
from fpcrawl.extraction.articles.comments import find_comments
from fpcrawl.extraction.templates.assemble import assemble
from fpcrawl.extraction.templates.labels import label_posts
from fpcrawl.extraction.templates.model import LabelledPage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from benchmarks._recordpages import PageView
    from fpcrawl.extraction.records import Record
    from fpcrawl.extraction.templates.model import Template

__all__ = ["LearntTemplate", "label_view"]


class LearntTemplate:
    """One template, learnt from the labels of some pages.

    Parameters
    ----------
    induce
        Makes a template of labelled pages, ``None`` when it cannot.
    """

    def __init__(self, induce: Callable[[Sequence[LabelledPage]], Template | None]) -> None:
        self._induce = induce
        self._template: Template | None = None

    def learn(self, views: Iterable[PageView]) -> None:
        """Learn from the labels of pages."""
        labelled = [page for page in map(label_view, views) if page is not None]
        self._template = self._induce(labelled) if labelled else None

    def records(self, view: PageView) -> Sequence[Record]:
        """Return the posts (or comments) of a page; none without a template."""
        if self._template is None:
            return []
        reads = self._template.read(view.sheet)
        return assemble(reads, "thread", view.reading.page, view.place)


def label_view(view: PageView) -> LabelledPage | None:
    """Label the posts of a thread, or the comments of an article; ``None`` without any."""
    tree = view.tree
    group = view.reading.posts
    if view.true.kind == "news":
        group = find_comments(tree, view.book, heading_number(tree))
    records = label_posts(tree, group) if group is not None else []
    return LabelledPage(tree, view.source, "thread", records) if records else None
