"""Documents of whatever form to pages of terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.exceptions import PageError
from fpcrawl.pages.parse import read_page
from fpcrawl.saved.page import load_saved
from fpcrawl.topic.blocks import text_page, topic_page

if TYPE_CHECKING:
    from fpcrawl.saved.page import SavedPage
    from fpcrawl.topic.model import TopicPage
    from fpcrawl.topic.segment import Segmenter

__all__ = ["DocumentReader"]

_MAX_CHARS = 400_000


class DocumentReader:
    """Cuts documents into words, each with the same segmenter.

    Parameters
    ----------
    segmenter
        The one that cuts the topic too.
    """

    def __init__(self, segmenter: Segmenter) -> None:
        self.segmenter = segmenter

    def cut(self, text: str) -> list[str]:
        """Return the words of a text."""
        return self.segmenter.cut(text)

    def text(self, url: str, title: str, text: str) -> TopicPage:
        """Read plain text; of a huge one its beginning."""
        return text_page(title[:_MAX_CHARS], text[:_MAX_CHARS], self.segmenter, url=url)

    def html(self, url: str, body: bytes, charset: str | None = None) -> TopicPage | None:
        """Read HTML; ``None`` when it is no page that can be read."""
        try:
            return topic_page(read_page(body, url, http_charset=charset), self.segmenter)
        except PageError:
            return None

    def saved(self, saved: SavedPage) -> TopicPage | None:
        """Read a saved page; ``None`` as above."""
        try:
            return topic_page(load_saved(saved), self.segmenter)
        except PageError:
            return None
