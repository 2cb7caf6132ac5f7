"""Small sound forums, each with one trap of a million addresses or more.

``python -m fpcrawl.demo.traps KIND`` serves one. Every forum has the same boards and threads;
:attr:`TrapSite.threads` says which, and :meth:`TrapSite.page_of` which page of them a request
showed, so that what a crawler wasted can be counted.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from calendar import monthrange
from datetime import date, datetime, timedelta
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from .exchange import Reply, text_reply

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .exchange import Request

__all__ = ["KINDS", "TrapSite", "main"]

KINDS = ("calendar", "sorts", "pager", "session", "soft404", "tags")

_BOARDS = ("Kettles", "Pans", "Knives")
_THREADS = 26
_ROWS = 10
_POSTS = 10
_NAMES = ("Ada", "Björn", "Chen", "Dora", "Emil", "Fang", "Greta", "Hugo")
_WORDS = (
    "lid handle spout copper iron steel rust soap brush heat flame gas water boil simmer crack "
    "weld bolt screw glue oil grease scale lime vinegar lemon salt towel shelf drawer hook board"
).split()
_SORTS = {
    "o": ("newest", "oldest", "replies", "views", "author", "title"),
    "w": ("up", "down"),
    "d": ("1", "7", "30", "90", "365", "all"),
    "look": ("list", "cards", "dense"),
    "only": ("open", "solved", "mine", "hot", "fresh"),
    "per": ("10", "20", "50", "100"),
}
_NEWEST = datetime(2026, 3, 4, 21, 30)  # noqa: DTZ001 - pages show the forum's wall clock


class TrapSite:
    """A forum with one trap.

    Parameters
    ----------
    kind
        One of :data:`KINDS`: a calendar of all days; boards in any order and filter; page
        numbers without an end; a new session in the path of every link; a page for every
        address, none of them telling so by its status; a cloud of tags that leads to itself.
    """

    def __init__(self, kind: str) -> None:
        if kind not in KINDS:
            raise ValueError(f"no such trap: {kind}")
        self.kind = kind
        self._chance = random.Random(kind)  # noqa: S311 - made-up pages, no secrets
        self._root = "/"

    @property
    def threads(self) -> dict[int, int]:
        """Threads, with their numbers of pages."""
        return {
            number: -(-self._replies(number) // _POSTS)
            for board in range(len(_BOARDS))
            for number in self._numbers(board)
        }

    @property
    def posts(self) -> int:
        """Number of posts in all threads."""
        return sum(map(self._replies, self.threads))

    @property
    def pages(self) -> set[tuple[str, int, int]]:
        """Every true page: ``(home|board|topic, number, page)``."""
        out = {("home", 0, 1)}
        out |= {
            ("board", board, page + 1)
            for board in range(len(_BOARDS))
            for page in range(-(-_THREADS // _ROWS))
        }
        out |= {("topic", n, page + 1) for n, last in self.threads.items() for page in range(last)}
        return out

    def page_of(self, target: str) -> tuple[str, int, int] | None:
        """Return the true page that a request for ``target`` showed, ``None`` for none."""
        path, _, query = target.partition("?")
        path = self._without_session(path)
        fields = dict(part.partition("=")[::2] for part in query.split("&") if part)
        page = int(fields.get("page") or 1)
        if path == "/":
            return "home", 0, 1
        found = re.fullmatch(r"/(board|topic)/(\d+)", path)
        if found is None:
            return None
        shown = found.group(1), int(found.group(2)), page
        return shown if shown in self.pages and fields.keys() <= {"page"} else None

    def handle(self, request: Request) -> Reply:
        """Return the reply for a request."""
        if request.path == "/robots.txt":
            return text_reply(200, "User-agent: *\nDisallow:\n", "text/plain")
        if self.kind == "session":
            # Software that does not know its visitor hands out a new number on each page.
            self._root = f"/{self._chance.getrandbits(64):016x}/"
        path = self._without_session(request.path)
        query = request.query
        number = re.sub(r"\D", "", query.get("page", ""))[:9]
        page = max(int(number or 1), 1)
        head, _, rest = path.strip("/").partition("/")
        if not head:
            return self._page("All boards", self._home())
        if head == "board" and rest.isdigit() and int(rest) < len(_BOARDS):
            return self._board(int(rest), page, query)
        if head == "topic" and rest.isdigit() and int(rest) in self.threads:
            return self._topic(int(rest), page)
        if self.kind == "calendar" and head == "events":
            return self._events(rest)
        if self.kind == "tags" and head == "about":
            return self._tag(rest)
        if self.kind == "soft404":
            return self._lost(request.path)
        return text_reply(404, "<h1>Not found</h1>")

    def _without_session(self, path: str) -> str:
        return re.sub(r"^/[0-9a-f]{16}(?=/)", "", path) if self.kind == "session" else path

    def _numbers(self, board: int) -> range:
        first = 101 + 100 * board
        return range(first, first + _THREADS)

    @staticmethod
    def _replies(number: int) -> int:
        """Return the number of posts of a thread, the opening one counted."""
        return 23 if number % 13 == 0 else 1 + number % 5

    @staticmethod
    def _title(number: int) -> str:
        words = random.Random(number).sample(_WORDS, 4)  # noqa: S311
        return f"{words[0].title()} and {words[1]}: {words[2]} or {words[3]}?"

    def _page(self, title: str, body: str) -> Reply:
        head = f'<a href="{self._root}">Home</a>'
        if self.kind == "calendar":
            head += f' <a href="{self._root}events/2026/3">Events</a>'
        if self.kind == "tags":
            head += f" {self._cloud('')}"
        return text_reply(
            200,
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)} - '
            f"Pots and pans</title></head><body><div>{head}</div><h1>{escape(title)}</h1>{body}"
            "</body></html>",
        )

    def _home(self) -> str:
        return "".join(
            f'<div class="board"><h3><a href="{self._root}board/{number}">{name}</a></h3>'
            f"<p>All that is to be said of {name.lower()}</p></div>"
            for number, name in enumerate(_BOARDS)
        )

    def _board(self, board: int, page: int, query: dict[str, str]) -> Reply:
        chosen = {name: query[name] for name in _SORTS if name in query}
        numbers = list(self._numbers(board))
        if self.kind == "sorts" and chosen.get("o") in {"title", "author", "views"}:
            random.Random(chosen["o"] + chosen.get("w", "")).shuffle(numbers)  # noqa: S311
        elif chosen.get("w") != "up":
            numbers.reverse()
        last = -(-len(numbers) // _ROWS)
        if page > last and self.kind != "pager":
            return text_reply(404, "<h1>No such page</h1>")
        shown = min(page, last)
        rows = "".join(
            f'<tr><td><a href="{self._root}topic/{n}">{escape(self._title(n))}</a></td>'
            f"<td>{_NAMES[n % 8]}</td><td>{self._replies(n) - 1}</td>"
            f"<td>{self._moment(n)}</td></tr>"
            for n in numbers[(shown - 1) * _ROWS : shown * _ROWS]
        )
        here = f"{self._root}board/{board}"
        pager = self._pager(here, chosen if self.kind == "sorts" else {}, page, last)
        orders = "".join(self._orders(here, chosen)) if self.kind == "sorts" else ""
        head = "<tr><th>Topic</th><th>Author</th><th>Replies</th><th>Last post</th></tr>"
        body = f'{orders}<table class="topics">{head}{rows}</table>{pager}'
        if self.kind == "soft404":
            chance = random.Random(f"{board} {page}")  # noqa: S311
            body += "".join(self._dead(chance) for _ in range(8))
        return self._page(_BOARDS[board], body)

    @staticmethod
    def _orders(here: str, chosen: dict[str, str]) -> Iterator[str]:
        for name, values in _SORTS.items():
            links = (
                f'<a href="{here}?{escape(urlencode({**chosen, name: value}))}">{value}</a>'
                for value in values
            )
            yield f'<p class="order">{" ".join(links)}</p>'

    def _pager(self, here: str, kept: dict[str, str], page: int, last: int) -> str:
        end = page + 3 if self.kind == "pager" else last
        if end < 2:
            return ""
        numbers = [n for n in range(max(page - 2, 1), end + 1) if n != page]
        links = [(str(n), n) for n in numbers]
        if page < end:
            links.append(("Next", page + 1))
        return (
            '<div class="pages">'
            + " ".join(
                f'<a href="{here}?{escape(urlencode({**kept, "page": n}))}">{text}</a>'
                for text, n in links
            )
            + "</div>"
        )

    @staticmethod
    def _moment(number: int, floor: int = 1) -> str:
        return f"{_NEWEST - timedelta(minutes=7 * (900 - number)) + timedelta(minutes=floor)}"

    def _topic(self, number: int, page: int) -> Reply:
        total = self._replies(number)
        last = -(-total // _POSTS)
        if page > last and self.kind != "pager":
            return text_reply(404, "<h1>No such page</h1>")
        shown = min(page, last)
        posts = []
        for floor in range((shown - 1) * _POSTS + 1, min(shown * _POSTS, total) + 1):
            chance = random.Random(1000 * number + floor)  # noqa: S311
            text = " ".join(chance.choices(_WORDS, k=chance.randint(12, 40)))
            posts.append(
                f'<div class="post" id="p{1000 * number + floor}"><div class="author">'
                f'{_NAMES[(number + floor) % 8]}</div><div class="when">'
                f'{self._moment(number, floor)}</div><div class="text"><p>{text}.</p></div></div>'
            )
        more = self._pager(f"{self._root}topic/{number}", {}, page, last)
        if self.kind == "soft404":
            chance = random.Random(number)  # noqa: S311
            more += "".join(self._dead(chance) for _ in range(3))
        return self._page(self._title(number), "".join(posts) + more)

    def _dead(self, chance: random.Random) -> str:
        """Return a link to a page that is not there."""
        one, two = chance.sample(_WORDS, 2)
        path = chance.choice(
            (
                f"{one}/{chance.randrange(10**6)}",
                f"wiki/{one}-{two}-{chance.randrange(999)}",
                f"{two}/{one}.html",
                f"old/{one}/{two}/{chance.randrange(10**4)}",
                f"shop?item={chance.randrange(10**6)}",
                f"{one}-{two}",
            )
        )
        return f'<p><a href="{self._root}{path}">See {one} and {two}</a></p>'

    def _lost(self, path: str) -> Reply:
        chance = random.Random(path)  # noqa: S311
        links = "".join(self._dead(chance) for _ in range(6))
        return self._page(
            "Nothing here",
            f"<p>We looked for {escape(path)} and did not find it. It may have been moved or "
            f"taken down. You might like one of these:</p>{links}",
        )

    def _events(self, rest: str) -> Reply:
        numbers = [int(part) for part in rest.split("/") if part.isdigit()]
        try:
            day = date(*numbers) if len(numbers) == 3 else date(numbers[0], numbers[1], 1)
        except (IndexError, TypeError, ValueError, OverflowError):
            return text_reply(404, "<h1>No such day</h1>")
        months = [day.year * 12 + day.month - 1 + step for step in (-12, -1, 1, 12)]
        links = [
            (f"{m // 12}/{m % 12 + 1}", f"{m % 12 + 1}/{m // 12}")
            for m in months
            if 1 <= m // 12 <= 9999
        ]
        if len(numbers) == 2:
            days = monthrange(day.year, day.month)[1]
            links += [(f"{day.year}/{day.month}/{n}", str(n)) for n in range(1, days + 1)]
        body = " ".join(f'<a href="{self._root}events/{to}">{text}</a>' for to, text in links)
        talked = random.Random(day.toordinal()).sample(sorted(self.threads), 2)  # noqa: S311
        body += "<p>Talked about then:</p>" + "".join(
            f'<p><a href="{self._root}topic/{n}">{escape(self._title(n))}</a></p>' for n in talked
        )
        return self._page(f"Events of {day:%d %B %Y}", f"<p>Nothing planned.</p>{body}")

    def _cloud(self, rest: str) -> str:
        chance = random.Random(rest)  # noqa: S311
        tags = ["+".join(sorted(chance.sample(_WORDS, chance.randint(1, 5)))) for _ in range(12)]
        return " ".join(f'<a href="{self._root}about/{tag}">{tag}</a>' for tag in tags)

    def _tag(self, rest: str) -> Reply:
        chance = random.Random(rest)  # noqa: S311
        rows = "".join(
            f'<p><a href="{self._root}topic/{n}">{escape(self._title(n))}</a></p>'
            for n in chance.sample(sorted(self.threads), 8)
        )
        return self._page(f"About {rest.replace('+', ', ')}", f"{rows}<p>{self._cloud(rest)}</p>")


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve one of the sites until interrupted; returns the exit code."""
    from .server import HttpServer  # noqa: PLC0415 - the server knows this package

    parser = argparse.ArgumentParser(prog="python -m fpcrawl.demo.traps", description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--port", type=int, default=8702, help="0 = any free one")
    options = parser.parse_args(arguments)
    try:
        server = HttpServer(port=options.port)
    except (OSError, OverflowError) as error:
        print(f"cannot listen on 127.0.0.1:{options.port}: {error}", file=sys.stderr)
        return 2
    server.handler = TrapSite(options.kind).handle
    server.run(f"fpcrawl trap {options.kind}: {server.url}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
