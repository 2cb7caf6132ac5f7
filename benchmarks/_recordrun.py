"""Runs methods over recorded pages, split as each asks, and keeps their scores."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from benchmarks._recordmethods import LEARNT, METHODS, Structure, locate
from benchmarks._recordpages import view_folder
from benchmarks._recordpeers import PEERS, Locator
from benchmarks._recordplaces import score_places, summarise_places
from benchmarks.scoring import score_page, summarise, word_f1, word_share
from fpcrawl.extraction.extractor import Found, StructureExtractor
from fpcrawl.extraction.records import Article

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from benchmarks._recordmethods import Method
    from benchmarks._recordpages import PageView, RecordFolder, RecordPage
    from benchmarks._recordplaces import PlaceScore
    from benchmarks.scoring import GotPost, PageScore

__all__ = ["Judged", "Tally", "main_text", "run_labels", "run_method", "run_peers"]

OURS = "structure"
"""Our own figures beside those of others."""
MIN_LINE = 20
"""Characters of a line, white space apart, that is told once though others hold it."""
MIN_SAME = 12
"""Characters of a line that is told once though it comes again as a line of its own."""
SERVED = 0.8
"""Share of the words of a main text that a page has which was served with it."""
#: How attributes have times.
_FOR_MACHINES = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")


@dataclass(frozen=True, slots=True)
class Judged:
    """A page, the records that were read of it, and their score.

    Attributes
    ----------
    folder
        Name of its data folder.
    score
        ``None`` where only the main text of the page is known.
    words
        Word F1 of its main text, ``None`` where that is not known.
    is_served
        Whether the page as it was served holds the words of its main text: those that scripts
        fetch are in none of what can be read.
    """

    folder: str
    page: RecordPage
    gots: tuple[GotPost, ...]
    score: PageScore | None
    words: float | None
    is_served: bool
    role: str
    role_is_right: bool
    why: tuple[str, ...]


@dataclass(slots=True)
class Tally:
    """Figures of a number of pages.

    Attributes
    ----------
    stray
        Records of pages that have none: they lower the precision.
    """

    pages: int = 0
    scores: list[PageScore] = field(default_factory=list)
    stray: int = 0
    words: list[float] = field(default_factory=list)
    served_words: list[float] = field(default_factory=list)
    list_words: list[float] = field(default_factory=list)
    right_roles: int = 0
    roles: Counter[str] = field(default_factory=Counter)

    def add(self, judged: Judged) -> None:
        """Count one page."""
        self.pages += 1
        self.right_roles += judged.role_is_right
        if not judged.role_is_right:
            self.roles[f"{judged.page.label} as {judged.role}"] += 1
        if judged.words is not None:
            (self.words if judged.page.label == "thread" else self.list_words).append(judged.words)
            if judged.page.label == "thread" and judged.is_served:
                self.served_words.append(judged.words)
        if judged.score is not None:
            if judged.page.posts:
                self.scores.append(judged.score)
            else:
                self.stray += judged.score.extracted

    def keys(self) -> dict[str, Any]:
        """Return the figures; ``wcxb_f1`` only where there are such pages."""
        keys: dict[str, Any] = {"pages": self.pages}
        if self.scores:
            keys |= {"pages_with_posts": len(self.scores), **summarise(self.scores, self.stray)}
        of_texts = {
            "wcxb_f1": self.words,
            "wcxb_served_f1": self.served_words,
            "wcxb_lists_f1": self.list_words,
        }
        for name, words in of_texts.items():
            if words:
                keys[name] = round(sum(words) / len(words), 4)
        keys["role_accuracy"] = round(self.right_roles / self.pages, 4) if self.pages else None
        keys["role_errors"] = dict(self.roles.most_common())
        return keys


def main_text(view: PageView, gots: Sequence[GotPost]) -> str:
    """Return what a page says, as published extractors give it: who, when and what.

    Lines that come again are told once: those that a post quotes from one before, those of a
    log, what software writes below every quotation. Comments on the answers to a question are
    no main text, nor is a time as only attributes have it ("2024-03-04T10:00:00Z"): no reader
    sees it. Where no records were read it is the text of the page as an article.
    """
    answers = [got for got in gots if not (got.post_id or "").startswith("comment-")]
    if len(answers) > 1:
        gots = answers
    if gots:
        told = ""
        lines: set[str] = set()
        out = []
        for got in gots:
            shown = None if _FOR_MACHINES.match(got.time_raw or "") else got.time_raw
            out += [part for part in (got.author, shown) if part]
            for line in got.body.split("\n"):
                bare = "".join(line.split())
                if not bare or bare in lines or (len(bare) >= MIN_LINE and bare in told):
                    continue
                told += bare + "\n"
                if len(bare) >= MIN_SAME:
                    lines.add(bare)
                out.append(line)
        return "\n".join(out)
    found = Found(view.tree, "article", view.reading.posts, view.reading.rows, view.book)
    parts = []
    for record in StructureExtractor().extract(found, view.place):
        if isinstance(record, Article):
            parts += [record.body_text, *(comment.body_text for comment in record.comments)]
    return "\n".join(parts)


def run_method(mode: str, folders: Sequence[RecordFolder]) -> Iterator[Judged]:
    """Read the pages of some folders by a method.

    Pages that a method learnt from are not among what is returned, nor those of a template
    with a single page where templates are learnt.
    """
    make = METHODS[mode]
    split = make().split
    if split == "software":
        yield from _by_software(make, folders)
        return
    for folder in folders:
        if split == "none":
            method = make()
            method.learn(())
            yield from (
                _judge(folder.name, view, method.read(view)) for view in view_folder(folder)
            )
        else:
            yield from _by_template(make, folder)


def run_labels(folders: Sequence[RecordFolder]) -> Iterator[Judged]:
    """Read by structure alone the very pages that a template mode is scored on."""
    structure = Structure()
    for folder in folders:
        for _, scored in _templates(folder):
            yield from (_judge(folder.name, view, structure.read(view)) for view in scored)


def _templates(folder: RecordFolder) -> Iterator[tuple[list[PageView], list[PageView]]]:
    """Pages of each template of a folder: those to learn from, and the rest."""
    groups: dict[str, list[PageView]] = {}
    for view in view_folder(folder):
        if view.true.posts is not None:
            groups.setdefault(view.true.template, []).append(view)
    for views in groups.values():
        count = min(LEARNT, len(views) // 2)
        if not count:
            continue
        # Spread over the whole: manifests are sorted.
        step = len(views) / count
        chosen = {int(n * step) for n in range(count)}
        learnt = [view for n, view in enumerate(views) if n in chosen]
        yield learnt, [view for n, view in enumerate(views) if n not in chosen]


def _by_template(make: Callable[[], Method], folder: RecordFolder) -> Iterator[Judged]:
    for learnt, scored in _templates(folder):
        method = make()
        method.learn(learnt)
        yield from (_judge(folder.name, view, method.read(view)) for view in scored)


def _by_software(make: Callable[[], Method], folders: Sequence[RecordFolder]) -> Iterator[Judged]:
    method = make()
    method.learn(view for folder in folders for view in view_folder(folder))
    for folder in folders:
        yield from (_judge(folder.name, view, method.read(view)) for view in view_folder(folder))


def run_peers(folders: Sequence[RecordFolder]) -> dict[str, dict[str, Any]]:
    """Read all pages by the methods of others; return their figures by name.

    Where a method says what belongs to a record, whether it is right is among the figures; so
    it is for our own structure, under its name.
    """
    peers = {name: make() for name, make in PEERS.items()}
    tallies = {name: Tally() for name in (OURS, *peers)}
    places: dict[str, list[PlaceScore]] = {}
    for folder in folders:
        for view in view_folder(folder):
            page, true = view.reading.page, view.true
            found = {name: peer.read(page) for name, peer in peers.items()}
            for name, gots in {OURS: Structure().read(view), **found}.items():
                tallies[name].add(_judge(folder.name, view, gots))
            if not true.posts or true.kind != "forum":
                continue
            texts = {OURS: locate(view)}
            texts |= {
                n: peer.locate(page) for n, peer in peers.items() if isinstance(peer, Locator)
            }
            for name, stretches in texts.items():
                places.setdefault(name, []).append(score_places(true.posts, stretches))
    out: dict[str, dict[str, Any]] = {}
    for name, tally in tallies.items():
        located = summarise_places(places[name]) if name in places else {}
        skipped = {"skipped": peers[name].skipped} if name in peers else {}
        out[name] = {**tally.keys(), **located, **skipped}
    return out


def _judge(folder: str, view: PageView, gots: list[GotPost]) -> Judged:
    true = view.true
    words = None
    is_served = False
    if true.main_text is not None:
        words = word_f1(main_text(view, gots), true.main_text)
        is_served = (
            word_share(" ".join(view.reading.page.root.itertext()), true.main_text) >= SERVED
        )
    return Judged(
        folder,
        true,
        tuple(gots),
        None if true.posts is None else score_page(true.posts, gots),
        words,
        is_served,
        view.reading.role,
        view.role_is_right,
        tuple(view.reading.why),
    )
