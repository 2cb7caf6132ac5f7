"""A made site: its pages and its truth, and the folder they are written to.

The folder is that of a recorded site, so that :mod:`benchmarks.site` reads it as any other.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import lzma
import random
import uuid
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from benchmarks._recording import WARC_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from benchmarks._madewords import Tongue

__all__ = ["NOW", "ORIGIN", "Look", "MadePost", "MadeSite", "MadeThread", "Shape", "stream"]

NOW = datetime(2026, 3, 6, 12, 0)  # noqa: DTZ001
"""When every site was made, by the clock of UTC."""

ORIGIN = "http://127.0.0.1:8990"
"""Where every site is said to stand; the replay moves it to a free port."""

_DATE = "Fri, 06 Mar 2026 12:00:00 GMT"


def stream(seed: int, what: str) -> random.Random:
    """Return chance for one purpose: what one part draws moves nothing of another."""
    return random.Random(f"{seed} {what}")


@dataclass(frozen=True, slots=True)
class Shape:
    """What was drawn for a site: name of an aspect to the chosen variant, extras apart."""

    seed: int
    chosen: dict[str, str]
    extras: frozenset[str]

    @classmethod
    def draw(
        cls,
        seed: int,
        aspects: Mapping[str, Sequence[str]],
        extras: Iterable[str],
        share: float = 0.35,
    ) -> Shape:
        """Draw every aspect and every extra apart from the others."""
        chosen = {name: stream(seed, name).choice(options) for name, options in aspects.items()}
        drawn = (name for name in extras if stream(seed, f"extra {name}").random() < share)
        return cls(seed, chosen, frozenset(drawn))

    def __getitem__(self, aspect: str) -> str:
        return self.chosen[aspect]

    def __contains__(self, extra: str) -> bool:
        return extra in self.extras

    def text(self) -> str:
        """Return the shape in a line."""
        parts = [f"{name}={value}" for name, value in self.chosen.items()]
        return " ".join([*parts, "+" + ",".join(sorted(self.extras))])


@dataclass(frozen=True, slots=True)
class Look:
    """What every part of a page asks for: its class, and its words in the site's language.

    Attributes
    ----------
    style
        Of classes: ``words`` that tell what a part is, ``letters`` that tell nothing, ``none``.
    """

    style: str
    seed: int
    t: Tongue

    def label(self, key: str) -> str:
        """Return the words for a part."""
        return self.t.label(key)

    def __call__(self, word: str) -> str:
        """Return the class attribute of a part, with a space before it, or nothing."""
        if self.style == "none":
            return ""
        if self.style == "letters":
            rng = stream(self.seed, f"class {word}")
            word = rng.choice("abcdefghkmnprstuvwxyz") + "".join(
                rng.choices("abcdefghkmnprstuvwxyz0123456789", k=5)
            )
        return f' class="{word}"'


@dataclass(frozen=True, slots=True)
class MadePost:
    """The truth of a post; ``own`` are its words without what it quotes, where it quotes."""

    number: int
    author: str | None
    time: str | None
    body: str
    own: str | None = None

    def row(self, floor: int) -> dict[str, Any]:
        """Return it as ``threads.jsonl.gz`` has it."""
        row = {
            "post_id": self.number,
            "author": self.author,
            "time": self.time,
            "body_text": self.body,
            "floor": floor,
        }
        return row if self.own is None else {**row, "body_own": self.own}


@dataclass(slots=True)
class MadeThread:
    """The truth of a thread or an article; ``pages`` are paths with the posts they show.

    ``aliases`` are paths that show the posts of a page as well, ``parts`` those that show some.
    """

    title: str
    board: int
    pages: list[tuple[str, list[MadePost]]]
    sticky: bool = False
    aliases: list[tuple[str, int]] = field(default_factory=list)
    parts: list[tuple[str, int]] = field(default_factory=list)


@dataclass(slots=True)
class MadeSite:
    """Pages and truth of a site."""

    name: str
    kind: str
    shape: Shape
    charset: str = "utf-8"
    declared: str = "both"
    pages: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    boards: list[tuple[str, str, list[str]]] = field(default_factory=list)
    threads: list[MadeThread] = field(default_factory=list)

    def page(self, path: str, html: str) -> None:
        """Add a page.

        Raises
        ------
        ValueError
            When the site has one there already.
        """
        if path in self.pages:
            raise ValueError(f"{self.name} has two pages {path}")
        charset = f"; charset={self.charset}" if self.declared != "meta" else ""
        body = html.encode(self.charset, "xmlcharrefreplace")
        self.pages[path] = (f"text/html{charset}", body)

    def board(self, title: str, paths: list[str]) -> None:
        """Add the truth of a board or section."""
        self.boards.append((title, paths[0], paths))

    def digest(self) -> str:
        """Return 64 hexadecimal digits that change when a page or the truth does."""
        total = hashlib.sha256(f"{self.name} {self.shape.text()}\n".encode())
        for path, (kind, body) in self.pages.items():
            total.update(f"{path} {kind} {hashlib.sha256(body).hexdigest()}\n".encode())
        for text in (self._threads_text(), self._boards_text()):
            total.update(text.encode())
        return total.hexdigest()

    def write(self, root: Path) -> Path:
        """Write the folder of the site below ``root`` and return it."""
        folder = root / self.name
        folder.mkdir(parents=True, exist_ok=True)
        site = {
            "name": self.name,
            "starts": {self.kind: [ORIGIN + "/"]},
            "shape": {**self.shape.chosen, "extras": sorted(self.shape.extras)},
        }
        text = json.dumps(site, indent=1, ensure_ascii=False)
        (folder / "site.json").write_text(text + "\n", encoding="utf-8")
        (folder / "boards.jsonl").write_text(self._boards_text(), encoding="utf-8")
        packed = io.BytesIO()
        with gzip.GzipFile(filename="", fileobj=packed, mode="wb", mtime=0) as out:
            out.write(self._threads_text().encode())
        (folder / "threads.jsonl.gz").write_bytes(packed.getvalue())
        (folder / WARC_NAME).write_bytes(lzma.compress(self._warc()))
        return folder

    def _warc(self) -> bytes:
        records = [self._record("/robots.txt", "text/plain", b"User-agent: *\nDisallow:\n")]
        records += [self._record(path, kind, body) for path, (kind, body) in self.pages.items()]
        return b"".join(records)

    def _record(self, path: str, content_type: str, body: bytes) -> bytes:
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nDate: {_DATE}\r\n\r\n"
        content = head.encode() + body
        number = uuid.uuid5(uuid.NAMESPACE_URL, f"{self.name}{path}")
        lines = [
            "WARC/1.1",
            "WARC-Type: response",
            f"WARC-Target-URI: {ORIGIN}{path}",
            f"WARC-Date: {NOW.isoformat()}Z",
            f"WARC-Record-ID: <urn:uuid:{number}>",
            "Content-Type: application/http;msgtype=response",
            f"Content-Length: {len(content)}",
            "",
            "",
        ]
        return "\r\n".join(lines).encode() + content + b"\r\n\r\n"

    def _boards_text(self) -> str:
        return _lines(
            {
                "url": ORIGIN + path,
                "kind": self.kind,
                "title": title,
                "pages": [ORIGIN + page for page in pages],
            }
            for title, path, pages in self.boards
        )

    def _threads_text(self) -> str:
        return _lines(self._thread_row(thread) for thread in self.threads)

    def _thread_row(self, thread: MadeThread) -> dict[str, Any]:
        posts = [post for _, page in thread.pages for post in page]
        title, path, _ = self.boards[thread.board]
        return {
            "url": ORIGIN + thread.pages[0][0],
            "kind": self.kind,
            "board": title,
            "board_url": ORIGIN + path,
            "title": thread.title,
            "sticky": thread.sticky,
            "replies": len(posts) - 1,
            "pages": [ORIGIN + page for page, _ in thread.pages],
            "page_posts": [[post.number for post in page] for _, page in thread.pages],
            "posts": [post.row(floor) for floor, post in enumerate(posts, 1)],
            "reachable_pages": list(range(1, len(thread.pages) + 1)),
            "alias_pages": [
                {"url": ORIGIN + path, "page": page, "how": how}
                for how, paths in (
                    ("the same posts", thread.aliases),
                    ("one post of the page", thread.parts),
                )
                for path, page in paths
            ],
        }


def _lines(rows: Iterable[dict[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
