"""XPath templates from labelled pages.

Every place a label stands at says which expressions may lead there. What is common to the
places of many records is counted, tried on all pages, and ranked by hits against false ones:
a few wrong labels are outvoted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.model import FIELDS
from fpcrawl.extraction.templates.xpath import FieldRule, RecordRule, XPathTemplate
from fpcrawl.extraction.templates.xpath_cut import TIME_INSIDE, WHOLE, Cut, cuts_for
from fpcrawl.extraction.templates.xpath_keys import PathKeys, cost_of, own_tests
from fpcrawl.extraction.templates.xpath_steps import Path, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from lxml.html import HtmlElement

    from fpcrawl.extraction.templates.model import LabelledPage, LabelledRecord, Mark
    from fpcrawl.extraction.tree import PageTree

__all__ = ["induce_xpath"]

#: Expressions of one field, or of the records, that are tried on the pages.
MAX_TRIED = 60
#: Records that fields are learnt from; they are taken from all pages alike.
MAX_LEARNT = 100
#: Alternatives of one field or of the records.
MAX_RULES = 4
#: Record paths that are tried in place of the chosen ones, when these leave records out.
MAX_WIDER = 8
#: Share of the labelled records that an alternative must add, and their least number.
MIN_SHARE, MIN_RECORDS = 0.02, 2
#: Least part of what record rules find that must be more than what nobody labelled.
MIN_GAIN = 0.2
#: How much a false value weighs against a right one, and one where no value is labelled.
WRONG, UNLABELLED = 1.5, 0.5
#: Share of the records that have a field without which an element is no record.
REQUIRED = 0.97
#: Records from which on a path to one single value is none to a field that has many.
MAX_ALIKE = 4
#: Fields whose values are times.
_TIMES = frozenset({"time", "time_full", "last_post", "last_post_full"})
_NEEDED = {"thread": ("body", "time"), "index": ("url", "title"), "article": ("body",)}


@dataclass(slots=True, eq=False)
class _Labelled:
    """A labelled record among the pages.

    Attributes
    ----------
    chains
        For each of its sibling elements: from it down to what holds all of its fields.
    anchor
        The element that a record rule found for it.
    """

    page: int
    tree: PageTree
    label: LabelledRecord
    chains: list[list[int]]
    anchor: HtmlElement | None = None
    holes: list[HtmlElement] = field(default_factory=list)


def induce_xpath(pages: Sequence[LabelledPage]) -> XPathTemplate | None:
    """Learn a template from labelled pages.

    Parameters
    ----------
    pages
        Pages of one template and role.

    Returns
    -------
    XPathTemplate or None
        ``None`` when no expression leads to what is labelled.
    """
    records = [
        _Labelled(n, page.tree, label, _chains(page.tree, label))
        for n, page in enumerate(pages)
        for label in page.records
        if label.roots
    ]
    if not records:
        return None
    role = pages[0].role
    keys = PathKeys()
    tried = _try_records([page.tree for page in pages], records, keys)
    rules = _choose_records(tried, len(records), _least(len(records)))
    if not rules:
        return None
    nested = sum(bool(r.label.holes) for r in records) >= max(1, MIN_SHARE * len(records))
    template = XPathTemplate(role, rules, {}, nested=nested)
    _give_anchors(template, pages, records)
    found = [record for record in records if record.anchor is not None]
    learnt = found[:: max(1, -(-len(found) // MAX_LEARNT))]
    for name in FIELDS[role]:
        field_rules = (
            _body_rules(learnt, keys) if name == "body" else _field_rules(name, learnt, keys)
        )
        if field_rules:
            template.fields[name] = field_rules
    template.required = tuple(
        name for name in _NEEDED[role] if _share_with(template, name, learnt) >= REQUIRED
    )
    if _NEEDED[role][0] not in template.fields:
        return None
    if len(found) < len(records):
        _widen(template, tried, pages, records)
    return template


def _widen(
    template: XPathTemplate,
    tried: Sequence[_Tried],
    pages: Sequence[LabelledPage],
    records: list[_Labelled],
) -> None:
    """Take a wider rule where what it finds beside the records lacks what records have."""
    best = _gain(template, pages, records)
    covered = sum(record.anchor is not None for record in records)
    wider = [(len({n for n in t.found.values() if n >= 0}), t) for t in tried]
    wider.sort(key=lambda pair: (-pair[0], cost_of(pair[1].path)))
    for hits, t in wider[:MAX_WIDER]:
        if hits <= covered:
            break
        rules = [RecordRule(str(t.path), hits)]
        other = replace(template, records=rules)
        gain = _gain(other, pages, records)
        if gain > best:
            best = gain
            template.records = rules


def _gain(
    template: XPathTemplate, pages: Sequence[LabelledPage], records: list[_Labelled]
) -> float:
    """Labelled records that a template reads, less what else it takes for one."""
    owners = _owners(records)
    gain = 0.0
    for n, page in enumerate(pages):
        read: set[int] = set()
        for element, _ in template.read_places(page.tree.page.root):
            owner = owners.get((n, page.tree.number.get(element, -1)))
            if owner is None or id(owner) in read:
                gain -= 1.0
            else:
                read.add(id(owner))
                gain += 1.0
    return gain


def _owners(records: list[_Labelled]) -> dict[tuple[int, int], _Labelled]:
    """Record of each element that may stand for it, by page and number."""
    return {
        (record.page, i): record for record in records for chain in record.chains for i in chain
    }


def _chains(tree: PageTree, label: LabelledRecord) -> list[list[int]]:
    marks = [mark.node for places in label.fields.values() for mark in places]
    out = []
    for root in label.roots:
        inside = [i for i in marks if tree.holds(root, i)]
        chain = [root]
        if len(inside) == len(marks) and marks:
            while True:
                below = next(
                    (k for k in tree.children(chain[-1]) if all(tree.holds(k, i) for i in inside)),
                    None,
                )
                if below is None:
                    break
                chain.append(below)
            if chain[-1] in inside and len(chain) > 1:
                chain.pop()
        out.append(chain)
    return out


# Records ----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Tried:
    """What a record path found: (page, element number) -> number of the record, or -1."""

    path: Path
    found: dict[tuple[int, int], int]

    @property
    def strangers(self) -> int:
        return sum(record < 0 for record in self.found.values())


def _try_records(
    trees: Sequence[PageTree], records: list[_Labelled], keys: PathKeys
) -> list[_Tried]:
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
    least = _least(len(records))
    ranked = sorted(support, key=lambda p: (-support[p], cost_of(p)))
    # Where records of two kinds stand on the pages, the rarer must not be crowded out.
    wanted = [p for p in ranked if support[p] >= least] or ranked
    tried = [_try(path, trees, by_tag, owners) for path in _spread(wanted, support)]
    best = sorted(tried, key=lambda t: t.strangers - len(t.found))[:6]
    for t in best:
        if t.strangers > 0.05 * len(t.found):
            tried.extend(_try(p, trees, by_tag, owners) for p in _narrowed(t, records))
    return tried


def _main_roots(records: list[_Labelled]) -> int:
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


def _least(count: int) -> int:
    return max(min(MIN_RECORDS, count), round(MIN_SHARE * count))


def _try(
    path: Path,
    trees: Sequence[PageTree],
    by_tag: list[dict[str, list[int]]],
    owners: dict[tuple[int, int], int],
) -> _Tried:
    found: dict[tuple[int, int], int] = {}
    tag = path.steps[-1].tag
    for page, tree in enumerate(trees):
        for i in by_tag[page].get(tag, ()):
            if path.ends_at(tree.nodes[i]):
                found[page, i] = owners.get((page, i), -1)
    return _Tried(path, found)


def _narrowed(tried: _Tried, records: list[_Labelled]) -> Iterable[Path]:
    """Paths that ask beside for what all records hold and other elements do not."""
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
        yield Path((*above, step), deep=True, root=True)


def _choose_records(tried: list[_Tried], total: int, least: int) -> list[RecordRule]:
    rules: list[RecordRule] = []
    covered: set[int] = set()
    taken: set[tuple[int, int]] = set()
    while tried and len(rules) < MAX_RULES:
        best: _Tried | None = None
        best_rank = (0.0, 0.0)
        for t in tried:
            score, hits, pages = _worth(t, covered, taken)
            if hits < (1 if not rules and total == 1 else least) or score <= MIN_GAIN * hits:
                continue
            rank = (score * _weight(pages), -cost_of(t.path))
            if best is None or rank > best_rank:
                best, best_rank = t, rank
        if best is None:
            break
        new = {n for n in best.found.values() if n >= 0} - covered
        covered |= new
        taken.update(best.found)
        rules.append(RecordRule(str(best.path), len(new)))
    return rules


def _weight(pages: int) -> float:
    """How much more is said by what many pages have: some names are made anew for each page."""
    return 1.0 - 0.5 / pages if pages else 0.0


def _worth(tried: _Tried, covered: set[int], taken: set[tuple[int, int]]) -> tuple[float, int, int]:
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


def _give_anchors(
    template: XPathTemplate, pages: Sequence[LabelledPage], records: list[_Labelled]
) -> None:
    owners = _owners(records)
    for n, page in enumerate(pages):
        for element in template.places(page.tree.page.root):
            record = owners.get((n, page.tree.number.get(element, -1)))
            if record is not None and record.anchor is None:
                record.anchor = element
                record.holes = [page.tree.nodes[i] for i in record.label.holes]


# Fields -----------------------------------------------------------------------------------


def _field_rules(name: str, records: list[_Labelled], keys: PathKeys) -> list[FieldRule]:
    support: Counter[tuple[Path, Cut]] = Counter()
    values: dict[tuple[Path, Cut], set[str]] = {}
    holders: set[tuple[Path, Cut]] = set()
    for record in records:
        assert record.anchor is not None
        offered: dict[tuple[Path, Cut], None] = {}
        for mark in _marks(record, name):
            for node, attribute, cuts in _cuts_of(record, mark, name):
                above = not attribute and node is not record.tree.nodes[mark.node]
                for path in keys.field_paths(node, record.anchor, attribute):
                    for cut in cuts[:3]:
                        offered[path, cut] = None
                        if above:
                            holders.add((path, cut))
            for key in offered:
                values.setdefault(key, set()).add(mark.value)
        support.update(offered.keys())
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

    def judge(rule: FieldRule, record: _Labelled) -> int:
        assert record.anchor is not None
        got = rule.value(record.anchor, record.holes)
        marks = _marks(record, name)
        if not got:
            return 0
        if not marks:
            return -2
        return 1 if got == " ".join(marks[0].value.split()) else -1

    return _choose(rules, records, judge, labelled, holders)


def _marks(record: _Labelled, name: str) -> list[Mark]:
    """Label of a field; where a time is labelled nobody's name is."""
    fields = record.label.fields
    marks = fields.get(name, [])[:1]
    if name == "author" and marks and marks == fields.get("time"):
        return []
    return marks


def _tried_first(support: Counter[tuple[Path, Cut]], labelled: int) -> list[tuple[Path, Cut]]:
    least = min(_least(labelled), labelled)
    wanted = [key for key in support if support[key] >= least] or list(support)
    wanted.sort(key=lambda k: (-support[k], cost_of(k[0]), k[1].kind != "whole"))
    # The surest by count, and the plainest of the rest, which may cover others.
    rest = sorted(wanted[MAX_TRIED:], key=lambda k: (cost_of(k[0]), -support[k]))
    return wanted[:MAX_TRIED] + rest[: MAX_TRIED // 2]


def _cuts_of(
    record: _Labelled, mark: Mark, name: str
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
    cuts = [Cut("has", want)] if name == "sticky" and want in text else cuts_for(text, value)
    return [cut for cut in cuts if cut.of_element(node) == want]


def _body_rules(records: list[_Labelled], keys: PathKeys) -> list[FieldRule]:
    support: Counter[tuple[Path, Cut]] = Counter()
    also: Counter[str] = Counter()
    several = labelled = 0
    for record in records:
        marks = record.label.fields.get("body", [])
        if not marks:
            continue
        assert record.anchor is not None
        labelled += 1
        support.update(
            (path, WHOLE)
            for path in keys.field_paths(record.tree.nodes[marks[0].node], record.anchor)
        )
        if len(marks) > 1:
            several += 1
            also.update(str(record.tree.nodes[mark.node].tag) for mark in marks[1:])
    beside = tuple(sorted(also)) if several > 0.1 * labelled else ()
    rules = [FieldRule(str(path), also=beside) for path, _ in _tried_first(support, labelled)]
    words: dict[HtmlElement, str] = {}

    def text(element: HtmlElement) -> str:
        known = words.get(element)
        if known is None:
            known = words[element] = "".join("".join(element.itertext()).split())
        return known

    def judge(rule: FieldRule, record: _Labelled) -> int:
        assert record.anchor is not None
        got = rule.elements(record.anchor, record.holes)
        marks = record.label.fields.get("body")
        if not got:
            return 0
        if not marks:
            return -2
        want = record.tree.nodes[marks[0].node]
        return 1 if got[0] is want or text(got[0]) == text(want) else -1

    return _choose(rules, records, judge, labelled)


def _choose(
    rules: list[FieldRule],
    records: list[_Labelled],
    judge: Callable[[FieldRule, _Labelled], int],
    labelled: int,
    holders: Collection[tuple[Path, Cut]] = (),
) -> list[FieldRule]:
    """Choose the rule with the most right values, then others for what it does not find.

    The last is one of ``holders``, which lead to what holds the value's own element: it finds
    what other records write there bare.
    """
    judged = [(rule, [judge(rule, record) for record in records]) for rule in rules]
    costs = {id(rule): cost_of(rule.path) for rule in rules if isinstance(rule.path, Path)}
    left = set(range(len(records)))
    out: list[FieldRule] = []
    least = min(_least(labelled), labelled)
    while len(out) < MAX_RULES:
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
            rank = (score * _weight(len(pages)), -costs.get(id(rule), 9.0))
            if hits >= least and score > 0.3 * hits and (best is None or rank > best_rank):
                best, best_rank, best_hits = (rule, answers), rank, hits
        if best is None:
            break
        rule, answers = best
        out.append(replace(rule, count=best_hits))
        left = {n for n in left if answers[n] == 0}
        if not left:
            break
    around = [pair for pair in judged if (pair[0].path, pair[0].cut) in holders]
    if out and around and not any((rule.path, rule.cut) in holders for rule in out):
        rule, answers = max(around, key=lambda pair: (sum(pair[1]), -costs.get(id(pair[0]), 9.0)))
        if answers.count(1) >= 0.9 * labelled:
            out.append(rule)
    return out


def _share_with(template: XPathTemplate, name: str, records: list[_Labelled]) -> float:
    rules = template.fields.get(name, [])
    have = 0
    for record in records:
        assert record.anchor is not None
        for rule in rules:
            anchor, holes = record.anchor, record.holes
            if rule.elements(anchor, holes) if name == "body" else rule.value(anchor, holes):
                have += 1
                break
    return have / max(len(records), 1)
