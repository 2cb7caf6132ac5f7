"""The demo's world: what was written, by whom and when. No server, no HTML, no real clock.

The same seed, start and moment give the same world, however often it was looked at between.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from .catalog import FAMILIES, FamilySpec
from .chance import chance
from .family import Family
from .model import Inline, Para
from .press import Press
from .prose import body, edited_body, title
from .rhythm import DAY_S, moments

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from .clock import Clock
    from .model import Block, Board, Post, Thread

__all__ = ["World", "WorldError"]

_NEW_THREAD = 0.33
_QUOTING = 0.16
_EDIT = 0.05
_DELETION = 0.03
_STICKY_TITLES = {
    "en": ("Read this first: {}", "Frequent questions, short answers"),
    "zh": ("版规与说明：{}", "常见问题汇总"),
}


class WorldError(ValueError):
    """There is no such family, board, thread or post; the message says which."""


@dataclass(frozen=True, slots=True, order=True)
class _Event:
    """Something will be written at ``at``; in ``thread`` or, if that is 0, where chance says."""

    at: float
    family: str
    board: int
    seq: int
    thread: int = 0


class World:
    """Forums and a newspaper that go on as the clock moves.

    Parameters
    ----------
    seed
        Everything random hangs on it.
    start
        The moment (seconds since the epoch) before which ``days`` of history were written.
    clock
        Tells how far the world has come; ``None`` = it stands at ``start``.
    days
        Days of history, at least 1.
    threads_per_board
        About how many threads an average board has at the start; live activity keeps that pace.
    utc_offset_s
        The site's own clock less UTC, in seconds.
    live
        ``False`` = nothing happens by itself after ``start``, however far the clock moves.
    families
        Which forums there are.

    Raises
    ------
    ValueError
        For ``days`` or ``threads_per_board`` below 1.
    """

    def __init__(
        self,
        seed: int = 1,
        start: float = 1_772_625_600.0,
        clock: Clock | None = None,
        *,
        days: int = 14,
        threads_per_board: int = 13,
        utc_offset_s: int = 0,
        live: bool = True,
        families: Sequence[FamilySpec] = FAMILIES,
    ) -> None:
        if days < 1 or threads_per_board < 1:
            raise ValueError("days and threads_per_board must be at least 1")
        self.seed = seed
        self.start = int(start)
        self.utc_offset_s = utc_offset_s
        self.live = live
        self._clock = clock
        self._per_day = threads_per_board / _NEW_THREAD / days
        self._opened = self.start - days * DAY_S
        self._until = float(self._opened)
        self._next_day = (self._opened + utc_offset_s) // DAY_S
        self._events: list[_Event] = []
        self.families = {spec.key: Family(spec, seed, self._opened) for spec in families}
        self.press = Press(seed, self._opened, days, utc_offset_s)
        for family in self.families.values():
            self._found(family)
        self._run(self.start)

    def now(self) -> float:
        """Return the clock's time, seconds since the epoch; never before ``start``."""
        return self.start if self._clock is None else max(self.start, self._clock.now())

    def sync(self) -> float:
        """Let everything happen that is due by now and return now (seconds since the epoch)."""
        now = self.now()
        if self.live and now > self._until:
            self._run(now)
        return now

    def family(self, key: str) -> Family:
        """Return the family ``key``; :exc:`WorldError` if there is none."""
        try:
            return self.families[key]
        except KeyError:
            raise WorldError(f"no family {key!r}") from None

    def reply(self, family: str, thread: int, text: str = "", author: str = "") -> Post:
        """Add a reply now; without ``text`` or ``author`` chance chooses them."""
        home = self.family(family)
        found = home.threads.get(thread)
        if found is None or found.deleted:
            raise WorldError(f"no thread {thread} in {family}")
        spec = found.board.spec
        rng = chance(self.seed, family, "hand", len(home.posts))
        at = max(int(self.sync()), found.posts[-1].published)
        who = home.named(author, at) if author else home.writer(rng, found.board)
        blocks = _typed(text) or body(rng, spec.topic, spec.language, opening=False)
        return home.write(found, who, at, blocks)

    def open_thread(
        self, family: str, board: int, heading: str = "", text: str = "", author: str = ""
    ) -> Thread:
        """Start a thread now; what is not given is chosen by chance."""
        home = self.family(family)
        place = home.boards.get(board)
        if place is None:
            raise WorldError(f"no board {board} in {family}")
        spec = place.spec
        rng = chance(self.seed, family, "hand", len(home.posts))
        at = int(self.sync())
        who = home.named(author, at) if author else home.writer(rng, place)
        blocks = _typed(text) or body(rng, spec.topic, spec.language, opening=True)
        return home.open(place, who, at, heading or title(rng, spec.topic, spec.language), blocks)

    def edit(self, family: str, post: int, text: str = "") -> Post:
        """Change a post's body now; without ``text`` a paragraph is added."""
        home, found = self._post(family, post)
        at = int(self.sync())
        if text:
            home.edit(found, at, _typed(text))
        else:
            self._amend(home, found, chance(self.seed, family, "amend", post, found.edits), at)
        return found

    def delete(self, family: str, post: int) -> Post:
        """Delete a post now; with an opening post its thread goes."""
        home, found = self._post(family, post)
        home.delete(found, int(self.sync()))
        return found

    def set_skin(self, family: str, skin: int) -> None:
        """Let a family (``"news"`` too) wear its first (0) or second (1) skin from now on."""
        if skin not in (0, 1):
            raise WorldError("skin is 0 or 1")
        home = self.press if family == "news" else self.family(family)
        home.skin = skin
        home.skin_changed = int(self.sync())

    def touch_up(self, family: str) -> None:
        """Paint a family anew from now on: other frames and a new block, the same template."""
        home = self.family(family)
        home.touched = True
        home.skin_changed = int(self.sync())

    def _post(self, family: str, post: int) -> tuple[Family, Post]:
        home = self.family(family)
        found = home.posts.get(post)
        if found is None or found.deleted:
            raise WorldError(f"no post {post} in {family}")
        return home, found

    def _amend(self, family: Family, post: Post, rng: random.Random, at: int) -> None:
        spec = family.threads[post.thread_id].board.spec
        family.edit(post, at, edited_body(rng, post.body, spec.topic, spec.language))

    def _found(self, family: Family) -> None:
        """Write what stands there from the first day: sticky threads and the long one."""
        for board in family.boards.values():
            spec = board.spec
            rng = chance(self.seed, family.key, spec.id, "sticky")
            for number, form in enumerate(_STICKY_TITLES[spec.language][: 1 + spec.id % 2]):
                blocks = body(rng, spec.topic, spec.language, opening=True)
                at = self._opened + number * 4000 + spec.id * 61
                who = family.writer(rng, board)
                thread = family.open(board, who, at, form.format(spec.name), blocks)
                thread.sticky = True
        where, replies = family.spec.long_thread
        board = family.boards[where]
        spec = board.spec
        rng = chance(self.seed, family.key, "long")
        blocks = body(rng, spec.topic, spec.language, opening=True)
        heading = title(rng, spec.topic, spec.language)
        at = self._opened + 20_000
        thread = family.open(board, family.writer(rng, board), at, heading, blocks)
        for number in range(replies):
            due = rng.randint(at + 300, self.start - 3600)
            heapq.heappush(self._events, _Event(due, family.key, where, -number - 1, thread.id))

    def _run(self, until: float) -> None:
        """Let everything happen up to ``until``, a day's plan at a time."""
        while True:
            day_start = self._next_day * DAY_S - self.utc_offset_s
            if self._events and self._events[0].at <= min(until, day_start):
                self._happen(heapq.heappop(self._events))
            elif day_start <= until:
                self._plan(self._next_day)
                self._next_day += 1
            else:
                break
        self.press.run(until)
        self._until = until

    def _plan(self, day: int) -> None:
        for family in self.families.values():
            for board in family.boards.values():
                rng = chance(self.seed, family.key, board.id, day)
                rate = self._per_day * board.spec.activity
                for seq, at in enumerate(
                    moments(rng, board.spec, day, rate, self.utc_offset_s), day * 100_000
                ):
                    if at > self._opened + 21_000:
                        heapq.heappush(self._events, _Event(at, family.key, board.id, seq))

    def _happen(self, event: _Event) -> None:
        family = self.families[event.family]
        board = family.boards[event.board]
        spec = board.spec
        at = int(event.at)
        rng = chance(self.seed, event.family, event.board, event.seq, "event")
        if not event.thread and rng.random() < _NEW_THREAD:
            blocks = body(rng, spec.topic, spec.language, opening=True)
            heading = title(rng, spec.topic, spec.language)
            family.open(board, family.writer(rng, board), at, heading, blocks)
            return
        thread = family.threads[event.thread] if event.thread else _pick(rng, board)
        if thread.deleted:
            return
        quoted = thread.last if rng.random() < _QUOTING else None
        blocks = body(rng, spec.topic, spec.language, opening=False, quoted=quoted)
        at = max(at, thread.posts[-1].published)
        who = family.writer(rng, board)
        family.write(thread, who, at, blocks, quote_of=quoted.id if quoted else None)
        roll = rng.random()
        if roll < _EDIT:
            old = rng.choice(thread.alive)
            self._amend(family, old, rng, at)
        elif roll < _EDIT + _DELETION and len(thread.alive) > 2:
            family.delete(rng.choice(thread.alive[1:]), at)


def _pick(rng: random.Random, board: Board) -> Thread:
    """Choose a thread to answer: mostly one near the top of the list."""
    place = int(len(board.threads) * rng.random() ** 1.8)
    return next(islice(reversed(board.threads.values()), place, None))


def _typed(text: str) -> tuple[Block, ...]:
    """Return typed text as a body, a paragraph a line."""
    lines = (line.strip() for line in text.splitlines())
    return tuple(Para((Inline("text", line),)) for line in lines if line)
