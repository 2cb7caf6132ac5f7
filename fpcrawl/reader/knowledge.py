"""What is known of a site."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.posts.layout import LayoutBook, layout_growth
from fpcrawl.extraction.templates.shelf import ShelfContent
from fpcrawl.pages.siteclock import SiteClock, clock_growth
from fpcrawl.walk.families import FamilyTable
from fpcrawl.walk.familygrowth import family_growth
from fpcrawl.walk.twins import TwinRules

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Knowledge", "knowledge_growth"]


@dataclass(slots=True)
class Knowledge:
    """What is known of a site.

    Attributes
    ----------
    families, twins
        What its addresses are worth, and which pieces of them do not matter.
    layouts
        Layouts of its posts, by forum.
    clock
        The zone it shows times in.
    templates
        Those that may read its pages; replaced as a whole when they change.
    news
        What other workers have learnt of layouts and clock, for a copy of this to absorb;
        ``None`` where there is no copy. Of families, their journal tells.
    """

    families: FamilyTable = field(default_factory=FamilyTable)
    twins: TwinRules = field(default_factory=TwinRules)
    layouts: dict[str, LayoutBook] = field(default_factory=dict)
    clock: SiteClock = field(default_factory=SiteClock)
    templates: ShelfContent = field(default_factory=ShelfContent)
    news: list[dict[str, Any]] | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain data for the store."""
        return {
            "families": self.families.to_json(),
            "twins": self.twins.to_json(),
            "layouts": {name: book.to_json() for name, book in self.layouts.items()},
            "clock": self.clock.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Knowledge:
        """Read what :meth:`to_json` wrote."""
        return cls(
            FamilyTable.from_json(data["families"]),
            TwinRules.from_json(data["twins"]),
            {name: LayoutBook.from_json(book) for name, book in data["layouts"].items()},
            SiteClock.from_json(data["clock"]),
        )

    def absorb(self, grown: Mapping[str, Any]) -> None:
        """Add what another worker has learnt, as :func:`knowledge_growth` found it."""
        if "families" in grown:
            self.families.absorb(grown["families"])
        if "twins" in grown:
            self.twins.absorb(*grown["twins"])
        read = {name: grown[name] for name in ("layouts", "clock") if name in grown}
        if read:
            self.absorb_read(read)
            if self.news is not None:
                self.news.append(read)

    def absorb_read(self, grown: Mapping[str, Any]) -> None:
        """Add the part of it that pages alone teach."""
        for name, book in grown.get("layouts", {}).items():
            self.layouts.setdefault(name, LayoutBook()).absorb(book)
        if "clock" in grown:
            self.clock.absorb(grown["clock"])


def knowledge_growth(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was added between two states of one site's knowledge; empty for nothing.

    Parameters
    ----------
    before, now
        Plain data, as of :meth:`Knowledge.to_json`.
    """
    out: dict[str, Any] = {}
    families = family_growth(before["families"], now["families"])
    if families:
        out["families"] = families
    old, new = set(before["twins"]["rules"]), set(now["twins"]["rules"])
    if old != new:
        out["twins"] = (sorted(new - old), sorted(old - new))
    layouts = {
        name: layout_growth(before["layouts"].get(name), book)
        for name, book in now["layouts"].items()
        if book != before["layouts"].get(name)
    }
    if layouts:
        out["layouts"] = layouts
    if now["clock"] != before["clock"]:
        out["clock"] = clock_growth(before["clock"], now["clock"])
    return out
