"""``python -m benchmarks.topic_library``: pages accepted by an extended and by a static library.

A bed is cut in two halves by chance. In the one a person with a search box makes a topic: writes
a name and ten words, looks at the first hits of each word and at some pages by chance, says which
are on the topic (the labels say it here), and goes through the terms that the tool proposes,
knowing of them what those pages tell. The threshold of either library is learnt from the same
pages. In the other half each page is accepted or not: precision and recall at that threshold, at
the best one (which nobody knows), and where both are equal.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from benchmarks._topicbed import read_bed
from benchmarks._topiclexicons import Shelf
from benchmarks.common import BenchError, bench_keys, data_hash, emit, peak_mb, run_bench
from fpcrawl.topic.calibrate import DEFAULT_ETA, calibrate
from fpcrawl.topic.expand import (
    DocumentRules,
    from_documents,
    from_examples,
    from_lexicon,
    from_text,
    weights_by_examples,
)
from fpcrawl.topic.growth import Growth, GrowthRules
from fpcrawl.topic.judged import held_out_scores
from fpcrawl.topic.library import TopicLibrary, TopicTerm
from fpcrawl.topic.relevance import TopicScorer
from fpcrawl.topic.segment import make_segmenter
from fpcrawl.topic.sources.pageindex import PageIndex
from fpcrawl.topic.vectors import (
    DocumentFrequencies,
    cosine,
    page_counts,
    tf_idf,
    weighted_terms,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from benchmarks._topicbed import Bed, Task
    from fpcrawl.topic.lexicon.base import Lexicon
    from fpcrawl.topic.model import TopicPage
    from fpcrawl.topic.segment import Segmenter

    _Score = Callable[[TopicPage], float]

#: The paper's gains, in points.
_PAPER = {"precision": 23.74, "recall": 24.28, "f1": 24.43}
_WORDS = 10
_HITS = 10
_BY_CHANCE = 30
_CONFIRM_LIFT = 2.0
_MOST = 250


@dataclass(slots=True)
class _World:
    """The half of a bed in which the person searches, and the pages of the other half."""

    bed: Bed
    segmenter: Segmenter
    searched: list[int]
    judged: list[int]
    index: PageIndex
    frequencies: DocumentFrequencies

    @property
    def name(self) -> str:
        return "search"

    def find(self, term: str, limit: int) -> Sequence[TopicPage]:
        return self.index.find(term, limit)

    def sample(self, limit: int) -> Sequence[TopicPage]:
        return self.index.sample(limit)

    def numbers(self, pages: Iterable[TopicPage]) -> set[int]:
        return {self.bed.number[page.url] for page in pages}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure both libraries on each topic of a bed.

    Raises
    ------
    BenchError
        When the data is missing or malformed.
    """
    args = _parser().parse_args(argv)
    started = time.monotonic()
    segmenter = make_segmenter("fast")
    bed = read_bed(args.data, segmenter)
    if args.cache:
        bed.warm(args.cache, _say)
    lexicons = args.lexicons or args.data.resolve().parent.parent / "lexicons"
    shelf = Shelf(lexicons if lexicons.is_dir() else None)
    rows: list[dict[str, Any]] = []
    for split in range(args.splits):
        world = _world(bed, segmenter, split)
        for task in bed.tasks:
            lexicon = shelf.open(shelf.default(task.lang))
            found = _task(world, task, lexicon, args.limit)
            rows += [{"split": split, **row} for row in found]
            _say(f"{task.title}: {', '.join(map(_shown, found))}")
    seconds = time.monotonic() - started
    keys = bench_keys("topic_library", str(args.data), len(bed.urls), seconds, peak_mb())
    result = {"rows": rows, **_summary(rows), "paper_gain": _PAPER}
    emit({**keys, "data_sha256": data_hash([args.data]), **result}, as_json=args.json)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.topic_library",
        description="Pages accepted by an extended topic library and by a static one.",
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of a test bed")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--limit", type=int, default=4000, help="off-topic pages judged at most (default 4000)"
    )
    parser.add_argument("--splits", type=int, default=2, help="times the bed is halved")
    parser.add_argument("--lexicons", type=Path, help="folder of lexicons; default: the data's")
    parser.add_argument("--cache", type=Path, help="folder in which words of texts are kept")
    return parser


def _world(bed: Bed, segmenter: Segmenter, split: int) -> _World:
    rng = random.Random(f"{bed.name}/{split}")
    halves: tuple[list[int], list[int]] = ([], [])
    for number in range(len(bed.urls)):
        halves[rng.random() < 0.5].append(number)
    index, frequencies = PageIndex(segmenter.cut, len(bed.urls)), DocumentFrequencies()
    for number in halves[0]:
        page = bed.page(number)
        index.add(page)
        frequencies.add(page_counts(page))
    return _World(bed, segmenter, *halves, index, frequencies)


def _task(world: _World, task: Task, lexicon: Lexicon, limit: int) -> list[dict[str, Any]]:
    rng = random.Random(f"{world.bed.name}/{task.name}")
    relevant = task.relevant & set(world.judged)
    others = [number for number in world.judged if number not in relevant]
    drawn = rng.sample(others, min(limit, len(others)))
    if not relevant or not drawn:
        raise BenchError(f"{task.name}: its pages are all in one half")
    static = _written(world, task)
    shown = _looked_at(world, static, rng)
    good = [world.bed.page(number) for number in sorted(shown & task.relevant)]
    bad = [world.bed.page(number) for number in sorted(shown - task.relevant)]
    proposed, extended = _extended(world, static, lexicon, good, bad)
    grown = _grown(world, static, extended, good, bad)
    each_off = len(others) / len(drawn)
    rows = []
    ways: dict[str, tuple[TopicLibrary, Callable[[_World, TopicLibrary], _Score]]] = {
        "static": (static, _flat),
        "static_given": (static, _flat),
        "static_blocks": (static, _scored),
        "proposed": (proposed, _scored),
        "etfl": (extended, _scored),
        "etfl_flat": (extended, _flat),
        "etfl_grown": (grown, _scored),
    }
    for name, (library, way) in ways.items():
        score = way(world, library)
        if name.startswith("static"):
            scores = [score(page) for page in good], [score(page) for page in bad]
        else:
            scores = held_out_scores(
                library,
                good,
                bad,
                world.segmenter.cut,
                partial(way, world),
                background=world.frequencies,
            )
        eta = calibrate(*scores).eta if name != "static_given" else DEFAULT_ETA
        hits = [score(world.bed.page(number)) for number in relevant]
        wrong = [score(world.bed.page(number)) for number in drawn]
        rows.append(
            {
                "task": task.name,
                "library": name,
                "terms": len(library),
                "eta": round(eta, 5),
                **_rates(hits, wrong, each_off, eta),
                **_best(hits, wrong, each_off),
                "relevant": len(relevant),
                "shown": len(shown),
                "shown_on_topic": len(good),
            }
        )
    return rows


def _rates(hits: list[float], wrong: list[float], each: float, eta: float) -> dict[str, float]:
    kept = sum(score >= eta for score in hits)
    off = each * sum(score >= eta for score in wrong)
    precision, recall = (kept / (kept + off) if kept else 0.0), kept / len(hits)
    both = precision + recall
    return {
        "precision": round(precision, 4),
        "recall": round(recall, 4),
        "f1": round(2 * precision * recall / both if both else 0.0, 4),
    }


def _best(hits: list[float], wrong: list[float], each: float) -> dict[str, float]:
    """Return what the best threshold would give, and where precision and recall are equal."""
    ranked = sorted([(s, True) for s in hits] + [(s, False) for s in wrong], reverse=True)
    best: dict[str, float] = {"f1": -1.0}
    even = kept = off = 0.0
    for place, (score, on) in enumerate(ranked):
        kept, off = kept + on, off + each * (not on)
        if place + 1 < len(ranked) and ranked[place + 1][0] == score:
            continue
        precision, recall = kept / (kept + off), kept / len(hits)
        even = max(even, min(precision, recall))
        f1 = 2 * precision * recall / (precision + recall) if kept else 0.0
        if f1 > best["f1"]:
            best = {"precision": precision, "recall": recall, "f1": f1}
    out = {f"best_{name}": round(value, 4) for name, value in best.items()}
    return {**out, "break_even": round(even, 4)}


def _written(world: _World, task: Task) -> TopicLibrary:
    """Return the topic as a person writes it: a name, a text and ten words."""
    cut = world.segmenter.cut
    library = TopicLibrary(task.title, task.text)
    weights = weighted_terms(
        Counter(cut(task.text)), title=cut(task.title), frequencies=world.frequencies, size=_WORDS
    )
    for term in weights:
        library.add(TopicTerm(term))
    return library


def _looked_at(world: _World, library: TopicLibrary, rng: random.Random) -> set[int]:
    shown = set(rng.sample(world.searched, min(_BY_CHANCE, len(world.searched))))
    for term in library.static:
        shown |= world.numbers(world.index.find(term.term, _HITS))
    return shown


def _extended(
    world: _World,
    static: TopicLibrary,
    lexicon: Lexicon,
    good: list[TopicPage],
    bad: list[TopicPage],
) -> tuple[TopicLibrary, TopicLibrary]:
    """Return the library with what is proposed, before and after the person went through it."""
    cut, common = world.segmenter.cut, world.frequencies
    library = static.copy()
    for term in from_lexicon(static, lexicon):
        library.add(term)
    rules = DocumentRules(most=_MOST)
    for term in from_examples(static, good, bad, cut, rules, background=common):
        library.add(term)
    for term in from_documents(static, world, cut, background=common).terms:
        library.add(term)
    for term in from_text(static, cut, background=common):
        library.add(term)
    reviewed = library.copy()
    holds = [_holding(cut, pages) for pages in (good, bad)]
    for term in library.dynamic:
        words = cut(term.term)
        on, off = (
            (sum(all(word in page for word in words) for page in pages) + 0.5) / (len(pages) + 1)
            for pages in holds
        )
        # Of what stands on none of the pages the person knows nothing.
        if on >= _CONFIRM_LIFT * off and on * (len(good) + 1) > 1:
            reviewed.decide(term.term, accepted=True)
        elif off >= _CONFIRM_LIFT * on:
            reviewed.decide(term.term, accepted=False)
    for word, weight in weights_by_examples(reviewed, good, bad, cut, background=common).items():
        reviewed.weigh(word, weight)
    return library, reviewed


def _holding(_cut: Callable[[str], Sequence[str]], pages: list[TopicPage]) -> list[frozenset[str]]:
    return [frozenset(page_counts(page)) for page in pages]


def _grown(
    world: _World,
    static: TopicLibrary,
    extended: TopicLibrary,
    good: list[TopicPage],
    bad: list[TopicPage],
) -> TopicLibrary:
    """Return the extended library with what a crawl of the searched half adds."""
    guard = _scored(world, static)
    learnt = calibrate([guard(page) for page in good], [guard(page) for page in bad])
    growth = Growth(extended, world.segmenter.cut, GrowthRules(guard=max(learnt.eta, 1e-6)))
    for place, number in enumerate(world.searched[:4000]):
        page = world.bed.page(number)
        growth.note(page, guard(page), float(place))
    return growth.library()


def _flat(world: _World, library: TopicLibrary) -> _Score:
    """Return the static crawler's way: the page as one bag of words."""
    weights = library.topic(world.segmenter.cut).weights
    known = world.frequencies

    def score(page: TopicPage) -> float:
        return min(1.0, cosine(tf_idf(page_counts(page), known), weights))

    return score


def _scored(world: _World, library: TopicLibrary) -> _Score:
    scorer = TopicScorer(library.weights(), library.concepts(), world.segmenter, world.frequencies)
    return lambda page: scorer.score(page).relevance


_MEASURES = (
    "precision",
    "recall",
    "f1",
    "best_precision",
    "best_recall",
    "best_f1",
    "break_even",
)


def _summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    means = {
        library: {
            measure: round(fmean(r[measure] for r in rows if r["library"] == library), 4)
            for measure in _MEASURES
        }
        for library in dict.fromkeys(row["library"] for row in rows)
    }
    gains = {
        beside: {
            library: {
                measure: round(100 * (mean[measure] - means[beside][measure]), 2)
                for measure in _MEASURES
            }
            for library, mean in means.items()
            if not library.startswith("static")
        }
        for beside in ("static", "static_given")
    }
    return {
        "mean": means,
        "gain_points": gains["static"],
        "gain_points_over_given": gains["static_given"],
    }


def _shown(row: dict[str, Any]) -> str:
    return f"{row['library']} {row['precision']:.2f}/{row['recall']:.2f}/{row['break_even']:.2f}"


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    run_bench(main)
