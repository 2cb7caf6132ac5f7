"""What the requests and the records of a crawl of a live forum were worth."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from live_world import minute, text_of

from benchmarks.scoring import GotPost, TruePost, score_page, summarise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from live_kit import Asked

Look = dict[str, Any]
NEUTRAL = {"/robots.txt", "/"}


def thread_pages(look: Look) -> dict[str, list[dict[str, Any]]]:
    """Every thread page and the posts on it."""
    return {path: posts for thread in look["threads"] for path, posts in thread["pages"].items()}


def board_pages(look: Look) -> set[str]:
    """Every page of a board; the front page and its further pages are of no board."""
    return {path for path in look["lists"] if urlsplit(path).path != "/"}


@dataclass(slots=True)
class Requests:
    """Requests of a crawl by what they brought.

    ``thread_pages`` counts how often each thread page was shown, at whatever address;
    ``wasted`` has the addresses that brought no board page or thread page for the first time.
    The start page and robots.txt are neutral.
    """

    total: int = 0
    neutral: int = 0
    useful: int = 0
    thread_pages: Counter[str] = field(default_factory=Counter)
    wasted: list[str] = field(default_factory=list)

    @property
    def useful_share(self) -> float:
        return self.useful / (self.total - self.neutral)


def judge(asked: Iterable[Asked], look: Look, page_at: Callable[[str], str]) -> Requests:
    """Judge requests; ``page_at`` tells the proper address of the page shown at an address."""
    boards, threads = board_pages(look), thread_pages(look)
    out = Requests()
    seen = set()
    for request in asked:
        out.total += 1
        page = page_at(request.path)
        shown = request.status == 200
        out.thread_pages[page] += shown and page in threads
        if request.path in NEUTRAL and request.path not in seen:
            out.neutral += 1
        elif shown and (page in boards or page in threads) and page not in seen:
            out.useful += 1
        else:
            out.wasted.append(f"{request.status} {request.path}")
        seen.add(request.path if request.path in NEUTRAL else page)
    out.thread_pages = +out.thread_pages
    return out


def changed_pages(before: Look, after: Look) -> tuple[set[str], set[str]]:
    """Pages of lists and of threads that show something they did not show before.

    A list page counts when a row on it is new or shows another title, number of replies or
    time; rows that have only moved on, pushed by others, are no change of a page.
    """
    known = {tuple(row) for rows in before["lists"].values() for row in rows}
    lists = {
        path
        for path, rows in after["lists"].items()
        if any(tuple(row) not in known for row in rows)
    }
    old, new = thread_pages(before), thread_pages(after)
    return lists, {path for path, posts in new.items() if old.get(path) != posts}


def page_number(url: str) -> int:
    """Number of the page that an address shows."""
    return int(parse_qs(urlsplit(url).query).get("page", ["1"])[0])


def truth_of(post: dict[str, Any]) -> TruePost:
    # Spirit leaves out minutes that are nought, as Django's formats do.
    bodies = (text_of(post["html"]), text_of(post["html"], quotes=False))
    shows_minute = bool(post["time"] // 60 % 60)
    return TruePost(post["author"], minute(post["time"]), bodies, post["id"], shows_minute)


def score(lines: Iterable[dict[str, Any]], look: Look) -> dict[str, float | int]:
    """Compare the lines of a feed with all posts, thread by thread."""
    by_thread = defaultdict(list)
    for line in sorted(lines, key=lambda line: page_number(line["url"])):
        by_thread[urlsplit(line["thread_url"]).path].append(
            GotPost(line["author"], line["published"], line["body_text"], line["published_raw"])
        )
    pages = [
        score_page(
            [truth_of(post) for posts in thread["pages"].values() for post in posts],
            by_thread.pop(next(iter(thread["pages"])), []),
        )
        for thread in look["threads"]
    ]
    return summarise(pages, sum(map(len, by_thread.values())))


def latest(lines: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Keep the last version of each record, where the first stood."""
    kept: dict[str, dict[str, Any]] = {}
    for line in lines:
        kept[line["key"]] = line
    return list(kept.values())
