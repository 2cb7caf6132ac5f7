"""A second look at pages whose structure is unsure: by the trained network, laid out or not.

Only where templates are learnt: a page costs this once, and the pages of a crawl never do.
"""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, get_args

from fpcrawl.exceptions import FpcrawlError, RenderError
from fpcrawl.extraction.visual.classify import shipped_classifier
from fpcrawl.extraction.visual.render import ChromiumRenderer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fpcrawl.extraction.posts.postgroup import PostGroup
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.extraction.visual.layout import PageLayout
    from fpcrawl.extraction.visual.render import Renderer

__all__ = ["LOOK_S", "RENDER_MODES", "RenderMode", "SecondLook", "Seen"]

#: A page by its content, and whether it was laid out.
Seen = tuple[bytes, bool]

RenderMode = Literal["auto", "never", "always"]
RENDER_MODES: tuple[RenderMode, ...] = get_args(RenderMode)

LOOK_S = 30.0
"""Seconds that all the layouts of one job may take, the start and the end of a browser too."""
#: Seconds for one layout, and for the start of the browser.
PAGE_S = 8.0
#: No layout is begun later than so many seconds after the first: what is left is for the end.
LAST_START_S = LOOK_S - 2.5 * PAGE_S
#: Layouts that fail one after the other after which a job does without.
MAX_FAILURES = 2
#: Readings remembered.
MEMORY = 64


class SecondLook:
    """Reads the posts of kept pages with the shipped network.

    Parameters
    ----------
    start
        Makes what lays pages out.
    clock
        Seconds that only grow.

    Attributes
    ----------
    rendered, failed
        Pages of this job that were laid out, and those on which that failed.
    new
        What was seen in this job that is not to be looked at again.
    """

    def __init__(
        self,
        start: Callable[[], Renderer] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._start = start or _start
        self._clock = clock
        self._known: OrderedDict[Seen, PostGroup | None] = OrderedDict()
        self._renderer: Renderer | None = None
        self._left = 0
        self.begin(0)

    def begin(self, limit: int) -> None:
        """Begin a job in which so many pages may be laid out."""
        self._left = limit
        self._begun: float | None = None
        self._in_a_row = 0
        self.rendered = self.failed = 0
        self.new: dict[Seen, PostGroup | None] = {}

    def end(self) -> None:
        """End the browser, if one was started."""
        if self._renderer is not None:
            with suppress(Exception):
                self._renderer.close()
            self._renderer = None

    def read(self, tree: PageTree, body: bytes) -> PostGroup | None:
        """Find the posts of a page; ``None`` where the network sees none.

        Parameters
        ----------
        body
            The page as received: what is known by it is not looked at again.
        """
        content = hashlib.blake2b(body, digest_size=16).digest()
        if (content, True) in self._known:
            return self._known[content, True]
        if (content, False) not in self._known:
            self._note((content, False), self._classify(tree, None))
        group = self._known[content, False]
        # A layout tells which of the candidates are posts; where none is, it shows no other.
        if group is None or not group.is_named or not self._may_render:
            return group
        layout = self._layout(tree)
        if layout is not None:
            group = self._classify(tree, layout)
            self._note((content, True), group)
        return group

    def _note(self, key: Seen, group: PostGroup | None) -> None:
        self.new[key] = group
        self._remember(key, group)

    def remember(self, seen: Mapping[Seen, PostGroup | None]) -> None:
        """Know what another one has seen."""
        for key, group in seen.items():
            self._remember(key, group)

    def _remember(self, key: Seen, group: PostGroup | None) -> None:
        self._known[key] = group
        if len(self._known) > MEMORY:
            self._known.popitem(last=False)

    @property
    def _may_render(self) -> bool:
        if self._left <= 0 or self._in_a_row >= MAX_FAILURES:
            return False
        return self._begun is None or self._clock() - self._begun < LAST_START_S

    def _layout(self, tree: PageTree) -> PageLayout | None:
        self._left -= 1
        if self._begun is None:
            self._begun = self._clock()
        try:
            if self._renderer is None:
                self._renderer = self._start()
            layout = self._renderer.render(tree)
        except RenderError:
            self.failed += 1
            self._in_a_row += 1
            return None
        self.rendered += 1
        self._in_a_row = 0
        return layout

    def _classify(self, tree: PageTree, layout: PageLayout | None) -> PostGroup | None:
        try:
            return shipped_classifier().read(tree, layout)
        except FpcrawlError:
            # No weights for such pages in this build: structure is what there is.
            return None


def _start() -> Renderer:
    return ChromiumRenderer(timeout_s=PAGE_S)
