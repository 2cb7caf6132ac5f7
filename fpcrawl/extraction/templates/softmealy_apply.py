"""Reading the source of a page with contextual rules: no tree, only what stands around."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from operator import attrgetter
from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.model import ReadRecord
from fpcrawl.extraction.templates.softmealy_rules import pattern_of
from fpcrawl.extraction.templates.sourcebody import source_body, source_paragraphs
from fpcrawl.extraction.templates.tokens import (
    attribute_of,
    hidden_ranges,
    scan,
    tag_label,
    text_between,
)
from fpcrawl.extraction.templates.transducer import Match, best_records
from fpcrawl.pages.dates import find_times

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from fpcrawl.extraction.templates.softmealy_rules import Rule

__all__ = [
    "MAX_RECORDS",
    "PICKS",
    "CompiledRule",
    "Machine",
    "close_of",
    "compile_rule",
    "matches_of",
]

#: Records read from one page, and matches of one rule looked at.
MAX_RECORDS = 2_000
MAX_MATCHES = 20_000
#: Characters of a value, and of an element that is searched for one.
MAX_VALUE = 2_000
MAX_INNER = 8_000
#: How often the length of the source may be read over in search of ends of elements.
READINGS = 8
_NUMBER = re.compile(r"\d(?:[\d,.]*\d)?(?:\s*[kKmM万])?")
_CLOCK = re.compile(r",?\s?(?:at\s)?\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\.?)?\Z", re.IGNORECASE)
_START = attrgetter("start")


@dataclass(frozen=True, slots=True)
class CompiledRule:
    """A rule and its pattern, whose first group is the tag next to the value.

    ``begins`` is what all its matches begin with: looking for that is much faster.
    """

    rule: Rule
    pattern: re.Pattern[str]
    begins: str
    stops: re.Pattern[str] | None


def compile_rule(rule: Rule) -> CompiledRule:
    """Compile the pattern of a rule."""
    if rule.field == "record":
        # Told by what stands on its right: it begins where the first of the tags does.
        pattern = f"({pattern_of(rule.tags, rule.gaps)})"
    else:
        pattern = pattern_of(rule.tags, rule.gaps, rule.right, rule.ends)
    stops = "|".join(stop.regex for stop in rule.stops)
    begins = rule.tags[0].parts[0][1]
    return CompiledRule(rule, re.compile(pattern), begins, re.compile(stops) if stops else None)


def matches_of(compiled: CompiledRule, source: str, lo: int, hi: int) -> list[tuple[int, int]]:
    """Where a rule's last tag begins and ends, for all its matches; contexts may overlap."""
    out: list[tuple[int, int]] = []
    begins, match, find = compiled.begins, compiled.pattern.match, source.find
    at = find(begins, lo, hi)
    while at >= 0 and len(out) < MAX_MATCHES:
        found = match(source, at, hi)
        if found is not None:
            out.append(found.span(1))
        at = find(begins, at + 1, hi)
    return out


@lru_cache(maxsize=256)
def _counter(name: str) -> re.Pattern[str]:
    return re.compile(
        rf"<(?:(/?){re.escape(name)}(?=[\s/>])|!--(?:.*?-->|.*))", re.IGNORECASE | re.DOTALL
    )


def close_of(source: str, inner: int, name: str, stop: int) -> tuple[int, int] | None:
    """Where the end tag stands that closes an element, elements of its name inside counted."""
    depth = 1
    for found in _counter(name).finditer(source, inner, stop):
        slash = found[1]
        if slash is None:
            continue
        depth += -1 if slash else 1
        if not depth:
            end = source.find(">", found.end(), stop)
            return found.start(), (end + 1 if end >= 0 else stop)
    return None


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
        #: For each field those that may stand before it.
        self.follows = [0] * len(fields)
        for a, b in order:
            self.follows[number[b]] |= 1 << number[a]
        self.required = sum(1 << number[name] for name in required)
        self.whole = whole
        self.nested = nested
        self.least = least

    def read(self, source: str) -> list[ReadRecord]:
        """Return the records of a page, in page order."""
        return _Reading(self, source).records()


@dataclass(slots=True)
class _Reading:
    machine: Machine
    source: str
    hidden: list[tuple[int, int]] = field(default_factory=list)
    left: int = 0

    def records(self) -> list[ReadRecord]:
        self.left = READINGS * len(self.source) + 200_000
        begins = sorted({at for rule in self.machine.begins for at in self._places(rule)})
        self.hidden = hidden_ranges(self.source)
        begins = [at for at in begins if not self._is_hidden(at)]
        if not begins:
            if self.machine.begins:
                return []
            matches = self._matches(0, len(self.source))
            chosen = self._best(matches, single=self.machine.whole)
            return [self._record(r) for r in chosen[:MAX_RECORDS]]
        stop = self._last_end(begins[-1])
        matches = self._matches(begins[0], stop)
        out: list[ReadRecord] = []
        i = 0
        while i < len(begins) and len(out) < MAX_RECORDS:
            after = begins[i + 1] if i + 1 < len(begins) else stop
            lo = bisect_left(matches, begins[i], key=_START)
            hi = bisect_left(matches, after, key=_START)
            mine = matches[lo:hi]
            long = next((m for m in mine if m.end > after and self._ends_well(m)), None)
            if long is not None and self.machine.nested:
                i += 1
                found = self._best(mine, single=True)
                out += [self._record(r, begins[i:]) for r in found]
                continue
            if long is not None:
                # What looks like records within a body are words of the body.
                i = bisect_left(begins, long.end, i + 1)
                after = begins[i] if i < len(begins) else max(stop, long.end)
                mine = matches[lo : bisect_left(matches, after, key=_START)]
            else:
                i += 1
            mine = [self._cut(m, after) for m in mine]
            out += [self._record(r) for r in self._best(mine, single=True)]
        return out

    def _places(self, rule: CompiledRule) -> list[int]:
        return [start for start, _ in matches_of(rule, self.source, 0, len(self.source))]

    def _is_hidden(self, at: int) -> bool:
        n = bisect_right(self.hidden, (at, len(self.source)))
        return n > 0 and self.hidden[n - 1][0] <= at < self.hidden[n - 1][1]

    def _last_end(self, begin: int) -> int:
        """End of the last record: where its element closes."""
        name = self.machine.begins[0].rule.holder
        inner = self.source.find(">", begin) + 1
        if not name or not inner:
            return len(self.source)
        close = self._close(inner, name)
        return close[1] if close is not None else len(self.source)

    def _close(self, inner: int, name: str, within: int | None = None) -> tuple[int, int] | None:
        stop = len(self.source) if within is None else min(len(self.source), inner + within)
        if self.left <= 0:
            return None
        close = close_of(self.source, inner, name, stop)
        self.left -= (close[1] if close is not None else stop) - inner
        return close

    def _matches(self, lo: int, hi: int) -> list[Match]:
        out = []
        numbers = self.machine.number
        for n, compiled in enumerate(self.machine.rules):
            rule = compiled.rule
            found = numbers[rule.field]
            is_body = rule.field == "body"
            for start, inner in matches_of(compiled, self.source, lo, hi):
                if self.hidden and self._is_hidden(start):
                    continue
                end = self._body_end(compiled, inner) if is_body else inner
                out.append(Match(start, inner, found, n, rule.count, end))
        # A body last, so that what its own tag tells does not seem to stand in it.
        out.sort(key=lambda m: (m.start, m.end > m.inner))
        return out

    def _body_end(self, compiled: CompiledRule, inner: int) -> int:
        close = self._close(inner, compiled.rule.holder)
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

    def _cut(self, match: Match, stop: int) -> Match:
        if match.end <= stop:
            return match
        return Match(match.start, match.inner, match.field, match.rule, match.weight, stop)

    def _best(self, matches: list[Match], *, single: bool) -> list[list[Match]]:
        """Fields of the records among some matches."""
        machine = self.machine
        if single:
            plain = self._plain(matches)
            if plain is not None:
                return [plain] if len(plain) >= machine.least else []
        told = [m for m in matches if self._is_body(m) or self._value(m)]
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

    def _is_body(self, match: Match) -> bool:
        return self.machine.fields[match.field] == "body"

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
                close = self._close(self.source.find(">", begin) + 1, name) if name else None
                done = min(close[1], match.end) if close is not None else match.end
        return "".join([*parts, self.source[done : match.end]])

    def _record(self, matches: list[Match], within: Sequence[int] = ()) -> ReadRecord:
        record = ReadRecord()
        for match in matches:
            if self._is_body(match):
                rule = self.machine.rules[match.rule].rule
                inner = self._without(match, within)
                if rule.place == "element":
                    close = self.source[match.end : self._after(rule, match.end)]
                    record.html = f"{self.source[match.start : match.inner]}{inner}{close}"
                    record.text = source_body(inner)
                else:
                    record.html = inner.strip()
                    record.text = source_paragraphs(inner)
            else:
                value = self._value(match)
                if value:
                    record.values[self.machine.fields[match.field]] = value
        full, shown = record.values.get("time_full"), record.values.get("time")
        if full and shown and ":" not in full:
            # "Yesterday" with the day in full, and the clock behind it.
            clock = _CLOCK.search(shown)
            record.values["time_full"] = full + clock.group() if clock is not None else full
        return record

    def _value(self, match: Match) -> str:
        rule = self.machine.rules[match.rule].rule
        source = self.source
        if rule.place.startswith("@"):
            text = attribute_of(source[match.start : match.inner], rule.place[1:]) or ""
            text = " ".join(text.split())
        elif rule.place == "inner":
            close = self._close(match.inner, rule.holder, MAX_INNER)
            stop = close[0] if close is not None else match.inner
            text = text_between(source, match.inner, stop)
        else:
            stop = source.find("<", match.inner)
            text = source[match.inner : stop if stop >= 0 else len(source)][:MAX_VALUE]
            if "&" in text:
                text = unescape(text)
            text = " ".join(text.split())
        return PICKS[rule.pick](text[:MAX_VALUE], rule)


def _all(text: str, _: Rule) -> str:
    return text


def _between(text: str, rule: Rule) -> str:
    start = 0
    if rule.before:
        at = text.rfind(rule.before) if not rule.after else text.find(rule.before)
        if at < 0:
            return ""
        start = at + len(rule.before)
    end = text.find(rule.after, start) if rule.after else -1
    return text[start : end if end >= 0 else len(text)].strip()


@lru_cache(maxsize=8_192)
def _time_in(text: str) -> str:
    found = next(iter(find_times(text)), None)
    return found.raw if found is not None else ""


def _time(text: str, rule: Rule) -> str:
    at = text.find(rule.before) if rule.before else 0
    return _time_in(text[at + len(rule.before) :][:400] if at >= 0 else text[:400])


def _number(text: str, _: Rule) -> str:
    found = _NUMBER.search(text)
    return found.group() if found is not None else ""


PICKS: dict[str, Callable[[str, Rule], str]] = {
    "all": _all,
    "between": _between,
    "time": _time,
    "number": _number,
}
