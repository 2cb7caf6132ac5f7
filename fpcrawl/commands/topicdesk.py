"""What ``scrapy topic`` works with: segmenter, pages, sources, the scorer of a library."""

from __future__ import annotations

import os
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fpcrawl.commands.output import state_trouble
from fpcrawl.exceptions import SourceError, StateError, TopicError, UsageError
from fpcrawl.middlewares.useragent import with_contact
from fpcrawl.saved.page import NO_ADDRESS, Unread
from fpcrawl.saved.sources import SavedPages
from fpcrawl.settings.stateconfig import state_config
from fpcrawl.spiders.topicsettings import eta_of, lexicons_of, segmenter_kind
from fpcrawl.store.opening import open_configured
from fpcrawl.topic.course import Standing
from fpcrawl.topic.library import TopicTerm
from fpcrawl.topic.relevance import TopicScorer
from fpcrawl.topic.segment import make_segmenter
from fpcrawl.topic.sources.fetching import Fetcher
from fpcrawl.topic.sources.named import SourceMaker
from fpcrawl.topic.sources.reading import DocumentReader
from fpcrawl.topic.vectors import DocumentFrequencies

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import ExitStack

    from scrapy.settings import BaseSettings

    from fpcrawl.store.base import Records
    from fpcrawl.topic.lexicon.chain import ChainLexicon
    from fpcrawl.topic.library import TopicLibrary
    from fpcrawl.topic.model import TopicPage

__all__ = ["TopicDesk", "grown_terms", "learnt_by_crawls", "spelled"]

_TEXT_ENDINGS = (".txt", ".text", ".md")
_MAX_TEXT_BYTES = 4_000_000


class TopicDesk:
    """The parts of the topic crawler as the settings want them.

    Parameters
    ----------
    settings
        Of the project.
    words
        Of the topic: they are kept in one piece.
    stack
        Closes at the end what was opened.
    crawls
        What crawls on the topic have learnt, see :func:`learnt_by_crawls`: pages are then
        scored as those would.
    """

    def __init__(
        self,
        settings: BaseSettings,
        words: Iterable[str],
        stack: ExitStack,
        crawls: Sequence[dict[str, Any]] = (),
    ) -> None:
        self._settings = settings
        self._stack = stack
        self.frequencies = _frequencies(crawls)
        self.segmenter = make_segmenter(segmenter_kind(settings), words=words)
        self.reader = DocumentReader(self.segmenter)
        self._fetcher: Fetcher | None = None

    def fetcher(self) -> Fetcher:
        """Return what asks the web."""
        if self._fetcher is None:
            contact = str(self._settings.get("FPCRAWL_CONTACT") or "")
            agent = with_contact(str(self._settings["USER_AGENT"]), contact)
            self._fetcher = Fetcher(agent)
        return self._fetcher

    def lexicons(self, names: Sequence[str], library: TopicLibrary) -> ChainLexicon:
        """Load the lexicons named, or those of the setting."""
        return lexicons_of(library, self._settings, names)

    def sources(
        self,
        *,
        state: str | None,
        whole_pages: bool,
        eta: float,
        tell: Callable[[int], None],
    ) -> SourceMaker:
        """Return what makes sources."""
        get = self._settings.get
        return SourceMaker(
            self.reader,
            self.fetcher,
            lambda folder: self._records(folder or state),
            search_url=str(get("FPCRAWL_TOPIC_SEARCH_URL") or ""),
            search_header=str(get("FPCRAWL_TOPIC_SEARCH_HEADER") or ""),
            # What stands on a command line others can read: the environment will do too.
            search_key=os.environ.get("FPCRAWL_TOPIC_SEARCH_KEY")
            or str(get("FPCRAWL_TOPIC_SEARCH_KEY") or ""),
            whole_pages=whole_pages,
            eta=eta,
            tell=tell,
        )

    def _records(self, folder: str | None) -> Records:
        config = state_config(self._settings, folder)
        try:
            state = open_configured(config, read_only=True)
        except StateError as error:
            raise StateError(state_trouble(error, config)) from error
        self._stack.callback(state.close)
        return state.records

    # -- pages

    def page(self, word: str) -> TopicPage:
        """Return the page that an address or a file is.

        Raises
        ------
        UsageError
            When there is none, or it cannot be read.
        """
        if word.startswith(("http://", "https://")):
            return self._fetched(word)
        if not Path(word).exists():
            raise UsageError(f"there is no {word}")
        pages = self.pages([word])
        if len(pages) != 1:
            raise UsageError(f"{word} holds {len(pages)} pages: name one")
        return pages[0][1]

    def _fetched(self, url: str) -> TopicPage:
        fetcher = self.fetcher()
        try:
            if self._settings.getbool("ROBOTSTXT_OBEY", True) and not fetcher.allowed(url):
                raise UsageError(f"robots.txt of the site does not let us fetch {url}")
            fetched = fetcher.get(url)
        except SourceError as error:
            raise UsageError(str(error)) from error
        page = self.reader.html(fetched.url, fetched.body, fetched.charset)
        if page is None:
            raise UsageError(f"{url} is no page that can be read")
        return page

    def pages(self, words: Sequence[str]) -> list[tuple[str, TopicPage]]:
        """Return the pages in folders and files, each with where it stands.

        Raises
        ------
        UsageError
            When a path does not exist, or one that was named holds nothing that can be read.
        """
        out: list[tuple[str, TopicPage]] = []
        for word in words:
            path = Path(word)
            before = len(out)
            if path.suffix.lower() in _TEXT_ENDINGS and path.is_file():
                out.append((word, self._text(path)))
                continue
            for saved in SavedPages([path]):
                if isinstance(saved, Unread):
                    if not path.is_dir():
                        raise UsageError(f"{word} cannot be read: {saved.reason} {saved.detail}")
                    continue
                page = self.reader.saved(saved)
                if page is not None:
                    if page.url.startswith(NO_ADDRESS):
                        page = replace(page, url=saved.path)
                    out.append((saved.path, page))
            if path.is_dir():
                texts = (p for p in sorted(path.rglob("*")) if p.suffix.lower() in _TEXT_ENDINGS)
                out += [(str(one), self._text(one)) for one in texts if one.is_file()]
            if len(out) == before:
                raise UsageError(f"there are no pages in {word}")
        return out

    def _text(self, path: Path) -> TopicPage:
        try:
            with path.open("rb") as file:
                text = file.read(_MAX_TEXT_BYTES).decode("utf-8", "replace")
        except OSError as error:
            raise UsageError(f"cannot read {path}: {error.strerror}") from error
        head, _, rest = text.strip().partition("\n")
        return self.reader.text(f"file:{path}", head[:200], rest or head)

    # -- scoring

    def scorer(self, library: TopicLibrary) -> TopicScorer:
        """Return what compares pages with a topic."""
        return TopicScorer(library.weights(), library.concepts(), self.segmenter, self.frequencies)

    def score_by(self, library: TopicLibrary) -> Callable[[TopicPage], float]:
        """Return what scores a page by a topic."""
        scorer = self.scorer(library)
        return lambda page: scorer.score(page).relevance

    def eta(self, library: TopicLibrary) -> float:
        """Return from which relevance a page is on the topic, as a crawl has it."""
        return eta_of(library, self._settings)


def learnt_by_crawls(settings: BaseSettings, folder: str | None, name: str) -> list[dict[str, Any]]:
    """Return what crawls on a topic have saved in a state directory.

    Parameters
    ----------
    folder
        The directory; ``None`` = the project's, where there need be none.
    name
        Of the topic.

    Raises
    ------
    UsageError
        When there is no such crawl in the directory named.
    StateError
        It cannot be used.
    """
    config = state_config(settings, folder)
    if folder is None and not config.exists:
        return []
    try:
        with closing(open_configured(config, read_only=True)) as state:
            saved = list(state.values.beginning("topic/"))
    except StateError as error:
        raise StateError(state_trouble(error, config)) from error
    found = []
    for one in saved:
        # A crawl of several sites leaves for each a note of where its topic stands.
        with suppress(StateError):
            if Standing.of_state(one).name == name:
                found.append(one)
    if folder is not None and not found:
        raise UsageError(f"{config.shown} has no crawl on the topic {name!r}")
    return found


def grown_terms(crawls: Sequence[dict[str, Any]]) -> list[TopicTerm]:
    """Return the terms that crawls have learnt."""
    out = []
    for one in crawls:
        growth = one.get("growth")
        terms = growth.get("terms", ()) if isinstance(growth, dict) else ()
        for term in terms:
            with suppress(TopicError):
                out.append(TopicTerm.from_json(term))
    return out


def _frequencies(crawls: Sequence[dict[str, Any]]) -> DocumentFrequencies | None:
    out: DocumentFrequencies | None = None
    for one in crawls:
        saved = DocumentFrequencies()
        try:
            saved.restore(one.get("frequencies") or {})
        except StateError:
            continue
        if out is None:
            out = saved
        else:
            out.merge(saved)
    return out


def spelled(library: TopicLibrary) -> list[str]:
    """Return the words of a topic, for the segmenter."""
    return [library.name, *(term.term for term in library)]
