"""URL families of a site: what their pages were, and whether fetching them paid.

A family is a pattern of addresses (``/thread-{n}-{n}-{n}.html``). What its first pages
were tells what the next one will be; a family that brings nothing new is not followed on,
which bounds every trap without knowing its name.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, cast

from fpcrawl.pages.urls import url_numbers, url_shape
from fpcrawl.walk.familygrowth import absorb_families
from fpcrawl.walk.pagers import PagerTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = ["Barren", "Change", "Dry", "Family", "FamilyTable", "Verdict"]

_P = ParamSpec("_P")

#: A change to a table: name of the method, its arguments.
Change = tuple[str, tuple[Any, ...], dict[str, Any]]

Verdict = Literal["open", "proven", "blocked"]
#: What kind of addresses brought nothing: days of a calendar, combinations of parameters, or
#: anything else.
Barren = Literal["calendar", "parameters", "barren"]
#: Whose pages have brought no record for so long: those of such addresses, or of the whole site.
Dry = Literal["dry_family", "dry"]

#: Fetches that an unknown family gets before it must have paid.
PROBES = 4
#: Redirects onto what is known after which a family that brought nothing else is given up: an
#: address that only leads elsewhere is surer to be in vain than a page without news.
DETOURS = 2
#: Recent fetches that are looked at.
WINDOW = 16
#: A family below this share of recent fetches that brought something is left alone.
MIN_USEFUL_SHARE = 0.1
#: Pages in a row without a new record after which no more are asked for. Threads are read as
#: soon as a list names them, so that a long list does not come to this.
MAX_DRY = 150
#: Fetches with a parameter that must all have been in vain before it is given up. Sorts and
#: filters come in every combination, each a family of its own.
PARAMETER_PROBES = 8
#: Pages named by lists and refused or gone after which a family that brought nothing is given up:
#: the first board may be for members alone.
REFUSALS = 16
#: Useful pages after which a family surely is one of threads, and their share of its pages.
KNOWN_THREADS, SURE_SHARE = 3, 0.8
#: Families kept for a site; the least fetched are forgotten first.
MAX_FAMILIES = 2000
#: What the address of a further page has behind that of the first.
_FURTHER = re.compile(r"[^\w{}]?(?:[a-z]{1,8}[-=/]?)?\{n\}/?")


@dataclass(slots=True)
class Family:
    """Record of one URL family.

    Attributes
    ----------
    roles
        Role -> summed confidence of the pages seen.
    recent
        1 for a fetch that brought something new, 0 for one that did not.
    trapped
        Fetches that showed the same again at an address that need not exist.
    ended
        Those of them that were page numbers beyond the end: they speak against such numbers,
        not against the family.
    detours
        Addresses that were guessed and redirected to what is known, or showed a copy of it.
    skipped
        Queued addresses that were not fetched because the family had brought nothing.
    dry
        Its fetches of this run since one brought a record, or rows of a list.
    example, why
        The page that last decided its role, and the reasons.
    """

    shape: str
    fetched: int = 0
    useful: int = 0
    duplicate: int = 0
    errors: int = 0
    trapped: int = 0
    ended: int = 0
    detours: int = 0
    skipped: int = 0
    dry: float = field(default=0.0, compare=False)
    example: str = ""
    why: list[str] = field(default_factory=list)
    roles: dict[str, float] = field(default_factory=dict)
    recent: deque[int] = field(default_factory=lambda: deque(maxlen=WINDOW))

    @property
    def role(self) -> str | None:
        """Role most of its pages had."""
        return max(self.roles, key=lambda r: self.roles[r]) if self.roles else None

    def share_of(self, role: str) -> float:
        """Share of the evidence for a role, 0..1."""
        total = sum(self.roles.values())
        return self.roles.get(role, 0.0) / total if total else 0.0

    @property
    def is_content(self) -> bool:
        """Whether it surely is one of threads or of articles that brought something."""
        share = max(self.share_of("thread"), self.share_of("article"))
        return self.useful >= KNOWN_THREADS and share >= SURE_SHARE

    @property
    def worth(self) -> float:
        """Share of its fetches that are likely to be useful, 0..1 (Laplace's rule)."""
        return (self.useful + 1) / (self.fetched + 2)

    @property
    def verdict(self) -> Verdict:
        """Whether its addresses are worth fetching."""
        if not self.useful and self.errors >= REFUSALS:
            return "blocked"
        if self.fetched - self.ended < PROBES:
            if self.useful:
                return "proven"
            return "blocked" if self.detours >= DETOURS else "open"
        if not self.useful:
            return "blocked"
        if len(self.recent) == WINDOW and sum(self.recent) < MIN_USEFUL_SHARE * WINDOW:
            return "blocked"
        return "proven"


def _noted(
    method: Callable[Concatenate[FamilyTable, _P], None],
) -> Callable[Concatenate[FamilyTable, _P], None]:
    """Have a method write down in the journal what it was called with."""

    @wraps(method)
    def noted(self: FamilyTable, *args: _P.args, **kwargs: _P.kwargs) -> None:
        if self.journal is not None:
            self.journal.append((method.__name__, args, kwargs))
        method(self, *args, **kwargs)

    return cast("Callable[Concatenate[FamilyTable, _P], None]", noted)


class FamilyTable:
    """Families of one site.

    Attributes
    ----------
    journal
        Changes since the list was last emptied, for a copy of the table to repeat;
        ``None`` = not kept.
    turned
        Shapes of the addresses that pagers of threads have led to; in no journal, as only the
        crawl itself asks for it.
    """

    def __init__(self) -> None:
        self.journal: list[Change] | None = None
        self.turned: set[str] = set()
        self.families: dict[str, Family] = {}
        self.parameters: dict[str, Family] = {}
        self.pagers = PagerTable()
        self.traps: dict[str, int] = {}
        self.wasted = 0
        self.paid = 0
        self.dry = 0.0

    def of(self, url: str) -> Family:
        """Family of an address, made when it is new."""
        return self.of_shape(url_shape(url))

    def of_shape(self, shape: str) -> Family:
        """Family of a shape of addresses, made when it is new."""
        family = self.families.get(shape)
        if family is None:
            if len(self.families) >= MAX_FAMILIES:
                rarest = min(self.families.values(), key=lambda f: f.fetched)
                del self.families[rarest.shape]
            family = self.families[shape] = Family(shape)
        return family

    @_noted
    def note_role(self, url: str, role: str, confidence: float, why: Sequence[str] = ()) -> None:
        """Remember what a page of the family was, and for its first and its odd ones why."""
        family = self.of(url)
        if not family.example or role not in family.roles:
            family.example, family.why = url, list(why)
        family.roles[role] = family.roles.get(role, 0.0) + confidence

    def is_proven(self, url: str) -> bool:
        """Tell whether pages of the family were worth fetching."""
        family = self.families.get(url_shape(url))
        return family is not None and family.verdict == "proven"

    def is_barren(self, url: str) -> Barren | None:
        """Tell whether addresses like this have brought nothing, and of what kind they are."""
        if any(self._is_vain(name) for name in _parameters_of(url_shape(url))):
            return "parameters"
        family = self.families.get(url_shape(url))
        if family is None or family.verdict != "blocked":
            return None
        return "calendar" if _shows_a_day(url) else "barren"

    def _is_vain(self, name: str) -> bool:
        known = self.parameters.get(name)
        return known is not None and known.fetched >= PARAMETER_PROBES and not known.useful

    @_noted
    def note_fetch(
        self,
        url: str,
        *,
        useful: bool,
        duplicate: bool = False,
        found: bool = False,
        other: bool = False,
        trapped: bool = False,
        ended: bool = False,
    ) -> None:
        """Remember whether a first fetch of an address brought something.

        Parameters
        ----------
        found
            Whether it brought a new record, and not only links.
        other
            Whether it is content of another kind than is asked for: a sign of no trap, but
            none that more is to come.
        trapped
            Whether it is one of many addresses for the same.
        ended
            Whether it is a page number beyond the end.
        """
        vain = 0.5 if other else 1.0
        self.dry = 0.0 if found else self.dry + vain
        family = self.of(url)
        family.dry = 0.0 if found or (useful and not other) else family.dry + vain
        family.fetched += 1
        family.useful += useful
        family.duplicate += duplicate
        family.trapped += trapped
        family.ended += ended
        if ended:
            self.wasted += 1
            return
        family.recent.append(int(useful))
        self._note_parameters(family.shape, useful=useful)
        if useful:
            self.paid += 1
        else:
            self.wasted += 1

    def _note_parameters(self, shape: str, *, useful: bool) -> None:
        for name in _parameters_of(shape):
            self.add_parameter(name, 1, int(useful))

    def add_parameter(self, name: str, fetched: int, useful: int) -> None:
        """Count fetches of addresses with a parameter."""
        known = self.parameters.get(name)
        if known is None:
            if len(self.parameters) >= MAX_FAMILIES:
                return
            known = self.parameters[name] = Family(name)
        known.fetched += fetched
        known.useful += useful

    @_noted
    def note_detour(self, url: str, *, guessed: bool) -> None:
        """Remember an address that redirected to one that is known, or showed a copy of it.

        Parameters
        ----------
        guessed
            Whether nothing said beforehand what it would be: a row of a list is tried as
            often as any other page.
        """
        family = self.of(url)
        family.fetched += 1
        family.duplicate += 1
        family.detours += guessed
        family.recent.append(0)
        self._note_parameters(family.shape, useful=False)
        self.wasted += 1

    @_noted
    def note_sent_on(self, url: str, *, useful: bool) -> None:
        """Remember what an address redirected to was worth, for the family of that address."""
        family = self.of(url)
        family.fetched += 1
        family.useful += useful
        family.recent.append(int(useful))
        self._note_parameters(family.shape, useful=useful)

    def note_turned(self, url: str) -> None:
        """Remember that a pager of a thread leads to such an address."""
        self.add_turned(url_shape(url))

    def add_turned(self, shape: str) -> None:
        """Remember a shape of addresses that a pager of a thread leads to."""
        if len(self.turned) < MAX_FAMILIES:
            self.turned.add(shape)

    @_noted
    def note_error(self, url: str, *, named: bool = False) -> None:
        """Remember an address that is gone or refused.

        Parameters
        ----------
        named
            Whether a list named it as a thread or an article. That some are for members, or
            were deleted, tells nothing of the others; what was guessed did not pay.
        """
        family = self.of(url)
        family.errors += 1
        self.wasted += 1
        if not named:
            family.fetched += 1
            family.recent.append(0)

    def give_another_chance(self) -> None:
        """Have what earlier runs gave up tried anew where it is content, or never was answered.

        A site that refused everything for a while would else be left alone for good.
        """
        for family in self.families.values():
            if family.verdict == "blocked" and family.is_content:
                family.recent.clear()
            elif family.errors >= REFUSALS and not family.useful:
                family.errors = 0

    @_noted
    def note_page_size(self, first: str, size: int) -> None:
        """Remember how many posts or rows a page of the list at ``first`` showed."""
        self.pagers.note_size(first, size)

    @_noted
    def note_end(self, first: str) -> None:
        """Remember that a number led beyond the last page of the list at ``first``."""
        self.pagers.note_end(first)

    @_noted
    def absorb(self, grown: dict[str, Any]) -> None:
        """Add what another worker's table has learnt, see :mod:`fpcrawl.walk.familygrowth`."""
        absorb_families(self, grown)

    def repeat(self, changes: Iterable[Change]) -> None:
        """Apply what another table's journal noted."""
        for name, args, kwargs in changes:
            getattr(self, name)(*args, **kwargs)

    def has_threads_beside(self, url: str) -> bool:
        """Whether threads of the site are known to stand at addresses of other families.

        Further pages of the same threads are none: "/topic/17?start=20", "read.php?2,17,page=2".
        """
        shape = url_shape(url)
        return any(
            family.useful >= KNOWN_THREADS and family.share_of("thread") >= SURE_SHARE
            for family in self.families.values()
            if not _are_of_one_list(shape, family.shape)
        )

    def why_dry(self, url: str) -> Dry | None:
        """Tell whether so many pages in a row brought no record that a trap is the likeliest cause.

        Returns
        -------
        str or None
            ``dry_family`` where pages of such an address did, ``dry`` where those of the whole
            site did. The latter tells nothing of threads and articles that brought some of late.
        """
        family = self.families.get(url_shape(url))
        if family is not None and family.dry > MAX_DRY:
            return "dry_family"
        pays = family is not None and family.is_content and family.dry < PROBES
        return "dry" if self.dry > MAX_DRY and not pays else None

    @property
    def probing_allowed(self) -> bool:
        """Whether unproven families may still be tried: waste is bounded by what paid."""
        return self.wasted < 200 + 0.25 * self.paid

    def to_json(self) -> dict[str, Any]:
        """Plain data for the store."""
        return {
            "wasted": self.wasted,
            "paid": self.paid,
            "traps": dict(self.traps),
            "turned": sorted(self.turned),
            "pagers": self.pagers.to_json(),
            "parameters": {f.shape: [f.fetched, f.useful] for f in self.parameters.values()},
            "families": [
                {
                    "shape": f.shape,
                    "fetched": f.fetched,
                    "useful": f.useful,
                    "duplicate": f.duplicate,
                    "errors": f.errors,
                    "trapped": f.trapped,
                    "ended": f.ended,
                    "detours": f.detours,
                    "skipped": f.skipped,
                    "example": f.example,
                    "why": f.why,
                    "roles": {role: round(weight, 3) for role, weight in f.roles.items()},
                    "recent": list(f.recent),
                }
                for f in self.families.values()
            ],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> FamilyTable:
        """Read what :meth:`to_json` wrote."""
        table = cls()
        table.wasted, table.paid = data["wasted"], data["paid"]
        table.traps = dict(data["traps"])
        table.turned = set(data.get("turned", ()))
        table.pagers = PagerTable.from_json(data["pagers"])
        for name, (fetched, useful) in data["parameters"].items():
            table.parameters[name] = Family(name, fetched=fetched, useful=useful)
        for entry in data["families"]:
            own = {"recent": deque(entry["recent"], maxlen=WINDOW), "roles": dict(entry["roles"])}
            table.families[entry["shape"]] = Family(**{**entry, **own})
        return table


@lru_cache(maxsize=4096)
def _parameters_of(shape: str) -> tuple[str, ...]:
    """Return the parameters that a shape names, each with the shape of its path."""
    path, mark, query = shape.partition("?")
    if not mark:
        return ()
    names = (part.partition("=")[0] for part in query.split("&") if "=" in part)
    return tuple(f"{path}?{name}" for name in names)


def _shows_a_day(url: str) -> bool:
    """Tell whether an address names a month or a day: its numbers are a year and a month."""
    numbers = url_numbers(url)
    return any(1000 <= year <= 9999 and 1 <= month <= 12 for year, month in pairwise(numbers))


def _are_of_one_list(one: str, other: str) -> bool:
    """Tell whether addresses of two shapes can be those of the pages of one list."""
    first, further = sorted((one, other), key=len)
    path, _, query = first.partition("?")
    longer, _, more = further.partition("?")
    if path == longer and ("{" in path or {*query.split("&")} <= {*more.split("&")}):
        return True
    if "{n}" not in first or not further.startswith(first):
        return False
    return _FURTHER.fullmatch(further.removeprefix(first)) is not None
