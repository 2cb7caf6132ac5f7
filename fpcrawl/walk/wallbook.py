"""What to do about walls: log in again, wait, put a page aside, or end it.

Decides only; whoever fetches acts on it. A *session* is a number that grows with each
login, so that a page that was asked for before the last login is told from one that meets
a wall in spite of it.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from fpcrawl.extraction.keys import forum_of
from fpcrawl.pages.urls import url_shape

if TYPE_CHECKING:
    from fpcrawl.walk.walls import Wall, WallKind

__all__ = ["WAITS_S", "Action", "Decision", "Standing", "WallBook"]

#: Walls of the site as a whole, and how long it is left alone after the first, in seconds.
WAITS_S: dict[WallKind, float] = {
    "rate_limited": 30.0,
    "closed": 120.0,
    "browser_check": 300.0,
    "captcha": 300.0,
    "banned": 900.0,
}
#: Tries of one page that met such a wall, within a run.
MAX_TRIES = 4
#: Logins in a row that opened nothing, after which no wall is taken for a lost session.
MAX_FRUITLESS = 3
#: Pages of one family that met a wall, and none that did not, after which the others of it
#: are put aside unasked: where only the latest articles are for members, older ones can be read.
MAX_GUESSES = 9
_REMEMBERED = 20_000


class Action(StrEnum):
    """What becomes of a page that met a wall."""

    AGAIN = "again"
    LOGIN = "login"
    WAIT = "wait"
    LATER = "later"
    PARK = "park"
    END = "end"
    STOP = "stop"


class Standing(StrEnum):
    """How the crawl stands with the site."""

    GUEST = "guest"
    COOKIES = "cookies"
    FORM = "form"


@dataclass(frozen=True, slots=True)
class Decision:
    """An action; ``wait_s`` = seconds until the site may be asked again."""

    action: Action
    wait_s: float = 0.0


@dataclass(slots=True)
class WallBook:
    """Remembers walls and pages of one crawl.

    Parameters
    ----------
    standing
        Whether there is a login, and of what kind.
    max_wait_s
        Longest time to leave the site alone.
    """

    standing: Standing = Standing.GUEST
    max_wait_s: float = 900.0
    session: int = 0
    fruitless: int = 0
    pages_of_session: int = 0
    _in_a_row: int = 0
    _met: OrderedDict[str, int] = field(default_factory=OrderedDict)
    _walled: Counter[str] = field(default_factory=Counter)
    _read: Counter[str] = field(default_factory=Counter)
    _known_inside: set[str] = field(default_factory=set)
    _doubted: set[str] = field(default_factory=set)
    _refused: set[str] = field(default_factory=set)

    @property
    def is_in_doubt(self) -> bool:
        """Whether it is to be seen, before a new login, if the session is lost at all.

        A page met a wall twice, though the session showed others: either it is not for us,
        or the session ended just there again.
        """
        return bool(self._doubted)

    def still_in(self) -> None:
        """Note that the session is not lost: the pages in doubt are not for us."""
        self._refused |= self._doubted
        self._doubted.clear()

    def logged_in(self) -> None:
        """Note a login: walls met before it say nothing any more."""
        self.session += 1
        self.pages_of_session = 0
        self._walled.clear()
        self._doubted.clear()

    def forget_walls(self) -> None:
        """Note that pages are tried anew: where walls stood says nothing any more."""
        self._walled.clear()

    def read(self, url: str, *, account: bool, entrance: bool, session: int) -> Decision | None:
        """Note a page that showed something.

        Parameters
        ----------
        account, entrance
            Whether the page offers to log out, and to log in.
        session
            In which it was asked for.

        Returns
        -------
        Decision or None
            A page made for a guest, where pages were made for a member before, tells that
            the session is lost, though the page itself can be read.
        """
        forum = forum_of(url)
        if account:
            self._known_inside.add(forum)
        elif entrance and forum in self._known_inside and self.standing is not Standing.GUEST:
            if session < self.session:
                return Decision(Action.AGAIN)
            if not self._is_closed(url):
                return self._lost(url)
            # Even a good session sees the page so: it is made alike for everybody.
            self._known_inside.discard(forum)
        self._in_a_row = 0
        self.pages_of_session += 1
        self._refused.discard(url)
        if self._met.pop(url, 0):
            self.fruitless = 0
        self._read[url_shape(url)] += 1
        return None

    def met(self, wall: Wall, url: str, *, account: bool, session: int) -> Decision:
        """Decide what becomes of a page that met a wall; parameters as for :meth:`read`."""
        if wall.kind in WAITS_S:
            return self._wait(wall.kind, url)
        self._walled[url_shape(url)] += 1
        if account:
            return Decision(Action.END)  # logged in, and even so not for us
        if self.standing is Standing.GUEST or wall.kind == "cookies":
            return Decision(Action.PARK)
        if session < self.session:
            return Decision(Action.AGAIN)
        if self._is_closed(url):
            self.fruitless += 1
            self._met.pop(url, None)
            self._refused.discard(url)
            return Decision(Action.END)
        if self.fruitless >= MAX_FRUITLESS:
            if not self.pages_of_session:
                return Decision(Action.END)
            self._doubted.add(url)
        return self._lost(url)

    def is_hopeless(self, url: str) -> bool:
        """Whether a guest need not ask for an address: its like have all met a wall."""
        shape = url_shape(url)
        return (
            self.standing is Standing.GUEST
            and not self._read[shape]
            and self._walled[shape] >= MAX_GUESSES
        )

    def _is_closed(self, url: str) -> bool:
        """Whether a page met a wall in a session that is good."""
        tries = self._tries(url)
        fresh = tries > 0 and not self.pages_of_session
        return fresh or tries >= MAX_TRIES or url in self._refused

    def _lost(self, url: str) -> Decision:
        if self.standing is Standing.FORM:
            if self._tries(url):
                self._doubted.add(url)
            self._note(url)
            return Decision(Action.LOGIN)
        # Cookies cannot be renewed: that is for the user, if they ever worked here.
        inside = forum_of(url) in self._known_inside
        return Decision(Action.STOP if inside else Action.PARK)

    def _wait(self, kind: WallKind, url: str) -> Decision:
        self._in_a_row += 1
        wait_s = min(self.max_wait_s, WAITS_S[kind] * 2.0 ** min(self._in_a_row - 1, 20))
        self._note(url)
        # A page that alone meets it again and again is left for another run.
        late = self._tries(url) >= MAX_TRIES
        return Decision(Action.LATER if late else Action.WAIT, wait_s)

    def _tries(self, url: str) -> int:
        return self._met.get(url, 0)

    def _note(self, url: str) -> None:
        self._met[url] = self._tries(url) + 1
        self._met.move_to_end(url)
        while len(self._met) > _REMEMBERED:
            self._met.popitem(last=False)
