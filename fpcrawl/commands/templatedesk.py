"""What ``scrapy template`` does with the templates of a state."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from fpcrawl.clustering.library import Library
from fpcrawl.commands.cluster import one_page
from fpcrawl.commands.templatepages import look_at
from fpcrawl.commands.templatetables import figures
from fpcrawl.exceptions import PageError, UsageError
from fpcrawl.extraction.templates.book import TemplateEntry, anchors_of
from fpcrawl.extraction.templates.kinds import INDUCERS, load_template
from fpcrawl.extraction.templates.learn import attempt
from fpcrawl.extraction.templates.model import Sheet
from fpcrawl.extraction.templates.verify import verify
from fpcrawl.extraction.visual.classify import shipped_classifier
from fpcrawl.pages.charset import text_of
from fpcrawl.reader.labelling import relabel
from fpcrawl.saved.page import load_saved
from fpcrawl.store.templates import stored_book

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fpcrawl.commands.templatepages import SeenPage
    from fpcrawl.extraction.templates.kept import KeptPage
    from fpcrawl.extraction.templates.learn import Learning
    from fpcrawl.extraction.templates.model import LabelledPage
    from fpcrawl.extraction.templates.verify import Verification
    from fpcrawl.store.base import State

__all__ = ["Outcome", "TemplateDesk"]

#: Pages a template is learnt from; the others are not looked at a second time.
LEARNT_FROM = 12


@dataclass(slots=True)
class Outcome:
    """What came of learning or taking over a template.

    Attributes
    ----------
    what
        Which pages it is about, for people.
    entry
        The template that is in use now, or would be; ``None`` = none.
    replaced
        Name of the one that it has replaced.
    faults
        Why there is none, or not of all kinds.
    unchanged
        Whether it was in use before, just so.
    unpinned
        Whether the one in use was pinned, and this one is not.
    """

    what: str
    entry: TemplateEntry | None = None
    replaced: str = ""
    faults: list[str] = field(default_factory=list)
    unchanged: bool = False
    unpinned: bool = False

    def lines(self) -> list[str]:
        """Tell it to people."""
        if self.entry is None:
            return [f"{self.what}: nothing", *(f"  {fault}" for fault in self.faults)]
        again = f"scrapy template pin {self.entry.id}"
        loose = [f"  it is pinned no more; pin it again: {again}"] if self.unpinned else []
        if self.unchanged:
            return [f"{self.what}: {self.entry.name} as it is in use", *loose]
        told = ", ".join(f"{k} {v}" for k, v in figures(self.entry.verification).items())
        after = f", in place of {self.replaced}" if self.replaced else ""
        left = [f"  left out: {fault}" for fault in self.faults]
        return [f"{self.what}: {self.entry.name}{after}", f"  {told}", *left, *loose]

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "pages": self.what,
            "template": self.entry.name if self.entry is not None else None,
            "figures": figures(self.entry.verification) if self.entry is not None else None,
            "replaced": self.replaced or None,
            "faults": self.faults,
        }


class TemplateDesk:
    """The templates of a state directory, and the pages kept there.

    Attributes
    ----------
    book
        The templates as they were when the desk was made, and what was changed here.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self.book, _ = stored_book(state.templates)

    def entries(self, site: str | None, *, former: bool = False) -> list[TemplateEntry]:
        """Return templates by site and role, newest version last.

        Raises
        ------
        UsageError
            There are templates, but none of that site.
        """
        wanted = None if site is None else site.rpartition(":")[2] if _is_crawl(site) else site
        known = self.book.entries.values()
        found = [one for one in known if wanted in (None, one.site)]
        if wanted is not None and known and not found:
            sites = ", ".join(sorted({one.site for one in known}))
            raise UsageError(f"no templates of {wanted}; there are some of {sites}")
        found = [one for one in found if former or one.state == "live"]
        return sorted(found, key=lambda one: (one.site, one.role, one.id, one.version))

    def entry(self, word: str) -> TemplateEntry:
        """Return the template that ``ID``, ``ID@VERSION`` or ``KIND:ID@VERSION`` names.

        Without a version it is the one in use, else the last.

        Raises
        ------
        UsageError
            There is none, or the beginning of an id fits several.
        """
        name, _, version = word.rpartition(":")[2].partition("@")
        ids = sorted({one.id for one in self.book.entries.values() if one.id.startswith(name)})
        if not name or not ids:
            raise UsageError(f"there is no template {word}; scrapy template list shows all")
        if len(ids) > 1 and name not in ids:
            raise UsageError(f"{word} may be {', '.join(ids)}")
        history = self.book.history(name if name in ids else ids[0])
        if version:
            for one in history:
                if str(one.version) == version:
                    return one
            raise UsageError(f"{word}: there are versions 1 to {history[-1].version}")
        return next((one for one in history if one.state == "live"), history[-1])

    def put(self, entry: TemplateEntry) -> None:
        """Write a template."""
        self.book.put(entry)
        self._state.templates.put(entry, self.book.watches.get(entry.key))
        self._state.flush()

    # -- pages

    def page_for(self, entry: TemplateEntry, path: str | None) -> tuple[Sheet | None, str]:
        """Return a page to show a template on and what to call it: the given or a kept one.

        Raises
        ------
        UsageError
            The given one cannot be read.
        """
        if path is not None:
            saved = one_page(path)
            try:
                page = load_saved(saved)
            except PageError as error:
                raise UsageError(f"{path} cannot be read: {error.reason}") from error
            return Sheet(page.base_url, page.root, text_of(saved.body, page.charset)), path
        kept = self._kept(entry)
        if not kept:
            return None, ""
        kept.sort(key=lambda one: one.template == entry.name, reverse=True)
        try:
            page = kept[0].read()
        except PageError:
            return None, ""
        return Sheet(page.base_url, page.root, text_of(kept[0].body, page.charset)), page.url

    def _kept(self, entry: TemplateEntry) -> list[KeptPage]:
        """Pages kept of a template's site and role; those of its cluster, if there are any."""
        kept = [
            page
            for crawl in self._state.frontier.crawls()
            for page in self._state.templates.kept(crawl, entry.role)
            if page.site == entry.site
        ]
        kept = [page for page in kept if page.cluster == entry.cluster] or kept
        # Two templates may share a cluster, each for its pages.
        live = {one.name: one.id for one in self.book.live(entry.site, entry.role)}
        if entry.id not in live.values():
            return kept
        return [page for page in kept if live.get(page.template, entry.id) == entry.id] or kept

    # -- learning

    def learn(
        self, pages: Iterable[SeenPage], created: str, *, dry_run: bool = False
    ) -> list[Outcome]:
        """Learn templates of pages, one for each site, role and cluster.

        Parameters
        ----------
        created
            ISO 8601.
        dry_run
            Change nothing.
        """
        groups: dict[tuple[str, str, str], list[SeenPage]] = defaultdict(list)
        library = Library(None if dry_run else self._state.clusters)
        for page in pages:
            core = library.assign(page.features, page.labelled.role).core
            groups[page.site, page.labelled.role, core].append(page)
        library.tidy()
        merged: dict[tuple[str, str, str], list[SeenPage]] = defaultdict(list)
        for (site, role, core), members in groups.items():
            merged[site, role, library.resolve(core)] += members
        library.save()
        out = []
        for (site, role, cluster), members in sorted(merged.items(), key=lambda one: one[0]):
            learning = attempt([one.labelled for one in members[:LEARNT_FROM]], INDUCERS)
            outcome = Outcome(f"{len(members)} {role} pages of {site}, cluster {cluster}")
            self._take(outcome, learning, members, site, cluster, created)
            if outcome.entry is not None and not dry_run:
                self._use(outcome)
            out.append(outcome)
        return out

    def _take(
        self,
        outcome: Outcome,
        learning: Learning,
        members: Sequence[SeenPage],
        site: str,
        cluster: str,
        created: str,
    ) -> None:
        if learning.learnt is None:
            outcome.faults = [
                f"{kind}: {fault}" for kind, faults in learning.faults.items() for fault in faults
            ]
            return
        used = set(learning.learnt.urls)
        own = [one.labelled for one in members if one.page.url in used]
        outcome.entry = self.book.entry_for(learning.learnt, site, cluster, own, created)

    def _use(self, outcome: Outcome) -> None:
        """Put a template to use, in place of the one that its pages had."""
        assert outcome.entry is not None
        entry = outcome.entry
        live = self.book.live(entry.site, entry.role)
        # Two templates may share a cluster: the one of its own id comes first.
        rivals = [one for one in live if one.id == entry.id]
        rivals += [one for one in live if one.cluster == entry.cluster]
        rival = next(iter(rivals), None)
        if rival is None:
            self.put(entry)
        elif rival.pinned and rival.id != entry.id:
            outcome.entry = None
            outcome.faults = [f"{rival.name} is pinned; scrapy template unpin {rival.id}"]
        else:
            # A person's word lets go of what a person has pinned.
            former, outcome.entry = self.book.replace(replace(rival, pinned=False), entry)
            outcome.replaced = rival.name
            outcome.unpinned = rival.pinned and not outcome.entry.pinned
            self.put(former)
            self.put(outcome.entry)

    # -- testing

    def test(self, entry: TemplateEntry, pages: Iterable[SeenPage]) -> dict[str, Verification]:
        """Compare each kind of a template with the structure of pages; the used kind first.

        Where structure is no measure for it, it is compared with what the network sees. Empty
        when no page is of its role.
        """
        labelled = _labelled(entry, pages)
        if not labelled:
            return {}
        return {
            kind: verify(load_template(kind, data), labelled)
            for kind, data in entry.templates.items()
        }

    def adopt(
        self, entry: TemplateEntry, given: Sequence[SeenPage] | None, created: str
    ) -> Outcome:
        """Verify a template that a person gives and put it to use.

        Parameters
        ----------
        given
            Pages to verify on; ``None``: those that crawls of its site have kept.
        """
        outcome = Outcome(f"{entry.id}, {entry.role} pages of {entry.site}")
        if given is None and (known := self._in_use(entry)) is not None:
            outcome.entry, outcome.unchanged = known, True
            if known.pinned != entry.pinned:
                outcome.entry = replace(known, pinned=entry.pinned)
                outcome.unpinned = known.pinned
                self.put(outcome.entry)
            return outcome
        pages = given if given is not None else look_at(self._kept(entry))
        tested = self.test(entry, pages)
        if not tested:
            outcome.faults = [
                f"no {entry.role} page of {entry.site} to verify it on; name some with --pages"
            ]
            return outcome
        good = {kind: one for kind, one in tested.items() if one.is_good}
        # The first kind is the one to be used: another must not stand in for a bad edit of it.
        if entry.kind not in good:
            good.clear()
        outcome.faults = [
            f"{kind}: {fault}" for kind, one in tested.items() for fault in one.faults
        ]
        if not good:
            return outcome
        kind = next(iter(good))
        own = _labelled(entry, pages)
        outcome.entry = replace(
            entry,
            version=1,
            templates={kind: entry.templates[kind] for kind in good},
            verification=good[kind],
            anchors=anchors_of([one for one in own if one.records]),
            state="live",
            origin="edited",
            created=created,
        )
        self._use(outcome)
        return outcome

    def _in_use(self, entry: TemplateEntry) -> TemplateEntry | None:
        """Return the version in use of a template that has just its rules."""
        made_for = (entry.id, entry.site, entry.cluster)
        for one in self.book.live(entry.site, entry.role):
            if (one.id, one.site, one.cluster) == made_for and _same_rules(one, entry):
                return one
        return None


def _labelled(entry: TemplateEntry, pages: Iterable[SeenPage]) -> list[LabelledPage]:
    """Pages of a template's role, with labels as it was learnt from."""
    own = [one.labelled for one in pages if one.labelled.role == entry.role]
    if entry.labels == "structure" or entry.role != "thread":
        return own
    return [relabel(page, shipped_classifier().read(page.tree)) for page in own]


def _same_rules(one: TemplateEntry, other: TemplateEntry) -> bool:
    # The order of the kinds tells which is used; that of what a kind holds is nothing.
    return _ruled(one) == _ruled(other)


def _ruled(entry: TemplateEntry) -> list[tuple[str, str]]:
    return [(kind, json.dumps(data, sort_keys=True)) for kind, data in entry.templates.items()]


def _is_crawl(word: str) -> bool:
    return word.startswith(("forum:", "news:"))
