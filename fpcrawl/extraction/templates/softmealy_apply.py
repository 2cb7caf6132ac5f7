"""Reading the source of a page with contextual rules: no tree, only what stands around."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from html import unescape
from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.model import ReadRecord
from fpcrawl.extraction.templates.softmealy_matching import (
    PICKS,
    CompiledRule,
    Finder,
    close_of,
    compile_rule,
)
from fpcrawl.extraction.templates.sourcebody import source_body, source_paragraphs
from fpcrawl.extraction.templates.tokens import (
    attribute_of,
    scan,
    tag_label,
    text_between,
)
from fpcrawl.extraction.templates.transducer import Match, best_records

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from fpcrawl.extraction.templates.softmealy_rules import Rule

__all__ = ["MAX_RECORDS", "Machine"]

#: Records read from one page.
MAX_RECORDS = 2_000
#: Characters of a value, and of an element that is searched for one.
MAX_VALUE = 2_000
MAX_INNER = 8_000
#: How often the length of the source may be read over in search of ends of elements.
READINGS = 8
_CLOCK = re.compile(r",?\s?(?:at\s)?\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\.?)?\Z", re.IGNORECASE)


#: Number of a rule and of its field, its count, what must follow it, itself for a body.
_Tried = tuple[
    int, int, int, "Callable[[str, int], re.Match[str] | None] | None", CompiledRule | None
]
_Reader = Callable[["_Reading", Match], str]


def _place(match: Match) -> tuple[int, int]:
    return match.start, match.end


class Machine:
    """Compiled rules of a template.

    Parameters
    ----------
    rules
        Separators of fields and, by the name ``record``, of records.
    fields
        Their names; bits of ``required`` and pairs of ``order`` are their numbers.
    order
        Pairs of fields that may follow each other within a record.
    required
        Fields without which there is no record.
    whole
        Whether all of the page is one record.
    nested
        Whether records stand in the bodies of others.
    least
        Fields a record has at least.
    """

    def __init__(
        self,
        rules: Sequence[Rule],
        fields: Sequence[str],
        order: Collection[tuple[str, str]],
        required: Collection[str],
        *,
        whole: bool = False,
        nested: bool = False,
        least: int = 1,
    ) -> None:
        number = {name: n for n, name in enumerate(fields)}
        self.fields = tuple(fields)
        self.number = number
        self.begins = [compile_rule(rule) for rule in rules if rule.field == "record"]
        self.rules = [compile_rule(rule) for rule in rules if rule.field != "record"]
        #: Rules that hold beside the same tags, so that these are looked for once.
        self.beside: dict[str, list[int]] = {}
        for n, compiled in enumerate(self.rules):
            self.beside.setdefault(compiled.tags.pattern, []).append(n)
        self.finder = Finder(
            [*self.begins, *(self.rules[numbers[0]] for numbers in self.beside.values())]
        )
        #: For each field those that may stand before it.
        self.follows = [0] * len(fields)
        for a, b in order:
            self.follows[number[b]] |= 1 << number[a]
        self.required = sum(1 << number[name] for name in required)
        #: For each pattern of tags its rules, with all that is asked of them.
        self.tried = [[self._tried(n) for n in numbers] for numbers in self.beside.values()]
        self.body = number.get("body", -1)
        self.readers = [_reader_of(compiled.rule) for compiled in self.rules]
        self.whole = whole
        self.nested = nested
        self.least = least
        #: Whether the page that was read last has more records than are read, or costs more.
        self.ran_into_bound = False

    def _tried(self, n: int) -> _Tried:
        compiled = self.rules[n]
        rule = compiled.rule
        ahead = compiled.ahead.match if compiled.ahead is not None else None
        is_body = rule.field == "body"
        return n, self.number[rule.field], rule.count, ahead, compiled if is_body else None

    def read(self, source: str) -> list[ReadRecord]:
        """Return the records of a page, in page order."""
        reading = _Reading(self, source)
        records = reading.records()
        self.ran_into_bound = reading.cut or reading.left <= 0
        return records


@dataclass(slots=True)
class _Reading:
    machine: Machine
    source: str
    left: int = 0
    cut: bool = False

    def records(self) -> list[ReadRecord]:
        self.left = READINGS * len(self.source) + 200_000
        spans = self.machine.finder.spans(self.source)
        first = len(self.machine.begins)
        begins = sorted({start for some in spans[:first] for start, _ in some})
        if not begins:
            if first:
                return []
            matches = self._matches(spans, 0, len(self.source))
            chosen = self._best(matches, single=self.machine.whole)
            self.cut = len(chosen) > MAX_RECORDS
            return [self._record(r) for r in chosen[:MAX_RECORDS]]
        stop = self._last_end(begins[-1])
        matches = self._matches(spans[first:], begins[0], stop)
        starts = [match.start for match in matches]
        out: list[ReadRecord] = []
        i = 0
        while i < len(begins) and len(out) < MAX_RECORDS:
            after = begins[i + 1] if i + 1 < len(begins) else stop
            lo = bisect_left(starts, begins[i])
            mine = matches[lo : bisect_left(starts, after, lo)]
            beyond = [m for m in mine if m.end > after]
            if not beyond:
                i += 1
                out += [self._record(r) for r in self._best(mine, single=True)]
                continue
            long = next(filter(self._ends_well, beyond), None)
            if long is not None and self.machine.nested:
                i += 1
                found = self._best(mine, single=True)
                out += [self._record(r, begins[i:]) for r in found]
                continue
            if long is not None:
                # What looks like records within a body are words of the body.
                i = bisect_left(begins, long.end, i + 1)
                after = begins[i] if i < len(begins) else max(stop, long.end)
                mine = matches[lo : bisect_left(starts, after)]
            else:
                i += 1
            mine = [m if m.end <= after else m._replace(end=after) for m in mine]
            out += [self._record(r) for r in self._best(mine, single=True)]
        self.cut = i < len(begins)
        return out

    def _last_end(self, begin: int) -> int:
        """End of the last record: where its element closes."""
        name = self.machine.begins[0].rule.holder
        inner = self.source.find(">", begin) + 1
        if not name or not inner:
            return len(self.source)
        close = self.close(inner, name)
        return close[1] if close is not None else len(self.source)

    def close(self, inner: int, name: str, within: int | None = None) -> tuple[int, int] | None:
        """Where the end tag of an element stands, see :func:`close_of`, within the bound."""
        stop = len(self.source) if within is None else min(len(self.source), inner + within)
        if self.left <= 0:
            return None
        close = close_of(self.source, inner, name, stop)
        self.left -= (close[1] if close is not None else stop) - inner
        return close

    def _matches(self, spans: Sequence[list[tuple[int, int]]], lo: int, hi: int) -> list[Match]:
        out: list[Match] = []
        source = self.source
        for places, tried in zip(spans, self.machine.tried, strict=True):
            for n, field, count, ahead, body in tried:
                for start, inner in places:
                    if lo <= start < hi and (ahead is None or ahead(source, inner) is not None):
                        end = self._body_end(body, inner) if body is not None else inner
                        out.append(Match(start, inner, field, n, count, end))
        # A body last, so that what its own tag tells does not seem to stand in it.
        out.sort(key=_place)
        return out

    def _body_end(self, compiled: CompiledRule, inner: int) -> int:
        close = self.close(inner, compiled.rule.holder)
        end = close[0] if close is not None else len(self.source)
        if compiled.stops is not None:
            stop = compiled.stops.search(self.source, inner, end) if self.left > 0 else None
            self.left -= end - inner
            if stop is not None:
                end = stop.start()
        return max(end, inner)

    def _ends_well(self, match: Match) -> bool:
        """Whether behind a body stands what stood there when the rule was learnt."""
        rule = self.machine.rules[match.rule].rule
        if match.end >= len(self.source):
            return False
        if not rule.follows:
            return True
        at = self._after(rule, match.end)
        tag = next(scan(self.source, at, min(at + 2_000, len(self.source))), None)
        return tag is not None and tag_label(self.source[tag.start : tag.end]) in rule.follows

    def _after(self, rule: Rule, end: int) -> int:
        """Where an element ends whose content ends at ``end``."""
        if rule.place != "element" or not self.source.startswith("</", end):
            return end
        return self.source.find(">", end) + 1 or len(self.source)

    def _best(self, matches: list[Match], *, single: bool) -> list[list[Match]]:
        """Fields of the records among some matches."""
        machine = self.machine
        if single:
            plain = self._plain(matches)
            if plain is not None:
                return [plain] if len(plain) >= machine.least else []
        body, readers = machine.body, machine.readers
        told = [m for m in matches if m.field == body or readers[m.rule](self, m)]
        found = best_records(told, machine.follows, machine.required, single=single)
        return [record for record in found if len(record) >= machine.least]

    def _plain(self, matches: list[Match]) -> list[Match] | None:
        """Take each field at its first and heaviest match, where that is a path.

        No path of one record weighs more.
        """
        machine = self.machine
        inside = seen = 0
        plain: list[Match] = []
        for match in matches:
            if match.start < inside:
                continue
            bit = 1 << match.field
            if seen & bit:
                if next(m for m in plain if m.field == match.field).weight < match.weight:
                    return None
                continue
            seen |= bit
            plain.append(match)
            if match.end > match.inner:
                inside = match.end
        if seen & machine.required != machine.required:
            return []
        before = 0
        for match in plain:
            if before & ~machine.follows[match.field]:
                return None
            before |= 1 << match.field
        return plain

    def _without(self, match: Match, begins: Sequence[int]) -> str:
        """Source of a body without the records in it."""
        if not begins:
            return self.source[match.inner : match.end]
        name = self.machine.begins[0].rule.holder
        done = match.inner
        parts = []
        for begin in begins:
            if begin >= match.end:
                break
            if begin >= done:
                parts.append(self.source[done:begin])
                close = self.close(self.source.find(">", begin) + 1, name) if name else None
                done = min(close[1], match.end) if close is not None else match.end
        return "".join([*parts, self.source[done : match.end]])

    def _record(self, matches: list[Match], within: Sequence[int] = ()) -> ReadRecord:
        record = ReadRecord()
        machine = self.machine
        for match in matches:
            if match.field == machine.body:
                rule = machine.rules[match.rule].rule
                inner = self._without(match, within)
                # The tag around it tells that the lines of the source are shown.
                said = f"<pre>{inner}</pre>" if rule.holder == "pre" else inner
                if rule.place == "element":
                    close = self.source[match.end : self._after(rule, match.end)]
                    start = self.source[match.start : match.inner]
                    record.tell(partial(source_body, said), f"{start}{inner}{close}")
                elif rule.place == "loose":
                    record.tell(partial(source_body, said), inner.strip())
                else:
                    record.tell(partial(source_paragraphs, inner), inner.strip())
            else:
                value = machine.readers[match.rule](self, match)
                if value:
                    record.values[machine.fields[match.field]] = value
        full, shown = record.values.get("time_full"), record.values.get("time")
        if full and shown and ":" not in full:
            # "Yesterday" with the day in full, and the clock behind it.
            clock = _CLOCK.search(shown)
            record.values["time_full"] = full + clock.group() if clock is not None else full
        return record


def _reader_of(rule: Rule) -> _Reader:
    """Return what reads the value of a match of a rule."""
    pick = None if rule.pick == "all" else PICKS[rule.pick]

    def picked(text: str) -> str:
        text = " ".join(text.split())[:MAX_VALUE]
        return text if pick is None else pick(text, rule)

    def of_attribute(reading: _Reading, match: Match) -> str:
        return picked(attribute_of(reading.source[match.start : match.inner], name) or "")

    def of_inner(reading: _Reading, match: Match) -> str:
        source = reading.source
        stop = source.find("<", match.inner)
        if not source.startswith(end_tag, stop):
            close = reading.close(match.inner, rule.holder, MAX_INNER)
            stop = close[0] if close is not None else match.inner
        return picked(text_between(source, match.inner, stop))

    def of_text(reading: _Reading, match: Match) -> str:
        source = reading.source
        stop = source.find("<", match.inner)
        text = source[match.inner : stop if stop >= 0 else len(source)][:MAX_VALUE]
        return picked(unescape(text) if "&" in text else text)

    name, end_tag = rule.place[1:], f"</{rule.holder}"
    if rule.place.startswith("@"):
        return of_attribute
    return of_inner if rule.place == "inner" else of_text
