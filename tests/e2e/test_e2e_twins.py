"""Addresses that were held to be others of known pages, and prove not to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from e2e_kit import Site, crawl, records

from fpcrawl.demo.exchange import text_reply

if TYPE_CHECKING:
    from pathlib import Path

    from fpcrawl.demo.exchange import Reply, Request

pytestmark = pytest.mark.slow

STORIES, A_PAGE = 60, 10
_PLACES = ("harbour", "market", "station", "library", "bridge", "museum", "school", "mill")
_WORDS = {
    "": "Anna keeps the {} open on each day of the week, says the town, with {} helpers and a cat.",
    "/en": "Jeden Tag der Woche ist {} nun offen, sagt die Stadt, mit {} Helfern und einer Katze.",
}


class TwoTongues:
    """A news site that stands once more below a word; its first stories are not translated."""

    def __init__(self, untranslated: int) -> None:
        self._untranslated = untranslated

    def handle(self, request: Request) -> Reply:
        path = request.path
        tongue = "/en" if path.startswith("/en/") else ""
        name, _, number = path.removeprefix(tongue).strip("/").removesuffix(".html").rpartition("/")
        if path == "/robots.txt":
            return text_reply(404, "", "text/plain")
        if name == "story":
            return text_reply(200, self._story(tongue, int(number)), "text/html")
        return text_reply(200, self._list(tongue, int(number or 1)), "text/html")

    def _title(self, tongue: str, n: int) -> str:
        place = _PLACES[n % len(_PLACES)]
        return f"{'Neues' if self._words(tongue, n) else 'News'} of the {place} number {n}"

    def _words(self, tongue: str, n: int) -> str:
        return tongue if n > self._untranslated else ""

    def _story(self, tongue: str, n: int) -> str:
        said = _WORDS[self._words(tongue, n)]
        words = "".join(f"<p>{said.format(place, n)}</p>" for place in _PLACES)
        title, other = self._title(tongue, n), "" if tongue else "/en"
        return (
            f"<html><head><title>{title}</title></head><body><h1>{title}</h1>"
            f"<p>By Anna Weber, <time>2026-03-{n % 28 + 1:02d} 10:00</time></p>{words}"
            f'<p><a href="{other}/story/{n}.html">EN/DE</a></p></body></html>'
        )

    def _list(self, tongue: str, page: int) -> str:
        first = A_PAGE * (page - 1) + 1
        rows = "".join(
            f'<li><a href="{tongue}/story/{n}.html">{self._title(tongue, n)}</a></li>'
            for n in range(first, first + A_PAGE)
        )
        ways = "".join(
            f'<a href="{tongue}/list/{n + 1}.html">{n + 1}</a> ' for n in range(STORIES // A_PAGE)
        )
        return (
            f"<html><head><title>News</title></head><body><h1>News</h1><ul>{rows}</ul>"
            f'<p>{ways}</p><p><a href="{"" if tongue else "/en"}/">EN/DE</a></p></body></html>'
        )


class ForMembers:
    """A news site that shows one notice in the place of its newer stories."""

    def __init__(self, locked: int, path: str) -> None:
        self._locked, self._path = locked, path

    def handle(self, request: Request) -> Reply:
        head, _, number = request.target.rpartition("-")
        if request.path == "/robots.txt":
            return text_reply(404, "", "text/plain")
        if head == self._path.partition("-{}")[0]:
            return text_reply(200, self._story(int(number)), "text/html")
        return text_reply(200, self._list(int(request.query.get("page", 1))), "text/html")

    def _story(self, n: int) -> str:
        title, byline = f"News of the {_PLACES[n % len(_PLACES)]} number {n}", ""
        words = [_WORDS[""].format(place, n) for place in _PLACES]
        if n <= self._locked:
            title = "For members alone"
            words = [f"Whoever pays reads what we write of the {place}." for place in _PLACES]
        else:
            byline = f"<p>By Anna Weber, <time>2026-03-{n % 28 + 1:02d} 10:00</time></p>"
        said = "".join(f"<p>{text}</p>" for text in words)
        return (
            f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{byline}{said}"
            '<p><a href="/">All news</a></p></body></html>'
        )

    def _list(self, page: int) -> str:
        rows = "".join(
            f'<li><a href="{self._path.format(n)}">News of the {_PLACES[n % len(_PLACES)]}</a></li>'
            for n in range(A_PAGE * (page - 1) + 1, A_PAGE * page + 1)
        )
        ways = "".join(f'<a href="/?page={n + 1}">{n + 1}</a> ' for n in range(STORIES // A_PAGE))
        return (
            f"<html><head><title>News</title></head><body><h1>News</h1><ul>{rows}</ul>"
            f"<p>{ways}</p></body></html>"
        )


@pytest.mark.parametrize("locked", [6, 40])
@pytest.mark.parametrize("path", ["/news/the-town-and-its-number-{}", "/read?id=our-town-{}"])
def test_stories_beside_many_for_members_alone_are_not_lost(
    tmp_path: Path, locked: int, path: str
) -> None:
    with Site(ForMembers(locked, path).handle) as site:
        crawl(tmp_path, "news", f"site={site.url}").assert_clean()
    said = [line["body_text"] for line in records(tmp_path, "articles")]
    assert sum("week" in text for text in said) == STORIES - locked


@pytest.mark.parametrize("untranslated", [8, 14])
def test_stories_that_are_translated_later_are_not_lost(tmp_path: Path, untranslated: int) -> None:
    with Site(TwoTongues(untranslated).handle) as site:
        crawl(tmp_path, "news", f"site={site.url}").assert_clean()
    said = [line["body_text"] for line in records(tmp_path, "articles")]
    assert len(said) == len(set(said))
    assert sum("Woche" in text for text in said) == STORIES - untranslated
    assert sum("week" in text for text in said) == STORIES


def test_what_was_never_translated_is_left_alone(tmp_path: Path) -> None:
    with Site(TwoTongues(STORIES).handle) as site:
        crawl(tmp_path, "news", f"site={site.url}").assert_clean()
        asked = [target for target in site.log if target.startswith("/en/story/")]
    assert len(records(tmp_path, "articles")) == STORIES
    assert len(asked) < STORIES // 2
