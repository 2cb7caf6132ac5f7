"""What has happened on a list page since it was last seen.

A visit is compared with everything the list has shown, not with the last page alone:
deletions bring back rows that were pushed off. Only threads count; where they stand, what
else the page shows and how often they were viewed does not.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fpcrawl.revisit.visit import Visit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fpcrawl.revisit.rows import ListRow

__all__ = ["ListMemory", "Sighting"]

#: Version of the state. A state of another version is begun anew.
STATE_VERSION = 1
#: So many pages' rows are remembered, and so many rows at least.
_PAGES, _LEAST = 4, 100
#: Visits remembered for people to look at.
_VISITS = 60
#: A time known within so many seconds makes an exact sample; clocks differ by no more.
_EXACT_S = 120.0
#: A row that stood above new ones at so many visits is kept at the top, marked or not.
_HELD = 3
#: A list that shows no known row and less than half of its rows is another page, unless it
#: stays so.
_STRANGE_ROWS = 4


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a visit to a list saw.

    Attributes
    ----------
    visit
        What a revisit model learns from; no rows when no list stood there.
    fresh
        Keys of the rows that are new or have moved since the last visit.
    overflowed
        Whether nothing of what was known is left on the page: more may have come and gone.
    """

    visit: Visit
    fresh: frozenset[str] = frozenset()
    overflowed: bool = False


@dataclass(slots=True)
class _Known:
    """A row as it was last seen."""

    replies: int | None
    latest: float | None
    fresh: float
    held: int = 0


class ListMemory:
    """What one list has shown.

    Attributes
    ----------
    last
        When its first page was last visited (epoch seconds); ``None`` before the first visit.
    behind
        Since when threads may have come that were not seen: the last visit before one that
        knew none of the rows. ``None`` when all was seen.

    Parameters
    ----------
    state
        What :meth:`dump` returned; ``None``, of another version or damaged: begun anew.
    """

    def __init__(self, state: dict[str, Any] | None = None) -> None:
        self.last: float | None = None
        self.behind: float | None = None
        self.rows = 0
        self._known: dict[str, _Known] = {}
        self._page: list[str] = []
        self._strange = False
        self._visits: deque[tuple[float, int, int]] = deque(maxlen=_VISITS)
        if state is not None and state.get("version") == STATE_VERSION:
            self._load(state)

    # -- visits

    def look(self, rows: Sequence[ListRow], now: float, *, shift_s: float = 0.0) -> Sighting:
        """Compare the first page with what is known, and remember it.

        Parameters
        ----------
        rows
            In the order of the page.
        now
            Of the visit, epoch seconds.
        shift_s
            Our clock less the site's, in seconds.
        """
        unique = {row.key: row for row in rows}
        self._unhold(unique.values())
        sticky = [row for row in unique.values() if self._is_sticky(row)]
        valid = [row for row in unique.values() if not self._is_sticky(row)]
        if not valid or self._is_strange(valid):
            return Sighting(Visit(now, 0, 0))
        first = self.last is None
        since = self.behind if self.behind is not None else self.last
        news = [row.key not in self._known for row in valid]
        moved = [_has_moved(self._known.get(row.key), row) for row in valid]
        back = set() if first else self._returned(valid, news, moved, shift_s)
        fresh = [
            row
            for row, new, bumped in zip(valid, news, moved, strict=True)
            if bumped or (new and row.key not in back)
        ]
        keys = {row.key for row in fresh}
        keys |= {row.key for row in sticky if self._is_fresh(row)}
        anchored = self._is_anchored(valid, keys, since)
        if not first:
            self._hold(valid, news, back)
        visit = Visit(now, len(valid), len(fresh), self._times(fresh, now, shift_s))
        for row in unique.values():
            self._note(row, now, fresh=row.key in keys, old=row.key in back)
        self.behind = None if first or anchored else since
        self.last, self.rows, self._page = now, len(valid), [row.key for row in valid]
        self._forget()
        self._visits.append((now, visit.rows, visit.new))
        return Sighting(visit, frozenset(keys), self.behind is not None)

    def look_deeper(self, rows: Sequence[ListRow], now: float, *, in_turn: bool = True) -> bool:
        """Look at a further page of the list; return whether known rows have been reached.

        That is so, too, when nothing was missed.

        Parameters
        ----------
        rows, now
            As of :meth:`look`.
        in_turn
            All pages before this one were looked at. Else it ends no catching up.
        """
        unique = {row.key: row for row in rows if not self._is_sticky(row)}
        since = self.behind
        fresh = {key for key, row in unique.items() if self._is_fresh(row)}
        reached = since is None or self._is_anchored(list(unique.values()), fresh, since)
        room = max(_PAGES * self.rows, _LEAST) - len(self._known)
        for key, row in unique.items():
            if key in self._known or room > 0:
                room -= key not in self._known
                self._note(row, now, fresh=key in fresh)
        if reached and in_turn:
            self.behind = None
        return reached

    def unchanged(self, now: float) -> Visit:
        """Note a visit at which the site said that nothing has changed."""
        if self.last is not None:
            self.last = now
            self._visits.append((now, self.rows, 0))
        return Visit(now, self.rows, 0)

    # -- how rows are judged

    def _is_sticky(self, row: ListRow) -> bool:
        known = self._known.get(row.key)
        return row.sticky or (known is not None and known.held >= _HELD)

    def _is_fresh(self, row: ListRow) -> bool:
        return row.key not in self._known or _has_moved(self._known[row.key], row)

    def _is_strange(self, valid: list[ListRow]) -> bool:
        """Whether another page stands there: few rows and none that is known."""
        was, self._strange = self._strange, False
        if self.rows >= _STRANGE_ROWS and 2 * len(valid) < self.rows and not was:
            self._strange = not any(row.key in self._known for row in valid)
        return self._strange

    def _returned(
        self, valid: list[ListRow], news: list[bool], moved: list[bool], shift_s: float
    ) -> set[str]:
        """Keys of rows that came back from the next page since others were deleted.

        They stand below everything that is known, and are older than the last visit or, where
        no time tells, as many as there are known to be gone from between others.
        """
        same = [i for i in range(len(valid)) if not news[i] and not moved[i]]
        if not same or self.last is None:
            return set()
        here = {row.key for row in valid}
        stayed = {valid[i].key for i in same}
        gone = below = 0
        for key in reversed(self._page):
            below = below or key in stayed
            gone += bool(below) and key not in here
        back = set()
        for row in valid[same[-1] + 1 :]:
            if row.key in self._known:
                continue
            older = row.latest is not None and row.latest + shift_s < self.last
            if older or (gone > 0 and (row.latest is None or _is_vague(row))):
                back.add(row.key)
                gone -= 1
        return back

    def _is_anchored(self, valid: list[ListRow], fresh: set[str], since: float | None) -> bool:
        """Whether a row is as it was at a time."""
        if since is None:
            return True
        known = (self._known.get(row.key) for row in valid if row.key not in fresh)
        return any(one is None or one.fresh <= since for one in known)

    def _times(self, fresh: list[ListRow], now: float, shift_s: float) -> tuple[float, ...]:
        """When the fresh rows came, if the page tells that of all of them and can be believed."""
        times = []
        for row in fresh:
            if row.earliest is None or row.latest is None or _is_vague(row):
                return ()
            time = (row.earliest + row.latest) / 2 + shift_s
            if time > now + _EXACT_S or (self.last is not None and time < self.last - _EXACT_S):
                return ()  # another zone than was thought
            times.append(min(time, now))
        return tuple(times)

    # -- rows that stay at the top

    def _hold(self, valid: list[ListRow], news: list[bool], back: set[str]) -> None:
        """Note what stands above a new thread: newer ones, or one that is kept there."""
        new = [i for i, is_new in enumerate(news) if is_new and valid[i].key not in back]
        if not new:
            return
        for i, row in enumerate(valid):
            known = self._known.get(row.key)
            if known is not None:
                known.held = known.held + 1 if i < new[0] <= len(valid) / 3 else 0

    def _unhold(self, rows: Iterable[ListRow]) -> None:
        """Take a row for one like others again when it no longer stands at the top."""
        above = True
        for row in rows:
            known = self._known.get(row.key)
            if known is not None and not above:
                known.held = min(known.held, _HELD - 1)
            above = above and self._is_sticky(row)

    # -- memory

    def _note(self, row: ListRow, now: float, *, fresh: bool, old: bool = False) -> None:
        known = self._known.pop(row.key, None)
        when = now if fresh or known is None else known.fresh
        latest = None if row.latest is None else round(row.latest, 1)
        held = 0 if known is None else known.held
        self._known[row.key] = _Known(row.replies, latest, 0.0 if old else when, held)

    def _forget(self) -> None:
        for key in list(self._known)[: -max(_PAGES * self.rows, _LEAST)]:
            del self._known[key]

    def dump(self) -> dict[str, Any]:
        """Return the state: plain data, some 40 bytes as JSON for each row remembered."""
        return {
            "version": STATE_VERSION,
            "last": self.last,
            "behind": self.behind,
            "rows": self.rows,
            "strange": self._strange,
            "page": self._page,
            "known": {k: [x.replies, x.latest, x.fresh, x.held] for k, x in self._known.items()},
            "visits": [list(visit) for visit in self._visits],
        }

    def _load(self, state: dict[str, Any]) -> None:
        try:
            known = {
                str(key): _Known(replies, latest, float(fresh), int(held))
                for key, (replies, latest, fresh, held) in state["known"].items()
            }
            last, behind = (
                None if state[name] is None else float(state[name]) for name in ("last", "behind")
            )
            rows, page = int(state["rows"]), [str(key) for key in state["page"]]
            visits = [(float(t), int(v), int(n)) for t, v, n in state["visits"]]
        except (AttributeError, KeyError, TypeError, ValueError):
            return
        self._known, self.last, self.behind, self.rows, self._page = known, last, behind, rows, page
        self._strange = bool(state.get("strange"))
        self._visits.extend(visits)


def _has_moved(known: _Known | None, row: ListRow) -> bool:
    """Whether something was written in a thread that is known."""
    if known is None:
        return False
    if row.earliest is not None and known.latest is not None:
        if row.earliest > known.latest:
            return True
        if row.latest is not None and not _is_vague(row) and round(row.latest, 1) == known.latest:
            return False  # the number that grows is one of views
    return known.replies is not None and row.replies is not None and row.replies > known.replies


def _is_vague(row: ListRow) -> bool:
    assert row.latest is not None
    assert row.earliest is not None
    return row.latest - row.earliest > _EXACT_S
