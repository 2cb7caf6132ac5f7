"""Learning contextual rules from labelled pages."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.model import FIELDS
from fpcrawl.extraction.templates.softmealy import REQUIRED, SoftMealyTemplate
from fpcrawl.extraction.templates.softmealy_contexts import (
    Sample,
    contexts_of,
    groups_of,
)
from fpcrawl.extraction.templates.softmealy_fields import field_rules
from fpcrawl.extraction.templates.softmealy_matching import compile_rule, matches_of
from fpcrawl.extraction.templates.softmealy_places import locate
from fpcrawl.extraction.templates.softmealy_rules import Rule, form_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.templates.model import LabelledPage
    from fpcrawl.extraction.templates.softmealy_contexts import Context
    from fpcrawl.extraction.templates.softmealy_places import LabelledSource

__all__ = ["induce_softmealy"]

#: Share of records whose begin is told by good rules, below which they are told by repetition.
MIN_BEGINS = 0.9


def induce_softmealy(pages: Sequence[LabelledPage]) -> SoftMealyTemplate | None:
    """Learn a wrapper template.

    Parameters
    ----------
    pages
        Labelled pages of one template and one role.

    Returns
    -------
    SoftMealyTemplate or None
        ``None`` when the labels do not hold what a record of the role needs, or cannot be
        found in the source.
    """
    if not pages:
        return None
    role = pages[0].role
    sources = [locate(page) for page in pages]
    if role != "article":
        _drop_strays(sources)
    total = sum(len(source.records) for source in sources)
    rules = [] if role == "article" else _begin_rules(sources)
    bounded = bool(rules) or role == "article"
    for name in FIELDS[role]:
        rules += field_rules(sources, name, bounded=bounded)
    known = {rule.field for rule in rules} - {"record"}
    if not set(REQUIRED[role]) <= known:
        return None
    # Where all records have more than what is required, less is none.
    sizes = [len(known & set(r.fields)) for source in sources for r in source.records]
    bare = sum(size <= len(REQUIRED[role]) for size in sizes)
    least = len(REQUIRED[role]) + (bare * 50 < total)
    return SoftMealyTemplate(
        role,
        tuple(rules),
        _orders(sources, sorted(known)),
        role == "article",
        any(source.nested for source in sources),
        least,
        len(pages),
        total,
        sum(source.skipped for source in sources),
    )


def _drop_strays(sources: Sequence[LabelledSource]) -> None:
    """Drop records with a body of a rare kind from pages with unlabelled bodies of the usual one.

    Such a label took something else for the page's record and missed the records.
    """
    samples = [
        Sample(source, n, record.fields["body"].tag, record.fields["body"])
        for source in sources
        for n, record in enumerate(source.records)
        if "body" in record.fields
    ]
    groups = groups_of(samples, [sample.raw(0) or "" for sample in samples])
    if len(groups) < 2 or len(groups[0]) * 2 < len(samples):
        return
    usual = {(id(sample.source), sample.record) for sample in groups[0]}
    tag = form_of([sample.raw(0) or "" for sample in groups[0]])
    compiled = compile_rule(Rule("body", (tag,), (), "Any", "element", 1))
    for source in sources:
        text = source.map.source
        spans = [(record.start, record.end) for record in source.records]
        missed = any(
            not any(start <= at < end for start, end in spans)
            for at, _ in matches_of(compiled, text, 0, len(text))
        )
        if missed:
            kept = [r for n, r in enumerate(source.records) if (id(source), n) in usual]
            source.skipped += len(source.records) - len(kept)
            source.records[:] = kept


def _begin_rules(sources: Sequence[LabelledSource]) -> list[Rule]:
    """Rules of where records begin; none when they tell other places too."""
    begins = [
        Sample(source, n, record.begin)
        for source in sources
        for n, record in enumerate(source.records)
    ]

    def judge(context: Context) -> float:
        return _begins_told(sources, _begin_rule(context))[1]

    found = []
    for samples in groups_of(begins, [sample.raw(0) or "" for sample in begins]):
        for context in contexts_of(samples, 1, judge):
            rule = _begin_rule(context)
            told, wrong = _begins_told(sources, rule)
            if wrong * 20 <= len(told):
                found.append((rule, told))
    found.sort(key=lambda pair: -len(pair[1]))
    rules: list[Rule] = []
    covered: set[tuple[int, int]] = set()
    for rule, told in found:
        # Labels begin a record at one of several elements around it; one of them is enough.
        if len(told - covered) * 50 > len(begins):
            rules.append(rule)
            covered |= told
    return rules if len(covered) >= MIN_BEGINS * len(begins) else []


def _begin_rule(context: Context) -> Rule:
    holders = {s.source.records[s.record].holder for s in context.samples}
    return Rule(
        "record", context.tags, context.gaps, "Any", "record", len(context.samples),
        holder=holders.pop() if len(holders) == 1 else "",
    )  # fmt: skip


def _begins_told(sources: Sequence[LabelledSource], rule: Rule) -> tuple[set[tuple[int, int]], int]:
    """Find the records a rule tells from the one before; count its matches amid fields of one."""
    compiled = compile_rule(rule)
    told: set[tuple[int, int]] = set()
    wrong = 0
    for source in sources:
        text = source.map.source
        found = [at for at, _ in matches_of(compiled, text, 0, len(text)) if not source.in_body(at)]
        last = -1
        for n, record in sorted(enumerate(source.records), key=lambda pair: pair[1].first):
            at = bisect_right(found, record.first)
            if at and found[at - 1] > last:
                told.add((id(source), n))
            wrong += bisect_right(found, record.last) - at
            last = record.last
    return told, wrong


def _orders(sources: Sequence[LabelledSource], known: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Pairs of fields in the orders records have them; rare ones are slips of labels."""
    counts: Counter[tuple[str, str]] = Counter()
    for source in sources:
        for record in source.records:
            for a in known:
                for b in known:
                    one, other = record.fields.get(a), record.fields.get(b)
                    if a != b and one and other and one.start <= other.start:
                        counts[a, b] += 1
    return tuple(
        (a, b) for a in known for b in known if a != b and counts[a, b] * 20 >= counts[b, a]
    )
