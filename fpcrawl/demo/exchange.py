"""A request and a reply, as the demo's parts hand them to each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from email.utils import formatdate
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, quote, unquote

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Reply", "Request", "http_date", "redirect", "text_reply"]


def http_date(epoch: float) -> str:
    """Return a moment as HTTP headers show it."""
    return formatdate(int(epoch), usegmt=True)


@dataclass(frozen=True, slots=True)
class Request:
    """What came in. Header names are lower case."""

    method: str
    target: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def path(self) -> str:
        """The path, unquoted, without the query."""
        return unquote(self.target.partition("?")[0].partition("#")[0])

    @property
    def query(self) -> dict[str, str]:
        """The query's parameters; the last of equal names wins."""
        query = self.target.partition("#")[0].partition("?")[2]
        return dict(parse_qsl(query, keep_blank_values=True))

    @property
    def form(self) -> dict[str, str]:
        """The fields of a posted form."""
        return dict(parse_qsl(self.body.decode("utf-8", "replace"), keep_blank_values=True))

    @property
    def cookies(self) -> dict[str, str]:
        """The cookies sent along."""
        pairs = (pair.partition("=") for pair in self.headers.get("cookie", "").split(";"))
        return {name.strip(): value.strip() for name, equals, value in pairs if equals}


@dataclass(slots=True)
class Reply:
    """What goes out.

    Attributes
    ----------
    body
        The whole body, or chunks of one that may never end.
    delay_s
        Seconds to wait before anything is sent.
    cut
        ``None``, ``"reset"`` (abort the connection at once) or ``"truncated"`` (announce the
        whole length, send half, close).
    date
        Seconds since the epoch for the Date header.
    length
        Content-Length to announce for a streamed body; ``None`` = none, the end is the close.
    """

    status: int = 200
    body: bytes | Iterable[bytes] = b""
    content_type: str = "text/html; charset=utf-8"
    headers: list[tuple[str, str]] = field(default_factory=list)
    delay_s: float = 0.0
    cut: str | None = None
    date: float = 0.0
    length: int | None = None


def text_reply(status: int, text: str, content_type: str = "text/html; charset=utf-8") -> Reply:
    """Return a reply with a short text."""
    return Reply(status, text.encode(), content_type)


def redirect(path: str) -> Reply:
    """Return a 302 to ``path``; what a header cannot carry is quoted."""
    return Reply(302, b"", headers=[("Location", quote(path, safe="/:?#[]@!$&'()*+,;=%~"))])
