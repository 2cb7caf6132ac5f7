"""How made sites tell a time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from html import escape
from typing import TYPE_CHECKING

from benchmarks._madesite import NOW

if TYPE_CHECKING:
    import random

    from benchmarks._madewords import Tongue

__all__ = ["TIMES", "SiteClock"]

TIMES = (
    *("short", "long", "datetime", "ago", "labelled", "small", "plain", "abbr", "split"),
    *("brackets", "days", "seconds"),
)
_LONG = {"long", "labelled"}
_LEAST_AGE_H = 26


@dataclass(frozen=True, slots=True)
class SiteClock:
    """The clock of a site, and the form in which its pages tell it.

    Attributes
    ----------
    how
        One of :data:`TIMES`.
    form
        A form of :meth:`Tongue.stamp`.
    """

    t: Tongue
    how: str
    form: str

    @classmethod
    def draw(cls, rng: random.Random, t: Tongue, how: str) -> SiteClock:
        """Draw the form that goes with how times are told."""
        return cls(t, how, rng.choice(t.stamps(long=how in _LONG)))

    @property
    def now(self) -> datetime:
        """When the pages were asked for, as the site's clock reads."""
        return NOW + timedelta(hours=self.t.hours)

    def past(self, rng: random.Random, most_h: int) -> datetime:
        """Return a time gone by; on sites that say "yesterday" one in three is of then."""
        age = rng.randint(60 * _LEAST_AGE_H, 60 * most_h)
        if self.how == "days" and rng.random() < 1 / 3:
            age = rng.randint(60 * (self.now.hour + 1), 60 * (self.now.hour + 23))
        return self.now - timedelta(minutes=age)

    def plain(self, when: datetime) -> str:
        """Return a time as text."""
        if self.how == "days" and when.date() == self.now.date() - timedelta(days=1):
            return f"{self.t.label('yesterday')} {when:%H:%M}"
        if self.how == "age":
            return self.age(when)
        if self.how == "seconds":
            return f"{when:%Y-%m-%d %H:%M:%S}"
        return self.t.stamp(when, self.form)

    def html(self, when: datetime) -> str:
        """Return a time as it stands beside a post or an article."""
        shown = escape(self.plain(when))
        if self.how == "datetime":
            return f'<time datetime="{self._iso(when)}">{shown}</time>'
        if self.how in {"ago", "abbr"} and (days := (self.now - when).days):
            tag = "abbr" if self.how == "abbr" else "span"
            return f'<{tag} title="{shown}">{self.t.ago(days)}</{tag}>'
        if self.how == "age":
            return f"<span>{self.age(when)}</span>"
        if self.how == "tip":
            short = f"{(self.now - when).days}{self.t.label('day_unit')}"
            return f'<a href="#" title="{shown}">{short}</a>'
        if self.how == "labelled":
            return f"<span>{escape(self.t.label('posted'))} {shown}</span>"
        if self.how == "split":
            day, clock = self.parts(when)
            return f"<span>{day}</span> <span>{clock}</span>"
        if self.how == "brackets":
            return f"[{shown}]"
        if self.how == "plain":
            return shown
        return f"<small>{shown}</small>" if self.how == "small" else f"<span>{shown}</span>"

    def parts(self, when: datetime) -> tuple[str, str]:
        """Return a day and the time of day."""
        day, clock = self.t.stamp(when, "{y}-{mm}-{dd} {H}:{M}").split(" ")
        return day, clock

    def age(self, when: datetime) -> str:
        """Return how long ago a time is, in days."""
        return self.t.ago((self.now - when).days)

    def true(self, when: datetime) -> str:
        """Return the truth of a time: as shown, where pages tell an age alone.

        It has an offset where the pages tell one.
        """
        if self.how == "age":
            return self.age(when)
        return self._iso(when) if self.how == "datetime" else when.isoformat()

    def _iso(self, when: datetime) -> str:
        return when.replace(tzinfo=timezone(timedelta(hours=self.t.hours))).isoformat()
