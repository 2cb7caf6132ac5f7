from __future__ import annotations

import gzip
import json
import lzma
import socket
import sys
import uuid
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

pytest.importorskip("warcio", reason="the extra bench is not installed")

BOARD = """<html><head><title>Lathe talk</title></head><body><h1>Lathe talk</h1><ul>
<li><a href="/t/1">Which oil</a></li><li><a href="/t/2">Chuck runout</a></li>
<li><a href="/t/3">车床噪音</a></li></ul></body></html>"""


class SiteBuilder:
    """A hand-made recorded site: one board, three threads, one of two pages, one article."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.origin = f"http://127.0.0.1:{port}"
        self.answers: list[tuple[str, str, list[tuple[str, str]], bytes]] = []
        self.threads: list[dict[str, Any]] = []
        self.boards: list[dict[str, Any]] = []
        self.starts = {"forum": [self.origin + "/"], "news": [self.origin + "/news/1"]}

    def page(self, path: str, html: str | bytes, *headers: tuple[str, str], status="200 OK"):
        body = html if isinstance(html, bytes) else html.encode()
        first = [] if headers else [("Content-Type", "text/html; charset=utf-8")]
        self.answers.append((path, status, [*first, *headers], body))

    def thread(self, path: str, pages: list[list[dict[str, Any]]], **extra: Any):
        urls = [
            self.origin + path + (f"?page={n}" if n > 1 else "") for n in range(1, 1 + len(pages))
        ]
        row = {
            "url": self.origin + path,
            "kind": "forum",
            "board": "Lathe talk",
            "board_url": self.origin + "/b/1",
            "title": path,
            "sticky": False,
            "replies": sum(map(len, pages)) - 1,
            "pages": urls,
            "page_posts": [[post["post_id"] for post in page] for page in pages],
            "posts": [post for page in pages for post in page],
            "reachable_pages": list(range(1, 1 + len(pages))),
        }
        row.update(extra)
        self.threads.append(row)
        for url, posts in zip(urls, pages, strict=True):
            shown = "".join(
                f"<div><b>{p['author']}</b><i>{p['time'][:16].replace('T', ' ')}</i>"
                f"<p>{p['body_text']}</p></div>"
                for p in posts
            )
            self.page(url.removeprefix(self.origin), f"<html><body>{shown}</body></html>")

    def write(self) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        with lzma.open(self.folder / "site.warc.xz", "wb") as out:
            for path, status, headers, body in self.answers:
                lines = [f"HTTP/1.1 {status}", *(f"{k}: {v}" for k, v in headers), "", ""]
                content = "\r\n".join(lines).encode() + body
                head = [
                    "WARC/1.1",
                    "WARC-Type: response",
                    f"WARC-Target-URI: {self.origin}{path}",
                    "WARC-Date: 2026-03-06T00:00:00Z",
                    f"WARC-Record-ID: <urn:uuid:{uuid.uuid4()}>",
                    "Content-Type: application/http;msgtype=response",
                    f"Content-Length: {len(content)}",
                    "",
                    "",
                ]
                out.write("\r\n".join(head).encode() + content + b"\r\n\r\n")
        (self.folder / "site.json").write_text(
            json.dumps({"name": self.folder.name, "starts": self.starts})
        )
        with gzip.open(self.folder / "threads.jsonl.gz", "wt", encoding="utf-8") as out:
            out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in self.threads)
        (self.folder / "boards.jsonl").write_text(
            "".join(json.dumps(row) + "\n" for row in self.boards)
        )
        return self.folder

    def lines(self, kind: str) -> list[dict[str, Any]]:
        """Feed lines as a perfect crawl would write them."""
        lines: list[dict[str, Any]] = []
        for thread in (row for row in self.threads if row["kind"] == kind):
            rows = [
                {
                    "key": f"k{p['post_id']}",
                    "url": thread["url"] + f"#p{p['post_id']}",
                    "thread_url": thread["url"],
                    "post_id": str(p["post_id"]),
                    "author": p["author"],
                    "published": p["time"],
                    "body_text": p["body_text"],
                }
                for p in thread["posts"]
            ]
            if kind == "forum":
                lines += rows
            else:
                lines.append({**rows[0], "url": thread["url"], "comments": rows[1:]})
        return lines


def post(number: int, author: str, body: str, time: str = "2026-03-04T09:15:00+08:00"):
    return {"post_id": number, "author": author, "time": time, "body_text": body, "floor": 1}


@pytest.fixture
def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


@pytest.fixture
def builder(tmp_path: Path, free_port: int) -> SiteBuilder:
    site = SiteBuilder(tmp_path / "lathe", free_port)
    site.page("/", '<html><body><a href="/b/1">Lathe talk</a></body></html>')
    site.page("/robots.txt", "User-agent: *\nDisallow: /login\n", ("Content-Type", "text/plain"))
    site.page("/b/1", BOARD)
    site.page("/b/1?sort=asc", BOARD)
    site.page("/login", "<html><body><form></form></body></html>")
    site.page("/last/1", b"", ("Location", site.origin + "/t/1?page=2#p3"), status="302 Found")
    site.boards.append(
        {
            "url": site.origin + "/b/1",
            "kind": "forum",
            "title": "Lathe talk",
            "pages": [site.origin + "/b/1"],
        }
    )
    site.thread(
        "/t/1",
        [
            [post(1, "ann", "Which oil suits an old lathe best"), post(2, "bob", "+1")],
            [post(3, "cem", "Any light machine oil will do fine", "2026-03-05T22:40:10+08:00")],
        ],
        alias_pages=[
            {"url": site.origin + "/print/1", "page": 1, "how": "text"},
            {"url": site.origin + "/last/1", "page": 2, "how": "redirect"},
        ],
    )
    site.page("/print/1", "<html><body>Which oil suits an old lathe best +1</body></html>")
    site.thread("/t/2", [[post(4, "dee", "My chuck runs out by two tenths")]])
    site.thread("/t/3", [[post(5, "王明", "车床有噪音，怎么办？"), post(6, "ann", "先检查轴承。")]])
    site.thread(
        "/news/1",
        [[post(7, "ed", "The mill reopens in May"), post(8, "ann", "Good news for the town")]],
        kind="news",
    )
    return site
