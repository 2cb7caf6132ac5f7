"""What is known of a site."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.shelf import ShelfContent
from fpcrawl.pages.siteclock import SiteClock
from fpcrawl.walk.families import FamilyTable
from fpcrawl.walk.twins import TwinRules

if TYPE_CHECKING:
    from fpcrawl.extraction.layout import LayoutBook

__all__ = ["Knowledge"]


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
    """

    families: FamilyTable = field(default_factory=FamilyTable)
    twins: TwinRules = field(default_factory=TwinRules)
    layouts: dict[str, LayoutBook] = field(default_factory=dict)
    clock: SiteClock = field(default_factory=SiteClock)
    templates: ShelfContent = field(default_factory=ShelfContent)
