"""Addresses that are left alone since they seem to show nothing of their own, and the proof of it.

That something in an address does not matter, or that addresses of a kind show what is known, was
learnt from a few pages. Of those that are left alone for it some are asked for all the same; when
they show something else, so are all others.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from fpcrawl.pages.urls import url_shape
from fpcrawl.spiders.detours import ROWS
from fpcrawl.walk.twins import DOUBTS

if TYPE_CHECKING:
    from fpcrawl.store.base import Values
    from fpcrawl.walk.walker import Step, Walker

__all__ = ["LeftAlone"]

#: Addresses left alone for a reason after which some are asked for, again whenever their number
#: has doubled: as many as can prove a rule wrong.
FIRST, MANY = 8, DOUBTS
#: Addresses left alone that are remembered.
MEMORY = 5000


class _Reason(NamedTuple):
    """A rule of twins, or the shape of a family of copies."""

    kind: Literal["twin", "copies"]
    name: str


@dataclass(slots=True)
class _Test:
    left: int = 0
    next: int = FIRST
    asked: int = 0


class LeftAlone:
    """Remembers what is left alone, and chooses what to ask for all the same.

    Parameters
    ----------
    walker
        Knows the rules of twins and the families.
    """

    def __init__(self, walker: Walker) -> None:
        self._walker = walker
        self._tests: dict[_Reason, _Test] = {}
        # Without the step of what was asked for.
        self._left: OrderedDict[str, tuple[_Reason, Step | None]] = OrderedDict()
        self._values: Values | None = None
        self._name = ""
        self._saved: list[list[Any]] = []

    def open(self, values: Values, crawl: str) -> None:
        """Go on from what earlier runs of a crawl have kept in the store's small values."""
        self._values, self._name = values, f"left_alone/{crawl}"
        self._saved = values.get(self._name) or []
        self.load(self._saved)

    def save(self) -> None:
        """Keep what has changed since; nothing before it is opened."""
        tests = self.to_json()
        if self._values is not None and tests != self._saved:
            self._values.set(self._name, tests)
            self._saved = tests

    def to_json(self) -> list[list[Any]]:
        """Plain data for the store: how often something was left alone, and is asked for next.

        What it is stays in memory: lists show the latest of it again.
        """
        held = {reason: test for reason, test in self._tests.items() if self._holds(reason)}
        return [[*reason, test.left, test.next, test.asked] for reason, test in held.items()]

    def load(self, data: list[list[Any]]) -> None:
        """Go on from what :meth:`to_json` told of an earlier run."""
        for kind, name, left, following, asked in data:
            self._tests[_Reason(kind, name)] = _Test(left, following, asked)

    def is_twin(self, step: Step) -> bool:
        """Note an address known but for what does not matter; tell whether to leave it alone."""
        if step.url in self._left:
            return self._left[step.url][1] is not None
        rule = self._walker.twins.rule_of(step.url)
        if rule is None:
            return True
        return not self._is_due(_Reason("twin", rule), step)

    def is_copy(self, step: Step) -> bool:
        """Note an address like those that brought nothing; tell whether to leave it alone.

        Most of the others are threads or articles, and showed what is known: a notice can stand in
        the place of the newest, or there are copies of the oldest alone.
        """
        family = self._walker.families.of(step.url)
        if family.role not in ROWS or 2 * family.trapped < family.fetched + family.ended:
            return True
        if step.url in self._left:
            return self._left[step.url][1] is not None
        return not self._is_due(_Reason("copies", url_shape(step.url)), step)

    def given_back(self) -> list[Step]:
        """Return what was left alone for reasons that hold no longer."""
        gone = {reason for reason in self._tests if not self._holds(reason)}
        if not gone:
            return []
        for reason in gone:
            del self._tests[reason]
        found = [(url, step) for url, (reason, step) in self._left.items() if reason in gone]
        for url, _ in found:
            del self._left[url]
        return [step for _, step in found if step is not None]

    def _holds(self, reason: _Reason) -> bool:
        if reason.kind == "twin":
            return self._walker.twins.ignores(reason.name)
        return self._walker.families.of_shape(reason.name).verdict == "blocked"

    def _is_due(self, reason: _Reason, step: Step) -> bool:
        test = self._tests.setdefault(reason, _Test())
        test.left += 1
        due = test.left >= test.next
        if reason.kind == "twin":
            due = due and self._walker.twins.can_tell(reason.name, step.url)
        if due:
            test.asked += 1
            if test.asked % MANY == 0:
                test.next = 2 * test.left
        self._left[step.url] = reason, None if due else step
        if len(self._left) > MEMORY:
            self._left.popitem(last=False)
        return due
