"""Where fields stand in a record, and what of it is the value, learnt from labels."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice, product
from typing import TYPE_CHECKING, NamedTuple

from fpcrawl.extraction.bodies.body import body_text
from fpcrawl.extraction.templates.labels import body_parts
from fpcrawl.extraction.templates.xpath_cut import TIME_INSIDE, WHOLE, Cut, cuts_for, cuts_of
from fpcrawl.extraction.templates.xpath_examples import MAX_RULES, MAX_TRIED, least_of, weight_of
from fpcrawl.extraction.templates.xpath_keys import PathKeys, cost_of
from fpcrawl.extraction.templates.xpath_rules import FieldRule, bare_kind, parts_from
from fpcrawl.extraction.templates.xpath_steps import Path

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence

    from lxml.html import HtmlElement

    from fpcrawl.extraction.templates.model import Mark
    from fpcrawl.extraction.templates.xpath_examples import Example

__all__ = ["body_rules", "field_rules"]

#: How much a false value weighs against a right one, and one where no value is labelled.
WRONG, UNLABELLED = 1.5, 0.5
#: Records from which on a path to one single value is none to a field that has many.
MAX_ALIKE = 4
#: What stands beside its like in a body that no element holds.
_PARAGRAPHS = frozenset({"div:not([class])", "p:not([class])"})
#: What else can stand among such paragraphs.
_INSETS = frozenset(f"{tag}:not([class])" for tag in ("blockquote", "ol", "pre", "ul"))
#: Fields whose values are times.
_TIMES = frozenset({"time", "time_full", "last_post", "last_post_full"})


def field_rules(name: str, records: list[Example], keys: PathKeys) -> list[FieldRule]:
    """Learn where a field stands in records that have an anchor, the best rule first."""
    support: Counter[tuple[Path, Cut]] = Counter()
    values: dict[tuple[Path, Cut], set[str]] = {}
    holders: set[tuple[Path, Cut]] = set()
    for ways, shown in _ways(name, records, keys):
        offered: dict[tuple[Path, Cut], None] = {}
        for way in ways:
            keyed = dict.fromkeys(product(way.paths, way.cuts))
            offered.update(keyed)
            if way.is_around:
                holders.update(keyed)
        for key in offered:
            support[key] += len(shown)
            values.setdefault(key, set()).update(shown)
    if name != "sticky" and len(set().union(*values.values())) > 1:
        # What leads to one value only is that author's own, not the place of the field.
        for key in [key for key, told in values.items() if len(told) == 1]:
            if support[key] >= MAX_ALIKE:
                del support[key]
    labelled = sum(bool(_marks(record, name)) for record in records)
    if name in _TIMES:
        # What stands around a time today may be something else tomorrow.
        for key in [key for key in support if "time" not in key[1].kind]:
            if support[key] < 0.5 * labelled:
                del support[key]
    rules = [FieldRule(str(path), cut) for path, cut in _tried_first(support, labelled)]

    def judge(rule: FieldRule, record: Example) -> int:
        assert record.anchor is not None
        got = rule.value(record.anchor, record.holes)
        marks = _marks(record, name)
        if not got:
            return 0
        if not marks:
            return -2
        return 1 if got == " ".join(marks[0].value.split()) else -1

    return _choose(rules, records, judge, labelled, labelled, holders, prefer_own=name == "author")


class _Way(NamedTuple):
    """Paths to one element (or attribute) with ways to cut a value out of it.

    Attributes
    ----------
    is_around
        Whether it only holds the element that the value stands in.
    """

    paths: tuple[Path, ...]
    cuts: tuple[Cut, ...]
    is_around: bool


def _ways(
    name: str, records: list[Example], keys: PathKeys
) -> Iterable[tuple[list[_Way], list[str]]]:
    """Ways to a field, with its values in all the records that have the same ones."""
    out: dict[Hashable, tuple[list[_Way], list[str]]] = {}
    for record in records:
        assert record.anchor is not None
        for mark in _marks(record, name):
            own = record.tree.nodes[mark.node]
            ways = [
                _Way(
                    keys.field_paths(node, record.anchor, attribute),
                    tuple(cuts[:3]),
                    not attribute and node is not own,
                )
                for node, attribute, cuts in _cuts_of(record, mark, name)
            ]
            # Paths are made once: the same ones are one object, which is cheaper to tell.
            same = tuple((id(way.paths), way.cuts, way.is_around) for way in ways)
            out.setdefault(same, (ways, []))[1].append(mark.value)
    return out.values()


def _marks(record: Example, name: str) -> list[Mark]:
    """Label of a field; where a time is labelled nobody's name is."""
    fields = record.label.fields
    marks = fields.get(name, [])[:1]
    if name == "author" and marks and marks == fields.get("time"):
        return []
    return marks


def _tried_first(support: Counter[tuple[Path, Cut]], labelled: int) -> list[tuple[Path, Cut]]:
    least = min(least_of(labelled), labelled)
    wanted = [key for key in support if support[key] >= least] or list(support)
    wanted.sort(key=lambda k: (-support[k], cost_of(k[0]), k[1].kind != "whole"))
    # The surest by count, and the plainest of the rest, which may cover others.
    rest = sorted(wanted[MAX_TRIED:], key=lambda k: (cost_of(k[0]), -support[k]))
    return wanted[:MAX_TRIED] + rest[: MAX_TRIED // 2]


def _cuts_of(
    record: Example, mark: Mark, name: str
) -> Iterable[tuple[HtmlElement, str, list[Cut]]]:
    """Elements (or attributes) that a value stands in, and ways to cut it out there."""
    node = record.tree.nodes[mark.node]
    attribute = mark.attribute
    besides = [
        record.tree.nodes[other.node]
        for text in ("body", "title")
        for other in record.label.fields.get(text, ())
    ]
    if attribute is None:
        cuts = _text_cuts(node, mark.value, name)
        if cuts:
            yield node, "", cuts
            if name in _TIMES:
                yield from _around(node, mark.value, TIME_INSIDE, besides)
            elif name == "author":
                yield from _around(node, mark.value, WHOLE, besides)
            return
        # A time may be told by an attribute alone.
        attribute = next((k for k, v in node.items() if mark.value and mark.value in v), None)
    text = node.get(attribute) if attribute else None
    if attribute and text:
        cuts = [cut for cut in cuts_for(text, mark.value) if cut.kind != "time inside"]
        if name == "sticky":
            cuts.insert(0, Cut("has", mark.value))
        if name in _TIMES:
            # Not all that stands in such an attribute elsewhere need be a time.
            cuts.sort(key=lambda cut: "time" not in cut.kind)
        yield node, attribute, cuts


def _around(
    node: HtmlElement, value: str, cut: Cut, besides: Sequence[HtmlElement]
) -> Iterable[tuple[HtmlElement, str, list[Cut]]]:
    """Holders of a value that say nothing else: elsewhere it may stand in them bare.

    "Today" is dressed where dates are not, a member's name is a link and a guest's is none.
    What holds the record's text as well says nothing about where a field stands.
    """
    want = " ".join(value.split())
    for _ in range(2):
        above = node.getparent()
        if above is None or cut.of_element(above) != want:
            return
        if any(other in besides for other in above.iterdescendants()):
            return
        node = above
        yield node, "", [cut]


def _text_cuts(node: HtmlElement, value: str, name: str) -> list[Cut]:
    want = " ".join(value.split())
    out = []
    if name in {"time", "last_post"}:
        ways = (Cut("time"), Cut("last time"), TIME_INSIDE)
        out = [cut for cut in ways if cut.of_element(node) == want]
        if out:
            return out
    text = "".join(islice(node.itertext(), 200))
    cuts = [Cut("has", want)] if name == "sticky" and want in text else cuts_of(node, text, value)
    return [cut for cut in cuts if cut.of_element(node) == want]


def body_rules(records: list[Example], keys: PathKeys) -> list[FieldRule]:
    """Learn which elements are the body of records that have an anchor, the best rule first."""
    loose = [record for record in records if _is_loose(record)]
    rules = _body_rules([record for record in records if not _is_loose(record)], records, keys)
    if 2 * len(loose) > len(records) or not rules:
        rules = _body_rules(loose, records, keys) or rules
    return rules


def _is_loose(record: Example) -> bool:
    return any(mark.until is not None for mark in record.label.fields.get("body", ()))


def _body_rules(taught: list[Example], records: list[Example], keys: PathKeys) -> list[FieldRule]:
    """Learn bodies from some records, which all have elements of their own or none have."""
    support: Counter[tuple[Path, Cut]] = Counter()
    ends: Counter[str] = Counter()
    labelled = 0
    until: tuple[str, ...] | None = None
    for record in taught:
        marks = record.label.fields.get("body", [])
        if not marks:
            continue
        assert record.anchor is not None
        labelled += 1
        if marks[0].until is not None:
            until = ()
            if marks[0].until >= 0:
                ends[record.tree.sig[marks[0].until]] += 1
        support.update(
            (path, WHOLE)
            for path in keys.field_paths(record.tree.nodes[marks[0].node], record.anchor)
        )
    beside = _kinds_beside(taught)
    if until is not None:
        until = tuple(sorted(ends))
    tried = _tried_first(support, labelled)
    rules = [FieldRule(str(path), also=beside, until=until) for path, _ in tried]
    words: dict[HtmlElement, str] = {}

    def text(element: HtmlElement) -> str:
        known = words.get(element)
        if known is None:
            known = words[element] = "".join("".join(element.itertext()).split())
        return known

    def judge(rule: FieldRule, record: Example) -> int:
        assert record.anchor is not None
        got = rule.elements(record.anchor, record.holes)
        marks = record.label.fields.get("body")
        if not got:
            return 0
        if not marks:
            return -2
        if until is not None:
            return 1 if text(got[0]) == text(body_parts(record.tree, marks)[0]) else -1
        want = record.tree.nodes[marks[0].node]
        return 1 if got[0] is want or text(got[0]) == text(want) else -1

    told = sum(bool(record.label.fields.get("body")) for record in records)
    return _choose(rules, records, judge, labelled, told)


def _kinds_beside(records: Sequence[Example]) -> tuple[str, ...]:
    """Name the elements behind the first that bodies have as well, where no body takes harm.

    What follows a paragraph without a class is another one, also where no body has had two yet,
    or a list, a quotation or code without one.
    """
    bodies = [
        ([record.tree.nodes[mark.node] for mark in marks], record.holes)
        for record in records
        if (marks := record.label.fields.get("body")) and marks[0].until is None
    ]
    seen = {bare_kind(part) or str(part.tag) for body, _ in bodies for part in body[1:]}
    first = {bare_kind(body[0]) for body, _ in bodies}
    bare = len(first) == 1 and first <= _PARAGRAPHS
    gained = _gain(bodies, seen)
    for kinds in (seen | first | _INSETS, seen | first) if bare else (seen,):
        if _gain(bodies, kinds) >= max(gained, 0):
            return tuple(sorted(kinds))
    return tuple(sorted(seen)) if gained > 0 else ()


def _gain(
    bodies: Sequence[tuple[list[HtmlElement], list[HtmlElement]]], also: Collection[str]
) -> int:
    """Return how many more bodies are whole with such elements behind the first than without."""
    gained = 0
    for body, holes in bodies:
        got = parts_from(body[0], also, holes)
        if len(got) > 1:
            is_whole = got == body or body_text(got) == body_text(body)
            gained += is_whole - (len(body) == 1)
    return gained


def _perfect(
    rules: Sequence[FieldRule],
    records: Sequence[Example],
    judge: Callable[[FieldRule, Example], int],
    told: int,
    costs: Mapping[int, float],
) -> FieldRule | None:
    """Return the plainest rule that is right in all labelled records and silent in the others."""
    for rule in sorted(rules, key=lambda rule: costs.get(id(rule), 9.0)):
        silent = len(records) - told
        for record in records:
            answer = judge(rule, record)
            silent -= answer == 0
            if answer < 0 or silent < 0:
                break
        else:
            return rule
    return None


def _choose(
    rules: list[FieldRule],
    records: list[Example],
    judge: Callable[[FieldRule, Example], int],
    labelled: int,
    told: int,
    holders: Collection[tuple[Path, Cut]] = (),
    *,
    prefer_own: bool = False,
) -> list[FieldRule]:
    """Choose the rule with the most right values, then others for what it does not find.

    The last is one of ``holders``, which lead to what holds the value's own element: it finds
    what other records write there bare.

    Parameters
    ----------
    labelled
        Records that the rules are made from.
    told
        Records that have a label.
    prefer_own
        Whether of what holds a value and its own element the latter is better, where both are
        right: a badge may stand beside a name one day. Times stand bare in other posts.
    """
    costs = {id(rule): cost_of(rule.path) for rule in rules if isinstance(rule.path, Path)}
    perfect = None
    if told and prefer_own:
        own = [rule for rule in rules if (rule.path, rule.cut) not in holders]
        perfect = _perfect(own, records, judge, told, costs)
    if told and perfect is None:
        perfect = _perfect(rules, records, judge, told, costs)
    if perfect is not None:
        # None can be better, and none is needed beside it but one that holds it.
        rules = [rule for rule in rules if (rule.path, rule.cut) in holders]
        if (perfect.path, perfect.cut) in holders or not rules:
            return [replace(perfect, count=told)]
    judged = [(rule, [judge(rule, record) for record in records]) for rule in rules]
    left = set(range(len(records)))
    out: list[FieldRule] = []
    least = min(least_of(labelled), labelled)
    if perfect is not None:
        out.append(replace(perfect, count=told))
        left.clear()
    while left and len(out) < MAX_RULES:
        best, best_rank, best_hits = None, (0.0, 0.0), 0
        for rule, answers in judged:
            hits = wrong = stray = 0
            pages = set()
            for n in left:
                answer = answers[n]
                if answer == 1:
                    hits += 1
                    pages.add(records[n].page)
                wrong += answer == -1
                stray += answer == -2
            score = hits - WRONG * wrong - UNLABELLED * stray
            rank = (score * weight_of(len(pages)), -costs.get(id(rule), 9.0))
            if hits >= least and score > 0.3 * hits and (best is None or rank > best_rank):
                best, best_rank, best_hits = (rule, answers), rank, hits
        if best is None:
            break
        rule, answers = best
        out.append(replace(rule, count=best_hits))
        left = {n for n in left if answers[n] == 0}
    around = [pair for pair in judged if (pair[0].path, pair[0].cut) in holders]
    if out and around and not any((rule.path, rule.cut) in holders for rule in out):
        rule, answers = max(around, key=lambda pair: (sum(pair[1]), -costs.get(id(pair[0]), 9.0)))
        if answers.count(1) >= 0.9 * labelled:
            out.append(rule)
    return out
