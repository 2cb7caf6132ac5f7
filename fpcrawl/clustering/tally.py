"""What a run has seen of each cluster; small, and additive like the clusters themselves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

__all__ = ["Tally"]

#: Sites told apart in one cluster; of more, the rarest are forgotten.
MAX_SITES = 200
EXAMPLES = 3


@dataclass(slots=True)
class Tally:
    """The pages of one core, or of one cluster, in one run.

    Attributes
    ----------
    alike
        Sum of the pages' similarities to the cluster when they came.
    least_alike
        The smallest of them.
    sites
        Pages of each site, as far as their addresses are known.
    examples
        Paths of the first pages.
    votes
        Pages of each type, of those whose structure was read.
    """

    pages: int = 0
    alike: float = 0.0
    least_alike: float = 1.0
    sites: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)
    votes: Counter[str] = field(default_factory=Counter)

    def add(self, path: str, site: str, similarity: float) -> None:
        """Count a page."""
        self.pages += 1
        self.alike += similarity
        self.least_alike = min(self.least_alike, similarity)
        if site:
            self.sites[site] += 1
        if len(self.examples) < EXAMPLES:
            self.examples.append(path)
        self._forget()

    def merge(self, other: Tally) -> None:
        """Add the pages of another cluster."""
        self.pages += other.pages
        self.alike += other.alike
        self.least_alike = min(self.least_alike, other.least_alike)
        self.sites.update(other.sites)
        self.examples = [*self.examples, *other.examples][:EXAMPLES]
        self.votes.update(other.votes)
        self._forget()

    def _forget(self) -> None:
        if len(self.sites) > 2 * MAX_SITES:
            self.sites = Counter(dict(self.sites.most_common(MAX_SITES)))
