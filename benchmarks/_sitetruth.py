"""The truth of a recorded site: its threads, their pages and posts, its boards."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks._recording import Recording, path_of, sorted_key
from benchmarks.common import BenchError, read_jsonl
from benchmarks.scoring import TruePost, parse_time

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Place", "SiteTruth", "TrueBoard", "TruePage", "TrueThread", "load_truth"]

KINDS = ("forum", "news")
_ALIAS_ROLES = {"redirect": "redirect", "one post of the page": "part"}


@dataclass(frozen=True, slots=True)
class TruePage:
    """One page of a thread; ``number`` counts from 1."""

    url: str
    number: int
    reachable: bool
    posts: tuple[TruePost, ...]


@dataclass(frozen=True, slots=True)
class TrueThread:
    """A thread, or an article with its comments."""

    url: str
    kind: str
    board_url: str | None
    title: str
    sticky: bool
    pages: tuple[TruePage, ...]

    @property
    def reachable(self) -> tuple[TruePage, ...]:
        """The pages that links inside the record lead to."""
        return tuple(page for page in self.pages if page.reachable)


@dataclass(frozen=True, slots=True)
class TrueBoard:
    """A board or section and its pages."""

    url: str
    kind: str
    title: str
    pages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """What an address shows.

    Attributes
    ----------
    role
        ``thread`` (a page of one), ``alias`` (the same page elsewhere), ``part`` (one post
        of it), ``redirect`` (leads to it) or ``board``.
    item
        Index of the thread or board.
    page
        Page number in it, from 1.
    """

    role: str
    item: int
    page: int


@dataclass(frozen=True, slots=True)
class SiteTruth:
    """Everything that is known of a recorded site; ``places`` is keyed by ``sorted_key``."""

    name: str
    starts: dict[str, tuple[str, ...]]
    threads: tuple[TrueThread, ...]
    boards: tuple[TrueBoard, ...]
    places: dict[str, Place]

    def place(self, url: str) -> Place | None:
        """Return what an address (or path and query) shows, ``None`` when not known."""
        return self.places.get(sorted_key(url))


def load_truth(folder: Path, recording: Recording) -> SiteTruth:
    """Read ``site.json``, ``threads.jsonl.gz`` and ``boards.jsonl`` of a folder.

    Raises
    ------
    BenchError
        When a file is missing or does not hold what it should; the message says which.
    """
    try:
        site = json.loads((folder / "site.json").read_text(encoding="utf-8"))
        starts = {
            kind: tuple(str(url) for url in urls)
            for kind, urls in site["starts"].items()
            if kind in KINDS and urls
        }
    except FileNotFoundError:
        raise BenchError(f"{folder / 'site.json'} is missing") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BenchError(f"{folder / 'site.json'} is malformed: {error!r}") from error
    if not starts:
        raise BenchError(f"{folder / 'site.json'} names no start for forum or news")
    try:
        rows = list(read_jsonl(folder / "threads.jsonl.gz"))
        threads = tuple(_thread(row, recording) for row in rows)
        boards = tuple(
            TrueBoard(row["url"], row["kind"], row.get("title") or "", tuple(row["pages"]))
            for row in read_jsonl(folder / "boards.jsonl")
        )
        places = _places(threads, boards, rows)
    except (KeyError, TypeError, ValueError) as error:
        raise BenchError(f"the truth of {folder} is malformed: {error!r}") from error
    if not threads:
        raise BenchError(f"{folder / 'threads.jsonl.gz'} holds no threads")
    return SiteTruth(folder.name, starts, threads, boards, places)


def _thread(row: dict[str, Any], recording: Recording) -> TrueThread:
    posts = {str(post["post_id"]): post for post in row["posts"]}
    reachable = set(row["reachable_pages"])
    pages = []
    for number, (url, ids) in enumerate(zip(row["pages"], row["page_posts"], strict=True), 1):
        record = recording.find(path_of(url))
        html = record.body.decode("utf-8", "replace") if record else ""
        true = tuple(_post(posts[str(post_id)], html) for post_id in ids)
        pages.append(TruePage(url, number, number in reachable, true))
    return TrueThread(
        url=row["url"],
        kind=row["kind"],
        board_url=row.get("board_url"),
        title=row.get("title") or "",
        sticky=bool(row.get("sticky")),
        pages=tuple(pages),
    )


def _post(post: dict[str, Any], html: str) -> TruePost:
    bodies = [post["body_text"], post.get("body_own")]
    return TruePost(
        author=post.get("author"),
        time=post.get("time"),
        bodies=tuple(body for body in bodies if body is not None),
        post_id=str(post["post_id"]),
        shows_minute=shows_minute(post.get("time"), html),
    )


def shows_minute(time: str | None, html: str) -> bool:
    """Tell whether the page holds the clock reading: the site's (24 or 12 hours) or UTC's."""
    parsed = parse_time(time)
    if parsed is None or parsed[1] != "minute":
        return False
    value = parsed[0]
    minute = f":{value.minute:02d}"
    hours = {f"{value.hour:02d}", str(value.hour), str((value.hour - 1) % 12 + 1)}
    if value.tzinfo is not None and (offset := value.utcoffset()) is not None:
        hours.add(f"{(value - offset).hour:02d}")
    return any(hour + minute in html for hour in hours)


def _places(
    threads: tuple[TrueThread, ...], boards: tuple[TrueBoard, ...], rows: list[dict[str, Any]]
) -> dict[str, Place]:
    places: dict[str, Place] = {}
    for index, thread in enumerate(threads):
        for page in thread.pages:
            places.setdefault(sorted_key(page.url), Place("thread", index, page.number))
    for index, board in enumerate(boards):
        for number, url in enumerate(board.pages, 1):
            places.setdefault(sorted_key(url), Place("board", index, number))
        places.setdefault(sorted_key(board.url), Place("board", index, 1))
    for index, row in enumerate(rows):
        for alias in row.get("alias_pages") or ():
            role = _ALIAS_ROLES.get(alias["how"], "alias")
            key = sorted_key(alias["url"])
            places.setdefault(key, Place(role, index, int(alias["page"])))
        places.setdefault(sorted_key(row["url"]), Place("alias", index, 1))
    return places
