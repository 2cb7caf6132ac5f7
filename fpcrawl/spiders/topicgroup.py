"""The course that sites have in common, and how several workers keep one."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from fpcrawl.topic.coursesum import course_sum

if TYPE_CHECKING:
    from fpcrawl.spiders.aim import Aim
    from fpcrawl.store.base import Values
    from fpcrawl.topic.course import TopicCourse

__all__ = ["TopicGroup"]


class TopicGroup:
    """The sites of one process that share a course.

    Parameters
    ----------
    course
        It has gone on from what was stored.
    stored
        What was stored, if anything.
    """

    def __init__(self, course: TopicCourse, stored: dict[str, Any] | None) -> None:
        self.course = course
        self.aims: list[Aim] = []
        self.next_save = 0.0
        # The course when it was stored last, and the mark of what was stored then.
        self._here = course.to_json()
        self._mark = (stored or {}).get("mark")
        self._alone = True

    def store(self, values: Values, name: str) -> None:
        """Add what was learnt to what other workers have stored."""
        here, before = self.course.to_json(), self._here

        def add(found: dict[str, Any] | None) -> dict[str, Any]:
            self._alone = self._alone and (not found or found.get("mark") == self._mark)
            self._mark = uuid.uuid4().hex
            total = course_sum(found, before, here) if found and not self._alone else here
            return {**total, "mark": self._mark}

        values.change(name, add)
        self._here = here
