"""What a crawl does about the templates of its site: keeps pages, watches, has them learnt."""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from fpcrawl.extensions.timetext import utc_now
from fpcrawl.extraction.records import Post, mark_topic
from fpcrawl.extraction.templates.kept import KeptPage
from fpcrawl.extraction.templates.shelf import ShelfContent
from fpcrawl.extraction.templates.watch import reading_use
from fpcrawl.pages.urls import url_shape
from fpcrawl.pipelines.rendering import RenderBudget
from fpcrawl.pipelines.templatepools import Pools
from fpcrawl.reader.job import LearnJob
from fpcrawl.reader.labelling import role_of_page
from fpcrawl.store.templates import stored_book, take_stored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy.statscollectors import StatsCollector

    from fpcrawl.extraction.records import Record
    from fpcrawl.extraction.templates.book import TemplateEntry
    from fpcrawl.extraction.templates.model import TemplateRole
    from fpcrawl.extraction.templates.watch import TemplateUse
    from fpcrawl.items import PageItem
    from fpcrawl.reader.job import LearnReport
    from fpcrawl.reader.knowledge import Knowledge
    from fpcrawl.reader.secondlook import RenderMode
    from fpcrawl.store.base import State
    from fpcrawl.store.model import Stored

__all__ = ["SiteTemplates"]

logger = logging.getLogger(__name__)

#: Unread pages of a cluster after which only one of so many is kept.
MANY_UNREAD, ONE_OF = 64, 8
#: Pages kept of those that a template reads, to compare the next version on.
GOOD_KEPT = 4
#: Pages without one that it reads after which a template is held to be of the past.
DEAD = 5
#: What a template may have missed before others are learnt beside it without looking whether
#: it still fits, and pages after which they are anyway.
SUSPECT, SUSPECT_PAGES = 1.0, 12
#: What a template of another site must have read here to be taken over.
ADOPT_PAGES, ADOPT_RECORDS = 2, 8
#: Kinds of addresses whose clusters are remembered, and how many clusters of each.
MEMORY, MAX_CLUSTERS = 500, 4
#: Pages that are read again at a time.
BATCH = 24
#: Seconds after which a page of one post or none is read again that was read before the layout
#: of its site was known here, and confidence in its post below which that is so.
UNSURE_S, UNSURE = 20.0, 0.7


class Unsaid(Protocol):
    """Leaves out of the records of a page those that another page has shown.

    ``is_known`` where others of the page are stored.
    """

    def __call__(
        self, page: KeptPage, records: Sequence[Record], *, is_known: bool
    ) -> list[Record]: ...


class SiteTemplates:
    """The templates of one crawl's site.

    Stats: see ``docs/settings.md``, ``fpcrawl/extraction/*``.

    Parameters
    ----------
    state
        Where templates and pages are kept.
    crawl, site
        Name of the crawl, host of the site.
    known
        Its ``templates`` are replaced when there are others.
    stats
        Where pages and templates are counted.
    hold_s
        Seconds that records of clusters without a template are held back; 0 = not at all.
    render
        Which pages are laid out where templates are learnt.
    unsaid
        Leaves out of the records of a page those that another page has shown.
    """

    def __init__(
        self,
        state: State,
        crawl: str,
        site: str,
        known: Knowledge,
        stats: StatsCollector,
        hold_s: float = 0.0,
        render: RenderMode = "never",
        unsaid: Unsaid | None = None,
    ) -> None:
        self._state = state
        self._store = state.templates
        self._crawl = crawl
        self._site = site
        self._known = known
        self._stats = stats
        self._hold_s = hold_s
        self._unsaid = unsaid
        self._pools = Pools()
        self._good: Counter[str] = Counter()
        self._tried: dict[tuple[str, int], list[int]] = {}
        self._unsaved: dict[tuple[str, int], TemplateEntry] = {}
        self._clusters: dict[tuple[str, str], tuple[str, ...]] = {}
        self._again: list[tuple[TemplateRole, str]] = []
        self._next_held = float("inf")
        self._budget = RenderBudget(state.values, crawl, render)
        self.book, self._change = stored_book(self._store)
        self._fill()

    # -- what is known

    @property
    def live(self) -> int:
        """Templates of the site that are in use."""
        return len(self.book.live(self._site))

    @property
    def drifting(self) -> list[TemplateEntry]:
        """Templates of the site's threads that no longer fit."""
        return [entry for entry in self._misfits() if entry.role == "thread"]

    def _misfits(self) -> list[TemplateEntry]:
        return [entry for entry in self.book.live(self._site) if self.book.watch(entry).drifting]

    def _fill(self) -> None:
        """Tell the reader what there is."""
        self._known.templates = ShelfContent(
            self.book.live(self._site),
            self.book.library(self._site),
            frozenset(entry.key for entry in self._misfits()),
            dict(self._clusters),
        )

    def save(self) -> None:
        """Keep how the templates fare, and take in what other runs have learnt meanwhile."""
        for entry in self._unsaved.values():
            self._store.note(entry, self.book.watch(entry))
        self._unsaved.clear()
        self._budget.save()
        found = self._store.since(self._change)
        self._change = found.change
        new = take_stored(self.book, found)
        for entry in new:
            self._read_again_by(entry)
        if new:
            self._fill()

    def _read_again_by(self, entry: TemplateEntry) -> None:
        """Have pages read again that were read before the template was known here."""
        if entry.role == "thread" and entry.site == self._site and entry.state == "live":
            self._again.append((entry.role, entry.cluster))

    # -- pages

    def note(self, item: PageItem) -> None:
        """Take in what came of a page; what is to be kept of it goes into the item."""
        report = item.report
        if report is None or report.place is None:
            return
        self._budget.pages += 1
        role = role_of_page(report.role)
        if role is None:
            return
        used = reading_use(report.uses, role)
        if report.template_bound:
            self._stats.inc_value("fpcrawl/extraction/template_bound", report.template_bound)
            logger.info("A template was too slow on %s, or found too much; not used", report.url)
        self._note_cluster(item, role, is_read=used is not None)
        if report.records and role == "thread":
            if used is not None:
                self._stats.inc_value("fpcrawl/extraction/templated")
            else:
                self._stats.inc_value("fpcrawl/extraction/structured")
        for use in report.uses:
            if use.is_own:
                self._watch(use)
            else:
                self._try(use, item.cluster or "")
        self._keep(item, role, used)

    def _note_cluster(self, item: PageItem, role: TemplateRole, *, is_read: bool) -> None:
        """Tell the reader the cluster of a kind of pages, if the library has it."""
        cluster, kind = item.cluster, (role, url_shape(item.url))
        known = self._clusters.get(kind, ())
        if not cluster or cluster in known or len(known) >= MAX_CLUSTERS:
            return
        self._clusters[kind] = (*known, cluster)
        if len(self._clusters) > MEMORY:
            del self._clusters[next(iter(self._clusters))]
        library = self._known.templates.library
        if any(one.role == role and one.cluster == cluster for one in library):
            self._fill()
            if not is_read and role == "thread":
                # The page itself was read before its cluster was known.
                self._again.append((role, cluster))

    def _watch(self, use: TemplateUse) -> None:
        entry = self.book.get(use.template, use.version)
        if entry is None or entry.state != "live":
            return
        watch = self.book.watch(entry)
        before = watch.drifting
        alarm = watch.note(use, entry.verification)
        self._unsaved[entry.key] = entry
        if alarm:
            self._tell_drift(entry, watch.since_fit)
            self._pools.hurry(entry.role)
        elif before and not watch.drifting:
            logger.info("Template %s fits again", entry.name)
        if before != watch.drifting:
            self._fill()

    def _tell_drift(self, entry: TemplateEntry, since_fit: int) -> None:
        if entry.role != "thread":
            # Structure reads these anyway; nothing is worse for it.
            logger.info("Template %s no longer fits %s", entry.name, self._site)
            return
        self._stats.inc_value("fpcrawl/extraction/drift")
        logger.warning(
            "Template %s no longer fits %s (%d pages since the last that it read well): its"
            " pages are read by structure until a new one is learnt",
            entry.name,
            self._site,
            since_fit,
        )

    def _try(self, use: TemplateUse, cluster: str) -> None:
        """Count what a template of another site reads here; it is taken over once it is enough."""
        entry = self.book.get(use.template, use.version)
        if entry is None or not use.fits or use.agreed is None:
            return
        tried = self._tried.setdefault(entry.key, [0, 0])
        tried[0] += 1
        tried[1] += use.records
        if tried[0] >= ADOPT_PAGES and tried[1] >= ADOPT_RECORDS:
            del self._tried[entry.key]
            own = self.book.adopt(entry, self._site, cluster, utc_now())
            with self._state.transaction():
                self._store.put(own)
            self._stats.inc_value("fpcrawl/extraction/adopted")
            logger.info("Template %s reads %s too, as %s", entry.name, self._site, own.name)
            self._mended(own.role)
            self._fill()

    def _keep(self, item: PageItem, role: TemplateRole, used: TemplateUse | None) -> None:
        cluster = item.cluster or ""
        name = used.name if used is not None else ""
        held_until = None
        if used is not None:
            if not used.is_own or not used.fits or self._good[name] >= GOOD_KEPT:
                return
            self._good[name] += 1
        else:
            pool = self._pools.add(role, cluster, len(item.records))
            if self._hold_s > 0 and role == "thread" and not self._has_template(role, cluster):
                held_until = self._state.clock() + self._hold_s
                self._hold_back(item)
            elif pool.pages <= MANY_UNREAD and role == "thread" and _is_unsure(item):
                held_until = self._state.clock() + UNSURE_S
                self._next_held = min(self._next_held, held_until)
                if item.records:
                    # Nothing tells yet where the words of a post that stands alone end.
                    self._hold_back(item)
            elif pool.pages > MANY_UNREAD and pool.pages % ONE_OF:
                return
        assert item.report is not None
        place = item.report.place
        assert place is not None
        item.keep = KeptPage(
            self._crawl,
            place.site,
            cluster,
            role,
            item.report.url,
            item.body,
            item.http_charset,
            item.fetched,
            place.now.isoformat(),
            place.thread_url,
            place.thread_title,
            place.board,
            place.page,
            name,
            held_until,
        )

    def _hold_back(self, item: PageItem) -> None:
        self._stats.inc_value("fpcrawl/extraction/held")
        item.held, item.records = len(item.records), []

    def _has_template(self, role: TemplateRole, cluster: str) -> bool:
        return any(entry.cluster == cluster for entry in self.book.live(self._site, role))

    # -- learning

    def next_job(self, *, last: bool = False, busy: bool = False) -> LearnJob | None:
        """Tell what is to be learnt now.

        Parameters
        ----------
        last
            Whether no page is to come any more in this run: fewer pages then suffice.
        busy
            Whether pages come about as fast as they can be read: what nothing waits for is
            then left for later.
        """
        while self._again:
            role, cluster = self._again.pop()
            pages = self._store.kept(self._crawl, role, cluster)
            unread = tuple(page for page in pages if not page.template)[:BATCH]
            if unread:
                return LearnJob(role, unread, learn=False, cluster=cluster)
        for role, cluster, pool in self._pools.due(last=last, busy=busy):
            rival = self._rival(role)
            if rival is not None and not last and pool.pages < SUSPECT_PAGES:
                watch = self.book.watch(rival)
                if not watch.drifting and watch.since_fit < DEAD:
                    continue  # soon it is known whether the site has changed
            return self._job(role, cluster, rival)
        return None

    def _rival(self, role: str) -> TemplateEntry | None:
        """Return the template that misses pages, if any does."""
        found = [
            entry
            for entry in self.book.live(self._site, role)
            if self.book.watch(entry).excess > SUSPECT
        ]
        return max(found, key=lambda entry: self.book.watch(entry).excess, default=None)

    def _job(self, role: TemplateRole, cluster: str, rival: TemplateEntry | None) -> LearnJob:
        kept = [page for page in self._store.kept(self._crawl, role) if not page.template]
        kept.sort(key=lambda page: page.cluster != cluster)
        pages = kept[:BATCH]
        version = 1
        dead = False
        if rival is not None:
            good = self._store.kept(self._crawl, role)
            pages += [page for page in good if page.template == rival.name][:GOOD_KEPT]
            version = max(entry.version for entry in self.book.history(rival.id)) + 1
            dead = self.book.watch(rival).since_fit >= DEAD
        return LearnJob(
            role,
            tuple(pages),
            cluster=cluster,
            fresh_id=self.book.next_id(self._site, cluster, role),
            rival=rival,
            rival_is_dead=dead,
            next_version=version,
            created=utc_now(),
            look="always" if self._budget.mode == "always" else "auto",
            may_render=self._budget.left if role == "thread" else 0,
        )

    def take(self, job: LearnJob, report: LearnReport) -> list[Stored]:
        """Take in what came of learning; return what became of records read again."""
        if report.failure is not None:
            logger.warning("Nothing learnt of %s: %s", self._site, report.failure_text)
        self._count_rendered(job, report)
        with self._state.transaction():
            if report.entry is not None:
                self._take_entry(job, report, report.entry)
            stored = self._take_rereads(job, report)
        if job.learn:
            self._pools.settle(job.role, job.cluster, learnt=report.entry is not None)
            if report.entry is None:
                logger.info(
                    "No template of %s from %d pages: %s",
                    self._site,
                    len(job.pages),
                    "; ".join(report.faults),
                )
        return stored

    def _count_rendered(self, job: LearnJob, report: LearnReport) -> None:
        if job.may_render:
            self._budget.take(report)
        if report.rendered:
            self._stats.inc_value("fpcrawl/extraction/rendered", report.rendered)
        if report.render_failed:
            self._stats.inc_value("fpcrawl/extraction/render_failed", report.render_failed)
            logger.info("%d pages could not be laid out", report.render_failed)

    def _take_entry(self, job: LearnJob, report: LearnReport, entry: TemplateEntry) -> None:
        self._stats.inc_value("fpcrawl/extraction/learnt")
        if entry.labels == "network":
            self._stats.inc_value("fpcrawl/extraction/learnt_by_network")
        rival = job.rival
        if rival is not None:
            logger.info(
                "Template %s is %s by %s after %d pages that it did not read well",
                rival.name,
                "replaced" if report.replaces else "joined",
                entry.name,
                self.book.watch(rival).since_fit,
            )
        if rival is not None and report.replaces:
            former = replace(rival, state="former")
            self.book.put(former)
            self._store.put(former, self.book.watches.pop(rival.key, None))
            self._stats.inc_value("fpcrawl/extraction/switched")
        self.book.put(entry)
        self._store.put(entry)
        self._mended(entry.role)
        self._read_again_by(entry)
        self._fill()
        agreement = entry.verification.agreement
        logger.info(
            "Template %s of %s learnt from %d pages: records %.3f, score %.3f",
            entry.name,
            self._site,
            agreement.pages,
            agreement.record_f1,
            entry.verification.score,
        )

    def _mended(self, role: str) -> None:
        """Begin anew to watch templates that did not fit, now that another one does."""
        for entry in self._misfits():
            if entry.role == role:
                watch = self.book.watch(entry)
                watch.drifting, watch.excess = False, 0.0
                self._unsaved[entry.key] = entry

    def _take_rereads(self, job: LearnJob, report: LearnReport) -> list[Stored]:
        pages = {page.id: page for page in job.pages}
        out: list[Stored] = []
        now = self._state.clock()
        for one in report.rereads:
            page = pages[one.page]
            records = [record for record in one.records if self._is_latest(record, page)]
            records = self._without_told(page, records)
            if page.topic_score is not None:
                mark_topic(records, page.topic_score, page.topic_terms, page.on_topic)
            out += self._state.records.upsert(records, now, crawl=self._crawl)
            self._stats.inc_value("fpcrawl/extraction/reread")
        read = {one.page: one.template for one in report.rereads}
        # What cannot be read at all is not to be tried for ever.
        done = pages.values() if job.read_all else [pages[id_] for id_ in read]
        self._store.settle([page.renamed(read.get(page.id, page.template)) for page in done])
        return out

    def _without_told(self, page: KeptPage, records: Sequence[Record]) -> list[Record]:
        """Leave out what was not stored before, and was shown by another page meanwhile."""
        if self._unsaid is None or page.role != "thread":
            return list(records)
        stored = self._state.records
        new = [one for one in records if stored.get("post", one.key) is None]
        own = self._unsaid(page, new, is_known=len(new) < len(records))
        told = {one.key for one in new}.difference(one.key for one in own)
        return [one for one in records if one.key not in told]

    def _is_latest(self, record: Record, page: KeptPage) -> bool:
        """Whether a record was not read from a later state of the page in the meantime.

        Nor surer from a page of another thread, on which it stands as well.
        """
        stored = self._state.records.get("post", record.key)
        fetched = stored.get("fetched") if stored is not None else None
        if stored is None or not fetched:
            return True
        elsewhere = stored.get("thread_url") != page.thread_url
        if elsewhere and getattr(record, "confidence", 1.0) < float(stored["confidence"]):
            return False
        kept = datetime.fromisoformat(page.fetched).replace(microsecond=0)
        return datetime.fromisoformat(fetched) <= kept

    # -- held pages

    def held_job(self, *, last: bool = False) -> LearnJob | None:
        """Tell which held pages have waited long enough, to be read by the best way there is."""
        now = self._state.clock()
        if self._hold_s <= 0 and not last and now < self._next_held:
            return None
        self._next_held = float("inf")
        held: Sequence[KeptPage] = self._store.held(self._crawl, float("inf") if last else now)
        if not held:
            return None
        role = held[0].role
        pages = tuple(page for page in held if page.role == role)[:BATCH]
        return LearnJob(role, pages, learn=False, read_all=True)


def _is_unsure(item: PageItem) -> bool:
    """Whether a thread shows no post, or one read without knowing where posts stand on the site."""
    posts = [record for record in item.records if isinstance(record, Post)]
    if not posts:
        return item.report is not None and not item.report.left_out
    return len(posts) == 1 and posts[0].confidence < UNSURE
