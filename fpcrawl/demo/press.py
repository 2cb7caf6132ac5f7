"""The demo's newspaper: sections, articles and readers' comments."""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from .chance import chance
from .model import Article, BoardSpec, Comment, Language
from .prose import comment, members, paragraphs, title
from .rhythm import DAY_S, moments

__all__ = ["SECTIONS", "Press", "Section"]

_ARTICLES_PER_SECTION = 14
_COMMENTS_PER_ARTICLE = 2


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the newspaper; each has one of three article templates.

    Attributes
    ----------
    template
        ``linked`` (JSON-LD), ``bare`` (no metadata) or ``talk`` (comments below).
    """

    key: str
    name: str
    topic: str
    language: Language
    template: str


SECTIONS: tuple[Section, ...] = (
    Section("town", "Town", "city", "en", "linked"),
    Section("tech", "Workbench", "code", "en", "bare"),
    Section("life", "生活", "kitchen", "zh", "talk"),
    Section("travel", "出行", "travel", "zh", "bare"),
)
_DESK = BoardSpec(0, "desk", "desk", "city", "en", peaks=((9, 2, 1.0), (16, 2, 0.7)), weekend=0.5)
_READERS = BoardSpec(0, "readers", "readers", "city", "en", peaks=((20, 3, 1.0),), weekend=1.2)


class Press:
    """The newspaper.

    Parameters
    ----------
    seed
        Seed of the whole world.
    opened
        When its history begins, seconds since the epoch.
    days
        Days of history, in which each section prints about 14 articles.
    utc_offset_s
        The site's own clock less UTC, in seconds.
    """

    def __init__(self, seed: int, opened: int, days: int, utc_offset_s: int) -> None:
        self.skin = 0
        self.skin_changed = opened
        self.version = 0
        self.changed = opened
        self.articles: dict[int, Article] = {}
        self.sections: dict[str, list[Article]] = {section.key: [] for section in SECTIONS}
        self._seed = seed
        self._opened = opened
        self._offset = utc_offset_s
        self._per_day = _ARTICLES_PER_SECTION / days
        self._next_day = (opened + utc_offset_s) // DAY_S
        self._events: list[tuple[float, str, int, str]] = []
        self._comments = 0
        self._staff = {
            language: members(chance(seed, "staff", language), language, 8, opened)
            for language in ("en", "zh")
        }

    def run(self, until: float) -> None:
        """Let everything be printed that is due by ``until`` (seconds since the epoch)."""
        while True:
            day_start = self._next_day * DAY_S - self._offset
            if self._events and self._events[0][0] <= min(until, day_start):
                at, key, seq, kind = heapq.heappop(self._events)
                self._print(int(at), key, seq, kind)
            elif day_start <= until:
                self._plan(self._next_day)
                self._next_day += 1
            else:
                break

    def _plan(self, day: int) -> None:
        for section in SECTIONS:
            kinds = [("article", _DESK, self._per_day)]
            if section.template == "talk":
                kinds.append(("comment", _READERS, self._per_day * _COMMENTS_PER_ARTICLE))
            for kind, spec, rate in kinds:
                rng = chance(self._seed, "news", section.key, kind, day)
                for seq, at in enumerate(moments(rng, spec, day, rate, self._offset), day * 10_000):
                    if at > self._opened:
                        heapq.heappush(self._events, (at, section.key, seq, kind))

    def _print(self, at: int, key: str, seq: int, kind: str) -> None:
        section = next(one for one in SECTIONS if one.key == key)
        rng = chance(self._seed, "news", key, seq, kind)
        shelf = self.sections[key]
        staff = self._staff[section.language]
        if kind == "comment":
            if not shelf:
                return
            article = shelf[int(min(len(shelf), 6) * rng.random())]
            self._comments += 1
            text = comment(rng, section.topic, section.language)
            article.comments.insert(0, Comment(self._comments, rng.choice(staff), at, text))
            article.version += 1
        else:
            number = len(self.articles) + 1001
            split = section.template == "bare" and len(shelf) % 5 == 1
            texts = paragraphs(rng, section.topic, section.language, rng.randint(6, 9), 6)
            parts = (texts[:4], texts[4:]) if split else (texts,)
            name = title(rng, section.topic, section.language)
            article = Article(number, key, name, rng.choice(staff).name, at, parts)
            self.articles[number] = article
            shelf.insert(0, article)
        self.version += 1
        self.changed = at
