"""What the pages of one site have taught about where their records stand.

A page with one post shows no repetition; the layout seen on a page with many does. A
layout is a few path strings, kept per site; templates learnt over all sites will fill the
same place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["UNDATED", "Layout", "LayoutBook", "layout_growth"]

#: Stands before the key of a place of names, where records tell no times.
UNDATED = "~name/"
#: Layouts kept for one site: more than any site has skins, few enough to try all.
MAX_LAYOUTS = 12
#: Threads without a reply that show 1, where none shows 0, settle that it is the first post.
ENOUGH_ONES = 3
#: Names of a site that are kept.
MAX_NAMES = 8
#: Layouts of the same times that differ in these are different ones.
_PLACE = ("author_path", "body_path")


@dataclass(slots=True)
class Layout:
    """Where the records of one kind of page stand.

    Attributes
    ----------
    time_key
        Key of the time strings.
    root_path
        Lower end of the tag path of the element that holds a record's time.
    lead, tail
        Signatures of the sibling rows before and after that element.
    author_path, body_path, floor_path
        Paths of the fields below the record.
    id_place
        Path and kind of attribute that holds the site's number of a post.
    ids_restart
        Pages whose numbers at ``id_place`` were 1, 2, 3: on several, they are no ids.
    support
        Records that agreed with it so far.
    opens
        Whether it is that of opening posts, which stand in other boxes than their answers.
    """

    time_key: str
    root_path: str
    lead: tuple[str, ...] = ()
    tail: tuple[str, ...] = ()
    author_path: str | None = None
    body_path: str | None = None
    floor_path: str | None = None
    id_place: tuple[str, str] | None = None
    ids_restart: int = 0
    support: int = 0
    opens: bool = False

    @property
    def place(self) -> tuple[str | None, ...]:
        """Where its fields stand."""
        return self.author_path, self.body_path


@dataclass(slots=True)
class LayoutBook:
    """Layouts of one site, best supported first.

    Attributes
    ----------
    zeros, ones
        Rows of lists that showed 0 and 1 as a number that no word explains.
    names
        What the start page of the site is called: the same words on other pages are the site's.
    changes
        Layouts learnt anew or replaced, in this process.
    """

    layouts: list[Layout] = field(default_factory=list)
    zeros: int = 0
    ones: int = 0
    names: list[str] = field(default_factory=list)
    changes: int = field(default=0, compare=False)

    def get(self, time_key: str, root_path: str | None = None) -> Layout | None:
        """Best supported layout with this time key (and record path, when given)."""
        for layout in self.layouts:
            if layout.time_key == time_key and root_path in (None, layout.root_path):
                return layout
        return None

    @property
    def support(self) -> int:
        """Records behind the best supported layout of such that tell times."""
        dated = (one for one in self.layouts if not one.time_key.startswith(UNDATED))
        return next((layout.support for layout in dated), 0)

    @property
    def counts_opening(self) -> bool:
        """Whether the numbers of lists count a thread's first post: many show 1, none 0."""
        return not self.zeros and self.ones >= ENOUGH_ONES

    def learn_counts(self, counts: Sequence[int]) -> bool:
        """Add numbers that no word explains; tell whether that was news.

        Only what can still change the answer is news.
        """
        zeros, ones = counts.count(0), counts.count(1)
        if self.zeros or not (zeros or (ones and self.ones < ENOUGH_ONES)):
            return False
        self.zeros += zeros
        self.ones += ones
        return True

    def learn_names(self, names: Iterable[str]) -> bool:
        """Add names of the site, while few are known; tell whether one was news."""
        before = len(self.names)
        self.names += [name for name in dict.fromkeys(names) if name not in self.names]
        del self.names[MAX_NAMES:]
        return len(self.names) > before

    def learn_from(self, layouts: Iterable[Layout]) -> bool:
        """Add what the posts of a page showed; False when none of it tells who wrote them."""
        telling = [layout for layout in layouts if layout.author_path is not None]
        for layout in telling:
            self.learn(layout)
        return bool(telling)

    def learn(self, seen: Layout) -> None:
        """Add what a page with several records showed.

        A layout with another body or author path replaces the known one only when it has
        more records behind it.
        """
        for n, layout in enumerate(self.layouts):
            if layout.time_key == seen.time_key and layout.root_path == seen.root_path:
                seen.ids_restart = layout.ids_restart = layout.ids_restart + seen.ids_restart
            if layout.time_key == seen.time_key and layout.root_path == seen.root_path:
                if layout.place == seen.place:
                    layout.support += seen.support
                elif seen.support > layout.support:
                    self.layouts[n] = seen
                    self.changes += 1
                else:
                    # Disagreement wears a layout down, so that a changed site is followed.
                    layout.support -= seen.support // 2
                break
        else:
            self.layouts.append(seen)
            self.changes += 1
        self.layouts.sort(key=lambda item: -item.support)
        del self.layouts[MAX_LAYOUTS:]

    def absorb(self, grown: dict[str, Any]) -> None:
        """Add what another worker's book has learnt, as :func:`layout_growth` found it."""
        self.zeros += grown["zeros"]
        self.ones += grown["ones"]
        self.learn_names(grown.get("names", []))
        for entry in grown["layouts"]:
            seen = _layout_of(entry)
            known = self.get(seen.time_key, seen.root_path)
            if known is None:
                self.layouts.append(seen)
            elif known.place == seen.place:
                known.support += seen.support
                known.ids_restart += seen.ids_restart
            elif seen.support > known.support:
                self.layouts[self.layouts.index(known)] = seen
        self.layouts.sort(key=lambda item: -item.support)
        del self.layouts[MAX_LAYOUTS:]

    def to_json(self) -> dict[str, Any]:
        """Plain data for the store."""
        # No deep copy as by asdict: a layout holds nothing deep.
        names = Layout.__slots__
        layouts = [
            {name: _plain(getattr(layout, name)) for name in names} for layout in self.layouts
        ]
        counts = {"zeros": self.zeros, "ones": self.ones}
        return {"layouts": layouts, **counts, "names": self.names[:]}

    @classmethod
    def from_json(cls, data: dict[str, Any] | list[dict[str, Any]]) -> LayoutBook:
        """Read what :meth:`to_json` wrote, or wrote when it wrote layouts alone."""
        if isinstance(data, list):
            data = {"layouts": data}
        book = cls(
            zeros=data.get("zeros", 0), ones=data.get("ones", 0), names=data.get("names", [])[:]
        )
        book.layouts += map(_layout_of, data["layouts"])
        return book


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _layout_of(entry: dict[str, Any]) -> Layout:
    layout = Layout(**entry)
    layout.lead, layout.tail = tuple(layout.lead), tuple(layout.tail)
    layout.id_place = (layout.id_place[0], layout.id_place[1]) if layout.id_place else None
    return layout


def layout_growth(before: dict[str, Any] | None, now: dict[str, Any]) -> dict[str, Any]:
    """Return what was added between two states of one book, plain data of both.

    Counts may be negative: a layout that a page contradicts is worn down.
    """
    before = before or {"layouts": [], "zeros": 0, "ones": 0, "names": []}
    known = {(entry["time_key"], entry["root_path"]): entry for entry in before["layouts"]}
    grown = []
    for entry in now["layouts"]:
        old = known.get((entry["time_key"], entry["root_path"]))
        if old is not None and all(old[name] == entry[name] for name in _PLACE):
            more = {name: entry[name] - old[name] for name in ("support", "ids_restart")}
            if any(more.values()):
                grown.append({**entry, **more})
        elif entry != old:
            grown.append(entry)
    counts = {name: now[name] - before.get(name, 0) for name in ("zeros", "ones")}
    told = before.get("names", [])
    names = [name for name in now["names"] if name not in told]
    return {"layouts": grown, **counts, "names": names}
