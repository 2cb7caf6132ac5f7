"""Templates made of XPath expressions: one for the records, some for each field."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from fpcrawl.extraction.templates.model import FIELDS, ReadRecord
from fpcrawl.extraction.templates.xpath_cut import WHOLE, Cut
from fpcrawl.extraction.templates.xpath_rules import (
    FieldRule,
    RecordRule,
    WrittenPath,
    parts_from,
)
from fpcrawl.extraction.templates.xpath_steps import Path
from fpcrawl.extraction.text import squeeze
from fpcrawl.extraction.timenodes import attribute_time

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lxml.html import HtmlElement

    from fpcrawl.extraction.templates.model import Sheet, TemplateRole
    from fpcrawl.extraction.templates.xpath_steps import Check, Step

__all__ = ["MAX_RECORDS", "XPathTemplate"]

#: Records of one page; no page shows more.
MAX_RECORDS = 5000
#: Elements inside records that may be looked at, for each element of the page.
MAX_NESTING = 32
#: Elements around a vague time that are asked for a full one.
MAX_DRESS = 16
_DRESSED = frozenset({"time", "last_post"})
_NO_HOLES: frozenset[HtmlElement] = frozenset()


#: By tag: an attribute, what is known of its values, and whether a record stands there.
_Ready = dict[str, list[tuple[str, dict[str | None, bool], "Callable[[HtmlElement], bool]"]]]


class _PlannedRule(NamedTuple):
    """A rule, and how what it leads to first is found.

    Attributes
    ----------
    head
        Number of its first step among those looked for together, -1 when it is not.
    below
        Gives what the other steps lead to from there; ``None`` when there are none.
    is_self
        Whether it leads to the record's element itself.
    """

    rule: FieldRule
    head: int
    below: Callable[[HtmlElement], Iterator[HtmlElement]] | None
    is_self: bool


class _PlannedField(NamedTuple):
    name: str
    is_required: bool
    is_dressed: bool
    rules: list[_PlannedRule]


class _Plan:
    """Looks once through a record for what the first rules of all fields begin with.

    Attributes
    ----------
    fields
        The required ones first.
    """

    def __init__(self, fields: dict[str, list[FieldRule]], required: Sequence[str]) -> None:
        self._heads: dict[Step, Check] = {}
        self.fields = [
            _PlannedField(
                name,
                name in required,
                name in _DRESSED and f"{name}_full" not in fields,
                [self._planned(rule, is_first=not n) for n, rule in enumerate(fields[name])],
            )
            for name in dict.fromkeys([*required, *fields])
        ]
        self._none: list[HtmlElement | None] = [None] * len(self._heads)
        self._by_tag: dict[str, list[tuple[int, str, dict[str | None, bool], Check]]] = {}
        for n, check in enumerate(self._heads.values()):
            told = (n, check.name, check.known, check)
            self._by_tag.setdefault(check.tag, []).append(told)

    def _planned(self, rule: FieldRule, *, is_first: bool) -> _PlannedRule:
        path = rule.path
        if not isinstance(path, Path) or path.beside:
            return _PlannedRule(rule, -1, None, is_self=False)
        head = -1
        if is_first and path.deep and path.steps[0].tag != "*":
            self._heads.setdefault(path.steps[0], path.checks()[0])
            head = list(self._heads).index(path.steps[0])
        return _PlannedRule(
            rule, head, path.below if len(path.steps) > 1 else None, is_self=not path.steps
        )

    def heads(self, record: HtmlElement) -> list[HtmlElement | None]:
        """Return the first element at which the path of each rule can begin, by its number."""
        by_tag = self._by_tag
        found = self._none.copy()
        missing = len(found)
        if not missing:
            return found
        for element in record.iterdescendants(*by_tag):
            for n, name, known, check in by_tag[element.tag]:
                if found[n] is None:
                    answer = known.get(element.get(name))
                    if answer is None:
                        answer = check.passes(element)
                    if answer:
                        found[n] = element
                        missing -= 1
            if not missing:
                break
        return found


@dataclass(slots=True)
class XPathTemplate:
    """Reads records by XPath expressions; alternatives are tried in their order.

    Attributes
    ----------
    required
        Fields without which an element is no record.
    nested
        Whether records stand inside others; elsewhere a record inside another is quoted.
    ran_into_bound
        Whether the page that was read last has more records than are read, or deeper ones.
    """

    role: TemplateRole
    records: list[RecordRule]
    fields: dict[str, list[FieldRule]]
    required: tuple[str, ...] = ()
    nested: bool = False
    kind: str = "xpath"
    ran_into_bound: bool = field(default=False, init=False, repr=False, compare=False)
    unread: int = field(default=0, init=False, repr=False, compare=False)
    _plan: _Plan | None = field(default=None, init=False, repr=False, compare=False)
    _ready: _Ready = field(default_factory=dict, init=False, repr=False, compare=False)

    def read(self, sheet: Sheet) -> list[ReadRecord]:
        """Return the records of a page in page order, :data:`MAX_RECORDS` at most.

        Raises
        ------
        ValueError
            When the sheet has no tree.
        """
        if sheet.root is None:
            raise ValueError("an XPath template reads the tree of a page")
        return [record for _, record in self.read_places(sheet.root)]

    def read_places(self, root: HtmlElement) -> list[tuple[HtmlElement, ReadRecord]]:
        """Return the records of a page with the elements that hold them."""
        out: list[tuple[HtmlElement, ReadRecord]] = []
        bodies: set[HtmlElement] = set()
        plan = self._plan = self._plan or _Plan(self.fields, self.required)
        places = self._places(root)
        for element, holes in places:
            record = self._read(plan, element, holes)
            if record is None:
                continue
            if record.body:
                # Two rules may find one record at two levels.
                if record.body[0] in bodies:
                    continue
                bodies.add(record.body[0])
            out.append((element, record))
        self.unread = len(places) - len(out)
        return out

    def _read(
        self, plan: _Plan, element: HtmlElement, holes: Sequence[HtmlElement]
    ) -> ReadRecord | None:
        record = ReadRecord(holes=holes)
        inside = frozenset(holes) if holes else _NO_HOLES
        # What is found first may lie in another record inside this one.
        heads = plan.heads(element) if not holes else None
        for name, is_required, is_dressed, rules in plan.fields:
            for rule, head, below, is_self in rules:
                first = element if is_self else None
                if head >= 0 and heads is not None:
                    first = heads[head]
                    if first is None:
                        continue
                    if below is not None:
                        first = next(below(first), None)
                if name == "body":
                    if first is None or rule.until is not None:
                        record.body = rule.elements(element, inside)
                    else:
                        record.body = (
                            parts_from(first, rule.also, inside) if rule.also else (first,)
                        )
                    if record.body:
                        break
                    continue
                value = rule.value_at(first) if first is not None else ""
                if not value and not is_self:
                    first, value = rule.found(element, inside)
                if value:
                    record.values[name] = value
                    if is_dressed and first is not None and not rule.path.attribute:
                        self._dress(name, first, record)
                    break
            else:
                if is_required:
                    return None
        return record

    def _dress(self, name: str, holder: HtmlElement, record: ReadRecord) -> None:
        """Take the full time from beside a vague one.

        Where nothing that the template was learnt from was recent, it knows of no such place:
        "3 days ago" has its moment in an attribute, and older posts are dated.
        """
        if ":" in record.values[name]:
            return
        full, shown = f"{name}_full", squeeze(record.values[name])
        for element in islice(holder.iter("*"), MAX_DRESS):
            told = attribute_time(element)
            if told is not None and shown in squeeze("".join(element.itertext())):
                record.values[full] = told
                return

    def places(self, root: HtmlElement) -> list[HtmlElement]:
        """Elements that the record rules lead to, in page order."""
        return [element for element, _ in self._places(root)]

    def _places(self, root: HtmlElement) -> list[tuple[HtmlElement, Sequence[HtmlElement]]]:
        self.ran_into_bound = False
        found = self._found(root)
        holes: list[list[HtmlElement]] = []
        out: list[tuple[HtmlElement, Sequence[HtmlElement]]] = []
        number: dict[HtmlElement, int] = {}
        last_parent, last_outer = None, -1
        budget = MAX_NESTING * (len(found) + 1000)
        for element in found:
            parent = element.getparent()
            outer = last_outer
            if parent is None:
                outer = -1
            elif parent is not last_parent:
                outer = -1
                for above in element.iterancestors():
                    budget -= 1
                    if above in number:
                        outer = number[above]
                        break
                if budget < 0:
                    self.ran_into_bound = True
                    break
            last_parent, last_outer = parent, outer
            if outer >= 0:
                if not self.nested:
                    continue
                holes[outer].append(element)
            number[element] = len(out)
            holes.append([])
            out.append((element, holes[-1]))
        return out

    def _found(self, root: HtmlElement) -> list[HtmlElement]:
        written = [rule.path for rule in self.records if isinstance(rule.path, WrittenPath)]
        found: list[HtmlElement] = []
        ready = self._ready = self._ready or _by_tag(self.records)
        if ready:
            single = next(iter(ready.values())) if len(ready) == 1 else None
            for element in root.iter(*ready):
                for name, known, ends_here in single or ready.get(element.tag) or ready["*"]:
                    answer = known.get(element.get(name))
                    if answer is not False and ends_here(element):
                        found.append(element)
                        break
                if len(found) > MAX_RECORDS:
                    found.pop()
                    self.ran_into_bound = True
                    break
        if not written:
            return found
        wanted = set(found)
        for expression in written:
            wanted.update(
                e
                for e in islice(expression.found(root), MAX_RECORDS + 1)
                if isinstance(getattr(e, "tag", None), str)
            )
        if len(wanted) > MAX_RECORDS:
            self.ran_into_bound = True
        return list(islice((e for e in root.iter("*") if e in wanted), MAX_RECORDS))

    def describe(self) -> list[str]:
        """Lines ``field: XPath``, alternatives in order; behind ``#`` how values are cut."""
        lines = [f"record: {rule.expression}" for rule in self.records]
        for name in FIELDS[self.role]:
            for rule in self.fields.get(name, ()):
                note = "" if rule.cut == WHOLE else f"  # {_told(rule.cut)}"
                if rule.also:
                    note = f"  # and {', '.join(rule.also)} beside it"
                if rule.until is not None:
                    note = "  # the words behind it"
                    note += f", up to {', '.join(rule.until)}" if rule.until else ""
                lines.append(f"{name}: {rule.expression}{note}")
        return lines

    def to_json(self) -> dict[str, Any]:
        """Plain data, from which :meth:`from_json` makes it again."""
        fields: dict[str, list[dict[str, Any]]] = {}
        for name, rules in self.fields.items():
            for rule in rules:
                data: dict[str, Any] = {"path": rule.expression, "count": rule.count}
                if rule.cut != WHOLE:
                    data["cut"] = rule.cut.to_json()
                if rule.also:
                    data["also"] = list(rule.also)
                if rule.until is not None:
                    data["until"] = list(rule.until)
                fields.setdefault(name, []).append(data)
        return {
            "kind": self.kind,
            "role": self.role,
            "records": [{"path": r.expression, "count": r.count} for r in self.records],
            "required": list(self.required),
            "nested": self.nested,
            "fields": fields,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> XPathTemplate:
        """Make a template of plain data; a path may stand alone, without what belongs to it.

        Raises
        ------
        ValueError
            When it is none: no such role or field, no records, an expression that is none.
        """
        role: TemplateRole | None = next((r for r in FIELDS if r == data.get("role")), None)
        if role is None:
            raise ValueError(f"no role of a template: {data.get('role')!r}")
        records = [
            RecordRule(str(item["path"]), _count(item))
            for item in map(_mapping, _listed(data.get("records")))
        ]
        if not records:
            raise ValueError("the template finds no records")
        fields: dict[str, list[FieldRule]] = {}
        written = {} if data.get("fields") is None else data["fields"]
        if not isinstance(written, dict):
            raise ValueError("fields: not a mapping of names to paths")  # noqa: TRY004
        for name, rules in written.items():
            if name not in FIELDS[role]:
                raise ValueError(f"a template of role {role} has no field {name!r}")
            fields[name] = [
                FieldRule(
                    str(item["path"]),
                    Cut.from_json(item.get("cut", "whole")),
                    _count(item),
                    tuple(map(str, _listed(item.get("also")))),
                    tuple(map(str, _listed(item["until"]))) if "until" in item else None,
                )
                for item in map(_mapping, _listed(rules))
            ]
        required = tuple(map(str, _listed(data.get("required"))))
        for name in required:
            if not fields.get(name):
                raise ValueError(f"required, but no path leads to it: {name!r}")
        return cls(role, records, fields, required, bool(data.get("nested", False)))


def _by_tag(rules: Sequence[RecordRule]) -> _Ready:
    """Paths to records by the tag they end at, each with what it asks of an element first."""
    out: _Ready = {}
    for path in [rule.path for rule in rules if isinstance(rule.path, Path)]:
        last = path.checks()[-1].first
        out.setdefault(last.tag, []).append((last.name, last.known, path.ending()))
    for tag, paths in out.items():
        if tag != "*":
            paths.extend(out.get("*", ()))
    return out


def _told(cut: Cut) -> str:
    if cut.kind == "has":
        return f"whether {cut.after!r} is there"
    if cut.kind != "between":
        return cut.kind
    told = [f"after {cut.after!r}"] if cut.after else []
    if cut.before:
        told.append(f"before {cut.before!r}")
    return ", ".join(told)


def _listed(data: Any) -> list[Any]:
    if data is None:
        return []
    return data if isinstance(data, list) else [data]


def _count(item: dict[str, Any]) -> int:
    count = item.get("count", 0)
    if not isinstance(count, int) or isinstance(count, bool) or count < 0:
        raise ValueError(f"{item['path']}: count is a number, not {count!r}")
    return count


def _mapping(item: Any) -> dict[str, Any]:
    if isinstance(item, str):
        return {"path": item}
    path = item.get("path") if isinstance(item, dict) else None
    if not isinstance(path, str):
        raise ValueError(f"not a path: {item!r}")  # noqa: TRY004
    return dict(item)
