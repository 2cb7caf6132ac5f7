"""What a site shows a second time in another dress: text versions, views for print, for phones.

Articles in parts are shown once more on one page, too.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from fpcrawl.extraction.records import Article, Post
from fpcrawl.extraction.text import squeeze, weight_of
from fpcrawl.pages.urls import url_shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fpcrawl.extraction.records import Record

__all__ = ["Copies"]

#: Names of threads remembered.
MEMORY = 20_000
#: Weight of the letters and digits with which a post begins that is like no other by chance, and
#: most of those that it is known by.
MIN_SAID, MAX_SAID = 24, 48
#: Weight of the lines of an article that is like no other by chance, and pages of one title that
#: are remembered.
MIN_ARTICLE, MOST_PAGES = 100, 24
#: Share of the posts of a copy that were read before, and of a post's words: quotations and
#: notes can be dressed otherwise.
SHARE = 0.8
#: Characters of a time that every dress of a thread tells: some tell the seconds, others not.
TO_THE_MINUTE = len("2026-03-06T12:00")


class _Said(NamedTuple):
    """A post: who begins like this, how long it is, who wrote at this time, and how that ends.

    Several can write the same under the same title: what says little is known by its time alone.
    """

    begin: int | None
    size: int
    clock: int | None
    end: str


@dataclass(slots=True)
class _Dress:
    """What a thread has said at addresses of one kind, and whether a page there leads on."""

    begun: dict[int | None, int] = field(default_factory=dict)
    ended: dict[int | None, str] = field(default_factory=dict)
    leads_on: bool = False

    def add(self, posts: Iterable[_Said], *, leads_on: bool) -> None:
        self.begun.update((post.begin, post.size) for post in posts if post.begin is not None)
        self.ended.update((post.clock, post.end) for post in posts if post.clock is not None)
        self.leads_on = self.leads_on or leads_on

    def has(self, post: _Said) -> bool:
        """Whether all of a post was said; it can be shown in part first, and in full elsewhere.

        What it quotes can be left out here and there.
        """
        end = self.ended.get(post.clock)
        if end is not None and (end.endswith(post.end) or post.end.endswith(end)):
            return True
        return self.begun.get(post.begin, 0) >= SHARE * post.size


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the page of an article has shown: the weight of each of its longer lines."""

    url: str
    lines: dict[int, int]
    leads_on: bool

    def share_in(self, others: Iterable[_Shown]) -> float:
        """Share of its lines that others have shown."""
        known = set().union(*(other.lines for other in others))
        return sum(w for line, w in self.lines.items() if line in known) / sum(self.lines.values())


class Copies:
    """What the threads and articles of a run have said, by their names and addresses."""

    def __init__(self) -> None:
        self._said: OrderedDict[str, dict[str, _Dress]] = OrderedDict()
        self._shown: OrderedDict[str, list[_Shown]] = OrderedDict()

    def is_article_again(
        self, url: str, records: Iterable[Record], *, leads_on: bool, turned: bool
    ) -> bool:
        """Remember the page of an article; tell whether others of its title have shown all of it.

        Or whether it has all of one that leads on to further parts.

        Parameters
        ----------
        url, leads_on
            As for :meth:`is_copy`.
        turned
            Whether it was asked for as a further part: such a page is remembered, and no copy.
        """
        article = next((record for record in records if isinstance(record, Article)), None)
        if article is None or not article.title:
            return False
        said = ("".join(filter(str.isalnum, line)) for line in article.body_text.split("\n"))
        lines = {hash(line): w for line in said if (w := weight_of(line)) >= MIN_SAID}
        if sum(lines.values()) < MIN_ARTICLE:
            return False
        page = _Shown(url, lines, leads_on)
        pages = self._shown.setdefault(squeeze(article.title).lower(), [])
        others = [other for other in pages if other.url != url]
        if others and not turned:
            if page.share_in(others) >= SHARE:
                return True
            if any(one.leads_on and one.share_in([page]) >= SHARE for one in others):
                return True
        if len(pages) < MOST_PAGES:
            pages.append(page)
        if len(self._shown) > MEMORY:
            self._shown.popitem(last=False)
        return False

    def is_copy(self, url: str, records: Iterable[Record], *, leads_on: bool = False) -> bool:
        """Remember a page; tell whether one of its name, at an address of another kind, said it.

        A text version can be longer than a page: it is a copy, too, where it has all of a page
        that leads on to the rest.

        Parameters
        ----------
        url
            Its address.
        records
            What was read there. Without posts of some length it is no copy.
        leads_on
            Whether it links to further pages of the thread.
        """
        posts = [record for record in records if isinstance(record, Post)]
        said = [one for one in _said(posts) if one.begin is not None or one.clock is not None]
        if not any(one.begin is not None for one in said):
            return False
        shape = url_shape(url)
        kinds = self._said.setdefault(squeeze(posts[0].thread_title or "").lower(), {})
        others = [known for kind, known in kinds.items() if kind != shape]
        found = sum(any(known.has(one) for known in others) for one in said)
        if found >= SHARE * len(said):
            return True
        for known in others:
            shared = sum(map(known.has, said))
            if known.leads_on and shared >= SHARE * max(len(known.begun), len(known.ended)):
                return True
        kinds.setdefault(shape, _Dress()).add(said, leads_on=leads_on)
        if len(self._said) > MEMORY:
            self._said.popitem(last=False)
        return False


def _said(posts: Iterable[Post]) -> Iterator[_Said]:
    for post in posts:
        words = "".join(c for c in post.body_text if c.isalnum())
        begin = clock = None
        if weight_of(words) >= MIN_SAID:
            begin = hash((post.author, words[:MAX_SAID]))
        if post.author and "T" in (time := post.published or ""):
            clock = hash((post.author, time[:TO_THE_MINUTE]))
        yield _Said(begin, len(words), clock, words[-MAX_SAID:])
