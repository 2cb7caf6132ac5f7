"""Learning a template from labelled pages, with a check on pages it was not built from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.templates.compare import agreement, faces_of
from fpcrawl.extraction.templates.model import LabelledPage, Template
from fpcrawl.extraction.templates.verify import Verification, read_safely, verify_reads

if TYPE_CHECKING:
    from fpcrawl.extraction.templates.model import ReadRecord, TemplateRole

__all__ = [
    "MIN_PAGES",
    "MIN_RECORDS",
    "Inducer",
    "Learning",
    "LearntTemplate",
    "attempt",
    "learn",
]

Inducer = Callable[[Sequence[LabelledPage]], Template | None]
#: What a template read of pages, by their ids; ``None`` where it failed.
_Reads = dict[int, "list[ReadRecord] | None"]

#: Fewer pages or records teach nothing that can be checked. An article is a record by itself.
MIN_PAGES, MIN_RECORDS = 2, 8
MIN_ARTICLES = 4
#: Parts the pages are split into: each is read by what was built from the others.
FOLDS = 2
#: Templates are built from pages with so many records together, but from so many pages at
#: least; the other pages only verify. More add to the time, not to the template.
BUILT_FROM, BUILT_PAGES = 40, 4
#: Pages of another layout among those given are left out while so many remain.
MAIN_SHARE = 0.5


@dataclass(slots=True)
class LearntTemplate:
    """Templates of both kinds that read the same pages.

    Attributes
    ----------
    templates
        Those that verify, by kind; the first one is used, the other is its second opinion.
    verifications
        How templates built in the same way did on pages they were not built from, by kind.
    kinds_agree
        Share of the records that both kinds read alike, ``None`` where there is one kind.
    urls
        Pages it was built from.
    """

    role: TemplateRole
    templates: dict[str, Template]
    verifications: dict[str, Verification]
    kinds_agree: float | None = None
    urls: list[str] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """The kind that is used."""
        return next(iter(self.templates))

    @property
    def verification(self) -> Verification:
        """Of the kind that is used."""
        return self.verifications[self.kind]

    def to_json(self) -> dict[str, Any]:
        """Templates as plain data, by kind, the used one first."""
        return {kind: template.to_json() for kind, template in self.templates.items()}


@dataclass(slots=True)
class Learning:
    """What came of an attempt to learn.

    Attributes
    ----------
    learnt
        What may go live, ``None`` where nothing may.
    faults
        Why a kind may not, by kind; for people.
    too_little
        Whether there were too few pages or records to try.
    """

    learnt: LearntTemplate | None = None
    faults: dict[str, list[str]] = field(default_factory=dict)
    too_little: bool = False


def learn(pages: Sequence[LabelledPage], inducers: Mapping[str, Inducer]) -> LearntTemplate | None:
    """Learn a template of each kind and keep those that verify.

    Parameters
    ----------
    pages
        Pages of one role. A few of another layout among them are left out.
    inducers
        How templates are built, by kind, the preferred one first.

    Returns
    -------
    LearntTemplate or None
        ``None`` when no kind reproduces the labels of pages it was not built from.
    """
    return attempt(pages, inducers).learnt


def attempt(pages: Sequence[LabelledPage], inducers: Mapping[str, Inducer]) -> Learning:
    """Learn as :func:`learn` does, and tell why where nothing came of it."""
    pages = _main_layout([page for page in pages if page.records])
    if not _suffice(pages):
        return Learning(faults={"pages": ["too few pages or records"]}, too_little=True)
    role = pages[0].role
    out = Learning()
    templates: dict[str, Template] = {}
    verifications: dict[str, Verification] = {}
    readings: list[_Reads] = []
    used: list[str] = []
    for kind, induce in inducers.items():
        own, verification = _cross_check(pages, induce)
        template = None
        if verification.is_good and _suffice(own):
            template = _induced(induce, _few(own))
        if template is None:
            out.faults[kind] = verification.faults or ["nothing could be built"]
            continue
        reads = {id(page): read_safely(template, page.sheet) for page in pages}
        # What is built from all pages must not do worse on them than its parts did.
        whole = verify_reads(role, own, [reads[id(page)] for page in own])
        if not whole.is_good:
            out.faults[kind] = whole.faults
            continue
        templates[kind] = template
        verifications[kind] = verification
        readings.append(reads)
        used = used or [page.tree.page.url for page in own]
    if templates:
        agree = _kinds_agree(role, readings, pages)
        out.learnt = LearntTemplate(role, templates, verifications, agree, used)
    return out


def _suffice(pages: Sequence[LabelledPage]) -> bool:
    if pages and pages[0].role == "article":
        return len(pages) >= MIN_ARTICLES
    return len(pages) >= MIN_PAGES and sum(len(page.records) for page in pages) >= MIN_RECORDS


def _induced(induce: Inducer, pages: Sequence[LabelledPage]) -> Template | None:
    try:
        return induce(pages)
    except Exception:
        # Pages nobody thought of: the others teach nothing then, which is told by the caller.
        return None


def _main_layout(pages: Sequence[LabelledPage]) -> list[LabelledPage]:
    """Pages of the layout that most of them have; all where none has most."""
    keys = [_layout(page) for page in pages]
    counts = Counter(keys)
    if len(counts) < 2:
        return list(pages)
    key, count = counts.most_common(1)[0]
    if count < MAIN_SHARE * len(pages):
        return list(pages)
    return [page for page, own in zip(pages, keys, strict=True) if own == key]


def _layout(page: LabelledPage) -> str:
    """Where most records of a page have their body (or title) and their time."""
    tree = page.tree
    names = ("body", "time") if page.role == "thread" else ("title", "url", "body")
    seen: Counter[str] = Counter()
    for record in page.records:
        marks = [record.fields[name][0] for name in names if record.fields.get(name)]
        seen["|".join(tree.path(mark.node, limit=2) for mark in marks)] += 1
    return seen.most_common(1)[0][0] if seen else ""


def _few(pages: Sequence[LabelledPage]) -> Sequence[LabelledPage]:
    """First pages that together are enough to build a template from."""
    records = 0
    for n, page in enumerate(pages):
        if n >= BUILT_PAGES and records >= BUILT_FROM:
            return pages[:n]
        records += len(page.records)
    return pages


def _cross_check(
    pages: Sequence[LabelledPage], induce: Inducer
) -> tuple[list[LabelledPage], Verification]:
    """Verify on pages not built from; pages that are of another template are left out."""
    own: list[LabelledPage] = []
    total = Verification(pages[0].role)
    weights = 0
    strangers = 0
    few = _few(pages)
    rest = pages[len(few) :]
    for n in range(FOLDS):
        held = [*few[n::FOLDS], *(() if n else rest)]
        template = _induced(induce, [p for i, p in enumerate(few) if i % FOLDS != n])
        if template is None:
            total.failures += len(held)
            continue
        reads = [(page, read_safely(template, page.sheet)) for page in held]
        # A page on which nothing at all is found was made by another template.
        found = [(page, read) for page, read in reads if read != []]
        mine = [page for page, _ in found]
        strangers += len(held) - len(mine)
        if not mine:
            continue
        part = verify_reads(template.role, mine, [read for _, read in found])
        total.agreement.add(part.agreement)
        total.failures += part.failures
        for name in ("believable", "ordered", "label_ordered"):
            mean = getattr(total, name) * weights + getattr(part, name) * len(mine)
            setattr(total, name, mean / (weights + len(mine)))
        weights += len(mine)
        own += mine
    if strangers > (1 - MAIN_SHARE) * len(pages):
        total.failures += strangers
    return own, total


def _kinds_agree(
    role: TemplateRole, readings: Sequence[_Reads], pages: Sequence[LabelledPage]
) -> float | None:
    if len(readings) < 2:
        return None
    scores = []
    for page in pages:
        one, other = (faces_of(role, reads[id(page)] or []) for reads in readings[:2])
        scores.append(agreement(role, one, other).score(role))
    return sum(scores) / len(scores)
