"""``python -m benchmarks.topic_cost``: what it costs to see a page as a topic crawler does.

Beside parsing, in processor time of one core: the page's words, blocks and links
(``topic_page``), its relevance to a library of 150 concepts, and the priorities that the crawl
models give its 200 links. Pages of 60 KB HTML with 15 KB of text are made; with ``--data`` the
pages of that size that a data folder has are timed too. No page comes twice, so that what is
remembered of earlier text helps as it does in a crawl. ``ratio_vs_parse`` is against our own
parse of the page: where other processes are at work, that figure is the steadier one.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections import defaultdict
from itertools import islice
from pathlib import Path
from statistics import mean, median
from typing import TYPE_CHECKING, Any

from benchmarks._madepages import MadePage, PageMaker
from benchmarks.common import (
    BenchError,
    bench_keys,
    data_folders,
    emit,
    peak_mb,
    read_jsonl,
    read_packed,
    run_bench,
)
from fpcrawl.exceptions import FpcrawlError, PageError
from fpcrawl.pages import read_page
from fpcrawl.topic.blocks import topic_page
from fpcrawl.topic.model import Topic
from fpcrawl.topic.models import MODELS, make_model
from fpcrawl.topic.relevance import TopicScorer
from fpcrawl.topic.segment import has_fast_segmenter, make_segmenter
from fpcrawl.topic.vectors import DocumentFrequencies

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fpcrawl.topic.model import CrawlModel, TopicPage
    from fpcrawl.topic.segment import Segmenter

_HTML_BYTES, _TEXT_BYTES = 60_000, 15_000
_LINKS = 200
_CONCEPTS = 150
#: The topic is made of the first pages; after some more a crawl is under way, and timed.
_FIRST, _WARM = 10, 40
_SIZES = (40_000, 90_000)


def _made(lang: str, limit: int) -> list[MadePage]:
    maker = PageMaker("zh" if lang == "zh" else "en")
    return [maker.page(n, _HTML_BYTES, _TEXT_BYTES) for n in range(limit)]


def _saved(root: Path) -> Iterator[MadePage]:
    """Yield the pages of a data folder that are about as long as the made ones."""
    for folder in data_folders(root, "manifest.jsonl"):
        for row in read_jsonl(folder / "manifest.jsonl"):
            if "file" in row:
                body = read_packed(folder / str(row["file"]))
                if _SIZES[0] <= len(body) <= _SIZES[1]:
                    yield MadePage(str(row.get("url") or "http://made.invalid/"), body, 0)


def _topic(pages: Sequence[TopicPage]) -> Topic:
    """Return a topic of the words that stand in the middle between common and rare ones."""
    counts: defaultdict[str, int] = defaultdict(int)
    for page in pages:
        for block in page.blocks:
            for term in block.terms:
                counts[term] += 1
    ranked = sorted(counts, key=lambda term: (-counts[term], term))
    terms = ranked[len(ranked) // 20 :][:_CONCEPTS] or ranked
    if not terms:
        raise BenchError("the pages have no words")
    return Topic(terms[0], {term: 1 / (1 + n / 20) for n, term in enumerate(terms)})


def _time(pages: Sequence[MadePage], segmenter: Segmenter, models: Sequence[str]) -> dict[str, Any]:
    """Return the mean milliseconds of each step on the pages of a crawl under way."""
    seen: list[TopicPage] = []
    terms: list[int] = []
    links: list[int] = []
    spent: defaultdict[str, list[float]] = defaultdict(list)
    scorer: TopicScorer | None = None
    crawls: dict[str, CrawlModel] = {}
    for n, made in enumerate(pages):
        if n == min(_FIRST, len(pages) - 1):
            topic = _topic(seen)
            scorer = TopicScorer(topic.weights, {}, segmenter, DocumentFrequencies())
            crawls = {name: make_model(name, topic) for name in models}
        start = time.process_time()
        try:
            page = read_page(made.body, made.url)
        except PageError:
            continue
        parsed = time.process_time()
        _ = page.links
        gc.collect(0)
        linked = time.process_time()
        its = topic_page(page, segmenter)
        cut = time.process_time()
        terms.append(sum(len(block.terms) for block in its.blocks))
        links.append(len(its.links))
        if scorer is None:
            seen.append(its)
            continue
        scorer.see(its)
        scored = time.process_time()
        if n < min(_WARM, len(pages) - 1):
            for model in crawls.values():
                model.see(its)
            continue
        spent["parse"].append(parsed - start)
        spent["blocks_and_words"].append(cut - linked)
        spent["relevance"].append(scored - cut)
        spent["page"].append(scored - linked)
        for name, model in crawls.items():
            begin = time.process_time()
            model.see(its)
            done = time.process_time() - begin
            spent[f"model {name}"].append(done * _LINKS / max(_LINKS, len(its.links)))
    if not spent:
        raise BenchError("too few pages that can be read")
    ms = {step: round(1e3 * mean(times), 3) for step, times in spent.items()}
    return {
        "pages_per_s": round(1e3 / ms["page"], 1),
        "ms": {step: value for step, value in ms.items() if not step.startswith("model")},
        "ratio_vs_parse": round(ms["page"] / ms["parse"], 3),
        "ms_median": round(1e3 * median(spent["page"]), 3),
        # Made pages cost alike: what the quickest tenth takes is what it takes undisturbed.
        "ms_quickest_tenth": round(1e3 * sorted(spent["page"])[len(spent["page"]) // 10], 3),
        "ms_priorities": {
            step.partition(" ")[2]: value for step, value in ms.items() if step.startswith("model")
        },
        "terms_a_page": round(mean(terms), 1),
        "links_a_page": round(mean(links), 1),
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark.

    Raises
    ------
    BenchError
        When data are missing or malformed, or a model is unknown.
    """
    parser = argparse.ArgumentParser(prog="benchmarks.topic_cost", description=__doc__)
    parser.add_argument("--data", type=Path, help="time pages of this data folder too")
    parser.add_argument("--limit", type=int, default=120, help="pages of each kind (120)")
    parser.add_argument("--models", default="vsm", help=f"of {', '.join(MODELS)} (vsm)")
    parser.add_argument("--json", action="store_true", help="one JSON line")
    args = parser.parse_args(argv)
    if args.limit <= 1:
        raise BenchError("--limit has to be 2 or more")
    models = [name for name in args.models.split(",") if name]
    started = time.perf_counter()
    kinds = {f"made_{lang}": _made(lang, args.limit) for lang in ("zh", "en")}
    if args.data is not None:
        kinds["data"] = list(islice(_saved(args.data), args.limit))
    segmenters = {"jieba": make_segmenter("jieba")}
    if has_fast_segmenter():
        segmenters["fast"] = make_segmenter("fast")
    rows = {}
    for kind, pages in kinds.items():
        for name, segmenter in segmenters.items():
            try:
                rows[f"{kind} {name}"] = row = _time(pages, segmenter, models)
            except FpcrawlError as error:
                raise BenchError(str(error)) from error
            print(f"{kind} {name}: {row['pages_per_s']} pages/s", file=sys.stderr)
    made = {kind: row for kind, row in rows.items() if kind.startswith("made")}
    result = {
        "pages_per_s": {
            name: min(row["pages_per_s"] for kind, row in made.items() if kind.endswith(name))
            for name in segmenters
        },
        "pages_per_s_undisturbed": {
            name: min(
                round(1e3 / row["ms_quickest_tenth"], 1)
                for kind, row in made.items()
                if kind.endswith(name)
            )
            for name in segmenters
        },
        "ms_200_priorities": {
            model: max(row["ms_priorities"][model] for row in made.values()) for model in models
        },
        "html_kb": round(mean(len(page.body) for page in kinds["made_zh"]) / 1e3, 1),
        "text_kb": round(mean(page.text_bytes for page in kinds["made_zh"]) / 1e3, 1),
        "rows": rows,
        **bench_keys(
            "topic_cost",
            str(args.data or "made"),
            sum(map(len, kinds.values())),
            time.perf_counter() - started,
            peak_mb(),
        ),
    }
    emit(result, as_json=args.json)
    return 0


if __name__ == "__main__":
    run_bench(main)
