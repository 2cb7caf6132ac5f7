"""What the state of a project says about each crawl, gathered for ``scrapy status``."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from protego import Protego

from fpcrawl.commands.clusterstatus import ClusterStatus, cluster_statuses
from fpcrawl.commands.templatestatus import TemplateStatus, template_statuses
from fpcrawl.commands.topicstatus import topic_standing
from fpcrawl.pages.urls import url_shape
from fpcrawl.spiders.knowledge import SiteKnowledge
from fpcrawl.spiders.traps import TRAP_WORDS
from fpcrawl.store.sessions import SessionStore
from fpcrawl.walk.wallbook import WAITS_S

if TYPE_CHECKING:
    from fpcrawl.pages.siteclock import SiteClock
    from fpcrawl.store.base import State
    from fpcrawl.store.model import Board
    from fpcrawl.topic.course import Standing
    from fpcrawl.walk.families import Family, FamilyTable

__all__ = [
    "CrawlStatus",
    "FailedUrl",
    "FamilyStatus",
    "ListStatus",
    "Notice",
    "WallStatus",
    "crawl_status",
]

#: Failures read for the sums by reason; the store keeps no more.
_FAILURES = 1000
#: A list is overdue when it should have been visited so long ago, in seconds.
_OVERDUE_S = 86_400.0
#: Walls older than this, in seconds, are no warning any more.
_FRESH_S = 86_400.0
_PRODUCT = "fpcrawl"


@dataclass(frozen=True, slots=True)
class ListStatus:
    """A page that is visited again and again; times are ISO 8601 in UTC."""

    url: str
    role: str
    last_visit: str | None
    next_due: str
    visits: int
    failures: int
    leased: bool


@dataclass(frozen=True, slots=True)
class FamilyStatus:
    """What fetching addresses of one pattern was worth."""

    shape: str
    role: str | None
    fetched: int
    useful: int
    duplicate: int
    trapped: int
    skipped: int
    errors: int
    verdict: str

    @property
    def wasted(self) -> int:
        """Fetches that brought nothing new."""
        return self.fetched - self.useful


@dataclass(frozen=True, slots=True)
class FailedUrl:
    """An address whose last tries failed; ``dropped`` once it is given up."""

    url: str
    reason: str
    count: int
    last: str
    dropped: bool


@dataclass(frozen=True, slots=True)
class WallStatus:
    """Walls of one kind that stood in the place of pages; ``url`` is the latest."""

    kind: str
    count: int
    last: str
    url: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the operator should know; ``kind`` is stable, ``text`` is for people."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class CrawlStatus:
    """How one crawl stands.

    Attributes
    ----------
    posts, articles, threads
        Records stored of the site.
    seen
        Pages that are done and not asked for again.
    due, later, retrying, leased
        Waiting requests: to be fetched now, at a later time, of those after a failure, and
        being fetched.
    traps
        Pages fetched in vain and, with ``_skipped``, addresses left alone, by kind of trap.
    parked
        Requests that wait for a login.
    walled_lists
        Lists that wanted a login when they were last asked for; they are tried again.
    zone_offset_s
        Guessed offset of the site's clock from UTC; ``None`` while nothing tells.
    walls
        Walls met so far, latest first.
    clusters
        What templates its pages are of, those with the most pages first.
    templates
        Extraction templates of its site in use.
    topic
        How its topic stands; of the sites of a seeds file, all together.
    """

    crawl: str
    site: str
    last_visit: str | None
    next_due: str | None
    posts: int
    articles: int
    threads: int
    seen: int
    due: int
    later: int
    retrying: int
    leased: int
    parked: int
    fetched: dict[str, int]
    lists: list[ListStatus]
    failures: dict[str, int]
    latest_failures: list[FailedUrl]
    crawl_delay_s: float | None
    zone_offset_s: int | None
    families: list[FamilyStatus]
    traps: dict[str, int]
    walls: list[WallStatus]
    walled_lists: list[str]
    clusters: list[ClusterStatus]
    templates: list[TemplateStatus]
    topic: Standing | None
    warnings: list[Notice]

    def to_json(self) -> dict[str, Any]:
        """Plain data for ``--json``."""
        return asdict(self)


def crawl_status(state: State, crawl: str, now: float, *, zone_is_set: bool = False) -> CrawlStatus:
    """Gather how a crawl stands; nothing is written.

    Parameters
    ----------
    crawl
        Its name, such as ``forum:bbs.example.com``.
    now
        Seconds since the epoch.
    zone_is_set
        ``FPCRAWL_TIMEZONE`` is given: a guessed zone is no news.

    Raises
    ------
    fpcrawl.exceptions.StateError
        The state cannot be read.
    """
    site = crawl.partition(":")[2]
    learnt = SiteKnowledge(state.values, crawl).load()
    families, clock = learnt.families, learnt.clock
    boards = state.frontier.boards(crawl)
    counts = state.frontier.counts(crawl, now)
    failures = state.frontier.failures(crawl, _FAILURES)
    visits = [board.last_done for board in boards if board.last_done is not None]
    next_due = state.frontier.next_due(crawl)
    known = sorted(families.families.values(), key=lambda f: (-f.fetched, f.shape))
    outcomes = state.frontier.counters(crawl)
    host = state.sites.host(urlsplit(f"//{site}").hostname or site)
    zone_offset_s = _offset_s(clock)
    session = SessionStore(state.values, crawl)
    walls = [WallStatus(w.kind, w.count, _iso(w.last), w.url) for w in session.walls()]
    walled_lists = session.lists(boards)
    templates = template_statuses(state.templates.since(0).found, site)
    return CrawlStatus(
        crawl=crawl,
        site=site,
        last_visit=_iso(max(visits)) if visits else None,
        next_due=_iso(next_due) if next_due is not None else None,
        posts=state.records.count("post", site),
        articles=state.records.count("article", site),
        threads=state.records.count("thread", site),
        seen=state.frontier.seen(crawl),
        due=counts.due,
        later=counts.later,
        retrying=counts.retrying,
        leased=counts.leased,
        parked=counts.parked,
        fetched={
            name.removeprefix("outcome/"): n
            for name, n in outcomes.items()
            if name.startswith("outcome/")
        },
        lists=[_list(board, families) for board in boards],
        failures=dict(Counter(failure.reason for failure in failures).most_common()),
        latest_failures=[
            FailedUrl(f.url, f.reason, f.count, _iso(f.last), f.dropped) for f in failures[:20]
        ],
        crawl_delay_s=host.crawl_delay_s,
        zone_offset_s=zone_offset_s,
        traps=dict(families.traps),
        families=[_family(family) for family in known if family.fetched],
        walls=walls,
        walled_lists=walled_lists,
        clusters=cluster_statuses(state.values, state.clusters, crawl),
        templates=templates,
        topic=topic_standing(state.values, crawl),
        warnings=[
            *_host_warnings(state, host.host, now),
            *_session_warnings(session, counts.parked, walled_lists, now),
            *_list_warnings(state, boards, now),
            *_family_warnings(known),
            *_trap_warnings(families),
            *_template_warnings(templates),
            *([] if zone_is_set else _zone_warnings(zone_offset_s)),
        ],
    )


def _iso(epoch_s: float) -> str:
    return datetime.fromtimestamp(epoch_s, UTC).isoformat(timespec="seconds")


def _list(board: Board, families: FamilyTable) -> ListStatus:
    family = families.families.get(url_shape(board.url))
    # The stored role is what the link promised; the family knows what was there.
    learnt = family.role if family is not None and board.role != "home" else None
    role = learnt or board.role or "index"
    last = None if board.last_done is None else _iso(board.last_done)
    return ListStatus(
        board.url, role, last, _iso(board.due), board.visits, board.failures, board.leased
    )


def _family(family: Family) -> FamilyStatus:
    return FamilyStatus(
        family.shape,
        family.role,
        family.fetched,
        family.useful,
        family.duplicate,
        family.trapped,
        family.skipped,
        family.errors,
        family.verdict,
    )


def _offset_s(clock: SiteClock) -> int | None:
    zone = clock.zone
    return None if zone is None else round(zone.utcoffset(None).total_seconds())


def _host_warnings(state: State, host: str, now: float) -> list[Notice]:
    known = state.sites.host(host)
    if known.not_before <= now:
        return []
    why = f", {known.failures} failures in a row" if known.failures else ""
    text = f"{host} is left alone until {_iso(known.not_before)}{why}"
    return [Notice("host_backed_off", text)]


def _session_warnings(
    session: SessionStore, parked: int, lists: list[str], now: float
) -> list[Notice]:
    out = []
    why = session.login_trouble()
    if why:
        out.append(Notice("login_refused", f"the login was refused: {why}"))
    if parked:
        text = (
            f"{parked} pages wait for a login: give one with -a login=FILE; some are tried without"
        )
        out.append(Notice("login_wanted", text))
    if lists:
        text = (
            f"{len(lists)} of the lists want a login now, such as {lists[0]}, and are tried again "
            "once a day: give one with -a login=FILE"
        )
        out.append(Notice("lists_want_login", text))
    for wall in session.walls():
        if wall.kind in WAITS_S and wall.last > now - _FRESH_S:
            text = (
                f"the site showed a wall ({wall.kind}) {wall.count} times, such as for {wall.url}"
            )
            out.append(Notice(f"wall_{wall.kind}", text))
    return out


def _list_warnings(state: State, boards: list[Board], now: float) -> list[Notice]:
    out = []
    forbidden = [board.url for board in boards if not _allowed(state, board.url)]
    if forbidden:
        text = f"robots.txt forbids {len(forbidden)} of the lists, such as {forbidden[0]}"
        out.append(Notice("robots_forbid", text))
    failing = [board for board in boards if board.failures]
    if failing:
        worst = max(failing, key=lambda board: board.failures)
        out.append(
            Notice(
                "lists_failing",
                f"{len(failing)} of the lists fail, such as {worst.url}, "
                f"{worst.failures} times in a row",
            )
        )
    overdue = [board for board in boards if board.due < now - _OVERDUE_S and not board.leased]
    if overdue:
        since = _iso(min(board.due for board in overdue))
        text = f"{len(overdue)} of the lists are overdue, the first since {since}: run the crawl"
        out.append(Notice("lists_overdue", text))
    return out


def _allowed(state: State, url: str) -> bool:
    parts = urlsplit(url)
    copy = state.sites.robots(f"{parts.scheme}://{parts.netloc}")
    if copy is None or not copy.body:
        return True
    rules = Protego.parse(copy.body.decode("utf-8", "replace"))
    return bool(rules.can_fetch(url, _PRODUCT))


def _family_warnings(families: list[Family]) -> list[Notice]:
    blocked = [family for family in families if family.verdict == "blocked"]
    if not blocked:
        return []
    wasted = sum(family.fetched - family.useful for family in blocked)
    text = (
        f"{len(blocked)} URL families are left alone: {wasted} of their "
        f"{sum(family.fetched for family in blocked)} fetches brought nothing new"
    )
    return [Notice("families_blocked", text)]


def _trap_warnings(families: FamilyTable) -> list[Notice]:
    out = []
    for kind, words in sorted(TRAP_WORDS.items()):
        fetched, skipped = families.traps.get(kind, 0), families.traps.get(f"{kind}_skipped", 0)
        if fetched or skipped:
            text = f"{words}: {fetched} fetched, {skipped} left alone"
            out.append(Notice(f"trap_{kind}", text))
    return out


def _template_warnings(templates: list[TemplateStatus]) -> list[Notice]:
    drifting = [template.name for template in templates if template.drifting]
    if not drifting:
        return []
    text = (
        f"{len(drifting)} of the templates no longer fit their pages, such as {drifting[0]}: "
        "what they read is handed out only where structure says the same"
    )
    return [Notice("templates_drifting", text)]


def _zone_warnings(offset_s: int | None) -> list[Notice]:
    if not offset_s:
        return []  # read as UTC, as is anything without a zone
    sign = "-" if offset_s < 0 else "+"
    hours, minutes = divmod(abs(offset_s) // 60, 60)
    text = (
        f"times without a zone are read as UTC{sign}{hours:02}:{minutes:02}, guessed from the "
        "pages; set FPCRAWL_TIMEZONE if that is wrong"
    )
    return [Notice("zone_guessed", text)]
