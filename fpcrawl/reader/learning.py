"""Learning from kept pages, and reading them again, in a reader."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC
from typing import TYPE_CHECKING

from fpcrawl.exceptions import PageError
from fpcrawl.extraction.bodies.remembered import remember_bodies
from fpcrawl.extraction.extractor import Found
from fpcrawl.extraction.keys import forum_of
from fpcrawl.extraction.posts.jsonapi import shown_or_told
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.extraction.templates.book import TemplateEntry, anchors_of, signatures_of
from fpcrawl.extraction.templates.candidate import Candidate
from fpcrawl.extraction.templates.kinds import load_template
from fpcrawl.extraction.templates.shelf import ShelfContent
from fpcrawl.extraction.templates.verify import read_safely, verify
from fpcrawl.extraction.templates.watch import reading_use
from fpcrawl.extraction.treebuild import build_tree
from fpcrawl.reader.job import LearnReport, Reread
from fpcrawl.reader.secondlook import SecondLook
from fpcrawl.reader.teaching import SeenPage, teach
from fpcrawl.reader.templating import assembled, loses_fields, same_keys
from fpcrawl.walk.boardlist import post_above
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.threadlist import list_rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import tzinfo

    from fpcrawl.extraction.extractor import Extractor
    from fpcrawl.extraction.posts.postgroup import PostGroup
    from fpcrawl.extraction.records import Record
    from fpcrawl.extraction.templates.kept import KeptPage
    from fpcrawl.extraction.templates.learn import LearntTemplate
    from fpcrawl.extraction.templates.model import TemplateRole
    from fpcrawl.extraction.templates.shelf import Standing
    from fpcrawl.pages.limits import PageLimits
    from fpcrawl.reader.job import LearnJob
    from fpcrawl.reader.knowledge import Knowledge
    from fpcrawl.reader.secondlook import Seen
    from fpcrawl.reader.teaching import Taught
    from fpcrawl.reader.templating import Templating

__all__ = ["Apprentice", "Lessons"]

#: Pages that the former template reads, to compare on.
COMPARED = 4
#: What a template may lose on the pages of the former one and still replace it.
TOLERANCE = 0.02
#: Share of pages whose records must have the keys that structure gives them, and all it tells.
MIN_KEPT = 0.9


@dataclass(frozen=True, slots=True)
class Lessons:
    """What learning a template has taught beside what is reported.

    Attributes
    ----------
    entry, standing
        The template, and how it fares, if one was learnt.
    seen
        What the network saw.
    """

    entry: TemplateEntry | None
    standing: Standing | None
    seen: Mapping[Seen, PostGroup | None]


class Apprentice:
    """Learns templates from kept pages and reads the pages with them.

    Parameters
    ----------
    known
        What is known of the site.
    extractor
        The way without templates.
    templating
        The way with them; what is learnt is put there at once.
    look
        Looks again at pages whose structure is unsure.
    zone
        Zone of times without one; ``None`` = as the site's clock tells.
    """

    def __init__(
        self,
        known: Knowledge,
        extractor: Extractor,
        templating: Templating,
        limits: PageLimits,
        look: SecondLook | None = None,
        *,
        zone: tzinfo | None = None,
    ) -> None:
        self._known = known
        self._extractor = extractor
        self._templating = templating
        self._limits = limits
        self._zone = zone
        self._second = look or SecondLook()

    def learn(self, job: LearnJob) -> LearnReport:
        """Read pages again with the templates there are, and learn from those that none reads."""
        out = LearnReport(job.url)
        self._templating.fill(self._known.templates)
        plain: list[Reread] = []
        # What nothing is learnt from goes page by page: the memory of one serves the next.
        for pages in [job.pages] if job.learn else [(page,) for page in job.pages]:
            with remember_bodies():
                unread = self._read(pages, job, out)
                if job.read_all:
                    plain += [
                        Reread(one.kept.id, "", list(self._extractor.extract(one.found, one.place)))
                        for one in unread
                    ]
        out.rereads += plain
        return out

    def _read(
        self, pages: Sequence[KeptPage], job: LearnJob, out: LearnReport
    ) -> Sequence[SeenPage]:
        """Read pages again, and learn from them where that is asked; return what none reads."""
        seen = [one for one in map(self._look, pages) if one is not None]
        unread = self._read_again([one for one in seen if not one.kept.template], out)
        if job.learn:
            self._learn(job, unread, [one for one in seen if one.kept.template], out)
            if out.entry is not None:
                self._put(job, out.entry, replaces=out.replaces)
                unread = self._read_again(unread, out)
        return unread

    def lessons(self, report: LearnReport) -> Lessons:
        """Return what the job that was reported last has taught."""
        entry = report.entry
        standing = self._templating.shelf.standing(entry) if entry is not None else None
        return Lessons(entry, standing, self._second.new)

    def take(self, lessons: Lessons) -> None:
        """Know what the apprentice of a copy of this process has learnt."""
        self._second.remember(lessons.seen)
        if lessons.entry is not None and lessons.standing is not None:
            self._templating.shelf.take_standing(lessons.entry, lessons.standing)

    def _look(self, kept: KeptPage) -> SeenPage | None:
        try:
            page = kept.read(self._limits)
        except PageError:
            return None
        clock = self._known.clock
        place = kept.place(self._zone or clock.zone or UTC, clock.order)
        return SeenPage(kept, build_tree(page), place, self._found)

    def _found(self, one: SeenPage) -> Found:
        tree, role = one.tree, one.kept.role
        book = self._known.layouts.get(forum_of(tree.page.url)) or LayoutBook()
        if role == "index":
            reading = read_structure(tree.page, book, tree=tree)
            rows = list_rows(reading, self._known.families)
            return Found(tree, role, reading.posts, rows, book)
        posts = find_posts(tree, book)
        shown, told = shown_or_told(tree.page, post_above(tree, posts, book) or posts)
        return Found(tree, role, shown, [], book, told)

    # -- learning

    def _learn(
        self, job: LearnJob, unread: Sequence[SeenPage], read: Sequence[SeenPage], out: LearnReport
    ) -> None:
        rival = job.rival
        taught = self._teach([one for one in unread if one.kept.cluster == job.cluster], job, out)
        fresh = taught.pages
        old = [one for one in read if rival is not None and one.kept.template == rival.name]
        old = old[:COMPARED]
        learnt = taught.learning.learnt
        out.faults = [
            f"{kind}: {fault}"
            for kind, faults in taught.learning.faults.items()
            for fault in faults
        ]
        if learnt is None:
            return
        used = set(learnt.urls)
        own = [one for one in fresh if one.tree.page.url in used]
        entry = replace(self._entry(job, learnt, own), labels=taught.labels)
        if not self._keeps_records(entry, own):
            out.faults.append("its records have other keys than those of structure, or tell less")
            return
        if rival is not None:
            better, replaces = self._compare(job, rival, learnt, fresh, old)
            if not better:
                out.faults.append(f"no better than {rival.name}")
                return
            if replaces:
                out.replaces = True
                entry = replace(entry, id=rival.id, version=job.next_version)
        elif (known := self._as_good(job.role, learnt, fresh)) is not None:
            out.faults.append(f"no better than {known.name}")
            return
        out.entry = entry

    def _teach(self, pages: Sequence[SeenPage], job: LearnJob, out: LearnReport) -> Taught:
        look = self._second
        look.begin(job.may_render)
        try:
            return teach(pages, job, look)
        finally:
            # A browser that waits for the next template would be large, and idle.
            look.end()
            out.rendered, out.render_failed = look.rendered, look.failed

    def _entry(
        self, job: LearnJob, learnt: LearntTemplate, own: Sequence[SeenPage]
    ) -> TemplateEntry:
        clusters = Counter(one.kept.cluster for one in own if one.kept.cluster)
        return TemplateEntry(
            job.fresh_id,
            1,
            own[0].kept.site,
            clusters.most_common(1)[0][0] if clusters else "",
            job.role,
            learnt.to_json(),
            learnt.verification,
            anchors_of([one.labelled for one in own]),
            created=job.created,
        )

    def _keeps_records(self, entry: TemplateEntry, pages: Sequence[SeenPage]) -> bool:
        template = load_template(entry.kind, entry.templates[entry.kind])
        same = 0
        for one in pages:
            reads = read_safely(template, one.labelled.sheet) or []
            mine = assembled(Candidate(entry, reads), one.tree.page, one.place)
            theirs = self._extractor.extract(one.found, one.place)
            same += same_keys(mine, theirs) and not loses_fields(mine, theirs)
        return same >= MIN_KEPT * len(pages)

    def _compare(
        self,
        job: LearnJob,
        rival: TemplateEntry,
        learnt: LearntTemplate,
        fresh: Sequence[SeenPage],
        old: Sequence[SeenPage],
    ) -> tuple[bool, bool]:
        """Whether the new template is better on the new pages, and is to replace the former.

        It replaces one that it is as good as on the old pages, or of which no page was seen
        of late; else both are used, each for its pages.
        """
        former = load_template(rival.kind, rival.templates[rival.kind])
        new = learnt.templates[learnt.kind]
        on_new = [one.labelled for one in fresh]
        if verify(new, on_new).score <= verify(former, on_new).score:
            return False, False
        on_old = [one.labelled for one in old]
        loses = bool(on_old) and (
            verify(new, on_old).score < verify(former, on_old).score - TOLERANCE
        )
        return True, not rival.pinned and (job.rival_is_dead or not loses)

    def _as_good(
        self, role: TemplateRole, learnt: LearntTemplate, fresh: Sequence[SeenPage]
    ) -> TemplateEntry | None:
        """Return a template of the site that reads the pages as well as the new one.

        What it was not believed on, nor will the new one be: it would be learnt again and again.
        """
        content = self._known.templates
        pages = [one.labelled for one in fresh]
        signatures = [signatures_of(page.tree) for page in pages]
        score = verify(learnt.templates[learnt.kind], pages).score
        for entry in content.own:
            if entry.role != role or entry.key in content.drifting:
                continue
            template = load_template(entry.kind, entry.templates[entry.kind])
            if all(map(entry.may_read, signatures)) and verify(template, pages).score >= score:
                return entry
        return None

    # -- reading again

    def _put(self, job: LearnJob, entry: TemplateEntry, *, replaces: bool) -> None:
        """Use a template from now on; the crawl will say the same."""
        content = self._known.templates
        gone = job.rival.key if replaces and job.rival is not None else None
        own = [entry, *(one for one in content.own if one.key != gone)]
        self._known.templates = ShelfContent(own, content.library, content.drifting)
        self._templating.fill(self._known.templates)

    def _read_again(self, pages: Sequence[SeenPage], out: LearnReport) -> list[SeenPage]:
        """Read pages with the templates there are; return those that none reads."""
        left = []
        for one in pages:
            kept = one.kept
            records: list[Record] = []
            templating = self._templating
            may_be, use = templating.glance(one.tree, kept.role, kept.cluster, one.source)
            # Rows and articles come from structure, which has read them already.
            if may_be and (use is None or kept.role == "thread"):
                extracted = templating.extract_settled(one.tree, one.place)
                if extracted is None:
                    extracted = templating.extract(one.found, one.place, one.source)
                use = reading_use(extracted.uses, kept.role)
                records = list(extracted.records) if kept.role == "thread" else []
            if use is None:
                left.append(one)
            else:
                out.rereads.append(Reread(kept.id, use.name, records))
        return left
