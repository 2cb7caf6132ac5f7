"""What a crawl has stored as a source: its own pages, those that are on the topic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fpcrawl.exceptions import SourceError
from fpcrawl.topic.sources.folder import record_text
from fpcrawl.topic.sources.pageindex import PageIndex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fpcrawl.store.base import Records
    from fpcrawl.topic.model import TopicPage
    from fpcrawl.topic.sources.reading import DocumentReader

__all__ = ["CrawlSource"]

#: Of a thread, its posts in the order in which they were stored.
_MAX_CHARS = 40_000


class CrawlSource:
    """Threads and articles in a crawl's state, searched in memory; read when first asked.

    Parameters
    ----------
    records
        Of the state.
    reader
        Cuts them into words.
    eta
        What scores less is not proposed from; what was crawled without a topic has no score
        and is as good as any document.
    most_pages
        Further threads and articles are left out.
    """

    def __init__(
        self,
        records: Records,
        reader: DocumentReader,
        *,
        eta: float = 0.0,
        most_pages: int = 20_000,
        tell: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._records = records
        self._reader = reader
        self._eta = eta
        self._most_pages = most_pages
        self._tell = tell
        self._found: tuple[PageIndex, PageIndex] | None = None

    @property
    def name(self) -> str:
        """How commands and topic files call it."""
        return "crawl"

    def find(self, term: str, limit: int) -> Sequence[TopicPage]:
        """Return the threads and articles on the topic that a term describes best."""
        return self._read()[0].find(term, limit)

    def sample(self, limit: int) -> Sequence[TopicPage]:
        """Return threads and articles, on the topic or not, spread evenly over all."""
        return self._read()[1].sample(limit)

    def _read(self) -> tuple[PageIndex, PageIndex]:
        if self._found is None:
            accepted, every = (PageIndex(self._reader.cut, self._most_pages) for _ in range(2))
            for number, (url, title, text, score) in enumerate(self._documents(), 1):
                page = self._reader.text(url, title, text)
                if not page.blocks:
                    continue
                if not every.add(page):
                    break
                if score is None or score >= self._eta:
                    accepted.add(page)
                self._tell(number)
            if not len(every):
                raise SourceError("the crawl has stored no posts and no articles")
            self._found = accepted, every
        return self._found

    def _documents(self) -> Iterator[tuple[str, str, str, float | None]]:
        for record in self._records.stored("article"):
            yield (*record_text(record), _score(record))
        threads: dict[str, tuple[str, list[str], float | None]] = {}
        sizes: dict[str, int] = {}
        for post in self._records.stored("post"):
            _, title, text = record_text(post)
            url = str(post.get("thread_url") or post.get("url") or "")
            if url not in threads and len(threads) >= self._most_pages:
                continue
            known, texts, score = threads.get(url, (title, [], None))
            if sizes.get(url, 0) < _MAX_CHARS:
                sizes[url] = sizes.get(url, 0) + len(text)
                texts.append(text)
            scores = [one for one in (score, _score(post)) if one is not None]
            threads[url] = (known or title, texts, max(scores, default=None))
        for url, (title, texts, score) in threads.items():
            yield url, title, "\n".join(texts)[:_MAX_CHARS], score


def _score(record: dict[str, Any]) -> float | None:
    score = record.get("topic_score")
    return float(score) if isinstance(score, int | float) else None
