"""XPath expressions of a small grammar, written as XPath 1.0 and walked without a machine.

What templates are made of needs few kinds of steps and tests. Walking them directly, with
the answers for a class attribute remembered, costs less than evaluating string functions for
each element, and no expression of the grammar can take more than one look at each element.

::

    record   //div[@id='posts']/div[contains(concat(' ',normalize-space(@class),' '),' post ')]
    field    .//span[...]/a[2]   ./td[2]/@title   following-sibling::*[1]//a/@href   ./@id
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lxml.html import HtmlElement

__all__ = ["Check", "Path", "Step", "Test", "token_test"]

#: Different attribute values whose answer is remembered for a test.
MAX_REMEMBERED = 4096
#: Siblings that are looked at beside a record.
MAX_BESIDE = 50
_SPACE = re.compile(r"[ \t\r\n]+")
_NAME = r"[A-Za-z_][\w.-]*"
_LITERAL = r"'(?P<one>[^']*)'|\"(?P<two>[^\"]*)\""
_TOKEN_TEST = re.compile(
    rf"contains\(concat\(' ',\s*normalize-space\(@class\)(?P<end>,\s*' ')?\),\s*(?:{_LITERAL})\)"
)
_EQUALS = re.compile(rf"@(?P<name>{_NAME})\s*=\s*(?:{_LITERAL})")
_CALL = re.compile(rf"(?P<call>starts-with|contains)\(@(?P<name>{_NAME}),\s*(?:{_LITERAL})\)")
_HAS = re.compile(rf"@(?P<name>{_NAME})")
_STEP = re.compile(r"(?P<tag>\*|[A-Za-z][\w.-]*)(?:\[(?P<position>\d+)\])?")
_START = re.compile(
    r"(?:\.|(?P<axis>following|preceding)-sibling::\*\[(?P<beside>\d+)\])(?P<slash>//?|$)"
)
_ATTRIBUTE = re.compile(rf"/?@(?P<name>{_NAME})$")


@dataclass(frozen=True, slots=True)
class Test:
    """What an attribute of an element must be like.

    Attributes
    ----------
    kind
        ``token`` (a word of the attribute), ``token-start`` (a word that begins so),
        ``equals``, ``starts``, ``contains`` or ``has``.
    """

    __test__ = False

    kind: str
    name: str
    value: str = ""

    def __str__(self) -> str:
        value = _quoted(self.value)
        match self.kind:
            case "token":
                padded = _quoted(f" {self.value} ")
                return f"contains(concat(' ',normalize-space(@class),' '),{padded})"
            case "token-start":
                padded = _quoted(f" {self.value}")
                return f"contains(concat(' ',normalize-space(@class)),{padded})"
            case "equals":
                return f"@{self.name}={value}"
            case "starts":
                return f"starts-with(@{self.name},{value})"
            case "contains":
                return f"contains(@{self.name},{value})"
        return f"@{self.name}"

    def holds(self, value: str | None) -> bool:
        """Whether an attribute's value is as wanted; ``None`` stands for no attribute."""
        if value is None:
            return False
        match self.kind:
            case "token":
                return self.value in _SPACE.split(value)
            case "token-start":
                return any(token.startswith(self.value) for token in _SPACE.split(value))
            case "equals":
                return value == self.value
            case "starts":
                return value.startswith(self.value)
            case "contains":
                return self.value in value
        return True


def token_test(value: str, *, start: bool = False) -> Test:
    """Test for a class of an element, or for how one begins."""
    return Test("token-start" if start else "token", "class", value)


def _quoted(value: str) -> str:
    if "'" not in value:
        return f"'{value}'"
    if '"' in value:
        raise ValueError(f"XPath 1.0 cannot write {value!r}")
    return f'"{value}"'


@dataclass(frozen=True, slots=True)
class Step:
    """One level of a path.

    Attributes
    ----------
    position
        Which of the siblings of its tag, from 1; 0 for any.
    tests
        All must hold.
    below
        Paths of which each must lead to an element.
    """

    tag: str
    position: int = 0
    tests: tuple[Test, ...] = ()
    below: tuple[Path, ...] = ()

    def __str__(self) -> str:
        place = f"[{self.position}]" if self.position else ""
        told = "".join(f"[{test}]" for test in (*self.tests, *self.below))
        return f"{self.tag}{place}{told}"

    def check(self, *, placed: bool = True) -> Check:
        """Return what tells whether an element of the tag passes all tests.

        Parameters
        ----------
        placed
            Whether its position is one of them.
        """
        checks: list[Callable[[HtmlElement], bool]] = []
        if self.position and placed:
            checks.append(_position_check(self.tag, self.position))
        singles = [Check(self.tag, test.name, test) for test in self.tests]
        checks += [single.passes for single in singles]
        checks += [path.leads for path in self.below]
        if len(checks) == 1 and singles:
            return singles[0]
        return Check(self.tag, "class", None, checks, singles[0] if singles else None)


class Check:
    """A step made ready.

    Where the step has a single test, ``known`` tells the answer for the value of the attribute
    ``name`` once :meth:`passes` was asked for it; else it stays empty. What ``first`` does not
    pass, the whole step does not: it is the check of the first of several tests, or this one.
    """

    __slots__ = ("_all", "_test", "first", "known", "name", "tag")

    def __init__(
        self,
        tag: str,
        name: str,
        test: Test | None,
        checks: Sequence[Callable[[HtmlElement], bool]] = (),
        first: Check | None = None,
    ) -> None:
        self.first: Check = first if first is not None else self
        self.tag = tag
        self.name = name
        self.known: dict[str | None, bool] = {}
        self._test = test
        self._all = checks

    def passes(self, element: HtmlElement) -> bool:
        """Whether an element of the tag passes all tests."""
        if self._test is None:
            return all(check(element) for check in self._all)
        value = element.get(self.name)
        answer = self.known.get(value)
        if answer is None:
            answer = self._test.holds(value)
            if len(self.known) < MAX_REMEMBERED:
                self.known[value] = answer
        return answer


def _position_check(tag: str, position: int) -> Callable[[HtmlElement], bool]:
    def check(element: HtmlElement) -> bool:
        before = 0
        for _ in element.itersiblings(tag, preceding=True):
            before += 1
            if before >= position:
                return False
        return before == position - 1

    return check


@dataclass(frozen=True, slots=True)
class Path:
    """Steps from a place to elements, or to an attribute of theirs.

    Attributes
    ----------
    deep
        Whether the first step leads to any depth (``//``).
    beside
        From which sibling it starts: 1 = the next element, -1 = the one before.
    root
        Whether it starts at the page instead of a record.
    attribute
        Name of the attribute it leads to, empty for the element.
    """

    steps: tuple[Step, ...]
    deep: bool = False
    beside: int = 0
    root: bool = False
    attribute: str = ""
    _hash: list[int] = field(default_factory=list, init=False, repr=False, compare=False)
    _checks: list[Check] = field(default_factory=list, init=False, repr=False, compare=False)
    _below: list[tuple[int, str, Callable[[HtmlElement], bool]]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )

    def __hash__(self) -> int:
        # Paths are counted by the thousand when a template is learnt.
        if not self._hash:
            self._hash.append(hash((self.steps, self.deep, self.beside, self.root, self.attribute)))
        return self._hash[0]

    def __str__(self) -> str:
        if self.root:
            start = ""
        elif self.beside:
            axis = "following" if self.beside > 0 else "preceding"
            start = f"{axis}-sibling::*[{abs(self.beside)}]"
        else:
            start = "."
        parts = ["//" if self.deep else "/", "/".join(map(str, self.steps))] if self.steps else []
        if self.attribute:
            parts.append(f"/@{self.attribute}")
        return start + "".join(parts)

    @classmethod
    @lru_cache(maxsize=2048)  # parts of a template try what the whole one does
    def parse(cls, text: str) -> Path | None:
        """Read an expression, ``None`` when it is not of the grammar."""
        rest = text.strip()
        attribute = ""
        found = _ATTRIBUTE.search(rest)
        if found is not None and rest[: found.start()].count("[") == rest[: found.start()].count(
            "]"
        ):
            attribute = found["name"]
            rest = rest[: found.start()]
        start = _START.match(rest)
        beside = 0
        root = start is None
        if start is not None:
            if start["beside"]:
                beside = int(start["beside"]) * (1 if start["axis"] == "following" else -1)
            slash = start["slash"]
            rest = rest[start.end() :]
        else:
            slash = "//" if rest.startswith("//") else ""
            if not slash or attribute:
                return None
            rest = rest[2:]
        if abs(beside) > MAX_BESIDE or (beside == 0) != ("sibling" not in text.partition("/")[0]):
            return None
        if not slash:
            return cls((), beside=beside, attribute=attribute) if not rest else None
        steps, rest = _read_steps(rest)
        if rest or not steps:
            return None
        return cls(steps, slash == "//", beside, root, attribute)

    def checks(self) -> list[Check]:
        """Return the steps made ready; they are made once."""
        if not self._checks and self.steps:
            self._checks.extend(step.check() for step in self.steps)
        return self._checks

    def ending(self) -> Callable[[HtmlElement], bool]:
        """Return what tells whether a path from the page leads to an element of the last tag."""
        *before, last = self.checks()
        above = [(check.tag, check.passes) for check in reversed(before)]
        passes = last.passes
        if not above:
            return passes

        def holds_above(element: HtmlElement) -> bool:
            at: HtmlElement | None = element
            for tag, is_so in above:
                at = at.getparent()  # type: ignore[union-attr]  # ended when there is none
                if at is None or tag not in {"*", at.tag} or not is_so(at):
                    return False
            return True

        # What stands above is asked for before what lies deep below.
        if self.steps[-1].below:
            return lambda element: holds_above(element) and passes(element)
        return lambda element: passes(element) and holds_above(element)

    def select(self, record: HtmlElement) -> Iterator[HtmlElement]:
        """Yield the elements that a path from a record leads to, in document order."""
        base: HtmlElement | None = record
        if self.beside:
            base = _sibling(record, self.beside)
            if base is None:
                return
        assert base is not None
        checks = self.checks()
        if not checks:
            yield base
            return
        if not self.deep:
            yield from self.below(base, 0)
            return
        more = len(checks) > 1
        passes = checks[0].passes
        for element in base.iterdescendants(checks[0].tag):
            if passes(element):
                if more:
                    yield from self.below(element)
                else:
                    yield element

    def below(self, element: HtmlElement, at: int = 1) -> Iterator[HtmlElement]:
        """Yield what the steps from number ``at`` on lead to from an element."""
        position, tag, passes = self._levels()[at]
        last = at + 1 == len(self.steps)
        children: Iterable[HtmlElement] = element.iterchildren(tag)
        if position:
            children = islice(children, position - 1, position)
        for child in children:
            if passes(child):
                if last:
                    yield child
                else:
                    yield from self.below(child, at + 1)

    def _levels(self) -> list[tuple[int, str, Callable[[HtmlElement], bool]]]:
        """For each step its position, its tag, and what tells whether its other tests hold."""
        if not self._below:
            self._below.extend(
                (step.position, step.tag, step.check(placed=False).passes)
                if step.position
                else (0, step.tag, check.passes)
                for step, check in zip(self.steps, self.checks(), strict=True)
            )
        return self._below

    def leads(self, record: HtmlElement) -> bool:
        """Whether a path from a record leads to any element."""
        return next(self.select(record), None) is not None


def _sibling(element: HtmlElement, offset: int) -> HtmlElement | None:
    """Return the element so many places after (or before) another."""
    left = abs(offset)
    for sibling in element.itersiblings("*", preceding=offset < 0):
        left -= 1
        if not left:
            return sibling
    return None


def _read_steps(text: str) -> tuple[tuple[Step, ...], str]:
    steps: list[Step] = []
    while True:
        match = _STEP.match(text)
        if match is None:
            return (), text
        text = text[match.end() :]
        tests: list[Test] = []
        below: list[Path] = []
        while text.startswith("["):
            content = _bracket(text)
            if content is None:
                return (), text
            inner = content.strip()
            test = _read_test(inner)
            if test is not None:
                tests.append(test)
            else:
                path = Path.parse(inner)
                if path is None or path.root or path.attribute or not path.steps:
                    return (), text
                below.append(path)
            text = text[len(content) + 2 :]
        position = int(match["position"] or 0)
        steps.append(Step(match["tag"], position, tuple(tests), tuple(below)))
        if not text.startswith("/") or text.startswith("//"):
            return tuple(steps), text
        text = text[1:]


def _bracket(text: str) -> str | None:
    """Return what the bracket at the start of a text encloses."""
    depth = 0
    quote = ""
    for i, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char == "[":
            depth += 1
        elif char == "]":
            depth -= 1
            if not depth:
                return text[1:i]
    return None


def _read_test(text: str) -> Test | None:
    match = _TOKEN_TEST.fullmatch(text)
    if match is not None:
        value = match["one"] if match["one"] is not None else match["two"]
        if not value.startswith(" ") or bool(match["end"]) != value.endswith(" "):
            return None
        return token_test(value.strip(" "), start=not match["end"])
    match = _EQUALS.fullmatch(text)
    if match is not None:
        return Test("equals", match["name"], match["one"] or match["two"] or "")
    match = _CALL.fullmatch(text)
    if match is not None:
        kind = "starts" if match["call"] == "starts-with" else "contains"
        return Test(kind, match["name"], match["one"] or match["two"] or "")
    match = _HAS.fullmatch(text)
    return Test("has", match["name"]) if match is not None else None
