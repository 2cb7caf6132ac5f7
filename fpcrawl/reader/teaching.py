"""Whose labels a template is learnt from: those of structure, or the network's."""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.compare import agreement, label_faces
from fpcrawl.extraction.templates.kinds import INDUCERS
from fpcrawl.extraction.templates.labels import cannot_label
from fpcrawl.extraction.templates.learn import MIN_PAGES, Learning, attempt
from fpcrawl.pages.charset import text_of
from fpcrawl.reader.labelling import label, relabel, sureness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from fpcrawl.extraction.extractor import Found
    from fpcrawl.extraction.place import Place
    from fpcrawl.extraction.posts.postgroup import PostGroup
    from fpcrawl.extraction.templates.book import TemplateLabels
    from fpcrawl.extraction.templates.compare import Face
    from fpcrawl.extraction.templates.kept import KeptPage
    from fpcrawl.extraction.templates.model import LabelledPage
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.reader.job import LearnJob
    from fpcrawl.reader.secondlook import SecondLook

__all__ = ["LEARNT_FROM", "SeenPage", "Taught", "teach", "without_furniture"]

#: Pages a template is learnt from.
LEARNT_FROM = 9
#: Structure that is less sure of a page than this is unsure.
SURE = 0.5
#: Share of the pages from which on unsure ones are not just a mistake that goes under.
MANY = 0.5
#: What the network's labels must be better by; at the same, structure's are kept.
BETTER = 1.02
#: Looks in a row that show nothing new after which the other pages are left alone.
MAX_VAIN = 3
#: Characters from which on a body that comes again is no coincidence.
LONG = 20


class SeenPage:
    """A kept page, parsed; its records are looked for when they are asked for.

    Parameters
    ----------
    look
        Finds them.
    """

    def __init__(
        self, kept: KeptPage, tree: PageTree, place: Place, look: Callable[[SeenPage], Found]
    ) -> None:
        self.kept = kept
        self.tree = tree
        self.place = place
        self._look = look

    @cached_property
    def found(self) -> Found:
        """What structure tells."""
        return self._look(self)

    @cached_property
    def labelled(self) -> LabelledPage:
        """The page with the labels that this gives, or others that were set."""
        return label(self.found, self.kept.role, self.place, self.source())

    def relabelled(self, labelled: LabelledPage) -> SeenPage:
        """Return the page with other labels."""
        other = copy(self)
        other.labelled = labelled
        return other

    @cached_property
    def _text(self) -> str:
        return text_of(self.kept.body, self.tree.page.charset)

    def source(self) -> str:
        """Return the page as text; it is decoded once."""
        return self._text


@dataclass(slots=True)
class Taught:
    """What came of learning.

    Attributes
    ----------
    pages
        Those it was learnt from, with the labels that were taken.
    labels
        Whose those are.
    """

    learning: Learning
    pages: list[SeenPage]
    labels: TemplateLabels = "structure"


def teach(pages: Sequence[SeenPage], job: LearnJob, look: SecondLook) -> Taught:
    """Learn from the labels of structure, and from those of the network where these are unsure.

    Of two templates that verify, the one is taken whose worth is higher: how far it agrees
    with its labels on pages it was not built from, how believable what it reads is, on how
    many of the pages it reads anything, and how much of that differs from page to page.
    """
    pages = _first_with_records(pages)
    with_records = [one for one in pages if one.labelled.records]
    own = Taught(attempt([one.labelled for one in with_records], INDUCERS), with_records)
    if job.role != "thread" or len(pages) < MIN_PAGES:
        return own
    doubtful = pages if job.look == "always" else _doubtful(pages, own.learning)
    if not doubtful:
        return own
    ids = {one.kept.id for one in doubtful}
    other: list[SeenPage] = []
    vain = 0
    for one in pages:
        wanted = one.kept.id in ids and (job.look == "always" or vain < MAX_VAIN)
        other.append(_looked_at(one, look) if wanted else one)
        if wanted:
            vain = vain + 1 if other[-1] is one else 0
    if all(one.labelled is was.labelled for one, was in zip(other, pages, strict=True)):
        return own
    other = [one for one in without_furniture(other) if one.labelled.records]
    seen = Taught(attempt([one.labelled for one in other], INDUCERS), other, "network")
    mine, theirs = (_worth(taught, len(pages)) for taught in (own, seen))
    return seen if theirs > BETTER * mine else own


def _first_with_records(pages: Iterable[SeenPage]) -> list[SeenPage]:
    """Return so many pages as are learnt from, those with records first."""
    bare: list[SeenPage] = []
    found: list[SeenPage] = []
    for one in pages:
        (found if one.labelled.records else bare).append(one)
        if len(found) >= LEARNT_FROM:
            break
    return (found + bare)[:LEARNT_FROM]


def _doubtful(pages: Sequence[SeenPage], learning: Learning) -> list[SeenPage]:
    """Pages to look at again: none while most are read well, for mistakes on few go under.

    All of them where nothing can be learnt from what structure tells. That it tells too little
    so far is no doubt of it: there will be more, which costs less than a browser. Nor is what it
    cuts out of running text, as no template can, nor posts of several kinds, of which one reads
    those of one kind alone.
    """
    askable = [one for one in pages if not _is_beyond_templates(one.found.posts)]
    if learning.learnt is None and not learning.too_little:
        return askable
    told = Counter(body for one in pages for body in set(_bodies(one)))
    unsure = []
    for one in askable:
        bodies = _bodies(one)
        # What stands on other pages too is no post of this one.
        again = sum(told[body] > 1 for body in bodies)
        if (
            not one.labelled.records
            or sureness(one.found, "thread") < SURE
            or 2 * again > len(one.labelled.records)
        ):
            unsure.append(one)
    return unsure if len(unsure) >= MANY * len(pages) else []


def _is_beyond_templates(posts: PostGroup | None) -> bool:
    return posts is not None and (posts.kinds > 1 or cannot_label(posts))


def _bodies(one: SeenPage) -> list[str]:
    return [face["body"] for face in _faces(one) if len(face["body"]) >= LONG]


def _faces(one: SeenPage) -> list[Face]:
    return label_faces(one.labelled)


def _looked_at(one: SeenPage, look: SecondLook) -> SeenPage:
    """Label a page as the network sees it; as it was, where that is the same or nothing."""
    was = one.labelled
    labelled = relabel(was, look.read(was.tree, one.kept.body))
    if labelled is was:
        return one
    compared = agreement("thread", label_faces(labelled), label_faces(was))
    if compared.record_f1 == 1.0 and compared.score("thread") == 1.0:
        return one
    return one.relabelled(labelled)


def without_furniture(pages: Sequence[SeenPage]) -> list[SeenPage]:
    """Take off the labels what stands alike, down to its time, on most of the pages.

    A box for members to sign in, beside the visitors of today, is a post to the network.

    Parameters
    ----------
    pages
        Labelled pages. What all pages of one thread repeat can be its opening post.
    """
    shown = [[tuple(sorted(face.values.items())) for face in _faces(one)] for one in pages]
    threads: dict[tuple[tuple[str, str], ...], set[str]] = {}
    for one, faces in zip(pages, shown, strict=True):
        for face in faces:
            threads.setdefault(face, set()).add(one.kept.thread_url)
    out = []
    for one, faces in zip(pages, shown, strict=True):
        records = [
            record
            for record, face in zip(one.labelled.records, faces, strict=True)
            if len(threads[face]) < MIN_PAGES or 2 * len(threads[face]) <= len(pages)
        ]
        same = len(records) == len(faces)
        out.append(one if same else one.relabelled(replace(one.labelled, records=records)))
    return out


def _worth(taught: Taught, pages: int) -> float:
    learnt = taught.learning.learnt
    if learnt is None:
        return 0.0
    read = [one for one in taught.pages if one.labelled.tree.page.url in set(learnt.urls)]
    bodies = [body for one in read for body in _bodies(one)]
    novel = len(set(bodies)) / len(bodies) if bodies else 1.0
    verified = learnt.verification
    return verified.score * verified.believable * novel * len(read) / pages
