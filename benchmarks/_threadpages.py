"""Thread pages for the timing of templates: of the bundled demo's families, or of a data folder."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from benchmarks.common import BenchError, data_folders, read_jsonl, read_packed
from fpcrawl.demo.clock import DemoClock
from fpcrawl.demo.exchange import Request
from fpcrawl.demo.site import Site
from fpcrawl.demo.world import World

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["ThreadPage", "demo_pages", "folder_pages"]

_MANIFEST = "manifest.jsonl"
_START = 1_772_000_000.0
_BASE = "http://demo.invalid"


@dataclass(frozen=True, slots=True)
class ThreadPage:
    """A page of a thread as served.

    Attributes
    ----------
    group
        What tells the pages of one template from the others.
    """

    group: str
    url: str
    body: bytes
    charset: str | None
    fetched: datetime


def demo_pages(per_group: int) -> list[ThreadPage]:
    """Return pages of the threads of every family of the demo, the longest threads first."""
    world = World(1, _START, DemoClock(_START, 0.0), live=False)
    site = Site(world, DemoClock(_START, 0.0), _BASE)
    now = datetime.fromtimestamp(_START, UTC)
    out = []
    for key, view in site.views.items():
        boards = [board for board in view.family.boards.values() if not board.spec.login]
        threads = [t for board in boards for t in board.threads.values() if not t.deleted]
        threads.sort(key=lambda thread: (-len(thread.alive), thread.id))
        for thread in threads[:per_group]:
            url = view.base + view.thread_path(thread)
            reply = site.handle(Request("GET", urlsplit(url).path + _query(url)))
            if reply.status == 200 and isinstance(reply.body, bytes):
                out.append(ThreadPage(f"demo:{key}", url, reply.body, None, now))
    return out


def _query(url: str) -> str:
    query = urlsplit(url).query
    return f"?{query}" if query else ""


def folder_pages(root: Path, per_group: int) -> list[ThreadPage]:
    """Return thread pages of a data folder, grouped by the template that its manifest tells.

    Raises
    ------
    BenchError
        When there are none, or the manifest is malformed.
    """
    groups: dict[str, list[ThreadPage]] = {}
    for folder in data_folders(root, _MANIFEST):
        for number, row in enumerate(read_jsonl(folder / _MANIFEST), 1):
            if row.get("page_type") != "thread":
                continue
            try:
                group = f"{folder.name}:{row.get('template') or row['site']}"
                pages = groups.setdefault(group, [])
                if len(pages) == per_group:
                    continue
                fetched = row.get("fetched_at")
                at = datetime.fromisoformat(fetched) if fetched else datetime.now(UTC)
                body = read_packed(folder / row["file"])
                pages.append(ThreadPage(group, row["url"], body, row.get("charset"), at))
            except (KeyError, TypeError, ValueError) as error:
                place = f"{folder / _MANIFEST}:{number}"
                raise BenchError(f"{place}: {type(error).__name__}: {error}") from error
    if not groups:
        raise BenchError(f"{root} holds no page of a thread")
    return [page for pages in groups.values() for page in pages]
