"""Expressions that may lead to an element: what is told about it and about what holds it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.xpath_steps import MAX_BESIDE, Path, Step, Test, token_test
from fpcrawl.extraction.tree import STATE_TOKENS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml.html import HtmlElement

__all__ = ["cost_of", "field_paths", "own_tests", "record_paths", "way_to"]

#: Classes of one element that are tried.
MAX_TOKENS = 6
#: A field deeper below its record is only found by what it and its holders are called.
MAX_LEVELS = 8
MIN_NAME = 2
#: What stands in an address before its numbers, if it is so long, says what it leads to.
MIN_HREF = 5
_TAG = re.compile(r"[A-Za-z][\w.-]*")
_HEAD = re.compile(r"^\D*")
_HOST = re.compile(r"^(?:https?:)?//[^/]*")
#: The last name of an address, with what follows it.
_LAST_NAME = re.compile(r"(?:[^/]{5,}|/[^/]+/[^/]{0,4})$")
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


def record_paths(element: HtmlElement) -> dict[Path, None]:
    """Paths from the page that lead to a record's element, what is named first before others."""
    tag = str(element.tag)
    if _TAG.fullmatch(tag) is None:
        return {}
    out: dict[Path, None] = {}
    mine = [Step(tag, 0, (test,)) for test in own_tests(element)]
    for step in mine:
        out[Path((step,), deep=True, root=True)] = None
    bare = [Step(tag), *mine]
    parent = element.getparent()
    between: tuple[Step, ...] = ()
    for _ in range(3):
        if parent is None or _TAG.fullmatch(str(parent.tag)) is None:
            break
        tests = own_tests(parent)
        for test in tests:
            above = Step(str(parent.tag), 0, (test,))
            out.update((Path((above, *between, step), deep=True, root=True), None) for step in bare)
        between = (Step(str(parent.tag)), *between)
        parent = parent.getparent()
    out[Path((*between, Step(tag)), deep=True, root=True)] = None
    return out


def way_to(element: HtmlElement, record: HtmlElement) -> tuple[int, list[HtmlElement]] | None:
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


def field_paths(element: HtmlElement, record: HtmlElement, attribute: str = "") -> dict[Path, None]:
    """Paths from a record's element that lead to an element, or an attribute of it."""
    way = way_to(element, record)
    if way is None:
        return {}
    beside, chain = way
    if not chain:
        return {Path((), beside=beside, attribute=attribute): None}
    if any(_TAG.fullmatch(str(step.tag)) is None for step in chain):
        return {}
    out: dict[Path, None] = {}

    def add(steps: Sequence[Step], *, deep: bool) -> None:
        out[Path(tuple(steps), deep, beside, False, attribute)] = None

    own = own_tests(element)
    tag = str(element.tag)
    place = _position(element)
    last = [Step(tag, 0, (test,)) for test in own]
    for step in last:
        add([step], deep=True)
    add([Step(tag)], deep=True)
    for levels in (1, 2, 3):
        if len(chain) <= levels:
            break
        holder = chain[-1 - levels]
        between = chain[-levels:-1]
        for test in own_tests(holder):
            top = Step(str(holder.tag), 0, (test,))
            for step in [Step(tag), Step(tag, place), *last]:
                add([top, *(Step(str(b.tag)) for b in between), step], deep=True)
                if between:
                    add([top, *(Step(str(b.tag), _position(b)) for b in between), step], deep=True)
    if len(chain) <= MAX_LEVELS:
        placed = [Step(str(e.tag), _position(e)) for e in chain]
        named = [_named_step(e) for e in chain]
        add(placed, deep=False)
        add(named, deep=False)
        for step in last:
            add([*placed[:-1], step], deep=False)
            add([*(Step(str(e.tag)) for e in chain[:-1]), step], deep=False)
    return out


def _named_step(element: HtmlElement) -> Step:
    """Step by the first name that an element has, by its place where it has none."""
    tests = [t for t in own_tests(element) if t.kind in {"token", "equals"}]
    if tests:
        return Step(str(element.tag), 0, (tests[0],))
    return Step(str(element.tag), _position(element))


def _position(element: HtmlElement) -> int:
    n = 1
    for _ in element.itersiblings(element.tag, preceding=True):
        n += 1
        if n > 200:
            break
    return n


def cost_of(path: Path) -> float:
    """How much a path says that may be different on another page."""
    total = float(path.beside != 0)
    for step in path.steps:
        total += 1.0
        total += 0.7 if step.position else 0.0
        total += 0.5 * len(step.below)
        for test in step.tests:
            total += {"token": -0.4, "equals": -0.3, "starts": 0.1, "has": 0.1}.get(test.kind, 0.3)
    if not any(step.tests for step in path.steps):
        total += 1.0
    return total
