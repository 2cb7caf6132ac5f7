"""What the requests of a crawl brought: useful pages, pages seen before, or traps.

A request is *useful* when it brought a board page, a thread page or an article not yet
fetched in this crawl, a *duplicate* when it showed one again (at the same or another
address), a *hop* when it was redirected to one not yet fetched, else a *trap*: a form, a
list by author, a single post, a page of the software, a 404. Robots rules, icons, the start
page and the home page are neutral: they are in no share.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

import lxml.etree
import lxml.html

from benchmarks._recording import Recorded, Recording, address_key, path_of, sorted_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from benchmarks._sitetruth import Place, SiteTruth

__all__ = ["Requests", "judge_requests", "shape_of"]

_NEUTRAL = re.compile(r"^/(?:robots\.txt|favicon\.ico|\.well-known/.*)$")
_MAX_HOPS = 5
_TWIN_THREADS = 3
_TITLE = 20


@dataclass(slots=True)
class Requests:
    """The requests of one crawl, judged.

    Attributes
    ----------
    fetched
        ``(thread index, page number)`` of the thread pages that were shown, wherever.
    board_pages
        ``(board index, page number)`` likewise.
    trap_shapes
        Trap addresses with digits and letters folded, by how often they were asked for.
    """

    total: int = 0
    useful: int = 0
    duplicate: int = 0
    hop: int = 0
    trap: int = 0
    neutral: int = 0
    not_found: int = 0
    fetched: set[tuple[int, int]] = field(default_factory=set)
    board_pages: set[tuple[int, int]] = field(default_factory=set)
    trap_shapes: Counter[str] = field(default_factory=Counter)
    duplicate_shapes: Counter[str] = field(default_factory=Counter)

    def add(self, other: Requests) -> None:
        """Add the counts of another crawl."""
        for name in ("total", "useful", "duplicate", "hop", "trap", "neutral", "not_found"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def keys(self) -> dict[str, float | int]:
        """Return the counts and shares to print."""
        judged = (self.total - self.neutral) or 1
        return {
            "requests": self.total,
            "useful_share": round(self.useful / judged, 4),
            "duplicate_share": round(self.duplicate / judged, 4),
            "hop_share": round(self.hop / judged, 4),
            "trap_share": round(self.trap / judged, 4),
            "not_found": self.not_found,
        }


def shape_of(path: str) -> str:
    """Return an address with numbers, hexadecimal ids and titles folded, to group addresses."""
    path = re.sub(r"[0-9a-f]{16,}", "H", path)
    path = re.sub(r"(?:[^/?&=]*%[0-9A-Fa-f]{2}[^/?&=]*|[^/?&=]*(?:-[^/?&=-]*){3,})", _fold, path)
    return re.sub(r"\d+", "N", path)[:100]


def _fold(match: re.Match[str]) -> str:
    return match[0] if len(match[0]) < _TITLE else "*"


def judge_requests(
    log: Iterable[dict[str, Any]], truth: SiteTruth, recording: Recording, starts: Iterable[str]
) -> Requests:
    """Judge the request log of a replay (its ``path`` and ``status``)."""
    out = Requests()
    home = {address_key(path_of(url)) for url in starts} | {"/"}
    twins = _BoardTwins(truth, recording)
    seen_neutral: set[str] = set()
    for entry in log:
        out.total += 1
        path = entry["path"]
        key = address_key(path)
        record = recording.find(path)
        place = truth.place(path)
        if place is None and record is not None and record.status == 200:
            place = twins.place(record)
        if _NEUTRAL.match(path):
            out.neutral += 1
        elif record is not None and 300 <= record.status < 400:
            _judge_redirect(out, _target(record, recording, truth), path)
        elif place is not None and record is not None and record.status == 200:
            _judge_page(out, place, path, neutral=key in home)
        elif key in home and key not in seen_neutral:
            seen_neutral.add(key)
            out.neutral += 1
        elif key in home:
            out.duplicate += 1
            out.duplicate_shapes[shape_of(path)] += 1
        else:
            out.trap += 1
            out.not_found += record is None or record.status == 404
            out.trap_shapes[("404 " if record is None else "") + shape_of(path)] += 1
    return out


def _judge_page(out: Requests, place: Place, path: str, *, neutral: bool) -> None:
    seen = out.board_pages if place.role == "board" else out.fetched
    page = (place.item, place.page)
    if place.role == "part" and page not in seen:
        out.trap += 1
        out.trap_shapes["one post: " + shape_of(path)] += 1
    elif page not in seen:
        seen.add(page)
        if neutral:
            out.neutral += 1
        else:
            out.useful += 1
    else:
        out.duplicate += 1
        out.duplicate_shapes[shape_of(path)] += 1


def _judge_redirect(out: Requests, target: Place | None, path: str) -> None:
    if target is None:
        out.trap += 1
        out.trap_shapes["3xx " + shape_of(path)] += 1
        return
    seen = out.board_pages if target.role == "board" else out.fetched
    if (target.item, target.page) in seen:
        out.duplicate += 1
        out.duplicate_shapes["3xx " + shape_of(path)] += 1
    else:
        out.hop += 1


def _target(record: Recorded, recording: Recording, truth: SiteTruth) -> Place | None:
    """Follow redirects inside the record to what they lead to."""
    current: Recorded | None = record
    for _ in range(_MAX_HOPS):
        if current is None or not 300 <= current.status < 400:
            break
        here = recording.origin + current.path
        url = urljoin(here, current.header("Location") or "")
        place = truth.place(url)
        if place is not None and place.role != "redirect":
            return place
        current = recording.find(path_of(url))
    return truth.place(record.path)


class _BoardTwins:
    """Finds board pages shown under another address: those that list the same threads."""

    def __init__(self, truth: SiteTruth, recording: Recording) -> None:
        self._truth = truth
        self._recording = recording
        self._known: dict[tuple[int, ...], Place] | None = None
        self._by_path: dict[str, Place | None] = {}

    def place(self, record: Recorded) -> Place | None:
        """Return the board page that a record shows, ``None`` when it is none."""
        if record.path not in self._by_path:
            if self._known is None:
                self._known = self._learn()
            threads = self._threads(record)
            self._by_path[record.path] = self._known.get(threads) if threads else None
        return self._by_path[record.path]

    def _learn(self) -> dict[tuple[int, ...], Place]:
        known: dict[tuple[int, ...], Place] = {}
        for board in self._truth.boards:
            for url in board.pages:
                record = self._recording.find(path_of(url))
                place = self._truth.place(url)
                if record is not None and place is not None and (ids := self._threads(record)):
                    known.setdefault(ids, place)
        return known

    def _threads(self, record: Recorded) -> tuple[int, ...]:
        """Return the threads a page links to, in order; empty when fewer than three."""
        content = record.header("Content-Type") or ""
        if "html" not in content or not record.body.strip():
            return ()
        base = self._recording.origin + record.path
        origin = urlsplit(base).netloc
        found: dict[int, None] = {}
        try:
            links = lxml.html.fromstring(record.body).iter("a")
        except (lxml.etree.ParserError, ValueError):
            return ()
        for link in links:
            try:
                url = urljoin(base, (link.get("href") or "").strip())
                same = urlsplit(url).netloc == origin
            except ValueError:
                continue
            place = self._truth.places.get(sorted_key(url)) if same else None
            if place is not None and place.role in {"thread", "alias"} and place.page == 1:
                found.setdefault(place.item)
        return tuple(found) if len(found) >= _TWIN_THREADS else ()
