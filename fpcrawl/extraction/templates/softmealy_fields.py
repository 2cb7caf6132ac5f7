"""Rules of the fields of records: where values stand, and how they are taken out of their words."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.softmealy_contexts import (
    Sample,
    contexts_of,
    groups_of,
    key_of,
)
from fpcrawl.extraction.templates.softmealy_matching import PICKS, compile_rule, matches_of
from fpcrawl.extraction.templates.softmealy_rules import AHEAD, Rule, form_of
from fpcrawl.extraction.templates.tokens import tag_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.templates.softmealy_contexts import Context
    from fpcrawl.extraction.templates.softmealy_matching import CompiledRule
    from fpcrawl.extraction.templates.softmealy_places import LabelledSource, Spot
    from fpcrawl.extraction.templates.softmealy_rules import TagForm

__all__ = ["field_rules"]

#: Of more records than this, a rule that only one of them needs was learnt from a wrong label.
FEW = 10
#: Characters of the words before and after a value, at most.
MAX_WORDS = 40
#: Share of labels that a way to take the value has to give.
MIN_PICKED = 0.5
MAX_FOLLOWS = 8
#: Share of its records that a rule is mistaken about, at most.
MAX_MISLED = 0.9
#: How bad it is to match a record that shows the field elsewhere, or was not seen to have it.
ELSEWHERE, UNSEEN = 0.5, 0.1
#: How bad it is to match outside of records, where nothing tells their begins: what holds no
#: body becomes no record, and labels do not name all records.
OUTSIDE = 0.05
_TIMES = frozenset({"time", "time_full", "last_post", "last_post_full"})
_SHOWN_TIMES = frozenset({"time", "last_post"})
_COUNTS = frozenset({"floor", "posts", "replies", "views", "post_id"})
_AHEAD = {name: re.compile(pattern) for name, pattern in AHEAD.items()}
_DIGIT = re.compile(r"\d")


def field_rules(sources: Sequence[LabelledSource], name: str, *, bounded: bool) -> list[Rule]:
    """Learn the rules of one field.

    Parameters
    ----------
    bounded
        Whether something tells where records begin.
    """
    places: dict[str, list[Sample]] = defaultdict(list)
    for source in sources:
        for n, record in enumerate(source.records):
            spot = record.fields.get(name)
            if spot is not None:
                places[spot.place].append(Sample(source, n, spot.tag, spot))
    groups = [
        group
        for spots in places.values()
        for group in groups_of(spots, [sample.raw(0) or "" for sample in spots])
    ]
    if len(groups) > 1 and name in _SHOWN_TIMES:
        held = _holders(groups)
        for sample in (sample for group in held for sample in group):
            # What stands before what is told by the places that are looked for.
            assert sample.spot is not None
            sample.source.records[sample.record].fields[name] = sample.spot
        groups = held or groups
    found: list[tuple[Rule, list[Sample]]] = []
    for samples in groups:
        right = _right(name, samples)

        contexts, ends = _told(sources, name, samples, right, bounded=bounded)
        for context in contexts:
            if context.wrong >= MAX_MISLED * len(context.samples):
                continue
            rule = _field_rule(name, context, right, ends)
            if rule is not None:
                found.append((rule, context.samples))
    return _needed(sources, found)


def _told(
    sources: Sequence[LabelledSource],
    name: str,
    samples: list[Sample],
    right: str,
    *,
    bounded: bool,
) -> tuple[list[Context], TagForm | None]:
    """Contexts of a field; what must end a value is asked for only where that tells it apart."""

    def contexts(ends: TagForm | None) -> list[Context]:
        def judge(context: Context) -> float:
            rule = Rule(name, context.tags, context.gaps, right, "text", 1, ends=ends)
            return _misled(sources, rule, context.samples, bounded=bounded)

        return contexts_of(samples, -1, judge)

    found = contexts(None)
    wrong = sum(context.wrong for context in found)
    ends = _ends(samples) if wrong else None
    if ends is not None:
        closed = contexts(ends)
        if sum(context.wrong for context in closed) < wrong:
            return closed, ends
    return found, None


def _holders(groups: Sequence[list[Sample]]) -> list[list[Sample]]:
    """One kind of element that all times stand in, whatever else is in it for some of them.

    ``<i class=date>3 March</i>`` and ``<i class=date><b>Today</b>, 10:15</i>`` are one place.
    """
    options: dict[tuple[str, ...], dict[int, Sample]] = defaultdict(dict)
    samples = [sample for group in groups for sample in group]
    for n, sample in enumerate(samples):
        for spot in sample.spot.around if sample.spot is not None else ():
            other = replace(sample, tag=spot.tag, spot=spot)
            options[key_of(other.raw(0) or "")].setdefault(n, other)
    for mine in options.values():
        if len(mine) == len(samples):
            return [list(mine.values())]
    return []


def _right(name: str, samples: Sequence[Sample]) -> str:
    """Class of token that all values begin with."""
    spots = [s.spot for s in samples if s.spot is not None]
    if any(spot.place != "text" for spot in spots):
        return "Any"
    ends = [s.source.map.source[spot.inner : spot.inner + 400] for s, spot in zip(samples, spots)]  # noqa: B905
    wanted = ["Word"]
    if name in _TIMES:
        wanted = ["Time", "Word"]
    elif name in _COUNTS:
        wanted = ["Number", "Word"]
    return next((kind for kind in wanted if all(_AHEAD[kind].match(end) for end in ends)), "Any")


def _ends(samples: Sequence[Sample]) -> TagForm | None:
    """Find the tag that ends all values and that no words follow."""
    raws = []
    for sample in samples:
        after, gap = sample.raw(1), None
        if sample.spot is None or sample.spot.place != "text" or after is None:
            return None
        if sample.source.map.source.find("<", sample.spot.inner) != sample.next_start:
            return None
        if sample.tag + 2 < len(sample.source.map.tags):
            gap = sample.gap(1)
        if gap not in {"s", "c"} or not after.startswith("</"):
            return None
        raws.append(after)
    return form_of(raws) if len(set(raws)) == 1 else None


def _field_rule(name: str, context: Context, right: str, ends: TagForm | None) -> Rule | None:
    spots = [sample.spot for sample in context.samples if sample.spot is not None]
    place = spots[0].place
    rule = Rule(
        name, context.tags, context.gaps, right, place, len(spots),
        holder=Counter(spot.holder for spot in spots).most_common(1)[0][0], ends=ends,
    )  # fmt: skip
    if name == "body":
        behind = [
            s.source.map.raw(s.spot.behind)
            for s in context.samples
            if s.spot and s.spot.behind >= 0
        ]
        follows = [label for label, _ in Counter(map(tag_label, behind)).most_common(MAX_FOLLOWS)]
        rule = replace(rule, follows=tuple(follows))
        return replace(rule, stops=_stops(behind)) if place in {"run", "loose"} else rule
    return _picked(rule, spots)


def _stops(behind: Sequence[str]) -> tuple[TagForm, ...]:
    """Forms of the start tags that were seen behind a run of paragraphs."""
    groups: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for raw in behind:
        if not raw.startswith("</"):
            groups[key_of(raw)].append(raw)
    return tuple(form_of(raws) for raws in groups.values())


def _picked(rule: Rule, spots: Sequence[Spot]) -> Rule | None:
    """Complete a rule by the way that takes most values out of their words."""
    starts, ends = [], []
    for spot in spots:
        content, value = spot.content, spot.value
        at = len(content) - len(value) if content.endswith(value) else content.find(value)
        starts.append(content[:at])
        ends.append(content[at + len(value) :])
    before = _common_end(starts)
    after = _common_start(ends)
    ways: list[Rule] = [rule]
    if before or after:
        ways.append(replace(rule, pick="between", before=before, after=after))
    if rule.field in _TIMES:
        ways += [replace(rule, pick="time", before=before), replace(rule, pick="time")]
    if rule.field in _COUNTS:
        ways.append(replace(rule, pick="number"))
    best = max(ways, key=lambda way: _right_values(way, spots))
    return best if _right_values(best, spots) >= MIN_PICKED * len(spots) else None


def _right_values(rule: Rule, spots: Sequence[Spot]) -> int:
    take = PICKS[rule.pick]
    return sum(take(spot.content, rule) == spot.value for spot in spots)


def _common_start(texts: Sequence[str]) -> str:
    low, high = min(texts), max(texts)
    n = next((n for n, (a, b) in enumerate(zip(low, high)) if a != b), min(len(low), len(high)))  # noqa: B905
    return _DIGIT.split(low[:n][:MAX_WORDS], maxsplit=1)[0].strip()


def _common_end(texts: Sequence[str]) -> str:
    back = [text[::-1] for text in texts]
    return _common_start(back)[::-1]


def _misled(
    sources: Sequence[LabelledSource], rule: Rule, samples: Sequence[Sample], *, bounded: bool
) -> float:
    """How often the first match of a rule in a record is not its sample."""
    wanted = {(id(s.source), s.record): s.start for s in samples}
    compiled = compile_rule(rule)
    wrong = 0.0
    for source in sources:
        starts = _outside_bodies(source, compiled)
        inside = 0
        for n, record in enumerate(source.records):
            mine = [at for at in starts if record.start <= at < record.end]
            inside += len(mine)
            want = wanted.get((id(source), n))
            if want is not None:
                wrong += not mine or mine[0] != want
            elif mine:
                wrong += ELSEWHERE if rule.field in record.fields else UNSEEN
        if not bounded:
            wrong += OUTSIDE * max(0, len(starts) - inside)
    return wrong


def _outside_bodies(source: LabelledSource, compiled: CompiledRule) -> list[int]:
    text = source.map.source
    return [at for at, _ in matches_of(compiled, text, 0, len(text)) if not source.in_body(at)]


def _needed(
    sources: Sequence[LabelledSource], found: list[tuple[Rule, list[Sample]]]
) -> list[Rule]:
    """Rules of a field without those that heavier ones make superfluous.

    A place that a wrong label told lies in records that hold the right one too.
    """
    found.sort(key=lambda pair: -pair[0].count)
    total = sum(rule.count for rule, _ in found)
    covered: set[tuple[int, int]] = set()
    out: list[Rule] = []
    for rule, samples in found:
        new = {(id(s.source), s.record) for s in samples} - covered
        if out and len(new) < (1 if total <= FEW else 2):
            continue
        out.append(rule)
        compiled = compile_rule(rule)
        for source in sources:
            starts = _outside_bodies(source, compiled)
            for n, record in enumerate(source.records):
                if any(record.start <= at < record.end for at in starts):
                    covered.add((id(source), n))
    return out
