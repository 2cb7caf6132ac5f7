"""Pages that hurt crawlers, each behind a link of one plain board page, and one sane thread.

``python -m fpcrawl.demo.hostile`` serves them alone; the demo shows them at ``/hostile/`` when
asked to.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from datetime import date, timedelta
from html import escape
from typing import TYPE_CHECKING

from .exchange import Reply, redirect, text_reply

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .exchange import Request

__all__ = ["BIG_BYTES", "DEPTH", "Hostile", "main"]

BIG_BYTES = 60 * 1024 * 1024
DEPTH = 200_000
_CHUNK = 64 * 1024
_TRAPS = {
    "big.html": "A page of 60 MB",
    "deep.html": "Nested 200,000 deep",
    "endless.html": "A page without an end",
    "empty.html": "A page of zero bytes",
    "binary.html": "Noise that says it is HTML",
    "loop/a": "A redirect loop",
    "forever/1": "Redirects without an end",
    "away": "A redirect to another host",
    "calendar/2026-03-01": "A calendar without an end",
    "pages/1": "A list without a last page",
    "s/start/list": "A session in the path",
    "nowhere": "A redirect to a host that does not exist",
    "nohost": "A redirect to an address without a host",
}


class Hostile:
    """Answers for the hostile pages.

    Parameters
    ----------
    root
        Path under which they lie, with a slash at both ends.
    """

    def __init__(self, root: str = "/") -> None:
        self._root = root
        self._sessions = 0

    def handle(self, request: Request) -> Reply:
        """Return the reply for a path under the root."""
        root = self._root
        rest = request.path.removeprefix(root) if request.path.startswith(root) else ""
        match rest.partition("/")[0]:
            case "":
                return text_reply(200, self._board())
            case "robots.txt":
                return text_reply(200, "User-agent: *\nDisallow:\n", "text/plain")
            case "sane":
                return text_reply(200, _sane(root))
            case "big.html":
                return Reply(200, _big(), length=BIG_BYTES)
            case "deep.html":
                body = "<div>" * DEPTH + "bottom" + "</div>" * DEPTH
                return text_reply(200, f"<html><body>{body}</body></html>")
            case "endless.html":
                return Reply(200, _endless())
            case "empty.html":
                return Reply(200, b"")
            case "binary.html":
                noise = random.Random(7).randbytes(50_000)  # noqa: S311
                return Reply(200, b"\x7fELF\x00" + noise, "text/html")
            case "loop":
                return redirect(f"{root}loop/{'b' if rest.endswith('a') else 'a'}")
            case "forever":
                number = re.sub(r"\D", "", rest)[:9]
                return redirect(f"{root}forever/{int(number or 0) + 1}")
            case "away":
                port = request.headers.get("host", "").rpartition(":")[2]
                return redirect(f"http://localhost:{port}{root}elsewhere.html")
            case "elsewhere.html":
                return text_reply(200, "<h1>You have left the site</h1>")
            case "nowhere":
                return redirect("http://no-such-host.invalid/")
            case "nohost":
                return redirect("https://")
            case "calendar":
                return self._calendar(rest)
            case "pages":
                return self._pages(rest)
            case "s":
                return self._session()
        return text_reply(404, "<h1>Not found</h1>")

    def _board(self) -> str:
        rows = "".join(
            f'<tr><td><a href="{self._root}{path}">{escape(text)}</a></td><td>admin</td><td>3</td>'
            "<td>2026-03-04 12:00</td></tr>"
            for path, text in {"sane": "An ordinary thread", **_TRAPS}.items()
        )
        head = "<tr><th>Topic</th><th>Author</th><th>Replies</th><th>Last post</th></tr>"
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Trap board</title>'
            f'</head><body><h1>Trap board</h1><table class="topics">{head}{rows}</table>'
            "</body></html>"
        )

    def _calendar(self, rest: str) -> Reply:
        try:
            day = date.fromisoformat(rest.partition("/")[2])
            around = [day + timedelta(days=step) for step in (-31, -1, 1, 31)]
        except (ValueError, OverflowError):
            return text_reply(404, "<h1>No such day</h1>")
        links = " ".join(f'<a href="{self._root}calendar/{d}">{d}</a>' for d in around)
        return text_reply(200, f"<h1>{day}</h1><p>Nothing happened.</p><p>{links}</p>")

    def _pages(self, rest: str) -> Reply:
        number = int(re.sub(r"\D", "", rest)[:9] or 1)
        link = f'<a rel="next" href="{self._root}pages/{number + 1}">Next</a>'
        items = "".join(f"<li>Nothing {number}-{n}</li>" for n in range(5))
        return text_reply(200, f"<h1>Page {number}</h1><ul>{items}</ul><p>{link}</p>")

    def _session(self) -> Reply:
        self._sessions += 1
        links = " ".join(
            f'<a href="{self._root}s/{self._sessions:08x}/{name}">{name}</a>'
            for name in ("list", "help", "start")
        )
        return text_reply(200, f"<h1>List</h1><p>The same again.</p><p>{links}</p>")


def _sane(root: str) -> str:
    posts = "".join(
        f'<div class="post" id="p{n}"><div class="who"><a href="{root}user/{name}">{name}</a></div>'
        f'<div class="when">2026-03-04 12:0{n}</div><div class="text"><p>{text}</p></div></div>'
        for n, (name, text) in enumerate(
            (
                ("Anna", "Is anybody here in spite of all the traps?"),
                ("Bram", "I am, and I brought a lamp and two sandwiches."),
                ("Carla", "Then we are three. That will do for a thread."),
            ),
            1,
        )
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>An ordinary thread'
        f"</title></head><body><h1>An ordinary thread</h1>{posts}</body></html>"
    )


def _big() -> Iterator[bytes]:
    head = b"<html><body><h1>Big</h1>\n"
    yield head
    left = BIG_BYTES - len(head)
    line = b"<p>All work and no end of it.</p>\n"
    chunk = (line * (_CHUNK // len(line) + 1))[:_CHUNK]
    while left > 0:
        yield chunk[:left]
        left -= len(chunk)


def _endless() -> Iterator[bytes]:
    yield b"<html><body><h1>Endless</h1>\n"
    number = 0
    while True:
        number += 1
        yield b"<p>And another thing, number %d.</p>\n" % number * 50


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve the hostile pages alone until interrupted; returns the exit code."""
    from .server import HttpServer  # noqa: PLC0415 - the server knows this module

    parser = argparse.ArgumentParser(prog="python -m fpcrawl.demo.hostile", description=__doc__)
    parser.add_argument("--port", type=int, default=8701, help="0 = any free one")
    port: int = parser.parse_args(arguments).port
    try:
        server = HttpServer(port=port)
    except (OSError, OverflowError) as error:
        print(f"cannot listen on 127.0.0.1:{port}: {error}", file=sys.stderr)
        return 2
    server.handler = Hostile().handle
    server.run(f"fpcrawl hostile: {server.url}")
    print("fpcrawl hostile: stopped", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
