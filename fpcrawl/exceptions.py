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
    """The state cannot be used: newer version, not ours, corrupt, not writable."""


class StateAway(StateError):  # noqa: N818 - a state of affairs, not a fault
    """The server that holds the state does not answer, but may do so again.

    Attributes
    ----------
    away_s
        Seconds since it was missed.
    put_back
        A request that meets this error has not failed: its row stays as it was.
    not_before
        It is not to be tried again before this time; 0 where whoever hands it out waits too.
    """

    put_back = True
    not_before = 0.0

    def __init__(self, message: str, away_s: float = 0.0) -> None:
        super().__init__(message)
        self.away_s = away_s


class ReaderError(FpcrawlError):
    """A page was not read, for a reason that is not the page's."""


class PageError(FpcrawlError):
    """A response that is not a page one can read; ``reason`` is a short stat name."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason


class TopicError(UsageError):
    """A topic file or library that cannot be used: one fault a line, each with its place."""


class SourceError(FpcrawlError):
    """A source of documents about a topic gave none: not there, slow, refused or garbled."""


class TemplateError(FpcrawlError):
    """Data that is no template, or a change that a template does not allow."""


class LexiconError(FpcrawlError):
    """A lexicon cannot be used; where one of its lines is at fault, the message names it."""


class LayoutError(FpcrawlError):
    """The saved layout of a page cannot be read."""


class RenderError(FpcrawlError):
    """A page could not be laid out, or there is no browser to do it with."""
