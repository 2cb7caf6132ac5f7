"""The reading of a page, from its bytes to its records and to the links to follow."""

from __future__ import annotations

import traceback
from copy import deepcopy
from datetime import UTC
from functools import partial
from typing import TYPE_CHECKING

from fpcrawl.clustering.features import page_features
from fpcrawl.exceptions import PageError
from fpcrawl.extraction.clock import observe_page
from fpcrawl.extraction.extractor import Extractor, Found, StructureExtractor
from fpcrawl.extraction.keys import forum_of
from fpcrawl.extraction.lists.ages import ages_of
from fpcrawl.extraction.place import Place
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.records import Thread
from fpcrawl.pages.charset import text_of
from fpcrawl.pages.parse import read_page
from fpcrawl.pages.urls import SiteScope
from fpcrawl.reader.job import SURE_ENOUGH, PageReport
from fpcrawl.reader.labelling import role_of_page
from fpcrawl.reader.learning import Apprentice
from fpcrawl.reader.templating import Templating
from fpcrawl.reader.topical import TopicReader
from fpcrawl.walk.content import content_of
from fpcrawl.walk.forms import login_links, shows_account, shows_entrance
from fpcrawl.walk.pagination import page_number
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.roles import decide
from fpcrawl.walk.sitehosts import hosts_below
from fpcrawl.walk.sources import feeds_of
from fpcrawl.walk.titles import names_on_start_page
from fpcrawl.walk.twins import bears_token
from fpcrawl.walk.walker import Walker
from fpcrawl.walk.walls import wall_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.records import Record
    from fpcrawl.reader.job import LearnJob, LearnReport, PageJob
    from fpcrawl.reader.learning import Lessons
    from fpcrawl.reader.setup import DeskSetup
    from fpcrawl.walk.reading import Reading
    from fpcrawl.walk.walker import Context

__all__ = ["ReadingDesk"]

#: A page with less text than this, in characters, shows nothing.
BARE_TEXT = 200
#: Pages with content of their own; the others lead to it.
OWN = frozenset({"thread", "article"})
#: Those of pages that can be copies of others.
ALIASED = OWN | {"index"}


class ReadingDesk:
    """Reads the pages of one site.

    Attributes
    ----------
    known
        What is known of the site.
    """

    def __init__(self, setup: DeskSetup, extractor: Extractor | None = None) -> None:
        self.known = setup.known
        self._setup = setup
        self._extractor = extractor or StructureExtractor()
        self._templating = Templating(self._extractor)
        self._apprentice = Apprentice(
            self.known, self._extractor, self._templating, setup.limits, zone=setup.zone
        )
        self._walker = Walker(
            SiteScope(setup.site),
            setup.rules,
            setup.known.families,
            setup.known.twins,
            setup.max_trail,
        )
        self._topical = TopicReader(setup.topic) if setup.topic is not None else None

    def read(self, job: PageJob) -> PageReport:
        """Read a page; what cannot be read is a report with a ``failure``."""
        try:
            page = read_page(
                job.body,
                job.url,
                http_charset=job.http_charset,
                fetched=job.fetched,
                site_time=job.site_time,
                limits=self._setup.limits,
            )
        except PageError as error:
            return PageReport(job.url, failure=error.reason, failure_text=str(error))
        report = PageReport(
            page.url, charset_overridden=page.charset.overridden, limits_hit=page.limits_hit
        )
        book = self.known.layouts.setdefault(forum_of(page.url), LayoutBook())
        self._templating.fill(self.known.templates)
        reading = read_structure(page, book, self._templating.posts)
        if job.context.role != "home":
            # The start page of a forum can stand above it.
            above = self.known.layouts.get("", book)
            reading.site_names = (*book.names, *above.names)
        if not self._look_for_walls(reading, job, report):
            self._read_content(reading, book, job, report)
        return report

    def learn(self, job: LearnJob) -> LearnReport:
        """Learn a template from kept pages, or only read them again."""
        self._templating.fill(self.known.templates)
        report = self._apprentice.learn(job)
        for reread in report.rereads:
            reread.records[:], _ = self._wanted(reread.records)
        return report

    def lessons(self, report: LearnReport) -> Lessons:
        """Return what that has taught beside, for :meth:`take_lessons` of another desk."""
        return self._apprentice.lessons(report)

    def take_lessons(self, lessons: Lessons) -> None:
        """Know what was learnt at another desk that knew the same."""
        self._apprentice.take(lessons)

    def _look_for_walls(self, reading: Reading, job: PageJob, report: PageReport) -> bool:
        page = reading.page
        report.wall = wall_of(reading, at_home=job.context.role == "home")
        if report.wall is not None or job.wants_account:
            report.has_account = shows_account(page)
            report.has_entrance = not report.has_account and shows_entrance(page)
        if report.wall is None and job.wants_doors:
            report.doors = login_links(page)
        return report.wall is not None

    def _read_content(
        self, reading: Reading, book: LayoutBook, job: PageJob, report: PageReport
    ) -> None:
        page, walker = reading.page, self._walker
        if job.wants_clock:
            observe_page(self.known.clock, reading.tree, job.site_time)
            report.clock = self.known.clock
        families = walker.families
        decide(
            reading,
            families.of(page.url),
            job.context.role,
            kind=self._setup.rules.kind,
            # The pager of a thread leads to no article, whatever its addresses are like.
            threads_beside=job.context.thread_url is None and families.has_threads_beside(page.url),
        )
        report.role, report.confidence = reading.role, reading.confidence
        report.own_role, report.own_weight = reading.own_role, reading.own_weight
        report.why = reading.why
        context = report.context = walker.placed(reading, job.context)
        learnt = book.zeros, book.ones, len(book.names)
        walker.read_list(reading, context)
        if context.role == "home" and reading.role not in OWN:
            book.learn_names(names_on_start_page(reading.tree))
        if learnt != (book.zeros, book.ones, len(book.names)):
            # As it is now: the next page may teach more before the report is handed on.
            report.layouts = deepcopy(book)
        report.page_type = reading.page_type
        if walker.is_unasked(reading, context):
            reading.why.append("it is none of the boards that were asked for")
            reading.role = report.role = "other"
        if reading.role in ALIASED and not job.recurring:
            report.alias = walker.alias_of(reading, context)
            if report.alias is not None:
                return
        report.size = reading.size
        report.first_page = context.first_page(reading)
        if bears_token(page.url):
            scope = walker.scope
            report.issued_links = [x.url for x in page.links if scope.contains(x.url)]
        if context.role == "home":
            report.feeds = feeds_of(page)
            report.hosts_below = hosts_below(page, self._walker.scope)
        report.steps = walker.steps(reading, context)
        report.refused = reading.refused
        if context.role in {"home", "board"} and not report.steps:
            report.is_bare = _is_bare(reading)
        if reading.role in {"index", "home"}:
            report.next_page = next(
                (step for step in report.steps if step.context.page == context.page + 1), None
            )
        if self._topical is not None:
            try:
                report.topic = self._topical.read(reading, report.steps)
            except Exception:
                report.topic_error = traceback.format_exc()
        if job.settled_role != reading.role:
            try:
                report.features = page_features(page)
            except Exception:
                report.clustering_error = traceback.format_exc()
        found = Found(reading.tree, reading.role, reading.posts, reading.rows, book, reading.told)
        self._extract(found, self._place(reading, job, context), job.body, report)
        report.content = content_of(reading, report.records)

    def _extract(self, found: Found, place: Place, body: bytes, report: PageReport) -> None:
        # A forum's portal pages are not what a forum crawl is for.
        if not (self._setup.rules.kind == "forum" and found.role == "article"):
            try:
                source = partial(text_of, body, found.tree.page.charset)
                extracted = self._templating.extract(found, place, source)
                records, report.uses = extracted.records, extracted.uses
                report.template_bound = extracted.bounded
                report.extraction_error = extracted.error
                # Markup of our own making teaches no template.
                is_plain = found.tree.page.state is None
                report.place = place if is_plain and role_of_page(found.role) is not None else None
            except Exception:
                # One page nobody thought of must not cost its links, its lease or the crawl.
                report.extraction_error = traceback.format_exc()
                records = []
            report.records, days = self._wanted(records)
            threads = [record for record in report.records if isinstance(record, Thread)]
            # Here, where times can be read: the crawl need not learn to.
            report.ages = ages_of(threads, place.now)
            report.left_out, report.left_out_until = len(days), max(days, default=None)
        teaches = found.role in OWN and report.confidence > SURE_ENOUGH
        if teaches and found.posts is not None and found.book.learn_from(found.posts.layouts):
            report.layouts = found.book

    def _place(self, reading: Reading, job: PageJob, context: Context) -> Place:
        own = reading.role in OWN
        title = self._walker.title_of(reading, context) if own else context.thread_title
        board = context.board
        if board is None and not own:
            board = self._walker.name_of_list(reading, context)
        if own:
            board = self._walker.board_of(reading) or board
        url = reading.page.url
        return Place(
            site=self._setup.host,
            thread_url=context.thread_url or url,
            now=job.site_time,
            thread_title=title,
            board=board,
            page=max(context.page, page_number(url) or 1),
            zone=self._setup.zone or self.known.clock.zone or UTC,
            order=self.known.clock.order,
        )

    def _wanted(self, records: Sequence[Record]) -> tuple[list[Record], list[str]]:
        """Part what the user wants from what is older; return that and the days of the latter."""
        wanted: list[Record] = []
        days: list[str] = []
        since = self._setup.since
        for record in records:
            # It is ISO 8601; a date alone stands for its whole day.
            published = getattr(record, "published", None)
            day = None if published is None else str(published)[:10]
            if since is None or day is None or day >= since:
                wanted.append(record)
            else:
                days.append(day)
        return wanted, days


def _is_bare(reading: Reading) -> bool:
    """Whether a page has scripts and hardly any text: they are to make it, and are not run."""
    has_scripts = next(reading.page.root.iter("script"), None) is not None
    return has_scripts and reading.tree.text_len[0] < BARE_TEXT
