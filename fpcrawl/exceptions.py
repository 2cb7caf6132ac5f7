"""The errors fpcrawl raises on purpose.

Library code raises them; adapters turn them into a stat and one log line. A bad page
never ends a crawl; bad arguments, settings or state end it at start.
"""

from __future__ import annotations


class FpcrawlError(Exception):
    """Base of every error that fpcrawl raises on purpose."""


class UsageError(FpcrawlError):
    """Bad spider arguments or settings: the message is one line that says what to do."""


class StateError(FpcrawlError):
    """The state on disk cannot be used: newer version, not ours, corrupt, not writable."""


class ReaderError(FpcrawlError):
    """A page was not read, for a reason that is not the page's."""


class PageError(FpcrawlError):
    """A response that is not a page one can read; ``reason`` is a short stat name."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason


class TemplateError(FpcrawlError):
    """Data that is no template, or a change that a template does not allow."""


class LayoutError(FpcrawlError):
    """The saved layout of a page cannot be read."""


class RenderError(FpcrawlError):
    """A page could not be laid out, or there is no browser to do it with."""
