"""Which pages need not be compared: those of a URL family that has been of one template."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.pages.urls import url_shape

if TYPE_CHECKING:
    from fpcrawl.clustering.library import Assignment

__all__ = ["Settled", "SettledFamilies"]

#: Pages in a row of one cluster after which a family is settled; one of so many is looked at then.
STREAK, SAMPLE = 12, 12
#: Families remembered.
MEMORY = 2_000


@dataclass(slots=True)
class Settled:
    """What the pages of a family have been.

    Attributes
    ----------
    core, cluster, role
        Of its last page that was compared, see :class:`~fpcrawl.clustering.Assignment`.
    streak
        Pages compared in a row that had these.
    skipped
        Pages since then that were not compared.
    """

    core: str
    cluster: str
    role: str
    streak: int = 1
    skipped: int = 0


class SettledFamilies:
    """Families of addresses whose pages are told by their addresses and roles.

    Comparing a page with all clusters costs as much as reading it. Where the last pages of a
    family and role were all of one cluster, the next ones take it over and every twelfth is
    compared; when that is another's, all are compared again.
    """

    def __init__(self) -> None:
        self._families: OrderedDict[str, Settled] = OrderedDict()

    def role_of(self, url: str) -> str | None:
        """Return the role that a page at an address needs to have not to be compared.

        ``None`` when it is to be compared anyway.
        """
        known = self._families.get(url_shape(url))
        if known is None or known.streak < STREAK or known.skipped >= SAMPLE - 1:
            return None
        return known.role

    def take(self, url: str) -> str | None:
        """Return the core of a page that was not compared; ``None`` where none is known."""
        known = self._families.get(url_shape(url))
        if known is None:
            return None
        known.skipped += 1
        return known.core

    def note(self, url: str, role: str, found: Assignment) -> None:
        """Remember a page that was compared."""
        shape = url_shape(url)
        known = self._families.get(shape)
        # A cluster may be made of several cores, such as short and long threads.
        if known is None or (known.cluster, known.role) != (found.cluster, role):
            self._families[shape] = Settled(found.core, found.cluster, role)
            if len(self._families) > MEMORY:
                self._families.popitem(last=False)
            return
        known.core = found.core
        known.streak += 1
        known.skipped = 0
