"""Threads that a site shows a second time in another dress: text versions, views for print."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from fpcrawl.extraction.records import Post
from fpcrawl.extraction.text import squeeze
from fpcrawl.pages.urls import url_shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fpcrawl.extraction.records import Record

__all__ = ["Copies"]

#: Names of threads remembered.
MEMORY = 20_000
#: Letters and digits with which a post begins that is like no other by chance, and as many of
#: them as it is known by.
MIN_SAID, MAX_SAID = 24, 48
#: Share of the posts of a copy that were read before, and of a post's words: quotations and
#: notes can be dressed otherwise.
SHARE = 0.8


class Copies:
    """What the threads of a run have said, by their names and the kinds of their addresses."""

    def __init__(self) -> None:
        self._said: OrderedDict[str, dict[str, dict[tuple[str, str], int]]] = OrderedDict()

    def is_copy(self, url: str, records: Iterable[Record]) -> bool:
        """Remember a page; tell whether one of its name, at an address of another kind, said it.

        Parameters
        ----------
        url
            Its address.
        records
            What was read there. Without posts of some length it is no copy.
        """
        posts = [record for record in records if isinstance(record, Post)]
        said = dict(_beginnings(posts))
        if not said:
            return False
        shape = url_shape(url)
        kinds = self._said.setdefault(squeeze(posts[0].thread_title or "").lower(), {})
        others = [known for kind, known in kinds.items() if kind != shape]
        # A post can be shown in part first, and in full elsewhere.
        found = sum(
            any(known.get(begun, 0) >= SHARE * size for known in others)
            for begun, size in said.items()
        )
        if found >= SHARE * len(said):
            return True
        kinds.setdefault(shape, {}).update(said)
        if len(self._said) > MEMORY:
            self._said.popitem(last=False)
        return False


def _beginnings(posts: Iterable[Post]) -> Iterator[tuple[tuple[str, str], int]]:
    # Several can write the same under the same title.
    for post in posts:
        words = "".join(c for c in post.body_text if c.isalnum())
        if len(words) >= MIN_SAID:
            yield (post.author or "", words[:MAX_SAID]), len(words)
