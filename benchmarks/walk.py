"""``python -m benchmarks.walk``: page roles, thread links and next pages of recorded pages."""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from benchmarks._fewer import pages_cut
from benchmarks._pagebench import data_parser, print_figures
from benchmarks._walkpages import MANIFEST, load_folder
from benchmarks._walkthrough import walk_folder
from benchmarks.common import (
    BenchError,
    bench_keys,
    data_folders,
    data_hash,
    emit,
    peak_mb,
    run_bench,
)
from benchmarks.scoring import f1

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks._fewer import Cut
    from benchmarks._walkthrough import Seen

_TABLE = (
    ("role_accuracy", "roles"),
    ("thread_link_precision", "thr_p"),
    ("thread_link_recall", "thr_r"),
    ("next_page_precision", "next_p"),
    ("next_page_recall", "next_r"),
)


@dataclass(slots=True)
class Tally:
    """Hits, guesses and truths of one kind of link."""

    hits: int = 0
    got: int = 0
    true: int = 0

    def add(self, got: frozenset[str], true: frozenset[str]) -> None:
        """Count one page."""
        self.hits += len(got & true)
        self.got += len(got)
        self.true += len(true)

    def keys(self, name: str) -> dict[str, float | None]:
        """Return precision, recall and F1; ``None`` for what had nothing to judge."""
        return {
            f"{name}_precision": round(self.hits / self.got, 4) if self.got else None,
            f"{name}_recall": round(self.hits / self.true, 4) if self.true else None,
            f"{name}_f1": round(f1(self.hits, self.got, self.true), 4)
            if self.got or self.true
            else None,
        }


@dataclass(slots=True)
class WalkScore:
    """Figures of a number of pages."""

    pages: int = 0
    redirected: int = 0
    right: int = 0
    threads: Tally = field(default_factory=Tally)
    next: Tally = field(default_factory=Tally)
    confusion: Counter[str] = field(default_factory=Counter)

    def add(self, seen: Seen) -> None:
        """Count one page."""
        self.pages += 1
        # Its label names the page that was asked for, not the one that came: what that costs is
        # counted, and told beside the share.
        self.redirected += seen.page.redirected
        if seen.role == seen.page.role:
            self.right += 1
        else:
            self.confusion[f"{seen.page.role} as {seen.role}"] += 1
        if seen.true_threads is not None:
            self.threads.add(seen.threads, seen.true_threads)
        if seen.true_next is not None:
            got = frozenset([seen.next] if seen.next else [])
            # Several links to the next page are one page.
            true = seen.true_next & got or frozenset(sorted(seen.true_next)[:1])
            self.next.add(got, true)

    def keys(self) -> dict[str, Any]:
        """Return the figures."""
        return {
            "pages": self.pages,
            "role_accuracy": round(self.right / self.pages, 4) if self.pages else None,
            "redirected": self.redirected,
            **self.threads.keys("thread_link"),
            **self.next.keys("next_page"),
            "thread_links": self.threads.true,
            "next_pages": self.next.true,
            "confusion": dict(self.confusion.most_common()),
        }


def _score(pages: Iterable[Seen]) -> WalkScore:
    total = WalkScore()
    for seen in pages:
        total.add(seen)
    return total


def _explain(name: str, pages: Sequence[Seen], most: int) -> None:
    """Print the pages that went wrong, ``most`` of each kind of mistake."""
    told: Counter[str] = Counter()
    for seen in pages:
        faults = []
        if seen.role != seen.page.role:
            faults.append((f"{seen.page.role} as {seen.role}", "; ".join(seen.why)))
        if seen.true_threads is not None and seen.threads != seen.true_threads:
            missed, wrong = seen.true_threads - seen.threads, seen.threads - seen.true_threads
            example = [*sorted(missed)[:2], "|", *sorted(wrong)[:2]]
            faults.append(("threads", f"-{len(missed)} +{len(wrong)} {' '.join(example)}"))
        if seen.true_next is not None and {seen.next or ""} != (
            seen.true_next & {seen.next or ""} or set(sorted(seen.true_next)[:1] or [""])
        ):
            faults.append(("next page", f"{seen.next} instead of {sorted(seen.true_next)}"))
        for kind, text in faults:
            told[kind] += 1
            if told[kind] <= most:
                print(f"{name}: {kind}: {seen.page.id} {seen.page.url}: {text}", file=sys.stderr)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark.

    Raises
    ------
    BenchError
        When data are missing or malformed, or no folder has the truth this needs.
    """
    parser = data_parser(
        "walk",
        "Reads recorded pages one by one and compares roles and links with the truth.",
        explain="each sort",
    )
    args = parser.parse_args(argv)
    started = time.monotonic()
    folders = data_folders(args.data, MANIFEST)
    per_folder: dict[str, WalkScore] = {}
    per_software: dict[str, WalkScore] = {}
    total = WalkScore()
    used = []
    cuts: list[Cut | None] = []
    for folder in folders:
        loaded = load_folder(folder, args.limit, args.disguise)
        if loaded is None:
            continue
        used.append(folder)
        cuts += [page.cut for page in loaded.pages]
        pages = list(walk_folder(loaded))
        if args.explain:
            _explain(loaded.name, pages, args.explain)
        per_folder[loaded.name] = _score(pages)
        for seen in pages:
            per_software.setdefault(loaded.software, WalkScore()).add(seen)
            total.add(seen)
    if not used:
        raise BenchError(
            f"{args.data} tells neither the thread links of an index nor the next page of any "
            "page (truth.threads, truth.next_page or truth.pagination_css): nothing to judge"
        )
    print_figures(
        [head for _, head in _TABLE],
        [
            (name, score.pages, [score.keys()[key] for key, _ in _TABLE])
            for name, score in {**per_folder, "all": total}.items()
        ],
    )
    figures = total.keys()
    seconds = time.monotonic() - started
    result = {
        **figures,
        **bench_keys("walk", str(args.data), total.pages, seconds, peak_mb()),
        "disguise": args.disguise,
        **pages_cut(args.disguise, cuts),
        "data_sha256": data_hash(used),
        "skipped_folders": len(folders) - len(used),
        "per_software": {name: score.keys() for name, score in per_software.items()},
        "per_folder": {name: score.keys() for name, score in per_folder.items()},
    }
    emit(result, as_json=args.json)
    return 0


if __name__ == "__main__":
    run_bench(main)
