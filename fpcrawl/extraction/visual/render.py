"""Layouts from Chromium: our own tree goes in, boxes and styles of its elements come out.

The browser sees the tree as we read it, every element with its number, so that boxes come
back node for node whatever its own parser makes of it. Scripts do not run and nothing is
fetched: only styles written into the page count, unless the caller allows more.
"""

from __future__ import annotations

import copy
import os
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

from lxml import html as lxml_html

from fpcrawl.exceptions import RenderError
from fpcrawl.extraction.text import drop_elements
from fpcrawl.extraction.visual.guard import Guard
from fpcrawl.extraction.visual.layout import VIEWPORT_PX, Box, PageLayout, box_of
from fpcrawl.processes import children_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, CDPSession, Playwright
    from playwright.sync_api import Page as Tab

    from fpcrawl.extraction.tree import PageTree

__all__ = ["ADVICE", "ChromiumRenderer", "Renderer", "RendererStats", "find_browser"]

#: Names under which Chromium and its kin are installed.
BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
#: What a machine without a browser needs.
ADVICE = "apt-get install chromium, and pip install 'fpcrawl[render]'"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
STYLES = (
    "font-size",
    "font-family",
    "color",
    "background-color",
    "visibility",
    "display",
)
MARK = "data-fp-n"
#: Pages after which the browser is started anew: it grows with every page.
RECYCLE_PAGES = 200
#: Pages with more elements are not laid out.
MAX_NODES = 30_000
TIMEOUT_S = 20.0
#: Elements that would run, load or replace something; none of them is on our tree's pages.
_DROPPED = (
    "script",
    "noscript",
    "iframe",
    "frame",
    "object",
    "embed",
    "applet",
    "base",
    "link",
    "template",
)


class Renderer(Protocol):
    """Lays pages out."""

    def render(self, tree: PageTree) -> PageLayout:
        """Return where the elements of a page stand.

        Raises
        ------
        RenderError
            When the page cannot be laid out.
        """
        ...

    def close(self) -> None:
        """End what was started; it may be used again after that."""
        ...


@dataclass(slots=True)
class RendererStats:
    """What a renderer has done so far.

    Attributes
    ----------
    pages, failures
        Pages laid out, and those that failed.
    starts
        Times a browser was started: the first, for recycling, and after failures.
    reasons
        How often each reason for a failure came.
    """

    pages: int = 0
    failures: int = 0
    starts: int = 0
    reasons: dict[str, int] = field(default_factory=dict)


def find_browser(path: str | None = None) -> str | None:
    """Path of an installed Chromium, ``None`` when it or playwright is missing.

    Parameters
    ----------
    path
        Where to look instead of the usual names on the search path.
    """
    if find_spec("playwright") is None:
        return None
    return next(filter(None, map(shutil.which, [path] if path else BROWSERS)), None)


class ChromiumRenderer:
    """Lays pages out in a Chromium of its own, through playwright.

    The browser is driven from a thread of its own, so that it may be used anywhere, beside a
    running event loop too; calls wait for it.

    Parameters
    ----------
    browser
        Path of the browser; found by :func:`find_browser` if not given.
    recycle
        Pages after which the browser is started anew.
    timeout_s
        Seconds after which a page is given up and the browser ended.

    Attributes
    ----------
    stats
        What it has done so far.

    Raises
    ------
    RenderError
        When there is no browser, or no playwright to drive it.
    """

    def __init__(
        self,
        browser: str | Path | None = None,
        *,
        recycle: int = RECYCLE_PAGES,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        found = find_browser(str(browser) if browser is not None else None)
        if found is None:
            raise RenderError(f"no browser to lay pages out with; it takes: {ADVICE}")
        self.browser = found
        self.recycle = recycle
        self.timeout_s = timeout_s
        self.stats = RendererStats()
        self._driver: Playwright | None = None
        self._guard: Guard | None = None
        self._running: Browser | None = None
        self._tab: tuple[Tab, CDPSession] | None = None
        self._pages = 0
        self._thread: ThreadPoolExecutor | None = None

    def __enter__(self) -> ChromiumRenderer:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def try_render(self, tree: PageTree) -> PageLayout | None:
        """Return the layout of a page; ``None``, counted in ``stats``, when that fails."""
        try:
            return self.render(tree)
        except RenderError:
            return None

    def render(self, tree: PageTree) -> PageLayout:
        """Return where the elements of a page stand.

        Raises
        ------
        RenderError
            When the page cannot be laid out: too large, too slow, or the browser died. It
            is counted, and the next page gets a new browser.
        """
        if len(tree.nodes) > MAX_NODES:
            raise self._failed("too many elements", f"{len(tree.nodes)} > {MAX_NODES}")
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="layout")
        try:
            layout = self._thread.submit(self._render, tree).result()
        except Exception as error:
            # Whatever the browser, its driver or the pipe between them does ends here.
            self.close()
            raise self._failed(type(error).__name__, str(error).split("\n")[0]) from error
        self.stats.pages += 1
        self._pages += 1
        if self._pages >= self.recycle:
            self.close()
        return layout

    def close(self) -> None:
        """End the browser; the next page starts another."""
        if self._thread is not None:
            self._thread.submit(self._end).result()
            self._thread.shutdown()
            self._thread = None

    def _end(self) -> None:
        running, driver = self._running, self._driver
        self._running = self._driver = self._tab = None
        self._pages = 0
        with _watch(self._guard, self.timeout_s):
            for part in (running and running.close, driver and driver.stop):
                with suppress(Exception):
                    if part:
                        part()
        if self._guard is not None:
            # What a driver that was ended left behind, or a browser that does not listen.
            self._guard.strike()
            self._guard.dismiss()
            self._guard = None

    def _failed(self, reason: str, detail: str) -> RenderError:
        self.stats.failures += 1
        self.stats.reasons[reason] = self.stats.reasons.get(reason, 0) + 1
        return RenderError(f"{reason}: {detail}" if detail else reason)

    def _start(self) -> tuple[Tab, CDPSession]:
        """One tab for all pages: nothing of a page without scripts outlives the next."""
        if self._tab is not None:
            return self._tab
        from playwright.sync_api import sync_playwright  # noqa: PLC0415  (an extra)

        self._guard = guard = Guard()
        before = set(children_of(os.getpid()))
        self._driver = sync_playwright().start()
        drivers = set(children_of(os.getpid())) - before
        for pid in drivers:
            guard.answer_for(pid)
        with _watch(guard, self.timeout_s):
            self._running = self._driver.chromium.launch(
                executable_path=self.browser, args=list(FLAGS), timeout=self.timeout_s * 1000
            )
        for pid in drivers:
            for browser in children_of(pid):
                guard.answer_for(browser)
        self.stats.starts += 1
        context = self._running.new_context(
            java_script_enabled=False,
            offline=True,
            accept_downloads=False,
            service_workers="block",
            viewport={"width": VIEWPORT_PX, "height": VIEWPORT_PX},
        )
        page = context.new_page()
        page.set_default_timeout(self.timeout_s * 1000)
        # Offline leaves local files; so nothing is fetched at all.
        page.route("**/*", lambda route: route.abort())
        self._tab = page, context.new_cdp_session(page)
        return self._tab

    def _render(self, tree: PageTree) -> PageLayout:
        source = marked_source(tree)
        page, session = self._start()
        with _watch(self._guard, self.timeout_s):
            page.set_content(source, wait_until="commit")
            snapshot: dict[str, Any] = session.send(
                "DOMSnapshot.captureSnapshot", {"computedStyles": list(STYLES)}
            )
        return _layout_of(snapshot, len(tree.nodes))


def marked_source(tree: PageTree) -> str:
    """HTML of a tree with the number of every element, without what runs or loads."""
    root = copy.deepcopy(tree.page.root)
    for was, element in zip(tree.page.root.iter(), root.iter(), strict=True):
        number = tree.number.get(was)
        if number is not None:
            element.set(MARK, str(number))
    calls = (meta for meta in root.iter("meta") if meta.get("http-equiv") is not None)
    drop_elements(root, [*root.iter(*_DROPPED), *calls])
    return f"<!DOCTYPE html>{lxml_html.tostring(root, encoding='unicode')}"


def _layout_of(snapshot: dict[str, Any], count: int) -> PageLayout:
    """Read a snapshot of the browser: boxes by the numbers written into the page."""
    strings = snapshot["strings"]
    document = snapshot["documents"][0]
    numbers: dict[int, int] = {}
    for node, attributes in enumerate(document["nodes"]["attributes"]):
        for name, value in zip(attributes[::2], attributes[1::2], strict=True):
            if strings[name] == MARK and strings[value].isdecimal():
                numbers[node] = int(strings[value])
                break
    boxes: list[Box | None] = [None] * count
    laid = document["layout"]
    for node, place, styles in zip(laid["nodeIndex"], laid["bounds"], laid["styles"], strict=True):
        number = numbers.get(node, -1)
        # The browser's parser may double what is nested wrongly: the first is ours.
        if 0 <= number < count and boxes[number] is None and len(styles) == len(STYLES):
            named = {name: strings[at] for name, at in zip(STYLES, styles, strict=True)}
            boxes[number] = box_of(place, named)
    if count and boxes[0] is None:
        raise RenderError("the browser laid nothing out")
    return PageLayout(boxes)


@contextmanager
def _watch(guard: Guard | None, timeout_s: float) -> Iterator[None]:
    """End the browser when it does not let go within a time: no page may hold us up."""
    if guard is None:
        yield
        return
    timer = threading.Timer(timeout_s, guard.strike)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
