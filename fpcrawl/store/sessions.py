"""What a crawl keeps of its session with a site, and of the walls it met."""

from __future__ import annotations

import base64
import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from cryptography.fernet import Fernet, InvalidToken

from fpcrawl.store.jsontext import json_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from fpcrawl.store.base import Values
    from fpcrawl.store.model import Board

__all__ = ["CLAIM_S", "KeptCookie", "MetWall", "SessionStore"]

CLAIM_S = 90.0
"""So long others wait for a worker that logs in, in seconds."""

#: Cookies kept of a crawl; the ones set first are forgotten first.
MAX_COOKIES = 300
#: Login pages remembered by address.
MAX_ENTRANCES = 50
#: Lists remembered that met a login's wall; the latest.
MAX_LISTS = 1_000
#: Cookies without an end are kept so long after they were last saved, in seconds.
SESSION_COOKIE_S = 30 * 86_400.0
_COOKIES = frozenset({"cookies", "sealed"})


@dataclass(frozen=True, slots=True)
class KeptCookie:
    """A cookie as it is kept.

    Attributes
    ----------
    expires
        Seconds since the epoch; ``None`` = for the session.
    host_only
        Sent to ``domain`` itself only, not to the hosts below it.
    """

    name: str
    value: str = field(repr=False)
    domain: str
    path: str = "/"
    expires: float | None = None
    secure: bool = False
    host_only: bool = True


@dataclass(frozen=True, slots=True)
class MetWall:
    """Walls of one kind that a crawl met: how many, when last, and where then."""

    kind: str
    count: int
    last: float
    url: str


class SessionStore:
    """Session and walls of one crawl, as small values of the state.

    Parameters
    ----------
    values
        Where they are kept.
    crawl
        Name of the crawl.
    key
        Cookies are kept encrypted by it, 32 bytes; without one as they are, which is for
        guests, whose cookies open no account.
    """

    def __init__(self, values: Values, crawl: str, key: bytes | None = None) -> None:
        self._values = values
        self._box = None if key is None else Fernet(base64.urlsafe_b64encode(key))
        self._session = f"session/{crawl}"
        self._walls = f"walls/{crawl}"
        self._lists = f"walled_lists/{crawl}"

    def _get(self) -> dict[str, Any]:
        return _dict(self._values.get(self._session))

    def _set(self, **changes: Any) -> None:
        self._values.change(self._session, lambda found: {**_dict(found), **changes})

    def begin(self, identity: str) -> bool:
        """Note as whom the crawl goes on; tell whether that is another than before."""
        changed = str(self._get().get("now", "")) != identity
        if changed:
            self._set(now=identity)
        return changed

    def tried(self) -> float:
        """Return when pages that had met a wall were last tried anew, or the first run began."""
        return float(self._get().get("tried", 0.0))

    def note_tried(self, now: float) -> None:
        """Note that pages that had met a wall are tried anew."""
        self._set(tried=now)

    def cookies(self, identity: str, now: float) -> list[KeptCookie]:
        """Return the cookies kept for a login (empty = for a guest) that are still good."""
        kept = self._get()
        if kept.get("identity") != identity:
            return []
        cookies = [KeptCookie(**entry) for entry in self._opened(kept)]
        until = float(kept.get("saved", 0.0)) + SESSION_COOKIE_S
        return [c for c in cookies if (until if c.expires is None else c.expires) > now]

    def keep_cookies(
        self, identity: str, cookies: Iterable[KeptCookie], now: float, *, number: int = 0
    ) -> None:
        """Keep cookies in the place of those kept before.

        Parameters
        ----------
        number
            Of the session they belong to; those of a later one stay.
        """
        good = [c for c in cookies if c.expires is None or c.expires > now][-MAX_COOKIES:]
        told = {"identity": identity, "saved": now, "number": number}
        told |= self._sealed([asdict(cookie) for cookie in good])

        def keep(found: Any) -> dict[str, Any]:
            session = _dict(found)
            if session.get("identity") == identity and session.get("number", 0) > number:
                return session
            rest = {name: session[name] for name in session if name not in _COOKIES}
            return {**rest, **told}

        self._values.change(self._session, keep)

    def _sealed(self, cookies: list[dict[str, Any]]) -> dict[str, Any]:
        if self._box is None:
            return {"cookies": cookies}
        return {"sealed": self._box.encrypt(json_text(cookies).encode()).decode()}

    def _opened(self, kept: dict[str, Any]) -> list[dict[str, Any]]:
        if "sealed" not in kept:
            return list(kept.get("cookies", ()))
        if self._box is None:
            return []
        try:
            found: list[dict[str, Any]] = json.loads(self._box.decrypt(kept["sealed"].encode()))
        except InvalidToken:
            return []
        return found

    # -- several workers with one login

    def number(self, identity: str) -> int:
        """Return the number of the latest session of a login that cookies are kept of."""
        kept = self._get()
        return int(kept.get("number", 0)) if kept.get("identity") == identity else 0

    def claim(self, worker: str, now: float) -> Callable[[], bool]:
        """Ask to be the one that logs in, for :data:`CLAIM_S` at most.

        Returns
        -------
        callable
            Tells, once what was written is kept, whether it was granted.
        """
        told: dict[str, Any] = {"worker": worker, "until": now + CLAIM_S}
        asked = True

        def claim(found: Any) -> dict[str, Any]:
            session = _dict(found)
            other = session.get("claim") or told
            is_free = other["worker"] == worker or other["until"] <= now
            return {**session, "claim": told} if asked and is_free else session

        def is_granted() -> bool:
            nonlocal asked
            asked = False
            return bool((self._get().get("claim") or {}).get("worker") == worker)

        self._values.change(self._session, claim)
        return is_granted

    def end_claim(self, worker: str) -> None:
        """Let others log in."""

        def end(found: Any) -> dict[str, Any]:
            session = _dict(found)
            mine = (session.get("claim") or {}).get("worker") == worker
            return {**session, "claim": None} if mine else session

        self._values.change(self._session, end)

    # -- logins that were refused

    def refused(self, identity: str) -> tuple[int, float, str]:
        """Return how often in a row a login was refused, when last, and why."""
        found = self._get().get("refused") or {}
        if found.get("identity") != identity:
            return 0, 0.0, ""
        return int(found["count"]), float(found["last"]), str(found["why"])

    def note_refused(self, identity: str, now: float, why: str) -> None:
        """Note that the site refused a login."""

        def add(found: Any) -> dict[str, Any]:
            session = _dict(found)
            before = session.get("refused") or {}
            count = int(before["count"]) if before.get("identity") == identity else 0
            told = {"identity": identity, "count": count + 1, "last": now, "why": why}
            return {**session, "refused": told}

        self._values.change(self._session, add)

    def login_trouble(self) -> str:
        """Return why the latest login was refused; empty if it was not."""
        return str((self._get().get("refused") or {}).get("why", ""))

    def forget_refused(self) -> None:
        """Note that a login was accepted."""
        if "refused" in self._get():
            self._set(refused=None)

    def entrances(self) -> list[str]:
        """Return addresses that pages were redirected to and that asked for a login."""
        return list(self._get().get("entrances", ()))

    def note_entrance(self, url: str) -> None:
        """Remember such an address."""

        def add(found: Any) -> dict[str, Any]:
            session = _dict(found)
            known = [known for known in session.get("entrances", ()) if known != url]
            return {**session, "entrances": [*known, url][-MAX_ENTRANCES:]}

        self._values.change(self._session, add)

    def note_wall(self, kind: str, now: float, url: str) -> None:
        """Count a wall."""

        def add(found: Any) -> dict[str, Any]:
            walls = _dict(found)
            count = int(walls.get(kind, {}).get("count", 0)) + 1
            return {**walls, kind: {"count": count, "last": now, "url": url}}

        self._values.change(self._walls, add)

    def walls(self) -> list[MetWall]:
        """Return the walls met so far, latest first."""
        walls = self._values.get(self._walls) or {}
        found = [MetWall(kind, w["count"], w["last"], w["url"]) for kind, w in walls.items()]
        return sorted(found, key=lambda wall: -wall.last)

    def note_list(self, url: str, now: float) -> None:
        """Note that a page to come back to is tried again later, since it wants a login."""

        def add(found: Any) -> dict[str, Any]:
            lists = {known: at for known, at in _dict(found).items() if known != url}
            return dict([*lists.items(), (url, now)][-MAX_LISTS:])

        self._values.change(self._lists, add)

    def lists(self, boards: Iterable[Board]) -> list[str]:
        """Return those of the pages to come back to that wanted a login when last asked for."""
        walled = _dict(self._values.get(self._lists))
        return [
            board.url
            for board in boards
            if board.url in walled and (board.last_done or 0.0) < walled[board.url]
        ]


def _dict(found: Any) -> dict[str, Any]:
    return found if isinstance(found, dict) else {}
