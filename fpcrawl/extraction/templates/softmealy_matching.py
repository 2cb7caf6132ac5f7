"""Where a contextual rule holds in a source, and how a value is taken out of its words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.softmealy_rules import ahead_of, pattern_of
from fpcrawl.pages.dates import find_times

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fpcrawl.extraction.templates.softmealy_rules import Rule

__all__ = ["PICKS", "CompiledRule", "Finder", "close_of", "compile_rule", "matches_of"]

#: Matches that are looked at, of one rule or of all of a page.
MAX_MATCHES = 20_000
_HIDES = r"!--|[sS][cC][rR][iI][pP][tT](?=[\s>])|[sS][tT][yY][lL][eE](?=[\s>])"
_NUMBER = re.compile(r"\d(?:[\d,.]*\d)?(?:\s*[kKmM万])?")


@dataclass(frozen=True, slots=True)
class CompiledRule:
    """A rule and its patterns.

    Attributes
    ----------
    tags
        Matches the tags of the rule; its first group is the one next to the value.
    begins
        What all matches of it begin with: looking for that is much faster.
    ahead
        Matches what must follow them, ``None`` when anything may.
    stops
        Matches what a run ends before.
    """

    rule: Rule
    tags: re.Pattern[str]
    begins: str
    ahead: re.Pattern[str] | None
    stops: re.Pattern[str] | None


@lru_cache(maxsize=512)
def compile_rule(rule: Rule) -> CompiledRule:
    """Compile the patterns of a rule."""
    pattern = pattern_of(rule.tags, rule.gaps)
    if rule.field == "record":
        # Told by what stands on its right: it begins where the first of the tags does.
        pattern = f"({pattern})"
    ahead = ahead_of(rule.right, rule.ends)
    stops = "|".join(stop.regex for stop in rule.stops)
    kind, text = rule.tags[0].parts[0]
    return CompiledRule(
        rule,
        re.compile(pattern),
        text if kind == "=" and text.startswith("<") else "<",
        re.compile(ahead) if ahead else None,
        re.compile(stops) if stops else None,
    )


def matches_of(compiled: CompiledRule, source: str, lo: int, hi: int) -> list[tuple[int, int]]:
    """Where a rule's last tag begins and ends, for all its matches; contexts may overlap."""
    out: list[tuple[int, int]] = []
    begins, match, find = compiled.begins, compiled.tags.match, source.find
    ahead = compiled.ahead.match if compiled.ahead is not None else None
    at = find(begins, lo, hi)
    while at >= 0:
        found = match(source, at, hi)
        if found is not None and (ahead is None or ahead(source, found.end(1), hi) is not None):
            out.append(found.span(1))
            if len(out) >= MAX_MATCHES:
                break
        at = find(begins, at + 1, hi)
    return out


class Finder:
    """Finds the tags of many rules in one pass; comments, scripts and styles are passed over.

    Parameters
    ----------
    rules
        Rules of which no two have the same tags.
    """

    def __init__(self, rules: Sequence[CompiledRule]) -> None:
        # The longest beginning first: all that begin like it can hold there too.
        begins = sorted({rule.begins for rule in rules}, key=len, reverse=True)
        options = "|".join(re.escape(text[1:]) for text in begins)
        self._pattern = re.compile(f"<(?:{options}|{_HIDES})")
        self._rules = len(rules)
        self._tries: dict[str, list[tuple[int, Callable[[str, int], re.Match[str] | None]]]] = {
            text: [(n, r.tags.match) for n, r in enumerate(rules) if text.startswith(r.begins)]
            for text in begins
        }

    def spans(self, source: str) -> list[list[tuple[int, int]]]:
        """Where the last tags of each rule begin and end, in order of the rules."""
        out: list[list[tuple[int, int]]] = [[] for _ in range(self._rules)]
        search, tries = self._pattern.search, self._tries
        gone: set[str] = set()
        left = MAX_MATCHES
        found = search(source)
        while found is not None and left:
            at = found.start()
            mine = tries.get(found[0])
            if mine is None and found[0] == "<!--":
                at = source.find("-->", at + 2)
                if at < 0:
                    break
            elif mine is None:
                at = _end_of_hidden(source, at, found[0][1:], gone)
                if at < 0:
                    break
            else:
                for n, match in mine:
                    there = match(source, at)
                    if there is not None:
                        out[n].append(there.span(1))
                        left -= 1
            found = search(source, at + 1)
        return out


def _end_of_hidden(source: str, at: int, kind: str, gone: set[str]) -> int:
    """Where a script or style ends, -1 when it does not; ``gone`` is not asked for again."""
    for end in (f"</{kind}", f"</{kind.lower()}", f"</{kind.upper()}"):
        there = source.find(end, at + 2) if end not in gone else -1
        if there >= 0:
            return there
        gone.add(end)
    return -1


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
