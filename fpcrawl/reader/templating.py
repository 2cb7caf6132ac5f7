"""Templates at work in a reader: which reading of a page becomes its records."""

from __future__ import annotations

import traceback
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fpcrawl.extraction.records import Post
from fpcrawl.extraction.templates.assemble import assemble
from fpcrawl.extraction.templates.book import signatures_of
from fpcrawl.extraction.templates.compare import read_labels
from fpcrawl.extraction.templates.grouping import group_of_reading
from fpcrawl.extraction.templates.kinds import load_template
from fpcrawl.extraction.templates.model import Sheet
from fpcrawl.extraction.templates.shelf import SAME, SURE, ShelfContent, TemplateShelf
from fpcrawl.pages.urls import url_shape
from fpcrawl.reader.labelling import label, role_of_page, sureness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fpcrawl.extraction.extractor import Extractor, Found
    from fpcrawl.extraction.place import Place
    from fpcrawl.extraction.posts.postgroup import PostGroup
    from fpcrawl.extraction.records import Record
    from fpcrawl.extraction.templates.candidate import Candidate, Choice
    from fpcrawl.extraction.templates.model import TemplateRole
    from fpcrawl.extraction.templates.watch import TemplateUse
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.page import Page

__all__ = ["Extracted", "Templating", "assembled", "contradicts", "loses_fields", "same_keys"]

#: What a template's reading counts for whose records have other keys than those of structure.
OTHER_KEYS = 0.5
#: What a post may lose where its template does not read it.
_FIELDS = ("author", "author_url", "post_id", "quote_of")


@dataclass(slots=True)
class Extracted:
    """The records of a page.

    Attributes
    ----------
    uses
        What came of the templates that were tried.
    error
        Traceback of an error with the templates, which must not cost the records.
    bounded
        Templates that were given up on the page: too slow, or too many records.
    """

    records: Sequence[Record]
    uses: list[TemplateUse] = field(default_factory=list)
    error: str | None = None
    bounded: int = 0


class Templating:
    """Makes the records of a page, with a template or without.

    Parameters
    ----------
    extractor
        The way without.
    """

    def __init__(self, extractor: Extractor) -> None:
        self._extractor = extractor
        self._content: ShelfContent | None = None
        self._early: tuple[Page, Candidate | None, bool] | None = None
        self.shelf = TemplateShelf(load_template)

    def fill(self, content: ShelfContent) -> None:
        """Take what templates there are now; what was taken already changes nothing."""
        if content is not self._content:
            self._content = content
            self.shelf.fill(content)

    def glance(
        self, tree: PageTree, role: TemplateRole, cluster: str, source: Callable[[], str]
    ) -> tuple[bool, TemplateUse | None]:
        """Tell whether any template may read a page, and which one does for sure.

        Structure is not asked, which takes longer than all templates. What was read of a thread
        is remembered for :meth:`extract_settled` and :meth:`extract`.
        """
        page, shelf = tree.page, self.shelf
        shape, signatures = url_shape(page.url), signatures_of(tree)
        shelf.bounded.clear()
        candidate = shelf.read(role, shape, Sheet(page.base_url, page.root, source), signatures)
        if role == "thread":
            self._early = (page, candidate, candidate is not None and shelf.is_settled(candidate))
        if candidate is None:
            return shelf.may_try(role, shape, signatures, cluster), None
        candidate.judge()
        is_sure = not candidate.unread and candidate.believable >= SURE
        return True, candidate.use() if is_sure else None

    def posts(self, tree: PageTree) -> PostGroup | None:
        """Read the posts of a page with a template that needs no comparison, if there is one.

        Where the posts stand tells the role of the page; to find them by structure is a good
        part of what a page costs. What was read is remembered for :meth:`extract`.
        """
        self._early = None
        page, shelf = tree.page, self.shelf
        shelf.bounded.clear()
        shape = url_shape(page.url)
        if page.state is not None or not shelf.is_usual("thread", shape):
            return None
        sheet = Sheet(page.base_url, page.root)
        candidate = shelf.read("thread", shape, sheet, signatures_of(tree))
        if candidate is None:
            return None
        settled = shelf.is_settled(candidate)
        self._early = (page, candidate, settled)
        if not settled or candidate.places is None or not shelf.finds_the_same(candidate):
            return None
        return group_of_reading(tree, candidate.places, candidate.records)

    def extract_settled(self, tree: PageTree, place: Place) -> Extracted | None:
        """Make the records of a thread's page that was glanced at, where structure is not needed.

        ``None`` where it is: :meth:`extract` makes them.
        """
        if self._early is None:
            return None
        page, candidate, settled = self._early
        if page is not tree.page or candidate is None or not settled:
            return None
        try:
            return self._accepted(candidate, page, place)
        except Exception:
            return None  # it is met again there, and told

    def extract(self, found: Found, place: Place, source: Callable[[], str]) -> Extracted:
        """Make the records of a page.

        Parameters
        ----------
        source
            Gives the page as text; asked only where a template may need it.
        """
        role = role_of_page(found.role)
        if role is None or found.tree.page.state is not None or not self.shelf.has(role):
            return Extracted(self._extractor.extract(found, place))
        try:
            extracted = self._extract(found, place, role, source)
        except Exception:
            error = traceback.format_exc()
            return Extracted(self._extractor.extract(found, place), error=error)
        extracted.bounded = len(self.shelf.bounded)
        return extracted

    def _extract(
        self, found: Found, place: Place, role: TemplateRole, source: Callable[[], str]
    ) -> Extracted:
        page = found.tree.page
        sheet = Sheet(page.base_url, page.root, source)
        if role != "thread":
            return self._beside(found, place, role, sheet)
        shape = url_shape(page.url)
        early, self._early = self._early, None
        if early is None or early[0] is not page:
            self.shelf.bounded.clear()
        candidate: Candidate | None
        if early is not None and early[0] is page:
            _, candidate, settled = early
        else:
            candidate = self.shelf.read(role, shape, sheet, signatures_of(found.tree))
            settled = candidate is not None and self.shelf.is_settled(candidate)
        if candidate is not None and settled:
            return self._accepted(candidate, page, place)
        if candidate is None and self.shelf.is_resting(sheet):
            return Extracted(self._extractor.extract(found, place))
        choice = self._choose(found, place, role, sheet, candidate)
        if choice.candidate is None:
            return Extracted(self._extractor.extract(found, place), choice.uses)
        mine = assembled(choice.candidate, page, place)
        use = choice.uses[-1]
        if use.agreed is None:
            return Extracted(mine, choice.uses)
        theirs = self._extractor.extract(found, place)
        same = same_keys(mine, theirs)
        entry = choice.candidate.entry
        # Structure was wrong on pages where the network taught, or somebody edited, a template.
        is_measure = entry.labels == "structure" and entry.origin != "edited"
        is_worse = contradicts if is_measure and use.agreed >= SAME else loses_fields
        if same and not is_worse(mine, theirs):
            return Extracted(mine, choice.uses)
        self.shelf.distrust(choice.candidate, shape)
        # Under other keys the posts of the site would be handed out a second time.
        agreed = use.agreed if same else min(use.agreed, OTHER_KEYS)
        choice.uses[-1] = replace(use, agreed=agreed, handed_out=False)
        return Extracted(theirs, choice.uses)

    def _accepted(self, candidate: Candidate, page: Page, place: Place) -> Extracted:
        """Make records of a reading that needs no comparison."""
        choice = self.shelf.accept("thread", url_shape(page.url), candidate)
        return Extracted(assembled(candidate, page, place), choice.uses)

    def _beside(self, found: Found, place: Place, role: TemplateRole, sheet: Sheet) -> Extracted:
        """Make records of a list or an article from structure, and look what templates say.

        The rows of a list are needed to walk on, and structure knows the comments of an
        article: a template's reading is handed out only where structure has none.
        """
        theirs = self._extractor.extract(found, place)
        shape = url_shape(found.tree.page.url)
        self.shelf.bounded.clear()
        candidate = self.shelf.read(role, shape, sheet, signatures_of(found.tree))
        if candidate is not None and self.shelf.is_settled(candidate):
            return Extracted(theirs, [candidate.use()])
        choice = self._choose(found, place, role, sheet, candidate)
        if theirs or choice.candidate is None:
            return Extracted(theirs, [replace(use, handed_out=False) for use in choice.uses])
        return Extracted(assembled(choice.candidate, found.tree.page, place), choice.uses)

    def _choose(
        self,
        found: Found,
        place: Place,
        role: TemplateRole,
        sheet: Sheet,
        candidate: Candidate | None,
    ) -> Choice:
        labels = label(found, role, place)
        if role == "thread" and candidate is not None and candidate.places is not None:
            read = group_of_reading(found.tree, candidate.places, candidate.records)
            same = read is not None and found.posts is not None and read.told == found.posts.told
            self.shelf.note_posts(candidate, same=same)
        return self.shelf.choose(
            role,
            url_shape(found.tree.page.url),
            sheet,
            signatures_of(found.tree),
            candidate,
            read_labels(labels),
            sureness(found, role),
            place.cluster or "",
        )


def assembled(candidate: Candidate, page: Page, place: Place) -> list[Record]:
    """Make records of what a template read."""
    entry = candidate.entry
    return assemble(
        candidate.records,
        entry.role,
        page,
        place,
        template=entry.name,
        confidence=entry.verification.confidence,
    )


def same_keys(mine: Sequence[Record], theirs: Sequence[Record]) -> bool:
    """Whether two readings of a page give the records that both have the same keys."""
    known: dict[tuple[str, ...], set[str]] = {}
    for record in theirs:
        known.setdefault(_told(record), set()).add(record.key)
    return all(record.key in known.get(_told(record), (record.key,)) for record in mine)


def loses_fields(mine: Sequence[Record], theirs: Sequence[Record]) -> bool:
    """Whether posts of one reading lack what the other one knows of the same posts."""
    return any(_lacks(*pair) for pair in _same_posts(mine, theirs))


def contradicts(mine: Sequence[Record], theirs: Sequence[Record]) -> bool:
    """Whether posts of one reading tell something else than the same posts of the other one."""
    return any(_tells(post) != _tells(other) for post, other in _same_posts(mine, theirs))


def _same_posts(mine: Sequence[Record], theirs: Sequence[Record]) -> Iterator[tuple[Post, Post]]:
    known = {record.key: record for record in theirs if isinstance(record, Post)}
    for post in mine:
        other = known.get(post.key)
        if not isinstance(post, Post) or other is None:
            continue
        # Where keys are counted, two posts can have the same one.
        if post.published_raw == other.published_raw or post.body_text == other.body_text:
            yield post, other


def _lacks(post: Post, other: Post) -> bool:
    if any(getattr(other, name) and not getattr(post, name) for name in _FIELDS):
        return True
    # A time may have been told in full: what is cut short says less.
    return len(post.published or "") < len(other.published or "")


def _tells(post: Post) -> tuple[object, ...]:
    words = "".join(post.body_text.split())
    return words, post.published, *(getattr(post, name) for name in _FIELDS)


def _told(record: Record) -> tuple[str, ...]:
    if isinstance(record, Post):
        return (record.author or "", record.published_raw or "", record.body_text[:200])
    return (record.url,)
