"""Ways of reading the records of a page, by the name of their mode.

A method learns from pages as a crawl has them and sees no truth of what it is scored on; how
pages are split into those to learn from and those to be scored on is the method's ``split``:

- ``none``: nothing is learnt beforehand, all pages are scored in the order of a crawl;
- ``template``: one method for every template of a site, learnt on at most :data:`LEARNT` of its
  pages and scored on the rest;
- ``software``: one method for all pages; what it learns for a page leaves out the pages, and
  so the truth, of the same software.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

from benchmarks._recordclassify import Classify
from benchmarks._recordgots import got_posts
from benchmarks._recordpipeline import Pipeline
from benchmarks._recordtemplates import LearntTemplate
from fpcrawl.extraction.extractor import Found, StructureExtractor
from fpcrawl.extraction.templates.softmealy_induce import induce_softmealy
from fpcrawl.extraction.templates.xpath_induce import induce_xpath
from fpcrawl.extraction.text import text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from benchmarks._recordpages import PageView
    from benchmarks.scoring import GotPost
    from fpcrawl.extraction.templates.learn import Inducer

__all__ = ["LEARNT", "METHODS", "Method", "Split", "Structure", "got_posts", "locate"]

LEARNT = 10
"""Pages of a template that a template mode learns from, at most."""

Split = Literal["none", "template", "software"]


class Method(Protocol):
    """Reads the records of a page.

    Attributes
    ----------
    split
        What it may learn from.
    """

    split: Split

    def learn(self, views: Iterable[PageView]) -> None:
        """Learn from pages; called once, before the first is read."""
        ...

    def read(self, view: PageView) -> list[GotPost]:
        """Return the records of a page, in page order."""
        ...


class Structure:
    """What the crawl does with a page of which nothing is known: structure alone."""

    split: Split = "none"

    def __init__(self) -> None:
        self._extractor = StructureExtractor()

    def learn(self, views: Iterable[PageView]) -> None:
        """Learn nothing: the layouts of a site are learnt while it is read."""

    def read(self, view: PageView) -> list[GotPost]:
        """Return the posts of a thread, or the comments below an article."""
        reading = view.reading
        found = Found(view.tree, reading.role, reading.posts, reading.rows, view.book, reading.told)
        return got_posts(self._extractor.extract(found, view.place))


def locate(view: PageView) -> list[str]:
    """Return all text of each record that structure found, in page order."""
    group = view.reading.posts
    posts = group.posts if group is not None and view.reading.role == "thread" else []
    nodes = view.tree.nodes
    return ["\n".join(text_of(nodes[root]) for root in raw.roots) for raw in posts]


class Templates:
    """Templates of one kind alone, learnt on what the structure of other pages told."""

    split: Split = "template"

    def __init__(self, induce: Inducer) -> None:
        self._template = LearntTemplate(induce)

    def learn(self, views: Iterable[PageView]) -> None:
        """Learn one template."""
        self._template.learn(views)

    def read(self, view: PageView) -> list[GotPost]:
        """Return the records that the template reads."""
        return got_posts(self._template.records(view))


METHODS: dict[str, Callable[[], Method]] = {
    "classify": lambda: Classify(rendered=False),
    "classify-rendered": lambda: Classify(rendered=True),
    "pipeline": Pipeline,
    "softmealy": lambda: Templates(induce_softmealy),
    "structure": Structure,
    "xpath": lambda: Templates(induce_xpath),
}
"""Mode -> maker of a method."""
