"""Modes ``classify`` and ``classify-rendered``: records as the trained networks see them.

Pages of software that the shipped networks were trained on are read by networks trained here
on the other software of the data; those of any other software by the shipped ones, which have
never seen its like.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from benchmarks._recordgots import got_posts, got_record
from benchmarks.common import BenchError
from fpcrawl.exceptions import FpcrawlError, LayoutError
from fpcrawl.extraction.articles.comments import build_comments
from fpcrawl.extraction.build import build_posts
from fpcrawl.extraction.train import KINDS, train_kind
from fpcrawl.extraction.visual.classify import (
    Classifier,
    network_name,
    shipped_card,
    shipped_classifier,
)
from fpcrawl.extraction.visual.examples import example_of, fold_of, saved_layout
from fpcrawl.extraction.visual.labelling import known_posts
from fpcrawl.extraction.visual.render import ChromiumRenderer, find_browser

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks._recordmethods import Split
    from benchmarks._recordpages import PageView
    from benchmarks.scoring import GotPost
    from fpcrawl.extraction.visual.examples import Example, Kind
    from fpcrawl.extraction.visual.layout import PageLayout

__all__ = ["Classify", "close_renderer"]

#: Roles of pages that hold no records, whatever a network sees on them.
_BARE = frozenset({"home", "index", "profile"})
#: Networks that are trained for one software left out.
VOTES = 2
_STARTED: list[ChromiumRenderer] = []


class Classify:
    """Reads records by the classifier.

    Parameters
    ----------
    rendered
        Whether with the layout of the page: the saved one, else a browser's. Without either,
        a page is read by structure alone.
    """

    split: Split = "software"

    def __init__(self, *, rendered: bool) -> None:
        self._rendered = rendered
        self._examples: list[Example] = []
        self._without: dict[str, Classifier] = {}

    def learn(self, views: Iterable[PageView]) -> None:
        """Note what all pages teach: what is learnt for a page leaves out its own software."""
        self._examples = [e for view in views for e in self._taught(view)]
        self._without.clear()

    def _taught(self, view: PageView) -> Iterator[Example]:
        """Yield what a page teaches; the only look at its truth."""
        if view.true.posts is None:
            return
        posts = known_posts(
            {"author": p.author, "time": p.time, "body": p.bodies[0], "body_own": p.bodies[-1]}
            for p in view.true.posts
            if p.bodies
        )
        layout = self._layout(view)
        for look in (None, layout) if layout is not None else (None,):
            example = example_of(view.tree, look, (_kind(view),), _fold(view), posts)
            if example is not None:
                yield example

    def _classifier(self, software: str) -> Classifier:
        """Return networks that have not seen a software."""
        if software not in shipped_card()["software"]:
            return shipped_classifier()
        if software not in self._without:
            networks = {}
            others = [e for e in self._examples if e.fold != software]
            for kind, rendered in product(KINDS, {False, self._rendered}):
                with suppress(FpcrawlError):  # no other software has such pages
                    trained = train_kind(others, kind, rendered=rendered, votes=VOTES)
                    networks[network_name(kind, rendered=rendered)] = trained
            self._without[software] = Classifier(networks)
        return self._without[software]

    def read(self, view: PageView) -> list[GotPost]:
        """Return the posts of a thread, or the comments below an article.

        Raises
        ------
        BenchError
            When no network was, or can be, trained without the software of the page.
        """
        if view.reading.role in _BARE:
            return []
        kind, software = _kind(view), _fold(view)
        networks = self._classifier(software)
        layout = self._layout(view)
        if not networks.networks.get(network_name(kind, rendered=layout is not None)):
            raise BenchError(
                f"{view.true.id}: the shipped networks were trained on {software}, and the data "
                "have no pages of other software to train on: give a folder of more of them"
            )
        group = networks.read(view.tree, layout, kind)
        if group is None:
            return []
        if kind == "forum":
            return got_posts(build_posts(view.tree, group, view.place))
        comments = build_comments(view.tree, group, view.place, None)
        return [got_record(comment) for comment in comments]

    def _layout(self, view: PageView) -> PageLayout | None:
        if not self._rendered:
            return None
        if view.true.layout is not None:
            with suppress(LayoutError):
                return saved_layout(view.true.layout, view.tree)
        renderer = _renderer()
        return renderer.try_render(view.tree) if renderer is not None else None


def _fold(view: PageView) -> str:
    """Software of a page without its version."""
    return fold_of({"software": view.true.software}, view.true.page.site)


def _kind(view: PageView) -> Kind:
    return "comments" if view.true.kind == "news" else "forum"


def _renderer() -> ChromiumRenderer | None:
    return _start_renderer()


@cache
def _start_renderer() -> ChromiumRenderer | None:
    if find_browser() is None:
        return None
    renderer = ChromiumRenderer()
    _STARTED.append(renderer)
    return renderer


def close_renderer() -> None:
    """End the browser, if there is one: its thread is gone when the interpreter ends."""
    while _STARTED:
        _STARTED.pop().close()
    _start_renderer.cache_clear()
