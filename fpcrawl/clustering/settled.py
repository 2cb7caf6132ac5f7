"""Which pages need not be compared: those of a URL family that has been of one template.

A template is known by its cluster, and better by the extraction template that reads its pages:
short and long threads can lie in two clusters.
"""

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
    core, cluster
        Of most of its pages that were compared, see :class:`~fpcrawl.clustering.Assignment`.
    role, reader
        Of its last page that was compared; the reader is the extraction template, empty for
        none.
    streak
        Pages compared in a row that were of one template.
    skipped
        Pages since then that were not compared.
    lead
        Pages of that cluster more than of others.
    """

    core: str
    cluster: str
    role: str
    reader: str = ""
    streak: int = 1
    skipped: int = 0
    lead: int = 1


class SettledFamilies:
    """Families of addresses whose pages are told by their addresses and roles.

    Comparing a page with all clusters costs as much as reading it. Where the last pages of a
    family and role were all of one template, the next ones take over its usual cluster and
    every twelfth is compared; when that is another's, all are compared again.
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

    def note(self, url: str, role: str, found: Assignment, reader: str = "") -> None:
        """Remember a page that was compared.

        Parameters
        ----------
        reader
            The extraction template that reads it, if one does.
        """
        shape = url_shape(url)
        known = self._families.get(shape)
        # A cluster may be made of several cores, such as short and long threads.
        same = known is not None and known.cluster == found.cluster
        if known is None or known.role != role or not (same or (reader and reader == known.reader)):
            self._families[shape] = Settled(found.core, found.cluster, role, reader)
            if len(self._families) > MEMORY:
                self._families.popitem(last=False)
            return
        known.reader = reader
        known.lead += 1 if same else -1
        if same or known.lead < 0:
            known.core, known.cluster = found.core, found.cluster
            known.lead = abs(known.lead)
        known.streak += 1
        known.skipped = 0
