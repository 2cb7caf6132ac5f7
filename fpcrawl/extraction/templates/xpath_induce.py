"""XPath templates from labelled pages.

Every place a label stands at says which expressions may lead there. What is common to the
places of many records is counted, tried on all pages, and ranked by hits against false ones:
a few wrong labels are outvoted.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.model import FIELDS
from fpcrawl.extraction.templates.xpath import XPathTemplate
from fpcrawl.extraction.templates.xpath_examples import (
    MAX_LEARNT,
    MIN_SHARE,
    examples_of,
    least_of,
    owners_of,
)
from fpcrawl.extraction.templates.xpath_fields import body_rules, field_rules
from fpcrawl.extraction.templates.xpath_keys import PathKeys, cost_of
from fpcrawl.extraction.templates.xpath_records import choose_records, try_records
from fpcrawl.extraction.templates.xpath_rules import RecordRule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.templates.model import LabelledPage
    from fpcrawl.extraction.templates.xpath_examples import Example
    from fpcrawl.extraction.templates.xpath_records import Attempt

__all__ = ["induce_xpath"]

#: Record paths that are tried in place of the chosen ones, when these leave records out.
MAX_WIDER = 8
#: Share of the records that have a field without which an element is no record.
REQUIRED = 0.97
#: Fields that may be required so; the first must be there at all.
_NEEDED = {"thread": ("body", "time"), "index": ("url", "title"), "article": ("body",)}


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
    records = examples_of(pages)
    if not records:
        return None
    role = pages[0].role
    keys = PathKeys()
    tried = try_records([page.tree for page in pages], records, keys)
    rules = choose_records(tried, len(records), least_of(len(records)))
    if not rules:
        return None
    nested = sum(bool(r.label.holes) for r in records) >= max(1, MIN_SHARE * len(records))
    template = XPathTemplate(role, rules, {}, nested=nested)
    give_anchors(template, pages, records)
    found = [record for record in records if record.anchor is not None]
    learnt = found[:: max(1, -(-len(found) // MAX_LEARNT))]
    for name in FIELDS[role]:
        found_rules = (
            body_rules(learnt, keys) if name == "body" else field_rules(name, learnt, keys)
        )
        if found_rules:
            template.fields[name] = found_rules
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
    tried: Sequence[Attempt],
    pages: Sequence[LabelledPage],
    records: list[Example],
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


def _gain(template: XPathTemplate, pages: Sequence[LabelledPage], records: list[Example]) -> float:
    """Labelled records that a template reads, less what else it takes for one."""
    owners = owners_of(records)
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


def give_anchors(
    template: XPathTemplate, pages: Sequence[LabelledPage], records: list[Example]
) -> None:
    owners = owners_of(records)
    for n, page in enumerate(pages):
        for element in template.places(page.tree.page.root):
            record = owners.get((n, page.tree.number.get(element, -1)))
            if record is not None and record.anchor is None:
                record.anchor = element
                record.holes = [page.tree.nodes[i] for i in record.label.holes]


def _share_with(template: XPathTemplate, name: str, records: list[Example]) -> float:
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
