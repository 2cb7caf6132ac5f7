"""What a site shows a second time in another dress: text versions, views for print, for phones.

Articles in parts are shown once more on one page, too.
"""

from __future__ import annotations

import re
from array import array
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from fpcrawl.extraction.records import Article, Post
from fpcrawl.extraction.text import squeeze, weight_of
from fpcrawl.pages.urls import url_numbers, url_shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fpcrawl.extraction.records import Record

__all__ = ["Copies"]

#: Names of threads remembered, and beginnings and ends of their posts: some 60 MB.
MEMORY, MAX_POSTS = 20_000, 400_000
#: Weight of the letters and digits with which a post begins that is like no other by chance, and
#: most of those that it is known by.
MIN_SAID, MAX_SAID = 24, 48
#: Weight of the longer lines of an article that is like no other by chance, and pages of one title
#: that are remembered, the latest.
MIN_ARTICLE, MOST_PAGES = 100, 24
#: Lines and numbers of articles that are remembered, and as how many of them a page counts beside:
#: together some 20 MB.
MAX_LINES, OF_A_PAGE = 2_000_000, 50
#: Most weight of a line that is noted.
MAX_WEIGHT = 60_000
#: Characters of a time that tell the day.
TO_THE_DAY = len("2026-03-06")
#: Share of the posts of a copy that were read before, and of a post's words: quotations and
#: notes can be dressed otherwise.
SHARE = 0.8
#: Characters of a time that every dress of a thread tells: some tell the seconds, others not.
TO_THE_MINUTE = len("2026-03-06T12:00")

_NUMBER = re.compile(r"\d+")


class _Said(NamedTuple):
    """A post: who begins like this, how long it is, its day, who wrote then, and how that ends.

    Several can write the same under the same title: what says little is known by its time alone.
    """

    begin: int | None
    size: int
    day: int | None
    clock: int | None
    end: str


@dataclass(slots=True)
class _Dress:
    """What a thread has said at addresses of one kind, and whether a page there leads on."""

    begun: dict[int | None, tuple[int, int | None]] = field(default_factory=dict)
    ended: dict[int | None, str] = field(default_factory=dict)
    leads_on: bool = False

    @property
    def size(self) -> int:
        """Beginnings and ends that are remembered."""
        return len(self.begun) + len(self.ended)

    def add(self, posts: Iterable[_Said], *, leads_on: bool) -> None:
        self.begun.update(
            (post.begin, (post.size, post.day)) for post in posts if post.begin is not None
        )
        self.ended.update((post.clock, post.end) for post in posts if post.clock is not None)
        self.leads_on = self.leads_on or leads_on

    def has(self, post: _Said) -> bool:
        """Whether all of a post was said; it can be shown in part first, and in full elsewhere.

        What it quotes can be left out here and there. The same can be said on another day, in
        another thread of the same title; zones move a post by a day at most.
        """
        end = self.ended.get(post.clock)
        if end is not None and (end.endswith(post.end) or post.end.endswith(end)):
            return True
        size, day = self.begun.get(post.begin, (0, None))
        if day is not None and post.day is not None and abs(day - post.day) > 1:
            return False
        return size >= SHARE * post.size

    def has_told(self, post: _Said) -> bool:
        """Whether just this was said: the same words, in the same minute, by the same one."""
        return (
            bool(post.end)
            and self.ended.get(post.clock) == post.end
            and (post.begin is None or self.begun.get(post.begin) == (post.size, post.day))
        )


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the page of an article has shown: its lines, with the weight of each, and its numbers.

    Attributes
    ----------
    day
        When it was published; empty when it does not tell.
    addressed
        Whether no more of that is told than the address tells.
    stamp
        Who published it in which minute, where its lines alone say too little to be known by.
    """

    url: str
    day: str
    addressed: bool
    stamp: tuple[str, str] | None
    lines: array[int]
    weights: array[int]
    numbers: array[int]
    leads_on: bool

    @classmethod
    def of(cls, url: str, article: Article, *, leads_on: bool) -> _Shown | None:
        """Take what tells an article from others; ``None`` when it says too little."""
        said = ("".join(filter(str.isalnum, line)) for line in article.body_text.split("\n"))
        lines = {hash(line): min(weight_of(line), MAX_WEIGHT) for line in said if line}
        stamp = None
        if sum(w for w in lines.values() if w >= MIN_SAID) < MIN_ARTICLE:
            minute = (article.published or "")[:TO_THE_MINUTE]
            if not lines or not article.author or len(minute) < TO_THE_MINUTE:
                return None
            stamp = (article.author, minute)
        numbers = set(map(hash, _NUMBER.findall(article.body_text)))
        day = (article.published or "")[:TO_THE_DAY]
        return cls(
            url,
            day,
            article.published == day and _names_day(url, day),
            stamp,
            array("q", lines),
            array("H", lines.values()),
            array("q", numbers),
            leads_on,
        )

    @property
    def size(self) -> int:
        """As how many lines it counts."""
        return len(self.lines) + len(self.numbers) + OF_A_PAGE

    def share_in(self, others: Iterable[_Shown]) -> float:
        """Share of its lines that others have shown."""
        known = set().union(*(other.lines for other in others))
        pairs = zip(self.lines, self.weights, strict=True)
        return sum(w for line, w in pairs if line in known) / sum(self.weights)

    def can_be(self, other: _Shown) -> bool:
        """Whether another page can show the same.

        What appears each day under one title can have set words: then its day tells it, or its
        numbers.
        """
        if self.day and other.day and self.day != other.day:
            # What stands at many addresses in the place of articles has the days of these.
            return self.addressed and other.addressed and self.lines == other.lines
        if self.stamp is not None or other.stamp is not None:
            return self.stamp == other.stamp and self.lines == other.lines
        mine, others = set(self.numbers), set(other.numbers)
        if not (mine <= others or others <= mine):
            return False
        # In the same dress nothing is dressed otherwise.
        return url_shape(self.url) != url_shape(other.url) or set(self.lines) == set(other.lines)


def _names_day(url: str, day: str) -> bool:
    """Whether an address tells a day: "/2026/03/06/", "/20260306/"."""
    if len(day) < TO_THE_DAY:
        return False
    numbers = url_numbers(url)
    told = tuple(map(int, day.split("-")))
    days = (numbers[n : n + len(told)] for n in range(len(numbers)))
    return int(day.replace("-", "")) in numbers or told in days


class Copies:
    """What the threads and articles of a run have said, by their names and addresses."""

    def __init__(self) -> None:
        self._said: OrderedDict[str, dict[str, _Dress]] = OrderedDict()
        self._said_size = 0
        self._shown: OrderedDict[str, list[_Shown]] = OrderedDict()
        self._shown_size = 0

    def is_article_again(
        self, url: str, records: Iterable[Record], *, leads_on: bool, turned: bool
    ) -> bool:
        """Remember the page of an article; tell whether others of its title have shown all of it.

        Or whether it has all of one that leads on to further parts.

        Parameters
        ----------
        url, leads_on
            As for :meth:`unsaid`.
        turned
            Whether it was asked for as a further part: such a page is remembered, and no copy.
        """
        article = next((record for record in records if isinstance(record, Article)), None)
        if article is None or not article.title:
            return False
        page = _Shown.of(url, article, leads_on=leads_on)
        if page is None:
            return False
        pages = self._shown.setdefault(squeeze(article.title).lower(), [])
        others = [other for other in pages if other.url != url and page.can_be(other)]
        if others and not turned:
            if page.share_in(others) >= SHARE:
                return True
            if any(one.leads_on and one.share_in([page]) >= SHARE for one in others):
                return True
        self._remember(pages, page)
        return False

    def _remember(self, pages: list[_Shown], page: _Shown) -> None:
        if len(pages) >= MOST_PAGES:
            self._shown_size -= pages.pop(0).size
        pages.append(page)
        self._shown_size += page.size
        while self._shown_size > MAX_LINES:
            _, oldest = self._shown.popitem(last=False)
            self._shown_size -= sum(one.size for one in oldest)

    def unsaid(
        self,
        url: str,
        records: Sequence[Record],
        *,
        leads_on: bool = False,
        is_known: bool = False,
    ) -> list[Record]:
        """Remember a page; leave out the posts that one of its name, of another kind, has told.

        A site can show its posts one by one, and all of a thread together: either may be read
        first. What was told is left out of the rest.

        Parameters
        ----------
        url
            Address of the first page of the list or thread that it belongs to: a further page
            of a thread is no copy of the first, though what it quotes stands there.
        records
            What was read there.
        leads_on
            Whether it links to further pages of the thread.
        is_known
            Whether the page was read before: it is no copy then, some of its posts can be.

        Returns
        -------
        list of Record
            None where the whole page is a copy: nearly all that it says was said, be it dressed
            otherwise, or it has all of a page that leads on to the rest (a text version can be
            longer than a page). Without posts of some length it is no copy.
        """
        posts = [record for record in records if isinstance(record, Post)]
        if not posts:
            return list(records)
        said = list(_said(posts))
        shape = url_shape(url)
        name = squeeze(posts[0].thread_title or "").lower()
        known = self._said.get(name, {})
        others = [dress for kind, dress in known.items() if kind != shape]
        if others and not is_known and _is_copy(said, others):
            return []
        told = {
            post.key
            for post, one in zip(posts, said, strict=True)
            # Without a title, "Yes." can be of any thread.
            if (name or one.begin is not None) and any(dress.has_told(one) for dress in others)
        }
        own = [one for one, post in zip(said, posts, strict=True) if post.key not in told]
        if not own:
            return []
        if any(one.begin is not None or one.clock is not None for one in own):
            mine = self._said.setdefault(name, {}).setdefault(shape, _Dress())
            self._said_size -= mine.size
            mine.add(own, leads_on=leads_on)
            self._said_size += mine.size
            while len(self._said) > MEMORY or self._said_size > MAX_POSTS:
                _, oldest = self._said.popitem(last=False)
                self._said_size -= sum(dress.size for dress in oldest.values())
        return [record for record in records if record.key not in told]


def _is_copy(said: Sequence[_Said], others: Sequence[_Dress]) -> bool:
    """Whether a page says what pages of other kinds have said, or all of one that leads on."""
    said = [one for one in said if one.begin is not None or one.clock is not None]
    if not any(one.begin is not None for one in said):
        return False
    found = sum(any(known.has(one) for known in others) for one in said)
    if found >= SHARE * len(said):
        return True
    for known in others:
        shared = sum(map(known.has, said))
        if known.leads_on and shared >= SHARE * max(len(known.begun), len(known.ended)):
            return True
    return False


def _said(posts: Iterable[Post]) -> Iterator[_Said]:
    for post in posts:
        words = "".join(c for c in post.body_text if c.isalnum())
        begin = clock = None
        if weight_of(words) >= MIN_SAID:
            begin = hash((post.author, words[:MAX_SAID]))
        time = post.published or ""
        if post.author and "T" in time:
            clock = hash((post.author, time[:TO_THE_MINUTE]))
        yield _Said(begin, len(words), _day_of(time), clock, words[-MAX_SAID:])


def _day_of(time: str) -> int | None:
    """Return the number of a day; ``None`` where none is told."""
    try:
        return date.fromisoformat(time[:TO_THE_DAY]).toordinal()
    except ValueError:
        return None
