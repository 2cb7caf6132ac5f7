"""What a crawl keeps of its session with a site, and of the walls it met."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fpcrawl.store.base import Values

__all__ = ["KeptCookie", "MetWall", "SessionStore"]

#: Cookies kept of a crawl; the ones set first are forgotten first.
MAX_COOKIES = 300
#: Login pages remembered by address.
MAX_ENTRANCES = 50
#: Cookies without an end are kept so long after they were last saved, in seconds.
SESSION_COOKIE_S = 30 * 86_400.0


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
    """

    def __init__(self, values: Values, crawl: str) -> None:
        self._values = values
        self._session = f"session/{crawl}"
        self._walls = f"walls/{crawl}"

    def _get(self) -> dict[str, Any]:
        found = self._values.get(self._session)
        return found if isinstance(found, dict) else {}

    def _set(self, **changes: Any) -> None:
        self._values.set(self._session, {**self._get(), **changes})

    def begin(self, identity: str) -> bool:
        """Note as whom the crawl goes on; tell whether that is another than before."""
        changed = str(self._get().get("now", "")) != identity
        if changed:
            self._set(now=identity)
        return changed

    def cookies(self, identity: str, now: float) -> list[KeptCookie]:
        """Return the cookies kept for a login (empty = for a guest) that are still good."""
        kept = self._get()
        if kept.get("identity") != identity:
            return []
        cookies = [KeptCookie(**entry) for entry in kept.get("cookies", ())]
        until = float(kept.get("saved", 0.0)) + SESSION_COOKIE_S
        return [c for c in cookies if (until if c.expires is None else c.expires) > now]

    def keep_cookies(self, identity: str, cookies: Iterable[KeptCookie], now: float) -> None:
        """Keep cookies in the place of those kept before."""
        good = [c for c in cookies if c.expires is None or c.expires > now][-MAX_COOKIES:]
        self._set(identity=identity, saved=now, cookies=[asdict(cookie) for cookie in good])

    def refused(self, identity: str) -> tuple[int, float, str]:
        """Return how often in a row a login was refused, when last, and why."""
        found = self._get().get("refused") or {}
        if found.get("identity") != identity:
            return 0, 0.0, ""
        return int(found["count"]), float(found["last"]), str(found["why"])

    def note_refused(self, identity: str, now: float, why: str) -> None:
        """Note that the site refused a login."""
        count = self.refused(identity)[0] + 1
        self._set(refused={"identity": identity, "count": count, "last": now, "why": why})

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
        known = [known for known in self.entrances() if known != url]
        self._set(entrances=[*known, url][-MAX_ENTRANCES:])

    def note_wall(self, kind: str, now: float, url: str) -> None:
        """Count a wall."""
        walls = self._values.get(self._walls) or {}
        count = int(walls.get(kind, {}).get("count", 0)) + 1
        walls[kind] = {"count": count, "last": now, "url": url}
        self._values.set(self._walls, walls)

    def walls(self) -> list[MetWall]:
        """Return the walls met so far, latest first."""
        walls = self._values.get(self._walls) or {}
        found = [MetWall(kind, w["count"], w["last"], w["url"]) for kind, w in walls.items()]
        return sorted(found, key=lambda wall: -wall.last)
