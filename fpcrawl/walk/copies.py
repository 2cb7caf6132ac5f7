"""Threads that a site shows a second time in another dress: text versions, views for print."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from fpcrawl.extraction.records import Post
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


class Copies:
    """What the threads of a run have said, by their names and the kinds of their addresses."""

    def __init__(self) -> None:
        self._said: OrderedDict[str, dict[str, _Dress]] = OrderedDict()

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
