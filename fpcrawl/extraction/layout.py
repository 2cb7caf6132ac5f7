"""What the pages of one site have taught about where their records stand.

A page with one post shows no repetition; the layout seen on a page with many does. A
layout is a few path strings, kept per site; templates learnt over all sites will fill the
same place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Layout", "LayoutBook"]

#: Layouts kept for one site: more than any site has skins, few enough to try all.
MAX_LAYOUTS = 12
#: Threads without a reply that show 1, where none shows 0, settle that it is the first post.
ENOUGH_ONES = 3


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


@dataclass(slots=True)
class LayoutBook:
    """Layouts of one site, best supported first.

    Attributes
    ----------
    zeros, ones
        Rows of lists that showed 0 and 1 as a number that no word explains.
    changes
        Layouts learnt anew or replaced, in this process.
    """

    layouts: list[Layout] = field(default_factory=list)
    zeros: int = 0
    ones: int = 0
    changes: int = field(default=0, compare=False)

    def get(self, time_key: str, root_path: str | None = None) -> Layout | None:
        """Best supported layout with this time key (and record path, when given)."""
        for layout in self.layouts:
            if layout.time_key == time_key and root_path in (None, layout.root_path):
                return layout
        return None

    @property
    def support(self) -> int:
        """Records behind the best supported layout."""
        return self.layouts[0].support if self.layouts else 0

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

    def learn(self, seen: Layout) -> None:
        """Add what a page with several records showed.

        A layout with another body or author path replaces the known one only when it has
        more records behind it.
        """
        for n, layout in enumerate(self.layouts):
            if layout.time_key == seen.time_key and layout.root_path == seen.root_path:
                seen.ids_restart = layout.ids_restart = layout.ids_restart + seen.ids_restart
            if layout.time_key == seen.time_key and layout.root_path == seen.root_path:
                same = (layout.author_path, layout.body_path) == (seen.author_path, seen.body_path)
                if same:
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

    def to_json(self) -> dict[str, Any]:
        """Plain data for the store."""
        # No copy as by asdict: a layout holds only what JSON takes.
        names = Layout.__slots__
        layouts = [{name: getattr(layout, name) for name in names} for layout in self.layouts]
        return {"layouts": layouts, "zeros": self.zeros, "ones": self.ones}

    @classmethod
    def from_json(cls, data: dict[str, Any] | list[dict[str, Any]]) -> LayoutBook:
        """Read what :meth:`to_json` wrote, or wrote when it wrote layouts alone."""
        if isinstance(data, list):
            data = {"layouts": data}
        book = cls(zeros=data.get("zeros", 0), ones=data.get("ones", 0))
        for entry in data["layouts"]:
            layout = Layout(**entry)
            layout.lead, layout.tail = tuple(layout.lead), tuple(layout.tail)
            layout.id_place = (layout.id_place[0], layout.id_place[1]) if layout.id_place else None
            book.layouts.append(layout)
        return book
