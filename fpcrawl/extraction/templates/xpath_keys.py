"""Expressions that may lead to an element: what is told about it and about what holds it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.xpath_steps import MAX_BESIDE, Path, Step, Test, token_test
from fpcrawl.extraction.tree import STATE_TOKENS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml.html import HtmlElement

__all__ = ["PathKeys", "cost_of", "own_tests"]

#: Classes of one element that are tried.
MAX_TOKENS = 6
#: A field deeper below its record is only found by what it and its holders are called.
MAX_LEVELS = 8
#: Tests of one element that are tried, and those of two that are tried together.
MAX_TESTS, MAX_TESTS_BELOW = 8, 3
#: Farther on among its like, an element's place says nothing.
MAX_POSITION = 200
MIN_NAME = 2
#: What stands in an address before its numbers, if it is so long, says what it leads to.
MIN_HREF = 5
_TAG = re.compile(r"[A-Za-z][\w.-]*")
_HEAD = re.compile(r"^\D*")
_HOST = re.compile(r"^(?:https?:)?//[^/]*")
#: The last name of an address, with what follows it.
_LAST_NAME = re.compile(r"(?:[^/]{5,}|/[^/]+/[^/]{0,4})$")
_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"[^\W\d_]")
_PLAIN = re.compile(r"[^'\"]*")
_NAMED = ("itemprop", "rel", "role", "itemtype")


def own_tests(element: HtmlElement) -> list[Test]:
    """List tests that an element passes, by what does not change from record to record."""
    return list(_tests(element.tag, tuple(element.items())))


@lru_cache(maxsize=16_384)
def _tests(tag: str, items: tuple[tuple[str, str], ...]) -> tuple[Test, ...]:
    out: list[Test] = []
    for name, value in items:
        if len(value) > 300 or _PLAIN.fullmatch(value) is None:
            continue
        if name == "class":
            out.extend(_token_tests(value))
        elif name in {"id", "name"}:
            head = _head(value)
            if head == value and value:
                out.append(Test("equals", name, value))
            elif head:
                out.append(Test("starts", name, head))
        elif name in _NAMED and value and value == _head(value):
            out.append(Test("equals", name, value))
        elif (name.startswith("data-") or name == "datetime") and _TAG.fullmatch(name):
            out.append(Test("has", name))
        elif name == "href" and tag == "a":
            out.extend(_href_tests(value))
    return tuple(dict.fromkeys(out))


def _token_tests(value: str) -> Iterator[Test]:
    for token in value.split()[:MAX_TOKENS]:
        head = _head(token)
        if head == token:
            if token.lower() not in STATE_TOKENS:
                yield token_test(token)
        else:
            if head:
                yield token_test(head, start=True)
            if len(token) <= 20:
                yield token_test(token)


def _head(value: str) -> str:
    """Return what stands before the first digit, empty when it says nothing."""
    match = _HEAD.match(value)
    head = match.group() if match else ""
    return head if len(_LETTER.findall(head)) >= MIN_NAME or head == value else ""


def _href_tests(value: str) -> Iterator[Test]:
    path = value.partition("#")[0]
    head = _head(path)
    if "=" in head and head == path:
        head = head[: head.rindex("=") + 1]
    for piece in (head, path[: path.rfind("/") + 1]):
        # What stands farther in front is the site's own, not the software's.
        named = _LAST_NAME.search(_HOST.sub("", piece))
        if named is not None and len(named.group()) >= MIN_HREF:
            yield Test("contains", "href", named.group())


@dataclass(frozen=True, slots=True)
class _Told:
    """What is told about one element: its tag, which of its like it is, and its tests."""

    tag: str
    position: int
    tests: tuple[Test, ...]

    @property
    def bare(self) -> Step:
        return Step(self.tag)

    @property
    def placed(self) -> Step:
        return Step(self.tag, self.position)

    @property
    def by_name(self) -> Step:
        """By the first name that it has, by its place where it has none."""
        tests = [test for test in self.tests if test.kind in {"token", "equals"}]
        return Step(self.tag, 0, (tests[0],)) if tests else self.placed

    @property
    def tested(self) -> list[Step]:
        return [Step(self.tag, 0, (test,)) for test in self.tests]


class PathKeys:
    """Makes the paths that may lead to elements, once for elements of which the same is told."""

    def __init__(self) -> None:
        self._records: dict[tuple[_Told, ...], tuple[Path, ...]] = {}
        self._fields: dict[tuple[tuple[_Told, ...], int, str], tuple[Path, ...]] = {}

    def record_paths(self, element: HtmlElement) -> tuple[Path, ...]:
        """Paths from the page to a record's element, those by what is named first in front."""
        chain: list[_Told] = []
        at: HtmlElement | None = element
        while at is not None and len(chain) < 4 and _TAG.fullmatch(str(at.tag)):
            chain.append(_Told(str(at.tag), 0, tuple(own_tests(at)[:MAX_TESTS])))
            at = at.getparent()
        key = tuple(chain)
        known = self._records.get(key)
        if known is None:
            known = self._records[key] = tuple(_record_paths(key))
        return known

    def field_paths(
        self, element: HtmlElement, record: HtmlElement, attribute: str = ""
    ) -> tuple[Path, ...]:
        """Paths from a record's element that lead to an element, or an attribute of it."""
        way = _way_to(element, record)
        if way is None or any(_TAG.fullmatch(str(step.tag)) is None for step in way[1]):
            return ()
        chain = tuple(
            _Told(str(e.tag), _position(e), tuple(own_tests(e)[:MAX_TESTS])) for e in way[1]
        )
        key = (chain, way[0], attribute)
        known = self._fields.get(key)
        if known is None:
            known = self._fields[key] = tuple(_field_paths(*key))
        return known


def _record_paths(chain: tuple[_Told, ...]) -> dict[Path, None]:
    out: dict[Path, None] = {}
    if not chain:
        return out
    own = chain[0]
    mine = own.tested
    for step in mine:
        out[Path((step,), deep=True, root=True)] = None
    between: tuple[Step, ...] = ()
    for holder in chain[1:]:
        for above in holder.tested:
            for step in (own.bare, *mine):
                out[Path((above, *between, step), deep=True, root=True)] = None
        between = (holder.bare, *between)
    out[Path((*between, own.bare), deep=True, root=True)] = None
    return out


def _field_paths(chain: tuple[_Told, ...], beside: int, attribute: str) -> dict[Path, None]:
    out: dict[Path, None] = {}

    def add(steps: Sequence[Step], *, deep: bool) -> None:
        out[Path(tuple(steps), deep, beside, False, attribute)] = None

    if not chain:
        return {Path((), beside=beside, attribute=attribute): None}
    own = chain[-1]
    last = own.tested
    for step in last:
        add([step], deep=True)
    add([own.bare], deep=True)
    for levels in (1, 2, 3):
        if len(chain) <= levels:
            break
        between = chain[-levels:-1]
        below = [own.bare, own.placed, *last[: MAX_TESTS_BELOW if levels == 1 else 1]]
        holders = chain[-1 - levels].tested
        for top in holders if levels == 1 else holders[:MAX_TESTS_BELOW]:
            for step in below:
                add([top, *(b.bare for b in between), step], deep=True)
                if between:
                    add([top, *(b.placed for b in between), step], deep=True)
    if len(chain) <= MAX_LEVELS:
        add([e.placed for e in chain], deep=False)
        add([e.by_name for e in chain], deep=False)
        for step in last[:MAX_TESTS_BELOW]:
            add([*(e.placed for e in chain[:-1]), step], deep=False)
            add([*(e.bare for e in chain[:-1]), step], deep=False)
    return out


def _position(element: HtmlElement) -> int:
    n = 1
    for _ in element.itersiblings(element.tag, preceding=True):
        n += 1
        if n > MAX_POSITION:
            break
    return n


def _way_to(element: HtmlElement, record: HtmlElement) -> tuple[int, list[HtmlElement]] | None:
    """Way from a record's element down to another.

    Returns
    -------
    tuple or None
        Which sibling of the record the way starts from (0 = itself), and the elements from
        below it to the other; ``None`` when no way leads there.
    """
    chain: list[HtmlElement] = []
    parent = record.getparent()
    at: HtmlElement | None = element
    while at is not None:
        if at is record:
            return 0, chain[::-1]
        above = at.getparent()
        if parent is not None and above is parent:
            beside = _offset(record, at)
            return (beside, chain[::-1]) if beside else None
        chain.append(at)
        at = above
    return None


def _offset(one: HtmlElement, other: HtmlElement) -> int:
    for backwards in (False, True):
        for n, sibling in enumerate(one.itersiblings("*", preceding=backwards), 1):
            if sibling is other:
                return -n if backwards else n
            if n >= MAX_BESIDE:
                break
    return 0


@lru_cache(maxsize=4096)
def cost_of(path: Path) -> float:
    """How much a path says that may be different on another page."""
    total = float(path.beside != 0)
    for step in path.steps:
        total += 1.0
        total += 0.7 if step.position else 0.0
        total += 0.5 * len(step.below)
        for test in step.tests:
            told = {"token": -0.4, "equals": -0.3, "starts": 0.1, "has": 0.1}.get(test.kind, 0.3)
            # Names with digits count something: rows, columns, sizes.
            total += 0.2 if _DIGIT.search(test.value) else told
    if not any(step.tests for step in path.steps):
        total += 1.0
    return total
