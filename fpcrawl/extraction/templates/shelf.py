"""Which template reads a page, and whether it or the structure of the page is believed."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.templates.book import MAX_LIVE, MAX_TRIED, TemplateEntry
from fpcrawl.extraction.templates.candidate import Candidate, Choice, forms_of
from fpcrawl.extraction.templates.compare import (
    agreement,
    believable,
    faces_of,
    filled,
    lacks_usual,
)
from fpcrawl.extraction.templates.verify import read_safely
from fpcrawl.extraction.templates.xpath import XPathTemplate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml.html import HtmlElement

    from fpcrawl.extraction.templates.compare import Face
    from fpcrawl.extraction.templates.model import ReadRecord, Sheet, Template, TemplateRole
    from fpcrawl.extraction.templates.watch import TemplateUse

__all__ = ["SAME", "SURE", "Loader", "ShelfContent", "Standing", "TemplateShelf"]

Loader = Callable[[str, Any], "Template"]

#: Readings that agree so far are the same.
SAME = 0.95
#: A reading that is less believable is not handed out without the structure's word for it.
SURE = 0.9
#: Pages in a row that agreed with structure after which only one of so many is compared.
STREAK, SAMPLE = 12, 8
#: Further pages that must agree, at most, for those on which structure knew better.
MOST_OWED = 96
#: Pages on which structure knew better, before a template is settled, that are borne: then only
#: one page in so many as for a settled one is read with it. Drift is told long before.
PATIENCE = 12
#: Processor seconds for one page; what took longer is not used.
MAX_READ_S = 2.0
#: Kinds of addresses remembered.
MEMORY = 2_000


@dataclass(slots=True)
class ShelfContent:
    """What a reader is told of templates.

    Attributes
    ----------
    own
        Those in use on the site.
    library
        Those of other sites that may be tried.
    drifting
        Ids and versions of own ones that no longer fit.
    clusters
        Clusters of the pages of a role and kind of address.
    """

    own: list[TemplateEntry] = field(default_factory=list)
    library: list[TemplateEntry] = field(default_factory=list)
    drifting: frozenset[tuple[str, int]] = frozenset()
    clusters: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a template has fared beside structure.

    Attributes
    ----------
    agreed, same
        Pages in a row on which it agreed, and on which its posts were the same.
    forms
        Forms of the times it has read.
    shapes
        Kinds of addresses whose pages it reads.
    """

    agreed: int
    same: int
    forms: frozenset[str]
    shapes: tuple[str, ...]


class TemplateShelf:
    """The templates that may read the pages of one site.

    Parameters
    ----------
    load
        Makes a template of a kind from its plain data.
    clock
        Seconds that are spent on reading.

    Attributes
    ----------
    bounded
        Templates that were given up on the page that is being read.
    """

    def __init__(self, load: Loader, clock: Callable[[], float] = time.thread_time) -> None:
        self._load = load
        self._clock = clock
        self.bounded: set[tuple[str, int]] = set()
        self._templates: dict[tuple[str, int, str], Template | None] = {}
        self._usual: OrderedDict[tuple[str, str], tuple[str, int]] = OrderedDict()
        self._agreed: dict[tuple[str, int], int] = {}
        self._skipped: dict[tuple[str, int], int] = {}
        self._same: dict[tuple[str, int], int] = {}
        self._forms: dict[tuple[str, int], set[str]] = {}
        self._doubts: dict[tuple[str, int], int] = {}
        self._rested: dict[tuple[str, int], int] = {}
        self._root: HtmlElement | None = None
        self._resting: frozenset[tuple[str, int]] = frozenset()
        self.fill(ShelfContent())

    def fill(self, content: ShelfContent) -> None:
        """Take what there is now."""
        self._own = {entry.key: entry for entry in content.own}
        self._library = list(content.library)
        self._drifting = content.drifting
        self._clusters = content.clusters
        known = {*self._own, *(entry.key for entry in self._library)}
        self._templates = {k: t for k, t in self._templates.items() if k[:2] in known}

    def has(self, role: str) -> bool:
        """Whether there is any template that reads pages of a role."""
        return any(entry.role == role for entry in (*self._own.values(), *self._library))

    def is_usual(self, role: str, shape: str) -> bool:
        """Whether a template has read pages at addresses of a kind."""
        return (role, shape) in self._usual

    def may_try(self, role: str, shape: str, signatures: frozenset[str], cluster: str) -> bool:
        """Whether a template of the library may be tried on a page, see :meth:`choose`."""
        return next(self._to_try(role, shape, signatures, cluster), None) is not None

    def _to_try(
        self, role: str, shape: str, signatures: frozenset[str], cluster: str
    ) -> Iterator[TemplateEntry]:
        """Templates of the library for a page: those of its cluster, and whose marks it has."""
        clusters = (cluster,) if cluster else self._clusters.get((role, shape), ())
        its = [entry for entry in self._library if entry.role == role]
        yield from (entry for entry in its if entry.cluster in clusters)
        yield from (e for e in its if e.cluster not in clusters and e.may_read(signatures))

    # -- reading

    def read(
        self, role: TemplateRole, shape: str, sheet: Sheet, signatures: frozenset[str]
    ) -> Candidate | None:
        """Read a page with the templates of the site; ``None`` when none finds anything.

        Parameters
        ----------
        shape
            Kind of address, see :func:`fpcrawl.pages.urls.url_shape`.
        signatures
            Of the page's elements.
        """
        usual = self._usual.get((role, shape))
        entries = [e for e in self._own.values() if e.role == role and e.may_read(signatures)]
        entries = self._awake(entries, sheet) if role == "thread" else entries
        entries.sort(key=lambda entry: entry.key != usual)
        best = None
        for entry in entries[:MAX_LIVE]:
            found = self._read_with(entry, sheet)
            if found is None:
                continue
            if best is None or found.weight > best.weight:
                best = found
            if found.believable >= SURE:
                break
        return best

    def _awake(self, entries: list[TemplateEntry], sheet: Sheet) -> list[TemplateEntry]:
        """Templates without those that rest on a page; it can be asked for them twice."""
        if sheet.root is None or sheet.root is not self._root:
            resting = set()
            for entry in entries:
                # Of others structure is no measure.
                measured = entry.labels == "structure" and entry.origin != "edited"
                if measured and self._doubts.get(entry.key, 0) > PATIENCE:
                    self._rested[entry.key] = (self._rested.get(entry.key, 0) + 1) % SAMPLE
                    if self._rested[entry.key] != 0:
                        resting.add(entry.key)
            self._root, self._resting = sheet.root, frozenset(resting)
        return [entry for entry in entries if entry.key not in self._resting]

    def is_resting(self, sheet: Sheet) -> bool:
        """Whether a template did not read the page it was asked for since structure knows better.

        Its pages are read as though it were not there, and it is learnt anew.
        """
        return bool(self._resting) and sheet.root is self._root

    def is_settled(self, candidate: Candidate) -> bool:
        """Whether a reading needs no comparison with structure; counts those that had none."""
        key, fills = candidate.entry.key, candidate.entry.verification.fills
        if (
            candidate.believable < SURE
            or key in self._drifting
            or self._agreed.get(key, 0) < STREAK
            or not forms_of(candidate) <= self._forms.get(key, set())
            or candidate.unread
            or lacks_usual(candidate.entry.role, candidate.records, fills)
        ):
            return False
        self._skipped[key] = (self._skipped.get(key, 0) + 1) % SAMPLE
        return self._skipped[key] != 0

    def note_posts(self, candidate: Candidate, *, same: bool) -> None:
        """Note whether the posts are those that structure finds too, word for word."""
        key = candidate.entry.key
        self._same[key] = self._same.get(key, 0) + 1 if same else 0

    def finds_the_same(self, candidate: Candidate) -> bool:
        """Whether the posts have always been those of structure of late."""
        return self._same.get(candidate.entry.key, 0) >= STREAK

    def choose(
        self,
        role: TemplateRole,
        shape: str,
        sheet: Sheet,
        signatures: frozenset[str],
        candidate: Candidate | None,
        labels: Sequence[ReadRecord],
        sureness: float,
        cluster: str = "",
    ) -> Choice:
        """Decide between what templates and what structure read of a page.

        Parameters
        ----------
        candidate
            What a template of the site read.
        labels
            What structure read.
        sureness
            How sure structure is of it, 0..1.
        cluster
            Of the page, where it is known; else that of its kind of address is asked for.
        """
        theirs = faces_of(role, labels)
        out = Choice()
        if candidate is not None:
            candidate.judge()
        usual = self._own.get(self._usual.get((role, shape), ("", 0)))
        if candidate is None:
            if usual is not None and theirs and usual.key not in self.bounded:
                out.uses.append(Candidate(usual, []).use(others=len(theirs)))
            entries = self._to_try(role, shape, signatures, cluster)
            tried = self._try(islice(entries, MAX_TRIED), sheet, theirs, sureness)
            if tried is not None:
                out.candidate = tried[0]
                out.uses.append(tried[1])
            return out
        agreed, lost = None, 0
        if theirs:
            compared = agreement(role, candidate.faces, theirs)
            agreed, lost = compared.score(role), compared.truths - compared.paired
        same = agreed is not None and agreed >= SAME and not lost
        if not same and candidate.entry.labels == "network":
            # It was learnt because structure reads such pages wrongly: that is no measure.
            agreed = None
        taken = same or self._is_surer(role, candidate, theirs, agreed, sureness, sheet)
        key = candidate.entry.key
        if agreed is not None:
            before = self._agreed.get(key, 0)
            self._agreed[key] = before + 1 if same else min(before, 0)
            self._doubt(key, 0 if taken else 1)
        if same:
            self._forms.setdefault(key, set()).update(forms_of(candidate))
        out.uses.append(candidate.use(agreed=agreed, others=len(theirs), handed_out=taken))
        if taken:
            out.candidate = candidate
        if out.uses[-1].fits:
            self._remember(role, shape, key)
        return out

    def distrust(self, candidate: Candidate, shape: str) -> None:
        """Compare more of a template's next readings: structure knew better of a page.

        Templates that were learnt since may read it better too: the newest is tried first.
        """
        role, key = candidate.entry.role, candidate.entry.key
        self._doubt(key, 1)
        self._agreed[key] = max(-MOST_OWED, min(0, self._agreed.get(key, 0)) - STREAK)
        self._same[key] = 0
        if self._usual.get((role, shape)) == key:
            del self._usual[role, shape]

    def _doubt(self, key: tuple[str, int], more: int) -> None:
        """Count what speaks against a template; what is settled is no longer doubted."""
        settled = self._agreed.get(key, 0) >= STREAK
        self._doubts[key] = more if settled else self._doubts.get(key, 0) + more

    def standing(self, entry: TemplateEntry) -> Standing:
        """Tell how a template has fared."""
        key = entry.key
        return Standing(
            self._agreed.get(key, 0),
            self._same.get(key, 0),
            frozenset(self._forms.get(key, ())),
            tuple(shape for (_, shape), one in self._usual.items() if one == key),
        )

    def take_standing(self, entry: TemplateEntry, standing: Standing) -> None:
        """Take over how a new template has fared on the pages it was learnt from."""
        key = entry.key
        self._agreed[key], self._same[key] = standing.agreed, standing.same
        self._forms[key] = set(standing.forms)
        for shape in standing.shapes:
            self._remember(entry.role, shape, key)

    def accept(self, role: str, shape: str, candidate: Candidate) -> Choice:
        """Hand out a reading that is not compared."""
        self._remember(role, shape, candidate.entry.key)
        return Choice(candidate, [candidate.use(handed_out=True)])

    def _remember(self, role: str, shape: str, key: tuple[str, int]) -> None:
        self._usual[role, shape] = key
        self._usual.move_to_end((role, shape))
        if len(self._usual) > MEMORY:
            self._usual.popitem(last=False)

    def _is_surer(
        self,
        role: TemplateRole,
        mine: Candidate,
        theirs: Sequence[Face],
        agreed: float | None,
        sureness: float,
        sheet: Sheet,
    ) -> bool:
        """Whether a template's reading is handed out rather than that of structure."""
        if agreed is None:
            return mine.believable >= SURE and mine.entry.key not in self._drifting
        if mine.entry.key in self._drifting:
            return False
        fills = mine.entry.verification.fills
        ours, other = mine.believable, believable(role, theirs, fills)
        second = self._second(mine.entry, sheet)
        if second is not None:
            faces = faces_of(role, second)
            with_me = agreement(role, faces, mine.faces).score(role)
            with_them = agreement(role, faces, theirs).score(role)
            ours += 0.5 * with_me
            other += 0.5 * with_them
        # Where both have the same but one has more, the one that has less missed something.
        total = len(mine.faces) + len(theirs)
        ours += 0.5 * len(mine.faces) / total
        other += 0.5 * len(theirs) / total
        return ours * mine.entry.verification.confidence >= other * min(1.0, sureness + 0.3)

    def _second(self, entry: TemplateEntry, sheet: Sheet) -> list[ReadRecord] | None:
        for kind in list(entry.templates)[1:]:
            template = self._template(entry, kind)
            return read_safely(template, sheet) if template is not None else None
        return None

    def _try(
        self,
        entries: Iterable[TemplateEntry],
        sheet: Sheet,
        theirs: Sequence[Face],
        sureness: float,
    ) -> tuple[Candidate, TemplateUse] | None:
        """Try templates of the library; one that agrees with structure is used at once."""
        best: tuple[Candidate, TemplateUse] | None = None
        for entry in entries:
            found = self._read_with(entry, sheet)
            if found is None:
                continue
            found.is_own = False
            found.judge()
            agreed = None
            if theirs:
                compared = agreement(entry.role, found.faces, theirs)
                lost = compared.truths > compared.paired
                agreed = 0.0 if lost else compared.score(entry.role)
            doubtful = sureness < 0.5 and found.believable >= SURE
            if (agreed or 0.0) < SAME and not doubtful:
                continue
            use = found.use(agreed=agreed, others=len(theirs), handed_out=True)
            if best is None or (agreed or 0.0) > (best[1].agreed or 0.0):
                best = found, use
        return best

    def _read_with(self, entry: TemplateEntry, sheet: Sheet) -> Candidate | None:
        template = self._template(entry, entry.kind)
        if template is None:
            return None
        places, unread = None, 0
        begun = self._clock()
        if isinstance(template, XPathTemplate) and sheet.root is not None:
            found = _placed(template, sheet.root)
            records: list[ReadRecord] | None = [record for _, record in found]
            places = [place for place, _ in found]
            unread = template.unread
        else:
            records = read_safely(template, sheet)
        if getattr(template, "ran_into_bound", False) or self._clock() - begun > MAX_READ_S:
            self.bounded.add(entry.key)
            return None
        if not records:
            return None
        sure = filled(entry.role, records, entry.verification.fills)
        return Candidate(entry, records, sure, places=places, unread=unread)

    def _template(self, entry: TemplateEntry, kind: str) -> Template | None:
        key = (*entry.key, kind)
        if key not in self._templates:
            try:
                self._templates[key] = self._load(kind, entry.templates[kind])
            except Exception:
                # What cannot be loaded reads nothing: it is missed and learnt anew.
                self._templates[key] = None
        return self._templates[key]


def _placed(template: XPathTemplate, root: HtmlElement) -> list[tuple[HtmlElement, ReadRecord]]:
    try:
        return template.read_places(root)
    except Exception:
        # As of read_safely: a template that fails must not cost the page.
        return []
