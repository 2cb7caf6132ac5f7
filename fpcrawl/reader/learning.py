"""Learning from kept pages, and reading them again, in a reader."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from fpcrawl.exceptions import PageError
from fpcrawl.extraction.build import forum_of
from fpcrawl.extraction.extractor import Found
from fpcrawl.extraction.layout import LayoutBook
from fpcrawl.extraction.posts import find_posts
from fpcrawl.extraction.templates.book import TemplateEntry, anchors_of
from fpcrawl.extraction.templates.kinds import INDUCERS, load_template
from fpcrawl.extraction.templates.learn import attempt
from fpcrawl.extraction.templates.shelf import Candidate, ShelfContent
from fpcrawl.extraction.templates.verify import read_safely, verify
from fpcrawl.extraction.templates.watch import reading_use
from fpcrawl.extraction.tree import build_tree
from fpcrawl.pages.parse import read_page
from fpcrawl.reader.job import LearnReport, Reread
from fpcrawl.reader.labelling import label
from fpcrawl.reader.templating import assembled, same_keys, source_of
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.threadlist import list_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.build import Place
    from fpcrawl.extraction.extractor import Extractor
    from fpcrawl.extraction.templates.kept import KeptPage
    from fpcrawl.extraction.templates.learn import LearntTemplate
    from fpcrawl.extraction.templates.model import LabelledPage
    from fpcrawl.pages.limits import PageLimits
    from fpcrawl.pages.page import Page
    from fpcrawl.reader.job import LearnJob
    from fpcrawl.reader.knowledge import Knowledge
    from fpcrawl.reader.templating import Templating

__all__ = ["Apprentice"]

#: Pages a template is learnt from, and those that the former one reads to compare on.
LEARNT_FROM, COMPARED = 9, 4
#: What a template may lose on the pages of the former one and still replace it.
TOLERANCE = 0.02
#: Share of pages whose records must have the keys that structure gives them.
MIN_SAME_KEYS = 0.9


@dataclass(slots=True)
class _Seen:
    """A kept page, parsed and labelled."""

    kept: KeptPage
    found: Found
    labelled: LabelledPage
    place: Place


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
    """

    def __init__(
        self, known: Knowledge, extractor: Extractor, templating: Templating, limits: PageLimits
    ) -> None:
        self._known = known
        self._extractor = extractor
        self._templating = templating
        self._limits = limits

    def learn(self, job: LearnJob) -> LearnReport:
        """Read pages again with the templates there are, and learn from those that none reads."""
        out = LearnReport(job.url)
        seen = [one for one in map(self._look, job.pages) if one is not None]
        self._templating.fill(self._known.templates)
        unread = self._read_again([one for one in seen if not one.kept.template], out)
        if job.learn:
            self._learn(job, unread, [one for one in seen if one.kept.template], out)
            if out.entry is not None:
                self._put(job, out.entry, replaces=out.replaces)
                unread = self._read_again(unread, out)
        if job.read_all:
            out.rereads += [
                Reread(one.kept.id, "", list(self._extractor.extract(one.found, one.place)))
                for one in unread
            ]
        return out

    def _look(self, kept: KeptPage) -> _Seen | None:
        try:
            page = read_page(
                kept.body,
                kept.url,
                http_charset=kept.http_charset,
                fetched=datetime.fromisoformat(kept.fetched),
                site_time=datetime.fromisoformat(kept.site_time),
                limits=self._limits,
            )
        except PageError:
            return None
        found = self._found(page, kept)
        clock = self._known.clock
        place = kept.place(clock.zone, clock.order)
        source = source_of(kept.body, page.charset.encoding)
        return _Seen(kept, found, label(found, kept.role, source), place)

    def _found(self, page: Page, kept: KeptPage) -> Found:
        book = self._known.layouts.get(forum_of(page.url)) or LayoutBook()
        if kept.role == "index":
            reading = read_structure(page, book)
            rows = list_rows(reading, self._known.families)
            return Found(reading.tree, kept.role, reading.posts, rows, book)
        tree = build_tree(page)
        return Found(tree, kept.role, find_posts(tree, book), [], book)

    # -- learning

    def _learn(
        self, job: LearnJob, unread: Sequence[_Seen], read: Sequence[_Seen], out: LearnReport
    ) -> None:
        rival = job.rival
        fresh = [one for one in unread if one.labelled.records and one.kept.cluster == job.cluster][
            :LEARNT_FROM
        ]
        old = [one for one in read if rival is not None and one.kept.template == rival.name]
        old = old[:COMPARED]
        learning = attempt([one.labelled for one in fresh], INDUCERS)
        learnt = learning.learnt
        out.faults = [
            f"{kind}: {fault}" for kind, faults in learning.faults.items() for fault in faults
        ]
        if learnt is None:
            return
        used = set(learnt.urls)
        own = [one for one in fresh if one.labelled.tree.page.url in used]
        entry = self._entry(job, learnt, own)
        if not self._keeps_keys(entry, own):
            out.faults.append("its records have other keys than those of structure")
            return
        if rival is not None:
            better, replaces = self._compare(job, rival, learnt, fresh, old)
            if not better:
                out.faults.append(f"no better than {rival.name}")
                return
            if replaces:
                out.replaces = True
                entry = replace(entry, id=rival.id, version=job.next_version)
        out.entry = entry

    def _entry(self, job: LearnJob, learnt: LearntTemplate, own: Sequence[_Seen]) -> TemplateEntry:
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

    def _keeps_keys(self, entry: TemplateEntry, pages: Sequence[_Seen]) -> bool:
        template = load_template(entry.kind, entry.templates[entry.kind])
        same = 0
        for one in pages:
            reads = read_safely(template, one.labelled.sheet) or []
            mine = assembled(Candidate(entry, reads), one.found.tree.page, one.place)
            same += same_keys(mine, self._extractor.extract(one.found, one.place))
        return same >= MIN_SAME_KEYS * len(pages)

    def _compare(
        self,
        job: LearnJob,
        rival: TemplateEntry,
        learnt: LearntTemplate,
        fresh: Sequence[_Seen],
        old: Sequence[_Seen],
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

    # -- reading again

    def _put(self, job: LearnJob, entry: TemplateEntry, *, replaces: bool) -> None:
        """Use a template from now on; the crawl will say the same."""
        content = self._known.templates
        gone = job.rival.key if replaces and job.rival is not None else None
        own = [entry, *(one for one in content.own if one.key != gone)]
        self._known.templates = ShelfContent(own, content.library, content.drifting)
        self._templating.fill(self._known.templates)

    def _read_again(self, pages: Sequence[_Seen], out: LearnReport) -> list[_Seen]:
        """Read pages with the templates there are; return those that none reads."""
        left = []
        for one in pages:
            extracted = self._templating.extract(one.found, one.place, one.labelled.source)
            use = reading_use(extracted.uses, one.kept.role)
            if use is None:
                left.append(one)
                continue
            # Rows and articles come from structure, which has read them already.
            records = list(extracted.records) if one.kept.role == "thread" else []
            out.rereads.append(Reread(one.kept.id, use.name, records))
        return left
