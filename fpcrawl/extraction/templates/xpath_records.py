"""Where records stand: XPath expressions from the page to their elements, learnt from labels."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.xpath_examples import (
    MAX_LEARNT,
    MAX_RULES,
    MAX_TRIED,
    least_of,
    weight_of,
)
from fpcrawl.extraction.templates.xpath_keys import PathKeys, cost_of, own_tests
from fpcrawl.extraction.templates.xpath_rules import RecordRule
from fpcrawl.extraction.templates.xpath_steps import Path, Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fpcrawl.extraction.templates.xpath_examples import Example
    from fpcrawl.extraction.tree import PageTree

__all__ = ["Attempt", "choose_records", "try_records"]

#: Least part of what record rules find that must be more than what nobody labelled.
MIN_GAIN = 0.2


@dataclass(slots=True)
class Attempt:
    """What a record path found: (page, element number) -> number of the record, or -1."""

    path: Path
    found: dict[tuple[int, int], int]

    @property
    def strangers(self) -> int:
        """Elements found that nobody labelled."""
        return sum(record < 0 for record in self.found.values())


def try_records(trees: Sequence[PageTree], records: list[Example], keys: PathKeys) -> list[Attempt]:
    """Try on all pages the paths that lead to most of the labelled records."""
    owners: dict[tuple[int, int], int] = {}
    support: Counter[Path] = Counter()
    main = _main_roots(records)
    for n, record in enumerate(records):
        paths: dict[Path, None] = {}
        chain = record.chains[min(main, len(record.chains) - 1)]
        for i in chain:
            owners.setdefault((record.page, i), n)
            paths.update(dict.fromkeys(keys.record_paths(record.tree.nodes[i])))
        support.update(paths.keys())
    by_tag = [_by_tag(tree) for tree in trees]
    least = least_of(len(records))
    ranked = sorted(support, key=lambda p: (-support[p], cost_of(p)))
    # Where records of two kinds stand on the pages, the rarer must not be crowded out.
    wanted = [p for p in ranked if support[p] >= least] or ranked
    tried = [_try(path, trees, by_tag, owners) for path in _spread(wanted, support)]
    best = sorted(tried, key=lambda t: t.strangers - len(t.found))[:6]
    for t in best:
        if t.strangers > 0.05 * len(t.found):
            tried.extend(_narrowed(t, trees, records))
    return tried


def _main_roots(records: list[Example]) -> int:
    """Which of the sibling elements of a record its time (or first field) mostly stands in."""
    votes: Counter[int] = Counter()
    for record in records:
        fields = record.label.fields
        marks = fields.get("time") or fields.get("url") or next(iter(fields.values()), [])
        for mark in marks[:1]:
            for n, root in enumerate(record.label.roots):
                if record.tree.holds(root, mark.node):
                    votes[n] += 1
    return votes.most_common(1)[0][0] if votes else 0


def _spread(ranked: list[Path], support: Counter[Path]) -> list[Path]:
    """Of paths by support: the first, and some of each lesser support as well."""
    out = ranked[:MAX_TRIED]
    per_level: Counter[int] = Counter()
    for path in ranked[MAX_TRIED:]:
        level = support[path].bit_length()
        per_level[level] += 1
        if per_level[level] <= MAX_TRIED // 3:
            out.append(path)
    return out


def _by_tag(tree: PageTree) -> dict[str, list[int]]:
    out: dict[str, list[int]] = {}
    for i, element in enumerate(tree.nodes):
        out.setdefault(str(element.tag), []).append(i)
    return out


def _try(
    path: Path,
    trees: Sequence[PageTree],
    by_tag: list[dict[str, list[int]]],
    owners: dict[tuple[int, int], int],
) -> Attempt:
    found: dict[tuple[int, int], int] = {}
    tag, ends_here = path.steps[-1].tag, path.ending()
    for page, tree in enumerate(trees):
        for i in by_tag[page].get(tag, ()):
            if ends_here(tree.nodes[i]):
                found[page, i] = owners.get((page, i), -1)
    return Attempt(path, found)


def _narrowed(
    tried: Attempt, trees: Sequence[PageTree], records: list[Example]
) -> Iterable[Attempt]:
    """Try paths that ask beside for what all records hold and other elements do not."""
    support: Counter[Path] = Counter()
    count = 0
    for (_, i), n in islice(tried.found.items(), 4 * MAX_LEARNT):
        if n < 0:
            continue
        record = records[n]
        tree = record.tree
        count += 1
        inside: dict[Path, None] = {}
        marks = [m.node for places in record.label.fields.values() for m in places]
        for mark in marks:
            at = mark
            for _ in range(3):
                if at <= i or not tree.holds(i, at):
                    break
                element = tree.nodes[at]
                tag = str(element.tag)
                for tests in (*((test,) for test in own_tests(element)), ()):
                    inside[Path((Step(tag, 0, tests),), deep=True)] = None
                at = tree.parent[at]
        support.update(inside.keys())
    *above, last = tried.path.steps
    common = [p for p in support if support[p] >= 0.9 * count and Path.parse(str(p)) == p]
    for below in sorted(common, key=cost_of)[:8]:
        step = Step(last.tag, last.position, last.tests, (*last.below, below))
        # It leads to nothing that the wider path does not.
        found = {
            (page, i): n
            for (page, i), n in tried.found.items()
            if below.leads(trees[page].nodes[i])
        }
        yield Attempt(Path((*above, step), deep=True, root=True), found)


def choose_records(tried: list[Attempt], total: int, least: int) -> list[RecordRule]:
    """Choose the path that gains most records, then others for what it does not find.

    Parameters
    ----------
    total
        Labelled records.
    least
        Records that each has to add.
    """
    rules: list[RecordRule] = []
    covered: set[int] = set()
    taken: set[tuple[int, int]] = set()
    while tried and len(rules) < MAX_RULES:
        best: Attempt | None = None
        best_rank = (0.0, 0.0)
        for t in tried:
            score, hits, pages = _worth(t, covered, taken)
            if hits < (1 if not rules and total == 1 else least) or score <= MIN_GAIN * hits:
                continue
            rank = (score * weight_of(pages), -cost_of(t.path))
            if best is None or rank > best_rank:
                best, best_rank = t, rank
        if best is None:
            break
        new = {n for n in best.found.values() if n >= 0} - covered
        covered |= new
        taken.update(best.found)
        rules.append(RecordRule(str(best.path), len(new)))
    return rules


def _worth(
    tried: Attempt, covered: set[int], taken: set[tuple[int, int]]
) -> tuple[float, int, int]:
    """Gain of records, their number, and that of their pages."""
    hits: set[int] = set()
    pages: set[int] = set()
    false = 0.0
    for place, n in tried.found.items():
        if place in taken:
            continue
        if n < 0:
            false += 1.0
        elif n in covered or n in hits:
            false += 0.5
        else:
            hits.add(n)
            pages.add(place[0])
    return len(hits) - false, len(hits), len(pages)
